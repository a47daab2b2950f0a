import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Connection } from "@/lib/connection";
import { CloseCode } from "@/lib/protocol";

/** A socket that the test opens and closes. */
class FakeSocket {
  static all: FakeSocket[] = [];
  static readonly OPEN = 1;
  readyState = FakeSocket.OPEN;
  sent: string[] = [];
  onmessage: ((event: { data: string }) => void) | null = () => undefined;
  onclose: (event: { code: number }) => void = () => undefined;

  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }

  send(text: string): void {
    this.sent.push(text);
  }

  close(): void {
    this.readyState = 3;
  }

  welcome(version: number): void {
    this.onmessage?.({ data: JSON.stringify({ t: "welcome", update: { version } }) });
  }

  end(code: number): void {
    this.readyState = 3;
    this.onclose({ code });
  }

  static get last(): FakeSocket {
    return FakeSocket.all.at(-1)!;
  }
}

let connection: Connection;

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.all = [];
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("location", { protocol: "https:", host: "cards.example" });
  vi.stubGlobal("document", { addEventListener: vi.fn(), removeEventListener: vi.fn(), visibilityState: "visible" });
  vi.stubGlobal("addEventListener", vi.fn());
  vi.stubGlobal("removeEventListener", vi.fn());
  connection = new Connection("tables/one", () => ({}), () => "en", () => undefined, () => undefined);
  FakeSocket.last.welcome(7);
});

afterEach(() => {
  connection.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a connection that is turned away", () => {
  it("passes on why, and tries again", () => {
    const received: string[] = [];
    const links: string[] = [];
    connection.close();
    connection = new Connection("tables/full", () => ({}), () => "en", (message) => received.push(JSON.stringify(message)), (link) => links.push(link));
    const refused = JSON.stringify({ t: "refused", id: "", error: { message: "no room" } });
    for (let tries = 1; tries <= 3; tries++) {
      expect(FakeSocket.all.length).toBe(tries + 1);
      FakeSocket.last.onmessage?.({ data: refused });
      FakeSocket.last.end(CloseCode.TOO_MUCH);
      vi.advanceTimersByTime(400 * 1.8 ** (tries - 1) * 1.3);
    }
    expect(received).toEqual([refused, refused, refused]);
    expect(new Set(links)).toEqual(new Set(["connecting"]));
    FakeSocket.last.welcome(3);
    expect(links.at(-1)).toBe("open");
  });
});

