import { describe, expect, it } from "vitest";
import { layoutZones } from "@/games/llama/layout";
import { allNotes, marksLeft, patterns } from "@/games/llama/derived";
import { PLACES, STYLES, flaps, outline } from "@/games/llama/marks";
import type { Card, View, Zone } from "@/lib/protocol";
import { withQueued, zone } from "@/lib/view";
import { type Box, RATIO, type Viewport, layout } from "@/stage/layout";
import { PHONES, onPhone } from "./boxes";

let last = 0;

function note(marks: string[] = [], face?: string): Card {
  return { pose: "down", marks, handle: ++last, ...(face ? { face } : {}) };
}

function row(id: string, cards: Card[], owner?: number): Zone {
  return { id, kind: "row", count: cards.length, cards, ...(owner === undefined ? {} : { owner }) };
}

function table(players: number, held: number, seat = 0): View {
  const zones: Zone[] = [
    { ...row("deck", [note(), note(), note(["fold-ne"])]), kind: "stack" },
    row("top", [note(["nick-s"])]),
    row("bottom", [note()]),
  ];
  for (let p = 0; p < players; p++) zones.push(row(`hand-${p}`, Array.from({ length: held }, () => note([], p === seat ? "llama" : undefined)), p));
  const seats = Array.from({ length: players }, (_, owner) => [
    { id: "coins", value: 3, owner },
    { id: "stake", value: 0, owner },
  ]);
  return {
    game: "llama",
    seat,
    players,
    to_act: seat,
    zones,
    counters: [{ id: "round", value: 1 }, { id: "unit", value: 1 }, { id: "phase", value: 1 }, ...seats.flat()],
    choices: [],
  };
}

const SCREENS: [string, Viewport][] = [
  ["a laptop", { width: 980, height: 640, unit: 1 }],
  ["a large screen", { width: 1600, height: 1000, unit: 1 }],
  ["a phone", { width: 390, height: 450, unit: 1 }],
  ["a small phone", { width: 320, height: 350, unit: 1 }],
  ["a phone on its side", { width: 844, height: 270, unit: 1 }],
  ["large text", { width: 390, height: 420, unit: 1.3 }],
];

function apart(a: Box, b: Box): boolean {
  return a.x + a.w <= b.x + 1 || b.x + b.w <= a.x + 1 || a.y + a.h <= b.y + 1 || b.y + b.h <= a.y + 1;
}

describe.each(SCREENS)("on %s", (_, screen) => {
  it.each([3, 4, 5])("%i players' notes all lie within the table, and none covers another", (players) => {
    for (const held of [2, 5]) {
      const laid = layout(table(players, held), screen, layoutZones);
      const boxes = [...laid.places.values()].map(({ x, y, size }) => ({ x: x - size / 2, y: y - (size * RATIO) / 2, w: size, h: size * RATIO }));
      expect(boxes).toHaveLength(players * held + 2); // those inside the deck are not laid out
      for (const box of boxes) {
        expect(box.x).toBeGreaterThanOrEqual(0);
        expect(box.x + box.w).toBeLessThanOrEqual(screen.width);
        expect(box.y).toBeGreaterThanOrEqual(0);
        expect(box.y + box.h).toBeLessThanOrEqual(laid.zoneLayout.height);
      }
      boxes.forEach((a, i) => boxes.slice(i + 1).forEach((b) => expect(apart(a, b)).toBe(true)));
    }
  });

  it.each([3, 4, 5])("places of %i players do not lie on one another", (players) => {
    const { spots, seats } = layout(table(players, 5), screen, layoutZones).zoneLayout;
    const all = Object.entries(spots);
    all.forEach(([one, a], i) => all.slice(i + 1).forEach(([other, b]) => expect(apart(a, b), `${one} and ${other}`).toBe(true)));
    const bounds = Object.values(seats).map((seat) => seat.bounds);
    bounds.forEach((a, i) => bounds.slice(i + 1).forEach((b) => expect(apart(a, b)).toBe(true)));
    expect(apart(spots["top"]!, bounds[0]!)).toBe(true);
  });

  it("makes the ends of the deck and one's own notes large enough for a finger", () => {
    const { spots } = layout(table(3, 5), screen, layoutZones).zoneLayout;
    for (const id of ["top", "bottom", "hand-0"]) expect(spots[id]!.card, id).toBeGreaterThanOrEqual(id === "hand-0" ? 40 : 44);
  });
});

