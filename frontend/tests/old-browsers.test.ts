import { parse } from "acorn";
import { expect, it } from "vitest";
import early from "../public/early.js?raw";
import old from "../public/old-browser.js?raw";

it.each([early, old])("are told so by scripts that they can read", (script) => {
  expect(() => parse(script, { ecmaVersion: 5 })).not.toThrow();
});
