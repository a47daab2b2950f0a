// Interface of a game's front end: one folder per game, found by its slug. Everything else is shared by all games.
import type { Component } from "svelte";
import type { Card, Choice, Observation, View, Words } from "@/lib/protocol";
import type { Sound } from "@/lib/sound";
import type { Argument, Speaker } from "@/lib/words";
import type { Arrange, Arrangement, Form, SeatRoom } from "@/stage/layout";

/** A permanent button: pressed when illegal, it shows the rule that forbids the action. */
export interface Standing {
  action: string;
  /** message id in the game's messages */
  label: string;
}

/** A mode of playing cards, such as with an ability: a switch beside the buttons that applies to the next card pressed. */
export interface Way {
  way: string;
  label: string;
  /** whether it may be switched on now */
  open: boolean;
  /** the action to attempt when it is illegal, so that the table names the rule that forbids it */
  action: string;
}

/** A status message beside the prompt. */
export interface Told {
  words: Words;
  /** a help that players can switch off */
  help: boolean;
}

/** Props of a close-up: a zone, the pressed card, and its legal actions. */
export interface CloseLook {
  view: View;
  zone: string;
  /** index of the card in its zone; -1: a closed pile as a whole */
  at: number;
  speaker: Speaker;
  names: string[];
  live: boolean;
  helps: boolean;
  /** the actions queued for the next decision, and a function that queues or removes one */
  joined: string[];
  join: (action: string) => void;
  act: (choice: Choice) => void;
  /** opens the private notes, if there are any */
  notes?: () => void;
}

export interface GameArt {
  /** layout of the zones */
  arrange: Arrange;
  /** the face of a card, which fills its container; `choice` is the action when pressed */
  Face: Component<{ card: Card; form: Form; name: string; speaker: Speaker; choice?: Choice | undefined }>;
  /** the back of a card */
  Back: Component;
  /** a face-down card, if it shows more than its back */
  Down?: Component<{ card: Card }>;
  /** close-up of cards with their actions; if present, a press on any card opens it */
  CloseUp?: Component<CloseLook>;
  /** whether this action is queued and sent together with the next decision */
  joins?: (action: string) => boolean;
  /** the view with the queued actions applied */
  planned?: (view: View, joined: string[]) => View;
  /** table background under the cards, in the stage's coordinates */
  Ground: Component<{ view: View; arrangement: Arrangement; speaker: Speaker; names: string[]; helps: boolean }>;
  /** the game's picture, wide */
  Picture: Component;
  /** permanent buttons */
  standing: (view: View) => Standing[];
  /** the main counter of a seat's plate, and the counters shown as a word if not 0 */
  headline: string;
  states: string[];
  /** counters, and roles as `role-<id>`, that the ground shows and so neither plates nor the bar */
  drawn?: string[];
  /** the kind of zone with won cards, shown with the result */
  spoils?: string;
  /** updates derived values of a working view after an event */
  follow: (view: View, heard: Observation) => View;
  /** the sound of an event */
  sound: (heard: Observation) => Sound | undefined;
  /** cards have texts: shown on hover or, without a pointer, before the action */
  reads?: boolean;
  /** deck builder: a page of its own, also shown instead of the table while it asks for a deck */
  Decks?: Component<{ speaker: Speaker; view?: View; play?: (actions: string[]) => void }>;
  /** whether the table asks for a deck now */
  asksForDeck?: (view: View) => boolean;
  /** facts about a card besides its name: a message of the game with arguments */
  about: (view: View, card: Card, zone: string) => { id: string; args: Record<string, Argument> } | undefined;
  /** content of a seat's plate instead of its counters */
  Facts?: Component<{ view: View; speaker: Speaker; seat: number; room: SeatRoom; helps: boolean }>;
  /** status beside the prompt instead of the table's counters */
  told?: (view: View) => Told[];
  /** modes of playing a card; `through` is the view in a mode, "" is the plain one */
  ways?: (view: View, speaker: Speaker) => Way[];
  through?: (view: View, way: string) => View;
  /** the illegal action to attempt when a card is pressed, so that the table names the rule that forbids it */
  attempt?: (view: View, card: Card, zone: string) => string | undefined;
  /** whether a choice needs confirmation: the first press shows the card's text, a second one or a button plays it */
  weighed?: (choice: Choice) => boolean;
  /** a dialog of the game, opened by a button with this message id */
  sheet?: { label: string; Sheet: Component<{ heard: Observation[]; view: View; speaker: Speaker; names: string[]; helps: boolean }> };
  /** the name of a face, unless it has its own message (`face-<id>`) */
  called?: (speaker: Speaker, face: string) => string;
  /** hints beside the prompt, shortest first */
  said?: (view: View, speaker: Speaker) => string[];
  /** handles a press on a card; true if no action or close-up shall follow */
  press?: (view: View, card: Card, zone: string) => boolean;
  /** reorders the own hand for the player only: moves a card to the place of another */
  reorder?: (view: View, handle: number, onto: number) => void;
}

/** Return the name of a face. */
export function faceName(art: GameArt, speaker: Speaker, face: string): string {
  return art.called?.(speaker, face) ?? speaker.card(face);
}

const FOUND = import.meta.glob<{ art: GameArt }>("./*/index.ts");

/** Load the art of a game; undefined if it has none. */
export async function artOf(slug: string): Promise<GameArt | undefined> {
  const load = FOUND[`./${slug}/index.ts`];
  return load && (await load()).art;
}

/** Slugs of the games with a front end. */
export const DRAWN = Object.keys(FOUND).map((path) => path.split("/")[1]!);
