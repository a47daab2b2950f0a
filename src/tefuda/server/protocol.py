"""Types of the wire protocol: HTTP requests and responses, and the messages of a table's WebSocket.

All are JSON objects; the field `t` of a WebSocket message is its type.  `harness/protocol_pages.py` generates
`docs/protocol.md` and the browser's TypeScript types from this module, with its docstrings and the comments beside
fields.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated, Any, Literal, NamedTuple, Self

from msgspec import Meta, Struct

from tefuda.bots.advice import AdvisedOption
from tefuda.bots.review import Review
from tefuda.engine.view import CardText, Observation, Opening, View, Words
from tefuda.table.arranging import TableChange
from tefuda.table.clock_rule import ClockRule
from tefuda.table.delay import MAX_DELAY
from tefuda.table.entries import Sitter
from tefuda.table.lesson import Point
from tefuda.table.take_back import BackNow

# ------------------------------------------------------------------- limits

MAX_NAME = 24  # characters
Name = Annotated[str, Meta(min_length=1, max_length=MAX_NAME)]
Id = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
Action = Annotated[str, Meta(min_length=1, max_length=64)]
Count = Annotated[int, Meta(ge=0, le=1 << 53)]
Hash = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$")]  # 32 bytes in hex
OptionalHash = Annotated[str, Meta(pattern=r"^([0-9a-f]{64})?$")]  # "": none
Delay = Annotated[int, Meta(ge=0, le=MAX_DELAY)]  # decisions by which spectators see the game later
PushText = Annotated[str, Meta(max_length=128, pattern=r"^[A-Za-z0-9_=-]+$")]  # base64url
OPEN_TABLES_SECONDS = 2  # for which the list of open tables is kept
COOKIE = "tefuda"  # holds the token by which a guest is recognized
MAX_MESSAGE_BYTES = 4096
MAX_LINE = 200  # characters of a line of the talk
MAX_RECORD_BYTES = 60_000  # of a record that is sent to be checked
MAX_RECORD_BODY_BYTES = MAX_RECORD_BYTES + 4096  # of the request that sends it
MESSAGES_A_SECOND = 10  # per connection; bursts may be three times as large


class CloseCode(IntEnum):
    """Close codes with which the server closes a WebSocket."""

    def __new__(cls, code: int, about: str) -> Self:
        """Return the member for a code with its meaning."""
        member = int.__new__(cls, code)
        member._value_ = code
        member.about = about
        return member

    about: str

    SHUTTING_DOWN = 1012, "the server is restarting: reconnect in a moment"
    TOO_BIG = 1009, "a message was too large"
    TOO_MUCH = 4008, "too many messages, requests or connections"
    NOT_READING = 4009, "the client did not read its messages in time"
    NO_TABLE = 4004, "there is no such table, or you may not see it: do not reconnect"
    FORGOTTEN = 4010, "your data was deleted: reconnect only as a new guest"
    FOREIGN = 4003, "the connection was opened by a page of another site: do not reconnect"


# --------------------------------------------------------------------- HTTP


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

    minutes: int  # that it takes
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
    openings: dict[str, Opening] = {}  # ready-made ones that seats can play with, by the action that chooses each


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
    hints: bool = False  # also while several people play: else only against bots
    deal: bool = False  # deal immediately; no seat may be open
    pledge: OptionalHash = ""  # of your share in the deal; requires a seat of yours
    clock: ClockRule | None = None  # null: no clock
    delay: Delay = 0


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

    id: str
    game: str
    options: dict[str, int]
    public: bool
    phase: Literal["open", "playing", "over"]
    sitters: tuple[Sitter, ...]
    created: int  # seconds since 1970
    you: int  # your seat, -1 for none
    host: bool  # whether you created this table
    next: str | None = None  # id of the rematch
    deal: DealInfo | None = None  # null in lists of tables, and for a game from a position
    hints: bool = False  # also while several people play; against bots alone there are always hints
    locked: bool = False  # nobody new may sit
    host_seat: int = -1  # seat of the host, -1 for none and in lists of tables
    removed: bool = False  # the host has removed someone, who may not sit here; visible to the host only
    barred: bool = False  # the host has removed you: you may not sit here
    your_turn: bool = False  # you are to act
    game_number: int = 1  # in its series: a rematch has the next number
    clock: ClockRule | None = None  # null: no clock
    delay: int = 0  # decisions by which spectators see the game later; 0 in lists of tables


class OpenTable(Struct, frozen=True):
    """An unfinished public table, as strangers see it."""

    id: str
    game: str
    phase: Literal["open", "playing"]
    sitters: tuple[Sitter, ...]
    locked: bool  # nobody new may sit
    clock: ClockRule | None = None  # null: no clock


class SeriesPlayer(Struct, frozen=True):
    """A person or a bot in the standings of a series."""

    kind: Literal["person", "bot"]
    name: str  # "": deleted
    rank: int  # by points, then by wins; players with equally many share it
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
    """GET /api/tables/ID/series: the standings of this table and of all that rematches link to it.

    A game gives 2 points for each player who finishes behind, and 1 for each who finishes level.
    """

    number: int  # of this table's game
    played: int  # number of finished games
    players: tuple[SeriesPlayer, ...]  # best first; also those who sit here and have finished no game yet
    games: tuple[SeriesGame, ...]  # finished ones, oldest first, at most 100


class Me(Struct, frozen=True):
    """GET /api/me: your name and tables."""

    name: str  # "": no name yet
    tables: tuple[TableInfo, ...]  # your unfinished tables, then finished ones, newest first


class PushKey(Struct, frozen=True):
    """GET /api/push: the key with which a browser subscribes to push messages of this server."""

    key: str  # base64url; "": the server sends none
    guest: bool  # you are a guest, and can subscribe; others become one with their first table


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
    """A line that you have said in the talk of a table."""

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
    host: bool  # whether you created it
    seat: int  # your present or former seat, -1 for none
    seated: bool  # false: you have left that seat
    note: str
    entries: tuple[OwnEntry, ...]
    result: OwnResult | None
    talk: tuple[OwnLine, ...] = ()  # what you have said, as far as it is kept
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
    """POST /api/tables/ID/invite: an invitation link."""

    path: str  # "/join/ID/SIGNATURE"


class Join(Struct, forbid_unknown_fields=True):
    """POST /api/tables/ID/join: take a seat; requires an invitation unless the table is public."""

    name: Name
    invitation: Annotated[str, Meta(max_length=128)] = ""  # the signature in the invitation link
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
    """GET and POST /api/tables/ID/share: your link to a finished game, and whose links there are.

    Append `seat=N` and `step=N` to its query to show a moment: the seat whose view it is, and the number of the update
    with a view, from 1.
    """

    path: str  # "/replay/ID?share=TOKEN", without a token for a public table, which everyone may see; "": no link
    seats: tuple[int, ...]  # whose players have made a link


class CheckRecord(Struct, forbid_unknown_fields=True):
    """POST /api/check: have a signed record replayed; it is not kept."""

    record: Annotated[str, Meta(max_length=MAX_RECORD_BYTES)]  # the text of record.txt


class RecordCheck(Struct, frozen=True):
    """POST /api/check: whether cards, moves and ranks of a record follow from its key by the rules.

    What needs no rules, a client checks by itself: how the key was made, the seals and the signature.
    """

    verdict: str  # "proven", "not-proven" or "false"
    reason: str  # for people, in their language
    moves: int


class ReplayRecord(Struct, forbid_unknown_fields=True):
    """POST /api/check/replay: have the game of a signed record shown; nothing is kept."""

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

    It goes as far as the moves of the record are possible by the rules.  Who sent the record vouches for the names.
    """

    table: TableInfo
    seat: int  # the perspective; -1: spectators
    updates: tuple[TableUpdate, ...]
    verdict: str  # "proven", "not-proven" or "false", as for POST /api/check
    reason: str  # for people, in their language
    stopped: str  # why the game cannot be shown further, for people; "": all of it is shown


