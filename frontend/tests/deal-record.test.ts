import { bytesToHex as hex, hexToBytes as bytes } from "@noble/hashes/utils.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { describe, expect, it } from "vitest";
import { BadRecord, type Known, checkRecord, factsOf, keyOf, readRecord } from "@/lib/deal-record";
import * as fair from "@/lib/fair-deal";
import { Dealer, OTHER_KEY, PRIVATE, TABLE, attemptSecret, bytesOf, h, publicKey, sign } from "./dealer";

const share = (fill: number) => hex(bytesOf(fill));

/** A game that was called off once and then dealt; seat 0 is ours. */
function played() {
  const dealer = new Dealer();
  dealer.pledges = { 0: h(1), 1: h(101) };
  dealer.seal();
  dealer.callOff([1]);
  dealer.pledges = { 0: h(2), 1: h(102) };
  dealer.seal();
  dealer.dealt = true;
  const [first, last] = dealer.attempts as [typeof dealer.attempts[0], typeof dealer.attempts[0]];
  const server = dealer.deal.server!;
  const secret = (attempt: number) => hex(attemptSecret(bytesOf(9), TABLE, attempt));
  const lines = [
    "tefuda 2",
    "protocol 2",
    `server ${server}`,
    `table ${TABLE}`,
    "game kotori",
    "rules 1",
    `cards ${dealer.cards}`,
    "players 3",
    "option allow_yield 0",
    "attempt 1",
    "seats person|person|bot easy",
    `commitment ${first.commitment}`,
    `pledge 0 ${h(1)}`,
    `pledge 1 ${h(101)}`,
    `seal ${first.seal}`,
    `secret ${secret(1)}`,
    `share 0 ${share(1)}`,
    "silent 1",
    `call-off ${first.call_off}`,
    "attempt 2",
    "seats person|person|bot easy",
    `commitment ${last.commitment}`,
    `pledge 0 ${h(2)}`,
    `pledge 1 ${h(102)}`,
    `seal ${last.seal}`,
    `secret ${secret(2)}`,
    `share 0 ${share(2)}`,
    `share 1 ${share(102)}`,
    'name 0 "\\u3042\\u304d"',
    'name 1 "Haru \\"the second\\" \\ud83d\\ude00"',
    'name 2 ""',
    "0 person draw",
    "1 stand-in pass",
    'sits 1 bot hard "Suzu"',
    "1 bot draw",
    'sits 1 person "Taro"',
    "ranks 1 3 2",
  ];
  const given = { pledge: h(2), share: share(2), table: TABLE, seat: 0, at: 0, shown: {}, seal: last.seal, signature: last.signature, server, attempt: 2, given: true };
  const { number, seal, silent = [], call_off = "" } = first;
  const known: Known = {
    facts: dealer.facts(),
    share: given,
    callOffs: [{ table: TABLE, at: 0, number, seal, silent, call_off }],
    servers: [server],
    stolen: [],
  };
  return { dealer, lines, known, given };
}

function signed(lines: readonly string[], key = PRIVATE): string {
  const body = `${lines.join("\n")}\n`;
  const digest = sha256(new TextEncoder().encode(body));
  return `${body}digest ${hex(digest)}\nsignature ${hex(sign(key, fair.recordMessage(digest)))}\n`;
}

const verdicts = (text: string, known: Known) => Object.fromEntries(checkRecord(readRecord(text), known).map(({ name, verdict, reason }) => [name, `${verdict} ${reason}`]));

/** The game with some lines replaced, signed by the server itself. */
function bent(change: (lines: string[]) => string[]): Record<string, string> {
  const { lines, known } = played();
  return verdicts(signed(change([...lines])), known);
}
const replaced = (find: string | RegExp, by: string) => (lines: string[]) => lines.map((line) => line.replace(find, by));

