// The player's own order of the cards that they may sort (`Zone.sortable`): for this page only, and never sent. Cards are
// moved by dragging, with Shift and the arrow keys, or, while arranging, by pressing a card and then its new place.
import type { Card, Choice, View, Zone } from "@/lib/protocol";
import { same } from "@/lib/same";
import { cards, owner } from "@/lib/view";

export const handOrder: {
  /** handles in the player's order; empty: the table's order */
  handles: readonly number[];
  /** a press on a card moves it instead of playing it */
  arranging: boolean;
  /** the card to be moved; 0: none */
  lifted: number;
} = $state({ handles: [], arranging: false, lifted: 0 });

/** Return to the table's order. */
export function resetOrder(): void {
  handOrder.handles = [];
  handOrder.arranging = false;
  handOrder.lifted = 0;
}

/**
 * Keep the player's order where the cards have got other handles, as when the server has been restarted: each is known by
 * its looks. The old handles stay, too, for what is still to be shown.
 */
export function keepOrder(before: View, now: View): void {
  const [old, fresh] = [before, now].map((view) => view.zones.filter((zone) => sortable(view, zone)).flatMap(cards)) as [Card[], Card[]];
  if (fresh.some((card) => old.some(({ handle }) => handle === card.handle))) return;
  const left = [...fresh];
  const renewed = (handle: number): number[] => {
    const card = old.find((one) => one.handle === handle);
    const at = card ? left.findIndex((one) => one.face === card.face && same(one.marks, card.marks)) : -1;
    return at < 0 ? [] : left.splice(at, 1).map((one) => one.handle ?? 0);
  };
  handOrder.handles = handOrder.handles.flatMap((handle) => [handle, ...renewed(handle)]);
  handOrder.lifted = 0;
}

/** Return whether the viewer may sort the cards of this zone. */
export function sortable(view: View, zone: Zone | undefined): boolean {
  return zone?.sortable === true && view.seat >= 0 && owner(zone) === view.seat;
}

/** Return whether the player has sorted the cards of this zone. */
export function isSorted(zone: Zone | undefined): boolean {
  return cards(zone).some((card) => handOrder.handles.includes(card.handle ?? 0));
}

/** Return the order after moving a card to the place of another. */
export function moved(order: readonly number[], handle: number, onto: number): number[] {
  const [from, to] = [order.indexOf(handle), order.indexOf(onto)];
  if (from < 0 || to < 0) return [...order];
  const rest = order.filter((one) => one !== handle);
  rest.splice(to, 0, handle);
  return rest;
}

/** Press a card while arranging; `shown` are the cards of its zone as they lie. */
export function pressed(shown: readonly number[], handle: number): void {
  const { lifted } = handOrder;
  if (!shown.includes(lifted)) handOrder.lifted = handle;
  else {
    if (lifted !== handle) handOrder.handles = moved(shown, lifted, handle);
    handOrder.lifted = 0;
  }
}

/** Return the view with the player's order of the cards; new cards are at the end. */
export function inOrder(view: View, order: readonly number[]): View {
  const changed = new Map<string, number[]>();
  const zones = view.zones.map((zone) => {
    if (!sortable(view, zone) || !cards(zone).some((card) => order.includes(card.handle ?? 0))) return zone;
    const rank = (at: number) => {
      const place = order.indexOf(zone.cards![at]!.handle ?? 0);
      return place < 0 ? order.length : place;
    };
    const places = cards(zone).map((_, at) => at).sort((a, b) => rank(a) - rank(b));
    changed.set(zone.id, places);
    return { ...zone, cards: places.map((at) => zone.cards![at]!) };
  });
  if (changed.size === 0) return view;
  const choices = (view.choices ?? []).map((choice): Choice => {
    const places = changed.get(choice.zone ?? "");
    return places && choice.card != null ? { ...choice, card: places.indexOf(choice.card) } : choice;
  });
  return { ...view, zones, choices };
}
