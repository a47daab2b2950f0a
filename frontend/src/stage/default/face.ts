// Number, suit and type size of a card that is drawn as text. Pure.
import type { Localizer } from "@/lib/localization";

/** Number of suit colours besides the plain one. */
const SUITS = 7;

/** Return the number of a card, if its face and its name both contain it: "7" of `moon-7`, "7 of moons". */
export function rankOf(face: string, name: string): string {
  const rank = /(\d+)\D*$/.exec(face)?.[1] ?? "";
  return new RegExp(`(^|\\D)${rank}(\\D|$)`).test(name) ? rank : "";
}

/** Return the suit of a face: "moon" of `moon-7` and of `7-moon`; "": none. */
export function stemOf(face: string): string {
  return /\d/.test(face) ? face.replace(/\d+/g, "").replace(/^[-+_]+|[-+_]+$/g, "") : "";
}

const colours = new WeakMap<Localizer, Map<string, number>>();

/** Return the number of a suit's colour; 0 is plain ink. Suits of one game differ, if it has no more than there are colours. */
export function suitOf(face: string, localizer: Localizer): number {
  let known = colours.get(localizer);
  if (!known) {
    const stems = [...new Set(localizer.faces().map(stemOf))].filter(Boolean).sort();
    known = new Map(stems.map((stem, i) => [stem, 1 + (i % SUITS)]));
    colours.set(localizer, known);
  }
  return known.get(stemOf(face)) ?? 0;
}

/** Return the type size at which a text fills one line of this width. */
export function lineSize(text: string, width: number): number {
  return width / Math.max(emsOf(text), 1);
}

function emsOf(text: string): number {
  return wideIn(text) + 0.6 * (text.length - wideIn(text));
}

/** Return the number of letters that are as wide as high. */
function wideIn(text: string): number {
  return [...text].filter((letter) => letter.charCodeAt(0) > 0x2e80).length;
}

/** Return the largest type size, in percent of the card's width, at which the longest word fits. */
export function fontSize(name: string, largest: number): number {
  const widths = name.split(/[\s\u3000-\u303f]+/).map((word) => {
    const wide = wideIn(word);
    // Japanese breaks anywhere: long names get two or three lines.
    return wide > 4 ? Math.ceil(wide / Math.ceil(wide / 4)) : emsOf(word);
  });
  return Math.min(largest, 86 / Math.max(...widths, 1));
}
