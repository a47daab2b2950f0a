// Card pool: name, part of speech, reading and gloss, parsed from the catalogue for faces and decks. Pure, except `poolOf`'s cache.
import { api } from "@/lib/api";
import type { CardText, Opening } from "@/lib/protocol";

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
  /** kana; "" if the card has none */
  reading: string;
  /** in English */
  gloss: string;
}

/** Endings of the class names by part of speech, longer ones first: 格助詞 is a particle, 助動詞 no verb. */
const ENDINGS: [string, Part][] = [
  ["形容動詞", "adjectival-verb"],
  ["助動詞", "auxiliary"],
  ["感動詞", "interjection"],
  ["動詞", "verb"],
  ["形容詞", "adjective"],
  ["代名詞", "pronoun"],
  ["名詞", "noun"],
  ["数詞", "noun"],
  ["副詞", "adverb"],
  ["連体詞", "attributive"],
  ["接続詞", "conjunction"],
  ["助詞", "particle"],
];

/** Parse a catalogue entry. Its text begins with its class and, if present, its reading: 【動詞（五段活用）・かく】. */
export function entryOf(face: string, { name, text }: CardText): Entry {
  const [ja, en] = name.t === "text" ? [name.ja, name.en] : [name.id, ""];
  const [, kind = "", reading = ""] = (text?.t === "text" && /^【(.+?)(?:・([^】]+))?】/.exec(text.ja)) || [];
  const [, meaning] = (text?.t === "text" && /^\[[^\]]*?: ([^\]]+)\]/.exec(text.en)) || [];
  const bare = kind.replace(/（.*）$/, "");
  const part = ENDINGS.find(([ending]) => bare.endsWith(ending))?.[1] ?? "item";
  return { face, name: ja, part, reading, gloss: meaning ?? /\((.*)\)$/.exec(en)?.[1] ?? "" };
}

/** Return all cards of a catalogue, by number. */
function entriesOf(cards: Record<string, CardText>): Entry[] {
  return Object.entries(cards)
    .map(([face, card]) => entryOf(face, card))
    .sort((a, b) => Number(a.face) - Number(b.face));
}

/** The cards of a server, and its starter decks by the action that chooses each. */
export interface Pool {
  entries: Entry[];
  decks: Record<string, Opening>;
}

let asked: Promise<Pool> | undefined;

/** Return the server's pool; requested once. */
export function poolOf(): Promise<Pool> {
  asked ??= api.cards("kotodama").then(({ cards, openings }) => ({ entries: entriesOf(cards), decks: openings }));
  asked.catch(() => (asked = undefined));
  return asked;
}
