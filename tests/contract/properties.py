"""What must be true of every game that is played, with any cards: shared by the inherited tests."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import msgspec
import numpy as np

from tefuda.engine.backends import Build
from tefuda.engine.game import Game
from tefuda.engine.state import State
from tefuda.engine.view import SPECTATOR, Observation
from tests.contract.cases import Play, happened, plain, say, spoken


def check_choices(state: State) -> None:
    """What is legal is what nothing forbids, and to ask changes nothing."""
    game, record = state.game, state.full_state
    legal = game.legal(record)
    permitted = [c for c in range(game.build.NUM_ACTIONS) if game.build.why_not(record, game.tables, c) == 0]
    assert legal == permitted, state
    assert bool(legal) == (not state.over), state
    assert record == state.full_state, "asking what is legal changed the record"
    assert all(game.action_names[code] for code in legal)


def check_soundness(state: State) -> None:
    """A state of play is a position without faults: all cards and coins are there, and no rule is broken."""
    assert state.game.presentation.faults(state.full_state, state.game.tables) == [], state
    state.game.check_position(state.full_state)


def check_round_trip(state: State) -> None:
    """A position read again is the position that was written."""
    text = state.position
    again = state.game.position(text, seed=1)
    assert again.position == text
    assert plain(again.full_state) == plain(state.full_state)
    assert "rng" not in text


def check_words(play: Play) -> None:
    """All that is seen and heard can be said in both languages."""
    for viewer in range(SPECTATOR, play.game.players):
        for words in spoken(play.game, (state.view(viewer) for state in play.states)):
            say(play.game, words)
        for event in happened(play):
            heard = play.game.observe(event, viewer)
            for words in spoken(play.game, [heard]):
                say(play.game, words)
            if heard is not None and heard.clause is not None:
                assert heard.clause in play.game.rulebook().clauses
            assert msgspec.json.decode(msgspec.json.encode(heard), type=Observation | None) == heard


def check_moves(play: Play) -> None:
    """What a zone gains or loses in an event is what moved there and away."""
    for event in happened(play):
        if event.before.players == 0:
            continue  # before the deal there is no table to look at
        for viewer in (SPECTATOR, 0, play.game.players - 1):
            heard = play.game.observe(event, viewer)
            gained: Counter[str] = Counter()
            for move in heard.moves if heard else ():
                gained[move.source] -= move.count
                gained[move.target] += move.count
            after = {zone.id: zone.count for zone in play.game.view(event.after, viewer, choices=False).zones}
            before = {zone.id: zone.count for zone in play.game.view(event.before, viewer, choices=False).zones}
            for zone in before | after:
                change = after.get(zone, 0) - before.get(zone, 0)
                assert change == gained[zone], f"{event}: {zone} of viewer {viewer}"


def check_builds(game: Game, build: Build, random: Random) -> None:
    """A compiled build plays a random game as the checked one does: field by field, the generator too.

    After the deal, every action, and every dealing anew; and on the results.
    """
    viewers = range(SPECTATOR, game.players)
    actions = np.zeros(512, np.int64)
    utilities, ranks = np.zeros(game.players), np.zeros(game.players, np.int64)
    seed, tables = random.getrandbits(63), build.tables(game.tables)
    states, blank, _ = build.workspace(0)
    build.start(states, 0, blank, tables, game.players, np.array(game.option_values, np.int64), seed)
    record = game.start(seed).full_state
    while True:
        assert loaded(game, states, 0) == record
        count = build.legal_at(states, 0, tables, actions)
        assert actions[:count].tolist() == game.legal(record)
        for viewer in viewers:
            assert build.information_state_key_at(states, 0, tables, viewer) == game.build.information_state_key(
                record, game.tables, viewer
            )
            states[1] = states[0]
            build.determinize_at(states, 1, tables, viewer)
            world = record.copy()
            game.build.determinize(world, game.tables, viewer)
            assert loaded(game, states, 1) == world
        if record.to_act < 0:
            break
        code = random.choice(game.legal(record))
        game.build.apply(record, game.tables, code)
        assert build.step(states, 0, tables, code) == record.to_act
    build.result_at(states, 0, tables, utilities, ranks)
    assert (utilities.tolist(), ranks.tolist()) == game.outcome(record)


def loaded(game: Game, states: Any, at: int) -> Any:
    """A compiled record as a checked one."""
    record = game.build.State()
    record.load(states, at)
    return record
