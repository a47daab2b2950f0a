"""What the tests of all games ask of a state: what is heard and refused, and what search and heuristic make of it."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from random import Random

from tefuda.engine.events import GameEvent
from tefuda.engine.state import State
from tests.contract.card_files import own_text

NAMES = ("Ann", "Bob", "Cay", "Dee")


def told(
    state: State, events: Sequence[GameEvent], seat: int = -1, language: str = "en", names: Sequence[str] = NAMES
) -> list[str]:
    """Return the messages of the events that a seat observes, by default a spectator."""
    heard = [state.game.observe(event, seat) for event in events]
    return [state.game.say(one.words, language, names) for one in heard if one is not None]


def clause_against(state: State, action: str) -> str | None:
    """Return the clause that forbids an action, None if it is legal."""
    refusal = state.why_not(action)
    assert (refusal is None) == (action in state.legal_actions)
    return None if refusal is None else refusal.clause


def candidates(state: State) -> list[str]:
    """Return the candidate actions of the search."""
    return [state.game.action_names[code] for code in state.game.candidate_actions(state.full_state)]


def estimated(state: State) -> list[float] | None:
    """Return the utilities where the search may stop, None elsewhere."""
    game = state.game
    utilities = [0.0] * game.build.MAX_PLAYERS
    found = game.build.evaluate(state.full_state, game.tables, utilities)
    return utilities[: game.num_players] if found else None


def decides(state: State, seed: int = 1) -> str:
    """Return the command of the game's heuristic player."""
    heuristic = import_module(f"{state.game.package}.heuristic")
    return str(heuristic.choose(state.view(state.current_player), Random(seed)))


def changed_cards(slug: str, folder: Path, *changes: tuple[str, str]) -> Path:
    """Write a game's own card file with the first occurrence of some texts replaced; return its path."""
    text, path = own_text(slug), folder / "mine.toml"
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    path.write_text(text, encoding="utf-8")
    return path
