"""The numbers in the reasons of てづま師, against what the rules do with the cards."""

from __future__ import annotations

import pytest

from harness.contract.cases import Case, states
from tefuda.engine.game import Game
from tefuda.engine.view import Words
from tefuda.games.tezuma.actions import Action
from tefuda.games.tezuma.counters import cards_of
from tefuda.games.tezuma.determinize import hidden_from
from tefuda.games.tezuma.explain import reason
from tefuda.games.tezuma.rules import deal_points
from tefuda.games.tezuma.state import Phase, State, Tables
from tests.games.tezuma.builders import play, scene


def plays(players: int) -> list[tuple[Game, State, int]]:
    """Return the candidate actions of random games in which a card is played, with the state before it."""
    found = []
    for state in states(Case("tezuma", players), 150):
        record = state.full_state
        if not state.is_terminal and record.phase == Phase.PLAYING:
            found += [
                (state.game, record, code) for code in state.game.candidate_actions(record) if code < Action.NO_CARD
            ]
    return found


def why(game: Game, s: State, action: int) -> Words:
    assert isinstance(game.tables, Tables)
    found = reason(s, game.tables, action)
    assert found is not None
    return found.words


def number(words: Words) -> int:
    return int(str(words.args["points"]).replace("−", "-"))


def test_stronger_cards_are_those_with_which_the_next_player_takes_the_lead() -> None:
    checked = 0
    for game, s, action in plays(3):
        words = why(game, s, action)
        if words.id not in ("why-leads", "why-strongest"):
            continue
        after = s.copy()
        game.build.apply(after, game.tables, action)
        me, count = s.to_act, 0
        for card in cards_of(hidden_from(s, me)):
            tried = after.copy()
            tried.hand[after.to_act] = 1 << card  # no other card, so that any may be played
            tried.one_ability = 0
            following = (tried.to_act + 1) % 3
            if following == tried.leader:
                tried.leader = tried.to_act  # the trick goes on, so that the lead can be seen
            game.build.apply(tried, game.tables, card)
            count += tried.best != me
        assert count == words.args.get("count", 0), (game.position_text(s), game.action_names[action])
        checked += 1
    assert checked > 100


def test_last_player_wins_a_trick_for_the_points_that_are_named() -> None:
    checked = 0
    for game, s, action in plays(3) + plays(4):
        words = why(game, s, action)
        if words.id not in ("why-wins", "why-loses") or (s.to_act + 1) % s.players != s.leader:
            continue
        assert isinstance(game.tables, Tables)
        me, before, after = s.to_act, deal_points(s, game.tables, s.to_act), s.copy()
        game.build.apply(after, game.tables, action)
        if after.phase != Phase.PLAYING or after.deal != s.deal or after.trick == s.trick:
            continue  # a card is set aside first, or the deal is over
        assert (after.leader == me) == (words.id == "why-wins")
        if words.id == "why-wins":
            assert deal_points(after, game.tables, me) - before == number(words)
            checked += 1
    assert checked > 15


@pytest.mark.clause("T7.10")
def test_points_named_for_angling_leave_out_the_minus_card_that_is_set_aside() -> None:
    state = scene(["b5 u1", "b3 u2", "b9 b8"], abilities={2: "5b"}, tables={2: 5}, minus={2: "b"})
    play(state, "b5 b3")
    before = {
        action: number(why(state.game, state.full_state, state.game.action_code(action))) for action in ("b9", "b9!")
    }
    assert before["b9!"] == before["b9"] + 1
