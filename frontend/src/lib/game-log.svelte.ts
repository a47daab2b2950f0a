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
  /** all observations, and the number of commands after each */
  private observed: { observation: Observation; turn: number }[] = $state.raw([]);
  /** the numbers of commands after those that were taken back; no other ever has them, unless the log begins again */
  private readonly undone = new Set<number>();
  /** what happened before the log began is known, or could not be had at once */
  recalled = $state(false);
  private lastKey = 0;
  private beginnings = 0;

  /** What was observed of the game as it was finally played, of which the lines show the latest, and what was taken back. */
  get history(): Observation[] {
    return this.observed.filter(({ turn }) => !this.undone.has(turn)).map(({ observation }) => observation);
  }

  /** Begin, also again, with what a record of the game tells up to a version, once it can be had. */
  async begin(version: number, load: () => Promise<GameRecord>): Promise<void> {
    const beginning = ++this.beginnings;
    this.lines = [];
    this.observed = [];
    this.undone.clear();
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
    this.observed = [...before.flatMap(({ events, turn }) => (events ?? []).map((observation) => ({ observation, turn }))), ...this.observed];
    const lines = before.flatMap((update) => [...(update.events ?? []).map((observation) => this.line(observation)), ...this.takenBack(update)]);
    this.lines = [...lines, ...this.lines].slice(-LONGEST);
    this.recalled = true;
  }

  /** Ask for no record any longer. */
  close(): void {
    this.beginnings++;
  }

  /** Add what an update, after so many commands, tells. */
  observe(observation: Observation, turn: number): void {
    this.observed.push({ observation, turn });
    this.append([this.line(observation)]);
  }

  /** Add a line for an update that takes an action back, not for any other. */
  takeBack(update: TableUpdate): void {
    this.append(this.takenBack(update));
  }

  private append(lines: Line[]): void {
    if (lines.length) this.lines = [...this.lines, ...lines].slice(-LONGEST);
  }

  private takenBack({ back, turn }: TableUpdate): Line[] {
    if (!back?.done) return [];
    this.undone.add(turn - 1);
    return [{ ...this.line(NOTHING), back: back.seat }];
  }

  private line(observation: Observation): Line {
    return { key: ++this.lastKey, observation };
  }
}
