// Default layout, for games without one of their own: the other seats above, the table's zones in the middle, one's own seat
// below with its hand at the bottom. Where height is scarce and width is not, one's own seat is beside the rest. Cards are
// drawn as large as fits; where height is scarce, empty zones of seats are only their names, and at the smallest size the
// stage scrolls. Zones never overlap. Pure.
import { sortable } from "@/lib/hand-order.svelte";
import type { Card, View, Zone } from "@/lib/protocol";
import { cards, countersOf, owner, seatsAround } from "@/lib/view";
import { type Box, FINGER, RATIO, type SeatRoom, type Spot, type Viewport, type ZoneLayout } from "@/stage/layout";

const EDGE = 8;
const GAP = 6;
/** between a zone's mat and its cards */
export const PAD = 5;
/** height of the line with a zone's name, above its cards */
export const NAME = 15;
/** gap between two lines of cards */
const RISE = 9;
/** least visible width of a card that is only read */
const READABLE = 30;
/** least width of a zone, so that its name can be read: where height is scarce, with little room, and with much */
const BARELY_NAMED = 43;
const NAMED = 62;
const WELL_NAMED = 84;
/** least height of a table on which one's own seat is always below the others */
const LOW = 430;
/** a seat panel beside its zones, and the line of a panel */
const PANEL = 184;
const LINE = 18;
/** room for one counter on a seat panel, and the most lines of counters: if there are more, the panel scrolls */
const FACT = 84;
const LINES = 3;
/** hidden hands with more cards than this are drawn as one pile with their number; fewer where height is scarce */
const BACKS = 3;
const FEW_BACKS = 1;
/** stacks with more cards than this show only the top one, unless one of them can be chosen */
const STACKED = 4;
/** Widths of cards at scale 1. */
const WIDTHS = { hand: 84, own: 66, table: 74, other: 52 };
const SCALES = Array.from({ length: 23 }, (_, i) => 1.28 - i * 0.04);
/** below this scale, height is scarce: empty zones of seats are only their names, and zones of other seats are narrow */
const SCARCE = 0.58;

/** Return the gap above the cards of a zone, into which legal ones rise. */
export function airOf(card: number): number {
  return 3 + card * 0.13;
}

/** One attempt: the scale of the cards, the columns of the other seats, and whether one's own seat is beside them. */
interface Plan {
  scale: number;
  columns: number;
  abreast: boolean;
}

export function layoutZones(view: View, viewport: Viewport): ZoneLayout {
  const { width, height, unit } = viewport;
  const others = view.players - 1;
  const columns = Array.from({ length: Math.max(others, 1) }, (_, i) => i + 1).filter((n) => n === 1 || width / n >= 150 * unit).reverse();
  const sides = width >= 560 * unit && height < LOW * unit ? [false, true] : [false];
  const least = Math.min(...SCALES);
  let shortest: ZoneLayout | undefined;
  for (const scale of SCALES) {
    for (const abreast of sides) {
      for (const number of columns) {
        const made = arranged(view, viewport, { scale, columns: number, abreast });
        if (made.height <= height) return made;
        if (scale === least && (!shortest || made.height < shortest.height)) shortest = made;
      }
    }
  }
  return shortest!;
}

function arranged(view: View, { width, height, unit }: Viewport, { scale, columns, abreast }: Plan): ZoneLayout {
  const [own = 0, ...others] = seatsAround(view);
  const spots: Record<string, Spot> = {};
  const seats: Record<number, SeatRoom> = {};
  const sized = new Sizes(view, own, scale, unit, abreast);
  const half = (width - 3 * EDGE) / 2;
  const w = abreast ? half : width - 2 * EDGE;

  // All heights are known before anything is placed, so that spare height can be distributed.
  const fit = Math.min(columns, Math.max(1, Math.floor((w + GAP) / (150 * unit))));
  const rows = chunks(others, fit).map((row) => {
    const each = (w - (row.length - 1) * GAP) / row.length;
    const rooms = row.map((seat) => ({ seat, ...roomOf(view, seat, each, sized, unit) }));
    return { rooms, each, h: Math.max(...rooms.map((room) => room.h)) };
  });
  const middle = flowed(view.zones.filter((zone) => owner(zone) < 0 && shown(zone, view)), w, sized, unit);
  const mine = roomOf(view, own, w, sized, unit);
  const above = rows.reduce((sum, row) => sum + row.h + GAP, 0);
  const rest = above + middle.h + 2 * GAP;
  const needed = 2 * EDGE + (abreast ? Math.max(rest, mine.h) : rest + mine.h);
  const spare = Math.max(0, height - needed);

  let y = EDGE;
  for (const row of rows) {
    row.rooms.forEach(({ seat, place }, i) => {
      seats[seat] = place({ x: EDGE + i * (row.each + GAP), y, w: row.each, h: row.h }, spots);
    });
    y += row.h + GAP;
  }
  y += GAP + (abreast ? 0 : spare / 2);
  middle.place(EDGE, y, spots);
  const total = Math.max(Math.ceil(needed), height);
  const bounds = { x: abreast ? 2 * EDGE + half : EDGE, y: total - EDGE - mine.h, w, h: mine.h };
  const { tools, ...room } = mine.place(bounds, spots);
  seats[own] = room;
  return { height: total, spots, seats, ...(tools ? { tools } : {}) };
}

