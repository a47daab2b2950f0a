"""ドウトツくじゃん: what speaks for or against an action, in words with numbers: how far one is from going out.

It reads one seat's own cards and the open ones.  Cards that it calls unseen lie in the deck or in other hands.
"""

from __future__ import annotations

from collections.abc import Iterator

from tefuda.engine.view import Reason, Words
from tefuda.games.doutotsu.actions import Action, card_of_discard
from tefuda.games.doutotsu.bags import add, card_of, count_of, kana_of, remove
from tefuda.games.doutotsu.hands import most_usable, out_points, wait_points
from tefuda.games.doutotsu.helps import waits
from tefuda.games.doutotsu.rules import discard
from tefuda.games.doutotsu.state import HAND, Phase, State, Tables


def reason(s: State, t: Tables, action: int) -> Reason | None:
    """Return the reason for an action of the seat to act; None for the colour of a letter to expose."""
    p = s.to_act
    if action == Action.OUT:
        points = wait_points(s, t, p, s.top - 1) if s.phase == Phase.CHOOSE else out_points(s, t, p)
        return Reason(Words("why-out", {"points": points}), "D4.6")
    if action == Action.DRAW:
        return why_draw(s, t)
    if action < Action.TAKE:
        return None
    tried = s.copy()
    if action < Action.DISCARD:
        add(tried.held[p], s.top - 1)
        return Reason(Words("why-take", {"short": short(tried, t, p)}), "D3.3")
    discard(tried, p, card_of_discard(t, action))
    return why_discard(tried, t)


def why_discard(s: State, t: Tables) -> Reason:
    """Return how far the seat to act is from going out with the cards it keeps, and how many unseen cards help."""
    p = s.to_act
    cards = list(helpful(s, t, p))
    count, unseen = sum(unseen_copies(s, t, p, card) for card in cards), all_unseen(s, t, p)
    kinds, lacking = len({kana_of(card) for card in cards}), short(s, t, p)
    if lacking > 1:
        return Reason(Words("why-short", {"short": lacking, "count": count, "unseen": unseen, "kinds": kinds}), "D4.1")
    return Reason(Words("why-waits", {"count": count, "unseen": unseen, "kinds": kinds}), "D5.3")


def why_draw(s: State, t: Tables) -> Reason:
    """Return how likely a card off the deck helps the seat to act, or lets it go out."""
    p = s.to_act
    count, unseen = sum(unseen_copies(s, t, p, card) for card in helpful(s, t, p)), all_unseen(s, t, p)
    lacking = short(s, t, p)
    words = {"count": count, "unseen": unseen, "percent": round(100 * count / max(unseen, 1)), "short": lacking}
    return Reason(Words("why-draw" if lacking > 1 else "why-draw-out", {**words}), "D3.2" if lacking > 1 else "D4.1")


def short(s: State, t: Tables, p: int) -> int:
    """Return how many cards a seat lacks for going out."""
    return HAND + 1 - most_usable(s, t, p)


def helpful(s: State, t: Tables, p: int) -> Iterator[int]:
    """Yield the cards that bring a seat with eleven cards nearer to going out, or let it go out; seen ones too."""
    near = most_usable(s, t, p)
    if near == HAND:
        yield from waits(s, t, p)
        return
    for kana in range(t.kana):
        helps = False
        for colour in range(t.colours):
            card = card_of(kana, colour)
            if colour == 0 or s.players == 2:  # D4.4: colours matter with two players only
                add(s.held[p], card)
                helps = most_usable(s, t, p) > near
                remove(s.held[p], card)
            if helps:
                yield card


def unseen_copies(s: State, t: Tables, p: int, card: int) -> int:
    """Return the copies of a card that a seat has not seen: those of the deck less its own and the open ones."""
    seen = count_of(s.held[p], card) + count_of(s.buried, card) + (s.top == card + 1) + (s.under == card + 1)
    seen += sum(one == card + 1 for q in range(s.players) if q != p for one in s.exposed[q])
    return count_of(t.deck[s.core], card) - seen


def all_unseen(s: State, t: Tables, p: int) -> int:
    """Return how many cards a seat has not seen."""
    cards = (card_of(kana, colour) for kana in range(t.kana) for colour in range(t.colours))
    return sum(unseen_copies(s, t, p, card) for card in cards)
