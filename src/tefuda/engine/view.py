"""Views and observations of a seat as plain data, read by browser, terminal, bots and adapters.

A game's `views.py` builds them from what the seat may see.  They are immutable, compare by value and encode to JSON
(`msgspec.json.encode`).  They hold no text: a `Words` names a message of the game's `ja.ftl` and `en.ftl`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, Literal, Protocol

from msgspec import Struct

SPECTATOR = -1


class Words(Struct, frozen=True, gc=False, omit_defaults=True, tag_field="t", tag="words"):
    """A message by its Fluent id, with arguments: integers, text, seats (shown by name), or further words."""

    id: str
    args: Args = {}


class Text(Struct, frozen=True, gc=False, tag_field="t", tag="text"):
    """Text in both languages from a card file, which has no message in the game's .ftl files."""

    ja: str
    en: str


class Seat(Struct, frozen=True, gc=False, tag_field="t", tag="seat"):
    """A seat as an argument of `Words`: shown as its player's name."""

    seat: int


Args = dict[str, int | str | Seat | Text | Words]  # arguments of a message


class Card(Struct, frozen=True, gc=False, omit_defaults=True):
    """One card as this audience sees it."""

    face: str | None = None  # face id, named by the message `face-<id>`; None (null): only its back is visible
    pose: Literal["upright", "sideways", "down"] = "upright"  # "down": turned over, though `face` may still be known
    marks: tuple[str, ...] = ()  # ids of visible marks, each named by the message `mark-<id>`
    handle: int = 0  # identifies the physical card as far as this audience can tell; assigned by the table
    note: Words | None = None  # about this card now, beyond its name and text


class CardText(Struct, frozen=True, gc=False, omit_defaults=True):
    """Name and text of a card."""

    name: Words | Text
    text: Words | Text | None = None


class Opening(Struct, frozen=True, gc=False, omit_defaults=True):
    """Something that a game offers each seat to play with, such as a starter deck."""

    name: Words | Text
    faces: tuple[str, ...] = ()  # of its cards, ascending; a card present twice is listed twice


class Zone(Struct, frozen=True, gc=False, omit_defaults=True):
    """A place on the table that holds cards, named by the message `zone-<id without its owner>`."""

    id: str  # "deck", "bids-2": the part before "-" names the kind of place, the number the seat
    kind: Literal["pile", "row", "fan", "stack"]
    count: int  # cards in it
    cards: tuple[Card, ...] = ()  # the distinguishable ones, in order; empty for a pile
    owner: int = SPECTATOR  # the seat it belongs to; -1: the table
    note: Words | Text | None = None  # what its cards form together, such as a phrase or a meld
    trophy: bool = False  # its cards are shown with the result
    sortable: bool = False  # the viewer may reorder these cards on their own screen
    attempt: bool = (
        False  # a press on a card without a choice attempts the action named like its face: a refusal explains
    )


class Counter(Struct, frozen=True, gc=False, omit_defaults=True):
    """A number beside the cards, named by the message `counter-<id>`."""

    id: str
    value: int
    owner: int = SPECTATOR
    help: bool = False  # a play aid: derived from public information; a player may switch it off
    show: Literal[  # "plate": name and number; "headline": the main number;
        "plate", "headline", "word", "none"  # "word": the name, unless it is 0; "none": not shown
    ] = "plate"
    goal: bool = False  # counts towards the goal of the game, and is shown beside it


class Choice(Struct, frozen=True, gc=False, omit_defaults=True):
    """A legal action of the seat to act."""

    action: str  # its notation; one with `marks` or `mode` "page" only begins a command, which another must complete
    label: Words
    zone: str | None = None  # the zone it belongs to; None (null): a button of its own
    card: int | None = None  # index of the card in that zone's `cards`
    confirm: bool = False  # needs confirmation: a first press shows the card's text, a second one plays it
    mode: str = ""  # id of the mode in which it is offered; "": always; "page": only on the game's own page
    marks: tuple[str, ...] = ()  # queued, and sent before the next decision; the card shows these marks meanwhile


class Button(Struct, frozen=True, gc=False):
    """A permanent button: pressed when its action is illegal, it shows the rule that forbids the action."""

    action: str  # notation
    label: Words


class Mode(Struct, frozen=True, gc=False):
    """A switch beside the buttons, such as "with the ability": choices of this mode are offered while it is on.

    It may be switched on while any choice has its id as `mode`.
    """

    id: str
    label: Words
    action: str  # attempted while it may not be switched on: the refusal names the rule


class Status(Struct, frozen=True, gc=False, omit_defaults=True):
    """A line beside the prompt."""

    words: Words
    help: bool = False  # a play aid; a player may switch it off


