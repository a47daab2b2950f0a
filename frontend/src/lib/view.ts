// Queries on views, for the layout, the event playback and the games' panels. Pure.
import type { Card, Choice, Counter, Presence, Sitter, View, Zone } from "@/lib/protocol";

/** The seat number of spectators. */
export const SPECTATOR = -1;

export function zone(view: View, id: string): Zone | undefined {
  return view.zones.find((one) => one.id === id);
}

/** Return the kind of a zone from its id: "bids" of "bids-2". */
export function zoneKind(id: string): string {
  return id.replace(/-\d+$/, "");
}

export function owner(thing: Zone | Counter): number {
  return thing.owner ?? SPECTATOR;
}

export function cards(one: Zone | undefined): Card[] {
  return one?.cards ?? [];
}

export function counter(view: View, id: string, seat = SPECTATOR): number | undefined {
  return view.counters?.find((one) => one.id === id && owner(one) === seat)?.value;
}

/** Return the counters of a seat (-1: of the table) to show; `helps`: also the play aids; `drawn`: ids that the art draws itself. */
export function countersOf(view: View, seat: number, helps: boolean, drawn: readonly string[] = []): Counter[] {
  return (view.counters ?? []).filter(
    (one) =>
      owner(one) === seat &&
      (helps || !one.help) &&
      one.show !== "none" &&
      (one.show !== "word" || one.value !== 0) &&
      !drawn.includes(one.id),
  );
}

/** Return whether there are cards on the table: not while decks are chosen. */
export function isDealt(view: View): boolean {
  return view.zones.some((one) => one.count > 0);
}

/** Return how far each seat has come towards the goal, one's own seat first; empty if the view does not tell, or before the deal. */
export function standingOf(view: View): { seat: number; id: string; value: number }[] {
  if (!isDealt(view)) return [];
  return seatsAround(view).flatMap((seat) => {
    const found = view.counters?.find((one) => one.goal && owner(one) === seat);
    return found ? [{ seat, id: found.id, value: found.value }] : [];
  });
}

/** Return the legal action of a card of a zone, if any. Equal cards of a hand or pile are interchangeable. */
export function choiceOf(view: View, zoneId: string, place: number): Choice | undefined {
  const exact = view.choices?.find((one) => one.zone === zoneId && one.card === place);
  const held = exact ? undefined : zone(view, zoneId);
  const face = held?.kind === "fan" || held?.kind === "stack" ? cards(held)[place]?.face : undefined;
  if (face === undefined) return exact;
  return view.choices?.find((one) => one.zone === zoneId && one.card != null && cards(held)[one.card]?.face === face);
}

/** Return all legal actions of a card: its own; else, in a zone with a note, those of any of its cards. */
export function choicesOf(view: View, held: Zone, place: number): Choice[] {
  const here = (view.choices ?? []).filter((one) => one.zone === held.id && one.card != null);
  const own = here.filter((one) => one.card === place);
  const alike = own.length > 0 ? undefined : choiceOf(view, held.id, place);
  return alike ? [alike] : own.length === 0 && held.note ? here : own;
}

/** Return the legal action of a pile as a whole, such as drawing from it. */
export function choiceOfPile(view: View, zoneId: string): Choice | undefined {
  return view.choices?.find((one) => one.zone === zoneId && one.card == null);
}

/** Return whether the viewer is out of the game and only bots play on, so that the rest may be played at once. */
export function canSkip(view: View, sitters: readonly Sitter[]): boolean {
  const out = view.out ?? [];
  return view.to_act >= 0 && out.includes(view.seat) && sitters.every(({ kind }, seat) => kind === "bot" || out.includes(seat));
}

/** Return the seats of connected people who have not asked to skip to the end, as everyone must. */
export function stillWatching(view: View, seats: readonly Presence[]): number[] {
  return (view.out ?? []).filter((seat) => ["here", "idle"].includes(seats[seat]?.state ?? "") && !seats[seat]!.skips);
}

/** Return the seats in view order: one's own first, then clockwise. Spectators see seat 0 first. */
export function seatsAround(view: View): number[] {
  const first = Math.max(view.seat, 0);
  return Array.from({ length: view.players }, (_, i) => (first + i) % view.players);
}

/**
 * Return the view with the choices of one mode ("": the plain one). Choices without a mode stay, except for those of zones
 * that the mode offers otherwise.
 */
export function inMode(view: View, mode: string): View {
  if (!view.choices?.some((choice) => choice.mode)) return view;
  const zones = new Set(view.choices.filter((choice) => mode !== "" && choice.mode === mode).map((choice) => choice.zone));
  const offered = (choice: Choice) => (choice.mode ? choice.mode === mode : !(choice.zone && zones.has(choice.zone)));
  return { ...view, choices: view.choices.filter(offered) };
}

/** Return the view with the marks of queued actions on their cards. */
export function withQueued(view: View, queued: readonly string[]): View {
  const marking = (view.choices ?? []).filter((choice) => choice.marks?.length && queued.includes(choice.action));
  if (marking.length === 0) return view;
  const marked = (zone: Zone, card: Card, at: number): Card => {
    const more = marking.filter((choice) => choice.zone === zone.id && choice.card === at).flatMap((choice) => choice.marks ?? []);
    return more.length ? { ...card, marks: [...(card.marks ?? []), ...more] } : card;
  };
  return { ...view, zones: view.zones.map((zone) => (zone.cards ? { ...zone, cards: zone.cards.map((card, at) => marked(zone, card, at)) } : zone)) };
}

/** Return how many cards of a face the viewer can see. */
export function visibleCopies(view: View, face: string): number {
  return view.zones.flatMap((zone) => cards(zone)).filter((card) => card.face === face).length;
}
