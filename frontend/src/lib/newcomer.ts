// What this browser remembers of its user's first games of each kind: which ones, and which rule cards they offered.
import { type StorageArea, SafeStorage, browserStorage } from "@/lib/storage";

/** Games of a kind after which hardly anything is new. */
const GAMES = 3;

interface First {
  /** ids of the tables, oldest first */
  tables: string[];
  /** the table after whose game a rule's card was offered, by clause */
  cards: Record<string, string>;
}

export class Newcomer {
  private readonly shelf: SafeStorage;

  constructor(storage: StorageArea | undefined = browserStorage("localStorage")) {
    this.shelf = new SafeStorage(storage);
  }

  /** Note a finished game; returns whether it is one of the first of its kind. The same one may be noted again. */
  finish(game: string, table: string): boolean {
    const first = this.read(game);
    if (!first.tables.includes(table) && first.tables.length < GAMES) {
      first.tables.push(table);
      this.write(game, first);
    }
    return first.tables.includes(table);
  }

  /** Return which of these clauses to offer a card about after a game: one that was not offered before; the same again for the same game. */
  offer(game: string, table: string, clauses: readonly string[]): string | undefined {
    const first = this.read(game);
    const clause = clauses.find((one) => first.cards[one] === table) ?? clauses.find((one) => !first.cards[one]);
    if (clause) {
      first.cards[clause] = table;
      this.write(game, first);
    }
    return clause;
  }

  private read(game: string): First {
    const { tables = [], cards = {} } = this.shelf.json<Partial<First>>(key(game), {});
    return { tables, cards };
  }

  private write(game: string, first: First): void {
    this.shelf.setJson(key(game), first);
  }
}

function key(game: string): string {
  return `tefuda-newcomer-${game}`; // not "tefuda-first-", below which are the views that fair deals keep for a while
}

export const newcomer = new Newcomer();
