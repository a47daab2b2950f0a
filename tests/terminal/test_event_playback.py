"""Playback splits an update into steps, and applying all moves leads to the next view."""

from collections import Counter
from random import Random

import pytest

from tefuda.engine.view import Card, Move, Observation, View, Words, Zone
from tefuda.terminal.event_playback import after_event, apply_moves, playback, view_before_deal
from tests.table.test_handles import dealt_table


def zone_contents(view: View) -> dict[str, object]:
    """Return the cards of each zone by face and pose, ignoring order."""
    return {zone.id: (zone.count, Counter((card.face, card.pose) for card in zone.cards)) for zone in view.zones}


@pytest.mark.parametrize("seed", range(6))
def test_moves_of_all_events_lead_to_the_next_view(seed: int) -> None:
    """Nothing jumps when playback ends."""
    table = dealt_table(seed, 2 + seed % 3)
    random = Random(seed)
    shown = None
    while True:
        update = table.latest(0)
        if shown is not None:
            for one in update.events:
                shown = after_event(shown, one)
            assert zone_contents(shown) == zone_contents(update.view)
            assert {one for one in shown.counters if not one.help} == {c for c in update.view.counters if not c.help}
            assert shown.roles == update.view.roles
        shown = update.view
        if table.state.is_terminal:
            break
        table.apply(
            table.propose_play(table.state.current_player, table.turn, random.choice(table.state.legal_actions))
        )


def test_last_step_shows_the_current_table_without_choices() -> None:
    table = dealt_table(3, 3)
    update = table.latest(table.state.current_player)
    assert update.view.choices
    shown = list(playback(None, update.events, update.view))
    assert [step.observation for step in shown] == list(update.events)
    assert shown[-1].view.zones == update.view.zones
    assert all(not step.view.choices and step.view.prompt is None for step in shown)
    assert not any(counter.help for step in shown for counter in step.view.counters)


def test_moved_card_is_marked_fresh_at_its_target() -> None:
    table = dealt_table(4, 2)
    seat = table.state.current_player
    before = table.latest(seat).view
    table.apply(table.propose_play(seat, 0, "draw"))
    update = table.latest(seat)
    bid = next(iter(playback(before, update.events, update.view)))
    taken = before.zone("top").cards[0]
    assert bid.fresh == {taken.handle}
    assert bid.view.zone("top").cards == ()
    assert [card.handle for card in bid.view.zone(f"bids-{seat}").cards] == [taken.handle]


def table_of(hand: tuple[Card, ...], deck: int = 10) -> View:
    zones = (Zone("deck", "pile", deck), Zone("hand-1", "fan", len(hand), hand, 1), Zone("out", "row", 0))
    return View(zones, game="any", seat=0, players=2, to_act=0)


def test_move_of_an_unknown_card_uses_its_position() -> None:
    view = table_of((Card(handle=1), Card(handle=2), Card(handle=3)))
    after = apply_moves(view, [Move("hand-1", "out", "7", at=1)])
    assert [card.handle for card in after.zone("hand-1").cards] == [1, 3]
    assert after.zone("out").cards == (Card("7", handle=2),)


def test_move_of_many_hidden_cards_changes_only_counts() -> None:
    after = apply_moves(table_of(()), [Move("deck", "elsewhere", count=4)])
    assert after.zone("deck").count == 6


@pytest.mark.parametrize("players", [2, 3, 4])
def test_view_before_deal_holds_only_the_whole_deck(players: int) -> None:
    update = dealt_table(8, players).latest(0)
    view = view_before_deal(update.view, update.events)
    assert {zone.id: zone.count for zone in view.zones if zone.count} == {"deck": 55}
    assert view.to_act == -1
    for observation in update.events:
        view = apply_moves(view, observation.moves)
    assert zone_contents(view) == zone_contents(update.view)


def test_update_without_events_has_no_steps() -> None:
    view = table_of(())
    assert list(playback(view, (), view)) == []
    observation = Observation(Words("event"))
    assert [step.view.zones for step in playback(view, [observation], view)] == [view.zones]
