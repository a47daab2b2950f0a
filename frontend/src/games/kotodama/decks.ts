// Decks as text and as numbers of cards: reading, writing, what is wrong with one, and those that this browser keeps.
import type { Entry } from "./pool";

export const FEWEST = 30;
export const MOST = 55;
export const COPIES = 2;

/** How many of each face. */
export type Deck = Record<string, number>;

export interface SavedDeck {
  name: string;
  deck: Deck;
}

export function size(deck: Deck): number {
  return Object.values(deck).reduce((sum, copies) => sum + copies, 0);
}

/** One card more or fewer, as far as a deck may have it. */
export function changed(deck: Deck, face: string, by: number): Deck {
  const copies = Math.min(Math.max((deck[face] ?? 0) + by, 0), COPIES);
  const rest = Object.fromEntries(Object.entries(deck).filter(([one]) => one !== face));
  return copies ? { ...rest, [face]: copies } : rest;
}

/** How many cards a deck lacks (below 0) or has too many (above 0); 0: it may be played. */
export function excess(deck: Deck): number {
  const cards = size(deck);
  return cards < FEWEST ? cards - FEWEST : Math.max(cards - MOST, 0);
}

/** The cards of a deck in the pool's order. */
export function listed(deck: Deck, pool: readonly Entry[]): { entry: Entry; copies: number }[] {
  return pool.filter((entry) => deck[entry.face]).map((entry) => ({ entry, copies: deck[entry.face]! }));
}

/** The command that puts a deck together at the table. */
export function command(deck: Deck): string[] {
  const faces = Object.keys(deck).sort((a, b) => Number(a) - Number(b));
  return [...faces.flatMap((face) => Array<string>(deck[face]!).fill(`add-${face}`)), "ready"];
}

/** A deck to be sent to a friend: its name, and a line for each card; the number tells words of one name apart. */
export function write(name: string, deck: Deck, pool: readonly Entry[]): string {
  return [`# ${name}`, ...listed(deck, pool).map(({ entry, copies }) => `${copies} ${entry.name} #${entry.face}`)].join("\n");
}

/** What a text says, and the lines that say nothing one could use. Also reads the table's own command ("add-2 add-2 ready"). */
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

/** The decks that this browser keeps. */
export function shelf(storage: Storage = localStorage): SavedDeck[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(SHELF) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isSaved) : [];
  } catch {
    return []; // nothing kept, or not by us
  }
}

function isSaved(one: unknown): one is SavedDeck {
  return typeof one === "object" && one !== null && "name" in one && typeof one.name === "string" && "deck" in one && typeof one.deck === "object" && one.deck !== null;
}

/** Keep these decks; false where the browser keeps nothing. */
export function keep(decks: SavedDeck[], storage: Storage = localStorage): boolean {
  try {
    storage.setItem(SHELF, JSON.stringify(decks));
    return true;
  } catch {
    return false;
  }
}
