import encodeQR from "qr";
import decodeQR from "qr/decode.js";
import { describe, expect, it } from "vitest";
import { type LinkedDeck, linkOf, readLink } from "@/games/kotodama/deck-links";
import { type Deck, command } from "@/games/kotodama/decks";
import type { Entry } from "@/games/kotodama/pool";
import TOML from "../../src/tefuda/games/kotodama/cards.toml?raw";
import examples from "../../tests/games/kotodama/deck-links.json?raw";

/** The cards with their names as in the card file. */
const POOL: Entry[] = [...TOML.matchAll(/^\[\[card\]\]\s+id = "[a-z-]+0*(\d+)"\s+name = "(.+)"/gm)].map(([, face, name]) => ({
  face: face!,
  name: name!,
  part: "noun",
  reading: "",
  gloss: "",
}));
const EXAMPLES = JSON.parse(examples) as (LinkedDeck & { link: string })[];

describe("a deck's link", () => {
  it.each(EXAMPLES)("is written and read as on the command line: $name", ({ name, deck, link }) => {
    expect(POOL).toHaveLength(54);
    expect(linkOf({ name, deck }, POOL)).toBe(link);
    expect(readLink(`https://example.org/decks/kotodama#${link}`, POOL)).toEqual({ name, deck });
  });

  it("says what is wrong with it", () => {
    const { link } = EXAMPLES[1]!;
    for (let length = 0; length < link.length; length++) expect(readLink(link.slice(0, length), POOL)).toBe("broken");
    for (const [at, other] of [[3, "x"], [10, "-"], [20, "b"]] as const) expect(readLink(link.slice(0, at) + other + link.slice(at + 1), POOL)).toBe("broken");
    expect(readLink(`${link} `, POOL)).not.toBe("broken");
    expect(readLink("走る", POOL)).toBe("broken");
    expect(readLink(`Ag${link.slice(2)}`, POOL)).toBe("newer");
    expect(readLink(link, POOL.map((entry) => (entry.face === "2" ? { ...entry, name: "画く" } : entry)))).toBe("other-cards");
    expect(readLink(link, POOL.filter(({ face }) => face !== "54"))).toBe("other-cards");
  });

  it("fits into a code that a camera reads back", () => {
    const deck: Deck = Object.fromEntries(POOL.slice(0, 27).map(({ face }) => [face, 2]));
    const link = `https://cards.example.org/decks/kotodama#${linkOf({ name: "とても長い名前のデッキ", deck }, POOL)}`;
    expect(link.length).toBeLessThan(110);
    const scale = 4;
    const modules = encodeQR(link, "raw", { ecc: "medium", border: 4, scale });
    const size = modules.length;
    const data = new Uint8ClampedArray(modules.flatMap((row) => row.flatMap((dark) => [dark ? 0 : 255, dark ? 0 : 255, dark ? 0 : 255, 255])));
    expect(decodeQR({ width: size, height: size, data })).toBe(link);
  });

  it("is built card by card at the table", () => {
    expect(command({ 36: 1, 2: 2 })).toEqual(["add-2", "add-2", "add-36", "ready"]);
  });
});
