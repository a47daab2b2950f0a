// Layout of ドウトツくじゃん: opponents above, then the list of animals, the pile and the discards, the player below. The hand
// is in groups, in one line or two. On wide and low screens opponents are right of the piles. Everything scales with the available room; only if that is very small does the stage
// scroll.
import type { View } from "@/lib/protocol";
import { cards, seatsAround, zone } from "@/lib/view";
import { type Box, FINGER, RATIO, ROUNDING, type SeatRoom, type Spot, type Viewport, type ZoneLayout, clamp } from "@/stage/layout";
import type { Group } from "./hand";

const EDGE = 8;
const INSIDE = 6;
/** height of the text line below a name of the list or a group of the hand: with room, and without */
const STRIP = 16;
const THIN_STRIP = 13;
/** gap between two lines of the list, into which the frames of names in reach extend */
const BELOW = 4;
/** gap between two lines of the hand, into which legal cards rise: with room, and without */
const RISE = 7;
const THIN_RISE = 5;
/** least height of one's own panel, and of its line above the hand where height is scarce */
const NAME = 24;
const OWN_LINE = 30;
/** least width of a name of the list where it would take three lines and height is scarce: with the line below it still a target */
const SCARCE = 36;
/** names of a list that takes two lines on a phone on its side */
const MANY = 13;
/** how much wider than their share of a line cards are where height is scarce: each covers an edge of the one before */
const OVERLAP = 1.2;
/** width of one's own panel below which name and points are in two lines */
const SHORT = 130;
/** the least that is seen of each covered card of another hand beside open names, and the least width of those cards */
const EDGE_SEEN = 4;
const LEAST = 10;
/** gap between open cards of another seat */
const OPEN_GAP = 3;

