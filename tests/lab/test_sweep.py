"""What-if studies: what they measure, that they can be repeated, and their report."""

import json
import re
import shlex
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tefuda
from harness.contract.cases import some_or_all
from tefuda.bots.logged_games import STATES
from tefuda.cli import main
from tefuda.engine.game_record import table_digest
from tefuda.engine.localization import localizer
from tefuda.lab import Games, Study, sweep, sweeps, write_report
from tefuda.lab.games import play, task_of
from tefuda.lab.intervals import Estimate, share, student
from tefuda.lab.matches import first_places
from tefuda.lab.measures import Measure, difference, differences, joined, measures, sample
from tefuda.lab.players import player_name
from tefuda.lab.report import WORDS, about, population, rows, skill_row
from tefuda.lab.sweeps import variants_of
from tests.lab.own_players import first

OWN = "tests.lab.own_players"
MEASURED = [
    ("kotori", "dealer", 6),
    ("kotodama", "turn", 2),
    ("llama", "dealer", 2),
    ("tezuma", "start", 2),
    ("doutotsu", "first", 2),
]
FEW = {"random": 40, "search:5": 4}


def study(seed: int = 1, on_progress: Callable[[int, int], None] | None = None) -> Study:
    return sweep(
        "kotori",
        players=3,
        vary={"field_cards": [3, 4]},
        seed=seed,
        games=FEW,
        skill_deals=2,
        on_progress=on_progress,
    )


@pytest.fixture(scope="module")
def small() -> Study:
    return study()


