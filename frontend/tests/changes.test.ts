import { describe, expect, it } from "vitest";
import { changeLine } from "@/lib/changes";
import type { TableChange } from "@/lib/protocol";
import { gameWords, ownWords } from "@/lib/localization";

const KOTORI = {
  slug: "kotori",
  fewest: 2,
  most: 4,
  options: [{ name: "allow_yield", default: 0, low: 0, high: 1, clause: "K4.4" }],
  levels: [],
  lesson: null,
  playing_time: 0,
  openings: false,
};

async function told(language: "ja" | "en", change: TableChange, nameless = "Guest"): Promise<string> {
  const own = ownWords(language);
  return changeLine(change, (id, args = {}) => own.say(id, [], args), nameless, (slug) => `<${slug}>`, await gameWords("kotori", language), KOTORI);
}

describe("changes of a table", () => {
  it("are told with who made them, in both languages", async () => {
    expect(await told("en", { kind: "game", by: "花子", name: "llama", value: 3 })).toBe("花子 changed the game to <llama> (3 players)");
    expect(await told("ja", { kind: "game", by: "花子", name: "llama", value: 3 })).toBe("花子がゲームを「<llama>」（3人）に変えた");
    expect(await told("en", { kind: "locked", value: 1 })).toBe("The host locked the table");
    expect(await told("ja", { kind: "hints", by: "花子" })).toContain("オフ");
    expect(await told("en", { kind: "moved", by: "A", who: "B", seat: 2 })).toBe("A moved B to seat 1");
  });

  it("name what is played with in the game's own words", async () => {
    const own = ownWords("en");
    const chosen: TableChange = { kind: "brought", who: "A", value: 1 };
    const line = changeLine(chosen, (id, args = {}) => own.say(id, [], args), "Guest", String, await gameWords("kotodama", "en"));
    expect(line).toBe("A has chosen a deck");
  });

  it("name a house rule by its words, and a switch as one", async () => {
    const line = await told("en", { kind: "option", by: "A", name: "allow_yield", value: 1 });
    expect(line).toMatch(/^A turned on a house rule: [A-Z]/);
    expect(await told("en", { kind: "option", by: "A", name: "unknown", value: 4 })).toBe("A changed a house rule – unknown: 4");
  });

  it("name a bot in the reader's language, and a person without a name as at their seat", async () => {
    const bot = ownWords("ja").say("bot-names").split(" ")[1]!;
    const said = await told("en", { kind: "bot", by: "A", who: bot, seat: 1, name: "easy" });
    expect(said).toContain(ownWords("en").say("bot-names").split(" ")[1]);
    expect(await told("en", { kind: "sat", seat: 1 })).toBe("Guest took seat 2");
    expect(await told("ja", { kind: "moved", value: 1 }, "あなた")).toBe("ホストがあなたを席2に移した");
  });
});
