"""ニワトリかラマか ポーカー: what each seat sees and hears, and the words for actions.

The fronts before the players and at both ends of the deck are seen by everybody, with the marks that have appeared at a
shuffle; of the fronts inside the deck the view lists which there are, sorted by their marks.  Kinds are seen by who has
looked at them, new marks by who has made them, and how likely a note busts is worked out for each viewer alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from tefuda.engine.events import GameEvent
from tefuda.engine.view import Card, Choice, Counter, Move, Observation, Seat, Text, View, Words, Zone
from tefuda.games.llama import state as names
from tefuda.games.llama.bust_probability import Odds
from tefuda.games.llama.game_flow import price
from tefuda.games.llama.notes import known_to
from tefuda.games.llama.state import (
    BETTING,
    CONFIRMING,
    DRAWING,
    MARK,
    MARKS,
    PLACES,
    RAISING,
    VOTE,
    VOTING,
    State,
    Tables,
)
from tefuda.games.llama.validation import faults

__all__ = ["FIELD_FORMATS", "action_name", "choice", "faults", "observe", "scores", "view"]

FIELD_FORMATS = dict.fromkeys(
    ("waiting", "alive", "folded", "gone", "allin", "seen", "open", "pattern", "fresh"), "bits"
)

Args = dict[str, int | str | Seat | Text | Words]  # of a message

WHERE = ("nw", "n", "ne", "e", "se", "s", "sw", "w")  # places of a mark, clockwise from the top left corner
HOW = ("fold", "nick")
PHASES = {BETTING: "bet", DRAWING: "draw", VOTING: "vote", RAISING: "raise", CONFIRMING: "confirm"}
ACTIONS = {
    names.FOLD: "fold",
    names.PLAY: "play",
    names.TOP: "top",
    names.BOTTOM: "bottom",
    names.STOP: "stop",
    names.ALL_IN: "all-in",
    names.DECLINE: "decline",
    names.DROP: "drop",
    names.REVEAL: "reveal",
    names.WITHDRAW: "withdraw",
}


def action_name(action: int) -> str:
    """The notation of an action; notes of a hand are numbered from 0, seats too."""
    if action >= MARK:
        return f"mark-{(action - MARK) // MARKS}-{mark_id((action - MARK) % MARKS)}"
    return ACTIONS.get(action) or f"vote-{action - VOTE}"


def mark_id(mark: int) -> str:
    """A mark by its style and place: `fold-nw`."""
    return f"{HOW[mark // PLACES]}-{WHERE[mark % PLACES]}"


@lru_cache(4096)
def mark_ids(pattern: int) -> tuple[str, ...]:
    """The marks of a pattern."""
    return tuple(mark_id(mark) for mark in range(MARKS) if pattern >> mark & 1)


# ------------------------------------------------------------------- seeing


def view(s: State, t: Tables, seat: int) -> View:
    """The table as a seat (-1: a spectator) sees it."""
    inside = [Card(None, "down", mark_ids(s.pattern[look])) for look in inside_deck(s)]
    zones = [
        Zone("deck", "stack", *listed(inside)),
        Zone("top", "row", *listed(card(s, place, seat) for place in top_place(s))),
        Zone("bottom", "row", *listed(card(s, place, seat) for place in bottom_place(s))),
    ]
    for p in range(s.players):
        laid = [card(s, place, seat, own=p == seat) for place in places_of(s, p)]
        zones.append(Zone(f"hand-{p}", "row", *listed(laid), owner=p))
    return View(
        game="llama",
        seat=seat,
        players=s.players,
        to_act=s.to_act,
        zones=tuple(zones),
        counters=(*table_counters(s, t), *seat_counters(s), *helps(s, t, seat)),
        roles={"dealer": s.dealer},
        prompt=prompt(s, t, seat),
    )


def listed(cards: Iterable[Card]) -> tuple[int, tuple[Card, ...]]:
    """The count and cards of a zone whose every card is seen."""
    found = tuple(cards)
    return len(found), found


def inside_deck(s: State) -> list[int]:
    """The patterns of the notes whose fronts nobody sees, sorted: which of them lies where is hidden."""
    if s.top < 0:  # all notes are being looked over
        return [look for look in range(s.looks) for _ in range(s.size[look])]
    return sorted(s.look[place] for place in range(s.top + 1, s.bottom))


def top_place(s: State) -> list[int]:
    """The place of the top note of the deck; also of the last one."""
    return [s.top] if 0 <= s.top <= s.bottom else []


def bottom_place(s: State) -> list[int]:
    """The place of the bottom note of the deck."""
    return [s.bottom] if 0 <= s.top < s.bottom else []


def places_of(s: State, p: int) -> list[int]:
    """The places of the notes before a seat, in the order they came."""
    return [s.hand[p, i] - 1 for i in range(s.held[p])]


def card(s: State, place: int, seat: int, own: bool = False) -> Card:
    """A note as a seat sees it: its front, and the kind on its back where the seat has seen that."""
    known = known_to(s, seat) >> place & 1
    marks = mark_ids(s.pattern[s.look[place]])
    if own:  # L10.4: nobody else knows of new marks
        marks += tuple(f"fresh-{mark}" for mark in mark_ids(s.fresh[place]))
    return Card(kind_face(s, s.kind[place]) if known else None, "upright" if s.open >> place & 1 else "down", marks)


def kind_face(s: State, kind: int) -> str:
    """L1.4: the face of a kind of note."""
    return "chicken" if (kind == names.BAD) != bool(s.swap) else "llama"


def table_counters(s: State, t: Tables) -> list[Counter]:
    """Where the session stands, and what things cost."""
    counters = [Counter("round", s.round), Counter("unit", s.unit), Counter("pot", sum(s.stake))]
    if s.to_act >= 0:
        counters.append(Counter("phase", 1 + s.phase))
    if s.games > 1:
        counters += [Counter("game", s.game), Counter("games", s.games)]
    if s.swap:
        counters.append(Counter("swap", 1))
    return [*counters, Counter("withdrawal", price(s, t)), Counter("mark-limit", s.limit)]


def seat_counters(s: State) -> list[Counter]:
    """Coins, and what each seat has decided."""
    counters = []
    for p in range(s.players):
        counters += [Counter("coins", s.coins[p], p), Counter("stake", s.stake[p], p)]
        if s.games > 1:
            counters.append(Counter("wins", s.wins[p], p))
        if s.vote[p]:
            counters.append(Counter("vote", s.vote[p], p))
        dropped, withdrew = s.gone & ~s.allin, s.gone & s.allin
        states = {"out": ~s.alive, "folded": s.folded, "dropped": dropped, "withdrew": withdrew, "all-in": s.allin}
        counters += [Counter(id, 1, p) for id, seats in states.items() if seats >> p & 1]
    return counters


def helps(s: State, t: Tables, seat: int) -> list[Counter]:
    """How likely a note busts, in percent, for all this seat has seen and remembers (L10.7)."""
    odds = Odds(s, t, seat)
    counters = [Counter("bust-top", odds.percent([place]), help=True) for place in top_place(s)]
    counters += [Counter("bust-bottom", odds.percent([place]), help=True) for place in bottom_place(s)]
    for p in range(s.players):
        if s.held[p]:
            counters.append(Counter("bust", odds.percent(places_of(s, p)), p, help=True))
    return counters


def prompt(s: State, t: Tables, seat: int) -> Words:
    """What the table asks for, and whom, and what is at stake."""
    if s.to_act < 0:
        return Words("prompt-over")
    p = s.to_act
    phase = PHASES[s.phase] if s.phase != RAISING or not s.allin else "answer"
    stakes: Args = {"unit": s.unit, "stake": s.stake[p], "coins": s.coins[p] + s.stake[p]}
    stakes |= {"notes": s.held[p], "price": min(price(s, t), s.coins[p] + s.stake[p])}
    if seat != p:
        return Words(f"prompt-waiting-{phase}", {"who": Seat(p), **stakes})
    return Words(f"prompt-{phase}", stakes)


def choice(s: State, t: Tables, action: int) -> Choice:
    """A legal action of the seat to act, with the thing on the table that it belongs to."""
    name, p = action_name(action), s.to_act
    if action >= MARK:
        note = (action - MARK) // MARKS
        words = Words("action-mark", {"note": 1 + note, "mark": Words(f"mark-{mark_id((action - MARK) % MARKS)}")})
        return Choice(name, words, f"hand-{p}", note)
    if VOTE <= action < names.ALL_IN:
        return Choice(name, Words("action-vote", {"whom": Seat(action - VOTE)}), f"hand-{action - VOTE}")
    if action in (names.TOP, names.BOTTOM):
        return Choice(name, Words(f"action-{name}"), name, 0)
    costs: Args = {"unit": min(s.unit, s.coins[p] + s.stake[p]), "stake": s.stake[p]}
    costs |= {"coins": s.coins[p] + s.stake[p], "price": min(price(s, t), s.stake[p])}
    return Choice(name, Words(f"action-{name}", costs))


def scores(s: State, t: Tables) -> list[int]:
    """Coins; over several games, the games won."""
    return [s.wins[p] if s.games > 1 else s.coins[p] for p in range(s.players)]


def score_message(s: State) -> str:
    """So many coins, or so many games won."""
    return "score-wins" if s.games > 1 else "score-coins"


# ------------------------------------------------------------- observations


def observe(event: GameEvent, t: Tables, seat: int) -> Observation | None:
    """What a seat hears: the same for all, but for new marks and for the kind of a drawn note."""
    a, b, c, after = event.a, event.b, event.c, event.after
    who: Args = {"who": Seat(a)}
    match event.code:
        case names.MARKED:  # L10.4: only whoever makes a mark knows of it
            words = Words("event-marked", {"note": 1 + b, "mark": Words(f"mark-{mark_id(c)}")})
            return Observation(words, clause="L10.4") if seat == a else None
        case names.GATHERED:
            return Observation(Words("event-gathered"), gathered(event.before), "L8.6")
        case names.SHUFFLED:
            return Observation(Words("event-shuffled", {"round": a, "who": Seat(b)}), dealt(event), "L2.2")
        case names.APPEARED:
            old, new = (marks_words(mark_ids(pattern)) for pattern in (a, b & ~a))
            words = Words("event-appeared-more" if a else "event-appeared", {"old": old, "new": new, "count": c})
            return Observation(words, clause="L10.5")
        case names.DREW:
            return drawn(event, seat)
        case names.SHOWN:
            place = after.hand[a, b] - 1
            face = kind_face(after, after.kind[place])
            words = Words("event-shown", {**who, "note": Words(f"face-{face}")})
            return Observation(words, (Move(f"hand-{a}", f"hand-{a}", face, at=b),))
    return spoken(event)


def spoken(event: GameEvent) -> Observation:
    """What everybody hears of an event that moves no note."""
    a, b, c = event.a, event.b, event.c
    who: Args = {"who": Seat(a)}
    match event.code:
        case names.NEW_GAME:
            several = event.after.games > 1
            return Observation(Words("event-new-game-of" if several else "event-new-game", {"game": a}), clause="L1.3")
        case names.PRICES_ROSE:
            return Observation(Words("event-prices-rose", {"unit": a}), clause="L8.3")
        case names.STAKED:
            return Observation(Words("event-staked", {**who, "coins": b}))
        case names.VOTED:
            return Observation(Words("event-voted", {**who, "whom": Seat(b)}), clause="L5.1")
        case names.WENT_ALL_IN:
            return Observation(Words("event-answered" if c else "event-all-in", {**who, "coins": b}), clause="L6.1")
        case names.DROPPED | names.WITHDREW:
            dropped = event.code == names.DROPPED
            words = Words("event-dropped" if dropped else "event-withdrew", {**who, "coins": b})
            return Observation(words, clause="L6.3" if dropped else "L6.7")
        case names.BLUFFED | names.HONEST:
            id = "event-bluffed" if event.code == names.BLUFFED else "event-honest"
            return Observation(Words(id, {**who, "coins": b}), clause="L3.4")
        case names.GUESSED:
            id = "event-guessed-wrong" if c else "event-guessed-right"
            return Observation(Words(id, {**who, "whom": Seat(b), "coins": c}), clause="L7.4")
        case names.WON:
            id = ("event-won", "event-won-unseen", "event-won-tie")[c]
            return Observation(Words(id, {**who, "coins": b}), clause=("L7.2", "L6.5", "L7.3")[c])
        case names.ALL_BUST:
            return Observation(Words("event-all-bust"), clause="L7.6")
        case names.LEFT:
            return Observation(Words("event-left", who), clause="L8.1")
        case names.ENDED:
            if b < 0:
                return Observation(Words("event-ended-even", {"game": a}), clause="L8.5")
            return Observation(Words("event-ended", {"game": a, "who": Seat(b)}), clause="L9.1")
        case _:
            simple = {names.FOLDED: "folded", names.STOPPED: "stopped", names.DECLINED: "declined"}
            return Observation(Words(f"event-{simple.get(event.code, 'confirmed')}", who))


def marks_words(marks: tuple[str, ...]) -> Words:
    """Marks in words, one after another."""
    first, *rest = (Words(f"mark-{mark}") for mark in marks) if marks else (Words("marks-none"),)
    for more in rest:
        first = Words("marks-and", {"first": first, "more": more})
    return first


def drawn(event: GameEvent, seat: int) -> Observation:
    """L4.1, L4.2: a note goes from an end of the deck to a player; the next front comes to sight."""
    before, after, p = event.before, event.after, event.a
    source = "bottom" if event.b else "top"
    place = after.hand[p, after.held[p] - 1] - 1
    face = kind_face(after, after.kind[place]) if seat == p and after.seen[p] >> place & 1 else None
    moves = [Move(source, f"hand-{p}", face, "down", at=0)]
    if after.top < after.bottom:  # another front comes to this end
        look = after.look[after.bottom if event.b else after.top]
        moves.append(Move("deck", source, pose="down", at=inside_deck(before).index(look)))
    elif source == "top":  # the last note lies at both ends
        moves.append(Move("bottom", "top", pose="down", at=0))
    words: Args = {"who": Seat(p), "count": after.held[p]}
    if event.c:
        return Observation(Words(f"event-drew-unseen-{source}", words), tuple(moves), "L4.2")
    if face is not None:
        return Observation(Words(f"event-saw-{source}", {**words, "note": Words(f"face-{face}")}), tuple(moves), "L4.1")
    return Observation(Words(f"event-drew-{source}", words), tuple(moves), "L4.1")


def gathered(before: State) -> tuple[Move, ...]:
    """L8.6: all notes go back into the deck."""
    moves = [Move(f"hand-{p}", "deck", pose="down", count=before.held[p]) for p in range(before.players)]
    moves = [move for move in moves if move.count]
    moves += [Move("top", "deck", pose="down") for _ in top_place(before)]
    return (*moves, *(Move("bottom", "deck", pose="down") for _ in bottom_place(before)))


def dealt(event: GameEvent) -> tuple[Move, ...]:
    """L2.2: notes from the deck to the players, and the fronts at both ends come to sight."""
    after = event.after
    moves = [Move("deck", f"hand-{p}", pose="down", count=after.held[p]) for p in range(after.players) if after.held[p]]
    return (*moves, Move("deck", "top", pose="down"), Move("deck", "bottom", pose="down"))
