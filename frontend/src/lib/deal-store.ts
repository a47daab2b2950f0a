// What this browser keeps of fair deals: its shares, the seals it checked, the call-offs it saw, the server's keys, and
// each game's first view. A share is kept under a key of its own, so that two tabs never overwrite each other's.
import { bytesToHex } from "@noble/hashes/utils.js";
import { HASH_BYTES, type Bytes, pledge } from "@/lib/fair-deal";
import type { TableUpdate } from "@/lib/protocol";
import { Shelf, drawer } from "@/lib/shelf";

/** What the page showed of a game before its seal; what was not shown is missing. */
export interface Shown {
  game?: string;
  options?: Record<string, number>;
  rules?: string;
  cards?: string;
}

/** One random share of this browser; all bytes in hex. */
export interface KeptShare {
  pledge: string;
  share: string;
  /** "" and -1 until the server has said which table and seat it became */
  table: string;
  seat: number;
  /** milliseconds since 1970 */
  at: number;
  shown: Shown;
  /** the seal under which it was revealed; "" while it is secret */
  seal: string;
  signature: string;
  /** the server's key in that seal, and the attempt's number */
  server: string;
  attempt: number;
  /** the server has confirmed that the share arrived */
  given: boolean;
}

export interface KeptCallOff {
  table: string;
  at: number;
  number: number;
  seal: string;
  silent: number[];
  call_off: string;
}

const SHARE = "tefuda-share-";
const FIRST = "tefuda-first-";
const CALL_OFF = "tefuda-call-off-";
const SERVER = "tefuda-server-";
const SEEN = "tefuda-seen-";
const DAY = 24 * 60 * 60 * 1000;
const KEPT_DAYS = 90;
/** characters of later updates that are collected for "my copy" */
export const SEEN_LIMIT = 2_000_000;

export class DealStore {
  /** the table whose updates are collected, and how many characters of them */
  private collecting = "";
  private collected = 0;

  constructor(
    private readonly shelf: Shelf,
    /** for updates after the first: as long as the tab lives */
    private readonly tab: Shelf,
    private readonly now: () => number = Date.now,
    private readonly random: () => Bytes = () => crypto.getRandomValues(new Uint8Array(HASH_BYTES)),
  ) {
    this.prune();
  }

  // ----------------------------------------------------------------- shares

  /** Draw a share and keep it, before anybody hears its pledge. */
  draw(table: string, seat: number, shown: Shown): KeptShare {
    const share = this.random();
    const kept: KeptShare = {
      pledge: bytesToHex(pledge(share)),
      share: bytesToHex(share),
      table,
      seat,
      at: this.now(),
      shown,
      seal: "",
      signature: "",
      server: "",
      attempt: 0,
      given: false,
    };
    this.keep(kept);
    return kept;
  }

  keep(share: KeptShare): void {
    const key = SHARE + share.pledge;
    if (this.shelf.set(key, JSON.stringify(share))) return;
    // Full: shares matter more than first views of old games.
    const views = this.shelf.keys(FIRST).sort((a, b) => this.age(a) - this.age(b));
    for (const view of views) {
      this.shelf.delete(view);
      if (this.shelf.set(key, JSON.stringify(share))) return;
    }
  }

  share(pledged: string): KeptShare | undefined {
    return this.read<KeptShare>(SHARE + pledged);
  }

  /** All shares of one table, oldest first. */
  shares(table: string): KeptShare[] {
    return this.all<KeptShare>(SHARE).filter((share) => share.table === table).sort((a, b) => a.at - b.at);
  }

  // -------------------------------------------------------------- call-offs

  keepCallOff(callOff: Omit<KeptCallOff, "at">): void {
    // Under both of its hashes: a second, contradicting call-off of the same seal does not replace the first.
    const key = `${CALL_OFF}${callOff.seal}-${callOff.call_off}`;
    if (this.shelf.get(key) === undefined) this.shelf.set(key, JSON.stringify({ ...callOff, at: this.now() }));
  }

  callOffs(table: string): KeptCallOff[] {
    return this.all<KeptCallOff>(CALL_OFF).filter((one) => one.table === table).sort((a, b) => a.number - b.number);
  }

  // ------------------------------------------------------------ server keys

  /** The keys under which this browser knows the server. */
  servers(): string[] {
    return this.shelf.keys(SERVER).map((key) => key.slice(SERVER.length));
  }

  trust(key: string): void {
    this.shelf.set(SERVER + key, JSON.stringify({ at: this.now() }));
  }

  // ------------------------------------------------------ what was seen

  /** The first update with a view after the deal; later ones do not replace it. */
  keepFirst(pledged: string, update: TableUpdate): void {
    const key = FIRST + pledged;
    if (this.shelf.get(key) === undefined) this.shelf.set(key, JSON.stringify({ at: this.now(), update }));
  }

  first(pledged: string): TableUpdate | undefined {
    return this.read<{ update: TableUpdate }>(FIRST + pledged)?.update;
  }

  /** Collect a later update, while there is room; other tables' make room for it. */
  collect(table: string, update: TableUpdate): void {
    const prefix = `${SEEN}${table}-`;
    if (this.collecting !== table) {
      for (const key of this.tab.keys(SEEN)) if (!key.startsWith(prefix)) this.tab.delete(key);
      this.collecting = table;
      this.collected = this.tab.keys(prefix).reduce((sum, key) => sum + (this.tab.get(key)?.length ?? 0), 0);
    }
    const key = prefix + update.version;
    const text = JSON.stringify(update);
    const before = this.tab.get(key)?.length ?? 0;
    // The same update may come again with less: without its view, when it was missed.
    if (before >= text.length || this.collected - before + text.length > SEEN_LIMIT) return;
    this.tab.set(key, text);
    this.collected += text.length - before;
  }

  /** What this browser saw of a game, in order, from the first view after the deal. */
  seen(table: string, pledged: string): TableUpdate[] {
    const first = this.first(pledged);
    if (!first) return [];
    const later = this.tab
      .keys(`${SEEN}${table}-`)
      .map((key) => parsed<TableUpdate>(this.tab.get(key)))
      .filter((update) => update !== undefined && update.version > first.version) as TableUpdate[];
    return [first, ...later.sort((a, b) => a.version - b.version)];
  }

  // ---------------------------------------------------------------- upkeep

  /** Drop what is older than 90 days; the server's keys stay. */
  private prune(): void {
    for (const key of [SHARE, FIRST, CALL_OFF].flatMap((prefix) => this.shelf.keys(prefix))) {
      if (this.now() - this.age(key) > KEPT_DAYS * DAY) this.shelf.delete(key);
    }
  }

  /** When something was kept; 0 for what cannot be read. */
  private age(key: string): number {
    return this.read<{ at?: number }>(key)?.at ?? 0;
  }

  private all<T>(prefix: string): T[] {
    return this.shelf.keys(prefix).map((key) => this.read<T>(key)).filter((one) => one !== undefined) as T[];
  }

  private read<T>(key: string): T | undefined {
    return parsed<T>(this.shelf.get(key));
  }
}

function parsed<T>(text: string | undefined): T | undefined {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as T);
  } catch {
    return undefined;
  }
}

let own: DealStore | undefined;

/** This browser's store. */
export function dealStore(): DealStore {
  return (own ??= new DealStore(new Shelf(drawer("localStorage")), new Shelf(drawer("sessionStorage"))));
}
