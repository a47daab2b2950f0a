import { describe, expect, it } from "vitest";
import { GameLog } from "@/lib/game-log.svelte";
import type { GameRecord, Observation, TableUpdate } from "@/lib/protocol";

const event = (id: string): Observation => ({ words: { t: "words", id } });
const update = (version: number, ...ids: string[]): TableUpdate => ({ t: "update", version, turn: 0, sitters: [], events: ids.map(event) });
const record = (...updates: TableUpdate[]): GameRecord => ({ updates }) as unknown as GameRecord;

function ids(log: GameLog): string[] {
  expect(log.lines.map(({ observation }) => observation)).toEqual(log.history);
  return log.history.map(({ words }) => words.id);
}

describe("the log of a table", () => {
  it("has what the record tells up to its version before what has happened since", async () => {
    const log = new GameLog();
    const begun = log.begin(2, () => Promise.resolve(record(update(1, "one"), update(2, "two"), update(3, "three"))));
    log.observe(event("three"));
    expect(log.recalled).toBe(false);
    await begun;
    expect(ids(log)).toEqual(["one", "two", "three"]);
    expect(log.recalled).toBe(true);
  });

  it("tells each event once, though the record for an earlier beginning comes last", async () => {
    const log = new GameLog();
    let late: (found: GameRecord) => void = () => undefined;
    const first = log.begin(1, () => new Promise((found) => (late = found)));
    log.observe(event("two"));
    await log.begin(2, () => Promise.resolve(record(update(1, "one"), update(2, "two"))));
    late(record(update(1, "one")));
    await first;
    expect(ids(log)).toEqual(["one", "two"]);
  });

  it("goes on without a record", async () => {
    const log = new GameLog();
    await log.begin(2, () => Promise.reject(new Error("unreachable")));
    log.observe(event("three"));
    expect(ids(log)).toEqual(["three"]);
    expect(log.recalled).toBe(true);
  });
});
