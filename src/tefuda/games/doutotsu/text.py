"""ドウトツくじゃん: the messages that name cards and names and ask for a decision, and the face ids of both.

Kana and readings come from the syllabary, so they fit any card file.
"""

from __future__ import annotations

from functools import cache, lru_cache

from tefuda.engine.record import Grid
from tefuda.engine.view import Text, Words
from tefuda.games.doutotsu.bags import card_of, colour_of, kana_of
from tefuda.games.doutotsu.cards import COLOURS
from tefuda.games.doutotsu.hands import next_letter, out_points
from tefuda.games.doutotsu.kana import KANA, ROMAJI, romaji
from tefuda.games.doutotsu.state import HALF, HALVES, Phase, State, Tables


def card_face(t: Tables, card: int) -> str:
    """Return the face id of a card: `ra-red`."""
    return face_of_glyph(t.glyph[kana_of(card)], colour_of(card))


@cache
def face_of_glyph(glyph: int, colour: int) -> str:
    """Return the face id of a kana's card, the kana given by its place in the syllabary."""
    return f"{ROMAJI[glyph]}-{COLOURS[colour]}"


def name_face(t: Tables, name: int) -> str:
    """Return the face id of an entry of the list: `i+ru+ka`."""
    return "+".join(sound(t, kana) for kana in spelling(t, name))


def sound(t: Tables, kana: int) -> str:
    """Return a kana as in face ids: `ka`, `xtsu`."""
    return ROMAJI[t.glyph[kana]]


def cards_of(bag: Grid) -> list[int]:
    """Return the cards in a bag, by kana and colour."""
    return list(cards_in_words(tuple(bag.values())))


@lru_cache(4096)
def cards_in_words(words: tuple[int, ...]) -> tuple[int, ...]:
    """Return the same from the words of a bag; cached, because views list the same bags after every action."""
    cards: list[int] = []
    for index, word in enumerate(words):
        colour, half = divmod(index, HALVES)
        left = word
        while left:
            place = ((left & -left).bit_length() - 1) // 4  # the first that is not empty
            cards += [card_of(HALF * half + place, colour)] * (left >> 4 * place & 15)
            left &= -1 << 4 * place + 4
    return tuple(sorted(cards))


def spelling(t: Tables, name: int) -> list[int]:
    """Return the kana of a name, letter by letter."""
    return t.letter[name].values()[: t.length[name]]


def kana_text(t: Tables, kana: int) -> Text:
    """Return a kana as it is read aloud: small ones are marked as such, and English adds the sound."""
    return glyph_text(t.glyph[kana])


def sound_of(glyph: int) -> str:
    """Return how a kana, given by its place in the syllabary, is read in Latin letters."""
    return ROMAJI[glyph].replace("xtsu", "small tsu").replace("x", "small ").replace("long", "long vowel")


@cache
def glyph_text(glyph: int) -> Text:
    """Return the same for a kana given by its place in the syllabary."""
    sound = sound_of(glyph)
    small = ROMAJI[glyph].startswith("x")
    return Text(f"小さい{KANA[glyph]}" if small else KANA[glyph], f"{KANA[glyph]} {sound}")


def kana_texts(t: Tables, kana: list[int]) -> Text:
    """Return several kana as a list in words."""
    texts = [kana_text(t, one) for one in kana]
    return Text("・".join(text.ja for text in texts), ", ".join(text.en for text in texts))


def card_words(t: Tables, card: int) -> Words:
    """Return the message that names a card by its kana and colour."""
    return Words(f"card-{COLOURS[colour_of(card)]}", {"kana": kana_text(t, kana_of(card))})


def name_words(t: Tables, name: int, colour: int | None) -> Words:
    """Return the message for a name of one colour; None: it is of several colours."""
    return Words("name-mixed" if colour is None else f"name-{COLOURS[colour]}", {"name": name_text(t, name)})


def name_text(t: Tables, name: int) -> Text:
    """Return a name, with its reading in English."""
    word = name_word(t, name)
    return Text(word, f"{word} {romaji(word)}")


def name_word(t: Tables, name: int) -> str:
    """Return a name in kana."""
    return "".join(KANA[t.glyph[kana]] for kana in spelling(t, name))


def prompt(s: State, t: Tables, seat: int) -> Words | None:
    """Return what the table asks of the seat to act."""
    if seat != s.to_act or seat < 0:
        return None
    if s.phase == Phase.LAY:
        name = s.name[seat] - 1
        letter = t.letter[name, next_letter(s, t, seat)]
        return Words("prompt-lay", {"name": name_text(t, name), "kana": kana_text(t, letter)})
    if s.phase == Phase.CHOOSE:
        return Words("prompt-choose", {"card": card_words(t, s.top - 1)}) if s.top > 0 else None  # cards are dealt
    if s.phase == Phase.DISCARD and out_points(s, t, seat) > 0:
        return Words("prompt-out")
    return Words("prompt-discard")
