"""The time of each seat according to the log."""

from random import Random

import pytest

import tefuda
from tefuda.engine.view import SPECTATOR
from tefuda.table.clock import Clock
from tefuda.table.clock_rule import DAY, ClockRule
from tefuda.table.entries import ClockEntry, Dealt, Entry, Flagged, Played, Refused, Resumed, Sat, Sitter, Ticked
from tefuda.table.table import Table

SECRET = bytes(range(32))
RESERVE = ClockRule("reserve", 60, 5)
PEOPLE = 3


def clock(*entries: Entry, rule: ClockRule = RESERVE) -> Clock:
    """Return the clock after some entries."""
    result = Clock(rule)
    for entry in entries:
        result.apply(entry)
    return result


def person(seat: int, used: int = 0) -> Played:
    return Played(seat, "pass", "person", used)


# ------------------------------------------------------------------- rules


@pytest.mark.parametrize(
    ("rule", "fault"),
    [
        (RESERVE, ""),
        (ClockRule("move", 10), ""),
        (ClockRule("days", 14 * DAY), ""),
        (ClockRule("reserve", 59, 5), "seconds"),
        (ClockRule("reserve", 60), "increment"),
        (ClockRule("reserve", 60, 61), "increment"),
        (ClockRule("move", 601), "seconds"),
        (ClockRule("move", 30, 5), "increment"),
        (ClockRule("days", DAY + 1), "seconds"),
        (ClockRule("days", 15 * DAY), "seconds"),
    ],
)
def test_rule_outside_its_bounds_is_faulty(rule: ClockRule, fault: str) -> None:
    assert rule.fault() == fault


# ----------------------------------------------------------------- reserves


def test_increment_comes_once_for_decisions_in_a_row() -> None:
    assert clock(Dealt()).allowance(0) == 65_000
    after = clock(Dealt(), person(0, 20_000))
    assert (after.allowance(0), after.allowance(1)) == (45_000, 65_000)
    assert clock(Dealt(), person(0, 20_000), person(0, 1000)).allowance(0) == 44_000
    assert clock(Dealt(), person(0, 20_000), person(1, 0)).allowance(0) == 50_000


def test_bot_earns_no_increment_and_what_its_person_used_is_used() -> None:
    after = clock(Dealt(), Played(0, "pass", "stand-in", 0), person(1))
    assert after.allowance(0) == 65_000, "no more than before"
    after = clock(Dealt(), Played(0, "pass", "stand-in", 30_000), person(1))
    assert after.allowance(0) == 40_000, "who thinks and then lets a bot play has thought"
    for _ in range(100):
        after.apply(Played(0, "pass", "bot"))
        after.apply(person(1))
    assert after.allowance(0) == 40_000


def test_person_returns_with_the_increment_and_cannot_collect_it() -> None:
    after = clock(Dealt(), Ticked(0, 60_000), Flagged(0))
    assert (after.flagged, after.used) == ({0}, 0)
    for _ in range(3):
        after.apply(Resumed(0))
        assert (after.flagged, after.allowance(0)) == (set(), 5000)
        after.apply(Flagged(0))
    after.apply(Played(0, "pass", "stand-in"))
    after.apply(person(1))
    assert after.flagged == {0}
    assert after.allowance(0) == 5000
    after.apply(person(0, 2000))
    assert (after.flagged, after.reserve(0)) == (set(), 3000)


def test_reserve_is_never_negative() -> None:
    assert clock(Dealt(), person(0, 10**9)).allowance(0) == 0


@pytest.mark.parametrize("rule", [ClockRule("move", 30), ClockRule("days", DAY)])
def test_each_decision_has_its_time(rule: ClockRule) -> None:
    after = clock(Dealt(), person(0, 29_000), person(0, 1000), Ticked(1, 4000, 77), rule=rule)
    assert {after.allowance(seat) for seat in range(PEOPLE)} == {rule.seconds * 1000}
    assert (after.used, after.since) == (4000, 77)
    after.apply(person(1))
    assert (after.used, after.since) == (0, None)


def test_seat_that_a_bot_takes_is_not_flagged() -> None:
    assert clock(Flagged(0), Sat(0, Sitter("bot", "B", "easy"))).flagged == set()
    assert clock(Flagged(0), Sat(1, Sitter("bot", "B", "easy"))).flagged == {0}


# -------------------------------------------------------------- at the table


def table_with_clock() -> Table:
    table = Table(tefuda.load("kotori", players=PEOPLE), secret=SECRET, clock=RESERVE)
    for seat in range(PEOPLE):
        table.apply(table.propose_sit(seat, Sitter("person", f"P{seat}")))
    return table


def seat_to_act(table: Table) -> int:
    return table.state.current_player


def test_entries_of_the_clock_are_refused_where_they_make_no_sense() -> None:
    table = table_with_clock()
    for entry in (Ticked(0, 1), Flagged(0), Resumed(0)):
        with pytest.raises(Refused, match="during the game"):
            table.propose_on_clock(entry)
    table.apply(table.propose_deal())
    seat = seat_to_act(table)
    other = (seat + 1) % PEOPLE
    wrong: list[ClockEntry] = [Ticked(other, 1), Flagged(other), Resumed(seat), Flagged(PEOPLE), Ticked(-1, 1)]
    for one in wrong:
        with pytest.raises(Refused):
            table.propose_on_clock(one)
    table.apply(table.propose_on_clock(Flagged(seat)))
    with pytest.raises(Refused, match="over already"):
        table.propose_on_clock(Flagged(seat))
    timeless = Table(tefuda.load("kotori", players=PEOPLE), secret=SECRET)
    with pytest.raises(Refused, match="no clock"):
        timeless.propose_on_clock(Ticked(0, 1))


def test_log_with_a_clock_restores_the_same_table_also_from_a_snapshot() -> None:
    random, table, log = Random(4), table_with_clock(), list[Entry]()
    log += [Sat(seat, Sitter("person", f"P{seat}")) for seat in range(PEOPLE)]

    def happen(entry: Entry) -> None:
        table.apply(entry)
        log.append(entry)

    happen(table.propose_deal())
    snapshots = [table.snapshot()]
    for turn in range(12):
        seat = seat_to_act(table)
        happen(table.propose_on_clock(Ticked(seat, 1000 + turn)))
        if turn % 4 == 3:
            happen(table.propose_on_clock(Flagged(seat)))
        if turn % 8 == 7:
            happen(table.propose_on_clock(Resumed(seat)))
        command = random.choice(table.state.legal_actions)
        by = "stand-in" if turn % 8 == 3 else "person"
        happen(table.propose_play(seat, table.turn, command, by=by, used=2000 + turn))
        snapshots.append(table.snapshot())
    for snapshot in (None, *snapshots[:-1]):
        other = Table(table.game, secret=SECRET, clock=RESERVE, audiences=())
        for entry in log[:-1]:
            other.restore(entry, snapshot)
        other.apply(log[-1])
        other.join((SPECTATOR,), len(log))
        left = [
            [clock.reserve(seat) for seat in range(PEOPLE)] for clock in (other.clock, table.clock) if clock is not None
        ]
        assert left[0] == left[1]
        state = vars(table.clock) | {"_reserves": 0}
        assert vars(other.clock) | {"_reserves": 0} == state
        assert other.version == table.version == len(log)
        assert other.state.full_state == table.state.full_state
