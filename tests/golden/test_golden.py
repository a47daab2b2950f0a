"""Rules versions: recorded games of the current version replay unchanged."""

from functools import cache
from random import Random
from typing import Any

import pytest

from harness.contract.cases import PACKAGES, description, open_game
from tefuda.engine.game import Game, game_slugs
from tests.golden.recorded import GAMES, Recorded, difference, file_of, stored

every_game = pytest.mark.parametrize("slug", game_slugs())


@cache
def games(slug: str) -> list[Recorded]:
    version = description(slug).rules_version
    assert file_of(slug, version).exists(), (
        f"rules version {version} of {slug} has no recorded games: python -m tests.golden.recorded {slug}"
    )
    return stored(slug, version)


def played(slug: str, recorded: Recorded) -> Game:
    return open_game(PACKAGES[slug], players=recorded.players, **recorded.options)


@every_game
def test_recorded_games_replay_as_they_were_played(slug: str) -> None:
    assert len(games(slug)) >= GAMES
    different = [
        f"game {number}: {how}"
        for number, one in enumerate(games(slug), 1)
        if (how := difference(played(slug, one), one))
    ]
    assert not different, (
        f"{len(different)} of {len(games(slug))} recorded games of {slug} replay differently ({different[0]}). Stored "
        "tables would go on with other cards or rules: give the game another `rules_version`, and record games for it"
    )


@every_game
def test_additional_draw_in_setup_is_detected(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for one in Random(1).sample(games(slug), 5):
        game = played(slug, one)
        set_up = game.build.setup

        def drawing(s: Any, *rest: Any, set_up: Any = set_up, game: Game = game) -> None:
            game.build.rand_below(s, 2)
            set_up(s, *rest)

        with monkeypatch.context() as patched:
            patched.setattr(game.build, "setup", drawing)
            assert difference(game, one), "a draw more goes unnoticed"
        assert not difference(game, one)
