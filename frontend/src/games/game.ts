// What a game brings to the browser: one folder here, found by its slug. Everything else is the same for all games.
import type { Component } from "svelte";
import type { Card, Choice, Observation, View, Words } from "@/lib/protocol";
import type { Sound } from "@/lib/sound";
import type { Argument, Speaker } from "@/lib/words";
import type { Arrange, Arrangement, Form, SeatRoom } from "@/stage/layout";

/** A button that is always there, whether or not it may be pressed now: pressing it in vain says which rule is against it. */
export interface Standing {
  action: string;
  /** a message of the game's words */
  label: string;
}

/** Another way to play a card, as with an ability: a switch beside the buttons. While it is on, pressing a card plays it so. */
export interface Way {
  way: string;
  label: string;
  /** may it be switched on now? */
  open: boolean;
  /** what pressing it in vain asks for, so that the table says which rule is against it */
  action: string;
}

/** Something that stands beside the question. */
export interface Told {
  words: Words;
  /** worked out to help; a player may switch it off */
  help: boolean;
}

/** What a close look gets: a zone, which of its cards one has pressed, and what may be done with it now. */
export interface CloseLook {
  view: View;
  zone: string;
  /** place of the card in its zone; -1: a closed pile, seen as a whole */
  at: number;
  speaker: Speaker;
  names: string[];
  live: boolean;
  helps: boolean;
  /** the actions that will be joined to one's next decision, and how to put one there or take it back */
  joined: string[];
  join: (action: string) => void;
  act: (choice: Choice) => void;
  /** opens one's private notes, where one has some */
  notes?: () => void;
}

export interface GameArt {
  /** where the zones are */
  arrange: Arrange;
  /** the face of a card; it fills the space it is given; `choice` is what pressing the card would do */
  Face: Component<{ card: Card; form: Form; name: string; speaker: Speaker; choice?: Choice | undefined }>;
  /** the back of a card */
  Back: Component;
  /** a card that lies face down, where more is seen of it than its back */
  Down?: Component<{ card: Card }>;
  /** cards seen close, with what may be done with them: where there is one, a press on any card opens it */
  CloseUp?: Component<CloseLook>;
  /** is this no decision of its own, but collected and sent together with the next one? */
  joins?: (action: string) => boolean;
  /** the view as it looks with what is collected */
  planned?: (view: View, joined: string[]) => View;
  /** what lies under the cards: drawn once, in the stage's coordinates */
  Ground: Component<{ view: View; arrangement: Arrangement; speaker: Speaker; names: string[]; helps: boolean }>;
  /** the game's picture, wide */
  Picture: Component;
  /** buttons that stay where they are all game long */
  standing: (view: View) => Standing[];
  /** the counter that a seat's plate shows large, and those that are shown as a word where they are not 0 */
  headline: string;
  states: string[];
  /** counters, and roles as `role-<id>`, that the ground shows, so that neither a plate nor the bar need to */
  drawn?: string[];
  /** the kind of zone whose cards are what one has won, shown with the result */
  spoils?: string;
  /** derived things of a working view, brought up to date after an event */
  follow: (view: View, heard: Observation) => View;
  /** what an event sounds like */
  sound: (heard: Observation) => Sound | undefined;
  /** cards have a text: it is shown of the card that one points at, and before one acts where one cannot point */
  reads?: boolean;
  /** decks are put together here: a page of its own, and in place of the table while it asks for a deck */
  Decks?: Component<{ speaker: Speaker; view?: View; play?: (actions: string[]) => void }>;
  /** does the table ask for a deck now? */
  asksForDeck?: (view: View) => boolean;
  /** what can be said of a card besides its name: a message of the words in this folder's game, with numbers */
  about: (view: View, card: Card, zone: string) => { id: string; args: Record<string, Argument> } | undefined;
  /** what a plate tells of its seat, in place of the counters */
  Facts?: Component<{ view: View; speaker: Speaker; seat: number; room: SeatRoom; helps: boolean }>;
  /** what stands beside the question, in place of the table's counters */
  told?: (view: View) => Told[];
  /** further ways to play a card; `through` is the view while one is switched on, "" being the plain way */
  ways?: (view: View, speaker: Speaker) => Way[];
  through?: (view: View, way: string) => View;
  /** the action that pressing a card means, though it is not allowed: the table says which rule is against it */
  attempt?: (view: View, card: Card, zone: string) => string | undefined;
  /** a choice to think over: pressing its card shows what stands on it, a second press or a button carries it out */
  weighed?: (choice: Choice) => boolean;
  /** a sheet of the game's own, opened by a button with this message of its words */
  sheet?: { label: string; Sheet: Component<{ heard: Observation[]; view: View; speaker: Speaker; names: string[]; helps: boolean }> };
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
  return art.called?.(speaker, face) ?? speaker.card(face);
}

const FOUND = import.meta.glob<{ art: GameArt }>("./*/index.ts");

/** The art of a game; undefined for one that has none yet. */
export async function artOf(slug: string): Promise<GameArt | undefined> {
  const load = FOUND[`./${slug}/index.ts`];
  return load && (await load()).art;
}

/** Slugs of the games that this front end can show. */
export const DRAWN = Object.keys(FOUND).map((path) => path.split("/")[1]!);
