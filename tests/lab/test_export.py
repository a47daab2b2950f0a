"""Exports: every decision as data, equal for equal seeds, and back as records that replay."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet
import pytest

import tefuda
from tefuda.engine import extras
from tefuda.lab import exports
from tefuda.lab.exports import DECISIONS, GAMES, export, records

KOTORI = tefuda.load("kotori", players=3, constants={"field_cards": 4})


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with some games of a variant."""
    folder = tmp_path_factory.mktemp("export")
    assert export(KOTORI, ["search:20", "random"], folder, games=12, seed=5)[0] == 12
    return folder


def read(file: Path) -> list[dict[str, Any]]:
    """Return the rows of a Parquet file."""
    return pyarrow.parquet.read_table(file).to_pylist()


def test_rows_are_what_was_played(exported: Path) -> None:
    decisions, games = read(exported / DECISIONS), read(exported / GAMES)
    for number in (0, 11):
        game = games[number]
        state = KOTORI.start(game["seed"])
        rows = [row for row in decisions if row["game"] == number]
        assert len(rows) == game["decisions"]
        for row in rows:
            assert state.current_player == row["seat"]
            assert state.legal_actions.codes == tuple(row["legal"])
            record = {name: value for name, value in state.full_state.values().items() if name != "rng"}
            assert row["state"] == record
            for name, array in state.observation_tensors(row["seat"]).items():
                assert np.array_equal(np.ravel(row["view"][name]), array.ravel()), name
            assert len(row["values"]) == len(row["legal"])
            assert row["outcome"] == game["utilities"][row["seat"]]
            state.play(row["chosen"])
        assert state.returns == tuple(game["utilities"])
        assert state.ranking == tuple(game["ranks"])
        assert state.scores == tuple(game["scores"])
    assert sum(value is not None for row in decisions for value in row["values"]) > 50


def test_metadata_names_game_variant_and_actions(exported: Path) -> None:
    about = json.loads(pyarrow.parquet.read_schema(exported / DECISIONS).metadata[b"tefuda"])
    assert about["game"] == "kotori"
    assert about["constants"] == {"field_cards": 4}
    assert about["actions"] == ["pass", "draw", "yield"]
    assert about["view"]["bids"] == [4, 11]


def test_records_of_an_export_replay(exported: Path) -> None:
    found = list(records(exported))
    assert len(found) == 12
    assert "constant field_cards 4\n" in found[0]
    assert all(tefuda.Replay(text).steps[-1].state.is_terminal for text in found[:3])


def test_compound_decisions_come_back_whole(tmp_path: Path) -> None:
    game = tefuda.load("llama", players=3, rounds=2)
    export(game, ["tests.lab.own_players:Coin"], tmp_path, games=3, seed=2)
    (first, *_) = records(tmp_path)
    moves = [line for line in first.splitlines() if line[0].isdecimal()]
    assert any(len(move.split()) > 2 for move in moves)
    assert tefuda.Replay(first).steps[-1].state.is_terminal


