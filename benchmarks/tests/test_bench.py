"""`tefuda bench`: its C reference plays the same games, its figures are printed, and errors are one line."""

import inspect
import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from benchmarks import c_reference, openspiel, timing
from benchmarks.tests.output import output_of
from harness.contract.cases import in_ci, large
from tefuda import cli
from tefuda.bots.players import search_build
from tefuda.commands import UsageError, bench
from tefuda.engine.build_cache import cache_root
from tefuda.engine.game import game_slugs, load

GAME = load("kotori", players=4)
NEEDS_C = pytest.mark.skipif(c_reference.compiler() is None, reason="no C compiler here")


@NEEDS_C
def test_c_reference_plays_the_same_games() -> None:
    """Record, seats, choices, information keys, results and number of decisions are equal for every seed."""
    c = c_reference.CReference(str(c_reference.compiler()), GAME)
    assert c.state_size == GAME.build.State.dtype.itemsize
    build = search_build(GAME.package, "compiled")
    workspace = build.workspace(0)
    tables = build.tables(GAME.tables)
    options = np.array(GAME.option_values, np.int64)
    for players in (2, 3, 4):
        for allow_yield in (0, 1):
            options[0] = allow_yield
            states, blank, generator = workspace
            for seed in (1, 12_345, (1 << 61) - 1):
                arguments = (states, blank, tables, generator, players, options, seed, 200)
                assert build.trace(*arguments) == c.trace(players, allow_yield, seed, 200)
                assert build.playouts(*arguments) == c.playouts(players, allow_yield, seed, 200)


def test_contenders_alternate_and_never_repeat_a_seed() -> None:
    calls: list[tuple[str, int]] = []

    def contender(name: str, amount: int) -> int:
        calls.append((name, amount))
        return sum(range(10_000))  # some CPU time

    seeds = timing.fresh_seeds()
    measured = timing.side_by_side(3, seeds, lambda seed: contender("a", seed), lambda seed: contender("b", seed))
    assert [name for name, _ in calls] == ["a", "b", "a", "b", "b", "a", "a", "b"]
    starts = sorted(seed for _, seed in calls)
    assert all(after - before >= timing.SEEDS_A_TURN for before, after in pairwise(starts))
    assert [len(one.rates) for one in measured] == [3, 3]


def test_ratio_is_the_median_of_the_rounds() -> None:
    """A round on a slow machine counts as much as any other."""
    ours, theirs = timing.Measured([10, 2, 30]), timing.Measured([5, 1, 10])
    assert ours.median == 10
    assert ours.against(theirs) == 2


