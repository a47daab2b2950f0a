// Layout of the cards: a pure function from a view and the available room to a place for each handle. The stage turns
// places into CSS transforms, and the browser animates changes. A game places its zones (`LayoutZones`); cards are placed
// within a zone in the same way for all games. Touches no element and no style.
import type { Card, View, Zone } from "@/lib/protocol";

/** The room for the stage, in CSS pixels; `unit` is 1 at the default text size. */
export interface Viewport {
  width: number;
  height: number;
  unit: number;
}

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** Place of a zone and arrangement of its cards. */
export interface Spot extends Box {
  /** width of an upright card */
  card: number;
  /**
   * a fan is a hand: a slight arc, or several lines; a closed pile shows none of its cards, even if they are
   * known
   */
  flow: "row" | "fan" | "pile" | "slots" | "placed" | "closed";
  lines?: number;
  align?: "start" | "center";
  /** how cards are drawn: as cards, or without a frame; small cards show less */
  form?: "card" | "figure";
  /** of `slots`: their number per line and in all, and the slot of each card */
  columns?: number;
  slots?: number;
  slot?: (card: Card) => number;
  /** each card is under the one before it */
  under?: boolean;
  /** its cards lie over those of spots with a lower number */
  over?: number;
  /** origin and target of moves; the pile itself is not drawn */
  bare?: boolean;
  /** of `placed`: the centre of a card, by its number in the zone */
  place?: (card: Card, at: number) => [number, number];
  /** position of its name */
  label?: "above" | "below" | "left" | "none";
}

/** The room of a seat: the bounds of all its zones, and its panel (`SeatPanel`) within them. */
export interface SeatRoom {
  bounds: Box;
  panel: Box;
  /** the panel is beside the cards, narrow and high, instead of above them */
  beside: boolean;
  /** the panel has lines for all of its counters */
  wraps?: boolean;
}

/** The layout of a table: zones by id, seats by number, and the total height. */
export interface ZoneLayout {
  height: number;
  spots: Record<string, Spot>;
  seats: Record<number, SeatRoom>;
  /** room for the buttons that sort one's own hand, if the background shows them there */
  tools?: Box;
}

export type LayoutZones = (view: View, viewport: Viewport) => ZoneLayout;

/** How a card is drawn: in full, reduced to what is legible when small, or without a frame. */
export type Form = "card" | "small" | "figure";

/** The place of one card. `x`, `y` is its centre, `turn` in degrees, `size` the width of the upright card. */
export interface Place {
  x: number;
  y: number;
  z: number;
  turn: number;
  size: number;
  face: "up" | "down";
  form: Form;
  zone: string;
  /** its number in the zone */
  at: number;
}

export interface Laid {
  places: Map<number, Place>;
  zoneLayout: ZoneLayout;
}

/** Height of a card divided by its width, as for playing cards. */
export const RATIO = 88 / 63;
/** What a sum of fractions may exceed a height by that it fills: a table must not scroll because of it. */
export const ROUNDING = 0.01;
const GAP = 6;
/** Narrower cards omit small print. */
const SMALL = 76;

/** Return a place for every card of the view. */
export function layout(view: View, viewport: Viewport, layoutZones: LayoutZones): Laid {
  const zoneLayout = layoutZones(view, viewport);
  const places = new Map<number, Place>();
  for (const zone of view.zones) {
    const spot = zoneLayout.spots[zone.id];
    if (spot && spot.flow !== "closed") laid(zone, spot, places);
  }
  return { places, zoneLayout };
}

/** On small screens everything is drawn a little smaller, if nothing must scroll then and a finger can still press cards; */
const SCALES = [0.95, 0.9, 0.85, 0.8];
/** and smaller still, where cards are only looked at. */
const LOOKED_AT = [...SCALES, 0.75, 0.7, 0.65];
/** Least visible width of a card that can be pressed, and where everything is drawn smaller or has hardly any room. */
export const FINGER = 44;
export const TIGHT_FINGER = 43.5;

