"""ドウトツくじゃん: what each seat sees and hears, and the words for actions.

A card's face id is its kana and its colour (`ra-red`), a list entry's are its kana (`i+ru+ka`), so that whoever reads a
view can spell with it.  Of the discards only the top one is shown, unless a house rule opens them all; of other hands,
their backs.
"""

from __future__ import annotations

from collections import Counter as Multiset

from tefuda.engine.cards import Cards
from tefuda.engine.events import GameEvent
from tefuda.engine.view import Card, CardText, Choice, Counter, Move, Observation, Seat, View, Words, Zone
from tefuda.games.doutotsu import actions
from tefuda.games.doutotsu.actions import DRAW, FIRST_DISCARD, FIRST_LAY, FIRST_TAKE, OUT
from tefuda.games.doutotsu.bags import card_of
from tefuda.games.doutotsu.cards import COLOURS
from tefuda.games.doutotsu.hand_hints import help_words
from tefuda.games.doutotsu.kana import ROMAJI
from tefuda.games.doutotsu.rules import card_of_discard
from tefuda.games.doutotsu.spelling import next_letter, out_points, wait_points
from tefuda.games.doutotsu.state import CHOOSE, DISCARD, GLYPHS, GOAL, HAND, LAY, MAX_COLOURS, State, Tables
from tefuda.games.doutotsu.text import card_face, card_words, cards_of, kana_text, name_face, name_text, name_words
from tefuda.games.doutotsu.turns import highest_score
from tefuda.games.doutotsu.validation import faults
from tefuda.games.doutotsu.winning_layout import Laid, laid_out

__all__ = ["action_name", "catalogue", "choice", "faults", "observe", "scores", "view"]

MARKS = ("name-1", "name-2", "name-3")  # which of a scorer's three names a card belongs to
FIELD_FORMATS = dict.fromkeys(("pile", "buried", "held", "spare"), "counts")


def action_name(action: int) -> str:
    """The notation of an action: `draw`, `out`, `lay-red`, `take-3` (the third name of the list), `discard-ra-red`."""
    if action == DRAW:
        return "draw"
    if action == OUT:
        return "out"
    if action < FIRST_TAKE:
        return f"lay-{COLOURS[action - FIRST_LAY]}"
    if action < FIRST_DISCARD:
        return f"take-{action - FIRST_TAKE + 1}"
    glyph, colour = divmod(action - FIRST_DISCARD, MAX_COLOURS)
    return f"discard-{ROMAJI[glyph]}-{COLOURS[colour]}"


# ------------------------------------------------------------------- seeing


def view(s: State, t: Tables, seat: int) -> View:
    """The table as a seat sees it."""
    zones = [Zone("deck", "pile", s.left), discards(s, t), the_list(s, t)]
    counters = [Counter("game", s.game)]
    for p in range(s.players):
        zones += [hand(s, t, p, seat), before(s, t, p)]
        counters.append(Counter("points", s.scores[p], p))
        if s.name[p] > 0:
            counters.append(Counter("took", 1, p))
    return View(
        game="doutotsu",
        seat=seat,
        players=s.players,
        to_act=s.to_act,
        zones=tuple(zones),
        counters=tuple(counters),
        roles={"first": s.first},
        prompt=prompt(s, t, seat),
        helps=help_words(s, t, seat) if seat >= 0 and s.to_act >= 0 and s.shown == 0 else (),
    )


def discards(s: State, t: Tables) -> Zone:
    """D2.3: only the top discard can be seen; D2.4: or all of them, by a house rule."""
    visible = [card - 1 for card in (s.under, s.top) if card > 0]
    count = len(cards_of(s.buried, t)) + len(visible)
    if s.open_discards:
        return Zone("discard", "row", count, tuple(Card(card_face(t, c)) for c in [*cards_of(s.buried, t), *visible]))
    return Zone("discard", "stack", count, tuple(Card(card_face(t, card)) for card in visible[-1:]))


