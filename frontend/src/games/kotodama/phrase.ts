// What a group says, as the table sends it: "書か|ない（かかない）" or "書か|ない: does not write". Pure.

/** A group's words one by one, and below them its reading or what it means. */
export interface Phrase {
  words: string[];
  below: string;
}

/** The parts of a zone's note. */
export function phraseOf(note: string): Phrase {
  const [, words = note, reading, gloss] = /^(.*?)(?:（(.*)）|: (.*))?$/.exec(note) ?? [];
  return { words: words.split("|"), below: reading ?? gloss ?? "" };
}
