// Texts about names of the list, and about the cards that the hand waits for. Pure.
import type { Card, Observation, View, Words } from "@/lib/protocol";
import { cards, zone } from "@/lib/view";
import type { Argument, Speaker } from "@/lib/words";
import { argument, reach } from "./hand";
import { kanaCard, sounded, sounds } from "./kana";

/** Update the seat that began as soon as it is announced; everything else comes with the table's next view. */
export function follow(view: View, heard: Observation): View {
  const first = heard.words.id === "event-game-began" ? heard.words.args?.["who"] : undefined;
  return typeof first === "object" && first.t === "seat" ? { ...view, roles: { ...view.roles, first: first.seat } } : view;
}

/** Return facts of a card: length and missing letter of a name; number of visible cards of a kana and colour. */
export function about(view: View, card: Card, zoneId: string): { id: string; args: Record<string, Argument> } | undefined {
  if (card.face === undefined) return undefined;
  if (zoneId !== "list") {
    const open = view.zones.filter((one) => one.id !== "list").flatMap((one) => cards(one));
    return { id: "about-card", args: { open: open.filter((one) => one.face === card.face).length } };
  }
  const letters = sounds(card.face).length;
  const near = reach(view).get(cards(zone(view, "list")).findIndex((one) => one.face === card.face));
  if (!near) return { id: "about-name", args: { letters } };
  return near.lacks ? { id: "about-lacks", args: { letters, kana: near.lacks } } : { id: "about-complete", args: { letters } };
}

/** Return the waits by kana with the points of each colour; or the discards that lead to one. */
export function said(view: View, speaker: Speaker): string[] {
  const helps = view.helps ?? [];
  const waits = helps.filter((help) => help.id === "help-wait");
  if (waits.length) return [speaker.say("said-waits", [], { cards: waited(waits, speaker) })];
  const discards = helps.filter((help) => help.id === "help-discard");
  if (discards.length) {
    const cards = [...new Set(discards.map((help) => short(argument(help, "discard-face"), speaker)))];
    return [speaker.say("said-discards", [], { cards: cards.join(speaker.say("said-comma")) })];
  }
  const near = helps.find((help) => help.id === "help-short");
  return near ? [speaker.say(near)] : [];
}

function waited(waits: Words[], speaker: Speaker): string {
  const byKana = new Map<string, string[]>();
  for (const help of waits) {
    const card = kanaCard(argument(help, "face"));
    if (!card) continue;
    const colour = speaker.say(`letter-${card.colour}`);
    const points = Number(argument(help, "points"));
    const kana = named(card, speaker);
    byKana.set(kana, [...(byKana.get(kana) ?? []), speaker.say("said-colour", [], { colour, points })]);
  }
  return [...byKana].map(([kana, colours]) => `${kana} ${colours.join(" ")}`).join(speaker.say("said-comma"));
}

/** Return a short name of a card: its kana and the letter of its colour. */
function short(face: string, speaker: Speaker): string {
  const card = kanaCard(face);
  return card ? `${named(card, speaker)}${speaker.language === "en" ? " " : ""}${speaker.say(`letter-${card.colour}`)}` : face;
}

/** A kana, with its sound for those who read English. */
function named(card: { sound: string; kana: string }, speaker: Speaker): string {
  return speaker.language === "en" ? `${card.kana} ${sounded(card.sound)}` : card.kana;
}
