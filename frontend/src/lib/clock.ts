// Clocks of tables: their rules and presets, times as text, and the moments at which a running time is announced.
import type { Say } from "@/lib/localization";
import type { ClockNow, ClockRule } from "@/lib/protocol";

export type Kind = ClockRule["kind"];

const MINUTE = 60;
const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** The clocks that are offered by name; the first one is none. */
export const PRESETS: (ClockRule | null)[] = [
  null,
  { kind: "reserve", seconds: 5 * MINUTE, increment: 5 },
  { kind: "move", seconds: 30 },
  { kind: "days", seconds: DAY },
];

/** A number that the host chooses: its bounds, as the server has them, and how many seconds one of it is. */
export interface Field {
  id: "minutes" | "increment" | "seconds" | "days";
  low: number;
  high: number;
  unit: number;
}

export const FIELDS: Record<Kind, Field[]> = {
  reserve: [
    { id: "minutes", low: 1, high: 60, unit: MINUTE },
    { id: "increment", low: 5, high: 60, unit: 1 },
  ],
  move: [{ id: "seconds", low: 10, high: 600, unit: 1 }],
  days: [{ id: "days", low: 1, high: 14, unit: DAY }],
};

/** Return the rule of a kind with the chosen numbers: that of its time, and for a reserve the increment. */
export function ruleOf(kind: Kind, [time = 0, increment = 0]: number[]): ClockRule {
  const seconds = time * FIELDS[kind][0]!.unit;
  return kind === "reserve" ? { kind, seconds, increment } : { kind, seconds };
}

/** Return the numbers of a rule, as the host chooses them. */
export function numbersOf({ kind, seconds, increment = 0 }: ClockRule): number[] {
  const time = seconds / FIELDS[kind][0]!.unit;
  return kind === "reserve" ? [time, increment] : [time];
}

/** Whether two rules are the same; null is none. */
export function sameRule(one: ClockRule | null, other: ClockRule | null): boolean {
  if (!one || !other) return one === other;
  return one.kind === other.kind && one.seconds === other.seconds && (one.increment ?? 0) === (other.increment ?? 0);
}

/** Return a rule in words, such as "5 min + 5 s". */
export function ruleText(rule: ClockRule | null, t: Say): string {
  if (!rule) return t("clock-none");
  if (rule.kind === "move") return t("clock-move", { seconds: rule.seconds });
  if (rule.kind === "days") return t("clock-days", { days: rule.seconds / DAY });
  return t("clock-reserve", { minutes: rule.seconds / MINUTE, seconds: rule.increment ?? 0 });
}

/** Return what happens when a time is over, and when it stands still. */
export function ruleHelp(rule: ClockRule, t: Say): string {
  return `${t("clock-zero")}${t(rule.kind === "days" ? "clock-runs-days" : "clock-runs")}`;
}

/** Return a time as text; what has begun counts as a whole second. */
export function timeText(ms: number, t: Say): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  if (seconds >= DAY) return t("clock-time-days", { days: Math.floor(seconds / DAY), hours: Math.floor((seconds % DAY) / HOUR) });
  const [hours, minutes] = [Math.floor(seconds / HOUR), Math.floor((seconds % HOUR) / MINUTE)];
  const rest = String(seconds % MINUTE).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

/** Return the milliseconds that a seat has left, this long after the server told it; undefined for a bot. */
export function leftAt(now: ClockNow, passed: number, seat: number): number | undefined {
  const left = now.left[seat] ?? -1;
  if (left < 0) return undefined;
  return seat === now.running ? Math.max(0, left - Math.max(0, passed - now.grace)) : left;
}

/** From here on a time is shown as urgent. */
export const URGENT = 10_000;
/** Seconds left at which one's own time is announced. */
const MOMENTS = [10, 30, 60];

/** Return the announcement that falls between two looks at one's own time, in seconds left. */
export function momentBetween(before: number, after: number): number | undefined {
  return MOMENTS.find((seconds) => before > seconds * 1000 && after <= seconds * 1000);
}