export function layoutZones(view: View, viewport: Viewport, groups: Group[]): ZoneLayout {
  const [own = 0, ...others] = seatsAround(view);
  const { width, height, unit } = viewport;
  const roomy = width >= 700 * unit && height >= 460 * unit;
  const inner = width - 2 * EDGE;
  const abreast = !roomy && height < 360 * unit && width >= 540 * unit;
  const entries = zone(view, "list")?.count ?? 0;
  // If the room is low, the opponents are beside the piles, and everything is closer together.
  const low = !roomy && height < (!abreast ? 430 : entries > MANY && width < 740 * unit ? 305 : 260) * unit;
  const flat = low && !abreast;
  const edge = low ? EDGE / 2 : EDGE;
  const within = low ? INSIDE / 2 : INSIDE;
  const gap = roomy ? 10 : low ? 3 : 4;
  const rise = low ? THIN_RISE : RISE;
  const strip = (roomy ? STRIP : THIN_STRIP) * unit;
  const spots: Record<string, Spot> = {};
  const seats: Record<number, SeatRoom> = {};

  const theirCard = roomy ? clamp(height * 0.11, 54, 84) : clamp(height * 0.08, 34, 52);
  const theirLine = roomy ? 0 : 22 * unit;
  const theirHeight = theirCard + theirLine + 2 * INSIDE;

  const listed = tiling(entries, inner, (roomy ? 58 : FINGER) * unit, roomy, (roomy ? clamp(height * 0.15, 60, 108) : clamp(height * 0.095, FINGER, 60)) * unit);
  // A third line of names would push the hand off the smallest phones.
  const tiles = flat && listed.rows > 2 ? tiling(entries, inner, SCARCE * unit, roomy, FINGER * unit) : listed;
  const listHeight = tiles.rows * (tiles.size + strip + BELOW) - BELOW;

  const handWidth = roomy ? Math.min(inner, 1000 * unit) - 2 * INSIDE : inner - INSIDE;
  // If height is scarce, the pile and the discards have no text below them.
  const worded = roomy || height >= 560 * unit;
  const words = worded ? strip + 8 : 0;
  // Without room, one's own name and the buttons that arrange the hand share the line of the pile.
  const pileLine = roomy ? clamp(height * 0.18, 84, 150) : low ? FINGER * RATIO : Math.max(clamp(height * 0.12, 68, 92), (FINGER + NAME) * unit - words);
  const above = abreast || flat ? 0 : theirHeight + gap;
  const fixed = 2 * edge + above + listHeight + pileLine + words + 2 * gap;
  const panelLine = (roomy ? 46 : flat ? OWN_LINE : 0) * unit;
  const rows = inRows(groups, handWidth, unit, abreast);
  const most = ((height - fixed - panelLine - 2 * within + rise) / rows.length - strip - rise) / RATIO;
  const fitting = (handWidth / rows.widest - 2) * (low ? OVERLAP : 1);
  // Where a line has no room for them side by side, cards as large as a finger cover the edges of one another.
  const card = Math.max(Math.min(fitting, most, (roomy ? 92 : 64) * unit), FINGER);
  const myHeight = panelLine + rows.length * (card * RATIO + strip + rise) - rise + 2 * within;

  // Spare height is distributed between the lines.
  const air = Math.max(0, height - fixed - myHeight) / 4;
  let y = edge + Math.min(air, 10);
  const place = (x: number, y: number, w: number) => {
    const columnWidth = (w - (others.length - 1) * gap) / Math.max(others.length, 1);
    others.forEach((seat, i) => {
      const box = { x: x + i * (columnWidth + gap), y, w: columnWidth, h: theirHeight };
      seats[seat] = opponent(view, seat, box, theirCard, theirLine, unit, spots);
    });
  };
  /** Beside the piles, two are in a line each. */
  const stack = (x: number, y: number, w: number) => {
    if (others.length < 2) return place(x, y + (pileLine - theirHeight) / 2, w);
    const h = (pileLine - gap) / 2;
    others.forEach((seat, i) => {
      const box = { x, y: y + i * (h + gap), w, h };
      const room = opponent(view, seat, box, h - INSIDE, 0, unit, spots);
      seats[seat] = { ...room, beside: false };
    });
  };
  if (above) {
    place(EDGE, y, inner);
    y += above + air;
  }
  const putList = () => {
    spots["list"] = list(entries, tiles, { x: EDGE, y, w: inner, h: listHeight }, strip);
    y += listHeight + gap + air;
  };
  if (!flat) putList();

  const small = pileLine / RATIO;
  const left = roomy ? (width - 2 * small - 24) / 2 : EDGE + (low ? 0 : INSIDE);
  spots["deck"] = { x: left, y, w: small, h: pileLine, card: small, flow: "pile", label: worded ? "below" : "none" };
  const discards = zone(view, "discard");
  const spread = discards?.kind === "row"; // by house rule all of them can be seen
  const beside = left + small + (roomy ? 24 : low ? 6 : 10);
  spots["discard"] = {
    x: beside,
    y,
    w: spread && roomy ? width - EDGE - beside : small,
    h: pileLine,
    card: small,
    flow: spread ? "row" : "slots",
    columns: 1,
    slots: 1,
    slot: () => 0,
    label: worded ? "below" : "none",
  };

  const pilesAt = y;
  const aside = beside + small + (low ? 6 : 12);
  if (flat) {
    stack(aside, y, width - EDGE - aside);
    y += pileLine + words + gap + air;
    putList();
  } else y += pileLine + words + gap + air;
  const top = y;
  const bounds: Box = roomy
    ? { x: (width - handWidth) / 2 - INSIDE, y: top, w: handWidth + 2 * INSIDE, h: myHeight }
    : { x: EDGE - INSIDE / 2, y: top, w: handWidth + INSIDE, h: myHeight };
  const area = { x: bounds.x + (bounds.w - handWidth) / 2, y: top + within + panelLine, w: handWidth, h: myHeight - panelLine - 2 * within };
  const places = spreadOut(rows, area, card, strip + rise);
  for (const id of [`hand-${own}`, `exposed-${own}`]) {
    spots[id] = { ...area, card, flow: "placed", place: (one) => places.get(one.handle ?? 0) ?? [area.x + area.w / 2, area.y + area.h / 2], label: "none" };
  }
  const mine = (width - EDGE - aside) * (abreast && others.length > 0 ? 0.36 : 1);
  if (abreast) place(aside + mine + gap, pilesAt + (pileLine + words - theirHeight) / 2, width - EDGE - aside - mine - gap);
  const panel: Box = roomy
    ? { x: bounds.x + INSIDE + 4, y: top + INSIDE, w: bounds.w * 0.55, h: panelLine - 4 }
    : flat
      ? { x: bounds.x + INSIDE, y: top + within, w: bounds.w * 0.42, h: panelLine - 4 }
      : { x: aside, y: pilesAt, w: mine, h: pileLine + words - FINGER * unit };
  seats[own] = { bounds, panel, beside: false, wraps: !flat && panel.w < SHORT * unit };
  return { height: Math.ceil(top + myHeight + edge - ROUNDING), spots, seats };
}

