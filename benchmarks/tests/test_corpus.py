"""The corpus of recorded games: equal to itself, and a change is reported with its kind and its games."""

from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import pytest

from benchmarks import corpus as corpora
from benchmarks import corpus_play
from benchmarks.corpus_names import Renames, Translator, arranged
from benchmarks.corpus_play import Corpus, Moment
from harness.contract.cases import large, some_or_all
from tefuda.engine import rules as engine_rules
from tefuda.engine.game import load
from tefuda.engine.view import Counter, Move, Observation, View, Words
from tefuda.games.kotori import rules
from tefuda.games.kotori import views as presentation
from tefuda.games.kotori.state import Event

Differences = Callable[..., list[str]]
RECORDED = some_or_all(("kotori", "tezuma"), corpus_play.slugs())


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    file = tmp_path_factory.mktemp("corpus") / "corpus.json"
    corpora.record(file, 2, RECORDED, (), processes=1)
    return corpora.read(file)


@pytest.fixture
def differences(recorded: Corpus) -> Differences:
    """What a comparison of kotori's games finds."""

    def found(**renames: Any) -> list[str]:
        return corpora.compare(recorded, renames, game="kotori", processes=1)

    return found


@pytest.fixture
def fresh_build() -> Iterator[None]:
    """Rules are copied into a build once: forget it before and after a change to them."""
    engine_rules._checked.cache_clear()
    yield
    engine_rules._checked.cache_clear()


def change_views(monkeypatch: pytest.MonkeyPatch, change: Callable[[View], View]) -> None:
    views = presentation.views
    monkeypatch.setattr(presentation, "views", lambda s, t, seats: [change(view) for view in views(s, t, seats)])


def with_counter(view: View, which: str, **values: Any) -> View:
    """A view with every counter of one id changed."""
    counters = [msgspec.structs.replace(c, **values) if c.id == which else c for c in view.counters]
    return msgspec.structs.replace(view, counters=tuple(counters))


def test_every_case_is_equal_to_itself(recorded: Corpus) -> None:
    assert len(recorded.hashes) == sum(
        most - fewest + 1 for fewest, most in (load(slug).description.players for slug in RECORDED)
    )
    assert corpora.compare(recorded, {}, processes=1) == []


def test_changed_part_of_a_view_is_reported(differences: Differences, monkeypatch: pytest.MonkeyPatch) -> None:
    change_views(monkeypatch, lambda view: with_counter(view, "out", help=True))
    assert differences() == [f"kotori-{players}: views.counters in games 0-1" for players in (2, 3, 4)]


def test_dropped_event_is_reported(differences: Differences, monkeypatch: pytest.MonkeyPatch) -> None:
    observe_all = presentation.observe_all

    def without_passes(event: Any, t: Any, seats: Any) -> list[Observation | None]:
        return [None] * len(seats) if event.code == Event.PASSED else observe_all(event, t, seats)

    monkeypatch.setattr(presentation, "observe_all", without_passes)
    found = differences()
    assert "kotori-3: events in games 0-1" in found
    assert "kotori-3: events.moves in games 0-1" in found
    assert "names: kotori:Words.id lacks event-passed" in found
    assert not any("state" in line or "views" in line for line in found)


@pytest.mark.usefixtures("fresh_build")
def test_changed_constant_of_the_rules_is_reported(differences: Differences, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "RANKS", 10)  # without the highest bird
    found = differences()
    assert "kotori-2: state.deck in games 0-1" in found
    assert "kotori-2: records in games 0-1" in found


def test_failing_game_is_reported_and_nothing_is_said_to_be_gone(
    differences: Differences, monkeypatch: pytest.MonkeyPatch
) -> None:
    def swept(*_: object) -> None:
        raise ZeroDivisionError("no cards")

    monkeypatch.setattr(presentation, "swept", swept)
    assert differences() == [f"kotori-{players}: game 0: ZeroDivisionError: no cards" for players in (2, 3, 4)]


@large
def test_renamed_counter_passes_with_the_map_only(differences: Differences, monkeypatch: pytest.MonkeyPatch) -> None:
    change_views(monkeypatch, lambda view: with_counter(view, "total", id="sum"))
    found = differences()
    assert "kotori-4: views.counters in games 0-1" in found
    assert "names: kotori:Counter.id has the new sum" in found
    assert differences(**{"kotori:Counter.id": {"total": "sum"}}) == []
    assert differences(**{"tezuma:Counter.id": {"trick": "sum"}}) == found


