// Verifies a released record against the data stored in this browser: which claims about the deal are proven, unproven or
// false. `tefuda verify` also replays the game, which needs the rules and so is impossible in a browser.
import { bytesToHex as hex, hexToBytes as bytes } from "@noble/hashes/utils.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { type Facts, isCallOff, mapped, pledgeOf } from "@/lib/deal-checks";
import type { KeptCallOff, KeptShare } from "@/lib/deal-store";
import { NO_PREVIOUS, PROTOCOL, commitment, drawKey, isSigned, recordMessage, seal, sealMessage, setup } from "@/lib/fair-deal";
import { same } from "@/lib/same";

export interface RecordedAttempt {
  number: number;
  seats: string[];
  commitment: string;
  pledges: Record<number, string>;
  seal: string;
  secret: string;
  shares: Record<number, string>;
  /** empty unless it was called off */
  silent: number[];
  call_off: string;
}

export interface SignedRecord {
  server: string;
  table: string;
  game: string;
  rules: string;
  cards: string;
  players: number;
  options: Record<string, number>;
  attempts: RecordedAttempt[];
  digest: string;
  signature: string;
  /** the text before the digest line */
  body: string;
}

/** The record has a syntax error; `line` counts from 1. */
export class BadRecord extends Error {
  constructor(readonly line: number) {
    super(`line ${line}`);
  }
}

// ------------------------------------------------------------------ reading

const INTEGER = "(0|[1-9][0-9]{0,14})";
const HEX32 = "([0-9a-f]{64})";

/** Reader of the lines of a record. */
class Lines {
  private at = 0;
  private readonly lines: string[];

  constructor(private readonly text: string) {
    this.lines = text.split("\n");
  }

  /** Return the parts of the next line, if it matches. */
  try(form: string): string[] | undefined {
    const found = this.lines[this.at]?.match(new RegExp(`^${form}$`, "s"));
    if (found) this.at += 1;
    return found?.slice(1);
  }

  take(form: string): string[] {
    return this.try(form) ?? this.fail();
  }

  /** Return all next lines "WORD KEY VALUE" that match, with keys in ascending order. */
  while<T>(form: string, value: (text: string) => T, inOrder: (before: string, key: string) => boolean): Record<string, T> {
    const all: [string, T][] = [];
    for (let parts = this.try(form); parts; parts = this.try(form)) {
      const [key = "", text = ""] = parts;
      const before = all.at(-1)?.[0];
      if (before !== undefined && !inOrder(before, key)) this.fail(-1);
      all.push([key, value(text)]);
    }
    return Object.fromEntries(all);
  }

  /** Return the text before the next line. */
  get before(): string {
    return this.text.slice(0, this.lines.slice(0, this.at).reduce((sum, line) => sum + line.length + 1, 0));
  }

  fail(offset = 0): never {
    throw new BadRecord(this.at + 1 + offset);
  }
}

const ascending = (a: string, b: string) => Number(a) < Number(b);
const plain = (text: string) => text;

