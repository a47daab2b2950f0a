import { describe, expect, it, vi } from "vitest";
import { Refusal } from "@/lib/api";
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
    log.observe(event("three"), 3);
    expect(log.recalled).toBe(false);
    await begun;
    expect(ids(log)).toEqual(["one", "two", "three"]);
    expect(log.recalled).toBe(true);
  });

  it("tells each event once, though the record for an earlier beginning comes last", async () => {
    const log = new GameLog();
    let late: (found: GameRecord) => void = () => undefined;
    const first = log.begin(1, () => new Promise((found) => (late = found)));
    log.observe(event("two"), 2);
    await log.begin(2, () => Promise.resolve(record(update(1, "one"), update(2, "two"))));
    late(record(update(1, "one")));
    await first;
    expect(ids(log)).toEqual(["one", "two"]);
  });

  it("has no action in the history of the game that was taken back, whether the record tells it or the page has seen it", async () => {
    const log = new GameLog();
    const at = (version: number, turn: number, more: Partial<TableUpdate>): TableUpdate => ({ ...update(version), turn, ...more });
    const back = { seat: 0, done: true } as TableUpdate["back"] & object;
    await log.begin(3, () => Promise.resolve(record(at(1, 1, { events: [event("one")] }), at(2, 2, { events: [event("slip")] }), at(3, 3, { back }))));
    log.observe(event("two"), 4);
    log.takeBack(at(5, 6, { back })); // what it takes back is still to be shown
    log.observe(event("slip again"), 5);
    log.observe(event("three"), 7);
    expect(log.history.map(({ words }) => words.id)).toEqual(["one", "two", "three"]);
    expect(log.lines.length).toBe(7);
  });

  it("begins again without what was taken back since, as a server whose database was set back knows nothing of it", async () => {
    const log = new GameLog();
    const played = { ...update(1, "one"), turn: 1 };
    await log.begin(1, () => Promise.resolve(record(played)));
    log.takeBack({ ...update(2), turn: 2, back: { seat: 0, done: true } as TableUpdate["back"] & object });
    expect(log.history).toEqual([]);
    await log.begin(1, () => Promise.resolve(record(played)));
    expect(ids(log)).toEqual(["one"]);
  });

  it("goes on without a record that there is not", async () => {
    const log = new GameLog();
    await log.begin(2, () => Promise.reject(new Refusal(404, "no such table")));
    log.observe(event("three"), 3);
    expect(ids(log)).toEqual(["three"]);
    expect(log.recalled).toBe(true);
  });

  it("asks again for a record that did not arrive, until its page is left", async () => {
    vi.useFakeTimers();
    const log = new GameLog();
    let asked = 0;
    const load = () => (++asked < 3 ? Promise.reject(new Refusal(0, "")) : Promise.resolve(record(update(1, "one"))));
    void log.begin(1, load);
    await vi.advanceTimersByTimeAsync(0);
    expect(log.recalled).toBe(true); // what is shown then does not wait
    log.observe(event("two"), 2);
    await vi.advanceTimersByTimeAsync(5000);
    expect(ids(log)).toEqual(["one", "two"]);
    void log.begin(1, () => (asked++, Promise.reject(new Refusal(503, "busy"))));
    log.close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toBe(4);
    vi.useRealTimers();
  });
});
