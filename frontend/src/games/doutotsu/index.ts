// The art of ドウトツくじゃん.
import type { GameArt } from "@/games/game";
import { handOrder } from "@/lib/hand-order.svelte";
import type { View } from "@/lib/protocol";
import { settings } from "@/lib/settings.svelte";
import { seatsAround } from "@/lib/view";
import Back from "./Back.svelte";
import Background from "./Background.svelte";
import Face from "./Face.svelte";
import Picture from "./Picture.svelte";
import { arrange } from "./arrange";
import { type Group, groups } from "./hand";
import "./colours.css";

/** Return the cards of the bottom seat, in groups unless the player has sorted them. */
function ownGroups(view: View): Group[] {
  return groups(view, seatsAround(view)[0] ?? 0, settings.helps, handOrder.handles.length > 0);
}

export const art: GameArt = {
  layout: { arrange: (view, viewport) => arrange(view, viewport, ownGroups(view)) },
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
