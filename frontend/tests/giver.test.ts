import { bytesToHex as hex, hexToBytes as bytes } from "@noble/hashes/utils.js";
import { describe, expect, it } from "vitest";
import { SEEN_LIMIT } from "@/lib/deal-store";
import * as fair from "@/lib/fair-deal";
import { Giver, vouchedFor } from "@/lib/giver";
import type { SigningKey, TableUpdate } from "@/lib/protocol";
import { Cupboard, Dealer, Line, OTHER_KEY, PRIVATE, TABLE, answered, bytesOf, h, publicKey, sign, store } from "./dealer";

const server = hex(publicKey(PRIVATE));

function giver(kept = store(), line = new Line()) {
  const dealer = new Dealer();
  const one = new Giver(kept, line);
  let version = 0;
  const show = (fresh = false) => one.see(dealer.facts(), ++version, fresh);
  /** The table takes the pledge that was sent last. */
  const take = async () => {
    await answered();
    const sent = line.sent.at(-1)!;
    if (sent.t === "pledge") dealer.pledges[0] = sent.pledge;
    show();
  };
  return { kept, line, dealer, one, show, take };
}

/** A giver whose share is in a seal. */
async function sealed(kept = store()) {
  const at = giver(kept);
  at.show(true);
  await at.take();
  at.dealer.seal();
  at.show();
  await answered();
  return at;
}

describe("a giver before the seal", () => {
  it("pledges automatically, and stores the share before sending the pledge", async () => {
    const at = giver();
    const order: string[] = [];
    at.kept.keep = ((keep) => (share) => (order.push(`keep ${share.pledge}`), keep.call(at.kept, share)))(at.kept.keep);
    const send = at.line.send;
    Object.assign(at.line, { send: (message: Parameters<typeof send>[0]) => (order.push(`send ${message.t === "pledge" ? message.pledge : ""}`), send(message)) });
    at.show(true);
    expect(order).toEqual([`keep ${h(1)}`, `send ${h(1)}`]);
    expect(at.one.standing).toBe("before");
    await at.take();
    expect(at.one.standing).toBe("pledged");
    expect(at.line.sent).toHaveLength(1);
  });

  it("pledges again if the seat's pledge is missing or its share unknown", async () => {
    const at = giver();
    at.show(true);
    await at.take();
    delete at.dealer.pledges[0];
    at.show();
    await at.take();
    at.dealer.pledges[0] = h(77);
    at.show();
    expect(at.line.sent.map((sent) => sent.t === "pledge" && sent.pledge)).toEqual([h(1), h(2), h(3)]);
  });

  it("stops replacing pledges of another page of the same seat", async () => {
    const at = giver();
    at.show(true);
    for (let i = 0; i < 10; i++) {
      await answered();
      at.dealer.pledges[0] = h(200 + i);
      at.show();
    }
    expect(at.line.sent.length).toBeLessThan(5);
  });

  it("pledges again each time its pledge is dropped, as by a new name at the seat", async () => {
    const at = giver();
    at.show(true);
    for (let i = 0; i < 10; i++) {
      await at.take();
      delete at.dealer.pledges[0];
      at.show();
    }
    expect(at.line.sent).toHaveLength(11);
  });

  it("pledges again at a table that has been set back to before its pledge, as by a failover of the database", async () => {
    const at = giver();
    at.line.version = 9;
    at.one.see(at.dealer.facts(), 8, true);
    await answered();
    at.one.see(at.dealer.facts(), 8); // the answer was faster than the update
    expect(at.line.sent).toHaveLength(1);
    at.one.see(at.dealer.facts(), 7, true);
    expect(at.line.sent).toHaveLength(2);
  });

  it("does not pledge again after a refusal until the next attempt", async () => {
    const at = giver();
    at.line.refuse = true;
    for (let i = 0; i < 5; i++) {
      at.show();
      await answered();
    }
    expect(at.line.sent).toHaveLength(1);
    at.dealer.seal();
    at.dealer.callOff([1]);
    at.show();
    expect(at.line.sent).toHaveLength(2);
  });

  it("does not pledge while a pledge awaits its answer", () => {
    const at = giver();
    at.show(true);
    at.show();
    expect(at.line.sent).toHaveLength(1);
  });

  it("uses the share that was drawn to create or join the table", () => {
    const at = giver();
    at.dealer.pledges[0] = at.kept.draw("", -1, {}).pledge;
    at.show(true);
    expect(at.line.sent).toEqual([]);
    expect(at.kept.share(h(1))).toMatchObject({ table: TABLE, seat: 0 });
  });

  it("gives nothing without a seat, and nothing at tables of an earlier release", () => {
    const { one, line, dealer } = giver();
    one.see(dealer.facts(-1), 1, true);
    one.see({ ...dealer.facts(), deal: { protocol: 1 } }, 2);
    expect(line.sent).toEqual([]);
    expect(one.standing).toBe("old");
  });
});

