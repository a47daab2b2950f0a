"""The bench of tables split between workers at a small scale: it runs, and it detects planted defects."""

import re

import pytest
from msgspec.structs import replace

from benchmarks import split, split_tables, twin_tables
from benchmarks.tests.output import output_of
from harness.contract.cases import large
from harness.server.killed_server import Alter
from tefuda import game_slugs
from tefuda.server.app import Server
from tefuda.server.protocol.messages import TableUpdate
from tefuda.server.tables import audiences
from tefuda.server.tables.connection import Connection
from tefuda.table.table import Table


@large
def test_workers_lose_and_repeat_nothing_while_everything_fails(capsys: pytest.CaptureFixture[str]) -> None:
    printed = output_of(capsys, "split", "--kills", "2", "--stops", "1", "--notices", "1", "--turns", "15")
    assert "2 kills, " in printed
    assert " updates without gap or repetition" in printed
    for game in game_slugs():
        assert re.search(rf"turns played twice: .*{game} \d", printed), game
    assert "all workers sent an audience the same but for handles" in printed
    assert "0 lost, 0 duplicated; the rules accept all " in printed


def show_more(_: Server) -> None:
    """Plant a defect: a worker shows people another number of turns."""
    live_update = audiences.live_update

    def with_defect(table: Table, audience: int) -> TableUpdate:
        update = live_update(table, audience)
        return replace(update, sitters=update.sitters[::-1]) if update.turn > 1 else update

    audiences.live_update = with_defect


def lose_updates(_: Server) -> None:
    """Plant a defect: a worker does not send every fifth update."""
    write = Connection.send

    def with_defect(connection: Connection, message: bytes) -> None:
        found = re.match(rb'{"t":"update","version":(\d+)', message)
        if found is None or int(found[1]) % 5:
            write(connection, message)

    Connection.send = with_defect  # type: ignore[method-assign]


@large
@pytest.mark.parametrize(
    ("defect", "limit", "message"),
    [
        (show_more, split.LIMIT, "two workers sent different updates"),
        (lose_updates, 2.0, r"update \d+ after|refused at \d+, before|has waited"),
    ],
    ids=["other updates", "lost updates"],
)
def test_defect_of_one_worker_is_reported(
    defect: Alter, limit: float, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(split, "LIMIT", limit)
    with pytest.raises(AssertionError, match=message):
        split.run(kills=0, stops=0, notices=0, turns=30, game="kotori", alters=[defect])


def test_two_texts_are_shown_where_they_differ() -> None:
    assert twin_tables.difference(b"a" * 99 + b"b", b"a" * 99 + b"c").count("a" * 40) == 2
    assert twin_tables.difference(b"ab", b"abc") == "b'ab' and b'abc'"


def test_waits_count_only_while_everything_is_well() -> None:
    status = split_tables.WorkerStatus(2)
    since = status.well_since - 100
    assert status.waited(since) < 50, "time before all servers were well does not count"
    with status.fault():
        assert status.waited(since) == 0
    assert 0 < status.waited(since) < 50
