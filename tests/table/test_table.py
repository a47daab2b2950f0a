"""A table: proposals, entries, updates.  A refusal changes nothing, and the log alone rebuilds the table."""

from random import Random

import msgspec
import pytest

import tefuda
from tefuda.engine.game import Game
from tefuda.engine.view import SPECTATOR
from tefuda.table.entries import Dealt, Entry, Played, Refused, Sat, Seeded, Sitter
from tefuda.table.table import Table, draw_key_v1
from tefuda.table.updates import Update
from tests.table.numbering import card_handles, without_handles

SECRET = bytes(range(32))
AUDIENCES = (SPECTATOR, 0, 1, 2)


def seated(secret: bytes | None = SECRET, seed: int | None = None) -> Table:
    """Return a table for three with all seats taken: a person and two bots."""
    table = Table(tefuda.load("kotori", players=3), secret=secret, seed=seed)
    for seat, sitter in enumerate((Sitter("person", "Hanako"), Sitter("bot", "Suzu", "easy"), Sitter("bot", "Haru"))):
        table.apply(table.propose_sit(seat, sitter))
    return table


def dealt(**chance: int | bytes) -> Table:
    table = seated(**chance)
    table.apply(table.propose_deal())
    return table


def play(table: Table, command: str) -> Entry:
    """Play a command for the seat to act."""
    entry = table.propose_play(table.state.current_player, table.turn, command)
    table.apply(entry)
    return entry


def all_updates(table: Table) -> list[Update]:
    """Return the latest update of every audience."""
    return [table.latest(audience) for audience in AUDIENCES]


def snapshot(table: Table) -> bytes:
    """Return everything observable about a table, including the full state."""
    state = table.state
    return msgspec.json.encode(
        (
            all_updates(table),
            table.version,
            table.turn,
            table.sitters,
            table.seeds,
            None if state is None else (state.position, state.history, state.chance and state.chance.mark()),
        )
    )


def play_to_end(table: Table, random: Random) -> list[Entry]:
    """Play randomly to the end and return the entries."""
    entries = []
    while table.state is not None and not table.state.is_terminal:
        entries.append(play(table, random.choice(table.state.legal_actions)))
    return entries


# --------------------------------------------------------------- proposals


def test_undealt_table_has_no_view_and_refuses_play() -> None:
    table = seated()
    assert table.latest(0).view is None
    with pytest.raises(Refused, match="not dealt"):
        table.propose_play(0, 0, "draw")


def test_deal_is_refused_while_a_seat_is_open() -> None:
    table = seated()
    table.apply(table.propose_sit(1, Sitter()))
    with pytest.raises(Refused, match="nobody sits at seat 1"):
        table.propose_deal()


def test_second_deal_is_refused() -> None:
    table = dealt()
    with pytest.raises(Refused, match="dealt already"):
        table.propose_deal()
    with pytest.raises(Refused, match="dealt already"):
        table.apply(Dealt())


@pytest.mark.parametrize("seat", [-1, 3])
def test_unknown_seat_is_refused(seat: int) -> None:
    table = seated()
    for entry in (Sat(seat, Sitter("person", "Mallory")),):
        with pytest.raises(Refused, match=f"no seat {seat}"):
            table.apply(entry)


def test_seat_can_change_sitter_but_not_open_during_a_game() -> None:
    table = dealt()
    before = table.latest(2)
    table.apply(table.propose_sit(0, Sitter("bot", "Nao", "easy")))
    assert table.latest(2).sitters[0].name == "Nao"
    assert table.latest(2).view == before.view
    assert table.latest(2).events == ()
    with pytest.raises(Refused, match="open"):
        table.propose_sit(0, Sitter())


def test_command_for_an_earlier_turn_is_refused() -> None:
    table = dealt()
    seat = table.state.current_player
    play(table, "draw")
    with pytest.raises(Refused, match=r"turn 0.*turn 1"):
        table.propose_play(seat, 0, "draw")


