"""A person plays by keys, and by mouse, in both languages, in a small and a large terminal."""

import asyncio

import pytest
from rich.cells import cell_len

from tefuda.terminal.screens.dialogs import LineDialog, QuitDialog, ResultDialog
from tefuda.terminal.screens.rules import RulesScreen
from tests.terminal.screen import (
    LARGE,
    SMALL,
    QuickBots,
    asked,
    nearly_over,
    plan,
    play_out,
    playing,
    press,
    rows,
    seen,
    settled,
)

NOTHING_BID = {"ja": "まだ競りカードが1枚もないので", "en": "you cannot pass without a bid card"}


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "120x40"])
@pytest.mark.parametrize("language", ["ja", "en"])
async def test_a_whole_game_by_keys(language: str, size: tuple[int, int]) -> None:
    async with playing(plan(language, 3), size) as (pilot, screen):
        assert screen.game.localizer(language).say("title") in seen(screen)
        await play_out(pilot, screen)
        assert screen.table.state.over
        result = pilot.app.screen
        assert isinstance(result, ResultDialog)
        for seat, name in enumerate(screen.names):
            rank = screen.ui.say("result-rank", rank=screen.table.state.ranking[seat])
            birds = screen.ui.say("kotori-cage", count=screen.table.state.scores[seat])
            assert any(rank in row and name in row and birds in row for row in rows(result))
        assert all(cell_len(row) == size[0] for row in rows(screen))
        assert all(cell_len(row) == size[0] for row in rows(result))


@pytest.mark.parametrize("language", ["ja", "en"])
async def test_a_refused_action_says_why_and_its_clause_is_one_key_away(language: str) -> None:
    async with playing(plan(language)) as (pilot, screen):
        before = screen.table.state.position
        await press(pilot, screen, "p")
        assert NOTHING_BID[language] in seen(screen)
        assert "K4.3" in seen(screen)
        assert screen.table.state.position == before
        await pilot.press("question_mark")
        await pilot.pause()
        rules = pilot.app.screen
        assert isinstance(rules, RulesScreen)
        clause = screen.game.rulebook(language)["K4.3"].text.replace("**", "")
        first_row = next(row for row in rows(rules) if "K4.3" in row)
        assert rows(rules).index(first_row) == 1  # right below the title
        assert clause[:15] in first_row
        await pilot.press("escape")
        await press(pilot, screen, "d")
        assert NOTHING_BID[language] not in seen(screen)


async def test_the_house_rule_that_is_not_in_use_is_refused_and_not_offered() -> None:
    async with playing(plan()) as (pilot, screen):
        await press(pilot, screen, "d", "y")
        assert "K4.5" in seen(screen)
    async with playing(plan(rules={"allow_yield": 1}, players=3)) as (pilot, screen):
        await press(pilot, screen, "d")
        assert "hand the turn on" in seen(screen)


async def test_what_happens_is_told_in_words_and_in_order() -> None:
    async with playing(plan(players=3)) as (pilot, screen):
        await press(pilot, screen, "d")
        told = [line.plain for line in screen.event_log._entries]
        who = screen.names[screen.seat]
        assert any(line.startswith(f"{who} bids ") for line in told)
        assert "Your turn." in seen(screen)
        rounds = [place for place, line in enumerate(told) if "A new round" in line]
        fields = [place for place, line in enumerate(told) if "lands in the field" in line]
        assert rounds[0] < fields[0]
        assert all(line in seen(screen) for line in told[-2:])


async def test_legal_actions_are_buttons_that_the_mouse_presses() -> None:
    async with playing(plan()) as (pilot, screen):
        assert [button.answer for button in screen.query("KeyButton")] == ["draw"]
        await pilot.click("KeyButton")
        await settled(pilot, screen)
        assert screen.table.state.moves[-1] == (screen.seat, "draw")
        assert [button.answer for button in screen.query("KeyButton")] == ["draw", "pass"]


async def test_an_action_can_be_typed_and_a_mistyped_one_is_explained() -> None:
    async with playing(plan()) as (pilot, screen):
        await pilot.press("colon")
        await pilot.pause()
        assert isinstance(pilot.app.screen, LineDialog)
        assert "draw" in seen(pilot.app.screen)
        await pilot.press(*"fly", "enter")
        await pilot.pause()
        assert "no action “fly”" in seen(screen)
        await pilot.press("colon")
        await pilot.pause()
        await pilot.press(*"draw", "enter")
        await settled(pilot, screen)
        assert screen.table.state.moves[-1] == (screen.seat, "draw")


@pytest.mark.parametrize("key", ["ｄ", "D", "Ｄ"])
async def test_keys_of_an_input_method_and_of_caps_lock_are_understood(key: str) -> None:
    async with playing(plan()) as (pilot, screen):
        before = len(screen.table.state.moves)
        await press(pilot, screen, key)
        assert screen.table.state.moves[before] == (screen.seat, "draw")


