"""Matches: the same deals for everyone, results that do not depend on processes, players of every kind."""

import os
import signal
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tefuda
from harness.contract.cases import in_ci
from tefuda.bots.logged_games import STATES
from tefuda.lab import Progress, export, league, match, process_player
from tefuda.lab.games import Task, play, task_of
from tefuda.lab.matches import FEWEST_DEALS
from tefuda.lab.players import player_name
from tefuda.lab.pool import ProcessEnded
from tests.bots.test_workers import PATIENCE, alive, wait_until
from tests.lab.own_players import Coin, first

KOTORI = tefuda.load("kotori", players=3)
OWN = "tests.lab.own_players"
ROOT = Path(__file__).parents[2]

BOT = """
import json, sys
with open(__file__.replace("bot.py", "started"), "a") as file:
    file.write("1")
for line in sys.stdin:
    asked = json.loads(line)
    if asked["type"] == "hello":
        print(json.dumps({"type": "ready"}), flush=True)
    elif asked["type"] == "choose":
        assert asked["view"]["game"] == "kotori" and asked["position"].startswith("kotori")
        print(json.dumps({"action": ANSWER}), flush=True)
"""


def process(folder: Path, answer: str) -> str:
    """Return the name of a player in another process, which answers with this expression."""
    script = folder / "bot.py"
    script.write_text(BOT.replace("ANSWER", answer), encoding="utf-8")
    return f"process:{sys.executable} {script}"


def tasks(names: list[str], game: tefuda.Game = KOTORI, keep: int = 0) -> Task:
    """Return the games of two deals with all rotations."""
    lineup = [player_name(name, game) for name in names]
    here = [(deal, turn) for deal in range(2) for turn in range(len(lineup))]
    turned = (tuple(lineup[(seat - turn) % len(lineup)] for seat in range(len(lineup))) for _, turn in here)
    return task_of(game, turned, 7, here, keep=keep)


def test_result_is_the_same_in_one_process_and_in_two() -> None:
    one = match(KOTORI, ["easy", "random"], deals=20, seed=4)
    two = match(KOTORI, ["easy", "random"], deals=20, seed=4, processes=2)
    assert one.standings == two.standings
    assert np.array_equal(one.ranks, two.ranks)
    assert one.standings != match(KOTORI, ["easy", "random"], deals=20, seed=5).standings


@in_ci
def test_process_that_ends_costs_its_share_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MARKS", str(tmp_path))
    lost = match(KOTORI, [f"{OWN}:deserts_once", "random"], deals=6, seed=3, processes=2)
    assert np.array_equal(lost.ranks, match(KOTORI, [f"{OWN}:first", "random"], deals=6, seed=3).ranks)
    with pytest.raises(ProcessEnded, match="2 times at the same games: one of the players ends it"):
        match(KOTORI, [f"{OWN}:deserter", "random"], deals=6, seed=3, processes=2)


@in_ci
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_no_process_outlives_its_study(how: signal.Signals, tmp_path: Path) -> None:
    words = ["lab", "match", "kotori", f"{OWN}:asleep", "random", "--deals", "50", "--processes", "2"]
    run = [sys.executable, "-c", "import sys; from tefuda.cli import main; sys.exit(main(sys.argv[1:]))", *words]
    environment = {**os.environ, "MARKS": str(tmp_path)}
    with subprocess.Popen(run, env=environment, cwd=ROOT, stderr=subprocess.PIPE, text=True) as study:
        try:
            wait_until(lambda: len([*tmp_path.iterdir()]) == 2)
            study.send_signal(how)
            assert study.wait(PATIENCE) == (130 if how == signal.SIGTERM else -how)
            wait_until(lambda: not any(alive(int(mark.name)) for mark in tmp_path.iterdir()))
        finally:
            study.kill()
        assert "Traceback" not in study.stderr.read()


