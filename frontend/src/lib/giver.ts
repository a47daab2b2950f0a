// Client of fair deals for one table: pledges a share before the seal, checks the seal, then reveals the share. Tracks
// what this browser knows about the deal. Renders nothing; storage and connection are injected.
import { hexToBytes as bytes } from "@noble/hashes/utils.js";
import { type CheckName, type Facts, failedCheck, isCallOff, shownOf } from "@/lib/deal-checks";
import type { DealStore, KeptCallOff, KeptShare } from "@/lib/deal-store";
import { isSigned, keyMessage, sealMessage } from "@/lib/fair-deal";
import type { Attempt, SigningKey, TableUpdate } from "@/lib/protocol";

/** The giver's connection to the table. */
export interface Wire {
  /** Send a pledge or a share; resolves with the version in the answer, rejects if refused. */
  send: (message: { t: "pledge"; pledge: string } | { t: "share"; seal: string; share: string }) => Promise<number>;
  /** Get all keys of the server. */
  keys: () => Promise<readonly SigningKey[]>;
}

/**
 * This browser's knowledge of a deal:
 *
 * - "none": the table claims no fair deal (a game from a position)
 * - "old": dealt by an earlier release
 * - "before": not sealed; "pledged": not sealed, and the table has this browser's pledge
 * - "sealed": the shares are on their way; "left-out": sealed without this browser's share
 * - "giver": dealt, under the seal that this browser checked; "others": others gave shares; "server": no browser did
 * - "broken": the table shows other seals than this browser has stored
 */
export const STANDINGS = ["none", "old", "before", "pledged", "sealed", "left-out", "giver", "others", "server", "broken"] as const;
export type Standing = (typeof STANDINGS)[number];

/** Limit on replacing another page's pledge for one attempt: two pages with separate storage would never stop. */
const REPLACED_AN_ATTEMPT = 3;

/** Return the attempt whose shares are awaited or that was dealt. */
export function lastAttempt(facts: Facts): Attempt | undefined {
  const last = facts.deal.attempts?.at(-1);
  return last && !last.call_off ? last : undefined;
}

/** Return the keys reachable from known ones by signatures; those of stolen keys do not count. */
export function vouchedFor(known: readonly string[], keys: readonly SigningKey[]): string[] {
  const trusted = new Set(known.filter((key) => !keys.some((one) => one.key === key && one.stolen)));
  for (let grown = true; grown; ) {
    grown = false;
    for (const { key, stolen, signed_by, signature } of keys) {
      if (stolen || trusted.has(key) || !signed_by || !trusted.has(signed_by)) continue;
      try {
        grown = isSigned(bytes(signed_by), keyMessage(bytes(key)), bytes(signature));
      } catch {
        grown = false; // no hex
      }
      if (grown) {
        trusted.add(key);
        break;
      }
    }
  }
  return [...trusted].filter((key) => !known.includes(key));
}

export class Giver {
  facts: Facts | undefined;
  /** the check that the open seal failed */
  refused: CheckName | undefined;
  /** the server signs with a key unknown to this browser */
  strange = false;
  /** attempts called off for this seat's missing share although the table had confirmed it */
  blamed: number[] = [];

  private version = -1;
  /** a pledge is being sent, or is in no update yet */
  private pledging = false;
  private pledgedAt = -1;
  /** for the next attempt: replaced pledges of other pages, and whether the table refuses more of ours */
  private round = { attempt: 0, replaced: 0, over: false };
  /** the seal under which the share was sent over this connection, and whether its answer is awaited */
  private sharing = "";
  private awaited = false;
  /** the key that was last looked up */
  private asked = "";
  private found: KeptShare | undefined;

  constructor(
    private readonly store: DealStore,
    private readonly wire: Wire,
    private readonly changed: () => void = () => undefined,
  ) {}

  /** Update from the table's current state; `fresh`: after connecting. */
  see(facts: Facts, version: number, fresh = false): void {
    this.facts = facts;
    this.version = version;
    if (fresh) this.round.over = false;
    if (fresh) this.pledgedAt = Math.min(this.pledgedAt, version); // the server may have lost the pledge with its database
    if (fresh && !this.awaited) this.sharing = ""; // the connection resends unanswered messages
    if (facts.deal.protocol === 2) {
      this.remember(facts);
      this.meet(facts.deal.server ?? "");
      this.act(facts);
    }
    this.changed();
  }