@large
def test_bench_prints_all_figures(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Except the starts of new processes, which would compile for a minute."""
    from benchmarks import speed

    monkeypatch.setattr(speed, "first_use", lambda starts: print(f"starts: {starts}"))
    printed = output_of(capsys, "--repeat", "1", "--brief")
    for slug in game_slugs():
        fewest, most = load(slug).description.players
        for players in range(fewest, most + 1):
            assert (
                len(re.findall(rf"^{slug}, random play, {players} players +\d+\.\d M steps/s", printed, re.MULTILINE))
                == 1
            )
    assert re.search(r"leduc, random play +[\d,]+ k games/s", printed)
    assert re.search(r"leduc, ISMCTS of 10,000 +[\d,]+ k sims/s", printed)
    assert re.search(r"copies of a state +[\d,]+ M copies/s", printed)
    assert re.search(r"checked build, 4 players +\d+ k steps/s", printed)
    assert printed.endswith("starts: 1\n")
    verdicts = re.findall(r"([\d.]+) times; target ([\d.]+): (reached|MISSED)", printed)
    beside_c = printed.count("C, -O3: ")
    assert len(verdicts) == beside_c + 2 * openspiel.available()
    assert beside_c == (3 if c_reference.compiler() is not None else 0), "kotori alone has a C reference"
    for ratio, target, verdict in verdicts:
        assert verdict == ("reached" if float(ratio) >= float(target) else "MISSED") or ratio == target


def test_bench_of_batches_judges_them_with_and_without_observations(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from benchmarks import vector

    monkeypatch.setattr(vector, "DECISIONS", 640)
    printed = output_of(capsys, "vector", "--game", "kotori", "--games", "64", "--repeat", "1")
    for players in (2, 3, 4):
        verdict = r" +\d+\.\d M steps/s +kernel: \d+\.\d M steps/s +\d+\.\d\d times; target 0\.6: (reached|MISSED)\n"
        gains = r"(    2 threads( with observations)? +\d+\.\d\d times one .*\n){2}"
        assert re.search(
            rf"^kotori, {players} players, batch{verdict}    with observations{verdict}{gains}", printed, re.MULTILINE
        )


@large
def test_missing_compiler_and_openspiel_are_reported(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from benchmarks import speed

    monkeypatch.setattr(speed, "first_use", lambda _: None)
    monkeypatch.setattr(c_reference, "compiler", lambda: None)
    monkeypatch.setattr(openspiel, "available", lambda: False)
    printed = output_of(capsys, "speed", "--repeat", "1", "--brief")
    assert "C: no compiler here" in printed
    assert re.search(r"kotori, random play, 4 players +\d+\.\d M steps/s", printed), "measured without C as well"
    assert printed.count("OpenSpiel is not installed") == 2
    assert "pip install 'tefuda[openspiel]'" in printed


@in_ci
def test_new_process_loads_compiled_code() -> None:
    """Uses this machine's cache: with a cold cache it would take a minute."""
    from benchmarks import speed

    root = cache_root()
    assert root is not None
    played, searched = speed._first_use(str(root.parent))
    assert 0 < played < searched


@pytest.mark.skipif(
    sys.platform == "darwin" and not openspiel.available(), reason="OpenSpiel has no wheels for Macs with Intel"
)
def test_openspiel_plays_the_same_leduc() -> None:
    from tefuda.engine.game import open_game

    openspiel.OpenSpiel().assert_same_game(open_game("harness.fixtures.leduc"), 1, 200)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--repeat", "0"], "--repeat takes at least 1, not 0"),
        (["bots", "poker"], "no game 'poker'; there are "),
        (["bots", "kotori", "--players", "5"], "kotori takes 2 to 4 players, not 5"),
        (["bots", "kotori", "--level", "genius"], "no level 'genius' to measure; there are "),
        (["bots", "kotori", "--deals", "1"], "--deals is at least 2, not 1"),
    ],
)
def test_invalid_option_gives_one_line_error(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["bench", *words]) == 2
    caught = capsys.readouterr()
    assert caught.err.startswith("tefuda: ")
    assert message in caught.err
    assert len(caught.err.splitlines()) == 1


@pytest.mark.parametrize("words", [[], ["speed"], ["bots", "kotori", "--deals", "2"]])
def test_installed_package_reports_missing_benchmarks(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench, "CHECKOUT", tmp_path)
    with pytest.raises(UsageError, match="the benchmarks are part of a checkout, not of an installed package"):
        bench.benchmarks()(words, result_action="return_value")


def test_every_benchmark_describes_each_option() -> None:
    for name in bench.BENCHMARKS:
        described = inspect.getdoc(bench.bench[name].default_command)
        arguments = bench.bench[name].assemble_argument_collection()
        options = [one for one in arguments if one.parameter.parse is not False]
        named = [one.field_info.name for one in options if not one.parameter.help]
        assert [option for option in named if f"\n{option}: " not in described] == [], name


def test_c_reference_compiles_without_warnings(tmp_path: Path) -> None:
    compiler = c_reference.compiler()
    if compiler is None:
        pytest.skip("no C compiler here")
    command = [compiler, "-O2", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", str(c_reference.SOURCE)]
    assert subprocess.run(command, cwd=tmp_path).returncode == 0
