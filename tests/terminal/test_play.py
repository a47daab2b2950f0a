"""The play screen: a person plays by keys and by mouse, in both languages and terminal sizes."""

import asyncio

import pytest
from rich.cells import cell_len
from textual.content import Content

import tefuda
from harness.contract.cases import some_or_all
from tefuda.terminal.screens.dialogs import LineDialog, QuitDialog, ResultDialog
from tefuda.terminal.screens.rules import RulesScreen
from tests.terminal.screen import (
    LARGE,
    SMALL,
    QuickBots,
    is_persons_turn,
    near_end_position,
    plan,
    play_out,
    playing,
    press,
    rows,
    screen_text,
    tap,
    until,
    until_asked,
    until_shown,
)

NO_BID_MESSAGE = {"ja": "競りカードがないとパスできません", "en": "You cannot pass without a bid card"}


@pytest.mark.parametrize(("language", "size"), [("ja", SMALL), ("en", LARGE)], ids=["ja-80x24", "en-120x40"])
async def test_game_is_playable_by_keys_to_its_result(language: str, size: tuple[int, int]) -> None:
    start = near_end_position(3) if language == "en" else None  # one language plays the whole game
    async with playing(plan(language, 3), size, start=start) as (pilot, screen):
        assert screen.game.localizer(language).say("title") in screen_text(screen)
        await play_out(pilot, screen)
        assert screen.table.state.is_terminal
        result = pilot.app.screen
        assert isinstance(result, ResultDialog)
        for seat, name in enumerate(screen.names):
            rank = screen.ui.say("result-rank", rank=screen.table.state.ranking[seat])
            birds = screen.game.localizer(language).say("terminal-cage", count=screen.table.state.scores[seat])
            assert any(rank in row and name in row and birds in row for row in rows(result))
        assert all(cell_len(row) == size[0] for row in rows(screen))
        assert all(cell_len(row) == size[0] for row in rows(result))


@pytest.mark.parametrize("language", ["ja", "en"])
async def test_refusal_gives_the_reason_and_opens_its_clause(language: str) -> None:
    async with playing(plan(language)) as (pilot, screen):
        before = screen.table.state.position
        await press(pilot, screen, "p")
        assert NO_BID_MESSAGE[language] in screen_text(screen)
        assert "K4.3" in screen_text(screen)
        assert screen.table.state.position == before
        await tap(pilot, "question_mark")
        rules = pilot.app.screen
        assert isinstance(rules, RulesScreen)
        clause = screen.game.rulebook(language)["K4.3"].text.replace("**", "")
        first_row = next(row for row in rows(rules) if "K4.3" in row)
        assert rows(rules).index(first_row) == 1  # just below the title
        assert clause[:15] in first_row
        await pilot.press("escape")
        await press(pilot, screen, "d")
        assert NO_BID_MESSAGE[language] not in screen_text(screen)


@pytest.mark.parametrize("language", ["ja", "en"])
async def test_key_that_opens_the_rule_stands_on_one_row(language: str) -> None:
    async with playing(plan(language)) as (pilot, screen):
        for command in ("pass", "nonsense", "nonsense-of-a-longer-kind"):
            screen.attempt(command)
            await pilot.pause()
            hint = screen.ui.say("rule-hint", clause=screen.clause)
            assert any(hint in row for row in rows(screen)), screen_text(screen)


async def test_inactive_house_rule_is_refused_and_not_offered() -> None:
    async with playing(plan()) as (pilot, screen):
        await press(pilot, screen, "d", "y")
        assert "K4.5" in screen_text(screen)
    async with playing(plan(rules={"allow_yield": 1}, players=3)) as (pilot, screen):
        await press(pilot, screen, "d")
        assert "yield" in screen_text(screen)


async def test_events_are_logged_in_words_and_in_order() -> None:
    async with playing(plan(players=3)) as (pilot, screen):
        await press(pilot, screen, "d")
        logged = [line.plain for line in screen.event_log._entries]
        who = screen.names[screen.seat]
        assert any(line.startswith(f"{who} bids ") for line in logged)
        assert "Your turn." in screen_text(screen)
        rounds = [index for index, line in enumerate(logged) if "New round" in line]
        fields = [index for index, line in enumerate(logged) if "lands in the field" in line]
        assert rounds[0] < fields[0]
        assert all(line in screen_text(screen) for line in logged[-2:])


