"""Draws a table in cells: text layout, cards, and a generic zone-by-zone renderer.

Every function is pure: it takes a `RenderContext` and returns lines of styled text no wider than the context allows,
counting full-width characters as two cells.

A game may have its own module `tefuda.terminal.games.<slug>` with:

- `draw(context) -> list[Content]`: the lines of the table.
- `trophies(context, seat) -> Content` (optional): what the ranking shows in place of points and trophies.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import import_module, util
from types import ModuleType

from rich.cells import cell_len
from textual.content import Content

from tefuda.engine.view import Card, Counter, Zone
from tefuda.terminal.line_breaking import line_starts
from tefuda.terminal.render_context import RenderContext

PAPER = "$card-ink on $card"
BACK = "$card-ink on $card-back"
FRESH = "$card-ink on $card-fresh"
MUTED = "$text-muted"
NAME_WIDTH = 12
BACK_FACE = "░░"  # shown for a card whose face is hidden


@cache
def game_module(slug: str) -> ModuleType | None:
    """Return the game's own renderer module, or None."""
    name = f"tefuda.terminal.games.{slug}"
    return import_module(name) if util.find_spec(name) else None


def draw(context: RenderContext) -> list[Content]:
    """Draw the table with the game's own renderer, or zone by zone."""
    module = game_module(context.view.game)
    if module is None:
        return draw_zones(context)
    lines: list[Content] = module.draw(context)
    return lines


def result_line(context: RenderContext, seat: int, score: Content) -> Content:
    """Return what the ranking shows for a player: the score, then the cards of zones with trophies."""
    module = game_module(context.view.game)
    if module is not None and hasattr(module, "trophies"):
        own: Content = module.trophies(context, seat)
        return own
    cards = [card for zone in context.zones(seat) if zone.trophy for card in zone.cards]
    return Content("  ").join([score, *(chip(_card_text(context, card), card) for card in cards)])


# ------------------------------------------------------------- text and cards


def fit(text: str | Content, width: int) -> Content:
    """Return the text in exactly `width` cells, truncated with an ellipsis or padded with spaces."""
    content = Content(text) if isinstance(text, str) else text
    return content.truncate(width, ellipsis=True, pad=True)


def spread(left: Content, right: Content, width: int) -> Content:
    """Return one line with `left` and `right` aligned to its ends; `left` is truncated if needed."""
    room = width - right.cell_length - 1
    return fit(left, room) + Content(" ") + right


def wrap(content: Content, width: int) -> list[Content]:
    """Wrap a text to lines, keeping styles and line breaks."""
    lines: list[Content] = []
    for paragraph in content.split("\n", allow_blank=True):
        starts = line_starts(paragraph.plain, width)
        lines += [line.rstrip() for line in (paragraph.divide(starts) if starts else [paragraph])]
    return lines


def flow(pieces: Sequence[Content], width: int, indent: int = 0) -> list[Content]:
    """Lay out pieces from left to right, wrapping to indented lines."""
    lines: list[Content] = []
    line = Content(" " * indent)
    for piece in pieces:
        if line.cell_length > indent and line.cell_length + piece.cell_length > width:
            lines.append(line)
            line = Content(" " * indent)
        line += fit(piece, min(piece.cell_length, width - indent))
    return [*lines, line]


def labelled(label: Content, pieces: Sequence[Content], width: int) -> list[Content]:
    """Lay out pieces from left to right after a label, wrapping to lines that are indented by its width."""
    first, *more = flow(pieces, width, label.cell_length)
    return [label + first[label.cell_length :], *more]


def chip(text: str, card: Card, fresh: bool = False) -> Content:
    """Draw a card in one row: vertical bars if upright, horizontal if sideways, shaded if face down."""
    style = FRESH if fresh else PAPER
    if card.pose == "down":
        return Content.styled(f"▒{text}▒", BACK)
    if card.face is None:
        return Content.styled(f"│{text}│", BACK)
    if card.pose == "sideways":
        return Content.styled(f"─{text}─", style)
    return Content.styled(f"│{text}│", style)


