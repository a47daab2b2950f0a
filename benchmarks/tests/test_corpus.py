"""The corpus of random games: the same games print the same, and a change shows in the lines that it concerns."""

from typing import Any

import msgspec
import pytest

from benchmarks import corpus
from harness.contract.cases import Case
from tefuda.games.kotori import views as presentation
from tefuda.games.kotori.state import Event

CASE = Case("kotori", 3)


def test_game_prints_the_same_twice() -> None:
    assert list(corpus.play(CASE, 7)) == list(corpus.play(CASE, 7))
    assert list(corpus.play(CASE, 7)) != list(corpus.play(CASE, 8))


def test_changed_counter_of_a_view_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    before, views = list(corpus.play(CASE, 7)), presentation.views
    monkeypatch.setattr(
        presentation, "views", lambda *given: [msgspec.structs.replace(view, counters=()) for view in views(*given)]
    )
    gone = [line for line in before if not (line.startswith("view ") and line.split()[2] == "counters")]
    assert list(corpus.play(CASE, 7)) == gone != before


def test_dropped_event_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    observe = presentation.observe

    def without_passes(event: Any, t: Any, seat: int) -> Any:
        return None if event.code == Event.PASSED else observe(event, t, seat)

    before = list(corpus.play(CASE, 7))
    monkeypatch.setattr(presentation, "observe", without_passes)
    after = list(corpus.play(CASE, 7))
    assert any("event-passed" in line for line in before)
    assert not any("event-passed" in line for line in after)
    assert [line for line in before if not line.startswith("event")] == [
        line for line in after if not line.startswith("event")
    ]
