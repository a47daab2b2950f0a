import { describe, expect, it } from "vitest";
import { layoutZones } from "@/games/doutotsu/layout";
import { type Group, groups, reach, textBelow } from "@/games/doutotsu/hand";
import { brief, kanaCard } from "@/games/doutotsu/kana";
import type { Card, View, Words, Zone } from "@/lib/protocol";
import { choiceOf, choiceOfPile } from "@/lib/view";
import { type Laid, type Viewport, RATIO, fitting, layout } from "@/stage/layout";
import { PHONES, apart, boxOf, handles, onPhone } from "./boxes";

const LIST = "ba+ku ka+ba to+ra pa+n+da ra+ku+da i+ru+ka ra+xtsu+to ra+i+o+n i+n+pa+ra ka+ra+ka+ru o+xtsu+to+se+i".split(" ");
const CORE = [...LIST, ..."ko+a+ra ra+xtsu+ko i+n+ko a+ru+pa+ka".split(" ")];
// イルカ lacks its カ; ライオン is complete and blue; オットセイ is complete; one card is spare.
const HAND = "i-red i-blue i-yellow ru-red ra-blue o-blue o-red n-blue xtsu-red to-yellow se-blue".split(" ");
const PLAN: Words = {
  t: "words",
  id: "help-plan",
  args: {
    one: { t: "words", id: "name-blue", args: { name: "ライオン" } },
    two: { t: "words", id: "plan-lacks", args: { name: "イルカ", kana: { t: "text", ja: "カ", en: "カ ka" } } },
    three: "オットセイ",
    entries: "8 6 11",
    groups: "ra-blue i-blue o-blue n-blue / i-red ru-red / o-red xtsu-red to-yellow se-blue i-yellow",
    lacks: "- / ka / -",
    colour: "blue",
  },
};

let last = 0;

function zoneOf(id: string, kind: Zone["kind"], faces: (string | undefined)[], owner?: number, marks?: string[][]): Zone {
  const cards = faces.map((face, i): Card => ({ handle: ++last, ...(face ? { face } : {}), ...(marks ? { marks: marks[i]! } : {}) }));
  return { id, kind, count: faces.length, cards, ...(owner === undefined ? {} : { owner }) };
}

function table(given: { players?: number; seat?: number; hand?: string[]; open?: string[]; list?: string[]; helps?: Words[] } = {}): View {
  const { players = 3, seat = 0, hand = HAND, open = [], list = LIST, helps = [PLAN] } = given;
  const backs = Array<undefined>(11).fill(undefined);
  const zones: Zone[] = [{ id: "deck", kind: "pile", count: 20 }, zoneOf("discard", "stack", ["ku-yellow"]), zoneOf("list", "row", list)];
  for (let p = 0; p < players; p++) {
    zones.push(p === seat ? zoneOf(`hand-${p}`, "fan", hand, p) : zoneOf(`hand-${p}`, "fan", backs.slice(p === 1 ? 3 : 0), p));
    zones.push(zoneOf(`exposed-${p}`, "row", p === seat ? open : p === 1 ? ["pa-red", "n-red", "da-blue"] : [], p));
  }
  return { game: "doutotsu", seat, players, to_act: 0, zones, helps };
}

const own = (view: View, helps = true, sorted = false) => groups(view, Math.max(view.seat, 0), helps, sorted);
const lay = (view: View, screen: Viewport, given: Group[] = own(view)): Laid => layout(view, screen, (seen, room) => layoutZones(seen, room, given));
const faces = (view: View, group: Group) => group.handles.map((handle) => view.zones.flatMap((zone) => zone.cards ?? []).find((card) => card.handle === handle)!.face);

const SCREENS: [string, Viewport][] = [
  ["a laptop", { width: 980, height: 640, unit: 1 }],
  ["a large screen", { width: 1600, height: 1000, unit: 1 }],
  ["a phone", { width: 390, height: 460, unit: 1 }],
  ["a small phone", { width: 320, height: 370, unit: 1 }],
  ["a phone on its side", { width: 844, height: 270, unit: 1 }],
  ["a window at 200 %", { width: 640, height: 270, unit: 1 }],
  ["large text", { width: 390, height: 600, unit: 1.3 }],
  ["twice as large text", { width: 390, height: 300, unit: 2 }],
];