/** Sizes of the cards of a view at one scale. */
class Sizes {
  private readonly chosen: Set<string | undefined>;
  private readonly scarce: boolean;

  constructor(
    view: View,
    private readonly own: number,
    private readonly scale: number,
    private readonly unit: number,
    /** one's own seat is beside the rest */
    private readonly abreast: boolean,
  ) {
    this.scarce = scale < SCARCE;
    this.chosen = new Set((view.choices ?? []).filter((choice) => choice.card != null).map((choice) => choice.zone));
  }

  /** Return whether a card of the zone can be pressed. */
  pressed(zone: Zone): boolean {
    return this.chosen.has(zone.id) || (owner(zone) === this.own && zone.kind === "fan");
  }

  /** Return whether a zone is drawn as one pile of backs with their number. */
  closed(zone: Zone): boolean {
    return zone.count > (this.scarce ? FEW_BACKS : BACKS) && isHidden(zone) && !this.pressed(zone);
  }

  /** Return whether a zone has room for its name only. */
  folded(zone: Zone): boolean {
    return this.scarce && zone.count === 0 && zone.kind !== "pile" && owner(zone) >= 0 && !this.pressed(zone);
  }

  /** Return the least width of a zone, in a line of this width. */
  named(zone: Zone, most: number): number {
    const narrow = this.abreast || (this.scarce && owner(zone) !== this.own);
    return (narrow ? BARELY_NAMED : most > 200 * this.unit ? WELL_NAMED : NAMED) * this.unit;
  }

  of(zone: Zone): number {
    const which = owner(zone) < 0 ? "table" : owner(zone) !== this.own ? "other" : zone.kind === "fan" ? "hand" : "own";
    return Math.max(WIDTHS[which] * this.scale, this.pressed(zone) ? FINGER : READABLE) * this.unit;
  }
}

/** A measured group of zones, and a function that places it. */
interface Measured {
  h: number;
  place: (x: number, y: number, spots: Record<string, Spot>) => void;
}

/** One seat: its panel above its zones, or beside them if there is room; the hand comes last. */
function roomOf(view: View, seat: number, w: number, sized: Sizes, unit: number) {
  const zones = view.zones.filter((zone) => owner(zone) === seat && shown(zone, view));
  const rank = (zone: Zone) => (sized.folded(zone) ? 0 : zone.kind === "fan" ? 2 : 1);
  const ordered = zones.toSorted((a, b) => rank(a) - rank(b));
  const beside = w >= 520 * unit;
  const inner = w - 2 * GAP;
  const facts = factsOf(view, seat);
  // The buttons that sort the hand are below the panel, or beside it.
  const sorts = zones.some((zone) => sortable(view, zone) && zone.count > 1);
  const tools = { w: sorts ? Math.min(PANEL * unit, inner * 0.6) : 0, h: sorts ? FINGER * unit : 0 };
  const each = Math.max(1, Math.floor((beside ? PANEL * unit : inner - tools.w) / (FACT * unit)));
  const own = (26 + Math.min(Math.ceil(facts / each), LINES) * LINE) * unit;
  const panel = beside ? { w: PANEL * unit, h: own + tools.h } : { w: inner - tools.w, h: Math.max(own, tools.h) };
  const body = flowed(ordered, beside ? inner - panel.w - GAP : inner, sized, unit);
  const h = 2 * GAP + (beside ? Math.max(panel.h, body.h) : panel.h + (body.h && body.h + 2));
  const place = (bounds: Box, spots: Record<string, Spot>): SeatRoom & { tools?: Box } => {
    const [x, y] = [bounds.x + GAP, bounds.y + GAP];
    const high = beside ? bounds.h - 2 * GAP - tools.h : panel.h;
    const buttons = { x: beside ? x : x + panel.w, y: beside ? y + high : y, ...tools };
    if (beside) body.place(x + panel.w + GAP, y + (bounds.h - 2 * GAP - body.h) / 2, spots);
    else body.place(x, y + panel.h + 2, spots);
    return { bounds, panel: { x, y, w: panel.w, h: high }, beside, wraps: true, ...(sorts ? { tools: buttons } : {}) };
  };
  return { h, place };
}

