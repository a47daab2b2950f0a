// The art of コトコー, with its deck builder.
import type { GameArt } from "@/games/game";
import Back from "./Back.svelte";
import Background from "./Background.svelte";
import Face from "./Face.svelte";
import Page from "./Page.svelte";
import Picture from "./Picture.svelte";
import SeatPanelContent from "./SeatPanelContent.svelte";
import { layoutZones } from "./layout";
import "./colours.css";

export const art: GameArt = {
  layout: { layoutZones, seatPanel: SeatPanelContent, drawn: ["turn-number"] },
  face: Face,
  back: Back,
  background: Background,
  picture: Picture,
  page: Page,
  sounds: {
    "event-played": "card",
    "event-drew": "card",
    "event-drew-card": "card",
    "event-discarded": "card",
    "event-salvaged": "card",
    "event-scored": "burst",
    "event-scored-card": "burst",
    "event-ended-score": "win",
  },
};