const TABLES: [string, () => View][] = [
  ["three at the normal list", () => table()],
  ["two at the core list, with twelve cards", () => table({ players: 2, list: CORE, hand: [...HAND, "ka-red"] })],
  ["an exposed name", () => table({ hand: HAND.slice(5), open: ["i-red", "ru-red", "ka-red", "ra-red", "xtsu-blue"] })],
  ["three names on show", () => table({ hand: [], open: [...HAND, "ka-red"], helps: [] })],
  ["a spectator", () => table({ seat: -1, helps: [] })],
];

describe.each(SCREENS)("on %s", (_, screen) => {
  it.each(TABLES)("cards lie within the table and not on one another: %s", (_, make) => {
    const view = make();
    const laid = lay(view, screen);
    const near = view.zones.filter((zone) => zone.id === "list" || zone.owner === Math.max(view.seat, 0));
    const boxes = near.flatMap((zone) => handles(view, zone.id)).map((handle) => boxOf(laid, handle));
    boxes.forEach((a, i) => boxes.slice(i + 1).forEach((b) => expect(apart(a, b)).toBe(true)));
    for (const handle of laid.places.keys()) {
      const box = boxOf(laid, handle);
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.w).toBeLessThanOrEqual(screen.width);
      expect(box.y).toBeGreaterThanOrEqual(0);
      expect(box.y + box.h).toBeLessThanOrEqual(laid.zoneLayout.height);
    }
  });

  it("makes controls large enough for a finger", () => {
    const view = table({ hand: [...HAND, "ka-red"], list: CORE });
    const laid = lay(view, screen);
    for (const handle of [...handles(view, "hand-0"), ...handles(view, "list"), ...handles(view, "discard")]) {
      const box = boxOf(laid, handle);
      // Fifteen names would take three lines on the smallest phone, and push the hand off it.
      const least = screen.width === 320 && handles(view, "list").includes(handle) ? 36 : 44;
      expect(Math.min(box.w, box.h)).toBeGreaterThanOrEqual(least);
    }
    expect(laid.zoneLayout.spots["deck"]!.card).toBeGreaterThanOrEqual(44);
  });

  it("has room for one's own name and points above the buttons that arrange the hand", () => {
    const { panel } = lay(table(), screen).zoneLayout.seats[0]!;
    expect(panel.h).toBeGreaterThanOrEqual(24 * screen.unit);
  });
});

