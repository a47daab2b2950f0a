import { describe, expect, it } from "vitest";
import { layoutZones } from "@/games/tezuma/layout";
import { ladder, row, tricks } from "@/games/tezuma/derived";
import type { Card, Choice, Observation, View, Zone } from "@/lib/protocol";
import { type Box, type Laid, type Viewport, RATIO, layout } from "@/stage/layout";
import { PHONES, onPhone } from "./boxes";

const SCREENS: [string, Viewport][] = [
  ["a laptop", { width: 976, height: 645, unit: 1 }],
  ["a large screen", { width: 1600, height: 1000, unit: 1 }],
  ["a phone", { width: 390, height: 480, unit: 1 }],
  ["a small phone", { width: 320, height: 370, unit: 1 }],
  ["a phone on its side", { width: 844, height: 270, unit: 1 }],
  ["large text", { width: 390, height: 470, unit: 1.3 }],
  ["twice as large text", { width: 390, height: 300, unit: 2 }],
];

let last = 0;
const card = (face: string): Card => ({ face, handle: ++last });
const zone = (id: string, faces: string[], owner?: number, kind: Zone["kind"] = "row"): Zone => ({
  id,
  kind,
  count: faces.length,
  cards: faces.map(card),
  ...(owner === undefined ? {} : { owner }),
});
const HAND = ["b1", "b4", "bt", "u2", "u9", "r3", "r5", "r7", "w1", "w2", "w6", "wt"];
const OWNED = (seat: number) => [`table-${seat + 1}`, `minus-${"burw"[seat]}`, `ability-${seat + 1}a`];
const words = (id: string, args: Choice["label"]["args"] = {}) => ({ t: "words" as const, id, args });

/** A table of so many players, while cards are chosen or in the middle of a trick. */
function table(players: number, phase: "choosing" | "trick" = "trick", seat = 0): View {
  const choosing = phase === "choosing";
  const zones: Zone[] = [
    { id: "deck", kind: "pile", count: 0 },
    zone("tables", choosing ? ["table-1", "table-2", "table-3", "table-4", "table-5"].slice(0, players + 1) : ["table-6"]),
    zone("minuses", choosing ? ["minus-b", "minus-u", "minus-r", "minus-w"] : []),
    zone("abilities", choosing ? ["ability-1a", "ability-2b", "ability-3a", "ability-4b", "ability-5a"].slice(0, players + 1) : ["ability-5a"]),
    zone("aside", choosing ? [] : ["b9"]),
  ];
  if (players === 3) zones.push({ id: "unseen", kind: "pile", count: 12 });
  for (let p = 0; p < players; p++) {
    zones.push(zone(`chosen-${p}`, choosing ? [] : OWNED(p), p));
    zones.push(p === Math.max(seat, 0) ? zone(`hand-${p}`, HAND, p, "fan") : { id: `hand-${p}`, kind: "fan", count: 12, cards: [], owner: p });
    zones.push(zone(`trick-${p}`, choosing || p === 0 ? [] : [`b${p + 4}`], p));
    zones.push({ id: `won-${p}`, kind: "pile", count: 4, owner: p });
  }
  return { game: "tezuma", seat, players, to_act: 0, zones, counters: [], roles: { start: 0, leader: 1 } };
}

function boxOf(laid: Laid, handle: number): Box {
  const { x, y, size } = laid.places.get(handle)!;
  return { x: x - size / 2, y: y - (size * RATIO) / 2, w: size, h: size * RATIO };
}

const handles = (view: View, id: string) => (view.zones.find((one) => one.id === id)?.cards ?? []).map((one) => one.handle!);
const apart = (a: Box, b: Box) => a.x + a.w <= b.x + 1 || b.x + b.w <= a.x + 1 || a.y + a.h <= b.y + 1 || b.y + b.h <= a.y + 1;

