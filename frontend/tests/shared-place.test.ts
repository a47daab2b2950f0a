import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { SharedPlace } from "@/lib/shared-place";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("what comes where another control was, or has just been, cannot be pressed at once", () => {
  let ready = true;
  const place = new SharedPlace((now) => (ready = now));
  place.show("skip"); // nothing was there: no finger is on its way
  expect(ready).toBe(true);
  place.show("back");
  expect(ready).toBe(false);
  vi.runAllTimers();
  expect(ready).toBe(true);
  for (const one of ["skip", "", "hint"]) place.show(one);
  expect(ready).toBe(false);
  vi.runAllTimers();
  expect(ready).toBe(true);
});
