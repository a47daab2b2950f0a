// A deck as the end of a link: short, with a version and a checksum, so that a broken link says what is wrong. Pure.
//
// Base64url without padding of: version (1 byte); number n of the following bytes; n bytes with the copies of five cards
// each, by number, in base 3, the lowest first; 2 bytes of the CRC-32 of the cards' names; the deck's name in UTF-8; 3
// bytes of the CRC-32 of all before. `deck_links.py` reads and writes the same.
import { COPIES, type Deck, listed } from "./decks";
import type { Entry } from "./pool";

const VERSION = 1;
const NEWEST = 15; // a version beyond it is a typing error
const FIVE = 5; // cards in a byte
const HEAD = 2;
const NAMES = 2;
const SUM = 3;

export interface LinkedDeck {
  name: string;
  deck: Deck;
}

/** Why a link cannot be read: it is not whole, its format is newer than this page, or its cards are not those of this server. */
export type LinkError = "broken" | "newer" | "other-cards";

/** Return the part of a deck's link after `#`. */
export function linkOf({ name, deck }: LinkedDeck, pool: readonly Entry[]): string {
  const highest = Math.max(0, ...Object.keys(deck).map(Number));
  const copies = new Uint8Array(Math.ceil(highest / FIVE));
  for (const [face, count] of Object.entries(deck)) {
    const at = Number(face) - 1;
    copies[Math.floor(at / FIVE)]! += count * (COPIES + 1) ** (at % FIVE);
  }
  const written = new TextEncoder().encode(name);
  const bytes = new Uint8Array(HEAD + copies.length + NAMES + written.length + SUM);
  bytes.set([VERSION, copies.length]);
  bytes.set(copies, HEAD);
  bytes.set(tail(namesSum(deck, pool), NAMES), HEAD + copies.length);
  bytes.set(written, HEAD + copies.length + NAMES);
  bytes.set(tail(crc32(bytes.subarray(0, -SUM)), SUM), bytes.length - SUM);
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Return the deck of a link, given whole or from `#` on, or why it cannot be read. */
export function readLink(link: string, pool: readonly Entry[]): LinkedDeck | LinkError {
  const bytes = bytesOf(link.slice(link.indexOf("#") + 1).trim());
  if (!bytes || bytes.length < HEAD + NAMES + SUM) return "broken";
  const [version, count] = [bytes[0]!, bytes[1]!];
  if (version > VERSION && version <= NEWEST) return "newer";
  const from = HEAD + count;
  const sum = bytes.subarray(-SUM);
  if (version !== VERSION || from + NAMES + SUM > bytes.length) return "broken";
  if (tail(crc32(bytes.subarray(0, -SUM)), SUM).some((byte, at) => byte !== sum[at])) return "broken";
  if (bytes.subarray(HEAD, from).some((byte) => byte >= (COPIES + 1) ** FIVE)) return "broken";
  const deck: Deck = {};
  bytes.subarray(HEAD, from).forEach((byte, at) => {
    for (let rest = byte, card = at * FIVE + 1; rest > 0; rest = Math.floor(rest / (COPIES + 1)), card++) {
      if (rest % (COPIES + 1)) deck[card] = rest % (COPIES + 1);
    }
  });
  const known = listed(deck, pool).length === Object.keys(deck).length;
  const names = tail(namesSum(deck, pool), NAMES);
  if (!known || names.some((byte, at) => byte !== bytes[from + at])) return "other-cards";
  return { name: new TextDecoder().decode(bytes.subarray(from + NAMES, -SUM)), deck };
}

function bytesOf(text: string): Uint8Array | undefined {
  if (!/^[A-Za-z0-9_-]+$/.test(text)) return undefined;
  try {
    return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  } catch {
    return undefined; // a length that no text has
  }
}

/** Cards may have other numbers on a server with a card file of its own. */
function namesSum(deck: Deck, pool: readonly Entry[]): number {
  return crc32(new TextEncoder().encode(listed(deck, pool).map(({ entry }) => entry.name).join("\n")));
}

/** Return the last bytes of a 32-bit number, the highest first. */
function tail(value: number, bytes: number): number[] {
  return Array.from({ length: bytes }, (_, at) => (value >>> (8 * (bytes - 1 - at))) & 0xff);
}

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