  /** Store an update after the deal for "my copy". */
  collect(update: TableUpdate): void {
    const share = this.given;
    if (!share || !this.facts?.deal.dealt || (update.view && update.view.seat !== share.seat)) return;
    if (update.view) this.store.keepFirst(share.pledge, update);
    if (this.store.first(share.pledge)?.version !== update.version) this.store.collect(share.table, update);
  }

  /** Trust the server's new key, as confirmed by the user. */
  trust(): void {
    if (!this.facts) return;
    this.store.trust(this.facts.deal.server ?? "");
    this.see(this.facts, this.version, true);
  }

  /** Return the call-offs that this browser saw at the table. */
  get callOffs(): KeptCallOff[] {
    return this.facts ? this.store.callOffs(this.facts.table) : [];
  }

  /** Return the collected updates of the game, from the first view after the deal. */
  get seen(): TableUpdate[] {
    const share = this.given;
    return share ? this.store.seen(share.table, share.pledge) : [];
  }

  /** The server's keys known to this browser. */
  get servers(): string[] {
    return this.store.servers();
  }

  /** Return the share that this browser gave to this deal: under its seal, else under one that the table has replaced. */
  get given(): KeptShare | undefined {
    if (!this.facts) return undefined;
    const { table, deal } = this.facts;
    const last = lastAttempt(this.facts);
    if (last && this.found?.seal === last.seal) return this.found;
    const revealed = this.store.shares(table).filter((share) => share.seal);
    const closed = ({ seal }: KeptShare) => deal.attempts?.some((one) => one.seal === seal && isCallOff(one));
    return (this.found = revealed.find((share) => share.seal === last?.seal) ?? revealed.find((share) => !closed(share)));
  }

  /** Return whether the server has signed two seals for the same attempt. */
  get evidence(): boolean {
    const share = this.given;
    const other = this.facts?.deal.attempts?.find((one) => one.number === share?.attempt && one.seal !== share.seal);
    if (!share || !other) return false;
    try {
      return isSigned(bytes(share.server), sealMessage(bytes(other.seal)), bytes(other.signature));
    } catch {
      return false; // no hex
    }
  }

  get standing(): Standing {
    const facts = this.facts;
    if (!facts) return "none";
    const { deal, seat } = facts;
    if (deal.protocol !== 2) return "old";
    if (this.contradicted(facts)) return "broken";
    const last = lastAttempt(facts);
    if (!last) return seat >= 0 && this.held(deal.pledge ?? "", facts) ? "pledged" : "before";
    if (!deal.dealt) return seat >= 0 && last.pledges[seat] === undefined && this.pledged(facts) ? "left-out" : "sealed";
    if (this.given?.seal === last.seal) return "giver";
    if (Object.keys(last.pledges).length === 0) return "server";
    return seat >= 0 && last.pledges[seat] === undefined && this.pledged(facts) ? "left-out" : "others";
  }

  private act(facts: Facts): void {
    this.refused = undefined;
    if (facts.seat < 0 || facts.deal.dealt) return;
    const open = lastAttempt(facts);
    if (open) this.reveal(facts, open);
    else this.pledge(facts);
  }

  /** Pledge a share, unless this browser has the share of the seat's pledge. */
  private pledge(facts: Facts): void {
    const { table, seat, deal } = facts;
    const held = this.held(deal.pledge ?? "", facts);
    if (held) {
      // The setup may change until the seal, which must match what the page showed last.
      const shown = shownOf(facts);
      if (JSON.stringify(held.shown) !== JSON.stringify(shown)) this.store.keep({ ...held, shown });
      return;
    }
    const attempt = (deal.attempts?.length ?? 0) + 1;
    if (this.round.attempt !== attempt) this.round = { attempt, replaced: 0, over: false };
    const round = this.round;
    if (this.pledging || this.version < this.pledgedAt || round.over) return;
    if (deal.pledge && ++round.replaced > REPLACED_AN_ATTEMPT) return;
    this.pledging = true;
    const share = this.store.draw(table, seat, shownOf(facts));
    this.wire.send({ t: "pledge", pledge: share.pledge }).then(
      (version) => {
        this.pledgedAt = version;
        this.pledging = false;
      },
      () => {
        round.over = true; // already sealed, or no more accepted: the next attempt may accept one
        this.pledging = false;
      },
    );
  }

