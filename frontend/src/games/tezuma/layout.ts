// Layout of てづま師: opponents above, the trick in the middle, the player with the hand below. While cards are chosen they are
// in the middle instead. If the room is very small, the stage scrolls.
import type { View } from "@/lib/protocol";
import { cards, seatsAround, zone } from "@/lib/view";
import { type Box, RATIO, ROUNDING, type SeatRoom, type Spot, TIGHT_FINGER as FINGER, type Viewport, type ZoneLayout, clamp } from "@/stage/layout";

const EDGE = 8;
const INSIDE = 6;
const GAP = 8;
/** least width for the name of a kind, left of its cards */
const NAMES = 58;
/** gap between lines of cards to choose from */
const BETWEEN = 2;
/** height below which everything is closer together */
const LOW = 470;
const KINDS = ["tables", "minuses", "abilities"] as const;

/** Return whether cards are still being chosen for this deal. */
export function choosing(view: View): boolean {
  return seatsAround(view).some((seat) => (zone(view, `chosen-${seat}`)?.count ?? 0) < KINDS.length);
}

export function layoutZones(view: View, viewport: Viewport): ZoneLayout {
  const [own = 0, ...others] = seatsAround(view);
  const { width, height, unit } = viewport;
  const roomy = width >= 700 * unit && height >= 480 * unit;
  const spots: Record<string, Spot> = {};
  const seats: Record<number, SeatRoom> = {};

  // If the room is wide and low, the middle is beside one's own hand, and the opponents are above whichever is lower.
  const abreast = !roomy && height < 360 * unit && width >= 540 * unit;
  const chosen = choosing(view);
  const low = !roomy && height < LOW * unit;
  const [edge, gap] = low ? [EDGE / 2, GAP / 2] : [EDGE, GAP];
  const left = abreast ? (width - 2 * EDGE - gap) * (chosen ? 0.55 : 0.46) : width - 2 * EDGE;
  const right = abreast ? width - 2 * EDGE - gap - left : left;
  const [theirX, theirRoom] = abreast && chosen ? [EDGE + left + gap, right] : [EDGE, left];

  const theirHeight = roomy ? clamp(height * 0.16, 100 * unit, 136 * unit) : (chosen ? (low && !abreast ? 34 : 52) : abreast ? 80 : 86) * unit;
  const theirWidth = (theirRoom - (others.length - 1) * gap) / Math.max(others.length, 1);
  others.forEach((seat, i) => {
    const box = { x: theirX + i * (theirWidth + gap), y: edge, w: theirWidth, h: theirHeight };
    seats[seat] = roomy ? beside(seat, box, unit, spots) : stacked(view, seat, box, unit, spots);
  });

  const mine = hand(view, own, { roomy, low, abreast }, abreast ? right : Math.min(left, roomy ? 940 * unit : Infinity), height, unit);
  const above = others.length ? theirHeight + gap : 0;
  const top = edge + (abreast && chosen ? 0 : above);
  const spare = height - top - edge - (abreast ? 0 : mine.height + gap);
  const lines = chosen ? linesOf(view, left, spare, roomy, unit) : [];
  const least = chosen ? choiceHeight(lines, left, roomy, unit) : (roomy ? 184 : abreast ? 78 : 88) * unit;
  const middle = Math.max(least, Math.min(spare, (roomy ? 330 : 200) * unit));
  const air = Math.max(0, spare - middle) / 2;
  const stage: Box = { x: EDGE, y: top + air, w: left, h: middle };
  if (chosen) offer(view, lines, stage, roomy, unit, spots);
  else trick(view, stage, others, own, roomy, unit, spots);

  const x = abreast ? EDGE + left + gap : (width - mine.width) / 2;
  const over = abreast && chosen ? edge + above : edge;
  const y = abreast ? Math.max(over, (height - mine.height) / 2) : stage.y + middle + air + gap;
  seats[own] = mine.put({ x, y, w: mine.width, h: mine.height }, spots);
  spots["deck"] = hidden({ x: stage.x + stage.w / 2, y: stage.y + stage.h / 2, w: 1, h: 1 }, 30);
  return { height: Math.ceil(Math.max(stage.y + middle, y + mine.height) + edge - ROUNDING), spots, seats };
}