class ErrorMessage(Struct, frozen=True, omit_defaults=True):
    """The body of every error response, and the reason in a `refused` message."""

    message: str  # for people, in their language
    clause: str | None = None  # of the rulebook, if a rule of the game forbids the command


# ------------------------------------------------- WebSocket, client to table


class Play(Struct, forbid_unknown_fields=True, gc=False, tag_field="t", tag="play"):
    """Play a command: one or more actions of your seat, applied atomically."""

    id: Id  # idempotency key of your choice: a repeated message gets the same answer and is not played again
    turn: Count  # the `turn` of the update you respond to
    actions: Annotated[list[Action], Meta(min_length=1, max_length=128)]


class Sit(Struct, forbid_unknown_fields=True, tag_field="t", tag="sit"):
    """Put a bot on a seat, change its level, or open the seat, before the deal; host only."""

    id: Id
    seat: Count
    kind: Literal["bot", "open"]
    level: Annotated[str, Meta(max_length=32)] = ""  # of a bot; "": the middle level


class Arrange(Struct, forbid_unknown_fields=True, tag_field="t", tag="arrange"):
    """Change the table before the deal; host only.  Fields that are missing or null leave things as they are.

    A smaller table drops open seats first, then bots, and is refused while more people sit than it has seats.  If
    game, number of seats or options change, all pledges are void.
    """

    id: Id
    game: Annotated[str, Meta(max_length=32)] | None = None
    seats: Annotated[int, Meta(ge=1, le=10)] | None = None  # number of them; null: as many as now if the game allows
    options: dict[str, int] | None = None  # those to change; others keep their values, or get those of another game
    hints: bool | None = None
    public: bool | None = None
    locked: bool | None = None  # true: nobody new may sit
    readmit: bool = False  # let everyone who was removed sit again
    delay: Delay | None = None  # decisions by which spectators see the game later
    clock: ClockRule | None = None
    no_clock: bool = False  # true: play without a clock


