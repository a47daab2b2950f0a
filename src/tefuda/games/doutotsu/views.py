"""ドウトツくじゃん: what each seat sees of the table, and observes of events.

A card's face id is its kana and its colour (`ra-red`), that of a list entry its kana (`i+ru+ka`), so that a view can be
spelled with.  Of the discards only the top one is shown, unless a house rule opens them all; of other hands, the backs.
"""

from __future__ import annotations

from collections import Counter as Multiset
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import product
from typing import Literal, NamedTuple

from tefuda.engine.cards import Cards
from tefuda.engine.events import GameEvent
from tefuda.engine.record import Identity
from tefuda.engine.view import (
    Button,
    Card,
    CardText,
    Choice,
    Counter,
    GameView,
    Move,
    Observation,
    Seat,
    Words,
    Zone,
)
from tefuda.games.doutotsu.actions import Action, action_name, card_of_discard
from tefuda.games.doutotsu.bags import add, card_of, colour_of, remove
from tefuda.games.doutotsu.hands import next_letter, next_triple, out_points, wait_points
from tefuda.games.doutotsu.helps import Help, help_of, plain_names, waits
from tefuda.games.doutotsu.kana import KANA, romaji
from tefuda.games.doutotsu.rules import highest_score
from tefuda.games.doutotsu.state import GLYPHS, GOAL, HAND, NAMES_TO_GO_OUT, Event, Phase, State, Tables
from tefuda.games.doutotsu.text import (
    card_face,
    card_words,
    cards_in_words,
    cards_of,
    name_face,
    name_text,
    name_word,
    name_words,
    prompt,
    sound_of,
    spelling,
)

BUTTONS = (Button("draw", Words("button-draw")),)
OBSERVED_APART = (Event.DEALT, Event.DREW)  # events that seats observe differently
OF_THE_GAME = ("took",)  # counters that end with a game
MARKS = ("name-1", "name-2", "name-3")  # which of a scorer's three names a card belongs to

# -------------------------------------------------------------------- views


def views(s: State, t: Tables, seats: Sequence[int]) -> list[GameView]:
    """Return the views of several seats, which differ in hands, play aids and prompts."""
    public = [deck(s.left), discards(s, t)]
    hands = [hand(s, p) for p in range(s.players)]
    backs = [other_hand(p, len(cards)) for p, cards in enumerate(hands)]
    shown = [open_cards(s, t, p) for p in range(s.players)]
    counters = [Counter("game", s.game)]
    for p in range(s.players):
        counters += [points(s, p), took(p)] if s.name[p] > 0 else [points(s, p)]
    found = []
    for seat in seats:
        helped = seat >= 0 and s.to_act >= 0 and s.shown == 0
        known = help_of(s, t, seat) if helped else Help((), (), plain_names(s.core, Identity(t)))
        zones = [*public, known.names]
        for p in range(s.players):
            zones += [own_hand(p, hands[p], Identity(t)) if p == seat else backs[p], shown[p]]
        found.append(
            GameView(
                zones=tuple(zones),
                counters=tuple(counters),
                roles={"first": s.first},
                prompt=prompt(s, t, seat),
                helps=known.words,
                buttons=BUTTONS if seat >= 0 and s.to_act >= 0 else (),
                status=known.status,
            )
        )
    return found


def points(s: State, p: int) -> Counter:
    """Return the points of a seat."""
    return Counter("points", s.scores[p], p, show="headline", goal=True)


def took(p: int) -> Counter:
    """Return that a seat has taken a discard in this game (D3.3)."""
    return Counter("took", 1, p, show="word")


