"""From one update to the moments a person watches: what is said of each event, and how the table looks right after it.

An update brings several events but only the view after the last of them; the views in between are made by moving the
cards as each event says.  The screens that follow a game use this.  It never sees more than the view and the events.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from tefuda.engine.view import Card, Move, Observation, View, Zone


class Scene(NamedTuple):
    """One moment."""

    heard: Observation
    view: View
    fresh: frozenset[int]  # handles of the cards that have just moved


def scenes(before: View | None, events: Sequence[Observation], after: View) -> Iterator[Scene]:
    """The moments between two views.  The last one shows what is really there, but not yet what may be done next."""
    seen = before or opening(after, events)
    for place, heard in enumerate(events, 1):
        seen = quiet(after, after.to_act) if place == len(events) else moved(seen, heard.moves)
        fresh = frozenset(move.handle for move in heard.moves if move.handle)
        yield Scene(heard, quiet(seen, seen.to_act), fresh)


def opening(view: View, events: Sequence[Observation]) -> View:
    """The table before a deal, worked back from the view after it: only piles hold cards, and it is nobody's turn."""
    moves = [move for heard in events for move in heard.moves]
    zones = []
    for zone in view.zones:
        came = sum(move.count for move in moves if move.target == zone.id)
        went = sum(move.count for move in moves if move.source == zone.id)
        count = zone.count + went - came if zone.kind == "pile" else 0
        zones.append(replace(zone, count=max(0, count), cards=()))
    return quiet(replace(view, zones=tuple(zones), counters=()), -1)


def quiet(view: View, to_act: int) -> View:
    """A view while things happen: nobody is asked for anything, and nothing is worked out to help."""
    counters = tuple(counter for counter in view.counters if not counter.help)
    return replace(view, to_act=to_act, counters=counters, prompt=None, choices=(), result=None)


def moved(view: View, moves: Sequence[Move]) -> View:
    """The view after cards have gone where the moves say; counters and turn stay as they were."""
    zones = {zone.id: zone for zone in view.zones}
    for move in moves:
        source, target = zones.get(move.source), zones.get(move.target)
        cards: list[Card] = [Card(move.face, move.pose, (), move.handle)] * move.count
        if source is not None:
            zones[source.id], found = _without(source, move)
            cards = [replace(card, face=move.face or card.face, pose=move.pose) for card in found] or cards
        if target is not None:
            at_home = zones[target.id]
            kept = () if at_home.kind == "pile" else (*at_home.cards, *cards)
            zones[target.id] = replace(at_home, count=at_home.count + move.count, cards=kept)
    return replace(view, zones=tuple(zones[zone.id] for zone in view.zones))


def _without(zone: Zone, move: Move) -> tuple[Zone, list[Card]]:
    """A zone less the cards that leave it, and those cards where they could be told apart."""
    cards = list(zone.cards)
    found = [cards.pop(_place(cards, move)) for _ in range(min(move.count, len(cards)))]
    return replace(zone, count=max(0, zone.count - move.count), cards=tuple(cards)), found


def _place(cards: list[Card], move: Move) -> int:
    """The place of the card that a move means: by its handle, else by where it lies, else by its looks."""
    for place, card in enumerate(cards):
        if move.handle and card.handle == move.handle:
            return place
    if 0 <= move.at < len(cards):
        return move.at
    alike = [place for place, card in enumerate(cards) if card.face == move.face]
    return alike[-1] if alike else len(cards) - 1