describe("a connection that has been closed for good", () => {
  it("is not opened again when the page is looked at, or the network is back", () => {
    const listening = [document.addEventListener, addEventListener].flatMap((one) => vi.mocked(one).mock.calls);
    FakeSocket.last.end(CloseCode.FORGOTTEN);
    for (const [, listener] of listening) (listener as () => void)();
    vi.advanceTimersByTime(600_000);
    expect(FakeSocket.all.length).toBe(1);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("a connection whose network changes", () => {
  const events = (): Record<string, () => void> => Object.fromEntries(vi.mocked(addEventListener).mock.calls as unknown as [string, () => void][]);

  it.each(["online", "offline"])("is replaced soon after %s, if nothing answers", (event) => {
    vi.advanceTimersByTime(1000);
    events()[event]!();
    expect(FakeSocket.last.sent.at(-1)).toContain("ping");
    vi.advanceTimersByTime(6000);
    expect(FakeSocket.all[0]!.readyState).toBe(3);
    expect(FakeSocket.all.length).toBe(2);
  });

  it("stays if the server answers", () => {
    vi.advanceTimersByTime(1000);
    events()["online"]!();
    vi.advanceTimersByTime(100);
    FakeSocket.last.onmessage?.({ data: JSON.stringify({ t: "pong", id: "x" }) });
    vi.advanceTimersByTime(6000);
    expect(FakeSocket.all.length).toBe(1);
  });
});

describe("a connection that has died without a word", () => {
  it("is replaced soon after a play that nothing answers, and the play is sent again", () => {
    vi.advanceTimersByTime(1000);
    void connection.send({ t: "play", turn: 1, actions: ["draw"] });
    vi.advanceTimersByTime(6000);
    expect(FakeSocket.all[0]!.readyState).toBe(3);
    FakeSocket.last.welcome(7);
    expect(FakeSocket.last.sent).toEqual([FakeSocket.all[0]!.sent.find((text) => text.includes("draw"))]);
  });

  it("is noticed also if the time of day was set back meanwhile", () => {
    vi.advanceTimersByTime(1000);
    vi.setSystemTime(Date.now() - 3_600_000);
    vi.advanceTimersByTime(20_000);
    expect(FakeSocket.all.length).toBe(2);
    FakeSocket.last.welcome(7);
    vi.advanceTimersByTime(1000);
    vi.setSystemTime(Date.now() - 3_600_000);
    void connection.send({ t: "play", turn: 1, actions: ["draw"] });
    vi.advanceTimersByTime(6000);
    expect(FakeSocket.all.length).toBe(3);
  });

  it("is noticed within twenty seconds by someone who only waits, and not before an answer may come", () => {
    vi.advanceTimersByTime(10_000);
    FakeSocket.last.onmessage?.({ data: JSON.stringify({ t: "pong", id: "x" }) });
    vi.advanceTimersByTime(19_000);
    expect(FakeSocket.all[0]!.readyState).toBe(FakeSocket.OPEN);
    vi.advanceTimersByTime(1000);
    expect(FakeSocket.all[0]!.readyState).toBe(3);
  });

  it("is not taken for one where the server works at a hint for fifteen seconds, and answers nothing else", () => {
    vi.advanceTimersByTime(1000);
    void connection.send({ t: "hint" });
    vi.advanceTimersByTime(15_000);
    const { id } = JSON.parse(FakeSocket.last.sent[0]!) as { id: string };
    FakeSocket.last.onmessage?.({ data: JSON.stringify({ t: "advice", id, options: [] }) });
    vi.advanceTimersByTime(3000);
    expect(FakeSocket.all.length).toBe(1);
  });
});

describe("a connection whose reader changes the language", () => {
  it("is replaced without being lost, and asks again for what was not answered", () => {
    const links: string[] = [];
    const received: string[] = [];
    let language = "ja";
    connection.close();
    connection = new Connection("tables/one", () => ({}), () => language, (message) => received.push(message.t), (link) => links.push(link));
    const first = FakeSocket.last;
    first.welcome(7);
    void connection.send({ t: "hint" });
    language = "en";
    connection.renew();
    expect(first.readyState).toBe(3);
    expect(first.onmessage).toBeNull();
    first.end(1000);
    expect(FakeSocket.last).not.toBe(first);
    expect(FakeSocket.last.url).toMatch(/lang=en.*after=7/);
    expect(connection.welcomed).toBe(false); // a refusal is of this connection, not of a message
    FakeSocket.last.welcome(8);
    expect(FakeSocket.last.sent).toEqual(first.sent);
    expect(received).toEqual(["welcome", "welcome"]);
    expect(new Set(links)).toEqual(new Set(["open"]));
  });
});

describe("a connection whose server restarts", () => {
  it.each([0, 0.5, 0.999])("tries again within two seconds, spread by chance (%d), until the server is back", (chance) => {
    vi.spyOn(Math, "random").mockReturnValue(chance);
    const answer = connection.send({ t: "play", turn: 1, actions: ["draw"] });
    FakeSocket.last.end(CloseCode.SHUTTING_DOWN);
    for (let tries = 2; tries <= 6; tries++) {
      vi.advanceTimersByTime(Math.max(2000 * chance - 1, 0));
      vi.advanceTimersByTime(2);
      expect(FakeSocket.all.length).toBe(tries);
      if (tries < 6) FakeSocket.last.end(1006); // the server does not listen yet
    }
    FakeSocket.last.welcome(7);
    expect(FakeSocket.last.url).toContain("after=7");
    expect(FakeSocket.last.sent).toEqual(FakeSocket.all[0]!.sent.filter((text) => text.includes("draw")));
    void answer;
    vi.restoreAllMocks();
  });

  it("asks for nothing that follows what the server has lost, as after a failover of its database", () => {
    connection.close();
    const [told, links]: [boolean[], string[]] = [[], []];
    connection = new Connection("tables/one", () => ({}), () => "en", () => told.push(connection.setBack), (link) => links.push(link));
    FakeSocket.last.welcome(7);
    FakeSocket.last.end(CloseCode.SET_BACK);
    expect(links.at(-1)).toBe("lost");
    vi.advanceTimersByTime(2000);
    expect(FakeSocket.last.url).not.toContain("after=");
    FakeSocket.last.end(1006);
    expect(links.at(-1)).toBe("lost");
    vi.advanceTimersByTime(2000);
    FakeSocket.last.welcome(9);
    FakeSocket.last.end(1006);
    vi.advanceTimersByTime(2000);
    expect(FakeSocket.last.url).toContain("after=9");
    FakeSocket.last.welcome(9);
    expect(told).toEqual([false, true, false]);
  });

  it("tries ever more rarely if the server stays away, or refuses", () => {
    FakeSocket.last.end(CloseCode.SHUTTING_DOWN);
    vi.advanceTimersByTime(2000);
    for (let passed = 0; passed < 120_000; passed += 100) {
      if (FakeSocket.last.readyState === FakeSocket.OPEN) FakeSocket.last.end(CloseCode.SHUTTING_DOWN);
      vi.advanceTimersByTime(100);
    }
    const before = FakeSocket.all.length;
    for (let passed = 0; passed < 60_000; passed += 100) {
      if (FakeSocket.last.readyState === FakeSocket.OPEN) FakeSocket.last.end(CloseCode.SHUTTING_DOWN);
      vi.advanceTimersByTime(100);
    }
    expect(FakeSocket.all.length - before).toBeGreaterThan(4);
    expect(FakeSocket.all.length - before).toBeLessThan(13);
  });
});
