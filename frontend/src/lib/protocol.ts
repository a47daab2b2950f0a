// Made by `python -m tefuda.server.describe` from the server's own types: do not edit.

export const MAX_MESSAGE_BYTES = 4096;

/** Why the server closes a WebSocket. */
export const CloseCode = {
  /** the server restarts, come back in a moment */
  SHUTTING_DOWN: 1012,
  /** a message was too large */
  TOO_BIG: 1009,
  /** too many messages, or too many refused ones */
  TOO_MUCH: 4008,
  /** you did not read what you were sent */
  NOT_READING: 4009,
  /** there is no such table, or you may not see it: no use to try again */
  NO_TABLE: 4004,
  /** you asked to be forgotten: connect again as a new guest, or not at all */
  FORGOTTEN: 4010,
  /** another site's page opened this connection: no use to try again */
  FOREIGN: 4003,
} as const;

/** POST /api/me: take a name, or change it. */
export interface NewGuest {
  name: string;
}

/** A house rule of a game. */
export interface OptionInfo {
  name: string;
  default: number;
  low: number;
  high: number;
  clause: string;
}

/** GET /api/games: one game there is to play. Its words are in the game's own .ftl files. */
export interface GameInfo {
  slug: string;
  fewest: number;
  most: number;
  options: OptionInfo[];
  /** of bots, weakest first */
  levels: string[];
}

/** GET /api/games/SLUG/cards: what a card file says of the cards of a game, by face id. Of a face that is not here the message `face-<id>` is the name. */
export interface GameCards {
  cards: Record<string, CardText>;
}

/** Who shall play a seat of a new table: its maker, a bot, or whoever comes. */
export interface SeatWish {
  kind: "bot" | "me" | "open";
  level?: string;
}

/** POST /api/tables: one wish a seat; the number of seats is the number of players. */
export interface NewTable {
  game: string;
  seats: SeatWish[];
  options?: Record<string, number>;
  public?: boolean;
  /** deal at once (every seat must be taken) */
  deal?: boolean;
  /** of your share in the deal; needs a seat of yours */
  pledge?: string;
}

/** One attempt to deal. Its seal fixes everything that decides the cards before a share is revealed. */
export interface Attempt {
  /** 1, 2, ... */
  number: number;
  /** call-off of the attempt before; 64 zeros for the first */
  previous: string;
  /** to the server's secret of this attempt */
  commitment: string;
  /** who was to play: "person" or "bot LEVEL", by seat */
  seats: string[];
  /** by seat */
  pledges: Record<number, string>;
  seal: string;
  /** the server's, over the seal */
  signature: string;
  /** seats whose share did not come; only of an attempt that was called off */
  silent?: number[];
  /** "": not called off */
  call_off?: string;
}

/** What is published of a table's deal; all hashes and keys in hex. docs/fair-deals.md explains it. */
export interface DealInfo {
  /** 2; 1: dealt by an earlier release, its cards could be foreseen, and nothing about them is proven */
  protocol: number;
  /** version of the game's rules */
  rules?: string;
  /** SHA-256 of the card tables */
  cards?: string;
  /** Ed25519 public key that signs this table's seals and record */
  server?: string;
  /** the last one without a call-off is the one that is dealt */
  attempts?: Attempt[];
  dealt?: boolean;
  /** the pledge that stands for your seat and is not sealed yet; nobody else is told it */
  pledge?: string;
  /** your share of the open attempt has arrived */
  shared?: boolean;
}

/** What may be told of a table to anybody who may see it. */
export interface TableInfo {
  id: string;
  game: string;
  options: Record<string, number>;
  public: boolean;
  phase: "open" | "over" | "playing";
  sitters: Sitter[];
  /** seconds since 1970 */
  created: number;
  /** your seat, -1 if you have none here */
  you: number;
  /** did you make this table? */
  host: boolean;
  /** id of the rematch */
  next: string | null;
  /** none in lists of tables, and where a game begins from a position */
  deal: DealInfo | null;
}

/** GET /api/me: who you are here. */
export interface Me {
  /** "" for a guest without a name yet */
  name: string;
  /** running and recent ones, newest first */
  tables: TableInfo[];
}

/** POST /api/me/delete: takes nothing; the body is `{}`. */
export interface Forget {
}

/** An entry that you made in the log of a table, or that seated you. */
export interface OwnEntry {
  /** its place in the log; the server keeps no time for it */
  version: number;
  entry: Record<string, unknown>;
}

/** How a game at which you were ended. */
export interface OwnResult {
  /** seconds since 1970 */
  ended: number;
  /** by seat */
  ranks: number[];
  scores: number[];
}

/** What is kept of you at one table. */
export interface OwnTable {
  id: string;
  game: string;
  options: Record<string, number>;
  public: boolean;
  phase: "open" | "over" | "playing";
  /** seconds since 1970 */
  created: number;
  /** did you make it? */
  host: boolean;
  /** yours, -1 for none */
  seat: number;
  /** false: you have left that seat */
  seated: boolean;
  note: string;
  entries: OwnEntry[];
  result: OwnResult | null;
}