/** Place of the buttons that arrange the hand: right of one's own panel, or below it. */
export function tools(zoneLayout: ZoneLayout, own: number, unit: number): Box | undefined {
  const room = zoneLayout.seats[own];
  if (!room) return undefined;
  const { bounds, panel } = room;
  if (!panelInside(room)) return { x: panel.x, y: panel.y + panel.h, w: panel.w, h: FINGER * unit };
  return { x: panel.x + panel.w, y: panel.y - 2, w: bounds.x + bounds.w - panel.x - panel.w - INSIDE, h: Math.min(panel.h + 4, FINGER * unit) };
}

/** Height of the text lines below names and groups. */
export function stripOf(zoneLayout: ZoneLayout, own: number, unit: number): number {
  const room = zoneLayout.seats[own];
  return (room && panelInside(room) && room.panel.h > OWN_LINE * unit ? STRIP : THIN_STRIP) * unit;
}

/** With enough room, or hardly any, one's own panel is inside the bounds of one's own seat, else beside the pile. */
function panelInside({ bounds, panel }: SeatRoom): boolean {
  return panel.y > bounds.y;
}

interface Tiles {
  columns: number;
  rows: number;
  size: number;
}

/** The list of animals as tiles: in as few lines as leave them large enough. */
function tiling(number: number, width: number, least: number, roomy: boolean, largest: number): Tiles {
  const fit = Math.max(1, Math.floor(width / (least + 2)));
  const rows = Math.max(1, Math.ceil(number / fit));
  const columns = Math.ceil(number / rows);
  return { columns, rows, size: Math.min(width / columns - (roomy ? 10 : 2), largest) };
}

function list(number: number, { columns, rows, size }: Tiles, box: Box, strip: number): Spot {
  const pitch = Math.min(box.w / columns, size + 14);
  const place = (at: number): [number, number] => {
    const row = Math.floor(at / columns);
    const inRow = row === rows - 1 ? number - columns * (rows - 1) : columns;
    return [box.x + box.w / 2 + ((at % columns) - (inRow - 1) / 2) * pitch, box.y + row * (size + strip + BELOW) + size / 2];
  };
  return { ...box, card: size, flow: "placed", form: "figure", place: (_, at) => place(at), label: "none" };
}

