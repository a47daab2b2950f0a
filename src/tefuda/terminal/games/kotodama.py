"""KOTODAMA KOGEN in a terminal: each field as the phrases its groups have become, score cards, hands and discards.

Reads only the view.  Where there is room every group has a line of its own with its reading or meaning.
"""

from __future__ import annotations

from textual.content import Content

from tefuda.engine.view import Card, Zone
from tefuda.terminal.render_context import Sight
from tefuda.terminal.table_renderer import BACK_FACE, FRESH, MUTED, NAME_WIDTH, PAPER, chip, fit, flow

TYPED = ("add-",)  # a deck of one's own is one long command: typed, not offered card by card
LINES_A_PLAYER = 5
LABEL = 10  # cells before a row of cards


def draw(sight: Sight) -> list[Content]:
    """The whole table: the other side above, one's own below."""
    zones = [zone for seat in sight.seats for zone in sight.zones(seat) if is_group(zone)]
    tall = sight.height >= 2 * LINES_A_PLAYER + len(zones)
    lines: list[Content] = []
    for seat in reversed(sight.seats):
        lines += player(sight, seat, tall)
    return [fit(line, sight.width) for line in lines]


def is_group(zone: Zone) -> bool:
    """Is this place a group on a field?"""
    return zone.id.startswith("group")


def player(sight: Sight, seat: int, tall: bool) -> list[Content]:
    """A side: who and how it stands, its field, its hand, its discards."""
    lines = [head(sight, seat)]
    phrases = [group(sight, zone, tall) for zone in sight.zones(seat) if is_group(zone)]
    lines += phrases if tall else flow([phrase + Content("  ") for phrase in phrases], sight.width, 2)
    for kind in ("play", "top", "hand", "gone"):
        zone = sight.view.zone(f"{kind}-{seat}")
        if zone.count and (zone.cards or kind in ("hand", "top")):
            lines += row(sight, kind, zone)
    return [*lines, Content()]


def head(sight: Sight, seat: int) -> Content:
    """Turn, name, score cards, deck; whose turn it is also has word cards to play."""
    turn = sight.view.roles.get("turn") == seat
    counters = {counter.id: counter.value for counter in sight.counters(seat)}
    pieces = [
        Content.styled("▸ " if turn else "  ", "bold $accent"),
        fit(Content.styled(sight.name(seat), "bold $accent" if turn else "bold"), NAME_WIDTH),
        Content(f" {sight.say('counter-score-left')} "),
        Content.styled("▮" * counters["score-left"] + "▯" * max(0, 5 - counters["score-left"]), "bold"),
        Content.styled(f"  {sight.say('counter-deck-left')} {counters['deck-left']}", MUTED),
    ]
    allowed = [id for id in ("words-left", "free-stacking") if counters.get(id)]
    pieces += [Content.styled(f"  {sight.say(f'counter-{id}')} {counters[id]}", "$accent") for id in allowed]
    return Content("").join(pieces)


def group(sight: Sight, zone: Zone, tall: bool) -> Content:
    """A group by its place, as the phrase it has become; with its meaning where there is room."""
    place = zone.id.removeprefix("group").partition("-")[0]
    said = sight.say(zone.note) if zone.note else "|".join(sight.card_name(card.face or "") for card in zone.cards)
    if not tall:
        said = said.partition("（")[0].partition(": ")[0]
    fresh = any(card.handle in sight.fresh for card in zone.cards)
    return Content.assemble((f"{place:>2} ", MUTED), (said, FRESH if fresh else PAPER))


def row(sight: Sight, kind: str, zone: Zone) -> list[Content]:
    """A row of cards with what the place is called; what nobody sees is a number."""
    label = fit(Content.styled(f"  {sight.say(f'zone-{kind}')}", MUTED), LABEL + 2)
    backs = sum(card.face is None for card in zone.cards) if zone.cards else zone.count
    pieces = [named(sight, card) for card in zone.cards if card.face is not None]
    if backs:
        pieces.append(Content.assemble((BACK_FACE, MUTED), f"×{backs}"))
    first, *rest = flow([piece + Content(" ") for piece in pieces], sight.width, label.cell_length)
    return [label + first[label.cell_length :], *rest]


def named(sight: Sight, card: Card) -> Content:
    """A card by its name alone: its meaning stands in what it is offered as."""
    return chip(sight.card_name(card.face or "").partition(" (")[0], card, card.handle in sight.fresh)
