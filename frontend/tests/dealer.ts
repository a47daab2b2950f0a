// A dealing server to test against: it seals, calls off and deals as the real one does, and can be told to cheat.
import { getPublicKey, sign as signEd25519 } from "@noble/ed25519";
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex as hex, hexToBytes as bytes } from "@noble/hashes/utils.js";
import type { Facts } from "@/lib/deal-checks";
import { DealStore } from "@/lib/deal-store";
import * as fair from "@/lib/fair-deal";
import type { Wire } from "@/lib/giver";
import type { Attempt, DealInfo } from "@/lib/protocol";
import { type StorageArea, SafeStorage } from "@/lib/storage";

export const TABLE = "AbCdEfGhIjKl";
export const PRIVATE = new Uint8Array(32).fill(7);
export const OTHER_KEY = new Uint8Array(32).fill(8);
export const bytesOf = (fill: number) => new Uint8Array(32).fill(fill);
export const h = (fill: number) => hex(fair.pledge(bytesOf(fill)));

export class Cupboard implements StorageArea {
  readonly kept = new Map<string, string>();
  /** characters that fit in */
  room = Infinity;
  get length(): number {
    return this.kept.size;
  }
  key(i: number): string | null {
    return [...this.kept.keys()][i] ?? null;
  }
  getItem(key: string): string | null {
    return this.kept.get(key) ?? null;
  }
  setItem(key: string, text: string): void {
    const used = [...this.kept].reduce((sum, [one, value]) => sum + (one === key ? 0 : one.length + value.length), 0);
    if (used + key.length + text.length > this.room) throw new Error("QuotaExceededError");
    this.kept.set(key, text);
  }
  removeItem(key: string): void {
    this.kept.delete(key);
  }
}

/** A store whose shares are 32 times the bytes 1, 2, 3, … */
export function store(cupboard: StorageArea | undefined = new Cupboard(), now = () => 1_000_000): DealStore {
  let drawn = 0;
  return new DealStore(new SafeStorage(cupboard), new SafeStorage(new Cupboard()), now, () => bytesOf(++drawn));
}

/** Derive S, the server's secret of one attempt to deal, from the 32 secret bytes of the table. */
export const attemptSecret = (tableSecret: fair.Bytes, table: string, attempt: number): fair.Bytes =>
  hmac(sha256, tableSecret, fair.labelled("secret", table, attempt));

/** Derive the Ed25519 public key, 32 bytes, of a private one. */
export const publicKey = (privateKey: fair.Bytes): fair.Bytes => getPublicKey(privateKey);

/** Sign a message with Ed25519; the same key and message give the same 64 bytes. */
export const sign = (privateKey: fair.Bytes, message: fair.Bytes): fair.Bytes => signEd25519(message, privateKey);

/** Seat 0 is ours, 1 a friend's, 2 a bot's. */
export class Dealer {
  key = PRIVATE;
  game = "kotori";
  options: Record<string, number> = { allow_yield: 0 };
  rules = "1";
  cards = hex(bytesOf(0xc0));
  sitters: Facts["sitters"] = [{ kind: "person", name: "Aki" }, { kind: "person", name: "Haru" }, { kind: "bot", level: "easy" }];
  pledges: Record<number, string> = { 1: h(101) };
  attempts: Attempt[] = [];
  dealt = false;
  shared = false;

  get deal(): DealInfo {
    const { rules, cards, attempts, dealt, shared } = this;
    const mine = this.pledges[0];
    return { protocol: 2, rules, cards, server: hex(publicKey(this.key)), attempts: [...attempts], dealt, shared, ...(mine ? { pledge: mine } : {}) };
  }

  facts(seat = 0): Facts {
    return { table: TABLE, game: this.game, options: { ...this.options }, sitters: this.sitters, seat, deal: this.deal };
  }

  get kinds(): string[] {
    return this.sitters.map((sitter) => (sitter.kind === "bot" ? `bot ${sitter.level}` : sitter.kind!));
  }

  /** Seal an attempt; `bent` replaces parts of it before seal and signature are made. */
  seal(bent: Partial<Attempt> = {}): Attempt {
    const number = this.attempts.length + 1;
    const secret = attemptSecret(bytesOf(9), TABLE, number);
    const attempt: Attempt = {
      number,
      previous: this.attempts.at(-1)?.call_off ?? hex(fair.NO_PREVIOUS),
      commitment: hex(fair.commitment(secret)),
      seats: this.kinds,
      pledges: { ...this.pledges },
      ...bent,
      seal: "",
      signature: "",
    };
    const setup = fair.setup(TABLE, this.game, this.rules, bytes(this.cards), this.options, attempt.seats);
    const pledges = Object.fromEntries(Object.entries(attempt.pledges).map(([seat, one]) => [seat, bytes(one)]));
    const seal = fair.seal(publicKey(this.key), setup, attempt.number, bytes(attempt.previous), bytes(attempt.commitment), pledges);
    attempt.seal = bent.seal ?? hex(seal);
    attempt.signature = bent.signature ?? hex(sign(this.key, fair.sealMessage(bytes(attempt.seal))));
    this.attempts.push(attempt);
    this.pledges = {};
    this.shared = false;
    return attempt;
  }

  callOff(silent: number[]): void {
    const attempt = this.attempts.at(-1)!;
    this.attempts[this.attempts.length - 1] = { ...attempt, silent, call_off: hex(fair.callOff(bytes(attempt.seal), silent)) };
    this.pledges = { 1: h(101 + this.attempts.length) };
  }
}

/** What a giver sent, in order; `refuse` makes the table refuse. */
export class Line implements Wire {
  readonly sent: ({ t: "pledge"; pledge: string } | { t: "share"; seal: string; share: string })[] = [];
  refuse = false;
  version = 1;
  asked = 0;
  listed: Awaited<ReturnType<Wire["keys"]>> = [];
  readonly send: Wire["send"] = async (message) => {
    this.sent.push(message);
    if (this.refuse) throw new Error("refused");
    return this.version;
  };
  readonly keys: Wire["keys"] = async () => {
    this.asked += 1;
    return this.listed;
  };
}

/** Let what was sent be answered. */
export async function answered(): Promise<void> {
  for (let i = 0; i < 8; i++) await Promise.resolve();
}
