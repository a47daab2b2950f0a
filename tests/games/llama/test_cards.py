"""The card file of ニワトリかラマか ポーカー: its content, and errors of invalid files."""

from __future__ import annotations

from pathlib import Path

import pytest

import tefuda
from tefuda.games.llama.cards import load
from tefuda.games.llama.state import Kind
from tests.games.llama.builders import clause_against

clause = pytest.mark.clause

OWN = Path(tefuda.__file__).parent / "games/llama/cards.toml"


@clause("L1.2", "L1.3", "L6.7", "L8.3")
def test_notes_and_prices_are_facts_or_rulings_and_only_the_marks_are_ours() -> None:
    own = load()
    tables = own.tables
    assert (tables.notes[Kind.GOOD], tables.notes[Kind.BAD], tables.coins, tables.withdrawal) == (20, 6, 3, 2)  # type: ignore[attr-defined]
    assert list(tables.late) == [0, 0, 0, 2, 2, 3]  # type: ignore[attr-defined]
    assert {str(entry) for entry in own.reconstructed} == {"style fold", "style nick"}
    assert all(entry.values["source"] for entry in own.entries)


@clause("L10.2")
def test_card_file_may_allow_fewer_kinds_of_marks(tmp_path: Path) -> None:
    file = tmp_path / "plain.toml"
    places = 'places = ["nw", "n", "ne", "e", "se", "s", "sw", "w"]'
    text = OWN.read_text(encoding="utf-8").replace(places, 'places = ["nw"]', 1).replace(places, "places = []")
    file.write_text(text, encoding="utf-8")
    state = tefuda.load("llama", players=3, cards=file).start(seed=1)
    assert [action for action in state.legal_actions if action.startswith("mark")] == [
        "mark-0-fold-nw",
        "mark-1-fold-nw",
    ]
    assert clause_against(state, "mark-0-nick-nw") == "L10.2"


def test_game_is_playable_with_other_notes(tmp_path: Path) -> None:
    file = tmp_path / "more.toml"
    file.write_text(OWN.read_text(encoding="utf-8").replace("copies = 6", "copies = 9"), encoding="utf-8")
    state = tefuda.load("llama", players=5, cards=file).start(seed=1)
    assert sum(zone.count for zone in state.view().zones) == 29
