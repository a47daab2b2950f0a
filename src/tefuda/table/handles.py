"""Which card is which, as far as one audience can tell.

A `HandleMap` belongs to one audience (a seat, or all spectators) of one table.  It follows the moves that this audience
hears and numbers cards by their arrival, never by what they are: cards that the audience cannot tell apart get handles
that say nothing, and a card that goes through a pile comes out with a new one.  It reads only what the audience is
sent anyway, so it can show nothing more; the same messages, followed from the same place on, give the same handles.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from tefuda.engine.view import Card, Move, Observation, View, Zone

Look = tuple[str | None, tuple[str, ...]]  # what tells a card from another: its face and its marks


class HandleMap:
    """The handles of one audience, or of several who have been told exactly the same so far."""

    def __init__(self, last: int = 0) -> None:
        self._zones: dict[str, list[tuple[Look, int]]] = {}
        self._piles: set[str] = set()
        self._shown: dict[str, tuple[Zone, Zone]] = {}  # each zone as it came last, and as it was numbered
        self._last = last  # number given

    def follow(self, heard: Iterable[Observation], view: View) -> tuple[tuple[Observation, ...], View]:
        """The same events and the view after them, with handles put in."""
        self._piles = {zone.id for zone in view.zones if zone.kind == "pile"}
        numbered = tuple(replace(one, moves=tuple(map(self._moved, one.moves))) for one in heard)
        return numbered, replace(view, zones=tuple(map(self._listed, view.zones)))

    def copy(self) -> HandleMap:
        """A map that goes on by itself: for an audience that is told something of its own from now on."""
        other = HandleMap(self._last)
        other._zones = {zone: cards.copy() for zone, cards in self._zones.items()}
        other._shown = self._shown.copy()
        return other

    def agrees_with(self, other: HandleMap) -> bool:
        """Would both number everything alike from now on, if they were told the same?"""
        return self._zones == other._zones and self._last == other._last

    def _new(self) -> int:
        self._last += 1
        return self._last

    def _moved(self, move: Move) -> Move:
        self._shown.pop(move.source, None)
        self._shown.pop(move.target, None)
        if move.count != 1:  # several at once: nobody can follow them, and what stays behind might be any of them
            self._zones.pop(move.source, None)
            return move
        look = (move.face, ())
        handle = self._take(move.source, look, move.at)
        if move.target not in self._piles:
            self._zones.setdefault(move.target, []).append((look, handle))
        return replace(move, handle=handle)

    def _take(self, zone: str, look: Look, place: int) -> int:
        """The handle of the card that leaves a zone: the one at its place, else the newest that looks like it, else the
        newest whose face is not seen.
        """
        cards = self._zones.get(zone, [])
        if 0 <= place < len(cards):
            return cards.pop(place)[1]
        for fits in (look[0], None):
            for at in reversed(range(len(cards))):
                if cards[at][0][0] == fits:
                    return cards.pop(at)[1]
        return self._new()

    def _listed(self, zone: Zone) -> Zone:
        """A zone with handles: cards keep those of equal look in order, the others take what is left over."""
        before = self._shown.get(zone.id)
        if before is not None and before[0] == zone:  # nothing has moved here
            return before[1]
        left = self._zones.get(zone.id, [])
        handles: list[int] = [0] * len(zone.cards)
        looks: list[Look] = [(card.face, card.marks) for card in zone.cards]
        for fits in (_same, _same_face, _any):
            for at, look in enumerate(looks):
                if handles[at] == 0:
                    handles[at] = _pop_first(left, look, fits)
        handles = [handle or self._new() for handle in handles]
        self._zones[zone.id] = list(zip(looks, handles, strict=True))
        listed = replace(zone, cards=tuple(map(_with_handle, zone.cards, handles)))
        self._shown[zone.id] = (zone, listed)
        return listed


def _with_handle(card: Card, handle: int) -> Card:
    return replace(card, handle=handle)


def _same(a: Look, b: Look) -> bool:
    return a == b


def _same_face(a: Look, b: Look) -> bool:
    return a[0] == b[0]


def _any(a: Look, b: Look) -> bool:
    return a[0] is None or b[0] is None  # a card that was turned over keeps its handle; another card does not get it


def _pop_first(cards: list[tuple[Look, int]], look: Look, fits: object) -> int:
    for at, (known, handle) in enumerate(cards):
        if callable(fits) and fits(known, look):
            del cards[at]
            return handle
    return 0
