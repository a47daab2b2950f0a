// Decks: parsing, writing, validation, and storage in this browser.
import { type SafeStorage, local } from "@/lib/storage";
import type { Entry } from "./pool";

const FEWEST = 30;
export const MOST = 55;
export const COPIES = 2;

/** Copies by face. */
export type Deck = Record<string, number>;

export interface SavedDeck {
  name: string;
  deck: Deck;
}

export function size(deck: Deck): number {
  return Object.values(deck).reduce((sum, copies) => sum + copies, 0);
}

/** Return the deck with one card more or fewer, within the limits. */
export function changed(deck: Deck, face: string, by: number): Deck {
  const before = deck[face] ?? 0;
  const copies = Math.min(Math.max(before + by, 0), COPIES);
  if (copies === before) return deck;
  const rest = Object.fromEntries(Object.entries(deck).filter(([one]) => one !== face));
  return copies ? { ...rest, [face]: copies } : rest;
}

/** Return the number of missing (below 0) or surplus cards (above 0); 0: the deck is legal. */
export function excess(deck: Deck): number {
  const cards = size(deck);
  return cards < FEWEST ? cards - FEWEST : Math.max(cards - MOST, 0);
}

/** Return the cards of a deck in the pool's order. */
export function listed(deck: Deck, pool: readonly Entry[]): { entry: Entry; copies: number }[] {
  return pool.filter((entry) => deck[entry.face]).map((entry) => ({ entry, copies: deck[entry.face]! }));
}

/** Return the command that builds a deck at the table. */
export function command(deck: Deck): string[] {
  const faces = Object.keys(deck).sort((a, b) => Number(a) - Number(b));
  return [...faces.flatMap((face) => Array<string>(deck[face]!).fill(`add-${face}`)), "ready"];
}

/** Return the deck of cards given one by one. */
export function counted(faces: readonly string[]): Deck {
  const deck: Deck = {};
  for (const face of faces) deck[face] = (deck[face] ?? 0) + 1;
  return deck;
}

/** Return a deck as text for sharing: its name, and a line for each card; the number distinguishes words of equal name. */
export function write(name: string, deck: Deck, pool: readonly Entry[]): string {
  return [`# ${name}`, ...listed(deck, pool).map(({ entry, copies }) => `${copies} ${entry.name} #${entry.face}`)].join("\n");
}

/** Parse a deck from text; also return the lines that cannot be read. Accepts the table's command, too ("add-2 add-2 ready"). */
export function read(text: string, pool: readonly Entry[]): { name: string; deck: Deck; lost: string[] } {
  let name = "";
  let deck: Deck = {};
  const lost: string[] = [];
  const add = (entry: Entry | undefined, copies: number, line: string) => {
    if (!entry || (deck[entry.face] ?? 0) + copies > COPIES) lost.push(line);
    else if (copies > 0) deck = changed(deck, entry.face, copies);
  };
  for (const line of text.split("\n").map((one) => one.trim()).filter(Boolean)) {
    const heading = /^#\s+(.*)$/.exec(line);
    const row = /^(\d+)\s*[x×]?\s+(.+?)(?:\s+#(\d+))?$/.exec(line);
    if (heading) name = heading[1]!;
    else if (/^(add-\d+|ready)(\s+(add-\d+|ready))*$/.test(line)) {
      for (const [, face] of line.matchAll(/add-(\d+)/g)) add(pool.find((one) => one.face === face), 1, line);
    } else if (row) {
      const [, copies, called, face] = row;
      const named = pool.filter((one) => one.name === called);
      add(named.find((one) => one.face === face) ?? named[0], Number(copies), line);
    } else lost.push(line);
  }
  return { name, deck, lost };
}

const SHELF = "tefuda.decks.kotodama";

/** Return the decks stored in this browser. */
export function shelf(storage: SafeStorage = local): SavedDeck[] {
  const kept = storage.json<unknown>(SHELF, []);
  return Array.isArray(kept) ? kept.filter(isSaved) : [];
}

function isSaved(one: unknown): one is SavedDeck {
  return typeof one === "object" && one !== null && "name" in one && typeof one.name === "string" && "deck" in one && typeof one.deck === "object" && one.deck !== null;
}

/** Store a deck in place of one of its name, beside those that other pages have stored; false if the browser has no storage. */
export function put(one: SavedDeck, storage: SafeStorage = local): boolean {
  return storage.setJson(SHELF, [...shelf(storage).filter(({ name }) => name !== one.name), one]);
}

/** Remove the deck of a name. */
export function remove(called: string, storage: SafeStorage = local): void {
  storage.setJson(SHELF, shelf(storage).filter(({ name }) => name !== called));
}
