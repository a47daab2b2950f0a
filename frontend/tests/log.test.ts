import { expect, it } from "vitest";
import { type Localizer, gameWords } from "@/lib/localization";
import type { Observation } from "@/lib/protocol";
import { logTexts } from "@/stage/log";

const said = (id: string, args: Observation["words"]["args"]): Observation => ({ words: { t: "words", id, args } });
const discarded = (seat: number, card: string) => said("event-discarded", { who: { t: "seat", seat }, card });
const drew = (seat: number) => said("event-drew", { who: { t: "seat", seat } });

it.each(["en", "ja"] as const)("names the newest discard of doutotsu only, as the others are covered (%s)", async (language) => {
  const observations = [discarded(0, "red ラ"), drew(1), discarded(1, "blue イ"), drew(0)];
  const texts = logTexts(observations.map((observation, key) => ({ key, observation })), await gameWords("doutotsu", language), ["Aki", "Nao"], (id) => id).map(({ text }) => text);
  expect(texts.map((text) => ["Aki", "Nao"].filter((name) => text.includes(name)))).toEqual([["Aki"], ["Nao"], ["Nao"], ["Aki"]]);
  expect(texts.map((text) => /ラ|イ/.test(text))).toEqual([false, false, true, false]);
});

it("tells that an action was taken back in the form of the log's other lines", () => {
  const lines = [{ key: 0, observation: drew(0), back: 1 }];
  const localizer = { has: () => false, say: () => "" } as unknown as Localizer;
  expect(logTexts(lines, localizer, ["Aki", "Nao"], (id, args = {}) => `${id} ${args["who"]}`).map(({ text }) => text)).toEqual(["back-logged Nao"]);
});

it("keeps the lines whose text is the same, so that only others are drawn again", async () => {
  const lines = [discarded(0, "red ラ"), drew(1)].map((observation, key) => ({ key, observation }));
  const localizer = await gameWords("doutotsu", "en");
  const before = logTexts(lines, localizer, ["Aki", "Nao"], (id) => id);
  const covered = logTexts([...lines, { key: 2, observation: discarded(1, "blue イ") }], localizer, ["Aki", "Nao"], (id) => id);
  expect(covered.map((one) => before.includes(one))).toEqual([false, true, false]);
  expect(logTexts(lines.slice(1), localizer, ["Aki", "Yui"], (id) => id)[0]!.text).toContain("Yui");
});
