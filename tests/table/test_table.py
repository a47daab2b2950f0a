"""A table: wishes, entries, updates.  What is refused leaves everything as it was; the log alone rebuilds the table."""

from random import Random

import msgspec
import pytest

import tefuda
from tefuda.engine.game import Game
from tefuda.engine.view import SPECTATOR
from tefuda.table.entries import Dealt, Entry, Played, Refused, Sat, Seeded, Sitter
from tefuda.table.table import Table, Update, draw_key_v1
from tests.table.numbering import numbers, unnumbered

SECRET = bytes(range(32))
AUDIENCES = (SPECTATOR, 0, 1, 2)


def seated(secret: bytes | None = SECRET, seed: int | None = None) -> Table:
    """A table for three with everybody in place: a person and two bots."""
    table = Table(tefuda.load("kotori", players=3), secret=secret, seed=seed)
    for seat, sitter in enumerate((Sitter("person", "Hanako"), Sitter("bot", "Suzu", "easy"), Sitter("bot", "Haru"))):
        table.apply(table.propose_sit(seat, sitter))
    return table


def dealt(**chance: int | bytes) -> Table:
    table = seated(**chance)
    table.apply(table.propose_deal())
    return table


def play(table: Table, command: str) -> Entry:
    """The seat to act plays a command."""
    assert table.state is not None
    assert table.state.seat is not None
    entry = table.propose_play(table.state.seat, table.turn, command)
    table.apply(entry)
    return entry


def told(table: Table) -> list[Update]:
    """What everybody knows by the last entry."""
    return [table.latest(audience) for audience in AUDIENCES]


def everything(table: Table) -> bytes:
    """All that anybody could notice of a table, the true record included."""
    state = table.state
    return msgspec.json.encode(
        (
            told(table),
            table.version,
            table.turn,
            table.sitters,
            table.seeds,
            None if state is None else (state.position, state.moves, state.chance and state.chance.mark()),
        )
    )


def whole_game(table: Table, random: Random) -> list[Entry]:
    """Play to the end at random; return the entries."""
    entries = []
    while table.state is not None and not table.state.over:
        entries.append(play(table, random.choice(table.state.actions)))
    return entries


# ------------------------------------------------------------------- wishes


def test_before_the_deal_there_is_no_view_and_nothing_can_be_played() -> None:
    table = seated()
    assert table.latest(0).view is None
    with pytest.raises(Refused, match="not dealt"):
        table.propose_play(0, 0, "draw")


def test_a_deal_waits_until_every_seat_is_taken() -> None:
    table = seated()
    table.apply(table.propose_sit(1, Sitter()))
    with pytest.raises(Refused, match="nobody sits at seat 1"):
        table.propose_deal()


def test_the_cards_are_dealt_once() -> None:
    table = dealt()
    with pytest.raises(Refused, match="dealt already"):
        table.propose_deal()
    with pytest.raises(Refused, match="dealt already"):
        table.apply(Dealt())


@pytest.mark.parametrize("seat", [-1, 3])
def test_there_are_only_as_many_seats_as_players(seat: int) -> None:
    table = seated()
    for entry in (Sat(seat, Sitter("person", "Mallory")),):
        with pytest.raises(Refused, match=f"no seat {seat}"):
            table.apply(entry)


def test_a_seat_changes_hands_in_mid_game_but_is_never_left_open() -> None:
    table = dealt()
    before = table.latest(2)
    table.apply(table.propose_sit(0, Sitter("bot", "Nao", "easy")))
    assert table.latest(2).sitters[0].name == "Nao"
    assert table.latest(2).view == before.view
    assert table.latest(2).events == ()
    with pytest.raises(Refused, match="open"):
        table.propose_sit(0, Sitter())


def test_a_command_must_answer_the_present_turn() -> None:
    table = dealt()
    seat = table.state.seat
    play(table, "draw")
    with pytest.raises(Refused, match=r"turn 0.*turn 1"):
        table.propose_play(seat, 0, "draw")


def test_out_of_turn_names_the_clause_and_the_player_whose_turn_it_is() -> None:
    table = dealt()
    seat = table.state.seat
    with pytest.raises(Refused, match=f"{table.names[seat]}") as caught:
        table.propose_play((seat + 1) % 3, 0, "draw", "en")
    assert caught.value.clause == "K4.1"


def test_a_rule_refuses_with_its_clause() -> None:
    table = dealt()
    with pytest.raises(Refused) as caught:
        table.propose_play(table.state.seat, 0, "pass", "ja")
    assert caught.value.clause == "K4.3"
    assert caught.value.message == table.game.clause_refusal("K4.3", "ja").message


# -------------------------------------- whatever is refused changes nothing


@pytest.mark.parametrize("chance", [{"secret": SECRET}, {"secret": None, "seed": 5}], ids=["secret", "seed"])
@pytest.mark.parametrize("command", ["pass", "yield", "fly", "", "draw fly", "draw " * 12])
def test_a_refused_command_leaves_the_table_as_it_was(chance: dict, command: str) -> None:
    table, other = dealt(**chance), dealt(**chance)
    before = everything(table)
    with pytest.raises(Refused):
        table.propose_play(table.state.seat, 0, command)
    assert everything(table) == before
    play(table, "draw")
    play(other, "draw")
    assert everything(table) == everything(other)


