// Layout of コトコー: the opponent's field above one's own (on wide and low screens beside it), each seat's other zones beside it (or, on a phone, in a line), the
// hand below. Groups are fanned downwards, the first word on top, and share the field's room; where that is not enough, a
// group may lie under the end of another. Cards to choose from (hand, score cards or discards) are shown large in place of
// the hand.
import type { View, Zone } from "@/lib/protocol";
import { cards, seatsAround, zone, zoneKind } from "@/lib/view";
import { type Box, FINGER, RATIO, ROUNDING, type SeatRoom, type Spot, type Viewport, type ZoneLayout, clamp } from "@/stage/layout";

const EDGE = 8;
const INSIDE = 6;
const GAP = 6;
/** Height above a line of the hand, into which legal cards rise. */
const LIFT = 10;
/** Least visible width of a card that can be pressed where height is scarce: with one line for a phrase. */
const BARELY = 43.7;
/** Width of a card that is only read, and of one that is only seen: an opponent's; and the least of both, with many groups. */
const READ = 34;
const SEEN = 26;
const BARELY_READ = 30;
const BARELY_SEEN = 22;
/** Visible height of a covered card, in card widths: the word on it. */
export const SHOWN = 0.42;
/** How far a card that may be pressed is raised, in card widths. */
export const RAISED = 0.13;
/** Visible share of the height of a card in the hand under another one: its form and its word. */
const WORDS = 0.62;

/**
 * How close together things are; `scarce`: only what can be pressed now is large enough for a finger, and a covered line of
 * the hand shows its words; `packed`: so do groups, under the ends of others, without their phrases; `aside`: on a phone on its
 * side, the hand lies under the opponent's field.
 */
type Closeness = "usual" | "scarce" | "packed" | "aside";

export function layoutZones(view: View, viewport: Viewport): ZoneLayout {
  let best = arranged(view, viewport, "usual");
  if (roomyFor(viewport)) return best;
  for (const close of ["scarce", "packed", "aside"] as const) {
    if (best.height <= viewport.height) break;
    const closer = arranged(view, viewport, close);
    if (closer.height < best.height) best = closer;
  }
  return best;
}

function roomyFor({ width, height, unit }: Viewport): boolean {
  return width >= 700 * unit && height >= 430 * unit;
}