def the_list(s: State, t: Tables) -> Zone:
    """D1.2: the list card lies before everybody."""
    names = range(t.names[s.core])
    return Zone("list", "row", len(names), tuple(Card(name_face(t, n)) for n in names))


def hand(s: State, t: Tables, p: int, seat: int) -> Zone:
    """A hand: its cards for its owner, backs for everybody else."""
    cards = [] if s.shown == p + 1 else hand_cards(s, t, p)
    if p == seat:
        return Zone(f"hand-{p}", "fan", len(cards), tuple(Card(card_face(t, card)) for card in cards), p)
    return Zone(f"hand-{p}", "fan", len(cards), (Card(),) * len(cards), p)


def before(s: State, t: Tables, p: int) -> Zone:
    """What lies open before a seat: the name it has exposed; or, after it has scored, all its cards, name by name."""
    if s.shown == p + 1:
        laid = laid_out(s, t, p)
        cards = [Card(card_face(t, c), marks=(MARKS[i],)) for i, name in enumerate(laid) for c in name.cards]
    else:
        cards = [Card(card_face(t, card - 1)) for card in s.exposed[p] if card > 0]
    return Zone(f"exposed-{p}", "row", len(cards), tuple(cards), p)


def hand_cards(s: State, t: Tables, p: int) -> list[int]:
    """The cards in a hand, by kana and colour: those held less those exposed."""
    cards = cards_of(s.held[p], t)
    for card in s.exposed[p]:
        if card > 0:
            cards.remove(card - 1)
    return cards


def prompt(s: State, t: Tables, seat: int) -> Words | None:
    """What the table asks for, and whom."""
    if s.to_act < 0:
        return Words("prompt-over")
    if seat != s.to_act:
        return Words("prompt-waiting", {"who": Seat(s.to_act)})
    if s.phase == LAY:
        name = s.name[seat] - 1
        letter = t.letter[name, next_letter(s, t, seat)]
        return Words("prompt-lay", {"name": name_text(t, name), "kana": kana_text(t, letter)})
    if s.phase == CHOOSE:
        return Words("prompt-choose", {"card": card_words(t, s.top - 1)}) if s.top > 0 else None  # cards are dealt
    if s.phase == DISCARD and out_points(s, t, seat) > 0:
        return Words("prompt-out")
    return Words("prompt-discard")


def choice(s: State, t: Tables, action: int) -> Choice:
    """A legal action of the seat to act, with the thing on the table that it belongs to."""
    p, id = s.to_act, action_name(action)
    if action == DRAW:
        return Choice(id, Words("action-draw"), "deck")
    if action == OUT and s.phase == CHOOSE:
        points = wait_points(s, t, p, s.top - 1)
        return Choice(id, Words("action-out-taking", {"card": card_words(t, s.top - 1), "points": points}))
    if action == OUT:
        return Choice(id, Words("action-out", {"points": out_points(s, t, p)}))
    if FIRST_TAKE <= action < FIRST_DISCARD:
        name = action - FIRST_TAKE
        words = Words("action-take", {"card": card_words(t, s.top - 1), "name": name_text(t, name)})
        return Choice(id, words, "list", name)
    if action < FIRST_TAKE:
        card = card_of(t.letter[s.name[p] - 1, next_letter(s, t, p)], action - FIRST_LAY)
    else:
        card = card_of_discard(t, action)
    verb = "action-lay" if action < FIRST_TAKE else "action-discard"
    return Choice(id, Words(verb, {"card": card_words(t, card)}), f"hand-{p}", hand_cards(s, t, p).index(card))


def scores(s: State, t: Tables) -> list[int]:
    """The points of each seat."""
    return [s.scores[p] for p in range(s.players)]


def catalogue(cards: Cards) -> dict[str, CardText]:
    """What the kana cards and the entries of the list are called, with readings."""
    t = cards.tables
    assert isinstance(t, Tables)
    texts = {}
    for glyph in range(GLYPHS):
        if t.slot[glyph] > 0:
            for colour in range(t.colours):
                card = card_of(t.slot[glyph] - 1, colour)
                texts[card_face(t, card)] = CardText(card_words(t, card))
    for n, english in enumerate(cards.extra["english"]):
        about = {"number": n + 1, "letters": t.length[n], "animal": english}
        texts[name_face(t, n)] = CardText(name_text(t, n), Words("list-entry", about))
    return texts


