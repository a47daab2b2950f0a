import { expect, test } from "vitest";
import type { ReviewedSeat, ReviewedTurn } from "@/lib/protocol";
import { amountOf, chartOf, HEIGHT, nearestMove, ownTurns, WIDTH, xOf, yOf } from "@/lib/review";

const turn = (move: number, seat: number, value: number) => ({ move, seat, value }) as ReviewedTurn;
const turns = [turn(0, 0, 40), turn(1, 1, 60), turn(4, 0, 70), turn(9, 1, 30)];
const seats = [{ result: 100 }, { result: 0 }] as ReviewedSeat[];

test("each line goes through the seat's own decisions to its result", () => {
  const chart = chartOf(turns, seats, 2);
  expect(chart.lines[0]).toEqual([
    { move: 0, value: 40 },
    { move: 4, value: 70 },
    { move: 10, value: 100 },
  ]);
  expect([chart.low, chart.high, chart.middle]).toEqual([0, 100, 50]);
});

test("all points lie inside the chart, better prospects higher", () => {
  const chart = chartOf(turns, seats, 2);
  for (const { move, value } of chart.lines.flat()) {
    expect(xOf(chart, move)).toBeGreaterThanOrEqual(0);
    expect(xOf(chart, move)).toBeLessThanOrEqual(WIDTH);
    expect(yOf(chart, value)).toBeGreaterThanOrEqual(0);
    expect(yOf(chart, value)).toBeLessThanOrEqual(HEIGHT);
  }
  expect(yOf(chart, 70)).toBeLessThan(yOf(chart, 40));
});

test("a press goes to the nearest decision of the chosen seat", () => {
  const chart = chartOf(turns, seats, 2);
  expect(nearestMove(chart, 0, xOf(chart, 5))).toBe(4);
  expect(nearestMove(chart, 1, 0)).toBe(1);
  expect(nearestMove(chart, 1, WIDTH)).toBe(9);
});

test("turns keep their places in the game", () => {
  expect(ownTurns(turns, 1).map(({ at }) => at)).toEqual([1, 3]);
});

test("amounts are said as the games say them", () => {
  expect(amountOf("unit-chance-to-win", 62.4)).toBe("62");
  expect(amountOf("unit-amount-lead", -1.25)).toMatch(/^−1\.[23]$/);
  expect(amountOf("unit-chance-to-win", -0.2)).toBe("0");
});