describe("the table", () => {
  it("shows everything at once on a laptop and on a phone of 390 by 844, upright and on its side", () => {
    for (const fits of [SCREENS[0]![1], { width: 390, height: 619, unit: 1 }, { width: 844, height: 262, unit: 1 }]) {
      expect(lay(table({ hand: [...HAND, "ka-red"] }), fits).zoneLayout.height).toBeLessThanOrEqual(fits.height);
    }
  });

  it.each(PHONES)("shows everything at once on a phone of %s, with cards for a finger", (_, phone) => {
    for (const players of [2, 3]) {
      const [full, open] = [{ hand: [...HAND, "ka-red"] }, { hand: HAND.slice(4), open: ["i-red", "ru-red", "ka-red"] }];
      for (const view of [LIST, CORE].flatMap((list) => [table({ players, list, ...full }), table({ players, list, ...open })])) {
        const { over, least } = onPhone(view, phone, (seen, room) => layoutZones(seen, room, own(seen)), ["hand-0"]);
        expect(over, `${players} players`).toBeLessThanOrEqual(0);
        expect(least, `${players} players`).toBeGreaterThanOrEqual(43.5);
      }
    }
  });

  it.each([...PHONES, SCREENS[2]!, SCREENS[0]!])("shows that each hidden card of another hand is there, beside the whole letters of open names: %s", (_, screen) => {
    for (const players of [2, 3])
      for (const open of [[], LIST[3]!, LIST[9]!, LIST[10]!].map((name) => (typeof name === "string" ? name.split("+").map((sound) => `${sound}-red`) : name))) {
        const view = table({ players });
        view.zones = view.zones.map((zone) => (zone.id === "exposed-1" ? zoneOf("exposed-1", "row", open, 1) : zone.id === "hand-1" ? zoneOf("hand-1", "fan", Array<undefined>(11 - open.length).fill(undefined), 1) : zone));
        const { scale, laid } = fitting(view, screen, (seen, room) => layoutZones(seen, room, own(seen)));
        const boxes = (id: string) => handles(view, id).map((handle) => boxOf(laid, handle));
        const [hidden, names] = [boxes("hand-1"), boxes("exposed-1")];
        hidden.slice(1).forEach((box, i) => expect((box.x - hidden[i]!.x) * scale, `${players} players, ${open}`).toBeGreaterThan(3));
        names.slice(1).forEach((box, i) => expect(apart(names[i]!, box), `${players} players, ${open}`).toBe(true));
        names.forEach((box) => expect(hidden.every((other) => apart(other, box))).toBe(true));
        for (const { w } of names) expect(w * scale).toBeGreaterThan(9.5);
      }
  });

  it("shows the longest list on the smallest phone on its side, however much the controls leave for the table", () => {
    const view = table({ hand: [...HAND, "ka-red"], list: CORE });
    for (const height of [198, 210, 220, 236]) {
      expect(onPhone(view, { width: 568, height, unit: 320 / 22 / 16 }, (seen, room) => layoutZones(seen, room, own(seen)), ["hand-0"]).over, `${height}`).toBeLessThanOrEqual(0);
    }
  });

  it.each([[390, 306], [320, 253]])("shows everything at once above a review, where nothing is pressed, in %i by %i", (width, height) => {
    const view = table({ hand: [...HAND, "ka-red"] });
    const { scale, laid } = fitting(view, { width, height, unit: 1 }, (seen, room) => layoutZones(seen, room, own(seen)), false);
    expect(laid.zoneLayout.height * scale).toBeLessThanOrEqual(height);
  });

  it("keeps the discards on one another", () => {
    const view = table();
    view.zones = view.zones.map((zone) => (zone.id === "discard" ? zoneOf("discard", "stack", ["ku-yellow", "ra-red"]) : zone));
    const [under, top] = handles(view, "discard").map((handle) => lay(view, SCREENS[2]![1]).places.get(handle)!);
    expect([top!.x, top!.y]).toEqual([under!.x, under!.y]);
    expect(top!.z).toBeGreaterThan(under!.z);
  });

  it("has large kana: a card of the hand is at least 64 pixels wide on a laptop", () => {
    const view = table({ hand: [...HAND, "ka-red"] });
    const { size } = lay(view, SCREENS[0]![1]).places.get(handles(view, "hand-0")[0]!)!;
    expect(size).toBeGreaterThanOrEqual(64);
    expect(size * RATIO).toBeLessThan(140);
  });
});

