// Applies one event to a working copy of a view: cards move as the event says. Used by the playback, which shows a
// command step by step and then the view that the table sent. Pure.
import type { Card, Observation, Move, View, Zone } from "@/lib/protocol";

/** Return the view after an event. Cards that reach a pile stay visible on it until the next event (see `settled`). */
export function step(view: View, heard: Observation): View {
  let zones = settled(view).zones;
  for (const move of heard.moves ?? []) zones = moved(zones, move);
  return { ...view, zones };
}

/** Return the view without the cards that an event has moved onto a pile. */
export function settled(view: View): View {
  return { ...view, zones: view.zones.map((zone) => (zone.kind === "pile" && zone.cards ? { ...zone, cards: [] } : zone)) };
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
      const cards = (zone.cards ?? []).filter((one) => one.handle !== move.handle);
      return { ...zone, count: Math.max(zone.count - count, 0), cards };
    }
    if (zone === target) {
      const cards = move.handle ? [...(zone.cards ?? []), card] : (zone.cards ?? []);
      return { ...zone, count: zone.count + count, cards };
    }
    return zone;
  });
}