/** Return a string as Python's JSON encodes it: ASCII only. */
function ascii(text: string): string {
  return JSON.stringify(text).replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

function isName(text: string): boolean {
  try {
    const name: unknown = JSON.parse(text);
    return typeof name === "string" && ascii(name) === text;
  } catch {
    return false;
  }
}

/** Parse a record; only the canonical text of a game is accepted. */
export function readRecord(text: string): SignedRecord {
  const lines = new Lines(text);
  const one = (word: string, form = "(.+)") => lines.take(`${word} ${form}`)[0]!;
  lines.take("tefuda 2");
  lines.take(`protocol ${PROTOCOL}`);
  const header = {
    server: one("server", HEX32),
    table: one("table"),
    game: one("game"),
    rules: one("rules"),
    cards: one("cards", HEX32),
    players: Number(one("players", INTEGER)),
    options: lines.while("option ([^ ]+) (-?[1-9][0-9]{0,14}|0)", Number, (a, b) => hex(new TextEncoder().encode(a)) < hex(new TextEncoder().encode(b))),
  };
  const attempts: RecordedAttempt[] = [];
  for (let found = lines.try(`attempt ${INTEGER}`); found; found = lines.try(`attempt ${INTEGER}`)) {
    const bySeat = (word: string) => lines.while(`${word} ${INTEGER} ${HEX32}`, plain, ascending);
    const attempt = {
      number: Number(found[0]),
      seats: one("seats").split("|"),
      commitment: one("commitment", HEX32),
      pledges: bySeat("pledge"),
      seal: one("seal", HEX32),
      secret: one("secret", HEX32),
      shares: bySeat("share"),
    };
    const silent = lines.try(`silent (${INTEGER}(?: ${INTEGER})*)`)?.[0]?.split(" ") ?? [];
    if (silent.some((seat, i) => i > 0 && !ascending(silent[i - 1]!, seat))) lines.fail(-1);
    if (attempt.seats.length !== header.players) lines.fail(-1);
    attempts.push({ ...attempt, silent: silent.map(Number), call_off: silent.length ? one("call-off", HEX32) : "" });
  }
  if (!attempts.length) lines.fail();
  const names = lines.while(`name ${INTEGER} (".*")`, (name) => isName(name) || lines.fail(-1), ascending);
  if (Object.keys(names).some((seat) => Number(seat) >= header.players)) lines.fail(-1);
  for (;;) {
    const sits = lines.try(`sits ${INTEGER} (?:person|bot [^" ]+) (".*")`);
    if (sits && !isName(sits[1]!)) lines.fail(-1);
    if (!sits && !lines.try(`${INTEGER} (?:person|stand-in|bot) .+`) && !lines.try(`back ${INTEGER}`)) break;
  }
  if (!lines.try(`ranks ${INTEGER}(?: ${INTEGER})*`)) lines.take("closed");
  const body = lines.before;
  const digest = one("digest", HEX32);
  const signature = one("signature", "([0-9a-f]{128})");
  lines.take("");
  if (`${body}digest ${digest}\nsignature ${signature}\n` !== text) lines.fail();
  return { ...header, attempts, digest, signature, body };
}

/** Return what a page would have shown of the table, as the record itself says: it claims nothing that was seen elsewhere. */
export function factsOf(record: SignedRecord): Facts {
  const { table, game, options, players, server, rules, cards } = record;
  return { table, game, options, sitters: Array.from({ length: players }, () => ({ kind: "open" })), seat: -1, deal: { protocol: PROTOCOL, server, rules, cards, attempts: [{ ...record.attempts.at(-1)!, previous: "", signature: "" }] } };
}

// ------------------------------------------------------------------- claims

export type Verdict = "proven" | "not-proven" | "false";
export type ClaimName = "key" | "fixed" | "unchosen" | "rules" | "seen" | "unchanged" | "never";

export interface Claim {
  name: ClaimName;
  verdict: Verdict;
  /** message `fair-reason-<reason>`, with these arguments */
  reason: string;
  args?: Record<string, number>;
}

/** This browser's knowledge of a table whose record it verifies. */
export interface Known {
  facts: Facts;
  /** its share under the final seal */
  share: KeptShare | undefined;
  callOffs: readonly KeptCallOff[];
  /** known keys of the server, and those that the server marks as stolen */
  servers: readonly string[];
  stolen: readonly string[];
}

type Finding = Omit<Claim, "name">;
const proven = (reason: string): Finding => ({ verdict: "proven", reason });
const unproven = (reason: string): Finding => ({ verdict: "not-proven", reason });
const untrue = (reason: string, args?: Record<string, number>): Finding => ({ verdict: "false", reason, ...(args ? { args } : {}) });

/** Return the verdicts on all claims that this browser can check. */
export function checkRecord(record: SignedRecord, known: Known): Claim[] {
  const key = keyFollows(record, known.facts);
  const found: Record<ClaimName, Finding> = {
    key,
    fixed: key.verdict === "false" ? key : fixed(record, known),
    unchosen: key.verdict === "false" ? key : unchosen(record, known),
    rules: unproven("no-rules"),
    seen: unproven(known.share ? "seal-only" : "no-copy"),
    unchanged: unchanged(record, known),
    never: unproven("never"),
  };
  return Object.entries(found).map(([name, finding]) => ({ name: name as ClaimName, ...finding }));
}

/** Return the key of all draws in the record; only valid if the claim "key" is proven. */
export function keyOf(record: SignedRecord): string {
  const last = record.attempts.at(-1)!;
  return hex(drawKey(bytes(last.secret), bytes(last.seal), mapped(last.shares)));
}

/** Check that every attempt follows from its secret, shares and setup, and that the last one is complete. */
function keyFollows(record: SignedRecord, { table, game, options, sitters }: Facts): Finding {
  const played = Object.entries(options).every(([name, value]) => record.options[name] === value);
  const about = record.table === table && record.game === game && record.players === sitters.length;
  if (!about || !played || Object.keys(record.options).length !== Object.keys(options).length) return untrue("other-table");
  let previous = hex(NO_PREVIOUS);
  for (const [i, attempt] of record.attempts.entries()) {
    const wrong = attemptFault(record, attempt, i + 1, previous);
    if (wrong) return wrong;
    const last = i === record.attempts.length - 1;
    if (last === (attempt.call_off !== "")) return untrue("attempt-open", { attempt: i + 1 });
    if (last && !same(Object.keys(attempt.pledges), Object.keys(attempt.shares))) return untrue("share-missing", { attempt: i + 1 });
    const missing = ({ pledges, shares }: RecordedAttempt, seat: number) => pledges[seat] !== undefined && shares[seat] === undefined;
    if (attempt.call_off && (!isCallOff(attempt) || !attempt.silent.every((seat) => missing(attempt, seat)))) {
      return untrue("wrong-call-off", { attempt: i + 1 });
    }
    previous = attempt.call_off;
  }
  return proven("key-follows");
}

function attemptFault(record: SignedRecord, attempt: RecordedAttempt, place: number, previous: string): Finding | undefined {
  const { server, table, game, rules, cards, options } = record;
  if (attempt.number !== place) return untrue("attempt-number", { attempt: place });
  if (hex(commitment(bytes(attempt.secret))) !== attempt.commitment) return untrue("wrong-secret", { attempt: place });
  for (const [seat, share] of Object.entries(attempt.shares)) {
    if (attempt.pledges[Number(seat)] !== pledgeOf(share)) return untrue("wrong-share", { attempt: place, seat: Number(seat) + 1 });
  }
  const played = setup(table, game, rules, bytes(cards), options, attempt.seats);
  const right = seal(bytes(server), played, place, bytes(previous), bytes(attempt.commitment), mapped(attempt.pledges));
  return hex(right) === attempt.seal ? undefined : untrue("wrong-seal", { attempt: place });
}

/** Check that the record has the seal that this browser checked before the deal; earlier attempts are chained into it. */
function fixed(record: SignedRecord, { facts, share, callOffs }: Known): Finding {
  const last = record.attempts.at(-1)!;
  const noted = share?.seal ?? facts.deal.attempts?.at(-1)?.seal;
  if (noted !== last.seal) {
    const twice = share && isSigned(bytes(share.server), sealMessage(bytes(share.seal)), bytes(share.signature));
    return untrue(twice ? "signed-twice" : "other-seal");
  }
  const told = ({ number, seal, call_off }: KeptCallOff) => record.attempts.some((one) => one.number === number && one.seal === seal && one.call_off === call_off);
  if (!callOffs.every(told)) return untrue("attempt-missing");
  return share ? proven("seal-kept") : unproven("operators-word");
}

/** Check that this browser's share, secret until the seal, is part of the key. */
function unchosen(record: SignedRecord, { share }: Known): Finding {
  const last = record.attempts.at(-1)!;
  if (share) return last.shares[share.seat] === share.share ? proven("my-share") : untrue("not-my-share");
  const pledged = Object.keys(last.pledges).length > 0;
  return unproven(pledged ? "operators-word" : "server-alone");
}

/** Check that the server signed this text with a key known to this browser. */
function unchanged(record: SignedRecord, { share, servers, stolen }: Known): Finding {
  const digest = sha256(new TextEncoder().encode(record.body));
  if (hex(digest) !== record.digest) return untrue("wrong-digest");
  if (!isSigned(bytes(record.server), recordMessage(digest), bytes(record.signature))) return untrue("wrong-signature");
  if (share && share.server !== record.server) return untrue("other-key");
  if (!share && !servers.includes(record.server)) return unproven("own-key");
  return stolen.includes(record.server) ? unproven("stolen-key") : proven("signed");
}
