// Layout of コトコー: the opponent's field above the own one (on wide and low screens beside it), each seat's other zones beside it (or, on a phone, in a line), the
// hand below. Groups are fanned downwards, the first word on top, and share the field's room. Cards to choose from (hand,
// score cards or discards) are shown large in place of the hand.
import type { View, Zone } from "@/lib/protocol";
import { cards, seatsAround, zone, zoneKind } from "@/lib/view";
import { type Box, RATIO, type SeatRoom, type Spot, type Viewport, type ZoneLayout, clamp } from "@/stage/layout";

const EDGE = 8;
const INSIDE = 6;
const GAP = 6;
/** Height above a line of the hand, into which legal cards rise. */
const LIFT = 10;
/** Least visible width of a card that can be touched. */
export const FINGER = 44;
/** Visible height of a covered card, in card widths: the word on it. */
export const SHOWN = 0.42;

export function layoutZones(view: View, viewport: Viewport): ZoneLayout {
  const [own = 0, other = 1] = seatsAround(view);
  const { width, height, unit } = viewport;
  const roomy = width >= 700 * unit && height >= 430 * unit;
  const spots: Record<string, Spot> = {};
  const front = frontOf(view, own);
  const abreast = !roomy && height < 400 * unit && width >= 540 * unit;
  // Side by side, the own seat needs more: its hand is there, too.
  const all = width - 2 * EDGE;
  const w = { [other]: abreast ? (all - GAP) * 0.42 : all, [own]: abreast ? (all - GAP) * 0.58 : all };
  const inner = (seat: number) => w[seat]! - 2 * INSIDE;

  const side = roomy ? 196 * unit : 0;
  const line = roomy ? 0 : (abreast ? 42 : FINGER) * Math.min(unit, 1.25);
  const shelf = line && line + INSIDE;
  const least = (seat: number) => Math.max(leastField(view, seat, inner(seat) - (side && side + INSIDE)), roomy ? 168 : 84);
  const room = height - 2 * EDGE - 2 * INSIDE - shelf;
  // Side by side, the hand gives way to the field, as long as its cards can be touched.
  const tall = abreast ? clamp(room - least(own) - INSIDE - LIFT, FINGER * RATIO, 74) : clamp(height * 0.17, 74, 104);
  const hand = handOf(zone(view, `${front}-${own}`)?.count ?? 0, inner(own), roomy ? clamp(height * 0.19, 96, 140) : tall);
  const below = hand.h + INSIDE;
  // Spare height is distributed; without any, the stage scrolls.
  const over = Math.max(room - GAP - 2 * INSIDE - shelf - below - least(other) - least(own), 0) / 2;
  const ours = abreast ? Math.max(least(own), room - below) : least(own) + over;
  // Beside an own seat that must scroll, the opponent's is as high as the room, at the foot, which is shown on one's turn.
  const field = { [other]: abreast ? Math.max(least(other), room) : least(other) + over, [own]: ours };

  const seats: Record<number, SeatRoom> = {};
  const theirHeight = 2 * INSIDE + field[other]! + shelf;
  const myHeight = 2 * INSIDE + field[own]! + shelf + below;
  const theirs = { x: EDGE, y: EDGE + (abreast ? Math.max(myHeight - theirHeight, 0) : 0), w: w[other]!, h: theirHeight };
  const mine = abreast
    ? { x: EDGE + w[other]! + GAP, y: EDGE + Math.max(theirHeight - myHeight, 0), w: w[own]!, h: myHeight }
    : { x: EDGE, y: theirs.y + theirs.h + GAP, w: w[own]!, h: myHeight };
  for (const [seat, bounds] of [[other, theirs], [own, mine]] as const) {
    const top = bounds.y + INSIDE;
    const high = field[seat]!;
    const land: Box = roomy
      ? { x: bounds.x + INSIDE + side + INSIDE, y: top, w: inner(seat) - side - INSIDE, h: high }
      : { x: bounds.x + INSIDE, y: seat === own ? top : top + shelf, w: inner(seat), h: high };
    const rest: Box = roomy
      ? { x: bounds.x + INSIDE, y: top, w: side, h: high }
      : { x: bounds.x + INSIDE, y: seat === own ? top + high + INSIDE : top, w: inner(seat), h: line };
    lay(view, seat, land, unit, spots);
    const panel = (roomy ? aside : along)(seat, rest, unit, seat === own, front, spots);
    seats[seat] = { bounds, panel, beside: true };
  }
  const y = mine.y + mine.h - INSIDE - hand.h;
  spots[`${front}-${own}`] = { x: mine.x + INSIDE + (inner(own) - hand.w) / 2, y, ...hand, flow: "slots", label: "none" };
  return { height: Math.ceil(mine.y + mine.h + EDGE), spots, seats };
}

