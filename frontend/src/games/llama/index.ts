// The art of ニワトリかラマか ポーカー.
import type { GameArt } from "@/games/game";
import Back from "./Back.svelte";
import Background from "./Background.svelte";
import CloseUp from "./CloseUp.svelte";
import Face from "./Face.svelte";
import Picture from "./Picture.svelte";
import { layoutZones } from "./layout";
import { ASIDE } from "./derived";
import "./colours.css";

export const art: GameArt = {
  layout: {
    layoutZones,
    shaped: true,
    drawn: ["stake", "vote", "pot", "phase", "unit", "withdrawal", "round", "all-in", "bust", "bust-top", "bust-bottom", "swap", ...ASIDE, "role-dealer"],
  },
  face: Face,
  back: Back,
  background: Background,
  picture: Picture,
  closeUp: CloseUp,
  sounds: {
    "event-shown": "card",
    "event-drew-top": "card",
    "event-drew-bottom": "card",
    "event-saw-top": "card",
    "event-saw-bottom": "card",
    "event-drew-unseen-top": "card",
    "event-drew-unseen-bottom": "card",
    "event-shuffled": "card",
    "event-all-in": "burst",
    "event-all-bust": "burst",
    "event-bluffed": "win",
    "event-won": "win",
    "event-won-tie": "win",
    "event-won-unseen": "win",
  },
};
