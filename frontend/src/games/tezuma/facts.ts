// Values derived from the view of てづま師: updates during playback, and facts about cards. Pure.
import type { Told, Way } from "@/games/game";
import type { Card, Choice, Counter, Observation, View } from "@/lib/protocol";
import { SPECTATOR, cards, counter, owner, zone } from "@/lib/view";
import type { Speaker } from "@/lib/words";

export const SUITS = ["b", "u", "r", "w"] as const;

/** Suffixes of actions that announce the ability: as it is, and reversed (less instead of more). */
const ANNOUNCED = ["!", "!-"] as const;

/** Update leader, current winner and counters, as far as an event determines them. */
export function follow(view: View, heard: Observation): View {
  const args = heard.words.args ?? {};
  const who = args["who"];
  const seat = typeof who === "object" && who.t === "seat" ? who.seat : SPECTATOR;
  const set = (counters: Counter[], id: string, value: unknown) =>
    typeof value === "number" ? counters.map((one) => (one.id === id && owner(one) === seat ? { ...one, value } : one)) : counters;
  let counters = view.counters ?? [];
  let roles = { ...view.roles };
  switch (heard.words.id) {
    case "event-dealt":
      roles = { start: seat };
      break;
    case "event-play-began":
      roles = { ...roles, leader: seat };
      break;
    case "event-led":
      roles = { ...roles, leader: seat, winning: seat };
      break;
    case "event-won-by-number":
    case "event-won-by-trump":
    case "event-won-by-following-trump":
    case "event-won-without-card":
      roles = { ...roles, winning: seat };
      break;
    case "event-swept":
      counters = set(counters, "tricks", args["tricks"]);
      roles = { start: roles["start"] ?? seat, leader: seat };
      break;
    case "event-scored":
      counters = set(counters, "points", args["total"]);
      break;
    case "event-gathered":
      counters = counters.filter((one) => owner(one) === SPECTATOR || ["points", "coins"].includes(one.id));
      break;
  }
  return { ...view, counters, roles };
}

/** Return the number of the deal and trick, and the cards still out by suit: the highest number, and how many. */
export function told(view: View): Told[] {
  const of = (id: string) => counter(view, id) ?? 0;
  if (view.to_act < 0) return [];
  if (counter(view, "trumps-out") === undefined) return [{ words: { t: "words", id: "told-deal", args: { deal: of("deal"), deals: view.players } }, help: false }];
  return [
    { words: { t: "words", id: "told-trick", args: { deal: of("deal"), deals: view.players, trick: of("trick") } }, help: false },
    ...SUITS.map((suit) => ({
      words: { t: "words" as const, id: "told-out", args: { suit: { t: "words" as const, id: `letter-${suit}` }, count: of(`out-${suit}`), highest: of(`highest-${suit}`) } },
      help: true,
    })),
  ];
}

function announced(choice: Choice): string {
  return ANNOUNCED.find((end) => choice.action.endsWith(end)) ?? "";
}

/** Return the view with the choices of one mode: without the ability, or with it. */
export function through(view: View, way: string): View {
  if (!view.choices) return view;
  return { ...view, choices: view.choices.filter((choice) => announced(choice) === way || (announced(choice) === "" && !choice.zone?.startsWith("hand-"))) };
}

/** Return the modes of the ability with its cost, disabled while no card can be played with it. */
export function ways(view: View, speaker: Speaker): Way[] {
  const ability = abilityOf(view, view.seat);
  const first = cards(zone(view, `hand-${view.seat}`))[0]?.face;
  if (!ability || !first || view.to_act < 0 || view.choices?.some((choice) => choice.action === "nocard" || choice.action.startsWith("aside-"))) return [];
  const open = ANNOUNCED.filter((end) => view.choices?.some((choice) => announced(choice) === end));
  const cost = speaker.number(ability, "cost") ?? 0;
  const name = speaker.card(ability);
  return (open.length ? open : [ANNOUNCED[0]]).map((way) => ({
    way,
    label: speaker.say(open.length < 2 ? "way-ability" : way === "!" ? "way-plus" : "way-minus", [], { name, cost }),
    open: open.length > 0,
    action: `${first}${way}`,
  }));
}

/** Return the face of a seat's ability card. */
export function abilityOf(view: View, seat: number): string | undefined {
  return cards(zone(view, `chosen-${seat}`)).find((card) => card.face?.startsWith("ability-"))?.face;
}

/** Return the action to attempt with a pressed card: of the own hand, or on the table while choosing. */
export function attempt(view: View, card: Card, where: string): string | undefined {
  if (!card.face) return undefined;
  const mine = where === `hand-${view.seat}` && !view.choices?.some((choice) => choice.zone === "tables" || choice.zone === "minuses" || choice.zone === "abilities");
  return mine || ["tables", "minuses", "abilities"].includes(where) ? card.face : undefined;
}

/** Return whether a choice needs confirmation: those for a whole deal do, and winning without a card. */
export function weighed(choice: Choice): boolean {
  return ["tables", "minuses", "abilities"].includes(choice.zone ?? "") || choice.action === "nocard";
}

/** Return the points printed on a score table, from its text: "0 2 4 5 6 7 8 8+". */
export function row(text: string): number[] {
  return text.split(/\s+/).map((one) => Number.parseInt(one, 10)).filter((one) => !Number.isNaN(one));
}

/** Return the score table of a seat: points for 0, 1, 2, ... tricks. */
export function ladder(view: View, seat: number): number[] {
  const found: number[] = [];
  for (const one of view.counters ?? []) {
    const column = /^column-(\d+)$/.exec(one.id);
    if (column && owner(one) === seat) found[Number(column[1])] = one.value;
  }
  return found;
}

/** One observed trick. */
export interface Trick {
  cards: { seat: number; face: string; ability: boolean }[];
  winner: number;
}

/** Return the tricks of the current deal from the observations, oldest first; the last may still be open (winner -1). */
export function tricks(heard: Observation[]): Trick[] {
  let found: Trick[] = [];
  let open: Trick = { cards: [], winner: SPECTATOR };
  for (const one of heard) {
    const who = one.words.args?.["who"];
    const seat = typeof who === "object" && who.t === "seat" ? who.seat : SPECTATOR;
    if (one.words.id === "event-dealt") {
      found = [];
      open = { cards: [], winner: SPECTATOR };
    }
    for (const move of one.moves ?? []) {
      if (!/^trick-\d+$/.test(move.target) || !move.source.startsWith("hand-") || !move.face) continue;
      open.cards.push({ seat, face: move.face, ability: one.words.id === "event-announced" });
    }
    if (one.words.id === "event-swept") {
      found.push({ ...open, winner: seat });
      open = { cards: [], winner: SPECTATOR };
    }
  }
  return open.cards.length ? [...found, open] : found;
}
