// What a game brings to the browser: one folder here, found by its slug. Everything else is the same for all games.
import type { Component } from "svelte";
import type { Card, Heard, View } from "@/lib/protocol";
import type { Sound } from "@/lib/sound";
import type { Argument, Speaker } from "@/lib/words";
import type { Arrange, Arrangement, Form } from "@/stage/layout";

/** A button that is always there, whether or not it may be pressed now: pressing it in vain says which rule is against it. */
export interface Standing {
  action: string;
  /** a message of the game's words */
  label: string;
}

export interface GameArt {
  /** where the zones are */
  arrange: Arrange;
  /** the face of a card; it fills the space it is given */
  Face: Component<{ card: Card; form: Form; name: string }>;
  /** the back of a card */
  Back: Component;
  /** what lies under the cards: drawn once, in the stage's coordinates */
  Ground: Component<{ view: View; arrangement: Arrangement; speaker: Speaker; names: string[]; helps: boolean }>;
  /** the game's picture, wide */
  Picture: Component;
  /** buttons that stay where they are all game long */
  standing: (view: View) => Standing[];
  /** the counter that a seat's plate shows large, and those that are shown as a word where they are not 0 */
  headline: string;
  states: string[];
  /** the kind of zone whose cards are what one has won, shown with the result */
  spoils?: string;
  /** derived things of a working view, brought up to date after an event */
  follow: (view: View, heard: Heard) => View;
  /** what an event sounds like */
  sound: (heard: Heard) => Sound | undefined;
  /** what can be said of a card besides its name: a message of the words in this folder's game, with numbers */
  about: (view: View, card: Card, zone: string) => { id: string; args: Record<string, Argument> } | undefined;
  /** what a face is called, where that is no message of its own (`face-<id>`) */
  called?: (speaker: Speaker, face: string) => string;
  /** which of what helps stands in words beside the question, shortest first */
  said?: (view: View, speaker: Speaker) => string[];
  /** a card was pressed: true where the game has dealt with that itself, and neither an action nor a look follows */
  press?: (view: View, card: Card, zone: string) => boolean;
  /** one's own hand may be put in another order, for one's own eyes: a card goes to the place of another */
  reorder?: (view: View, handle: number, onto: number) => void;
}

/** What a face is called. */
export function faceName(art: GameArt, speaker: Speaker, face: string): string {
  return art.called?.(speaker, face) ?? speaker.say(`face-${face}`);
}

const FOUND = import.meta.glob<{ art: GameArt }>("./*/index.ts");

/** The art of a game; undefined for one that has none yet. */
export async function artOf(slug: string): Promise<GameArt | undefined> {
  const load = FOUND[`./${slug}/index.ts`];
  return load && (await load()).art;
}

/** Slugs of the games that this front end can show. */
export const DRAWN = Object.keys(FOUND).map((path) => path.split("/")[1]!);
