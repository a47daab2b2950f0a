// Reactive state of a table's page: connection, event playback, log, and legal actions. Read by the page and its panels;
// renders nothing.
import { soundOf } from "@/games/drawing";
import type { Drawing } from "@/games/game";
import { alertTurn, dropAlert } from "@/lib/alerts";
import { api } from "@/lib/api";
import { ClockModel } from "@/lib/clock.svelte";
import { Connection, type FromServer, type Link, type Message, TableRefusal } from "@/lib/connection";
import { DealModel } from "@/lib/deal.svelte";
import { GameLog } from "@/lib/game-log.svelte";
import { keepOrder } from "@/lib/hand-order.svelte";
import type { Lesson } from "@/lib/lesson.svelte";
import { about, errorText, t } from "@/lib/messages.svelte";
import { keepPush } from "@/lib/push";
import { CLOCK, Playback, type Scene } from "@/lib/playback";
import { type Advice, type BackNow, CloseCode, type ErrorMessage, type Observation, type Presence, type Sitter, type TableChange, type TableInfo, type TableUpdate } from "@/lib/protocol";
import { settings, still } from "@/lib/settings.svelte";
import { play as sound } from "@/lib/sound";
import { TalkModel } from "@/lib/talk.svelte";
import { SPECTATOR } from "@/lib/view";

/** A change of the table before the deal, with the game that was to be played then. */
export interface ChangeLine {
  key: number;
  change: TableChange;
  game: string;
  /** it is about the reader */
  mine: boolean;
}

const MOST_CHANGES = 8;

export class TableModel {
  link: Link = $state("connecting");
  info: TableInfo | undefined = $state.raw();
  scene: Scene = $state.raw({ view: undefined, version: -1, observation: undefined, idle: true });
  sitters: Sitter[] = $state.raw([]);
  /** whether players get hints: always against bots alone */
  readonly hints = $derived(this.info?.hints === true || this.sitters.filter((one) => one.kind === "person").length < 2);
  /** the reader's own seat, -1 for spectators, whatever view they have chosen */
  readonly me = $derived(this.info?.you ?? SPECTATOR);
  /** the seats that show spectators what they see */
  shown: number[] = $state.raw([]);
  seats: Presence[] = $state.raw([]);
  watching = $state(0);
  /** why the last command was refused */
  error: ErrorMessage | undefined = $state.raw();
  /** why the server has not let this page connect, or has closed its connection */
  turnedAway: ErrorMessage | undefined = $state.raw();
  advice: Advice | undefined = $state.raw();
  /** the messages that await their answers, as JSON */
  private asked: string[] = $state.raw([]);
  note = $state("");
  /** what has changed at the table before the deal since this page was opened */
  changes: ChangeLine[] = $state.raw([]);
  /** the host has removed this player from their seat, while this page was open */
  expelled = $state(false);
  /** the table of the rematch */
  next: string | undefined = $state();
  /** the seats of those who have made a link to the finished game */
  shares: number[] = $state.raw([]);
  turn = $state(0);
  /** what was chosen before the deal, by seat: the command of its first decision, "" for one that is secret */
  openings: Record<number, string> = $state.raw({});
  /** whether one's own first decision was made in the lobby and is about to be played */
  readonly opening = $derived(this.turn < this.sitters.length && this.openings[this.info?.you ?? SPECTATOR] !== undefined);
  /** what can be said of taking the last action back */
  back: BackNow | undefined = $state.raw();
  /** the game was over when it was shown from the start */
  openedOver = false;

  readonly log = new GameLog();
  /** this browser's knowledge of the deal */
  readonly deal: DealModel;
  readonly talk: TalkModel;
  readonly clock = new ClockModel(() => this.info?.you ?? SPECTATOR);

  /** the note as the server has it */
  private savedNote = "";
  private readonly connection: Connection;
  private readonly playback: Playback;
  private lastKey = 0;
  /** the seat whose view a spectator has chosen, -1 for none: chosen again after an interruption */
  private watched = SPECTATOR;
  /** the seat to act when everything had last been shown */
  private decided: number | undefined;
  /** the latest update asks the user to decide */
  private mine = false;
  private art: Drawing | undefined;

  /** Called while a page is made, whose end ends its effects. */
  constructor(
    readonly id: string,
    readonly invitation: string,
    /** the lesson that this table is, if it is one */
    readonly lesson?: Lesson,
  ) {
    this.talk = new TalkModel(id);
    // Sent automatically: if the table refuses one, the giver acts on the next update instead of showing an error.
    this.deal = new DealModel(async (message) => {
      const answer = await this.connection.send(message);
      return "version" in answer ? answer.version : -1;
    });
    this.playback = new Playback(
      CLOCK,
      (scene) => this.show(scene),
      (observation, { turn }) => this.observe(observation, turn),
    );
    this.connection = new Connection(
      lesson ? `lessons/${lesson.game}` : `tables/${id}`,
      (): Record<string, string> => (lesson ? { place: lesson.place, ...(lesson.card ? { card: lesson.card } : {}) } : invitation ? { invitation } : {}),
      () => settings.language,
      (message) => this.take(message),
      (link, code) => {
        this.link = link;
        if (code === CloseCode.FORGOTTEN) this.turnedAway = { message: t("table-forgotten") };
      },
    );
    document.addEventListener("visibilitychange", this.seen);
    let spoken = settings.language;
    $effect(() => {
      if (settings.language === spoken) return;
      spoken = settings.language;
      this.connection.renew();
    });
  }

