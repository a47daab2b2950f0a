// Layout of ニワトリかラマか ポーカー: opponents above with their notes and stakes, the ends of the deck and the pot in the middle,
// the player below. Notes never cover each other, as a mark may be at any edge.
import type { View } from "@/lib/protocol";
import { seatsAround, zone } from "@/lib/view";
import { type Box, RATIO, ROUNDING, type SeatRoom, type Spot, type Viewport, type ZoneLayout, clamp } from "@/stage/layout";

const EDGE = 8;
const INSIDE = 6;
const GAP = 6; // between notes
const MOST = 5;

export function layoutZones(view: View, viewport: Viewport): ZoneLayout {
  const [own = 0, ...others] = seatsAround(view);
  const { width, height: high, unit } = viewport;
  const roomy = width >= 700 * unit && high >= 480 * unit;
  const abreast = !roomy && high < 400 * unit && width >= 540 * unit;
  const columns = roomy || abreast ? others.length : Math.min(others.length, Math.max(1, Math.floor(width / (150 * unit))), 2);
  const rows = Math.ceil(others.length / columns);
  const low = !roomy && high < (abreast ? 250 : 450) * unit;
  const [edge, gap, inner] = low ? [EDGE / 2, 4, INSIDE / 2] : [EDGE, roomy ? 12 : 6, INSIDE];
  const margin = roomy ? 14 : INSIDE; // beside names
  const line = (roomy ? 34 : low ? 21 : 25) * unit; // an opponent's name and coins
  const tray = (roomy ? 32 : low ? 21 : 24) * unit; // stakes and votes
  const least = (roomy ? 158 : abreast ? 88 : 84) * unit; // the middle's height
  const mine = roomy ? clamp(high * 0.21, 104 * unit, 168 * unit) : clamp(high * (low ? 0.18 : 0.19), 66, 104);
  const ownLine = roomy ? 0 : (low ? 34 : 42) * unit; // on narrow screens one's own name is above the notes, else beside them
  const myHeight = mine + ownLine + 2 * inner;
  const room = high - 2 * edge - (abreast ? Math.max(least, myHeight) + gap : least + myHeight + 2 * gap) - (rows - 1) * gap;
  const notes = clamp(room / rows - line - tray - 2 * inner, roomy ? 72 : low ? 34 : 40, roomy ? 132 : 84);
  const theirHeight = notes + line + tray + 2 * inner;
  const above = rows * theirHeight + (rows - 1) * gap;
  const spare = high - 2 * edge - above - (abreast ? gap : myHeight + 2 * gap);
  const middle = clamp(spare, least, (roomy ? 230 : 150) * unit);
  const air = Math.max(0, spare - middle) / 2;

  const spots: Record<string, Spot> = {};
  const seats: Record<number, SeatRoom> = {};
  const columnWidth = (width - 2 * EDGE - (columns - 1) * gap) / columns;
  others.forEach((seat, i) => {
    // A partly filled last line is centred.
    const inLine = Math.min(columns, others.length - Math.floor(i / columns) * columns);
    const shift = ((columns - inLine) * (columnWidth + gap)) / 2;
    const bounds = {
      x: EDGE + shift + (i % columns) * (columnWidth + gap),
      y: edge + Math.floor(i / columns) * (theirHeight + gap),
      w: columnWidth,
      h: theirHeight,
    };
    const inside = { x: bounds.x + INSIDE, w: bounds.w - 2 * INSIDE };
    const y = bounds.y + inner;
    seats[seat] = { bounds, panel: { x: bounds.x + margin, w: bounds.w - 2 * margin, y, h: line }, beside: false };
    hand(view, seat, { ...inside, y: y + line, h: notes }, spots);
    spots[`tray-${seat}`] = box({ ...inside, y: y + line + notes, h: tray });
  });

  const top = edge + above + gap + air;
  const half = (width - 2 * EDGE - gap) / 2;
  deck({ x: EDGE, y: top, w: abreast ? half : width - 2 * EDGE, h: middle }, unit, roomy, spots);

  const w = abreast ? half : Math.min(width - 2 * EDGE, roomy ? 860 * unit : Infinity);
  const bounds = {
    x: abreast ? EDGE + half + gap : (width - w) / 2,
    y: abreast ? top + Math.max(0, middle - myHeight) / 2 : top + middle + gap + air,
    w,
    h: myHeight,
  };
  const inside = { x: bounds.x + INSIDE, y: bounds.y + inner, w: bounds.w - 2 * INSIDE };
  if (roomy) {
    const beside = 190 * unit;
    const x = bounds.x + margin;
    const w = beside + INSIDE - margin;
    seats[own] = { bounds, panel: { ...inside, x, w, h: mine - tray }, beside: true };
    spots[`tray-${own}`] = box({ x, y: inside.y + mine - tray - INSIDE, w, h: tray });
    hand(view, own, { x: inside.x + beside + INSIDE, y: inside.y, w: inside.w - beside - INSIDE, h: mine }, spots);
  } else {
    const panel = Math.min(inside.w * 0.42, 110 * unit);
    seats[own] = { bounds, panel: { ...inside, w: panel, h: ownLine }, beside: true };
    spots[`tray-${own}`] = box({ ...inside, x: inside.x + panel + INSIDE, w: inside.w - panel - INSIDE, h: ownLine });
    hand(view, own, { ...inside, y: inside.y + ownLine, h: mine }, spots);
  }
  return { height: Math.ceil(Math.max(bounds.y + bounds.h, top + middle) + edge - ROUNDING), spots, seats };
}

/** The notes before a seat: as large as fits without covering one another. */
function hand(view: View, seat: number, { x, y, w, h }: Box, spots: Record<string, Spot>): void {
  const count = clamp(zone(view, `hand-${seat}`)?.count ?? 0, 3, MOST);
  const card = Math.min((h - 4) / RATIO, (w - (count - 1) * GAP) / count);
  spots[`hand-${seat}`] = { x, y, w, h, card, flow: "row", align: "center", label: "none" };
}

/** The middle: the closed deck between its two ends, and beside it the stakes. */
function deck(area: Box, unit: number, roomy: boolean, spots: Record<string, Spot>): void {
  const caption = (roomy ? 26 : 20) * unit;
  const gap = roomy ? 20 : 8;
  const card = Math.min((area.h - caption) / RATIO, area.w * (roomy ? 0.11 : 0.165));
  const small = card * 0.72;
  const info = clamp(area.w * 0.46, 120 * unit, 400 * unit);
  const total = 2 * card + small + 2 * gap + (roomy ? 36 : 22) + info;
  let x = area.x + Math.max(0, (area.w - total) / 2);
  const tall = card * RATIO;
  const y = area.y + (area.h - caption - tall) / 2;
  const put = (id: string, size: number, flow: Spot["flow"]) => {
    const h = size * RATIO;
    spots[id] = { x, y: y + (tall - h) / 2, w: size, h, card: size, flow, align: "center", label: "none" };
    x += size + gap;
  };
  put("top", card, "row");
  put("deck", small, "closed");
  put("bottom", card, "row");
  x += (roomy ? 36 : 22) - gap;
  spots["stakes"] = box({ x, y: area.y, w: Math.min(info, area.x + area.w - x), h: area.h });
}

/** Room for drawings without cards. */
function box(room: Box): Spot {
  return { ...room, card: 0, flow: "row", label: "none" };
}
