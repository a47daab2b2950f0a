"""Requests and responses of the HTTP interface.  Their docstrings and comments are the text of `docs/protocol.md`."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from tefuda.engine.view import CardText, Opening
from tefuda.server.protocol.common import TableInfo
from tefuda.server.protocol.limits import MAX_RECORD_BYTES, Count, Delay, Name, OptionalHash, OptionalName, PushText
from tefuda.server.protocol.messages import TableUpdate
from tefuda.table.clock_rule import ClockRule
from tefuda.table.entries import Sitter


class NewGuest(Struct, forbid_unknown_fields=True):
    """POST /api/me: set or change your name."""

    name: Name


class OptionInfo(Struct, frozen=True):
    """An optional rule of a game."""

    name: str
    default: int
    low: int  # smallest value
    high: int  # largest value
    clause: str  # of the rulebook


class LessonInfo(Struct, frozen=True):
    """The guided first game of a game."""

    minutes: int  # duration
    weight: int  # of the game, from 1 (light) to 5
    order: int  # in which games are offered to newcomers, easiest first


class GameInfo(Struct, frozen=True):
    """GET /api/games: a game on this server.  Its texts are in its messages."""

    slug: str
    fewest: int  # smallest number of players
    most: int  # largest number of players
    options: tuple[OptionInfo, ...]
    levels: tuple[str, ...]  # of bots, weakest first
    lesson: LessonInfo | None = None  # null: the game has none
    playing_time: int = 0  # minutes that a game usually takes; 0: not known
    openings: bool = False  # seats choose what they play with, such as a deck


class GameCards(Struct, frozen=True):
    """GET /api/games/SLUG/cards: the texts of a game's cards from its card file, by face id.

    The name of any other face is the message `face-<id>` of the game.
    """

    cards: dict[str, CardText]
    openings: dict[str, Opening] = {}  # what seats can choose to play with, by the action that chooses it


class SeatWish(Struct, forbid_unknown_fields=True):
    """The requested occupant of a seat of a new table: its host, a bot, or nobody yet."""

    kind: Literal["me", "bot", "open"]
    level: Annotated[str, Meta(max_length=32)] = ""  # of a bot; "": the middle level


class NewTable(Struct, forbid_unknown_fields=True):
    """POST /api/tables: create a table; the number of seats is the number of players."""

    game: Annotated[str, Meta(max_length=32)]
    seats: Annotated[list[SeatWish], Meta(min_length=1, max_length=10)]
    options: dict[str, int] = {}
    public: bool = False
    hints: bool = False  # true: even while several people play; false: only against bots
    deal: bool = False  # deal immediately; no seat may be open
    pledge: OptionalHash = ""  # of your share in the deal; requires a seat of yours
    clock: ClockRule | None = None  # null: no clock
    delay: Delay = 0


class OpenTable(Struct, frozen=True):
    """An unfinished public table, as strangers see it."""

    id: str
    game: str
    phase: Literal["open", "playing"]
    sitters: tuple[Sitter, ...]
    locked: bool  # newcomers cannot take a seat
    clock: ClockRule | None = None  # null: no clock


class SeriesPlayer(Struct, frozen=True):
    """A person or a bot in the standings of a series."""

    kind: Literal["person", "bot"]
    name: str  # "": deleted
    rank: int  # by points, then by wins; equal players share it
    points: int
    games: int  # finished ones
    wins: int
    change: int | None  # points from the last game; null: they were not in it
    seat: int  # at this table, -1 for none
    you: bool


class SeriesGame(Struct, frozen=True):
    """A finished game of a series."""

    number: int
    game: str
    ended: int  # seconds since 1970
    players: tuple[int, ...]  # by seat: the place in `players` of the series
    ranks: tuple[int, ...]  # by seat
    points: tuple[int, ...]  # by seat
    winners: tuple[int, ...]  # their places in `players` of the series; empty if all players share the first rank


class Series(Struct, frozen=True):
    """GET /api/tables/ID/series: the standings of this table and of all tables that rematches link to it.

    A game gives 2 points for each player who finishes behind, and 1 for each who finishes level.
    """

    number: int  # of this table's game
    played: int  # number of finished games
    players: tuple[SeriesPlayer, ...]  # best first; also those who sit here and have finished no game yet
    games: tuple[SeriesGame, ...]  # finished ones, oldest first, at most 100


class Me(Struct, frozen=True):
    """GET /api/me: your name and tables."""

    name: str  # "": no name yet
    tables: tuple[TableInfo, ...]  # yours and those you have left: unfinished ones first, newer ones before older ones


class PushKey(Struct, frozen=True):
    """GET /api/push: the key with which a browser subscribes to push messages of this server."""

    key: str  # base64url; "": the server sends none
    guest: bool  # whether you are a guest, who can subscribe; everyone becomes one with their first table


class PushKeys(Struct, forbid_unknown_fields=True):
    """What a message to a browser is encrypted with, as its `PushSubscription` gives it."""

    p256dh: PushText
    auth: PushText


class Subscribe(Struct, forbid_unknown_fields=True):
    """POST /api/push: send push messages to this browser when it is your turn."""

    endpoint: Annotated[str, Meta(min_length=1, max_length=1024)]
    keys: PushKeys
    language: Literal["ja", "en"]


class Unsubscribe(Struct, forbid_unknown_fields=True):
    """POST /api/push/stop: send no more push messages to this browser."""

    endpoint: Annotated[str, Meta(min_length=1, max_length=1024)]


class Forget(Struct, forbid_unknown_fields=True):
    """POST /api/me/delete: delete your data; the body is `{}`."""


class OwnEntry(Struct, frozen=True):
    """An entry of a table's log that you caused, or that seated you."""

    version: int  # position in the log; entries have no time
    entry: dict[str, Any]


