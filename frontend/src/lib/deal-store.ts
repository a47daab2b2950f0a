// Storage of fair deals: own shares, checked seals, observed call-offs, the server's keys, and each game's first view.
// Each share has its own key, so that two tabs never overwrite each other's.
import { bytesToHex } from "@noble/hashes/utils.js";
import { HASH_BYTES, type Bytes, pledge } from "@/lib/fair-deal";
import type { TableUpdate } from "@/lib/protocol";
import { SafeStorage, browserStorage, local } from "@/lib/storage";

/** The setup that the page showed before the seal; values not shown are missing. */
export interface Shown {
  game?: string;
  options?: Record<string, number>;
  rules?: string;
  cards?: string;
}

/** A random share of this browser; bytes in hex. */
export interface KeptShare {
  pledge: string;
  share: string;
  /** "" and -1 until the server has assigned table and seat */
  table: string;
  seat: number;
  /** milliseconds since 1970 */
  at: number;
  shown: Shown;
  /** the seal under which it was revealed; "" while secret */
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
/** limit of characters of later updates collected for "my copy" */
export const SEEN_LIMIT = 2_000_000;

export class DealStore {
  /** the table whose updates are collected, and their number of characters */
  private collecting = "";
  private collected = 0;

  constructor(
    private readonly shelf: SafeStorage,
    /** for updates after the first: lasts as long as the tab */
    private readonly tab: SafeStorage,
    private readonly now: () => number = Date.now,
    private readonly random: () => Bytes = () => crypto.getRandomValues(new Uint8Array(HASH_BYTES)),
  ) {
    this.prune();
  }

  // ----------------------------------------------------------------- shares

  /** Draw a share and store it before its pledge is sent. */
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
    if (this.shelf.setJson(key, share, "goes")) return;
    // Storage is full: shares matter more than first views of old games.
    const views = this.shelf.keys(FIRST).sort((a, b) => this.age(a) - this.age(b));
    for (const view of views) {
      this.shelf.delete(view);
      if (this.shelf.setJson(key, share, "goes")) return;
    }
  }

  share(pledged: string): KeptShare | undefined {
    return this.read<KeptShare>(SHARE + pledged);
  }

  /** Return all shares of one table, oldest first. */
  shares(table: string): KeptShare[] {
    return this.all<KeptShare>(SHARE).filter((share) => share.table === table).sort((a, b) => a.at - b.at);
  }

  // -------------------------------------------------------------- call-offs

  keepCallOff(callOff: Omit<KeptCallOff, "at">): void {
    // The key has both hashes, so that a contradicting call-off of the same seal does not replace the first.
    const key = `${CALL_OFF}${callOff.seal}-${callOff.call_off}`;
    if (this.shelf.get(key) === undefined) this.shelf.setJson(key, { ...callOff, at: this.now() });
  }

  callOffs(table: string): KeptCallOff[] {
    return this.all<KeptCallOff>(CALL_OFF).filter((one) => one.table === table).sort((a, b) => a.number - b.number);
  }

  // ------------------------------------------------------------ server keys

  /** Return the server's keys known to this browser. */
  servers(): string[] {
    return this.shelf.keys(SERVER).map((key) => key.slice(SERVER.length));
  }

  trust(key: string): void {
    this.shelf.setJson(SERVER + key, { at: this.now() });
  }

  // ------------------------------------------------------------ updates

  /** Store the first update with a view after the deal; later ones do not replace it. */
  keepFirst(pledged: string, update: TableUpdate): void {
    const key = FIRST + pledged;
    if (this.shelf.get(key) === undefined) this.shelf.setJson(key, { at: this.now(), update });
  }

  first(pledged: string): TableUpdate | undefined {
    return this.read<{ update: TableUpdate }>(FIRST + pledged)?.update;
  }

  /** Collect a later update while there is room; those of other tables are dropped first. */
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
    // A repeated update may have no view, if it is one of those missed.
    if (before >= text.length || this.collected - before + text.length > SEEN_LIMIT) return;
    this.tab.set(key, text);
    this.collected += text.length - before;
  }

  /** Return the collected updates of a game in order, from the first view after the deal. */
  seen(table: string, pledged: string): TableUpdate[] {
    const first = this.first(pledged);
    if (!first) return [];
    const later = this.tab
      .keys(`${SEEN}${table}-`)
      .map((key) => this.tab.json<TableUpdate | undefined>(key, undefined))
      .filter((update) => update !== undefined && update.version > first.version) as TableUpdate[];
    return [first, ...later.sort((a, b) => a.version - b.version)];
  }

  // ---------------------------------------------------------------- upkeep

  /** Delete entries older than 90 days; the server's keys stay. */
  private prune(): void {
    for (const key of [SHARE, FIRST, CALL_OFF].flatMap((prefix) => this.shelf.keys(prefix))) {
      if (this.now() - this.age(key) > KEPT_DAYS * DAY) this.shelf.delete(key);
    }
  }

  /** Return when an entry was stored; 0 if it is unreadable. */
  private age(key: string): number {
    return this.read<{ at?: number }>(key)?.at ?? 0;
  }

  private all<T>(prefix: string): T[] {
    return this.shelf.keys(prefix).map((key) => this.read<T>(key)).filter((one) => one !== undefined) as T[];
  }

  private read<T>(key: string): T | undefined {
    return this.shelf.json<T | undefined>(key, undefined);
  }
}

let own: DealStore | undefined;

/** This browser's store. */
export function dealStore(): DealStore {
  return (own ??= new DealStore(local, new SafeStorage(browserStorage("sessionStorage"))));
}
