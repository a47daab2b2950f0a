import { describe, expect, it } from "vitest";
import { frontOf, layoutZones } from "@/games/kotodama/layout";
import { changed, command, excess, put, read, remove, shelf, size, write } from "@/games/kotodama/decks";
import { phraseOf } from "@/games/kotodama/phrase";
import { type Entry, entryOf } from "@/games/kotodama/pool";
import type { Card, Choice, View, Zone } from "@/lib/protocol";
import { SafeStorage } from "@/lib/storage";
import { choicesOf } from "@/lib/view";
import { type Box, type Laid, type Viewport, RATIO, fitting, layout } from "@/stage/layout";
import { PHONES, onPhone } from "./boxes";

const SCREENS: [string, Viewport][] = [
  ["a laptop", { width: 976, height: 612, unit: 1 }],
  ["a large screen", { width: 1600, height: 1000, unit: 1 }],
  ["a phone", { width: 390, height: 452, unit: 1 }],
  ["a small phone", { width: 320, height: 356, unit: 1 }],
  ["a phone on its side", { width: 844, height: 270, unit: 1 }],
  ["large text", { width: 390, height: 450, unit: 1.3 }],
];

const text = (ja: string, en: string) => ({ t: "text" as const, ja, en });
let last = 0;
const cards = (count: number, face?: string, pose?: Card["pose"]): Card[] =>
  Array.from({ length: count }, () => ({ handle: ++last, ...(face ? { face } : {}), ...(pose ? { pose } : {}) }));
const zone = (id: string, kind: Zone["kind"], held: Card[]): Zone => ({ id, kind, count: held.length, cards: held, owner: Number(id.at(-1)) });

/** A table in the middle of a game: so many groups a side, so many cards in each, so many in each hand. */
function table(groups = 3, depth = 2, hand = 6, choices: Choice[] = [], gone = 5): View {
  const zones = [0, 1].flatMap((p) => [
    zone(`hand-${p}`, "fan", cards(hand, p === 0 ? "2" : undefined)),
    zone(`play-${p}`, "row", p === 0 ? cards(1, "36") : []),
    ...Array.from({ length: groups }, (_, i) => ({ ...zone(`group${i + 1}-${p}`, "stack", cards(depth, "2")), note: text("書か|ない", "書か|ない") })),
    zone(`score-${p}`, "row", cards(5, undefined, "down")),
    { id: `deck-${p}`, kind: "pile" as const, count: 20, owner: p },
    zone(`top-${p}`, "row", cards(1, "4")),
    zone(`gone-${p}`, "stack", cards(gone, "9")),
    zone(`list-${p}`, "row", p === 0 ? cards(40, "2") : []),
  ]);
  return { game: "kotodama", seat: 0, players: 2, to_act: 0, zones, choices };
}

function boxOf(laid: Laid, handle: number): Box {
  const { x, y, size } = laid.places.get(handle)!;
  return { x: x - size / 2, y: y - (size * RATIO) / 2, w: size, h: size * RATIO };
}
const held = (view: View, id: string) => view.zones.find((one) => one.id === id)!.cards!;
const apart = (a: Box, b: Box) => a.x + a.w <= b.x + 1 || b.x + b.w <= a.x + 1 || a.y + a.h <= b.y + 1 || b.y + b.h <= a.y + 1;