class Reseat(Struct, forbid_unknown_fields=True, tag_field="t", tag="reseat"):
    """Move the occupant of a seat to another seat, before the deal; who sits there changes places.  Host only."""

    id: Id
    seat: Count
    to: Count


class Remove(Struct, forbid_unknown_fields=True, tag_field="t", tag="remove"):
    """Remove a person from a seat before the deal; they may not sit again unless the host allows it.  Host only."""

    id: Id
    seat: Count


class Pledge(Struct, forbid_unknown_fields=True, tag_field="t", tag="pledge"):
    """Pledge a random share in the deal by its hash; until the deal is sealed, your last pledge counts."""

    id: Id
    pledge: Hash


class Share(Struct, forbid_unknown_fields=True, tag_field="t", tag="share"):
    """Reveal your share to the server, after you have checked the seal that contains your pledge."""

    id: Id
    seal: Hash  # the seal you checked
    share: Hash


class Bring(Struct, forbid_unknown_fields=True, tag_field="t", tag="bring"):
    """Choose before the deal what your seat plays with, such as a deck; the host chooses for bots, too.

    It is played by itself as the seat's first decision.  It must be chosen again if the game, the number of seats or
    options change.
    """

    id: Id
    seat: Count
    actions: Annotated[list[Action], Meta(max_length=128)] = []  # of the first decision; none: choose at the table


class Deal(Struct, forbid_unknown_fields=True, tag_field="t", tag="deal"):
    """Seal the deal; host only.  The cards are dealt once all pledged shares in the seal have arrived."""

    id: Id


class StandIn(Struct, forbid_unknown_fields=True, tag_field="t", tag="stand-in"):
    """Let a bot play for your own seat, or for one that is idle or gone; `on: false` takes your own seat back."""

    id: Id
    seat: Count
    on: bool = True


class SkipToEnd(Struct, forbid_unknown_fields=True, tag_field="t", tag="skip-to-end"):
    """Ask to have the rest played at once, when you are out of the game and only bots play on.

    Bots hurry once every connected person has asked.
    """

    id: Id


Phrase = Literal[
    "hello", "luck", "nice", "close", "wow", "oops", "sorry", "thanks", "thinking", "moment", "played", "again"
]


class Say(Struct, forbid_unknown_fields=True, tag_field="t", tag="say"):
    """Say a preset phrase, which each reader sees in their language, or free text; one of the two.

    Free text needs a table that is not public, and whose host has not switched it off.  What spectators say is shown to
    the players after the game.
    """

    id: Id
    phrase: Phrase | None = None
    text: Annotated[str, Meta(max_length=MAX_LINE)] = ""


class Chat(Struct, forbid_unknown_fields=True, tag_field="t", tag="chat"):
    """Switch free text at the table off or on; host only.  Preset phrases stay."""

    id: Id
    on: bool


class TakeBack(Struct, forbid_unknown_fields=True, tag_field="t", tag="take-back"):
    """Ask all other people at the table to take back your action, the last one.

    It is refused if anything hidden was revealed by it.  Where only bots play with you, it is taken back at once.
    """

    id: Id
    turn: Count  # the `turn` of the latest update


class AnswerBack(Struct, forbid_unknown_fields=True, tag_field="t", tag="answer-back"):
    """Answer the request to take an action back, which is taken back once everyone has agreed.

    A request ends with a refusal, or with the next action.
    """

    id: Id
    turn: Count  # the `turn` of the latest update
    agreed: bool


