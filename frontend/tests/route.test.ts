// Invite links that are pasted.
import { expect, test } from "vitest";
import { invitedTo } from "@/lib/route";

const HERE = "https://cards.example";

test.each([
  [`${HERE}/join/a1_B-2/c3-D_4`, "/join/a1_B-2/c3-D_4"],
  [`  今夜どう？ ${HERE}/join/a1/c3。`, "/join/a1/c3"],
  [`${HERE}/join/a1/c3?utm=mail#top`, "/join/a1/c3"],
  [`${HERE}/join/a1`, ""],
  [`${HERE}/table/a1`, ""],
  ["https://other.example/join/a1/c3", ""],
  [`${HERE}.other.example/join/a1/c3`, ""],
  ["/join/a1/c3", ""],
  ["", ""],
])("%s", (text, path) => {
  expect(invitedTo(text, HERE)).toBe(path);
});