  /** Whether a message of this kind, or of any, awaits its answer. */
  asks(kind?: Message["t"]): boolean {
    return kind ? this.asked.some((one) => (JSON.parse(one) as Message).t === kind) : this.asked.length > 0;
  }

  /** Whether such a message is sent once the connection is back. */
  held(kind?: Message["t"]): boolean {
    return this.link !== "open" && this.asks(kind);
  }

  /** A player who is looking at the page needs no notification. */
  private readonly seen = (): void => {
    if (!document.hidden && !this.lesson) void dropAlert(this.id);
  };

  /** The game's art once loaded, for sounds. */
  use(art: Drawing): void {
    this.art = art;
  }

  close(): void {
    document.removeEventListener("visibilitychange", this.seen);
    this.playback.drop();
    this.log.close();
    this.clock.close();
    this.connection.close();
  }

  skip(): void {
    this.playback.skip();
  }

  /** Set the speed of the playback: faster and without holding back choices where nothing moves, none at all when skipping. */
  pace(): void {
    const skips = this.seats[this.info?.you ?? SPECTATOR]?.skips === true;
    this.playback.setSpeed(skips ? 0 : still() ? 3 : 1, !still());
  }

  /** Play actions of one's own seat; a refusal is shown as `error`. */
  async play(...actions: string[]): Promise<void> {
    if (!this.scene.idle) return this.skip();
    if (this.asks("play")) return; // pressed twice
    await this.send({ t: "play", turn: this.turn, actions });
  }

  /** Send a message; resolves to whether it was carried out. One that still awaits its answer is not sent again. */
  async send(message: Message): Promise<boolean> {
    const sent = JSON.stringify(message);
    if (this.asked.includes(sent)) return false;
    this.error = undefined;
    if (message.t === "play" || message.t === "hint") this.advice = undefined;
    this.asked = [...this.asked, sent];
    try {
      await this.connection.send(message);
      return true;
    } catch (reason) {
      if (!(reason instanceof TableRefusal)) throw reason;
      this.error = reason.error;
      if (!this.lesson) sound("refused"); // in a lesson a wrong press is a question
      return false;
    } finally {
      this.asked = this.asked.filter((one) => one !== sent);
    }
  }

  /** Send a message beside the game; resolves to why it was refused, "" if it was not. */
  async ask(message: Message): Promise<string> {
    try {
      await this.connection.send(message);
      return "";
    } catch (reason) {
      if (!(reason instanceof TableRefusal)) throw reason;
      return reason.error.message;
    }
  }

  /** Save the note, also for the player's other devices. */
  async keepNote(): Promise<void> {
    const text = this.note;
    if (await this.send({ t: "note", text })) this.savedNote = text;
  }

  /** Take the seat again that the player has left during the game. */
  async comeBack(): Promise<void> {
    this.error = undefined;
    try {
      await api.join(this.id, "", this.invitation, "");
    } catch (reason) {
      this.error = { message: errorText(reason) };
    }
  }

  /** Watch the game as a seat sees it, -1 for a spectator. */
  async watch(seat: number): Promise<void> {
    this.watched = (await this.send({ t: "watch", seat })) ? seat : SPECTATOR;
  }

  private take(message: FromServer): void {
    switch (message.t) {
      case "lesson":
        this.lesson?.take(message);
        break;
      case "welcome":
        this.expelled = message.table.barred && (this.expelled || (this.info?.you ?? SPECTATOR) >= 0);
        this.info = message.table;
        this.turnedAway = undefined;
        this.seats = message.seats;
        this.noted(message.note);
        this.talk.voice = message.voice;
        if (message.talk) this.talk.take(message.talk);
        if (message.table.you >= 0 && !this.lesson) void keepPush();
        this.seen(); // a push message may have led here
        this.clock.take(message.clock);
        this.next = message.table.next ?? undefined;
        this.pace();
        this.deal.see(message.table, message.update.sitters, message.update.deal ?? message.table.deal, message.update.version, true);
        for (const update of [...message.missed, message.update]) this.deal.collect(update);
        this.arrive(message.update, message.missed);
        this.watchAgain(message.update);
        break;
      case "update":
        if (this.info && message.arranged) this.info = { ...this.info, ...message.arranged };
        this.tell(message);
        this.notice(message);
        this.log.takeBack(message);
        if (this.info) this.deal.see(this.info, message.sitters, message.deal, message.version);
        this.deal.collect(message);
        this.playback.feed(message);
        break;
      case "seats":
        this.seats = message.seats;
        this.watching = message.watching;
        this.pace();
        break;
      case "clock":
        this.clock.take(message);
        break;
      case "pong": // the page may have slept since the last clock, which has just begun to count
        if (message.clock) this.clock.take(message.clock);
        break;
      case "talk":
        this.talk.take(message);
        break;
      case "advice":
        this.advice = message;
        break;
      case "shares":
        this.shares = message.seats;
        break;
      case "noted":
        this.noted(message.text);
        break;
      case "moved":
        this.next = message.table;
        break;
      case "refused":
        if (message.id === "" && !this.connection.welcomed) this.turnedAway = message.error;
        break;
    }
  }