@pytest.fixture(scope="module")
def page(small: Study, tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the report of that study."""
    file = tmp_path_factory.mktemp("report") / "study.html"
    write_report(small, file)
    return file.read_text(encoding="utf-8")


def figures(study: Study) -> list[Estimate]:
    return [one for variant in study.variants for games in variant.games.values() for one in games.estimates.values()]


def test_dealer_is_measured_in_the_games_that_have_one(small: Study) -> None:
    facts = small.variants[0].games["random"].facts
    starters = facts.starters.copy()
    starters[:10] = -1
    some, none = (measures(replace(facts, starters=one)) for one in (starters, np.full(len(facts), -1)))
    wins = first_places(facts.ranks)[np.arange(10, len(facts)), facts.starters[10:]]
    assert some["dealer"] == share(float(wins.sum()), len(facts) - 10)
    assert "dealer" not in none


def test_study_can_be_repeated(small: Study) -> None:
    told: list[tuple[int, int]] = []
    again = study(on_progress=lambda done, of: told.append((done, of)))
    assert figures(small) == figures(again)
    assert told == [(done, 100) for done in (40, 80, 84, 88, 94, 100)]  # at last two deals from three seats
    assert [variant.skill for variant in small.variants] == [variant.skill for variant in again.variants]
    assert figures(small) != figures(study(seed=2))


def test_more_birds_make_a_shorter_game(small: Study) -> None:
    three, four = (variant.games["random"].estimates for variant in small.variants)
    assert four["length"].high < three["length"].low


@pytest.mark.parametrize(
    ("slug", "role", "games"),
    some_or_all(MEASURED[:1], MEASURED),
)
def test_measures_are_those_of_the_games(slug: str, role: str, games: int) -> None:
    """Replay random games on the checked build; the view names the dealer or start player by its role."""
    short = {"llama": {"rounds": 3}, "doutotsu": {"most_games": 2}}
    game = tefuda.load(slug, players=2 if slug == "kotodama" else 3, **short.get(slug, {}))
    seats = range(game.num_players)
    name = player_name("random", game)
    lineups = [(name,) * len(seats)] * games
    task = task_of(game, lineups, 3, [(number, 0) for number in range(games)], keep=STATES)
    played, facts = play(task), sample(task)
    behind = first = started = 0.0
    for number, (begin, end) in enumerate(zip(played.firsts, played.ends, strict=True)):
        state = game.start(task.seeds[number], events=False)
        decider, starter = state.current_player, None
        moves = [int(chosen) for chosen in played.log.rows[begin:end, 1]]
        choices = options = 0
        for place, move in enumerate(moves):
            if place == (begin + end) // 2 - begin:
                halfway = game.presentation.scores(state.full_state, game.tables)
            if starter is None:
                starter = state.view().roles.get(role)
            choices += len(state.legal_actions) > 1
            options += len(state.legal_actions)
            state.play(move)
        assert (facts.firsts[number], facts.starters[number]) == (decider, starter)
        assert (facts.lengths[number], facts.choices[number], facts.options[number]) == (len(moves), choices, options)
        assert tuple(facts.scores[number]) == state.scores
        assert list(facts.halfway[number]) == halfway
        winners = [seat for seat in seats if state.ranking[seat] == 1]
        behind += sum(halfway[seat] < max(halfway) for seat in winners) / len(winners)
        first += (decider in winners) / len(winners)
        started += (starter in winners) / len(winners)
    found = measures(facts)
    assert found["comeback"].value == pytest.approx(behind / games)
    assert found["first"].value == pytest.approx(first / games)
    assert found["dealer"].value == pytest.approx(started / games)
    assert found["length"].value == pytest.approx(facts.lengths.mean())
    assert sum(found[f"seat-{seat + 1}"].value for seat in seats) == pytest.approx(1)
    twice = measures(joined([facts, facts]))
    assert twice["margin"].value == found["margin"].value
    assert twice["options"].high - twice["options"].low < found["options"].high - found["options"].low


def test_difference_has_the_interval_of_independent_samples() -> None:
    assert difference(Estimate(5, 2, 8), Estimate(1, -3, 5)) == Estimate(4, -1, 9)
    assert difference(Estimate(5, 2, 5), Estimate(1, 1, 5)) == Estimate(4, -1, 4)  # each side by its own
    assert np.isclose(difference(Estimate(1, 1, 1), Estimate(1, 1, 1)).value, 0)


def test_variants_are_compared_game_by_game(small: Study) -> None:
    """Where games go alike, so does their luck, and the intervals of differences are narrow."""
    one, other = (variant.games["random"].facts for variant in small.variants)
    found = differences(other, one)
    margins = [np.diff(np.sort(facts.scores))[:, -1] for facts in (one, other)]
    for name, each in ("length", other.lengths - one.lengths), ("margin", margins[1] - margins[0]):
        reach = student(len(each) - 1) * each.std(ddof=1) / len(each) ** 0.5
        assert found[name] == pytest.approx((each.mean(), each.mean() - reach, each.mean() + reach))
    same, alone = differences(one, one), measures(one)
    assert [same[name].high for name in ("length", "options", "score", "margin")] == pytest.approx([0] * 4, abs=1e-6)
    assert same["seat-1"].high < (alone["seat-1"].high - alone["seat-1"].low) / 4  # independent: 0.7 times


def test_small_difference_between_like_games_is_marked(small: Study) -> None:
    base = small.variants[0]
    facts = base.games["random"].facts
    longer = replace(facts, lengths=facts.lengths + np.arange(len(facts)) % 2)
    games = {"random": Games("random", longer, measures(longer))}
    alike = replace(small, variants=(base, replace(base, name="longer", games=games)))
    marked = [cells[1][2] for _, cells in rows(alike, "random", localizer("en", WORDS))]
    assert marked == [name in ("length", "options") for name in base.games["random"].estimates]


@pytest.mark.parametrize("games", [20, 60])
@pytest.mark.parametrize("alike", [0.0, 0.5, 0.9])
def test_difference_of_paired_shares_has_95_percent_coverage(games: int, alike: float) -> None:
    """A share of 1/3 and one of 1/2, which go alike so often."""
    dice, covered, samples = np.random.Generator(np.random.PCG64(1)), 0, 2000
    for _ in range(samples):
        first, second = dice.random((2, games))
        second = np.where(dice.random(games) < alike, first, second)
        one, other = (
            Measure((luck < chance).astype(float), np.ones(games), is_share=True)
            for luck, chance in ((first, 1 / 3), (second, 1 / 2))
        )
        found = difference(one.estimate(), other.estimate(), one.correlation(other))
        covered += found.low <= -1 / 6 <= found.high
    assert 0.935 < covered / samples < 0.985


def test_report_is_one_file_with_all_figures_and_equal_for_equal_studies(
    small: Study, page: str, tmp_path: Path
) -> None:
    write_report(study(), tmp_path / "again.html")
    assert page == (tmp_path / "again.html").read_text(encoding="utf-8")
    assert "<h1>Kotori Atsume, 3 players: what if? (seed 1)</h1>" in page
    own = re.sub(r"<script.*?</script>", "", page, flags=re.DOTALL)
    assert not re.search(r"<(script|link|img)|url\(|@import", own)
    assert not re.search(r"<script[^>]+(src|href)", page)
    length = small.variants[1].games["random"].estimates["length"]
    assert f"{length.value:.2f} <span" in page
    assert own.count("<table>") == len(FEW) + 1


def plotted(page: str) -> list[dict[str, Any]]:
    """Return all values of the plots of a report."""
    (spec,) = re.findall(r"(?:const|var|let) spec = (\{.*\});?\n", page)

    def values(part: Any) -> list[dict[str, Any]]:
        parts = part.values() if isinstance(part, dict) else part if isinstance(part, list) else ()
        own = part.get("data", {}).get("values", []) if isinstance(part, dict) else []
        return [*own, *(value for inner in parts for value in values(inner))]

    return values(json.loads(spec))


def test_plots_hold_what_was_found(small: Study, page: str) -> None:
    found = plotted(page)
    for variant in small.variants:
        for player, among in (("random", "Random players"), ("search:5", "Searching players (5 simulations)")):
            games = variant.games[player]
            mine = [value for value in found if (value["variant"], value["among"]) == (variant.name, among)]
            points = {value["measure"]: value for value in mine if "measure" in value}
            assert len(points) == 3 + 2 + 3  # the seats; first, dealer; length, margin, comeback
            for measure, name, factor in (
                ("First places of seat 2, %", "seat-2", 100),
                ("First places of the dealer or start player, %", "dealer", 100),
                ("Decisions in a game", "length", 1),
                ("Won from behind at half of the decisions, %", "comeback", 100),
            ):
                point, estimate = points[measure], games.estimates[name]
                assert [point["value"], point["low"], point["high"]] == pytest.approx([factor * x for x in estimate])
            shares = [value["share"] for value in mine if "share" in value]
            assert sum(shares) == pytest.approx(200, abs=0.1)  # lengths and scores, 100 % each
        assert variant.skill.value == pytest.approx(variant.skill_by_deal.mean())
        (point,) = (value for value in found if value["variant"] == variant.name and value["among"] == "")
        assert [point["value"], point["low"], point["high"]] == pytest.approx(list(variant.skill), abs=1e-6)


def test_report_says_how_to_repeat_the_study(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What is the same in all variants is said, and the command of the report gives the report again."""
    command = ["lab", "sweep", "kotori", "--vary", "field_cards=3,4", "--players", "3", "--option", "allow_yield=1"]
    command += ["--constant", "rebuilds=2", "--effort", "0.02", "--skill", "search:9,random", "--seed", "6"]
    command += ["--processes", "1", "--lang", "en"]
    assert main([*command, "--report", str(tmp_path / "study.html")]) == 0
    printed = capsys.readouterr().out
    listed = dict(re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", (tmp_path / "study.html").read_text(encoding="utf-8")))
    assert listed["In all variants"] == "allow_yield=1, rebuilds=2"
    assert listed["Cards"] == f"the game’s own (SHA-256 {table_digest(tefuda.load('kotori').tables)})"
    assert listed["Players"] == (
        "random: 40 games; heuristic: 2 games; search:50: 6 games; one search:9 among random: 2 deals"
    )
    assert listed["Versions"] == f"Tefuda {tefuda.__version__}, rules of kotori version 1"
    tefuda_, *again = shlex.split(listed["To repeat it"])
    assert tefuda_ == "tefuda"
    assert main([*again, "--processes", "1", "--lang", "en"]) == 0
    assert printed.startswith(capsys.readouterr().out)  # then it names the file of the report
    assert all(f"{name}: {value}\n" in printed for name, value in listed.items())


def test_study_of_ones_own_games_names_the_call_in_python(small: Study, tmp_path: Path) -> None:
    said = dict(about(small, localizer("en", WORDS)))["To repeat it"]
    again: Study = eval(said, {"sweep": sweep})  # noqa: S307
    assert figures(again) == figures(small)
    cards = tmp_path / "mine.toml"
    cards.write_text((tefuda.load("kotori").folder / "cards.toml").read_text(encoding="utf-8"), encoding="utf-8")
    both = sweep("kotori", vary={"cards": [None, cards]}, games={f"{OWN}:first": 2}, skill_deals=0)
    japanese = localizer("ja", WORDS)
    assert [value.partition(" (")[0] for name, value in about(both, japanese) if name == "カード"] == [
        "ゲーム既定",
        str(cards),
    ]
    assert [population(player, japanese) for player in both.variants[0].games] == [f"全席が {OWN}:first"]


def test_study_may_have_one_variant_only(tmp_path: Path) -> None:
    alone = sweep("kotori", vary={}, games={"random": 4}, skill_deals=0)
    write_report(alone, tmp_path / "alone.html")
    again: Study = eval(dict(about(alone, localizer("en", WORDS)))["To repeat it"], {"sweep": sweep})  # noqa: S307
    assert figures(again) == figures(alone)


def test_skill_that_differs_deal_by_deal_is_marked(small: Study) -> None:
    one, two = small.variants
    luck = np.linspace(-1, 0.8, 20)
    small_gain = 0.1 + 0.05 * np.sin(np.arange(20))
    for gain, expected in ((small_gain, True), (luck[::-1] - luck + small_gain, False)):
        variants = replace(one, skill_by_deal=luck), replace(two, skill_by_deal=luck + gain)
        assert [other for _, _, other in skill_row(replace(small, variants=variants))] == [False, expected]


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
    assert [name for name, _, _ in found][1:3] == ["allow_yield=0, field_cards=3", "allow_yield=1, field_cards=2"]
    assert [(game.options["allow_yield"], game.constants) for _, game, _ in found][2:] == [
        (1, {"field_cards": 2}),
        (1, {}),
    ]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["--vary", "beaks=1,2"], "no house rule or constant 'beaks'"),
        (["--vary", "field_cards=3,9"], "from 2 to 6, not 9"),
        (["--vary", "field_cards=3,x"], "takes integers, on or off"),
        (["--vary", "field_cards"], "NAME=VALUE,VALUE"),
        (["--vary", "field_cards=3,3"], "same name"),
        (["--vary", "cards=/no/such.toml"], "such.toml"),
        (["--effort", "0"], "effort takes a number from 0.02 to 1000, not 0"),
        (["--seed", "-1"], "seed takes an integer from 0"),
        (["--timeout", "0"], "timeout takes a number from 0.001 to 86400"),
        (["--report", "/no/such/folder.html"], "/no/such/folder.html cannot be written: No such file or directory"),
        (["--report", str(Path(__file__).parent)], "cannot be written: Is a directory"),
        (["--skill", "hard"], "--skill takes STRONGER,WEAKER"),
    ],
)
def test_mistakes_are_explained_before_a_game_is_played(
    words: list[str], expected: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sweeps, "in_order", None)
    assert main(["lab", "sweep", "kotori", *words]) == 2
    assert expected in capsys.readouterr().err


