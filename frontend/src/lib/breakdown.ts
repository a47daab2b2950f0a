// How a finished game went, from what was observed: the standing after each round, and how often each seat did what. Pure.
import type { Observation, Result, View } from "@/lib/protocol";
import { owner } from "@/lib/view";
import type { Localizer } from "@/lib/localization";

/** The standing after a round, as the log counts them from 1: the number of each seat (undefined: not known yet). */
export interface Round {
  number: number;
  values: (number | undefined)[];
  /** by seat: whether the round has changed it; before the first round there is nothing to change */
  changed: boolean[];
}

/** How a line of the log begins that starts a new round, deal or game. */
const HEADING = "──";

/**
 * Return the rounds in which a number that counts towards the goal has changed; `say` returns the line of an event, `last`
 * has the numbers at the end, which those of seats have always been that no event has changed.
 */
export function roundsOf(history: readonly Observation[], last: Round["values"], say: (observation: Observation) => string): Round[] {
  const goals = (observation: Observation) => (observation.counters ?? []).filter((one) => one.goal && owner(one) >= 0);
  const moved = new Set(history.flatMap(goals).map(owner));
  const start = last.map((value, seat) => (moved.has(seat) ? undefined : value));
  const values = [...start];
  const rounds: Round[] = [];
  let number = 0;
  for (const observation of history) {
    if (say(observation).startsWith(HEADING)) number++;
    const changed = goals(observation).filter((one) => values[owner(one)] !== one.value);
    if (changed.length === 0) continue;
    for (const one of changed) values[owner(one)] = one.value;
    if (rounds.at(-1)?.number === number) rounds.pop();
    const before = rounds.at(-1)?.values ?? start;
    rounds.push({ number, values: [...values], changed: values.map((value, seat) => number > 0 && value !== before[seat]) });
  }
  return rounds;
}

/** Whether seats with the same score have different ranks: something else has decided between them. */
export function decidedOtherwise({ scores, ranks }: Result): boolean {
  return scores.some((score, seat) => scores.some((other, at) => other === score && ranks[at] !== ranks[seat]));
}

/**
 * Return the arguments of a game's sentence about a seat. `event-won` counts the seat's events of this message and of those
 * that begin with `event-won-`; `others-event-won` those of the other seats, and `all-event-won` all.
 */
export function countsOf(history: readonly Observation[], seat: number, wanted: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const argument of wanted) {
    const [, whose = "", id = ""] = /^(others-|all-)?(.*)$/.exec(argument)!;
    counts[argument] = history.filter(({ words }) => {
      if (words.id !== id && !words.id.startsWith(`${id}-`)) return false;
      const who = words.args?.["who"];
      const own = typeof who === "object" && who.t === "seat" && who.seat === seat;
      return whose === "all-" || own === (whose === "");
    }).length;
  }
  return counts;
}

/** Return one thing to try next time: the first of the game's messages that is true of the finished game, else "". */
export function tryNext(history: readonly Observation[], seat: number, localizer: Localizer): string {
  for (let number = 1; localizer.has(`try-${number}`); number++) {
    const id = `try-${number}`;
    const text = localizer.say(id, [], countsOf(history, seat, localizer.variables(id))).trim();
    if (text) return text;
  }
  return "";
}

/** Return how many points a seat is behind the winner, 0 if scores do not tell. */
export function behind({ result }: Pick<View, "result">, seat: number): number {
  const best = result ? result.scores[result.ranks.indexOf(1)] : undefined;
  const own = result?.scores[seat];
  return best === undefined || own === undefined ? 0 : Math.max(best - own, 0);
}
