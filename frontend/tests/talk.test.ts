import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Line, Talk } from "@/lib/protocol";

// In place of the messages, which need a browser.
vi.mock("@/lib/messages.svelte", () => ({ t: (id: string, args?: { who: string; what: string }) => (args?.what ? `${args.who}: ${args.what}` : id) }));
const { TalkModel } = await import("@/lib/talk.svelte");

const said = (number: number, text: string, more: Partial<Line> = {}): Line => ({ number, text, name: "Nao", seat: 1, voice: "nao", said: 0, ...more }) as Line;
const talk = (...lines: Line[]): Talk => ({ t: "talk", lines, chat: true }) as unknown as Talk;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("the talk at a table", () => {
  it("is announced line by line, also if the same is said again, but not while the lines are shown", () => {
    const model = new TalkModel("one");
    model.take(talk(said(1, "Hello")));
    const first = model.announced;
    model.take(talk(said(2, "Hello")));
    expect([first?.text, model.announced?.text]).toEqual(["Nao: Hello", "Nao: Hello"]);
    expect(model.announced).not.toBe(first);
    model.show(true);
    model.take(talk(said(3, "Well played")));
    expect(model.announced?.text).toBe("Nao: Hello");
  });

  it("is shown at the seat for its whole time, also if the same was said a moment before", () => {
    const model = new TalkModel("one");
    model.take(talk(said(1, "Hello")));
    vi.advanceTimersByTime(3000);
    model.take(talk(said(2, "Hello")));
    vi.advanceTimersByTime(3000);
    expect(model.bubbles[1]).toBe("Hello");
    vi.advanceTimersByTime(3000);
    expect(model.bubbles).toEqual({});
  });

  it("is without everyone who has been muted, at whichever table", () => {
    const [one, other] = [new TalkModel("one"), new TalkModel("other")];
    one.mute("nao");
    other.mute("jun");
    const later = new TalkModel("later");
    later.take(talk(said(1, "Hello"), said(2, "Hi", { voice: "jun" }), said(3, "Yes", { voice: "kei" })));
    expect(later.unmuted.map(({ number }) => number)).toEqual([3]);
    later.mute("nao");
    later.mute("jun");
    expect(later.unmuted.map(({ number }) => number)).toEqual([1, 2, 3]);
  });
});
