"""ニワトリかラマか ポーカー in a terminal: the deck with the fronts at its ends, and each player's coins and notes.

Reads only the view.  Marks are text, short enough to stand on a note: `F` or `N` for a fold or a nick, and where; the
own new ones have a star.  To make some, one types them before the decision: `mark-0-fold-nw play`.
"""

from __future__ import annotations

from collections import Counter

from textual.content import Content

from tefuda.engine.view import Card
from tefuda.terminal.render_context import RenderContext
from tefuda.terminal.table_renderer import BACK_FACE, MUTED, NAME_WIDTH, chip, fit, flow, spread

KEYS = {
    "p": "play",
    "f": "fold",
    "t": "top",
    "b": "bottom",
    "s": "stop",
    "a": "all-in",
    "n": "decline",
    "d": "drop",
    "r": "reveal",
    "w": "withdraw",
}
TYPED = ("mark-",)  # sixteen kinds on five notes are too many for keys
SIGNS = {
    "fold": "llama-fold",
    "nick": "llama-nick",
    "nw": "llama-nw",
    "n": "llama-n",
    "ne": "llama-ne",
    "e": "llama-e",
    "se": "llama-se",
    "s": "llama-s",
    "sw": "llama-sw",
    "w": "llama-w",
}
ENDS = {"top": "llama-top", "bottom": "llama-bottom"}
FLAGS = ("folded", "dropped", "withdrew", "all-in", "out")
INDENT = 2 + NAME_WIDTH + 1


def draw(context: RenderContext) -> list[Content]:
    """The whole table."""
    lines = [stakes(context), *deck(context)]
    for seat in context.seats:
        lines += [head(context, seat), *notes(context, seat)]
    if any(choice.action.startswith(TYPED) for choice in context.view.choices):
        lines.append(Content.styled(context.own("llama-typed"), MUTED))
    return [fit(line, context.width) for line in lines]


# --------------------------------------------------------------------- centre


def stakes(context: RenderContext) -> Content:
    """Round, what a payment costs, what lies in the middle; and what the signs of marks mean."""
    shown = [c for c in context.counters(-1) if c.id in ("game", "round", "unit", "pot", "swap")]
    parts = [Content.assemble((context.say(f"counter-{c.id}"), MUTED), (f" {c.value}", "bold")) for c in shown]
    return spread(Content("   ").join(parts), Content.styled(context.own("llama-signs"), MUTED), context.width)


def deck(context: RenderContext) -> list[Content]:
    """The two ends, with what is known of them, and which fronts lie between."""
    parts = []
    for end, name in ENDS.items():
        cards = context.view.zone(end).cards
        label = Content.styled(context.own(name), MUTED)
        parts.append(
            Content(" ").join([label, *(note(context, card) for card in cards), chance(context, f"bust-{end}")])
        )
    inside = context.view.zone("deck")
    kinds = Counter(signs(context, card) or context.own("llama-plain") for card in inside.cards)
    listed = [Content(f"{text} ×{count}  ") for text, count in kinds.items()]
    label = Content.styled(context.own("llama-deck", count=inside.count), MUTED)
    first, *more = flow(listed, context.width, label.cell_length + 1)
    return [Content("    ").join(parts), label + first[label.cell_length :], *more]


def chance(context: RenderContext, id: str, owner: int = -1) -> Content:
    """How likely a bust is, where that help is wanted."""
    found = [c.value for c in context.counters(owner) if c.id == id]
    return Content.styled(context.own("llama-bust", chance=found[0]), MUTED) if found else Content()


# -------------------------------------------------------------------- players


def head(context: RenderContext, seat: int) -> Content:
    """A player's name, coins and what they have decided."""
    values = {c.id: c.value for c in context.counters(seat)}
    turn = seat == context.view.to_act
    parts = [
        Content.styled("▸ ", "bold $accent") if turn else Content("  "),
        fit(Content.styled(context.name(seat), "bold $accent" if turn else "bold"), NAME_WIDTH),
        Content(" "),
        Content.styled(context.own("llama-coins", coins=values.get("coins", 0), stake=values.get("stake", 0)), "bold"),
    ]
    said = [context.say("role-dealer")] if context.view.roles.get("dealer") == seat else []
    said += [context.say(f"counter-{id}") for id in FLAGS if id in values]
    if "vote" in values:
        said.append(context.own("llama-vote", who=context.name(values["vote"] - 1)))
    if "wins" in values:
        said.append(f"{context.say('counter-wins')} {values['wins']}")
    return Content("").join([*parts, *(Content.assemble("  ", (text, "$warning")) for text in said)])


def notes(context: RenderContext, seat: int) -> list[Content]:
    """The notes before a player, and how likely one of them busts."""
    cards = context.view.zone(f"hand-{seat}").cards
    pieces = [note(context, card) + Content(" ") for card in cards]
    if cards:
        pieces.append(chance(context, "bust", seat))
    return flow(pieces, context.width, INDENT)


def note(context: RenderContext, card: Card) -> Content:
    """A note: its kind where that is known, and its marks."""
    text = context.card_name(card.face) if card.face is not None else BACK_FACE
    return chip(" ".join(part for part in (text, signs(context, card)) if part), card, card.handle in context.fresh)


def signs(context: RenderContext, card: Card) -> str:
    """The marks of a note in short: how, where, and a star for a new one."""
    found = []
    for mark in card.marks:
        style, place = mark.removeprefix("fresh-").split("-")
        star = "*" if mark.startswith("fresh-") else ""
        found.append(context.own(SIGNS[style]) + context.own(SIGNS[place]) + star)
    return " ".join(found)


def trophies(context: RenderContext, seat: int) -> Content:
    """The coins a player has, or the games won, for the ranking."""
    values = {c.id: c.value for c in context.counters(seat)}
    id = "wins" if "wins" in values else "coins"
    return Content(f"{context.say(f'counter-{id}')} {values[id]}")
