"""The numbers in the reasons of ことりあつめ, against counts of the cards on the table."""

from __future__ import annotations

from collections import Counter

from harness.contract.cases import Case, states
from tefuda.engine.state import State
from tefuda.engine.view import Reason, Seat
from tefuda.games.kotori.actions import Action
from tefuda.games.kotori.explain import reason

RANKS = range(1, 11)


def decisions(players: int) -> list[State]:
    return [state for state in states(Case("kotori", players)) if len(state.legal_actions) > 1]


def why(state: State, action: int) -> Reason:
    return reason(state.full_state, state.game.tables, action)  # type: ignore[arg-type]


def bids(state: State, seat: int) -> list[int]:
    """Return the bids of a seat that count, as its zone shows them."""
    cards = state.view().zone(f"bids-{seat}").cards
    return [int(card.face or 0) for card in cards if card.pose != "down"]


def test_bust_risk_is_the_share_of_cards_below_the_top_one_that_match_the_bids() -> None:
    checked = 0
    for players in (2, 3, 4):
        for state in decisions(players):
            record, seat = state.full_state, state.current_player
            if record.left == 0:
                continue
            deck = Counter({rank: record.deck >> 4 * rank & 15 for rank in RANKS})
            matching = {*bids(state, seat or 0), record.top}
            hits = sum(count for rank, count in deck.items() if rank in matching)
            risk = why(state, Action.DRAW).words.args["risk"]
            assert risk == round(100 * hits / deck.total())
            checked += 1
    assert checked > 300


def test_totals_and_rival_are_those_on_the_table() -> None:
    for state in decisions(4):
        record, seat = state.full_state, state.current_player or 0
        args = why(state, Action.DRAW).words.args
        assert args["total"] == sum(bids(state, seat)) + record.top
        if "best" in args:
            others = {q: sum(bids(state, q)) for q in range(4) if q != seat}
            assert isinstance(args["who"], Seat)
            assert args["best"] == max(others.values()) == others[args["who"].seat]


def test_pass_that_is_said_to_win_changes_the_cage_as_promised() -> None:
    checked = 0
    for players in (2, 3, 4):
        for state in decisions(players):
            if "pass" not in state.legal_actions or why(state, Action.PASS).words.id != "why-pass-wins":
                continue
            seat, promised = state.current_player or 0, why(state, Action.PASS).words.args["gain"]
            before, after = state.view().zone(f"cage-{seat}").count, state.copy()
            after.play("pass")
            gain = after.view().zone(f"cage-{seat}").count - before
            assert promised == (f"+{gain}" if gain > 0 else str(gain).replace("-", "−"))
            checked += 1
    assert checked > 10
