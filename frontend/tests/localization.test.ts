import { FluentResource } from "@fluent/bundle";
import { afterEach, describe, expect, it, vi } from "vitest";
import { CHECKS } from "@/lib/deal-checks";
import { STANDINGS } from "@/lib/giver";
import { seatNames, unmarked } from "@/lib/names";
import type { Sitter, Words } from "@/lib/protocol";
import { parse, rulebook } from "@/lib/rulebook";
import { momentAt, routeOf } from "@/lib/route";
import { SLUGS, Localizer, gameWords, ownWords } from "@/lib/localization";

const OWN = import.meta.glob<string>("../src/words/*.ftl", { query: "?raw", import: "default", eager: true });
const SHARED = import.meta.glob<string>("../../src/tefuda/table/words/*.ftl", { query: "?raw", import: "default", eager: true });
const TERMINAL = import.meta.glob<string>("../../src/tefuda/terminal/*.ftl", { query: "?raw", import: "default", eager: true });
const ART = import.meta.glob<string>("../src/games/*/*.ftl", { query: "?raw", import: "default", eager: true });
const GAMES = import.meta.glob<string>("../../src/tefuda/{games/*,engine,bots}/*.ftl", { query: "?raw", import: "default", eager: true });
const SOURCES = import.meta.glob<string>("../src/**/*.{svelte,ts}", { query: "?raw", import: "default", eager: true });

const ids = (text: string) => [...text.matchAll(/^([a-z][\w-]*) =/gm)].map((match) => match[1]!);
/** Return the message ids of these files in Japanese. */
const japanese = (...all: Record<string, string>[]) => all.flatMap((files) => ids(of(files, "ja.ftl")[0]![1]));
const of = (files: Record<string, string>, end: string) => Object.entries(files).filter(([path]) => path.endsWith(end));

