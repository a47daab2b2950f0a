// The pledge that goes out with a request to create or join a table. Fetched when somebody sits down, so that the first
// page does without the mathematics.
import { type Shown, dealStore } from "@/lib/deal-store";
import type { TableInfo } from "@/lib/protocol";

/** Draw a share for a table that is being made or joined, keep it, and hand out its pledge. */
export function pledgeFor(shown: Shown, table = ""): string {
  return dealStore().draw(table, -1, shown).pledge;
}

/** What a table that one joins shows of its game. */
export function shownBy({ game, options, deal }: TableInfo): Shown {
  return { game, options, ...(deal?.rules ? { rules: deal.rules } : {}), ...(deal?.cards ? { cards: deal.cards } : {}) };
}
