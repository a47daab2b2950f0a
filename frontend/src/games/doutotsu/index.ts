// The art of ドウトツくじゃん.
import type { GameArt } from "@/games/game";
import { isSorted } from "@/lib/hand-order.svelte";
import type { View } from "@/lib/protocol";
import { settings } from "@/lib/settings.svelte";
import { seatsAround, zone } from "@/lib/view";
import Back from "./Back.svelte";
import Background from "./Background.svelte";
import Face from "./Face.svelte";
import Picture from "./Picture.svelte";
import { layoutZones } from "./layout";
import { type Group, groups } from "./hand";
import "./colours.css";

/** Return the cards of the bottom seat, in groups unless the player has sorted them. */
function ownGroups(view: View): Group[] {
  const own = seatsAround(view)[0] ?? 0;
  return groups(view, own, settings.helps, isSorted(zone(view, `hand-${own}`)));
}

export const art: GameArt = {
  // who has taken a discard has exposed a name
  layout: { layoutZones: (view, viewport) => layoutZones(view, viewport, ownGroups(view)), drawn: ["took"] },
  face: Face,
  back: Back,
  background: Background,
  picture: Picture,
  sounds: {
    "event-drew-card": "card",
    "event-drew": "card",
    "event-discarded": "card",
    "event-laid": "card",
    "event-went-out": "win",
    "event-waited": "win",
  },
};