class OwnLine(Struct, frozen=True):
    """A line of yours in the talk of a table."""

    said: int  # seconds since 1970
    phrase: str = ""
    text: str = ""
    chat: bool | None = None  # you have switched free text on or off


class OwnResult(Struct, frozen=True):
    """The result of a game."""

    ended: int  # seconds since 1970
    ranks: tuple[int, ...]  # by seat
    scores: tuple[int, ...]  # by seat


class OwnTable(Struct, frozen=True):
    """Stored data about you at one table."""

    id: str
    game: str
    options: dict[str, int]
    public: bool
    phase: Literal["open", "playing", "over"]
    created: int  # seconds since 1970
    host: bool  # whether you are its host
    seat: int  # your present or former seat, -1 for none
    seated: bool  # false: you have left that seat
    note: str
    entries: tuple[OwnEntry, ...]
    result: OwnResult | None
    talk: tuple[OwnLine, ...] = ()  # your lines that are still stored
    shared: bool = False  # you have made a link to the game


class OwnPush(Struct, frozen=True):
    """A browser to which push messages are sent, without its secrets."""

    endpoint: str
    language: str


class OwnData(Struct, frozen=True):
    """GET /api/me/export: all stored data about you, except the hash of your cookie."""

    name: str
    created: int  # when your cookie was issued, in seconds since 1970; 0 without a cookie
    seen: int  # approximate time of your last visit
    tables: tuple[OwnTable, ...]  # newest first
    push: tuple[OwnPush, ...] = ()


class SigningKey(Struct, frozen=True):
    """A present or former key of this server for seals and records."""

    key: str  # Ed25519 public key, hex
    since: int  # seconds since 1970
    stolen: bool  # its signatures alone prove nothing
    signed_by: str = ""  # the previous key; "": none, or it was stolen
    signature: str = ""  # of this key, by the previous one