class Reason(Struct, frozen=True, gc=False, omit_defaults=True):
    """What speaks for or against an option of a decision, with the numbers behind it."""

    words: Words
    clause: str = ""  # the rulebook clause behind it, where a rule is the reason


class Result(Struct, frozen=True, gc=False, omit_defaults=True):
    """How a finished game ended."""

    ranks: tuple[int, ...]  # rank of each seat, 1 is best
    scores: tuple[int, ...]  # points of each seat, as players count them
    words: tuple[Words, ...] = ()  # messages for scores that are not points: "3 coins"


class GameLocalizer(Protocol):
    """Formats a game's messages and names its cards; `Ruleset` implements it."""

    def say(self, words: Words | Text, language: str = "en", names: Sequence[str] = ()) -> str: ...
    def card_text(self, face: str) -> CardText: ...
    def show(self, view: View, language: str = "en", names: Sequence[str] = ()) -> str: ...


class GameView(Struct, frozen=True, omit_defaults=True):
    """What a game lists for one audience; the engine completes it to a `View`."""

    zones: tuple[Zone, ...]
    counters: tuple[Counter, ...] = ()
    roles: dict[str, int] = {}  # seats with a role, named by the message `role-<id>`: {"dealer": 2}
    prompt: Words | None = None
    helps: tuple[Words, ...] = ()  # play aids: derived from what this audience sees; a player may switch them off
    buttons: tuple[Button, ...] = ()  # permanent buttons of this seat
    modes: tuple[Mode, ...] = ()
    status: tuple[Status, ...] = ()  # shortest first
    page: bool = False  # the game's own page answers this decision, if the client has one
    out: tuple[int, ...] = ()  # seats that are out of the game: they decide nothing more in it

    def zone(self, id: str) -> Zone:
        """Return a zone by id; KeyError lists the existing ids."""
        for zone in self.zones:
            if zone.id == id:
                return zone
        raise KeyError(f"no zone {id!r}; there are {', '.join(zone.id for zone in self.zones)}")

    def counter(self, id: str, owner: int = SPECTATOR) -> int:
        """Return the value of a counter; KeyError if this view has no such counter."""
        for counter in self.counters:
            if counter.id == id and counter.owner == owner:
                return counter.value
        raise KeyError(f"no counter {id!r} of seat {owner}")


class View(GameView, frozen=True, omit_defaults=True, dict=True, kw_only=True):
    """Everything that one audience sees of a game."""

    _localizer: ClassVar[GameLocalizer | None] = (
        None  # the game that made it: no field, so neither compared nor encoded
    )

    game: str
    seat: int  # the viewer; -1: a spectator
    players: int
    to_act: int  # seat that decides; -1 when over
    choices: tuple[Choice, ...] = ()  # of this seat; none while the server plays what was chosen before the deal
    result: Result | None = None

    def __str__(self) -> str:
        """Return a table for people, in English (`Game.show` has both languages); without its game, plain data."""
        return repr(self) if self._localizer is None else self._localizer.show(self)


class Move(Struct, frozen=True, gc=False, omit_defaults=True):
    """Cards that move from one zone to another in an event."""

    source: str
    target: str
    face: str | None = None  # as this audience sees it while it moves
    pose: Literal["upright", "sideways", "down"] = "upright"
    count: int = 1
    at: int = -1  # index in the source's `cards`; -1: any card that looks like it, else the newest face-down one
    handle: int = 0  # of the moving card, assigned by the table; 0 for several


class Observation(Struct, frozen=True, gc=False, omit_defaults=True):
    """An event as one audience observes it."""

    words: Words  # a message without text continues the previous one and is no line of the log
    moves: tuple[Move, ...] = ()
    clause: str | None = None  # the rulebook clause behind it, where it explains the event
    # What an event does not tell comes with the next view.
    counters: tuple[Counter, ...] = ()  # with a new value; one with the same id and owner is replaced, else it is added
    ended: tuple[str, ...] = ()  # ids of counters that end for all owners, before `counters` are added
    roles: dict[str, int] | None = None  # all roles from now on; None (null): unchanged


def signed(number: int) -> str:
    """Return a number with its sign, as an argument of a message."""
    return f"+{number}" if number > 0 else str(number).replace("-", "−")


def changed_counters(
    before: Iterable[Counter], after: Iterable[Counter]
) -> tuple[tuple[Counter, ...], tuple[str, ...]]:
    """Return the `counters` and `ended` of an observation from all counters before and after the event."""
    old, new = tuple(before), tuple(after)
    left = {(counter.id, counter.owner) for counter in new}
    ended = tuple(dict.fromkeys(counter.id for counter in old if (counter.id, counter.owner) not in left))
    return tuple(counter for counter in new if counter not in old or counter.id in ended), ended
