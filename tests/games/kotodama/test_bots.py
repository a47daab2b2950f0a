"""The bots and hints of KOTODAMA KOGEN do not put off what wins at once."""

from __future__ import annotations

from tefuda.bots.analysis import HINT_WORK, answer, make_request
from tefuda.bots.players import BUDGETS, SearchBot, search_build
from tefuda.bots.players import make_request as ask
from tests.games.kotodama.builders import scene


def test_a_bot_and_a_hint_win_at_once_when_everything_wins_sooner_or_later() -> None:
    """しかし takes the last score card; the opponent has nothing but fillers, so that most rollouts win anyway."""
    state = scene(hands=("しかし 山 高い 静かだ", "山"), fields=(("美しい", "元気だ"), ()), score=(5, 1))
    game, build = state.game, search_build("tefuda.games.kotodama", "compiled")
    wins = f"play-{next(card for card in range(1, 56) if game.tables.cards[card].name == 'しかし')}"  # type: ignore[attr-defined]
    bot = SearchBot(BUDGETS["medium"], build)
    assert {bot.choose(ask(state, "medium", seed)).command for seed in range(20)} == {wins}
    hint = answer(make_request(state, HINT_WORK // 10), build)
    assert hint.best.action == wins
    assert hint.best.utility.value == 1.0
