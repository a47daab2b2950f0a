"""Random card files: every valid one gives a consistent game, every other is refused with a clear error.

`--card-files N` plays N valid files per game and reads GARBLED times as many garbled_file ones:

    pytest -n0 tests/contract/test_card_files.py -k kotodama --card-files 1000
"""

from __future__ import annotations

import pickle
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from harness.contract.cases import PACKAGES, check_message, random_command, random_play
from tefuda.engine.errors import CardFileError
from tefuda.engine.game import Game, open_game
from tefuda.engine.localization import LANGUAGES
from tefuda.engine.state import State
from tefuda.engine.view import SPECTATOR
from tests.contract.card_files import (
    WITH_CARDS,
    Literal,
    check,
    garbled_file,
    mistakes,
    open_with_cards,
    own_text,
    random_content,
    toml_file,
)
from tests.contract.properties import (
    check_choices,
    check_consistency,
    check_events,
    check_messages,
    check_round_trip,
    check_same_play,
)
from tests.contract.test_both_backends import compiled

MOST_STATES = 80  # states of a game that are checked, evenly spaced
STRIDE = 8  # one in this many of them is written and read
GARBLED = 15  # garbled files per valid one
FEW_COMMANDS = 3
MAX_ERROR_LENGTH = 4000

every_game_with_cards = pytest.mark.parametrize("slug", WITH_CARDS)


@contextmanager
def noting_file(number: int) -> Iterator[None]:
    """Add the number of the card file to any error."""
    try:
        yield
    except Exception as error:
        error.add_note(f"This is card file {number}.")
        raise


@every_game_with_cards
def test_valid_card_file_gives_a_consistent_game(slug: str, card_files: int, tmp_path: Path) -> None:
    for number in range(card_files):
        with noting_file(number):
            check_valid_file(slug, number, tmp_path / f"{number}.toml")


def check_valid_file(slug: str, number: int, file: Path) -> None:
    """Play a random game with a valid file, and compare both builds."""
    file.write_text(toml_file(random_content(slug, number)), encoding="utf-8")
    random = Random(f"play {slug} {number}")
    game = open_with_cards(slug, file, random)
    check_texts(game)
    play = random_play(game, random, by_kind=True)
    check(play)
    states = play.states[:: 1 + len(play.states) // MOST_STATES]
    for state in states:
        check_choices(state)
        check_consistency(state)
    for state in states[::STRIDE]:
        check_round_trip(state)
        check_pickled(state)
    check_messages(play, states)
    check_events(play)
    check_same_play(game, compiled(slug), random)


@pytest.mark.parametrize(
    ("slug", "old", "new", "named"), [(slug, *mistake) for slug in WITH_CARDS for mistake in mistakes(slug)]
)
def test_mistake_is_refused_with_file_entry_and_field(
    slug: str, old: str, new: str, named: list[str], tmp_path: Path
) -> None:
    text, file = own_text(slug), tmp_path / "mine.toml"
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(CardFileError) as error:
        open_game(PACKAGES[slug], cards=file)
    for words in ["mine.toml", *named]:
        assert words in str(error.value)


@every_game_with_cards
def test_unknown_field_is_refused_with_the_fields_there_are(slug: str, tmp_path: Path) -> None:
    for table, (first, *others) in random_content(slug, 0).items():
        file = tmp_path / f"{table}.toml"
        file.write_text(toml_file({**random_content(slug, 0), table: [first | {"colour": "red"}, *others]}))
        known = "id, provenance, source, reconstructed"
        said = rf"{table} {first['id']}: colour is not a field; \[\[{table}\]\] has {known}"
        with pytest.raises(CardFileError, match=said):
            open_game(PACKAGES[slug], cards=file)


@every_game_with_cards
def test_value_of_a_wrong_type_is_refused_by_field(slug: str, tmp_path: Path) -> None:
    for table, (first, *others) in random_content(slug, 0).items():
        for name in first:
            file = tmp_path / f"{table}-{name}.toml"
            file.write_text(toml_file({**random_content(slug, 0), table: [first | {name: Literal("0.5")}, *others]}))
            with pytest.raises(CardFileError, match=rf"{table} [^:;]+: {name} must [^;]+, not 0\.5"):
                open_game(PACKAGES[slug], cards=file)


@every_game_with_cards
def test_garbled_card_file_is_refused_clearly_or_playable(slug: str, card_files: int, tmp_path: Path) -> None:
    refused = 0
    for number in range(GARBLED * card_files):
        with noting_file(number):
            refused += is_refused(slug, number, tmp_path / "garbled.toml")
    assert 0 < refused < GARBLED * card_files


def is_refused(slug: str, number: int, file: Path) -> bool:
    """Return whether a garbled file is refused; if it is not, play the first commands of a game with it."""
    file.write_bytes(garbled_file(slug, number))
    random = Random(f"play garbled {slug} {number}")
    try:
        game = open_with_cards(slug, file, random)
    except CardFileError as error:
        check_error(str(error), file)
        return True
    state = game.start(random.getrandbits(63))
    for _ in range(FEW_COMMANDS):
        if state.is_terminal:
            break
        state.play(random_command(state, random))
        for viewer in range(SPECTATOR, game.num_players):
            state.view(None if viewer < 0 else viewer)
    check_texts(game)
    return False


def check_texts(game: Game) -> None:
    """Check name and text of every card in both languages."""
    for card in game.catalogue.values():
        for words in (card.name, card.text):
            if words is not None:
                check_message(game, words)


def check_pickled(state: State) -> None:
    """Check that a pickled state names its cards and choices as before, with the card file it was started with."""
    twin: State = pickle.loads(pickle.dumps(state))  # noqa: S301 (our own)
    for viewer in (None, state.current_player):
        view, other = state.view(viewer), twin.view(viewer)
        assert other == view
        for language in LANGUAGES:
            assert twin.game.show(other, language) == state.game.show(view, language)


def check_error(message: str, file: Path) -> None:
    """Check that an error names the file and the place in it, says what is wrong, and is short."""
    assert message.startswith(f"{file}: ")
    problem = message.removeprefix(f"{file}: ")
    assert re.match(r"(is |line \d+: |['\w][^:]*: )\S", problem), problem
    assert len(message) <= MAX_ERROR_LENGTH, message[:500]
    assert message.isprintable(), message
