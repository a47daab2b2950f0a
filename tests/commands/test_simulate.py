"""`tefuda simulate`: its counts match the games played, and a seed determines its output."""

import re

import numpy as np
import pytest

from tefuda import cli
from tefuda.commands.simulate import CHUNK, Sample, Simulator
from tefuda.engine.backends import checked
from tefuda.engine.game import load

GAME = load("kotori", players=3)


def total(parts: list[Sample]) -> Sample:
    whole = parts[0]
    for part in parts[1:]:
        whole += part
    return whole


def test_counts_match_games_played_by_the_checked_build() -> None:
    """The checked build, playing the same games, gives the same wins, ranks, lengths and scores."""
    games = 40
    simulator = Simulator(GAME, 3)
    sample = simulator.play(0, games, scored=True)

    build = checked(GAME.rules)
    states, blank, generator = build.workspace(0, games)
    ranks = [[0] * 3 for _ in range(games)]
    lengths = [0] * games
    tables = build.tables(GAME.tables)
    utilities = [[0.0] * 3 for _ in range(games)]
    build.simulate(
        states, blank, tables, generator, 3, GAME.option_values, simulator.seed, games, utilities, ranks, lengths
    )

    assert sample.games == games
    assert sample.decisions == sum(lengths)
    assert sample.lengths.tolist() == [lengths.count(length) for length in range(GAME.build.MAX_STEPS + 1)]
    for seat in range(3):
        assert sample.ranks[seat].tolist() == [[game[seat] for game in ranks].count(rank) for rank in range(4)]
        for sharers in range(3):
            won = [game for game in ranks if game[seat] == 1 and game.count(1) == sharers + 1]
            assert sample.wins[seat, sharers] == len(won)
    assert list(sample.scores) == [tuple(GAME.presentation.scores(state, GAME.tables)) for state in states]
    assert sum(sample.wins[:, 1]) > 0, "no shared wins in the sample"


def test_result_is_independent_of_the_number_of_threads() -> None:
    games = 2 * CHUNK + 123
    one, three = (total(list(Simulator(GAME, 8).run(games, threads))) for threads in (1, 3))
    assert one.games == three.games == games
    assert one.decisions == three.decisions
    assert (one.wins == three.wins).all()
    assert (one.ranks == three.ranks).all()
    assert (one.lengths == three.lengths).all()
    assert sorted(one.scores) == sorted(three.scores)


def test_neighbouring_seeds_give_different_games() -> None:
    seven, eight = (Simulator(GAME, seed).play(0, 2, scored=False).lengths for seed in (7, 8))
    assert (seven != eight).any()
    assert abs(Simulator(GAME, 7).seed - Simulator(GAME, 8).seed) > 1 << 40


def test_random_play_favours_no_seat() -> None:
    """With random players and a random first dealer, every seat wins equally often."""
    sample = Simulator(GAME, 20).play(0, CHUNK, scored=False)
    won = sample.wins @ (1 / np.arange(1, 4)) / CHUNK
    assert won == pytest.approx([1 / 3] * 3, abs=4 * (2 / 9 / CHUNK) ** 0.5)


def output_of(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert cli.main(["simulate", "kotori", *words]) == 0
    caught = capsys.readouterr()
    assert caught.err == "", "progress is for terminals only"
    return caught.out


def test_english_report_is_complete(capsys: pytest.CaptureFixture[str]) -> None:
    printed = output_of(
        capsys, "--games", "25000", "--players", "4", "--seed", "5", "--lang", "en", "--option", "allow_yield=on"
    )
    assert "Kotori Atsume, 4 players: 25,000 random games, seed 5" in printed
    assert "House rule “Yielding”: on" in printed
    estimate = r"(\d+\.\d+) \[(\d+\.\d+), (\d+\.\d+)\]"
    rows = re.findall(rf"^(\d) +{estimate} +{estimate} +{estimate}$", printed, re.MULTILINE)
    assert [row[0] for row in rows] == ["1", "2", "3", "4"]
    for row in rows:
        for value, low, high in zip(row[1::3], row[2::3], row[3::3], strict=True):
            assert float(low) < float(value) < float(high)
    assert sum(float(row[1]) for row in rows) == pytest.approx(100, abs=0.05)
    assert re.search(r"^longest +\d+$", printed, re.MULTILINE)
    assert "Scores are those of the first 20,000 games." in printed
    assert "Wilson" in printed


def test_same_seed_prints_the_same_report(capsys: pytest.CaptureFixture[str]) -> None:
    def report_without_speed() -> str:
        return (
            output_of(capsys, "--games", "500", "--seed", "11", "--lang", "en").rpartition("\n")[0].rpartition("\n")[0]
        )

    assert report_without_speed() == report_without_speed()


def test_random_seed_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    first, second = (
        re.search(r"seed (\d+)", output_of(capsys, "--games", "2", "--lang", "en")).group(1) for _ in range(2)
    )
    assert first != second


def test_japanese_report_contains_no_english(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "ja_JP.UTF-8")
    printed = output_of(capsys, "--games", "200")
    assert "ことりあつめ（2人）：ランダムなゲーム200回" in printed
    assert "ハウスルール「番をゆずる」：なし" in printed
    assert "勝率" in printed
    assert not re.search("[a-z]{4}", printed), "an English word is left"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["poker"], "no game 'poker'; there are "),
        (["kotori", "--players", "5"], "kotori takes 2 to 4 players, not 5"),
        (["kotori", "--games", "0"], "--games takes 2 to 10000000000, not 0"),
        (["kotori", "--seed", "-1"], "--seed takes 0 to 2**62 - 1, not -1"),
        (["kotori", "--option", "joker"], "kotori has no option 'joker'; it has allow_yield"),
        (["kotori", "--option", "allow_yield=2"], "option allow_yield of kotori takes true or false, not 2"),
        (["kotori", "--option", "allow_yield=perhaps"], "--option takes NAME=VALUE with an integer, on or off"),
        (["kotori", "--option", "players=3"], "players is not a house rule: use --players 3"),
        (["kotori", "--cards", "no-such-file.toml"], "no-such-file.toml: cannot be read"),
    ],
)
def test_invalid_option_gives_one_line_error(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["simulate", *words]) == 2
    caught = capsys.readouterr()
    assert caught.out == ""
    assert caught.err.startswith("tefuda: ")
    assert message in caught.err
    assert len(caught.err.splitlines()) == 1
