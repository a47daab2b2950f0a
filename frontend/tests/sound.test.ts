import { expect, it, vi } from "vitest";

/** An audio context as Safari has it: it resumes from a press only. */
class Silent {
  static last: Silent | undefined;
  static pressed = false;
  state = "suspended";
  currentTime = 0;

  constructor() {
    Silent.last = this;
  }

  async resume(): Promise<void> {
    if (!Silent.pressed) throw new DOMException("not from a press", "NotAllowedError");
    this.state = "running";
  }

  interrupt(): void {
    this.state = "interrupted";
  }

  readonly createOscillator = () => node();
  readonly createGain = () => node();
}

/** A part of a sound; everything that it can be told goes unheard. */
function node(): unknown {
  const unheard: unknown = new Proxy(() => unheard, { get: () => unheard, set: () => true });
  return unheard;
}

it("is let through by the next press, and again after an interruption", async () => {
  const presses: (() => void)[] = [];
  vi.stubGlobal("AudioContext", Silent);
  vi.stubGlobal("addEventListener", (_: string, call: () => void) => presses.push(call));
  vi.doMock("@/lib/settings.svelte", () => ({ settings: { sound: true } }));
  vi.resetModules();
  const { play } = await import("@/lib/sound");
  const press = () => {
    Silent.pressed = true;
    presses[0]!();
    Silent.pressed = false;
  };

  play("turn"); // told by the server, not by a press
  expect(Silent.last?.state).toBe("suspended");
  press();
  expect(Silent.last?.state).toBe("running");
  Silent.last!.interrupt();
  play("turn");
  expect(Silent.last?.state).toBe("interrupted");
  press();
  expect(Silent.last?.state).toBe("running");

  vi.doUnmock("@/lib/settings.svelte");
  vi.unstubAllGlobals();
  vi.resetModules();
});
