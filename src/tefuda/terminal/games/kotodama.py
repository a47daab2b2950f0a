"""KOTODAMA KOGEN in a terminal: each field as the phrases its groups have become, score cards, hands and discards.

Reads only the view.  Where there is room every group has a line of its own with its reading or meaning.
"""

from __future__ import annotations

from textual.content import Content

from tefuda.engine.view import Card, Zone
from tefuda.terminal.render_context import RenderContext
from tefuda.terminal.table_renderer import BACK_FACE, FRESH, MUTED, NAME_WIDTH, PAPER, chip, fit, flow

TYPED = ("add-",)  # a deck of one's own is one long command: typed, not offered card by card
LINES_A_PLAYER = 5
LABEL = 10  # cells before a row of cards


def draw(context: RenderContext) -> list[Content]:
    """The whole table: the other side above, one's own below."""
    zones = [zone for seat in context.seats for zone in context.zones(seat) if is_group(zone)]
    tall = context.height >= 2 * LINES_A_PLAYER + len(zones)
    lines: list[Content] = []
    for seat in reversed(context.seats):
        lines += player(context, seat, tall)
    return [fit(line, context.width) for line in lines]


def is_group(zone: Zone) -> bool:
    """Is this place a group on a field?"""
    return zone.id.startswith("group")


def player(context: RenderContext, seat: int, tall: bool) -> list[Content]:
    """A side: who and how it stands, its field, its hand, its discards."""
    lines = [head(context, seat)]
    phrases = [group(context, zone, tall) for zone in context.zones(seat) if is_group(zone)]
    lines += phrases if tall else flow([phrase + Content("  ") for phrase in phrases], context.width, 2)
    for kind in ("play", "top", "hand", "gone"):
        zone = context.view.zone(f"{kind}-{seat}")
        if zone.count and (zone.cards or kind in ("hand", "top")):
            lines += row(context, kind, zone)
    return [*lines, Content()]


def head(context: RenderContext, seat: int) -> Content:
    """Turn, name, score cards, deck; whose turn it is also has word cards to play."""
    turn = context.view.roles.get("turn") == seat
    counters = {counter.id: counter.value for counter in context.counters(seat)}
    pieces = [
        Content.styled("▸ " if turn else "  ", "bold $accent"),
        fit(Content.styled(context.name(seat), "bold $accent" if turn else "bold"), NAME_WIDTH),
        Content(f" {context.say('counter-score-left')} "),
        Content.styled("▮" * counters["score-left"] + "▯" * max(0, 5 - counters["score-left"]), "bold"),
        Content.styled(f"  {context.say('counter-deck-left')} {counters['deck-left']}", MUTED),
    ]
    allowed = [id for id in ("words-left", "free-stacking") if counters.get(id)]
    pieces += [Content.styled(f"  {context.say(f'counter-{id}')} {counters[id]}", "$accent") for id in allowed]
    return Content("").join(pieces)


def group(context: RenderContext, zone: Zone, tall: bool) -> Content:
    """A group by its place, as the phrase it has become; with its meaning where there is room."""
    place = zone.id.removeprefix("group").partition("-")[0]
    said = context.say(zone.note) if zone.note else "|".join(context.card_name(card.face or "") for card in zone.cards)
    if not tall:
        said = said.partition("（")[0].partition(": ")[0]
    fresh = any(card.handle in context.fresh for card in zone.cards)
    return Content.assemble((f"{place:>2} ", MUTED), (said, FRESH if fresh else PAPER))


def row(context: RenderContext, kind: str, zone: Zone) -> list[Content]:
    """A row of cards with what the place is called; what nobody sees is a number."""
    label = fit(Content.styled(f"  {context.say(f'zone-{kind}')}", MUTED), LABEL + 2)
    backs = sum(card.face is None for card in zone.cards) if zone.cards else zone.count
    pieces = [named(context, card) for card in zone.cards if card.face is not None]
    if backs:
        pieces.append(Content.assemble((BACK_FACE, MUTED), f"×{backs}"))
    first, *rest = flow([piece + Content(" ") for piece in pieces], context.width, label.cell_length)
    return [label + first[label.cell_length :], *rest]


def named(context: RenderContext, card: Card) -> Content:
    """A card by its name alone: its meaning stands in what it is offered as."""
    return chip(context.card_name(card.face or "").partition(" (")[0], card, card.handle in context.fresh)
