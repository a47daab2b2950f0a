"""The replay screen: stepping and playback of a finished game, from any seat."""

from random import Random

import pytest
from rich.cells import cell_len

import tefuda
from tefuda.engine.game_record import Replay, write_record
from tefuda.terminal.app import TefudaApp
from tefuda.terminal.screens.replay import ReplayScreen
from tests.terminal.screen import LARGE, SMALL, rows, screen_text, tap


def record(players: int = 3, seed: int = 5) -> str:
    """Return the record of a random game."""
    state = tefuda.load("kotori", players=players).start(seed=seed)
    random = Random(seed)
    while not state.is_terminal:
        state.play(random.choice(state.legal_actions))
    return write_record(state, ("Hanako", "Tarō", "はるこ", "Kei")[:players])


def replay_app(language: str = "en", audience: int = -1, pace: float = 0.0) -> tuple[TefudaApp, ReplayScreen]:
    screen = ReplayScreen(Replay(record()), language, audience, pace)
    return TefudaApp(light=False, first=lambda: screen), screen


@pytest.mark.parametrize(("language", "size"), [("ja", LARGE), ("en", SMALL)], ids=["ja-120x40", "en-80x24"])
async def test_stepping_to_the_end_and_back(language: str, size: tuple[int, int]) -> None:
    app, screen = replay_app(language)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        turns = len(screen.frames) - 1
        assert screen.ui.say("replay-place", turn=0, turns=turns) in screen_text(screen)
        for turn in (1, 2, 3):
            await tap(pilot, "right")
            step = screen.replay.steps[turn - 1]
            place = screen.ui.say("replay-place", turn=turn, turns=turns)
            assert f"{place}  {screen.names[step.seat]}" in screen_text(screen)
            last = screen.frames[turn].events[-1]
            assert screen.event_log._entries[-1].plain.startswith(screen.game.say(last.words, language, screen.names))
        logged = len(screen.event_log._entries)
        await tap(pilot, "left")
        assert screen.index == 2
        assert len(screen.event_log._entries) < logged
        await tap(pilot, "end")
        assert screen.ui.say("replay-place", turn=turns, turns=turns) in screen_text(screen)
        best = screen.replay.steps[-1].state.ranking.index(1)
        first = screen.ui.say("result-rank", rank=1)
        assert any(first in line.plain and screen.names[best] in line.plain for line in screen.event_log._entries)
        await pilot.press("right")
        assert screen.index == turns
        await tap(pilot, "home", "left")
        assert screen.index == 0
        assert all(cell_len(row) == size[0] for row in rows(screen))


async def test_playback_runs_and_stops() -> None:
    app, screen = replay_app(pace=0.02)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        await pilot.press("space")
        while screen.index < 2:
            await pilot.pause(0.02)
        await tap(pilot, "space")
        index = screen.index
        logged = [line.plain for line in screen.event_log._entries]
        await pilot.pause(0.2)
        assert screen.index == index
        assert screen.board.context.view == screen.frames[index].view
        await tap(pilot, "left", "right")
        assert [line.plain for line in screen.event_log._entries] == logged
        screen.pace = 0.0
        await pilot.press("space")
        while screen.index < len(screen.frames) - 1:
            await pilot.pause(0.02)
        await pilot.pause()
        assert screen.board.context.view.result is not None


async def test_v_cycles_through_seats_and_spectator() -> None:
    app, screen = replay_app(audience=0)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        await pilot.press("right", "right")
        seats = []
        for _ in range(4):
            await pilot.pause()
            seats.append(screen.board.context.view.seat)
            names = [name for row in rows(screen) for name in screen.names if row.lstrip(" ▸").startswith(name)]
            if screen.audience >= 0:
                assert names[0] == screen.names[screen.audience]
                assert f"{screen.names[screen.audience]}’s view" in screen_text(screen)
            assert screen.index == 2
            await pilot.press("v")
        assert seats == [0, 1, 2, -1]


async def test_rules_helps_and_quit_work_by_keys() -> None:
    app, screen = replay_app()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        assert "bust risk" in screen_text(screen)
        await tap(pilot, "percent_sign")
        assert "bust risk" not in screen_text(screen)
        await tap(pilot, "question_mark")
        assert "The rules of Kotori Atsume" in screen_text(app.screen)
        await tap(pilot, "escape", "q")
        assert app._exit


def test_frames_show_only_what_the_audience_saw() -> None:
    """A seat's frames hold its own views and observations."""
    screen = ReplayScreen(Replay(record()), "en", 1, 0.0)
    for step, frame in zip(screen.replay.steps, screen.frames[1:], strict=True):
        assert frame.view.seat == 1
        assert frame.view.choices == step.state.view(1).choices
        assert [observation.words for observation in frame.events] == [
            screen.game.observe(event, 1).words for event in step.events
        ]


def test_only_the_mover_s_own_view_names_the_command() -> None:
    """It may be secret, such as a mark on a banknote."""
    state = tefuda.load("llama", players=3).start(seed=1)
    mover = state.current_player
    for action in ("mark-0-nick-e", "play"):
        state.play(action)
    replay = Replay(write_record(state, ("Aki", "Ben", "Chie")))
    for audience in (-1, 0, 1, 2):
        title = ReplayScreen(replay, "en", audience, 0.0).frames[1].title
        name = ("Aki", "Ben", "Chie")[mover]
        assert title == (f"{name}: mark-0-nick-e play" if audience == mover else name)


async def test_name_in_a_record_is_no_command_to_the_terminal() -> None:
    text = record().replace("seat 0 Hanako", "seat 0 \x1b]52;c;aGk=\x07\x9b31mHana\u202eko")
    screen = ReplayScreen(Replay(text), "en", -1, 0.0)
    assert screen.names[0] == "]52;c;aGk=31mHanako"
    assert "\x1b" not in "".join(frame.title for frame in screen.frames)
