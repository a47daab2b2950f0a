"""Draws ドウトツくじゃん: the deck and the discards, the list of animals, and each player's cards.

Reads only the view.  A card shows its kana (with the reading in English) and its colour, as a letter and by ink.
With play aids on, `*` marks the animals that the hand spells, and `+` names the one kana missing for others.
"""

from __future__ import annotations

from textual.content import Content

from tefuda.engine.view import Card, Text, Words
from tefuda.games.doutotsu.kana import KANA, ROMAJI
from tefuda.terminal.render_context import RenderContext
from tefuda.terminal.table_renderer import BACK, BACK_FACE, FRESH, MUTED, PAPER, fit, flow, name_cell, spread, wrap

INDENT = 2
INKS = {"red": "#9b1c1c", "blue": "#1b4b91", "yellow": "#7a5200", "green": "#1f5e2e"}
HELPS_BELOW = ("help-plan", "help-short", "help-wait", "help-discard")  # the rest mark the list


def draw(context: RenderContext) -> list[Content]:
    """Return the lines of the whole table."""
    lines = [centre(context), *animals(context), Content()]
    for seat in context.seats:
        lines += player(context, seat)
    lines += helps(context, context.height - len(lines))
    return [fit(line, context.width) for line in lines]


# ------------------------------------------------------------------- centre


def centre(context: RenderContext) -> Content:
    """Return the line with deck count, visible discards and game number."""
    view = context.view
    deck, discard = view.zone("deck"), view.zone("discard")
    left = Content.assemble(
        (f" {context.say('zone-deck')} ", MUTED),
        (f"{deck.count}", "bold"),
        (f"   {context.say('zone-discard')} ", MUTED),
        f"{discard.count} ",
        Content("").join(kana(context, card) for card in reversed(discard.cards)),
    )
    return spread(
        left, Content.styled(f"{context.say('counter-game')} {context.number('game')} ", MUTED), context.width
    )


def animals(context: RenderContext) -> list[Content]:
    """Return the list of animals, marking those that the hand spells or lacks one kana for."""
    near: dict[int, Words] = {}
    if context.helps:
        near = {int(str(words.args["entry"])): words for words in context.view.helps if "entry" in words.args}
    pieces = []
    for number, card in enumerate(context.view.zone("list").cards, 1):
        name = context.card_name(card.face or "")
        words = near.get(number)
        if words is None:
            pieces.append(Content.styled(f" {name} ", MUTED))
        elif words.id == "help-name":
            pieces.append(Content.styled(f"*{name} ", "bold $accent"))
        else:
            lacking = words.args["kana"]
            assert isinstance(lacking, Text)
            pieces.append(Content.assemble(f" {name}", (f"+{lacking.ja} ", "$accent")))
    return flow(pieces, context.width, INDENT - 1)


# ------------------------------------------------------------------- players


def player(context: RenderContext, seat: int) -> list[Content]:
    """Return a player's lines: turn mark, points and exposed cards, then the hand if its faces are visible."""
    view = context.view
    hand, exposed = view.zone(f"hand-{seat}"), view.zone(f"exposed-{seat}")
    took = any(counter.id == "took" for counter in context.counters(seat))
    head = Content.assemble(
        name_cell(context, seat, turn=seat == view.to_act),
        (f" {context.say('counter-points')} ", MUTED),
        (context.number("points", seat), "bold"),
        (f"  {context.say('zone-hand')} ", MUTED),
        f"{hand.count:>2}",
        *[(f"  {role}", "$warning") for role in context.roles(seat)],
        *([(f"  {context.say('counter-took')}", MUTED)] if took else []),
    )
    lines = [head]
    if exposed.cards:
        label = Content.assemble((f"  {context.say('zone-exposed')} ", MUTED))
        cards = [kana(context, card) for card in exposed.cards]
        if head.cell_length + label.cell_length + sum(card.cell_length for card in cards) <= context.width:
            lines = [head + label + Content("").join(cards)]
        else:
            lines += flow([label, *cards], context.width, INDENT)
    if any(card.face for card in hand.cards):
        lines += flow([kana(context, card) for card in hand.cards], context.width, INDENT)
    return lines


def kana(context: RenderContext, card: Card) -> Content:
    """Return a kana card: its kana, in English also its reading, and its colour."""
    if card.face is None:
        return Content.styled(f"│{BACK_FACE}│", BACK)
    sound, colour = card.face.split("-")
    letter = KANA[ROMAJI.index(sound)]
    paper = FRESH if card.handle in context.fresh else PAPER
    if context.language == "ja":
        text = letter + context.card_name(card.face)[0]  # 赤のラ
    else:
        text = f"{letter} {sound.removeprefix('x')} {colour[0]}"
    return Content.styled(f"│{text}│", paper.replace("$card-ink", INKS[colour]))


# --------------------------------------------------------------------- play aids


def helps(context: RenderContext, room: int) -> list[Content]:
    """Return the lines of play aids that fit into `room` rows."""
    if not context.helps:
        return []
    lines: list[Content] = []
    for words in context.view.helps:
        if words.id in HELPS_BELOW:
            text = Content.styled(context.say(words), "bold" if words.id == "help-wait" else MUTED)
            lines += [Content(" " * INDENT) + line for line in wrap(text, context.width - INDENT)]
    return lines[: max(0, room)]
