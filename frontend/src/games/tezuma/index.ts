// The art of てづま師.
import type { GameArt } from "@/games/game";
import Back from "./Back.svelte";
import Background from "./Background.svelte";
import Face from "./Face.svelte";
import Picture from "./Picture.svelte";
import PlateContent from "./PlateContent.svelte";
import Tricks from "./Tricks.svelte";
import { arrange } from "./arrange";
import "./colours.css";

export const art: GameArt = {
  layout: { arrange, plate: PlateContent, drawn: ["role-leader", "role-winning"] },
  face: Face,
  back: Back,
  background: Background,
  picture: Picture,
  page: { Page: Tricks, dialog: "sheet-tricks" },
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
