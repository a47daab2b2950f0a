// Small questions to a view, asked by the layout, the player of events and the games' panels. Changes nothing.
import type { Card, Choice, Counter, View, Zone } from "@/lib/protocol";

/** The seat number of those who only watch. */
export const SPECTATOR = -1;

export function zone(view: View, id: string): Zone | undefined {
  return view.zones.find((one) => one.id === id);
}

/** The part of a zone's id that names the kind of place: "bids" of "bids-2". */
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

/**
 * Every legal action that a card of a zone stands for: its own; else those of a card just like it; else, where the cards say
 * something together and so are taken hold of as one, those of any of them.
 */
export function choicesOf(view: View, { id, note, cards = [] }: Zone, place: number): Choice[] {
  const here = (view.choices ?? []).filter((one) => one.zone === id);
  const own = here.filter((one) => one.card === place);
  if (own.length > 0) return own;
  const face = cards[place]?.face;
  const alike = here.filter((one) => face !== undefined && cards[one.card ?? -1]?.face === face);
  return alike.length === 0 && note ? here : alike;
}

/** Seats as one sees them around the table: one's own first, then clockwise. A spectator sits with seat 0. */
export function seatsAround(view: View): number[] {
  const first = Math.max(view.seat, 0);
  return Array.from({ length: view.players }, (_, i) => (first + i) % view.players);
}
