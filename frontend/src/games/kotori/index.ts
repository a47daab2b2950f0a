// The art of ことりあつめ.
import type { GameArt } from "@/games/game";
import Back from "./Back.svelte";
import Background from "./Background.svelte";
import Face from "./Face.svelte";
import Picture from "./Picture.svelte";
import { arrange } from "./arrange";
import "./colours.css";

export const art: GameArt = {
  layout: { arrange },
  face: Face,
  back: Back,
  background: Background,
  picture: Picture,
  explained: [
    { id: "chance", at: "footer [data-counter=\"burst-chance\"]", clause: "K5.1" },
    { id: "wanted", at: ".perch.wanted", clause: "K7.1" },
    { id: "quarrel", at: ".quarrel", clause: "K7.2" },
    { id: "sideways", at: ".card[data-pose=\"sideways\"]", clause: "K4.3" },
    { id: "turned", at: ".card[data-pose=\"down\"]", clause: "K5.2" },
    { id: "decks", at: "footer [data-counter=\"deck-number\"]", clause: "K8.1" },
  ],
  sounds: {
    "event-bid": "card",
    "event-field-drawn": "card",
    "event-burst": "burst",
    "event-burst-at-once": "burst",
    "event-won": "win",
    "event-won-tie": "win",
  },
};
