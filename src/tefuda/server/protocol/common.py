"""Types of the protocol that both the HTTP interface and the WebSockets use: tables, deals, errors."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from tefuda.server.protocol.limits import Id
from tefuda.table.clock_rule import ClockRule
from tefuda.table.entries import Sitter


class Attempt(Struct, frozen=True, omit_defaults=True):
    """One attempt to deal.  Its seal fixes everything that decides the cards before any share is revealed."""

    number: int  # 1, 2, ...
    previous: str  # call-off of the previous attempt; 64 zeros for the first
    commitment: str  # to the server's secret of this attempt
    seats: tuple[str, ...]  # "person" or "bot LEVEL", by seat
    pledges: dict[int, str]  # by seat
    seal: str
    signature: str  # of the seal, by the server
    silent: tuple[int, ...] = ()  # seats whose share is missing, if the attempt was called off
    call_off: str = ""  # "": not called off


class DealInfo(Struct, frozen=True, omit_defaults=True):
    """The public state of a table's deal, with hashes and keys in hex; see docs/fair-deals.md."""

    protocol: int  # 2; 1: dealt by an earlier release whose deals were predictable, without proof of fairness
    rules: str = ""  # version of the game's rules
    cards: str = ""  # SHA-256 of the card tables
    server: str = ""  # Ed25519 public key that signs this table's seals and record
    attempts: tuple[Attempt, ...] = ()  # the last one, unless called off, decides the cards
    dealt: bool = False
    pledge: str = ""  # your pledge for the next attempt; visible to you only
    shared: bool = False  # your share of the open attempt has arrived


class TableInfo(Struct, frozen=True):
    """Description of a table, for everyone who may see it."""

    id: Id  # clients name files after it
    game: str
    options: dict[str, int]
    public: bool
    phase: Literal["open", "playing", "over"]
    sitters: tuple[Sitter, ...]
    created: int  # seconds since 1970
    you: int  # your seat, -1 for none
    host: bool  # whether you are the host: who created this table, or the next one to sit there after they have left
    next: str | None = None  # id of the rematch; null if you may not see it
    deal: DealInfo | None = None  # null in lists of tables, and for a game from a position
    hints: bool = False  # true: even while several people play; against bots alone there are always hints
    locked: bool = False  # newcomers cannot take a seat
    host_seat: int = -1  # seat of the host, -1 for none and in lists of tables
    removed: bool = False  # the host has removed someone, who may not sit here; visible only to the host
    barred: bool = False  # the host has removed you: you may not sit here
    former: int = -1  # the seat that you have left during this game, and get back when you join; -1 for none
    your_turn: bool = False  # you are to act
    game_number: int = 1  # in its series: a rematch has the next number
    clock: ClockRule | None = None  # null: no clock
    delay: int = 0  # delay of the spectators, in decisions; 0 in lists of tables


class ErrorMessage(Struct, frozen=True, omit_defaults=True):
    """The body of every error response, and the reason in a `refused` message."""

    message: str  # for people, in their language
    clause: str | None = None  # of the rulebook, if a rule of the game forbids the command
