"""てづま師: what each seat sees of the table, and observes of events.

A seat sees its own hand and all open cards on the table.  Of other hands, captured cards and unseen cards it sees only
the number; nothing here reads more of them.  Counters marked as help are computed from public information.
"""

from __future__ import annotations

from tefuda.engine.cards import Cards
from tefuda.engine.events import GameEvent
from tefuda.engine.view import Card, CardText, Choice, Counter, Move, Observation, Seat, Text, View, Words, Zone
from tefuda.games.tezuma.actions import (
    NO_CARD,
    SET_ASIDE,
    SUIT_LETTERS,
    TAKE_TABLE,
    ability_face,
    action_name,
    card_face,
    choosable_face,
    first_of,
    kind_of,
)
from tefuda.games.tezuma.card_sets import CARDS, FACES, NUMBERS, SUIT_WIDTH, SUITS, TRUMP, TRUMP_BITS, in_suit
from tefuda.games.tezuma.dealing import whole_deck
from tefuda.games.tezuma.determinize import hidden_from
from tefuda.games.tezuma.rules import deal_points
from tefuda.games.tezuma.state import (
    HAND,
    NO_CARD_LIES,
    TRICKS,
    UNSEEN,
    Announced,
    Event,
    Kind,
    Phase,
    Power,
    State,
    Tables,
)
from tefuda.games.tezuma.text import Args, ability_name, ability_words, card_words, effect_words, prompt, suit_words
from tefuda.games.tezuma.tricks import power

COLUMN_IDS = (  # of the counters that show a score table
    "column-0",
    "column-1",
    "column-2",
    "column-3",
    "column-4",
    "column-5",
    "column-6",
    "column-7",
    "column-8",
    "column-9",
    "column-10",
    "column-11",
    "column-12",
)
WHOLE_NUMBERS = (1 << NUMBERS) - 1  # the number cards of one suit

# -------------------------------------------------------------------- views


def view(s: State, t: Tables, seat: int) -> View:
    """Return the table as a seat sees it."""
    zones = [
        Zone("deck", "pile", in_deck(s)),
        Zone("tables", "row", *listed([choosable_face(Kind.TABLE, table) for table in bits_of(s.free_tables)])),
        Zone("minuses", "row", *listed([choosable_face(Kind.MINUS, suit) for suit in bits_of(s.free_minus)])),
        Zone("abilities", "row", *listed([ability_face(ability) for ability in bits_of(s.free_abilities)])),
        Zone("aside", "row", *listed([card_face(card) for card in cards_of(s.fished)])),
    ]
    if s.players == 3 and s.without == 0:
        zones.append(Zone("unseen", "pile", size(s.hand[UNSEEN])))
    counters = [Counter("deal", min(s.deal + 1, s.players)), Counter("trick", min(s.trick + 1, TRICKS))]
    counters += card_counts(s, seat)
    for p in range(s.players):
        zones.append(Zone(f"chosen-{p}", "row", *listed(chosen(s, p)), owner=p))
        zones.append(hand_zone(s, p, seat))
        zones.append(Zone(f"trick-{p}", "row", *trick_card(s, t, p), owner=p))
        zones.append(Zone(f"won-{p}", "pile", s.taken[p], owner=p))
        counters += counters_of(s, t, p)
    roles = {"start": s.start}
    if s.to_act >= 0 and s.phase != Phase.CHOOSING:
        roles["leader"] = s.leader
        if s.power >= 0:
            roles["winning"] = s.best
    return View("tezuma", seat, s.players, s.to_act, tuple(zones), tuple(counters), roles, prompt(s, t, seat))


def card_counts(s: State, seat: int) -> list[Counter]:
    """Return what a seat knows from watching every card: what is still out of each suit, and which seats have none."""
    if s.phase == Phase.CHOOSING:
        return []
    found = []
    out = hidden_from(s, seat)
    for suit, letter in enumerate(SUIT_LETTERS):
        cards = in_suit(out, suit)
        found += [
            Counter(f"out-{letter}", size(cards), help=True),
            Counter(f"highest-{letter}", (cards & WHOLE_NUMBERS).bit_length(), help=True),
        ]
        found += [Counter(f"void-{letter}", 1, p, help=True) for p in range(s.players) if s.void[p] >> suit & 1]
    return [*found, Counter("trumps-out", size(out & TRUMP_BITS), help=True)]


