// WebSocket client: one connection to one table, or to a lesson. It reconnects automatically, requests missed updates, and
// resends unanswered messages with the same ids. It only passes messages on.
import { CloseCode, type ErrorMessage, type FromLesson, type FromTable, type ToLesson, type ToTable } from "@/lib/protocol";

export type Link = "connecting" | "open" | "lost" | "closed";

/** A message without its id, which the connection assigns. */
type Without<T> = T extends { id: string } ? Omit<T, "id"> : never;
export type Message = Without<ToTable | ToLesson>;
export type FromServer = FromTable | FromLesson;

/** The table refused a message. */
export class TableRefusal extends Error {
  constructor(readonly error: ErrorMessage) {
    super(error.message);
  }
}

interface Waiting {
  message: ToTable | ToLesson;
  done: (answer: FromServer) => void;
  refused: (reason: TableRefusal) => void;
}

const FIRST_PAUSE = 400;
const LONGEST_PAUSE = 8000;
/** After the server has announced a restart: the longest pause, so that clients come back within it, but not all at once. */
const RESTART_PAUSE = 2000;
/** How long a restart is expected to take at most. */
const RESTART_TIME = 60_000;
/** Milliseconds from one ping to the next; a ping that is not answered by then means that the connection is lost. */
const PING_INTERVAL = 10_000;
/** Milliseconds of silence tolerated while the server works at an answer, such as a hint: pings wait behind it. */
const PATIENCE = 20_000;
/** Milliseconds for the answer to a play, or to a ping that checks the connection. */
const PROBE_TIMEOUT = 5_000;
const RESTART_CODES: number[] = [CloseCode.SHUTTING_DOWN, CloseCode.SET_BACK];
const FINAL_CODES: number[] = [CloseCode.NO_TABLE, CloseCode.FOREIGN, CloseCode.FORGOTTEN];

export class Connection {
  private socket: WebSocket | undefined;
  private readonly waiting = new Map<string, Waiting>();
  private pause = FIRST_PAUSE;
  private retry: ReturnType<typeof setTimeout> | undefined;
  /** like all times here independent of the time of day, which may be set */
  private lastReceived = 0;
  /** when the latest ping was sent to the present socket, 0 before */
  private pinged = 0;
  /** when the server announced a restart */
  private restarted = -RESTART_TIME;
  /** whether the present socket has been welcomed */
  welcomed = false;
  private readonly pings: ReturnType<typeof setInterval>;
  private closed = false;
  /** number of the last update received */
  seen = -1;
  /** the server has lost what it sent last, and the next welcome follows nothing */
  setBack = false;

  constructor(
    /** below /ws/, such as "tables/ID" */
    private readonly path: string,
    /** parts of the query besides the language, as they are when it connects */
    private readonly query: () => Record<string, string>,
    private readonly language: () => string,
    private readonly receive: (message: FromServer) => void,
    /** the code tells how the connection was closed */
    private readonly change: (link: Link, code?: number) => void,
  ) {
    this.open();
    this.pings = setInterval(() => this.check(), PING_INTERVAL);
    addEventListener("online", this.recheck);
    addEventListener("offline", this.recheck);
    document.addEventListener("visibilitychange", this.recheck);
  }

  /** Send a message; resolves with its answer, across lost connections. Rejects with TableRefusal. */
  send(message: Message): Promise<FromServer> {
    const whole = { ...message, id: freshId() } as ToTable | ToLesson;
    return new Promise((done, refused) => {
      this.waiting.set(whole.id, { message: whole, done, refused });
      this.transmit(whole);
      if (message.t === "play") this.probe();
    });
  }

  /** Connect again with the language as it is now: the server answers in that of the connection. */
  renew(): void {
    const old = this.socket;
    if (!old) return; // about to connect in any case
    this.open();
    old.onmessage = null; // the new one gets what comes from here on
    old.close();
  }

