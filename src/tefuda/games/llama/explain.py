"""ニワトリかラマか ポーカー: what speaks for or against a decision, in words with numbers: how likely a hand is bust.

The probabilities are those of the seat's own view (`bust_probability.py`).  Secret marks are not advice and have none.
"""

from __future__ import annotations

from tefuda.engine.view import Args, Reason, Seat, Words
from tefuda.games.llama.actions import Action, seats_in
from tefuda.games.llama.bust_probability import BustProbability, Knowledge
from tefuda.games.llama.rules import withdrawal_price
from tefuda.games.llama.state import Phase, State, Tables
from tefuda.games.llama.views import bottom_place, places_of, top_place

MISTAKE = 0.3  # coins, or games of several: the smallest loss that counts as a mistake
CLAUSES = {
    Action.FOLD: "L3.1",
    Action.STOP: "L7.2",
    Action.ALL_IN: "L6.2",
    Action.DECLINE: "L6.1",
    Action.DROP: "L6.3",
    Action.REVEAL: "L7.1",
    Action.WITHDRAW: "L6.7",
}


def reason(s: State, t: Tables, action: int) -> Reason | None:
    """Return the reason for a decision of the seat to act; None for a mark."""
    if action >= Action.MARK:
        return None
    p = s.to_act
    bust = BustProbability(Knowledge.of(s, t, p), dict(enumerate(s.look)))
    own = bust.percent(places_of(s, p))
    if Action.VOTE <= action < Action.ALL_IN:
        return why_vote(s, bust, action - Action.VOTE)
    if action in (Action.TOP, Action.BOTTOM):
        return Reason(why_draw(s, bust, own, action), "L7.1")
    if action == Action.PLAY:
        hand = Words("why-hand", {"bust": own, "count": s.held[p]})
        return Reason(Words("why-bluff") if own == 100 else hand, "L7.1")
    clause = CLAUSES[Action(action)]
    if action == Action.FOLD:
        return Reason(Words("why-fold", {"bust": own}), clause)
    if action == Action.DROP:
        return Reason(Words("why-drop", {"coins": s.stake[p], "bust": own}), clause)
    if action == Action.WITHDRAW:
        price = min(withdrawal_price(s, t), s.stake[p])
        return Reason(Words("why-withdraw", {"coins": s.stake[p] - price, "bust": own}), clause)
    if own == 100:
        bold = action == Action.ALL_IN
        return Reason(Words("why-bust-all-in" if bold else "why-bust"), "L6.5" if bold else "L7.1")
    return Reason(why_show(s, bust, own), clause)


def why_draw(s: State, bust: BustProbability, own: int, action: int) -> Words:
    """Return how likely the note at this end of the deck is a bust, and the hand with it."""
    p = s.to_act
    if own == 100:
        return Words("why-draw-bluff", {"count": s.held[p] + 1})
    drawn = top_place(s) if action == Action.TOP or not bottom_place(s) else bottom_place(s)
    together = bust.percent([*places_of(s, p), *drawn])
    return Words("why-draw", {"risk": bust.percent(drawn), "count": s.held[p] + 1, "bust": together})


def why_vote(s: State, bust: BustProbability, q: int) -> Reason:
    """Return how likely a hand is to be clean, and how long it is."""
    clean = 100 - bust.percent(places_of(s, q))
    return Reason(Words("why-vote", {"count": s.held[q], "clean": clean}), "L7.2")


def why_show(s: State, bust: BustProbability, own: int) -> Words:
    """Return how one's own hand stands against the one most likely to beat it."""
    p = s.to_act
    rivals = [q for q in range(s.players) if q != p and seats_in(s) >> q & 1 and beats(s, q, p)]
    args: Args = {"bust": own, "count": s.held[p]}
    if not rivals:
        return Words("why-longest-now" if s.phase == Phase.DRAWING else "why-longest", args)
    rival = min(rivals, key=lambda q: (bust.of(places_of(s, q)), -s.held[q]))
    args |= {"who": Seat(rival), "notes": s.held[rival], "clean": 100 - bust.percent(places_of(s, rival))}
    return Words("why-rival-now" if s.phase == Phase.DRAWING else "why-rival", args)


def beats(s: State, q: int, p: int) -> bool:
    """L7.2, L7.3: return whether a clean hand of q beats a clean hand of p: by its length, then from the dealer."""
    if s.held[q] != s.held[p]:
        return s.held[q] > s.held[p]
    return (q - s.dealer) % s.players < (p - s.dealer) % s.players