# ------------------------------------------------------------- observations


def observe(event: GameEvent, t: Tables, seat: int) -> Observation | None:
    """What a seat hears: everything but which card another one draws."""
    a, b, after = event.a, event.b, event.after
    match event.code:
        case actions.GAME_BEGAN:
            words = Words("event-game-began", {"game": a, "who": Seat(b)})
            return Observation(words, swept(event.before, t, everything=True), "D6.1" if a > 1 else "D2.2")
        case actions.DEALT:
            return Observation(Words("event-dealt", {"count": a}), dealt(after, t, seat))
        case actions.DREW if a == seat:
            words = Words("event-drew-card", {"who": Seat(a), "card": card_words(t, b)})
            return Observation(words, (Move("deck", f"hand-{a}", card_face(t, b)),))
        case actions.DREW:
            return Observation(Words("event-drew", {"who": Seat(a)}), (Move("deck", f"hand-{a}"),))
        case actions.TOOK:
            words = Words("event-took", {"who": Seat(a), "card": card_words(t, b), "name": name_text(t, event.c)})
            return Observation(words, (Move("discard", f"exposed-{a}", card_face(t, b)),), "D3.4")
        case actions.LAID:
            words = Words("event-laid", {"who": Seat(a), "card": card_words(t, b)})
            return Observation(words, (Move(f"hand-{a}", f"exposed-{a}", card_face(t, b)),))
        case actions.DISCARDED:
            words = Words("event-discarded", {"who": Seat(a), "card": card_words(t, b)})
            return Observation(words, (Move(f"hand-{a}", "discard", card_face(t, b)),))
        case actions.WENT_OUT:
            names = laid_out(after, t, a)
            words = Words("event-went-out", {"who": Seat(a), "points": b, "names": three_names(t, names)})
            return Observation(words, shown(event.before, t, a, names, event.c), "D4.6")
        case actions.PILE_ENDED:
            return Observation(Words("event-pile-ended"), clause="D5.1")
        case actions.WAITED:
            words = Words("event-waited", {"who": Seat(a)})
            return Observation(words, shown(event.before, t, a, laid_out(after, t, a), 0), "D5.2")
        case actions.NOBODY_WAITED:
            return Observation(Words("event-nobody-waited"), clause="D5.2")
        case actions.GATHERED:
            return Observation(Words("event-gathered"), swept(event.before, t, everything=False))
        case _:
            return Observation(Words("event-ended"), clause="D6.2" if highest_score(after) >= GOAL else "D6.3")


def three_names(t: Tables, laid: list[Laid]) -> Words:
    """The names somebody goes out with, and their colours."""
    said = [name_words(t, one.name, one.colour) for one in laid]
    return Words("three-names", dict(zip(("one", "two", "three"), said, strict=True)))


def dealt(s: State, t: Tables, seat: int) -> tuple[Move, ...]:
    """The cards on their way to the hands."""
    moves: list[Move] = []
    for p in range(s.players):
        if p == seat:
            moves += [Move("deck", f"hand-{p}", card_face(t, card)) for card in hand_cards(s, t, p)]
        else:
            moves.append(Move("deck", f"hand-{p}", count=HAND))
    return tuple(moves)


def shown(s: State, t: Tables, p: int, laid: list[Laid], taken: int) -> tuple[Move, ...]:
    """A hand laid open beside what its owner had exposed: from the hand, and from the discards where one was taken."""
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
    """Cards that go back to the deck: all that lie about, or all but those on show."""
    found = []
    if s.players > 0:  # before the first deal there is no table
        places = [discards(s, t)]
        for p in range(s.players):
            if everything or s.shown != p + 1:
                places += [hand(s, t, p, -1), before(s, t, p)]
        found = [Move(zone.id, "deck", count=zone.count) for zone in places if zone.count > 0]
    return tuple(found)
