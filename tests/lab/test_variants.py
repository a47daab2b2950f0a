"""Variants: constants of the rules that vary within bounds in which no game leaves the range of its record."""

from collections.abc import Iterable, Iterator
from itertools import product
from random import Random

import pytest

import tefuda
from harness.contract.cases import house_rules, random_play
from harness.contract.leaks import leaks
from tefuda.engine.description import Constant
from tefuda.engine.events import GameEvent
from tefuda.engine.game import open_game
from tefuda.engine.game_record import Replay, write_record
from tefuda.engine.view import SPECTATOR

POSITIONS = 3  # of a game that are looked at for leaks
SLUGS = [slug for slug in tefuda.game_slugs() if tefuda.load(slug).description.constants]


def corners(slug: str) -> list[dict[str, int]]:
    """Return the constants at all corners of the bounds: the lowest values first, the highest last."""
    constants = tefuda.load(slug).description.constants
    values = [(one.low, *([one.default] if one.players else []), one.high) for one in constants]
    return [dict(zip((one.name for one in constants), corner, strict=True)) for corner in product(*values)]


def extremes(slug: str) -> Iterator[tefuda.Game]:
    """Yield the variants at all corners, for the fewest and the most players, with default and random house rules."""
    random, description = Random(slug), tefuda.load(slug).description
    for chosen in corners(slug):
        for players in sorted({*description.players_of(description.variant(chosen))}):
            for options in ({}, house_rules(slug, random)):
                yield tefuda.load(slug, players=players, constants=chosen, **options)


def outermost(slug: str) -> Iterator[tefuda.Game]:
    """Yield the variants of the lowest and of the highest values, with random house rules."""
    random, description = Random(f"outermost {slug}"), tefuda.load(slug).description
    for chosen in (corners(slug)[0], corners(slug)[-1]):
        players = random.choice(description.players_of(description.variant(chosen)))
        yield tefuda.load(slug, players=players, constants=chosen, **house_rules(slug, random))


def random_game(game: tefuda.Game, seed: int) -> tefuda.State:
    """Play at random on the checked build, which checks every store and index; check the positions, too."""
    random, state = Random(seed), game.start(seed, events=False)
    decisions = 0
    while not state.is_terminal:
        if decisions % 25 == 0 and not state.is_pending:
            game.check_position(state.full_state)
        state.play(random.choice(state.legal_actions))
        decisions += 1
        assert decisions <= game.max_game_length
    game.check_position(state.full_state)
    return state


@pytest.mark.parametrize("slug", SLUGS)
def test_games_at_the_bounds_stay_within_their_records(slug: str) -> None:
    for number, game in enumerate(extremes(slug)):
        assert all(-1 <= one <= 1 for one in random_game(game, 100 + number).returns)


