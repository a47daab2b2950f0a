import { afterEach, expect, it, vi } from "vitest";
import { copyText } from "@/lib/copy";

afterEach(() => void vi.unstubAllGlobals());

it("a text is copied by the Clipboard API, else by selecting it, and it is said if neither works", async () => {
  const select = vi.fn();
  const writeText = vi.fn(() => Promise.resolve());
  vi.stubGlobal("navigator", { clipboard: { writeText } });
  expect(await copyText("seal", select)).toBe(true);
  expect(writeText).toHaveBeenCalledWith("seal");
  expect(select).not.toHaveBeenCalled();

  for (const works of [true, false]) {
    vi.stubGlobal("navigator", {});
    vi.stubGlobal("document", { execCommand: () => works });
    expect(await copyText("seal", select)).toBe(works);
  }
  expect(select).toHaveBeenCalledTimes(2);
});