/** A pile as origin or target of moves, whose size is shown elsewhere. */
function hidden(box: Box, card: number): Spot {
  return { ...box, card, flow: "pile", bare: true, label: "none" };
}

/** An opponent with enough room: the panel, and the chosen cards beside it. */
function beside(seat: number, box: Box, unit: number, spots: Record<string, Spot>): SeatRoom {
  const card = Math.min((box.h - 2 * INSIDE) / RATIO, (box.w * 0.46 - 2 * INSIDE) / 3, 78 * unit);
  const w = 3 * card + 2 * INSIDE;
  const panel = { x: box.x + 10, y: box.y + INSIDE, w: box.w - w - 2 * INSIDE - 14, h: box.h - 2 * INSIDE };
  const h = card * RATIO;
  spots[`chosen-${seat}`] = { x: box.x + box.w - INSIDE - w, y: box.y + (box.h - h) / 2, w, h, card, flow: "row", label: "none" };
  piles(seat, panel, spots);
  return { bounds: box, panel, beside: true };
}

/** An opponent on a phone: the panel above the chosen cards. */
function stacked(view: View, seat: number, box: Box, unit: number, spots: Record<string, Spot>): SeatRoom {
  const count = zone(view, `chosen-${seat}`)?.count ?? 0;
  // While cards are chosen, those already taken are beside the panel: the height is needed for those on offer.
  if (choosing(view)) {
    const card = Math.min((box.h - INSIDE) / RATIO, box.w * 0.16);
    const w = card * (1 + (box.w < 110 * unit ? 0.2 : 0.6) * Math.max(count - 1, 0)); // in part over one another, so that name and role are whole
    const panel = { x: box.x + INSIDE, y: box.y + 3, w: box.w - w - 2 * INSIDE, h: box.h - 6 };
    const h = card * RATIO;
    spots[`chosen-${seat}`] = { x: box.x + box.w - INSIDE - w, y: box.y + (box.h - h) / 2, w, h, card, flow: "row", label: "none" };
    piles(seat, panel, spots);
    return { bounds: box, panel, beside: true };
  }
  const line = 44 * unit;
  const panel = { x: box.x + INSIDE, y: box.y + 2, w: box.w - 2 * INSIDE, h: line };
  const h = box.h - line - INSIDE;
  const card = Math.min(h / RATIO, (box.w - 2 * INSIDE - 8) / 3);
  spots[`chosen-${seat}`] = {
    x: box.x + INSIDE,
    y: box.y + line + 3 + (h - card * RATIO) / 2,
    w: box.w - 2 * INSIDE,
    h: card * RATIO,
    card,
    flow: "row",
    label: "none",
  };
  piles(seat, panel, spots);
  return { bounds: box, panel, beside: true };
}

/** Places of a seat's hidden hand and captured cards: behind its panel. */
function piles(seat: number, panel: Box, spots: Record<string, Spot>): void {
  const half = panel.w / 2;
  spots[`hand-${seat}`] = { ...hidden({ ...panel, w: half - 1 }, 24), flow: "row", align: "center" };
  spots[`won-${seat}`] = hidden({ ...panel, x: panel.x + half + 1, w: half - 1 }, 24);
}

interface OwnSeat {
  width: number;
  height: number;
  put: (box: Box, spots: Record<string, Spot>) => SeatRoom;
}

