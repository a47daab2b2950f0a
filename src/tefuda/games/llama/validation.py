"""ニワトリかラマか ポーカー: checks that a record is a position of the game, for positions that users enter."""

from __future__ import annotations

from collections import Counter

from tefuda.engine.position_checks import beyond_last_seat, not_conserved, out_of_bounds
from tefuda.games.llama.actions import seats_in
from tefuda.games.llama.notes import bad_notes, largest_hand, memory, total_notes
from tefuda.games.llama.rules import first_from, withdrawal_price
from tefuda.games.llama.state import (
    DEALT,
    FEWEST_FOR_STUDY,
    HAND,
    MAX_NOTES,
    MAX_PLAYERS,
    MOST_GAMES,
    MOST_MARKS,
    MOST_ROUNDS,
    PLAYERS_FOR_STUDY,
    PUBLIC,
    SIGHTED,
    Kind,
    Phase,
    State,
    Tables,
)

FIELD_FORMATS = dict.fromkeys(
    ("waiting", "alive", "folded", "gone", "allin", "seen", "open", "pattern", "fresh"), "bits"
)

KIND_NAMES = {Kind.GOOD: "good notes", Kind.BAD: "bad notes"}
OF_A_SEAT = ("coins", "stake", "vote", "fell", "wins", "outlasted", "held", "noted", "hand", "seen", "looked")
SCRATCH = ("count", "spot", "target", "flow", "marked", "was", "where")


def faults(s: State, t: Tables) -> list[str]:
    """Return everything that is wrong with a record; each group of faults only where those before it have none."""
    return (
        _values(s, t)
        or [*_coins(s, t), *_decisions(s)]
        or [*_notes(s, t), *_patterns(s, t)]
        or [*_new_marks(s, t), *_memory(s, t), *_turn(s, t)]
    )


def _values(s: State, t: Tables) -> list[str]:
    """Return values out of bounds, and values at seats without a player."""
    seats, last, coins = (1 << s.players) - 1, s.players - 1, t.coins * s.players
    notes, places = total_notes(s, t), (1 << total_notes(s, t)) - 1
    bounds = {
        "games": (1, MOST_GAMES),
        "swap": (0, 1),
        "limit": (0, MOST_MARKS),
        "rounds": (1, MOST_ROUNDS),
        "notes": (FEWEST_FOR_STUDY, MAX_NOTES) if s.players == PLAYERS_FOR_STUDY else (0, 0),
        "game": (1, s.games),
        "round": (1, s.rounds),
        "phase": (0, max(Phase)),
        "dealer": (0, last),
        "unit": (1, 2),
        "lap": (0, last),
        "waiting": (0, seats),
        "alive": (1, seats),
        "folded": (0, seats),
        "gone": (0, seats),
        "allin": (0, seats),
        "coins": (0, coins),
        "stake": (0, coins),
        "vote": (0, s.players),
        "fell": (0, s.round),
        "wins": (0, s.games),
        "outlasted": (0, s.games * last),
        "top": (0, notes - 1),
        "bottom": (0, notes - 1),
        "held": (0, HAND),
        "noted": (0, HAND),
        "hand": (0, notes),
        "seen": (0, places),
        "open": (0, places),
        "kind": (0, max(Kind)),
        "look": (0, s.looks - 1),
        "fresh": (0, t.marks),
        "looks": (1, notes),
        "pattern": (0, t.marks),
        "size": (0, notes),
        "sure": (0, notes),
        "looked": (0, notes),
        **dict.fromkeys(SCRATCH, (0, 0)),
    }
    found = out_of_bounds(s, bounds)
    found += beyond_last_seat(s, OF_A_SEAT, MAX_PLAYERS)
    if any(any(s.sure[memory(p, kind)]) for p in range(s.players, MAX_PLAYERS) for kind in Kind):
        found.append(f"sure has something beyond seat {last}, the last")
    return found + [
        f"{name} has marks that are not among those of the card file"
        for name in ("pattern", "fresh")
        if any(cell > 0 and cell & ~t.marks for cell in getattr(s, name))
    ]


def _coins(s: State, t: Tables) -> list[str]:
    """Return faults of the number of coins, and of the seats that have none."""
    found = []
    total = sum(s.coins) + sum(s.stake)
    if total != t.coins * s.players:
        found.append(f"there are {total} coins, not {t.coins * s.players}")
    for p in range(s.players):
        living = s.alive >> p & 1 == 1
        if living != (s.coins[p] + s.stake[p] > 0):
            found.append(f"seat {p}: a seat is in the game exactly if it has coins")
        if living != (s.fell[p] == 0) or (s.to_act >= 0 and s.fell[p] == s.round):
            found.append(f"seat {p}: fell is the round in which the last coin was lost, 0 before that, not {s.fell[p]}")
    alive = s.alive.bit_count()
    if s.to_act >= 0 and alive < 2:
        found.append("a seat is to act, but no other is left in the game")
    if s.to_act < 0 and (s.game < s.games or (alive > 1 and s.round < s.rounds)):
        found.append("the session is over, but its last game is not")
    if s.to_act >= 0 and (s.unit == 2) != (alive <= t.late[s.players]):
        found.append(f"a payment is {s.unit}, but {alive} players are left")
    return found


