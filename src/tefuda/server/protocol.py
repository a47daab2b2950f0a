"""Everything that crosses the wire between a table and those who look at it.

Requests and answers of the HTTP interface, and the messages of a table's WebSocket, all as JSON objects; a WebSocket
message says what it is in its field `t`.  `docs/protocol.md` and the browser's TypeScript types are made from here.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated, Any, Literal, NamedTuple, Self

from msgspec import Meta, Struct

from tefuda.engine.view import CardText, Observation, View, Words
from tefuda.table.entries import Sitter

# ------------------------------------------------------------------- limits

Name = Annotated[str, Meta(min_length=1, max_length=24)]
Id = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
Action = Annotated[str, Meta(min_length=1, max_length=64)]
Count = Annotated[int, Meta(ge=0, le=1 << 53)]
Hash = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$")]  # 32 bytes in hex
OptionalHash = Annotated[str, Meta(pattern=r"^([0-9a-f]{64})?$")]  # "": none
MAX_MESSAGE_BYTES = 4096
MESSAGES_A_SECOND = 10  # of one connection, over time; a burst may be three seconds' worth


class CloseCode(IntEnum):
    """Why the server closes a WebSocket: the close codes it uses."""

    def __new__(cls, code: int, about: str) -> Self:
        """A code, and what it means."""
        member = int.__new__(cls, code)
        member._value_ = code
        member.about = about
        return member

    about: str

    SHUTTING_DOWN = 1012, "the server restarts, come back in a moment"
    TOO_BIG = 1009, "a message was too large"
    TOO_MUCH = 4008, "too many messages, or too many refused ones"
    NOT_READING = 4009, "you did not read what you were sent"
    NO_TABLE = 4004, "there is no such table, or you may not see it: no use to try again"
    FORGOTTEN = 4010, "you asked to be forgotten: connect again as a new guest, or not at all"
    FOREIGN = 4003, "another site's page opened this connection: no use to try again"


# --------------------------------------------------------------------- HTTP


class NewGuest(Struct, forbid_unknown_fields=True):
    """POST /api/me: take a name, or change it."""

    name: Name


class OptionInfo(Struct, frozen=True):
    """A house rule of a game."""

    name: str
    default: int
    low: int
    high: int
    clause: str


class GameInfo(Struct, frozen=True):
    """GET /api/games: one game there is to play.  Its words are in the game's own .ftl files."""

    slug: str
    fewest: int
    most: int
    options: tuple[OptionInfo, ...]
    levels: tuple[str, ...]  # of bots, weakest first


class GameCards(Struct, frozen=True):
    """GET /api/games/SLUG/cards: what a card file says of the cards of a game, by face id.

    Of a face that is not here the message `face-<id>` is the name.
    """

    cards: dict[str, CardText]


class SeatWish(Struct, forbid_unknown_fields=True):
    """Who shall play a seat of a new table: its maker, a bot, or whoever comes."""

    kind: Literal["me", "bot", "open"]
    level: Annotated[str, Meta(max_length=32)] = ""


class NewTable(Struct, forbid_unknown_fields=True):
    """POST /api/tables: one wish a seat; the number of seats is the number of players."""

    game: Annotated[str, Meta(max_length=32)]
    seats: Annotated[list[SeatWish], Meta(min_length=1, max_length=10)]
    options: dict[str, int] = {}
    public: bool = False
    deal: bool = False  # deal at once (every seat must be taken)
    pledge: OptionalHash = ""  # of your share in the deal; needs a seat of yours


class Attempt(Struct, frozen=True, omit_defaults=True):
    """One attempt to deal.  Its seal fixes everything that decides the cards before a share is revealed."""

    number: int  # 1, 2, ...
    previous: str  # call-off of the attempt before; 64 zeros for the first
    commitment: str  # to the server's secret of this attempt
    seats: tuple[str, ...]  # who was to play: "person" or "bot LEVEL", by seat
    pledges: dict[int, str]  # by seat
    seal: str
    signature: str  # the server's, over the seal
    silent: tuple[int, ...] = ()  # seats whose share did not come; only of an attempt that was called off
    call_off: str = ""  # "": not called off


