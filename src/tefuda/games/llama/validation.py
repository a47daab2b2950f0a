"""ニワトリかラマか ポーカー: everything that makes a record no position of this game, each named.

Read by the face when a position is typed in; ordinary Python, never compiled.
"""

from __future__ import annotations

from tefuda.games.llama.game_flow import fighters, first_of
from tefuda.games.llama.notes import all_notes
from tefuda.games.llama.state import (
    BAD,
    BETTING,
    CONFIRMING,
    DEALT,
    DRAWING,
    GOOD,
    HAND,
    MAX_NOTES,
    MAX_PLAYERS,
    MOST_GAMES,
    MOST_MARKS,
    MOST_ROUNDS,
    PUBLIC,
    RAISING,
    SIGHTED,
    VOTING,
    State,
    Tables,
)

SCRATCH = ("count", "spot", "target", "flow", "marked", "was", "where")


def faults(s: State, t: Tables) -> list[str]:
    """Everything that makes a record no position of ニワトリかラマか ポーカー."""
    return (
        out_of_bounds(s, t)
        or [*beyond_the_table(s), *coin_faults(s, t), *standing_faults(s)]
        or [*note_faults(s, t), *pattern_faults(s, t)]
        or [*mark_faults(s, t), *memory_faults(s, t), *turn_faults(s, t)]
    )


def out_of_bounds(s: State, t: Tables) -> list[str]:
    """Numbers that name no seat, no place and no switch."""
    everybody, places = (1 << s.players) - 1, (1 << all_notes(t)) - 1
    bounds = {"games": (1, MOST_GAMES), "game": (1, s.games), "swap": (0, 1), "limit": (0, MOST_MARKS)}
    bounds |= {"rounds": (1, MOST_ROUNDS), "round": (1, s.rounds), "phase": (BETTING, CONFIRMING), "unit": (1, 2)}
    bounds |= dict.fromkeys(("dealer", "lap"), (0, s.players - 1))
    bounds |= dict.fromkeys(("waiting", "folded", "gone", "allin"), (0, everybody)) | {"alive": (1, everybody)}
    total = t.coins * s.players
    bounds |= {"coins": (0, total), "stake": (0, total), "vote": (0, s.players), "fell": (0, s.round)}
    bounds |= {"wins": (0, s.games), "outlasted": (0, s.games * (s.players - 1))}
    bounds |= {"top": (0, all_notes(t) - 1), "bottom": (0, all_notes(t) - 1), "held": (0, HAND), "noted": (0, HAND)}
    bounds |= {"hand": (0, all_notes(t)), "seen": (0, places), "open": (0, places), "kind": (GOOD, BAD)}
    bounds |= {"looks": (1, all_notes(t)), "look": (0, s.looks - 1), "size": (0, all_notes(t))}
    bounds |= dict.fromkeys(("sure", "looked"), (0, all_notes(t))) | dict.fromkeys(("pattern", "fresh"), (0, t.marks))
    bounds |= dict.fromkeys(SCRATCH, (0, 0))
    found = []
    for name, (low, high) in bounds.items():
        value = s.values()[name]
        cells = value if isinstance(value, list) else [value]
        if not all(low <= cell <= high for cell in cells):
            found.append(f"{name} is {max(cells, key=abs)}: it goes from {low} to {high}")
    return found + [
        f"{name} has marks that are not among those of the card file"
        for name in ("pattern", "fresh")
        if any(cell > 0 and cell & ~t.marks for cell in getattr(s, name))
    ]


def beyond_the_table(s: State) -> list[str]:
    """Things before seats that nobody sits on."""
    rows = ("coins", "stake", "vote", "fell", "wins", "outlasted", "held", "noted", "seen")
    empty = range(s.players, MAX_PLAYERS)
    found = [
        f"{name} has something beyond seat {s.players - 1}, the last"
        for name in rows
        if any(getattr(s, name)[p] for p in empty)
    ]
    return found + [
        f"there are notes of seat {p}, but seat {s.players - 1} is the last"
        for p in empty
        if any(s.hand[p]) or any(s.looked[p]) or any(s.sure[2 * p]) or any(s.sure[2 * p + 1])
    ]


def coin_faults(s: State, t: Tables) -> list[str]:
    """Coins that are missing or too many, and those who have none."""
    found = []
    total = sum(s.coins) + sum(s.stake)
    if total != t.coins * s.players:
        found.append(f"there are {total} coins, not {t.coins * s.players}")
    for p in range(s.players):
        living = s.alive >> p & 1 == 1
        if living != (s.coins[p] + s.stake[p] > 0):
            found.append(f"seat {p}: whoever has coins is in the game, and nobody else")
        if living != (s.fell[p] == 0) or (s.to_act >= 0 and s.fell[p] == s.round):
            found.append(f"seat {p}: fell is the round in which the last coin was lost, 0 before that, not {s.fell[p]}")
    alive = s.alive.bit_count()
    if s.to_act >= 0 and alive < 2:
        found.append("somebody decides, but nobody else is left in the game")
    if s.to_act < 0 and (s.game < s.games or (alive > 1 and s.round < s.rounds)):
        found.append("the session is over, but its last game is not")
    if s.to_act >= 0 and (s.unit == 2) != (alive <= t.late[s.players]):
        found.append(f"a payment is {s.unit}, but {alive} players are left")
    return found


