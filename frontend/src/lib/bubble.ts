// Where a bubble goes: beside the thing it points at, which it never covers, and over as little as possible that matters.
// Pure.

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** A box that the bubble should not cover, and how much that would matter. */
export interface Kept extends Box {
  weight: number;
}

export interface Size {
  w: number;
  h: number;
}

export type Side = "above" | "below" | "left" | "right" | "none";

export interface Placed {
  x: number;
  y: number;
  /** the number of its size among those it may have */
  size: number;
  /** the side of the target on which the bubble is, if it touches its edge */
  side: Side;
  /** position of its tail along its edge */
  tail: number;
}

const GAP = 14;
const CORNER = 18;
/** weight of what the bubble points at, beyond that of anything else */
const TARGET = 1000;
/** cost of a place that does not touch the target, and so has no tail */
const LOOSE = 8000;
/** cost of each size after the first one, which is easier to read */
const RESIZED = 1500;
/** length of the grid of places tried besides those next to the target */
const GRID = 24;

/** Return the place of a bubble of one of some sizes within an area: next to all targets or to one of them, else anywhere. */
export function placeBubble(sizes: Size[], targets: Box[], kept: Kept[], area: Box): Placed {
  const around = union(targets);
  const all = sizes.flatMap((size, i) =>
    [around, ...(targets.length > 1 ? targets : []), undefined].flatMap((one) => candidates(size, one, area).map((place) => ({ ...place, size: i }))),
  );
  let best: Placed | undefined;
  let least = Infinity;
  for (const one of all) {
    const box = { ...sizes[one.size]!, x: one.x, y: one.y };
    let cost = targets.reduce((sum, target) => sum + TARGET * overlap(grown(target, 4), box), RESIZED * one.size);
    for (const thing of kept) cost += thing.weight * overlap(thing, box);
    if (around) cost += (one.side === "none" ? LOOSE : 0) + 2 * Math.min(...targets.map((target) => distance(target, box)));
    if (cost < least) [best, least] = [one, cost];
  }
  return best ?? { x: area.x, y: area.y, size: 0, side: "none", tail: 0 };
}

/** Return the smallest box around boxes. */
export function union(boxes: Box[]): Box | undefined {
  if (boxes.length === 0) return undefined;
  const x = Math.min(...boxes.map((one) => one.x));
  const y = Math.min(...boxes.map((one) => one.y));
  const right = Math.max(...boxes.map((one) => one.x + one.w));
  const bottom = Math.max(...boxes.map((one) => one.y + one.h));
  return { x, y, w: right - x, h: bottom - y };
}

function candidates({ w, h }: Size, around: Box | undefined, area: Box): Omit<Placed, "size">[] {
  const [right, bottom] = [area.x + area.w - w, area.y + area.h - h];
  const within = (one: Omit<Placed, "size">) => one.x >= area.x && one.x <= right && one.y >= area.y && one.y <= bottom;
  const clampX = (x: number) => Math.max(area.x, Math.min(x, right));
  const clampY = (y: number) => Math.max(area.y, Math.min(y, bottom));
  const found: Omit<Placed, "size">[] = [];
  if (around) {
    const [middle, height] = [around.x + around.w / 2, around.y + around.h / 2];
    // Centred, aligned with an edge of the target, or as far to one side as its tail allows.
    const xs = [...[0.5, 0, 1].map((share) => around.x + (around.w - w) * share), middle - CORNER, middle - w + CORNER].map(clampX);
    const ys = [...[0.5, 0, 1].map((share) => around.y + (around.h - h) * share), height - CORNER, height - h + CORNER].map(clampY);
    for (const [i, x] of xs.entries()) {
      const y = ys[i]!;
      // Its tail is opposite the middle of the target, but not at a corner.
      const across = Math.max(CORNER, Math.min(middle - x, w - CORNER));
      const along = Math.max(CORNER, Math.min(height - y, h - CORNER));
      found.push({ x, y: around.y + around.h + GAP, side: "below", tail: across }, { x, y: around.y - h - GAP, side: "above", tail: across });
      found.push({ x: around.x + around.w + GAP, y, side: "right", tail: along }, { x: around.x - w - GAP, y, side: "left", tail: along });
    }
    return found.filter(within);
  }
  for (let i = 0; i <= GRID; i++) {
    for (const share of [0, 0.5, 1]) {
      found.push({ x: area.x + (area.w - w) * share, y: area.y + ((area.h - h) * i) / GRID, side: "none", tail: 0 });
    }
  }
  return found.filter(within);
}

function overlap(a: Box, b: Box): number {
  const w = Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x);
  const h = Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y);
  return w > 0 && h > 0 ? w * h : 0;
}

function distance(a: Box, b: Box): number {
  const dx = Math.max(a.x - b.x - b.w, b.x - a.x - a.w, 0);
  const dy = Math.max(a.y - b.y - b.h, b.y - a.y - a.h, 0);
  return Math.hypot(dx, dy);
}

function grown({ x, y, w, h }: Box, by: number): Box {
  return { x: x - by, y: y - by, w: w + 2 * by, h: h + 2 * by };
}