class DealInfo(Struct, frozen=True, omit_defaults=True):
    """What is published of a table's deal; all hashes and keys in hex.  docs/fair-deals.md explains it."""

    protocol: int  # 2; 1: dealt by an earlier release, its cards could be foreseen, and nothing about them is proven
    rules: str = ""  # version of the game's rules
    cards: str = ""  # SHA-256 of the card tables
    server: str = ""  # Ed25519 public key that signs this table's seals and record
    attempts: tuple[Attempt, ...] = ()  # the last one without a call-off is the one that is dealt
    dealt: bool = False
    pledge: str = ""  # the pledge that stands for your seat and is not sealed yet; nobody else is told it
    shared: bool = False  # your share of the open attempt has arrived


class TableInfo(Struct, frozen=True):
    """What may be told of a table to anybody who may see it."""

    id: str
    game: str
    options: dict[str, int]
    public: bool
    phase: Literal["open", "playing", "over"]
    sitters: tuple[Sitter, ...]
    created: int  # seconds since 1970
    you: int  # your seat, -1 if you have none here
    host: bool  # did you make this table?
    next: str | None = None  # id of the rematch
    deal: DealInfo | None = None  # none in lists of tables, and where a game begins from a position


class Me(Struct, frozen=True):
    """GET /api/me: who you are here."""

    name: str  # "" for a guest without a name yet
    tables: tuple[TableInfo, ...]  # running and recent ones, newest first


class Forget(Struct, forbid_unknown_fields=True):
    """POST /api/me/delete: takes nothing; the body is `{}`."""


class OwnEntry(Struct, frozen=True):
    """An entry that you made in the log of a table, or that seated you."""

    version: int  # its place in the log; the server keeps no time for it
    entry: dict[str, Any]


class OwnResult(Struct, frozen=True):
    """How a game at which you were ended."""

    ended: int  # seconds since 1970
    ranks: tuple[int, ...]  # by seat
    scores: tuple[int, ...]


class OwnTable(Struct, frozen=True):
    """What is kept of you at one table."""

    id: str
    game: str
    options: dict[str, int]
    public: bool
    phase: Literal["open", "playing", "over"]
    created: int  # seconds since 1970
    host: bool  # did you make it?
    seat: int  # yours, -1 for none
    seated: bool  # false: you have left that seat
    note: str
    entries: tuple[OwnEntry, ...]
    result: OwnResult | None


class OwnData(Struct, frozen=True):
    """GET /api/me/export: everything that is kept of you.  Of your cookie only a hash is kept, which is not in here."""

    name: str
    created: int  # seconds since 1970, when you were given your cookie; 0 for nobody
    seen: int  # about when you came last
    tables: tuple[OwnTable, ...]  # newest first


class SigningKey(Struct, frozen=True):
    """A key with which this server signs seals and records, or once did."""

    key: str  # Ed25519 public key, hex
    since: int  # seconds since 1970
    stolen: bool  # what it signed proves nothing by itself
    signed_by: str = ""  # the key before it, where that one vouches for it
    signature: str = ""  # of that key


class SigningKeys(Struct, frozen=True):
    """GET /.well-known/tefuda-keys: all keys ever, the newest last; it signs new tables."""

    keys: tuple[SigningKey, ...]


class Invite(Struct, forbid_unknown_fields=True):
    """POST /api/tables/ID/invite: takes nothing; the body is `{}`."""


class Invitation(Struct, frozen=True):
    """POST /api/tables/ID/invite: a link for friends."""

    path: str  # "/join/ID/SIGNATURE"


class Join(Struct, forbid_unknown_fields=True):
    """POST /api/tables/ID/join: take an open seat (the first unless named); by invitation unless it is public."""

    name: Name
    invitation: Annotated[str, Meta(max_length=128)] = ""
    seat: Count | None = None
    pledge: OptionalHash = ""  # of your share in the deal