/** The own seat: panel, chosen cards, and the hand in one arc or, on narrow screens, in two lines. */
function hand(view: View, seat: number, { roomy, low, abreast }: Record<"roomy" | "low" | "abreast", boolean>, width: number, height: number, unit: number): OwnSeat {
  const inside = width - 2 * INSIDE;
  const held = Math.max(cards(zone(view, `hand-${seat}`)).length, 1);
  const close = !roomy && choosing(view); // to be read then, not touched: the saved height shows the cards to choose from
  const most = roomy ? clamp(height * 0.115, 62, 92) : close ? (low && !abreast ? clamp(height * 0.2 - 38, 34, height * 0.11) : clamp(height * 0.11, low ? 40 : 44, 66)) : clamp(height * 0.145, 46, 66);
  const lines = roomy || inside >= Math.max(held, 12) * (most + 3) ? 1 : 2;
  const each = Math.ceil(Math.max(held, 12) / lines);
  const card = Math.min((inside - (each - 1) * (roomy ? 2 : 3)) / each, most);
  const dip = roomy ? 10 : 0;
  // On a phone the second line covers the lower part of the first: numbers and suits are at the top.
  const pitch = roomy ? card * RATIO : close ? card * RATIO * (low ? 0.35 : 0.5) : Math.max(46, card * RATIO * 0.72);
  // A score table takes a line of the panel.
  const tabled = cards(zone(view, `chosen-${seat}`)).some(({ face }) => face?.startsWith("table"));
  const rise = roomy ? 14 : close && low ? 0 : 10; // how far legal cards rise
  const handHeight = card * RATIO + (lines - 1) * pitch + dip;
  const head = (roomy ? clamp(height * 0.125, 78 * unit, 96 * unit) : (close ? (low ? (tabled ? 50 : 34) : 42) : low ? 52 : 56) * unit);
  const inner = low ? INSIDE / 2 : INSIDE;
  const panelHeight = head + rise + handHeight + 3 * inner;
  return {
    width,
    height: panelHeight,
    put(box, spots) {
      const small = (head - (roomy ? 4 : 8)) / RATIO;
      const w = 3 * small + 2 * INSIDE;
      const panel = { x: box.x + INSIDE + 4, y: box.y + inner, w: inside - w - 10, h: head };
      spots[`chosen-${seat}`] = { x: box.x + width - INSIDE - w, y: box.y + inner, w, h: small * RATIO, card: small, flow: "row", label: "none" };
      spots[`won-${seat}`] = hidden({ ...panel, x: panel.x + panel.w / 2, w: 1, h: 1 }, 30);
      spots[`hand-${seat}`] = {
        x: box.x + INSIDE,
        y: box.y + inner + head + rise + inner,
        w: inside,
        h: handHeight,
        card,
        flow: "fan",
        lines,
        align: "center",
        label: "none",
      };
      return { bounds: box, panel, beside: true };
    },
  };
}

interface Line {
  kinds: (typeof KINDS)[number][];
  most: number;
}

/** Distribution of the cards to choose from over lines: three kinds, which may share lines. */
function linesOf(view: View, width: number, height: number, roomy: boolean, unit: number): Line[] {
  const count = (kind: string) => Math.max(zone(view, kind)?.count ?? 0, 4);
  const line = (...kinds: Line["kinds"]): Line => ({ kinds, most: kinds.reduce((sum, kind) => sum + count(kind), 0) });
  const [two, three] = [[line("tables", "minuses"), line("abilities")], KINDS.map((kind) => line(kind))];
  // In one line if two would be higher than the room, so that nothing must scroll.
  const one = [line(...KINDS)];
  if (choiceHeight(two, width, roomy, unit) > height && widest(one, width, roomy) >= FINGER * unit) return one;
  return roomy || widest(two, width, roomy) >= FINGER * unit ? two : three;
}

/** Return the greatest width of cards that fit in lines side by side. */
function widest(lines: Line[], width: number, roomy: boolean): number {
  const { gap, between } = gaps(roomy);
  return Math.min(...lines.map(({ kinds, most }) => (width - (most - kinds.length) * gap - (kinds.length - 1) * between) / most));
}

/** Gaps between cards to choose from, and between kinds. */
function gaps(roomy: boolean): { gap: number; between: number } {
  return roomy ? { gap: 10, between: 36 } : { gap: 4, between: 10 };
}

