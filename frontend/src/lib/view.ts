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

/** The legal action tied to a card of a zone, if there is one. Of equal cards in a hand or in a heap any one does. */
export function choiceOf(view: View, zoneId: string, place: number): Choice | undefined {
  const exact = view.choices?.find((one) => one.zone === zoneId && one.card === place);
  const held = exact ? undefined : zone(view, zoneId);
  const face = held?.kind === "fan" || held?.kind === "stack" ? cards(held)[place]?.face : undefined;
  if (face === undefined) return exact;
  return view.choices?.find((one) => one.zone === zoneId && one.card != null && cards(held)[one.card]?.face === face);
}

/** Every legal action that a card stands for: its own; else, where the cards say something together, those of any of them. */
export function choicesOf(view: View, held: Zone, place: number): Choice[] {
  const here = (view.choices ?? []).filter((one) => one.zone === held.id && one.card != null);
  const own = here.filter((one) => one.card === place);
  const alike = own.length > 0 ? undefined : choiceOf(view, held.id, place);
  return alike ? [alike] : own.length === 0 && held.note ? here : own;
}

/** The legal action that is a pile itself, such as drawing from it. */
export function choiceOfPile(view: View, zoneId: string): Choice | undefined {
  return view.choices?.find((one) => one.zone === zoneId && one.card == null);
}

/** Seats as one sees them around the table: one's own first, then clockwise. A spectator sits with seat 0. */
export function seatsAround(view: View): number[] {
  const first = Math.max(view.seat, 0);
  return Array.from({ length: view.players }, (_, i) => (first + i) % view.players);
}