def choice(s: State, t: Tables, action: int) -> Choice:
    """Return a legal action of the seat to act as a choice, with the zone and card it belongs to."""
    p, id = s.to_act, action_name(action)
    if action == Action.DRAW:
        return Choice(id, Words("action-draw"), "deck")
    if action == Action.OUT and s.phase == Phase.CHOOSE:
        points = wait_points(s, t, p, s.top - 1)
        return Choice(id, Words("action-out-taking", {"card": card_words(t, s.top - 1), "points": points}))
    if action == Action.OUT:
        return Choice(id, Words("action-out", {"points": out_points(s, t, p)}))
    if Action.TAKE <= action < Action.DISCARD:
        name = action - Action.TAKE
        words = Words("action-take", {"card": card_words(t, s.top - 1), "name": name_text(t, name)})
        return Choice(id, words, "list", name)
    if action < Action.TAKE:
        card = card_of(t.letter[s.name[p] - 1, next_letter(s, t, p)], action - Action.LAY)
    else:
        card = card_of_discard(t, action)
    verb = "action-lay" if action < Action.TAKE else "action-discard"
    return Choice(id, Words(verb, {"card": card_words(t, card)}), f"hand-{p}", hand_cards(s, p).index(card))


def start_player(s: State) -> int:
    """Return the seat that begins a game (D2.2)."""
    return s.first


def scores(s: State, t: Tables) -> list[int]:
    """Return the points of each seat."""
    return [s.scores[p] for p in range(s.players)]


def catalogue(cards: Cards) -> dict[str, CardText]:
    """Return the names of the kana cards and of the list's entries.

    Their arguments also give what a client draws apart: of a card its kana and its sound, of an entry word and reading.
    """
    t = cards.tables
    assert isinstance(t, Tables)
    texts = {}
    for glyph in range(GLYPHS):
        if t.slot[glyph] > 0:
            for colour in range(t.colours):
                card = card_of(t.slot[glyph] - 1, colour)
                named, apart = card_words(t, card), {"glyph": KANA[glyph], "sound": sound_of(glyph)}
                texts[card_face(t, card)] = CardText(Words(named.id, {**named.args, **apart}))
    for n, english in enumerate(cards.extra["english"]):
        word = name_word(t, n)
        about = {"number": n + 1, "letters": t.length[n], "animal": english, "word": word, "reading": romaji(word)}
        texts[name_face(t, n)] = CardText(name_text(t, n), Words("list-entry", about))
    return texts


# Zones are cached by all that they show, so that one that has not changed is the same object: it is not built again,
# and known to be equal at once.


@cache
def deck(left: int) -> Zone:
    """Return the pile with this many cards."""
    return Zone("deck", "pile", left)


def discards(s: State, t: Tables) -> Zone:
    """Return the discards: only the top one can be seen (D2.3), or all of them by a house rule (D2.4)."""
    buried = cards_of(s.buried)
    visible = [card - 1 for card in (s.under, s.top) if card > 0]
    count = len(buried) + len(visible)
    if s.open_discards:
        return pile_of_discards("row", count, (*buried, *visible), Identity(t))
    return pile_of_discards("stack", count, tuple(visible[-1:]), Identity(t))


@lru_cache(4096)
def pile_of_discards(
    kind: Literal["row", "stack"], count: int, visible: tuple[int, ...], key: Identity[Tables]
) -> Zone:
    """Return this many discards, of which these cards are visible."""
    return Zone("discard", kind, count, tuple(Card(card_face(key.record, card)) for card in visible))


def hand(s: State, p: int) -> tuple[int, ...]:
    """Return the cards in a hand; none after it has scored, as all of its cards are shown."""
    return () if s.shown == p + 1 else hand_cards(s, p)


@lru_cache(4096)
def own_hand(p: int, cards: tuple[int, ...], key: Identity[Tables]) -> Zone:
    """Return a hand as its owner sees it."""
    faces = tuple(Card(card_face(key.record, card)) for card in cards)
    return Zone(f"hand-{p}", "fan", len(cards), faces, p, sortable=True)


@lru_cache
def other_hand(p: int, count: int) -> Zone:
    """Return a hand as others see it."""
    return Zone(f"hand-{p}", "fan", count, (Card(),) * count, p)


def open_cards(s: State, t: Tables, p: int) -> Zone:
    """Return the open cards of a seat: the name it has exposed, or all its cards, name by name, after it has scored."""
    if s.shown == p + 1:
        laid = winning_layout(s, t, p)
        cards = [Card(card_face(t, c), marks=(MARKS[i],)) for i, name in enumerate(laid) for c in name.cards]
        return Zone(f"exposed-{p}", "row", len(cards), tuple(cards), p)
    return exposed(p, tuple([card - 1 for card in s.exposed[p].values() if card > 0]), Identity(t))


