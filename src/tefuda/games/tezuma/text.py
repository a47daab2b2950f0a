"""てづま師: the messages that name cards, say what an ability changes, and ask for a decision."""

from __future__ import annotations

from tefuda.engine.view import Args, Text, Words
from tefuda.games.tezuma.actions import SUIT_LETTERS, ability_face
from tefuda.games.tezuma.card_sets import SUIT_WIDTH, TRUMP, in_suit
from tefuda.games.tezuma.cards import Abilities
from tefuda.games.tezuma.state import Announced, Phase, Power, State, Tables
from tefuda.games.tezuma.tricks import power


def card_words(card: int) -> Words:
    """Return the name of a playing card."""
    suit = suit_words(card // SUIT_WIDTH)
    if card % SUIT_WIDTH == TRUMP:
        return Words("card-trump", {"suit": suit})
    return Words("card-number", {"suit": suit, "number": card % SUIT_WIDTH + 1})


def suit_words(suit: int) -> Words:
    """Return the name of a suit."""
    return Words(f"suit-{SUIT_LETTERS[suit]}")


def ability_name(t: Tables, ability: int) -> Text:
    """Return the name of an ability; its face id where the tables have no names."""
    names = t.names if isinstance(t, Abilities) else {}
    return names.get(ability, Text(ability_face(ability), ability_face(ability)))


def ability_words(t: Tables, ability: int) -> Words:
    """Return in a few words what an ability changes."""
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


def ability_args(t: Tables, ability: int) -> Args:
    """Return the message arguments of an ability: its name, what it changes, and its cost."""
    return {"name": ability_name(t, ability), "kind": ability_words(t, ability), "cost": t.cost[ability]}


def effect_words(s: State, t: Tables, p: int, card: int, announced: int) -> Words:
    """Return what announcing the ability with a card changes in the trick as it lies."""
    a = s.ability[p] - 1
    plain, strength = power(s, t, p, card, Announced.NOTHING), power(s, t, p, card, announced)
    if t.free[a] == 1:
        return Words("does-free-trump" if strength == Power.VALID_TRUMP else "does-free")
    if strength == plain:
        return Words("does-aside" if t.aside[a] == 1 else "does-nothing")
    if strength == Power.VALID_TRUMP:
        return Words("does-trump")
    if strength < Power.NUMBER:
        return Words("does-no-trump")
    return Words("does-as-led" if plain == Power.NONE else "does-number", {"number": strength - Power.NUMBER})


def prompt(s: State, seat: int) -> Words | None:
    """Return what the table asks of the seat to act."""
    if seat != s.to_act or seat < 0:
        return None
    if s.phase == Phase.CHOOSING:
        return Words("prompt-choose", {"lap": s.step // s.players + 1})
    if s.phase == Phase.SETTING_ASIDE:
        return Words("prompt-set-aside")
    if s.led == 0:
        return Words("prompt-lead")
    held = in_suit(s.hand[seat], s.led - 1)
    return Words("prompt-follow" if held else "prompt-cannot-follow", {"suit": suit_words(s.led - 1)})