/** GET /api/me/export: everything that is kept of you. Of your cookie only a hash is kept, which is not in here. */
export interface OwnData {
  name: string;
  /** seconds since 1970, when you were given your cookie; 0 for nobody */
  created: number;
  /** about when you came last */
  seen: number;
  /** newest first */
  tables: OwnTable[];
}

/** A key with which this server signs seals and records, or once did. */
export interface SigningKey {
  /** Ed25519 public key, hex */
  key: string;
  /** seconds since 1970 */
  since: number;
  /** what it signed proves nothing by itself */
  stolen: boolean;
  /** the key before it, where that one vouches for it */
  signed_by: string;
  /** of that key */
  signature: string;
}

/** GET /.well-known/tefuda-keys: all keys ever, the newest last; it signs new tables. */
export interface SigningKeys {
  keys: SigningKey[];
}

/** POST /api/tables/ID/invite: takes nothing; the body is `{}`. */
export interface Invite {
}

/** POST /api/tables/ID/invite: a link for friends. */
export interface Invitation {
  /** "/join/ID/SIGNATURE" */
  path: string;
}

/** POST /api/tables/ID/join: take an open seat (the first unless named); by invitation unless it is public. */
export interface Join {
  name: string;
  invitation?: string;
  seat?: number | null;
  /** of your share in the deal */
  pledge?: string;
}

/** POST /api/tables/ID/leave: give your seat up: it opens again, or once the cards are dealt a bot plays it. */
export interface Leave {
}

/** GET /api/tables/ID/record: a game to step through, every update with its view. */
export interface GameRecord {
  table: TableInfo;
  /** through whose eyes; -1: a spectator's */
  seat: number;
  updates: TableUpdate[];
  /** is the whole truth at /api/tables/ID/record.txt? */
  released: boolean;
}

/** The body of every answer that is not a success, and the reason in a `refused` message. */
export interface Trouble {
  message: string;
  /** the rulebook clause, where a rule of the game refuses */
  clause?: string;
}

/** A command: one or several actions of your seat, done together or not at all. */
export interface Play {
  t: "play";
  /** of your choice; the same id again gets the same answer and is never played twice */
  id: string;
  /** the `turn` of the update you answer */
  turn: number;
  actions: string[];
}

/** The host puts a bot on a seat, or opens it, before the deal. */
export interface Sit {
  t: "sit";
  id: string;
  seat: number;
  kind: "bot" | "open";
  level?: string;
}

/** The hash of a random share in the deal that you keep; before the deal, the last one counts. */
export interface Pledge {
  t: "pledge";
  id: string;
  pledge: string;
}

/** Reveal your share to the server, once you have checked the seal that holds its pledge. */
export interface Share {
  t: "share";
  id: string;
  /** that you checked */
  seal: string;
  share: string;
}

/** The host seals the deal; the cards are dealt as soon as all shares in the seal have arrived. */
export interface Deal {
  t: "deal";
  id: string;
}

/** Let a bot play on for a seat that is idle or gone, or for your own; `on: false` takes your own seat back. */
export interface StandIn {
  t: "stand-in";
  id: string;
  seat: number;
  on?: boolean;
}

/** One of the preset reactions. */
export interface React {
  t: "react";
  id: string;
  reaction: "again" | "hello" | "hurry" | "nice" | "oops" | "thanks" | "thinking" | "wow";
}

/** Ask a bot what it would play in your place. */
export interface Hint {
  t: "hint";
  id: string;
}

/** Your private notes at this table, kept for you alone. */
export interface Note {
  t: "note";
  id: string;
  /** what fits into a message in any script */
  text: string;
}

/** After the game: another one with the same people, seats moved on by one. */
export interface Rematch {
  t: "rematch";
  id: string;
}

/** Are you there? Answered by `pong`. */
export interface Ping {
  t: "ping";
  id: string;
}

/** How a seat is doing. */
export interface Presence {
  state: "bot" | "gone" | "here" | "idle" | "open";
  /** a bot plays on for them */
  stand_in: boolean;
}

/** The first message: the table as it is. */
export interface Welcome {
  t: "welcome";
  table: TableInfo;
  seats: Presence[];
  note: string;
  update: TableUpdate;
  /** since the update you named, without views, oldest first */
  missed: TableUpdate[];
}

/** What happened, as you hear it, and how the table looks to you now. Every entry gives one, to everybody. */
export interface TableUpdate {
  t: "update";
  /** number of this update; nothing is skipped */
  version: number;
  /** commands played so far; a `play` must name it */
  turn: number;
  sitters: Sitter[];
  events?: Heard[];
  /** none before the deal, and in `missed` */
  view?: View;
  /** before the deal and in the update that deals; not in `missed` */
  deal?: DealInfo;
}