@lru_cache(4096)
def exposed(p: int, cards: tuple[int, ...], key: Identity[Tables]) -> Zone:
    """Return the name that a seat has exposed, as far as it is laid."""
    return Zone(f"exposed-{p}", "row", len(cards), tuple(Card(card_face(key.record, card)) for card in cards), p)


def hand_cards(s: State, p: int) -> tuple[int, ...]:
    """Return the cards in a hand, by kana and colour: those held less those exposed."""
    return cards_left(tuple(s.held[p].values()), tuple(s.exposed[p].values()))


@lru_cache(4096)
def cards_left(held: tuple[int, ...], exposed: tuple[int, ...]) -> tuple[int, ...]:
    """Return the cards in the words of a bag less those exposed, each of which is given as 1 + the card; 0: none."""
    cards = list(cards_in_words(held))
    for card in exposed:
        if card > 0:
            cards.remove(card - 1)
    return tuple(cards)


# ------------------------------------------------------------- observations


def observe(event: GameEvent, t: Tables, seat: int) -> Observation | None:
    """Return what a seat observes: everything but the cards that others draw."""
    a, b, after = event.a, event.b, event.after
    match event.code:
        case Event.GAME_BEGAN:
            words = Words("event-game-began", {"game": a, "who": Seat(b)})
            moves, clause = swept(event.before, t, everything=True), "D6.1" if a > 1 else "D2.2"
            return Observation(words, moves, clause, (Counter("game", a),), roles={"first": b})
        case Event.DEALT:
            return Observation(Words("event-dealt", {"count": a}), dealt(after, t, seat))
        case Event.DREW if a == seat:
            words = Words("event-drew-card", {"who": Seat(a), "card": card_words(t, b)})
            return Observation(words, (Move("deck", f"hand-{a}", card_face(t, b)),))
        case Event.DREW:
            return Observation(Words("event-drew", {"who": Seat(a)}), (Move("deck", f"hand-{a}"),))
        case Event.TOOK:
            words = Words("event-took", {"who": Seat(a), "card": card_words(t, b), "name": name_text(t, event.c)})
            return Observation(words, (Move("discard", f"exposed-{a}", card_face(t, b)),), "D3.4", (took(a),))
        case Event.LAID:
            words = Words("event-laid", {"who": Seat(a), "card": card_words(t, b)})
            return Observation(words, (Move(f"hand-{a}", f"exposed-{a}", card_face(t, b)),))
        case Event.DISCARDED:
            words = Words("event-discarded", {"who": Seat(a), "card": card_words(t, b)})
            return Observation(words, (Move(f"hand-{a}", "discard", card_face(t, b)),))
        case Event.WENT_OUT:
            names = winning_layout(after, t, a)
            words = Words("event-went-out", {"who": Seat(a), "points": b, "names": three_names(t, names)})
            return Observation(words, shown(event.before, t, a, names, event.c), "D4.6", (points(after, a),))
        case Event.PILE_ENDED:
            return Observation(Words("event-pile-ended"), clause="D5.1")
        case Event.WAITED:
            words = Words("event-waited", {"who": Seat(a)})
            moves = shown(event.before, t, a, winning_layout(after, t, a), 0)
            return Observation(words, moves, "D5.2", (points(after, a),))
        case Event.NOBODY_WAITED:
            return Observation(Words("event-nobody-waited"), clause="D5.2")
        case Event.GATHERED:
            return Observation(Words("event-gathered"), swept(event.before, t, everything=False), ended=OF_THE_GAME)
        case _:
            return Observation(Words("event-ended"), clause="D6.2" if highest_score(after) >= GOAL else "D6.3")


def three_names(t: Tables, laid: list[LaidName]) -> Words:
    """Return the message that lists the names of a winning layout, and their colours."""
    said = [name_words(t, one.name, one.colour) for one in laid]
    return Words("three-names", dict(zip(("one", "two", "three"), said, strict=True)))