class ShowHand(Struct, forbid_unknown_fields=True, tag_field="t", tag="show-hand"):
    """Show the spectators what your seat sees until the game is over, or no longer.

    Everyone at the table is told.  Other players may be among the spectators, as in a second window.
    """

    id: Id
    on: bool


class Watch(Struct, forbid_unknown_fields=True, tag_field="t", tag="watch"):
    """Watch the game as a seat sees it that is `shown`, or as a spectator (-1); answered by `done` and `welcome`.

    For spectators.  When the player stops to show their hand, another `welcome` follows.
    """

    id: Id
    seat: Annotated[int, Meta(ge=-1, le=100)]


class Hint(Struct, forbid_unknown_fields=True, tag_field="t", tag="hint"):
    """Ask for a hint about your decision."""

    id: Id


class Note(Struct, forbid_unknown_fields=True, tag_field="t", tag="note"):
    """Replace your private notes at this table."""

    id: Id
    text: Annotated[str, Meta(max_length=1000)]  # fits into the largest message in any script


class Rematch(Struct, forbid_unknown_fields=True, tag_field="t", tag="rematch"):
    """Go on to the rematch after the game, where everyone moves on by one seat; `moved` names its table.

    The first one to ask creates it and is its host.  The seats of players who are gone are open; those who ask later
    get theirs, or another open one.
    """

    id: Id


class Ping(Struct, forbid_unknown_fields=True, tag_field="t", tag="ping"):
    """Check the connection; answered by `pong`."""

    id: Id


class Go(Struct, forbid_unknown_fields=True, tag_field="t", tag="go"):
    """Go to the next step of a lesson, or back to the one before."""

    id: Id
    to: Literal["next", "back"]


class Touch(Struct, forbid_unknown_fields=True, tag_field="t", tag="touch"):
    """Press a card that is no action, in answer to a step of a lesson that asks to find it."""

    id: Id
    handle: Count


ToTable = (
    Play
    | Sit
    | Arrange
    | Reseat
    | Remove
    | Bring
    | Pledge
    | Share
    | Deal
    | StandIn
    | SkipToEnd
    | Say
    | Chat
    | TakeBack
    | AnswerBack
    | ShowHand
    | Watch
    | Hint
    | Note
    | Rematch
    | Ping
)
ToLesson = Play | Go | Touch | Ping

# ------------------------------------------------- WebSocket, table to client


class Presence(Struct, frozen=True):
    """Presence at a seat."""

    state: Literal["open", "bot", "here", "idle", "gone"]
    stand_in: bool = False  # a bot plays for the person
    called_by: int = -1  # seat that let the bot play, perhaps the person's own; -1: it plays because the person left
    bot_moves: int = 0  # decisions that the bot has made since the person last played
    skips: bool = False  # out of the game, and has asked to skip to its end
    flagged: bool = False  # their time is over, and they have not returned since


class Line(Struct, frozen=True, omit_defaults=True):
    """Something said at the table: a phrase, a text, or that the host has switched free text off or on."""

    number: int  # in the order of the talk, with gaps
    voice: str  # the same for all that a person says at the tables of a series; others elsewhere
    seat: int  # the seat of who said it, -1: a spectator
    name: str  # "": none
    said: int  # seconds since 1970
    phrase: str = ""  # one of the phrases of `say`
    text: str = ""  # one line of visible characters, written by a stranger: show it as text
    chat: bool | None = None  # free text was switched on or off


class Talk(Struct, frozen=True, omit_defaults=True, tag_field="t", tag="talk"):
    """What was said at the table, as far as you may hear it, oldest first."""

    lines: tuple[Line, ...]
    chat: bool  # free text may be said now
    all: bool = False  # these are all lines, in place of those that you have; else one more


class Welcome(Struct, frozen=True, tag_field="t", tag="welcome"):
    """The first message of a connection, and again after your seat changes: the current state of the table."""

    table: TableInfo
    seats: tuple[Presence, ...]
    note: str  # your private notes
    update: TableUpdate
    missed: tuple[TableUpdate, ...] = ()  # updates after `?after=`, without views, oldest first
    clock: ClockNow | None = None  # null: no clock, or not dealt
    talk: Talk | None = None  # null: in a lesson
    voice: str = ""  # of your lines in the talk; "": you cannot say anything here


