// Groups of the cards before a seat: by the nearest names, unless the player has sorted the hand, or, once all are open, by
// the names they make. Pure: used by the layout and the background.
import type { Card, Text, View, Words } from "@/lib/protocol";
import { cards, zone } from "@/lib/view";
import { COLOURS, type Colour, kanaCard } from "./kana";

/** A group of cards. `entry` is the place of a name in the list, from 0; -1: no name of the list. */
export interface Group {
  kind: "name" | "spare" | "hand" | "exposed";
  entry: number;
  handles: number[];
  /** letters of the name that are missing, as in the faces of their cards */
  lacks: string[];
  /** the required colour of the name, or the one that it has */
  colour?: Colour;
}

/** Return an argument of a play aid as text. */
export function argument(help: Words | undefined, name: string): string {
  const value = help?.args?.[name];
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** Return the three names that a seat's cards are nearest to. */
export function plan(view: View): Words | undefined {
  return view.helps?.find((help) => help.id === "help-plan");
}

/** All cards before a seat in groups, exposed ones last. `sorted`: the player has sorted the hand. */
export function groups(view: View, seat: number, helps: boolean, sorted = false): Group[] {
  const held = cards(zone(view, `hand-${seat}`));
  const open = cards(zone(view, `exposed-${seat}`));
  return [...(seat === view.seat && helps && !sorted ? planned(view, held, open) : together(held)), ...laidOpen(open, cards(zone(view, "list")).map(({ face }) => face))];
}

function together(held: Card[]): Group[] {
  return held.length ? [{ kind: "hand", entry: -1, handles: handlesOf(held), lacks: [] }] : [];
}

function handlesOf(held: Card[]): number[] {
  return held.map((card) => card.handle ?? 0);
}

/** Group the hand as the table's plan says, and the cards that none of its names needs. */
function planned(view: View, held: Card[], open: Card[]): Group[] {
  const help = plan(view);
  if (!help) return together(held);
  const entries = argument(help, "entries").split(" ").map((number) => Number(number) - 1);
  const lacks = argument(help, "lacks").split(" / ").map(listed);
  const colour = COLOURS.find((one) => one === argument(help, "colour"));
  const lying = open.map((card) => card.face);
  let left = [...held];
  const names = argument(help, "groups").split(" / ").map((faces, i): Group => {
    const handles: number[] = [];
    for (const face of listed(faces)) {
      if (lying.includes(face)) {
        lying.splice(lying.indexOf(face), 1);
        continue;
      }
      const card = left.find((one) => one.face === face);
      if (!card) continue;
      left = left.filter((one) => one !== card);
      handles.push(card.handle ?? 0);
    }
    return { kind: "name", entry: entries[i] ?? -1, handles, lacks: lacks[i] ?? [], ...(colour && i === 0 ? { colour } : {}) };
  });
  return [...names, { kind: "spare" as const, entry: -1, handles: handlesOf(left), lacks: [] }].filter((group) => group.handles.length > 0);
}

/** Return what an argument lists of one name; "-" is nothing. */
function listed(text: string): string[] {
  return text === "-" ? [] : text.split(" ");
}

/** Group the open cards: one name, or after a score three, distinguished by marks, which are named. */
function laidOpen(open: Card[], list: (string | undefined)[]): Group[] {
  const marks = [...new Set(open.map((card) => card.marks?.[0] ?? ""))];
  return marks.map((mark) => {
    const laid = open.filter((card) => (card.marks?.[0] ?? "") === mark);
    const kana = laid.map((card) => kanaCard(card.face ?? ""));
    const colour = kana[0]?.colour;
    return {
      kind: "exposed",
      entry: mark ? list.indexOf(kana.map((one) => one?.sound).join("+")) : -1,
      handles: handlesOf(laid),
      lacks: [],
      ...(mark && colour && kana.every((one) => one?.colour === colour) ? { colour } : {}),
    };
  });
}

/** State of a name in reach: complete, or the one kana that it still needs. */
export interface Reach {
  lacks: Text | undefined;
}

/** Return the names in reach, by index in the list. */
export function reach(view: View): Map<number, Reach> {
  const found = new Map<number, Reach>();
  for (const help of view.helps ?? []) {
    if (help.id !== "help-name" && help.id !== "help-lacks") continue;
    const kana = help.args?.["kana"];
    found.set(Number(argument(help, "entry")) - 1, { lacks: typeof kana === "object" && kana.t === "text" ? kana : undefined });
  }
  return found;
}

/**
 * Return what is written below a group of `w` pixels, before which the next begins after `room`: its name and the missing
 * letters, or these alone, or only how many they are. `widthOf`: how wide a text is, with the picture before it.
 */
export function textBelow(name: string, missing: string, count: number, widthOf: (text: string) => number, w: number, room: number): string {
  if (!missing) return widthOf(name) < w || w > 70 ? name : "";
  const long = `${name} ${missing}`;
  if (widthOf(long) < w) return long;
  return widthOf(missing) <= room + 4 ? missing : `+${count}`;
}