it.each(PHONES)("everything is in sight at once on a phone of %s, with notes for a finger", (_, phone) => {
  for (const players of [3, 4, 5]) {
    const { over, least } = onPhone(table(players, 5), phone, layoutZones, ["top", "bottom", "hand-0"]);
    expect(over, `${players} players`).toBeLessThanOrEqual(0);
    expect(least, `${players} players`).toBeGreaterThanOrEqual(43.5);
  }
});

it.each([3, 4, 5])("a table of %i shows everything at once on a phone of 390 by 844, upright and on its side", (players) => {
  for (const screen of [{ width: 390, height: 619, unit: 1 }, { width: 844, height: 262, unit: 1 }]) {
    expect(layout(table(players, 5), screen, layoutZones).zoneLayout.height).toBeLessThanOrEqual(screen.height);
  }
});

describe("a note's paper", () => {
  const single = STYLES.flatMap((style) => PLACES.map((where) => `${style}-${where}`));

  it("looks different with every mark, and with every two", () => {
    const looks = new Set([outline([]), ...single.map((mark) => outline([mark]))]);
    expect(looks.size).toBe(single.length + 1);
    const pairs = single.flatMap((a, i) => single.slice(i + 1).map((b) => outline([a, b])));
    expect(new Set([...pairs, ...looks]).size).toBe(pairs.length + looks.size);
  });

  it("looks the same for all makers and orders of its marks", () => {
    expect(outline(["fresh-fold-ne", "nick-s"])).toBe(outline(["nick-s", "fold-ne"]));
  });

  it("shows the other side where it is folded, and only there", () => {
    expect(flaps(["fold-nw", "fold-e", "nick-s"])).toHaveLength(2);
    expect(flaps(["nick-nw"])).toHaveLength(0);
  });

  it("keeps within its card", () => {
    const numbers = (path: string) => path.match(/-?\d+(\.\d+)?/g)!.map(Number);
    for (const path of [outline(single), ...flaps(single)]) {
      const points = numbers(path);
      points.forEach((value, i) => {
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(i % 2 ? 176 : 126);
      });
    }
  });
});

describe("queued marks", () => {
  it("are shown as new on one's own note only, and count against those that the table allows", () => {
    const choice = { action: "mark-1-fold-nw", label: { t: "words" as const, id: "action-mark" }, zone: "hand-0", card: 1, marks: ["fresh-fold-nw"] };
    const view = { ...table(3, 2), choices: [choice] };
    const left = (card: Card, more: number): Card => ({ ...card, note: { t: "words", id: "about-marks", args: { left: more } } });
    const plan = withQueued(view, ["mark-1-fold-nw"]);
    expect(zone(plan, "hand-0")?.cards?.[1]?.marks).toEqual(["fresh-fold-nw"]);
    expect(allNotes(plan).filter((one) => one.marks?.length)).toHaveLength(3);
    const [first, second] = zone(plan, "hand-0")!.cards!;
    expect([marksLeft(left(second!, 1), 1, []), marksLeft(left(second!, 1), 1, ["mark-1-fold-nw"]), marksLeft(left(first!, 2), 0, ["mark-1-fold-nw"])]).toEqual([1, 0, 2]);
    expect(marksLeft(second, 1, []), "the table says nothing").toBe(0);
    expect(zone(view, "hand-0")?.cards?.[1]?.marks).toEqual([]);
  });

  it("are not part of the public information about the deck", () => {
    expect(patterns([note(["fold-ne", "fresh-nick-s"]), note(), note(["fold-ne"]), note()])).toEqual([
      { marks: [], count: 2 },
      { marks: ["fold-ne"], count: 2 },
    ]);
  });
});