describe.each(SCREENS)("on %s", (_, screen) => {
  it.each([
    [3, "choosing"],
    [4, "choosing"],
    [3, "trick"],
    [4, "trick"],
  ] as const)("every card of %i players (%s) lies within the table, and only a hand's cards cover one another", (players, phase) => {
    const view = table(players, phase);
    const laid = layout(view, screen, layoutZones);
    const boxes: { id: string; box: Box }[] = [];
    for (const one of view.zones) {
      for (const handle of handles(view, one.id)) {
        if (!laid.places.has(handle)) continue;
        const box = boxOf(laid, handle);
        expect(box.x, one.id).toBeGreaterThanOrEqual(0);
        expect(box.x + box.w, one.id).toBeLessThanOrEqual(screen.width);
        expect(box.y, one.id).toBeGreaterThanOrEqual(0);
        expect(box.y + box.h, one.id).toBeLessThanOrEqual(laid.zoneLayout.height + 1);
        boxes.push({ id: one.id, box });
      }
    }
    for (const [i, a] of boxes.entries()) {
      for (const b of boxes.slice(i + 1)) if (a.id !== b.id) expect(apart(a.box, b.box), `${a.id} and ${b.id}`).toBe(true);
    }
  });

  it("every card of a full hand shows enough of itself for a finger, its number and its suit", () => {
    const view = table(4);
    const laid = layout(view, screen, layoutZones);
    const hand = handles(view, "hand-0").map((handle) => boxOf(laid, handle));
    expect(hand).toHaveLength(12);
    for (const [i, box] of hand.entries()) {
      const cover = hand.slice(i + 1).filter((other) => !apart(box, other));
      const right = Math.min(box.x + box.w, ...cover.filter((other) => Math.abs(other.y - box.y) < 20).map((other) => other.x));
      const foot = Math.min(box.y + box.h, ...cover.filter((other) => other.y - box.y >= 20).map((other) => other.y));
      expect(right - box.x, `width of card ${i}`).toBeGreaterThanOrEqual(screen.width === 844 ? 40 : 43);
      expect(foot - box.y, `height of card ${i}`).toBeGreaterThanOrEqual(43);
    }
  });

  it("what can be chosen is large enough for a finger, and all of it is there", () => {
    const view = table(4, "choosing");
    const laid = layout(view, screen, layoutZones);
    for (const id of ["tables", "minuses", "abilities"]) {
      for (const handle of handles(view, id)) expect(boxOf(laid, handle).w, id).toBeGreaterThanOrEqual(screen.width === 844 ? 40 : 43);
    }
  });

  it.each([3, 4])("seats of %i players do not lie on one another", (players) => {
    const bounds = Object.values(layout(table(players), screen, layoutZones).zoneLayout.seats).map((seat) => seat.bounds);
    expect(bounds).toHaveLength(players);
    bounds.forEach((a, i) => bounds.slice(i + 1).forEach((b) => expect(apart(a, b)).toBe(true)));
  });
});

describe("a table", () => {
  // 524 and 411: what is left at 1280 by 720, without and with a hint.
  it.each([3, 4])("of %i players shows everything at once on a laptop, whatever is asked", (players) => {
    for (const height of [645, 524, 411]) {
      for (const phase of ["choosing", "trick"] as const) {
        expect(layout(table(players, phase), { width: 976, height, unit: 1 }, layoutZones).zoneLayout.height, `${phase} ${height}`).toBeLessThanOrEqual(height);
      }
    }
  });

  it.each([3, 4])("of %i players shows a whole trick, all seats' choices and the hand on a phone of 390 by 664", (players) => {
    expect(layout(table(players), { width: 390, height: 450, unit: 1 }, layoutZones).zoneLayout.height).toBeLessThanOrEqual(450);
  });

  it.each(PHONES)("shows everything at once on a phone of %s, with cards for a finger", (_, phone) => {
    for (const players of [3, 4]) {
      for (const [phase, pressed] of [["choosing", ["tables", "minuses", "abilities"]], ["trick", ["hand-0"]]] as const) {
        const { over, least } = onPhone(table(players, phase), phone, layoutZones, [...pressed]);
        expect(over, `${players} players, ${phase}`).toBeLessThanOrEqual(0);
        expect(least, `${players} players, ${phase}`).toBeGreaterThanOrEqual(43.5);
      }
      const view = table(players, "choosing"); // one's own score table, in a line of the panel
      view.zones.find(({ id }) => id === "chosen-0")!.cards = [card("table-6")];
      expect(onPhone(view, phone, layoutZones, []).over, `${players} players, after the first choice`).toBeLessThanOrEqual(0);
    }
  });

  it("shows on a phone everything that can be chosen and the whole hand at once", () => {
    const [view, screen] = [table(4, "choosing"), { width: 390, height: 443, unit: 1 }];
    const laid = layout(view, screen, layoutZones);
    const seen = ["tables", "minuses", "abilities", "hand-0"].flatMap((id) => handles(view, id)).map((handle) => boxOf(laid, handle));
    const [top, bottom] = [Math.min(...seen.map((box) => box.y)), Math.max(...seen.map((box) => box.y + box.h))];
    expect(bottom - top).toBeLessThan(screen.height);
  });

  it("has one's own seat below and each card of the trick on its player's side", () => {
    for (const seat of [0, 1, 2]) {
      const { spots, seats } = layout(table(3, "trick", seat), SCREENS[0]![1], layoutZones).zoneLayout;
      const [next, before] = [(seat + 1) % 3, (seat + 2) % 3];
      expect(seats[seat]!.bounds.y).toBeGreaterThan(seats[next]!.bounds.y);
      expect(spots[`trick-${next}`]!.x).toBeLessThan(spots[`trick-${seat}`]!.x);
      expect(spots[`trick-${seat}`]!.x).toBeLessThan(spots[`trick-${before}`]!.x);
    }
  });

  it("holds the hand as a fan: the outer cards lower, and turned outwards", () => {
    const view = table(3);
    const { places } = layout(view, SCREENS[0]![1], layoutZones);
    const hand = handles(view, "hand-0").map((handle) => places.get(handle)!);
    expect(hand[0]!.turn).toBeLessThan(0);
    expect(hand[11]!.turn).toBeCloseTo(-hand[0]!.turn);
    expect(hand[0]!.y).toBeGreaterThan(hand[5]!.y);
  });

  it("can be watched", () => {
    expect(layout(table(4, "trick", -1), SCREENS[2]![1], layoutZones).places.size).toBeGreaterThan(12);
  });
});

