// ドウトツくじゃん in the browser: its layout, its drawings, and its hooks for the shared table.
import type { GameArt } from "@/games/game";
import type { View } from "@/lib/protocol";
import { settings } from "@/lib/settings.svelte";
import { cards, seatsAround, zone } from "@/lib/view";
import Back from "./Back.svelte";
import Face from "./Face.svelte";
import Ground from "./Ground.svelte";
import Picture from "./Picture.svelte";
import { arrange } from "./arrange";
import { about, follow, said } from "./facts";
import { type Group, groups, moved } from "./hand";
import { called } from "./kana";
import { mine } from "./store.svelte";
import "./colours.css";

const SOUNDS: Record<string, "card" | "win"> = {
  "event-drew-card": "card",
  "event-drew": "card",
  "event-discarded": "card",
  "event-laid": "card",
  "event-went-out": "win",
  "event-waited": "win",
};

/** Return the cards of the bottom seat, in display order. */
function ownGroups(view: View): Group[] {
  return groups(view, seatsAround(view)[0] ?? 0, settings.helps, mine.order);
}

/** Keep the hand in the player's own order: the current one with one card moved. */
function reorder(view: View, handle: number, onto: number): void {
  const shown = ownGroups(view).flatMap((group) => (group.kind === "exposed" ? [] : group.handles));
  mine.order = moved(shown, handle, onto);
}

/** While the hand is being arranged, the first press selects a card and the second its new place. */
function press(view: View, card: { handle?: number }, zoneId: string): boolean {
  if (!mine.moving || zoneId !== `hand-${view.seat}`) return false;
  const handle = card.handle ?? 0;
  if (!cards(zone(view, zoneId)).some((one) => one.handle === mine.lifted)) mine.lifted = handle;
  else {
    if (mine.lifted !== handle) reorder(view, mine.lifted, handle);
    mine.lifted = 0;
  }
  return true;
}

export const art: GameArt = {
  arrange: (view, viewport) => arrange(view, viewport, ownGroups(view)),
  Face,
  Back,
  Ground,
  Picture,
  standing: () => [{ action: "draw", label: "button-draw" }],
  headline: "points",
  states: ["took"],
  follow,
  sound: (heard) => SOUNDS[heard.words.id],
  about,
  called,
  said,
  press,
  reorder,
};