describe("the hand", () => {
  it("is sorted by nearest names, with spare cards last", () => {
    const view = table({ hand: [...HAND, "ku-red"] });
    const found = own(view);
    expect(found.map((group) => [group.kind, group.entry, group.lacks])).toEqual([
      ["name", 7, []],
      ["name", 5, ["ka"]],
      ["name", 10, []],
      ["spare", -1, []],
    ]);
    expect(faces(view, found[0]!)).toEqual(["ra-blue", "i-blue", "o-blue", "n-blue"]);
    expect(faces(view, found[3]!)).toEqual(["ku-red"]);
    expect(found[0]!.colour).toBe("blue"); // the one name that has to be of one colour
  });

  it("shows every card once, even open or equal ones", () => {
    const view = table({ hand: ["i-red", "i-red", "ru-red", "ku-blue"], open: ["ra-blue", "i-blue", "o-blue", "n-blue"] });
    const shown = own(view).flatMap((group) => group.handles);
    expect([...shown].sort()).toEqual([...handles(view, "hand-0"), ...handles(view, "exposed-0")].sort());
  });

  it("is not sorted if helps are off or it belongs to another player", () => {
    expect(own(table(), false).map((group) => group.kind)).toEqual(["hand"]);
    expect(groups(table(), 2, true).map((group) => group.kind)).toEqual(["hand"]);
  });

  it("is one group once the player has sorted it", () => {
    const view = table();
    expect(own(view, true, true)).toMatchObject([{ kind: "hand", handles: handles(view, "hand-0") }]);
  });

  it("shows three names once they lie open: each apart, with its colour, and on a phone none in two lines", () => {
    const open = "pa-red n-red da-yellow ra-blue i-blue o-blue n-blue o-yellow xtsu-red to-red se-yellow i-yellow".split(" ");
    const marks = [..."111222233333"].map((number) => [`name-${number}`]);
    const view = table({ hand: [] });
    view.zones = view.zones.map((zone) => (zone.id === "exposed-0" ? zoneOf("exposed-0", "row", open, 0, marks) : zone));
    const shown = own(view);
    expect(shown.map(({ entry, colour }) => [LIST[entry], colour])).toEqual([["pa+n+da", undefined], ["ra+i+o+n", "blue"], ["o+xtsu+to+se+i", undefined]]);
    const laid = lay(view, { width: 390, height: 640, unit: 1 });
    for (const { handles } of shown) expect(new Set(handles.map((handle) => laid.places.get(handle)!.y)).size).toBe(1);
  });
});

describe("words", () => {
  it("tell the cards from the names of the list", () => {
    expect(kanaCard("xtsu-yellow")).toEqual({ sound: "xtsu", colour: "yellow" });
    expect(kanaCard("i+ru+ka")).toBeUndefined();
  });

  it("tell what a name of the list lacks", () => {
    const lacks: Words = { t: "words", id: "help-lacks", args: { name: "イルカ", entry: 6, kana: { t: "text", ja: "カ", en: "カ ka" } } };
    const view = table({ helps: [PLAN, lacks, { t: "words", id: "help-name", args: { name: "ライオン", entry: 8 } }] });
    expect([...reach(view).entries()].map(([entry, near]) => [entry, near.lacks?.ja])).toEqual([[5, "カ"], [7, undefined]]);
  });
});

describe("choices", () => {
  it("go with any of equal cards in a hand, and with a pile", () => {
    const view = table({ hand: ["i-red", "i-red", "ru-red"] });
    const label: Words = { t: "words", id: "action-discard" };
    view.choices = [
      { action: "discard-i-red", label, zone: "hand-0", card: 0 },
      { action: "draw", label, zone: "deck" },
      { action: "out", label },
    ];
    expect([0, 1, 2].map((place) => choiceOf(view, "hand-0", place)?.action)).toEqual(["discard-i-red", "discard-i-red", undefined]);
    expect(choiceOfPile(view, "deck")?.action).toBe("draw");
    expect(choiceOfPile(view, "discard")).toBeUndefined();
  });
});

it("writes below a group what has room before the next one", () => {
  const below = (missing: string, w: number, room = w + 8) => textBelow("オットセイ", missing, missing.length - 1, (text) => text.length * 12 + 20, w, room);
  expect(below("＋ッ", 200)).toBe("オットセイ ＋ッ");
  expect(below("＋トセイ", 90)).toBe("＋トセイ");
  expect(below("＋オトセイ", 44)).toBe("+4");
  expect(below("＋オトセイ", 44, 140)).toBe("＋オトセイ"); // nothing is beside it
  expect(below("", 90)).toBe("オットセイ");
});

it("shortens a small letter, so that it fits below an animal", () => {
  expect(brief("小さいッ・パ")).toBe("ッ・パ");
  expect(brief("ッ small tsu, パ pa")).toBe("ッ -tsu, パ pa");
});