@pytest.mark.parametrize(
    ("wrong", "expected"),
    [
        ({"vary": {"field_cards": 3}}, r"write vary=\{'field_cards': \[3\]\}"),
        ({"vary": {"cards": "mine.toml"}}, r"write vary=\{'cards': \['mine.toml'\]\}"),
        ({"slug": "tezuma", "vary": {"hand": [0, 2]}}, "the same number of players, not hand=0 with 3, hand=2 with 2"),
        (
            {"vary": {"field_card": [3]}},
            "no house rule or constant 'field_card'; it has allow_yield, field_cards, rebuilds",
        ),
        ({"vary": ["field_cards"]}, r"such as \{'field_cards': \[3, 4\]\}, not \['field_cards'\]"),
        ({"vary": {}, "games": 100}, r"such as \{'random': 100\}, not 100"),
        ({"vary": {}, "games": {first: 100}}, rf"such as '{OWN}:first'"),
        ({"vary": {}, "games": {"random": "5"}}, "games of random takes an integer from 2 to 100000000, not '5'"),
        ({"vary": {}, "seed": -3, "skill_deals": 0}, "seed takes an integer"),
        ({"vary": {}, "effort": "x"}, "effort takes a number"),
        ({"vary": {}, "skill": ("random",)}, r"skill takes two different players, .* not \('random',\)"),
        ({"vary": {}, "skill": (first, "random")}, rf"such as '{OWN}:first'"),
        ({"vary": {}, "skill_deals": 1}, r"skill_deals \(0: skill is not measured\) takes an integer from 2"),
        (
            {"slug": tefuda.load("kotori", players=3, constants={"rebuilds": 2}), "vary": {}},
            r"sweep\('kotori', players=3, options=\{'allow_yield': 0\}, constants=\{'rebuilds': 2\}, …\)",
        ),
    ],
)
def test_wrong_call_names_the_right_one(wrong: dict[str, Any], expected: str) -> None:
    with pytest.raises(tefuda.BadOption, match=expected):
        sweep(**{"slug": "kotori", **wrong})


def test_report_takes_a_study_and_a_path(small: Study) -> None:
    with pytest.raises(tefuda.BadOption, match=r"write write_report\(sweep\(…\), file\)"):
        write_report("x", "x.html")
    with pytest.raises(tefuda.BadOption, match="the path of a file or folder is a text, not 5"):
        write_report(small, 5)
