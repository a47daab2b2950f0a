// Cryptography of fair deals, protocol version 2: what a player needs of src/tefuda/table/fair_deal.py, with the same test vectors.
// No I/O, no game, no wire format. Synchronous libraries, because `crypto.subtle` is missing over plain http.
import { hashes, verify } from "@noble/ed25519";
import { hmac } from "@noble/hashes/hmac.js";
import { sha256, sha512 } from "@noble/hashes/sha2.js";
import { concatBytes } from "@noble/hashes/utils.js";

hashes.sha512 = sha512; // the synchronous half of @noble/ed25519 needs it

export type Bytes = Uint8Array;
type Part = Bytes | string | number;
/** Values by seat. */
export type BySeat = Readonly<Record<number, Bytes>>;

export const PROTOCOL = 2;
/** length of every secret, share, hash and key in bytes */
export const HASH_BYTES = 32;
/** stands for the call-off before the first attempt */
export const NO_PREVIOUS: Bytes = new Uint8Array(HASH_BYTES);

const UTF8 = new TextEncoder();

// ---------------------------------------------------------------- encodings

/** Encode an integer: 8 bytes, signed, big-endian. */
export function number(value: number): Bytes {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not an integer that can be encoded`);
  const data = new Uint8Array(8);
  new DataView(data.buffer).setBigInt64(0, BigInt(value));
  return data;
}

/** Encode parts one after another, each behind its length in 4 bytes; text as UTF-8, integers as `number`. */
export function fields(...parts: readonly Part[]): Bytes {
  return concatBytes(
    ...parts.flatMap((part) => {
      const data = typeof part === "string" ? UTF8.encode(part) : typeof part === "number" ? number(part) : part;
      const length = new Uint8Array(4);
      new DataView(length.buffer).setUint32(0, data.length);
      return [length, data];
    }),
  );
}

/** Encode parts behind the label that says what they are for. */
export function labelled(label: string, ...parts: readonly Part[]): Bytes {
  return fields(`tefuda/v${PROTOCOL}/${label}`, ...parts);
}

function hash(label: string, ...parts: readonly Part[]): Bytes {
  return sha256(labelled(label, ...parts));
}

/** Encode values by seat, in the order of the seats. */
function pairs(values: BySeat): Bytes {
  const seats = Object.keys(values).map(Number).sort((a, b) => a - b);
  return fields(...seats.flatMap((seat) => [seat, values[seat]!]));
}

/** Compare as unsigned bytes, the shorter first: Python's order of bytes. */
function byteOrder(a: Bytes, b: Bytes): number {
  const differs = a.findIndex((byte, i) => byte !== b[i]);
  if (differs < 0) return a.length - b.length;
  return differs >= b.length ? 1 : a[differs]! - b[differs]!;
}

// ------------------------------------------------------- the deal's values

/** Compute C, the published commitment to an attempt's secret. */
export function commitment(secret: Bytes): Bytes {
  return hash("commit", secret);
}

/** Compute h, the published pledge of a client's secret share. */
export function pledge(share: Bytes): Bytes {
  return hash("pledge", share);
}

/** Encode what is played: all options by name in byte order, and each seat as "person" or "bot LEVEL". */
export function setup(
  table: string,
  game: string,
  rules: string,
  cards: Bytes,
  options: Readonly<Record<string, number>>,
  seats: readonly string[],
  start = "",
): Bytes {
  const chosen = Object.entries(options).sort(([a], [b]) => byteOrder(UTF8.encode(a), UTF8.encode(b)));
  return fields(table, game, rules, cards, fields(...chosen.flat()), fields(...seats), start);
}

/**
 * Compute X, which fixes everything that enters the key of an attempt.
 *
 * `server` is the server's public key, `previous` the call-off of the attempt before, or NO_PREVIOUS.
 */
export function seal(server: Bytes, setup: Bytes, attempt: number, previous: Bytes, commitment: Bytes, pledges: BySeat): Bytes {
  return hash("seal", server, setup, attempt, previous, commitment, pairs(pledges));
}

/** Compute Y, which ends an attempt and names the seats whose share did not come. */
export function callOff(seal: Bytes, silent: readonly number[]): Bytes {
  return hash("called-off", seal, fields(...[...silent].sort((a, b) => a - b)));
}

/** Compute K, the key of all draws, from the server's secret and the shares of all who pledged. */
export function drawKey(secret: Bytes, seal: Bytes, shares: BySeat): Bytes {
  return hmac(sha256, secret, labelled("deal", seal, pairs(shares)));
}

// --------------------------------------------------------------- signatures

/** Encode what the server signs when it publishes a seal. */
export function sealMessage(seal: Bytes): Bytes {
  return labelled("sign-seal", seal);
}

/** Encode what the server signs when it releases a record with this SHA-256. */
export function recordMessage(digest: Bytes): Bytes {
  return labelled("sign-record", digest);
}

/** Encode what an old signing key signs to vouch for its successor. */
export function keyMessage(nextKey: Bytes): Bytes {
  return labelled("sign-key", nextKey);
}

/** Check an Ed25519 signature, strictly; false for anything that is not one, malformed keys included. */
export function isSigned(key: Bytes, message: Bytes, signature: Bytes): boolean {
  try {
    return verify(signature, message, key, { zip215: false });
  } catch {
    return false;
  }
}
