"""Draws a table in cells: cards, rows, and any game at all, place by place.

Every function is pure: a `RenderContext` in, lines of styled text out, each no wider than the context allows, so that
full-width characters line up.  A game that deserves more than a list of its places has a module
`tefuda.terminal.games.<slug>` with `draw(context) -> list[Content]`, and if it likes `KEYS: dict[str, str]` (keys of
its own for actions), `TYPED: tuple[str, ...]` (how actions begin that are typed as parts of a longer command and not
offered one by one) and `trophies(context, seat) -> Content` (what stands beside a player in the ranking in place of
points).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import import_module, util
from types import ModuleType

from rich.cells import cell_len
from textual.content import Content

from tefuda.engine.view import Card, Zone
from tefuda.terminal.line_breaking import line_starts
from tefuda.terminal.render_context import RenderContext

PAPER = "$card-ink on $card"
BACK = "$card-ink on $card-back"
FRESH = "$card-ink on $card-fresh"
MUTED = "$text-muted"
NAME_WIDTH = 12
BACK_FACE = "░░"  # what is seen of a card whose face is not


@cache
def game_module(slug: str) -> ModuleType | None:
    """The module that draws this game, None where there is none."""
    name = f"tefuda.terminal.games.{slug}"
    return import_module(name) if util.find_spec(name) else None


def draw(context: RenderContext) -> list[Content]:
    """The table, in the game's own drawing or place by place."""
    module = game_module(context.view.game)
    lines: list[Content] = module.draw(context) if module is not None else draw_places(context)
    return lines


def game_keys(slug: str) -> dict[str, str]:
    """The keys a game has of its own: key -> action in notation."""
    keys: dict[str, str] = getattr(game_module(slug), "KEYS", {})
    return keys


def is_offered(slug: str, action: str) -> bool:
    """Is an action offered by itself, rather than typed as part of a longer command?"""
    typed: tuple[str, ...] = getattr(game_module(slug), "TYPED", ())
    return not action.startswith(typed)


def trophies(context: RenderContext, seat: int) -> Content:
    """What stands beside a player in the ranking in place of points; nothing where the game has no such thing."""
    module = game_module(context.view.game)
    if module is None or not hasattr(module, "trophies"):
        return Content()
    shown: Content = module.trophies(context, seat)
    return shown


# ------------------------------------------------------------------- pieces


def fit(text: str | Content, width: int) -> Content:
    """Exactly `width` cells of a text: cut with an ellipsis, or filled with spaces."""
    content = Content(text) if isinstance(text, str) else text
    return content.truncate(width, ellipsis=True, pad=True)


def spread(left: Content, right: Content, width: int) -> Content:
    """One line with something at either end; the left end gives way."""
    room = width - right.cell_length
    return fit(left, room) + right


def wrap(content: Content, width: int) -> list[Content]:
    """The lines of a text, styles kept; line breaks in it stay."""
    lines: list[Content] = []
    for paragraph in content.split("\n", allow_blank=True):
        starts = line_starts(paragraph.plain, width)
        lines += [line.rstrip() for line in (paragraph.divide(starts) if starts else [paragraph])]
    return lines


def flow(pieces: Sequence[Content], width: int, indent: int = 0) -> list[Content]:
    """Pieces one after another on as many lines as they take, each line after the indent."""
    lines: list[Content] = []
    line = Content(" " * indent)
    for piece in pieces:
        if line.cell_length > indent and line.cell_length + piece.cell_length > width:
            lines.append(line)
            line = Content(" " * indent)
        line += fit(piece, min(piece.cell_length, width - indent))
    return [*lines, line]


def chip(text: str, card: Card, fresh: bool = False) -> Content:
    """A card in one row: bars beside it standing upright, bars through it lying sideways, shaded face down."""
    style = FRESH if fresh else PAPER
    if card.pose == "down":
        return Content.styled(f"▒{text}▒", BACK)
    if card.face is None:
        return Content.styled(f"│{text}│", BACK)
    if card.pose == "sideways":
        return Content.styled(f"─{text}─", style)
    return Content.styled(f"│{text}│", style)


def box(text: str, card: Card, fresh: bool = False) -> tuple[Content, Content, Content]:
    """A card in three rows: upright four cells wide, sideways six wide and lower, face down with a shaded face."""
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


# ------------------------------------------------------------- place by place


def draw_places(context: RenderContext) -> list[Content]:
    """Any game: the table's places, then each player's, with the numbers and roles that belong to them."""
    lines = _numbers(context, -1)
    for zone in context.zones(-1):
        lines += _place(context, zone)
    for seat in context.seats:
        lines += [Content(), player_line(context, seat)]
        for zone in context.zones(seat):
            lines += _place(context, zone)
    return [fit(line, context.width) for line in lines]


def player_line(context: RenderContext, seat: int) -> Content:
    """A player's name, whether it is their turn, roles and numbers."""
    turn = seat == context.view.to_act
    parts = [Content.styled("▸ ", "bold $accent") if turn else Content("  ")]
    parts.append(fit(Content.styled(context.name(seat), "bold"), NAME_WIDTH))
    parts += [Content.assemble("  ", (role, "$accent")) for role in context.roles(seat)]
    parts += [Content.assemble("  ", part) for part in _counted(context, seat)]
    return Content("").join(parts)


def _numbers(context: RenderContext, owner: int) -> list[Content]:
    parts = _counted(context, owner)
    return [Content("   ").join(parts)] if parts else []


def _counted(context: RenderContext, owner: int) -> list[Content]:
    return [
        Content.assemble((context.say(f"counter-{counter.id}"), MUTED), f" {counter.value}")
        for counter in context.counters(owner)
    ]


def _place(context: RenderContext, zone: Zone) -> list[Content]:
    """One place: what it is called, how many cards lie there, and those that can be told apart."""
    label = context.say(f"zone-{zone.id.partition('-')[0]}")
    head = Content.assemble("    ", (fit(label, NAME_WIDTH)), f" {zone.count:>3}  ")
    cards = [chip(_card_text(context, card), card, card.handle in context.fresh) + Content(" ") for card in zone.cards]
    first, *more = flow(cards, context.width, head.cell_length)
    return [head + first[head.cell_length :], *more]


def _card_text(context: RenderContext, card: Card) -> str:
    marks = "".join(f" {context.say(f'mark-{mark}')}" for mark in card.marks)
    return (context.card_name(card.face) if card.face is not None else BACK_FACE) + marks