def test_equal_seeds_give_equal_files(exported: Path, tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    export(
        KOTORI,
        ["search:20", "random"],
        tmp_path,
        games=12,
        seed=5,
        on_progress=lambda done, of: told.append((done, of)),
    )
    assert told == [(10, 12), (12, 12)]
    for name in (GAMES, DECISIONS):
        assert (tmp_path / name).read_bytes() == (exported / name).read_bytes()


def test_few_decisions_are_collected_before_they_are_written(
    exported: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exports, "ROWS_A_GROUP", 1)  # each of the two tasks is written by itself
    export(KOTORI, ["search:20", "random"], tmp_path, games=12, seed=5)
    for name in (GAMES, DECISIONS):
        one, two = (pyarrow.parquet.ParquetFile(folder / name) for folder in (exported, tmp_path))
        assert (one.num_row_groups, two.num_row_groups) == (1, 2)
        assert one.read().equals(two.read(), check_metadata=True)


def test_files_that_are_there_are_kept(exported: Path, tmp_path: Path) -> None:
    before = (exported / GAMES).read_bytes()
    with pytest.raises(tefuda.BadOption, match="is there already"):
        export(KOTORI, ["random"], exported, games=1)
    assert (exported / GAMES).read_bytes() == before
    with pytest.raises(tefuda.BadRecord, match=r"games\.parquet"):
        list(records(tmp_path))


@pytest.mark.parametrize(
    ("wrong", "expected"),
    [
        ({"games": "5"}, "games takes an integer from 1 to 100000000, not '5'"),
        ({"seed": -1}, "seed takes an integer from 0"),
        ({"seed": 2**70}, "seed takes an integer from 0"),
        ({"processes": 0}, "processes takes an integer from 1"),
        ({"timeout": 0}, "timeout takes a number"),
        ({"folder": 5}, "the path of a file or folder is a text, not 5"),
        ({"folder": "/proc/no/such"}, "/proc/no/such cannot be written: .*: choose another place"),
        ({"folder": __file__}, r"test_export.py cannot be written: .*exists"),
        ({"folder": f"{__file__}/sub"}, "sub cannot be written: "),
    ],
)
def test_bad_arguments_are_explained(wrong: dict[str, Any], expected: str, tmp_path: Path) -> None:
    with pytest.raises(tefuda.BadOption, match=expected):
        export(KOTORI, ["tests.lab.own_players:confused"], **{"folder": tmp_path / "new", **wrong})
    assert not (tmp_path / "new").exists()


def damaged(file: Path, how: str) -> None:
    """Spoil a file of an export."""
    table = pyarrow.parquet.read_table(file)
    about = json.loads(table.schema.metadata[b"tefuda"])
    if how == "column":
        table = table.drop_columns(["game"])
    elif how in about:
        del about[how]
        table = table.replace_schema_metadata({b"tefuda": json.dumps(about).encode()})
    elif how == "codes":
        chosen = pyarrow.array(np.full(len(table), 99, np.int16))
        table = table.set_column(table.schema.get_field_index("chosen"), "chosen", chosen)
    pyarrow.parquet.write_table(table, file, compression="zstd")
    if how == "pages":
        whole = bytearray(file.read_bytes())
        whole[4 : len(whole) // 2] = bytes(len(whole) // 2 - 4)
        file.write_bytes(whole)


@pytest.mark.parametrize(
    ("name", "how", "expected"),
    [
        (DECISIONS, "column", "has no column game"),
        (GAMES, "column", "has no column game"),
        (GAMES, "pages", "cannot be read: |is not as an export"),
        (DECISIONS, "pages", "cannot be read: |is not as an export"),
        (DECISIONS, "codes", "is not as an export of Tefuda writes it"),
        (GAMES, "format", "KeyError: 'format'"),
        (GAMES, "rules", "KeyError: 'rules'"),
        (GAMES, "actions", "are not of one export"),
        ("both", "actions", "KeyError: 'actions'"),
    ],
)
def test_damaged_files_are_named(exported: Path, tmp_path: Path, name: str, how: str, expected: str) -> None:
    for file in (GAMES, DECISIONS):
        (tmp_path / file).write_bytes((exported / file).read_bytes())
        if name in (file, "both"):
            damaged(tmp_path / file, how)
    with pytest.raises(tefuda.BadRecord, match=expected) as told:
        list(records(tmp_path))
    assert str(tmp_path) in str(told.value)


def test_export_that_is_stopped_leaves_no_files(tmp_path: Path) -> None:
    def stop(done: int, of: int) -> None:
        assert not (tmp_path / DECISIONS).exists()
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        export(KOTORI, ["random"], tmp_path, games=400, on_progress=stop)
    assert not [*tmp_path.iterdir()]


def test_missing_library_is_named_with_its_extra(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def missing(name: str) -> None:
        raise ModuleNotFoundError(name)

    monkeypatch.setattr(extras, "import_module", missing)
    with pytest.raises(extras.MissingExtra, match=r"pyarrow is not installed: pip install 'tefuda\[lab\]'"):
        export(KOTORI, ["random"], tmp_path / "new", games=1)
    assert not (tmp_path / "new").exists()
