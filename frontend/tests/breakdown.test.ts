import { describe, expect, it } from "vitest";
import { behind, countsOf, decidedOtherwise, roundsOf } from "@/lib/breakdown";
import type { Counter, Observation, View } from "@/lib/protocol";
import { standingOf } from "@/lib/view";

const birds = (owner: number, value: number): Counter => ({ id: "birds", value, owner, goal: true });
const observation = (id: string, who?: number, counters: Counter[] = []): Observation => ({
  words: { t: "words", id, args: who === undefined ? {} : { who: { t: "seat", seat: who } } },
  counters,
});
const say = ({ words }: Observation) => (words.id === "event-round" ? "── New round ──" : words.id);

describe("the standing after each round", () => {
  const history = [
    observation("event-round"),
    observation("event-caged", 1, [birds(1, 1)]),
    observation("event-caged", 1, [birds(1, 2)]),
    observation("event-round"),
    observation("event-passed", 0, [{ id: "total", value: 9, owner: 0 }]),
    observation("event-round"),
    observation("event-caged", 0, [birds(0, 3)]),
  ];

  it("has one line for each round that changed it, with the last number of the round", () => {
    expect(roundsOf(history, [3, 2], say)).toEqual([
      { number: 1, values: [undefined, 2], changed: [false, true] },
      { number: 3, values: [3, 2], changed: [true, false] },
    ]);
  });

  it("begins with what seats have before the first round, which has changed nothing", () => {
    const begun = [observation("event-began", undefined, [birds(0, 1), birds(1, 1)]), ...history];
    expect(roundsOf(begun, [3, 2], say).slice(0, 2)).toEqual([
      { number: 0, values: [1, 1], changed: [false, false] },
      { number: 1, values: [1, 2], changed: [false, true] },
    ]);
  });

  it("has no line for a round whose events only repeat a number", () => {
    const repeated = [...history, observation("event-round"), observation("event-caged", 0, [birds(0, 3)])];
    expect(roundsOf(repeated, [3, 2], say)).toHaveLength(2);
  });

  it("has the number of a seat that never changed, from the start", () => {
    expect(roundsOf(history.slice(0, 3), [0, 2], say)).toEqual([{ number: 1, values: [0, 2], changed: [false, true] }]);
  });

  it("is empty if no number counts towards the goal", () => expect(roundsOf([observation("event-round")], [undefined, undefined], say)).toEqual([]));
});

describe("a result in which equal scores are ranked", () => {
  const result = (scores: number[], ranks: number[]) => ({ scores, ranks });

  it("is told from ties and from different scores", () => {
    expect(decidedOtherwise(result([4, 5, 4], [3, 1, 2]))).toBe(true);
    expect(decidedOtherwise(result([4, 5, 4], [2, 1, 2]))).toBe(false);
    expect(decidedOtherwise(result([3, 5, 4], [3, 1, 2]))).toBe(false);
  });
});

describe("the counts of a seat's events", () => {
  const history = [observation("event-won", 0), observation("event-won-tie", 0), observation("event-won", 1), observation("event-wonder", 0), observation("event-ended")];

  it("include the variants of a message, and tell own, others' and all apart", () => {
    expect(countsOf(history, 0, ["event-won", "others-event-won", "all-event-won", "event-lost"])).toEqual({
      "event-won": 2,
      "others-event-won": 1,
      "all-event-won": 3,
      "event-lost": 0,
    });
  });
});

it("points behind the winner are told only if scores tell them", () => {
  expect(behind({ result: { ranks: [2, 1], scores: [3, 5] } }, 0)).toBe(2);
  expect(behind({ result: { ranks: [2, 1], scores: [4, 4] } }, 0)).toBe(0);
});

it("the goal shows one's own number first", () => {
  const counters = [birds(0, 1), birds(1, 4), { id: "total", value: 9, owner: 1 }];
  const view: View = { game: "kotori", seat: 1, players: 2, to_act: 0, zones: [{ id: "deck", kind: "pile", count: 9 }], counters };
  expect(standingOf(view).map(({ value }) => value)).toEqual([4, 1]);
  // Before the deal, as while decks are chosen, an amount that counts down to zero would read as a win.
  expect(standingOf({ ...view, zones: [{ id: "deck", kind: "pile", count: 0 }] })).toEqual([]);
});
