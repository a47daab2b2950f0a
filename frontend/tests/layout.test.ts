import { describe, expect, it } from "vitest";
import { layoutZones } from "@/games/kotori/layout";
import { type Box, type Viewport, around, fitting, layout, neighbour, scrollFor } from "@/stage/layout";
import { PHONES, apart, boxOf, handles, onPhone } from "./boxes";
import { card, row, table } from "./tables";

const SCREENS: [string, Viewport][] = [
  ["a laptop", { width: 980, height: 640, unit: 1 }],
  ["a large screen", { width: 1600, height: 1000, unit: 1 }],
  ["a phone", { width: 390, height: 630, unit: 1 }],
  ["a small phone", { width: 320, height: 370, unit: 1 }],
  ["a phone on its side", { width: 844, height: 270, unit: 1 }],
  ["a window at 200 %", { width: 640, height: 270, unit: 1 }],
  ["large text", { width: 390, height: 600, unit: 1.3 }],
  ["twice as large text", { width: 390, height: 300, unit: 2 }],
];

const ALL = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
const fullest = (players: number) => table(players, 0, Array(players).fill(ALL.slice(0, 8)), Array(players).fill(ALL));

describe.each(SCREENS)("on %s", (_, screen) => {
  it.each([2, 3, 4])("every card of %i players has its place within the table", (players) => {
    const view = fullest(players);
    const laid = layout(view, screen, layoutZones);
    for (const zone of view.zones) {
      for (const one of zone.cards ?? []) {
        const box = boxOf(laid, one.handle ?? 0);
        expect(box.x, zone.id).toBeGreaterThanOrEqual(0);
        expect(box.x + box.w, zone.id).toBeLessThanOrEqual(screen.width);
        expect(box.y, zone.id).toBeGreaterThanOrEqual(0);
        expect(box.y + box.h, zone.id).toBeLessThanOrEqual(laid.zoneLayout.height);
      }
    }
  });

  it.each([2, 3, 4])("zones of %i players do not lie on one another", (players) => {
    const { zoneLayout } = layout(fullest(players), screen, layoutZones);
    const spots = Object.entries(zoneLayout.spots);
    for (const [i, [one, a]] of spots.entries()) {
      for (const [other, b] of spots.slice(i + 1)) expect(apart(a, b), `${one} and ${other}`).toBe(true);
    }
    const bounds = Object.values(zoneLayout.seats).map((seat) => seat.bounds);
    bounds.forEach((a, i) => bounds.slice(i + 1).forEach((b) => expect(apart(a, b)).toBe(true)));
  });

  it("makes the legal card large enough for a finger", () => {
    const view = table(4);
    const box = boxOf(layout(view, screen, layoutZones), handles(view, "top")[0]!);
    expect(box.w).toBeGreaterThanOrEqual(44);
    expect(box.h).toBeGreaterThanOrEqual(44);
  });

  it("birds in a cage do not cover one another, and sit in order of their values", () => {
    const view = fullest(4);
    const laid = layout(view, screen, layoutZones);
    const boxes = handles(view, "cage-0").map((handle) => boxOf(laid, handle));
    boxes.forEach((a, i) => boxes.slice(i + 1).forEach((b) => expect(apart(a, b)).toBe(true)));
  });
});

