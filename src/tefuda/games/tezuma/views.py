"""てづま師: what each seat sees and hears, and the words for cards and actions.

A seat sees its own hand and everything that lies openly on the table.  Of other hands, captured cards and cards that
nobody has seen it sees how many there are; nothing here reads more of them.  Counters marked as help are worked out
from what everybody has seen.
"""

from __future__ import annotations

from tefuda.engine.events import GameEvent
from tefuda.engine.view import Card, Choice, Counter, Move, Observation, Seat, View, Words, Zone
from tefuda.games.tezuma import rules, tricks
from tefuda.games.tezuma import state as game_state
from tefuda.games.tezuma.determinize import hidden_from, whole_deck
from tefuda.games.tezuma.state import (
    ABILITY,
    CARDS,
    CHOOSING,
    FISHING,
    HAND,
    MINUS,
    NO_CARD,
    NO_CARD_LIES,
    NUMBER,
    NUMBERS,
    SET_ASIDE,
    SUIT_WIDTH,
    SWEEP,
    TABLE,
    TAKE_ABILITY,
    TAKE_MINUS,
    TAKE_TABLE,
    TRICKS,
    TRUMP,
    TRUMP_BITS,
    UNSEEN,
    VALID_TRUMP,
    State,
    Tables,
)
from tefuda.games.tezuma.text import (
    SUIT_LETTERS,
    Args,
    ability_face,
    ability_name,
    ability_words,
    action_name,
    card_face,
    card_words,
    cards_of,
    catalogue,
    chosen_face,
    does,
    places,
    suit_words,
)
from tefuda.games.tezuma.validation import faults

__all__ = ["FIELD_FORMATS", "action_name", "catalogue", "choice", "faults", "observe", "scores", "view"]

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

FIELD_FORMATS = dict.fromkeys(
    ("free_tables", "free_minus", "free_abilities", "void", "keeps", "hand", "played", "fished"), "bits"
)

# ------------------------------------------------------------------- seeing


def view(s: State, t: Tables, seat: int) -> View:
    """The table as a seat sees it."""
    zones = [
        Zone("deck", "pile", in_deck(s)),
        Zone("tables", "row", *listed([chosen_face(TABLE, table) for table in places(s.free_tables)])),
        Zone("minuses", "row", *listed([chosen_face(MINUS, suit) for suit in places(s.free_minus)])),
        Zone("abilities", "row", *listed([ability_face(ability) for ability in places(s.free_abilities)])),
        Zone("aside", "row", *listed([card_face(card) for card in cards_of(s.fished)])),
    ]
    if s.players == 3 and s.without == 0:
        zones.append(Zone("unseen", "pile", size(s.hand[UNSEEN])))
    counters = [Counter("deal", min(s.deal + 1, s.players)), Counter("trick", min(s.trick + 1, TRICKS))]
    counters += counted(s, seat)
    for p in range(s.players):
        zones.append(Zone(f"chosen-{p}", "row", *listed(chosen(s, p)), owner=p))
        zones.append(hand_zone(s, p, seat))
        zones.append(Zone(f"trick-{p}", "row", *trick_card(s, t, p), owner=p))
        zones.append(Zone(f"won-{p}", "pile", s.taken[p], owner=p))
        counters += counters_of(s, t, p)
    roles = {"start": s.start}
    if s.to_act >= 0 and s.phase != CHOOSING:
        roles["leader"] = s.leader
        if s.power >= 0:
            roles["winning"] = s.best
    return View("tezuma", seat, s.players, s.to_act, tuple(zones), tuple(counters), roles, prompt(s, t, seat))


def counted(s: State, seat: int) -> list[Counter]:
    """What somebody knows who has watched every card: what is still out of each suit, and who has none of it."""
    if s.phase == CHOOSING:
        return []
    found = []
    out = hidden_from(s, seat)
    for suit, letter in enumerate(SUIT_LETTERS):
        cards = tricks.in_suit(out, suit)
        found += [
            Counter(f"out-{letter}", size(cards), help=True),
            Counter(f"highest-{letter}", (cards & WHOLE_NUMBERS).bit_length(), help=True),
        ]
        found += [Counter(f"void-{letter}", 1, p, help=True) for p in range(s.players) if s.void[p] >> suit & 1]
    return [*found, Counter("trumps-out", size(out & TRUMP_BITS), help=True)]


def hand_zone(s: State, p: int, seat: int) -> Zone:
    """A hand: its cards for its own seat, for all others how many there are."""
    cards = [Card(card_face(card)) for card in cards_of(s.hand[p])] if p == seat else []
    return Zone(f"hand-{p}", "fan", size(s.hand[p]), tuple(cards), p)