/** Return the kind of zone shown in front: the one to choose from, else the hand. */
export function frontOf(view: View, own: number): "hand" | "score" | "gone" {
  const asked = (view.choices ?? []).map((choice) => choice.zone);
  return asked.includes(`score-${own}`) ? "score" : asked.includes(`gone-${own}`) ? "gone" : "hand";
}

/** Place a hand in as many lines as touchable cards need. */
function handOf(count: number, w: number, high: number): { w: number; h: number; card: number; columns: number; slots: number } {
  const cards = Math.max(count, 1);
  const most = Math.floor(w / (FINGER + 4));
  const lines = Math.ceil(cards / most);
  const columns = Math.ceil(cards / lines);
  const card = Math.min(high / RATIO, w / columns - GAP);
  return { w: columns * (card + GAP), h: lines * (card * RATIO + LIFT), card, columns, slots: lines * columns };
}

/** Return the height that a field needs for touchable cards. */
function leastField(view: View, seat: number, w: number): number {
  const { places, deepest } = crowd(view, seat);
  const lines = Math.ceil(places / Math.floor(w / (FINGER + BESIDE)));
  return lines * rowOf(FINGER, deepest) + 2;
}

/** Return the number of groups of a field, including the card being placed, and the size of the largest. */
function crowd(view: View, seat: number): { groups: Zone[]; playing: boolean; places: number; deepest: number } {
  const playing = (zone(view, `play-${seat}`)?.count ?? 0) > 0;
  const groups = groupsOf(view, seat);
  return { groups, playing, places: Math.max(groups.length + Number(playing), 1), deepest: Math.max(1, ...groups.map((group) => group.count)) };
}

/** Return the height of a phrase above a group for a card width: two lines, and room for a raised card. */
export function labelOf(card: number): number {
  return 33 + card * 0.13;
}

/** Return the height of a row of groups for a card width. */
function rowOf(card: number, deepest: number): number {
  return labelOf(card) + card * (RATIO + SHOWN * (deepest - 1)) + 4;
}

const BESIDE = 4;

/** Place the groups of a field and the card being placed, as large as they fit. */
function lay(view: View, seat: number, box: Box, unit: number, spots: Record<string, Spot>): void {
  const { groups, playing, places, deepest } = crowd(view, seat);
  let best = { card: 0, columns: 1, lines: 1 };
  for (let lines = 1; lines <= places; lines++) {
    const columns = Math.ceil(places / lines);
    const broad = box.w / columns - BESIDE;
    const high = (box.h / lines - rowOf(0, deepest)) / (RATIO + SHOWN * (deepest - 1) + labelOf(1) - labelOf(0));
    const card = Math.min(broad, high, 92);
    if (card > best.card) best = { card, columns, lines };
  }
  const { card, columns, lines } = best;
  const label = labelOf(card);
  // A word of five letters should fit in one line above its group.
  const column = Math.min(box.w / columns, Math.max(card + BESIDE, 150 * unit));
  const row = box.h / lines;
  const put = (id: string, at: number, count: number) => {
    const used = Math.min(columns, places - Math.floor(at / columns) * columns);
    const x = box.x + (box.w - used * column) / 2 + (at % columns) * column;
    const top = box.y + Math.floor(at / columns) * row + label;
    const strip = card * SHOWN;
    const n = Math.max(count, 1);
    // The slots of the fan start at the top.
    spots[id] = { x, y: top + (card * RATIO - strip) / 2, w: column, h: n * strip, card, flow: "slots", columns: 1, slots: n, under: true, label: "none" };
  };
  groups.forEach((group, at) => put(group.id, at, group.count));
  if (playing) put(`play-${seat}`, groups.length, 1);
  else spots[`play-${seat}`] = { x: box.x, y: box.y + label, w: box.w, h: card * RATIO, card: Math.max(card, 30), flow: "row", align: "center", label: "none" };
  spots[fieldId(seat)] = { ...box, card: Math.max(card, 30), flow: "pile", label: "none" };
}

