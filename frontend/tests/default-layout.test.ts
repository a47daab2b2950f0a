// The default layout, with views of all games (written by views.py) on all screens: cards inside, nothing overlaps.
import { describe, expect, it } from "vitest";
import type { View } from "@/lib/protocol";
import { layoutZones } from "@/stage/default/layout";
import { type Box, type Viewport, layout } from "@/stage/layout";
import { apart, boxOf } from "./boxes";
import views from "./views.json";

const VIEWS = views as unknown as View[];

// What a phone's or a laptop's bars leave for the table.
const SCREENS: [string, Viewport][] = [
  ["320x568", { width: 320, height: 330, unit: 1 }],
  ["390x664", { width: 390, height: 420, unit: 1 }],
  ["844x390", { width: 844, height: 250, unit: 1 }],
  ["1280x800", { width: 976, height: 643, unit: 1 }],
  ["1920x1080", { width: 1600, height: 930, unit: 1 }],
  ["390x664 with large text", { width: 390, height: 400, unit: 1.3 }],
];

const named = VIEWS.map((view, i): [string, View] => [`${view.game} for ${view.players}, seat ${view.seat}, ${Math.floor((i % 8) / 2)}/3 played`, view]);

/** Return whether a box is inside another. */
function inside(box: Box, room: Box): boolean {
  return box.x >= room.x - 1 && box.y >= room.y - 1 && box.x + box.w <= room.x + room.w + 1 && box.y + box.h <= room.y + room.h + 1;
}

describe.each(SCREENS)("on %s", (_, screen) => {
  it.each(named)("%s: every card is inside its zone, and every zone inside the table", (_, view) => {
    const laid = layout(view, screen, layoutZones);
    const room = { x: 0, y: 0, w: screen.width, h: laid.zoneLayout.height };
    for (const zone of view.zones) {
      const spot = laid.zoneLayout.spots[zone.id];
      if (zone.count > 0) expect(spot, zone.id).toBeDefined();
      if (!spot) continue;
      expect(inside(spot, room), zone.id).toBe(true);
      for (const card of zone.cards ?? []) {
        if (!laid.places.has(card.handle ?? 0)) continue;
        const box = boxOf(laid, card.handle ?? 0);
        expect(inside(box, room), `a card of ${zone.id}`).toBe(true);
        expect(inside(box, spot), `a card of ${zone.id} in its zone`).toBe(true);
      }
    }
  });

  it.each(named)("%s: zones, seat panels and the seats' bounds do not overlap", (_, view) => {
    const { spots, seats } = layout(view, screen, layoutZones).zoneLayout;
    const boxes = [...Object.entries(spots), ...Object.entries(seats).map(([seat, { panel }]): [string, Box] => [`panel ${seat}`, panel])];
    for (const [i, [one, a]] of boxes.entries()) {
      for (const [other, b] of boxes.slice(i + 1)) expect(apart(a, b), `${one} and ${other}`).toBe(true);
    }
    const bounds = Object.values(seats).map((seat) => seat.bounds);
    bounds.forEach((a, i) => bounds.slice(i + 1).forEach((b) => expect(apart(a, b)).toBe(true)));
  });

  it.each(named.filter(([, view]) => view.choices?.length))("%s: every legal card can be pressed", (_, view) => {
    const laid = layout(view, screen, layoutZones);
    for (const choice of view.choices ?? []) {
      const zone = view.zones.find((one) => one.id === choice.zone);
      const card = zone?.cards?.[choice.card ?? -1];
      if (!zone || !card) continue;
      const place = laid.places.get(card.handle ?? 0)!;
      expect(place, `${choice.action} on ${choice.zone}`).toBeDefined();
      expect(place.size).toBeGreaterThanOrEqual(44);
      // Cards after it in the same line leave enough of it visible.
      const later = (zone.cards ?? []).slice((choice.card ?? 0) + 1).map((one) => laid.places.get(one.handle ?? 0)!);
      const next = later.filter((one) => Math.abs(one.y - place.y) < 2).map((one) => one.x - place.x);
      if (next.length) expect(Math.min(...next), `${choice.action} is covered`).toBeGreaterThanOrEqual(24);
    }
  });
});

describe("the default layout", () => {
  it("puts one's own hand below everything else", () => {
    for (const view of VIEWS.filter((one) => one.seat === 0)) {
      const { spots } = layout(view, SCREENS[1]![1], layoutZones).zoneLayout;
      const hand = view.zones.find((zone) => zone.kind === "fan" && zone.owner === 0);
      if (!hand || !spots[hand.id]) continue;
      const lowest = Math.max(...Object.values(spots).map((spot) => spot.y + spot.h));
      expect(spots[hand.id]!.y + spots[hand.id]!.h).toBeCloseTo(lowest);
    }
  });

  it("shows every game at once on a laptop", () => {
    for (const view of VIEWS) expect(layout(view, SCREENS[3]![1], layoutZones).zoneLayout.height, view.game).toBeLessThanOrEqual(SCREENS[3]![1].height);
  });

  it("shows three seats with six zones each at once on a phone, whether their zones are empty or not", () => {
    const zones = (full: boolean) => [
      { id: "deck", kind: "pile", owner: -1, count: 20, cards: [] },
      { id: "market", kind: "row", owner: -1, count: 3, cards: [30, 31, 32].map((handle) => ({ handle, face: `good-${handle}` })) },
      ...[0, 1, 2].flatMap((owner) =>
        ["bid", "store", "stall", "spent", "hand", "purse"].map((name, i) => {
          const count = i < 4 ? Number(full) : 4;
          const shown = owner === 0 || (i < 4 && i !== 1);
          const cards = Array.from({ length: count }, (_, at) => ({ handle: 100 * owner + 10 * i + at + 40, ...(shown ? { face: `good-${at}` } : {}) }));
          return { id: `${name}-${owner}`, kind: i < 4 ? "row" : "fan", owner, count, cards };
        }),
      ),
    ];
    for (const full of [false, true]) {
      const view = { game: "market", seat: 0, players: 3, toAct: 0, zones: zones(full), counters: [], choices: [] } as unknown as View;
      const screen = { width: 390, height: 645, unit: 1 };
      expect(layoutZones(view, screen).height).toBe(screen.height);
    }
  });

  it("has room for the buttons that sort the hand, apart from seat panels and zones", () => {
    for (const view of VIEWS.filter((one) => one.zones.some((zone) => zone.sortable && zone.owner === one.seat && zone.count > 1))) {
      for (const [, screen] of SCREENS) {
        const { tools, spots, seats } = layout(view, screen, layoutZones).zoneLayout;
        expect(tools!.h).toBeGreaterThanOrEqual(44);
        for (const box of [...Object.values(spots), ...Object.values(seats).map((seat) => seat.panel)]) expect(apart(tools!, box)).toBe(true);
      }
    }
  });
});