def dealt_in(s: State) -> int:
    """Return the seats that got notes in this round, as bits."""
    return s.alive | sum(1 << p for p in range(s.players) if s.fell[p] == s.round)


def _decisions(s: State) -> list[str]:
    """Return faults of who has folded, dropped out and gone all-in, with which stakes and votes."""
    found = []
    here = dealt_in(s)
    if (s.folded | s.gone | s.allin | s.waiting) & ~here:
        return ["a seat without notes has folded, gone or is waited for"]
    if not s.alive >> s.dealer & 1:
        found.append(f"seat {s.dealer} is out of the game and cannot be the dealer")
    if s.folded & (s.gone | s.allin) or (s.phase < Phase.RAISING and s.gone | s.allin) or not seats_in_to_the_end(s):
        found.append("folded, gone and all-in do not fit together")
    if s.phase != Phase.CONFIRMING and s.gone & s.allin:
        found.append("no seat withdraws before all have answered")
    if here.bit_count() == 2 and (s.folded or s.phase in (Phase.BETTING, Phase.VOTING)):
        found.append("two players neither bet nor vote")
    for p in range(s.players):
        votes = s.vote[p] - 1
        if votes >= 0 and (
            not s.folded >> p & 1 or s.phase < Phase.VOTING or votes == p or not (here & ~s.folded) >> votes & 1
        ):
            found.append(f"seat {p} cannot have voted for seat {votes}")
        if s.to_act >= 0 and s.stake[p] != expected_stake(s, p):
            found.append(f"seat {p} has put {s.stake[p]} forward, not {expected_stake(s, p)}")
    if s.to_act < 0 and any(s.stake) | any(s.vote) | s.waiting:
        found.append("the game is over, but there are stakes or votes, or a seat is waited for")
    return found


def seats_in_to_the_end(s: State) -> int:
    """Return the seats that were in this round to its end, as bits."""
    return dealt_in(s) & ~(s.folded | s.gone)


def expected_stake(s: State, p: int) -> int:
    """Return the coins that a seat must have put forward, given its decisions."""
    own = s.coins[p] + s.stake[p]
    if not s.alive >> p & 1 or s.folded >> p & 1 or (s.phase == Phase.BETTING and s.waiting >> p & 1):
        return 0
    if s.allin >> p & 1:
        return s.stake[p] if s.gone >> p & 1 else own  # L6.7: the price is checked in `_turn`
    return min(own, s.unit)


def _notes(s: State, t: Tables) -> list[str]:
    """Return faults of the number of notes, of where they lie, and of who has looked at them."""
    found = []
    there = Counter(Kind(s.kind[place]) for place in range(total_notes(s, t)))
    bad = bad_notes(s, t)
    wanted = {Kind.GOOD: total_notes(s, t) - bad, Kind.BAD: bad}
    found += not_conserved(there, wanted, KIND_NAMES.__getitem__)
    if any(s.kind[place] or s.look[place] or s.fresh[place] for place in range(total_notes(s, t), MAX_NOTES)):
        found.append(f"there are notes beyond place {total_notes(s, t) - 1}")
    here = [p for p in range(s.players) if dealt_in(s) >> p & 1]
    places = []
    for p in range(s.players):
        hand = [s.hand[p, i] - 1 for i in range(s.held[p])]
        first = DEALT * here.index(p) if p in here else 0
        if hand[:DEALT] != ([first, first + 1] if p in here else []):
            found.append(f"seat {p} holds {hand}, but was dealt others")
        if any(s.hand[p, i] for i in range(s.held[p], HAND)):
            found.append(f"seat {p} holds {s.held[p]} notes, but hand names more")
        drawn = s.held[p] > DEALT
        if drawn and (s.phase == Phase.BETTING or s.folded >> p & 1):
            found.append(f"seat {p} has drawn, which was not its right")
        if s.seen[p] != sum(1 << place for place in hand[:SIGHTED] if place >= 0):
            found.append(f"seat {p} has looked at other notes than it must have")
        places += hand[DEALT:]
    taken = {*range(DEALT * len(here), s.top), *range(s.bottom + 1, total_notes(s, t))}
    if sorted(places) != sorted(taken) or s.top > s.bottom:
        found.append(f"the notes drawn are {sorted(places)}, but the deck lies from {s.top} to {s.bottom}")
    return found


def _patterns(s: State, t: Tables) -> list[str]:
    """Return patterns that are out of order, or that no note has."""
    patterns = [s.pattern[c] for c in range(s.looks)]
    looks = [s.look[place] for place in range(total_notes(s, t))]
    found = []
    if patterns != sorted(set(patterns)) or any(s.pattern[c] for c in range(s.looks, MAX_NOTES)):
        found.append("the patterns must rise, each one once")
    sizes = [looks.count(c) for c in range(s.looks)]
    if [s.size[c] for c in range(MAX_NOTES)] != sizes + [0] * (MAX_NOTES - s.looks) or 0 in sizes:
        found.append(f"size must be {sizes}: that is how many notes have each pattern")
    return found