/** The field itself: not a zone, but the ground is drawn there. */
export function fieldId(seat: number): string {
  return `field-${seat}`;
}

/** A seat's groups, from the first place to the last. */
export function groupsOf(view: View, seat: number): Zone[] {
  return view.zones
    .filter((one) => one.id.startsWith("group") && one.id.endsWith(`-${seat}`) && cards(one).length > 0)
    .sort((a, b) => placeOf(a) - placeOf(b));
}

function placeOf({ id }: Zone): number {
  return Number(zoneKind(id).replace("group", ""));
}

/** Place a seat's zones beside its field: name, score cards, deck, discards, and the hand if it is not in front. */
function aside(seat: number, box: Box, unit: number, own: boolean, front: string, spots: Record<string, Spot>): Box {
  const panel = { x: box.x, y: box.y, w: box.w, h: 52 * unit };
  const rest = box.h - panel.h - 2 * GAP;
  const tall = (rest - GAP) * (own ? 0.42 : 0.34);
  const score = Math.min(tall / RATIO, (box.w - 4 * GAP) / 5, 46);
  let y = panel.y + panel.h + GAP;
  spots[`score-${seat}`] = { x: box.x, y, w: box.w, h: score * RATIO, card: score, flow: "row", label: "none" };
  y += score * RATIO + GAP;
  if (!own) {
    const backs = Math.min((rest - GAP) * 0.24 / RATIO, 30);
    spots[`hand-${seat}`] = { x: box.x, y, w: box.w, h: backs * RATIO, card: backs, flow: "row", label: "none" };
    y += backs * RATIO + GAP;
  }
  const pile = Math.min((box.y + box.h - y) / RATIO, (box.w - 3 * GAP) / 3, 60);
  shelved(seat, { x: box.x, y, w: box.w, h: pile * RATIO }, pile, own, front, spots);
  return panel;
}

/** Place the same in one line, on narrow screens. */
function along(seat: number, box: Box, unit: number, own: boolean, front: string, spots: Record<string, Spot>): Box {
  const panel = { x: box.x, y: box.y, w: Math.min(box.w * 0.27, 110 * unit), h: box.h };
  const pile = box.h / RATIO;
  const piles = 3 * pile + 3 * GAP;
  const x = panel.x + panel.w + GAP;
  const middle = box.w - panel.w - piles - 2 * GAP;
  const size = pile * 0.86;
  const row = { y: box.y + (box.h - size * RATIO) / 2, h: size * RATIO, card: size, flow: "row" as const, label: "none" as const };
  const score = own ? middle : middle * 0.58;
  spots[`score-${seat}`] = { x, w: score, ...row };
  if (!own) spots[`hand-${seat}`] = { x: x + score + GAP, w: middle - score - GAP, ...row };
  shelved(seat, { x: box.x + box.w - piles, y: box.y, w: piles, h: box.h }, pile, own, front, spots);
  return panel;
}

/** Place deck, peeked cards, and discards; the zone in front exchanges places with the hand. */
function shelved(seat: number, box: Box, card: number, own: boolean, front: string, spots: Record<string, Spot>): void {
  const put = (id: string, at: number, flow: Spot["flow"]) => {
    const [x, y] = [box.x + at * (card + GAP), box.y];
    const place = (): [number, number] => [x + card / 2, y + (card * RATIO) / 2];
    spots[`${id}-${seat}`] = { x, y, w: card, h: card * RATIO, card, flow, place, label: "none" };
  };
  put("deck", 0, "pile");
  put("top", 1, "row");
  put("gone", 2, "placed");
  if (!own || front === "hand") return;
  if (front === "gone") put("hand", 2, "placed");
  else {
    const free = spots[`score-${seat}`]!;
    spots[`hand-${seat}`] = { ...free, card: Math.min(free.card, card) };
  }
}
