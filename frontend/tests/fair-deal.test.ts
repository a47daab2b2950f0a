// Test vectors of fair deals, shared with the server's implementation.
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { describe, expect, it } from "vitest";
import VECTORS from "../../tests/table/fair-deal-vectors.json";
import * as fair from "@/lib/fair-deal";
import { attemptSecret, publicKey, sign } from "./dealer";

const bytes = hexToBytes;
const hex = bytesToHex;
const given = VECTORS.inputs;
const first = VECTORS["dealt at the first attempt"];
const second = VECTORS["dealt at the second attempt"];
const signed = VECTORS.signatures;
const bySeat = (values: Record<string, string>) => Object.fromEntries(Object.entries(values).map(([seat, value]) => [Number(seat), bytes(value)]));
const setup = fair.setup(given.table, given.game, given.rules, bytes(given.cards), given.options, given.seats, given.start);
const secrets = [1, 2].map((attempt) => attemptSecret(bytes(given["table secret"]), given.table, attempt));
const pledged = (shares: Record<number, fair.Bytes>) => Object.fromEntries(Object.entries(shares).map(([seat, share]) => [seat, fair.pledge(share)]));

describe("known answers", () => {
  it("hold for encodings", () => {
    const encoding = VECTORS.encoding;
    expect(hex(fair.number(-1))).toBe(encoding["number -1"]);
    expect(hex(fair.fields("a", "", "bc"))).toBe(encoding["fields ('a', '', 'bc')"]);
    expect(hex(fair.fields("ことり", 258))).toBe(encoding["fields ('ことり', 258)"]);
    expect(hex(fair.labelled("commit", bytes(given["table secret"])))).toBe(encoding["labelled ('commit', 32 bytes 00..)"]);
    expect(() => fair.number(0.5)).toThrow(RangeError);
    expect(() => fair.number(2 ** 60)).toThrow(RangeError);
  });

  it("hold for a deal at the first attempt", () => {
    const shares = bySeat(given.shares);
    const seal = fair.seal(bytes(given.server), setup, 1, fair.NO_PREVIOUS, fair.commitment(secrets[0]!), pledged(shares));
    expect(hex(secrets[0]!)).toBe(first.secret);
    expect(hex(fair.commitment(secrets[0]!))).toBe(first.commitment);
    expect(Object.fromEntries(Object.entries(pledged(shares)).map(([seat, h]) => [seat, hex(h)]))).toEqual(first.pledges);
    expect(hex(setup)).toBe(first.setup);
    expect(hex(seal)).toBe(first.seal);
    expect(hex(fair.drawKey(secrets[0]!, seal, shares))).toBe(first.key);
  });

  it("hold for a deal without shares", () => {
    const seal = fair.seal(bytes(given.server), setup, 1, fair.NO_PREVIOUS, fair.commitment(secrets[0]!), {});
    expect(hex(seal)).toBe(first["seal without pledges"]);
    expect(hex(fair.drawKey(secrets[0]!, seal, {}))).toBe(first["key without shares"]);
  });

  it("hold for a deal at the second attempt, after a call-off", () => {
    const withheld = second["first shares"];
    const before = { 0: bytes(withheld["0"]), 2: bytes(withheld["2 (withheld)"]) };
    const called = fair.seal(bytes(given.server), setup, 1, fair.NO_PREVIOUS, fair.commitment(secrets[0]!), pledged(before));
    const previous = fair.callOff(called, [2]);
    const shares = { 0: bytes(given.shares["0"]) }; // a silent seat gives no share again
    const seal = fair.seal(bytes(given.server), setup, 2, previous, fair.commitment(secrets[1]!), pledged(shares));
    expect(secrets.map(hex)).toEqual(second.secrets);
    expect([hex(called), hex(seal)]).toEqual(second.seals);
    expect(hex(previous)).toBe(second["called off"]);
    expect(hex(fair.drawKey(secrets[1]!, seal, shares))).toBe(second.key);
  });

  it("hold for signatures", () => {
    const key = bytes(signed.public);
    const digest = sha256(new TextEncoder().encode("tefuda 2\n"));
    expect(hex(publicKey(bytes(signed.private)))).toBe(signed.public);
    expect(hex(digest)).toBe(signed["digest of the record 'tefuda 2\\n'"]);
    for (const [message, signature] of [
      [fair.sealMessage(bytes(first.seal)), signed["of the seal"]],
      [fair.recordMessage(digest), signed["of that record"]],
    ] as const) {
      expect(hex(sign(bytes(signed.private), message))).toBe(signature);
      expect(fair.isSigned(key, message, bytes(signature))).toBe(true);
    }
  });
});

describe("a signature", () => {
  const key = bytes(signed.public);
  const message = fair.sealMessage(bytes(first.seal));
  const signature = bytes(signed["of the seal"]);

  it("of another message, by another key or cut short is refused", () => {
    expect(fair.isSigned(key, fair.recordMessage(bytes(first.seal)), signature)).toBe(false);
    expect(fair.isSigned(publicKey(bytes(first.secret)), message, signature)).toBe(false);
    expect(fair.isSigned(key, message, signature.slice(1))).toBe(false);
    expect(fair.isSigned(key.slice(1), message, signature)).toBe(false);
  });

  it("under a key of small order, which would sign anything, is refused", () => {
    const forged = new Uint8Array(signature.length);
    forged[0] = 1; // R is the neutral point, s is 0
    const neutral = new Uint8Array(fair.HASH_BYTES);
    neutral[0] = 1;
    expect(fair.isSigned(neutral, message, forged)).toBe(false);
  });
});

describe("setup", () => {
  it("sorts options by the bytes of their names", () => {
    const seats = ["person"];
    const made = (options: Record<string, number>) => hex(fair.setup("t", "g", "1", bytes(given.cards), options, seats));
    expect(made({ b: 2, a: 1, ab: 3 })).toBe(made({ ab: 3, a: 1, b: 2 }));
    // U+FF5E comes before U+1F600 in UTF-8, after it in UTF-16.
    const bytesOrder = hex(fair.fields("\uff5e", 1, "\u{1f600}", 2));
    expect(made({ "\u{1f600}": 2, "\uff5e": 1 })).toContain(bytesOrder);
  });
});

describe("every derived value", () => {
  it("differs from every other one: no published value is a secret", () => {
    const secret = bytes(first.secret);
    const seal = bytes(first.seal);
    const all = [
      secret,
      fair.commitment(secret),
      fair.pledge(secret),
      seal,
      fair.callOff(seal, []),
      fair.drawKey(secret, seal, {}),
      sha256(secret),
    ].map(hex);
    expect(new Set(all).size).toBe(all.length);
  });
});
