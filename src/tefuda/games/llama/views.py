"""ニワトリかラマか ポーカー: what each seat sees of the table, and observes of events.

The fronts before the players and at both ends of the deck are public, with the marks that have appeared at a shuffle;
of the fronts inside the deck the view lists which there are, sorted by their marks.  Kinds are seen by those who have
looked at them, new marks by those who made them, and how likely a note busts is computed for each viewer alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from msgspec.structs import replace

from tefuda.engine.events import GameEvent
from tefuda.engine.view import (
    SPECTATOR,
    Args,
    Button,
    Card,
    Choice,
    Counter,
    GameView,
    Move,
    Observation,
    Seat,
    Words,
    Zone,
    changed_counters,
)
from tefuda.games.llama.actions import Action, action_name, mark_name, marked_note, marks_left, new_mark
from tefuda.games.llama.bust_probability import BustProbability, Knowledge
from tefuda.games.llama.notes import seen_in_round
from tefuda.games.llama.rules import withdrawal_price
from tefuda.games.llama.state import MARKS, Event, Phase, State, Tables
from tefuda.games.llama.text import kind_face, mark_words, pattern_words, prompt


def buttons(*actions: str) -> tuple[Button, ...]:
    """Return permanent buttons for some actions."""
    return tuple(Button(action, Words(f"button-{action}")) for action in actions)


BUTTONS: dict[int, tuple[Button, ...]] = {  # votes depend on the seats still in, so they are ordinary choices
    Phase.BETTING: buttons("play", "fold"),
    Phase.DRAWING: buttons("top", "bottom", "stop"),
    Phase.RAISING: buttons("all-in", "decline"),
    Phase.CONFIRMING: buttons("reveal", "withdraw"),
}
ANSWERING = buttons("all-in", "drop")  # L6.3: after the first all-in
OBSERVED_APART = (Event.MARKED, Event.DREW)  # events that seats observe differently
PROBABILITIES = ("bust", "bust-top", "bust-bottom")  # counters that are unknown as soon as a note moves

# -------------------------------------------------------------------- views


def views(s: State, t: Tables, seats: Sequence[int]) -> list[GameView]:
    """Return the views of several seats, which differ in the notes they know, their probabilities and prompts."""
    deck = notes_zone(
        "deck", tuple([(None, False, s.pattern[look], 0, UNMARKABLE) for look in inside_deck(s)]), kind="stack"
    )
    public, roles = (*table_counters(s, t), *seat_counters(s)), {"dealer": s.dealer}
    spots = spots_of(s)
    shown = [zone_at(s, t, spot, s.open) for spot in spots]
    out = tuple(p for p in range(s.players) if not s.alive >> p & 1)  # L8.1
    waiting = prompt(s, t, SPECTATOR)
    helped = helps(Knowledge.of_all(s, t, seats), spots)
    found = []
    for seat, bust in zip(seats, helped, strict=True):
        known, zones = seen_in_round(s, seat), [deck]
        for spot, zone in zip(spots, shown, strict=True):
            own = 0 <= spot.owner == seat
            apart = own or (known ^ s.open) & spot.bits  # else it looks as to a spectator
            zones.append(zone_at(s, t, spot, known, own=own) if apart else zone)
        found.append(
            GameView(
                zones=tuple(zones),
                counters=(*public, *bust),
                roles=roles,
                prompt=prompt(s, t, seat) if seat == s.to_act else waiting,
                buttons=buttons_of(s, seat),
                out=out,
            )
        )
    return found


class Spot(NamedTuple):
    """A zone outside the deck and the places of its notes."""

    id: str
    places: tuple[int, ...]
    looks: tuple[int, ...]  # their patterns
    bits: int  # the places
    owner: int


def spots_of(s: State) -> tuple[Spot, ...]:
    """Return both ends of the deck and the hands."""
    spots = [("top", top_place(s), SPECTATOR), ("bottom", bottom_place(s), SPECTATOR)]
    spots += [(f"hand-{p}", places_of(s, p), p) for p in range(s.players)]
    return tuple(
        [
            Spot(id, tuple(places), tuple([s.look[place] for place in places]), sum([1 << at for at in places]), owner)
            for id, places, owner in spots
        ]
    )


def zone_at(s: State, t: Tables, spot: Spot, known: int, *, own: bool = False) -> Zone:
    """Return a zone as a seat sees it that knows the kinds of some places, given as bits."""
    return notes_zone(spot.id, tuple([note(s, t, place, known, own=own) for place in spot.places]), spot.owner)


def buttons_of(s: State, seat: int) -> tuple[Button, ...]:
    """Return the permanent buttons of a seat that is still in the game."""
    if seat < 0 or s.to_act < 0 or not s.alive >> seat & 1:
        return ()
    return ANSWERING if s.phase == Phase.RAISING and s.allin else BUTTONS.get(s.phase, ())


@lru_cache(4096)
def mark_names(pattern: int) -> tuple[str, ...]:
    """Return the names of the marks of a pattern."""
    return tuple(mark_name(mark) for mark in range(MARKS) if pattern >> mark & 1)


# A note as one viewer sees it: face, whether it is open, pattern, own new marks, how many more of them it may get.
Note = tuple[str | None, bool, int, int, int]
UNMARKABLE = -1  # for all who cannot mark this note in any case


@lru_cache(64)
def about_marks(left: int) -> Words | None:
    """Return what there is to say of a note that may get this many more new marks."""
    return None if left == UNMARKABLE else Words("about-marks", {"left": left})


@lru_cache(16384)  # thirteen zones of a table, as its seats see them
def notes_zone(id: str, notes: tuple[Note, ...], owner: int = SPECTATOR, kind: Literal["row", "stack"] = "row") -> Zone:
    """Return a zone of notes; cached by all that it shows, so that one that has not changed is the same object."""
    cards = [
        Card(
            face,
            "upright" if is_open else "down",
            mark_names(pattern) + tuple(f"fresh-{mark}" for mark in mark_names(fresh)),
            note=about_marks(left),
        )
        for face, is_open, pattern, fresh, left in notes
    ]
    return Zone(id, kind, len(cards), tuple(cards), owner)


def inside_deck(s: State) -> list[int]:
    """Return the patterns of the notes whose fronts are hidden, sorted, as their order is hidden too."""
    if s.top < 0:  # all notes are being looked over
        return [look for look in range(s.looks) for _ in range(s.size[look])]
    return sorted(s.look[place] for place in range(s.top + 1, s.bottom))


def top_place(s: State) -> list[int]:
    """Return the place of the top note of the deck, which may be the last one."""
    return [s.top] if 0 <= s.top <= s.bottom else []


def bottom_place(s: State) -> list[int]:
    """Return the place of the bottom note of the deck, if it is another."""
    return [s.bottom] if 0 <= s.top < s.bottom else []


def places_of(s: State, p: int) -> list[int]:
    """Return the places of the notes before a seat, in order of arrival."""
    return [place - 1 for place in s.hand[p].values()[: s.held[p]]]


def note(s: State, t: Tables, place: int, known: int, own: bool = False) -> Note:
    """Return a note as a seat sees it that knows the kinds of some places, given as bits.

    L10.4: only their maker knows of new marks, and so how many more the note may get.
    """
    face = kind_face(s, s.kind[place]) if known >> place & 1 else None
    is_open, pattern = bool(s.open >> place & 1), s.pattern[s.look[place]]
    if not own:
        return face, is_open, pattern, 0, UNMARKABLE
    left = marks_left(s, t, place) if s.limit > 0 and s.to_act >= 0 else UNMARKABLE
    return face, is_open, pattern, s.fresh[place], left


def table_counters(s: State, t: Tables) -> list[Counter]:
    """Return where the session stands, and what things cost."""
    counters = [Counter("round", s.round), Counter("unit", s.unit), Counter("pot", sum(s.stake))]
    if s.to_act >= 0:
        counters.append(Counter("phase", 1 + s.phase, show="none"))
    if s.games > 1:
        counters += [Counter("game", s.game), Counter("games", s.games)]
    if s.swap:
        counters.append(Counter("swap", 1, show="word"))
    return [*counters, Counter("withdrawal", withdrawal_price(s, t))]


def seat_counters(s: State) -> list[Counter]:
    """Return the coins and decisions of each seat."""
    counters = []
    for p in range(s.players):
        counters += [
            Counter("coins", s.coins[p], p, show="headline", goal=s.games == 1),
            Counter("stake", s.stake[p], p),
        ]
        if s.games > 1:
            counters.append(Counter("wins", s.wins[p], p, goal=True))
        if s.vote[p]:
            counters.append(Counter("vote", s.vote[p], p, show="none"))
        dropped, withdrew = s.gone & ~s.allin, s.gone & s.allin
        states = {"out": ~s.alive, "folded": s.folded, "dropped": dropped, "withdrew": withdrew, "all-in": s.allin}
        counters += [Counter(id, 1, p, show="word") for id, seats in states.items() if seats >> p & 1]
    return counters


@lru_cache(2048)
def helps(viewers: tuple[Knowledge, ...], spots: tuple[Spot, ...]) -> tuple[tuple[Counter, ...], ...]:
    """Return for each viewer how likely a note busts, in percent, by what it has seen and remembers (L10.7)."""
    look = {place: pattern for spot in spots for place, pattern in zip(spot.places, spot.looks, strict=True)}
    return tuple(
        tuple(
            Counter(
                "bust" if spot.owner >= 0 else f"bust-{spot.id}",
                probability.percent(spot.places),
                spot.owner,
                help=True,
            )
            for spot in spots
            if spot.places
        )
        for probability in [BustProbability(knowledge, look) for knowledge in viewers]
    )


def choice(s: State, t: Tables, action: int) -> Choice:
    """Return a legal action of the seat to act as a choice, with the zone and note it belongs to."""
    if action >= Action.MARK:
        return choice_of_mark(action, s.to_act)
    name, p = action_name(action), s.to_act
    if Action.VOTE <= action < Action.ALL_IN:
        q = action - Action.VOTE
        return Choice(name, Words("action-vote", {"whom": Seat(q)}), f"hand-{q}")
    if action in (Action.TOP, Action.BOTTOM):
        return Choice(name, Words(f"action-{name}"), name, 0)
    costs: Args = {"unit": min(s.unit, s.coins[p] + s.stake[p]), "stake": s.stake[p]}
    costs |= {"coins": s.coins[p] + s.stake[p], "price": min(withdrawal_price(s, t), s.stake[p])}
    return Choice(name, Words(f"action-{name}", costs))


@lru_cache(1024)
def choice_of_mark(action: int, p: int) -> Choice:
    """Return the choice to make a mark; cached, because a seat has up to fifty of them at every decision."""
    note, mark = marked_note(action), new_mark(action)
    words = Words("action-mark", {"note": 1 + note, "mark": mark_words(mark)})
    return Choice(action_name(action), words, f"hand-{p}", note, marks=(f"fresh-{mark_name(mark)}",))


def amount(s: State, t: Tables, utility: float) -> tuple[str, float]:
    """Return the coins at the end, or the games won of several, that have this utility (`rules.result`)."""
    message, total = ("amount-games", s.games) if s.games > 1 else ("amount-coins", s.players * t.coins)
    return message, ((s.players - 1) * utility + 1) * total / s.players


def start_player(s: State) -> int:
    """Return the dealer of a round (L2.1)."""
    return s.dealer


def scores(s: State, t: Tables) -> list[int]:
    """Return the coins of each seat; over several games, the games won."""
    return [s.wins[p] if s.games > 1 else s.coins[p] for p in range(s.players)]


def score_message(s: State) -> str:
    """Return the message for a number of coins, or of games won."""
    return "score-wins" if s.games > 1 else "score-coins"


# ------------------------------------------------------------- observations


def observe(event: GameEvent, t: Tables, seat: int) -> Observation | None:
    """Return what a seat observes, with the counters and roles that change."""
    observation = without_changes(event, seat)
    if observation is None or event.code == Event.MARKED:  # a mark changes nothing that has a counter
        return observation
    before, after = event.before, event.after
    counters: tuple[Counter, ...] = ()
    ended: tuple[str, ...] = ()
    if numbers(before) != numbers(after):  # most events move notes only
        counters, ended = changed_counters(
            (*table_counters(before, t), *seat_counters(before)), (*table_counters(after, t), *seat_counters(after))
        )
    if observation.moves:
        ended = (*ended, *PROBABILITIES)
    roles = {"dealer": after.dealer} if after.dealer != before.dealer or event.code == Event.SHUFFLED else None
    return replace(observation, counters=counters, ended=ended, roles=roles)


def numbers(s: State) -> tuple[object, ...]:
    """Return everything that the public counters show."""
    table = (s.round, s.unit, s.game, s.to_act < 0, s.phase, s.alive, s.folded, s.gone, s.allin)
    return (*table, s.coins.values(), s.stake.values(), s.vote.values(), s.wins.values())


def without_changes(event: GameEvent, seat: int) -> Observation | None:
    """Return what a seat observes, but for changed counters and roles."""
    a, b, c, after = event.a, event.b, event.c, event.after
    who: Args = {"who": Seat(a)}
    match event.code:
        case Event.MARKED:  # L10.4: only its maker knows of a mark
            words = Words("event-marked", {"note": 1 + b, "mark": mark_words(c)})
            return Observation(words, clause="L10.4") if seat == a else None
        case Event.GATHERED:
            return Observation(Words("event-gathered"), gathered(event.before), "L8.6")
        case Event.SHUFFLED:
            return Observation(Words("event-shuffled", {"round": a, "who": Seat(b)}), dealt(event), "L2.2")
        case Event.APPEARED:
            old, new = pattern_words(a), pattern_words(b & ~a)
            words = Words("event-appeared-more" if a else "event-appeared", {"old": old, "new": new, "count": c})
            return Observation(words, clause="L10.5")
        case Event.DREW:
            return drawn(event, seat)
        case Event.SHOWN:
            place = after.hand[a, b] - 1
            face = kind_face(after, after.kind[place])
            words = Words("event-shown", {**who, "note": Words(f"face-{face}")})
            return Observation(words, (Move(f"hand-{a}", f"hand-{a}", face, at=b),))
    return without_notes(event)


def without_notes(event: GameEvent) -> Observation:
    """Return what all observe of an event that moves no note."""
    a, b, c = event.a, event.b, event.c
    who: Args = {"who": Seat(a)}
    match event.code:
        case Event.NEW_GAME:
            several = event.after.games > 1
            args: Args = {"game": a} if several else {"coins": event.after.coins[0]}
            return Observation(Words("event-new-game-of" if several else "event-new-game", args), clause="L1.3")
        case Event.PRICES_ROSE:
            return Observation(Words("event-prices-rose", {"unit": a}), clause="L8.3")
        case Event.STAKED:
            return Observation(Words("event-staked", {**who, "coins": b}))
        case Event.VOTED:
            return Observation(Words("event-voted", {**who, "whom": Seat(b)}), clause="L5.1")
        case Event.WENT_ALL_IN:
            return Observation(Words("event-answered" if c else "event-all-in", {**who, "coins": b}), clause="L6.1")
        case Event.DROPPED | Event.WITHDREW:
            dropped = event.code == Event.DROPPED
            words = Words("event-dropped" if dropped else "event-withdrew", {**who, "coins": b})
            return Observation(words, clause="L6.3" if dropped else "L6.7")
        case Event.BLUFFED | Event.HONEST:
            id = "event-bluffed" if event.code == Event.BLUFFED else "event-honest"
            return Observation(Words(id, {**who, "coins": b}), clause="L3.4")
        case Event.GUESSED:
            id = "event-guessed-wrong" if c else "event-guessed-right"
            return Observation(Words(id, {**who, "whom": Seat(b), "coins": c}), clause="L7.4")
        case Event.WON:
            id = ("event-won", "event-won-unseen", "event-won-tie")[c]
            return Observation(Words(id, {**who, "coins": b}), clause=("L7.2", "L6.5", "L7.3")[c])
        case Event.ALL_BUST:
            return Observation(Words("event-all-bust"), clause="L7.6")
        case Event.LEFT:
            return Observation(Words("event-left", who), clause="L8.1")
        case Event.ENDED:
            if b < 0:
                return Observation(Words("event-ended-even", {"game": a}), clause="L8.5")
            return Observation(Words("event-ended", {"game": a, "who": Seat(b)}), clause="L9.1")
        case _:
            simple: dict[int, str] = {Event.FOLDED: "folded", Event.STOPPED: "stopped", Event.DECLINED: "declined"}
            return Observation(Words(f"event-{simple.get(event.code, 'confirmed')}", who))


def drawn(event: GameEvent, seat: int) -> Observation:
    """L4.1, L4.2: return the observation of a drawn note; the next front of the deck comes to sight."""
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
    """L8.6: return the moves of all notes back into the deck."""
    moves = [Move(f"hand-{p}", "deck", pose="down", count=before.held[p]) for p in range(before.players)]
    moves = [move for move in moves if move.count]
    moves += [Move("top", "deck", pose="down") for _ in top_place(before)]
    return (*moves, *(Move("bottom", "deck", pose="down") for _ in bottom_place(before)))


def dealt(event: GameEvent) -> tuple[Move, ...]:
    """L2.2: return the moves of a deal, after which the fronts at both ends come to sight."""
    after = event.after
    moves = [Move("deck", f"hand-{p}", pose="down", count=after.held[p]) for p in range(after.players) if after.held[p]]
    return (*moves, Move("deck", "top", pose="down"), Move("deck", "bottom", pose="down"))