async def test_again_moves_everybody_on_by_one_seat() -> None:
    async with playing(plan(players=3), start=nearly_over(3)) as (pilot, screen):
        names, seat = list(screen.names), screen.seat
        await play_out(pilot, screen)
        await pilot.press("a")
        await pilot.pause()
        await settled(pilot, screen)
        assert list(screen.names) == [names[-1], *names[:-1]]
        assert screen.seat == (seat + 1) % 3
        assert screen.table.state.seed == 8
        assert "game 2" in seen(screen)


async def test_the_record_is_written_when_wished_and_every_game_has_its_own(tmp_path) -> None:
    file = tmp_path / "evening.tefuda"
    async with playing(plan(save=file), start=nearly_over(2)) as (pilot, screen):
        await play_out(pilot, screen)
        assert "evening.tefuda" in "".join(row.strip(" │") for row in rows(pilot.app.screen))
        first = file.read_text(encoding="utf-8")
        assert f"ranks {' '.join(map(str, screen.table.state.ranking))}" in first
        await pilot.press("a")
        await pilot.pause()
        await settled(pilot, screen)
        await play_out(pilot, screen)
        assert (tmp_path / "evening-2.tefuda").is_file()
        assert file.read_text(encoding="utf-8") == first


async def test_a_record_is_offered_at_the_end_and_replaces_no_file_unasked(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "kotori-1.tefuda").write_text("mine")
    async with playing(plan(), start=nearly_over(2)) as (pilot, screen):
        await play_out(pilot, screen)
        await pilot.press("s")
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        assert (tmp_path / "kotori-2.tefuda").is_file()
        await pilot.press("s")
        await pilot.pause()
        await pilot.press(*["backspace"] * 30, *"kotori-1.tefuda", "enter")
        await pilot.pause()
        assert "exists already" in seen(pilot.app.screen)
        assert (tmp_path / "kotori-1.tefuda").read_text() == "mine"
        await pilot.press("enter")
        await pilot.pause()
        assert (tmp_path / "kotori-1.tefuda").read_text().startswith("tefuda 1\n")
        assert isinstance(pilot.app.screen, ResultDialog)


async def test_a_file_that_cannot_be_written_is_said_and_loses_nothing(tmp_path) -> None:
    async with playing(plan(save=tmp_path / "gone" / "x"), start=nearly_over(2)) as (pilot, screen):
        await play_out(pilot, screen)
        assert "Cannot write" in seen(pilot.app.screen)
        assert isinstance(pilot.app.screen, ResultDialog)


async def test_the_final_table_can_be_looked_at_and_the_result_called_back() -> None:
    async with playing(plan(), start=nearly_over(2)) as (pilot, screen):
        await play_out(pilot, screen)
        await pilot.press("v")
        await pilot.pause()
        assert pilot.app.screen is screen
        assert "r shows the result again" in seen(screen)
        await pilot.press("r")
        await pilot.pause()
        assert isinstance(pilot.app.screen, ResultDialog)


@pytest.mark.parametrize("key", ["q", "ctrl+c", "ctrl+q"])
async def test_leaving_in_mid_game_asks_first(key: str) -> None:
    async with playing(plan()) as (pilot, screen):
        await pilot.press(key)
        await pilot.pause()
        assert isinstance(pilot.app.screen, QuitDialog)
        await pilot.press("enter")  # no accident
        await pilot.press("n")
        await pilot.pause()
        assert pilot.app.screen is screen
        await press(pilot, screen, "d")
        await pilot.press(key, "y")
        await pilot.pause()
        assert pilot.app._exit


async def test_leaving_from_the_rules_asks_too_and_a_second_time_is_a_yes() -> None:
    async with playing(plan()) as (pilot, _):
        await pilot.press("question_mark", "ctrl+c")
        await pilot.pause()
        assert isinstance(pilot.app.screen, QuitDialog)
        await pilot.press("ctrl+c")
        await pilot.pause()
        assert pilot.app._exit


async def test_helps_are_switched_off_by_a_key() -> None:
    async with playing(plan()) as (pilot, screen):
        await press(pilot, screen, "d")
        assert "next bursts" in seen(screen)
        await press(pilot, screen, "h")
        assert "next bursts" not in seen(screen)
        await press(pilot, screen, "d", "h")
        assert "Hints are shown" in seen(screen)


async def test_events_are_paced_and_one_key_hears_the_end_of_them() -> None:
    async with playing(plan(players=2, pace=0.0)) as (pilot, screen):
        while "pass" not in screen.table.state.actions:
            await press(pilot, screen, "d")
        screen.pace = 30.0
        await pilot.press("p")
        await pilot.pause(0.05)
        assert screen._narrating
        told = len(screen.event_log._entries)
        await pilot.pause(0.05)
        assert len(screen.event_log._entries) == told  # still giving time for the first event
        await pilot.press("space")
        await settled(pilot, screen)
        assert asked(screen)
        assert len(screen.event_log._entries) > told
        await pilot.press("d")  # and from the next turn on there is time again
        await pilot.pause(0.05)
        assert screen._narrating
        await pilot.press("space")


