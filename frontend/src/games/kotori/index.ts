// ことりあつめ in the browser: its layout, its drawings, and its hooks for the shared table.
import type { GameArt } from "@/games/game";
import Back from "./Back.svelte";
import Face from "./Face.svelte";
import Ground from "./Ground.svelte";
import Picture from "./Picture.svelte";
import { arrange } from "./arrange";
import { about, follow } from "./facts";
import "./colours.css";

const SOUNDS: Record<string, "card" | "burst" | "win"> = {
  "event-bid": "card",
  "event-field-drawn": "card",
  "event-burst": "burst",
  "event-burst-at-once": "burst",
  "event-won": "win",
  "event-won-tie": "win",
};

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
  spoils: "cage",
  follow,
  sound: (heard) => SOUNDS[heard.words.id],
  about,
};

