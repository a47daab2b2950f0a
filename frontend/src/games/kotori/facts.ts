// What follows from the cards that lie open: totals while cards are on their way, and what can be said of a card. Pure.
import type { Card, Observation, View } from "@/lib/protocol";
import { cards, owner, zone } from "@/lib/view";

/** Totals follow the bid cards; the chance to burst is not known again before the table says it. */
export function follow(view: View, heard: Observation): View {
  const totals = new Map<number, number>();
  for (const zone of view.zones) {
    if (!zone.id.startsWith("bids-")) continue;
    const standing = cards(zone).filter((card) => card.pose !== "down");
    totals.set(owner(zone), standing.reduce((sum, card) => sum + Number(card.face ?? 0), 0));
  }
  const counters = (view.counters ?? [])
    .filter((one) => one.id !== "burst-chance")
    .map((one) => (one.id === "total" ? { ...one, value: totals.get(owner(one)) ?? one.value } : one));
  const dealer = heard.words.id === "event-round-began" ? heard.words.args?.["who"] : undefined;
  const roles = typeof dealer === "object" && dealer.t === "seat" ? { ...view.roles, dealer: dealer.seat } : view.roles;
  return { ...view, counters, ...(roles ? { roles } : {}) };
}

/** How many cards of a value there are, how many of them lie open, and whether a win would make it quarrel. */
export function about(view: View, card: Card, zoneId: string): { id: string; args: Record<string, number> } | undefined {
  if (card.face === undefined) return undefined;
  const open = view.zones.flatMap((zone) => cards(zone)).filter((one) => one.face === card.face).length;
  const wanted = cards(zone(view, "field")).some((one) => one.face === card.face);
  return { id: zoneId.startsWith("cage-") && wanted ? "about-quarrel" : "about-card", args: { copies: Number(card.face), open } };
}