describe("words", () => {
  it("are the same messages in both languages, in the same order", () => {
    for (const files of [OWN, SHARED]) expect(japanese(files)).toEqual(ids(of(files, "en.ftl")[0]![1]));
    for (const [path, text] of of(ART, "ja.ftl")) expect(ids(text)).toEqual(ids(ART[path.replace("ja.ftl", "en.ftl")]!));
  });

  it("are there for every id that the pages say: whole, either one of a condition, or put together", () => {
    const code = Object.values(SOURCES).join("\n");
    const known = japanese(OWN, SHARED);
    const said = [...code.matchAll(/\bt\("([a-z0-9-]+)"/g), ...code.matchAll(/\bt\([^()`]*?\? "([a-z0-9-]+)"/g), ...code.matchAll(/\bt\([^()`]*?\? "[a-z0-9-]+" : "([a-z0-9-]+)"/g)];
    const starts = [...code.matchAll(/\bt\(`([a-z0-9-]+)\$\{/g)]; // "phase-" and the phase
    expect([said.length > 400, starts.length > 20]).toEqual([true, true]);
    for (const [, id] of said) expect(known, `${id} is missing`).toContain(id);
    for (const [, start] of starts) expect(known.some((id) => id.startsWith(start!)), `${start}… is missing`).toBe(true);
  });

  it("are all read: the browser drops a message with a mistake, and the page would show its id", () => {
    for (const [path, text] of Object.entries({ ...OWN, ...SHARED, ...ART, ...GAMES })) {
      const read = new FluentResource(text).body.map((message) => message.id);
      expect(read, path).toEqual(ids(text));
    }
  });

  it("that the terminal has, too, stand in one file for both", () => {
    const texts = (files: Record<string, string>, end: string) => new Set([...of(files, end)[0]![1].matchAll(/^[a-z][\w-]* =.*(\n +.*)*/gm)].map(([text]) => text));
    const twice = (end: string) => [...texts(OWN, end)].filter((text) => texts(TERMINAL, end).has(text)).flatMap(ids);
    const english = twice("en.ftl");
    expect(twice("ja.ftl").filter((id) => english.includes(id))).toEqual([]);
  });

  it("say every standing of a deal, every check that fails, and every claim with its reasons", () => {
    const record = SOURCES["../src/lib/deal-record.ts"]!;
    const reasons = [...record.matchAll(/\b(?:proven|unproven|untrue)\(([^)]*)/g)].flatMap((match) => [...match[1]!.matchAll(/"([a-z-]+)"/g)].map((one) => one[1]!));
    const claims = ["key", "fixed", "unchosen", "rules", "seen", "unchanged", "never"];
    const known = new Set(ids(of(OWN, "en.ftl")[0]![1]));
    const wanted = [
      ...STANDINGS.map((standing) => `fair-standing-${standing}`),
      ...CHECKS.map(({ name }) => `fair-refused-${name}`),
      ...reasons.map((reason) => `fair-reason-${reason}`),
      ...claims.map((claim) => `fair-claim-${claim}`),
      ...["proven", "not-proven", "false"].map((verdict) => `fair-verdict-${verdict}`),
    ];
    expect(reasons.length).toBeGreaterThan(20);
    for (const id of wanted) expect(known.has(id), `${id} is missing`).toBe(true);
  });

  it("show seats by name, cards by their words, and numbers as they are", async () => {
    const ja = await gameWords("kotori", "ja");
    const en = await gameWords("kotori", "en");
    const MEJIRO = { t: "text" as const, ja: "メジロ", en: "white-eye" };
    const words = {
      t: "words" as const,
      id: "event-bid",
      args: { who: { t: "seat" as const, seat: 1 }, card: { t: "words" as const, id: "card-name", args: { value: 6, bird: MEJIRO } }, total: 12 },
    };
    expect(ja.say(words, ["あき", "なお"])).toBe("なおが6 メジロで値付け（合計12）");
    expect(en.say(words, ["Aki", "Nao"])).toBe("Nao bids 6 white-eye (total 12)");
    expect(en.say(words, [])).toContain("seat 2");
    expect(ja.say({ t: "text", ja: "山", en: "mountain" })).toBe("山");
  });

  it("carry no invisible marks, which would break Japanese lines", async () => {
    const localizer = new Localizer("ja", "greeting = { $who }さん");
    expect(localizer.say("greeting", [], { who: "なお" })).toBe("なおさん");
  });

  it("are there for every game, and for every level of bots", async () => {
    for (const language of ["ja", "en"] as const) {
      for (const slug of SLUGS) expect((await gameWords(slug, language)).has("title")).toBe(true);
      expect(ownWords(language).has("level-easy")).toBe(true);
    }
  });
});

describe("a game that the build does not know", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("has its messages and its rulebook from the server, in the chosen language", async () => {
    const asked: string[] = [];
    vi.stubGlobal("document", { documentElement: { lang: "ja" } });
    vi.stubGlobal("fetch", (path: string) => {
      asked.push(path);
      return Promise.resolve(new Response(path.includes("rulebook") ? "# Made Up\n\n- **X1.1** Play." : "title = Made Up\nface-sun-1 = Sun 1"));
    });
    const localizer = await gameWords("made-up", "en");
    expect([localizer.say("title"), localizer.card("sun-1"), localizer.faces()]).toEqual(["Made Up", "Sun 1", ["sun-1"]]);
    expect(await rulebook("made-up", "ja")).toMatchObject([{ kind: "heading" }, { kind: "clause", id: "X1.1" }]);
    expect(asked).toEqual(["/api/games/made-up/messages?lang=en", "/api/games/made-up/rulebook?lang=ja"]);
  });
});

it("names of choices leave out the places of a card where there is no room for them, such as in a hint", async () => {
  const label: Words = { t: "words", id: "action-play-somewhere", args: { card: "て", places: "A" } };
  const other: Words = { t: "words", id: "action-play", args: { card: "て" } };
  for (const [language, brief] of [["ja", "てを出す"], ["en", "play て"]] as const) {
    const localizer = await gameWords("kotodama", language);
    expect(localizer.say(label)).toContain("A");
    expect([localizer.brief(label, []), localizer.brief(other, [])]).toEqual([brief, brief]);
  }
});

describe("names", () => {
  const say = (id: string, args: Record<string, number | string> = {}) => `${id}${args["number"] ?? ""}`;

  it("are people's own; those that are missing or the same can be told apart", () => {
    const sitters = [{ kind: "person" as const, name: "" }, { kind: "bot" as const, name: "ぽち" }, { kind: "bot" as const, name: "ぽち" }, {}];
    expect(seatNames(sitters, say, 0)).toEqual(["guest-you", "ぽち 1", "ぽち 2", "seat4"]);
  });

  it("of the reader say so where there is room for it", () => {
    for (const language of ["ja", "en"] as const) {
      const own = ownWords(language);
      const reading = (id: string, args: Record<string, number | string> = {}) => own.say(id, [], args);
      const marked = reading("name-you", { name: "花子" });
      expect([marked === "花子", unmarked(marked, reading), unmarked("花子", reading)]).toEqual([false, "花子", "花子"]);
    }
  });

  it("of bots are in the reader's language, whatever the host's", () => {
    const sitters = [{ kind: "bot", name: "すず" }, { kind: "bot", name: "Haru" }, { kind: "person", name: "はる" }] as Sitter[];
    const reading = (language: "ja" | "en") => (id: string) => ownWords(language).say(id);
    expect(seatNames(sitters, reading("en"))).toEqual(["Suzu", "Haru", "はる"]);
    expect(seatNames(sitters, reading("ja"))).toEqual(["すず", "はる 1", "はる 2"]);
  });
});

describe("rulebooks", () => {
  it("are read as headings, paragraphs and clauses, without a mark left over", async () => {
    for (const language of ["ja", "en"] as const) {
      const blocks = await rulebook("kotori", language);
      expect(blocks[0]).toMatchObject({ kind: "heading", level: 1 });
      const clauses = blocks.filter((block) => block.kind === "clause");
      expect(clauses.map((clause) => clause.id)).toContain("K4.3");
      const text = blocks.map((block) => ("runs" in block ? block.runs.map((run) => run.text).join("") : block.text)).join("\n");
      expect(text).not.toMatch(/\*\*|`|^#/m);
    }
  });

  it("join lines with a space, but not between Japanese characters", () => {
    const blocks = parse("- **K1.1** あい\n  うえ abc\n  def\n\nPlain *term* here.");
    expect(blocks).toEqual([
      { kind: "clause", id: "K1.1", runs: [{ text: "あいうえ abc def", style: "plain" }] },
      { kind: "paragraph", runs: [{ text: "Plain ", style: "plain" }, { text: "term", style: "strong" }, { text: " here.", style: "plain" }] },
    ]);
  });
});

describe("addresses", () => {
  it("name pages", () => {
    expect(routeOf("/")).toEqual({ page: "home" });
    expect(routeOf("/about")).toEqual({ page: "about" });
    expect(routeOf("/%E0%A4%A")).toEqual({ page: "nowhere" });
    expect(routeOf("/rules/kotori", "", "#%E0%A4%A")).toEqual({ page: "rules", game: "kotori", clause: "" });
    expect(routeOf("/join/t1/abc")).toEqual({ page: "join", table: "t1", invitation: "abc" });
    expect(routeOf("/rules/kotori", "", "#K4.3")).toEqual({ page: "rules", game: "kotori", clause: "K4.3" });
    expect(routeOf("/table/t1", "?invitation=abc")).toEqual({ page: "table", table: "t1", invitation: "abc", deal: false });
    expect(routeOf("/check")).toEqual({ page: "check", playing: false });
    expect(routeOf("/replay/t1")).toEqual({ page: "replay", table: "t1", review: false, share: "", seat: undefined, step: undefined });
    expect(routeOf("/replay/t1", "?share=x-_&seat=-1&step=33")).toMatchObject({ share: "x-_", seat: -1, step: 33 });
    for (const bad of ["?seat=-2&step=0", "?seat=1e3&step=-1", "?seat=x&step=9999999", "?seat=&step="]) {
      expect(routeOf("/replay/t1", bad)).toMatchObject({ seat: undefined, step: undefined });
    }
    expect(momentAt("/replay/t1", 1, 33)).toBe("/replay/t1?seat=1&step=33");
    expect(momentAt("/replay/t1?share=x", -1, 1)).toBe("/replay/t1?share=x&seat=-1&step=1");
    expect(routeOf("/nothing/here")).toEqual({ page: "nowhere" });
  });
});