describe("a giver after the seal", () => {
  it("keeps the seal, then reveals its share", async () => {
    const kept = store();
    const at = giver(kept);
    at.show(true);
    await at.take();
    const { seal, signature } = at.dealer.seal();
    let before: unknown;
    const send = at.line.send;
    Object.assign(at.line, { send: (message: Parameters<typeof send>[0]) => ((before = kept.share(h(1))), send(message)) });
    at.show();
    expect(before).toMatchObject({ seal, signature, server, attempt: 1, given: false });
    expect(at.line.sent.at(-1)).toEqual({ t: "share", seal, share: hex(bytesOf(1)) });
    await answered();
    expect(kept.share(h(1))!.given).toBe(true);
    at.dealer.dealt = true;
    at.show();
    expect(at.one.standing).toBe("giver");
  });

  it("sends its share again after a reload, unless the table has it", async () => {
    const kept = store();
    await sealed(kept);
    for (const shared of [false, true]) {
      const line = new Line();
      const again = giver(kept, line);
      again.dealer.pledges[0] = h(1);
      again.dealer.seal();
      again.dealer.shared = shared;
      again.show(true);
      expect(line.sent.map((sent) => sent.t)).toEqual(shared ? [] : ["share"]);
    }
  });

  it("sends its share once over one connection, and again over the next one", async () => {
    const at = await sealed();
    at.show();
    expect(at.line.sent).toHaveLength(2);
    at.show(true);
    expect(at.line.sent.map((sent) => sent.t)).toEqual(["pledge", "share", "share"]);
  });

  it("withholds its share if a check fails, and names the check", async () => {
    const at = giver();
    at.show(true);
    await at.take();
    at.dealer.seal({ seats: ["person", "bot hard", "bot easy"] });
    at.show();
    expect(at.one.refused).toBe("seats");
    expect(at.line.sent.map((sent) => sent.t)).toEqual(["pledge"]);
    expect(at.kept.share(h(1))!.seal).toBe("");
  });

  it("stays silent without the share, and says so", async () => {
    const at = giver();
    at.dealer.pledges[0] = h(77);
    at.dealer.seal();
    at.show(true);
    expect(at.one.refused).toBe("pledge");
    expect(at.line.sent).toEqual([]);
  });

  it("notices being left out before the first card, and afterwards", async () => {
    const at = giver();
    at.show(true);
    await at.take();
    delete at.dealer.pledges[0];
    at.dealer.seal();
    at.show();
    expect(at.one.standing).toBe("left-out");
    at.dealer.dealt = true;
    at.show();
    expect(at.one.standing).toBe("left-out");
  });

  it("pledges a new share after a call-off, and gives it under the next seal", async () => {
    const at = await sealed();
    at.dealer.callOff([1]);
    at.show();
    expect(at.line.sent.at(-1)).toEqual({ t: "pledge", pledge: h(2) });
    await at.take();
    const { seal } = at.dealer.seal();
    at.show();
    expect(at.one.refused).toBeUndefined();
    expect(at.line.sent.at(-1)).toEqual({ t: "share", seal, share: hex(bytesOf(2)) });
    expect(at.kept.callOffs(TABLE)).toMatchObject([{ number: 1, silent: [1] }]);
  });

  it("reports a call-off for its missing share only if the share was confirmed", async () => {
    const at = await sealed();
    at.dealer.callOff([0]);
    at.show();
    expect(at.one.blamed).toEqual([1]);
    const other = giver();
    other.show(true);
    await other.take();
    other.dealer.seal();
    other.line.refuse = true; // the share does not arrive
    other.show();
    await answered();
    other.dealer.callOff([0]);
    other.show();
    expect(other.one.blamed).toEqual([]);
  });
});