async def test_log_names_no_discard_that_another_one_covers() -> None:
    state = tefuda.load("doutotsu", players=2).start(seed=1)
    async with playing(plan(slug="doutotsu")) as (_, screen):
        shown = len(screen.event_log._entries)
        while len([seat for seat, command in state.history if command.startswith("discard")]) < 3:
            events = state.play(
                next(action for action in state.legal_actions if action.startswith(("draw", "discard")))
            )
            for observation in filter(None, (state.game.observe(event) for event in events)):
                screen.log_event(observation)
        logged = [line.plain for line in screen.event_log._entries[shown:]]
        discards = [line for line in logged if "discards" in line]
        assert len(discards) == 3
        assert [line.endswith("discards a card") for line in discards] == [True, True, False]


async def test_legal_actions_are_clickable_buttons() -> None:
    async with playing(plan()) as (pilot, screen):
        assert [(button.answer, button.muted) for button in screen.query("KeyButton")] == [
            ("draw", False),
            ("pass", True),
        ]
        played = len(screen.table.state.history)
        await pilot.click("KeyButton")
        await until(pilot, screen, lambda: len(screen.table.state.history) > played)
        assert screen.table.state.history[played] == (screen.seat, "draw")
        await until_asked(pilot, screen)
        assert [(button.answer, button.muted) for button in screen.query("KeyButton")] == [
            ("draw", False),
            ("pass", False),
        ]


async def test_permanent_button_that_is_closed_names_the_rule() -> None:
    async with playing(plan()) as (pilot, screen):
        await pilot.click(list(screen.query("KeyButton"))[1])
        await pilot.pause()
        assert "You cannot pass without a bid card. Bid first. ? shows K4.3" in screen_text(screen)
        assert screen.table.state.current_player == screen.seat


async def test_log_begins_with_the_goal_of_the_game() -> None:
    async with playing(plan()) as (_, screen):
        assert screen.event_log._entries[0].plain == screen.game.localizer("en").say("goal")


async def test_action_can_be_typed_and_a_typo_is_explained() -> None:
    async with playing(plan()) as (pilot, screen):
        await tap(pilot, "colon")
        assert isinstance(pilot.app.screen, LineDialog)
        assert "draw" in screen_text(pilot.app.screen)
        await tap(pilot, *"fly", "enter")
        assert "There is no action “fly”" in screen_text(screen)
        await tap(pilot, "colon")
        await pilot.press(*"draw", "enter")
        await until_asked(pilot, screen)
        assert screen.table.state.history[-1] == (screen.seat, "draw")


async def test_full_width_and_upper_case_keys_work() -> None:
    async with playing(plan()) as (pilot, screen):
        for key in ("ｄ", "D", "Ｄ"):
            before = len(screen.table.state.history)
            await press(pilot, screen, key)
            assert screen.table.state.history[before] == (screen.seat, "draw")


@pytest.mark.parametrize("language", ["ja", "en"])
async def test_keys_after_the_game_are_those_that_work_then(language: str) -> None:
    async with playing(plan(language), start=near_end_position(2)) as (pilot, screen):
        result, hint = screen.ui.say("key-result"), screen.ui.say("key-hint")
        assert f"h {hint}" in rows(screen)[-1]
        await play_out(pilot, screen)
        await tap(pilot, "v")
        assert f"r {result}" in rows(screen)[-1]
        assert f"h {hint}" not in rows(screen)[-1]
        screen.action_result()  # of a game on a server, the proof and the standings may come while the dialog opens
        screen._report("PROVEN")
        screen._show_standings_in_result(Content("SECOND"))
        await pilot.pause()
        assert isinstance(pilot.app.screen, ResultDialog)
        assert {"PROVEN", "SECOND"} <= set(screen_text(pilot.app.screen).split())
        await tap(pilot, "v")
        await tap(pilot, "r")
        assert isinstance(pilot.app.screen, ResultDialog)
        await tap(pilot, "a")
        await until_asked(pilot, screen)
        assert f"h {hint}" in rows(screen)[-1]


async def test_every_card_of_a_full_hand_has_a_key() -> None:
    async with playing(plan(slug="doutotsu", seed=3)) as (pilot, screen):
        await press(pilot, screen, "d")
        assert len(screen.table.state.legal_actions) > 9, "more discards than digits"
        assert ":" not in {str(button.label).partition(" ")[0] for button in screen.query("KeyButton")}
        card = screen.table.state.legal_actions[-1]
        await press(pilot, screen, next(key for key, action in screen._actions.items() if action == card))
        assert (screen.seat, card) in screen.table.state.history


