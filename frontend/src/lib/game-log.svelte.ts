// The log of a table: the lines that its page shows, and all observations of the game.
import { patiently } from "@/lib/api";
import type { GameRecord, Observation, TableUpdate } from "@/lib/protocol";

/** A line of the log. */
export interface Line {
  key: number;
  observation: Observation;
  /** the seat that has taken back its action, in place of an observation */
  back?: number;
}

const LONGEST = 400;
/** in a line that tells of an action taken back */
const NOTHING: Observation = { words: { t: "words", id: "" } };

export class GameLog {
  lines: Line[] = $state.raw([]);
  /** all observations of the game, of which the lines show the latest */
  history: Observation[] = $state.raw([]);
  /** what happened before the log began is known, or could not be had at once */
  recalled = $state(false);
  private lastKey = 0;
  private beginnings = 0;

  /** Begin, also again, with what a record of the game tells up to a version, once it can be had. */
  async begin(version: number, load: () => Promise<GameRecord>): Promise<void> {
    const beginning = ++this.beginnings;
    this.lines = [];
    this.history = [];
    this.recalled = false;
    const wanted = () => beginning === this.beginnings;
    const attempt = () =>
      load().catch((error: unknown) => {
        if (wanted()) this.recalled = true;
        throw error;
      });
    const record = await patiently(attempt, wanted);
    if (!wanted()) return;
    const before = (record?.updates ?? []).filter((update) => update.version <= version);
    this.history = [...before.flatMap(({ events }) => events ?? []), ...this.history];
    const lines = before.flatMap((update) => [...(update.events ?? []).map((observation) => this.line(observation)), ...this.takenBack(update)]);
    this.lines = [...lines, ...this.lines].slice(-LONGEST);
    this.recalled = true;
  }

  /** Ask for no record any longer. */
  close(): void {
    this.beginnings++;
  }

  observe(observation: Observation): void {
    this.history.push(observation);
    this.append([this.line(observation)]);
  }

  /** Add a line for an update that takes an action back, not for any other. */
  takeBack(update: TableUpdate): void {
    this.append(this.takenBack(update));
  }

  private append(lines: Line[]): void {
    if (lines.length) this.lines = [...this.lines, ...lines].slice(-LONGEST);
  }

  private takenBack({ back }: TableUpdate): Line[] {
    return back?.done ? [{ ...this.line(NOTHING), back: back.seat }] : [];
  }

  private line(observation: Observation): Line {
    return { key: ++this.lastKey, observation };
  }
}