def dealt_in(s: State) -> int:
    """Bits: the seats that got notes in this round."""
    return s.alive | sum(1 << p for p in range(s.players) if s.fell[p] == s.round)


def standing_faults(s: State) -> list[str]:
    """Who has folded, dropped out and gone all-in, with which stakes and votes."""
    found = []
    here = dealt_in(s)
    if (s.folded | s.gone | s.allin | s.waiting) & ~here:
        return ["somebody without notes has folded, gone or is waited for"]
    if not s.alive >> s.dealer & 1:
        found.append(f"seat {s.dealer} is out of the game and cannot be the dealer")
    if s.folded & (s.gone | s.allin) or (s.phase < RAISING and s.gone | s.allin) or not fighters_then(s):
        found.append("folded, gone and all-in do not fit together")
    if s.phase != CONFIRMING and s.gone & s.allin:
        found.append("nobody withdraws before all have answered")
    duel = here.bit_count() == 2
    if duel and (s.folded or s.phase in (BETTING, VOTING)):
        found.append("two players neither bet nor vote")
    for p in range(s.players):
        votes = s.vote[p] - 1
        if votes >= 0 and (
            not s.folded >> p & 1 or s.phase < VOTING or votes == p or not (here & ~s.folded) >> votes & 1
        ):
            found.append(f"seat {p} cannot have voted for seat {votes}")
        if s.to_act >= 0 and s.stake[p] != expected_stake(s, p, duel):
            found.append(f"seat {p} has put {s.stake[p]} forward, not {expected_stake(s, p, duel)}")
    if s.to_act < 0 and any(s.stake) | any(s.vote) | s.waiting:
        found.append("the game is over, but stakes or votes lie on the table, or somebody is waited for")
    return found


def fighters_then(s: State) -> int:
    """Bits: the seats that were in this round to its end."""
    return dealt_in(s) & ~(s.folded | s.gone)


def expected_stake(s: State, p: int, duel: bool) -> int:
    """What lies before a seat that has decided as the record says."""
    own = s.coins[p] + s.stake[p]
    if not s.alive >> p & 1 or s.folded >> p & 1 or (s.phase == BETTING and s.waiting >> p & 1):
        return 0
    if s.allin >> p & 1:
        return s.stake[p] if s.gone >> p & 1 else own  # L6.7: the price is checked in `turn_faults`
    return min(own, s.unit)


def note_faults(s: State, t: Tables) -> list[str]:
    """Notes that are missing or lie where they cannot, and who has looked at them."""
    found = []
    for kind, name in ((GOOD, "good"), (BAD, "bad")):
        count = sum(s.kind[place] == kind for place in range(all_notes(t)))
        if count != t.notes[kind]:
            found.append(f"there are {count} {name} notes, not {t.notes[kind]}")
    if any(s.kind[place] or s.look[place] or s.fresh[place] for place in range(all_notes(t), MAX_NOTES)):
        found.append(f"there are notes beyond place {all_notes(t) - 1}")
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
        if drawn and (s.phase == BETTING or s.folded >> p & 1):
            found.append(f"seat {p} has drawn, which was not its right")
        if s.seen[p] != sum(1 << place for place in hand[:SIGHTED] if place >= 0):
            found.append(f"seat {p} has looked at other notes than it must have")
        places += hand[DEALT:]
    taken = {*range(DEALT * len(here), s.top), *range(s.bottom + 1, all_notes(t))}
    if sorted(places) != sorted(taken) or s.top > s.bottom:
        found.append(f"the notes drawn are {sorted(places)}, but the deck lies from {s.top} to {s.bottom}")
    return found


def pattern_faults(s: State, t: Tables) -> list[str]:
    """Patterns that are out of order, or that no note has."""
    patterns = [s.pattern[c] for c in range(s.looks)]
    looks = [s.look[place] for place in range(all_notes(t))]
    found = []
    if patterns != sorted(set(patterns)) or any(s.pattern[c] for c in range(s.looks, MAX_NOTES)):
        found.append("the patterns must rise, each one once")
    sizes = [looks.count(c) for c in range(s.looks)]
    if [s.size[c] for c in range(MAX_NOTES)] != sizes + [0] * (MAX_NOTES - s.looks) or 0 in sizes:
        found.append(f"size must be {sizes}: so many notes have each pattern")
    return found


