"""Draws ニワトリかラマか ポーカー: the deck with the marks visible at its ends, and each player's coins and notes.

Reads only the view.  Marks are abbreviated to fit on a note: `C` or `N` for a crease or a nick, then its position; the
viewer's own new marks have a star.  To make marks, type them before the decision: `mark-0-fold-nw play`.
"""

from __future__ import annotations

from collections import Counter

from textual.content import Content

from tefuda.engine.view import Card
from tefuda.terminal.render_context import RenderContext
from tefuda.terminal.table_renderer import BACK_FACE, MUTED, NAME_WIDTH, chip, fit, flow, labelled, name_cell, spread

SIGNS = {
    "fold": "terminal-fold",
    "nick": "terminal-nick",
    "nw": "terminal-nw",
    "n": "terminal-n",
    "ne": "terminal-ne",
    "e": "terminal-e",
    "se": "terminal-se",
    "s": "terminal-s",
    "sw": "terminal-sw",
    "w": "terminal-w",
}
ENDS = {"top": "terminal-top", "bottom": "terminal-bottom"}
INDENT = 2 + NAME_WIDTH + 1


def draw(context: RenderContext) -> list[Content]:
    """Return the lines of the whole table."""
    lines = [stakes(context), *deck(context)]
    for seat in context.seats:
        lines += [head(context, seat), *notes(context, seat)]
    return [fit(line, context.width) for line in lines]


# --------------------------------------------------------------------- centre


def stakes(context: RenderContext) -> Content:
    """Return the line with round, payment unit and pot, and the legend of the mark signs."""
    shown = [c for c in context.counters(-1) if c.id in ("game", "round", "unit", "pot", "swap")]
    parts = [Content.assemble((context.say(f"counter-{c.id}"), MUTED), (f" {c.value}", "bold")) for c in shown]
    return spread(Content("  ").join(parts), Content.styled(context.text("terminal-signs"), MUTED), context.width)


def deck(context: RenderContext) -> list[Content]:
    """Return both deck ends with the known cards and bust chances, and the kinds of notes in between."""
    parts = []
    for end, name in ENDS.items():
        cards = context.view.zone(end).cards
        label = Content.styled(context.text(name), MUTED)
        parts.append(
            Content(" ").join([label, *(note(context, card) for card in cards), chance(context, f"bust-{end}")])
        )
    inside = context.view.zone("deck")
    kinds = Counter(signs(context, card) or context.text("terminal-plain") for card in inside.cards)
    listed = [Content(f"{text} ×{count}  ") for text, count in kinds.items()]
    label = Content.styled(context.text("terminal-deck", count=inside.count), MUTED) + Content(" ")
    return [Content("    ").join(parts), *labelled(label, listed, context.width)]


def chance(context: RenderContext, id: str, owner: int = -1) -> Content:
    """Return the bust chance, or nothing if play aids are off."""
    values = [c.value for c in context.counters(owner) if c.id == id]
    return Content.styled(context.text("terminal-bust", chance=values[0]), MUTED) if values else Content()


# -------------------------------------------------------------------- players


def head(context: RenderContext, seat: int) -> Content:
    """Return a player's name, coins and decisions."""
    values = {c.id: c.value for c in context.counters(seat)}
    parts = [
        name_cell(context, seat, turn=seat == context.view.to_act),
        Content(" "),
        Content.styled(
            context.text("terminal-coins", coins=values.get("coins", 0), stake=values.get("stake", 0)), "bold"
        ),
    ]
    statuses = [context.say("role-dealer")] if context.view.roles.get("dealer") == seat else []
    statuses += [context.say(f"counter-{c.id}") for c in context.counters(seat) if c.show == "word"]
    if "vote" in values:
        statuses.append(context.text("terminal-vote", who=context.name(values["vote"] - 1)))
    if "wins" in values:
        statuses.append(f"{context.say('counter-wins')} {values['wins']}")
    return Content("").join([*parts, *(Content.assemble("  ", (text, "$warning")) for text in statuses)])


def notes(context: RenderContext, seat: int) -> list[Content]:
    """Return a player's notes and the chance that one of them busts."""
    cards = context.view.zone(f"hand-{seat}").cards
    pieces = [note(context, card) + Content(" ") for card in cards]
    if cards:
        pieces.append(chance(context, "bust", seat))
    return flow(pieces, context.width, INDENT)


def note(context: RenderContext, card: Card) -> Content:
    """Return a note: its kind if known, and its marks."""
    text = context.card_name(card.face) if card.face is not None else BACK_FACE
    return chip(" ".join(part for part in (text, signs(context, card)) if part), card, card.handle in context.fresh)


def signs(context: RenderContext, card: Card) -> str:
    """Return the marks of a note, abbreviated: style, position, and a star if new."""
    marks = []
    for mark in card.marks:
        style, place = mark.removeprefix("fresh-").split("-")
        star = "*" if mark.startswith("fresh-") else ""
        marks.append(context.text(SIGNS[style]) + context.text(SIGNS[place]) + star)
    return " ".join(marks)