def hand_zone(s: State, p: int, seat: int) -> Zone:
    """Return a hand: its cards for its own seat, their number for all others."""
    cards = [Card(card_face(card)) for card in cards_of(s.hand[p])] if p == seat else []
    return Zone(f"hand-{p}", "fan", size(s.hand[p]), tuple(cards), p)


def counters_of(s: State, t: Tables, p: int) -> list[Counter]:
    """Return the numbers beside a seat."""
    found = [Counter("points", s.points[p], p), Counter("tricks", s.tricks[p], p), Counter("coins", s.coins[p], p)]
    if s.lying[p] > 0 and s.announced[p] != Announced.NOTHING:
        strength = lying_power(s, t, p)
        if s.lying[p] == NO_CARD_LIES:
            found.append(Counter("no-card", 1, p))
        elif (
            Power.NUMBER <= strength < Power.VALID_TRUMP
            and strength - Power.NUMBER != (s.lying[p] - 1) % SUIT_WIDTH + 1
        ):
            found.append(Counter("counts-as", strength - Power.NUMBER, p))
    if s.table[p] > 0:
        table = s.table[p] - 1
        found += [Counter(COLUMN_IDS[n], t.points[table, n], p) for n in range(t.columns[table])]
        found.append(Counter("deal-points", deal_points(s, t, p), p, help=True))
        if s.tricks[p] < TRICKS and s.trick < TRICKS:
            worth = t.points[table, s.tricks[p] + 1] - t.points[table, s.tricks[p]]
            found.append(Counter("next-trick", worth, p, help=True))
    if s.minus[p] > 0:
        found.append(Counter("penalty", s.penalty[p], p, help=True))
    return found


def chosen(s: State, p: int) -> list[str]:
    """Return the face ids of the cards that a seat has chosen."""
    owned = ((Kind.TABLE, s.table[p]), (Kind.MINUS, s.minus[p]), (Kind.ABILITY, s.ability[p]))
    return [choosable_face(kind, which - 1) for kind, which in owned if which > 0]


def trick_card(s: State, t: Tables, p: int) -> tuple[int, tuple[Card, ...]]:
    """Return count and cards of a seat's zone in the trick; marks show what makes a card stronger than it looks."""
    if not 0 < s.lying[p] <= CARDS:
        return 0, ()
    card, strength = s.lying[p] - 1, lying_power(s, t, p)
    marks = ["announced"] if s.announced[p] != Announced.NOTHING else []
    if strength == Power.VALID_TRUMP:
        marks.append("valid-trump")
    elif strength >= Power.NUMBER and card // SUIT_WIDTH != s.led - 1:
        marks.append("as-led")
    return 1, (Card(card_face(card), marks=tuple(marks)),)


def lying_power(s: State, t: Tables, p: int) -> int:
    """Return the power of a seat's card in the trick, which does not change after it is played."""
    return Power.WITHOUT_CARD if s.lying[p] == NO_CARD_LIES else power(s, t, p, s.lying[p] - 1, s.announced[p])


def choice(s: State, t: Tables, action: int) -> Choice:
    """Return a legal action of the seat to act as a choice, with the card it belongs to."""
    name, p = action_name(action), s.to_act
    if action >= TAKE_TABLE:
        return choice_of_card(s, t, action)
    if action >= SET_ASIDE:
        q = action - SET_ASIDE
        return Choice(name, Words("action-set-aside", {"card": card_words(s.lying[q] - 1)}), f"trick-{q}", 0)
    ability = s.ability[p] - 1
    using: Args = {"name": ability_name(t, ability), "cost": t.cost[ability]}
    if action == NO_CARD:
        return Choice(name, Words("action-no-card", using), f"chosen-{p}", 2)
    announced, card = divmod(action, CARDS)
    place = cards_of(s.hand[p]).index(card)
    if announced == Announced.NOTHING:
        return Choice(name, Words("action-play", {"card": card_words(card)}), f"hand-{p}", place)
    words: Args = {**using, "card": card_words(card), "does": effect_words(s, t, p, card, announced)}
    return Choice(name, Words("action-announce", words), f"hand-{p}", place)


