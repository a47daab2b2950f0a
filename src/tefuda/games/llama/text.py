"""ニワトリかラマか ポーカー: the messages that name marks and notes, and ask for a decision."""

from __future__ import annotations

from tefuda.engine.view import Args, Seat, Words
from tefuda.games.llama.actions import mark_name
from tefuda.games.llama.rules import withdrawal_price
from tefuda.games.llama.state import MARKS, Kind, Phase, State, Tables

PHASES: dict[int, str] = {
    Phase.BETTING: "bet",
    Phase.DRAWING: "draw",
    Phase.VOTING: "vote",
    Phase.RAISING: "raise",
    Phase.CONFIRMING: "confirm",
}


def kind_face(s: State, kind: int) -> str:
    """L1.4: return the face id of a kind of note."""
    return "chicken" if (kind == Kind.BAD) != bool(s.swap) else "llama"


def mark_words(mark: int) -> Words:
    """Return the name of a mark."""
    return Words(f"mark-{mark_name(mark)}")


def pattern_words(pattern: int) -> Words:
    """Return the names of all marks of a pattern."""
    marks = [mark_words(mark) for mark in range(MARKS) if pattern >> mark & 1]
    first, *rest = marks or [Words("marks-none")]
    for more in rest:
        first = Words("marks-and", {"first": first, "more": more})
    return first


def prompt(s: State, t: Tables, seat: int) -> Words | None:
    """Return what the table asks for, from which seat, and what is at stake."""
    if s.to_act < 0:
        return None
    p = s.to_act
    phase = PHASES[s.phase] if s.phase != Phase.RAISING or not s.allin else "answer"
    stakes: Args = {"unit": s.unit, "stake": s.stake[p], "coins": s.coins[p] + s.stake[p]}
    stakes |= {"notes": s.held[p], "price": min(withdrawal_price(s, t), s.coins[p] + s.stake[p])}
    if seat != p:
        return Words(f"prompt-waiting-{phase}", {"who": Seat(p), **stakes})
    return Words(f"prompt-{phase}", stakes)
