"""A person who is out of the game may skip to its end."""

import asyncio
from functools import partial
from random import Random
from unittest.mock import patch

import pytest

import tefuda
from harness.server.doubles import PATIENCE
from tefuda.table.table import Table
from tefuda.terminal.app import TefudaApp
from tefuda.terminal.screens.dialogs import ResultDialog
from tefuda.terminal.screens.play import PlayScreen
from tefuda.terminal.session import InPlay, Match
from tefuda.terminal.widgets import ActionRows, KeyButton
from tests.terminal.screen import SMALL, QuickBots, plan, screen_text, until_asked

WORDS = {"ja": "最後まで進める", "en": "skip to the end"}


class PlainBots(QuickBots):
    """Random bots that mark no notes, which would need a further action."""

    async def choose(self, table: InPlay, seat: int) -> str:
        return self.random.choice(unmarked(table.state.legal_actions))


def unmarked(actions: tuple[str, ...]) -> list[str]:
    return [action for action in actions if not action.startswith("mark")]


def position_without_the_first_seat() -> str:
    """Return a position of llama in which the first seat is out, and the others play on."""
    game = tefuda.load("llama", players=4)
    for seed in range(100):
        state, random = game.start(seed=seed), Random(seed)
        while not state.is_terminal and not state.view(0).out:
            state.play(random.choice(unmarked(state.legal_actions)))
        if state.view(0).out == (0,):
            return state.position
    raise AssertionError("the first seat is never out first")


@pytest.mark.parametrize(("language", "how"), [("ja", "key"), ("en", "mouse")])
async def test_person_who_is_out_skips_to_the_end(language: str, how: str) -> None:
    plan_ = plan(language, 4, slug="llama", pace=30.0)
    with patch("tefuda.terminal.session.Table", partial(Table, start=position_without_the_first_seat())):
        screen = PlayScreen(Match(plan_), PlainBots(3))
        async with TefudaApp(light=True, first=lambda: screen).run_test(size=SMALL) as pilot:
            async with asyncio.timeout(PATIENCE):
                while WORDS[language] not in screen_text(screen):
                    await pilot.pause(0.01)
            if how == "key":
                await pilot.press("space")
            else:
                await pilot.click(screen.query_one(ActionRows).query_one(KeyButton))
            await until_asked(pilot, screen)
            assert isinstance(pilot.app.screen, ResultDialog)
            assert WORDS[language] not in screen_text(screen)
