"""Card files of strangers: any valid one gives a sound game, and any other is refused with a clear error.

The files are random and numbered. `--card-files N` plays with more valid ones than the suite does, and reads
GARBLED times as many others:

    pytest -n0 tests/contract/test_card_files.py -k kotodama --card-files 1000
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from tefuda.engine.errors import CardFileError
from tefuda.engine.game import Game
from tefuda.engine.view import SPECTATOR
from tests.contract.card_files import WITH_CARDS, check, garbled, open_with, random_content, toml_file
from tests.contract.cases import random_command, random_play, say
from tests.contract.properties import (
    check_builds,
    check_choices,
    check_moves,
    check_round_trip,
    check_soundness,
    check_words,
)
from tests.contract.test_both_backends import compiled

EVERY = 8  # of the states of a game, those whose texts and views are looked at
GARBLED = 25  # garbled files for each valid one
FEW_COMMANDS = 3
LONGEST_ERROR = 4000

every_game_with_cards = pytest.mark.parametrize("slug", WITH_CARDS)


@contextmanager
def named(number: int) -> Iterator[None]:
    """Say which file it was, if something fails."""
    try:
        yield
    except Exception as error:
        error.add_note(f"This is card file {number}.")
        raise


@every_game_with_cards
def test_a_random_card_file_gives_a_sound_game(slug: str, card_files: int, tmp_path: Path) -> None:
    for number in range(card_files):
        with named(number):
            check_valid_file(slug, number, tmp_path / f"{number}.toml")


def check_valid_file(slug: str, number: int, file: Path) -> None:
    """Play a random game with a valid file, by the checked rules and by both builds."""
    file.write_text(toml_file(random_content(slug, number)), encoding="utf-8")
    random = Random(f"play {slug} {number}")
    game = open_with(slug, file, random)
    check_texts(game)
    play = random_play(game, random, by_kind=True)
    check(play)
    for state in play.states:
        check_choices(state)
        check_soundness(state)
    for state in play.states[::EVERY]:
        check_round_trip(state)
    check_words(play)
    check_moves(play)
    check_builds(game, compiled(slug), random)


@every_game_with_cards
def test_a_garbled_card_file_is_refused_clearly_or_can_be_played(slug: str, card_files: int, tmp_path: Path) -> None:
    refused = 0
    for number in range(GARBLED * card_files):
        with named(number):
            refused += is_refused(slug, number, tmp_path / "garbled.toml")
    assert 0 < refused < GARBLED * card_files


def is_refused(slug: str, number: int, file: Path) -> bool:
    """Read a garbled file; where it is accepted, begin a game, and look at it."""
    file.write_bytes(garbled(slug, number))
    random = Random(f"play garbled {slug} {number}")
    try:
        game = open_with(slug, file, random)
    except CardFileError as error:
        check_error(str(error), file)
        return True
    state = game.start(random.getrandbits(63))
    for _ in range(FEW_COMMANDS):
        if state.over:
            break
        state.play(random_command(state, random))
        for viewer in range(SPECTATOR, game.players):
            state.view(None if viewer < 0 else viewer)
    check_texts(game)
    return False


def check_texts(game: Game) -> None:
    """Name and text of every card can be said in both languages."""
    for card in game.catalogue.values():
        for words in (card.name, card.text):
            if words is not None:
                say(game, words)


def check_error(message: str, file: Path) -> None:
    """A person can read it: it names the file and the place within, says what is wrong, and fits a screen."""
    assert message.startswith(f"{file}: ")
    problem = message.removeprefix(f"{file}: ")
    assert re.match(r"(is |line \d+: |['\w][^:]*: )\S", problem), problem
    assert len(message) <= LONGEST_ERROR, message[:500]
    assert message.isprintable(), message
