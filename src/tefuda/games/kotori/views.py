"""ことりあつめ: what each seat sees and hears, and the words for actions.

Nothing on this table is private, so every audience sees the same; only the prompt and the choices depend on the seat.
"""

from __future__ import annotations

from collections.abc import Sequence

from tefuda.engine.events import GameEvent
from tefuda.engine.view import Card, Choice, Counter, Move, Observation, Seat, View, Words, Zone
from tefuda.games.kotori import rules
from tefuda.games.kotori.rules import RANKS, TOP_RANK, State, Tables

FORMS = {
    "out": "bits",
    "field": "bits",
    "bids": "bits",
    "cage": "bits",
    "line": "digits",
    "deck": "counts",
    "discard": "counts",
}

RANKS_IN_PLAY = range(1, RANKS)
ACTIONS = {rules.PASS: "pass", rules.DRAW: "draw", rules.YIELD: "yield"}


def action_name(action: int) -> str:
    """The notation of an action."""
    return ACTIONS[action]


# ------------------------------------------------------------------- seeing


def view(s: State, t: Tables, seat: int) -> View:
    """The whole table: everything is public but the order of the deck."""
    return views(s, t, (seat,))[0]


def views(s: State, t: Tables, seats: Sequence[int]) -> list[View]:
    """The views of several seats, which see the same and are asked for different things."""
    zones = [
        Zone("deck", "pile", s.left),
        Zone("top", "row", min(s.top, 1), (Card(str(s.top)),) if s.top else ()),
        Zone("discard", "pile", bag_size(s.discard)),
        Zone("field", "row", *listed(field_cards(s))),
    ]
    counters = [Counter("deck-number", 1 + s.rebuilt)]
    for p in range(s.players):
        zones.append(Zone(f"bids-{p}", "row", *listed(bid_cards(s, p)), owner=p))
        zones.append(Zone(f"cage-{p}", "row", *listed([Card(str(r)) for r in ranks_of(s.cage[p])]), owner=p))
        counters.append(Counter("total", rules.total(s.line[p]), p))
        if s.out >> p & 1:
            counters.append(Counter("out", 1, p))
    if s.to_act >= 0 and s.top:
        counters.append(Counter("burst-chance", burst_chance(s), s.to_act, help=True))
    seen = tuple(zones), tuple(counters), {"dealer": s.dealer}
    return [View("kotori", seat, s.players, s.to_act, *seen, prompt(s, seat)) for seat in seats]


def prompt(s: State, seat: int) -> Words | None:
    """What the table asks for, and whom."""
    if s.to_act < 0:
        return Words("prompt-over")
    if seat != s.to_act:
        return Words("prompt-waiting", {"who": Seat(s.to_act)})
    return Words("prompt-bid-or-pass" if s.bids[seat] else "prompt-must-bid", {"total": rules.total(s.line[seat])})


def choice(s: State, t: Tables, action: int) -> Choice:
    """A legal action of the seat to act, with the thing on the table that it belongs to."""
    if action == rules.DRAW:
        return Choice("draw", Words("action-draw", {"card": face(s.top)}), "top", 0)
    if action == rules.PASS:
        return Choice("pass", Words("action-pass", {"total": rules.total(s.line[s.to_act])}))
    return Choice("yield", Words("action-yield"))


def scores(s: State, t: Tables) -> list[int]:
    """The number of birds in each cage."""
    return [len(ranks_of(s.cage[p])) for p in range(s.players)]


def score_message(s: State) -> str:
    """So many birds."""
    return "score-birds"


def face(rank: int) -> Words:
    """The name of a card."""
    return Words(f"face-{rank}")


def ranks_of(bits: int) -> list[int]:
    """The ranks of a set, rising."""
    return [rank for rank in range(RANKS) if bits >> rank & 1]


def bag_size(bag: int) -> int:
    """The number of cards in a bag."""
    return sum(bag >> 4 * rank & 15 for rank in range(RANKS))


def listed(cards: list[Card]) -> tuple[int, tuple[Card, ...]]:
    """The count and cards of a zone whose every card is seen."""
    return len(cards), tuple(cards)


def field_cards(s: State) -> list[Card]:
    """The cards in the field; duplicates lie there until the third card is drawn."""
    ranks = ranks_of(s.field) + [rank for rank in s.spare if rank]
    return [Card(str(rank)) for rank in sorted(ranks)]


