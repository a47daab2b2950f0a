// ニワトリかラマか ポーカー in the browser: its layout, its drawings, and its hooks for the shared table.
import type { GameArt, Standing } from "@/games/game";
import type { View } from "@/lib/protocol";
import Back from "./Back.svelte";
import CloseUp from "./CloseUp.svelte";
import Down from "./Down.svelte";
import Face from "./Face.svelte";
import Ground from "./Ground.svelte";
import Picture from "./Picture.svelte";
import { arrange } from "./arrange";
import { ASIDE, flag, follow, isMark, phaseOf, planned } from "./facts";
import "./colours.css";

const SOUNDS: Record<string, "card" | "burst" | "win"> = {
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
};

/** The permanent buttons of each phase; votes depend on the seats still in, so they are normal choices. */
function standing(view: View): Standing[] {
  const phase = phaseOf(view);
  if (!phase || phase === "vote" || flag(view, "out", view.seat)) return [];
  const answering = view.choices?.some((one) => one.action === "drop");
  const actions = {
    bet: ["play", "fold"],
    draw: ["top", "bottom", "stop"],
    raise: ["all-in", answering ? "drop" : "decline"],
    confirm: ["reveal", "withdraw"],
  }[phase];
  return actions.map((action) => ({ action, label: `button-${action}` }));
}

export const art: GameArt = {
  arrange,
  Face,
  Back,
  Down,
  Ground,
  Picture,
  CloseUp,
  joins: isMark,
  planned,
  standing,
  headline: "coins",
  states: ["out"],
  drawn: ["stake", "vote", "pot", "phase", "unit", "withdrawal", "mark-limit", "round", "all-in", "bust", "bust-top", "bust-bottom", "swap", ...ASIDE, "role-dealer"],
  follow,
  sound: (heard) => SOUNDS[heard.words.id],
  about: () => undefined,
};
