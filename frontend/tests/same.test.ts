import { expect, it } from "vitest";
import { same } from "@/lib/same";

const card = { handle: 3, marks: ["seal"], place: { x: 1, y: 2 } };

it.each([
  [card, structuredClone(card)],
  [{ ...card, note: undefined }, card],
  [card, { ...card, note: undefined }],
])("equal contents are the same", (one, other) => expect(same(one, other)).toBe(true));

it.each([
  [card, { ...card, handle: 4 }],
  [card, { ...card, marks: ["seal", "seal"] }],
  [card, { ...card, place: { x: 1 } }],
  [{ ...card, place: { x: 1 } }, card],
  [card, undefined],
  [new Map(), new Map()],
])("others are not", (one, other) => expect(same(one, other)).toBe(false));
