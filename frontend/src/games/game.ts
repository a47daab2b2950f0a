// Interface of a game's art: one folder per game, found by its slug. A game without art, or with a part of it, has the
// default drawing (`stage/default`) for the rest: everything that is the game's and not the artist's is in the view.
import type { Component, Snippet } from "svelte";
import type { Card, Choice, Observation, View } from "@/lib/protocol";
import type { Sound } from "@/lib/sound";
import type { Localizer } from "@/lib/localization";
import type { Form, LayoutZones, SeatRoom, ZoneLayout } from "@/stage/layout";

/** Props of a card's face, which fills its container; `choice` is the action when pressed. */
export interface FaceProps {
  card: Card;
  form: Form;
  name: string;
  localizer: Localizer;
  choice?: Choice | undefined;
}

/** Props of a card's back; `card`: a card that lies face down but shows more than its back, such as marks. */
export interface BackProps {
  card?: Card;
  localizer: Localizer;
}

/** Props of the table's background, in the stage's coordinates; `live`: legal cards are raised; `tools`: buttons that sort one's own hand. */
export interface BackgroundProps {
  view: View;
  zoneLayout: ZoneLayout;
  localizer: Localizer;
  names: string[];
  live: boolean;
  helps: boolean;
  tools: Snippet;
}

/** Props of a seat panel's content. */
export interface SeatPanelProps {
  view: View;
  localizer: Localizer;
  seat: number;
  room: SeatRoom;
  helps: boolean;
}

export interface Layout {
  /** positions of zones and seats */
  layoutZones: LayoutZones;
  /** content of a seat panel, instead of its counters */
  seatPanel?: Component<SeatPanelProps>;
  /** counters, and roles as `role-<id>`, that the art draws or leaves out: neither the seat panel nor the prompt's line shows them */
  drawn?: readonly string[];
  /** cards are no rectangles with round corners: their shadow follows what is drawn */
  shaped?: boolean;
}

/** Props of a close-up: a zone, the pressed card, and its legal actions. */
export interface CloseUpProps {
  view: View;
  zone: string;
  /** index of the card in its zone; -1: a closed pile as a whole */
  at: number;
  localizer: Localizer;
  names: string[];
  live: boolean;
  helps: boolean;
  /** the actions queued for the next decision, and a function that queues or removes one */
  queued: string[];
  queue: (action: string) => void;
  act: (choice: Choice) => void;
  /** opens the private notes, if there are any */
  notes?: () => void;
}

/** Props of a game's own page: at its own address with nothing to play, where its choice is made, or over the table. */
export interface PageProps {
  localizer: Localizer;
  /** plays the actions, at the table or once the game begins; `name`: what the player calls them, such as a deck's name */
  play?: (actions: string[], name?: string) => void;
  /** the table that the page lies over, with all observations so far */
  table?: { view: View; observations: Observation[]; names: string[]; helps: boolean };
}

export interface GameArt {
  layout?: Layout;
  face?: Component<FaceProps>;
  back?: Component<BackProps> | Component;
  /** under the cards */
  background?: Component<BackgroundProps>;
  /** of the game, wide, for the home page */
  picture?: Component;
  /** close-up of cards with their actions; if present, a press on any card opens it */
  closeUp?: Component<CloseUpProps>;
  /**
   * A page of the game, such as a deck builder: where seats choose what they play with, instead of the table while the view
   * asks for it (`View.page`), and, if there is the message `page` for its button, over the table.
   */
  page?: Component<PageProps>;
  /** sounds of events, by the id of their message */
  sounds?: Readonly<Record<string, Sound>>;
}

/** The art of a game, completed by the default drawing. */
export type Drawing = GameArt & Required<Pick<GameArt, "layout" | "face" | "background">> & { back: Component<BackProps> };