def counters_of(s: State, t: Tables, p: int) -> list[Counter]:
    """The numbers beside a seat."""
    found = [Counter("points", s.points[p], p), Counter("tricks", s.tricks[p], p), Counter("coins", s.coins[p], p)]
    if s.lying[p] > 0 and s.announced[p] > 0:
        strength = lying_power(s, t, p)
        if s.lying[p] == NO_CARD_LIES:
            found.append(Counter("no-card", 1, p))
        elif NUMBER <= strength < VALID_TRUMP and strength - NUMBER != (s.lying[p] - 1) % SUIT_WIDTH + 1:
            found.append(Counter("counts-as", strength - NUMBER, p))
    if s.table[p] > 0:
        table = s.table[p] - 1
        found += [Counter(COLUMN_IDS[n], t.points[table, n], p) for n in range(t.columns[table])]
        found.append(Counter("deal-points", rules.deal_points(s, t, p), p, help=True))
        if s.tricks[p] < TRICKS and s.trick < TRICKS:
            worth = t.points[table, s.tricks[p] + 1] - t.points[table, s.tricks[p]]
            found.append(Counter("next-trick", worth, p, help=True))
    if s.minus[p] > 0:
        found.append(Counter("penalty", s.penalty[p], p, help=True))
    return found


def chosen(s: State, p: int) -> list[str]:
    """The face ids of the cards a seat has chosen."""
    owned = ((TABLE, s.table[p]), (MINUS, s.minus[p]), (ABILITY, s.ability[p]))
    return [chosen_face(kind, which - 1) for kind, which in owned if which > 0]


def trick_card(s: State, t: Tables, p: int) -> tuple[int, tuple[Card, ...]]:
    """The card of a seat in the present trick, with what makes it stronger than it looks."""
    if not 0 < s.lying[p] <= CARDS:
        return 0, ()
    card, strength = s.lying[p] - 1, lying_power(s, t, p)
    marks = ["announced"] if s.announced[p] > 0 else []
    if strength == VALID_TRUMP:
        marks.append("valid-trump")
    elif strength >= NUMBER and card // SUIT_WIDTH != s.led - 1:
        marks.append("as-led")
    return 1, (Card(card_face(card), marks=tuple(marks)),)


def lying_power(s: State, t: Tables, p: int) -> int:
    """The power of the card of a seat in the present trick, which does not change once it lies there."""
    return SWEEP if s.lying[p] == NO_CARD_LIES else tricks.power(s, t, p, s.lying[p] - 1, s.announced[p])