describe("an honest record", () => {
  it("proves to a giver all that a browser can prove, and says what it cannot", () => {
    const { lines, known } = played();
    expect(verdicts(signed(lines), known)).toEqual({
      key: "proven key-follows",
      fixed: "proven seal-kept",
      unchosen: "proven my-share",
      rules: "not-proven no-rules",
      seen: "not-proven seal-only",
      unchanged: "proven signed",
      never: "not-proven never",
    });
  });

  it("proves less to those who gave no share", () => {
    const { lines, known } = played();
    expect(verdicts(signed(lines), { ...known, share: undefined, callOffs: [] })).toMatchObject({
      key: "proven key-follows",
      fixed: "not-proven operators-word",
      unchosen: "not-proven operators-word",
      unchanged: "proven signed",
    });
    expect(verdicts(signed(lines), { ...known, share: undefined, servers: [] })).toMatchObject({ unchanged: "not-proven own-key" });
    expect(verdicts(signed(lines), { ...known, stolen: known.servers })).toMatchObject({ unchanged: "not-proven stolen-key" });
  });

  it("gives the key of all draws", () => {
    const { lines, dealer } = played();
    const secret = attemptSecret(bytesOf(9), TABLE, 2);
    const right = fair.drawKey(secret, bytes(dealer.attempts[1]!.seal), { 0: bytesOf(2), 1: bytesOf(102) });
    expect(keyOf(readRecord(signed(lines)))).toBe(hex(right));
  });
});

describe("a record from a file", () => {
  const alone = (text: string) => {
    const record = readRecord(text);
    return verdicts(text, { facts: factsOf(record), share: undefined, callOffs: [], servers: [record.server], stolen: [] });
  };

  it("is checked by what it says of itself, and claims no more than that", () => {
    expect(alone(signed(played().lines))).toEqual({
      key: "proven key-follows",
      fixed: "not-proven operators-word",
      unchosen: "not-proven operators-word",
      rules: "not-proven no-rules",
      seen: "not-proven no-copy",
      unchanged: "proven signed",
      never: "not-proven never",
    });
  });

  it("contradicts the share that this browser has kept", () => {
    const { lines, given } = played();
    const record = readRecord(signed(lines));
    const other = { ...given, seal: h(7) };
    expect(verdicts(signed(lines), { facts: factsOf(record), share: other, callOffs: [], servers: [record.server], stolen: [] })).toMatchObject({ fixed: "false other-seal" });
  });

  it("is found out when it was changed", () => {
    const text = signed(played().lines);
    expect(alone(text.replace("ranks 1 3 2", "ranks 3 1 2"))).toMatchObject({ unchanged: "false wrong-digest" });
    expect(alone(text.replace("option allow_yield 0", "option allow_yield 1"))).toMatchObject({ key: "false wrong-seal" });
    expect(alone(signed(played().lines, OTHER_KEY))).toMatchObject({ unchanged: "false wrong-signature" });
  });

  it("is refused with its line if it is something else", () => {
    const { lines } = played();
    for (const [text, line] of [["", 1], ["<html>", 1], [signed(["tefuda 1", ...lines.slice(1)]), 1], [signed(lines).replaceAll("\n", "\r\n"), 1]] as const) {
      expect(() => readRecord(text)).toThrow(BadRecord);
      expect(() => readRecord(text)).toThrow(`line ${line}`);
    }
    const crowded = signed(lines.map((line) => line.replace(/^players .*/, "players 999999999999999")));
    expect(() => readRecord(crowded)).toThrow(BadRecord);
  });
});

