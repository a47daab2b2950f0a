"""ことりあつめ: what each seat sees of the table, and observes of events.

Nothing on this table is private, so every audience sees the same; only the prompt and the choices depend on the seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from tefuda.engine.cards import Cards
from tefuda.engine.events import GameEvent
from tefuda.engine.rules_helpers import set_bits
from tefuda.engine.view import Button, Card, CardText, Choice, Counter, GameView, Move, Observation, Seat, Words, Zone
from tefuda.games.kotori.actions import Action
from tefuda.games.kotori.cards import Birds
from tefuda.games.kotori.rules import total
from tefuda.games.kotori.state import FIELD_CARDS, RANKS, REBUILDS, Event, State, Tables
from tefuda.games.kotori.text import card_name, prompt

BUTTONS = (Button("draw", Words("button-draw")), Button("pass", Words("button-pass")))
CARDS = tuple(Card(str(rank)) for rank in range(RANKS))
RIVALS = tuple(Card(str(rank), note=Words("about-quarrel")) for rank in range(RANKS))  # K7.2: its like is in the field
OBSERVED_APART = ()  # events that seats observe differently: none
OF_THE_DECISION = ("burst-chance",)  # counters that end with a decision,
OF_THE_ROUND = ("out",)  # and with a round

# -------------------------------------------------------------------- views


def views(s: State, t: Tables, seats: Sequence[int]) -> list[GameView]:
    """Return the views of several seats, which differ only in their prompts."""
    zones = [
        Zone("deck", "pile", s.left),
        Zone("top", "row", min(s.top, 1), (CARDS[s.top],) if s.top else ()),
        Zone("discard", "pile", bag_size(s.discard)),
        field_zone(s.field, tuple(s.spare)),
    ]
    counters = [deck_number(s)]
    if s.extra_birds != 0:  # the heuristic reads them
        counters.append(Counter("field-cards", FIELD_CARDS + s.extra_birds, show="none"))
    if s.extra_rebuilds != 0:
        counters.append(Counter("last-deck", 1 + REBUILDS + s.extra_rebuilds, show="none"))
    for p in range(s.players):
        zones.append(bids_zone(p, s.line[p], s.sideways[p], s.burst[p]))
        zones.append(cage_zone(p, s.cage[p], s.field))
        counters += [total_of(s, p), birds_of(s, p)]
        if s.out >> p & 1:
            counters.append(out(p))
    if s.to_act >= 0 and s.top:
        counters.append(Counter("burst-chance", burst_chance(s), s.to_act, help=True))
    seen = tuple(zones), tuple(counters), roles(s)
    return [
        GameView(
            *seen,
            prompt(s, seat),
            buttons=BUTTONS if seat >= 0 and s.to_act >= 0 else (),
        )
        for seat in seats
    ]


def deck_number(s: State) -> Counter:
    """Return which deck is in use: 1, and one more after each rebuild (K8.1)."""
    return Counter("deck-number", 1 + s.rebuilt)


def total_of(s: State, p: int) -> Counter:
    """Return the total of a seat's bids (K6.1)."""
    return Counter("total", total(s.line[p]), p, show="headline")


def roles(s: State) -> dict[str, int]:
    """Return the dealer, and who would win the field if the round ended now."""
    points = [total(s.line[p]) for p in range(s.players)]
    if s.to_act < 0 or not any(points):
        return {"dealer": s.dealer}
    return {"dealer": s.dealer, "ahead": leader(s, points)}


def leader(s: State, points: Sequence[int]) -> int:
    """K6.1, K6.2: return the seat that would win the field with these totals."""
    order = [(s.dealer + i) % s.players for i in range(s.players)]
    return max(order, key=lambda p: points[p])  # the first of equals


def birds_of(s: State, p: int) -> Counter:
    """Return the number of birds in a seat's cage (K9.1)."""
    return Counter("birds", len(set_bits(s.cage[p])), p, show="none", goal=True)