def box(text: str, card: Card, fresh: bool = False) -> tuple[Content, Content, Content]:
    """Draw a card in three rows: four cells wide if upright, six and lower if sideways, shaded if face down."""
    style = FRESH if fresh else PAPER
    if card.pose == "down":
        return _styled(("╭──╮", f"│▒{text:>1}│" if cell_len(text) == 1 else f"│{text}│", "╰──╯"), BACK)
    if card.face is None:
        return _styled(("╭──╮", f"│{BACK_FACE}│", "╰──╯"), BACK)
    if card.pose == "sideways":
        lower = "╰" + text.center(4, "─") + "╯"
        return Content(" " * 6), Content.styled("╭────╮", style), Content.styled(lower, style)
    return _styled(("╭──╮", f"│{text:>2}│", "╰──╯"), style)


def _styled(rows: tuple[str, str, str], style: str) -> tuple[Content, Content, Content]:
    return Content.styled(rows[0], style), Content.styled(rows[1], style), Content.styled(rows[2], style)


def name_cell(context: RenderContext, seat: int, *, turn: bool) -> Content:
    """Return a player's name in `NAME_WIDTH` cells, after two cells for the turn mark."""
    name = fit(Content.styled(context.name(seat), "bold $accent" if turn else "bold"), NAME_WIDTH)
    return Content.styled("▸ " if turn else "  ", "bold $accent") + name


# --------------------------------------------------------------- zone by zone


def draw_zones(context: RenderContext) -> list[Content]:
    """Draw any game: its status, the table's zones, then each player's, with counters and roles."""
    lines = _status_rows(context) + _counter_rows(context, -1)
    for zone in context.zones(-1):
        lines += _zone_rows(context, zone)
    for seat in context.seats:
        lines += [Content(), player_line(context, seat)]
        for zone in context.zones(seat):
            lines += _zone_rows(context, zone)
    return [fit(line, context.width) for line in lines]


def player_line(context: RenderContext, seat: int) -> Content:
    """Return a player's name with turn mark, roles and counters."""
    parts = [name_cell(context, seat, turn=seat == context.view.to_act)]
    parts += [Content.assemble("  ", (role, "$accent")) for role in context.roles(seat)]
    parts += [Content.assemble("  ", part) for part in _counter_texts(context, seat)]
    return Content("").join(parts)


def _status_rows(context: RenderContext) -> list[Content]:
    told = [one for one in context.view.status if context.helps or not one.help]
    return flow([Content(f"{context.say(one.words)}   ") for one in told], context.width) if told else []


def _counter_rows(context: RenderContext, owner: int) -> list[Content]:
    parts = _counter_texts(context, owner)
    return [Content("   ").join(parts)] if parts else []


def _counter_texts(context: RenderContext, owner: int) -> list[Content]:
    shown = [counter for counter in context.counters(owner) if counter.show != "none"]
    shown.sort(key=lambda counter: counter.show != "headline")
    return [_counter_text(context, counter) for counter in shown if counter.show != "word" or counter.value]


def _counter_text(context: RenderContext, counter: Counter) -> Content:
    name = context.say(f"counter-{counter.id}")
    if counter.show == "word":
        return Content.styled(name, "$warning")
    return Content.assemble((name, MUTED), (f" {counter.value}", "bold" if counter.show == "headline" else ""))


def _zone_rows(context: RenderContext, zone: Zone) -> list[Content]:
    """Return a zone's rows: label, card count, and the cards that are listed individually."""
    label = context.say(f"zone-{zone.id.partition('-')[0]}")
    head = Content.assemble("    ", (fit(label, NAME_WIDTH)), f" {zone.count:>3}  ")
    cards = [chip(_card_text(context, card), card, card.handle in context.fresh) + Content(" ") for card in zone.cards]
    if zone.note is not None:
        cards.append(Content.styled(context.say(zone.note), MUTED))
    return labelled(head, cards, context.width)


def _card_text(context: RenderContext, card: Card) -> str:
    marks = "".join(f" {context.say(f'mark-{mark}')}" for mark in card.marks)
    return (context.card_name(card.face) if card.face is not None else BACK_FACE) + marks
