"""KOTODAMA KOGEN: what each seat sees of the table, and what its choices are called.

Public are field, discards, the cards of a hand that were shown, and how many cards there are of everything; a seat
also sees its hand, its deck list, and the cards on top of its deck that it has looked at.  No seat sees a score card.
"""

from __future__ import annotations

from collections import Counter as Multiset
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Literal, NamedTuple

from tefuda.engine.cards import Cards, Entry
from tefuda.engine.localization import localizer
from tefuda.engine.record import Identity
from tefuda.engine.view import (
    SPECTATOR,
    Args,
    Button,
    Card,
    CardText,
    Choice,
    Counter,
    GameView,
    Opening,
    Status,
    Text,
    Words,
    Zone,
)
from tefuda.games.kotodama.actions import Action, action_name, effect_to_use, why_not_place
from tefuda.games.kotodama.bags import cards_in, size
from tefuda.games.kotodama.card_file import Pool
from tefuda.games.kotodama.counters import cards_left, deck_left, turn_number, words_left
from tefuda.games.kotodama.deck_links import read_deck
from tefuda.games.kotodama.effect_actions import stacking_is_free, verb_of
from tefuda.games.kotodama.field import bottom_of, fits, groups_of, top_of
from tefuda.games.kotodama.observations import (
    OBSERVED_APART,  # noqa: F401 (the engine looks for both here)
    observe,  # noqa: F401
    sees_list,
)
from tefuda.games.kotodama.rules import lay_down
from tefuda.games.kotodama.state import MAX_CARDS, Mark, Phase, State, Tables, Trigger, Verb
from tefuda.games.kotodama.text import (
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


def views(s: State, t: Tables, seats: Sequence[int]) -> list[GameView]:
    """Return the views of several seats, which differ in hands, cards on top of decks, deck lists and prompts."""
    public = [PublicZones.of(s, t, p) for p in range(2)]
    seen = [tuple(zones_of(s, p, public[p], own=False)) for p in range(2)]
    owned = {p: tuple(zones_of(s, p, public[p], own=True)) for p in range(2) if p in seats}
    counters = [turn_number(s), *cards_left(s, 0), *cards_left(s, 1)]
    roles, free = {}, False
    playing = s.phase not in (Phase.DECKS, Phase.OVER)
    if playing:
        roles["turn"], free = s.turn, stacking_is_free(s, t)
        counters += [words_left(s), Counter("free-stacking", int(free), s.turn, help=True, show="none")]
    return [
        GameView(
            zones=sum((owned[p] if p == seat else seen[p] for p in range(2)), ()),
            counters=tuple(counters),
            roles=roles,
            prompt=prompt(s, t, seat),
            buttons=BUTTONS if playing and seat >= 0 else (),
            status=FREE_STACKING if free else (),
            page=s.phase == Phase.DECKS and seat == s.to_act,
        )
        for seat in seats
    ]


class PublicZones(NamedTuple):
    """The zones of a seat that all see alike."""

    field: tuple[Zone, ...]  # from the card being played to the deck
    gone: Zone

    @classmethod
    def of(cls, s: State, t: Tables, p: int) -> PublicZones:
        """Return these zones of seat p."""
        field = (
            row("play", p, (s.using,) if s.using and s.turn == p else ()),
            *group_zones(s, t, p),
            scores_left(p, s.score[p]),
            Zone(f"deck-{p}", "pile", deck_left(s, p) - s.tops[p], owner=p),
        )
        return cls(field, row("gone", p, tuple(cards_in(s.gone[p])), "stack"))


def zones_of(s: State, p: int, public: PublicZones, *, own: bool) -> Iterator[Zone]:
    """Yield all zones of seat p, for itself or for all others."""
    hand, shown = tuple(cards_in(s.hand[p])), tuple(cards_in(s.shown[p]))
    yield own_hand(p, hand, shown) if own else other_hand(p, len(hand), shown)
    yield from public.field
    tops = tuple(s.top[p].values()[: s.tops[p]])
    yield row("top", p, tops) if own else Zone(f"top-{p}", "row", len(tops), owner=p)
    yield public.gone
    if own or sees_list(s, p, SPECTATOR):
        yield row("list", p, tuple(cards_in(s.deck[p])) if s.size[p] else ())  # none while it is put together


# Zones are cached by all that they show, so that one that has not changed is the same object: it is not built again,
# and known to be equal at once.


@lru_cache(4096)
def row(name: str, p: int, cards: tuple[int, ...], kind: Literal["row", "stack"] = "row") -> Zone:
    """Return a zone of seat p whose cards are all visible."""
    return Zone(f"{name}-{p}", kind, len(cards), tuple(Card(str(card)) for card in cards), p)


@lru_cache
def scores_left(p: int, count: int) -> Zone:
    """Return the score cards of a seat, which nobody sees but can point at."""
    return Zone(f"score-{p}", "row", count, (Card(pose="down"),) * count, p)


@lru_cache(4096)
def own_hand(p: int, hand: tuple[int, ...], shown: tuple[int, ...]) -> Zone:
    """Return a hand as its owner sees it: all cards, and which of them are known to all."""
    cards, known = [], Multiset(shown)
    for card in hand:
        cards.append(Card(str(card), marks=("known",) if known[card] > 0 else ()))
        known[card] -= 1
    return Zone(f"hand-{p}", "fan", len(cards), tuple(cards), p)


@lru_cache(4096)
def other_hand(p: int, count: int, shown: tuple[int, ...]) -> Zone:
    """Return a hand as others see it: the cards that were shown, and backs."""
    cards = tuple(Card(str(card)) for card in shown)
    return Zone(f"hand-{p}", "fan", count, cards + (Card(),) * (count - len(cards)), p)


def group_zones(s: State, t: Tables, p: int) -> tuple[Zone, ...]:
    """Return the groups of seat p, each from its top to its bottom."""
    lying = slice(s.lying[p])
    cards, places, forms, marks = (tuple(cells[p].values()[lying]) for cells in (s.card, s.place, s.form, s.marks))
    return stacks(p, cards, places, forms, marks, Identity(t))


@lru_cache(4096)
def stacks(
    p: int,
    cards: tuple[int, ...],
    places: tuple[int, ...],
    forms: tuple[int, ...],
    marks: tuple[int, ...],
    key: Identity[Tables],
) -> tuple[Zone, ...]:
    """Return the groups of a field, given as its cards with their places, forms and marks."""
    found = []
    for place in dict.fromkeys(places):
        part = slice(places.index(place), places.index(place) + places.count(place))
        note = group_note(key.record, cards[part], forms[part])
        found.append(stack(f"group{place + 1}-{p}", p, cards[part], forms[part], marks[part], note))
    return tuple(found)


@lru_cache(4096)
def stack(
    id: str, p: int, cards: tuple[int, ...], forms: tuple[int, ...], marks: tuple[int, ...], note: Text | None
) -> Zone:
    """Return a group with its cards, their forms and marks, and the phrase it has become."""
    shown = tuple(Card(str(card), marks=marks_of(*of)) for card, *of in zip(cards, forms, marks, strict=True))
    return Zone(id, "stack", len(shown), shown, p, note)


def marks_of(form: int, marks: int) -> tuple[str, ...]:
    """Return the marks of a card on the field."""
    found = [f"form-{form}"] if form else []
    found += ["modifies"] if marks & Mark.MODIFIES else []
    return (*found, "used") if marks & Mark.USED else tuple(found)


def start_player(s: State) -> int:
    """Return the seat whose turn it is, at the beginning the one that goes first (W2.5); -1 before it is drawn."""
    return s.turn if s.phase != Phase.DECKS else -1


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
    """Return the name of a card or a starter deck."""
    pool = cards.tables
    assert isinstance(pool, Pool)
    if entry.table == "deck":
        return Text(str(entry.values["name_ja"]), str(entry.values["name_en"]))
    return next(card_name(pool, number) for number, card in pool.cards.items() if card.entry == entry)


def openings(cards: Cards) -> dict[str, Opening]:
    """W2.2: return the starter decks, by the action that chooses each."""
    pool = cards.tables
    assert isinstance(pool, Pool)
    return {
        action_name(Action.DECK + k): Opening(name, tuple(str(card) for card in cards_in(pool.ready_made[k])))
        for k, name in pool.deck_names.items()
    }


def read_opening(cards: Cards, text: str) -> str:
    """W2.2: return the command that chooses the deck of a link or a text; raises BadOpening."""
    pool = cards.tables
    assert isinstance(pool, Pool)
    return read_deck(pool, text)


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
        return Choice(name, Words("action-deck", {"deck": t.deck_names[action - Action.DECK]}))
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
    places = places_for(s, t, card)
    if len(places) == 1:
        return place_label(s, t, card, places[0])
    said = [place_label(s, t, card, action, named=True) for action in places]
    return Words("action-play-somewhere", {"card": name, "places": joined(said, "action-places")})


def places_for(s: State, t: Tables, card: int) -> list[int]:
    """Return where a card may go, as actions; only where its text allows is asked at each group."""
    p, under, over = s.turn, t.under[card], t.over[card]
    places = [int(Action.NEW)] if why_not_place(s, t, card, Action.NEW) == 0 else []
    if under or over:
        groups, cards = groups_of(s, p), s.card[p].values()
        if under:
            places += [Action.UNDER + k for k, group in groups.items() if fits(s, t, p, under, cards[group[-1]])]
        if over:
            places += [Action.ON + k for k, group in groups.items() if fits(s, t, p, over, cards[group[0]])]
    return places


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
    if not may_trigger(s, t, card, action):
        return []
    tried = s.copy()
    lay_down(tried, t, card, action)
    return [tried.queue[i] - 1 for i in range(s.waiting, tried.waiting)]


def may_trigger(s: State, t: Tables, card: int, action: int) -> bool:
    """Return whether a card that is put somewhere has effects, or meets some, that this can trigger (W6.2, W6.4)."""
    p, triggers = s.turn, triggers_of(Identity(t))
    if not triggers[card].isdisjoint((Trigger.ON_PLAY, Trigger.ALL_PRESENT)):
        return True
    if any(Trigger.ALL_PRESENT in triggers[other] for other in s.card[p].values()[: s.lying[p]]):
        return True
    if action == Action.NEW:
        return False
    if action < Action.ON:
        above = s.card[p, bottom_of(s, p, action - Action.UNDER)]
        return Trigger.CONJUGATES in triggers[card] or Trigger.CONJUGATED in triggers[above]
    return (
        Trigger.MODIFIES in triggers[card] or Trigger.MODIFIED in triggers[s.card[p, top_of(s, p, action - Action.ON)]]
    )


@lru_cache(maxsize=16)
def triggers_of(key: Identity[Tables]) -> list[frozenset[int]]:
    """Return what triggers the effects of each card, by its number."""
    t = key.record
    return [frozenset(t.trigger[e] for e in range(t.first[c], t.first[c + 1])) for c in range(MAX_CARDS + 1)]
