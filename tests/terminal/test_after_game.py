"""Lessons of a finished game for newcomers: one thing to try next time, and a rule that mattered."""

import re
from itertools import product
from random import Random

import pytest

import tefuda
from harness.contract.cases import random_command
from tefuda.engine.localization import LANGUAGES
from tefuda.engine.view import Observation, Seat, Words
from tefuda.terminal.after_game import RuleCard, card_of, counts_of, rule_cards, try_next
from tefuda.terminal.screens.dialogs import ResultDialog
from tefuda.terminal.screens.lesson import LessonScreen
from tests.terminal.screen import LARGE, SMALL, near_end_position, plan, play_out, playing, screen_text, tap

GAMES = ("kotori", "doutotsu", "llama", "tezuma", "kotodama")
LONGEST = {"en": 170, "ja": 95}  # as in lessons


def seen(id: str, seat: int, clause: str | None = None) -> Observation:
    return Observation(Words(id, {"who": Seat(seat)}), clause=clause)


def test_counts_are_those_of_the_seat_the_others_and_all() -> None:
    history = [seen("event-won", 0), seen("event-won-tie", 0), seen("event-won", 1), seen("event-wondered", 0)]
    wanted = ["event-won", "others-event-won", "all-event-won", "event-lost"]
    assert counts_of(history, 0, wanted) == dict(zip(wanted, (2, 1, 3, 0), strict=True))


def test_advice_is_given_only_if_it_is_true_of_the_game() -> None:
    game = tefuda.load("kotori", players=3)
    won = seen("event-won", 0)
    assert try_next(game, "en", [won], 0) == ""
    assert try_next(game, "en", [won, seen("event-quarrelled", 0)], 0) == ""
    assert "Quarrels cost you 2 birds" in try_next(game, "en", [won, *[seen("event-quarrelled", 0)] * 2], 0)
    assert try_next(game, "en", [won, *[seen("event-quarrelled", 1)] * 2], 0) == "", "that was someone else"
    assert "none of 1 fields" in try_next(game, "en", [seen("event-won", 2)], 0)


def test_card_is_about_a_rule_that_mattered_and_was_not_shown_before() -> None:
    cards = [RuleCard("K3.2", "a", "b"), RuleCard("K6.2", "c", "d")]
    history = [seen("event-won-tie", 0, "K6.2"), seen("event-bid", 1)]
    assert card_of(cards, history, []) == cards[1]
    assert card_of(cards, history, ["K6.2"]) == cards[0], "of some rules no event tells that they have mattered"
    assert card_of(cards, history, ["K6.2", "K3.2"]) is None


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_are_complete_and_short(slug: str, language: str) -> None:
    game = tefuda.load(slug)
    messages = game.localizer(language)
    assert len(rule_cards(game, language)) >= 2
    for card in rule_cards(game, language):
        assert len(card.text) <= LONGEST[language]
    written = (game.folder / f"{language}.ftl").read_text("utf-8")
    clauses = re.findall(r"^more-(\w+)-(\d+) =", written, re.MULTILINE)
    assert sorted(f"{a}.{b}" for a, b in clauses) == sorted(card.clause for card in rule_cards(game, language))
    events = set(re.findall(r"^(event-[a-z-]+) =", written, re.MULTILINE))
    tips = re.findall(r"^(try-\d+) =", written, re.MULTILINE)
    assert tips == [f"try-{number}" for number in range(1, len(tips) + 1)]
    for id in tips:
        wanted = sorted(messages.variables(id))
        assert all(re.sub("^(others|all)-", "", name) in events for name in wanted)
        texts = [
            messages.say(Words(id, dict(zip(wanted, k, strict=True)))) for k in product(range(4), repeat=len(wanted))
        ]
        assert any(texts)
        assert not all(texts), "advice that is always given is not about the game"
        assert all(len(text) <= LONGEST[language] for text in texts)


@pytest.mark.parametrize("slug", GAMES)
def test_advice_counts_what_happened_in_whole_games(slug: str) -> None:
    game = tefuda.load(slug)
    given = set()
    for seed in range(6):  # in the first game everyone plays the first action, and never an ability
        random = Random(seed)
        state = game.start(seed=seed)
        history = [one for event in state.opening if (one := game.observe(event, 0)) is not None]
        while not state.is_terminal:
            events = state.play(random_command(state, random) if seed else next(iter(state.legal_actions)))
            history += [one for event in events if (one := game.observe(event, 0)) is not None]
        given |= {try_next(game, language, history, seat) for language in LANGUAGES for seat in range(game.num_players)}
    assert len(given) > 1, "random players have something to learn"


@pytest.mark.parametrize(("language", "size"), [("ja", LARGE), ("en", SMALL)], ids=["ja", "en"])
async def test_result_of_a_first_game_offers_a_card_about_what_happened(language: str, size: tuple[int, int]) -> None:
    async with playing(plan(language, 3), size, start=near_end_position(3)) as (pilot, screen):
        screen._history += [seen("event-spare-left", 0, "K3.2"), *[seen("event-quarrelled", screen.seat)] * 2]
        await play_out(pilot, screen)
        dialog = pilot.app.screen
        assert isinstance(dialog, ResultDialog)
        text = screen_text(dialog)
        assert {"ja": "次に試すなら", "en": "To try next time"}[language] in text
        assert "[K3.2]" in text
        await tap(pilot, "d")
        demonstration = pilot.app.screen
        assert isinstance(demonstration, LessonScreen)
        assert demonstration.lesson.lesson.card == "K3.2"
        await tap(pilot, "q")
        assert pilot.app.screen is dialog, "back at the result"
