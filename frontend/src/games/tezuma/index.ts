// てづま師 in the browser: its layout, its drawings, and its hooks for the shared table.
import type { GameArt } from "@/games/game";
import Back from "./Back.svelte";
import Face from "./Face.svelte";
import Facts from "./Facts.svelte";
import Ground from "./Ground.svelte";
import Picture from "./Picture.svelte";
import Tricks from "./Tricks.svelte";
import { arrange } from "./arrange";
import { attempt, follow, told, through, ways, weighed } from "./facts";
import "./colours.css";

const SOUNDS: Record<string, "card" | "burst" | "win"> = {
  "event-led": "card",
  "event-followed": "card",
  "event-discarded": "card",
  "event-trumped": "burst",
  "event-announced": "burst",
  "event-no-card": "burst",
  "event-swept": "win",
};

export const art: GameArt = {
  arrange,
  Face,
  Back,
  Ground,
  Picture,
  Facts,
  standing: (view) => (view.choices?.some((choice) => choice.action === "nocard") ? [{ action: "nocard", label: "action-no-card" }] : []),
  headline: "points",
  states: [],
  drawn: ["role-leader", "role-winning"],
  follow,
  sound: (heard) => SOUNDS[heard.words.id],
  about: () => undefined,
  told,
  ways,
  through,
  attempt,
  weighed,
  sheet: { label: "sheet-tricks", Sheet: Tricks },
};
