// Display state of this game in this browser: whether readings are in Latin letters. Used by the faces and the background.
import { local } from "@/lib/storage";

const KEY = "tefuda-doutotsu";

export const mine: {
  /** show readings in Latin letters, if the page is in English */
  romaji: boolean;
} = $state({ romaji: true, ...local.json<{ romaji?: boolean }>(KEY, {}) });

/** Show or hide the readings, and store the choice. */
export function toggleRomaji(): void {
  mine.romaji = !mine.romaji;
  local.setJson(KEY, { romaji: mine.romaji });
}