def out(p: int) -> Counter:
    """Return that a seat is out of this round."""
    return Counter("out", 1, p, show="word")


def choice(s: State, t: Tables, action: int) -> Choice:
    """Return a legal action of the seat to act as a choice, with the zone and card it belongs to."""
    if action == Action.DRAW:
        return Choice("draw", Words("action-draw", {"card": card_name(t, s.top)}), "top", 0)
    if action == Action.PASS:
        return Choice("pass", Words("action-pass", {"total": total(s.line[s.to_act])}))
    return Choice("yield", Words("action-yield"))


def start_player(s: State) -> int:
    """Return the dealer, who decides first in a round (K2.1)."""
    return s.dealer


def scores(s: State, t: Tables) -> list[int]:
    """Return the number of birds in each cage."""
    return [len(set_bits(s.cage[p])) for p in range(s.players)]


def score_message(s: State) -> str:
    """Return the id of the message for a number of birds."""
    return "score-birds"


def catalogue(cards: Cards) -> dict[str, CardText]:
    """Return the names of the cards; their arguments also give the bird that is drawn on each, "" for none."""
    t = cards.tables
    assert isinstance(t, Birds)
    drawn: dict[int, str] = cards.extra["birds"]
    return {
        str(rank): CardText(Words("card-name", {"value": rank, "bird": bird, "drawing": drawn[rank]}))
        for rank, bird in t.names.items()
    }


def bag_size(bag: int) -> int:
    """Return the number of cards in a bag."""
    return sum(bag >> 4 * rank & 15 for rank in range(RANKS))


# Zones are cached by all that they show, so that one that has not changed is the same object.


@lru_cache(4096)
def field_zone(field: int, spare: tuple[int, ...]) -> Zone:
    """Return the field; duplicates lie there until the third card is drawn."""
    cards = tuple(CARDS[rank] for rank in sorted([*set_bits(field), *filter(None, spare)]))
    return Zone("field", "row", len(cards), cards)


@lru_cache(4096)
def cage_zone(p: int, cage: int, field: int) -> Zone:
    """Return a cage; those birds whose like is in the field say that the two would quarrel."""
    cards = tuple((RIVALS if field >> rank & 1 else CARDS)[rank] for rank in set_bits(cage))
    return Zone(f"cage-{p}", "row", len(cards), cards, p, trophy=True)


@lru_cache(4096)
def bids_zone(p: int, line: int, sideways: int, burst: int) -> Zone:
    """Return a player's bids, oldest first; K4.3: a pass turns the last sideways; K5.2: a bust card is face down."""
    cards = [CARDS[rank] for rank in line_ranks(line)]
    if sideways:
        cards[-1] = Card(str(sideways), "sideways")
    if burst:
        cards.append(Card(str(burst), "down"))
    return Zone(f"bids-{p}", "row", len(cards), tuple(cards), p)


def line_ranks(line: int) -> list[int]:
    """Return the ranks of a line of bid cards, oldest first."""
    ranks = []
    while line:
        ranks.append(line & 15)
        line >>= 4
    return ranks[::-1]


def burst_chance(s: State) -> int:
    """Return the probability, in percent, that another bid busts the seat to act, by public information."""
    bids = s.bids[s.to_act] | 1 << s.top
    last = s.rebuilt == REBUILDS + s.extra_rebuilds
    bag = s.deck if s.left or last else s.discard  # K8.1: the discards are the next deck
    size = bag_size(bag)
    if size == 0:  # K8.2: taking the last card ends the game before any seat can bust
        return 0
    hits = sum(bag >> 4 * rank & 15 for rank in set_bits(bids))
    return round(100 * hits / size)


# ------------------------------------------------------------- observations


