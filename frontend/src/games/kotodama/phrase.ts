// Parser of a group's phrase, as the table sends it: "書か|ない（かかない）" or "書か|ない: does not write". Pure.

/** The words of a group, and its reading or meaning. */
export interface Phrase {
  words: string[];
  below: string;
}

/** Return the parts of a zone's note. */
export function phraseOf(note: string): Phrase {
  const [, words = note, reading, gloss] = /^(.*?)(?:（(.*)）|: (.*))?$/.exec(note) ?? [];
  return { words: words.split("|"), below: reading ?? gloss ?? "" };
}