def dealt(s: State, t: Tables, seat: int) -> tuple[Move, ...]:
    """Return the moves of the deal."""
    moves: list[Move] = []
    for p in range(s.players):
        if p == seat:
            moves += [Move("deck", f"hand-{p}", card_face(t, card)) for card in hand_cards(s, p)]
        else:
            moves.append(Move("deck", f"hand-{p}", count=HAND))
    return tuple(moves)


def shown(s: State, t: Tables, p: int, laid: list[LaidName], taken: int) -> tuple[Move, ...]:
    """Return the moves that lay a scorer's cards beside the exposed ones: from the hand, and a discard just taken."""
    lying = Multiset(card - 1 for card in s.exposed[p] if card > 0)
    moves = []
    for card in (card for name in laid for card in name.cards):
        if lying[card] > 0:
            lying[card] -= 1
        elif card == taken - 1:
            moves.append(Move("discard", f"exposed-{p}", card_face(t, card)))
            taken = 0
        else:
            moves.append(Move(f"hand-{p}", f"exposed-{p}", card_face(t, card)))
    return tuple(moves)


def swept(s: State, t: Tables, *, everything: bool) -> tuple[Move, ...]:
    """Return the moves that gather the cards into the deck: all cards, or all but those on show."""
    found = []
    if s.players > 0:  # before the first deal there is no table
        places = [discards(s, t)]
        for p in range(s.players):
            if everything or s.shown != p + 1:
                places += [other_hand(p, len(hand(s, p))), open_cards(s, t, p)]
        found = [Move(zone.id, "deck", count=zone.count) for zone in places if zone.count > 0]
    return tuple(found)


# ------------------------------------------------------------ a scorer's names


class LaidName(NamedTuple):
    """One of the three names that a scorer's cards are laid out as."""

    name: int
    cards: list[int]  # in the order of its letters
    colour: int | None  # its one colour; None: it is mixed


def winning_layout(s: State, t: Tables, p: int) -> list[LaidName]:
    """Return a scorer's cards as three names, as many as possible of one colour (D4.6); one card short if it waited."""
    cards = Multiset(cards_of(s.held[p]))
    if cards.total() > HAND:
        return best_layout(s, t, p, cards)
    card = max(waits(s, t, p), key=lambda card: wait_points(s, t, p, card))
    add(s.held[p], card)
    laid = best_layout(s, t, p, cards + Multiset([card]))
    remove(s.held[p], card)
    lacking = next(name for name in laid if card in name.cards)
    lacking.cards.remove(card)
    return laid


def best_layout(s: State, t: Tables, p: int, cards: Multiset[int]) -> list[LaidName]:
    """Return a seat's twelve cards as three names, as many as possible of one colour."""
    found: list[list[LaidName]] = []
    i = next_triple(s, t, p, 0)
    while i >= 0:
        names = [t.triple[i, place] for place in range(NAMES_TO_GO_OUT)]
        wishes = product((*range(t.colours), None), repeat=NAMES_TO_GO_OUT)
        found += [laid for wish in wishes if (laid := layout(t, names, wish, cards)) is not None]
        i = next_triple(s, t, p, i + 1)
    return max(found, key=lambda laid: sum(name.colour is not None for name in laid))


def layout(t: Tables, names: list[int], wish: tuple[int | None, ...], cards: Multiset[int]) -> list[LaidName] | None:
    """Return cards as these names, each in the required colour or in any; None where that is impossible."""
    left = Multiset(cards)
    laid: dict[int, LaidName] = {}
    for place in sorted(range(len(names)), key=lambda place: wish[place] is None):  # one-coloured names take first
        taken = []
        for kana in spelling(t, names[place]):
            wished = [card_of(kana, c) for c in range(t.colours) if wish[place] in (None, c)]
            card = next((card for card in wished if left[card] > 0), None)
            if card is None:
                return None
            left[card] -= 1
            taken.append(card)
        colour = {colour_of(card) for card in taken}
        laid[place] = LaidName(names[place], taken, colour.pop() if len(colour) == 1 else None)
    return [laid[place] for place in range(len(names))]
