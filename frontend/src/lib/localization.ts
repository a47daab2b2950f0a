// Localization: Fluent messages of the front end, the engine and each game, in the chosen language.
// Python uses the same .ftl files.
import { FluentBundle, FluentResource, type FluentVariable } from "@fluent/bundle";
import { api } from "@/lib/api";
import type { CardText, Seat, Text, Words } from "@/lib/protocol";

export type Language = "ja" | "en";
export type Argument = number | string | Seat | Text | Words;

// The page's own messages are bundled, so that it renders and changes its language immediately; those of games load on demand.
const OWN = import.meta.glob<string>("../words/*.ftl", { query: "?raw", import: "default", eager: true });
const SHARED = import.meta.glob<string>("../../../src/tefuda/table/words/*.ftl", { query: "?raw", import: "default", eager: true });
const ENGINE = import.meta.glob<string>("../../../src/tefuda/engine/*.ftl", { query: "?raw", import: "default" });
const BOTS = import.meta.glob<string>("../../../src/tefuda/bots/*.ftl", { query: "?raw", import: "default", eager: true });
const GAMES = import.meta.glob<string>("../../../src/tefuda/games/*/*.ftl", { query: "?raw", import: "default" });
const ORDER = import.meta.glob<number>("../../../src/tefuda/games/*/lesson.toml", { query: "?order", import: "default", eager: true });
const SHORT = import.meta.glob<string>("../../../src/tefuda/games/*/*.ftl", { query: "?short", import: "default", eager: true });

/** Return the message with the title of the card about a clause. */
export function cardId(clause: string): string {
  return `more-${clause.replace(".", "-")}`;
}

/** A mark, chip or number on the table that explains itself, by the message `explain-<id>`, and the clause about it. */
export interface Explained {
  id: string;
  clause: string;
}

/** Formats a message of the page. */
export type Say = (id: string, args?: Record<string, number | string>) => string;

/** Formats `Words` in one language. */
export class Localizer {
  private readonly bundle: FluentBundle;
  /** faces that have a message */
  private readonly named: string[];
  /** clauses of the rules that have a card of their own, in the order of the file */
  readonly explained: string[];
  /** what explains itself when it first appears, the most needed first as in the file */
  readonly marks: Explained[];
  /** texts of the card file, by face id */
  private cards: Record<string, CardText> = {};

  constructor(
    readonly language: Language,
    ...sources: string[]
  ) {
    // Bidi isolation marks would separate Japanese characters; Python has them off, too.
    this.bundle = new FluentBundle(language, { useIsolating: false });
    this.named = sources.flatMap((source) => [...source.matchAll(/^face-([\w+-]+) =/gm)].map(([, face]) => face!));
    this.explained = sources.flatMap((source) => [...source.matchAll(/^more-(\w+)-(\d+) =/gm)].map(([, section, number]) => `${section}.${number}`));
    for (const source of sources) this.bundle.addResource(new FluentResource(source), { allowOverrides: true });
    const clauses = sources.flatMap((source) => [...source.matchAll(/^explain-([\w-]+) =.*\n +\.clause = (\w+\.\d+)/gm)]);
    this.marks = clauses.map(([, id, clause]) => ({ id: id!, clause: clause! }));
  }

  /** Return this localizer with the texts of a card file. */
  with(cards: Record<string, CardText>): this {
    this.cards = cards;
    return this;
  }

  /** Return the name of a card by its face id. */
  card(face: string): string {
    const known = this.cards[face];
    return known ? this.say(known.name) : this.say(`face-${face}`);
  }

  /** Return all known faces of the game. */
  faces(): string[] {
    return [...new Set([...this.named, ...Object.keys(this.cards)])];
  }

  /** Whether all cards of the game have texts, which players want to read before they play. */
  get reads(): boolean {
    const faces = this.faces();
    return faces.length > 0 && faces.every((face) => this.cards[face]?.text);
  }

  /** Return an argument of a card's name or text, "" if there is none. */
  fact(face: string, argument: string): number | string {
    const { name, text } = this.cards[face] ?? {};
    const values = [name, text].map((words) => (words?.t === "words" ? words.args?.[argument] : undefined));
    return values.find((value) => typeof value === "number" || typeof value === "string") ?? "";
  }

