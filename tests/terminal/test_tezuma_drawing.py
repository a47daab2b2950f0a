"""Rendering of てづま師: everything a player needs, and nothing truncated."""

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

import tefuda
from tefuda.engine.view import View
from tefuda.terminal.event_playback import playback
from tefuda.terminal.games.tezuma import short
from tefuda.terminal.render_context import RenderContext
from tefuda.terminal.table_renderer import draw

NAMES = {"ja": ("手妻つかいの名人さん", "すず", "X", "なお"), "en": ("A very long name indeed", "Suzu", "Ko", "Nao")}


@cache
def sample_views(players: int, seat: int) -> tuple[View, ...]:
    """Return a seat's views of a random game, including playback steps."""
    random = Random(5)
    state = tefuda.load("tezuma", players=players).start(seed=5)
    views = [state.view(seat)]
    while not state.is_terminal:
        events = state.play(random.choice(state.legal_actions))
        observations = [one for event in events if (one := state.game.observe(event, seat))]
        views += [step.view for step in playback(views[-1], observations, state.view(seat))]
        views.append(state.view(seat))
    return tuple(views)


def contexts(language: str, width: int, players: int, seat: int = 0) -> Iterator[RenderContext]:
    game = tefuda.load("tezuma", players=players)
    for view in sample_views(players, seat):
        yield RenderContext(view, game, language, NAMES[language][:players], width, 14)


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("language", ["ja", "en"])
def test_trick_fits_into_14_rows_of_78_cells(language: str, players: int) -> None:
    for context in list(contexts(language, 78, players))[::3]:
        if "leader" not in context.view.roles:
            continue
        lines = [line.plain for line in draw(context)]
        text = "\n".join(lines)
        assert len(lines) <= 14
        assert all(name in text for name in context.names[1:])
        for card in context.view.zone("hand-0").cards:
            assert f"│{short(context, str(card.face))}│" in text
        for seat in range(players):
            for card in context.view.zone(f"trick-{seat}").cards:
                assert f"│{short(context, str(card.face))}" in text
            for card in context.view.zone(f"chosen-{seat}").cards:
                if str(card.face).startswith("ability"):
                    assert context.card_name(str(card.face)) in text


@pytest.mark.parametrize("width", [78, 120])
@pytest.mark.parametrize("language", ["ja", "en"])
def test_cards_on_offer_are_shown_with_their_text(language: str, width: int) -> None:
    context = next(contexts(language, width, 4))
    text = "".join("".join(line.plain for line in draw(context)).split())
    for zone in ("tables", "abilities"):
        for card in context.view.zone(zone).cards:
            words = context.game.card_text(str(card.face))
            assert "".join((context.say(words.name) + context.say(words.text)).split()) in text
    assert len(context.view.zone("minuses").cards) == 4
    assert all(context.say(f"suit-{letter}") in text for letter in "burw")


@pytest.mark.parametrize("language", ["ja", "en"])
def test_score_table_on_offer_takes_one_row_of_78_cells(language: str) -> None:
    context = next(contexts(language, 78, 4))
    rows = [line.plain.rstrip() for line in draw(context)]
    for card in context.view.zone("tables").cards:
        words = context.game.card_text(str(card.face))
        assert any(context.say(words.name) in row and row.endswith(context.say(words.text)) for row in rows)


def test_only_playable_cards_are_bright() -> None:
    for context in list(contexts("en", 78, 4))[::2]:
        choices = context.view.choices
        if not choices or "leader" not in context.view.roles:
            continue
        hand = context.view.zone("hand-0").cards
        playable = {str(hand[c.card].face) for c in choices if c.zone == "hand-0" and c.card is not None}
        if not playable:  # a card must be set aside
            continue
        row = next(line for line in draw(context) if f"│{short(context, next(iter(playable)))}" in line.plain)
        bright = [row.plain[span.start : span.end] for span in row.spans if "card-back" not in str(span.style)]
        shown = {f"│{short(context, face)}│" for face in playable}
        assert shown <= set(bright)
        dim = {row.plain[span.start : span.end] for span in row.spans if "card-back" in str(span.style)}
        assert not shown & dim


def test_current_column_of_the_score_table_is_marked() -> None:
    for context in list(contexts("en", 78, 4))[::20]:
        if "leader" not in context.view.roles:
            continue
        tricks = context.view.counter("tricks", 0)
        columns = [c.value for c in context.view.counters if c.owner == 0 and c.id.startswith("column-")]
        lines = [line.plain for line in draw(context)]
        row = lines[next(index for index, line in enumerate(lines) if "A very long" in line) + 1]
        assert f"[{columns[min(tricks, len(columns) - 1)]}]" in row
