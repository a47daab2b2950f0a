// What the shared table makes of a view: modes, queued actions, the player's own order of the hand, and counters.
import { afterEach, describe, expect, it } from "vitest";
import { handOrder, inOrder, isSorted, keepOrder, moved, pressed, resetOrder, sortable } from "@/lib/hand-order.svelte";
import type { Choice, Presence, View } from "@/lib/protocol";
import { canSkip, choiceOf, countersOf, inMode, stillWatching, visibleCopies, withQueued, zone } from "@/lib/view";
import { handles } from "./boxes";

const label = { t: "words" as const, id: "action-play" };
const play = (action: string, card: number, more: Partial<Choice> = {}): Choice => ({ action, label, zone: "hand-0", card, ...more });

function table(choices: Choice[] = []): View {
  const hand = ["a", "b", "b", "c"].map((face, at) => ({ face, handle: 11 + at }));
  const theirs = [{ handle: 21 }, { handle: 22 }];
  return {
    game: "made-up",
    seat: 0,
    players: 2,
    to_act: 0,
    zones: [
      { id: "hand-0", kind: "fan", count: 4, cards: hand, owner: 0, sortable: true },
      { id: "hand-1", kind: "fan", count: 2, cards: theirs, owner: 1, sortable: true },
      { id: "trick", kind: "row", count: 1, cards: [{ face: "b", handle: 31 }] },
    ],
    choices,
  };
}

const actions = (view: View) => view.choices?.map((choice) => choice.action);

describe("a mode", () => {
  const view = table([play("a", 0), play("a!", 0, { mode: "!" }), play("b", 1), play("a!-", 0, { mode: "!-" }), { action: "stop", label }]);

  it("replaces the plain choices of its zone by its own", () => {
    expect(actions(inMode(view, ""))).toEqual(["a", "b", "stop"]);
    expect(actions(inMode(view, "!"))).toEqual(["a!", "stop"]);
    expect(actions(inMode(view, "!-"))).toEqual(["a!-", "stop"]);
  });
});

describe("a queued action", () => {
  const view = table([play("mark-1", 1, { marks: ["fresh-fold"] }), play("a", 0)]);

  it("shows its marks on its card only", () => {
    expect(zone(withQueued(view, ["mark-1"]), "hand-0")?.cards?.map((card) => card.marks)).toEqual([undefined, ["fresh-fold"], undefined, undefined]);
    expect(withQueued(view, [])).toBe(view);
  });
});

describe("the player's own order of the hand", () => {
  afterEach(resetOrder);

  it("moves a card to the place of another", () => {
    expect(moved([11, 12, 13, 14], 14, 11)).toEqual([14, 11, 12, 13]);
    expect(moved([11, 12, 13, 14], 11, 14)).toEqual([12, 13, 14, 11]);
    expect(moved([11, 12], 11, 99)).toEqual([11, 12]);
  });

  it("is shown with the choices at their cards, and new cards at the end", () => {
    const sorted = inOrder(table([play("a", 0), play("c", 3)]), [14, 13, 12]);
    expect(handles(sorted, "hand-0")).toEqual([14, 13, 12, 11]);
    expect([0, 1, 2, 3].map((at) => choiceOf(sorted, "hand-0", at)?.action)).toEqual(["c", undefined, undefined, "a"]);
  });

  it("is only of one's own, sortable cards; those of another deal lie as the table gives them", () => {
    const view = table();
    expect(view.zones.map((one) => sortable(view, one))).toEqual([true, false, false]);
    expect(inOrder(view, [22, 21])).toBe(view);
    expect(inOrder({ ...view, seat: -1 }, [14, 13])).toMatchObject({ zones: view.zones });
  });

  it("is kept by what the cards show where they have other handles", () => {
    const renewed = (...faces: string[]): View => {
      const view = table();
      const hand = faces.map((face, at) => ({ face, handle: 101 + at }));
      return { ...view, zones: [{ ...view.zones[0]!, cards: hand }, ...view.zones.slice(1)] };
    };
    handOrder.handles = [14, 13, 11];
    keepOrder(table(), table());
    expect(handOrder.handles).toEqual([14, 13, 11]);
    keepOrder(table(), renewed("a", "b", "b", "d", "c"));
    const faces = (view: View) => zone(inOrder(view, handOrder.handles), "hand-0")?.cards?.map(({ face }) => face);
    expect(faces(renewed("a", "b", "b", "d", "c"))).toEqual(["c", "b", "a", "b", "d"]);
    expect(faces(table())).toEqual(["c", "b", "a", "b"]);
  });

  it("is arranged by pressing a card and then its place", () => {
    const shown = handles(table(), "hand-0");
    pressed(shown, 14);
    expect([handOrder.lifted, isSorted(table().zones[0])]).toEqual([14, false]);
    pressed(shown, 12);
    expect([handOrder.lifted, handOrder.handles]).toEqual([0, [11, 14, 12, 13]]);
    expect(isSorted(table().zones[0])).toBe(true);
  });
});

describe("counters", () => {
  const counters = [
    { id: "points", value: 3, owner: 0, show: "headline" as const },
    { id: "out", value: 0, owner: 0, show: "word" as const },
    { id: "risk", value: 40, owner: 0, help: true },
    { id: "column", value: 2, owner: 0, show: "none" as const },
    { id: "round", value: 1 },
  ];
  const ids = (...rest: [number, boolean, string[]?]) => countersOf({ ...table(), counters }, ...rest).map((one) => one.id);

  it("are shown unless they are for drawings only, words without a value, hints that are off, or drawn by the art", () => {
    expect(ids(0, true)).toEqual(["points", "risk"]);
    expect(ids(0, false)).toEqual(["points"]);
    expect(ids(-1, true)).toEqual(["round"]);
    expect(ids(-1, true, ["round"])).toEqual([]);
  });
});

it("counts the copies of a face that the viewer can see", () => {
  expect([visibleCopies(table(), "b"), visibleCopies(table(), "z")]).toEqual([3, 0]);
});

describe("a person who is out of the game", () => {
  const [person, bot] = [{ kind: "person" as const, name: "Aki" }, { kind: "bot" as const, name: "Suzu" }];
  const out = (seats: number[], seat = 0): View => ({ ...table(), seat, players: 3, to_act: 2, out: seats });

  it("may skip to the end only where bots alone play on", () => {
    expect(canSkip(out([0]), [person, bot, bot])).toBe(true);
    expect(canSkip(out([0]), [person, person, bot])).toBe(false);
    expect(canSkip(out([0, 1]), [person, person, bot])).toBe(true);
    expect(canSkip(out([1]), [person, bot, bot])).toBe(false);
    expect(canSkip(out([0], -1), [person, bot, bot])).toBe(false);
    expect(canSkip({ ...out([0]), to_act: -1 }, [person, bot, bot])).toBe(false);
  });

  it("waits for others who watch, but not for those who have left or asked as well", () => {
    const at = (state: Presence["state"], skips = false): Presence => ({ state, stand_in: false, called_by: -1, bot_moves: 0, skips, flagged: false });
    expect(stillWatching(out([0, 1]), [at("here", true), at("here"), at("bot")])).toEqual([1]);
    expect(stillWatching(out([0, 1]), [at("here", true), at("here", true), at("bot")])).toEqual([]);
    expect(stillWatching(out([0, 1]), [at("here", true), at("gone"), at("bot")])).toEqual([]);
  });
});