/** Return the number of counters, roles and marks of the turn that a panel has to show. */
function factsOf(view: View, seat: number): number {
  return countersOf(view, seat, true).length + Object.values(view.roles ?? {}).filter((who) => who === seat).length + 1;
}

/** Zones side by side, in as many lines as they need, each line centred. */
function flowed(zones: Zone[], w: number, sized: Sizes, unit: number): Measured {
  const lines: { items: Item[]; w: number; h: number }[] = [];
  for (const item of zones.map((zone) => measured(zone, w, sized, unit))) {
    const last = lines.at(-1);
    if (last && last.w + GAP + item.w <= w) {
      last.items.push(item);
      last.w += GAP + item.w;
      last.h = Math.max(last.h, item.h);
    } else lines.push({ items: [item], w: item.w, h: item.h });
  }
  return {
    h: lines.reduce((sum, line) => sum + line.h, 0) + Math.max(lines.length - 1, 0) * GAP,
    place: (x, y, spots) => {
      for (const line of lines) {
        let left = x + (w - line.w) / 2;
        for (const item of line.items) {
          const down = item.high > 0 ? line.h - item.h : 0; // names without cards are in line with those above cards
          spots[item.id] = { ...item.spot, x: left + PAD, y: y + NAME * unit + airOf(item.spot.card) + down, w: item.w - 2 * PAD, h: item.high };
          left += item.w + GAP;
        }
        y += line.h + GAP;
      }
    },
  };
}

/** A zone with its mat's size, the height of its cards, and how they are arranged. */
interface Item {
  id: string;
  w: number;
  h: number;
  high: number;
  spot: Pick<Spot, "card" | "flow" | "lines" | "align" | "label" | "columns" | "slots" | "slot">;
}

function measured(zone: Zone, most: number, sized: Sizes, unit: number): Item {
  const inner = most - 2 * PAD;
  const card = sized.folded(zone) ? 0 : Math.min(sized.of(zone), inner);
  const held = cards(zone);
  const plain = { card, label: "none" as const };
  const made = (w: number, high: number, spot: Item["spot"]): Item => ({
    id: zone.id,
    w: Math.min(Math.max(w, sized.named(zone, most)), inner) + 2 * PAD,
    h: NAME * unit + airOf(card) + high + PAD,
    high,
    spot,
  });
  if (sized.folded(zone)) return made(0, 0, { ...plain, flow: "row" });
  if (zone.kind === "pile") return made(card, card * RATIO, { ...plain, flow: "pile" });
  if (sized.closed(zone)) return made(card, card * RATIO, { ...plain, flow: "closed" });
  if (zone.kind === "stack" && held.length > STACKED && !sized.pressed(zone)) {
    return made(card, card * RATIO, { ...plain, flow: "slots", columns: 1, slots: 1, slot: () => 0 });
  }
  const breadths = held.map((one) => breadth(one, card));
  const natural = breadths.reduce((sum, one) => sum + one + GAP, -GAP);
  // Faces are text, which must not be covered; of backs, enough stays visible to press them.
  const read = card * (held.some((one) => one.face) ? 1 : 0.3);
  const visible = sized.pressed(zone) ? Math.max(FINGER * unit, read) : read;
  const widest = Math.max(card, ...breadths);
  const each = Math.max(1, Math.floor((inner - widest) / (visible + (widest - card))) + 1);
  const lines = natural <= inner ? 1 : Math.ceil(held.length / each);
  const w = natural <= inner ? natural : Math.min(inner, Math.ceil(held.length / lines) * (widest + GAP) - GAP);
  return made(w, lines * card * RATIO + (lines - 1) * RISE, { ...plain, flow: "fan", lines, align: "center" });
}

function breadth(card: Card, upright: number): number {
  return card.pose === "sideways" ? upright * RATIO : upright;
}

/** Whether a zone holds only backs, which are all alike to the viewer. */
function isHidden(zone: Zone): boolean {
  return cards(zone).every((card) => card.face === undefined && !card.marks?.length && !card.note);
}

/** Of several empty zones of one kind, such as numbered places, only the first has room on the table. */
function shown(zone: Zone, view: View): boolean {
  if (zone.kind === "pile" || zone.count > 0) return true;
  const stem = stemOf(zone.id);
  const alike = view.zones.filter((one) => owner(one) === owner(zone) && one.kind === zone.kind && stemOf(one.id) === stem);
  return alike.find((one) => one.count === 0) === zone;
}

function stemOf(id: string): string {
  return id.replace(/\d+/g, "");
}

function chunks<T>(list: T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, i) => list.slice(i * size, (i + 1) * size));
}
