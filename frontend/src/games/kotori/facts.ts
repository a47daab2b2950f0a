// Values derived from the open cards: totals during playback, and facts about cards. Pure.
import type { Card, Observation, View } from "@/lib/protocol";
import { cards, owner, zone } from "@/lib/view";

/** Update totals from the bid cards; the burst probability is unknown until the table's next view. */
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

/** Return facts of a card: copies of its value, how many are visible, and whether winning it would cause a quarrel. */
export function about(view: View, card: Card, zoneId: string): { id: string; args: Record<string, number> } | undefined {
  if (card.face === undefined) return undefined;
  const open = view.zones.flatMap((zone) => cards(zone)).filter((one) => one.face === card.face).length;
  const wanted = cards(zone(view, "field")).some((one) => one.face === card.face);
  return { id: zoneId.startsWith("cage-") && wanted ? "about-quarrel" : "about-card", args: { copies: Number(card.face), open } };
}