describe("a record in which something is false", () => {
  it("is found out though the server signed it", () => {
    const key = (change: (lines: string[]) => string[]) => bent(change)["key"];
    expect(key(replaced(/^secret .*/, `secret ${share(5)}`))).toBe("false wrong-secret");
    expect(key(replaced(`share 1 ${share(102)}`, `share 1 ${share(103)}`))).toBe("false wrong-share");
    expect(key(replaced("bot easy", "bot hard"))).toBe("false wrong-seal");
    expect(key(replaced("rules 1", "rules 2"))).toBe("false wrong-seal");
    expect(key(replaced("silent 1", "silent 0"))).toBe("false wrong-call-off");
    expect(key((lines) => lines.filter((line) => !line.startsWith("share 1")))).toBe("false share-missing");
    expect(key((lines) => lines.filter((_, i) => i < 9 || i > 18))).toBe("false attempt-number");
    expect(key((lines) => lines.filter((line) => !/^(silent|call-off)/.test(line)))).toBe("false attempt-open");
    expect(key(replaced(TABLE, "AnotherTable"))).toBe("false other-table");
    expect(key(replaced("option allow_yield 0", "option allow_yield 1"))).toBe("false other-table");
  });

  it("proves nothing that rests on a false key", () => {
    expect(bent(replaced("rules 1", "rules 2"))).toMatchObject({ fixed: "false wrong-seal", unchosen: "false wrong-seal", unchanged: "proven signed" });
  });

  it("contradicts the seal that this browser keeps: evidence where the server signed both", () => {
    const { lines, known, dealer } = played();
    const other = new Dealer();
    other.pledges = { 0: h(2) };
    const seal = other.seal();
    const kept = { ...known.share!, seal: seal.seal, signature: seal.signature };
    expect(verdicts(signed(lines), { ...known, share: kept })).toMatchObject({ fixed: "false signed-twice" });
    expect(verdicts(signed(lines), { ...known, share: { ...kept, signature: dealer.attempts[0]!.signature } })).toMatchObject({ fixed: "false other-seal" });
  });

  it("leaves out an attempt that this browser saw called off", () => {
    const { lines, known } = played();
    const unseen = { ...known.callOffs[0]!, number: 3, seal: share(3) };
    expect(verdicts(signed(lines), { ...known, callOffs: [...known.callOffs, unseen] })).toMatchObject({ fixed: "false attempt-missing" });
  });

  it("holds another share than this browser gave", () => {
    const { lines, known } = played();
    expect(verdicts(signed(lines), { ...known, share: { ...known.share!, share: share(4) } })).toMatchObject({ unchosen: "false not-my-share" });
  });

  it("is signed by another key, or not signed like this", () => {
    const { lines, known } = played();
    expect(verdicts(signed(lines, OTHER_KEY), known)).toMatchObject({ unchanged: "false wrong-signature" });
    expect(verdicts(signed(lines).replace("0 person draw", "0 person pass"), known)).toMatchObject({ unchanged: "false wrong-digest" });
    const kept = { ...known.share!, server: hex(publicKey(OTHER_KEY)) };
    expect(verdicts(signed(lines), { ...known, share: kept })).toMatchObject({ unchanged: "false other-key" });
  });
});

describe("the text of a record", () => {
  const text = signed(played().lines);

  it("is refused in any other spelling", () => {
    const others = [
      text.slice(0, -1),
      `${text}\n`,
      text.replaceAll("\n", "\r\n"),
      text.replace("players 3", "players 03"),
      text.replace("protocol 2", "protocol 1"),
      text.replace(/server (..)/, (_, digits: string) => `server ${digits.toUpperCase() === digits ? "FF" : digits.toUpperCase()}`),
      text.replace('"\\u3042\\u304d"', '"あき"'),
      text.replace("\\u3042", "\\u3042".toUpperCase()),
      text.replace("option allow_yield 0", "option allow_yield -0"),
      text.replace("option allow_yield 0", "option b 0\noption a 0"),
      text.replace(/(pledge 0 .*)\n(pledge 1 .*)\n/, "$2\n$1\n"),
      text.replace("0 person draw", "0 someone draw"),
      text.replace(/ranks.*\n/, ""),
      text.replace(/attempt(.*\n)*?name/, "name"),
    ];
    for (const other of others) {
      expect(other).not.toBe(text);
      expect(() => readRecord(other)).toThrow(BadRecord);
    }
  });

  it("names the line that is not as it must be", () => {
    try {
      readRecord(text.replace("players 3", "players three"));
      expect.unreachable();
    } catch (error) {
      expect(error).toMatchObject({ line: 8 });
    }
  });
});
