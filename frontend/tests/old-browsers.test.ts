import { parse } from "acorn";
import { expect, it } from "vitest";
import early from "../public/early.js?raw";

it("are told so by a script that they can read", () => {
  expect(() => parse(early, { ecmaVersion: 5 })).not.toThrow();
});
