"""KOTODAMA KOGEN: reads a deck as the end of a link, and as text, as the deck builder in the browser writes them.

A link ends in base64url without padding of: version (1 byte); number n of the following bytes; n bytes with the copies
of five cards each, by number, in base 3, the lowest first; 2 bytes of the CRC-32 of the cards' names; the deck's name
in UTF-8; 3 bytes of the CRC-32 of all before.  `deck-links.ts` of the front end reads and writes the same.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Mapping
from zlib import crc32

from tefuda.engine.errors import BadOpening
from tefuda.engine.view import Words
from tefuda.games.kotodama.card_file import Pool
from tefuda.games.kotodama.state import COPIES

VERSION = 1
NEWEST = 15  # a version beyond it is a typing error
FIVE = 5  # cards in a byte
HEAD, NAMES, SUM = 2, 2, 3  # bytes
LINK = re.compile(r"(?:https?://\S*/decks/kotodama/?)?#?([A-Za-z0-9_-]{10,})")
ROW = re.compile(r"(\d+)\s*[x×]?\s+(.+?)(?:\s+#(\d+))?")
COMMAND = re.compile(r"(?:add-\d+ )+ready")


def read_deck(pool: Pool, text: str) -> str:
    """Return the command that chooses a deck, which is given as a link, as lines like `2 走る`, or as that command.

    Raises BadOpening.
    """
    text = text.strip()
    if COMMAND.fullmatch(text):
        return text
    link = LINK.fullmatch(text)
    return command(read_link(pool, link[1])[1] if link is not None else read_lines(pool, text))


def command(deck: Mapping[int, int]) -> str:
    """Return the command that builds a deck, given as copies by card."""
    return " ".join([*(f"add-{card}" for card in sorted(deck) for _ in range(deck[card])), "ready"])


def read_link(pool: Pool, text: str) -> tuple[str, dict[int, int]]:
    """Return name and deck of the part of a link after `#`; raises BadOpening."""
    try:
        data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except binascii.Error:
        data = b""
    if len(data) < HEAD + NAMES + SUM:
        raise BadOpening(Words("deck-link-broken"))
    if VERSION < data[0] <= NEWEST:
        raise BadOpening(Words("deck-link-newer"))
    start = HEAD + data[1]
    whole = start + NAMES + SUM <= len(data) and _tail(crc32(data[:-SUM]), SUM) == data[-SUM:]
    if data[0] != VERSION or not whole or any(byte >= (COPIES + 1) ** FIVE for byte in data[HEAD:start]):
        raise BadOpening(Words("deck-link-broken"))
    deck = {
        FIVE * at + digit + 1: copies
        for at, byte in enumerate(data[HEAD:start])
        for digit in range(FIVE)
        if (copies := byte // (COPIES + 1) ** digit % (COPIES + 1))
    }
    if not deck.keys() <= pool.cards.keys() or _names_sum(pool, deck) != data[start : start + NAMES]:
        raise BadOpening(Words("deck-link-other-cards"))
    return data[start + NAMES : -SUM].decode("utf-8", "replace"), deck


def _names_sum(pool: Pool, deck: Mapping[int, int]) -> bytes:
    """Return a sum of the names of a deck's cards, which may have other numbers in another card file."""
    names = [pool.cards[card].name for card in sorted(deck) if card in pool.cards]
    return _tail(crc32("\n".join(names).encode()), NAMES)


def _tail(value: int, count: int) -> bytes:
    return value.to_bytes(4, "big")[-count:]


def read_lines(pool: Pool, text: str) -> dict[int, int]:
    """Return the deck of a text with a line for each card: copies, name, and `#` and its number for words of one name.

    Lines that begin with `#` and a space hold the deck's name.  Raises BadOpening for any other line.
    """
    deck: dict[int, int] = {}
    for line in filter(None, map(str.strip, text.splitlines())):
        if re.match(r"#\s", line):
            continue
        row = ROW.fullmatch(line)
        named = [number for number, card in pool.cards.items() if row is not None and card.name == row[2]]
        card = next((number for number in named if row is not None and row[3] == str(number)), next(iter(named), 0))
        copies = int(row[1][:3]) if row is not None else 0
        if not card or deck.get(card, 0) + copies > COPIES:
            raise BadOpening(Words("deck-line-unreadable", {"line": line[:80]}))
        deck[card] = deck.get(card, 0) + copies
    return {card: copies for card, copies in deck.items() if copies}
