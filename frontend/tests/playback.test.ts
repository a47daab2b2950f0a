import { describe, expect, it } from "vitest";
import { type Clock, LONGEST_HOLD, MOST_WAITING, PACE, PACE_OF_SCORE, Playback, type Scene } from "@/lib/playback";
import type { Observation, TableUpdate, View } from "@/lib/protocol";
import { settled, step } from "@/lib/step";
import { cards, counter, zone } from "@/lib/view";
import { table } from "./tables";

const words = (id: string) => ({ t: "words" as const, id });

/** A clock that only advances on command. */
class Hand implements Clock {
  now = 0;
  private due: { at: number; then: () => void }[] = [];
  after(ms: number, then: () => void): () => void {
    const one = { at: this.now + ms, then };
    this.due.push(one);
    return () => (this.due = this.due.filter((other) => other !== one));
  }
  go(ms: number): void {
    const end = this.now + ms;
    for (;;) {
      const next = this.due.filter((one) => one.at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.due = this.due.filter((one) => one !== next);
      this.now = next.at;
      next.then();
    }
    this.now = end;
  }
}

function bid(view: View): { update: TableUpdate; taken: number } {
  const taken = cards(zone(view, "top"))[0]!.handle!;
  const events: Observation[] = [
    { words: words("event-bid"), moves: [{ source: "top", target: "bids-0", face: "6", handle: taken }] },
    { words: words("event-turned-up"), moves: [{ source: "deck", target: "top", face: "2", handle: 900 }] },
  ];
  const after = settled(events.reduce(step, view));
  return { update: { t: "update", version: 8, turn: 3, sitters: [], events, view: { ...after, to_act: 1 } }, taken };
}

function player(view: View) {
  const clock = new Hand();
  const scenes: Scene[] = [];
  const said: string[] = [];
  const playback = new Playback(clock, (scene) => scenes.push(scene), (observation) => said.push(observation.words.id));
  playback.jump({ t: "update", version: 7, turn: 2, sitters: [], view });
  return { clock, scenes, said, playback, now: () => scenes.at(-1)! };
}

describe("the latest update, taken again after an interruption", () => {
  const renumbered = (view: View): View => ({
    ...view,
    zones: view.zones.map((one) => (one.cards ? { ...one, cards: one.cards.map((card) => ({ ...card, handle: card.handle! + 5000 })) } : one)),
  });

  it("is shown with the handles that its cards have now", () => {
    const view = table();
    const { playback, now, said } = player(view);
    playback.renew({ t: "update", version: 7, turn: 2, sitters: [], view: renumbered(view) });
    expect([now().idle, said, now().view]).toEqual([true, [], renumbered(view)]);
  });

  it("is shown so after what was still to be shown, which goes on", () => {
    const { clock, playback, now, said } = player(table());
    const { update } = bid(table());
    playback.feed(update);
    playback.renew({ ...update, events: [], view: renumbered(update.view!) });
    expect(now()).toMatchObject({ idle: false, observation: update.events![0] });
    clock.go(PACE * 3);
    expect([said, now().idle, now().view]).toEqual([["event-bid", "event-turned-up"], true, renumbered(update.view!)]);
  });
});

describe("the first view", () => {
  it("is shown at once: before it there is no card to watch, but every event of the deal is told", () => {
    const { update } = bid(table());
    const scenes: Scene[] = [];
    const said: string[] = [];
    const playback = new Playback(new Hand(), (scene) => scenes.push(scene), (observation) => said.push(observation.words.id));
    playback.jump({ t: "update", version: 6, turn: 0, sitters: [] });
    playback.feed({ t: "update", version: 7, turn: 0, sitters: [] });
    playback.feed(update);
    expect(scenes.at(-1)).toMatchObject({ view: { to_act: 1 }, version: 8 });
    expect(said).toEqual(["event-bid", "event-turned-up"]);
  });
});

describe("one event", () => {
  it("takes a card from one zone to another and changes nothing else", () => {
    const view = table();
    const { update, taken } = bid(view);
    const after = step(view, update.events![0]!);
    expect(cards(zone(after, "top"))).toEqual([]);
    expect(cards(zone(after, "bids-0")).at(-1)).toMatchObject({ handle: taken, face: "6" });
    expect(after.zones.filter((one) => !["top", "bids-0"].includes(one.id))).toEqual(
      settled(view).zones.filter((one) => !["top", "bids-0"].includes(one.id)),
    );
    expect(cards(zone(view, "top"))).toHaveLength(1); // the view it began with is as it was
  });

  it("counts what comes from a pile and what goes to one, and lets go of it after the next", () => {
    const view = table();
    const handle = cards(zone(view, "field"))[0]!.handle!;
    const discarded = step(view, { words: words("x"), moves: [{ source: "field", target: "discard", face: "3", handle }] });
    expect(zone(discarded, "discard")).toMatchObject({ count: 5, cards: [{ handle }] });
    const rebuilt = step(discarded, { words: words("y"), moves: [{ source: "discard", target: "deck", count: 5 }] });
    expect(zone(rebuilt, "discard")).toMatchObject({ count: 0, cards: [] });
    expect(zone(rebuilt, "deck")).toMatchObject({ count: 35 });
  });

  it("turns a card where it lies", () => {
    const view = table();
    const { handle } = cards(zone(view, "bids-0")).at(-1)!;
    const burst = step(view, { words: words("z"), moves: [{ source: "bids-0", target: "bids-0", face: "9", pose: "down", handle }] });
    expect(cards(zone(burst, "bids-0")).map((one) => one.pose)).toEqual([undefined, "down"]);
  });

  it("ends counters, then replaces and adds those with new values, and gives the roles to others", () => {
    const risk = { id: "burst-chance", value: 40, owner: 0 };
    const view = { ...table(), counters: [...table().counters!, risk], roles: { dealer: 0 } };
    const counters = [{ id: "total", value: 3, owner: 1 }, { id: "out", value: 1, owner: 2 }];
    const after = step(view, { words: words("event-passed"), ended: ["burst-chance"], counters, roles: { dealer: 2 } });
    expect([0, 1, 2].map((seat) => counter(after, "total", seat))).toEqual([0, 3, 0]);
    expect([counter(after, "out", 2), counter(after, "burst-chance", 0)]).toEqual([1, undefined]);
    expect(after.roles).toEqual({ dealer: 2 });
    expect(step(view, { words: words("x") })).toMatchObject({ counters: view.counters, roles: { dealer: 0 } });
    expect(counter(view, "burst-chance", 0)).toBe(40); // the view it began with is as it was
  });

  it("empties a zone whose cards all leave at once", () => {
    const together = step(table(), { words: words("x"), moves: [{ source: "field", target: "deck", count: 3 }] });
    expect(zone(together, "field")).toMatchObject({ count: 0, cards: [] });
    expect(zone(together, "deck")).toMatchObject({ count: 33 });
  });
});

describe("the player", () => {
  it("shows a command step by step, says each, and ends at the table's own view", () => {
    const view = table();
    const { update } = bid(view);
    const { clock, playback, said, now } = player(view);
    playback.feed(update);
    expect(said).toEqual(["event-bid"]);
    expect(now()).toMatchObject({ idle: false, version: 8 });
    expect(cards(zone(now().view!, "top"))).toEqual([]);
    clock.go(PACE - 1);
    expect(said).toHaveLength(1);
    clock.go(1);
    expect(said).toEqual(["event-bid", "event-turned-up"]);
    expect(now()).toMatchObject({ idle: true, view: { to_act: 1 } });
    clock.go(10 * PACE);
    expect(now().view).toEqual(update.view);
  });

  it("skips to now at any time, having said everything", () => {
    const { update } = bid(table());
    const { clock, playback, said, now } = player(table());
    playback.feed(update);
    playback.skip();
    expect(now()).toMatchObject({ idle: true, view: update.view });
    expect(said).toEqual(["event-bid", "event-turned-up"]);
    clock.go(10 * PACE);
    expect(said).toHaveLength(2);
  });

  it("does not fall behind a fast table", () => {
    const { clock, playback, now } = player(table());
    const { update } = bid(table());
    for (let version = 8; version < 28; version++) playback.feed({ ...update, version });
    clock.go(20 * 2 * PACE * 0.5);
    expect(now()).toMatchObject({ idle: true, version: 27 });
  });

  it("shows someone who comes back to the page after a long sleep the table as it is now, having said everything", () => {
    const { clock, playback, said, now } = player(table());
    const { update } = bid(table());
    for (let version = 8; version < 8 + 3 * MOST_WAITING; version++) playback.feed({ ...update, version });
    clock.go(MOST_WAITING * 2 * PACE * 0.5); // as a fast table may take
    expect(now()).toMatchObject({ idle: true, version: 7 + 3 * MOST_WAITING });
    expect(said).toHaveLength(3 * MOST_WAITING * 2);
  });

  it("goes twice as fast at speed 2, stands while it is paused, and goes on", () => {
    const { update } = bid(table());
    const { clock, playback, said } = player(table());
    playback.setSpeed(2);
    playback.feed(update);
    playback.pause();
    clock.go(10 * PACE);
    expect(said).toHaveLength(1);
    playback.resume();
    expect(said).toHaveLength(2);
    playback.feed({ ...update, version: 9 });
    clock.go(PACE / 2);
    expect(said).toHaveLength(3);
  });

  it("shows only ends at speed 0", () => {
    const { update } = bid(table());
    const { playback, now, scenes } = player(table());
    playback.setSpeed(0);
    const before = scenes.length;
    playback.feed(update);
    expect(scenes.length).toBe(before + 1);
    expect(now().view).toEqual(update.view);
  });

  it("takes an update without a view as what was missed", () => {
    const view = table();
    const { update } = bid(view);
    const { clock, playback, now } = player(view);
    const { view: _, ...missed } = update;
    playback.feed(missed);
    playback.feed({ ...update, version: 9, events: [] });
    clock.go(10 * PACE);
    expect(now()).toMatchObject({ idle: true, version: 9, view: update.view });
  });
});

describe("an interruption of the connection", () => {
  const nothing = { t: "update" as const, turn: 3, sitters: [] };

  it("tells each event once, though the last ones before it were still waiting to be shown", () => {
    const { update } = bid(table());
    const { clock, playback, said } = player(table());
    playback.feed(update); // its second event waits
    expect(playback.unseen(update, [])).toEqual([]);
    const between = { ...nothing, version: 9, events: [{ words: words("event-passed") }] };
    const latest = { ...update, version: 10, events: [{ words: words("event-flown") }] };
    const unseen = playback.unseen(latest, [between]);
    expect(unseen).toEqual([between, latest]);
    for (const one of unseen!) playback.feed(one);
    clock.go(10 * PACE);
    expect(said).toEqual(["event-bid", "event-turned-up", "event-passed", "event-flown"]);
  });

  it("tells that events are missing if the server no longer has all that came between", () => {
    const { playback } = player(table());
    const latest = { ...nothing, version: 12 };
    expect(playback.unseen(latest, [{ ...nothing, version: 10 }])).toBeUndefined();
  });

  it("tells that it shows what the server no longer has, as after a failover of its database", () => {
    const { playback, now } = player(table());
    expect(playback.unseen({ ...nothing, version: 7 }, [])).toEqual([]);
    expect(playback.unseen({ ...nothing, version: 6 }, [])).toBeUndefined();
    playback.feed(bid(table()).update); // its second event waits
    expect(playback.unseen({ ...nothing, version: 7 }, [])).toBeUndefined();
    playback.jump({ ...nothing, version: 4 });
    expect(now()).toMatchObject({ view: undefined, version: 4 });
  });
});

describe("a table that holds back choices", () => {
  function holding(view: View) {
    const one = player(view);
    one.playback.setSpeed(1, true);
    return one;
  }

  it("is idle only after the animation of the last event", () => {
    const { update } = bid(table());
    const { clock, playback, now } = holding(table());
    playback.feed(update);
    clock.go(2 * PACE - 1);
    expect(now()).toMatchObject({ idle: false, view: { to_act: 1 } });
    clock.go(1);
    expect(now()).toMatchObject({ idle: true, observation: undefined });
  });

  it("is idle at once when skipped, without animations, and after an update without events", () => {
    const { update } = bid(table());
    const skipped = holding(table());
    skipped.playback.feed(update);
    skipped.playback.skip();
    expect(skipped.now().idle).toBe(true);
    const still = player(table());
    still.playback.setSpeed(3, false);
    still.playback.feed({ ...update, events: update.events!.slice(0, 1) });
    expect(still.now().idle).toBe(true);
    const silent = holding(table());
    silent.playback.feed({ ...update, events: [] });
    expect(silent.now().idle).toBe(true);
  });

  it("plays the many events before a decision faster, but not those before another's", () => {
    const { update } = bid(table());
    const events = [...update.events!, ...update.events!, ...update.events!, ...update.events!]; // 5 s at the usual pace
    const mine = holding(table());
    mine.playback.feed({ ...update, events, view: { ...update.view!, to_act: 0 } });
    mine.clock.go(LONGEST_HOLD + 1);
    expect(mine.now().idle).toBe(true);
    const others = holding(table());
    others.playback.feed({ ...update, events });
    others.clock.go(LONGEST_HOLD + 1);
    expect(others.now().idle).toBe(false);
    mine.playback.feed({ ...update, version: 9 }); // what follows has the usual pace again
    mine.clock.go(PACE);
    expect(mine.now()).toMatchObject({ idle: false, version: 9 });
  });

  it("lets who scored in a game of a match be read before its table is cleared, even if a decision follows", () => {
    const { update } = bid(table());
    const scored: Observation = { words: words("event-went-out"), moves: [], counters: [{ id: "points", value: 2, owner: 0, goal: true }] };
    const events = [scored, { words: words("event-gathered"), ended: ["took"] }, ...update.events!, ...update.events!];
    const { clock, playback, now } = holding(table());
    playback.feed({ ...update, events, view: { ...update.view!, to_act: 0 } });
    clock.go(PACE_OF_SCORE - 1);
    expect(now().observation?.words.id).toBe("event-went-out");
    clock.go(1);
    expect(now().observation?.words.id).toBe("event-gathered");
  });
});
