"""Random card files of ドウトツくじゃん, and mistakes in our own file."""

from __future__ import annotations

from random import Random
from typing import Any

from tefuda.games.doutotsu.cards import COLOURS, FEWEST_CARDS, FEWEST_LETTERS
from tefuda.games.doutotsu.kana import KANA
from tefuda.games.doutotsu.state import (
    HAND,
    MAX_KANA,
    MOST_CARDS,
    MOST_COPIES,
    MOST_LETTERS,
    MOST_NAMES,
    NAMES_TO_GO_OUT,
)

OURS = {"provenance": "reconstruction", "source": "random"}
FEWEST_KANA = -(-FEWEST_CARDS // MOST_COPIES)
FOUR = (HAND + 1) // NAMES_TO_GO_OUT  # letters of each of three names that are equally long
FEW_NAMES = 12  # so that there are not too many ways to go out

# What is wrong in our own file with a text replaced by another, and words of the error.
MISTAKES = [
    ('id = "ク"', 'id = "く"', ["kana", "く", "katakana"]),
    ('id = "ク"', 'id = "カ"', ["kana カ", "appears twice"]),
    ('id = "ク"\ncopies = { red = 1, blue = 1, yellow = 1 }\nprov', 'id = "ク"\nprov', ["kana ク", "copies", "None"]),
    (
        "copies = { red = 1, blue",
        "copies = { pink = 1, blue",
        ["copies.pink is not a colour", "red, blue, yellow, green"],
    ),
    ("copies = { red = 1, blue", "copies = { red = -1, blue", ["copies.red must be an integer from 0 to 7, not -1"]),
    ("copies = { red = 2, blue", "copies = { red = 4, blue", ["kana", "1 to 7", "8"]),
    ('id = "ラクダ"', 'id = "パンダ"', ["name パンダ", "appears twice"]),
    ('id = "ラクダ"', 'id = "ラ"', ["name ラ", "2 to 8 letters, not 1"]),
    ('id = "ラクダ"', 'id = "ラクダラクダラクダ"', ["2 to 8 letters, not 9"]),
    ('id = "ラクダ"', 'id = "ラクタ"', ["name ラクタ", "there is no kana タ"]),
    ('id = "ラクダ"', 'id = "ダダダダ"', ["name ダダダダ", "it takes 4 ダ, and there are 3"]),
    ('id = "ラクダ"', 'id = "アクダ"', ["name アクダ", "ア belongs to the core side only"]),
    ('provenance = "fact"', 'provenance = "rumour"', ["name パンダ", "provenance", "rumour"]),
    ("[[name]]", "[[animal]]", ["animal", "unknown table"]),
    ("copies = {", "copies = ", ["TOML"]),
]


def random_file(random: Random) -> dict[str, list[dict[str, Any]]]:
    """Return a file with enough kana in one colour and mostly names of four letters, as three of these make twelve."""
    kana = random.sample(KANA, random.randint(FEWEST_KANA + 4, MAX_KANA))
    core = set(kana[FEWEST_KANA + 2 :][: random.randint(0, 3)])
    copies = {letter: [NAMES_TO_GO_OUT, 0, 0, 0] for letter in kana}
    fewest = FEWEST_CARDS + NAMES_TO_GO_OUT * len(core)
    size = random.randint(
        fewest, max(fewest, min(MOST_CARDS, MOST_COPIES * (len(kana) - len(core)) + NAMES_TO_GO_OUT * len(core)))
    )
    while sum(map(sum, copies.values())) < size:  # a core kana has no more than three, so that normal play has enough
        letter = random.choice([one for one in kana if one not in core and sum(copies[one]) < MOST_COPIES])
        copies[letter][random.randrange(len(COLOURS))] += 1
    normal = [letter for letter in kana if letter not in core]
    names = {"".join(random.sample(normal, FOUR)): False for _ in range(random.randint(1, FEW_NAMES))}
    for _ in range(random.randint(0, MOST_NAMES - FEW_NAMES) if random.random() < 0.2 else random.randint(0, 4)):
        length = random.choice((FEWEST_LETTERS, FEWEST_LETTERS + 1, MOST_LETTERS))
        core_only = random.random() < 0.3
        letters = kana if core_only else normal
        names.setdefault("".join(random.sample(letters, min(length, len(letters)))), core_only)
    return {
        "kana": [
            {"id": letter, "copies": dict(zip(COLOURS, numbers, strict=True)), "core": letter in core, **OURS}
            for letter, numbers in copies.items()
        ],
        "name": [{"id": name, "en": name.lower(), "core": core_only, **OURS} for name, core_only in names.items()],
    }
