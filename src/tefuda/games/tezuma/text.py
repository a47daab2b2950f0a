"""てづま師: the names of cards and actions, and in a few words what an ability changes.

Plain words for `face.py`; nothing here looks at what a seat may not see, as it is given single cards and the tables.
"""

from __future__ import annotations

from tefuda.engine.cards import Cards
from tefuda.engine.view import CardText, Seat, Text, Words
from tefuda.games.tezuma.cards import NamedTables
from tefuda.games.tezuma.state import (
    ABILITY,
    CARDS,
    FACES,
    MINUS,
    NO_CARD,
    NUMBER,
    POWERLESS,
    SET_ASIDE,
    SUIT_WIDTH,
    SUITS,
    TABLE,
    TAKE_ABILITY,
    TAKE_MINUS,
    TAKE_TABLE,
    TRUMP,
    VALID_TRUMP,
    State,
    Tables,
)
from tefuda.games.tezuma.tricks import power

Args = dict[str, int | str | Seat | Text | Words]  # of a message

SUIT_LETTERS = "burw"  # butterfly, umbrella, ring, water
SIDES = "ab"


def card_face(card: int) -> str:
    """The face id of a playing card: b7, wt."""
    rank = card % SUIT_WIDTH
    return SUIT_LETTERS[card // SUIT_WIDTH] + ("t" if rank == TRUMP else str(rank + 1))


def ability_face(ability: int) -> str:
    """The face id of an ability: ability-1a."""
    return f"ability-{ability // 2 + 1}{SIDES[ability % 2]}"


def chosen_face(kind: int, which: int) -> str:
    """The face id of a card that is chosen before play."""
    if kind == ABILITY:
        return ability_face(which)
    return f"minus-{SUIT_LETTERS[which]}" if kind == MINUS else f"table-{which + 1}"


def card_words(card: int) -> Words:
    """The name of a playing card."""
    suit = suit_words(card // SUIT_WIDTH)
    if card % SUIT_WIDTH == TRUMP:
        return Words("card-trump", {"suit": suit})
    return Words("card-number", {"suit": suit, "number": card % SUIT_WIDTH + 1})


def suit_words(suit: int) -> Words:
    """The name of a suit."""
    return Words(f"suit-{SUIT_LETTERS[suit]}")


def action_name(action: int) -> str:
    """The notation of an action."""
    if action >= TAKE_ABILITY:
        return ability_face(action - TAKE_ABILITY)
    if action >= TAKE_MINUS:
        return chosen_face(MINUS, action - TAKE_MINUS)
    if action >= TAKE_TABLE:
        return chosen_face(TABLE, action - TAKE_TABLE)
    if action >= SET_ASIDE:
        return f"aside-{action - SET_ASIDE}"
    if action == NO_CARD:
        return "nocard"
    announced, card = divmod(action, CARDS)
    return card_face(card) + ("", "!", "!-")[announced] if FACES >> card & 1 else ""


def catalogue(cards: Cards) -> dict[str, CardText]:
    """What every card is called, and what stands on score tables and abilities."""
    found = {card_face(card): CardText(card_words(card)) for card in range(CARDS) if FACES >> card & 1}
    for suit in range(SUITS):
        words: Args = {"suit": suit_words(suit)}
        found[chosen_face(MINUS, suit)] = CardText(Words("card-minus", words), Words("card-minus-text", words))
    costs: dict[str, int] = cards.extra["costs"]
    for id, (name_ja, name_en, text_ja, text_en) in cards.extra["faces"].items():
        text: Text | Words = Text(text_ja, text_en)
        if id in costs:  # T1.5: what an ability costs stands on its card
            text = Words("card-ability-text", {"text": text, "cost": costs[id]})
        found[id] = CardText(Text(name_ja, name_en), text)
    return found


def ability_name(t: Tables, ability: int) -> Text:
    """What an ability is called; its face id where bare tables tell no names."""
    names = t.names if isinstance(t, NamedTables) else {}
    return names.get(ability, Text(ability_face(ability), ability_face(ability)))


def ability_words(t: Tables, ability: int) -> Words:
    """In a few words what an ability changes, the strongest change first."""
    if t.wins[ability]:
        return Words("ability-wins")
    if t.trump[ability]:
        return Words("ability-trump" if t.trump[ability] > 0 else "ability-no-trump")
    if t.free[ability]:
        return Words("ability-free")
    if t.as_led[ability]:
        return Words("ability-as-led")
    if t.aside[ability]:
        return Words("ability-aside")
    if t.fixed[ability] >= 0:
        return Words("ability-number", {"number": t.fixed[ability]})
    return Words("ability-either" if t.either[ability] else "ability-plus", {"number": t.add[ability]})


def does(s: State, t: Tables, p: int, card: int, announced: int) -> Words:
    """What announcing the ability with a card changes in the trick as it lies."""
    a = s.ability[p] - 1
    plain, strength = power(s, t, p, card, 0), power(s, t, p, card, announced)
    if t.free[a] == 1:
        return Words("does-free-trump" if strength == VALID_TRUMP else "does-free")
    if strength == plain:
        return Words("does-aside" if t.aside[a] == 1 else "does-nothing")
    if strength == VALID_TRUMP:
        return Words("does-trump")
    if strength < NUMBER:
        return Words("does-no-trump")
    return Words("does-as-led" if plain == POWERLESS else "does-number", {"number": strength - NUMBER})


def places(bits: int) -> list[int]:
    """The places of the bits of a set, rising."""
    return [at for at in range(bits.bit_length()) if bits >> at & 1]


def cards_of(cards: int) -> list[int]:
    """The cards of a set by suit, numbers rising, each trump as often as it is there."""
    return [at - max(0, at % SUIT_WIDTH - TRUMP) for at in places(cards)]
