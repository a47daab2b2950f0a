// Parser of rulebooks: the subset of Markdown that our rulebooks use, as plain data.
import { api } from "@/lib/api";
import type { Language } from "@/lib/localization";

const BOOKS = import.meta.glob<string>("../../../src/tefuda/games/*/rulebook.*.md", { query: "?raw", import: "default" });

/** A run of text: plain, bold, or code. */
export interface Run {
  text: string;
  style: "plain" | "strong" | "code";
}

export type Block =
  | { kind: "heading"; level: number; text: string }
  | { kind: "paragraph"; runs: Run[] }
  | { kind: "clause"; id: string; runs: Run[] }
  | { kind: "item"; runs: Run[] };

/** Parse a rulebook into blocks, in order. */
export function parse(markdown: string): Block[] {
  const blocks: Block[] = [];
  let kind: "paragraph" | "item" = "paragraph";
  let lines: string[] = [];
  const close = () => {
    if (lines.length === 0) return;
    const text = joined(lines);
    lines = [];
    const clause = kind === "item" ? /^\*\*([A-Z]\d+\.\d+)\*\*\s+(.*)$/s.exec(text) : null;
    if (clause) blocks.push({ kind: "clause", id: clause[1]!, runs: runs(clause[2]!) });
    else blocks.push({ kind, runs: runs(text) });
  };
  for (const line of markdown.split("\n")) {
    const heading = /^(#+)\s+(.*)$/.exec(line);
    if (heading) {
      close();
      blocks.push({ kind: "heading", level: heading[1]!.length, text: heading[2]! });
    } else if (line.startsWith("- ")) {
      close();
      kind = "item";
      lines.push(line.slice(2));
    } else if (line.trim() === "") {
      close();
      kind = "paragraph";
    } else {
      if (lines.length === 0) kind = "paragraph";
      lines.push(line.trim());
    }
  }
  close();
  return blocks;
}

/** Join lines; without a space between two Japanese characters. */
function joined(lines: string[]): string {
  return lines.reduce((text, line) => (wide(text.at(-1)) && wide(line[0]) ? text + line : `${text} ${line}`));
}

function wide(character: string | undefined): boolean {
  return character !== undefined && character.charCodeAt(0) > 0x2e80;
}

function runs(text: string): Run[] {
  return text
    .split(/(\*\*.+?\*\*|\*[^*\s](?:[^*]*[^*\s])?\*|`[^`]+`)/)
    .filter((part) => part !== "")
    .map((part): Run => {
      if (part.length > 4 && part.startsWith("**")) return { text: part.slice(2, -2), style: "strong" };
      if (part.length > 2 && part.startsWith("*")) return { text: part.slice(1, -1), style: "strong" };
      if (part.length > 2 && part.startsWith("`")) return { text: part.slice(1, -1), style: "code" };
      return { text: part, style: "plain" };
    });
}

/** Load a game's rulebook in one language: from the build, or from the server if the build does not know the game. */
export async function rulebook(slug: string, language: Language): Promise<Block[]> {
  const path = Object.keys(BOOKS).find((one) => one.endsWith(`/${slug}/rulebook.${language}.md`));
  return parse(await (path ? BOOKS[path]!() : api.rulebook(slug, language)));
}