describe.each(SCREENS)("コトコー on %s", (_, screen) => {
  it.each([0, 1, 4, 10])("shows every card of %i groups within the table", (groups) => {
    const view = table(groups, 3, 9);
    const laid = layout(view, screen, layoutZones);
    for (const one of view.zones.filter(({ id }) => !id.startsWith("list"))) {
      for (const card of one.cards ?? []) {
        const box = boxOf(laid, card.handle!);
        expect(box.x, one.id).toBeGreaterThanOrEqual(-0.5);
        expect(box.x + box.w, one.id).toBeLessThanOrEqual(screen.width + 0.5);
        expect(box.y, one.id).toBeGreaterThanOrEqual(0);
        expect(box.y + box.h, one.id).toBeLessThanOrEqual(laid.zoneLayout.height);
      }
    }
  });

  it("fans a group so that the first word lies on top and each word below it shows", () => {
    const view = table(4, 4);
    const laid = layout(view, screen, layoutZones);
    const [first, ...others] = held(view, "group2-0").map((card) => laid.places.get(card.handle!)!);
    let above = first!;
    for (const next of others) {
      expect(next.z).toBeLessThan(above.z);
      expect(next.y - above.y).toBeGreaterThan(above.size * 0.4); // the word stands in the lower two fifths
      above = next;
    }
  });

  it("does not let groups, hand and other zones overlap, or of groups covers only what is above a first word and its form", () => {
    const view = table(10, 3, 12);
    const laid = layout(view, screen, layoutZones);
    const zones = view.zones
      .filter(({ id }) => /^(group|hand-0|play-0)/.test(id))
      .map((one) => ({ ...one, over: laid.zoneLayout.spots[one.id]!.over, cards: one.cards!.map(({ handle }) => ({ box: boxOf(laid, handle!), z: laid.places.get(handle!)!.z })) }));
    const words = ({ x, y, w, h }: Box) => ({ x, y: y + h * 0.38, w, h: h * 0.62 });
    for (const [i, a] of zones.entries())
      for (const b of zones.slice(i + 1))
        for (const one of a.cards)
          for (const other of b.cards) {
            const [above, below] = one.z > other.z ? [one.box, other.box] : [other.box, one.box];
            const packed = a.over !== undefined && b.over !== undefined;
            expect(apart(above, packed ? words(below) : below), `${a.id} ${b.id}`).toBe(true);
          }
  });

  it("makes controls large enough for a finger", () => {
    const choices = ["hand-0", "group1-0", "group10-0"].map((id) => ({ action: id, label: { t: "words" as const, id: "x" }, zone: id, card: 0 }));
    const view = table(10, 2, 14, choices);
    const laid = layout(view, screen, layoutZones);
    for (const id of ["hand-0", "group1-0", "group10-0", "play-0"]) expect(boxOf(laid, held(view, id)[0]!.handle!).w, id).toBeGreaterThanOrEqual(43.5);
  });

  it.each(["score", "gone"] as const)("lays the %s cards out to choose from", (kind) => {
    const choices = [0, 1, 2].map((card) => ({ action: `pick-${card}`, label: { t: "words" as const, id: "x" }, zone: `${kind}-0`, card }));
    const view = table(3, 2, 6, choices, 30);
    expect(frontOf(view, 0)).toBe(kind);
    const laid = layout(view, screen, layoutZones);
    const boxes = held(view, `${kind}-0`).map((card) => boxOf(laid, card.handle!));
    for (const box of boxes) expect(box.w).toBeGreaterThanOrEqual(kind === "score" ? 44 : 40);
    boxes.forEach((a, i) => boxes.slice(i + 1).forEach((b) => expect(apart(a, b)).toBe(true)));
  });
});

it("lays a group that is under the end of another aside, so that they do not look like one", () => {
  const view = table(10, 3, 12);
  const laid = layout(view, { width: 320, height: 356, unit: 1 }, layoutZones);
  const tops = view.zones.filter(({ id }) => /^group.*-0$/.test(id)).map((one) => boxOf(laid, one.cards![0]!.handle!));
  const highest = Math.min(...tops.map(({ y }) => y));
  const under = tops.filter(({ y }) => y > highest + 1);
  expect(under.length).toBeGreaterThan(2);
  for (const one of under) expect(Math.min(...tops.filter(({ y }) => y < one.y).map(({ x }) => Math.abs(x - one.x)))).toBeGreaterThan(5);
});

const POOL: Entry[] = [
  ["2", "書く", "【動詞（五段活用）・かく】未然形になったとき、相手は得点札を1枚手札に加える。", "書く (write)"],
  ["35", "はい", "【感動詞（応答）・はい】出したとき、カードを1枚引く。", "はい (yes)"],
  ["36", "ない", "【助動詞（打消）・ない】動詞の下に重ねられ、それを未然形に活用する。", "ない (not)"],
  ["55", "ない", "【形容詞・ない】", "ない (there is no)"],
].map(([face, name, ja, en]) => entryOf(face!, { name: text(name!, en!), text: text(ja!, "[x, y: meaning] z") }));

describe("the pool", () => {
  it("tells part of speech, reading and meaning from what the server says", () => {
    expect(POOL.map(({ part }) => part)).toEqual(["verb", "interjection", "auxiliary", "adjective"]);
    expect(POOL[0]).toMatchObject({ name: "書く", reading: "かく", gloss: "meaning" });
    expect(entryOf("49", { name: text("辞書", "辞書 (dictionary)"), text: text("【アイテム】カードを2枚引く。", "") })).toMatchObject({ part: "item", gloss: "dictionary" });
  });
});