/** Somebody came, left, fell idle, or a bot plays on. */
export interface SeatsNow {
  t: "seats";
  seats: Presence[];
  /** spectators */
  watching: number;
}

/** Your message was carried out, and what it did is stored. */
export interface Done {
  t: "done";
  id: string;
  version: number;
}

/** Your message was not carried out; nothing has changed. */
export interface Refused {
  t: "refused";
  /** "" where the message had none that could be read */
  id: string;
  trouble: Trouble;
}

/** Somebody reacts. */
export interface Reaction {
  t: "reaction";
  seat: number;
  reaction: string;
}

/** What a bot would play in your place. */
export interface Advice {
  t: "advice";
  id: string;
  actions: string[];
  label: Words;
}

/** There is a rematch. */
export interface Moved {
  t: "moved";
  table: string;
}

/** Here I am. */
export interface Pong {
  t: "pong";
  id: string;
}

/** What a card is called and what is written on it. */
export interface CardText {
  name: Words | Text;
  text?: Words | Text;
}

/** A message by its Fluent id, with arguments: integers, text, seats (shown by name), or further words. */
export interface Words {
  t: "words";
  id: string;
  args?: Record<string, number | string | Seat | Text | Words>;
}

/** A seat as an argument of `Words`: shown as its player's name. */
export interface Seat {
  t: "seat";
  seat: number;
}

/** Text in both languages that comes from a card file: only what a game's own messages cannot know. */
export interface Text {
  t: "text";
  ja: string;
  en: string;
}

/** Who plays a seat. */
export interface Sitter {
  kind?: "bot" | "open" | "person";
  name?: string;
  /** of a bot */
  level?: string;
}

/** One thing that happened, as one audience hears it. */
export interface Heard {
  /** a message without a text goes on from what was said before, and is no line of a log */
  words: Words;
  moves?: Move[];
  /** the rulebook clause that made it happen, where that helps to understand it */
  clause?: string;
}

/** Cards that go from one zone to another within an event. */
export interface Move {
  source: string;
  target: string;
  /** as this audience sees it on its way */
  face?: string;
  pose?: "down" | "sideways" | "upright";
  count?: number;
  /** place of the card in the source's `cards`; -1: whichever looks like it, or the newest that nobody sees */
  at?: number;
  /** given by the table: the card that goes; 0 where several go at once */
  handle?: number;
}

/** Everything one audience sees of a game at one moment. */
export interface View {
  game: string;
  /** whose view; -1: a spectator's */
  seat: number;
  players: number;
  /** seat that decides; -1 when over */
  to_act: number;
  zones: Zone[];
  counters?: Counter[];
  /** seats with a role, named by the message `role-<id>`: {"dealer": 2} */
  roles?: Record<string, number>;
  prompt?: Words;
  choices?: Choice[];
  result?: Result;
  /** worked out from what this audience sees, to help; a player may switch them off */
  helps?: Words[];
}

/** A place on the table that holds cards, named by the message `zone-<id without its owner>`. */
export interface Zone {
  /** "deck", "bids-2": the part before "-" names the kind of place, the number the seat */
  id: string;
  kind: "fan" | "pile" | "row" | "stack";
  /** cards in it */
  count: number;
  /** those that can be told apart, in order; a pile lists none */
  cards?: Card[];
  /** the seat it lies before; -1: the table's */
  owner?: number;
  /** what the cards in it say together, where that is more than each of them says */
  note?: Words | Text;
}

/** One card as this audience sees it. */
export interface Card {
  /** face id, named by the message `face-<id>`; None: only its back is seen */
  face?: string;
  /** "down": turned over, though `face` may still be known */
  pose?: "down" | "sideways" | "upright";
  /** ids of what is seen on it, each named by the message `mark-<id>` */
  marks?: string[];
  /** given by the table: which physical card this is, as far as this audience can tell */
  handle?: number;
}

/** A number beside the cards, named by the message `counter-<id>`. */
export interface Counter {
  id: string;
  value: number;
  owner?: number;
  /** worked out from what is public, to help; a player may switch it off */
  help?: boolean;
}

/** One legal action of the seat that sees this view. */
export interface Choice {
  /** its notation */
  action: string;
  label: Words;
  /** the zone it belongs to; None: a button of its own */
  zone?: string;
  /** place of the card in that zone's `cards` */
  card?: number;
}

/** How a finished game ended. */
export interface Result {
  /** rank of each seat, 1 is best */
  ranks: number[];
  /** points of each seat, as people count them */
  scores: number[];
  /** what the scores are, where they are no points: "3 coins" */
  words?: Words[];
}

export type ToTable = Play | Sit | Pledge | Share | Deal | StandIn | React | Hint | Note | Rematch | Ping;

export type FromTable = Welcome | TableUpdate | SeatsNow | Done | Refused | Reaction | Advice | Moved | Pong;