@pytest.mark.parametrize("broken", ["apply", "views", "observe_all"])
def test_a_game_that_fails_leaves_the_table_as_it_was(broken: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table, other = dealt(), dealt()
    before = everything(table)

    def fail(*arguments: object) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr(table.game.build if broken == "apply" else Game, broken, fail)
        with pytest.raises(ZeroDivisionError):
            table.propose_play(table.state.seat, 0, "draw")
    assert everything(table) == before
    play(table, "draw")
    play(other, "draw")
    assert everything(table) == everything(other)


def test_a_proposed_command_changes_nothing_until_it_is_applied() -> None:
    table, other = dealt(), dealt()
    before = everything(table)
    table.propose_play(table.state.seat, 0, "draw")
    table.withdraw()
    assert everything(table) == before
    table.propose_play(table.state.seat, 0, "draw")  # not stored either: the next wish takes its place
    play(table, "draw")
    play(other, "draw")
    assert everything(table) == everything(other)


def test_an_entry_of_another_kind_in_between_takes_a_proposal_back() -> None:
    table, other = dealt(), dealt()
    table.propose_play(table.state.seat, 0, "draw")
    for one in (table, other):
        one.apply(one.propose_sit(1, Sitter("bot", "Nao")))
        play(one, "draw")
    assert everything(table) == everything(other)


# ---------------------------------------------------------------- the log


@pytest.mark.parametrize("chance", [{"secret": SECRET}, {"secret": None, "seed": 11}], ids=["secret", "seed"])
@pytest.mark.parametrize("seed", range(3))
def test_the_stored_entries_rebuild_the_table_to_the_byte(seed: int, chance: dict) -> None:
    table = Table(tefuda.load("kotori", players=3, allow_yield=1), **chance)
    random = Random(seed)
    people = (Sitter("person", "Hanako"), Sitter("bot", "Suzu", "easy"), Sitter("person", "Tarō"))
    log: list[Entry] = [Sat(seat, sitter) for seat, sitter in enumerate(people)]
    log += [Seeded(2, "春はあけぼの"), Dealt()]
    sent = [everything(table) for entry in log if table.apply(entry)]
    while not table.state.over:
        if random.random() < 0.05:
            log.append(Sat(1, Sitter("bot", "Nao", "hard")))
            table.apply(log[-1])
        else:
            log.append(play(table, random.choice(table.state.actions)))
        sent.append(everything(table))

    stored = msgspec.json.encode(log)
    again = Table(tefuda.load("kotori", players=3, allow_yield=1), **chance)
    rebuilt = [everything(again) for entry in msgspec.json.decode(stored, type=list[Entry]) if again.apply(entry)]
    assert rebuilt == sent
    assert len(rebuilt) > 30


def test_a_restored_table_goes_on_as_if_nothing_had_happened_with_cards_that_are_numbered_anew() -> None:
    table, random = seated(), Random(5)
    log: list[Entry] = [Sat(seat, sitter) for seat, sitter in enumerate(table.sitters)]
    log.append(table.propose_deal())
    table.apply(log[-1])
    log += [play(table, random.choice(table.state.actions)) for _ in range(9)]
    seen = numbers(*told(table))

    again = Table(table.game, secret=SECRET, audiences=())
    for entry in log:
        again.restore(entry)
    assert again.version == table.version
    assert again.state.full_state == table.state.full_state
    again.join(AUDIENCES, len(log))
    for _ in range(12):
        again.apply(play(table, random.choice(table.state.actions)))
        assert unnumbered(told(again)) == unnumbered(told(table))
        assert min(numbers(*told(again))) > max(seen)
    assert again.state.chance.mark() == table.state.chance.mark()


def test_only_entries_that_fit_the_table_are_restored_and_none_that_somebody_would_not_hear_of() -> None:
    with pytest.raises(ValueError, match="would not hear"):
        dealt().restore(Played(0, "draw"))
    for entry in (Played(1, "draw"), Played(0, "fly"), Dealt(), Seeded(0, "late")):
        table = Table(tefuda.load("kotori", players=3), secret=SECRET, audiences=())
        for seat in range(3):
            table.restore(Sat(seat, Sitter("person", f"P{seat}")))
        table.restore(Dealt())
        with pytest.raises(Refused):
            table.restore(entry)


def test_every_entry_gives_everybody_an_update_with_the_next_number() -> None:
    table = seated()
    assert [table.latest(audience).version for audience in AUDIENCES] == [3] * 4
    table.apply(table.propose_deal())
    version = 4
    random = Random(1)
    while not table.state.over:
        updates = [table.latest(audience) for audience in AUDIENCES]
        assert {(update.version, update.turn) for update in updates} == {(version, table.turn)}
        play(table, random.choice(table.state.actions))
        version += 1


def test_only_the_seat_to_act_is_offered_choices() -> None:
    table = dealt()
    random = Random(2)
    while not table.state.over:
        offered = [audience for audience in AUDIENCES if table.latest(audience).view.choices]
        assert offered == [table.state.seat]
        play(table, random.choice(table.state.actions))
    assert [audience for audience in AUDIENCES if table.latest(audience).view.result is None] == []


# ------------------------------------------------------------------ chance


def test_a_secret_gives_one_game_and_another_secret_another() -> None:
    games = []
    for secret in (SECRET, SECRET, SECRET[::-1]):
        table = dealt(secret=secret)
        whole_game(table, Random(0))
        games.append(table.state.position)
    assert games[0] == games[1] != games[2]


def test_no_message_and_no_entry_holds_the_secret() -> None:
    table = dealt()
    whole_game(table, Random(3))
    told = everything(table) + repr(table.state).encode() + repr(table.state.chance).encode()
    key = draw_key_v1(SECRET, [])
    for hidden in (SECRET, key):
        assert hidden not in told
        assert hidden.hex().encode() not in told