class Arrangement(Struct, frozen=True):
    """A table before the deal, besides who sits where."""

    game: str
    options: dict[str, int]
    public: bool
    hints: bool
    locked: bool
    removed: bool  # someone was removed and may not sit here
    host_seat: int  # -1 for none
    delay: int = 0  # decisions by which spectators see the game later
    clock: ClockRule | None = None  # null: no clock


class TableUpdate(Struct, frozen=True, gc=False, omit_defaults=True, tag_field="t", tag="update"):
    """Your observations of one entry of the log and your view after it.  Every entry gives everyone an update."""

    version: int  # number of this update, without gaps
    turn: int  # commands played and taken back so far; `play` must name it
    sitters: tuple[Sitter, ...]
    events: tuple[Observation, ...] = ()
    view: View | None = None  # absent before the deal and in `missed`
    deal: DealInfo | None = None  # until the update that deals; absent in `missed`
    changes: tuple[TableChange, ...] = ()  # of the table by this entry, before the deal
    openings: dict[int, str] = {}  # chosen before the deal, by seat; "": secret; absent in `missed`
    arranged: Arrangement | None = None  # the table from now on, if it was changed before the deal; absent in `missed`
    back: BackNow | None = None  # what can be said of taking the last action back; absent: nothing
    shown: tuple[int, ...] = ()  # seats that show spectators what they see


class SeatsNow(Struct, frozen=True, tag_field="t", tag="seats"):
    """The presence at the table has changed."""

    seats: tuple[Presence, ...]
    watching: int  # number of spectators


class ClockNow(Struct, frozen=True, tag_field="t", tag="clock"):
    """The clock, whenever time begins or stops to run; count down from the moment you get it."""

    left: tuple[int, ...]  # milliseconds by seat; -1: a bot, which needs no time
    running: int  # the seat whose time runs, -1: none
    grace: int = 0  # milliseconds before it begins to run


class Done(Struct, frozen=True, gc=False, tag_field="t", tag="done"):
    """Your message was carried out, and its effect is stored."""

    id: str  # of your message
    version: int  # of the resulting update, else the current one


class Refused(Struct, frozen=True, tag_field="t", tag="refused"):
    """Your message was refused; nothing has changed."""

    id: str  # of your message, "" if it has no valid id
    trouble: ErrorMessage  # the reason


class Advice(Struct, frozen=True, tag_field="t", tag="advice"):
    """A hint: the best options of your decision, as far as your seat can know, best first."""

    id: str  # of your message
    options: tuple[AdvisedOption, ...]


class Moved(Struct, frozen=True, tag_field="t", tag="moved"):
    """A rematch was created, or you have been seated there."""

    table: str  # its id


class Shares(Struct, frozen=True, tag_field="t", tag="shares"):
    """A player has made a link to the finished game, or has taken it back."""

    seats: tuple[int, ...]  # whose players have made one


class Pong(Struct, frozen=True, tag_field="t", tag="pong"):
    """The answer to `ping`."""

    id: str


class LessonStep(Struct, frozen=True, omit_defaults=True, tag_field="t", tag="lesson"):
    """The state of a lesson, after every change of it."""

    version: int  # of the update after which it is shown
    step: int  # the number of the step shown now or next, from 1
    steps: int
    place: str  # resumes the lesson here
    words: Words | None = None  # text of the step; null: opponents move
    clauses: tuple[str, ...] = ()  # that the step teaches
    points: tuple[Point, ...] = ()  # what it points at
    expected: tuple[str, ...] = ()  # actions that lead on
    next: bool = False  # the step waits for `go`
    touch: tuple[int, ...] = ()  # the step waits for `touch` with the handle of one of these cards
    ring: bool = False  # the right thing is to be ringed, after several wrong answers
    free: bool = False  # the script is over, and the game goes on with bots
    finished: bool = False  # the lesson is over, or shows its last step


FromTable = Welcome | TableUpdate | SeatsNow | ClockNow | Done | Refused | Talk | Advice | Moved | Shares | Pong
FromLesson = Welcome | TableUpdate | LessonStep | Done | Refused | Pong


# ---------------------------------------------------------------- endpoints


class Endpoint(NamedTuple):
    """An endpoint of the HTTP interface."""

    name: str
    method: Literal["GET", "POST"]
    path: str
    body: Any  # type of the request body; None: no body
    response: Any  # type of the response; str: plain text, bytes: a file
    about: str
    most: int = MAX_MESSAGE_BYTES  # of the request body


