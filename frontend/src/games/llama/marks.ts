// Drawing of creases and nicks: outlines and flaps of a note as SVG paths, the same for all viewers. Pure.
// A note is 126 by 176, as any card; its paper lies 4 within. Only marks change it, so equal marks look equal.
export const PLACES = ["nw", "n", "ne", "e", "se", "s", "sw", "w"] as const;
export type Where = (typeof PLACES)[number];
export const STYLES = ["fold", "nick"] as const;
export type Style = (typeof STYLES)[number];

const [LEFT, TOP, RIGHT, BOTTOM] = [4, 4, 122, 172];
const CORNER = 24; // leg of a folded corner
const REACH = 19; // half the length of a folded piece of an edge
const DEPTH = 8; // how far it is folded in
const CUT = 4; // half the width of a nick
const BITE = 11; // its depth

type Point = readonly [number, number];

/** The point of each place on the note, and the directions along its outline (clockwise) and inwards. */
const SPOTS: Record<Where, { at: Point; along: Point; inward: Point }> = {
  nw: { at: [LEFT, TOP], along: [1, -1], inward: [1, 1] },
  n: { at: [(LEFT + RIGHT) / 2, TOP], along: [1, 0], inward: [0, 1] },
  ne: { at: [RIGHT, TOP], along: [1, 1], inward: [-1, 1] },
  e: { at: [RIGHT, (TOP + BOTTOM) / 2], along: [0, 1], inward: [-1, 0] },
  se: { at: [RIGHT, BOTTOM], along: [-1, 1], inward: [-1, -1] },
  s: { at: [(LEFT + RIGHT) / 2, BOTTOM], along: [-1, 0], inward: [0, -1] },
  sw: { at: [LEFT, BOTTOM], along: [-1, -1], inward: [1, -1] },
  w: { at: [LEFT, (TOP + BOTTOM) / 2], along: [0, -1], inward: [1, 0] },
};

/** Return whether this place is a corner. */
function isCorner(where: Where): boolean {
  return where.length === 2;
}

/** Return the centre of a mark at a place. */
function middle(where: Where): Point {
  return plus(SPOTS[where].at, SPOTS[where].inward, isCorner(where) ? 9 : 7);
}

/** Return the same as fractions of width and height. */
export function shareOf(where: Where): Point {
  const [x, y] = middle(where);
  return [x / 126, y / 176];
}

function plus([x, y]: Point, [dx, dy]: Point, by: number): Point {
  return [x + dx * by, y + dy * by];
}

/** A nick at a point of the outline: in, and out again. */
function nick(at: Point, along: Point, inward: Point): Point[] {
  const length = Math.hypot(...along);
  return [plus(at, along, -CUT / length), plus(at, inward, BITE / Math.hypot(...inward)), plus(at, along, CUT / length)];
}

/** The outline at one place, clockwise, with the marks that are there. */
function outlineAt(where: Where, folded: boolean, nicked: boolean): Point[] {
  const { at, along, inward } = SPOTS[where];
  if (isCorner(where)) {
    const [before, after] = legs(where);
    if (!folded && !nicked) return [at];
    if (!folded) return [plus(at, before, 9), plus(at, inward, 9.5), plus(at, after, 9)];
    const middle = plus(at, inward, CORNER / 2);
    return [plus(at, before, CORNER), ...(nicked ? nick(middle, along, inward) : []), plus(at, after, CORNER)];
  }
  if (!folded) return nicked ? nick(at, along, inward) : [];
  const low = plus(at, inward, DEPTH);
  return [
    plus(at, along, -REACH),
    plus(low, along, -REACH + DEPTH),
    ...(nicked ? nick(low, along, inward) : []),
    plus(low, along, REACH - DEPTH),
    plus(at, along, REACH),
  ];
}

/** From a corner back along the edge before it, and on along the edge after it. */
function legs(where: Where): [Point, Point] {
  const [x, y] = SPOTS[where].inward;
  const [flat, steep]: [Point, Point] = [[x, 0], [0, y]];
  return where === "nw" || where === "se" ? [steep, flat] : [flat, steep];
}

function path(points: Point[]): string {
  return points.map(([x, y], i) => `${i ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join(" ") + " Z";
}

/** Return whether a mark is among these; private marks count like public ones. */
export function has(marks: readonly string[], style: Style, where: Where): boolean {
  return marks.includes(`${style}-${where}`) || marks.includes(`fresh-${style}-${where}`);
}

/** The outline of the paper. */
export function outline(marks: readonly string[]): string {
  return path(PLACES.flatMap((where) => outlineAt(where, has(marks, "fold", where), has(marks, "nick", where))));
}

/** The pieces that are folded over, which show the other side of the paper. */
export function flaps(marks: readonly string[]): string[] {
  return PLACES.filter((where) => has(marks, "fold", where)).map((where) => {
    const { at, along, inward } = SPOTS[where];
    if (isCorner(where)) {
      const [before, after] = legs(where);
      // A folded corner has risen a little, so it is not an exact mirror image across the diagonal.
      return path([plus(at, before, CORNER), plus(at, inward, CORNER * 0.86), plus(at, after, CORNER)]);
    }
    const low = plus(at, inward, DEPTH);
    return path([
      plus(low, along, -REACH + DEPTH),
      plus(plus(at, inward, 2 * DEPTH - 1.5), along, -REACH + 1.5),
      plus(plus(at, inward, 2 * DEPTH - 1.5), along, REACH - 1.5),
      plus(low, along, REACH - DEPTH),
    ]);
  });
}

/** Return the places of a note's private marks. */
export function freshSpots(marks: readonly string[]): Point[] {
  return PLACES.filter((where) => STYLES.some((style) => marks.includes(`fresh-${style}-${where}`))).map(middle);
}