/** Return whether the names of the three kinds are left of their lines; above they would take a line each. */
function namedBeside(lines: { most: number }[], width: number, unit: number): boolean {
  return lines.length === KINDS.length && lines.every(({ most }) => (width - NAMES * unit - (most - 1) * 4) / most >= FINGER * unit);
}

function choiceHeight(lines: Line[], width: number, roomy: boolean, unit: number): number {
  const words = (namedBeside(lines, width, unit) ? 0 : roomy ? 40 : 28) * unit + BETWEEN;
  return lines.length * ((roomy ? 64 : FINGER) * RATIO + words);
}

/** The cards to choose from. */
function offer(view: View, lines: Line[], box: Box, roomy: boolean, unit: number, spots: Record<string, Spot>): void {
  const beside = namedBeside(lines, box.w, unit);
  const label = beside ? 0 : (roomy ? 40 : 28) * unit;
  const { gap, between } = gaps(roomy);
  const wide = box.w - (beside ? NAMES * unit : 0);
  const room = box.h / lines.length - label - BETWEEN;
  const card = Math.min(room / RATIO, 104, widest(lines, wide, roomy));
  const longest = Math.max(...lines.map(({ most }) => most * card + (most - 1) * gap));
  lines.forEach(({ kinds }, at) => {
    const counts = kinds.map((kind) => Math.max(zone(view, kind)?.count ?? 0, 4));
    const widths = counts.map((count) => count * card + (count - 1) * gap);
    // Below one another, the kinds begin in one column.
    const taken = beside ? longest : widths.reduce((sum, w) => sum + w, 0) + (kinds.length - 1) * between;
    let x = box.x + box.w - wide + (wide - taken) / 2;
    const y = box.y + at * (box.h / lines.length) + label + (room - card * RATIO) / 2;
    kinds.forEach((kind, i) => {
      spots[kind] = { x, y, w: widths[i]!, h: card * RATIO, card, flow: "row", label: beside ? "left" : "above" };
      x += widths[i]! + between;
    });
  });
}

/** The trick: each seat's card on the side where its player sits. */
function trick(view: View, box: Box, others: number[], own: number, roomy: boolean, unit: number, spots: Record<string, Spot>): void {
  const label = 18 * unit;
  const apart = roomy ? 34 : 12;
  const columns = others.length + (roomy && others.length === 3 ? 0 : 1);
  const raised = roomy ? Math.min(box.h * 0.2, 44) : 0;
  const card = Math.min((box.h - label - raised - 8) / RATIO, (Math.min(box.w, 620 * unit) - (columns - 1) * apart) / (columns + 1), 108);
  const h = card * RATIO;
  const middle = box.x + box.w / 2;
  const put = (seat: number, x: number, y: number) => {
    spots[`trick-${seat}`] = { x: x - card / 2, y, w: card, h, card, flow: "row", align: "center", label: "none" };
  };
  const y = box.y + label + (box.h - label - h - raised) / 2;
  const step = card + apart;
  // In a row from the left: the other seats clockwise, with one's own card at the player's side, a little nearer.
  const order = others.length === 3 ? [others[0]!, others[1]!, own, others[2]!] : others.length === 2 ? [others[0]!, own, others[1]!] : [own, ...others];
  order.forEach((seat, at) => put(seat, middle + (at - (order.length - 1) / 2) * step, y + (seat === own ? raised : 0)));

  const right = middle + (order.length / 2) * step;
  const room = box.x + box.w - right;
  const aside = cards(zone(view, "aside")).length;
  const small = Math.min(roomy ? 54 : 30, room - 4);
  if (aside && small > 16) spots["aside"] = { x: box.x + box.w - room + 4, y: y + h - small * RATIO, w: room - 4, h: small * RATIO, card: small, flow: "row", label: roomy ? "above" : "none" };
  if (roomy && zone(view, "unseen")) {
    const w = 50;
    spots["unseen"] = { x: box.x + 24, y: y + h - w * RATIO - 6, w, h: w * RATIO, card: w, flow: "pile", label: "below" };
  }
}