def observe(event: GameEvent, t: Tables, seat: int) -> Observation:
    """Return what all seats observe."""
    a, b, after = event.a, event.b, event.after
    match event.code:
        case Event.ROUND_BEGAN:
            words = Words("event-round-began", {"who": Seat(a)})
            return Observation(words, clause="K3.1", ended=OF_THE_ROUND, roles=roles(after))
        case Event.FIELD_DRAWN:
            return Observation(Words("event-field-drawn", {"card": card_name(t, a)}), (Move("top", "field", str(a)),))
        case Event.SPARE_LEFT:
            return Observation(
                Words("event-spare-left", {"card": card_name(t, a)}), (Move("field", "discard", str(a)),), "K3.2"
            )
        case Event.BID:
            words = Words("event-bid", {"who": Seat(a), "card": card_name(t, b), "total": total(after.line[a])})
            move = Move("top", f"bids-{a}", str(b))
            return Observation(words, (move,), None, (total_of(after, a),), OF_THE_DECISION, roles(after))
        case Event.TURNED_UP:
            return Observation(Words("event-turned-up", {"card": card_name(t, a)}), (Move("deck", "top", str(a)),))
        case Event.PASSED:
            words = Words("event-passed", {"who": Seat(a), "total": total(after.line[a])})
            move = Move(f"bids-{a}", f"bids-{a}", str(b), "sideways")
            return Observation(words, (move,), "K4.3", (out(a),), OF_THE_DECISION)
        case Event.YIELDED:
            return Observation(Words("event-yielded", {"who": Seat(a)}), clause="K4.4", ended=OF_THE_DECISION)
        case Event.BURST:
            id = "event-burst-at-once" if event.c else "event-burst"
            words = Words(id, {"who": Seat(a), "card": card_name(t, b), "total": total(after.line[a])})
            move = Move(f"bids-{a}", f"bids-{a}", str(b), "down")
            return Observation(words, (move,), "K5.1", (total_of(after, a), out(a)), roles=roles(after))
        case Event.WON:
            if [total(after.line[p]) for p in range(after.players)].count(b) > 1:
                return Observation(Words("event-won-tie", {"who": Seat(a), "total": b}), clause="K6.2")
            return Observation(Words("event-won", {"who": Seat(a), "total": b}), clause="K6.1")
        case Event.SWEPT:
            words = Words("event-swept", {"who": Seat(a)})
            return Observation(words, swept(event.before, after), "K6.3", (total_of(after, a),), roles=roles(after))
        case Event.CAGED:
            return Observation(
                Words("event-caged", {"who": Seat(a), "card": card_name(t, b)}),
                (Move("field", f"cage-{a}", str(b)),),
                counters=(birds_of(after, a),),
            )
        case Event.QUARRELLED:
            moves = (Move("field", "discard", str(b)), Move(f"cage-{a}", "discard", str(b)))
            return Observation(
                Words("event-quarrelled", {"who": Seat(a), "card": card_name(t, b)}),
                moves,
                "K7.2",
                (birds_of(after, a),),
            )
        case Event.REBUILT:
            words, move = Words("event-rebuilt", {"count": a}), Move("discard", "deck", count=a)
            return Observation(words, (move,), "K8.1", (deck_number(after),))
        case _:
            totals = tuple(total_of(after, p) for p in range(after.players))
            gone = swept(event.before, after)
            return Observation(Words("event-ended"), gone, "K8.2", totals, OF_THE_ROUND, roles(after))


def swept(before: State, after: State) -> tuple[Move, ...]:
    """Return the moves of cards that leave the field and the bids, and of sideways ones that become upright again."""
    moves = []
    for p in range(before.players):
        kept = line_ranks(after.line[p])
        gone = [rank for rank in line_ranks(before.line[p]) if rank not in kept]
        if before.burst[p] and not after.burst[p]:
            gone.append(before.burst[p])
        moves += [Move(f"bids-{p}", "discard", str(rank)) for rank in gone]
        if before.sideways[p] in kept and not after.sideways[p]:
            moves.append(Move(f"bids-{p}", f"bids-{p}", str(before.sideways[p])))
    if before.field and not after.field:
        field = field_zone(before.field, tuple(before.spare))
        moves += [Move("field", "discard", card.face) for card in field.cards]
    return tuple(moves)
