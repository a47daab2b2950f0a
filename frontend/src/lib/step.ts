// Applies one event to a working copy of a view: cards move, counters and roles change as the event says. Used by the
// playback, which shows a command step by step and then the view that the table sent. Pure.
import type { Card, Observation, Move, View, Zone } from "@/lib/protocol";
import { owner } from "@/lib/view";

/** Return the view after an event. Cards that reach a pile stay visible on it until the next event (see `settled`). */
export function step(view: View, observation: Observation): View {
  let zones = settled(view).zones;
  for (const move of observation.moves ?? []) zones = moved(zones, move);
  return withChanges({ ...view, zones }, observation);
}

/** Return the view without the cards that an event has moved onto a pile. */
export function settled(view: View): View {
  return { ...view, zones: view.zones.map((zone) => (zone.kind === "pile" && zone.cards ? { ...zone, cards: [] } : zone)) };
}

/** Return the view with the counters and roles that an event changes. */
function withChanges(view: View, { ended, counters, roles }: Observation): View {
  if (!ended && !counters && !roles) return view;
  const left = (view.counters ?? []).filter((one) => !ended?.includes(one.id));
  const fresh = (counters ?? []).filter((one) => !left.some((old) => old.id === one.id && owner(old) === owner(one)));
  const kept = left.map((old) => counters?.find((one) => one.id === old.id && owner(one) === owner(old)) ?? old);
  return { ...view, counters: [...kept, ...fresh], ...(roles ? { roles } : {}) };
}

function moved(zones: Zone[], move: Move): Zone[] {
  const count = move.count ?? 1;
  const source = zones.find((zone) => zone.id === move.source);
  const target = zones.find((zone) => zone.id === move.target);
  if (!source || !target) return zones;
  const taken = source.cards?.find((card) => card.handle === move.handle);
  const card: Card = { ...taken, face: move.face, pose: move.pose ?? "upright", handle: move.handle };
  if (source === target) {
    const cards = (source.cards ?? []).map((one) => (one.handle === move.handle ? card : one));
    return zones.map((zone) => (zone === source ? { ...zone, cards } : zone));
  }
  return zones.map((zone) => {
    if (zone === source) {
      const left = Math.max(zone.count - count, 0);
      const cards = left === 0 && !move.handle ? [] : (zone.cards ?? []).filter((one) => one.handle !== move.handle);
      return { ...zone, count: left, cards };
    }
    if (zone === target) {
      const cards = move.handle ? [...(zone.cards ?? []), card] : (zone.cards ?? []);
      return { ...zone, count: zone.count + count, cards };
    }
    return zone;
  });
}
