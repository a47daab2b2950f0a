"""What a seat may see and hear, as plain data: the one form that browser, terminal, bots and adapters all read.

A game's `face.py` builds these by listing what may be seen.  They are immutable, compare by value and encode to JSON
(`msgspec.json.encode`).  Text is never spelled out here: a `Words` names a message of the game's `ja.ftl`/`en.ftl`.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

SPECTATOR = -1


class Words(Struct, frozen=True, gc=False, omit_defaults=True, tag_field="t", tag="words"):
    """A message by its Fluent id, with arguments: integers, text, seats (shown by name), or further words."""

    id: str
    args: dict[str, int | str | Seat | Text | Words] = {}


class Text(Struct, frozen=True, gc=False, tag_field="t", tag="text"):
    """Text in both languages that comes from a card file: only what a game's own messages cannot know."""

    ja: str
    en: str


class Seat(Struct, frozen=True, gc=False, tag_field="t", tag="seat"):
    """A seat as an argument of `Words`: shown as its player's name."""

    seat: int


class Card(Struct, frozen=True, gc=False, omit_defaults=True):
    """One card as this audience sees it."""

    face: str | None = None  # face id, named by the message `face-<id>`; None: only its back is seen
    pose: Literal["upright", "sideways", "down"] = "upright"  # "down": turned over, though `face` may still be known
    marks: tuple[str, ...] = ()  # ids of what is seen on it, each named by the message `mark-<id>`
    handle: int = 0  # given by the table: which physical card this is, as far as this audience can tell


class CardText(Struct, frozen=True, gc=False, omit_defaults=True):
    """What a card is called and what is written on it."""

    name: Words | Text
    text: Words | Text | None = None


class Zone(Struct, frozen=True, gc=False, omit_defaults=True):
    """A place on the table that holds cards, named by the message `zone-<id without its owner>`."""

    id: str  # "deck", "bids-2": the part before "-" names the kind of place, the number the seat
    kind: Literal["pile", "row", "fan", "stack"]
    count: int  # cards in it
    cards: tuple[Card, ...] = ()  # those that can be told apart, in order; a pile lists none
    owner: int = SPECTATOR  # the seat it lies before; -1: the table's
    note: Words | Text | None = None  # what the cards in it say together, where that is more than each of them says


class Counter(Struct, frozen=True, gc=False, omit_defaults=True):
    """A number beside the cards, named by the message `counter-<id>`."""

    id: str
    value: int
    owner: int = SPECTATOR
    help: bool = False  # worked out from what is public, to help; a player may switch it off


class Choice(Struct, frozen=True, gc=False, omit_defaults=True):
    """One legal action of the seat that sees this view."""

    action: str  # its notation
    label: Words
    zone: str | None = None  # the zone it belongs to; None: a button of its own
    card: int | None = None  # place of the card in that zone's `cards`


class Result(Struct, frozen=True, gc=False, omit_defaults=True):
    """How a finished game ended."""

    ranks: tuple[int, ...]  # rank of each seat, 1 is best
    scores: tuple[int, ...]  # points of each seat, as people count them
    words: tuple[Words, ...] = ()  # what the scores are, where they are no points: "3 coins"


class View(Struct, frozen=True, gc=False, omit_defaults=True):
    """Everything one audience sees of a game at one moment."""

    game: str
    seat: int  # whose view; -1: a spectator's
    players: int
    to_act: int  # seat that decides; -1 when over
    zones: tuple[Zone, ...]
    counters: tuple[Counter, ...] = ()
    roles: dict[str, int] = {}  # seats with a role, named by the message `role-<id>`: {"dealer": 2}
    prompt: Words | None = None
    choices: tuple[Choice, ...] = ()
    result: Result | None = None
    helps: tuple[Words, ...] = ()  # worked out from what this audience sees, to help; a player may switch them off

    def zone(self, id: str) -> Zone:
        """The zone of that id; KeyError with the ids there are."""
        for zone in self.zones:
            if zone.id == id:
                return zone
        raise KeyError(f"no zone {id!r}; there are {', '.join(zone.id for zone in self.zones)}")

    def counter(self, id: str, owner: int = SPECTATOR) -> int:
        """The value of a counter; KeyError where this view has none such."""
        for counter in self.counters:
            if counter.id == id and counter.owner == owner:
                return counter.value
        raise KeyError(f"no counter {id!r} of seat {owner}")


class Move(Struct, frozen=True, gc=False, omit_defaults=True):
    """Cards that go from one zone to another within an event."""

    source: str
    target: str
    face: str | None = None  # as this audience sees it on its way
    pose: Literal["upright", "sideways", "down"] = "upright"
    count: int = 1
    at: int = (
        -1
    )  # place of the card in the source's `cards`; -1: whichever looks like it, or the newest that nobody sees
    handle: int = 0  # given by the table: the card that goes; 0 where several go at once


class Observation(Struct, frozen=True, gc=False, omit_defaults=True):
    """One thing that happened, as one audience hears it."""

    words: Words  # a message without a text goes on from what was said before, and is no line of a log
    moves: tuple[Move, ...] = ()
    clause: str | None = None  # the rulebook clause that made it happen, where that helps to understand it