class Leave(Struct, forbid_unknown_fields=True):
    """POST /api/tables/ID/leave: give your seat up: it opens again, or once the cards are dealt a bot plays it."""


class GameRecord(Struct, frozen=True):
    """GET /api/tables/ID/record: a game to step through, every update with its view."""

    table: TableInfo
    seat: int  # through whose eyes; -1: a spectator's
    updates: tuple[TableUpdate, ...]
    released: bool  # is the whole truth at /api/tables/ID/record.txt?


class ErrorMessage(Struct, frozen=True, omit_defaults=True):
    """The body of every answer that is not a success, and the reason in a `refused` message."""

    message: str
    clause: str | None = None  # the rulebook clause, where a rule of the game refuses


# ------------------------------------------------- WebSocket, client to table


class Play(Struct, forbid_unknown_fields=True, gc=False, tag_field="t", tag="play"):
    """A command: one or several actions of your seat, done together or not at all."""

    id: Id  # of your choice; the same id again gets the same answer and is never played twice
    turn: Count  # the `turn` of the update you answer
    actions: Annotated[list[Action], Meta(min_length=1, max_length=128)]


class Sit(Struct, forbid_unknown_fields=True, tag_field="t", tag="sit"):
    """The host puts a bot on a seat, or opens it, before the deal."""

    id: Id
    seat: Count
    kind: Literal["bot", "open"]
    level: Annotated[str, Meta(max_length=32)] = ""


class Pledge(Struct, forbid_unknown_fields=True, tag_field="t", tag="pledge"):
    """The hash of a random share in the deal that you keep; before the deal, the last one counts."""

    id: Id
    pledge: Hash


class Share(Struct, forbid_unknown_fields=True, tag_field="t", tag="share"):
    """Reveal your share to the server, once you have checked the seal that holds its pledge."""

    id: Id
    seal: Hash  # that you checked
    share: Hash


class Deal(Struct, forbid_unknown_fields=True, tag_field="t", tag="deal"):
    """The host seals the deal; the cards are dealt as soon as all shares in the seal have arrived."""

    id: Id


class StandIn(Struct, forbid_unknown_fields=True, tag_field="t", tag="stand-in"):
    """Let a bot play on for a seat that is idle or gone, or for your own; `on: false` takes your own seat back."""

    id: Id
    seat: Count
    on: bool = True


class React(Struct, forbid_unknown_fields=True, tag_field="t", tag="react"):
    """One of the preset reactions."""

    id: Id
    reaction: Literal["hello", "nice", "oops", "thinking", "wow", "thanks", "hurry", "again"]


class Hint(Struct, forbid_unknown_fields=True, tag_field="t", tag="hint"):
    """Ask a bot what it would play in your place."""

    id: Id


class Note(Struct, forbid_unknown_fields=True, tag_field="t", tag="note"):
    """Your private notes at this table, kept for you alone."""

    id: Id
    text: Annotated[str, Meta(max_length=1000)]  # what fits into a message in any script


class Rematch(Struct, forbid_unknown_fields=True, tag_field="t", tag="rematch"):
    """After the game: another one with the same people, seats moved on by one."""

    id: Id


class Ping(Struct, forbid_unknown_fields=True, tag_field="t", tag="ping"):
    """Are you there?  Answered by `pong`."""

    id: Id


ToTable = Play | Sit | Pledge | Share | Deal | StandIn | React | Hint | Note | Rematch | Ping

# ------------------------------------------------- WebSocket, table to client


class Presence(Struct, frozen=True):
    """How a seat is doing."""

    state: Literal["open", "bot", "here", "idle", "gone"]
    stand_in: bool = False  # a bot plays on for them


class Welcome(Struct, frozen=True, tag_field="t", tag="welcome"):
    """The first message: the table as it is."""

    table: TableInfo
    seats: tuple[Presence, ...]
    note: str
    update: TableUpdate
    missed: tuple[TableUpdate, ...] = ()  # since the update you named, without views, oldest first


