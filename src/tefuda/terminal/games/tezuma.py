"""Draws てづま師: the hand, the choices, and each player's card of the trick with their score table.

Reads only the view.  A card is its suit letter and number, as it is typed; playable cards are bright.
"""

from __future__ import annotations

from textual.content import Content

from tefuda.engine.view import Card, View, Words
from tefuda.terminal.render_context import RenderContext
from tefuda.terminal.table_renderer import (
    BACK,
    FRESH,
    MUTED,
    PAPER,
    fit,
    labelled,
    name_cell,
    spread,
    wrap,
)

OFFERED = ("tables", "minuses", "abilities")  # zones of cards to choose from before play
INDENT = 4  # indent of the lines below a name
MARKS = {"valid-trump": "★", "as-led": "＝", "announced": "!"}


def draw(context: RenderContext) -> list[Content]:
    """Return the lines of the whole table."""
    lines = [head(context), *hand(context)]
    choosing = "leader" not in context.view.roles and context.view.to_act >= 0
    if choosing:
        for zone in OFFERED:
            lines += offered(context, zone)
    for seat in context.seats:
        numbers = {counter.id: counter.value for counter in context.counters(seat)}
        if choosing:
            lines.append(name(context, seat) + chosen(context, seat, numbers))
        else:
            lines += [playing(context, seat, numbers), Content(" " * INDENT) + chosen(context, seat, numbers)]
    return [fit(line, context.width) for line in lines]


# ------------------------------------------------------------------- cards


def short(context: RenderContext, face: str) -> str:
    """Return a playing card in two or three cells: b7, 蝶7; a trump is its suit and a star."""
    suit = context.text(f"letter-{face[0]}").lower()
    return suit + (context.text("terminal-trump") if face[1:] == "t" else face[1:])


def chip(context: RenderContext, card: Card, *, bright: bool = True) -> Content:
    """Return a playing card in one row, with its marks as signs."""
    marks = "".join(sign for mark, sign in MARKS.items() if mark in card.marks)
    style = FRESH if card.handle in context.fresh else PAPER if bright else BACK
    return Content.styled(f"│{short(context, card.face or '')}{marks}│", style)


# ------------------------------------------------------------------- places


def head(context: RenderContext) -> Content:
    """Return the line with deal and trick number, and the cards set aside."""
    view = context.view
    left = next((f" {context.say(one.words)}" for one in view.status if not one.help), "")
    aside = [chip(context, card) for card in view.zone("aside").cards]
    label = Content.styled(f"{context.say('zone-aside')} ", MUTED) if aside else Content()
    return spread(Content.styled(left, MUTED), label + Content("").join(aside) + Content(" "), context.width)


def hand(context: RenderContext) -> list[Content]:
    """Return the viewer's own hand, legal cards bright; empty for a spectator."""
    if context.view.seat < 0:
        return []
    zone = context.view.zone(f"hand-{context.view.seat}")
    faces = playable(context.view)
    cards = [chip(context, card, bright=not faces or card.face in faces) + Content(" ") for card in zone.cards]
    label = Content.styled(f" {context.say('zone-hand')} ", MUTED)
    return [*labelled(label, cards, context.width), Content()]


def playable(view: View) -> set[str | None]:
    """Return the faces of the cards in hand that are legal to play; empty on another seat's turn."""
    hand = view.zone(f"hand-{view.seat}")
    places = [choice.card for choice in view.choices if choice.zone == hand.id]
    return {hand.cards[place].face for place in places if place is not None}


def offered(context: RenderContext, zone: str) -> list[Content]:
    """Return the cards on offer: minus cards in one row, other cards each with their text."""
    cards = context.view.zone(zone).cards
    labels = {one: Content(context.say(f"zone-{one}")) for one in OFFERED}
    label = Content(" ") + fit(labels[zone].stylize(MUTED), max(one.cell_length for one in labels.values()) + 1)
    if zone == "minuses":
        names = [context.say(Words(f"suit-{(card.face or '')[-1]}")) for card in cards]
        return [label + Content(" · ".join(names))]
    lines = []
    titles = [Content.styled(context.card_name(card.face or ""), "bold") for card in cards]
    widest = max((title.cell_length for title in titles), default=0)
    indent = label.cell_length + widest + 2
    for place, card in enumerate(cards):
        text = context.game.card_text(card.face or "").text
        rows = wrap(Content(context.say(text) if text else ""), context.width - indent)
        title = fit(titles[place], widest + 2)
        lines.append((label if place == 0 else Content(" " * label.cell_length)) + title + rows[0])
        lines += [Content(" " * indent) + row for row in rows[1:]]
    return lines


def name(context: RenderContext, seat: int) -> Content:
    """Return a player's name with the turn mark."""
    return name_cell(context, seat, turn=seat == context.view.to_act) + Content(" ")


def playing(context: RenderContext, seat: int, numbers: dict[str, int]) -> Content:
    """Return a player's line during play: name, counters, card in the trick and roles."""
    counted = [(context.say(f"counter-{id}"), numbers.get(id, 0)) for id in ("points", "tricks", "coins")]
    roles = [role for role in ("leader", "winning") if context.view.roles.get(role) == seat]
    return Content("").join(
        [
            name(context, seat),
            *(Content.assemble((words, MUTED), f" {value:>2}  ") for words, value in counted),
            trick_card(context, seat, numbers),
            *(Content.styled(f"  {context.say(f'role-{role}')}", "$warning") for role in roles),
        ]
    )


def trick_card(context: RenderContext, seat: int, numbers: dict[str, int]) -> Content:
    """Return a player's card in the trick, and its effective value where that differs."""
    if "no-card" in numbers:
        return Content.styled(context.say("counter-no-card"), "$accent")
    cards = [chip(context, card) for card in context.view.zone(f"trick-{seat}").cards]
    if not cards:
        return Content.styled("—", MUTED)
    return cards[0] + Content(f" → {numbers['counts-as']}" if "counts-as" in numbers else "")


def chosen(context: RenderContext, seat: int, numbers: dict[str, int]) -> Content:
    """Return a player's score table with the current column marked, minus suit, ability, and points of this deal."""
    parts = []
    columns = [value for id, value in numbers.items() if id.startswith("column-")]
    for place, points in enumerate(columns):
        current = place == min(numbers["tricks"], len(columns) - 1)
        parts.append(Content.styled(f"[{points}]" if current else f" {points} ", "bold" if current else MUTED))
    if "deal-points" in numbers:
        parts.append(Content.styled(f" = {numbers['deal-points']}", MUTED))
    for card in context.view.zone(f"chosen-{seat}").cards:
        face = card.face or ""
        if face.startswith("minus"):
            count = f" {numbers['penalty']}" if "penalty" in numbers else ""
            parts.append(Content.styled(f"  −{context.say(Words(f'suit-{face[-1]}'))}{count}", "$accent"))
        elif face.startswith("ability"):
            parts.append(Content(f"  {context.card_name(face)}"))
    return Content("").join(parts)
