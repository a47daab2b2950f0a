"""Messages of the WebSockets of tables and lessons, in both directions.

Their docstrings and comments are the text of `docs/protocol.md`.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from tefuda.bots.advice import AdvisedOption
from tefuda.engine.view import Observation, View, Words
from tefuda.server.protocol.common import DealInfo, ErrorMessage, TableInfo
from tefuda.server.protocol.limits import MAX_LINE, Action, Count, Delay, Hash, Id
from tefuda.table.arranging import TableChange
from tefuda.table.clock_rule import ClockRule
from tefuda.table.entries import Sitter
from tefuda.table.lesson import Point
from tefuda.table.take_back import BackNow

# ------------------------------------------------- WebSocket, client to table


class Play(Struct, forbid_unknown_fields=True, gc=False, tag_field="t", tag="play"):
    """Play a command: one or more actions of your seat, applied atomically."""

    id: Id  # idempotency key of your choice: a repeated message gets the same answer and is not played again
    turn: Count  # the `turn` of the update you respond to
    actions: Annotated[list[Action], Meta(min_length=1, max_length=128)]


class Sit(Struct, forbid_unknown_fields=True, tag_field="t", tag="sit"):
    """Put a bot in a seat, change its level, or open the seat, before the deal; host only."""

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
    locked: bool | None = None  # true: newcomers cannot take a seat
    readmit: bool = False  # let everyone who was removed sit again
    delay: Delay | None = None  # delay of the spectators, in decisions
    clock: ClockRule | None = None
    no_clock: bool = False  # true: play without a clock


class Reseat(Struct, forbid_unknown_fields=True, tag_field="t", tag="reseat"):
    """Move the occupant of a seat to another seat before the deal; the two swap places.  Host only."""

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
    """Choose before the deal what your seat plays with, such as a deck; the host also chooses for bots.

    The choice is played automatically as the seat's first decision.  It must be made again if the game, the number of
    seats or options change.
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
    """Ask to have the rest of the game played quickly, when you are out of it and only bots play on.

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
    """Ask all other people at the table to let you take back your action, which must be the last one.

    Refused if the action has revealed anything hidden.  If only bots play with you, it is taken back immediately.
    """

    id: Id
    turn: Count  # the `turn` of the latest update


class AnswerBack(Struct, forbid_unknown_fields=True, tag_field="t", tag="answer-back"):
    """Answer a request to take an action back, which happens once everyone has agreed.

    A request ends with a refusal, or with the next action.
    """

    id: Id
    turn: Count  # the `turn` of the latest update
    agreed: bool


class ShowHand(Struct, forbid_unknown_fields=True, tag_field="t", tag="show-hand"):
    """Show the spectators what your seat sees until the game is over, or stop showing it.

    Everyone at the table is told.  Other players may be among the spectators, for example in a second window.
    """

    id: Id
    on: bool


class Watch(Struct, forbid_unknown_fields=True, tag_field="t", tag="watch"):
    """Watch the game from a seat that is `shown`, or as a spectator (-1); answered by `done` and `welcome`.

    Spectators only.  When the player stops showing their hand, another `welcome` follows.
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
    """Press a card that has no action, in answer to a step of a lesson that asks to find it."""

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
    voice: str  # id of the speaker, the same at all tables of a series, and another one elsewhere
    seat: int  # of the speaker, -1: a spectator
    name: str  # "": none
    said: int  # seconds since 1970
    phrase: str = ""  # one of the phrases of `say`
    text: str = ""  # one line of visible characters, written by a stranger: show it as text
    chat: bool | None = None  # free text was switched on or off


class Talk(Struct, frozen=True, omit_defaults=True, tag_field="t", tag="talk"):
    """Lines of the talk that you may read, oldest first."""

    lines: tuple[Line, ...]
    chat: bool  # free text may be said now
    all: bool = False  # true: these replace the lines that you have; false: one more line


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
    """A table before the deal, without its occupants."""

    game: str
    options: dict[str, int]
    public: bool
    hints: bool
    locked: bool
    removed: bool  # someone was removed and may not sit here
    host_seat: int  # -1 for none
    delay: int = 0  # delay of the spectators, in decisions
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
    back: BackNow | None = None  # a request to take the last action back, its outcome, or that you may ask
    shown: tuple[int, ...] = ()  # seats that show spectators what they see


class SeatsNow(Struct, frozen=True, tag_field="t", tag="seats"):
    """The presence at the table has changed."""

    seats: tuple[Presence, ...]
    watching: int  # number of spectators


class ClockNow(Struct, frozen=True, tag_field="t", tag="clock"):
    """The clock, whenever it starts or stops; count down from the moment you get it."""

    left: tuple[int, ...]  # milliseconds by seat; -1: a bot, which needs no time
    running: int  # the seat whose time runs, -1: none
    grace: int = 0  # milliseconds before it starts to run


class Done(Struct, frozen=True, gc=False, tag_field="t", tag="done"):
    """Your message was carried out, and its effect is stored."""

    id: str  # of your message
    version: int  # of the resulting update, else the current one


class Refused(Struct, frozen=True, tag_field="t", tag="refused"):
    """Your message was refused, and nothing has changed; or your connection, which is then closed."""

    id: str  # of your message; "" if it has no valid id, and for a connection
    error: ErrorMessage  # the reason


class Advice(Struct, frozen=True, tag_field="t", tag="advice"):
    """A hint: the best options of your decision, judged by what your seat knows, best first."""

    id: str  # of your message
    options: tuple[AdvisedOption, ...]


class Moved(Struct, frozen=True, tag_field="t", tag="moved"):
    """A rematch was created, or you have been seated there; spectators of a private table are not told."""

    table: str  # its id


class Shares(Struct, frozen=True, tag_field="t", tag="shares"):
    """A player has made a link to the finished game, or has taken one back."""

    seats: tuple[int, ...]  # of the players who have made one


class Noted(Struct, frozen=True, tag_field="t", tag="noted"):
    """You have replaced your notes at this table over another connection, such as on your phone."""

    text: str


class Pong(Struct, frozen=True, omit_defaults=True, tag_field="t", tag="pong"):
    """The answer to `ping`; at a table with a clock, with the current times: a client may have slept."""

    id: str
    clock: ClockNow | None = None


class LessonStep(Struct, frozen=True, omit_defaults=True, tag_field="t", tag="lesson"):
    """The state of a lesson, after every change."""

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
    ring: bool = False  # highlight the right thing, after several wrong answers
    free: bool = False  # the script is over, and the game goes on with bots
    finished: bool = False  # the lesson is over, or shows its last step


FromTable = Welcome | TableUpdate | SeatsNow | ClockNow | Done | Refused | Talk | Advice | Moved | Shares | Noted | Pong
FromLesson = Welcome | TableUpdate | LessonStep | Done | Refused | Pong