def _new_marks(s: State, t: Tables) -> list[str]:
    """Return new marks where none can have been made."""
    found = []
    markable: dict[int, int] = {}
    for p in range(s.players):
        if s.noted[p] > s.held[p] or s.noted[p] == 1:
            found.append(f"seat {p} cannot have decided with {s.noted[p]} notes before it")
        begun = s.pending and p == s.to_act  # L10.1: the decision is being made
        for i in range(s.held[p] if begun else min(s.noted[p], s.held[p])):
            markable[s.hand[p, i] - 1] = s.pattern[s.look[s.hand[p, i] - 1]]
    for place in range(total_notes(s, t)):
        fresh = s.fresh[place]
        if fresh and (place not in markable or fresh & markable[place] or fresh.bit_count() > s.limit):
            found.append(f"the note at place {place} cannot have got the new marks {fresh:b}")
    return found


def _memory(s: State, t: Tables) -> list[str]:
    """L10.7: return memories of more notes than there are, or of fewer than all remember."""
    found = []
    looks = [s.look[place] for place in range(total_notes(s, t))]
    for kind in Kind:
        there = [sum(look == c and s.kind[i] == kind for i, look in enumerate(looks)) for c in range(MAX_NOTES)]
        for v in (*range(s.players), PUBLIC):
            row = [s.sure[memory(v, kind), c] for c in range(MAX_NOTES)]
            public = [s.sure[memory(PUBLIC, kind), c] for c in range(MAX_NOTES)]
            if any(not low <= cell <= high for low, cell, high in zip(public, row, there, strict=True)):
                found.append(f"sure, row {memory(v, kind)}: {row} is not between what all remember and the true marks")
    return found + [
        f"seat {p} cannot have looked at more notes of a pattern than there are"
        for p in range(s.players)
        if any(s.looked[p, c] > s.size[c] for c in range(MAX_NOTES))
    ]


def _turn(s: State, t: Tables) -> list[str]:
    """Return faults of whose turn it is, and of the notes that lie open."""
    over = s.to_act < 0
    shown = sum(1 << s.hand[p, i] - 1 for p in shown_seats(s) for i in range(s.held[p])) if over else 0
    if over and s.phase >= Phase.RAISING and len(shown_seats(s)) == 1:  # L6.5
        shown = 0
    if s.open != shown:
        return [f"places {s.open:b} lie open: only a hand that was shown at the end does"]
    if over:
        return []
    found = []
    may_wait = {Phase.BETTING: s.alive & ~s.folded, Phase.VOTING: s.folded}.get(Phase(s.phase), seats_in(s))
    if s.phase == Phase.CONFIRMING:
        may_wait = s.allin & ~s.gone
    if s.waiting & ~may_wait or not s.waiting or s.to_act != first_from(s, s.lap, s.waiting):
        found.append(f"it cannot be seat {s.to_act} that decides next")
    if s.phase != Phase.RAISING and s.lap != s.dealer:
        found.append("decisions go round from the dealer")
    if s.phase == Phase.RAISING and (not s.allin >> s.lap & 1 if s.allin else s.lap != s.dealer or s.gone):
        found.append("answers to an all-in start at the seat that went all-in first")
    if s.phase == Phase.RAISING and s.waiting & s.allin:
        found.append("a seat that has gone all-in is asked again")
    if s.phase == Phase.RAISING and s.allin and seats_in(s) & ~s.allin & ~s.waiting:
        found.append("a seat has not answered an all-in")
    if s.phase == Phase.CONFIRMING and seats_in(s) & ~s.allin:
        found.append("a seat that has not gone all-in is still in")
    if seats_in(s).bit_count() < 2:
        found.append("only one seat is left in this round")
    if s.phase > Phase.VOTING and any(s.folded >> p & 1 and not s.vote[p] for p in range(s.players)):
        found.append("a seat that folded has not voted")
    for p in range(s.players):
        if s.phase == Phase.VOTING and (s.folded & ~s.waiting) >> p & 1 != (s.vote[p] > 0):
            found.append(f"seat {p} has voted before its turn, or not in it")
        left = s.gone & s.allin & ~s.waiting
        price = min(s.coins[p] + s.stake[p], withdrawal_price(s, t))
        if left >> p & 1 and s.stake[p] != price:
            found.append(f"seat {p} has withdrawn, which costs {price}, not {s.stake[p]}")
        decided = s.noted[p] > 0
        if s.phase == Phase.BETTING and decided != bool((s.alive & ~s.waiting) >> p & 1):
            found.append(f"seat {p} has decided before its turn, or not in it")
        if s.phase == Phase.DRAWING and p != s.to_act and s.waiting >> p & 1 and s.held[p] > DEALT:
            found.append(f"seat {p} has drawn before its turn")
        if s.phase == Phase.DRAWING and p == s.to_act and s.held[p] == largest_hand(s):
            found.append(f"seat {p} has drawn all it may")
    return found


def shown_seats(s: State) -> list[int]:
    """Return the seats whose hands lie open when a game is over: those that were in to the end."""
    return [p for p in range(s.players) if seats_in_to_the_end(s) >> p & 1]
