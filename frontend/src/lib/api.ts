// HTTP client: each function is one request. Throws `Refusal` with the server's error, or with status 0 if it is
// unreachable.
import type { GameCards, GameInfo, GameRecord, Invitation, Me, NewTable, OpenTable, PushKey, RecordCheck, RecordedGame, Review, Series, Sharing, SigningKeys, Subscribe, TableInfo, TableUpdate, ErrorMessage } from "@/lib/protocol";

/** The server refused the request, or was unreachable (status 0). */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly clause?: string,
  ) {
    super(message);
  }
}

/** Whether the same request may succeed later. */
export function mayPass(error: unknown): boolean {
  return !(error instanceof Refusal) || error.status === 0 || error.status === 429 || error.status >= 500;
}

/** Milliseconds until a request that failed is made again: at first, and at most. */
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 8000;

/** Make a request again and again while its answer is wanted; undefined if it never can succeed, or is wanted no longer. */
export async function patiently<T>(request: () => Promise<T>, wanted: () => boolean = () => true): Promise<T | undefined> {
  for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
    try {
      return await request();
    } catch (error) {
      if (!mayPass(error)) return undefined;
    }
    await new Promise((done) => setTimeout(done, pause));
    if (!wanted()) return undefined;
  }
}

async function ask<T>(path: string, body?: unknown): Promise<T> {
  return (await (await request(path, body)).json()) as T;
}

async function text(path: string): Promise<string> {
  return (await request(path)).text();
}

async function request(path: string, body?: unknown): Promise<Response> {
  const language = document.documentElement.lang || "ja";
  let answer: Response;
  try {
    answer = await fetch(path, {
      method: body === undefined ? "GET" : "POST",
      headers: { "Accept-Language": language, ...(body === undefined ? {} : { "Content-Type": "application/json" }) },
      body: body === undefined ? null : JSON.stringify(body),
    });
  } catch {
    throw new Refusal(0, "");
  }
  if (!answer.ok) {
    const error = (await answer.json().catch(() => ({ message: answer.statusText }))) as ErrorMessage;
    throw new Refusal(answer.status, error.message, error.clause);
  }
  return answer;
}

/** Return a query of those parameters that are not empty. */
function query(parameters: Record<string, string | number | undefined>): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined && value !== "");
  return given.length ? `?${given.map(([name, value]) => `${name}=${encodeURIComponent(value!)}`).join("&")}` : "";
}

/** Return the query with a table's invitation, which a private one requires. */
function invited(invitation: string): string {
  return query({ invitation });
}

export const api = {
  me: () => ask<Me>("/api/me"),
  rename: (name: string) => ask<Me>("/api/me", { name }),
  /** Delete all own data on the server. */
  forget: () => ask<Me>("/api/me/delete", {}),
  /** Get the key to subscribe to push messages with, "" if the server sends none. */
  pushKey: () => ask<PushKey>("/api/push"),
  subscribe: (browser: Subscribe) => ask<PushKey>("/api/push", browser),
  unsubscribe: (endpoint: string) => ask<PushKey>("/api/push/stop", { endpoint }),
  games: () => ask<GameInfo[]>("/api/games"),
  cards: (game: string) => ask<GameCards>(`/api/games/${game}/cards`),
  /** Get the first sight of each demonstration of a game, by the clause that it shows. */
  demonstrations: (game: string) => ask<Record<string, TableUpdate>>(`/api/games/${game}/demonstrations`),
  /** Get a game's messages, as Fluent text, or its rulebook, as Markdown. */
  messages: (game: string, language: string) => text(`/api/games/${game}/messages?lang=${language}`),
  rulebook: (game: string, language: string) => text(`/api/games/${game}/rulebook?lang=${language}`),
  /** Get the open tables. Cheap to ask again: the browser asks whether they have changed. */
  openTables: () => ask<OpenTable[]>("/api/open-tables"),
  open: (table: NewTable) => ask<TableInfo>("/api/tables", table),
  table: (id: string, invitation = "") => ask<TableInfo>(`/api/tables/${id}${invited(invitation)}`),
  invite: (id: string) => ask<Invitation>(`/api/tables/${id}/invite`, {}),
  /** Take a seat: the first free one, unless a seat is given. */
  join: (id: string, name: string, invitation: string, pledge: string, seat: number | null = null) =>
    ask<TableInfo>(`/api/tables/${id}/join`, { name, invitation, pledge, seat }),
  leave: (id: string) => ask<TableInfo>(`/api/tables/${id}/leave`, {}),
  /** Get the standings of a table and all that rematches link to it. */
  series: (id: string, invitation = "") => ask<Series>(`/api/tables/${id}/series${invited(invitation)}`),
  record: (id: string, invitation = "") => ask<GameRecord>(`/api/tables/${id}/record${invited(invitation)}`),
  /** Return the address of the signed record, available once nothing in it is hidden. */
  signedRecordAt: (id: string, invitation = "", share = "") => `/api/tables/${id}/record.txt${query({ invitation, share })}`,
  signedRecord: (id: string, invitation = "", share = "") => text(api.signedRecordAt(id, invitation, share)),
  /** Review a finished game: the turns from `after` on, as far as it has come. */
  review: (id: string, after: number) => ask<Review>(`/api/tables/${id}/review`, { after }),
  /** Play on from a moment of a finished game, after this many commands, at a new table. */
  playOn: (id: string, move: number) => ask<TableInfo>(`/api/tables/${id}/what-if`, { move }),
  /** Have the server replay a record, which it does not keep. */
  check: (record: string) => ask<RecordCheck>("/api/check", { record }),
  /** Have the server show the game of a record, which it does not keep, as a seat saw it. */
  recorded: (record: string, seat: number) => ask<RecordedGame>("/api/check/replay", { record, seat }),
  /** Get all present and former signing keys of the server. */
  keys: () => ask<SigningKeys>("/.well-known/tefuda-keys"),
  /** Get a game as it can be seen, or from the perspective of a seat (-1: spectators), once nothing in it is hidden. */
  replay: (id: string, seat: number | undefined, share: string) => ask<GameRecord>(`/api/tables/${id}/record${query({ seat, share })}`),
  /** Get the link to a finished game, make it, or take it back. */
  sharing: (id: string) => ask<Sharing>(`/api/tables/${id}/share`),
  share: (id: string, on: boolean) => ask<Sharing>(`/api/tables/${id}/share`, { on }),
};
