import { describe, expect, it } from "vitest";
import { type Box, placeBubble, union } from "@/lib/bubble";

const SIZE = { w: 300, h: 120 };

function covers(placed: { x: number; y: number }, box: Box): boolean {
  return placed.x < box.x + box.w && box.x < placed.x + SIZE.w && placed.y < box.y + box.h && box.y < placed.y + SIZE.h;
}

describe("placeBubble", () => {
  const phone = { x: 8, y: 52, w: 304, h: 508 };

  it("never covers what it points at, wherever that is", () => {
    for (let y = 52; y < 540; y += 20) {
      for (let x = 8; x < 280; x += 30) {
        const target = { x, y, w: 40, h: 60 };
        expect(covers(placeBubble([SIZE], [target], [], phone), target)).toBe(false);
      }
    }
  });

  it("stays within its area", () => {
    for (let y = 52; y < 540; y += 40) {
      const { x, y: top } = placeBubble([SIZE], [{ x: 100, y, w: 40, h: 20 }], [], phone);
      expect(x).toBeGreaterThanOrEqual(phone.x);
      expect(x + SIZE.w).toBeLessThanOrEqual(phone.x + phone.w);
      expect(top).toBeGreaterThanOrEqual(phone.y);
      expect(top + SIZE.h).toBeLessThanOrEqual(phone.y + phone.h);
    }
  });

  it("points at its target with a tail opposite the middle", () => {
    const placed = placeBubble([SIZE], [{ x: 140, y: 60, w: 40, h: 60 }], [], phone);
    expect(placed.side).toBe("below");
    expect(placed.x + placed.tail).toBeCloseTo(160);
  });

  it("covers a card rather than a button to be pressed", () => {
    const target = { x: 100, y: 250, w: 60, h: 60 };
    const button = { x: 8, y: 330, w: 300, h: 50, weight: 40 };
    const card = { x: 8, y: 52, w: 300, h: 190, weight: 1 };
    const placed = placeBubble([SIZE], [target], [button, card], { ...phone, h: 360 });
    expect(covers(placed, button)).toBe(false);
    expect(covers(placed, card)).toBe(true);
  });

  it("slides aside as far as its tail allows, to leave what is beside its target in view", () => {
    const target = { x: 160, y: 300, w: 120, h: 60 };
    const beside = { x: 250, y: 180, w: 60, h: 100, weight: 1 };
    const placed = placeBubble([{ w: 200, h: 80 }], [target], [beside], { ...phone, h: 360 });
    expect(placed).toMatchObject({ side: "above", x: 38, tail: 182 });
  });

  it("stands next to one of two distant things", () => {
    const things = [
      { x: 10, y: 60, w: 40, h: 60 },
      { x: 260, y: 480, w: 40, h: 60 },
    ];
    const placed = placeBubble([SIZE], things, [], phone);
    expect(placed.side).not.toBe("none");
    for (const thing of things) expect(covers(placed, thing)).toBe(false);
  });

  it("is narrow where it fits beside a card only then", () => {
    const target = { x: 250, y: 250, w: 60, h: 80 };
    const card = { x: 8, y: 250, w: 40, h: 80, weight: 2.6 };
    const rows = [60, 340].map((y) => ({ x: 8, y, w: 304, h: 180, weight: 2.6 }));
    const sizes = [{ w: 220, h: 70 }, { w: 180, h: 80 }];
    expect(placeBubble(sizes, [target], [card, ...rows], phone)).toMatchObject({ size: 1, side: "left", x: 56 });
    expect(placeBubble(sizes, [target], [], phone).size).toBe(0);
  });

  it("finds a place without a target", () => {
    expect(placeBubble([SIZE], [], [], phone).side).toBe("none");
    expect(union([])).toBeUndefined();
  });

  it("is at the corner of an area that is too small for it", () => {
    expect(placeBubble([SIZE], [], [], { x: 5, y: 6, w: 100, h: 50 })).toMatchObject({ x: 5, y: 6 });
  });
});
