"""KOTODAMA KOGEN: what each seat sees of the table, and what its choices are called.

Public are field, discards, the cards of a hand that were shown, and how many cards there are of everything; a seat
also sees its hand, its deck list, and the cards on top of its deck that it has looked at.  No seat sees a score card.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tefuda.engine.cards import Cards, Entry
from tefuda.engine.events import GameEvent
from tefuda.engine.localization import localizer
from tefuda.engine.view import Button, Card, CardText, Choice, Counter, Observation, Status, Text, View, Words, Zone
from tefuda.games.kotodama.actions import Action, action_name, effect_to_use, why_not_place
from tefuda.games.kotodama.bags import cards_in, copies, size
from tefuda.games.kotodama.cards import Pool
from tefuda.games.kotodama.counters import cards_left, deck_left, turn_number, words_left
from tefuda.games.kotodama.effect_actions import stacking_is_free, verb_of
from tefuda.games.kotodama.field import bottom_of, groups_of, top_of
from tefuda.games.kotodama.observations import observation, sees_list
from tefuda.games.kotodama.rules import put_down
from tefuda.games.kotodama.state import Mark, Phase, State, Tables, Verb
from tefuda.games.kotodama.text import (
    Args,
    actions_text,
    called,
    card_name,
    card_text,
    effect_text,
    form_words,
    group_note,
    joined,
    prompt,
)

BUTTONS = (Button("end", Words("action-end")),)
FREE_STACKING = (Status(Words("show-free-stacking"), help=True),)

# -------------------------------------------------------------------- views


def view(s: State, t: Tables, seat: int) -> View:
    """Return the table as a seat (-1: a spectator) sees it."""
    zones: list[Zone] = []
    counters = [turn_number(s)]
    for p in range(2):
        zones += zones_of(s, t, p, seat)
        counters += cards_left(s, p)
    roles, free = {}, False
    playing = s.phase not in (Phase.DECKS, Phase.OVER)
    if playing:
        roles["turn"], free = s.turn, stacking_is_free(s, t)
        counters += [words_left(s), Counter("free-stacking", int(free), s.turn, help=True, show="none")]
    return View(
        game="kotodama",
        seat=seat,
        players=2,
        to_act=s.to_act,
        zones=tuple(zones),
        counters=tuple(counters),
        roles=roles,
        prompt=prompt(s, t, seat),
        buttons=BUTTONS if playing and seat >= 0 else (),
        status=FREE_STACKING if free else (),
        page=s.phase == Phase.DECKS and seat == s.to_act,
    )


def zones_of(s: State, t: Tables, p: int, seat: int) -> Iterator[Zone]:
    """Yield all zones of seat p."""
    own = seat == p
    yield Zone(f"hand-{p}", "fan", *hand(s, p, seat), owner=p)
    yield Zone(f"play-{p}", "row", *listed([Card(str(s.using))] if s.using and s.turn == p else []), owner=p)
    for place, group in groups_of(s, p).items():
        note = group_note(s, t, p, group)
        yield Zone(f"group{place + 1}-{p}", "stack", *listed(group_cards(s, p, group)), owner=p, note=note)
    yield Zone(f"score-{p}", "row", *listed([Card(pose="down")] * s.score[p]), owner=p)
    yield Zone(f"deck-{p}", "pile", deck_left(s, p) - s.tops[p], owner=p)
    tops = tuple(Card(str(s.top[p, i])) for i in range(s.tops[p])) if own else ()
    yield Zone(f"top-{p}", "row", s.tops[p], tops, p)
    yield Zone(f"gone-{p}", "stack", *listed([Card(str(card)) for card in cards_in(s.gone[p])]), owner=p)
    if sees_list(s, p, seat):
        yield Zone(f"list-{p}", "row", *listed([Card(str(card)) for card in cards_in(s.deck[p])]), owner=p)


def hand(s: State, p: int, seat: int) -> tuple[int, tuple[Card, ...]]:
    """Return a hand: its owner sees all cards and which of them are known to all; others see those shown, and backs."""
    count = size(s.hand[p])
    cards = []
    known = {card: copies(s.shown[p], card) for card in cards_in(s.shown[p])}
    if seat != p:
        cards = [Card(str(card)) for card in cards_in(s.shown[p])]
        return count, tuple(cards + [Card()] * (count - len(cards)))
    for card in cards_in(s.hand[p]):
        cards.append(Card(str(card), marks=("known",) if known.get(card, 0) else ()))
        known[card] = known.get(card, 0) - bool(known.get(card, 0))
    return count, tuple(cards)


def listed(cards: list[Card]) -> tuple[int, tuple[Card, ...]]:
    """Return count and cards of a zone whose cards are all distinguishable."""
    return len(cards), tuple(cards)


def group_cards(s: State, p: int, group: range) -> list[Card]:
    """Return the cards of a group from its top to its bottom."""
    return [Card(str(s.card[p, i]), marks=tuple(marks(s, p, i))) for i in group]


def marks(s: State, p: int, i: int) -> Iterator[str]:
    """Yield the marks of the card at index i."""
    if s.form[p, i]:
        yield f"form-{s.form[p, i]}"
    if s.marks[p, i] & Mark.MODIFIES:
        yield "modifies"
    if s.marks[p, i] & Mark.USED:
        yield "used"


def scores(s: State, t: Tables) -> list[int]:
    """Return the score cards each seat has left."""
    return [s.score[0], s.score[1]]


def score_message(s: State) -> str:
    """Return the message for a number of score cards."""
    return "score-left"


def catalogue(cards: Cards) -> dict[str, CardText]:
    """Return name and text of every card of the pool, the text as its declaration makes it."""
    pool = cards.tables
    assert isinstance(pool, Pool)
    ja, en = (localizer(language, Path(__file__).parent) for language in ("ja", "en"))
    texts = {card: card_text(pool, card) for card in pool.cards}
    return {
        str(card): CardText(card_name(pool, card), Text(ja.say(text), en.say(text))) for card, text in texts.items()
    }


def entry_name(cards: Cards, entry: Entry) -> Text:
    """Return the name of a card or a ready-made deck."""
    pool = cards.tables
    assert isinstance(pool, Pool)
    if entry.table == "deck":
        return Text(str(entry.values["name_ja"]), str(entry.values["name_en"]))
    return next(card_name(pool, number) for number, card in pool.cards.items() if card.entry == entry)


def openings(cards: Cards) -> dict[str, Words | Text]:
    """W2.2: return the names of the ready-made decks, by the action that chooses each."""
    pool = cards.tables
    assert isinstance(pool, Pool)
    return {action_name(Action.DECK + k): Text(deck.name_ja, deck.name_en) for k, deck in enumerate(pool.decklists)}


# ------------------------------------------------------------------ choices


def choice(s: State, t: Tables, action: int) -> Choice:
    """Return a legal action of the seat to act with its label, which says what it would do."""
    name, p = action_name(action), s.to_act
    if action < Action.GROUP:
        return early_choice(s, t, action, name)
    if action < Action.SCORE:
        place = action - Action.GROUP
        i = bottom_of(s, p, place) if verb_of(s, t) == Verb.ERASE else top_of(s, p, place)
        words = Words("action-group", {"card": called(t, s.card[p, i])})
        return Choice(name, words, f"group{place + 1}-{p}", i - top_of(s, p, place))
    if action < Action.USE:
        return Choice(
            name, Words("action-score", {"n": action - Action.SCORE + 1}), f"score-{p}", action - Action.SCORE
        )
    if action <= Action.PLAY:
        i = action - Action.USE
        e = effect_to_use(s, t, i)
        words = Words("action-use", {"card": called(t, s.card[p, i]), "text": effect_text(t, e, used=True)})
        return Choice(name, words, f"group{s.place[p, i] + 1}-{p}", i - top_of(s, p, s.place[p, i]))
    if action <= Action.PICK:
        card = action - Action.PLAY
        return Choice(name, play_label(s, t, card), f"hand-{p}", cards_in(s.hand[p]).index(card))
    if action <= Action.ADD:
        card = action - Action.PICK
        fetched = verb_of(s, t) == Verb.SALVAGE
        words = Words("action-fetch" if fetched else "action-discard", {"card": called(t, card)})
        bag, zone = (s.gone[p], f"gone-{p}") if fetched else (s.hand[p], f"hand-{p}")
        return Choice(name, words, zone, cards_in(bag).index(card))
    return Choice(name, Words("action-add", {"card": called(t, action - Action.ADD)}), mode="page")


def early_choice(s: State, t: Tables, action: int, name: str) -> Choice:
    """Return a choice of an answer, a deck or a place."""
    p = s.to_act
    if action == Action.END:
        return Choice(name, Words("action-end"))
    if action == Action.YES:
        return Choice(name, Words("action-yes"))
    if action == Action.NO:
        return Choice(name, Words("action-no"))
    if action == Action.READY:
        return Choice(name, Words("action-ready", {"n": size(s.deck[p])}))
    if action < Action.NEW:
        if not isinstance(t, Pool):
            return Choice(name, Words("action-deck", {"deck": action - Action.DECK + 1}))
        deck = t.decklists[action - Action.DECK]
        return Choice(name, Words("action-deck", {"deck": Text(deck.name_ja, deck.name_en)}))
    words = place_label(s, t, s.using, action)
    if action == Action.NEW:
        return Choice(name, words)
    place = action - (Action.UNDER if action < Action.ON else Action.ON)
    last = bottom_of(s, p, place) - top_of(s, p, place)
    return Choice(name, words, f"group{place + 1}-{p}", last if action < Action.ON else 0)


def play_label(s: State, t: Tables, card: int) -> Words:
    """Return what playing a card does: the text of an item, or where a card may go and what happens there."""
    name = called(t, card)
    if t.is_item[card] and not t.alone[card]:
        happening = [actions_text(t, e) for e in range(t.first[card], t.first[card + 1])]
        return (
            Words("action-item", {"card": name, "text": joined(happening)})
            if happening
            else Words("action-play", {"card": name})
        )
    places = [action for action in range(Action.NEW, Action.GROUP) if why_not_place(s, t, card, action) == 0]
    if len(places) == 1:
        return place_label(s, t, card, places[0])
    said = [place_label(s, t, card, action, named=True) for action in places]
    return Words("action-play-somewhere", {"card": name, "places": joined(said, "action-places")})


def place_label(s: State, t: Tables, card: int, action: int, named: bool = False) -> Words:
    """Return where a card goes, and what happens then; without its name if `named` before."""
    kind, p = "place" if named else "action", s.turn
    args: Args = {} if named else {"card": called(t, card)}
    if action == Action.NEW:
        where = Words(f"{kind}-new", args)
    elif action < Action.ON:
        args["target"] = called(t, s.card[p, bottom_of(s, p, action - Action.UNDER)])
        form = t.under_form[card]
        where = (
            Words(f"{kind}-under-form", {**args, "form": form_words(form)}) if form else Words(f"{kind}-under", args)
        )
    else:
        args["target"] = called(t, s.card[p, top_of(s, p, action - Action.ON)])
        where = Words(f"{kind}-on", args)
    happening = [
        Words("action-effect", {"card": called(t, t.owner[e]), "text": actions_text(t, e)})
        for e in expected(s, t, card, action)
    ]
    return Words("action-then", {"where": where, "text": joined(happening, "text-both")}) if happening else where


def expected(s: State, t: Tables, card: int, action: int) -> list[int]:
    """Return the effects that happen when a card is put somewhere, found on a copy, before any is carried out."""
    tried = s.copy()
    tried.using = card
    put_down(tried, t, action)
    return [tried.queue[i] - 1 for i in range(s.waiting, tried.waiting)]


# ------------------------------------------------------------- observations


def observe(event: GameEvent, t: Tables, seat: int) -> Observation | None:
    """Return what a seat observes of an event."""
    return observation(event, t, seat)
