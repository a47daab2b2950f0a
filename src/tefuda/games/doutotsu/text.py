"""How ドウトツくじゃん lists and calls its cards and names: face ids, and words in both languages.

Used by the face and by what it works out to help.  Kana and readings come from the syllabary, so they fit any card
file; everything else a person reads stands in `ja.ftl` and `en.ftl`.
"""

from __future__ import annotations

from tefuda.engine.record import Grid
from tefuda.engine.view import Text, Words
from tefuda.games.doutotsu.bags import card_of, colour_of, kana_of
from tefuda.games.doutotsu.cards import COLOURS
from tefuda.games.doutotsu.kana import KANA, ROMAJI, romaji
from tefuda.games.doutotsu.state import HALF, HALVES, Tables

CARD_IN = ("card-red", "card-blue", "card-yellow", "card-green")  # by colour, as in COLOURS
NAME_IN = ("name-red", "name-blue", "name-yellow", "name-green")


def card_face(t: Tables, card: int) -> str:
    """The face id of a card: `ra-red`."""
    return f"{ROMAJI[t.glyph[kana_of(card)]]}-{COLOURS[colour_of(card)]}"


def name_face(t: Tables, name: int) -> str:
    """The face id of an entry of the list: `i+ru+ka`."""
    return "+".join(ROMAJI[t.glyph[kana]] for kana in spelling(t, name))


def cards_of(bag: Grid, t: Tables) -> list[int]:
    """The cards in a bag, by kana and colour."""
    words = bag.values()
    cards: list[int] = []
    for kana in range(t.kana):
        half, place = divmod(kana, HALF)
        for colour in range(t.colours):
            if copies := words[HALVES * colour + half] >> 4 * place & 15:
                cards += [card_of(kana, colour)] * copies
    return cards


def spelling(t: Tables, name: int) -> list[int]:
    """The kana of a name, letter by letter."""
    return t.letter[name].values()[: t.length[name]]


def kana_text(t: Tables, kana: int) -> Text:
    """A kana as it is read aloud: a small one is told from a large one, and English gives its sound."""
    glyph = t.glyph[kana]
    sound = ROMAJI[glyph].replace("xtsu", "small tsu").replace("x", "small ").replace("long", "long vowel")
    small = ROMAJI[glyph].startswith("x")
    return Text(f"小さい{KANA[glyph]}" if small else KANA[glyph], f"{KANA[glyph]} {sound}")


def kana_texts(t: Tables, kana: list[int]) -> Text:
    """Several kana, one after the other."""
    texts = [kana_text(t, one) for one in kana]
    return Text("・".join(text.ja for text in texts), ", ".join(text.en for text in texts))


def card_words(t: Tables, card: int) -> Words:
    """A card by its kana and colour."""
    return Words(CARD_IN[colour_of(card)], {"kana": kana_text(t, kana_of(card))})


def name_words(t: Tables, name: int, colour: int | None) -> Words:
    """A name with the one colour that it is of; None: it is of several."""
    return Words("name-mixed" if colour is None else NAME_IN[colour], {"name": name_text(t, name)})


def name_text(t: Tables, name: int) -> Text:
    """A name, with its reading for those who do not read kana."""
    word = "".join(KANA[t.glyph[kana]] for kana in spelling(t, name))
    return Text(word, f"{word} {romaji(word)}")
