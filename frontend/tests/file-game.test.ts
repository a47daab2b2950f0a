import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Refusal } from "@/lib/api";
import { recordedGame, replayed } from "@/lib/file-game";

const asked = vi.fn<(path: string) => Promise<Response>>();
const answer = (status: number, body: unknown) => Promise.resolve(new Response(JSON.stringify(body), { status }));
const BUSY = { message: "Your request before this one is still being handled." };

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("document", { documentElement: { lang: "en" } });
  vi.stubGlobal("fetch", asked.mockReset());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("waits for a server that is still busy with a record", async () => {
  asked.mockImplementationOnce(() => answer(429, BUSY)).mockImplementationOnce(() => answer(429, BUSY)).mockImplementationOnce(() => answer(200, { verdict: "proven" }));
  const found = replayed("a record");
  await vi.runAllTimersAsync();
  expect(await found).toEqual({ verdict: "proven" });
});

it("asks for the check of a record and for its game one after the other", async () => {
  let finish = (_: Response) => {};
  asked.mockImplementationOnce(() => new Promise((done) => (finish = done))).mockImplementationOnce(() => answer(200, { seat: 0, updates: [] }));
  const [checked, game] = [replayed("a record"), recordedGame("game.txt", "a record", [], 0, () => {}).load()];
  await vi.runAllTimersAsync();
  expect(asked.mock.calls.map(([path]) => path)).toEqual(["/api/check"]);
  finish(await answer(200, { verdict: "proven" }));
  await Promise.all([checked, game]);
  expect(asked.mock.calls.map(([path]) => path)).toEqual(["/api/check", "/api/check/replay"]);
});

it("tells of a server that stays busy", async () => {
  asked.mockImplementation(() => answer(429, BUSY));
  const told = expect(replayed("a record")).rejects.toThrow(Refusal);
  await vi.runAllTimersAsync();
  await told;
});
