// Layout of てづま師: opponents above, the trick in the middle, the player with the hand below. While cards are chosen they are
// in the middle instead. If the room is very small, the stage scrolls.
import type { View } from "@/lib/protocol";
import { cards, seatsAround, zone } from "@/lib/view";
import { type Box, RATIO, type SeatRoom, type Spot, type Viewport, type ZoneLayout, clamp } from "@/stage/layout";

const EDGE = 8;
const INSIDE = 6;
const GAP = 8;
/** least width of a card that can be touched */
const FINGER = 44;
/** width of the longest name of a kind, left of its cards */
const NAMES = 92;
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

  // If the room is wide and low, opponents and the middle are beside the own hand.
  const abreast = !roomy && height < 360 * unit && width >= 540 * unit;
  const left = abreast ? (width - 2 * EDGE - GAP) * 0.5 : width - 2 * EDGE;

  const theirHeight = roomy ? clamp(height * 0.16, 100 * unit, 136 * unit) : (choosing(view) ? 52 : 86) * unit;
  const theirWidth = (left - (others.length - 1) * GAP) / Math.max(others.length, 1);
  others.forEach((seat, i) => {
    const box = { x: EDGE + i * (theirWidth + GAP), y: EDGE, w: theirWidth, h: theirHeight };
    seats[seat] = roomy ? beside(seat, box, unit, spots) : stacked(seat, box, choosing(view), unit, spots);
  });

  const mine = hand(view, own, roomy, abreast ? left : Math.min(width - 2 * EDGE, roomy ? 940 * unit : Infinity), height, unit);
  const top = EDGE + (others.length ? theirHeight + GAP : 0);
  const spare = height - top - EDGE - (abreast ? 0 : mine.height + GAP);
  const lines = choosing(view) ? linesOf(view, left, spare, roomy, unit) : [];
  const least = choosing(view) ? choiceHeight(lines, left, roomy, unit) : (roomy ? 184 : 88) * unit;
  const middle = Math.max(least, Math.min(spare, (roomy ? 330 : 200) * unit));
  const air = Math.max(0, spare - middle) / 2;
  const stage: Box = { x: EDGE, y: top + air, w: left, h: middle };
  if (choosing(view)) offer(view, lines, stage, roomy, unit, spots);
  else trick(view, stage, others, own, roomy, unit, spots);

  const x = abreast ? EDGE + left + GAP : (width - mine.width) / 2;
  const y = abreast ? Math.max(EDGE, (height - mine.height) / 2) : stage.y + middle + air + GAP;
  seats[own] = mine.put({ x, y, w: mine.width, h: mine.height }, spots);
  spots["deck"] = hidden({ x: stage.x + stage.w / 2, y: stage.y + stage.h / 2, w: 1, h: 1 }, 30);
  return { height: Math.ceil(Math.max(stage.y + middle, y + mine.height) + EDGE), spots, seats };
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
function stacked(seat: number, box: Box, low: boolean, unit: number, spots: Record<string, Spot>): SeatRoom {
  // While cards are chosen, those already taken are beside the panel: the height is needed for those on offer.
  if (low) {
    const card = Math.min((box.h - 2 * INSIDE) / RATIO, (box.w * 0.4) / 3);
    const w = 3 * card + 8;
    const panel = { x: box.x + INSIDE, y: box.y + 3, w: box.w - w - 2 * INSIDE, h: box.h - 6 };
    const h = card * RATIO;
    spots[`chosen-${seat}`] = { x: box.x + box.w - INSIDE - w, y: box.y + (box.h - h) / 2, w, h, card, flow: "row", label: "none" };
    piles(seat, panel, spots);
    return { bounds: box, panel, beside: true };
  }
  const line = 40 * unit;
  const panel = { x: box.x + INSIDE, y: box.y + 3, w: box.w - 2 * INSIDE, h: line };
  const h = box.h - line - INSIDE - 2;
  const card = Math.min(h / RATIO, (box.w - 2 * INSIDE - 8) / 3);
  spots[`chosen-${seat}`] = {
    x: box.x + INSIDE,
    y: box.y + line + 2 + (h - card * RATIO) / 2,
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
function hand(view: View, seat: number, roomy: boolean, width: number, height: number, unit: number): OwnSeat {
  const inside = width - 2 * INSIDE;
  const held = Math.max(cards(zone(view, `hand-${seat}`)).length, 1);
  const close = !roomy && choosing(view); // to be read then, not touched: the saved height shows the cards to choose from
  const most = roomy ? clamp(height * 0.115, 62, 92) : close ? clamp(height * 0.11, 44, 66) : clamp(height * 0.145, 44, 66);
  const lines = roomy || inside >= Math.max(held, 12) * (most + 3) ? 1 : 2;
  const each = Math.ceil(Math.max(held, 12) / lines);
  const card = Math.min((inside - (each - 1) * (roomy ? 2 : 3)) / each, most);
  const dip = roomy ? 10 : 0;
  // On a phone the second line covers the lower part of the first: numbers and suits are at the top.
  const pitch = roomy ? card * RATIO : close ? card * RATIO * 0.5 : Math.max(46, card * RATIO * 0.72);
  const rise = roomy ? 14 : 10; // how far legal cards rise
  const handHeight = card * RATIO + (lines - 1) * pitch + dip;
  const head = (roomy ? clamp(height * 0.125, 78 * unit, 96 * unit) : (close ? 42 : 56) * unit);
  const panelHeight = head + rise + handHeight + 3 * INSIDE;
  return {
    width,
    height: panelHeight,
    put(box, spots) {
      const small = (head - (roomy ? 4 : 8)) / RATIO;
      const w = 3 * small + 2 * INSIDE;
      const panel = { x: box.x + INSIDE + 4, y: box.y + INSIDE, w: inside - w - 10, h: head };
      spots[`chosen-${seat}`] = { x: box.x + width - INSIDE - w, y: box.y + INSIDE, w, h: small * RATIO, card: small, flow: "row", label: "none" };
      spots[`won-${seat}`] = hidden({ ...panel, x: panel.x + panel.w / 2, w: 1, h: 1 }, 30);
      spots[`hand-${seat}`] = {
        x: box.x + INSIDE,
        y: box.y + INSIDE + head + rise + INSIDE,
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
  const two = [line("tables", "minuses"), line("abilities")];
  // In one line if two would be higher than the room, so that nothing must scroll.
  const one = [line(...KINDS)];
  if (choiceHeight(two, width, roomy, unit) > height && widest(one, width, roomy) >= FINGER * unit) return one;
  if (roomy || (width - (two[0]!.most + 1) * 4) / two[0]!.most >= FINGER * unit) return two;
  return KINDS.map((kind) => line(kind));
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
  const words = namedBeside(lines, width, unit) ? 6 : roomy ? 42 : 30;
  return lines.length * ((roomy ? 64 : lines.length === KINDS.length ? 46 : FINGER) * RATIO + words * unit);
}

/** The cards to choose from. */
function offer(view: View, lines: Line[], box: Box, roomy: boolean, unit: number, spots: Record<string, Spot>): void {
  const beside = namedBeside(lines, box.w, unit);
  const label = beside ? 0 : (roomy ? 40 : 28) * unit;
  const { gap, between } = gaps(roomy);
  const wide = box.w - (beside ? NAMES * unit : 0);
  const room = box.h / lines.length - label - 6;
  const card = Math.min(room / RATIO, 104, widest(lines, wide, roomy));
  lines.forEach(({ kinds }, at) => {
    const counts = kinds.map((kind) => Math.max(zone(view, kind)?.count ?? 0, 4));
    const widths = counts.map((count) => count * card + (count - 1) * gap);
    let x = box.x + box.w - wide + (wide - widths.reduce((sum, w) => sum + w, 0) - (kinds.length - 1) * between) / 2;
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
  // In a row from the left: the other seats clockwise, with the own card at the player's side, a little nearer.
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