def test_out_of_turn_refusal_names_clause_and_player() -> None:
    table = dealt()
    seat = table.state.current_player
    with pytest.raises(Refused, match=f"{table.names[seat]}") as caught:
        table.propose_play((seat + 1) % 3, 0, "draw", "en")
    assert caught.value.clause == "K4.1"


def test_rule_refusal_names_its_clause() -> None:
    table = dealt()
    with pytest.raises(Refused) as caught:
        table.propose_play(table.state.current_player, 0, "pass", "ja")
    assert caught.value.clause == "K4.3"
    assert caught.value.message == table.game.clause_refusal("K4.3", "ja").message


# --------------------------------------------- refusals and failures change nothing


@pytest.mark.parametrize("chance", [{"secret": SECRET}, {"secret": None, "seed": 5}], ids=["secret", "seed"])
@pytest.mark.parametrize("command", ["pass", "yield", "fly", "", "draw fly", "draw " * 12])
def test_refused_command_leaves_the_table_unchanged(chance: dict, command: str) -> None:
    table, other = dealt(**chance), dealt(**chance)
    before = snapshot(table)
    with pytest.raises(Refused):
        table.propose_play(table.state.current_player, 0, command)
    assert snapshot(table) == before
    play(table, "draw")
    play(other, "draw")
    assert snapshot(table) == snapshot(other)


