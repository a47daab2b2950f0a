"""The card file of てづま師: its content, replacements, and errors of invalid files."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

import pytest

import tefuda
from tefuda.engine.state import State
from tefuda.engine.view import Text
from tefuda.games.tezuma.cards import load
from tests.games.asking import changed_cards, clause_against
from tests.games.tezuma.builders import play, scene

OWN = Path(tefuda.__file__).parent / "games/tezuma/cards.toml"


changed = partial(changed_cards, "tezuma")


def test_every_entry_is_marked_as_a_reconstruction() -> None:
    own = load()
    assert len(own.reconstructed) == len(own.entries) == 2 + 3 + 6 + 10
    facts = {str(entry) for entry in own.entries if "fact" in entry.values["source"]}
    assert facts == {"table 1", "ability 1a", "ability 2a", "ability 3a"}


def test_rules_page_lists_the_reconstructed_cards() -> None:
    game = tefuda.load("tezuma")
    for language, word in (("ja", "復元"), ("en", "reconstruction")):
        book = game.rulebook(language)
        clauses = [
            clause for clause in book.clauses.values() if clause.section.startswith("7.") and word in clause.text
        ]
        assert [clause.id for clause in clauses] == [f"T7.{number}" for number in (2, 4, 6, 7, 8, 9, 10)]
        costs = {
            id: re.search(r"[（,] ?(\d)", clause.text) for id, clause in book.clauses.items() if id.startswith("T7.")
        }
        ids = ("1a", "1b", "2a", "2b", "3a", "3b", "4a", "4b", "5a", "5b")
        for number, entry in zip(range(1, 11), ids, strict=True):
            found = costs[f"T7.{number}"]
            assert found is not None
            own = next(one for one in load().entries if one.table == "ability" and one.values["id"] == entry)
            assert int(found[1]) == own.values["cost"], "the rulebook names the cost that the card has"


@pytest.mark.clause("T1.3")
def test_table_one_gives_six_points_for_four_tricks() -> None:
    tables = load().tables.values()
    assert tables["points"][4] == 6  # type: ignore[index]


# ------------------------------------------------------------ other cards


def start(file: Path, players: int = 4, seed: int = 1) -> State:
    return tefuda.load("tezuma", players=players, cards=file).start(seed=seed)


def test_costs_names_and_points_can_be_replaced(tmp_path: Path) -> None:
    file = changed(
        tmp_path,
        ('cost = 1\nwith = "number"\nwhen = "any"\nplus = 2', 'cost = 3\nwith = "number"\nwhen = "any"\nplus = 5'),
        ("呑馬術", "うまのみ"),
        ("points = [0, 2, 4, 5, 6, 7, 8, 8]", "points = [1, 2, 3]"),
    )  # fmt: skip
    game = tefuda.load("tezuma", cards=file)
    assert game.card_text("ability-1a").name == Text("うまのみ", "Swallowing a Horse")
    assert game.card_text("table-1").text == Text(
        "1 2 3+（左から0、1、2…トリックの点）", "1 2 3+ (points for 0, 1, 2 … tricks)"
    )
    states = [start(file, seed=seed) for seed in range(20)]
    labels = {
        choice.action: state.game.say(choice.label)
        for state in states
        for choice in state.view(state.current_player).choices
    }
    assert labels["ability-1a"] == "take Swallowing a Horse (number + 5, 3 ohajiki)"
    assert labels["table-1"] == "take score table 1 (1 2 3)"


def test_an_ability_may_do_several_things_at_once(tmp_path: Path) -> None:
    """An umbrella out of nowhere that also swallows a horse: the suit is settled before the number."""
    file = changed(tmp_path, ("counts_as_led = true", "counts_as_led = true\nplus = 2"))
    own, both = tefuda.load("tezuma", players=4), tefuda.load("tezuma", players=4, cards=file)
    position = scene(["b7", "u6", "b8", "b5"], abilities={1: "4b"}).position
    for game, wins in ((own, 2), (both, 1)):
        state = game.position(position, seed=1)
        play(state, "b7 u6! b8 b5")
        assert state.current_player == wins
    state = both.position(position, seed=1)
    play(state, "b7 u6!")
    assert state.view().counter("counts-as", 1) == 8
    assert state.view().roles["winning"] == 1


def test_card_file_may_have_more_cards_than_the_default(tmp_path: Path) -> None:
    extra = """