@pytest.mark.parametrize("language", ["ja", "en"])
async def test_narrow_key_row_keeps_whole_keys_and_the_last_one(language: str) -> None:
    async with playing(plan(language), (44, 24)) as (_, screen):
        keys = [f"{shown} {words}" for _, shown, words in screen.key_hints()]
        shown = [key for key in keys if key in rows(screen)[-1]]
        assert {keys[0], keys[-1]} < set(shown) < set(keys)
        assert "".join(rows(screen)[-1].split()) == "".join("".join(shown).split())


async def test_next_game_moves_everybody_by_one_seat() -> None:
    async with playing(plan(players=3), start=near_end_position(3)) as (pilot, screen):
        names, seat = list(screen.names), screen.seat
        await play_out(pilot, screen)
        await tap(pilot, "a")
        await until_asked(pilot, screen)
        assert list(screen.names) == [names[-1], *names[:-1]]
        assert screen.seat == (seat + 1) % 3
        assert screen.table.state.seed == 8
        assert "game 2" in screen_text(screen)


async def test_every_game_writes_its_own_record(tmp_path) -> None:
    file = tmp_path / "evening.tefuda"
    async with playing(plan(save=file), start=near_end_position(2)) as (pilot, screen):
        await play_out(pilot, screen)
        assert "evening.tefuda" in "".join(row.strip(" │") for row in rows(pilot.app.screen))
        first = file.read_text(encoding="utf-8")
        assert f"ranks {' '.join(map(str, screen.table.state.ranking))}" in first
        await tap(pilot, "a")
        await until_asked(pilot, screen)
        await play_out(pilot, screen)
        assert (tmp_path / "evening-2.tefuda").is_file()
        assert file.read_text(encoding="utf-8") == first


async def test_saving_a_record_confirms_before_overwriting(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "kotori-1.tefuda").write_text("mine")
    async with playing(plan(), start=near_end_position(2)) as (pilot, screen):
        await play_out(pilot, screen)
        await tap(pilot, "s")
        await tap(pilot, "enter")
        assert (tmp_path / "kotori-2.tefuda").is_file()
        await tap(pilot, "s")
        await tap(pilot, *["backspace"] * 30, *"kotori-1.tefuda", "enter")
        assert "exists already" in screen_text(pilot.app.screen)
        assert (tmp_path / "kotori-1.tefuda").read_text() == "mine"
        await tap(pilot, "enter")
        assert (tmp_path / "kotori-1.tefuda").read_text().startswith("tefuda 1\n")
        assert isinstance(pilot.app.screen, ResultDialog)


async def test_failed_save_is_reported_and_keeps_the_result(tmp_path) -> None:
    async with playing(plan(save=tmp_path / "gone" / "x"), start=near_end_position(2)) as (pilot, screen):
        await play_out(pilot, screen)
        assert "Cannot write" in screen_text(pilot.app.screen)
        assert isinstance(pilot.app.screen, ResultDialog)


async def test_quitting_during_a_game_asks_first() -> None:
    async with playing(plan()) as (pilot, screen):
        for key in ("ctrl+c", "ctrl+q", "q"):
            await tap(pilot, key)
            assert isinstance(pilot.app.screen, QuitDialog)
            await pilot.press("enter")  # must not confirm
            await tap(pilot, "n")
            assert pilot.app.screen is screen
        await press(pilot, screen, "d")
        await tap(pilot, "q", "y")
        assert pilot.app._exit


async def test_second_quit_request_confirms() -> None:
    async with playing(plan()) as (pilot, _):
        await tap(pilot, "question_mark", "ctrl+c")
        assert isinstance(pilot.app.screen, QuitDialog)
        await tap(pilot, "ctrl+c")
        assert pilot.app._exit


async def test_helps_are_toggled_by_a_key() -> None:
    async with playing(plan()) as (pilot, screen):
        await press(pilot, screen, "d")
        assert "bust risk" in screen_text(screen)
        await press(pilot, screen, "percent_sign")
        assert "bust risk" not in screen_text(screen)
        await press(pilot, screen, "d", "percent_sign")
        assert "Play aids on" in screen_text(screen)