@pytest.mark.parametrize("broken", ["apply", "views", "observe_all"])
def test_failing_game_leaves_the_table_unchanged(broken: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table, other = dealt(), dealt()
    before = snapshot(table)

    def fail(*arguments: object) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr(table.game.build if broken == "apply" else Game, broken, fail)
        with pytest.raises(ZeroDivisionError):
            table.propose_play(table.state.current_player, 0, "draw")
    assert snapshot(table) == before
    play(table, "draw")
    play(other, "draw")
    assert snapshot(table) == snapshot(other)


def test_proposal_changes_nothing_until_applied() -> None:
    table, other = dealt(), dealt()
    before = snapshot(table)
    table.propose_play(table.state.current_player, 0, "draw")
    table.withdraw()
    assert snapshot(table) == before
    table.propose_play(table.state.current_player, 0, "draw")  # not stored either: the next proposal replaces it
    play(table, "draw")
    play(other, "draw")
    assert snapshot(table) == snapshot(other)


def test_applying_another_entry_cancels_a_proposal() -> None:
    table, other = dealt(), dealt()
    table.propose_play(table.state.current_player, 0, "draw")
    for either in (table, other):
        either.apply(either.propose_sit(1, Sitter("bot", "Nao")))
        play(either, "draw")
    assert snapshot(table) == snapshot(other)


# ---------------------------------------------------------------- the log


@pytest.mark.parametrize("chance", [{"secret": SECRET}, {"secret": None, "seed": 11}], ids=["secret", "seed"])
@pytest.mark.parametrize("seed", range(3))
def test_stored_entries_rebuild_the_table_exactly(seed: int, chance: dict) -> None:
    table = Table(tefuda.load("kotori", players=3, allow_yield=1), **chance)
    random = Random(seed)
    people = (Sitter("person", "Hanako"), Sitter("bot", "Suzu", "easy"), Sitter("person", "Tarō"))
    log: list[Entry] = [Sat(seat, sitter) for seat, sitter in enumerate(people)]
    log += [Seeded(2, "春はあけぼの"), Dealt()]
    expected = [snapshot(table) for entry in log if table.apply(entry)]
    while not table.state.is_terminal:
        if random.random() < 0.05:
            log.append(Sat(1, Sitter("bot", "Nao", "hard")))
            table.apply(log[-1])
        else:
            log.append(play(table, random.choice(table.state.legal_actions)))
        expected.append(snapshot(table))

    stored = msgspec.json.encode(log)
    rebuilt_table = Table(tefuda.load("kotori", players=3, allow_yield=1), **chance)
    rebuilt = [
        snapshot(rebuilt_table) for entry in msgspec.json.decode(stored, type=list[Entry]) if rebuilt_table.apply(entry)
    ]
    assert rebuilt == expected
    assert len(rebuilt) > 30


def test_restored_table_continues_with_new_handles() -> None:
    table, random = seated(), Random(5)
    log: list[Entry] = [Sat(seat, sitter) for seat, sitter in enumerate(table.sitters)]
    log.append(table.propose_deal())
    table.apply(log[-1])
    log += [play(table, random.choice(table.state.legal_actions)) for _ in range(9)]
    handles_before = card_handles(*all_updates(table))

    restored = Table(table.game, secret=SECRET, audiences=())
    for entry in log:
        restored.restore(entry)
    assert restored.version == table.version
    assert restored.state.full_state == table.state.full_state
    restored.join(AUDIENCES, len(log))
    for _ in range(12):
        restored.apply(play(table, random.choice(table.state.legal_actions)))
        assert without_handles(all_updates(restored)) == without_handles(all_updates(table))
        assert min(card_handles(*all_updates(restored))) > max(handles_before)
    assert restored.state.chance.mark() == table.state.chance.mark()


def test_audience_with_the_last_events_has_other_handles_than_one_without() -> None:
    """They number the cards in another order, and one client may get the updates of both, at two workers."""
    played = seated()
    log: list[Entry] = [Sat(seat, sitter) for seat, sitter in enumerate(played.sitters)]
    log.append(played.propose_deal())
    played.apply(log[-1])
    log.append(play(played, "draw"))
    numbers = []
    for told in (True, False):
        table = Table(played.game, secret=SECRET, audiences=())
        for entry in log[:-1]:
            table.restore(entry)
        (table.apply if told else table.restore)(log[-1])
        table.join((0,), len(log))
        assert bool(table.latest(0).events) is told
        numbers.append(set(card_handles(table.latest(0))))
    assert not numbers[0] & numbers[1]


def test_restore_rejects_invalid_entries_and_tables_with_audiences() -> None:
    with pytest.raises(ValueError, match="would get no update"):
        dealt().restore(Played(0, "draw"))
    for entry in (Played(1, "draw"), Played(0, "fly"), Dealt(), Seeded(0, "late")):
        table = Table(tefuda.load("kotori", players=3), secret=SECRET, audiences=())
        for seat in range(3):
            table.restore(Sat(seat, Sitter("person", f"P{seat}")))
        table.restore(Dealt())
        with pytest.raises(Refused):
            table.restore(entry)


def test_every_entry_gives_every_audience_the_next_update() -> None:
    table = seated()
    assert [table.latest(audience).version for audience in AUDIENCES] == [3] * 4
    table.apply(table.propose_deal())
    version = 4
    random = Random(1)
    while not table.state.is_terminal:
        updates = [table.latest(audience) for audience in AUDIENCES]
        assert {(update.version, update.turn) for update in updates} == {(version, table.turn)}
        play(table, random.choice(table.state.legal_actions))
        version += 1


def test_only_the_seat_to_act_gets_choices() -> None:
    table = dealt()
    random = Random(2)
    while not table.state.is_terminal:
        offered = [audience for audience in AUDIENCES if table.latest(audience).view.choices]
        assert offered == [table.state.current_player]
        play(table, random.choice(table.state.legal_actions))
    assert [audience for audience in AUDIENCES if table.latest(audience).view.result is None] == []


# ------------------------------------------------------------------ chance


def test_secret_determines_the_game() -> None:
    games = []
    for secret in (SECRET, SECRET, SECRET[::-1]):
        table = dealt(secret=secret)
        play_to_end(table, Random(0))
        games.append(table.state.position)
    assert games[0] == games[1] != games[2]


def test_secret_appears_in_no_message_or_entry() -> None:
    table = dealt()
    play_to_end(table, Random(3))
    output = snapshot(table) + repr(table.state).encode() + repr(table.state.chance).encode()
    key = draw_key_v1(SECRET, [])
    for hidden in (SECRET, key):
        assert hidden not in output
        assert hidden.hex().encode() not in output