/** On large screens everything is drawn larger, from a room of this size on, up to a limit. */
const AMPLE = { width: 1180, height: 680 };
const LARGEST = 1.4;

/**
 * Return the layout for a room, for a larger one if that makes all of it fit, for a smaller one if it is ample, and the scale
 * at which it is drawn. `played`: cards are pressed, as they are not in a replay.
 */
export function fitting(view: View, room: Viewport, layoutZones: LayoutZones, played = true): { scale: number; laid: Laid } {
  const at = (scale: number) => {
    const larger = { ...room, width: Math.floor(room.width / scale), height: Math.floor(room.height / scale) };
    return { scale, laid: layout(view, larger, layoutZones), height: larger.height };
  };
  const ample = Math.min(room.width / AMPLE.width, room.height / AMPLE.height) / room.unit;
  const usual = at(clamp(ample, 1, LARGEST));
  if (usual.laid.zoneLayout.height <= usual.height) return usual;
  const pressed = played ? pressedSpots(view, usual.laid) : [];
  const pressable = ({ zoneLayout }: Laid, scale: number) => pressed.every(({ id, card }) => zoneLayout.spots[id]!.card * scale >= Math.min(TIGHT_FINGER, card));
  const scales = [...(usual.scale > 1 ? [1] : []), ...(played ? SCALES : LOOKED_AT)];
  return scales.map(at).find(({ scale, laid, height }) => laid.zoneLayout.height <= height && pressable(laid, scale)) ?? (usual.scale > 1 ? at(1) : usual);
}

/** Return where cards are there to be pressed: one's own hand and stacks, and rows on the table unless their cards are too small for that. */
function pressedSpots(view: View, { zoneLayout }: Laid): { id: string; card: number }[] {
  const zones = view.zones.filter(({ kind, owner }) => (kind === "row" ? owner == null : kind !== "pile" && owner === view.seat));
  return zones.flatMap(({ id, kind }) => {
    const spot = zoneLayout.spots[id];
    return spot && spot.form !== "figure" && (kind !== "row" || spot.card >= TIGHT_FINGER) ? [{ id, card: spot.card }] : [];
  });
}

function laid(zone: Zone, spot: Spot, places: Map<number, Place>): void {
  const cards = zone.cards ?? [];
  const centres = FLOWS[spot.flow](cards, spot);
  cards.forEach((card, at) => {
    const [x, y, turn = 0] = centres[at] ?? [spot.x + spot.w / 2, spot.y + spot.h / 2];
    places.set(card.handle ?? 0, {
      x,
      y,
      z: (spot.over ?? 0) + (spot.under ? cards.length - at : at + 1),
      turn: card.pose === "sideways" ? 90 : turn,
      size: spot.card,
      face: card.pose === "down" || card.face === undefined ? "down" : "up",
      form: spot.form === "figure" ? "figure" : spot.card < SMALL ? "small" : "card",
      zone: zone.id,
      at,
    });
  });
}

/** Return the centre of a card and its rotation. */
type Centre = [x: number, y: number, turn?: number];

const FLOWS: Record<Spot["flow"], (cards: Card[], spot: Spot) => Centre[]> = {
  row: inRow,
  fan: inFan,
  pile: () => [],
  slots: inSlots,
  placed: (cards, spot) => (spot.place ? cards.map(spot.place) : []),
  closed: () => [],
};

/** Return the width of a card in a row: sideways it is on its long side. */
function breadth(card: Card, spot: Spot): number {
  return card.pose === "sideways" ? spot.card * RATIO : spot.card;
}

