// Reactive state of one table's deal: this browser's knowledge, and the notices to show.
import { api } from "@/lib/api";
import type { CheckName, Facts } from "@/lib/deal-checks";
import { dealStore } from "@/lib/deal-store";
import { Giver, type Standing, type Wire, lastAttempt } from "@/lib/giver";
import type { Attempt, DealInfo, Sitter, TableInfo, TableUpdate } from "@/lib/protocol";

export class DealModel {
  /** undefined: the table claims no fair deal */
  facts: Facts | undefined = $state.raw();
  standing: Standing = $state("none");
  refused: CheckName | undefined = $state();
  strange = $state(false);
  blamed: number[] = $state.raw([]);

  readonly giver: Giver;
  readonly attempts: readonly Attempt[] = $derived(this.facts?.deal.attempts ?? []);
  readonly last: Attempt | undefined = $derived(this.facts && lastAttempt(this.facts));
  /** sealed, but not dealt yet */
  readonly sealed: boolean = $derived(this.last !== undefined && !this.facts!.deal.dealt);
  /** this seat's share was missing in an earlier attempt, so the table accepts no other from it */
  readonly silentOnce: boolean = $derived(this.attempts.some((attempt) => attempt.silent?.includes(this.facts!.seat)));
  /** sealed without this seat's share, for no reason that the page has shown */
  readonly leftOut: boolean = $derived(this.standing === "left-out" && !this.silentOnce);
  /** something that the user must be told */
  readonly alarming: boolean = $derived(this.strange || this.standing === "broken" || this.leftOut || this.blamed.length > 0);

  /** `send` takes this browser's pledges and shares to the table; without it the table is only viewed. */
  constructor(send: Wire["send"] = () => Promise.reject(new Error("nothing is sent from here"))) {
    const keys = async () => (await api.keys()).keys;
    this.giver = new Giver(dealStore(), { send, keys }, () => this.show());
  }

  /** Update from the table's current state; `fresh`: after connecting. */
  see(table: TableInfo, sitters: readonly Sitter[], deal: DealInfo | null | undefined, version: number, fresh = false): void {
    if (!deal) return;
    this.giver.see({ table: table.id, game: table.game, options: table.options, sitters, seat: table.you, deal }, version, fresh);
  }

  collect(update: TableUpdate): void {
    this.giver.collect(update);
  }

  trust(): void {
    this.giver.trust();
  }

  private show(): void {
    const { facts, standing, refused, strange, blamed } = this.giver;
    Object.assign(this, { facts, standing, refused, strange, blamed });
  }
}

/** Download "my copy" as a file; `copyFile` is its name. */
export function saveCopy(deal: DealModel): void {
  const address = URL.createObjectURL(new Blob([myCopy(deal) ?? ""], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = copyFile(deal);
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

export function copyFile(deal: DealModel): string {
  return `tefuda-${deal.facts?.table}-my-copy.json`;
}

/** "My copy" of a game for `tefuda verify --seen`; undefined if this browser gave no share. */
function myCopy({ giver }: DealModel): string | undefined {
  const share = giver.given;
  if (!share) return undefined;
  const { table, server, seat, attempt, seal, signature } = share;
  const call_offs = giver.callOffs.map((one) => one.call_off);
  return JSON.stringify({ tefuda: "my copy 1", table, server, seat, attempt, seal, signature, share: share.share, call_offs, updates: giver.seen });
}
