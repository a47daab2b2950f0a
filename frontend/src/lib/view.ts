// Queries on views, for the layout, the event playback and the games' panels. Pure.
import type { Card, Choice, Counter, View, Zone } from "@/lib/protocol";

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

/** Return the seats in view order: the own one first, then clockwise. Spectators see seat 0 first. */
export function seatsAround(view: View): number[] {
  const first = Math.max(view.seat, 0);
  return Array.from({ length: view.players }, (_, i) => (first + i) % view.players);
}