class SigningKeys(Struct, frozen=True):
    """GET /.well-known/tefuda-keys: all keys, newest last; the newest signs new tables."""

    keys: tuple[SigningKey, ...]


class Invite(Struct, forbid_unknown_fields=True):
    """POST /api/tables/ID/invite: the body is `{}`."""


class Invitation(Struct, frozen=True):
    """POST /api/tables/ID/invite: an invite link."""

    path: str  # "/join/ID/SIGNATURE"


class Join(Struct, forbid_unknown_fields=True):
    """POST /api/tables/ID/join: take a seat; requires an invitation unless the table is public."""

    name: OptionalName = ""  # "": the one you have, or none
    invitation: Annotated[str, Meta(max_length=128)] = ""  # the signature in the invite link
    seat: Count | None = None  # null: your former seat, else the first open one
    pledge: OptionalHash = ""  # of your share in the deal


class ReviewFrom(Struct, forbid_unknown_fields=True):
    """POST /api/tables/ID/review: review a finished game.

    The review is made in the background.  Repeat the request until it has `seats`.
    """

    after: Count = 0  # number of turns you have: the answer has those that follow


class WhatIf(Struct, forbid_unknown_fields=True):
    """POST /api/tables/ID/what-if: play on from a moment of a finished game, at a new table against bots.

    You decide for the seat that was to act.  What it could not know at the time is dealt again.
    """

    move: Count  # number of commands played before


class ShareGame(Struct, forbid_unknown_fields=True):
    """POST /api/tables/ID/share: make the link by which you show your finished game to anyone, or take it back."""

    on: bool


class Sharing(Struct, frozen=True):
    """GET and POST /api/tables/ID/share: your link to a finished game, and who has made one.

    Append `seat=N` and `step=N` to its query to show a moment: the seat whose view it is, and the number of the update
    with a view, from 1.
    """

    path: str  # "/replay/ID?share=TOKEN", without a token for a public table, which everyone may see; "": no link
    seats: tuple[int, ...]  # of the players who have made a link


class CheckRecord(Struct, forbid_unknown_fields=True):
    """POST /api/check: check a signed record by a replay; it is not stored."""

    record: Annotated[str, Meta(max_length=MAX_RECORD_BYTES)]  # the text of record.txt


class RecordCheck(Struct, frozen=True):
    """POST /api/check: whether cards, moves and ranks of a record follow from its key by the rules.

    Clients check by themselves what needs no rules: how the key was made, the seals and the signature.
    """

    verdict: str  # "proven", "not-proven" or "false"
    reason: str  # for people, in their language
    moves: int


class ReplayRecord(Struct, forbid_unknown_fields=True):
    """POST /api/check/replay: show the game of a signed record; nothing is stored."""

    record: Annotated[str, Meta(max_length=MAX_RECORD_BYTES)]  # the text of record.txt
    seat: Annotated[int, Meta(ge=-1, le=99)] = -1  # whose view; -1: spectators


class Leave(Struct, forbid_unknown_fields=True):
    """POST /api/tables/ID/leave: give up your seat: before the deal it opens again, during a game a bot takes it."""


class GameRecord(Struct, frozen=True):
    """GET /api/tables/ID/record: the game so far, with the view of every update."""

    table: TableInfo
    seat: int  # the perspective; -1: spectators
    updates: tuple[TableUpdate, ...]
    released: bool  # whether the game is over and /api/tables/ID/record.txt available


class RecordedGame(Struct, frozen=True):
    """POST /api/check/replay: the game of a record as a seat saw it, with the view of every update.

    It ends at the first move that the rules do not allow.  The names are those in the record, and prove nothing.
    """

    table: TableInfo
    seat: int  # the perspective; -1: spectators
    updates: tuple[TableUpdate, ...]
    verdict: str  # "proven", "not-proven" or "false", as for POST /api/check
    reason: str  # for people, in their language
    stopped: str  # why the game is not shown to its end, for people; "": all of it is shown
