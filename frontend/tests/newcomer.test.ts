// What a browser remembers of its user's first games.
import { describe, expect, it } from "vitest";
import { DealStore } from "@/lib/deal-store";
import { Newcomer } from "@/lib/newcomer";
import { SafeStorage } from "@/lib/storage";

function storage() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
    key: (at: number) => [...kept.keys()][at] ?? null,
    get length() {
      return kept.size;
    },
  };
}

describe("a newcomer", () => {
  it("is one for the first three games of a kind, also when a result is opened again", () => {
    const kept = storage();
    const tables = ["a", "b", "c", "d"];
    expect(tables.map((table) => new Newcomer(kept).finish("kotori", table))).toEqual([true, true, true, false]);
    expect(new Newcomer(kept).finish("kotori", "b")).toBe(true);
    expect(new Newcomer(kept).finish("llama", "d")).toBe(true);
  });

  it("is offered each card once, one after a game, and the same one again for the same game", () => {
    const kept = storage();
    const clauses = ["K3.2", "K6.2"];
    expect(new Newcomer(kept).offer("kotori", "a", clauses)).toBe("K3.2");
    expect(new Newcomer(kept).offer("kotori", "a", clauses)).toBe("K3.2");
    expect(new Newcomer(kept).offer("kotori", "b", clauses)).toBe("K6.2");
    expect(new Newcomer(kept).offer("kotori", "c", clauses)).toBeUndefined();
    expect(new Newcomer(kept).offer("kotori", "c", [])).toBeUndefined();
  });

  it("is none any more after a new page has put what is known of fair deals in order", () => {
    const kept = storage();
    for (const table of ["a", "b", "c"]) new Newcomer(kept).finish("kotori", table);
    new DealStore(new SafeStorage(kept), new SafeStorage(undefined));
    expect(new Newcomer(kept).finish("kotori", "d")).toBe(false);
  });

  it("starts over where what is stored is unreadable", () => {
    const kept = storage();
    kept.setItem("tefuda-newcomer-kotori", "{");
    expect(new Newcomer(kept).finish("kotori", "a")).toBe(true);
    expect(new Newcomer(undefined).finish("kotori", "a")).toBe(true);
  });
});