ENDPOINTS = (
    Endpoint("me", "GET", "/api/me", None, Me, "Your name and tables."),
    Endpoint("rename", "POST", "/api/me", NewGuest, Me, "Set or change your name."),
    Endpoint("export", "GET", "/api/me/export", None, OwnData, "All stored data about you."),
    Endpoint("delete", "POST", "/api/me/delete", Forget, Me, "Delete your data and your cookie."),
    Endpoint("push", "GET", "/api/push", None, PushKey, "The key to subscribe to push messages with."),
    Endpoint("subscribe", "POST", "/api/push", Subscribe, PushKey, "Send push messages to this browser."),
    Endpoint("unsubscribe", "POST", "/api/push/stop", Unsubscribe, PushKey, "Send no more push messages to it."),
    Endpoint("games", "GET", "/api/games", None, list[GameInfo], "The games on this server."),
    Endpoint("cards", "GET", "/api/games/{id}/cards", None, GameCards, "The texts of a game's cards."),
    Endpoint(
        "demonstrations",
        "GET",
        "/api/games/{id}/demonstrations",
        None,
        dict[str, TableUpdate],
        "The first sight of each demonstration of a game, by the clause that it shows.",
    ),
    Endpoint("messages", "GET", "/api/games/{id}/messages", None, str, "A game's messages: its .ftl file (`?lang=`)."),
    Endpoint("rulebook", "GET", "/api/games/{id}/rulebook", None, str, "A game's rulebook in Markdown (`?lang=`)."),
    Endpoint(
        "tables", "GET", "/api/tables", None, list[TableInfo], "Unfinished public tables, those before the deal first."
    ),
    Endpoint(
        "open_tables",
        "GET",
        "/api/open-tables",
        None,
        list[OpenTable],
        f"Unfinished public tables, up to {OPEN_TABLES_SECONDS} seconds old; for pages that ask again and again.",
    ),
    Endpoint("open", "POST", "/api/tables", NewTable, TableInfo, "Create a table; you are its host."),
    Endpoint("table", "GET", "/api/tables/{id}", None, TableInfo, "A table."),
    Endpoint("invite", "POST", "/api/tables/{id}/invite", Invite, Invitation, "An invitation link."),
    Endpoint("join", "POST", "/api/tables/{id}/join", Join, TableInfo, "Take a seat."),
    Endpoint("leave", "POST", "/api/tables/{id}/leave", Leave, TableInfo, "Give up your seat."),
    Endpoint("series", "GET", "/api/tables/{id}/series", None, Series, "The standings of the games so far."),
    Endpoint(
        "record",
        "GET",
        "/api/tables/{id}/record",
        None,
        GameRecord,
        "The game so far as you saw it; after the game, with `?seat=N`, as seat N (-1: spectators) saw it.",
    ),
    Endpoint("full_record", "GET", "/api/tables/{id}/record.txt", None, str, "The signed record, after the game."),
    Endpoint("sharing", "GET", "/api/tables/{id}/share", None, Sharing, "Your link to a finished game."),
    Endpoint(
        "share",
        "POST",
        "/api/tables/{id}/share",
        ShareGame,
        Sharing,
        "Make a link to a finished game of yours, with which everyone may see its record, or take it back.",
    ),
    Endpoint(
        "check",
        "POST",
        "/api/check",
        CheckRecord,
        RecordCheck,
        "Replay a signed record, which is not kept.",
        MAX_RECORD_BODY_BYTES,
    ),
    Endpoint(
        "check_replay",
        "POST",
        "/api/check/replay",
        ReplayRecord,
        RecordedGame,
        "The game of a signed record, from any seat's view; nothing is kept.",
        MAX_RECORD_BODY_BYTES,
    ),
    Endpoint(
        "picture",
        "GET",
        "/api/tables/{id}/picture.png",
        None,
        bytes,
        "A picture of a moment of a finished game (`?seat=N&step=N`), 1200 by 630 pixels, for link previews.",
    ),
    Endpoint(
        "review",
        "POST",
        "/api/tables/{id}/review",
        ReviewFrom,
        Review,
        "The review of a finished game, as far as it has come; the first request starts it.",
    ),
    Endpoint(
        "what_if",
        "POST",
        "/api/tables/{id}/what-if",
        WhatIf,
        TableInfo,
        "Play on from a moment of a finished game, at a new table against bots.",
    ),
    Endpoint(
        "keys", "GET", "/.well-known/tefuda-keys", None, SigningKeys, "All present and former keys of this server."
    ),
)
BODY_BYTES = {endpoint.path: endpoint.most for endpoint in ENDPOINTS}  # path -> largest body
