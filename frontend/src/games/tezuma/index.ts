// The art of てづま師.
import type { GameArt } from "@/games/game";
import Back from "./Back.svelte";
import Background from "./Background.svelte";
import Face from "./Face.svelte";
import Picture from "./Picture.svelte";
import SeatPanelContent from "./SeatPanelContent.svelte";
import Tricks from "./Tricks.svelte";
import { layoutZones } from "./layout";
import { SUITS } from "./derived";
import "./colours.css";

// The seat panel shows the numbers of its seat, and the background who leads and who is winning.
const DRAWN = [...SUITS.map((suit) => `void-${suit}`), "deal-points", "next-trick", "penalty", "role-leader", "role-winning"];

export const art: GameArt = {
  layout: { layoutZones, seatPanel: SeatPanelContent, drawn: DRAWN },
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