async def test_a_game_key_in_the_middle_of_events_skips_them_and_plays_nothing() -> None:
    async with playing(plan(players=2)) as (pilot, screen):
        while "pass" not in screen.table.state.actions:
            await press(pilot, screen, "d")
        screen.pace = 30.0
        await pilot.press("p")
        await pilot.pause(0.05)
        own = [move for move in screen.table.state.moves if move[0] == screen.seat]
        await pilot.press("d")
        await settled(pilot, screen)
        assert [move for move in screen.table.state.moves if move[0] == screen.seat] == own


async def test_the_pace_is_changed_by_keys() -> None:
    async with playing(plan(pace=0.4)) as (pilot, screen):
        await pilot.press("plus")
        assert screen.pace == 0.2
        await pilot.press("minus", "minus")
        assert screen.pace == 0.8
        await pilot.pause()
        assert "0.8 s" in seen(screen)


class SlowBots(QuickBots):
    """Bots that think until they are told to play."""

    def __init__(self) -> None:
        super().__init__()
        self.go = asyncio.Event()

    async def choose(self, table, seat: int) -> str:
        await self.go.wait()
        return await super().choose(table, seat)


async def test_the_screen_lives_on_while_a_bot_thinks_and_says_whose_turn_it_is() -> None:
    bots = SlowBots()
    async with playing(plan(players=2), bots=bots) as (pilot, screen):
        while screen.table.state.seat == screen.seat:
            key = "p" if "pass" in screen.table.state.actions else "d"
            await pilot.press(key)
            await pilot.pause()
            await pilot.pause()
        other = screen.names[1 - screen.seat]
        assert f"{other} is thinking" in seen(screen)
        await pilot.press("d")
        await pilot.pause()
        assert f"it is {other}'s turn now" in seen(screen)
        assert "K4.1" in seen(screen)
        await pilot.press("question_mark")
        await pilot.pause()
        assert isinstance(pilot.app.screen, RulesScreen)
        await pilot.press("escape")
        bots.go.set()
        await settled(pilot, screen)


class BrokenBots(QuickBots):
    """Bots that play what no rule allows."""

    async def choose(self, table, seat: int) -> str:
        return "fly"


async def test_a_bot_that_cannot_choose_is_said_in_a_sentence() -> None:
    async with playing(plan(players=2), bots=BrokenBots()) as (pilot, screen):
        while screen.table.state.seat == screen.seat:
            await pilot.press("p" if "pass" in screen.table.state.actions else "d")
            await pilot.pause()
        await pilot.pause()
        assert f"{screen.names[1 - screen.seat]} can no longer choose" in seen(screen)
        await pilot.press("q", "y")
        await pilot.pause()
        assert pilot.app._exit


async def test_light_and_dark_by_a_key() -> None:
    async with playing(plan()) as (pilot, _):
        light = pilot.app.theme
        await pilot.press("t")
        assert pilot.app.theme != light
        await pilot.press("t")
        assert pilot.app.theme == light


async def test_the_bots_are_told_to_get_ready_when_the_table_opens() -> None:
    bots = QuickBots()
    async with playing(plan(), bots=bots):
        assert bots.prepared == ["tefuda.games.kotori"]


@pytest.mark.parametrize("language", ["ja", "en"])
@pytest.mark.parametrize("players", [2, 3, 4])
async def test_nothing_is_lost_in_a_small_terminal(language: str, players: int) -> None:
    """All players, four lines of the log, prompt, buttons and every key are seen at once at 80 by 24."""
    async with playing(plan(language, players)) as (pilot, screen):
        await press(pilot, screen, "d")
        shown = rows(screen)
        for name in screen.names:
            assert any(name in row for row in shown)
        cages = [row for row in shown if screen.ui.say("kotori-cage", count=0).split()[0] in row]
        assert len(cages) == players
        assert screen.event_log.size.height >= 4
        assert screen.event_log._entries[-1].plain in seen(screen)
        for _key, label, words in screen.key_hints():
            assert f"{label} {words}" in shown[-1]
        for button in screen.query("KeyButton"):
            assert str(button.label) in shown[-2]
        assert screen.query_one("#table").max_scroll_y == 0


async def test_a_terminal_that_changes_its_size_keeps_everything() -> None:
    async with playing(plan(players=4), LARGE) as (pilot, screen):
        await press(pilot, screen, "d")
        told = [line.plain for line in screen.event_log._entries]
        await pilot.resize_terminal(*SMALL)
        await pilot.pause()
        assert all(cell_len(row) == 80 for row in rows(screen))
        assert told[-1] in seen(screen)
        await pilot.resize_terminal(*LARGE)
        await pilot.pause()
        assert told[-1].split()[0] in seen(screen)
        assert all(cell_len(row) == 120 for row in rows(screen))


async def test_a_terminal_too_small_for_everything_still_plays() -> None:
    async with playing(plan("ja", 4), (36, 12)) as (pilot, screen):
        await press(pilot, screen, "d", "d")
        assert all(cell_len(row) == 36 for row in rows(screen))
        assert len(screen.table.state.moves) >= 2