@pytest.mark.parametrize("names", [["random", "easy", "random"], ["heuristic", f"{OWN}:first", f"{OWN}:Coin"]])
def test_log_is_the_game_that_was_played(names: list[str]) -> None:
    played = play(tasks(names, keep=STATES))
    for game, (begin, end) in enumerate(zip(played.firsts, played.ends, strict=True)):
        state = KOTORI.start(played.task.seeds[game])
        for row in range(begin, end):
            seat, chosen, count = played.log.rows[row]
            assert state.current_player == seat
            assert state.legal_actions.codes == tuple(played.log.codes[row, :count])
            before = KOTORI.build.State()
            before.load(played.log.before, row)
            assert before == state.full_state
            state.play(int(chosen))
        assert state.returns == tuple(played.utilities[game])
        assert state.ranking == tuple(played.ranks[game])


def test_all_rotations_have_the_same_deal_and_everyone_sits_everywhere() -> None:
    task = tasks(["random", "easy", "medium"])
    assert len(set(task.seeds)) == 2
    assert len(set(task.choices)) == 6
    assert [len({lineup[seat] for lineup in task.lineups}) for seat in range(3)] == [3, 3, 3]


def test_values_of_a_search_are_those_of_its_legal_actions() -> None:
    log = play(tasks(["search:40"] * 3, keep=STATES)).log
    choices = log.rows[:, 2] > 1
    known = ~np.isnan(log.values)
    assert known[choices].any()
    assert not known[~choices].any()
    assert (known.sum(axis=1) <= log.rows[:, 2]).all()
    assert np.abs(log.values[known]).max() <= 1


@pytest.mark.parametrize(
    ("game", "names"),
    [
        (tefuda.load("llama", players=3, rounds=2), ["search:20"] * 3),
        (KOTORI, ["search:20", "heuristic", f"{OWN}:first"]),
    ],
)
def test_values_of_a_search_are_kept_beside_what_others_choose(game: tefuda.Game, names: list[str]) -> None:
    """In llama the heuristic makes the marks before the search decides."""
    played = play(tasks(names, game, keep=STATES))
    log, state = played.log, game.build.State()
    searched = 0
    for row in range(len(log.rows)):
        state.load(log.before, row)
        lineup = played.task.lineups[int(np.searchsorted(played.ends, row, side="right"))]
        seat, chosen, count = log.rows[row]
        codes, values = log.codes[row, :count], log.values[row, :count]
        decides = lineup[seat].kind == "search" and len(game.candidate_actions(state)) > 1
        if decides and not game.action_names[chosen].startswith("mark-"):
            assert not np.isnan(values[codes == chosen])
            searched += 1
        else:
            assert np.isnan(values).all()
    assert searched > 5


def test_match_ends_when_intervals_are_narrow_enough() -> None:
    told: list[Progress] = []
    result = match(KOTORI, ["random"], deals=1000, until=0.5, seed=2, on_progress=told.append)
    assert result.narrow
    assert FEWEST_DEALS <= result.deals < 100
    assert told[-1].reach <= 0.5
    assert [one.deals for one in told] == sorted({one.deals for one in told})
    assert all(max(one.deals, FEWEST_DEALS) <= one.expected <= 1000 for one in told)
    assert told[-1].deals == told[-1].expected == result.deals
    (standing,) = result.standings  # all three are the same player
    assert standing.utility == (0, 0, 0)
    assert standing.rank.value == pytest.approx(2, abs=0.3)
    assert not match(KOTORI, ["random"], deals=2, seed=2).narrow


