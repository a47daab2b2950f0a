// Display state of this game in this browser: the player's own order of the hand, which is temporary, and whether readings
// are in Latin letters, which is stored. Used by the layout, the faces and the ground.
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
  /** a press on a card of the hand moves it */
  moving: boolean;
  /** the card to be moved */
  lifted: number;
  /** handles in the player's own order; empty: automatic order */
  order: number[];
} = $state({ romaji: true, moving: false, lifted: 0, order: [], ...stored() });

/** Show or hide the readings, and store the choice. */
export function toggleRomaji(): void {
  mine.romaji = !mine.romaji;
  try {
    localStorage.setItem(KEY, JSON.stringify({ romaji: mine.romaji }));
  } catch {
    // No storage in this browser: the choice lasts as long as the page.
  }
}