def prompt(s: State, t: Tables, seat: int) -> Words:
    """What the table asks for, and whom."""
    if s.to_act < 0:
        return Words("prompt-over")
    if seat != s.to_act:
        return Words("prompt-waiting", {"who": Seat(s.to_act)})
    if s.phase == CHOOSING:
        return Words("prompt-choose", {"lap": s.step // s.players + 1})
    if s.phase == FISHING:
        return Words("prompt-set-aside")
    if s.led == 0:
        return Words("prompt-lead")
    held = s.hand[seat] >> (s.led - 1) * SUIT_WIDTH & game_state.WHOLE_SUIT
    return Words("prompt-follow" if held else "prompt-cannot-follow", {"suit": suit_words(s.led - 1)})


def choice(s: State, t: Tables, action: int) -> Choice:
    """A legal action of the seat to act, with the card it belongs to."""
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
    if announced == 0:
        return Choice(name, Words("action-play", {"card": card_words(card)}), f"hand-{p}", place)
    words: Args = {**using, "card": card_words(card), "does": does(s, t, p, card, announced)}
    return Choice(name, Words("action-announce", words), f"hand-{p}", place)


def choice_of_card(s: State, t: Tables, action: int) -> Choice:
    """Taking a score table, a minus card or an ability."""
    name = action_name(action)
    if action >= TAKE_ABILITY:
        ability = action - TAKE_ABILITY
        return Choice(
            name,
            Words("action-take-ability", ability_args(t, ability)),
            "abilities",
            places(s.free_abilities).index(ability),
        )
    if action >= TAKE_MINUS:
        suit = action - TAKE_MINUS
        words = Words("action-take-minus", {"suit": suit_words(suit)})
        return Choice(name, words, "minuses", places(s.free_minus).index(suit))
    table = action - TAKE_TABLE
    row = " ".join(str(t.points[table, n]) for n in range(t.columns[table]))
    words = Words("action-take-table", {"number": table + 1, "row": row})
    return Choice(name, words, "tables", places(s.free_tables).index(table))


def ability_args(t: Tables, ability: int) -> Args:
    """What an ability is called, what it changes, and what it costs."""
    return {"name": ability_name(t, ability), "kind": ability_words(t, ability), "cost": t.cost[ability]}


def scores(s: State, t: Tables) -> list[int]:
    """The points of each seat."""
    return [s.points[p] for p in range(s.players)]


def size(cards: int) -> int:
    """The number of cards in a set."""
    return cards.bit_count()


def listed(faces: list[str]) -> tuple[int, tuple[Card, ...]]:
    """The count and cards of a zone whose every card is seen."""
    return len(faces), tuple(Card(face) for face in faces)


def in_deck(s: State) -> int:
    """How many cards are in nobody's hand and nowhere on the table: all of them before a deal, none after."""
    hands = sum(size(s.hand[h]) for h in range(s.players)) + size(s.hand[UNSEEN])
    return size(whole_deck(s)) - hands - size(s.played)


# ------------------------------------------------------------- observations


def observe(event: GameEvent, t: Tables, seat: int) -> Observation | None:
    """What a seat hears: everybody hears the same, but sees only its own cards as they are dealt."""
    a, b, c, after = event.a, event.b, event.c, event.after
    who: Args = {"who": Seat(a)}
    match event.code:
        case game_state.LAID_OUT:
            return Observation(Words("event-laid-out"), clause="T2.1")
        case game_state.DEALT:
            return Observation(Words("event-dealt", {"number": a + 1, "who": Seat(b)}), dealt(after, seat), "T3.1")
        case game_state.TOOK:
            source = ("tables", "minuses", "abilities")[b]
            return Observation(took(t, a, b, c), (Move(source, f"chosen-{a}", chosen_face(b, c)),))
        case game_state.PLAY_BEGAN:
            return Observation(Words("event-play-began", who), clause="T4.1")
        case game_state.PLAYED:
            return played(event, t)
        case game_state.WON_WITHOUT_CARD:
            words = Words("event-no-card", {**who, "name": ability_name(t, after.ability[a] - 1)})
            return Observation(words, (announcement(after, a),), "T7.5")
        case game_state.WON:
            return won(after, a)
        case game_state.FISHED:
            words = Words("event-set-aside", {**who, "card": card_words(b)})
            return Observation(words, (Move(f"trick-{c}", "aside", card_face(b)),), "T7.10")
        case game_state.SWEPT:
            before = event.before
            moves = [(p, before.lying[p] - 1) for p in range(after.players) if 0 < before.lying[p] <= CARDS]
            words = Words("event-swept", {**who, "cards": len(moves), "tricks": after.tricks[a]})
            return Observation(words, tuple(Move(f"trick-{p}", f"won-{a}", card_face(card)) for p, card in moves))
        case game_state.SCORED:
            points = {"points": b, "tricks": after.tricks[a], "penalty": c, "total": after.points[a]}
            return Observation(Words("event-scored", {**who, **points}), clause="T8.1")
        case game_state.GATHERED:
            return Observation(Words("event-gathered"), gathered(event.before), "T9.1")
        case _:
            return Observation(Words("event-ended"), clause="T9.3")


def dealt(after: State, seat: int) -> tuple[Move, ...]:
    """Twelve cards to each seat; a seat sees its own."""
    moves = []
    for p in range(after.players):
        if p == seat:
            moves += [Move("deck", f"hand-{p}", card_face(card)) for card in cards_of(after.hand[p])]
        else:
            moves.append(Move("deck", f"hand-{p}", count=HAND))
    unseen = size(after.hand[UNSEEN])
    return (*moves, Move("deck", "unseen", count=unseen)) if unseen else tuple(moves)


def took(t: Tables, p: int, kind: int, which: int) -> Words:
    """Somebody took a card to play with."""
    if kind == ABILITY:
        return Words("event-took-ability", {"who": Seat(p), **ability_args(t, which)})
    if kind == MINUS:
        return Words("event-took-minus", {"who": Seat(p), "suit": suit_words(which)})
    return Words("event-took-table", {"who": Seat(p), "number": which + 1})


def announcement(s: State, p: int) -> Move:
    """The ability card of a seat, which is pointed at."""
    return Move(f"chosen-{p}", f"chosen-{p}", ability_face(s.ability[p] - 1))


def played(event: GameEvent, t: Tables) -> Observation:
    """A card is played, with or without an ability, following suit or not."""
    p, card, announced, before = event.a, event.b, event.c, event.before
    words: Args = {"who": Seat(p), "card": card_words(card)}
    move = Move(f"hand-{p}", f"trick-{p}", card_face(card))
    if announced:
        words |= {"name": ability_name(t, before.ability[p] - 1), "does": does(before, t, p, card, announced)}
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
    """A trick is won, and by what."""
    who: Args = {"who": Seat(p)}
    if s.power == SWEEP:
        return Observation(Words("event-won-without-card", who), clause="T7.5")
    if s.power == VALID_TRUMP:
        return Observation(Words("event-won-by-trump", who), clause="T5.3")
    if s.power >= NUMBER:
        return Observation(Words("event-won-by-number", {**who, "number": s.power - NUMBER}), clause="T5.4")
    return Observation(Words("event-won-by-following-trump", who), clause="T5.5")


def gathered(s: State) -> tuple[Move, ...]:
    """All cards go back: the playing cards into the deck, the others onto the table."""
    moves = []
    for p in range(s.players):
        moves += [Move(f"won-{p}", "deck", count=s.taken[p])] if s.taken[p] else []
        moves += [Move(f"hand-{p}", "deck", count=size(s.hand[p]))] if s.hand[p] else []
        moves += [
            Move(f"chosen-{p}", "tables", chosen_face(TABLE, s.table[p] - 1)),
            Move(f"chosen-{p}", "minuses", chosen_face(MINUS, s.minus[p] - 1)),
            Move(f"chosen-{p}", "abilities", ability_face(s.ability[p] - 1)),
        ]
    moves += [Move("aside", "deck", card_face(card)) for card in cards_of(s.fished)]
    return (*moves, Move("unseen", "deck", count=size(s.hand[UNSEEN]))) if s.hand[UNSEEN] else tuple(moves)
