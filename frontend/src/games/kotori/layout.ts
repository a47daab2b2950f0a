// Layout of ことりあつめ: opponents above, the tree and the field in the middle, the player below. Everything scales with the
// available room; only if that is very small does the stage scroll.
import type { Card, View } from "@/lib/protocol";
import { seatsAround } from "@/lib/view";
import { type Box, RATIO, ROUNDING, type SeatRoom, type Spot, type Viewport, type ZoneLayout, clamp } from "@/stage/layout";

export const RANKS = 10;
const EDGE = 8;
const LABEL = 18;
const MARGIN = 14;
/** Width of a card from which the deck and its top card each have room for a label. */
const NARROW = 48;
/** Height of a name and a total below it, in a panel beside the bid cards. */
const TWO_LINES = 44;

/** Structure of the seats' areas: name beside the cards, all in two lines or in one; or an area with a large cage. */
interface Style {
  panel: number; // width of the panel beside the bids; 0: it is above them
  bids: number; // height of the bid cards
  cage: number; // height of a line of the cage
  lines: number; // lines of the cage
  flat?: boolean; // the cage is beside the bids
  margin?: number; // beside the panel, if there is room
}

export function layoutZones(view: View, viewport: Viewport): ZoneLayout {
  const [first, ...others] = seatsAround(view);
  const own = first ?? 0;
  const width = viewport.width;
  const unit = viewport.unit;
  const high = viewport.height;
  const roomy = width >= 700 * unit && high >= 520 * unit;
  // If the room is wide and low, the middle and one's own seat share a line.
  const abreast = !roomy && high < 400 * unit && width >= 540 * unit;
  const tight = !roomy && high < (abreast ? 250 : 420) * unit;
  const [edge, gap] = tight ? [EDGE / 2, 4] : [EDGE, roomy ? 12 : 6];
  const least = (roomy ? 150 : tight ? 95 : 104) * unit; // the middle's height
  const low = (bids: number, cage: number): Style => ({ panel: 88 * unit, bids: Math.max(bids, TWO_LINES * unit), cage, lines: 1 });
  const mine: Style = roomy
    ? { panel: 168 * unit, bids: clamp(high * 0.15, 88, 128), cage: clamp(high * 0.075, 44, 60), lines: 1, margin: MARGIN }
    : tight
      ? low(44, abreast ? 26 : 30)
      : low(clamp(high * 0.12, 52, 88), clamp(high * 0.065, 32, 48));
  const myHeight = panelHeight(mine, unit);
  const columns = roomy || abreast ? others.length : Math.max(1, Math.min(others.length, Math.floor(width / (300 * unit))));
  const rows = Math.ceil(others.length / columns);
  // The height available to opponents without scrolling, shared between bids and cage.
  const each = (high - 2 * edge - least - myHeight - (rows + 1) * gap) / Math.max(rows, 1);
  const inside = each - 3 * INSIDE - ARCH;
  // Opponents below each other would be far out of sight on a low phone: then each is in one line.
  const flat = !roomy && !abreast && inside < TWO_LINES * unit + 30;
  const theirs: Style = roomy
    ? { panel: 0, bids: clamp(high * 0.115, 64, 104), cage: clamp(high * 0.06, 40, 52), lines: width / columns < 470 * unit ? 2 : 1, margin: MARGIN }
    : flat
      ? { panel: 84 * unit, bids: clamp(each, 50, 80) - INSIDE, cage: (clamp(each, 50, 80) - INSIDE - ARCH) / 2, lines: 2, flat }
      : abreast
        ? { panel: 84 * unit, bids: clamp(inside * 0.6, 36, 64), cage: clamp(inside * 0.4, 17, 44), lines: 1 }
        : low(clamp(inside * 0.6, 44, 64), clamp(inside * 0.4, 30, 44));

  const theirHeight = panelHeight(theirs, unit);
  const above = rows * theirHeight + (rows - 1) * gap;
  const spare = high - 2 * edge - above - (abreast ? gap : myHeight + 2 * gap);
  const middle = clamp(spare, least, (roomy ? 250 : 190) * unit);
  const air = Math.max(0, spare - middle) / 2;

  const spots: Record<string, Spot> = {};
  const seats: Record<number, SeatRoom> = {};
  const columnWidth = (width - 2 * EDGE - (columns - 1) * gap) / columns;
  others.forEach((seat, i) => {
    const x = EDGE + (i % columns) * (columnWidth + gap);
    const y = edge + Math.floor(i / columns) * (theirHeight + gap);
    seats[seat] = seatRoom(seat, { x, y, w: columnWidth, h: theirHeight }, theirs, unit, spots);
  });

  const top = edge + above + (others.length ? gap : 0) + air;
  if (abreast) {
    const inner = width - 2 * EDGE - gap;
    const w = Math.round(inner * 0.56); // its cards are pressed
    tree({ x: EDGE, y: top, w, h: middle }, unit, spots);
    const box = { x: EDGE + w + gap, y: Math.floor(top + (middle - myHeight) / 2), w: inner - w, h: myHeight };
    seats[own] = seatRoom(own, box, mine, unit, spots);
    return { height: Math.ceil(top + Math.max(middle, myHeight) + edge - ROUNDING), spots, seats };
  }
  tree({ x: EDGE, y: top, w: width - 2 * EDGE, h: middle }, unit, spots);

  const y = Math.floor(top + middle + gap + air);
  const w = Math.min(width - 2 * EDGE, roomy ? 860 * unit : Infinity);
  seats[own] = seatRoom(own, { x: (width - w) / 2, y, w, h: myHeight }, mine, unit, spots);
  return { height: Math.ceil(y + myHeight + edge - ROUNDING), spots, seats };
}

