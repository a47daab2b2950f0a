import { expect, it } from "vitest";
import { SafeStorage, type StorageArea } from "@/lib/storage";

/** A storage with room for so many characters. */
function area(room: number): StorageArea {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, text) => {
      const others = [...kept].filter(([one]) => one !== key).reduce((sum, [, one]) => sum + one.length, 0);
      if (others + text.length > room) throw new DOMException("full", "QuotaExceededError");
      kept.set(key, text);
    },
    removeItem: (key) => void kept.delete(key),
    key: (at) => [...kept.keys()][at] ?? null,
    get length() {
      return kept.size;
    },
  };
}

it("what does not fit is kept for the page, and the next one has the older text, unless that would be wrong", () => {
  const full = area(12);
  const page = new SafeStorage(full);
  expect([page.set("decks", "old"), page.set("share", "secret")]).toEqual([true, true]);
  expect([page.set("decks", "newer decks"), page.set("share", "revealed share", "goes")]).toEqual([false, false]);
  expect([page.get("decks"), page.get("share")]).toEqual(["newer decks", "revealed share"]);
  const next = new SafeStorage(full);
  expect([next.get("decks"), next.get("share")]).toEqual(["old", undefined]);
});
