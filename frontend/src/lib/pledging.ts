// Pledges for requests that create or join a table. Loaded on demand, so that the first page needs no cryptography.
import { type Shown, dealStore } from "@/lib/deal-store";
import type { TableInfo } from "@/lib/protocol";

/** Draw and store a share for a table to be created or joined; return its pledge. */
export function pledgeFor(shown: Shown, table = ""): string {
  return dealStore().draw(table, -1, shown).pledge;
}

/** Return the setup shown by a table to be joined. */
export function shownBy({ game, options, deal }: TableInfo): Shown {
  return { game, options, ...(deal?.rules ? { rules: deal.rules } : {}), ...(deal?.cards ? { cards: deal.cards } : {}) };
}