@pytest.mark.parametrize(
    ("language", "best", "risk", "size"),
    [("ja", "おすすめ", "バースト率", LARGE), ("en", "Best:", "% to bust", SMALL)],
    ids=["ja-120x40", "en-80x24"],
)
async def test_hint_names_the_best_option_with_prospect_and_reason(
    language: str, best: str, risk: str, size: tuple[int, int]
) -> None:
    async with playing(plan(language), size) as (pilot, screen):
        await press(pilot, screen, "d")
        before = screen.table.state.position
        await pilot.press("h")
        while "K5.1" not in screen_text(screen):
            await pilot.pause(0.02)
        text = screen_text(screen)
        assert best in text
        assert risk in text
        found = tefuda.analyse(screen.table.state, seconds=0.001, build="checked").best
        label = next(
            choice.label for choice in screen.table.latest(screen.seat).view.choices if choice.action == found.action
        )
        assert screen.game.say(label, language, screen.names) in text
        assert screen.table.state.position == before, "a hint plays nothing"
        await press(pilot, screen, "d")
        assert best not in "".join(rows(screen)[-4:]), "the next action clears it"


async def test_hint_waits_for_ones_own_turn() -> None:
    async with playing(plan(players=2, pace=0.0), start=near_end_position(2)) as (pilot, screen):
        await play_out(pilot, screen)
        await pilot.press("escape")
        await tap(pilot, "h")
        assert "You can ask for a hint on your turn." in screen_text(screen)


async def test_space_skips_the_pauses_until_the_next_turn() -> None:
    async with playing(plan(players=2, pace=0.0)) as (pilot, screen):
        while "pass" not in screen.table.state.legal_actions:
            await press(pilot, screen, "d")
        screen.pace = 30.0
        await pilot.press("p")
        await until_shown(pilot, screen)
        logged = len(screen.event_log._entries)
        await pilot.pause(0.05)
        assert len(screen.event_log._entries) == logged  # the first event is still being shown
        await pilot.press("space")
        await until_asked(pilot, screen)
        assert is_persons_turn(screen)
        assert len(screen.event_log._entries) > logged
        await pilot.press("d")  # pauses are back after the turn
        await until_shown(pilot, screen)
        await pilot.press("space")


async def test_game_key_during_playback_skips_and_plays_nothing() -> None:
    async with playing(plan(players=2)) as (pilot, screen):
        while "pass" not in screen.table.state.legal_actions:
            await press(pilot, screen, "d")
        screen.pace = 30.0
        await pilot.press("p")
        await until_shown(pilot, screen)
        own = [move for move in screen.table.state.history if move[0] == screen.seat]
        await pilot.press("d")
        await until_asked(pilot, screen)
        assert [move for move in screen.table.state.history if move[0] == screen.seat] == own


async def test_pace_is_changed_by_keys() -> None:
    async with playing(plan(pace=0.4)) as (pilot, screen):
        await pilot.press("plus")
        assert screen.pace == 0.2
        await pilot.press("minus", "minus")
        assert screen.pace == 0.8
        await pilot.pause()
        assert "0.8 s" in screen_text(screen)


class SlowBots(QuickBots):
    """Bots that wait for `go`."""

    def __init__(self) -> None:
        super().__init__()
        self.go = asyncio.Event()

    async def choose(self, table, seat: int) -> str:
        await self.go.wait()
        return await super().choose(table, seat)


async def test_screen_stays_responsive_while_a_bot_thinks() -> None:
    bots = SlowBots()
    async with playing(plan(players=2), bots=bots) as (pilot, screen):
        while screen.table.state.current_player == screen.seat:
            key = "p" if "pass" in screen.table.state.legal_actions else "d"
            await tap(pilot, key)
            await pilot.pause()
        other = screen.names[1 - screen.seat]
        assert f"{other} is thinking" in screen_text(screen)
        await tap(pilot, "d")
        assert f"It is {other}’s turn now" in screen_text(screen)
        assert "K4.1" in screen_text(screen)
        await tap(pilot, "question_mark")
        assert isinstance(pilot.app.screen, RulesScreen)
        await pilot.press("escape")
        bots.go.set()
        await until_asked(pilot, screen)


class BrokenBots(QuickBots):
    """Bots that play an illegal command."""

    async def choose(self, table, seat: int) -> str:
        return "fly"