/** Another seat: panel, the backs of its hand, and its open cards. */
function opponent(view: View, seat: number, box: Box, height: number, line: number, unit: number, spots: Record<string, Spot>): SeatRoom {
  const beside = line === 0;
  const [held, open] = [cards(zone(view, `hand-${seat}`)).length, cards(zone(view, `exposed-${seat}`)).length];
  const panel: Box = beside
    ? { x: box.x + INSIDE, y: box.y + (box.h - height) / 2, w: Math.min(150 * unit, box.w * (height >= 2 * NAME * unit ? 0.4 : open > 0 ? 0.46 : 0.5)), h: height }
    : { x: box.x + INSIDE, y: box.y + 2, w: box.w - 2 * INSIDE, h: line };
  const x = beside ? panel.x + panel.w + INSIDE : box.x + INSIDE;
  const w = box.x + box.w - INSIDE - x;
  const y = beside ? box.y + (box.h - height) / 2 : box.y + box.h - INSIDE - height;
  const between = open > 0 && held > 0 ? 6 : 0;
  // The letters of open names are to be read, and the cards of the hand to be counted: all are smaller where that needs more room.
  const fitting = (w - between - Math.max(open - 1, 0) * OPEN_GAP - Math.max(held - 1, 0) * Math.max(EDGE_SEEN, height / 10)) / (open + Math.min(held, 1));
  const card = Math.min(height / RATIO, open > 0 ? Math.max(fitting, LEAST) : Infinity);
  const taken = open === 0 ? 0 : held === 0 ? w : Math.min(open * (card + OPEN_GAP) - OPEN_GAP, w - card - between);
  spots[`hand-${seat}`] = { x, y, w: Math.max(w - taken - between, 1), h: height, card, flow: "row", label: "none" };
  spots[`exposed-${seat}`] = { x: x + w - Math.max(taken, 1), y, w: Math.max(taken, 1), h: height, card, flow: "row", align: "center", label: "none" };
  return { bounds: box, panel, beside };
}

/** Groups in lines: where each begins, in widths of a card. */
interface Rows {
  length: number;
  widest: number;
  widths: number[];
  at: Map<number, [number, number]>; // of a handle: line, and left edge
}

/** Between groups, in widths of a card. */
const APART = 0.22;

/**
 * In one line if that leaves the cards large enough, else in two, split between groups if that costs little. Open cards are
 * only looked at, and may be small: their names stay whole.
 */
function inRows(groups: Group[], width: number, unit: number, abreast: boolean): Rows {
  const handles = groups.flatMap((group) => group.handles);
  const starts = new Set<number>();
  groups.reduce((at, group) => (starts.add(at), at + group.handles.length), 0);
  const one = lines(handles, starts, handles.length);
  if (handles.length < 2 || width / one.widest >= (abreast ? 38 : 50) * unit) return one;
  const torn = groups.every((group) => group.kind === "exposed") ? handles.length : 0.7;
  let best: Rows | undefined;
  let least = Infinity;
  for (let cut = 1; cut < handles.length; cut++) {
    const rows = lines(handles, starts, cut);
    const cost = rows.widest + (starts.has(cut) ? 0 : torn);
    if (cost < least) [best, least] = [rows, cost];
  }
  return best ?? one;
}

function lines(handles: number[], starts: Set<number>, cut: number): Rows {
  const at = new Map<number, [number, number]>();
  const widths: number[] = [];
  let left = 0;
  handles.forEach((handle, i) => {
    const line = i < cut ? 0 : 1;
    if (i === 0 || i === cut) left = 0;
    else if (starts.has(i)) left += APART;
    at.set(handle, [line, left]);
    left += 1;
    widths[line] = left;
  });
  return { length: Math.max(widths.length, 1), widest: Math.max(...widths, 6), widths, at };
}

function spreadOut(rows: Rows, area: Box, card: number, below: number): Map<number, [number, number]> {
  const places = new Map<number, [number, number]>();
  const pitch = Math.min((area.w - card) / Math.max(rows.widest - 1, 1), card + 6);
  for (const [handle, [line, left]] of rows.at) {
    const start = area.x + (area.w - card - ((rows.widths[line] ?? 1) - 1) * pitch) / 2;
    places.set(handle, [start + left * pitch + card / 2, area.y + line * (card * RATIO + below) + (card * RATIO) / 2]);
  }
  return places;
}