def mark_faults(s: State, t: Tables) -> list[str]:
    """New marks where none can have been made."""
    found = []
    markable: dict[int, int] = {}
    for p in range(s.players):
        if s.noted[p] > s.held[p] or s.noted[p] == 1:
            found.append(f"seat {p} cannot have decided with {s.noted[p]} notes before it")
        begun = s.pending and p == s.to_act  # L10.1: the decision is being made
        for i in range(s.held[p] if begun else min(s.noted[p], s.held[p])):
            markable[s.hand[p, i] - 1] = s.pattern[s.look[s.hand[p, i] - 1]]
    for place in range(all_notes(t)):
        fresh = s.fresh[place]
        if fresh and (place not in markable or fresh & markable[place] or fresh.bit_count() > s.limit):
            found.append(f"the note at place {place} cannot have got the new marks {fresh:b}")
    return found


def memory_faults(s: State, t: Tables) -> list[str]:
    """L10.7: nobody remembers what is not so, and everybody what was shown to all."""
    found = []
    looks = [s.look[place] for place in range(all_notes(t))]
    for kind in (GOOD, BAD):
        there = [sum(look == c and s.kind[i] == kind for i, look in enumerate(looks)) for c in range(MAX_NOTES)]
        for v in (*range(s.players), PUBLIC):
            row = [s.sure[2 * v + kind, c] for c in range(MAX_NOTES)]
            public = [s.sure[2 * PUBLIC + kind, c] for c in range(MAX_NOTES)]
            if any(not low <= cell <= high for low, cell, high in zip(public, row, there, strict=True)):
                found.append(f"sure, row {2 * v + kind}: {row} is not between what all remember and what there is")
    return found + [
        f"seat {p} cannot have looked at more notes of a pattern than there are"
        for p in range(s.players)
        if any(s.looked[p, c] > s.size[c] for c in range(MAX_NOTES))
    ]


def turn_faults(s: State, t: Tables) -> list[str]:
    """Whose turn it is, and what may lie open."""
    over = s.to_act < 0
    shown = sum(1 << s.hand[p, i] - 1 for p in shown_seats(s) for i in range(s.held[p])) if over else 0
    if over and s.phase >= RAISING and len(shown_seats(s)) == 1:  # L6.5
        shown = 0
    if s.open != shown:
        return [f"places {s.open:b} lie open: only a hand that was shown at the end does"]
    if over:
        return []
    found = []
    may_wait = {BETTING: s.alive & ~s.folded, VOTING: s.folded}.get(s.phase, fighters(s))
    if s.phase == CONFIRMING:
        may_wait = s.allin & ~s.gone
    if s.waiting & ~may_wait or not s.waiting or s.to_act != first_of(s, s.lap, s.waiting):
        found.append(f"it cannot be seat {s.to_act} that decides next")
    if s.phase != RAISING and s.lap != s.dealer:
        found.append("a lap goes from the dealer")
    if s.phase == RAISING and (not s.allin >> s.lap & 1 if s.allin else s.lap != s.dealer or s.gone):
        found.append("the lap of answers goes from whoever went all-in first")
    if s.phase == RAISING and s.waiting & s.allin:
        found.append("somebody is asked who has gone all-in already")
    if s.phase == RAISING and s.allin and fighters(s) & ~s.allin & ~s.waiting:
        found.append("somebody has not answered an all-in")
    if s.phase == CONFIRMING and fighters(s) & ~s.allin:
        found.append("somebody has not gone all-in and is still in")
    if fighters(s).bit_count() < 2:
        found.append("only one seat is left in this round")
    if s.phase > VOTING and any(s.folded >> p & 1 and not s.vote[p] for p in range(s.players)):
        found.append("somebody who folded has not voted")
    for p in range(s.players):
        if s.phase == VOTING and (s.folded & ~s.waiting) >> p & 1 != (s.vote[p] > 0):
            found.append(f"seat {p} has voted before its turn, or not in it")
        left = s.gone & s.allin & ~s.waiting
        price = min(s.coins[p] + s.stake[p], t.withdrawal + s.unit - 1)
        if left >> p & 1 and s.stake[p] != price:
            found.append(f"seat {p} has withdrawn, which costs {price}, not {s.stake[p]}")
        decided = s.noted[p] > 0
        if s.phase == BETTING and decided != bool((s.alive & ~s.waiting) >> p & 1):
            found.append(f"seat {p} has decided before its turn, or not in it")
        if s.phase == DRAWING and p != s.to_act and s.waiting >> p & 1 and s.held[p] > DEALT:
            found.append(f"seat {p} has drawn before its turn")
        if s.phase == DRAWING and p == s.to_act and s.held[p] == HAND:
            found.append(f"seat {p} has drawn all it may")
    return found


def shown_seats(s: State) -> list[int]:
    """Whose hands lie open when a game is over: those of all who were in to the end."""
    return [p for p in range(s.players) if fighters_then(s) >> p & 1]