function arranged(view: View, viewport: Viewport, closeness: Closeness): ZoneLayout {
  const scarce = closeness !== "usual";
  const packed = closeness === "packed" || closeness === "aside";
  const [own = 0, other = 1] = seatsAround(view);
  const { width, height, unit } = viewport;
  const roomy = roomyFor(viewport);
  const [edge, inset, gap] = scarce ? [EDGE / 2, INSIDE / 2, GAP / 2] : [EDGE, INSIDE, GAP];
  const asked = new Set((view.choices ?? []).map((choice) => choice.zone));
  const sizes = (seat: number): Sizes => {
    if (!scarce) return { least: FINGER, most: 92, packed };
    if (groupsOf(view, seat).some(({ id }) => asked.has(id))) return { least: BARELY, most: BARELY, packed };
    if (packed) return { least: seat === own ? BARELY_READ : BARELY_SEEN, most: READ, packed };
    return seat === own ? { least: READ, most: BARELY, packed } : { least: SEEN, most: READ - 1, packed };
  };
  const spots: Record<string, Spot> = {};
  const front = frontOf(view, own);
  const abreast = !roomy && height < 400 * unit && width >= 540 * unit;
  // Side by side, one's own seat needs more: its hand is there, too.
  const all = width - 2 * EDGE;
  const w = { [other]: abreast ? (all - GAP) * 0.42 : all, [own]: abreast ? (all - GAP) * 0.58 : all };
  const inner = (seat: number) => w[seat]! - 2 * INSIDE;

  const side = roomy ? 196 * unit : 0;
  const line = roomy ? 0 : (scarce ? 36 : abreast ? 42 : FINGER) * Math.min(unit, 1.25);
  const shelf = line && line + inset;
  const least = (seat: number) => Math.max(leastField(view, seat, inner(seat) - (side && side + INSIDE), sizes(seat)), roomy ? 168 : scarce ? 0 : 84);
  const held = zone(view, `${front}-${own}`)?.count ?? 0;
  const placing = !asked.has(`${front}-${own}`) && (packed || [...asked].some((id) => id?.startsWith("group")));
  // The hand is below one's own field; where seats are side by side and height is scarce, below both, or the other one.
  const beneath = abreast && closeness === "aside" && front === "hand";
  const across = abreast && scarce && !beneath;
  const close = scarce && front === "hand" ? closeHand(held, across ? all : beneath ? w[other]! : inner(own), placing ? (packed ? BARELY_READ : READ) : FINGER) : undefined;
  const rise = close && !placing ? LIFT / 2 : 0;
  const room = height - 2 * edge - 2 * inset - shelf - (across && close ? close.h + inset + rise : 0);
  // Side by side, the hand gives way to the field, as long as its cards can be touched.
  const tall = abreast ? clamp(room - least(own) - inset - LIFT, FINGER * RATIO, 74) : clamp(height * 0.17, 74, 104);
  const lowest = close ?? handOf(held, inner(own), roomy ? clamp(height * 0.19, 96, 140) : tall);
  const spare = Math.max(room - gap - 3 * inset - shelf - lowest.h - rise - least(other) - least(own), 0);
  // Spare height goes to lines of the hand that cover each other, then to the fields; without any, the stage scrolls.
  const covered = close && !abreast ? ((close.lines ?? 1) - 1) * (close.card * RATIO * (1 - WORDS) + LIFT / 2) : 0;
  const hand = { ...lowest, h: lowest.h + Math.min(spare, covered) };
  const over = Math.max(spare - covered, 0) / 2;
  const below = (across || beneath) && close ? 0 : hand.h + inset + rise;
  const underTheirs = beneath ? gap + rise + hand.h : 0;
  const ours = abreast ? Math.max(least(own), room - below) : least(own) + over;
  // Beside one's own seat where that must scroll, the opponent's is as high as the room, at the foot, which is shown on one's turn.
  const field = { [other]: abreast ? Math.max(least(other), room - underTheirs) : least(other) + over, [own]: ours };

  const seats: Record<number, SeatRoom> = {};
  const theirHeight = 2 * inset + field[other]! + shelf;
  const myHeight = 2 * inset + field[own]! + shelf + below;
  const theirs = { x: EDGE, y: edge + (abreast ? Math.max(myHeight - theirHeight - underTheirs, 0) : 0), w: w[other]!, h: theirHeight };
  const mine = abreast
    ? { x: EDGE + w[other]! + GAP, y: edge + Math.max(theirHeight + underTheirs - myHeight, 0), w: w[own]!, h: myHeight }
    : { x: EDGE, y: theirs.y + theirs.h + gap, w: w[own]!, h: myHeight };
  for (const [seat, bounds] of [[other, theirs], [own, mine]] as const) {
    const top = bounds.y + inset;
    const high = field[seat]!;
    const land: Box = roomy
      ? { x: bounds.x + INSIDE + side + INSIDE, y: top, w: inner(seat) - side - INSIDE, h: high }
      : { x: bounds.x + INSIDE, y: seat === own ? top : top + shelf, w: inner(seat), h: high };
    const rest: Box = roomy
      ? { x: bounds.x + INSIDE, y: top, w: side, h: high }
      : { x: bounds.x + INSIDE, y: seat === own ? top + high + inset : top, w: inner(seat), h: line };
    lay(view, seat, land, unit, sizes(seat), spots);
    const panel = (roomy ? aside : along)(seat, rest, unit, seat === own, front, spots);
    seats[seat] = { bounds, panel, beside: true };
  }
  const foot = beneath ? theirs.y + theirs.h + underTheirs : mine.y + mine.h + (below ? -inset : inset + rise + hand.h);
  const x = below ? mine.x + INSIDE + (inner(own) - hand.w) / 2 : EDGE;
  spots[`${front}-${own}`] = { x, y: foot - hand.h, flow: "slots", label: "none", ...hand };
  return { height: Math.ceil(Math.max(mine.y + mine.h, foot) + edge - ROUNDING), spots, seats };
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

/** Place a hand where height is scarce: touchable cards in lines of which each is under the one before, down to its words; smaller ones in one line. */
function closeHand(count: number, w: number, card: number): Pick<Spot, "w" | "h" | "card" | "flow" | "lines" | "under" | "align"> {
  const lines = card >= FINGER ? Math.ceil(Math.max(count, 1) / (Math.floor((w - card) / (FINGER - 3)) + 1)) : 1;
  return { w, h: card * RATIO * (1 + WORDS * (lines - 1)), card, flow: "fan", lines, under: true, align: "center" };
}

/** The least width of the cards in a field, and the greatest, which decides on the room for phrases. */
interface Sizes {
  least: number;
  most: number;
  packed: boolean;
}

/** Return the height that a field needs for its smallest cards. */
function leastField(view: View, seat: number, w: number, { least, most, packed }: Sizes): number {
  const { places, depths } = crowd(view, seat);
  if (packed) return pack(depths, Math.max(1, Math.floor(w / (least + PACKED)))).height * least + 4;
  const lines = Math.ceil(places / Math.floor(w / (least + besideOf(most))));
  return rowsOf(depths, Math.ceil(places / lines)).reduce((sum, deepest) => sum + rowOf(least, deepest, lettersOf(most)), 2);
}

/** Return the number of groups of a field, including the card being placed, and the size of each. */
function crowd(view: View, seat: number): { groups: Zone[]; playing: boolean; places: number; depths: number[] } {
  const playing = (zone(view, `play-${seat}`)?.count ?? 0) > 0;
  const groups = groupsOf(view, seat);
  const places = Math.max(groups.length + Number(playing), 1);
  return { groups, playing, places, depths: Array.from({ length: places }, (_, at) => groups[at]?.count ?? 1) };
}

/** Return the size of the largest group in each row. */
function rowsOf(depths: number[], columns: number): number[] {
  return Array.from({ length: Math.ceil(depths.length / columns) }, (_, row) => Math.max(...depths.slice(row * columns, (row + 1) * columns)));
}

/** Return the height of a phrase above a group for a card width: two lines, or one where height is scarce, and room for a raised card; none for cards that are only seen. */
export function labelOf(card: number): number {
  return lettersOf(card) + card * RAISED;
}

function lettersOf(card: number): number {
  return card >= FINGER ? 33 : card >= READ ? 18 : 0;
}

/** Return the height of a row of groups for a card width. */
function rowOf(card: number, deepest: number, letters: number): number {
  return letters + card * (RAISED + RATIO + SHOWN * (deepest - 1)) + 4;
}

/** Gap between groups of cards that can be read, and of those that are only seen. */
const BESIDE = 4;
function besideOf(card: number): number {
  return card < READ ? BESIDE / 2 : BESIDE;
}

/** Gap between groups of which some are under the ends of others, and how far aside these are, in card widths. */
const PACKED = 3;
const ASIDE = 0.4;

/** Return the column of each group, the top of its first card, how many groups are above it, and the height of all, in card widths. */
function pack(depths: number[], columns: number): { at: { column: number; top: number; above: number }[]; height: number } {
  const feet = depths.slice(0, columns).map((depth) => RAISED + RATIO + SHOWN * (depth - 1));
  const at = depths.map((_, column) => ({ column, top: RAISED, above: 0 }));
  const above = feet.map(() => 0);
  // The deepest first, each under the shortest column.
  const others = depths.map((depth, i) => ({ depth, i })).slice(columns).sort((a, b) => b.depth - a.depth);
  for (const { depth, i } of others) {
    const column = feet.indexOf(Math.min(...feet));
    at[i] = { column, top: feet[column]! - RATIO * (1 - WORDS), above: ++above[column]! };
    feet[column] = at[i].top + RATIO + SHOWN * (depth - 1);
  }
  return { at, height: Math.max(...feet) };
}

/** Place groups so that those of which there is no room for the whole are under the ends of others. */
function layPacked(view: View, seat: number, box: Box, { most }: Sizes, spots: Record<string, Spot>): void {
  const { groups, playing, places, depths } = crowd(view, seat);
  let best = { card: 0, columns: 1 };
  for (let columns = 1; columns <= places; columns++) {
    const card = Math.min(most, box.w / columns - PACKED, (box.h - 4) / pack(depths, columns).height);
    if (card > best.card) best = { card, columns };
  }
  const { card, columns } = best;
  const { at, height } = pack(depths, columns);
  const [w, strip] = [Math.min(box.w / columns, card * 1.6), card * SHOWN];
  const [left, top] = [box.x + (box.w - columns * w) / 2, box.y + (box.h - height * card) / 2];
  // Groups that share a column are beside each other by turns, as far as there is room: else they would look like one.
  const shift = Math.min(w - card - PACKED, card * ASIDE) / 2;
  const shared = new Set(at.filter(({ above }) => above > 0).map(({ column }) => column));
  [...groups.map(({ id }) => id), ...(playing ? [`play-${seat}`] : [])].forEach((id, i) => {
    const place = at[i]!;
    const n = depths[i]!;
    const y = top + place.top * card + (card * RATIO - strip) / 2;
    const aside = shared.has(place.column) ? (place.above % 2 ? shift : -shift) : 0;
    spots[id] = { x: left + place.column * w + aside, y, w, h: n * strip, card, flow: "slots", columns: 1, slots: n, under: true, over: 10 * (places - place.above), label: "none" };
  });
  if (!playing) spots[`play-${seat}`] = { ...box, h: card * RATIO, card: Math.max(card, 30), flow: "row", align: "center", label: "none" };
  spots[fieldId(seat)] = { ...box, card: Math.max(card, 30), flow: "pile", label: "none" };
}

/** Place the groups of a field and the card being placed, as large as they fit. */
function lay(view: View, seat: number, box: Box, unit: number, sizes: Sizes, spots: Record<string, Spot>): void {
  if (sizes.packed) return layPacked(view, seat, box, sizes, spots);
  const { most } = sizes;
  const { groups, playing, places, depths } = crowd(view, seat);
  let best = { card: 0, columns: 1, rows: [1] };
  for (let lines = 1; lines <= places; lines++) {
    const columns = Math.ceil(places / lines);
    const rows = rowsOf(depths, columns);
    const broad = box.w / columns - besideOf(most);
    const fixed = rows.length * (lettersOf(most) + 4);
    const high = (box.h - fixed) / rows.reduce((sum, deepest) => sum + RATIO + SHOWN * (deepest - 1) + RAISED, 0);
    const card = Math.min(broad, high, most);
    if (card > best.card) best = { card, columns, rows };
  }
  const { card, columns, rows } = best;
  const label = lettersOf(most) + card * RAISED;
  const high = (deepest: number) => rowOf(card, deepest, lettersOf(most));
  // A word of five letters should fit in one line above its group.
  const column = Math.min(box.w / columns, Math.max(card + besideOf(most), 150 * unit));
  const air = (box.h - rows.reduce((sum, deepest) => sum + high(deepest), 0)) / rows.length;
  const tops = rows.map((_, row) => rows.slice(0, row).reduce((sum, deepest) => sum + high(deepest) + air, box.y + label));
  const put = (id: string, at: number, count: number) => {
    const row = Math.floor(at / columns);
    const used = Math.min(columns, places - row * columns);
    const x = box.x + (box.w - used * column) / 2 + (at % columns) * column;
    const top = tops[row]!;
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
