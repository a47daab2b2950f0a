import { describe, expect, it } from "vitest";
import type { Card, Choice, View } from "@/lib/protocol";
import { gameWords, ownWords } from "@/lib/localization";
import { type Naming, cardName, pileName, zoneName, zoneSays } from "@/stage/card-names";

const DRAW: Choice = { action: "draw", label: { t: "words", id: "action-draw" }, zone: "deck" };
const BACK: Card = { handle: 3, pose: "down" };
const VIEW: View = {
  game: "kotori",
  seat: 0,
  players: 2,
  to_act: 0,
  zones: [
    { id: "deck", kind: "pile", count: 20 },
    { id: "bids-1", kind: "row", count: 2, owner: 1, cards: [{ handle: 1, face: "7" }, BACK] },
  ],
};

async function naming(language: "ja" | "en", closeUp = false): Promise<Naming> {
  const own = ownWords(language);
  return { view: VIEW, localizer: await gameWords("kotori", language), names: ["Aki", "Nao"], t: (id, args) => own.say(id, [], args), closeUp };
}

describe("names of what lies on the stage", () => {
  it("say whose zone it is, and how many cards are in it", async () => {
    const en = await naming("en");
    expect(zoneName(en, "deck")).toBe(en.localizer.say("zone-deck"));
    expect(zoneName(en, "bids-1")).toContain("Nao");
    expect(zoneSays(en, VIEW.zones[1]!)).toMatch(/Nao.*2/);
    expect(zoneSays(await naming("ja"), VIEW.zones[1]!)).toMatch(/Nao.*2枚/);
  });

  it("begin with the action of a pile or a card that can be pressed", async () => {
    const en = await naming("en");
    const draw = en.localizer.say("action-draw");
    expect(pileName(en, VIEW.zones[0]!, undefined)).not.toContain(draw);
    expect(pileName(en, VIEW.zones[0]!, DRAW).startsWith(draw)).toBe(true);
    const card = { card: { handle: 1, face: "7" }, zone: "bids-1", at: 0, choices: [DRAW] };
    expect(cardName(en, card)).toBe(draw);
    expect(cardName(await naming("en", true), card)).toContain(en.localizer.card("7")); // a press opens its close-up
  });

  it("tell hidden cards apart by their place, and say marks and poses", async () => {
    const en = await naming("en");
    const named = (card: Card, at = 0) => cardName(en, { card, zone: "bids-1", at, choices: [] });
    expect(named(BACK, 1)).toContain("2");
    expect(named(BACK, 1)).not.toContain(en.localizer.card("7"));
    expect(named({ face: "7", pose: "sideways" })).not.toBe(named({ face: "7" }));
    expect(named({ face: "7", marks: ["used"] })).toMatch(/mark-used/); // this game has no such message
  });
});
