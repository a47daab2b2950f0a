// The game in a file that the reader chose: a signed record, which the server replays and does not keep, or a copy that a
// player's browser or terminal saved, which has one seat's view and is played without the server.
import { api, Refusal } from "@/lib/api";
import type { Claim } from "@/lib/deal-record";
import type { GameRecord, RecordCheck, RecordedGame, TableInfo, TableUpdate } from "@/lib/protocol";
import { type Say, SLUGS } from "@/lib/localization";

export interface FileGame {
  /** of the file */
  name: string;
  /** get the game as a seat saw it; without a seat, as the one who chose the file may want to see it first */
  load: (seat?: number) => Promise<GameRecord>;
  /** what the reader must be told of it, for which words are found by `say` */
  note: (say: Say) => Note;
  close: () => void;
}

export interface Note {
  text: string;
  /** something in the record is false */
  bad: boolean;
}

/** Milliseconds until the server is asked again that is busy with a record, and how often: longer than it may take for one. */
const PAUSE = 2000;
const TIMES = 15;

let last: Promise<unknown> = Promise.resolve();

/** Ask the server to replay a record once the request before has its answer: it takes one at a time of an address. */
function inTurn<T>(ask: () => Promise<T>): Promise<T> {
  const asked = last.then(() => oncePossible(ask));
  last = asked.catch(() => undefined);
  return asked;
}

/** Ask again while the server is still busy, as with what this browser has asked before the page was left. */
async function oncePossible<T>(ask: () => Promise<T>): Promise<T> {
  for (let time = 1; ; time++) {
    try {
      return await ask();
    } catch (reason) {
      if (!(reason instanceof Refusal && reason.status === 429) || time > TIMES) throw reason;
    }
    await new Promise((done) => setTimeout(done, PAUSE));
  }
}

/** Have the server check moves and ranks of a record. */
export function replayed(text: string): Promise<RecordCheck> {
  return inTurn(() => api.check(text));
}

/** Return the game of a signed record whose claims this browser has checked; `seat` is the view to begin with. */
export function recordedGame(name: string, text: string, claims: readonly Claim[], seat: number, close: () => void): FileGame {
  const views = new Map<number, Promise<RecordedGame>>();
  let found: RecordedGame | undefined;
  const wrong = claims.find((claim) => claim.verdict === "false");
  return {
    name,
    close,
    load: async (viewer = seat) => {
      const asked = views.get(viewer) ?? inTurn(() => api.recorded(text, viewer));
      views.set(viewer, asked);
      asked.catch(() => views.delete(viewer)); // may succeed later
      found = await asked;
      return { table: found.table, seat: found.seat, updates: found.updates, released: true };
    },
    note: (say) => {
      const { verdict = "", reason = "", stopped = "" } = found ?? {};
      const rules = stopped || (verdict === "false" ? reason : "");
      if (wrong || verdict === "false") {
        const why = joined(wrong && say(`fair-reason-${wrong.reason}`, wrong.args), rules);
        return { text: joined(say("check-shown-false", { why }), stopped && say("check-shown-until")), bad: true };
      }
      const about = verdict === "proven" ? say("check-shown-proven", { file: name }) : say("check-shown-unproven", { why: reason });
      return { text: joined(about, stopped), bad: false };
    },
  };
}

function joined(...sentences: (string | undefined)[]): string {
  return sentences.filter(Boolean).join(" ");
}

/** "My copy" of a game, as `saveCopy` and the terminal save it. */
export interface Copy {
  table: string;
  seat: number;
  updates: TableUpdate[];
}

/** Parse a player's copy of a game; undefined if the text is none that can be shown. */
export function readCopy(text: string): Copy | undefined {
  let copy: { tefuda?: unknown; table?: unknown; seat?: unknown; updates?: unknown };
  try {
    copy = JSON.parse(text) as typeof copy;
  } catch {
    return undefined;
  }
  if (copy?.tefuda !== "my copy 1" || typeof copy.table !== "string" || typeof copy.seat !== "number" || !Array.isArray(copy.updates)) return undefined;
  const updates = (copy.updates as TableUpdate[]).filter((update) => isShown(update, copy.seat as number));
  return updates.length ? { table: copy.table, seat: copy.seat, updates } : undefined;
}

/** Whether an update has a view of a seat, in a game that this browser can draw. */
function isShown(update: Partial<TableUpdate> | null, seat: number): boolean {
  const view = update?.view;
  return !!view && view.seat === seat && SLUGS.includes(view.game) && Array.isArray(view.zones) && Array.isArray(update.sitters) && update.sitters.length === view.players;
}

/** Return the game of a player's copy: as that seat saw it, and no further. */
export function copiedGame(name: string, { table, seat, updates }: Copy, close: () => void): FileGame {
  const last = updates.at(-1)!;
  const info = { id: table, game: last.view!.game, options: {}, public: false, phase: "over", sitters: last.sitters, created: 0, you: -1, host: false } as unknown as TableInfo;
  return {
    name,
    close,
    load: () => Promise.resolve({ table: info, seat, updates, released: false }),
    note: (say) => ({ text: say("check-shown-copy", { file: name }), bad: false }),
  };
}
