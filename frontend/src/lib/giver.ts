// Gives this browser's share to the deals of one table: pledges before the seal, checks the seal, then reveals. Decides
// what this browser knows of the deal, and never more. Draws nothing; storage and connection are handed in.
import { hexToBytes as bytes } from "@noble/hashes/utils.js";
import { type CheckName, type Facts, failedCheck, isCallOff, shownOf } from "@/lib/deal-checks";
import type { DealStore, KeptCallOff, KeptShare } from "@/lib/deal-store";
import { isSigned, keyMessage, sealMessage } from "@/lib/fair-deal";
import type { Attempt, SigningKey, TableUpdate } from "@/lib/protocol";

/** How the giver reaches the table. */
export interface Wire {
  /** Send a pledge or a share; resolves with the version that the answer names, rejects where it is refused. */
  send: (message: { t: "pledge"; pledge: string } | { t: "share"; seal: string; share: string }) => Promise<number>;
  /** All keys of the server. */
  keys: () => Promise<readonly SigningKey[]>;
}

/**
 * What this browser knows of a deal:
 *
 * - "none": the table claims no fair deal (a position, a lesson)
 * - "old": dealt by an earlier release
 * - "before": not sealed; "pledged": and this browser's pledge is with the table
 * - "sealed": the shares are on their way; "left-out": sealed without this browser's share
 * - "giver": dealt, under the seal that this browser checked; "others": others gave shares; "server": nobody did
 * - "broken": the table shows other seals than this browser keeps
 */
export const STANDINGS = ["none", "old", "before", "pledged", "sealed", "left-out", "giver", "others", "server", "broken"] as const;
export type Standing = (typeof STANDINGS)[number];

/** How often another page's pledge is replaced for one attempt: two that cannot see each other's shares would never end. */
const REPLACED_AN_ATTEMPT = 3;

/** The attempt whose shares are awaited or that was dealt. */
export function lastAttempt(facts: Facts): Attempt | undefined {
  const last = facts.deal.attempts?.at(-1);
  return last && !last.call_off ? last : undefined;
}

/** The keys that a chain of signatures leads to from known ones; what a stolen key signed leads nowhere. */
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
  /** the check that the open seal did not pass */
  refused: CheckName | undefined;
  /** the server signs with a key that this browser does not know */
  strange = false;
  /** attempts in which this seat is called silent though the table had confirmed its share */
  blamed: number[] = [];

  private version = -1;
  /** a pledge is on its way, or shows in no update yet */
  private pledging = false;
  private pledgedAt = -1;
  /** for the next attempt: pledges of other pages that were replaced, and whether the table took no more of ours */
  private round = { attempt: 0, replaced: 0, over: false };
  /** the seal under which the share was sent over this connection, and whether its answer is awaited */
  private sharing = "";
  private awaited = false;
  /** the key that the server was asked about */
  private asked = "";
  private found: KeptShare | undefined;

  constructor(
    private readonly store: DealStore,
    private readonly wire: Wire,
    private readonly changed: () => void = () => undefined,
  ) {}

  /** Take in the table as it is now; `fresh`: after a connection was made. */
  see(facts: Facts, version: number, fresh = false): void {
    this.facts = facts;
    this.version = version;
    if (fresh) this.round.over = false;
    if (fresh && !this.awaited) this.sharing = ""; // what is unanswered the connection sends again by itself
    if (facts.deal.protocol === 2) {
      this.remember(facts);
      this.meet(facts.deal.server ?? "");
      this.act(facts);
    }
    this.changed();
  }

  /** Keep an update after the deal for "my copy". */
  collect(update: TableUpdate): void {
    const share = this.given;
    if (!share || !this.facts?.deal.dealt || (update.view && update.view.seat !== share.seat)) return;
    if (update.view) this.store.keepFirst(share.pledge, update);
    if (this.store.first(share.pledge)?.version !== update.version) this.store.collect(share.table, update);
  }

  /** The person says that the server's new key is right. */
  trust(): void {
    if (!this.facts) return;
    this.store.trust(this.facts.deal.server ?? "");
    this.see(this.facts, this.version, true);
  }

  /** The call-offs that this browser saw at the table. */
  get callOffs(): KeptCallOff[] {
    return this.facts ? this.store.callOffs(this.facts.table) : [];
  }

  /** What this browser saw of the game, from the first view after the deal. */
  get seen(): TableUpdate[] {
    const share = this.given;
    return share ? this.store.seen(share.table, share.pledge) : [];
  }

  /** Keys under which this browser knows the server. */
  get servers(): string[] {
    return this.store.servers();
  }

  /** The share that this browser gave to this deal: under its seal, or else under one that the table has taken back. */
  get given(): KeptShare | undefined {
    if (!this.facts) return undefined;
    const { table, deal } = this.facts;
    const last = lastAttempt(this.facts);
    if (last && this.found?.seal === last.seal) return this.found;
    const revealed = this.store.shares(table).filter((share) => share.seal);
    const closed = ({ seal }: KeptShare) => deal.attempts?.some((one) => one.seal === seal && isCallOff(one));
    return (this.found = revealed.find((share) => share.seal === last?.seal) ?? revealed.find((share) => !closed(share)));
  }

  /** The server has signed another seal than the one it gave this browser, for the same attempt. */
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

  /** Pledge where the seat has no pledge whose share this browser holds. */
  private pledge(facts: Facts): void {
    const { table, seat, deal } = facts;
    const held = this.held(deal.pledge ?? "", facts);
    if (held) {
      // What the page shows may change until the seal; the seal is held to what it showed last.
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
        round.over = true; // sealed meanwhile, or no more taken of this seat: the next attempt may take one
        this.pledging = false;
      },
    );
  }

  /** Check an open seal, keep it, then reveal the share. */
  private reveal(facts: Facts, open: Attempt): void {
    const pledged = open.pledges[facts.seat];
    if (pledged === undefined) return; // sealed without this seat's share: nothing to reveal
    const share = this.held(pledged, facts) ?? this.pledged(facts);
    const memory = { servers: this.store.servers(), shares: this.store.shares(facts.table), callOffs: this.store.callOffs(facts.table) };
    if (!share) {
      this.refused = "pledge"; // another browser's, or one that was cleared: this one has nothing to reveal
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
        () => undefined, // there already, or called off: the table's next word says which
      )
      .finally(() => (this.awaited = false));
  }

  /** Keep the call-offs, and note where this seat is blamed for a share that the table had confirmed. */
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

  /** Know the server by its key: the first one is taken, a later one needs the signature of a known one. */
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
      () => (this.asked = ""), // unreachable: asked again with the next update
    );
  }

  /** The share of a pledge, if this browser holds it for this seat. */
  private held(pledged: string, { table, seat }: Facts): KeptShare | undefined {
    const share = pledged ? this.store.share(pledged) : undefined;
    if (!share || (share.table && share.table !== table) || (share.table && share.seat >= 0 && share.seat !== seat)) return undefined;
    if (share.table && share.seat >= 0) return share;
    const placed = { ...share, table, seat }; // it was drawn to create or join the table
    this.store.keep(placed);
    return placed;
  }

  /** The share that this browser pledged last for this seat and has not revealed. */
  private pledged({ table, seat }: Facts): KeptShare | undefined {
    return this.store.shares(table).findLast((share) => share.seat === seat && !share.seal);
  }

  /** The table shows other seals or call-offs than it showed this browser before. */
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
