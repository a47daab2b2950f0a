// How one looks at this game in this browser: one's own order of the hand while it lasts, and whether readings stand in
// Latin letters, which is kept. Read by the layout's wiring, the faces and the ground.
const KEY = "tefuda-doutotsu";

function stored(): { romaji?: boolean } {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as { romaji?: boolean };
  } catch {
    return {};
  }
}

export const mine: {
  /** do readings stand in Latin letters, where the page is in English? */
  romaji: boolean;
  /** does a press on a card of the hand move it? */
  moving: boolean;
  /** the card that is to be moved */
  lifted: number;
  /** handles in one's own order; empty: the hand sorts itself */
  order: number[];
} = $state({ romaji: true, moving: false, lifted: 0, order: [], ...stored() });

/** Show or hide the readings, from now on. */
export function toggleRomaji(): void {
  mine.romaji = !mine.romaji;
  try {
    localStorage.setItem(KEY, JSON.stringify({ romaji: mine.romaji }));
  } catch {
    // No storage in this browser: the choice lasts as long as the page.
  }
}