async def test_failing_bot_is_reported() -> None:
    async with playing(plan(players=2), bots=BrokenBots()) as (pilot, screen):
        while screen.table.state.current_player == screen.seat:
            await tap(pilot, "p" if "pass" in screen.table.state.legal_actions else "d")
        await pilot.pause()
        assert f"{screen.names[1 - screen.seat]} can no longer choose" in screen_text(screen)
        await tap(pilot, "q", "y")
        assert pilot.app._exit


async def test_theme_is_toggled_by_a_key() -> None:
    async with playing(plan()) as (pilot, _):
        light = pilot.app.theme
        await pilot.press("t")
        assert pilot.app.theme != light
        await pilot.press("t")
        assert pilot.app.theme == light


async def test_bots_warm_up_when_the_table_opens() -> None:
    bots = QuickBots()
    async with playing(plan(), bots=bots):
        assert bots.prepared == ["tefuda.games.kotori"]


@pytest.mark.parametrize("language", ["ja", "en"])
@pytest.mark.parametrize("players", some_or_all([4], [2, 3, 4]))
async def test_everything_fits_80_by_24(language: str, players: int) -> None:
    """Players, four log lines, prompt, buttons and keys are all visible."""
    async with playing(plan(language, players)) as (pilot, screen):
        await press(pilot, screen, "d")
        shown = rows(screen)
        for name in screen.names:
            assert any(name in row for row in shown)
        cage = screen.game.localizer(language).say("terminal-cage", count=0).partition("0")[0]
        cages = [row for row in shown[1:] if cage in row]  # the first row names the goal
        assert screen.game.localizer(language).say("goal") in shown[0]
        assert len(cages) == players
        assert screen.event_log.size.height >= 4
        assert screen.event_log._entries[-1].plain in screen_text(screen)
        for _key, label, words in screen.key_hints():
            assert f"{label} {words}" in shown[-1]
        for button in screen.query("KeyButton"):
            assert str(button.label) in shown[-2]
        assert screen.query_one("#table").max_scroll_y == 0


@pytest.mark.parametrize("language", ["ja", "en"])
async def test_every_choice_row_and_option_of_a_hint_at_a_tall_table_can_be_reached_in_80_by_24(language: str) -> None:
    async with playing(plan(language, 3, slug="tezuma", seed=5)) as (pilot, screen):
        for button in screen.query("KeyButton"):
            await pilot.press("right")
            assert screen.focused is button
            await pilot.pause()
            assert str(button.label) in screen_text(screen)

        def table() -> list[str]:
            return rows(screen)[1 : 1 + screen.query_one("#table").size.height]

        first_row = table()[0]
        assert not any(screen.names[2] in row for row in table())  # below the rows that there is room for
        await pilot.press(*["down"] * 20)
        assert any(screen.names[2] in row for row in table())
        await pilot.press(*["up"] * 20)
        assert table()[0] == first_row

        logged = len(screen.event_log._entries)
        await pilot.press("h")
        await until(pilot, screen, lambda: len(screen.event_log._entries) > logged + 1)
        options = [line.plain for line in screen.event_log._entries[logged:]]
        beginnings = {option[:20] for option in options}
        seen = set()
        for _ in range(9):
            await pilot.pause()
            seen |= {beginning for beginning in beginnings if beginning in screen_text(screen)}
            await pilot.press("pageup")
        assert seen == beginnings
        await pilot.resize_terminal(80, 40)
        await pilot.pause()
        assert options[-1][:20] in screen_text(screen)


async def test_resizing_keeps_the_log_and_the_width() -> None:
    async with playing(plan(players=4), LARGE) as (pilot, screen):
        await press(pilot, screen, "d")
        logged = [line.plain for line in screen.event_log._entries]
        await pilot.resize_terminal(*SMALL)
        await until(pilot, screen, lambda: all(cell_len(row) == 80 for row in rows(screen)))
        await until(pilot, screen, lambda: logged[-1] in screen_text(screen))
        await pilot.resize_terminal(*LARGE)
        await until(pilot, screen, lambda: all(cell_len(row) == 120 for row in rows(screen)))
        await until(pilot, screen, lambda: logged[-1].split()[0] in screen_text(screen))


async def test_very_small_terminal_is_playable() -> None:
    async with playing(plan("ja", 4), (36, 12)) as (pilot, screen):
        await press(pilot, screen, "d", "d")
        assert all(cell_len(row) == 36 for row in rows(screen))
        assert len(screen.table.state.history) >= 2