describe("what is known of a deal", () => {
  it("is only that others, or the server alone, made it where this browser gave nothing", () => {
    const { one, dealer } = giver();
    dealer.seal();
    dealer.dealt = true;
    one.see(dealer.facts(-1), 1, true);
    expect(one.standing).toBe("others");
    const alone = giver();
    alone.dealer.pledges = {};
    alone.dealer.seal();
    alone.dealer.dealt = true;
    alone.one.see(alone.dealer.facts(-1), 1, true);
    expect(alone.one.standing).toBe("server");
  });

  it("is a contradiction where another seal is dealt than the one that was checked, or a call-off disappears", async () => {
    const at = await sealed();
    at.dealer.attempts = [];
    at.dealer.pledges = { 1: h(101) };
    at.dealer.seal();
    at.dealer.dealt = true;
    at.show();
    expect(at.one.standing).toBe("broken");
    expect(at.one.given).toMatchObject({ pledge: h(1), attempt: 1 }); // what is judged is the seal that was taken back
    expect(at.one.evidence).toBe(true);
    at.dealer.attempts[0] = { ...at.dealer.attempts[0]!, signature: "" }; // unsigned, so of unknown origin
    at.show();
    expect(at.one.evidence).toBe(false);
    const called = await sealed();
    called.dealer.callOff([1]);
    called.show();
    expect(called.one.standing).not.toBe("broken");
    expect(called.one.given).toBeUndefined();
    called.dealer.attempts = [];
    called.show();
    expect(called.one.standing).toBe("broken");
  });
});

describe("the server's key", () => {
  const other = hex(publicKey(OTHER_KEY));
  const chain = (signature: string, stolen = false): SigningKey[] => [
    { key: server, since: 1, stolen, signed_by: "", signature: "" },
    { key: other, since: 2, stolen: false, signed_by: server, signature },
  ];
  const vouched = hex(sign(PRIVATE, fair.keyMessage(bytes(other))));

  it("is taken at the first visit, and a warning when it changes; nothing is revealed until the person trusts it", async () => {
    const at = giver();
    at.show(true);
    expect(at.kept.servers()).toEqual([server]);
    at.dealer.key = OTHER_KEY;
    await at.take();
    at.dealer.seal();
    at.show();
    await answered();
    expect(at.one.strange).toBe(true);
    expect(at.one.refused).toBe("server");
    expect(at.line.asked).toBe(1);
    at.one.trust();
    expect(at.one.strange).toBe(false);
    expect(at.line.sent.at(-1)!.t).toBe("share");
  });

  it("may change by a signature of the one before", async () => {
    const line = new Line();
    line.listed = chain(vouched);
    const at = giver(store(), line);
    at.kept.trust(server);
    at.dealer.key = OTHER_KEY;
    at.show(true);
    expect(at.one.strange).toBe(true);
    await answered();
    expect(at.one.strange).toBe(false);
    expect(at.kept.servers()).toContain(other);
  });

  it("is vouched for by known keys that are not stolen, with a signature that is theirs", () => {
    expect(vouchedFor([server], chain(vouched))).toEqual([other]);
    expect(vouchedFor([server], chain(vouched, true))).toEqual([]);
    expect(vouchedFor([server], chain(hex(sign(OTHER_KEY, fair.keyMessage(bytes(other))))))).toEqual([]);
    expect(vouchedFor([server], chain("no signature"))).toEqual([]);
    expect(vouchedFor([hex(bytesOf(1))], chain(vouched))).toEqual([]);
  });
});

