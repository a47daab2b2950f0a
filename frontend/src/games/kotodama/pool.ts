// What the pool of cards says, taken apart for faces and decks: name, part of speech, reading, gloss. Pure, but for `poolOf`'s memory.
import { api } from "@/lib/api";
import type { CardText, Words } from "@/lib/protocol";

export const PARTS = [
  "verb",
  "adjective",
  "adjectival-verb",
  "noun",
  "pronoun",
  "adverb",
  "attributive",
  "conjunction",
  "interjection",
  "auxiliary",
  "particle",
  "item",
] as const;
export type Part = (typeof PARTS)[number];

/** A card of the pool. */
export interface Entry {
  face: string;
  /** as on the card, in Japanese */
  name: string;
  part: Part;
  /** the message that names its subclass: "class-verb-godan" */
  kind: string;
  reading: string;
  gloss: string;
}

/** The card of a catalogue's entry. */
export function entryOf(face: string, { name, text }: CardText): Entry {
  const ja = name.t === "text" ? name.ja : name.id;
  const en = name.t === "text" ? name.en : "";
  const args = text?.t === "words" ? (text.args ?? {}) : {};
  const kind = isWords(args["kind"]) ? args["kind"].id : "class-item";
  const part = PARTS.find((one) => kind === `class-${one}` || kind.startsWith(`class-${one}-`)) ?? "item";
  const gloss = typeof args["gloss"] === "string" ? args["gloss"] : (/\((.*)\)$/.exec(en)?.[1] ?? "");
  return { face, name: ja, part, kind, reading: typeof args["reading"] === "string" ? args["reading"] : "", gloss };
}

function isWords(value: unknown): value is Words {
  return typeof value === "object" && value !== null && "t" in value && value.t === "words";
}

/** All cards of a catalogue, by their numbers. */
export function entriesOf(cards: Record<string, CardText>): Entry[] {
  return Object.entries(cards)
    .map(([face, card]) => entryOf(face, card))
    .sort((a, b) => Number(a.face) - Number(b.face));
}

let asked: Promise<Entry[]> | undefined;

/** The server's pool; asked for once. */
export function poolOf(): Promise<Entry[]> {
  asked ??= api.cards("kotodama").then(({ cards }) => entriesOf(cards));
  asked.catch(() => (asked = undefined));
  return asked;
}
