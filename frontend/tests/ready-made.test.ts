import { afterEach, expect, test, vi } from "vitest";
import { render } from "svelte/server";
import { api } from "@/lib/api";
import { Localizer, ownWords } from "@/lib/localization";
import type { GameCards } from "@/lib/protocol";
import { settings } from "@/lib/settings.svelte";
import ReadyMade from "@/pages/ReadyMade.svelte";

const MESSAGES = { en: "deck-river = River <fast>\nface-1 = heron\nface-2 = otter", ja: "deck-river = 川\nface-1 = さぎ\nface-2 = かわうそ" };
const OPENINGS = {
  "deck river": { name: { t: "words", id: "deck-river" }, faces: ["1", "2", "1"] },
  "deck free": { name: { t: "text", ja: "自由", en: "Free" } },
} as unknown as GameCards["openings"];

// In place of the browser's storage and preferences, which Node has not.
vi.mock("@/lib/settings.svelte", () => ({ settings: { language: "en" } }));

afterEach(() => vi.restoreAllMocks());

/** Return the markup once the game's cards have come: on a server only what is no promise is there at once. */
function drawn(language: "en" | "ja", play?: () => void): string {
  settings.language = language;
  vi.spyOn(api, "cards").mockReturnValue({ openings: OPENINGS } as never);
  return render(ReadyMade, { props: { slug: "river", localizer: new Localizer(language, MESSAGES[language]), ...(play ? { play } : {}) } }).body;
}

const parts = (markup: string, tag: string) => [...markup.matchAll(new RegExp(`<${tag}\\b[^>]*>(.*?)</${tag}>`, "gs"))].map(([, inner]) => inner!.replace(/<[^>]*>/g, "").trim());

test.each(["en", "ja"] as const)("everything to play with is listed with its name, number of cards and their names, in %s", (language) => {
  const markup = drawn(language);
  const words = ownWords(language);
  const [named, cards] = language === "en" ? ["River &lt;fast>", ["heron", "otter", "heron"]] : ["川", ["さぎ", "かわうそ", "さぎ"]];
  expect(api.cards).toHaveBeenCalledWith("river");
  expect(parts(markup, "h3")).toEqual([
    `${named} ${words.say("opening-cards", [], { count: 3 })}`,
    `${language === "en" ? "Free" : "自由"} ${words.say("opening-cards", [], { count: 0 })}`,
  ]);
  expect(parts(markup, "p")).toEqual([cards.join(words.say("list-comma")), ""]);
});

test("a seat that may choose has a button for each, which names it; others have none", () => {
  expect(parts(drawn("en", () => undefined), "button")).toEqual(["River &lt;fast>", "Free"].map((name) => ownWords("en").say("opening-play", [], { name })));
  expect(drawn("en")).not.toContain("<button");
});

test("nothing is listed before the cards have come", () => {
  vi.spyOn(api, "cards").mockReturnValue(new Promise(() => undefined));
  expect(parts(render(ReadyMade, { props: { slug: "river", localizer: new Localizer("en", "") } }).body, "li")).toEqual([]);
});
