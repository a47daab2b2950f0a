"""Random card files of ことりあつめ, what a game with one must agree with, and mistakes in our own file."""

from __future__ import annotations

from random import Random
from typing import Any

from harness.contract.cases import Play
from tefuda.engine.localization import LANGUAGES
from tefuda.games.kotori.cards import DRAWINGS, FEWEST_CARDS, MOST_COPIES, RANK_NAMES
from tefuda.games.kotori.state import MOST_CARDS

OURS = {"provenance": "reconstruction", "source": "random"}

# What is wrong in our own file with a text replaced by another, and words of the error.
MISTAKES = [
    ("copies = 7", "copies = 16", ["card 7", "copies", "16"]),
    ('id = "7"\ncopies', 'id = "11"\ncopies', ["id", "11"]),
    ('id = "7"\ncopies', 'id = "6"\ncopies', ["card 6", "appears twice", "7 is missing"]),
    ('name_en = "swallow"\n', "", ["bird 7", "name_en must be a text"]),
    ('name_ja = "スズメ"', 'name_ja = "ツバメ"', ["bird 10", "ツバメ", "already has another value"]),
    ('name_en = "sparrow"', 'name_en = "swallow"', ["bird 10", "swallow", "already has another value"]),
    ('bird = "swallow"', 'bird = "robin"', ["bird 7", "bird must be one of kingfisher", "not 'robin'"]),
    ('provenance = "reconstruction"', 'provenance = "guess"', ["provenance", "guess"]),
    ("[[bird]]", "[[birds]]", ["birds", "unknown table"]),
    ("copies = 10", "copies = ", ["TOML"]),
]


def random_file(random: Random) -> dict[str, list[dict[str, Any]]]:
    copies = dict.fromkeys(RANK_NAMES, 0)
    size = random.choice((FEWEST_CARDS, MOST_CARDS, random.randint(FEWEST_CARDS, MOST_CARDS)))
    ranks = random.sample(RANK_NAMES, random.randint(-(-size // MOST_COPIES), len(RANK_NAMES)))
    while sum(copies.values()) < size:
        copies[random.choice([rank for rank in ranks if copies[rank] < MOST_COPIES])] += 1
    return {
        "card": [{"id": rank, "copies": count, **OURS} for rank, count in copies.items()],
        "bird": [random_bird(rank, random) for rank in RANK_NAMES],
    }


def random_bird(rank: str, random: Random) -> dict[str, Any]:
    letter = random.choice("スヒツハ")
    drawn = {"bird": random.choice(DRAWINGS)} if random.random() < 0.5 else {}
    return {"id": rank, "name_ja": f"{letter}ドリ{rank}", "name_en": f"bird {letter}{rank}", **drawn, **OURS}


def check(play: Play) -> None:
    """Compare a game with its card file: whatever names a card gives it the bird of the file."""
    game, kinds = play.game, set()
    assert game.cards is not None
    birds = {str(entry.values["id"]): entry.values for entry in game.cards.entries if entry.table == "bird"}
    for language in LANGUAGES:
        names = {rank: f"{rank} {bird[f'name_{language}']}" for rank, bird in birds.items()}
        for rank, name in names.items():
            assert game.say(game.card_text(rank).name, language) == name
        for state in play.states:
            for choice in state.view(state.current_player).choices:
                if choice.action == "draw":
                    assert names[state.view().zone("top").cards[0].face or ""] in game.say(choice.label, language)
        for event in play.events:
            observation = game.observe(event)
            if observation is not None and "card" in observation.words.args:
                moved = observation.moves[0].face
                assert moved is not None
                assert names[moved] in game.say(observation.words, language)
                kinds.add(observation.words.id)
    assert {"event-field-drawn", "event-bid", "event-turned-up"} <= kinds
