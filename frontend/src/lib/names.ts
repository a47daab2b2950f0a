// Display names of the players of a table: their own names, a bot's level, or the seat's number.
import type { Sitter } from "@/lib/protocol";
import { type Say, ownWords } from "@/lib/localization";

const BOT_NAMES = (["ja", "en"] as const).map((language) => ownWords(language).say("bot-names").split(" "));

/** Return the name of a bot in the reader's language: it was seated with one in the language of the host. */
export function botName(name: string, say: Say): string {
  const number = Math.max(...BOT_NAMES.map((names) => names.indexOf(name)));
  return say("bot-names").split(" ")[number] ?? name;
}

/** Return the names by seat. `say` formats the page's messages; `you` is the reader's seat. Equal names get a number. */
export function seatNames(sitters: readonly Sitter[], say: Say, you = -1): string[] {
  const plain = sitters.map((sitter, seat) => {
    if (sitter.kind === "bot") return sitter.name ? botName(sitter.name, say) : say("bot");
    if (sitter.name) return sitter.name;
    if (sitter.kind === "person") return say(seat === you ? "guest-you" : "guest");
    return say("seat", { number: seat + 1 });
  });
  return plain.map((name, seat) => {
    const twins = plain.filter((other) => other === name).length;
    return twins > 1 ? `${name} ${plain.slice(0, seat + 1).filter((other) => other === name).length}` : name;
  });
}

/** Return the reader's own name without the mark that it is theirs, for which there is not room everywhere. */
export function unmarked(name: string, say: Say): string {
  const mark = say("name-you", { name: "" });
  return name.endsWith(mark) ? name.slice(0, -mark.length) : name;
}

/** Return the display name of a level. */
export function levelName(level: string, say: Say): string {
  const name = say(`level-${level}`);
  return name === `level-${level}` ? level : name;
}