describe("what follows from what is open", () => {
  it("reads score tables from cards and from seats", () => {
    expect(row("0 2 4 5 6 7 8 8+ (points for 0, 1, 2 … tricks)")).toEqual([0, 2, 4, 5, 6, 7, 8, 8]);
    expect(row("13 4 2 0（左から0、1、2…トリックの点）")).toEqual([13, 4, 2, 0]);
    const view = { ...table(3), counters: [2, 1, 0].map((at) => ({ id: `column-${at}`, value: at * 3, owner: 1 })) };
    expect(ladder(view, 1)).toEqual([0, 3, 6]);
    expect(ladder(view, 0)).toEqual([]);
  });

  const who = (seat: number) => ({ who: { t: "seat" as const, seat } });
  const play = (seat: number, face: string, id = "event-followed"): Observation => ({
    words: words(id, who(seat)),
    moves: [{ source: `hand-${seat}`, target: `trick-${seat}`, face }],
  });

  it("keeps the tricks of this deal, with who won and who used an ability", () => {
    const observations: Observation[] = [
      play(1, "w9", "event-led"),
      { words: words("event-swept", who(1)) },
      { words: words("event-dealt", who(0)) },
      play(0, "b3", "event-led"),
      play(1, "b4", "event-announced"),
      play(2, "b5"),
      { words: words("event-swept", who(2)) },
      play(2, "r1", "event-led"),
    ];
    expect(tricks(observations)).toEqual([
      { cards: [{ seat: 0, face: "b3", ability: false }, { seat: 1, face: "b4", ability: true }, { seat: 2, face: "b5", ability: false }], winner: 2 },
      { cards: [{ seat: 2, face: "r1", ability: false }], winner: -1 },
    ]);
  });
});

it.each([
  [390, 446],
  [320, 340],
])("on a stage of %i by %i the whole hand and two kinds of cards to choose from are visible at once", (width, height) => {
  const view = table(3, "choosing");
  const laid = layout(view, { width, height, unit: 1 }, layoutZones);
  // The stage shows its lower end at the start of a turn.
  const top = laid.zoneLayout.height - height;
  for (const id of ["hand-0", "minuses", "abilities"]) {
    for (const handle of handles(view, id)) expect(boxOf(laid, handle).y, id).toBeGreaterThanOrEqual(top);
  }
});

it("names above the cards to choose from are clear of raised cards", () => {
  const view = table(3, "choosing");
  const { spots } = layout(view, { width: 1136, height: 700, unit: 1 }, layoutZones).zoneLayout;
  const raised = 0.2; // of a card's width, as in the stage's style
  const line = 15;
  expect(spots["abilities"]!.y - raised * spots["abilities"]!.card - 17).toBeGreaterThan(spots["tables"]!.y + spots["tables"]!.h);
  expect(spots["tables"]!.y - raised * spots["tables"]!.card - line).toBeGreaterThan(0);
});
