import { expect, it, vi } from "vitest";
import type { GameInfo } from "@/lib/protocol";
import { openTable } from "@/lib/real-game";

const { open, pledgeFor } = vi.hoisted(() => ({ open: vi.fn(async () => ({ id: "abc" })), pledgeFor: vi.fn(() => "the pledge") }));
vi.mock("@/lib/api", () => ({ api: { open } }));
vi.mock("@/lib/pledging", () => ({ pledgeFor }));

it("pledges a table opened in one press for its game and every house rule, so that no other ones can be sealed", async () => {
  const option = { name: "rounds", default: 8, low: 1, high: 9 };
  const info = { slug: "kotori", options: [option, { ...option, name: "swap", default: 0 }] } as unknown as GameInfo;
  expect(await openTable(info, [{ kind: "bot" }], true)).toBe("/table/abc");
  const options = { rounds: 8, swap: 0 };
  expect(pledgeFor).toHaveBeenCalledWith({ game: "kotori", options });
  expect(open).toHaveBeenCalledWith({ game: "kotori", options, seats: [{ kind: "me" }, { kind: "bot" }], deal: true, pledge: "the pledge" });
});
