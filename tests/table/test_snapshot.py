"""A table loaded from a snapshot is the table that its whole log gives, in every game."""

from random import Random

import pytest

from harness.contract.cases import Case, every_case, random_command
from tefuda.engine.view import SPECTATOR
from tefuda.table.entries import Entry, Sitter
from tefuda.table.snapshot import Snapshot
from tefuda.table.table import Table

SECRET = bytes(range(32))
COMMANDS = 40
EVERY = 3  # entries between two snapshots


def played(case: Case, random: Random) -> tuple[Table, list[Entry], list[Snapshot]]:
    """Return a table in the middle of a random game or at its end, its log, and snapshots from its course."""
    table = Table(case.game(random), secret=SECRET, audiences=())
    log: list[Entry] = []
    snapshots: list[Snapshot] = []

    def happen(entry: Entry) -> None:
        table.apply(entry)
        log.append(entry)
        snapshot = table.snapshot()
        if snapshot is not None and table.version % EVERY == 0:
            snapshots.append(snapshot)

    for seat in range(table.game.num_players):
        happen(table.propose_sit(seat, Sitter("person", f"P{seat}")))
    happen(table.propose_deal())
    for number in range(COMMANDS):
        if table.state is None or table.state.current_player is None:
            break
        seat, command = table.state.current_player, random_command(table.state, random)
        happen(table.propose_play(seat, table.turn, command, by="stand-in" if seat in table.stand_ins else "person"))
        if table.playing and number % 5 == 0:
            happen(
                table.propose_stand_in(1, 0) if number % 2 else table.propose_stand_in_end(1, returned=number % 4 == 0)
            )
        if number == COMMANDS // 2:
            happen(table.propose_sit(0, Sitter("bot", "B", "easy")))
    return table, log, snapshots


def restored(table: Table, log: list[Entry], snapshot: Snapshot | None) -> Table:
    """Return a new table like this one, after this log, with all audiences."""
    other = Table(table.game, secret=SECRET, audiences=())
    for entry in log[:-1]:
        other.restore(entry, snapshot)
    other.apply(log[-1])
    other.join(range(SPECTATOR, table.game.num_players), len(log))
    return other


def stand_ins(table: Table) -> list[tuple[bool, int, int]]:
    known = table.stand_ins
    return [(table.has_stand_in(seat), known.caller(seat), known.moves(seat)) for seat in range(len(table.sitters))]


@every_case
def test_table_from_a_snapshot_equals_the_table_from_the_log(case: Case) -> None:
    random = Random(f"snapshot {case}")
    table, log, snapshots = played(case, random)
    expected = restored(table, log, None)
    earlier = [snapshot for snapshot in snapshots if snapshot.version < len(log)]
    assert earlier
    for snapshot in earlier[:: 1 + len(earlier) // 5]:
        other = restored(table, log, snapshot)
        assert other.state.full_state == expected.state.full_state
        assert (other.state.history, other.version, other.dealt_at) == (
            expected.state.history,
            len(log),
            expected.dealt_at,
        )
        assert other.sitters == expected.sitters
        assert stand_ins(other) == stand_ins(expected) == stand_ins(table)
        for audience in other.audiences:
            assert other.latest(audience) == expected.latest(audience)
    # the same cards come next
    for seed in range(len(log)):
        if other.state.current_player is None:
            break
        command = random_command(other.state, Random(seed))
        for one in (other, expected):
            one.apply(one.propose_play(one.state.current_player, one.turn, command))
        assert other.state.full_state == expected.state.full_state


def test_game_without_a_stored_secret_has_no_snapshot() -> None:
    game = Case("kotori", 2).game(Random(1))
    table = Table(game, seed=1)
    assert table.snapshot() is None
    for seat in range(2):
        table.apply(table.propose_sit(seat, Sitter("person", f"P{seat}")))
    table.apply(table.propose_deal())
    assert table.snapshot() is None
    begun = game.start(seed=1).position
    assert Table(game, secret=SECRET, start=begun).snapshot() is None


def test_snapshot_of_another_size_is_refused() -> None:
    table, log, snapshots = played(Case("kotori", 2), Random(1))
    with pytest.raises(ValueError, match="bytes"):
        restored(table, log, snapshots[-1]._replace(record=b"short", version=len(log) - 1))
