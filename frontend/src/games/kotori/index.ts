// The art of ことりあつめ.
import type { GameArt } from "@/games/game";
import Back from "./Back.svelte";
import Background from "./Background.svelte";
import Face from "./Face.svelte";
import Picture from "./Picture.svelte";
import { layoutZones } from "./layout";
import "./colours.css";

export const art: GameArt = {
  layout: { layoutZones },
  face: Face,
  back: Back,
  background: Background,
  picture: Picture,
  sounds: {
    "event-bid": "card",
    "event-field-drawn": "card",
    "event-burst": "burst",
    "event-burst-at-once": "burst",
    "event-won": "win",
    "event-won-tie": "win",
  },
};
