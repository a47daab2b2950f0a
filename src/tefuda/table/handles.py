"""Card handles: numbers by which one audience can track cards, without revealing hidden information.

A `HandleMap` belongs to one audience (a seat, or all spectators) of one table.  It follows the moves that the audience
observes and numbers cards in order of arrival, independent of their faces; a card that passes through a pile gets a new
handle.  Its only input is what the audience is sent, so handles reveal nothing more; the same messages give the same
handles.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from tefuda.engine.view import Card, Move, Observation, View, Zone

Appearance = tuple[str | None, tuple[str, ...]]  # (face, marks)


class HandleMap:
    """The handles of one audience, or of several audiences with the same messages so far."""

    def __init__(self, last: int = 0) -> None:
        self._zones: dict[str, list[tuple[Appearance, int]]] = {}  # cards of each zone with their handles
        self._piles: set[str] = set()
        self._cache: dict[str, tuple[Zone, Zone]] = {}  # each zone as last given, without and with handles, if unmoved
        self._last = last  # highest handle used

    def follow(self, observations: Sequence[Observation], view: View) -> tuple[tuple[Observation, ...], View]:
        """Return the observations and the view after them with handles."""
        if any(one.moves for one in observations):
            self._piles = {zone.id for zone in view.zones if zone.kind == "pile"}
            observations = [
                replace(one, moves=tuple(map(self._number_move, one.moves))) if one.moves else one
                for one in observations
            ]
        known, zones = self._cache, []
        for zone in view.zones:  # most are the same objects as before, and this runs for every audience
            last = known.get(zone.id)
            zones.append(last[1] if last is not None and last[0] is zone else self._number_zone(zone))
        return tuple(observations), replace(view, zones=tuple(zones))

    def copy(self) -> HandleMap:
        """Return an independent copy, for an audience whose messages differ from now on."""
        other = HandleMap(self._last)
        other._zones = {zone: cards.copy() for zone, cards in self._zones.items()}
        other._cache = self._cache.copy()
        return other

    @property
    def last(self) -> int:
        """The highest handle used so far."""
        return self._last

    def agrees_with(self, other: HandleMap) -> bool:
        """Whether both maps give the same handles to the same later messages."""
        return self._zones == other._zones and self._last == other._last

    def _new_handle(self) -> int:
        self._last += 1
        return self._last

    def _number_move(self, move: Move) -> Move:
        self._cache.pop(move.source, None)
        self._cache.pop(move.target, None)
        if move.count != 1:  # several cards cannot be tracked, and the remaining ones could be any of them
            self._zones.pop(move.source, None)
            return move
        appearance = (move.face, ())
        handle = self._take(move.source, appearance, move.at)
        if move.target not in self._piles:
            self._zones.setdefault(move.target, []).append((appearance, handle))
        return replace(move, handle=handle)

    def _take(self, zone: str, appearance: Appearance, position: int) -> int:
        """Remove a card from a zone, return its handle: the card at its position, else the newest with the same face,
        else the newest with a hidden face, else a new handle.
        """
        cards = self._zones.get(zone, [])
        if 0 <= position < len(cards):
            return cards.pop(position)[1]
        for face in (appearance[0], None):
            for index in reversed(range(len(cards))):
                if cards[index][0][0] == face:
                    return cards.pop(index)[1]
        return self._new_handle()

    def _number_zone(self, zone: Zone) -> Zone:
        """Return a zone with handles: cards of equal appearance keep theirs in order, the others get the rest."""
        if not zone.cards:  # cards that come back later get new handles
            self._zones[zone.id] = []
            self._cache[zone.id] = zone, zone
            return zone
        cached = self._cache.get(zone.id)
        if cached is not None and cached[0] == zone:
            return cached[1]
        known = self._zones.get(zone.id, [])
        appearances: list[Appearance] = [(card.face, card.marks) for card in zone.cards]
        if [appearance for appearance, _ in known] != appearances:
            handles = self._match(known, appearances)
            self._zones[zone.id] = list(zip(appearances, handles, strict=True))
            cards = map(_with_handle, zone.cards, handles)
        elif cached is None:
            cards = map(_with_handle, zone.cards, [handle for _, handle in known])
        else:  # of a long zone, such as a list, most cards are the same objects as before
            cards = map(_as_before, zone.cards, cached[0].cards, cached[1].cards)
        numbered = replace(zone, cards=tuple(cards))
        self._cache[zone.id] = (zone, numbered)
        return numbered

    def _match(self, known: list[tuple[Appearance, int]], appearances: list[Appearance]) -> list[int]:
        """Return the handles of the cards now in a zone, given those it had; takes each of these at most once."""
        handles = [0] * len(appearances)
        before, left = map(list, zip(*known, strict=True)) if known else ([], [])
        for index, appearance in enumerate(appearances):
            if appearance in before:
                at = before.index(appearance)
                del before[at]
                handles[index] = left.pop(at)
        for matches in (_same_face, _one_hidden):
            for index, appearance in enumerate(appearances):
                if left and handles[index] == 0:
                    at = next((at for at, one in enumerate(before) if matches(one, appearance)), -1)
                    if at >= 0:
                        del before[at]
                        handles[index] = left.pop(at)
        return [handle or self._new_handle() for handle in handles]


def _with_handle(card: Card, handle: int) -> Card:
    return replace(card, handle=handle)


def _as_before(card: Card, before: Card, numbered: Card) -> Card:
    """Return a card with the handle that it had before; the card itself looks the same."""
    return numbered if card is before else replace(card, handle=numbered.handle)


def _same_face(a: Appearance, b: Appearance) -> bool:
    return a[0] == b[0]


def _one_hidden(a: Appearance, b: Appearance) -> bool:
    return a[0] is None or b[0] is None  # a card that is turned over keeps its handle, a different face does not get it
