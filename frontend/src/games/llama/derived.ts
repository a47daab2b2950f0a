// Values derived from the view of ニワトリかラマか ポーカー: state of the round, and legal marks. Pure.
import type { Card, Choice, View } from "@/lib/protocol";
import { cards, counter } from "@/lib/view";

export const PHASES = ["bet", "draw", "vote", "raise", "confirm"] as const;
export type Phase = (typeof PHASES)[number];

/** Return the phase of the round; none once the game is over. */
export function phaseOf(view: View): Phase | undefined {
  const number = counter(view, "phase");
  return number ? PHASES[number - 1] : undefined;
}

/** States of seats that are out of a round, but not of the game. */
export const ASIDE = ["folded", "dropped", "withdrew"];

export function flag(view: View, id: string, seat: number): boolean {
  return counter(view, id, seat) !== undefined;
}

/** Return whether a seat is out of this round or of the game. */
export function isOut(view: View, seat: number): boolean {
  return ["out", ...ASIDE].some((id) => flag(view, id, seat));
}

/** Return the seats that have voted for a seat. */
export function votersFor(view: View, seat: number): number[] {
  return seatsOf(view).filter((voter) => counter(view, "vote", voter) === seat + 1);
}

export function seatsOf(view: View): number[] {
  return Array.from({ length: view.players }, (_, seat) => seat);
}

/** Return whether an action is a mark and no decision. */
export function isMark(action: string): boolean {
  return action.startsWith("mark-");
}

/** Return the note's index and the mark of such an action. */
export function parsed(action: string): { note: number; mark: string } {
  const [, note = "0", ...mark] = action.split("-");
  return { note: Number(note), mark: mark.join("-") };
}

/** Return how many more marks may be queued for a note of one's own hand: those that the table allows, less those queued. */
export function marksLeft(card: Card | undefined, note: number, queued: readonly string[]): number {
  const left = card?.note?.args?.["left"];
  return (typeof left === "number" ? left : 0) - queued.filter((action) => isMark(action) && parsed(action).note === note).length;
}

/** Return whether the player may mark this note now. */
export function mayMark(choices: readonly Choice[], note: number, mark: string): boolean {
  return choices.some((one) => one.action === `mark-${note}-${mark}`);
}

/** Return the public marks of a card. */
export function openMarks(card: Card): string[] {
  return (card.marks ?? []).filter((mark) => !mark.startsWith("fresh-"));
}

export interface Pattern {
  marks: string[];
  count: number;
}

/** Return the different fronts among some notes, the plain ones first, then by frequency. */
export function patterns(notes: Card[]): Pattern[] {
  const found = new Map<string, Pattern>();
  for (const note of notes) {
    const marks = openMarks(note);
    const key = marks.join(" ");
    const known = found.get(key);
    if (known) known.count += 1;
    else found.set(key, { marks, count: 1 });
  }
  return [...found.values()].sort((a, b) => Number(a.marks.length > 0) - Number(b.marks.length > 0) || b.count - a.count);
}

/** Return all notes of all zones. */
export function allNotes(view: View): Card[] {
  return view.zones.flatMap(cards);
}
