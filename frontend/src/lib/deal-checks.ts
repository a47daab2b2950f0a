// Checks of a seal before this browser reveals its share. Pure; each check is an entry of a list, so that tests can show
// what each of them alone detects.
import { bytesToHex as hex, hexToBytes as bytes } from "@noble/hashes/utils.js";
import type { KeptCallOff, KeptShare, Shown } from "@/lib/deal-store";
import { type Bytes, NO_PREVIOUS, callOff, isSigned, pledge, seal, sealMessage, setup } from "@/lib/fair-deal";
import type { Attempt, DealInfo, Sitter } from "@/lib/protocol";
import { same } from "@/lib/same";

/** The state of a table, as the page shows it. */
export interface Facts {
  table: string;
  game: string;
  options: Readonly<Record<string, number>>;
  sitters: readonly Sitter[];
  /** own seat, -1 for none */
  seat: number;
  deal: DealInfo;
}

/** What this browser remembers of the table and its server. */
export interface Memory {
  /** known keys of the server */
  servers: readonly string[];
  /** the share pledged for this seal */
  share: KeptShare;
  /** all shares of this table */
  shares: readonly KeptShare[];
  callOffs: readonly KeptCallOff[];
}

export type CheckName =
  | "server"
  | "signature"
  | "pledge"
  | "distinct"
  | "seats"
  | "setup"
  | "follows"
  | "open"
  | "used"
  | "seal";

export interface Check {
  name: CheckName;
  holds: (facts: Facts, attempt: Attempt, memory: Memory) => boolean;
}

/** Return the players as in a seal: "person" or "bot LEVEL", by seat. */
function seatKinds(sitters: readonly Sitter[]): string[] {
  return sitters.map((sitter) => (sitter.kind === "bot" ? `bot ${sitter.level ?? ""}` : (sitter.kind ?? "open")));
}

/** Return the setup of the game that the page shows. */
export function shownOf({ game, options, deal }: Facts): Shown {
  return { game, options: { ...options }, rules: deal.rules ?? "", cards: deal.cards ?? "" };
}

/** Compute an attempt's seal from the values that it fixes. */
function sealOf(facts: Facts, attempt: Attempt): string {
  const { table, game, options, deal } = facts;
  const played = setup(table, game, deal.rules ?? "", bytes(deal.cards ?? ""), options, attempt.seats);
  const pledges = mapped(attempt.pledges);
  return hex(seal(bytes(deal.server ?? ""), played, attempt.number, bytes(attempt.previous), bytes(attempt.commitment), pledges));
}

function callOffOf(sealed: string, silent: readonly number[]): string {
  return hex(callOff(bytes(sealed), silent));
}

/** Return whether a call-off is the hash of its values; false for malformed ones. */
export function isCallOff({ seal, silent = [], call_off }: Pick<Attempt, "seal" | "silent" | "call_off">): boolean {
  try {
    return call_off === callOffOf(seal, silent);
  } catch {
    return false;
  }
}

export function pledgeOf(share: string): string {
  return hex(pledge(bytes(share)));
}

/** Read values by seat from hex; throws if a seat is spelled in another way, as then two of them could be the same one. */
export function mapped(values: Readonly<Record<number, string>>): Record<number, Bytes> {
  if (Object.keys(values).some((seat) => !/^(0|[1-9][0-9]{0,14})$/.test(seat))) throw new RangeError("not a seat");
  return Object.fromEntries(Object.entries(values).map(([seat, value]) => [Number(seat), bytes(value)]));
}

/** Return whether the attempts form a chain: numbers, call-offs, and each earlier seal. */
function chained(facts: Facts): boolean {
  let previous = hex(NO_PREVIOUS);
  const attempts = facts.deal.attempts ?? [];
  return attempts.every((attempt, i) => {
    const right = attempt.number === i + 1 && attempt.previous === previous;
    if (i === attempts.length - 1) return right;
    previous = attempt.call_off ?? "";
    return right && isCallOff(attempt) && sealOf(facts, attempt) === attempt.seal;
  });
}

export const CHECKS: readonly Check[] = [
  {
    name: "server", // the key is known to this browser
    holds: ({ deal }, _, { servers }) => servers.includes(deal.server ?? ""),
  },
  {
    name: "signature",
    holds: ({ deal }, { seal, signature }) => isSigned(bytes(deal.server ?? ""), sealMessage(bytes(seal)), bytes(signature)),
  },
  {
    name: "pledge", // one's own pledge is in the seal, at one's own seat
    holds: ({ table, seat }, { pledges }, { share }) =>
      share.table === table && share.seat === seat && pledges[seat] === pledgeOf(share.share),
  },
  {
    name: "distinct", // no pledge is a copy of another
    holds: (_, { pledges }) => new Set(Object.values(mapped(pledges)).map(hex)).size === Object.keys(pledges).length,
  },
  {
    name: "seats", // the seats are those on the screen
    holds: ({ sitters }, { seats }) => same(seats, seatKinds(sitters)),
  },
  {
    name: "setup", // game, options, rules and cards are those shown before the seal
    holds: (facts, _, { share }) => {
      const now = shownOf(facts);
      const { options, ...plain } = share.shown;
      return (
        Object.entries(plain).every(([name, value]) => now[name as "game"] === value) &&
        Object.entries(options ?? {}).every(([name, value]) => facts.options[name] === value) &&
        (!options || Object.keys(options).length === Object.keys(facts.options).length)
      );
    },
  },
  {
    name: "follows", // number and previous follow the attempts, and all call-offs that this browser saw are among them
    holds: (facts, attempt, { callOffs }) => {
      const attempts = facts.deal.attempts ?? [];
      const kept = (one: KeptCallOff) => attempts.some(({ number, seal, call_off }) => number === one.number && seal === one.seal && call_off === one.call_off);
      return attempts.at(-1) === attempt && chained(facts) && callOffs.every(kept);
    },
  },
  {
    name: "open", // no earlier seal of this table is left without its call-off
    holds: (_, attempt, { shares, callOffs }) => {
      const closed = (one: string) => callOffs.some((callOff) => callOff.seal === one && isCallOff(callOff));
      return shares.every(({ seal }) => !seal || seal === attempt.seal || closed(seal));
    },
  },
  {
    name: "used", // the share was never revealed under another seal
    holds: (_, { seal }, { share }) => !share.seal || share.seal === seal,
  },
  {
    name: "seal", // the seal is the hash of all of this
    holds: (facts, attempt) => sealOf(facts, attempt) === attempt.seal,
  },
];

/** Return the first check that an open attempt fails; a check fails if a value it reads is malformed. */
export function failedCheck(facts: Facts, attempt: Attempt, memory: Memory, checks = CHECKS): CheckName | undefined {
  return checks.find(({ holds }) => {
    try {
      return !holds(facts, attempt, memory);
    } catch {
      return true;
    }
  })?.name;
}