def test_renamed_and_moved_field_of_the_state_passes_with_the_map(
    differences: Differences, monkeypatch: pytest.MonkeyPatch
) -> None:
    new = {"line": "bid_order", "cage": "coop"}
    declared, values, position = corpus_play.declared, Moment.values, Moment.position

    def moved(slug: str) -> dict[str, list[str]]:
        order = declared(slug)
        return order | {"fields": [new.get(name, name) for name in reversed(order["fields"])]}

    def renamed(found: dict[str, Any]) -> dict[str, Any]:
        return {new.get(name, name): value for name, value in reversed(found.items())}

    def rewritten(moment: Moment) -> str:
        slug, *parts = position(moment).split(" | ")
        for old, name in new.items():
            parts = [f"{name} {part.removeprefix(old + ' ')}" if part.startswith(f"{old} ") else part for part in parts]
        return " | ".join([slug, *reversed(parts)])

    world = Moment.world
    monkeypatch.setattr(corpus_play, "declared", moved)
    monkeypatch.setattr(Moment, "values", lambda moment: renamed(values(moment)))
    monkeypatch.setattr(Moment, "world", lambda moment, viewer, seed: renamed(world(moment, viewer, seed)))
    monkeypatch.setattr(Moment, "position", rewritten)
    assert differences(**{"kotori:fields": new}) == []
    assert "names: kotori:fields has the new bid_order, coop" in differences()


def test_entry_of_the_map_that_renames_nothing_is_reported(differences: Differences) -> None:
    assert differences(**{"Words.id": {"event-psased": "event-stopped"}}) == [
        "map: no recorded name of [Words.id]: event-psased"
    ]


def test_names_take_their_recorded_places_and_the_rest_follows_in_order() -> None:
    assert arranged(["a", "b", "c"], ["c", "a", "b"]) == [1, 2, 0]
    assert arranged(["a", "b", "c"], ["x", "c", "a"]) == [2, 0, 1]
    assert arranged(["a", "b"], ["a"]) == [0, 1]  # the place after the last: gone
    assert arranged(["a", "b"], [None, "b", "x"]) == [2, 1, 0]  # None: new


def test_map_keeps_the_number_of_a_name() -> None:
    renames = Renames({"Zone.id": {"bids": "offers"}, "kotori:actions": {"go-2": "run"}}, "kotori")
    assert renames.old("Zone.id", "offers-2") == "bids-2"
    assert renames.old("actions", "run") == "go-2"
    assert renames.old("actions", "offers") == "offers"


@large
def test_recording_goes_on_where_it_was_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(corpora, "CHUNK", 2)
    whole, begun = tmp_path / "whole.json", tmp_path / "begun.json"
    corpora.record(whole, 5, ["kotori"], (), processes=1)
    play_all = corpora.play_all
    monkeypatch.setattr(corpora, "play_all", lambda *arguments: islice(play_all(*arguments), 1))
    corpora.record(begun, 5, ["kotori"], (), processes=1)
    monkeypatch.setattr(corpora, "play_all", play_all)
    assert corpora.read(begun).played("kotori-2") == 2
    assert corpora.compare(corpora.read(begun), {}, processes=1) == []
    corpora.record(begun, 5, ["kotori"], (), processes=1)
    assert begun.read_bytes() == whole.read_bytes()
    change_views(monkeypatch, lambda view: with_counter(view, "out", help=True))
    with pytest.raises(SystemExit, match="code that plays otherwise"):
        corpora.record(begun, 5, ["kotori"], (), processes=1)
    assert begun.read_bytes() == whole.read_bytes()


class Told(msgspec.Struct):
    """`Observation` under another name, with a new field."""

    message: Words
    mood: str = ""
    moves: tuple[Move, ...] = ()
    clause: str | None = None
    counters: tuple[Counter, ...] = ()
    ended: tuple[str, ...] = ()
    roles: dict[str, int] | None = None


def test_renamed_class_and_field_pass_with_the_map_and_a_new_field_where_it_is_declared() -> None:
    renames = {"types": {"Observation": "Told"}, "Observation": {"words": "message"}, "added": ["Observation.mood"]}
    order = corpus_play.declared("kotori")
    before, after = (Translator(Renames(content, "kotori"), order, order) for content in ({}, renames))
    moves = (Move("top", "bids-1", "7"),)
    expected = before.plain(Observation(Words("event-bid", {"card": 7}), moves), "events")
    assert expected == {
        "words": {"id": "event-bid", "args": {"card": 7}},
        "moves": [
            {"source": "top", "target": "bids-1", "face": "7", "pose": "upright", "count": 1, "at": -1, "handle": 0}
        ],
    }
    assert after.plain(Told(Words("event-bid", {"card": 7}), "bold", moves), "events") == expected
    assert after.seen == before.seen


def test_show_prints_what_is_hashed(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert corpora.main(["show", "kotori-2", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert any(line.startswith("views.zones 0 -1 ") for line in lines)
    assert any(line.startswith("state.line 1 [") for line in lines)
