"""What-if studies: what they measure, that they can be repeated, and their report."""

import re
from pathlib import Path

import numpy as np
import pytest

import tefuda
from tefuda.bots.logged_games import STATES
from tefuda.cli import main
from tefuda.lab.games import Task, play, seeds_of
from tefuda.lab.intervals import Estimate
from tefuda.lab.measures import difference, joined, measures, sample
from tefuda.lab.players import player_name
from tefuda.lab.report import write_report
from tefuda.lab.sweep import Study, sweep, variants_of

FEW = {"random": 40, "search:5": 4}


def study(seed: int = 1, processes: int = 1) -> Study:
    return sweep(
        "kotori",
        players=3,
        vary={"field_cards": [3, 4]},
        seed=seed,
        processes=processes,
        games=FEW,
        skill_deals=0 if processes > 1 else 2,
    )


@pytest.fixture(scope="module")
def small() -> Study:
    return study()


def figures(study: Study) -> list[Estimate]:
    return [one for variant in study.variants for games in variant.games.values() for one in games.estimates.values()]


def test_study_can_be_repeated(small: Study) -> None:
    again = study()
    assert figures(small) == figures(again)
    assert [variant.skill for variant in small.variants] == [variant.skill for variant in again.variants]
    assert figures(small) != figures(study(seed=2))


def test_more_birds_make_a_shorter_game(small: Study) -> None:
    three, four = (variant.games["random"].estimates for variant in small.variants)
    assert four["length"].high < three["length"].low


def test_measures_are_those_of_the_games() -> None:
    game = tefuda.load("kotori", players=3)
    name = player_name("random", game)
    seeds = [seeds_of(3, number, 0) for number in range(6)]
    task = Task(game, ((name,) * 3,) * 6, tuple(one for one, _ in seeds), tuple(two for _, two in seeds), STATES)
    played, facts = play(task), sample(task)
    behind = first = 0.0
    for number, (begin, end) in enumerate(zip(played.firsts, played.ends, strict=True)):
        state = game.start(task.seeds[number])
        starter, dealer = state.current_player, state.view().roles["dealer"]
        assert (facts.firsts[number], facts.dealers[number]) == (starter, dealer)
        moves = [int(chosen) for chosen in played.log.rows[begin:end, 1]]
        assert facts.lengths[number] == len(moves)
        choices = options = 0
        for place, move in enumerate(moves):
            if place == (begin + end) // 2 - begin:
                halfway = game.presentation.scores(state.full_state, game.tables)
            choices += len(state.legal_actions) > 1
            options += len(state.legal_actions)
            state.play(move)
        assert (facts.choices[number], facts.options[number]) == (choices, options)
        assert tuple(facts.scores[number]) == state.scores
        assert list(facts.halfway[number]) == halfway
        winners = [seat for seat in range(3) if state.ranking[seat] == 1]
        behind += sum(halfway[seat] < max(halfway) for seat in winners) / len(winners)
        first += (starter in winners) / len(winners)
    found = measures(facts)
    assert found["comeback"].value == pytest.approx(behind / 6)
    assert found["first"].value == pytest.approx(first / 6)
    assert found["length"].value == pytest.approx(facts.lengths.mean())
    assert sum(found[f"seat-{seat}"].value for seat in (1, 2, 3)) == pytest.approx(1)
    twice = measures(joined([facts, facts]))
    assert twice["margin"].value == found["margin"].value
    assert twice["options"].high - twice["options"].low < found["options"].high - found["options"].low


def test_difference_has_the_interval_of_independent_samples() -> None:
    assert difference(Estimate(5, 2, 8), Estimate(1, -3, 5)) == Estimate(4, -1, 9)
    assert np.isclose(difference(Estimate(1, 1, 1), Estimate(1, 1, 1)).value, 0)


def test_report_is_one_file_with_all_figures_and_equal_for_equal_studies(small: Study, tmp_path: Path) -> None:
    write_report(small, tmp_path / "one.html", "en")
    write_report(study(), tmp_path / "two.html", "en")
    page = (tmp_path / "one.html").read_text(encoding="utf-8")
    assert page == (tmp_path / "two.html").read_text(encoding="utf-8")
    assert "<h1>Kotori Atsume, 3 players: what if? (seed 1)</h1>" in page
    own = re.sub(r"<script.*?</script>", "", page, flags=re.DOTALL)
    assert not re.search(r"<(script|link|img)|url\(|@import", own)
    assert not re.search(r"<script[^>]+(src|href)", page)
    length = small.variants[1].games["random"].estimates["length"]
    assert f"{length.value:.2f} <span" in page
    assert own.count("<table>") == len(FEW) + 1


def test_command_prints_a_study_in_both_languages(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["lab", "sweep", "kotori", "--vary", "allow-yield=off,on", "--effort", "0.02", "--seed", "3"]
    assert main([*arguments, "--processes", "1", "--lang", "ja"]) == 0
    japanese = capsys.readouterr().out
    assert japanese.startswith("ことりあつめ（2人）：")
    assert "allow_yield=0" in japanese
    assert main([*arguments, "--processes", "1", "--lang", "en"]) == 0
    english = capsys.readouterr().out
    assert re.findall(r"\d+\.\d+", english) == re.findall(r"\d+\.\d+", japanese)


def test_house_rules_constants_and_cards_vary_together() -> None:
    found = variants_of("kotori", {"allow_yield": [0, 1], "field_cards": [2, 3]}, players=2)
    assert [name for name, _ in found][1:3] == ["allow_yield=0, field_cards=3", "allow_yield=1, field_cards=2"]
    assert [(game.options["allow_yield"], game.constants) for _, game in found][2:] == [
        (1, {"field_cards": 2}),
        (1, {}),
    ]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["--vary", "beaks=1,2"], "no constant 'beaks'"),
        (["--vary", "field_cards=3,9"], "from 2 to 6, not 9"),
        (["--vary", "field_cards=3,x"], "takes integers, on or off"),
        (["--vary", "field_cards"], "NAME=VALUE,VALUE"),
        (["--vary", "field_cards=3,3"], "same name"),
        (["--vary", "cards=/no/such.toml"], "such.toml"),
        (["--effort", "0"], "--effort takes 0.02 to 1000"),
    ],
)
def test_mistakes_are_explained(words: list[str], expected: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "sweep", "kotori", *words]) == 2
    assert expected in capsys.readouterr().err
