"""The shell: games by name with their options, and states that read well and never show the future."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import tefuda
from tefuda.engine import game as games
from tefuda.engine.chance import Recorder, SecretSource
from tefuda.engine.description import Option
from tefuda.engine.errors import BadOption, CardFileError, GameOver, IllegalAction, Refusal, UnknownGame
from tefuda.engine.events import GameEvent
from tefuda.engine.game import open_game
from tefuda.engine.view import Words

SECRET = bytes(range(32))
KUHN = "harness.fixtures.kuhn"
PROBE = "harness.fixtures.probe"


# -------------------------------------------------------------------- games


def test_games_are_found_by_name() -> None:
    assert "kotori" in tefuda.game_slugs()
    assert list(tefuda.game_slugs()) == sorted(tefuda.game_slugs())
    assert repr(tefuda.load("kotori", players=3)) == "Game('kotori', players=3)"
    assert repr(tefuda.load("kotori", allow_yield=True)) == "Game('kotori', players=2, allow_yield=1)"
    with pytest.raises(UnknownGame, match=r"no game 'go'; there are .*kotori"):
        tefuda.load("go")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"players": 1}, "probe takes 2 to 3 players, not 1"),
        ({"players": 4}, "probe takes 2 to 3 players, not 4"),
        ({"pencils": 1}, "probe has no option 'pencils'; it has pencil, purse"),
        ({"pencil": 2}, "option pencil of probe takes true or false, not 2"),
        ({"purse": 4}, "option purse of probe takes an integer from 0 to 3, not 4"),
        ({"purse": -1}, "option purse of probe takes an integer from 0 to 3, not -1"),
        ({"purse": 1.5}, "option purse of probe takes an integer from 0 to 3, not 1.5"),
        ({"pencil": "yes"}, "option pencil of probe takes true or false, not 'yes'"),
    ],
)
def test_bad_options_are_rejected(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(BadOption, match=re.escape(message)):
        open_game(PROBE, **arguments)


def test_option_or_card_file_of_a_game_without_them_is_rejected() -> None:
    with pytest.raises(BadOption, match="kuhn has no option 'fast'; it has none"):
        open_game(KUHN, fast=1)
    with pytest.raises(BadOption, match="kuhn has no card file to replace"):
        open_game(KUHN, cards="cards.toml")
    with pytest.raises(CardFileError, match=r"nowhere\.toml: cannot be read"):
        open_game(PROBE, cards="nowhere.toml")


def test_options_reach_the_rules_in_the_order_of_the_description() -> None:
    game = open_game(PROBE, purse=3, pencil=False)
    assert game.option_values == [0, 3]
    record = game.start(seed=1).full_state
    assert (record.pencil, record.coins[0]) == (-1, 3)
    assert Option("x", 0).switch
    assert not Option("x", 0, high=2).switch
    assert not Option("x", 1, low=1, high=1).switch


def test_seed_out_of_range_is_rejected() -> None:
    game = open_game(KUHN)
    assert game.start(seed=(1 << 63) - 1).full_state == game.start(seed=(1 << 63) - 1).full_state
    for seed in (-1, 1 << 63):
        with pytest.raises(BadOption, match=f"a seed is an integer from 0 to .*, not {seed}"):
            game.start(seed=seed)
    with pytest.raises(BadOption, match="give a seed or a source of chance, not both"):
        game.start(seed=1, chance=SecretSource(SECRET))
    assert len({game.start().seed for _ in range(5)}) == 5


def test_view_of_unknown_seat_is_rejected() -> None:
    game = open_game(PROBE)
    record = game.start(seed=1).full_state
    for seat in (-2, 2):
        with pytest.raises(BadOption, match=f"there is no seat {seat}: seats are 0 to 1, -1 is a spectator"):
            game.view(record, seat)


def test_messages_rulebook_and_cards_of_a_game() -> None:
    game = open_game(PROBE)
    assert game.say(Words("action-draw")) == "Lay the top card unseen"
    assert game.say(Words("action-draw"), "ja") == "カードを伏せて置く"
    assert game.rulebook()["P5.3"].text == "Then the game is over."
    assert game.rulebook() is game.rulebook("en")
    assert game.say(game.card_text("kind-1").name, "ja") == "石"
    assert open_game(KUHN).card_text("king").name == Words("face-king")
    assert game.clause_id(403) == "P4.3"
    assert str(Refusal("P4.3", "Not now")) == "Not now (P4.3)"


def test_folder_without_rules_is_not_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("dominoes", "notes"):
        (tmp_path / name).mkdir()
    (tmp_path / "dominoes/rules.py").touch()
    monkeypatch.setattr(games, "import_module", lambda _: type("package", (), {"__path__": [str(tmp_path)]}))
    assert games.game_slugs() == ("dominoes",)


def test_game_of_another_package_is_loaded_by_its_slug(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TEFUDA_GAMES", f"{KUHN}, {PROBE}")
    assert games.game_packages()["kuhn"] == KUHN
    assert {"kotori", "kuhn", "probe"} <= set(tefuda.game_slugs())
    assert tefuda.load("probe", players=3).package == PROBE


def test_game_of_an_installed_package_is_found_by_its_entry_point(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    info = tmp_path / "some_game-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: some-game\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[tefuda.games]\nkuhn = {KUHN}\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    games._entry_points.cache_clear()
    try:
        assert tefuda.load("kuhn").package == KUHN
    finally:
        games._entry_points.cache_clear()


@pytest.mark.parametrize(
    ("package", "why"),
    [
        ("nowhere.kuhn", "nowhere.kuhn is not a game: No module named 'nowhere'"),
        ("harness.contract", "harness.contract is not the game 'contract': it has no rules.py"),
        ("harness.fixtures.leduc,other.leduc", "other.leduc: there is another game 'leduc', harness.fixtures.leduc"),
        ("mine.kotori", "mine.kotori: there is another game 'kotori', tefuda.games.kotori"),
    ],
)
def test_package_that_is_no_game_is_named(monkeypatch: pytest.MonkeyPatch, package: str, why: str) -> None:
    monkeypatch.setenv("TEFUDA_GAMES", package)
    with pytest.raises(UnknownGame, match=re.escape(why)):
        tefuda.load("kotori")


# ------------------------------------------------------------------- states


def test_repr_of_states_actions_and_events() -> None:
    game = open_game(KUHN)
    state = game.position("kuhn | players 2 | line 1 | card 3 1", seed=1)
    assert repr(state.legal_actions) == "<2 actions: pass, bet>"
    assert list(state.legal_actions) == ["pass", "bet"]
    assert "bet" in state.legal_actions
    assert "fold" not in state.legal_actions
    assert state.legal_actions[1] == "bet"
    assert len(state.legal_actions[:1]) == 1
    assert repr(state) == "<kuhn, 2 players, 0 moves played: seat 0 decides among pass, bet>"
    assert str(state) == "kuhn\n  players 2\n  line 1\n  card 3 1"
    (event,) = state.play("bet")
    assert repr(event) == "GameEvent(BETTED, 0, 0, 0)"
    assert (event.before.line, event.after.line) == (1, 3)
    state.play("pass")
    assert repr(state) == "<kuhn, 2 players, 2 moves played: over>"
    assert (state.current_player, list(state.legal_actions), state.is_terminal) == (None, [], True)
    assert (state.ranking, state.scores) == ((1, 2), (1, -1))


def test_ranking_of_running_game_raises() -> None:
    state = open_game(KUHN).start(seed=1)
    for ask in (lambda: state.ranking, lambda: state.scores):
        with pytest.raises(GameOver, match="the game is not over: seat 0 decides"):
            ask()


def test_refusals_use_the_given_language() -> None:
    state = open_game(PROBE).start(seed=1)
    assert state.why_not("hold") is None
    assert state.why_not("pay", "ja").clause == "P2.1"
    assert state.why_not("pay", "ja").message.startswith("手番では")
    unknown = state.why_not("fly")
    assert unknown.clause == "P2.1"
    assert "“fly”. There are draw, hold" in unknown.message
    with pytest.raises(IllegalAction, match="no action") as error:
        state.play("x" * 500)
    assert len(str(error.value.refusal)) < 300, "what someone typed is not repeated without end"
    assert "使える" in state.why_not("fly", "ja").message


def test_finished_game_refuses_all_actions() -> None:
    state = open_game(KUHN).position("kuhn | to_act -1 | players 2 | line 6 | card 3 1")
    for action in ("pass", "nonsense", ""):
        with pytest.raises(IllegalAction):
            state.play(action)
    assert state.why_not("nonsense") == state.why_not(0)


def test_compound_decision_must_be_complete_in_its_command() -> None:
    state = open_game(PROBE).start(seed=1)
    state.play("hold")  # then it is the turn of the seat with the pencil
    before = state.full_state
    with pytest.raises(IllegalAction, match="crease-0: This move is not complete"):
        state.prepare("crease-0")
    with pytest.raises(IllegalAction, match="crease-1: You cannot crease that card now"):
        state.play("crease-0 crease-1")
    assert state.full_state == before
    events = state.play("  crease-1   hold ")
    assert [event.code for event in events] == [2, 4, 1]
    assert state.history[-1] == (before.to_act, "crease-1 hold")


def test_refused_command_reveals_no_draw() -> None:
    """Two tables that differ only in the card to come answer every refused command alike."""
    game = tefuda.load("kotori", players=2)
    tries = ("draw draw", "draw fly", "draw pass", "draw draw draw draw", "draw yield")
    answers = set()
    for seed in range(40):
        live = game.start(seed=seed)
        state = game.position(live.position)
        state.chance = SecretSource(bytes([seed] * 32))
        said = []
        for command in tries:
            with pytest.raises(IllegalAction) as error:
                state.play(command)
            said.append(str(error.value))
        answers.add(tuple(said))
        assert state.chance.draws == 0
    assert len(answers) == 1


def test_prepared_command_takes_effect_on_commit_only() -> None:
    game = tefuda.load("kotori", players=2)
    state = game.start(chance=Recorder(SecretSource(SECRET)))
    before, outcomes = state.full_state, state.chance.outcomes.copy()
    prepared = state.prepare("draw")
    assert (state.full_state, state.history) == (before, [])
    state.cancel(prepared)
    assert state.chance.outcomes == outcomes
    again = state.prepare("draw")
    assert again.record == prepared.record, "the same draw comes again"
    state.commit(again)
    assert state.full_state == prepared.record
    assert state.history == [(before.to_act, "draw")]
    seeded = game.start(seed=3)
    kept = seeded.full_state
    seeded.cancel(seeded.prepare("draw"))
    assert seeded.full_state == kept


def test_error_in_the_rules_leaves_the_state_unchanged(monkeypatch: pytest.MonkeyPatch) -> None:
    state = open_game(PROBE).start(chance=SecretSource(SECRET))
    before, draws = state.full_state, state.chance.draws

    def broken(s: object, t: object, action: int) -> None:
        s.to_act = 1  # type: ignore[attr-defined]
        state.chance.below(s, 6)
        raise ZeroDivisionError

    monkeypatch.setattr(state.game.build, "apply", broken)
    with pytest.raises(ZeroDivisionError):
        state.play("hold")
    assert (state.full_state, state.history, state.chance.draws) == (before, [], draws)


# --------------------------------------------------------------- the future


def test_copy_of_a_game_with_secret_draws_differently() -> None:
    """Copies of a live table draw afresh, each for itself, and take nothing from the secret."""
    live = tefuda.load("kotori", players=2).start(chance=SecretSource(SECRET))
    draws, copies = live.chance.draws, [live.copy() for _ in range(40)]
    for copied in copies:
        assert copied.chance is None
        assert copied.position == live.position
        copied.play("draw")
    assert len({copied.full_state.rng for copied in copies}) == len(copies)
    assert len({copied.position for copied in copies}) > 5
    assert live.chance.draws == draws


def test_copies_and_events_carry_no_chance_source() -> None:
    live = open_game(PROBE).start(chance=SecretSource(SECRET))
    for record in (live.full_state, live.determinize(0, seed=5).full_state):
        assert record.__dict__["chance"] is None
    assert live.full_state.rng == 0, "the generator in the record is not what a table draws from"
    assert live.determinize(0, seed=5).full_state == live.determinize(0, seed=5).full_state
    assert live.determinize(0, seed=5).full_state != live.determinize(0, seed=6).full_state
    for text in (live.position, str(live), repr(live), repr(live.chance), live.copy().position):
        assert "rng" not in text
        assert SECRET.hex() not in text
    for event in live.opening:
        assert isinstance(event, GameEvent)
        assert event.after.__dict__["chance"] is None


def test_position_excludes_the_generator() -> None:
    game = tefuda.load("kotori", players=2)
    state = game.start(seed=12345)
    assert "rng" not in state.position
    assert str(state.full_state.rng) not in state.position
    futures = set()
    for _ in range(12):
        again = game.position(state.position)
        again.play("draw")
        futures.add(again.position)
    assert len(futures) > 1, "what has not been drawn is not decided"
