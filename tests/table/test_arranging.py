"""Changes of a table before the deal: who sits where afterwards, and the messages about them."""

from typing import Any

import pytest

import tefuda
from tefuda.engine.view import SPECTATOR
from tefuda.table.arranging import TableChange, fitted, sitters_after, swapped
from tefuda.table.deal import Deal
from tefuda.table.entries import Arranged, Dealt, Entry, Pledged, Refused, Sat, Setup, Sitter
from tefuda.table.table import Table

HANA, TARO, BOT, OPEN = Sitter("person", "花子"), Sitter("person", "太郎"), Sitter("bot", "Ume", "easy"), Sitter()
KOTORI = Setup("kotori", {"allow_yield": 0}, 3, "1", "00" * 32)
LLAMA = Setup("llama", {"games": 1, "swap": 0, "marks": 1, "rounds": 2}, 3, "1", "11" * 32)


def table(setup: Setup = KOTORI, began_as: Setup | None = None) -> Table:
    game = opened(setup)
    deal = Deal("one", bytes(32), [bytes(32)], game=setup.game, rules="1", cards=bytes(32), options=setup.options)
    return Table(game, deal=deal, began_as=began_as, open_game=opened)


def opened(setup: Setup) -> Any:
    return tefuda.load(setup.game, players=setup.seats, **setup.options)


@pytest.mark.parametrize(
    ("before", "seats", "order"),
    [
        ((HANA, OPEN, TARO, OPEN), 2, (0, 2)),
        ((HANA, BOT, TARO, BOT), 3, (0, 1, 2)),
        ((BOT, OPEN, TARO, HANA), 3, (0, 2, 3)),
        ((BOT, OPEN, TARO, HANA), 2, (2, 3)),
        ((HANA, TARO), 4, (0, 1, -1, -1)),
        ((HANA, BOT), 2, (0, 1)),
    ],
)
def test_other_number_of_seats_keeps_people_and_their_order(
    before: tuple[Sitter, ...], seats: int, order: tuple[int, ...]
) -> None:
    assert fitted(before, seats) == order
    after = sitters_after(Arranged(order=order), before)
    assert len(after) == seats
    assert [one for one in after if one.kind == "person"] == [one for one in before if one.kind == "person"]


def test_smaller_table_is_refused_while_more_people_sit() -> None:
    with pytest.raises(Refused, match="2 people"):
        fitted((HANA, TARO, BOT), 1)


@pytest.mark.parametrize(
    "order",
    [(0, 2), (0, 0, 1), (0, 1, 7), (0, -2, 1), (0, 1, 2, -1), (-1, 1, 2)],
    ids=["too-few", "twice", "no-such", "negative", "too-many", "without-a-person"],
)
def test_order_that_would_lose_someone_is_refused(order: tuple[int, ...]) -> None:
    one = table()
    one.apply(Sat(0, HANA))
    with pytest.raises(Refused):
        one.propose_arrange(Arranged(order=order))
    with pytest.raises(Refused):
        one.apply(Arranged(order=order))
    assert one.sitters == [HANA, OPEN, OPEN]


def test_changes_name_the_host() -> None:
    one = table()
    told: list[tuple[TableChange, ...]] = []
    entries: list[Entry] = [
        Sat(0, HANA),
        Sat(1, TARO),
        Sat(2, BOT, host=0),
        Sat(2, Sitter("bot", "Ume", "hard"), host=0),
        Arranged(0, hints=True, public=False, locked=True),
        Arranged(0, order=swapped(3, 1, 2)),
        Arranged(0, LLAMA, KOTORI),
        Arranged(0, Setup("llama", LLAMA.options | {"rounds": 3}, 3, "1", "11" * 32), LLAMA),
        Arranged(0, removed=2),
        Arranged(0, readmitted=True),
        Sat(1, OPEN, host=0),
        Sat(0, OPEN),
    ]
    for entry in entries:
        one.apply(entry)
        told.append(one.latest(SPECTATOR).changes)
    assert told == [
        (TableChange("sat", seat=0, who="花子"),),
        (TableChange("sat", seat=1, who="太郎"),),
        (TableChange("bot", "花子", 2, "Ume", "easy"),),
        (TableChange("level", "花子", 2, "Ume", "hard"),),
        (
            TableChange("hints", "花子", value=1),
            TableChange("public", "花子", value=0),
            TableChange("locked", "花子", value=1),
        ),
        (TableChange("moved", "花子", 2, "Ume", value=1), TableChange("moved", "花子", 1, "太郎", value=2)),
        (TableChange("game", "花子", name="llama", value=3),),
        (TableChange("option", "花子", name="rounds", value=3),),
        (TableChange("removed", "花子", 2, "太郎"),),
        (TableChange("readmitted", "花子"),),
        (TableChange("opened", "花子", 1, "Ume"),),
        (TableChange("left", seat=0, who="花子"),),
    ]
    assert one.game.description.slug == "llama"


def test_table_is_restored_from_a_log_that_changes_game_and_seats() -> None:
    """Only the last game is opened, and the audiences of seats that are gone get no view."""
    four = Setup("tezuma", {"without_suit": 0, "one_ability_per_trick": 0}, 4, "1", "22" * 32)
    entries: list[Entry] = [
        Sat(0, HANA),
        Sat(3, TARO),
        Arranged(0, KOTORI, four, order=(0, 1, 3)),
        Sat(1, BOT, host=0),
        Arranged(0, LLAMA, KOTORI),
    ]
    live = table(four)
    for entry in entries:
        live.apply(entry)
    assert live.sitters == [HANA, BOT, TARO]
    games: list[str] = []

    def noted(setup: Setup) -> Any:
        games.append(setup.game)
        return opened(setup)

    deal = Deal("one", bytes(32), [bytes(32)], game="llama", rules="1", cards=bytes(32), options=LLAMA.options)
    restored = Table(opened(LLAMA), deal=deal, audiences=(), began_as=four, open_game=noted)
    for entry in entries:
        restored.restore(entry)
    assert restored.sitters == live.sitters
    assert restored.game.description.slug == "llama"
    assert games == ["llama"]
    assert (restored.deal.game, restored.deal.options) == ("llama", LLAMA.options)
    sealed = live.propose_seal(())
    for entry in (sealed, Dealt()):
        live.apply(entry)
        restored.restore(entry)
    assert live.audiences == (SPECTATOR, 0, 1, 2)
    assert live.state.full_state.to_bytes() == restored.state.full_state.to_bytes()
    with pytest.raises(Refused, match="dealt already"):
        live.propose_arrange(Arranged(0, hints=True))


def test_pledges_are_voided_by_changes_of_game_and_seat_only() -> None:
    one = table()
    for seat, sitter in enumerate((HANA, TARO, BOT)):
        one.apply(Sat(seat, sitter))
    for seat in (0, 1):
        one.apply(Pledged(seat, f"{seat + 1:064}"))
    one.apply(Arranged(0, hints=True, public=True, locked=True))
    assert set(one.deal.pledges) == {0, 1}
    one.apply(Arranged(0, order=swapped(3, 1, 2)))
    assert set(one.deal.pledges) == {0}, "who has moved pledges again"
    assert one.deal.voided == {2}
    one.apply(Arranged(0, LLAMA, KOTORI))
    assert not one.deal.pledges
    assert one.deal.voided == {0, 2}
    one.apply(Pledged(0, "1" * 64))
    one.apply(Arranged(0, removed=2))
    assert one.deal.voided == set()
