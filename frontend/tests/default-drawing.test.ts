// What the default drawing shows of a game that has no art.
import { describe, expect, it } from "vitest";
import { Localizer } from "@/lib/localization";
import { fontSize, rankOf, stemOf, suitOf } from "@/stage/default/face";
import { hueOf, lettersOf } from "@/stage/default/picture";

describe("a card as text", () => {
  it("shows a number large if its name says it, too", () => {
    expect(rankOf("moon-7", "7 of moons")).toBe("7");
    expect(rankOf("7-moon", "月の7")).toBe("7");
    expect(rankOf("moon-12", "12 of moons")).toBe("12");
    expect(rankOf("moon-1", "ace of moons")).toBe("");
    expect(rankOf("moon-1", "11 of moons")).toBe("");
    expect(rankOf("joker", "joker")).toBe("");
  });

  it("has a colour for each suit, the same in both languages", () => {
    const sources = { en: "face-moon-1 = Moon 1\nface-star-1 = Star 1\nface-sun-2 = Sun 2\nface-fool = Fool", ja: "face-moon-1 = 月1\nface-star-1 = 星1\nface-sun-2 = 日2\nface-fool = 道化" };
    const [en, ja] = [new Localizer("en", sources.en), new Localizer("ja", sources.ja)];
    const colours = ["moon-1", "star-1", "sun-2"].map((face) => suitOf(face, en));
    expect(new Set(colours).size).toBe(3);
    expect(["moon-1", "star-1", "sun-2"].map((face) => suitOf(face, ja))).toEqual(colours);
    expect(suitOf("fool", en)).toBe(0);
    expect([stemOf("b10"), stemOf("7-moon"), stemOf("llama")]).toEqual(["b", "moon", ""]);
  });

  it("writes long names smaller, so that no word is cut", () => {
    expect(fontSize("Moon", 21)).toBe(21);
    expect(fontSize("Extraordinary", 21) * 13 * 0.6).toBeLessThanOrEqual(86.1);
    expect(fontSize("オットセイ", 25)).toBeGreaterThan(20); // in two lines
  });
});

describe("a picture", () => {
  it("shows letters of the title", () => {
    expect(lettersOf("月と星")).toEqual(["月", "と", "星"]);
    expect(lettersOf("Moon and Star")).toEqual(["M", "A", "S"]);
    expect(lettersOf("Tricks")).toEqual(["T", "R", "I", "C", "K"]);
  });

  it("has a colour that depends on the game only", () => {
    expect(hueOf("leduc")).toBe(hueOf("leduc"));
    expect(hueOf("leduc")).not.toBe(hueOf("kuhn"));
  });
});