def line_ranks(line: int) -> list[int]:
    """The ranks of a line of bid cards, oldest first."""
    ranks = []
    while line:
        ranks.append(line & 15)
        line >>= 4
    return ranks[::-1]


def bid_cards(s: State, p: int) -> list[Card]:
    """A player's bid cards, oldest first; K4.3: a pass turns the last sideways; K5.2: a burst one lies face down."""
    cards = [Card(str(rank)) for rank in line_ranks(s.line[p])]
    if s.sideways[p]:
        cards[-1] = Card(str(s.sideways[p]), "sideways")
    if s.burst[p]:
        cards.append(Card(str(s.burst[p]), "down"))
    return cards


def burst_chance(s: State) -> int:
    """Percent: how likely bidding once more bursts the seat to act, from what everybody can work out."""
    bids = s.bids[s.to_act] | 1 << s.top
    bag = s.deck if s.left or s.rebuilt else s.discard  # K8.1: the discards are the next deck
    size = bag_size(bag)
    if size == 0:  # K8.2: taking the last card ends the game before anything can burst
        return 0
    hits = sum(bag >> 4 * rank & 15 for rank in ranks_of(bids))
    return round(100 * hits / size)


# ------------------------------------------------------------- observations


def observe_all(event: GameEvent, t: Tables, seats: Sequence[int]) -> list[Observation | None]:
    """What several seats hear: all the same."""
    return [public(event)] * len(seats)


def observe(event: GameEvent, t: Tables, seat: int) -> Observation | None:
    """What a seat hears."""
    return public(event)


def public(event: GameEvent) -> Observation:
    """What everybody hears."""
    a, b, after = event.a, event.b, event.after
    match event.code:
        case rules.ROUND_BEGAN:
            return Observation(Words("event-round-began", {"who": Seat(a)}), clause="K3.1")
        case rules.FIELD_DRAWN:
            return Observation(Words("event-field-drawn", {"card": face(a)}), (Move("top", "field", str(a)),))
        case rules.SPARE_LEFT:
            return Observation(
                Words("event-spare-left", {"card": face(a)}), (Move("field", "discard", str(a)),), "K3.2"
            )
        case rules.BID:
            words = Words("event-bid", {"who": Seat(a), "card": face(b), "total": rules.total(after.line[a])})
            return Observation(words, (Move("top", f"bids-{a}", str(b)),))
        case rules.TURNED_UP:
            return Observation(Words("event-turned-up", {"card": face(a)}), (Move("deck", "top", str(a)),))
        case rules.PASSED:
            words = Words("event-passed", {"who": Seat(a), "total": rules.total(after.line[a])})
            return Observation(words, (Move(f"bids-{a}", f"bids-{a}", str(b), "sideways"),), "K4.3")
        case rules.YIELDED:
            return Observation(Words("event-yielded", {"who": Seat(a)}), clause="K4.4")
        case rules.BURST:
            id = "event-burst-at-once" if event.c else "event-burst"
            words = Words(id, {"who": Seat(a), "card": face(b), "total": rules.total(after.line[a])})
            return Observation(words, (Move(f"bids-{a}", f"bids-{a}", str(b), "down"),), "K5.1")
        case rules.WON:
            if [rules.total(after.line[p]) for p in range(after.players)].count(b) > 1:
                return Observation(Words("event-won-tie", {"who": Seat(a), "total": b}), clause="K6.2")
            return Observation(Words("event-won", {"who": Seat(a), "total": b}), clause="K6.1")
        case rules.SWEPT:
            return Observation(Words("event-swept", {"who": Seat(a)}), swept(event.before, after), "K6.3")
        case rules.CAGED:
            return Observation(
                Words("event-caged", {"who": Seat(a), "card": face(b)}), (Move("field", f"cage-{a}", str(b)),)
            )
        case rules.QUARRELLED:
            moves = (Move("field", "discard", str(b)), Move(f"cage-{a}", "discard", str(b)))
            return Observation(Words("event-quarrelled", {"who": Seat(a), "card": face(b)}), moves, "K7.2")
        case rules.REBUILT:
            return Observation(Words("event-rebuilt", {"count": a}), (Move("discard", "deck", count=a),), "K8.1")
        case _:
            return Observation(Words("event-ended"), swept(event.before, after), "K8.2")


def swept(before: State, after: State) -> tuple[Move, ...]:
    """The cards that leave the field and the bids between two moments, and the sideways ones that stand up again."""
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
        moves += [Move("field", "discard", card.face) for card in field_cards(before)]
    return tuple(moves)


