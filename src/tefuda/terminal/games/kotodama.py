"""Draws KOTODAMA KOGEN: each field as the phrases of its groups, score cards, hands and discards.

Reads only the view.  If there is room, every group gets its own line with its reading or meaning.
"""

from __future__ import annotations

from collections import Counter

from textual.content import Content

from tefuda.engine.view import Card, Zone
from tefuda.terminal.render_context import RenderContext
from tefuda.terminal.table_renderer import BACK_FACE, FRESH, MUTED, PAPER, chip, fit, flow, labelled, name_cell

LINES_A_PLAYER = 5
LABEL = 10  # width of the label before a row of cards, in cells


def draw(context: RenderContext) -> list[Content]:
    """Return the lines of the whole table: the opponent above, the viewer below."""
    zones = [zone for seat in context.seats for zone in context.zones(seat) if is_group(zone)]
    tall = context.height >= 2 * LINES_A_PLAYER + len(zones)
    lines: list[Content] = []
    for seat in reversed(context.seats):
        lines += player(context, seat, tall)
    for seat in reversed(context.seats):
        if seat != context.view.seat:
            lines += deck_list(context, seat)
    return [fit(line, context.width) for line in lines]


def is_group(zone: Zone) -> bool:
    """Return whether a zone is a group on a field."""
    return zone.id.startswith("group")


def player(context: RenderContext, seat: int, tall: bool) -> list[Content]:
    """Return a player's lines: header, field, hand and discards."""
    lines = [head(context, seat)]
    phrases = [group(context, zone, tall) for zone in context.zones(seat) if is_group(zone)]
    lines += phrases if tall else flow([phrase + Content("  ") for phrase in phrases], context.width, 2)
    for kind in ("play", "top", "hand", "gone"):
        zone = context.view.zone(f"{kind}-{seat}")
        if zone.count and (zone.cards or kind in ("hand", "top")):
            lines += row(context, kind, zone)
    return [*lines, Content()]


def head(context: RenderContext, seat: int) -> Content:
    """Return the header line: turn mark, name, score cards, deck, and word cards left to play."""
    counters = {counter.id: counter.value for counter in context.counters(seat)}
    pieces = [name_cell(context, seat, turn=context.view.roles.get("turn") == seat)]
    if "turn" not in context.view.roles and context.view.result is None:  # no decks yet
        return pieces[0]
    pieces += [
        Content(f" {context.say('counter-score-left')} "),
        Content.styled("▮" * counters["score-left"] + "▯" * max(0, 5 - counters["score-left"]), "bold"),
        Content.styled(f"  {context.say('counter-deck-left')} {counters['deck-left']}", MUTED),
    ]
    allowed = [id for id in ("words-left", "free-stacking") if counters.get(id)]
    pieces += [Content.styled(f"  {context.say(f'counter-{id}')} {counters[id]}", "$accent") for id in allowed]
    return Content("").join(pieces)


def group(context: RenderContext, zone: Zone, tall: bool) -> Content:
    """Return a group: its number and its phrase, with the meaning if there is room."""
    number = zone.id.removeprefix("group").partition("-")[0]
    phrase = (
        context.say(zone.note) if zone.note else "|".join(context.card_name(card.face or "") for card in zone.cards)
    )
    if not tall:
        phrase = phrase.partition("（")[0].partition(": ")[0]
    fresh = any(card.handle in context.fresh for card in zone.cards)
    return Content.assemble((f"{number:>2} ", MUTED), (phrase, FRESH if fresh else PAPER))


def row(context: RenderContext, kind: str, zone: Zone) -> list[Content]:
    """Return a labelled row of cards; hidden cards appear as a count."""
    name = Content.styled(f"  {context.say(f'zone-{kind}')}", MUTED)
    label = fit(name, max(LABEL + 2, name.cell_length + 1))
    backs = sum(card.face is None for card in zone.cards) if zone.cards else zone.count
    pieces = [named(context, card) for card in zone.cards if card.face is not None]
    if backs:
        pieces.append(Content.assemble((BACK_FACE, MUTED), f"×{backs}"))
    return labelled(label, [piece + Content(" ") for piece in pieces], context.width)


def deck_list(context: RenderContext, seat: int) -> list[Content]:
    """Return the deck list of another seat, below the table, if it is open."""
    zone = next((zone for zone in context.zones(seat) if zone.id == f"list-{seat}"), None)
    if zone is None or not zone.cards:
        return []
    copies = Counter(card.face for card in zone.cards if card.face is not None)
    names = [(context.card_name(face).partition(" (")[0], count) for face, count in copies.items()]
    pieces = [Content(f"{name}×{count}  " if count > 1 else f"{name}  ") for name, count in names]
    head = Content.styled(f"  {context.say('zone-list')} · {context.name(seat)}", MUTED)
    return [head, *flow([Content("    "), *pieces], context.width, 4)]


def named(context: RenderContext, card: Card) -> Content:
    """Return a card by its name only; its meaning appears in the choice label."""
    return chip(context.card_name(card.face or "").partition(" (")[0], card, card.handle in context.fresh)