describe("a table", () => {
  it.each([2, 3, 4])("of %i players shows everything at once on a phone of 390 by 844", (players) => {
    // What its bars and a question of two lines leave of the height.
    const screen = { width: 390, height: 619, unit: 1 };
    expect(layout(fullest(players), screen, layoutZones).zoneLayout.height).toBeLessThanOrEqual(screen.height);
  });

  const screen = SCREENS[0]![1];

  it("is laid out the same for the same view", () => {
    const view = table();
    expect(layout(view, screen, layoutZones)).toEqual(layout(view, screen, layoutZones));
  });

  it("places the viewer below and the others above from the next seat on", () => {
    for (const seat of [0, 1, 2]) {
      const { seats } = layout(table(3, seat), screen, layoutZones).zoneLayout;
      const below = Object.keys(seats).map(Number).sort((a, b) => seats[b]!.bounds.y - seats[a]!.bounds.y)[0];
      expect(below).toBe(seat);
      expect(seats[(seat + 1) % 3]!.bounds.x).toBeLessThan(seats[(seat + 2) % 3]!.bounds.x);
    }
    expect(layout(table(3, -1), screen, layoutZones).places.size).toBeGreaterThan(0);
  });

  it("shows a passed card on its side and a bust one from its back", () => {
    const view = table();
    const [passed, burst, standing] = [card(4, "sideways"), card(7, "down"), card(2)];
    view.zones = view.zones.map((zone) => (zone.id === "bids-0" ? row("bids-0", [standing, passed, burst], 0) : zone));
    const { places } = layout(view, screen, layoutZones);
    expect(places.get(passed.handle!)).toMatchObject({ turn: 90, face: "up" });
    expect(places.get(burst.handle!)).toMatchObject({ turn: 0, face: "down" });
    expect(places.get(standing.handle!)).toMatchObject({ turn: 0, face: "up" });
  });

  it("keeps the newest of many bids on top, and a corner of each in sight", () => {
    const view = fullest(4);
    const { places } = layout(view, { width: 320, height: 370, unit: 1 }, layoutZones);
    const bids = handles(view, "bids-1").map((handle) => places.get(handle)!);
    for (const [i, place] of bids.slice(1).entries()) {
      expect(place.z).toBeGreaterThan(bids[i]!.z);
      expect(place.x - bids[i]!.x).toBeGreaterThan(12);
    }
  });

  it.each(PHONES)("shows every seat, the tree and the field at once on a phone of %s, with cards for a finger", (_, phone) => {
    for (const players of [2, 3, 4]) {
      const { over, least } = onPhone(fullest(players), phone, layoutZones, ["top", "field"]);
      expect(over, `${players} players`).toBeLessThanOrEqual(0);
      expect(least, `${players} players`).toBeGreaterThanOrEqual(43.5);
    }
  });

  it("fits a laptop and a phone without scrolling, with four players", () => {
    for (const fits of [SCREENS[0]![1], SCREENS[2]![1]]) {
      expect(layout(fullest(4), fits, layoutZones).zoneLayout.height).toBeLessThanOrEqual(fits.height);
    }
  });
});

describe("a table that must scroll", () => {
  const [theirs, middle, mine]: Box[] = [{ x: 0, y: 8, w: 300, h: 90 }, { x: 0, y: 110, w: 300, h: 150 }, { x: 0, y: 270, w: 300, h: 170 }] as const;

  it("moves no further than it must to show a seat", () => {
    expect(scrollFor([theirs!], 100, 350)).toBe(0);
    expect(scrollFor([mine!], 0, 350)).toBe(98);
    expect(scrollFor([mine!], 120, 350)).toBe(120);
    expect(scrollFor([], 120, 350)).toBe(120);
  });

  it("shows the foot of what is too high, and what is most important in any case", () => {
    expect(scrollFor([around([theirs!, mine!])], 0, 350)).toBe(98);
    expect(scrollFor([mine!, middle!], 0, 200)).toBe(102);
  });
});

describe("the arrow keys", () => {
  it("move to the visually nearest card", () => {
    const view = table();
    const { places } = layout(view, SCREENS[0]![1], layoutZones);
    const [top, field] = [handles(view, "top")[0]!, handles(view, "field")];
    expect(neighbour(places, top, "right")).toBe(field[0]);
    expect(neighbour(places, field[1]!, "right")).toBe(field[2]);
    expect(neighbour(places, field[1]!, "left")).toBe(field[0]);
    expect(handles(view, "bids-0")).toContain(neighbour(places, top, "down"));
    expect(neighbour(places, field[2]!, "right")).toBeUndefined();
  });
});

it("everything is drawn larger on a large screen, as far as it fits", () => {
  for (const [room, least, most] of [
    [{ width: 976, height: 612, unit: 1 }, 1, 1],
    [{ width: 1616, height: 884, unit: 1 }, 1.2, 1.4],
    [{ width: 1616, height: 884, unit: 1.3 }, 1, 1], // large letters need the room themselves
    [{ width: 2256, height: 1240, unit: 1 }, 1.4, 1.4],
  ] as const) {
    const { scale, laid } = fitting(table(), room, layoutZones);
    expect(scale).toBeGreaterThanOrEqual(least);
    expect(scale).toBeLessThanOrEqual(most);
    expect(laid.zoneLayout.height * scale).toBeLessThanOrEqual(room.height);
  }
});
