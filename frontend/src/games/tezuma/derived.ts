// Values derived from the view of てづま師, and the tricks so far from its observations. Pure.
import type { Observation, View } from "@/lib/protocol";
import { SPECTATOR, owner } from "@/lib/view";

export const SUITS = ["b", "u", "r", "w"] as const;

/** Return the points printed on a score table, from its text: "0 2 4 5 6 7 8 8+ (points for 0, 1, 2 … tricks)". */
export function row(text: string): number[] {
  return (/^\d+(?: \d+)*/.exec(text)?.[0] ?? "").split(" ").filter(Boolean).map(Number);
}

/** Return the score table of a seat: points for 0, 1, 2, ... tricks. */
export function ladder(view: View, seat: number): number[] {
  const found: number[] = [];
  for (const one of view.counters ?? []) {
    const column = /^column-(\d+)$/.exec(one.id);
    if (column && owner(one) === seat) found[Number(column[1])] = one.value;
  }
  return found;
}

/** One observed trick. */
export interface Trick {
  cards: { seat: number; face: string; ability: boolean }[];
  winner: number;
}

/** Return the tricks of the current deal from the observations, oldest first; the last may still be open (winner -1). */
export function tricks(observations: Observation[]): Trick[] {
  let found: Trick[] = [];
  let open: Trick = { cards: [], winner: SPECTATOR };
  for (const one of observations) {
    const who = one.words.args?.["who"];
    const seat = typeof who === "object" && who.t === "seat" ? who.seat : SPECTATOR;
    if (one.words.id === "event-dealt") {
      found = [];
      open = { cards: [], winner: SPECTATOR };
    }
    for (const move of one.moves ?? []) {
      if (!/^trick-\d+$/.test(move.target) || !move.source.startsWith("hand-") || !move.face) continue;
      open.cards.push({ seat, face: move.face, ability: one.words.id === "event-announced" });
    }
    if (one.words.id === "event-swept") {
      found.push({ ...open, winner: seat });
      open = { cards: [], winner: SPECTATOR };
    }
  }
  return open.cards.length ? [...found, open] : found;
}