  close(): void {
    this.closed = true;
    clearInterval(this.pings);
    clearTimeout(this.retry);
    removeEventListener("online", this.recheck);
    removeEventListener("offline", this.recheck);
    document.removeEventListener("visibilitychange", this.recheck);
    this.socket?.close();
  }

  private open(): void {
    const query = new URLSearchParams({ lang: this.language(), ...this.query() });
    if (this.seen >= 0) query.set("after", String(this.seen));
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws/${this.path}?${query}`);
    this.socket = socket;
    this.welcomed = false;
    this.lastReceived = performance.now();
    this.pinged = 0;
    socket.onmessage = (event) => this.take(JSON.parse(event.data as string) as FromServer);
    socket.onclose = (event) => {
      if (this.socket === socket) this.lost(event.code);
    };
  }

  private take(message: FromServer): void {
    this.lastReceived = performance.now();
    if (message.t === "welcome") {
      this.seen = message.update.version;
      this.pause = FIRST_PAUSE;
      this.welcomed = true;
      const unanswered = [...this.waiting.values()]; // copied: messages from here on are sent at once
      this.receive(message);
      this.setBack = false;
      this.change("open");
      for (const one of unanswered) this.transmit(one.message);
      return;
    }
    if (message.t === "update") this.seen = message.version;
    const waiting = "id" in message ? this.waiting.get(message.id) : undefined;
    if (waiting && "id" in message) {
      this.waiting.delete(message.id);
      if (message.t === "refused") waiting.refused(new TableRefusal(message.error));
      else waiting.done(message);
    }
    this.receive(message);
  }

  private transmit(message: ToTable | ToLesson): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  private lost(code: number): void {
    this.socket = undefined;
    if (this.closed) return;
    if (FINAL_CODES.includes(code)) {
      this.close();
      this.change("closed", code);
      return;
    }
    this.change(this.seen < 0 && !this.setBack ? "connecting" : "lost");
    if (code === CloseCode.SET_BACK) {
      this.seen = -1;
      this.setBack = true;
    }
    if (RESTART_CODES.includes(code) && this.welcomed) this.restarted = performance.now();
    this.welcomed = false;
    // With jitter, so that not all clients reconnect at once after a restart of the server.
    if (performance.now() - this.restarted < RESTART_TIME) {
      this.retry = setTimeout(() => this.open(), RESTART_PAUSE * Math.random());
      return;
    }
    this.retry = setTimeout(() => this.open(), this.pause * (0.7 + 0.6 * Math.random()));
    this.pause = Math.min(this.pause * 1.8, LONGEST_PAUSE);
  }

  /** The network has changed, or the page is visible again: connect, or check whether the connection still works. */
  private readonly recheck = (): void => {
    const { socket } = this;
    if (this.closed || document.visibilityState === "hidden") return;
    if (!socket) {
      clearTimeout(this.retry);
      this.open();
    } else if (socket.readyState === WebSocket.OPEN) {
      this.transmit({ t: "ping", id: freshId() });
      this.probe();
    }
  };

  /** Drop the connection unless something arrives soon: a message was just sent. */
  private probe(): void {
    const { socket } = this;
    if (socket?.readyState !== WebSocket.OPEN) return;
    const asked = performance.now();
    setTimeout(() => this.socket === socket && this.lastReceived < asked && this.drop(socket), PROBE_TIMEOUT);
  }

  private drop(dead: WebSocket): void {
    this.socket = undefined;
    dead.close();
    this.lost(0);
  }

  private check(): void {
    if (!this.socket) return;
    const patience = this.waiting.size > 0 ? PATIENCE : 0;
    if (this.lastReceived < this.pinged && performance.now() - this.lastReceived > patience) {
      this.drop(this.socket);
    } else {
      this.pinged = performance.now();
      this.transmit({ t: "ping", id: freshId() });
    }
  }
}

function freshId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) => byte.toString(36).padStart(2, "0")).join("");
}
