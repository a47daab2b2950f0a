// The art of てづま師.
import type { GameArt } from "@/games/game";
import Back from "./Back.svelte";
import Background from "./Background.svelte";
import Face from "./Face.svelte";
import Picture from "./Picture.svelte";
import PlateContent from "./PlateContent.svelte";
import Tricks from "./Tricks.svelte";
import { arrange } from "./arrange";
import { SUITS } from "./facts";
import "./colours.css";

// The plate shows the numbers of its seat, and the background who leads and who is winning.
const DRAWN = [...SUITS.map((suit) => `void-${suit}`), "deal-points", "next-trick", "penalty", "role-leader", "role-winning"];

export const art: GameArt = {
  layout: { arrange, plate: PlateContent, drawn: DRAWN },
  face: Face,
  back: Back,
  background: Background,
  picture: Picture,
  page: Tricks,
  sounds: {
    "event-led": "card",
    "event-followed": "card",
    "event-discarded": "card",
    "event-trumped": "burst",
    "event-announced": "burst",
    "event-no-card": "burst",
    "event-swept": "win",
  },
};