def test_player_in_another_process_plays_what_it_answers(tmp_path: Path) -> None:
    theirs = match(KOTORI, [process(tmp_path, 'asked["legal"][0]'), "random"], deals=6, seed=3)
    ours = match(KOTORI, [f"{OWN}:first", "random"], deals=6, seed=3)  # several tasks
    assert (tmp_path / "started").read_text(encoding="utf-8") == "1"
    assert [one.utility for one in theirs.standings] == [one.utility for one in ours.standings]


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ('"fly"', "'?fly'?|fly"),
        ("3", "must be .*action"),
        ('exit() or "draw"', "ended before"),
        ('"draw draw"', "goes on after its decision|more than one"),
        ('sys.stdout.buffer.write(b"\\xff\\n")', "one JSON object on a line, not"),
        ('print("[" * 100_000)', "one JSON object on a line, not"),
    ],
)
def test_player_in_another_process_that_misbehaves_is_named(tmp_path: Path, answer: str, expected: str) -> None:
    with pytest.raises(tefuda.BadOption, match=expected) as told:
        match(KOTORI, [process(tmp_path, answer), "random"], deals=2)
    assert "bot.py" in str(told.value)


@pytest.mark.parametrize(
    ("goes_on", "processes"), [("cat > /dev/null", 1), ("wait", 1), ("wait", 2)], ids=["reading", "deaf", "two"]
)
def test_process_that_does_not_answer_is_not_waited_for(
    goes_on: str, processes: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither is what its shell has started, nor one that lets the pipe to it fill up."""
    monkeypatch.setattr(process_player, "PROTOCOL", "1" * 200_000)
    silent = f"process:sh -c 'sleep 3600 & touch {tmp_path}/$!; {goes_on}'"
    with pytest.raises(tefuda.BadOption, match=r"did not answer within 3 s"):
        match(KOTORI, [silent, "random"], deals=40, timeout=3, processes=processes)
    wait_until(lambda: not any(alive(int(mark.name)) for mark in tmp_path.iterdir()))


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("strong", "is not a player: use random"),
        ("search:0", "1 to 1000000 simulations"),
        ("no.module:bot", "no.module:bot failed: ModuleNotFoundError: No module"),
        (f"{OWN}:nobody", "nobody"),
        (f"{OWN}:Random", "seat ., decision 0: .*TypeError"),
        (f"{OWN}:illegal", "seat ., decision 0: .*fly"),
        (
            f"{OWN}:confused",
            "seat ., decision 0: it failed at .*own_players.py, line [0-9]+: ZeroDivisionError: no idea",
        ),
        (f"{OWN}:leaves", "seat ., decision 0: it failed at .*own_players.py, line [0-9]+: SystemExit: 3"),
        (f"{OWN}:Demanding", "Demanding at seat 0, before its first decision: .*TypeError: .*books"),
        (f"{OWN}:Lazy", "before its first decision: it failed at .*own_players.py, line [0-9]+: OSError: no bed"),
        ("process:/no/such/program", "cannot be started"),
    ],
)
def test_player_that_cannot_play_is_explained(name: str, expected: str) -> None:
    with pytest.raises(tefuda.BadOption, match=expected):
        match(KOTORI, [name], deals=2)


@pytest.mark.parametrize(
    ("number", "code", "expected"),
    [
        (0, "def play(state)", ": SyntaxError: .*line 1"),
        (1, "\n1 / 0", "broken_bot_1.py, line 2: ZeroDivisionError"),
        (2, "exit(3)", "broken_bot_2.py, line 1: SystemExit: 3"),
    ],
)
def test_module_that_cannot_be_imported_is_explained(
    number: int, code: str, expected: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / f"broken_bot_{number}.py").write_text(code, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(tefuda.BadOption, match=f"broken_bot_{number}:play failed.*{expected}"):
        match(KOTORI, [f"broken_bot_{number}:play"], deals=2)


@pytest.mark.parametrize(
    ("wrong", "expected"),
    [
        ({"deals": 1}, "deals takes an integer from 2 to 10000000, not 1"),
        ({"deals": 2.5}, "deals takes an integer .*, not 2.5"),
        ({"until": 2.1}, "until takes a number from 0 to 2"),
        ({"until": "x"}, "until takes a number .*, not 'x'"),
        ({"seed": -1}, "seed takes an integer from 0 to 4611686018427387903, not -1"),
        ({"seed": "x"}, "seed takes an integer"),
        ({"processes": 0}, "processes takes an integer from 1 to 1024, not 0"),
        ({"processes": "2"}, "processes takes an integer .*, not '2'"),
        ({"timeout": -1}, "timeout takes a number from 0.001 to 86400, not -1"),
        ({"timeout": float("nan")}, "timeout takes a number"),
        ({"ray": 5}, "ray takes the address of a cluster, such as 'auto', not 5"),
    ],
)
def test_bad_arguments_are_explained(wrong: dict[str, Any], expected: str) -> None:
    with pytest.raises(tefuda.BadOption, match=expected):
        match(KOTORI, ["random"], **wrong)
    with pytest.raises(tefuda.BadOption, match="1 to 3 players"):
        match(KOTORI, ["random"] * 4)


class Choice:
    """Takes the legal action at a place of the list."""

    def __init__(self, place: int) -> None:
        self.place = place

    def choose(self, state: tefuda.State) -> int:
        return state.legal_actions.codes[self.place]


def test_objects_play_as_the_players_of_their_names() -> None:
    objects = match(KOTORI, [first, Coin, tefuda.bot("random", seed=1)], deals=4, seed=3)
    named = match(KOTORI, [f"{OWN}:first", f"{OWN}:Coin", "random"], deals=4, seed=3)
    assert objects.players == ("first", "Coin", "bot('random')")
    assert objects.standings[0].games == named.standings[0].games
    alone = match(KOTORI, [first, Coin], deals=4, seed=3)
    assert np.array_equal(alone.ranks, match(KOTORI, [f"{OWN}:first", f"{OWN}:Coin"], deals=4, seed=3).ranks)


def test_two_objects_of_a_class_are_two_players() -> None:
    last = Choice(-1)
    result = match(KOTORI, [last, Choice(0), last], deals=4, seed=3)
    assert [(one.player, one.games) for one in result.standings] == [("Choice", 24), ("Choice (2)", 12)]
    assert result.standings[1].utility == match(KOTORI, [f"{OWN}:first", last], deals=4, seed=3).standings[0].utility


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        (lambda: match("kotori", ["random"]), r"write match\(tefuda.load\('kotori'\), …\)"),
        (lambda: match(KOTORI, "random"), r"write match\(game, \['random'\], …\)"),
        (lambda: export("kotori", ["random"], "no"), r"write export\(tefuda.load\('kotori'\), …\)"),
        (lambda: export(KOTORI, "random", "no"), r"write export\(game, \['random'\], …\)"),
        (lambda: league("kotori", ["random", "easy"]), r"write league\(tefuda.load\('kotori'\), …\)"),
        (lambda: league(KOTORI, [first, "easy"]), f"such as '{OWN}:first'"),
        (lambda: match(KOTORI, [Coin(1)], processes=2), f"such as '{OWN}:Coin', or play with processes=1"),
        (lambda: match(KOTORI, [first], ray="auto"), f"others are to play: .* '{OWN}:first'"),
        (lambda: match(KOTORI, [7]), r"7 is not a player: .* or give an object with choose\(state\)"),
    ],
)
def test_wrong_call_names_the_right_one(call: Callable[[], object], expected: str) -> None:
    with pytest.raises(tefuda.BadOption, match=expected):
        call()


def test_player_is_shown_nothing_hidden() -> None:
    """All rotations of a deal are played the same way here, but hidden cards are resampled for each move."""
    worlds = defaultdict[str, set[str]](set)

    def look(state: tefuda.State) -> str:
        worlds[repr(state.view(state.current_player))].add(state.position)
        return state.legal_actions[0]

    match(tefuda.load("llama", players=3, rounds=2), [look], deals=2)
    assert max(map(len, worlds.values())) > 1