@pytest.mark.parametrize("slug", SLUGS)
def test_viewer_of_a_variant_learns_nothing_hidden(slug: str) -> None:
    for number, game in enumerate(outermost(slug)):
        states = random_play(game, Random(number)).states
        for state in states[:: 1 + len(states) // POSITIONS]:
            for viewer in range(SPECTATOR, game.num_players):
                found = list(leaks(game, state.full_state, viewer, number))
                assert found == [], f"viewer {viewer} of {game} at {state.position}"


@pytest.mark.parametrize("slug", SLUGS)
def test_values_beyond_the_bounds_are_refused(slug: str) -> None:
    for constant in tefuda.load(slug).description.constants:
        for value in {constant.low - 1, constant.high + 1, 2.5, "3", None} - {constant.default}:
            with pytest.raises(tefuda.BadOption, match=f"from {constant.low} to {constant.high}"):
                tefuda.load(slug, constants={constant.name: value})


@pytest.mark.parametrize("slug", SLUGS)
def test_default_is_the_game_as_published(slug: str) -> None:
    game = tefuda.load(slug)
    defaults = {one.name: one.default for one in game.description.constants}
    assert tefuda.load(slug, constants=defaults) == game
    assert tefuda.load(slug, constants=defaults).constants == {}
    for one in game.description.constants:
        if one.in_tables:
            assert getattr(game.tables, one.name) == one.default


@pytest.mark.parametrize("slug", SLUGS)
def test_variant_is_another_game_and_its_records_name_it(slug: str) -> None:
    game = tefuda.load(slug)
    for constant in game.description.constants:
        value = constant.low if constant.low != constant.default else constant.high
        variant = tefuda.load(slug, constants={constant.name: value})
        assert variant != game
        assert variant.tables == game.tables or constant.in_tables
        state = random_game(variant, 4)
        text = write_record(state)
        assert f"\nconstant {constant.name} {value}\n" in text
        replayed = Replay(text)
        assert replayed.game == variant
        assert replayed.steps[-1].state.full_state == state.full_state


def test_position_of_a_variant_is_refused_in_another_game() -> None:
    four = tefuda.load("kotori", players=3, constants={"field_cards": 4})
    text = four.start(7).position
    assert four.position(text).position == text
    with pytest.raises(tefuda.BadPosition, match="another variant: extra_birds is not 0"):
        tefuda.load("kotori", players=3).position(text)


def test_four_birds_lie_in_the_field() -> None:
    state = tefuda.load("kotori", players=3, constants={"field_cards": 4}).start(7)
    drawn = [event for event in state.opening if event.code.name == "FIELD_DRAWN"]
    assert len(drawn) == 4
    assert state.view().zone("field").count + sum(e.code.name == "SPARE_LEFT" for e in state.opening) == 4


def test_deck_is_rebuilt_as_often_as_a_variant_says() -> None:
    for rebuilds in (0, 1, 3):
        game = tefuda.load("kotori", players=2, constants={"rebuilds": rebuilds})
        assert random_game(game, 5).full_state.rebuilt == rebuilds


def test_log_gives_the_numbers_of_the_variant() -> None:
    llama = tefuda.load("llama", players=3, constants={"coins": 5}).start(7)
    assert said(llama, llama.opening)[0] == "New game: 5 coins and a vote chip for each player"
    kotodama = tefuda.load("kotodama", constants={"score_cards": 4}).start(7)
    kotodama.play("deck-1")
    assert "A lays out 4 score cards that nobody has seen" in said(kotodama, kotodama.play("deck-2"))
    tezuma = tefuda.load("tezuma", players=2, constants={"hand": 6}).start(7)
    assert any(": 6 cards each; " in text for text in said(tezuma, tezuma.opening))


def said(state: tefuda.State, happened: Iterable[GameEvent]) -> list[str]:
    """Return what a spectator reads in the log."""
    observed = [state.game.observe(event, SPECTATOR) for event in happened]
    return [state.game.say(one.words, "en", "ABC") for one in observed if one]


def test_heuristic_and_pickle_know_the_variant() -> None:
    import pickle

    game = tefuda.load("kotori", players=2, constants={"field_cards": 6, "rebuilds": 0})
    assert pickle.loads(pickle.dumps(game)) == game  # noqa: S301 (our own)
    assert repr(game) == "Game('kotori', players=2, constants={'field_cards': 6, 'rebuilds': 0})"
    end = tefuda.play_game(game, [tefuda.bot("heuristic", seed=1), tefuda.bot("random", seed=1)], seed=3)
    assert end.is_terminal
    assert end.game == game


def test_a_table_offers_no_constants() -> None:
    with pytest.raises(tefuda.BadOption, match="no option 'field_cards'"):
        open_game("tefuda.games.kotori", players=3, field_cards=4)
    assert all(one.default == 0 or one.low <= one.default <= one.high for one in _all_constants())


def _all_constants() -> list[Constant]:
    return [one for slug in SLUGS for one in tefuda.load(slug).description.constants]
