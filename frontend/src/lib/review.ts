// Geometry and selection for the review of a finished game. Pure.
import type { ReviewedSeat, ReviewedTurn } from "@/lib/protocol";

export const WIDTH = 360;
export const HEIGHT = 168;
/** free space above and below the lines, for what their highest and lowest values are */
export const MARGIN = 24;

/** A seat's prospects after this many commands. */
export interface Point {
  move: number;
  value: number;
}

export interface Chart {
  lines: Point[][];
  moves: number;
  low: number;
  high: number;
  /** equal prospects, if they have a line */
  middle: number | undefined;
}

/** Return the turns of a seat with their indices. */
export function ownTurns(turns: readonly ReviewedTurn[], seat: number): { turn: ReviewedTurn; at: number }[] {
  return turns.map((turn, at) => ({ turn, at })).filter(({ turn }) => turn.seat === seat);
}

/** Return the lines of all seats: their prospects at each of their decisions, then their results once these are known. */
export function chartOf(turns: readonly ReviewedTurn[], seats: readonly ReviewedSeat[], players: number): Chart {
  const moves = (turns.at(-1)?.move ?? 0) + 1;
  const lines: Point[][] = Array.from({ length: players }, (_, seat) => ownTurns(turns, seat).map(({ turn: { move, value } }) => ({ move, value })));
  seats.forEach((one, seat) => lines[seat]?.push({ move: moves, value: one.result }));
  const values = lines.flat().map((one) => one.value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const middle = low < 0 && high > 0 ? 0 : low >= 0 && high <= 100 && low < 50 && high > 50 ? 50 : undefined;
  return { lines, moves, low, high, middle };
}

export function xOf(chart: Chart, move: number): number {
  return Math.round((Math.min(move, chart.moves) / Math.max(chart.moves, 1)) * (WIDTH - 12) * 10) / 10 + 6;
}

export function yOf(chart: Chart, value: number): number {
  const share = chart.high === chart.low ? 0.5 : (value - chart.low) / (chart.high - chart.low);
  return Math.round((HEIGHT - MARGIN - share * (HEIGHT - 2 * MARGIN)) * 10) / 10;
}

/** Return the seat's decision that is nearest to a place of the chart. */
export function nearestMove(chart: Chart, seat: number, x: number): number {
  const moves = (chart.lines[seat] ?? []).map((one) => one.move).filter((move) => move < chart.moves);
  return moves.reduce((best, move) => (Math.abs(xOf(chart, move) - x) < Math.abs(xOf(chart, best) - x) ? move : best), moves[0] ?? 0);
}

/** Return an amount as the games say it: percentages as integers, everything else with one decimal. */
export function amountOf(unit: string, value: number): string {
  const text = unit.startsWith("unit-amount") ? value.toFixed(1) : value.toFixed(0);
  return Number(text) === 0 ? text.replace("-", "") : text.replace("-", "−");
}
