"""The table renderer: rows that show everything in the view."""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from random import Random

import pytest
from msgspec.structs import replace
from textual.content import Content

import tefuda
from tefuda.engine.view import Card, Counter, View, Words, Zone
from tefuda.terminal.event_playback import after_event
from tefuda.terminal.render_context import RenderContext
from tefuda.terminal.table_renderer import box, chip, draw, draw_zones, fit, flow

NAMES = {"ja": ("ことりをあつめる人", "すず", "X", "なお"), "en": ("A very long name indeed", "Suzu", "Ko", "Nao")}
CLUES = {"upright": "│{}│", "sideways": "─{}─", "down": "▒{}▒"}


@cache
def sample_views(players: int, seed: int) -> tuple[View, ...]:
    """Return the views of a random game, including those between two events."""
    game = tefuda.load("kotori", players=players)
    state = game.start(seed=seed)
    random = Random(seed)
    views = [state.view(0)]
    while not state.is_terminal:
        events = state.play(random.choices(state.legal_actions, range(1, 1 + len(state.legal_actions)))[0])
        view = views[-1]
        for event in events:
            view = after_event(view, game.observe(event, 0))
            views.append(view)
        views.append(state.view(0))
    return tuple(views)


def contexts(language: str, width: int, height: int, players: int, seed: int = 1) -> Iterator[RenderContext]:
    game = tefuda.load("kotori", players=players)
    for view in sample_views(players, seed):
        yield RenderContext(view, game, language, NAMES[language][:players], width, height)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("language", ["ja", "en"])
def test_table_fits_into_14_rows_of_78_cells(language: str, players: int) -> None:
    """That is the room at 80 by 24 above four log lines; nothing is truncated."""
    for context in contexts(language, 78, 14, players):
        lines = draw(context)
        text = "\n".join(line.plain for line in lines)
        assert len(lines) <= 14
        for name in context.names[1:]:
            assert name in text
        for zone in context.view.zones:
            if zone.id.startswith("bids-"):
                for card in zone.cards:
                    assert CLUES[card.pose].format(card.face) in text
                assert text.count(f"{context.say('counter-total')} {total(zone.cards):>2}") >= 1
            elif zone.id.startswith("cage-"):
                assert "".join(f"┆{card.face}┆" for card in zone.cards) in text
            elif zone.cards:
                for card in zone.cards:
                    assert context.card_name(card.face).removeprefix(card.face).split()[-1].split("-")[-1] in text
        number = context.view.counter("deck-number")
        left, gone = context.view.zone("deck").count, context.view.zone("discard").count
        assert context.text("terminal-deck", number=number, left=left, gone=gone) in text


@pytest.mark.parametrize("language", ["ja", "en"])
def test_player_rows_show_bids_cage_turn_and_status(language: str) -> None:
    for context in contexts(language, 78, 14, 3):
        lines = [line.plain for line in draw(context)]
        for seat in range(3):
            above = next(index for index, line in enumerate(lines) if fit(context.names[seat], 12).plain in line)
            bids = context.view.zone(f"bids-{seat}").cards
            assert "".join(CLUES[card.pose].format(card.face) for card in bids) in lines[above]
            assert (context.text("terminal-burst") in lines[above]) == any(card.pose == "down" for card in bids)
            assert (context.text("terminal-passed") in lines[above]) == any(card.pose == "sideways" for card in bids)
            assert (context.say("role-dealer") in lines[above]) == (context.view.roles["dealer"] == seat)
            assert lines[above].startswith("▸") == (context.view.to_act == seat)
            cage = context.view.zone(f"cage-{seat}").cards
            assert context.text("terminal-cage", count=len(cage)) in lines[above + 1]


def total(cards: Iterable[Card]) -> int:
    """Return the total of the bids that are not face down."""
    return sum(int(card.face or 0) for card in cards if card.pose != "down")


@pytest.mark.parametrize("seed", range(4))
def test_drawn_total_is_that_of_the_drawn_bids_between_events_too(seed: int) -> None:
    for view in sample_views(4, seed):
        for seat in range(4):
            assert total(view.zone(f"bids-{seat}").cards) == view.counter("total", seat)


def test_help_is_drawn_unless_switched_off() -> None:
    context = next(
        s for s in contexts("en", 78, 14, 3) if any(c.id == "burst-chance" and c.value for c in s.view.counters)
    )
    value = next(counter.value for counter in context.view.counters if counter.id == "burst-chance")
    shown = RenderContext(context.view, context.game, "en", context.names, 78, 14, helps=True)
    hidden = RenderContext(context.view, context.game, "en", context.names, 78, 14, helps=False)
    for drawing in (draw, draw_zones):
        assert f"{value}" in re.sub(r"[^%0-9 ]", "", "\n".join(line.plain for line in drawing(shown)))
    assert f"{value}%" in "\n".join(line.plain for line in draw(shown))
    assert "%" not in "\n".join(line.plain for line in draw(hidden))
    assert "%" not in "\n".join(line.plain for line in draw_zones(hidden))


def test_seats_start_with_the_viewers() -> None:
    game = tefuda.load("kotori", players=3)
    view = game.start(seed=1).view(1)
    assert RenderContext(view, game, "en", ("a", "b", "c"), 78, 14).seats == [1, 2, 0]
    assert RenderContext(replace(view, seat=-1), game, "en", ("a", "b", "c"), 78, 14).seats == [0, 1, 2]


# ------------------------------------------------------------- zone by zone


def test_generic_renderer_draws_any_game() -> None:
    """Zones, hidden faces, marks, counters and roles of a game without its own renderer are drawn."""
    game = tefuda.load("kotori", players=2)
    zones = (
        Zone("deck", "pile", 31),
        Zone("field", "row", 2, (Card("4"), Card("9", "sideways"))),
        Zone("bids-0", "fan", 3, (Card("1"), Card("2"), Card("3", "down")), 0),
        Zone("bids-1", "fan", 2, (Card(), Card()), 1),
    )
    counters = (Counter("deck-number", 2), Counter("total", 17, 1))
    view = View(zones, counters, {"dealer": 0}, Words("prompt-over"), game="any", seat=0, players=2, to_act=1)
    lines = [line.plain.rstrip() for line in draw_zones(RenderContext(view, game, "en", ("Hanako", "Suzu"), 78, 14))]
    assert lines[0] == "deck number 2"
    assert lines[1].split() == ["deck", "31"]
    assert "│4 long-tailed tit│ ─9 wagtail─" in lines[2]
    hanako, suzu = (next(index for index, line in enumerate(lines) if name in line) for name in ("Hanako", "Suzu"))
    assert "dealer" in lines[hanako]
    assert "│1 kingfisher│ │2 bluetail│ ▒3 varied tit▒" in lines[hanako + 1]
    assert lines[suzu].startswith("▸ Suzu")
    assert "total 17" in lines[suzu]
    assert "2  │░░│ │░░│" in lines[suzu + 1]


def test_poses_differ_in_shape_not_only_in_colour() -> None:
    upright, sideways, down = Card("7"), Card("7", "sideways"), Card("7", "down")
    assert len({chip("7", card).plain for card in (upright, sideways, down)}) == 3
    assert len({tuple(row.plain for row in box("7", card)) for card in (upright, sideways, down, Card())}) == 4
    for card in (upright, sideways, down):
        for text in ("7", "10"):
            assert len({row.cell_length for row in box(text, card)}) == 1


def test_cards_beyond_the_width_wrap() -> None:
    lines = flow([Content("12345")] * 5, 18, 4)
    assert [line.plain for line in lines] == ["    1234512345", "    1234512345", "    12345"]
