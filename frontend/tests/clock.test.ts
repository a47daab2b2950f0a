import { describe, expect, it, vi } from "vitest";
import { DAY, FIELDS, leftAt, momentBetween, PRESETS, ruleHelp, ruleOf, ruleText, timeText } from "@/lib/clock";
import { ClockModel } from "@/lib/clock.svelte";
import type { ClockNow } from "@/lib/protocol";
import { ownWords } from "@/lib/localization";

// In place of the browser's storage, preferences and sounds, which Node has not.
vi.mock("@/lib/settings.svelte", () => ({ settings: {} }));
vi.mock("@/lib/sound", () => ({ play: () => undefined }));

const en = (id: string, args?: Record<string, number | string>) => ownWords("en").say(id, [], args);
const ja = (id: string, args?: Record<string, number | string>) => ownWords("ja").say(id, [], args);

describe("rules", () => {
  it("are said in both languages", () => {
    expect(PRESETS.map((rule) => ruleText(rule, en))).toEqual(["None", "5 min + 5 s", "30 s a decision", "1 day a decision"]);
    expect(PRESETS.map((rule) => ruleText(rule, ja))).toEqual(["なし", "5分＋5秒", "1手30秒", "1手1日"]);
  });
  it("say what happens at zero, and whether time runs while one is away", () => {
    for (const rule of PRESETS) if (rule) expect(ruleHelp(rule, en)).toContain("a bot takes over");
    expect(ruleHelp({ kind: "days", seconds: DAY }, en)).toContain("while you are away");
    expect(ruleHelp({ kind: "move", seconds: 30 }, en)).toContain("stands still");
  });
  it("are made of the chosen numbers in seconds", () => {
    expect(ruleOf("reserve", [10, 15])).toEqual({ kind: "reserve", seconds: 600, increment: 15 });
    expect(ruleOf("move", [45])).toEqual({ kind: "move", seconds: 45 });
    expect(ruleOf("days", [3])).toEqual({ kind: "days", seconds: 3 * DAY });
    expect(Object.keys(FIELDS)).toEqual(["reserve", "move", "days"]);
  });
});

describe("a time", () => {
  it.each([
    [0, "0:00"],
    [1, "0:01"],
    [9_001, "0:10"],
    [65_000, "1:05"],
    [3_600_000, "1:00:00"],
    [(DAY + 7200) * 1000, "1 d 2 h"],
  ])("of %i ms is %s", (ms, text) => expect(timeText(ms, en)).toBe(text));
  it("is announced at few moments, each once", () => {
    expect(momentBetween(60_100, 59_900)).toBe(60);
    expect(momentBetween(59_900, 59_700)).toBeUndefined();
    expect(momentBetween(30_000, 29_800)).toBeUndefined();
    expect(momentBetween(10_100, 10_000)).toBe(10);
    expect(momentBetween(120_000, 5_000)).toBe(10);
  });
});

describe("a running clock", () => {
  const now: ClockNow = { t: "clock", left: [31_000, 40_000, -1], running: 0, grace: 3000 };

  it("counts down after the grace, only for the seat whose time runs", () => {
    expect([0, 3000, 7000, 99_000].map((passed) => leftAt(now, passed, 0))).toEqual([31_000, 31_000, 27_000, 0]);
    expect(leftAt(now, 99_000, 1)).toBe(40_000);
    expect(leftAt({ ...now, running: -1 }, 99_000, 0)).toBe(31_000);
  });
  it("shows no time of a bot", () => expect([2, 3].map((seat) => leftAt(now, 0, seat))).toEqual([undefined, undefined]));
});

describe("the clock of a page", () => {
  const told = (left: number): ClockNow => ({ t: "clock", left: [left, 60_000], running: 0, grace: 0 });

  it("follows what the server tells again, and announces each moment once", () => {
    vi.useFakeTimers();
    const clock = new ClockModel(() => 0);
    const said: number[] = [];
    const pass = (ms: number): void => {
      for (let passed = 0; passed < ms; passed += 200) {
        vi.advanceTimersByTime(200);
        if (clock.announced !== said.at(-1)) said.push(clock.announced);
      }
    };
    try {
      clock.take(told(61_900));
      pass(1800);
      clock.take(told(59_950)); // between two looks, on either side of a moment
      pass(1000);
      expect(said).toEqual([0, 60]);
      clock.take(told(58_950)); // as expected
      pass(1000);
      expect(said).toEqual([0, 60]);
      clock.take(told(12_000)); // the page has slept
      expect(clock.left(0)).toBe(12_000);
      pass(3000);
      expect(said).toEqual([0, 60, 30, 10]);
      clock.take(told(14_000)); // an action adds time
      pass(4200);
      expect(said).toEqual([0, 60, 30, 10, 0, 10]);
    } finally {
      clock.close();
      vi.useRealTimers();
    }
  });
});
