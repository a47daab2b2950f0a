"""ことりあつめ: checks that a record is a position of the game, for positions that users enter."""

from __future__ import annotations

from collections import Counter

from tefuda.engine.position_checks import beyond_last_seat, not_conserved, out_of_bounds
from tefuda.engine.rules_helpers import set_bits
from tefuda.games.kotori.state import (
    FEWEST_FIELD_CARDS,
    FIELD_CARDS,
    MAX_PLAYERS,
    MOST_FIELD_CARDS,
    MOST_REBUILDS,
    RANKS,
    REBUILDS,
    TOP_RANK,
    State,
    Tables,
)
from tefuda.games.kotori.views import bag_size, line_ranks

FIELD_FORMATS = {
    "out": "bits",
    "field": "bits",
    "bids": "bits",
    "cage": "bits",
    "line": "digits",
    "deck": "counts",
    "discard": "counts",
}

RANKS_IN_PLAY = range(1, RANKS)
ALL_RANKS = sum(1 << rank for rank in RANKS_IN_PLAY)
FULL_BAG = sum(15 << 4 * rank for rank in RANKS_IN_PLAY)
LONGEST_LINE = (1 << 4 * TOP_RANK) - 1


def faults(s: State, t: Tables) -> list[str]:
    """Return everything that is wrong with a record; contradictions only where all values make sense."""
    return _values(s) or _cards(s, t) + _contradictions(s)


def _values(s: State) -> list[str]:
    """Return values out of bounds, and cards at seats without a player."""
    bounds = {
        "dealer": (0, s.players - 1),
        "out": (0, (1 << s.players) - 1),
        "drew": (0, 1),
        "allow_yield": (0, 1),
        "extra_birds": (FEWEST_FIELD_CARDS - FIELD_CARDS, MOST_FIELD_CARDS - FIELD_CARDS),
        "extra_rebuilds": (-REBUILDS, MOST_REBUILDS - REBUILDS),
        "rebuilt": (0, REBUILDS + s.extra_rebuilds),
        "top": (0, TOP_RANK),
        "left": (0, 127),
        "spare": (0, TOP_RANK),
        "burst": (0, TOP_RANK),
        "sideways": (0, TOP_RANK),
        "field": (0, ALL_RANKS),
        "bids": (0, ALL_RANKS),
        "cage": (0, ALL_RANKS),
        "line": (0, LONGEST_LINE),
        "deck": (0, FULL_BAG),
        "discard": (0, FULL_BAG),
    }
    found = out_of_bounds(s, bounds)
    found += beyond_last_seat(s, ("line", "bids", "cage", "burst", "sideways"), MAX_PLAYERS)
    sets = {"field": [s.field], "bids": s.bids.values(), "cage": s.cage.values()}
    bags = {"deck": [s.deck], "discard": [s.discard]}
    for named, allowed in ((sets, ALL_RANKS), (bags, FULL_BAG)):
        for name, cells in named.items():
            if any(cell & ~allowed for cell in cells):
                found.append(f"{name} holds something besides the values 1 to {TOP_RANK}")
    return found


def _cards(s: State, t: Tables) -> list[str]:
    """K1.1: return cards that are missing or too many; `left` counts those in the deck."""
    there = Counter[int]()
    for rank in RANKS_IN_PLAY:
        there[rank] += (s.deck >> 4 * rank & 15) + (s.discard >> 4 * rank & 15)
    there.update(set_bits(s.field))
    for p in range(s.players):
        there.update([*line_ranks(s.line[p]), *set_bits(s.cage[p]), s.burst[p]])
    there.update([s.top, *s.spare])
    del there[0]  # "no card"
    found = not_conserved(there, dict(zip(RANKS_IN_PLAY, list(t.copies)[1:], strict=True)), "cards of value {}".format)
    if bag_size(s.deck) != s.left:
        found.append(f"left is {s.left}, but the deck holds {bag_size(s.deck)} cards")
    return found


def _contradictions(s: State) -> list[str]:
    """Return values that cannot occur together when a player is to act or the game is over."""
    found = []
    for p in range(s.players):
        line = line_ranks(s.line[p])
        if sorted(line) != set_bits(s.bids[p]):
            found.append(f"seat {p}: bids are {set_bits(s.bids[p])}, but the line is {line}")
        if s.burst[p] in line:
            found.append(f"seat {p}: the bust card {s.burst[p]} is also in the line {line}")
        if s.sideways[p] and line[-1:] != [s.sideways[p]]:
            found.append(f"seat {p}: the sideways card {s.sideways[p]} is not the last of the line {line}")
        if (s.burst[p] != 0) + (s.sideways[p] != 0) != s.out >> p & 1:
            found.append(
                f"seat {p}: a seat that is out has either passed (a sideways card) or gone bust, and no other seat has"
            )
    if any(s.spare):
        found.append("duplicates lie in the field, but they leave before the next decision")
    if s.to_act < 0:
        if s.left or s.top or s.field or s.out or s.drew or any(s.line):
            found.append("the game is over, but cards lie outside of cages and discards")
        return found
    if s.top == 0 or s.field == 0:
        found.append("a seat is to act, but there is no top card, or none in the field")
    if s.out >> s.to_act & 1 or s.bids[s.to_act] >> s.top & 1:
        found.append(f"seat {s.to_act} cannot decide: it is out, or the top card busts it")
    if s.drew and not s.bids[s.to_act]:
        found.append(f"seat {s.to_act} has bid in this turn, but has no bid card")
    before = (s.to_act - s.dealer) % s.players  # K4.1: seats that have had their turn
    turns_over = sum(1 << (s.dealer + i) % s.players for i in range(before))
    if not s.allow_yield and s.out != turns_over:
        found.append(f"from dealer {s.dealer} the turn has come to seat {s.to_act}: those before it are out, no others")
    return found
