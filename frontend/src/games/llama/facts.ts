// Values derived from the view of ニワトリかラマか ポーカー: state of the round, legal marks, the view with queued marks, and changes by
// an event before the table's next view. Pure.
import type { Card, Choice, Counter, Observation, View } from "@/lib/protocol";
import { SPECTATOR, cards, counter, owner, zone } from "@/lib/view";

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

/** Return the view with queued marks, shown as already made. */
export function planned(view: View, joined: string[]): View {
  const mine = `hand-${view.seat}`;
  const marks = joined.filter(isMark).map(parsed);
  if (marks.length === 0) return view;
  const marked = (card: Card, at: number): Card => {
    const more = marks.filter((one) => one.note === at).map((one) => `fresh-${one.mark}`);
    return more.length ? { ...card, marks: [...(card.marks ?? []), ...more] } : card;
  };
  return { ...view, zones: view.zones.map((one) => (one.id === mine ? { ...one, cards: cards(one).map(marked) } : one)) };
}

/** Return the number of new marks that a note may still get in this round; the view includes queued marks. */
export function marksLeft(view: View, note: number): number {
  const fresh = cards(zone(view, `hand-${view.seat}`))[note]?.marks?.filter((mark) => mark.startsWith("fresh-")).length ?? 0;
  return Math.max((counter(view, "mark-limit") ?? 0) - fresh, 0);
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

/** Update coins, chips and states after an event; bust probabilities are unknown until the table's next view. */
export function follow(view: View, heard: Observation): View {
  const { id, args } = heard.words;
  const who = seatIn(args?.["who"]);
  const coins = typeof args?.["coins"] === "number" ? args["coins"] : 0;
  let after = view;
  switch (id) {
    case "event-staked":
    case "event-all-in":
    case "event-answered": {
      const whole = (counter(view, "coins", who) ?? 0) + (counter(view, "stake", who) ?? 0);
      after = put(put(after, "stake", coins, who), "coins", Math.max(whole - coins, 0), who);
      if (id !== "event-staked") after = put(after, "all-in", 1, who);
      break;
    }
    case "event-folded":
      after = put(after, "folded", 1, who);
      break;
    case "event-dropped":
      after = put(after, "dropped", 1, who);
      break;
    case "event-withdrew":
      after = without(put(after, "withdrew", 1, who), "all-in", who);
      break;
    case "event-voted":
      after = put(after, "vote", 1 + seatIn(args?.["whom"]), who);
      break;
    case "event-gathered":
      after = gathered(after);
      break;
    case "event-shuffled":
      after = fresh(after, who);
      break;
  }
  if (!heard.moves?.length) return after;
  return { ...after, counters: (after.counters ?? []).filter((one) => !one.id.startsWith("bust")) };
}

function seatIn(value: unknown): number {
  return typeof value === "object" && value !== null && "seat" in value ? Number(value.seat) : SPECTATOR;
}

function without(view: View, id: string, seat: number): View {
  return { ...view, counters: (view.counters ?? []).filter((one) => one.id !== id || owner(one) !== seat) };
}

function put(view: View, id: string, value: number, seat: number): View {
  const one: Counter = { id, value, ...(seat === SPECTATOR ? {} : { owner: seat }) };
  return { ...view, counters: [...(without(view, id, seat).counters ?? []), one] };
}

/** Clear the table between rounds, when all notes are gathered. */
function gathered(view: View): View {
  const notes = allNotes(view).length;
  const zones = view.zones.map((one) => ({ ...one, count: one.id === "deck" ? notes : 0, cards: [] }));
  return { ...view, zones };
}

/** Reset stakes and decisions at the start of a round. */
function fresh(view: View, dealer: number): View {
  const ended = ["folded", "dropped", "withdrew", "all-in", "vote"];
  const counters = (view.counters ?? []).filter((one) => !ended.includes(one.id));
  return { ...view, counters, roles: { ...view.roles, dealer } };
}
