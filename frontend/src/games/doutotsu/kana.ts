// What a face id says (`ra-red`, `i+ru+ka`), and what its card's texts from the server say of it. Pure.
import type { Localizer } from "@/lib/localization";

/** The colours of cards; each has a shape and a letter of its own as well. */
export const COLOURS = ["red", "blue", "yellow", "green"] as const;
export type Colour = (typeof COLOURS)[number];

/** Parse the face of a kana card; undefined for an entry of the list. */
export function kanaCard(face: string): { sound: string; colour: Colour } | undefined {
  const at = face.lastIndexOf("-");
  const [sound, colour] = [face.slice(0, at), face.slice(at + 1) as Colour];
  return at > 0 && COLOURS.includes(colour) ? { sound, colour } : undefined;
}

/** Return the letters of an entry of the list, as in the faces of their cards. */
export function sounds(face: string): string[] {
  return face.split("+");
}

/** Return names of letters without the words that tell small ones from large ones, where there is little room. */
export function brief(letters: string): string {
  return letters.replaceAll("small ", "-").replaceAll("小さい", "");
}

/** Return a letter as it is written, or read in Latin script; it is on a card of every colour. */
export function letter(localizer: Localizer, sound: string, fact: "glyph" | "sound"): string {
  return String(localizer.fact(`${sound}-red`, fact));
}