  /** Take the note as the server has it, unless another one is being written. */
  private noted(text: string): void {
    if (this.note === this.savedNote) this.note = text;
    this.savedNote = text;
  }

  private arrive(update: TableUpdate, missed: TableUpdate[]): void {
    const known = this.connection.setBack ? -1 : this.scene.version;
    this.notice(update);
    if (this.lesson) return this.playback.jump(update);
    const unseen = known < 0 ? undefined : this.playback.unseen(update, missed);
    if (this.scene.view && update.view) keepOrder(this.scene.view, update.view);
    if (!unseen) return this.start(update);
    if (unseen.length === 0) return this.playback.renew(update);
    for (const one of unseen) {
      this.tell(one);
      this.log.takeBack(one);
    }
    // A spectator who sees the game from another seat starts over: cards have other handles there.
    if (update.view && this.scene.view && update.view.seat !== this.scene.view.seat && this.me < 0) return this.playback.jump(update);
    for (const one of unseen) this.playback.feed(one);
  }

  /** Show the table as it is: when the page is opened, and when the server no longer has all that it has missed. */
  private start(update: TableUpdate): void {
    this.openedOver = update.view?.result != null;
    this.playback.jump(update);
    void this.log.begin(update.version, () => api.record(this.id, this.invitation));
  }

  private watchAgain({ view, shown = [] }: TableUpdate): void {
    const chosen = this.watched;
    this.watched = SPECTATOR;
    if (this.me < 0 && view && chosen >= 0 && view.seat < 0 && shown.includes(chosen)) void this.watch(chosen);
    else if (view && view.seat === chosen) this.watched = chosen;
  }

  private notice(update: TableUpdate): void {
    this.shown = update.shown ?? [];
    if (update.turn !== this.turn) this.advice = undefined;
    this.turn = update.turn;
    this.back = update.back;
    this.call(update);
    this.sitters = update.sitters;
    if (!update.view) this.openings = update.openings ?? {};
    if (this.info) {
      const phase = !update.view ? "open" : update.view.to_act < 0 ? "over" : "playing";
      this.info = { ...this.info, sitters: update.sitters, phase };
    }
  }

  /** Show what an update has changed about the table. */
  private tell({ changes = [] }: TableUpdate): void {
    if (!this.info || changes.length === 0) return;
    const { game } = this.info;
    this.changes = [...this.changes, ...changes.map((change) => ({ key: ++this.lastKey, change, game, mine: change.seat === this.me }))].slice(-MOST_CHANGES);
    if (changes.some((change) => change.kind === "readmitted")) {
      this.info = { ...this.info, barred: false };
      this.expelled = false;
    }
  }

  /** Call a player whose page is out of sight at once: there the playback is slow, as its timers are throttled. */
  private call({ view }: TableUpdate): void {
    const mine = view !== undefined && this.me >= 0 && view.to_act === this.me && !this.seats[this.me]?.stand_in && !(view.page && this.opening);
    const called = mine && !this.mine;
    const over = this.mine && !mine;
    this.mine = mine;
    if (over && !this.lesson) void dropAlert(this.id); // even if a bot, or the player on another device, has played
    if (!called || !document.hidden || this.lesson || !this.info) return;
    sound("turn");
    void alertTurn(this.id, t("alert-turn"), about(this.info.game, "title"));
  }

  private show(scene: Scene): void {
    this.scene = scene;
    const view = scene.view;
    const mine = view !== undefined && this.me >= 0 && view.to_act === this.me && scene.idle;
    if (mine && this.decided !== this.me) {
      this.error = undefined; // why an attempt out of turn was refused
      if (!document.hidden) sound("turn");
    }
    if (scene.idle) this.decided = view?.to_act;
    // The tab's title notifies users who look at another tab.
    document.title = document.title.replace(/^● /, "");
    if (mine) document.title = `● ${document.title}`;
  }

  private observe(observation: Observation, turn: number): void {
    this.log.observe(observation, turn);
    const made = this.art && soundOf(this.art, observation);
    if (made) sound(made);
  }
}
