// Names in the standings.
import { describe, expect, test } from "vitest";
import type { Series, SeriesPlayer } from "@/lib/protocol";
import { playerNames } from "@/lib/series";
import { ownWords } from "@/lib/localization";

const en = ownWords("en");
const say = (id: string, args: Record<string, number | string> = {}): string => en.say(id, [], args);

function series(...players: Partial<SeriesPlayer>[]): Series {
  const whole = players.map((one) => ({ kind: "person" as const, name: "", rank: 1, points: 0, games: 0, wins: 0, change: null, seat: -1, you: false, ...one }));
  return { number: 1, played: 0, players: whole, games: [] };
}

describe("names in the standings", () => {
  test("who sits here has the name of their seat, all others their own", () => {
    const found = series({ name: "Aki", seat: 1 }, { kind: "bot", name: "はる", seat: 0 }, { kind: "bot", name: "なお" }, { name: "Hana" });
    expect(playerNames(found, ["Haru", "Aki (you)"], say)).toEqual(["Aki (you)", "Haru", "Nao", "Hana"]);
  });

  test("equal names are told apart", () => {
    const found = series({ name: "Aki" }, { name: "Aki", seat: 0 }, { name: "Aki" }, { name: "" });
    expect(playerNames(found, ["Aki"], say)).toEqual(["Aki 2", "Aki", "Aki 3", "Guest"]);
  });
});
