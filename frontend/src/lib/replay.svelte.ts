// A game that is shown again: its record as a seat saw it, the place in it, and playing on from there.
import { drawingOf, soundOf } from "@/games/drawing";
import type { Drawing } from "@/games/game";
import { Refusal } from "@/lib/api";
import { DealModel } from "@/lib/deal.svelte";
import type { Line } from "@/lib/game-log.svelte";
import { errorText } from "@/lib/messages.svelte";
import { CLOCK, Playback, type Scene } from "@/lib/playback";
import type { GameRecord, TableUpdate } from "@/lib/protocol";
import { play as sound } from "@/lib/sound";

/** Milliseconds between two updates, at normal speed. */
const PAUSE = 900;

export class ReplayModel {
  record: GameRecord | undefined = $state.raw();
  art: Drawing | undefined = $state.raw();
  /** why the game cannot be shown */
  failure: unknown = $state.raw();
  /** why it cannot be shown from another perspective; "": it can */
  viewerError = $state("");
  /** the chosen perspective: a seat, -1 for a spectator */
  viewer = $state(-1);
  scene: Scene = $state.raw({ view: undefined, version: -1, observation: undefined, idle: true });
  /** the place among the updates, from 0 */
  at = $state(0);
  playing = $state(false);
  speed = $state(1);
  readonly deal = new DealModel();
  readonly updates: TableUpdate[] = $derived((this.record?.updates ?? []).filter((update) => update.view));
  readonly lines: Line[] = $derived(
    this.updates.slice(0, this.at + 1).flatMap((update) => (update.events ?? []).map((observation, i) => ({ key: update.version * 100 + i, observation }))),
  );
  private readonly playback = new Playback(
    CLOCK,
    (now) => (this.scene = now),
    (observation) => {
      const made = this.art && soundOf(this.art, observation);
      if (made) sound(made);
    },
  );

  /** `load` gets the record from a seat's perspective, undefined: from the reader's own. */
  constructor(private readonly load: (seat: number | undefined) => Promise<GameRecord>) {
    $effect(() => this.playback.setSpeed(this.speed));
    $effect(() => {
      if (!this.playing || !this.scene.idle) return;
      if (this.at >= this.updates.length - 1) {
        this.playing = false;
        return;
      }
      return CLOCK.after(PAUSE / this.speed, () => this.on());
    });
  }

  /** Show the game at a step, from 1, as a seat saw it. */
  async open(seat: number | undefined, step: number): Promise<void> {
    this.failure = undefined;
    try {
      const found = await this.load(seat).catch((error: unknown) => {
        // The address of a moment may be kept from a game that is still on, in which only one's own view can be seen.
        if (seat !== undefined && error instanceof Refusal && error.status === 403) return this.load(undefined);
        throw error;
      });
      this.art = await drawingOf(found.table.game);
      this.record = found;
      this.viewer = found.seat;
      this.deal.see(found.table, found.table.sitters, found.table.deal, 0);
      this.go(step - 1);
    } catch (error) {
      this.failure = error;
    }
  }

  close(): void {
    this.playback.drop();
  }

  /** Change the perspective at the same moment. */
  async lookAs(seat: number): Promise<void> {
    this.playing = false;
    this.viewerError = "";
    const asked = (this.viewer = seat);
    try {
      const found = await this.load(seat);
      if (asked !== this.viewer) return; // the choice has changed meanwhile
      this.record = found;
      this.go(this.at);
    } catch (error) {
      if (asked !== this.viewer) return;
      this.viewer = this.record!.seat;
      this.viewerError = errorText(error);
    }
  }

  /** Stop, and show an update. */
  seek(place: number): void {
    this.playing = false;
    this.go(place);
  }

  /** Stop, and show the next update with its events. */
  step(): void {
    this.playing = false;
    this.on();
  }

  /** Show the position after this many commands, as a seat saw it. */
  jump(move: number, seat: number): void {
    this.seek(this.updates.findLastIndex((update) => update.turn <= move));
    if (this.record?.released && this.viewer !== seat) void this.lookAs(seat);
  }

  private go(place: number): void {
    this.at = Math.max(0, Math.min(place, this.updates.length - 1));
    const update = this.updates[this.at];
    if (update) this.playback.jump(update);
  }

  private on(): void {
    if (this.at >= this.updates.length - 1) return;
    this.at += 1;
    this.playback.feed(this.updates[this.at]!);
  }
}