  /** Check an open seal, store it, then reveal the share. */
  private reveal(facts: Facts, open: Attempt): void {
    const pledged = open.pledges[facts.seat];
    if (pledged === undefined) return; // sealed without this seat's share: nothing to reveal
    const share = this.held(pledged, facts) ?? this.pledged(facts);
    const memory = { servers: this.store.servers(), shares: this.store.shares(facts.table), callOffs: this.store.callOffs(facts.table) };
    if (!share) {
      this.refused = "pledge"; // the share is in another browser, or was cleared
      return;
    }
    this.refused = failedCheck(facts, open, { ...memory, share });
    if (this.refused) return;
    const given = share.given || (facts.deal.shared ?? false);
    const kept: KeptShare = { ...share, seal: open.seal, signature: open.signature, server: facts.deal.server ?? "", attempt: open.number, given };
    if (JSON.stringify(kept) !== JSON.stringify(share)) this.store.keep(kept);
    if (facts.deal.shared || this.sharing === open.seal) return;
    this.sharing = open.seal;
    this.awaited = true;
    this.wire
      .send({ t: "share", seal: open.seal, share: share.share })
      .then(
        () => this.store.keep({ ...kept, given: true }),
        () => undefined, // already received, or called off: the next update says which
      )
      .finally(() => (this.awaited = false));
  }

  /** Store the call-offs, and note those that blame this seat for a share that the table had confirmed. */
  private remember(facts: Facts): void {
    const { table, seat, deal } = facts;
    const shares = this.store.shares(table);
    this.blamed = [];
    for (const { number, seal, silent = [], call_off = "" } of deal.attempts ?? []) {
      if (!call_off) continue;
      this.store.keepCallOff({ table, number, seal, silent, call_off });
      if (silent.includes(seat) && shares.some((share) => share.given && share.seat === seat && share.seal === seal)) this.blamed.push(number);
    }
  }

  /** Check the server's key: trust the first one; later ones need the signature of a known key. */
  private meet(key: string): void {
    const known = this.store.servers();
    if (key && known.length === 0) this.store.trust(key);
    this.strange = key !== "" && known.length > 0 && !known.includes(key);
    if (!this.strange || this.asked === key) return;
    this.asked = key;
    this.wire.keys().then(
      (keys) => {
        if (!vouchedFor(known, keys).includes(key)) return;
        this.store.trust(key);
        if (this.facts) this.see(this.facts, this.version);
      },
      () => (this.asked = ""), // unreachable: retry with the next update
    );
  }

  /** Return the share of a pledge, if this browser has it for this seat. */
  private held(pledged: string, { table, seat }: Facts): KeptShare | undefined {
    const share = pledged ? this.store.share(pledged) : undefined;
    if (!share || (share.table && share.table !== table) || (share.table && share.seat >= 0 && share.seat !== seat)) return undefined;
    if (share.table && share.seat >= 0) return share;
    const placed = { ...share, table, seat }; // drawn before the table and seat were known
    this.store.keep(placed);
    return placed;
  }

  /** Return the unrevealed share that this browser pledged last for this seat. */
  private pledged({ table, seat }: Facts): KeptShare | undefined {
    return this.store.shares(table).findLast((share) => share.seat === seat && !share.seal);
  }

  /** Return whether seals or call-offs differ from those shown before. */
  private contradicted({ table, deal }: Facts): boolean {
    const attempts = deal.attempts ?? [];
    const callOffGone = this.store.callOffs(table).some((kept) => {
      const still = attempts.some(({ number, seal, call_off }) => number === kept.number && seal === kept.seal && call_off === kept.call_off);
      return !still || !isCallOff(kept);
    });
    const sealGone = this.store.shares(table).some((kept) => {
      const shown = attempts.find(({ number, seal }) => number === kept.attempt && seal === kept.seal);
      return kept.seal !== "" && (!shown || (shown !== attempts.at(-1) && !isCallOff(shown)));
    });
    return callOffGone || sealGone;
  }
}
