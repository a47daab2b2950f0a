"""KOTODAMA KOGEN: what each seat sees and hears, and the words for actions.

Public are field, discards, the cards of a hand that were shown, and how many cards there are of everything; a seat
also sees its hand, its deck list, and the cards on top of its deck that it has looked at.  Nobody sees a score card.
What is written on cards is made by `texts.py`, what a group of them says by `grammar.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tefuda.engine.cards import Cards, Entry
from tefuda.engine.events import GameEvent
from tefuda.engine.localization import localizer
from tefuda.engine.view import Card, CardText, Choice, Counter, Observation, Seat, Text, View, Words, Zone
from tefuda.games.kotodama import legality, observations, rules
from tefuda.games.kotodama import state as game_state
from tefuda.games.kotodama.bags import copies, size
from tefuda.games.kotodama.card_text import (
    action_text,
    actions_text,
    called,
    card_name,
    card_text,
    effect_text,
    form_words,
    joined,
)
from tefuda.games.kotodama.cards import Pool
from tefuda.games.kotodama.effects import deck_size, verb_of
from tefuda.games.kotodama.field import bottom_of, top_of
from tefuda.games.kotodama.field_queries import cards_in, places
from tefuda.games.kotodama.grammar import Phrase, phrase
from tefuda.games.kotodama.state import (
    ADD,
    CHOOSING,
    DECK,
    DECKS,
    END,
    GROUP,
    MAYBE,
    MODIFIES,
    NEW,
    NO,
    OVER_GROUP,
    PICK,
    PLACING,
    PLAY,
    READY,
    SCORE,
    UNDER,
    USE,
    USED,
    YES,
    State,
    Tables,
)
from tefuda.games.kotodama.validation import faults
from tefuda.games.kotodama.word import FORMS

__all__ = [
    "FIELD_FORMATS",
    "action_name",
    "catalogue",
    "choice",
    "entry_name",
    "faults",
    "observe",
    "openings",
    "scores",
    "view",
]

FIELD_FORMATS = dict.fromkeys(("deck", "hand", "shown", "gone", "unseen"), "bits")

SIMPLE = {END: "end", YES: "yes", NO: "no", READY: "ready", NEW: "new"}
RANGES = (  # first code, notation, number of the first
    (ADD + 1, "add", 1),
    (PICK + 1, "pick", 1),
    (PLAY + 1, "play", 1),
    (USE, "use", 1),
    (SCORE, "score", 1),
    (GROUP, "group", 1),
    (OVER_GROUP, "on", 1),
    (UNDER, "under", 1),
    (DECK, "deck", 1),
)


def action_name(action: int) -> str:
    """The notation of an action: `play-24` names card 24, `under-3` the third place, `use-5` the fifth card."""
    if action in SIMPLE:
        return SIMPLE[action]
    for first, name, number in RANGES:
        if action >= first:
            return f"{name}-{action - first + number}"
    raise ValueError(f"no action {action}")


# ------------------------------------------------------------------- seeing


def view(s: State, t: Tables, seat: int) -> View:
    """The table as a seat (-1: a spectator) sees it."""
    zones: list[Zone] = []
    counters = [Counter("turn-number", s.turns)]
    for p in range(2):
        zones += zones_of(s, t, p, seat)
        counters.append(Counter("score-left", s.score[p], p))
        counters.append(Counter("deck-left", deck_left(s, p), p))
    roles = {}
    if s.phase not in (DECKS, game_state.OVER):
        roles["turn"] = s.turn
        counters.append(Counter("words-left", s.words, s.turn))
        counters.append(Counter("free-stacking", int(legality.stacks_for_nothing(s, t)), s.turn, help=True))
    return View("kotodama", seat, 2, s.to_act, tuple(zones), tuple(counters), roles, prompt(s, t, seat))


def zones_of(s: State, t: Tables, p: int, seat: int) -> Iterator[Zone]:
    """All places before seat p."""
    own = seat == p
    yield Zone(f"hand-{p}", "fan", *hand(s, p, seat), owner=p)
    yield Zone(f"play-{p}", "row", *listed([Card(str(s.using))] if s.using and s.turn == p else []), owner=p)
    for place, lying in places(s, p).items():
        yield Zone(f"group{place + 1}-{p}", "stack", *listed(group(s, p, lying)), owner=p, note=note(s, t, p, lying))
    yield Zone(f"score-{p}", "row", *listed([Card(pose="down")] * s.score[p]), owner=p)
    yield Zone(f"deck-{p}", "pile", deck_left(s, p) - s.tops[p], owner=p)
    tops = tuple(Card(str(s.top[p, i])) for i in range(s.tops[p])) if own else ()
    yield Zone(f"top-{p}", "row", s.tops[p], tops, p)
    yield Zone(f"gone-{p}", "stack", *listed([Card(str(card)) for card in cards_in(s.gone[p])]), owner=p)
    if sees_list(s, p, seat):
        yield Zone(f"list-{p}", "row", *listed([Card(str(card)) for card in cards_in(s.deck[p])]), owner=p)


def sees_list(s: State, p: int, seat: int) -> bool:
    """W9.1, W9.4: who sees the list of a deck."""
    return seat == p or (s.open_lists == 1 and s.phase != DECKS)


def deck_left(s: State, p: int) -> int:
    """How many cards a deck has; none before it is complete."""
    return deck_size(s, p) if s.size[p] else 0


def hand(s: State, p: int, seat: int) -> tuple[int, tuple[Card, ...]]:
    """A hand: its owner sees all of it, and which of it everybody knows; others see what was shown, and backs."""
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
    """The count and cards of a zone whose every card can be told apart."""
    return len(cards), tuple(cards)


def group(s: State, p: int, lying: range) -> list[Card]:
    """A group from its top to its bottom."""
    return [Card(str(s.card[p, i]), marks=tuple(marks(s, p, i))) for i in lying]


def marks(s: State, p: int, i: int) -> Iterator[str]:
    if s.form[p, i]:
        yield f"form-{s.form[p, i]}"
    if s.marks[p, i] & MODIFIES:
        yield "modifies"
    if s.marks[p, i] & USED:
        yield "used"


def group_phrase(s: State, t: Tables, p: int, lying: range) -> Phrase | None:
    """W5.6: the phrase that a group has become; None where an item lies there, or cards that have no names."""
    if not isinstance(t, Pool):
        return None
    cards = tuple(s.card[p, i] for i in lying)
    forms = tuple(s.form[p, i] for i in lying)
    if (cards, forms) not in t.phrases:
        entries = [t.cards[card] for card in cards]
        words = [entry.word for entry in entries]
        named = [FORMS[form - 1] if form else "" for form in forms]
        t.phrases[cards, forms] = None if any(entry.is_item for entry in entries) else phrase(words, named)
    return t.phrases[cards, forms]


def note(s: State, t: Tables, p: int, lying: range) -> Text | None:
    """A group spelled out, with its reading, and in English what it means."""
    said = group_phrase(s, t, p, lying)
    if said is None:
        return None
    ja = f"{said.parted}（{said.reading}）" if said.reading != said.text else said.parted
    return Text(ja, f"{said.parted}: {said.gloss}" if said.gloss else said.parted)


def scores(s: State, t: Tables) -> list[int]:
    """The score cards each seat has left."""
    return [s.score[0], s.score[1]]


def score_message(s: State) -> str:
    """So many score cards left."""
    return "score-left"


def catalogue(cards: Cards) -> dict[str, CardText]:
    """Name and text of every card of the pool, the text as its declaration makes it."""
    pool = cards.tables
    assert isinstance(pool, Pool)
    ja, en = (localizer(language, Path(__file__).parent) for language in ("ja", "en"))
    texts = {card: card_text(pool, card) for card in pool.cards}
    return {
        str(card): CardText(card_name(pool, card), Text(ja.say(text), en.say(text))) for card, text in texts.items()
    }


def entry_name(cards: Cards, entry: Entry) -> Text:
    """A card or a ready-made deck by its name."""
    pool = cards.tables
    assert isinstance(pool, Pool)
    if entry.table == "deck":
        return Text(str(entry.values["name_ja"]), str(entry.values["name_en"]))
    return next(card_name(pool, number) for number, card in pool.cards.items() if card.entry == entry)


def openings(cards: Cards) -> dict[str, Words | Text]:
    """W2.2: the ready-made decks, by the action that chooses each."""
    pool = cards.tables
    assert isinstance(pool, Pool)
    return {action_name(DECK + k): Text(deck.name_ja, deck.name_en) for k, deck in enumerate(pool.decklists)}


# ------------------------------------------------------------------- asking


def prompt(s: State, t: Tables, seat: int) -> Words:
    """What the table asks for, and whom, and by which card."""
    if s.to_act < 0:
        return Words("prompt-over")
    if seat != s.to_act:
        return Words("prompt-waiting", {"who": Seat(s.to_act)})
    if s.phase == DECKS:
        if s.pending:
            return Words("prompt-build", {"n": size(s.deck[seat])})
        return Words("prompt-deck")
    if s.phase == PLACING:
        return Words("prompt-place", {"card": called(t, s.using)})
    if s.phase == MAYBE:
        return Words("prompt-maybe", {"card": cause(s, t), "text": action_text(t, s.effect - 1, s.step)})
    if s.phase == CHOOSING:
        return Words(PROMPTS[verb_of(s, t)], {"card": cause(s, t), "n": s.left})
    return Words("prompt-turn" if s.words else "prompt-turn-no-word", {"n": s.words})


PROMPTS = {
    game_state.OPP_SCORE: "prompt-score",
    game_state.OWN_SCORE: "prompt-score",
    game_state.BOTH_SCORE: "prompt-score",
    game_state.DISCARD: "prompt-discard",
    game_state.OPP_DISCARD: "prompt-discard",
    game_state.SALVAGE: "prompt-salvage",
    game_state.BOUNCE: "prompt-bounce",
    game_state.ERASE: "prompt-erase",
    game_state.SCRAP: "prompt-scrap",
}


def cause(s: State, t: Tables) -> Text:
    """The card whose effect is at work."""
    return called(t, t.owner[s.effect - 1])


def choice(s: State, t: Tables, action: int) -> Choice:
    """A legal action of the seat to act: what it does, said before it is done."""
    name, p = action_name(action), s.to_act
    if action < GROUP:
        return early_choice(s, t, action, name)
    if action < SCORE:
        place = action - GROUP
        i = bottom_of(s, p, place) if verb_of(s, t) == game_state.ERASE else top_of(s, p, place)
        words = Words("action-group", {"card": called(t, s.card[p, i])})
        return Choice(name, words, f"group{place + 1}-{p}", i - top_of(s, p, place))
    if action < USE:
        return Choice(name, Words("action-score", {"n": action - SCORE + 1}), f"score-{p}", action - SCORE)
    if action <= PLAY:
        i = action - USE
        e = legality.effect_to_use(s, t, i)
        words = Words("action-use", {"card": called(t, s.card[p, i]), "text": effect_text(t, e, used=True)})
        return Choice(name, words, f"group{s.place[p, i] + 1}-{p}", i - top_of(s, p, s.place[p, i]))
    if action <= PICK:
        card = action - PLAY
        return Choice(name, play_label(s, t, card), f"hand-{p}", cards_in(s.hand[p]).index(card))
    if action <= ADD:
        card = action - PICK
        fetched = verb_of(s, t) == game_state.SALVAGE
        words = Words("action-fetch" if fetched else "action-discard", {"card": called(t, card)})
        bag, zone = (s.gone[p], f"gone-{p}") if fetched else (s.hand[p], f"hand-{p}")
        return Choice(name, words, zone, cards_in(bag).index(card))
    return Choice(name, Words("action-add", {"card": called(t, action - ADD)}))


def early_choice(s: State, t: Tables, action: int, name: str) -> Choice:
    """Answers, decks and places."""
    p = s.to_act
    if action == END:
        return Choice(name, Words("action-end"))
    if action == YES:
        return Choice(name, Words("action-yes"))
    if action == NO:
        return Choice(name, Words("action-no"))
    if action == READY:
        return Choice(name, Words("action-ready", {"n": size(s.deck[p])}))
    if action < NEW:
        if not isinstance(t, Pool):
            return Choice(name, Words("action-deck", {"deck": action - DECK + 1}))
        deck = t.decklists[action - DECK]
        return Choice(name, Words("action-deck", {"deck": Text(deck.name_ja, deck.name_en)}))
    words = place_label(s, t, s.using, action)
    if action == NEW:
        return Choice(name, words)
    place = action - (UNDER if action < OVER_GROUP else OVER_GROUP)
    last = bottom_of(s, p, place) - top_of(s, p, place)
    return Choice(name, words, f"group{place + 1}-{p}", last if action < OVER_GROUP else 0)


def play_label(s: State, t: Tables, card: int) -> Words:
    """What playing a card does: what an item says, or where a card may go and what happens there."""
    name = called(t, card)
    if t.is_item[card] and not t.alone[card]:
        happening = [actions_text(t, e) for e in range(t.first[card], t.first[card + 1])]
        return (
            Words("action-item", {"card": name, "text": joined(happening)})
            if happening
            else Words("action-play", {"card": name})
        )
    places = [action for action in range(NEW, GROUP) if legality.why_not_place(s, t, card, action) == 0]
    if len(places) == 1:
        return place_label(s, t, card, places[0])
    said = [place_label(s, t, card, action, named=True) for action in places]
    return Words("action-play-somewhere", {"card": name, "places": joined(said, "action-places")})


def place_label(s: State, t: Tables, card: int, action: int, named: bool = False) -> Words:
    """Where a card goes, and what happens then; without its name where that has been said."""
    kind, p = "place" if named else "action", s.turn
    args: dict[str, int | str | Seat | Text | Words] = {} if named else {"card": called(t, card)}
    if action == NEW:
        where = Words(f"{kind}-new", args)
    elif action < OVER_GROUP:
        args["target"] = called(t, s.card[p, bottom_of(s, p, action - UNDER)])
        form = t.under_form[card]
        where = (
            Words(f"{kind}-under-form", {**args, "form": form_words(form)}) if form else Words(f"{kind}-under", args)
        )
    else:
        args["target"] = called(t, s.card[p, top_of(s, p, action - OVER_GROUP)])
        where = Words(f"{kind}-on", args)
    happening = [
        Words("action-effect", {"card": called(t, t.owner[e]), "text": actions_text(t, e)})
        for e in expected(s, t, card, action)
    ]
    return Words("action-then", {"where": where, "text": joined(happening, "text-both")}) if happening else where


def expected(s: State, t: Tables, card: int, action: int) -> list[int]:
    """The effects that happen when a card is put somewhere, worked out on a copy without anything being drawn."""
    tried = s.copy()
    tried.using = card
    rules.put_down(tried, t, action)
    return [tried.queue[i] - 1 for i in range(s.waiting, tried.waiting)]


# ------------------------------------------------------------- observations


def observe(event: GameEvent, t: Tables, seat: int) -> Observation | None:
    """What a seat hears."""
    return observations.observe_all(event, t, seat, group_phrase, sees_list)
