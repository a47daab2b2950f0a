// コトコー in the browser: its layout, its drawings, its deck builder, and its hooks for the shared table.
import type { GameArt } from "@/games/game";
import Back from "./Back.svelte";
import Decks from "./Decks.svelte";
import Face from "./Face.svelte";
import Facts from "./Facts.svelte";
import Ground from "./Ground.svelte";
import Picture from "./Picture.svelte";
import { arrange } from "./arrange";
import "./colours.css";

const SOUNDS: Record<string, "card" | "burst" | "win"> = {
  "event-played": "card",
  "event-drew": "card",
  "event-drew-card": "card",
  "event-discarded": "card",
  "event-salvaged": "card",
  "event-scored": "burst",
  "event-scored-card": "burst",
  "event-ended-score": "win",
};

export const art: GameArt = {
  arrange,
  Face,
  Back,
  Ground,
  Picture,
  Facts,
  told: (view) => (view.counters ?? []).filter((one) => one.id === "free-stacking" && one.value > 0).map(() => ({ words: { t: "words", id: "show-free-stacking" }, help: true })),
  reads: true,
  Decks,
  asksForDeck: (view) => view.choices?.some((choice) => choice.action.startsWith("deck-")) === true,
  standing: (view) => (view.roles?.["turn"] === undefined ? [] : [{ action: "end", label: "action-end" }]),
  headline: "score-left",
  states: [],
  follow: (view) => view,
  sound: (heard) => SOUNDS[heard.words.id],
  about: () => undefined,
};