describe("what is kept", () => {
  const update = (version: number, filling = ""): TableUpdate => ({ t: "update", version, turn: version, sitters: [{ name: filling }], view: { game: "kotori", seat: 0, players: 3, to_act: 0, zones: [] } });

  it("is the first view after the deal, and the later ones as they came", async () => {
    const cupboard = new Cupboard();
    const at = await sealed(store(cupboard));
    at.one.collect(update(4)); // not dealt yet
    at.dealer.dealt = true;
    at.show();
    const { view: _, ...missed } = update(6);
    for (const one of [update(5), update(6), update(7), missed, update(5)]) at.one.collect(one);
    expect(at.kept.seen(TABLE, h(1))).toEqual([update(5), update(6), update(7)]);
    expect([...cupboard.kept.keys()]).toContain(`tefuda-first-${h(1)}`);
  });

  it("is bounded, and what came first is kept", async () => {
    const at = await sealed();
    at.dealer.dealt = true;
    at.show();
    for (let version = 5; version < 30; version++) at.one.collect(update(version, "x".repeat(SEEN_LIMIT / 10)));
    const seen = at.kept.seen(TABLE, h(1)).map((one) => one.version);
    expect(seen.length).toBeGreaterThan(8);
    expect(seen.length).toBeLessThan(12);
    expect(seen).toEqual(seen.map((_, i) => 5 + i));
  });

  it("is one key a share, so that two tabs do not overwrite each other's", () => {
    const cupboard = new Cupboard();
    const [a, b] = [store(cupboard), store(cupboard)];
    a.draw(TABLE, 0, {});
    b.draw(TABLE, 0, {});
    b.draw(TABLE, 0, {});
    expect(a.shares(TABLE)).toHaveLength(2);
  });

  it("is in memory if storage is refused", async () => {
    const refusing = new Cupboard();
    refusing.room = 0;
    for (const cupboard of [undefined, refusing]) {
      const at = await sealed(store(cupboard));
      expect(at.line.sent.map((sent) => sent.t)).toEqual(["pledge", "share"]);
    }
    const throwing = new Proxy(new Cupboard(), { get: () => { throw new Error("SecurityError"); } });
    const at = await sealed(store(throwing));
    expect(at.line.sent.map((sent) => sent.t)).toEqual(["pledge", "share"]);
  });

  it("drops first views of old games if storage is full, never a share", () => {
    const cupboard = new Cupboard();
    const kept = store(cupboard);
    kept.draw(TABLE, 0, {});
    kept.keepFirst(h(1), update(5, "x".repeat(1000)));
    cupboard.room = [...cupboard.kept].reduce((sum, [key, value]) => sum + key.length + value.length, 0) + 10;
    const share = kept.draw(TABLE, 0, {});
    expect(cupboard.kept.has(`tefuda-share-${share.pledge}`)).toBe(true);
    expect(kept.first(h(1))).toBeUndefined();
  });

  it("has no share rather than one that looks unused, if its seal cannot be stored", () => {
    const cupboard = new Cupboard();
    const kept = store(cupboard);
    const share = kept.draw(TABLE, 0, {});
    cupboard.room = 0;
    kept.keep({ ...share, seal: h(5) });
    expect(kept.share(share.pledge)).toMatchObject({ seal: h(5) });
    expect(store(cupboard).share(share.pledge)).toBeUndefined();
  });

  it("holds no view of another seat, as a spectator who has left gets them", async () => {
    const at = await sealed();
    at.dealer.dealt = true;
    at.show();
    at.one.collect(update(5));
    at.one.collect({ ...update(6), view: { ...update(6).view!, seat: -1 } });
    expect(at.kept.seen(TABLE, h(1))).toEqual([update(5)]);
  });

  it("expires after 90 days, except the server's key; unreadable entries are deleted, too", () => {
    const cupboard = new Cupboard();
    const old = store(cupboard, () => 0);
    old.draw(TABLE, 0, {});
    old.keepFirst(h(1), update(1));
    old.trust(server);
    cupboard.setItem("tefuda-share-broken", "{");
    cupboard.setItem("tefuda", "the settings");
    store(cupboard, () => 89 * 86_400_000);
    expect(old.shares(TABLE)).toHaveLength(1);
    store(cupboard, () => 91 * 86_400_000);
    expect([...cupboard.kept.keys()].sort()).toEqual(["tefuda", `tefuda-server-${server}`]);
  });
});