class TableUpdate(Struct, frozen=True, gc=False, omit_defaults=True, tag_field="t", tag="update"):
    """What happened, as you hear it, and how the table looks to you now.  Every entry gives one, to everybody."""

    version: int  # number of this update; nothing is skipped
    turn: int  # commands played so far; a `play` must name it
    sitters: tuple[Sitter, ...]
    events: tuple[Observation, ...] = ()
    view: View | None = None  # none before the deal, and in `missed`
    deal: DealInfo | None = None  # before the deal and in the update that deals; not in `missed`


class SeatsNow(Struct, frozen=True, tag_field="t", tag="seats"):
    """Somebody came, left, fell idle, or a bot plays on."""

    seats: tuple[Presence, ...]
    watching: int  # spectators


class Done(Struct, frozen=True, gc=False, tag_field="t", tag="done"):
    """Your message was carried out, and what it did is stored."""

    id: str
    version: int


class Refused(Struct, frozen=True, tag_field="t", tag="refused"):
    """Your message was not carried out; nothing has changed."""

    id: str  # "" where the message had none that could be read
    trouble: ErrorMessage


class Reaction(Struct, frozen=True, tag_field="t", tag="reaction"):
    """Somebody reacts."""

    seat: int
    reaction: str


class Advice(Struct, frozen=True, tag_field="t", tag="advice"):
    """What a bot would play in your place."""

    id: str
    actions: tuple[str, ...]
    label: Words


class Moved(Struct, frozen=True, tag_field="t", tag="moved"):
    """There is a rematch."""

    table: str


class Pong(Struct, frozen=True, tag_field="t", tag="pong"):
    """Here I am."""

    id: str


FromTable = Welcome | TableUpdate | SeatsNow | Done | Refused | Reaction | Advice | Moved | Pong


# ---------------------------------------------------------------- endpoints


class Endpoint(NamedTuple):
    """One address of the HTTP interface: what it takes as its body and gives back, as types of this module."""

    name: str
    method: Literal["GET", "POST"]
    path: str
    takes: Any  # None: no body
    gives: Any  # str: plain text
    about: str


ENDPOINTS = (
    Endpoint("me", "GET", "/api/me", None, Me, "Who you are here."),
    Endpoint("rename", "POST", "/api/me", NewGuest, Me, "Take a name, or change it."),
    Endpoint("export", "GET", "/api/me/export", None, OwnData, "Everything that is kept of you."),
    Endpoint("delete", "POST", "/api/me/delete", Forget, Me, "Be forgotten, with all that you left; ends the cookie."),
    Endpoint("games", "GET", "/api/games", None, list[GameInfo], "The games there are."),
    Endpoint("cards", "GET", "/api/games/{id}/cards", None, GameCards, "What stands on the cards of a game."),
    Endpoint(
        "tables", "GET", "/api/tables", None, list[TableInfo], "Public tables, those that wait for players first."
    ),
    Endpoint("open", "POST", "/api/tables", NewTable, TableInfo, "Make a table; you are its host."),
    Endpoint("table", "GET", "/api/tables/{id}", None, TableInfo, "One table."),
    Endpoint("invite", "POST", "/api/tables/{id}/invite", Invite, Invitation, "A signed link for friends."),
    Endpoint("join", "POST", "/api/tables/{id}/join", Join, TableInfo, "Take a seat."),
    Endpoint("leave", "POST", "/api/tables/{id}/leave", Leave, TableInfo, "Give your seat up."),
    Endpoint(
        "record",
        "GET",
        "/api/tables/{id}/record",
        None,
        GameRecord,
        "The game so far, as you saw it; with `?seat=N` as seat N (-1: spectators) did, once nothing in it is hidden.",
    ),
    Endpoint(
        "truth", "GET", "/api/tables/{id}/record.txt", None, str, "The true record, once nothing in it is hidden."
    ),
    Endpoint(
        "keys", "GET", "/.well-known/tefuda-keys", None, SigningKeys, "All keys that ever signed for this server."
    ),
)