describe("a deck", () => {
  it("holds two of a card at most, and says how far it is from one that may be played", () => {
    let deck = changed(changed(changed({}, "2", 1), "2", 1), "2", 1);
    expect(deck).toEqual({ "2": 2 });
    expect(changed(deck, "2", 1)).toBe(deck); // has as many as there may be: nothing to save
    expect(changed(deck, "2", -2)).toEqual({});
    expect(excess(deck)).toBe(-28);
    deck = Object.fromEntries(Array.from({ length: 28 }, (_, i) => [String(i + 1), 2]));
    expect(excess(deck)).toBe(1);
    expect(excess(changed(deck, "1", -1))).toBe(0);
  });

  it("goes to a friend as text and comes back the same, words of one name apart", () => {
    const deck = { "2": 2, "36": 1, "55": 2 };
    const sent = write("夜の手紙", deck, POOL);
    expect(sent).toContain("2 書く #2");
    expect(read(sent, POOL)).toEqual({ name: "夜の手紙", deck, lost: [] });
  });

  it("is parsed from commands and typed text, with errors for unreadable lines", () => {
    const deck = { "2": 2, "35": 1 };
    expect(command(deck)).toEqual(["add-2", "add-2", "add-35", "ready"]);
    expect(read(command(deck).join(" "), POOL).deck).toEqual(deck);
    expect(read("2x 書く\n1 はい\n3 ない\nhello", POOL)).toEqual({ name: "", deck, lost: ["3 ない", "hello"] });
  });

  it("is stored beside those that another page has stored meanwhile, in place of one of its name", () => {
    const kept = new Map<string, string>();
    const area = { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, text: string) => void kept.set(key, text), removeItem: () => undefined, key: () => null, length: 0 };
    const [one, other] = [new SafeStorage(area), new SafeStorage(area)];
    put({ name: "a", deck: { "2": 1 } }, one);
    put({ name: "b", deck: { "3": 1 } }, other);
    put({ name: "a", deck: { "4": 2 } }, one);
    expect(shelf(other)).toEqual([{ name: "b", deck: { "3": 1 } }, { name: "a", deck: { "4": 2 } }]);
    remove("b", one);
    expect(shelf(other).map(({ name }) => name)).toEqual(["a"]);
  });

  it("is stored in the browser, and invalid stored data is ignored", () => {
    const kept = new Map<string, string>();
    const storage = new SafeStorage({ getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) } as Storage);
    expect(shelf(storage)).toEqual([]);
    expect(put({ name: "a", deck: { "2": 1 } }, storage)).toBe(true);
    expect(size(shelf(storage)[0]!.deck)).toBe(1);
    for (const rubbish of ["{", "7", '[{"name":1}]']) {
      for (const key of kept.keys()) kept.set(key, rubbish);
      expect(shelf(storage)).toEqual([]);
    }
  });
});

describe("on a phone on its side", () => {
  const side = { width: 844, height: 262, unit: 1 };

  it("shows both fields and the hand at once as long as each word is a group of its own", () => {
    for (const groups of [0, 3]) expect(layout(table(groups, 1, 7), side, layoutZones).zoneLayout.height).toBeLessThanOrEqual(side.height);
  });

  it("shows the opponent beside the foot of a higher own field", () => {
    const { seats, height } = layout(table(10, 4, 20, [{ action: "x", label: { t: "words", id: "x" }, zone: "group1-0", card: 0 }]), side, layoutZones).zoneLayout;
    expect(height).toBeGreaterThan(side.height);
    expect(seats[1]!.bounds.y).toBeGreaterThanOrEqual(height - side.height);
  });
});

describe.each(PHONES)("on a phone of %s", (_, phone) => {
  const choice = (id: string): Choice => ({ action: id, label: { t: "words", id: "x" }, zone: id, card: 0 });

  it.each([
    ["a word of the hand is chosen", 7, 1, "hand-0"],
    ["it is placed", 5, 1, "group1-0"],
  ] as const)("both fields and the hand are in sight at once while %s", (_, groups, depth, id) => {
    const view = table(groups, depth, 8, [choice(id)]);
    if (id === "hand-0") view.zones = view.zones.map((one) => (one.id === "play-0" ? { ...one, count: 0, cards: [] } : one));
    const { over, least } = onPhone(view, phone, layoutZones, [id]);
    expect(over).toBeLessThanOrEqual(0);
    expect(least).toBeGreaterThanOrEqual(43.5);
  });
});

