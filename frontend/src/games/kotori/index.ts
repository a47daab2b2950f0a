// ことりあつめ in the browser: its layout, its drawings, and what the shared table must know of it.
import type { GameArt } from "@/games/game";
import type { Card, Heard, View } from "@/lib/protocol";
import { cards, owner, zone } from "@/lib/view";
import Back from "./Back.svelte";
import Face from "./Face.svelte";
import Ground from "./Ground.svelte";
import Picture from "./Picture.svelte";
import { arrange } from "./arrange";

/** Totals follow the bid cards; the chance to burst is not known again before the table says it. */
export function follow(view: View, heard: Heard): View {
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

const SOUNDS: Record<string, "card" | "burst" | "win"> = {
  "event-bid": "card",
  "event-field-drawn": "card",
  "event-burst": "burst",
  "event-burst-at-once": "burst",
  "event-won": "win",
  "event-won-tie": "win",
};

/** How many cards of a value there are, how many of them lie open, and whether a win would make it quarrel. */
function about(view: View, card: Card, zoneId: string): { id: string; args: Record<string, number> } | undefined {
  if (card.face === undefined) return undefined;
  const open = view.zones.flatMap((zone) => cards(zone)).filter((one) => one.face === card.face).length;
  const wanted = cards(zone(view, "field")).some((one) => one.face === card.face);
  return { id: zoneId.startsWith("cage-") && wanted ? "about-quarrel" : "about-card", args: { copies: Number(card.face), open } };
}

export const art: GameArt = {
  arrange,
  Face,
  Back,
  Ground,
  Picture,
  standing: (view) => [
    { action: "draw", label: "button-draw" },
    { action: "pass", label: "button-pass" },
    ...(view.choices?.some((choice) => choice.action === "yield") ? [{ action: "yield", label: "action-yield" }] : []),
  ],
  headline: "total",
  states: ["out"],
  follow,
  sound: (heard) => SOUNDS[heard.words.id],
  about,
};