/** Place cards side by side; if there are many, each covers a part of the one before. */
function inRow(cards: Card[], spot: Spot): Centre[] {
  const breadths = cards.map((card) => breadth(card, spot));
  const last = breadths.at(-1) ?? 0;
  const natural = breadths.slice(0, -1).reduce((sum, one) => sum + one + GAP, 0);
  const room = Math.max(spot.w - last, 0);
  const squeeze = natural > room ? room / natural : 1;
  const taken = natural * squeeze + last;
  let left = spot.align === "center" ? spot.x + (spot.w - taken) / 2 : spot.x;
  return breadths.map((one) => {
    const centre: Centre = [left + one / 2, spot.y + spot.h / 2];
    left += (one + GAP) * squeeze;
    return centre;
  });
}

/** Place a fan: one slight arc, if the spot is higher than its cards; or lines, each covering the foot of the one before. */
function inFan(cards: Card[], spot: Spot): Centre[] {
  const lines = spot.lines ?? 1;
  const each = Math.ceil(cards.length / lines);
  const high = spot.card * RATIO;
  const pitch = lines > 1 ? (spot.h - high) / (lines - 1) : 0;
  const dip = lines > 1 ? 0 : Math.max(0, spot.h - high);
  return cards.flatMap((_, at) => {
    if (at % each !== 0) return [];
    const part = cards.slice(at, at + each);
    const line = { ...spot, y: spot.y + (at / each) * pitch, h: high };
    const centres = inRow(part, line);
    const half = Math.max((centres.at(-1)![0] - centres[0]![0]) / 2, 1);
    const middle = (centres.at(-1)![0] + centres[0]![0]) / 2;
    const share = half / Math.max(spot.w / 2, 1);
    return centres.map(([x, y]): Centre => {
      const aside = ((x - middle) / half) * share;
      // A card is rotated by the slope of the arc.
      const turn = (Math.atan((2 * dip * aside) / Math.max(spot.w / 2, 1)) * 180) / Math.PI;
      return [x, y + dip * aside ** 2, turn];
    });
  });
}

/** Place each card at its slot. */
function inSlots(cards: Card[], spot: Spot): Centre[] {
  return cards.map((card, at) => slotCentre(spot, spot.slot?.(card) ?? at));
}

/** Return the centre of a slot. */
export function slotCentre(spot: Spot, slot: number): [number, number] {
  const columns = spot.columns ?? 1;
  const rows = Math.ceil((spot.slots ?? columns) / columns);
  const [w, h] = [spot.w / columns, spot.h / rows];
  return [spot.x + w * ((slot % columns) + 0.5), spot.y + h * (Math.floor(slot / columns) + 0.5)];
}

/** Distance of what is shown by scrolling from the edge of the frame. */
const MARGIN = 8;

/**
 * Return where a stage is scrolled to, from `top`, so that boxes can be seen, the most important last: no further than
 * need be. Of a box that is higher than the frame the foot is shown.
 */
export function scrollFor(boxes: Box[], top: number, height: number): number {
  return boxes.reduce((at, { y, h }) => Math.max(0, y + h + MARGIN - height, Math.min(at, y - MARGIN)), top);
}

/** Return the smallest box around at least one other. */
export function around(boxes: Box[]): Box {
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
  const [right, foot] = [Math.max(...boxes.map((box) => box.x + box.w)), Math.max(...boxes.map((box) => box.y + box.h))];
  return { x, y, w: right - x, h: foot - y };
}

export type Direction = "left" | "right" | "up" | "down";

/** Return the visually nearest card in a direction; undefined if there is none. */
export function neighbour(places: Map<number, Place>, from: number, direction: Direction): number | undefined {
  const start = places.get(from);
  if (!start) return undefined;
  let best: number | undefined;
  let shortest = Infinity;
  for (const [handle, place] of places) {
    const [dx, dy] = [place.x - start.x, place.y - start.y];
    const along = { left: -dx, right: dx, up: -dy, down: dy }[direction];
    const aside = Math.abs(direction === "left" || direction === "right" ? dy : dx);
    if (handle === from || along < 1) continue;
    const distance = along + 3 * aside;
    if (distance < shortest) [best, shortest] = [handle, distance];
  }
  return best;
}

/** Return a value, or the bound that it exceeds. */
export function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value));
}