# ----------------------------------------------------------------- checking


def faults(s: State, t: Tables) -> list[str]:
    """Everything that makes a record no position of ことりあつめ."""
    return meaningless(s) or miscounted(s, t) + contradictions(s)


def meaningless(s: State) -> list[str]:
    """Numbers that name no seat, no value and no switch, and cards before seats that nobody sits on."""
    highest = {"dealer": s.players - 1, "out": (1 << s.players) - 1, "top": TOP_RANK}
    highest |= dict.fromkeys(("spare", "burst", "sideways"), TOP_RANK)
    highest |= dict.fromkeys(("drew", "allow_yield", "rebuilt"), 1)
    found = []
    for name, value in s.values().items():
        cells = [value] if isinstance(value, int) else value
        high = highest.get(name)
        if high is not None and not all(0 <= cell <= high for cell in cells):
            found.append(f"{name} takes 0 to {high}, not {max(cells, key=abs)}")
        if name in ("field", "bids", "cage") and any(
            cell & ~sum(1 << rank for rank in RANKS_IN_PLAY) for cell in cells
        ):
            found.append(f"{name} holds something besides the values 1 to {TOP_RANK}")
        if name in ("deck", "discard") and any(cell & ~sum(15 << 4 * rank for rank in RANKS_IN_PLAY) for cell in cells):
            found.append(f"{name} holds something besides the values 1 to {TOP_RANK}")
        if name in ("line", "bids", "cage", "burst", "sideways") and any(cells[s.players :]):
            found.append(f"{name} has cards beyond seat {s.players - 1}, the last")
    return found


def miscounted(s: State, t: Tables) -> list[str]:
    """Cards that are missing or too many (K1.1), and counts that do not fit the cards."""
    found = []
    for rank in RANKS_IN_PLAY:
        count = (s.deck >> 4 * rank & 15) + (s.discard >> 4 * rank & 15) + (s.top == rank) + (s.field >> rank & 1)
        count += list(s.spare).count(rank)
        for p in range(s.players):
            count += line_ranks(s.line[p]).count(rank) + (s.burst[p] == rank) + (s.cage[p] >> rank & 1)
        if count != t.copies[rank]:
            found.append(f"there are {count} cards of value {rank}, not {t.copies[rank]}")
    if bag_size(s.deck) != s.left:
        found.append(f"left is {s.left}, but the deck holds {bag_size(s.deck)} cards")
    return found


def contradictions(s: State) -> list[str]:
    """What cannot lie on one table at a moment when somebody decides, or after the game."""
    found = []
    for p in range(s.players):
        line = line_ranks(s.line[p])
        if sorted(line) != ranks_of(s.bids[p]):
            found.append(f"seat {p}: bids are {ranks_of(s.bids[p])}, but the line is {line}")
        if s.burst[p] in line:
            found.append(f"seat {p}: the burst card {s.burst[p]} also stands in the line {line}")
        if s.sideways[p] and line[-1:] != [s.sideways[p]]:
            found.append(f"seat {p}: the sideways card {s.sideways[p]} is not the last of the line {line}")
        if (s.burst[p] != 0) + (s.sideways[p] != 0) != s.out >> p & 1:
            found.append(f"seat {p}: whoever is out has either passed (sideways) or burst, and nobody else has")
    if any(s.spare):
        found.append("duplicates lie in the field, but they leave before anybody decides")
    if s.to_act < 0:
        if s.left or s.top or s.field or s.out or s.drew or any(s.line):
            found.append("the game is over, but cards lie outside of cages and discards")
        return found
    if s.top == 0 or s.field == 0:
        found.append("somebody decides, but there is no top card, or none in the field")
    if s.out >> s.to_act & 1 or s.bids[s.to_act] >> s.top & 1:
        found.append(f"seat {s.to_act} cannot decide: it is out, or the top card bursts it")
    if s.drew and not s.bids[s.to_act]:
        found.append(f"seat {s.to_act} has bid in this turn, but has no bid card")
    before = (s.to_act - s.dealer) % s.players  # K4.1: seats that have had their turn
    turns_over = sum(1 << (s.dealer + i) % s.players for i in range(before))
    if not s.allow_yield and s.out != turns_over:
        found.append(f"from dealer {s.dealer} the turn has come to seat {s.to_act}: those before it are out, no others")
    return found
