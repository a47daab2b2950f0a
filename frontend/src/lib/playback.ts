// Event playback for live games and replays: a queue of updates, shown step by step, each reconciled with the view that
// came with it. It can be sped up, paused, and skipped to the end. The clock is injected, and it knows no page, so that
// it is tested without either.
import type { Observation, TableUpdate, View } from "@/lib/protocol";
import { settled, step } from "@/lib/step";

/** The state shown at a moment. */
export interface Scene {
  view: View | undefined;
  /** number of the update shown */
  version: number;
  /** the event just applied */
  observation: Observation | undefined;
  /** everything has been shown: the view is the table's own, and choices may be made */
  idle: boolean;
}

export interface Clock {
  /** call back after some milliseconds; returns a function that cancels it */
  after(ms: number, then: () => void): () => void;
}

export const CLOCK: Clock = {
  after(ms, then) {
    const timer = setTimeout(then, ms);
    return () => clearTimeout(timer);
  },
};

interface Step {
  update: TableUpdate;
  observation: Observation | undefined;
  /** the last step of its update, after which the update's own view is shown */
  last: boolean;
}

/** Milliseconds from one event to the next, at speed 1. */
export const PACE = 620;
/** Milliseconds after an event without moving cards, whose text is read. */
const PACE_OF_WORDS = 480;
/** Milliseconds, at speed 1, that the score of a game within a match can be read before its table is cleared; never hurried. */
export const PACE_OF_SCORE = 2600;
/** Most milliseconds for which other events hold back a decision, at speed 1: longer sequences are played faster, */
export const LONGEST_HOLD = 2000;
/** but at most this many times, so that each event is still seen. */
const FASTEST = 3;
/** Queue length from which playback speeds up, to keep up with a fast table. */
const PATIENCE = 3;
/** Updates waiting to be shown from which all are skipped: the page has slept through a part of the game. */
export const MOST_WAITING = 20;

export class Playback {
  private queue: Step[] = [];
  private cancelTimer: (() => void) | undefined;
  private view: View | undefined;
  private version = -1;
  private speed = 1;
  private holds = false;
  /** how many times faster than usual the queue is played, because a decision waits for it */
  private speedUp = 1;
  private running = true;

  constructor(
    private readonly clock: Clock,
    private readonly show: (scene: Scene) => void,
    private readonly say: (observation: Observation, update: TableUpdate) => void,
  ) {}

  /** Show an update immediately, without its events: on arrival, or when seeking in a replay. */
  jump(update: TableUpdate): void {
    this.drop();
    this.version = update.version;
    this.view = update.view; // none if the database was set back to before the deal
    this.present(undefined);
  }

  /** Queue an update. */
  feed(update: TableUpdate): void {
    const events = update.events ?? [];
    events.forEach((observation, at) => this.queue.push({ update, observation, last: at === events.length - 1 }));
    if (events.length === 0) this.queue.push({ update, observation: undefined, last: true });
    if (this.holds && update.view && update.view.seat >= 0 && update.view.to_act === update.view.seat) {
      const time = this.queue.reduce((sum, { observation }) => sum + paceOf(observation), 0);
      this.speedUp = Math.min(Math.max(time / LONGEST_HOLD, 1), FASTEST);
    }
    if (this.running && this.waiting() > MOST_WAITING) return this.skip();
    if (!this.cancelTimer) this.advance();
  }

  /** Take the latest update again, as after an interruption: its cards may have other handles. */
  renew(update: TableUpdate): void {
    const last = this.queue.at(-1);
    if (last) last.update = update;
    else if (update.view) this.view = update.view;
    if (!this.cancelTimer) this.present(undefined);
  }

  /** How many updates have not been shown to their end. */
  private waiting(): number {
    return new Set(this.queue.map((one) => one.update.version)).size;
  }

  /**
   * Of the latest update and those that came before it without a connection, the ones to queue: none that is shown or
   * queued already; undefined if some are missing, as the server no longer has them, or if it no longer has what is shown.
   */
  unseen(update: TableUpdate, missed: TableUpdate[]): TableUpdate[] | undefined {
    const newest = this.queue.at(-1)?.update.version ?? this.version;
    const unseen = [...missed.filter((one) => one.version < update.version), update].filter((one) => one.version > newest);
    return unseen.length === update.version - newest ? unseen : undefined;
  }

  /** Skip to now: report all queued events and show the last view. */
  skip(): void {
    const left = this.queue;
    this.drop();
    for (const one of left) this.take(one);
    if (this.view) this.view = settled(this.view);
    this.present(undefined);
  }

  /**
   * 1 is the normal speed, 2 twice as fast; 0 shows only the view after each update. `holds`: the table is idle only after
   * the animation of the last event, instead of at its start, and the events before a decision are played faster if long.
   */
  setSpeed(speed: number, holds = false): void {
    this.speed = speed;
    this.holds = holds;
    if (speed === 0 && this.queue.length > 0) this.skip();
  }

  pause(): void {
    this.running = false;
    this.cancelTimer?.();
    this.cancelTimer = undefined;
  }

  resume(): void {
    if (this.running) return;
    this.running = true;
    this.advance();
  }

  /** Clear the queue and stop. */
  drop(): void {
    this.queue = [];
    this.speedUp = 1;
    this.cancelTimer?.();
    this.cancelTimer = undefined;
  }

  private advance(): void {
    this.cancelTimer = undefined;
    if (!this.running) return;
    if (this.speed === 0 && this.queue.length > 0) return this.skip();
    const next = this.queue.shift();
    if (!next) {
      // The last cards have arrived on their piles.
      if (this.view) this.view = settled(this.view);
      this.speedUp = 1;
      return this.present(undefined);
    }
    this.take(next);
    if (!this.view && this.queue.length > 0) return this.advance(); // without a view there is nothing to animate
    this.present(next.observation);
    if (next.observation || this.queue.length > 0) this.cancelTimer = this.clock.after(this.pauseAfter(next.observation), () => this.advance());
  }

  private pauseAfter(observation: Observation | undefined): number {
    const scored = observation?.counters?.some((one) => one.goal) && this.queue[0]?.observation?.ended;
    if (scored) return PACE_OF_SCORE / this.speed;
    return paceOf(observation) / this.speed / Math.max(this.speedUp, this.waiting() > PATIENCE ? 4 : 1);
  }

  private take({ update, observation, last }: Step): void {
    this.version = update.version;
    if (observation) {
      this.say(observation, update);
      if (this.view) this.view = step(this.view, observation);
    }
    if (last && update.view) this.view = observation && this.view ? withFlying(update.view, this.view) : update.view;
  }

  private present(observation: Observation | undefined): void {
    this.show({ view: this.view, version: this.version, observation, idle: this.queue.length === 0 && !(this.holds && observation) });
  }
}

function paceOf(observation: Observation | undefined): number {
  if (!observation) return 0;
  return observation.moves?.length ? PACE : PACE_OF_WORDS;
}

/** Return the table's own view with the cards that are still moving to a pile. */
function withFlying(view: View, working: View): View {
  return {
    ...view,
    zones: view.zones.map((zone) => {
      const flying = zone.kind === "pile" ? working.zones.find((one) => one.id === zone.id)?.cards : undefined;
      return flying?.length ? { ...zone, cards: flying } : zone;
    }),
  };
}
