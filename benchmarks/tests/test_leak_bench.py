"""The bench of leaks at a small scale: leaks are counted, and a difference fails it."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from benchmarks import leaks
from harness.contract.cases import Case, large
from harness.server import leak_mutations
from tefuda import game_slugs
from tefuda.engine.game import load as load_game
from tefuda.engine.game_record import table_digest


def outcome(**changes: Any) -> leaks.Outcome:
    """Return the outcome of a chunk of pairs."""
    passing = leaks.Outcome("kotori", False, 3, 1, 9, 0, 1000, 0.5, Counter(update=9), [], [], set())
    return passing._replace(**changes)


def test_pairs_and_caught_leaks_are_counted(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    leaky = outcome(planted=True, pairs=4, caught=set(leak_mutations.CHANNELS) - {"size"})
    monkeypatch.setattr(leaks, "outcomes", lambda _: iter([leaky, outcome(), outcome()]))
    with pytest.raises(AssertionError, match="kotori: not noticed: size"):
        leaks.run(pairs=6, game="kotori")
    printed = capsys.readouterr().out
    assert "kotori: 6 pairs compared at 2 tables" in printed
    assert (
        f"0 differences; {len(leak_mutations.CHANNELS) - 1} of {len(leak_mutations.CHANNELS)} planted leaks caught"
        in printed
    )


@pytest.mark.parametrize("fault", [{"differences": ["a card"]}, {"failures": ["a card"]}])
def test_difference_fails_the_bench(fault: dict[str, list[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    leaky = outcome(planted=True, caught=set(leak_mutations.CHANNELS))
    monkeypatch.setattr(leaks, "outcomes", lambda _: iter([leaky, outcome(**fault)]))
    with pytest.raises(AssertionError, match="a card"):
        leaks.run(pairs=3, game="kotori")


@large
def test_chunk_can_use_other_cards() -> None:
    compared = leaks.compare_chunk(leaks.Chunk(Case("llama", 3), 4, 1, other_cards=True))
    assert (compared.pairs, compared.differences, compared.failures) == (3, [], [])


@pytest.mark.parametrize("slug", game_slugs())
def test_every_game_has_other_cards(slug: str, tmp_path: Path) -> None:
    other = load_game(slug, cards=leaks.other_cards(slug, tmp_path))
    assert table_digest(other.tables) != table_digest(load_game(slug).tables)