def choice_of_card(s: State, t: Tables, action: int) -> Choice:
    """Return the choice to take a score table, a minus card or an ability."""
    name, kind = action_name(action), kind_of(action)
    which = action - first_of(kind)
    if kind == Kind.ABILITY:
        words = Words("action-take-ability", ability_args(t, which))
        return Choice(name, words, "abilities", bits_of(s.free_abilities).index(which))
    if kind == Kind.MINUS:
        words = Words("action-take-minus", {"suit": suit_words(which)})
        return Choice(name, words, "minuses", bits_of(s.free_minus).index(which))
    row = " ".join(str(t.points[which, n]) for n in range(t.columns[which]))
    words = Words("action-take-table", {"number": which + 1, "row": row})
    return Choice(name, words, "tables", bits_of(s.free_tables).index(which))


def ability_args(t: Tables, ability: int) -> Args:
    """Return the message arguments of an ability: its name, what it changes, and its cost."""
    return {"name": ability_name(t, ability), "kind": ability_words(t, ability), "cost": t.cost[ability]}


def scores(s: State, t: Tables) -> list[int]:
    """Return the points of each seat."""
    return [s.points[p] for p in range(s.players)]


def catalogue(cards: Cards) -> dict[str, CardText]:
    """Return name and text of every card, by face id."""
    found = {card_face(card): CardText(card_words(card)) for card in range(CARDS) if FACES >> card & 1}
    for suit in range(SUITS):
        words: Args = {"suit": suit_words(suit)}
        found[choosable_face(Kind.MINUS, suit)] = CardText(Words("card-minus", words), Words("card-minus-text", words))
    costs: dict[str, int] = cards.extra["costs"]
    for id, (name_ja, name_en, text_ja, text_en) in cards.extra["faces"].items():
        text: Text | Words = Text(text_ja, text_en)
        if id in costs:  # T1.5: what an ability costs stands on its card
            text = Words("card-ability-text", {"text": text, "cost": costs[id]})
        found[id] = CardText(Text(name_ja, name_en), text)
    return found


def size(cards: int) -> int:
    """Return the number of cards in a set."""
    return cards.bit_count()


def bits_of(bits: int) -> list[int]:
    """Return the numbers of the bits that are set, ascending."""
    return [bit for bit in range(bits.bit_length()) if bits >> bit & 1]


def cards_of(cards: int) -> list[int]:
    """Return the cards of a set by suit, numbers ascending, with one entry for each copy of a trump."""
    return [bit - max(0, bit % SUIT_WIDTH - TRUMP) for bit in bits_of(cards)]


def listed(faces: list[str]) -> tuple[int, tuple[Card, ...]]:
    """Return count and cards of a zone whose cards are all visible."""
    return len(faces), tuple(Card(face) for face in faces)


def in_deck(s: State) -> int:
    """Return the number of cards in the deck: all before a deal, none after it."""
    hands = sum(size(s.hand[h]) for h in range(s.players)) + size(s.hand[UNSEEN])
    return size(whole_deck(s)) - hands - size(s.played)


# ------------------------------------------------------------- observations


def observe(event: GameEvent, t: Tables, seat: int) -> Observation | None:
    """Return what a seat observes: the same as all others, except for the cards that it is dealt."""
    a, b, c, after = event.a, event.b, event.c, event.after
    who: Args = {"who": Seat(a)}
    match event.code:
        case Event.LAID_OUT:
            return Observation(Words("event-laid-out"), clause="T2.1")
        case Event.DEALT:
            return Observation(Words("event-dealt", {"number": a + 1, "who": Seat(b)}), dealt(after, seat), "T3.1")
        case Event.TOOK:
            source = ("tables", "minuses", "abilities")[b]
            return Observation(took(t, a, b, c), (Move(source, f"chosen-{a}", choosable_face(b, c)),))
        case Event.PLAY_BEGAN:
            return Observation(Words("event-play-began", who), clause="T4.1")
        case Event.PLAYED:
            return played(event, t)
        case Event.WON_WITHOUT_CARD:
            words = Words("event-no-card", {**who, "name": ability_name(t, after.ability[a] - 1)})
            return Observation(words, (announcement(after, a),), "T7.5")
        case Event.WON:
            return won(after, a)
        case Event.SET_ASIDE:
            words = Words("event-set-aside", {**who, "card": card_words(b)})
            return Observation(words, (Move(f"trick-{c}", "aside", card_face(b)),), "T7.10")
        case Event.CAPTURED:
            before = event.before
            moves = [(p, before.lying[p] - 1) for p in range(after.players) if 0 < before.lying[p] <= CARDS]
            words = Words("event-swept", {**who, "cards": len(moves), "tricks": after.tricks[a]})
            return Observation(words, tuple(Move(f"trick-{p}", f"won-{a}", card_face(card)) for p, card in moves))
        case Event.SCORED:
            points = {"points": b, "tricks": after.tricks[a], "penalty": c, "total": after.points[a]}
            return Observation(Words("event-scored", {**who, **points}), clause="T8.1")
        case Event.GATHERED:
            return Observation(Words("event-gathered"), gathered(event.before), "T9.1")
        case _:
            return Observation(Words("event-ended"), clause="T9.3")


