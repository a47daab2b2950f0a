// Display state of this game in this browser: whether readings are in Latin letters. Used by the faces and the background.
const KEY = "tefuda-doutotsu";

function stored(): { romaji?: boolean } {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as { romaji?: boolean };
  } catch {
    return {};
  }
}

export const mine: {
  /** show readings in Latin letters, if the page is in English */
  romaji: boolean;
} = $state({ romaji: true, ...stored() });

/** Show or hide the readings, and store the choice. */
export function toggleRomaji(): void {
  mine.romaji = !mine.romaji;
  try {
    localStorage.setItem(KEY, JSON.stringify({ romaji: mine.romaji }));
  } catch {
    // No storage in this browser: the choice lasts as long as the page.
  }
}
