"""Splits one update into playback steps: one event each, with the view right after it.

An update brings several events but only the view after the last one.  The views in between are reconstructed by
applying the card moves, counters and roles of each event.  Uses only the audience's view and its events, so it cannot
leak anything.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from tefuda.engine.view import Card, Move, Observation, View, Zone


class PlaybackStep(NamedTuple):
    """One event and the view right after it."""

    observation: Observation
    view: View
    fresh: frozenset[int]  # handles of the cards that this event moves


def playback(before: View | None, events: Sequence[Observation], after: View) -> Iterator[PlaybackStep]:
    """Yield one step per event.  The last view equals `after`, but without what belongs to the next decision."""
    view = before or view_before_deal(after, events)
    for number, observation in enumerate(events, 1):
        view = without_prompts(after, after.to_act) if number == len(events) else after_event(view, observation)
        fresh = frozenset(move.handle for move in observation.moves if move.handle)
        yield PlaybackStep(observation, without_prompts(view, view.to_act), fresh)


def view_before_deal(view: View, events: Sequence[Observation]) -> View:
    """Reconstruct the view before the deal: only piles hold cards, and no seat is to act."""
    moves = [move for observation in events for move in observation.moves]
    zones = []
    for zone in view.zones:
        arrived = sum(move.count for move in moves if move.target == zone.id)
        left = sum(move.count for move in moves if move.source == zone.id)
        count = zone.count + left - arrived if zone.kind == "pile" else 0
        zones.append(replace(zone, count=max(0, count), cards=()))
    return without_prompts(replace(view, zones=tuple(zones), counters=()), -1)


def without_prompts(view: View, to_act: int) -> View:
    """Return the view during playback: no prompt, choices, modes, result or play aids."""
    counters = tuple(counter for counter in view.counters if not counter.help)
    status = tuple(one for one in view.status if not one.help)
    return replace(
        view, to_act=to_act, counters=counters, prompt=None, choices=(), result=None, modes=(), status=status
    )


def after_event(view: View, observation: Observation) -> View:
    """Return the view after an event, as far as the event tells: its moves, counters and roles."""
    told = {(counter.id, counter.owner) for counter in observation.counters}
    kept = [c for c in view.counters if c.id not in observation.ended and (c.id, c.owner) not in told]
    roles = view.roles if observation.roles is None else observation.roles
    return replace(apply_moves(view, observation.moves), counters=(*kept, *observation.counters), roles=roles)


def apply_moves(view: View, moves: Sequence[Move]) -> View:
    """Return the view with the moves applied; counters and turn are unchanged."""
    zones = {zone.id: zone for zone in view.zones}
    for move in moves:
        source, target = zones.get(move.source), zones.get(move.target)
        cards: list[Card] = [Card(move.face, move.pose, (), move.handle)] * move.count
        if source is not None:
            zones[source.id], taken = _take_from(source, move)
            cards = [replace(card, face=move.face or card.face, pose=move.pose) for card in taken] or cards
        if target is not None:
            zone = zones[target.id]
            zone_cards = () if zone.kind == "pile" else (*zone.cards, *cards)
            zones[target.id] = replace(zone, count=zone.count + move.count, cards=zone_cards)
    return replace(view, zones=tuple(zones[zone.id] for zone in view.zones))


def _take_from(zone: Zone, move: Move) -> tuple[Zone, list[Card]]:
    """Return the zone without the moved cards, and those of them that are listed individually."""
    cards = list(zone.cards)
    taken = [cards.pop(_card_index(cards, move)) for _ in range(min(move.count, len(cards)))]
    return replace(zone, count=max(0, zone.count - move.count), cards=tuple(cards)), taken


def _card_index(cards: list[Card], move: Move) -> int:
    """Return the index of the moved card: by handle, else by position, else by face."""
    for index, card in enumerate(cards):
        if move.handle and card.handle == move.handle:
            return index
    if 0 <= move.at < len(cards):
        return move.at
    same_face = [index for index, card in enumerate(cards) if card.face == move.face]
    return same_face[-1] if same_face else len(cards) - 1