def dealt(after: State, seat: int) -> tuple[Move, ...]:
    """Return the moves of a deal: twelve cards to each seat, which sees its own."""
    moves = []
    for p in range(after.players):
        if p == seat:
            moves += [Move("deck", f"hand-{p}", card_face(card)) for card in cards_of(after.hand[p])]
        else:
            moves.append(Move("deck", f"hand-{p}", count=HAND))
    unseen = size(after.hand[UNSEEN])
    return (*moves, Move("deck", "unseen", count=unseen)) if unseen else tuple(moves)


def took(t: Tables, p: int, kind: int, which: int) -> Words:
    """Return the message that a seat took a card to play with."""
    if kind == Kind.ABILITY:
        return Words("event-took-ability", {"who": Seat(p), **ability_args(t, which)})
    if kind == Kind.MINUS:
        return Words("event-took-minus", {"who": Seat(p), "suit": suit_words(which)})
    return Words("event-took-table", {"who": Seat(p), "number": which + 1})


def announcement(s: State, p: int) -> Move:
    """Return a move of a seat's ability card to itself, which draws attention to it."""
    return Move(f"chosen-{p}", f"chosen-{p}", ability_face(s.ability[p] - 1))


def played(event: GameEvent, t: Tables) -> Observation:
    """Return the observation of a played card, with or without an ability, following suit or not."""
    p, card, announced, before = event.a, event.b, event.c, event.before
    words: Args = {"who": Seat(p), "card": card_words(card)}
    move = Move(f"hand-{p}", f"trick-{p}", card_face(card))
    if announced:
        words |= {"name": ability_name(t, before.ability[p] - 1), "does": effect_words(before, t, p, card, announced)}
        return Observation(Words("event-announced", words), (announcement(before, p), move), "T6.1")
    if before.led == 0:
        return Observation(Words("event-led", words), (move,))
    if before.led == card // SUIT_WIDTH + 1:
        return Observation(Words("event-followed", words), (move,))
    words["suit"] = suit_words(before.led - 1)
    if card % SUIT_WIDTH == TRUMP:
        return Observation(Words("event-trumped", words), (move,), "T5.1")
    return Observation(Words("event-discarded", words), (move,))


def won(s: State, p: int) -> Observation:
    """Return the observation of a trick won, and by what."""
    who: Args = {"who": Seat(p)}
    if s.power == Power.WITHOUT_CARD:
        return Observation(Words("event-won-without-card", who), clause="T7.5")
    if s.power == Power.VALID_TRUMP:
        return Observation(Words("event-won-by-trump", who), clause="T5.3")
    if s.power >= Power.NUMBER:
        return Observation(Words("event-won-by-number", {**who, "number": s.power - Power.NUMBER}), clause="T5.4")
    return Observation(Words("event-won-by-following-trump", who), clause="T5.5")


def gathered(s: State) -> tuple[Move, ...]:
    """Return the moves that return all cards: playing cards to the deck, chosen ones to the table."""
    moves = []
    for p in range(s.players):
        moves += [Move(f"won-{p}", "deck", count=s.taken[p])] if s.taken[p] else []
        moves += [Move(f"hand-{p}", "deck", count=size(s.hand[p]))] if s.hand[p] else []
        moves += [
            Move(f"chosen-{p}", "tables", choosable_face(Kind.TABLE, s.table[p] - 1)),
            Move(f"chosen-{p}", "minuses", choosable_face(Kind.MINUS, s.minus[p] - 1)),
            Move(f"chosen-{p}", "abilities", ability_face(s.ability[p] - 1)),
        ]
    moves += [Move("aside", "deck", card_face(card)) for card in cards_of(s.fished)]
    return (*moves, Move("unseen", "deck", count=size(s.hand[UNSEEN]))) if s.hand[UNSEEN] else tuple(moves)