const INSIDE = 6;
/** Height of the arch above a cage. */
export const ARCH = 9;
const NAME_LINE = 32;

function panelHeight(style: Style, unit: number): number {
  if (style.flat) return style.bids + INSIDE;
  return 3 * INSIDE + ARCH + style.bids + style.cage * style.lines + (style.panel === 0 ? NAME_LINE * unit : 0);
}

/** One seat: panel, bid cards and cage. */
function seatRoom(seat: number, box: Box, style: Style, unit: number, spots: Record<string, Spot>): SeatRoom {
  if (style.flat) return inOneLine(seat, box, style, spots);
  const beside = style.panel > 0;
  const panelHeight = beside ? style.bids : NAME_LINE * unit;
  const margin = style.margin ?? INSIDE;
  const panel: Box = { x: box.x + margin, y: box.y + INSIDE, w: beside ? style.panel : box.w - 2 * margin, h: panelHeight };
  const left = beside ? panel.x + panel.w + INSIDE : panel.x;
  const bidsY = beside ? panel.y : panel.y + panelHeight;
  const card = style.bids / RATIO;
  spots[`bids-${seat}`] = {
    x: left,
    y: bidsY,
    w: box.x + box.w - INSIDE - left,
    h: style.bids,
    card,
    flow: "row",
    label: "none",
  };
  const cageHeight = style.cage * style.lines;
  spots[`cage-${seat}`] = cageOf({ x: box.x + INSIDE, y: box.y + box.h - INSIDE - cageHeight, w: box.w - 2 * INSIDE, h: cageHeight }, style);
  return { bounds: box, panel, beside };
}

/** A seat in one line: panel, bid cards, and the cage beside them. */
function inOneLine(seat: number, box: Box, style: Style, spots: Record<string, Spot>): SeatRoom {
  const [y, h] = [box.y + INSIDE / 2, style.bids];
  const panel: Box = { x: box.x + INSIDE, y, w: style.panel, h };
  const left = panel.x + panel.w + INSIDE;
  const rest = box.x + box.w - INSIDE - left;
  const cage = rest * 0.43;
  const card = Math.min((h - 4) / RATIO, (rest - cage) * 0.2);
  spots[`bids-${seat}`] = { x: left, y: y + 2, w: rest - cage - INSIDE, h: h - 4, card, flow: "row", label: "none" };
  spots[`cage-${seat}`] = cageOf({ x: left + rest - cage, y: y + ARCH, w: cage, h: h - ARCH }, style);
  return { bounds: box, panel, beside: true };
}

/** A cage, whose places may be in two lines. */
function cageOf(box: Box, { cage, lines }: Style): Spot {
  const columns = RANKS / lines;
  return { ...box, card: Math.min(box.w / columns, cage) - 2, flow: "slots", form: "figure", columns, slots: RANKS, slot: rank, label: "none" };
}

/** The middle: the deck and its top card, the field, the discards. */
function tree(box: Box, unit: number, spots: Record<string, Spot>): void {
  const label = LABEL * unit;
  const rise = Math.min(label, box.h * 0.1); // for legal cards
  const gap = clamp(box.w * 0.025, 6, 28);
  // Deck and discards at 0.72 of a card, the top card and three of the field in full.
  const card = Math.min((box.w - 5 * gap - 24) / (0.72 * 2 + 4), (box.h - label - rise) / RATIO, 132);
  const small = card * 0.72;
  const total = 2 * small + 4 * card + 5 * gap;
  const y = box.y + rise + (box.h - label - rise - card * RATIO) / 2;
  let x = box.x + (box.w - total) / 2;
  const put = (id: string, w: number, size: number, flow: Spot["flow"]) => {
    const h = size * RATIO;
    const label = id === "top" && card < NARROW * unit ? "none" : "below"; // it would run into that of the deck
    spots[id] = { x, y: y + card * RATIO - h, w, h, card: size, flow, align: "center", label };
    x += w + gap;
  };
  put("deck", small, small, "pile");
  put("top", card, card, "row");
  x += gap;
  put("field", 3 * card + gap, card, "row");
  put("discard", small, small, "pile");
}

function rank(card: Card): number {
  return Number(card.face ?? 1) - 1;
}
