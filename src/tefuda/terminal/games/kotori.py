"""Draws ことりあつめ: the top card and the field as large cards, and each player's bids and cage in rows.

Reads only the view.
"""

from __future__ import annotations

from rich.cells import cell_len
from textual.content import Content

from tefuda.engine.view import Card
from tefuda.terminal.render_context import RenderContext
from tefuda.terminal.table_renderer import (
    BACK,
    FRESH,
    MUTED,
    NAME_WIDTH,
    PAPER,
    box,
    chip,
    fit,
    name_cell,
    spread,
    wrap,
)

CARD_WIDTH = 15
TALL_ROWS_A_PLAYER = 5
CENTRE_ROWS = 6


def draw(context: RenderContext) -> list[Content]:
    """Return the lines of the whole table."""
    tall = context.height >= CENTRE_ROWS + TALL_ROWS_A_PLAYER * context.view.players
    lines = centre(context)
    for seat in context.seats:
        lines += tall_player(context, seat) if tall else player(context, seat)
    return [fit(line, context.width) for line in lines]


# ------------------------------------------------------------------- centre


def centre(context: RenderContext) -> list[Content]:
    """Return the top card, the field, the deck status, and the bust chance if play aids are on."""
    top, field = context.view.zone("top").cards, context.view.zone("field").cards
    labels = fit(f" {context.say('zone-top')}", CARD_WIDTH + 4) + Content(context.say("zone-field"))
    lines = [spread(labels.stylize(MUTED), deck(context), context.width)]
    rows = [large_card(context, card) for card in top] or [no_card()]
    rows.append((Content("   "),) * 4)
    rows += [large_card(context, card) for card in field]
    rows.append(chance(context))
    lines += [Content(" ") + Content("").join(row) for row in zip(*rows, strict=True)]
    return [*lines, Content()]


def deck(context: RenderContext) -> Content:
    """Return the deck status: which deck is in play, cards left and cards discarded."""
    view = context.view
    number = next((counter.value for counter in view.counters if counter.id == "deck-number"), 1)
    text = context.text("terminal-deck", number=number, left=view.zone("deck").count, gone=view.zone("discard").count)
    return Content.styled(text, MUTED)


def large_card(context: RenderContext, card: Card) -> tuple[Content, ...]:
    """Return a card as four rows: value and bird name, which takes two rows if long."""
    value = card.face or ""
    name = context.card_name(value).removeprefix(value).strip()
    inner = CARD_WIDTH - 2
    fits = cell_len(name) <= inner
    first, *rest = wrap(Content(name), inner if fits else inner - 3)  # less room beside the value
    upper = spread(Content(f" {value}"), first, inner) if rest else fit(f" {value}", inner)
    lower = rest[0] if rest else first
    style = FRESH if card.handle in context.fresh else PAPER
    rows = ("╭" + "─" * inner + "╮", f"│{upper.plain}│", f"│{centred(lower.plain, inner)}│", "╰" + "─" * inner + "╯")
    contents = [Content.styled(row, style) for row in rows]
    contents[1] = contents[1].stylize("bold", 1, 2 + len(value))
    return tuple(contents)


def no_card() -> tuple[Content, ...]:
    """Return the empty outline of the top card."""
    blank = " " * (CARD_WIDTH - 2)
    rows = (f"╭{blank}╮", f" {blank} ", f" {blank} ", f"╰{blank}╯")
    return tuple(Content.styled(row, MUTED) for row in rows)


def chance(context: RenderContext) -> tuple[Content, ...]:
    """Return the bust risk of the next bid as four rows, to be shown beside the field."""
    value = next((c.value for seat in context.seats for c in context.counters(seat) if c.id == "burst-chance"), None)
    if value is None:
        return (Content(),) * 4
    return (
        Content(),
        Content.styled(f"  {context.text('terminal-burst-chance')}", MUTED),
        Content.styled(f"  {value}%", "bold $accent" if value >= 50 else "bold"),
        Content(),
    )


def centred(text: str, width: int) -> str:
    """Return the text centred in `width` cells."""
    room = max(0, width - cell_len(text))
    return fit(" " * (room // 2) + text, width).plain


# ------------------------------------------------------------------ players


def player(context: RenderContext, seat: int) -> list[Content]:
    """Return a player as two rows: name, total and bids; then the cage."""
    cards = context.view.zone(f"bids-{seat}").cards
    bids = [chip(card.face or "", card, card.handle in context.fresh) for card in cards]
    above = head(context, seat)
    label, birds = cage(context, seat)
    return [
        above + Content("").join(bids or [Content.styled("—", MUTED)]) + bid_status(context, cards),
        label.pad_left(max(0, above.cell_length - 2 - label.cell_length)) + Content("  ") + birds,
    ]


def tall_player(context: RenderContext, seat: int) -> list[Content]:
    """Return a player as five rows: name, total and cage; then the bids as cards."""
    cards = context.view.zone(f"bids-{seat}").cards
    boxes = [box(card.face or "", card, card.handle in context.fresh) for card in cards]
    rows = zip(*boxes, strict=True) if boxes else [()] * 3
    indent = Content(" " * (2 + NAME_WIDTH + 1))
    return [
        head(context, seat) + Content("  ").join(cage(context, seat)) + bid_status(context, cards),
        *(indent + Content("").join(row) for row in rows),
        Content(),
    ]


def head(context: RenderContext, seat: int) -> Content:
    """Return the start of a player's row: turn mark, name, dealer, total."""
    role_width = cell_len(context.say("role-dealer"))
    dealer = context.say("role-dealer") if context.view.roles.get("dealer") == seat else ""
    return Content.assemble(
        name_cell(context, seat, turn=seat == context.view.to_act),
        " ",
        fit(Content.styled(dealer, "$warning"), role_width),
        " ",
        (context.say("counter-total"), MUTED),
        (f" {context.number('total', seat):>2}", "bold"),
        "  ",
    )


def bid_status(context: RenderContext, cards: tuple[Card, ...]) -> Content:
    """Return whether the player has passed or gone bust, judged by the poses of the bids."""
    if any(card.pose == "down" for card in cards):
        return Content.assemble("  ", (context.text("terminal-burst"), "$accent"))
    if any(card.pose == "sideways" for card in cards):
        return Content.assemble("  ", (context.text("terminal-passed"), MUTED))
    return Content()


def cage(context: RenderContext, seat: int) -> tuple[Content, Content]:
    """Return the cage's label with its card count, and its birds."""
    cards = context.view.zone(f"cage-{seat}").cards
    birds = [Content.styled(f"┆{card.face}┆", FRESH if card.handle in context.fresh else BACK) for card in cards]
    return Content.styled(context.text("terminal-cage", count=len(cards)), MUTED), Content("").join(birds)


def trophies(context: RenderContext, seat: int) -> Content:
    """Return the birds a player has collected, for the ranking."""
    return Content("  ").join(cage(context, seat))