[[ability]]
id = "6b"
name_ja = "扇"
name_en = "Fan"
text_ja = "番号を3増やす。"
text_en = "3 more."
cost = 2
with = "card"
when = "led"
plus = 3
provenance = "fact"
source = "a box of our own"
"""
    file = changed(tmp_path, ("spare = 1", "spare = 2"))
    file.write_text(file.read_text(encoding="utf-8").replace("spare = 1", "spare = 2") + extra, encoding="utf-8")
    state = start(file)
    assert (state.view().zone("tables").count, state.view().zone("abilities").count) == (6, 6)
    assert "ability-6b" in state.legal_actions, "a card with a single side lies with that side up"


def test_tricks_needed_to_recover_a_costly_trick() -> None:
    regain = tefuda.load("tezuma").tables.regain
    assert regain[1].values()[:6] == [13, 13, 13, 13, 13, 0], "few tricks: never, and where there is nothing to lose, 0"
    assert regain[3].values()[:8] == [4, 0, 2, 0, 2, 0, 0, 0], "6 1 6 1 7 1 9 9"
    assert not any(regain[4].values()), "many tricks: none costs points"


@pytest.mark.clause("T7.7", "T6.2")
def test_costs_can_be_replaced_by_those_of_the_printed_game(tmp_path: Path) -> None:
    file = changed(tmp_path, ('cost = 4\nwith = "none"', 'cost = 2\nwith = "none"'))
    game = tefuda.load("tezuma", players=4, cards=file)
    state = game.position(scene(["b7 b8 b9", "b6 u6 w6", "r1 r2 r3", "r4 r5 r6"], abilities={1: "3a"}).position, seed=1)
    play(state, "b7 nocard r1 r4")
    assert clause_against(state, "nocard") is None, "it can be used twice now"
    play(state, "nocard r2 r5 b8")
    assert state.view().counter("tricks", 1) == 2
    assert clause_against(state, "nocard") == "T6.2"


# --------------------------------------------------------------- bad files


def test_two_laps_of_the_same_kind_are_refused(tmp_path: Path) -> None:
    file = changed(tmp_path, ('kind = "any"', 'kind = "table"'), ('kind = "any"', 'kind = "table"'))
    with pytest.raises(tefuda.CardFileError, match="lap 1: kind 'table' has more than one lap"):
        load(file)


def test_too_few_or_too_many_cards_are_refused(tmp_path: Path) -> None:
    text = OWN.read_text(encoding="utf-8")
    few = tmp_path / "few.toml"
    few.write_text(
        re.sub(r'\[\[table\]\]\nid = "[56]".*?source = "ours"\n', "", text, flags=re.DOTALL), encoding="utf-8"
    )
    with pytest.raises(tefuda.CardFileError, match="table: there must be 5 to 12 score tables, not 4"):
        load(few)
    few.write_text(
        re.sub(r'\[\[ability\]\]\nid = "5[ab]".*?source = "[^"]*"\n', "", text, flags=re.DOTALL), encoding="utf-8"
    )
    with pytest.raises(tefuda.CardFileError, match="ability: there must be 5 to 12 cards, not 4"):
        load(few)
    few.write_text(text.replace('id = "1a"', 'id = "7a"').replace('id = "1b"', 'id = "7b"'), encoding="utf-8")
    with pytest.raises(tefuda.CardFileError, match="ability: card 1 has no side, though card 7 exists"):
        load(few)
