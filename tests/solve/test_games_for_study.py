"""Constants that make games small: named by who loads a game, valid in positions and records, not offered at tables."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

import tefuda
from tefuda.engine.errors import BadOption, BadPosition
from tefuda.engine.game import Game
from tefuda.engine.game_record import Replay, write_record

GAMES = [
    tefuda.load("llama", constants={"notes": 7}, marks=0, rounds=1),
    tefuda.load("llama", constants={"notes": 10}, rounds=2),
    tefuda.load("tezuma", constants={"hand": 2}),
    tefuda.load("tezuma", constants={"hand": 6}, one_ability_per_trick=1),
]
every_game = pytest.mark.parametrize("game", GAMES, ids=repr)


@every_game
def test_game_has_valid_positions_views_and_records(game: Game) -> None:
    assert game.num_players == 2
    for seed in range(6):
        state, random = game.start(seed), Random(seed)
        while not state.is_terminal:
            assert game.position(state.position, seed=1).position == state.position
            game.check_position(state.full_state)
            for seat in range(2):
                world = state.determinize(seat, seed=random.getrandbits(60))
                game.check_position(world.full_state)
                assert world.view(seat) == state.view(seat)
                assert world.observation_tensors(seat).keys() == state.observation_tensors(seat).keys()
            state.play(random.choice([name for name in state.legal_actions if not name.startswith("mark")]))
        game.check_position(state.full_state)
        assert sum(state.returns) == pytest.approx(0)
        again = Replay(write_record(state))
        assert again.game == game
        assert again.game.options == game.options


def test_fewer_notes_keep_their_share_of_chickens_and_the_deck_never_runs_out() -> None:
    for notes, bad, largest in ((7, 2, 3), (9, 2, 4), (13, 3, 5), (26, 6, 5)):
        state = tefuda.load("llama", constants={"notes": notes}, marks=0, rounds=1).start(1)
        assert Counter(state.full_state.kind.values()[:notes]) == {0: notes - bad, 1: bad}
        for action in ("top", "bottom") * (largest - 2):
            state.play(action)
        assert list(state.full_state.held)[:2] == [largest, largest]
        assert "all-in" in state.legal_actions
        assert state.full_state.bottom >= state.full_state.top


def test_short_hands_come_from_a_deck_of_three_and_one_stays_unseen() -> None:
    state = tefuda.load("tezuma", constants={"hand": 3}).start(1)
    hands = [state.full_state.hand[holder] for holder in (0, 1, 4)]
    assert [hand.bit_count() for hand in hands] == [3, 3, 3]
    assert sum(hands) == sum(1 << 12 * suit + rank for suit, lowest in ((0, 5), (1, 6)) for rank in range(lowest, 10))
    decisions = 0
    while not state.is_terminal:
        state.play(next(iter(state.legal_actions)))
        decisions += 1
    assert decisions == 6
    assert sum(state.full_state.tricks) == 3


@every_game
def test_games_for_study_are_playable_and_analysable_by_bots(game: Game) -> None:
    end = tefuda.play_game(game, [tefuda.bot("heuristic", seed=1), tefuda.bot("random", seed=2)], seed=4)
    assert end.is_terminal
    found = tefuda.analyse(game.start(3), seconds=0.01, build="checked")
    assert found.best.action in game.start(3).legal_actions


@pytest.mark.parametrize(
    ("slug", "arguments", "wrong"),
    [
        ("llama", {"players": 2}, "llama takes 3 to 5 players, not 2"),
        ("llama", {"players": 3, "constants": {"notes": 9}}, "llama takes 2 players, not 3"),
        ("llama", {"constants": {"notes": 6}}, "constant notes of llama takes an integer from 7 to 30, not 6"),
        ("tezuma", {"constants": {"hand": 7}}, "constant hand of tezuma takes an integer from 1 to 6, not 7"),
        ("tezuma", {"constants": {"cars": 7}}, "it has coins, hand"),
    ],
)
def test_wrong_constants_are_refused(slug: str, arguments: dict[str, Any], wrong: str) -> None:
    with pytest.raises(BadOption, match=wrong):
        tefuda.load(slug, **arguments)


def test_tables_do_not_offer_them() -> None:
    for slug, name in (("llama", "notes"), ("tezuma", "hand")):
        description = tefuda.load(slug).description
        assert name not in [option.name for option in description.options]
        with pytest.raises(BadOption, match=f"{slug} has no option '{name}'"):
            description.option(name)  # by which a server checks what a client asks for


@pytest.mark.parametrize("game", GAMES[::2], ids=repr)
def test_position_for_study_is_none_of_the_usual_game(game: Game) -> None:
    with pytest.raises(BadPosition, match="the position is for 2 players"):
        tefuda.load(game.slug, players=3).position(game.start(1).position)
