"""The card file of ニワトリかラマか ポーカー: its content, and errors of invalid files."""

from __future__ import annotations

from pathlib import Path

import pytest

import tefuda
from tefuda.games.llama.cards import load
from tefuda.games.llama.state import Kind
from tests.games.asking import changed_cards, clause_against

clause = pytest.mark.clause


@clause("L1.2", "L1.3", "L6.7", "L8.3")
def test_notes_and_prices_are_facts_or_rulings_and_only_the_marks_are_ours() -> None:
    own = load()
    tables = own.tables
    assert (tables.notes[Kind.GOOD], tables.notes[Kind.BAD], tables.coins, tables.withdrawal) == (20, 6, 3, 2)  # type: ignore[attr-defined]
    assert list(tables.late) == [0, 0, 0, 2, 2, 3]  # type: ignore[attr-defined]
    assert {str(entry) for entry in own.reconstructed} == {"style fold", "style nick"}


@clause("L10.2")
def test_card_file_may_allow_fewer_kinds_of_marks(tmp_path: Path) -> None:
    places = 'places = ["nw", "n", "ne", "e", "se", "s", "sw", "w"]'
    file = changed_cards("llama", tmp_path, (places, 'places = ["nw"]'), (places, "places = []"))
    state = tefuda.load("llama", players=3, cards=file).start(seed=1)
    assert [action for action in state.legal_actions if action.startswith("mark")] == [
        "mark-0-fold-nw",
        "mark-1-fold-nw",
    ]
    assert clause_against(state, "mark-0-nick-nw") == "L10.2"