// as many groups as tables of people have late in a game: before groups could lie under others, they ran 40 to 100 px too high
describe.each(PHONES)("late in a game, on a phone of %s", (name, phone) => {
  const choice = (id: string): Choice => ({ action: id, label: { t: "words", id: "x" }, zone: id, card: 0 });
  const low = name === "568x320"; // with room for some groups less

  it.each(["hand-0", "group1-0"])("both fields and the hand are in sight at once while %s is to be pressed", (id) => {
    const view = table(low ? 5 : 9, 2, low ? 6 : 8, [choice(id)]);
    view.zones = view.zones.map((one) => (one.id === "play-0" && id === "hand-0" ? { ...one, count: 0, cards: [] } : one));
    const { over, least } = onPhone(view, phone, layoutZones, [id]);
    expect(over).toBeLessThanOrEqual(0);
    expect(least).toBeGreaterThanOrEqual(43.5);
  });
});

// what the lowest phone leaves below a hint of three lines, and of four, which tells where a word goes
it.each([["hand-0", 222], ["group1-0", 206]] as const)("with every place of both fields taken, all is in sight on the lowest phone while a hint tells of %s", (id, height) => {
  const choice: Choice = { action: "x", label: { t: "words", id: "x" }, zone: id, card: 0 };
  const view = table(10, 2, 9, [choice]);
  view.zones = view.zones.map((one) => (one.id === "play-0" ? { ...one, count: 0, cards: [] } : one));
  const { over, least } = onPhone(view, { width: 568, height, unit: 320 / 22 / 16 }, layoutZones, [id]);
  expect(over).toBeLessThanOrEqual(0);
  expect(least).toBeGreaterThanOrEqual(43.5);
});

it("covers no line of the hand where the fields have room to spare", () => {
  const view = table(3, 1, 9, [{ action: "x", label: { t: "words", id: "x" }, zone: "hand-0", card: 0 }]);
  const phone = { width: 390, height: 414, unit: 1 };
  const laid = layout(view, phone, layoutZones);
  expect(laid.zoneLayout.height).toBeLessThanOrEqual(phone.height);
  const boxes = held(view, "hand-0").map((card) => boxOf(laid, card.handle!));
  boxes.forEach((a, i) => boxes.slice(i + 1).forEach((b) => expect(apart(a, b) || Math.abs(a.y - b.y) < 1).toBe(true)));
});

it.each(PHONES.slice(0, 3))("one's own field and the whole hand are in sight together on an upright phone of %s, however many words there are", (_, phone) => {
  const { scale, laid } = fitting(table(10, 2, 12, [{ action: "x", label: { t: "words", id: "x" }, zone: "hand-0", card: 0 }]), phone, layoutZones);
  expect(laid.zoneLayout.seats[0]!.bounds.h * scale).toBeLessThanOrEqual(phone.height);
});

describe("a pressed card", () => {
  it("stands for itself, an equal card of the hand, or its whole group; in a pile only for itself", () => {
    const choice = (zone: string, card: number): Choice => ({ action: `${zone}/${card}`, label: { t: "words", id: "x" }, zone, card });
    const view = table(1, 3, 3, [choice("hand-0", 0), choice("group1-0", 2), choice("gone-0", 0)]);
    held(view, "hand-0")[2]!.face = "7";
    held(view, "group1-0").forEach((card, i) => (card.face = String(i + 1)));
    held(view, "gone-0").forEach((card, i) => (card.face = String(i + 1)));
    const at = (id: string, place: number) => choicesOf(view, view.zones.find((one) => one.id === id)!, place).map((one) => one.action);
    expect([0, 1, 2].map((place) => at("hand-0", place))).toEqual([["hand-0/0"], ["hand-0/0"], []]);
    expect([0, 1, 2].map((place) => at("group1-0", place))).toEqual(Array(3).fill(["group1-0/2"]));
    expect([0, 1, 2].map((place) => at("gone-0", place))).toEqual([["gone-0/0"], [], []]);
  });
});

describe("a phrase", () => {
  it("is shown word by word, with its reading or what it means", () => {
    expect(phraseOf("書か|ない（かかない）")).toEqual({ words: ["書か", "ない"], below: "かかない" });
    expect(phraseOf("書か|ない: does not write")).toEqual({ words: ["書か", "ない"], below: "does not write" });
    expect(phraseOf("ああ")).toEqual({ words: ["ああ"], below: "" });
  });
});