  /** Return the text of a card, "" if it has none. */
  text(face: string): string {
    const text = this.cards[face]?.text;
    return text ? this.say(text) : "";
  }

  /** Return the name of a house rule's value: its message, or the number if it has none. */
  optionValue(option: string, value: number): string {
    const id = `option-${option}-${value}`;
    return this.has(id) ? this.say(id) : String(value);
  }

  has(id: string): boolean {
    return this.bundle.hasMessage(id);
  }

  /** Return the text of a message. Seats are shown by `names`. A missing message shows its id, so that it is noticed. */
  say(words: Words | Text | string, names: readonly string[] = [], args: Record<string, Argument> = {}): string {
    if (typeof words !== "string" && words.t === "text") return words[this.language];
    const id = typeof words === "string" ? words : words.id;
    const given = typeof words === "string" ? args : (words.args ?? {});
    const pattern = this.bundle.getMessage(id)?.value;
    if (pattern == null) return id;
    const values: Record<string, FluentVariable> = {};
    for (const [key, value] of Object.entries(given)) values[key] = this.value(value, names);
    const faults: Error[] = [];
    return this.bundle.formatPattern(pattern, values, faults);
  }

  /** Return what a choice is called where there is no room for all that it says: its message `short-<id>`, if it has one. */
  brief(label: Words, names: readonly string[]): string {
    const short = `short-${label.id}`;
    return this.say(this.has(short) ? { ...label, id: short } : label, names);
  }

  /** Return the names of the arguments that a message uses. */
  variables(id: string): string[] {
    const found = new Set<string>();
    const walk = (part: unknown): void => {
      if (Array.isArray(part)) return part.forEach(walk);
      if (typeof part !== "object" || part === null) return;
      if ("type" in part && part.type === "var" && "name" in part) found.add(String(part.name));
      Object.values(part).forEach(walk);
    };
    walk(this.bundle.getMessage(id)?.value);
    return [...found];
  }

  private value(value: Argument, names: readonly string[]): FluentVariable {
    if (typeof value !== "object") return value;
    if (value.t === "seat") return names[value.seat] || this.say("seat", names, { number: value.seat + 1 });
    return this.say(value, names);
  }
}

/** Messages that only the front end of a game needs, next to its art. */
const ART = import.meta.glob<string>("../games/*/*.ftl", { query: "?raw", import: "default" });

/** Return the loader for the path with this ending, if any. */
function at<T>(files: Record<string, T>, suffix: string): T | undefined {
  return Object.entries(files).find(([path]) => path.endsWith(suffix))?.[1];
}

const own: Partial<Record<Language, Localizer>> = {};

/** Messages of pages, those about tables that the terminal has, too, and the names of the bots and their levels. */
export function ownWords(language: Language): Localizer {
  const end = `/${language}.ftl`;
  return (own[language] ??= new Localizer(
    language,
    ...[BOTS, SHARED, OWN].flatMap((files) => Object.keys(files).filter((path) => path.endsWith(end)).map((path) => files[path]!)),
  ));
}

/** Load the messages of one game: from the build, or from the server if the build does not know the game. */
export async function gameWords(slug: string, language: Language): Promise<Localizer> {
  const file = `/${slug}/${language}.ftl`;
  const game = at(GAMES, file);
  const sources = [at(ENGINE, `/${language}.ftl`)?.(), game ? game() : api.messages(slug, language), at(ART, file)?.()];
  return new Localizer(language, ...(await Promise.all(sources)).filter((text) => text !== undefined));
}

/** A game's title, tagline, what it feels like, and what there is to play with, which are bundled with the page. */
export function shortWords(slug: string, language: Language): Localizer {
  return new Localizer(language, at(SHORT, `/${slug}/${language}.ftl`) ?? "");
}

/** Return the place of a game among the games, easiest first; those without a lesson are last. */
export function ease(slug: string): number {
  return at(ORDER, `/${slug}/lesson.toml`) ?? Infinity;
}

/** Return slugs in the order in which games are offered. */
export function byEase(slugs: readonly string[]): string[] {
  return [...slugs].sort((a, b) => (ease(a) === ease(b) ? a.localeCompare(b) : ease(a) - ease(b)));
}

/** Slugs of the games that the build knows. */
export const SLUGS = byEase([...new Set(Object.keys(GAMES).map((path) => path.split("/").at(-2)!))]);
