"""Properties that hold for every state and every game, whatever the cards; used by the contract tests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import msgspec
import numpy as np

from harness.contract.cases import Play, check_message, record_content, words_in
from tefuda.engine.backends import Build
from tefuda.engine.events import GameEvent
from tefuda.engine.game import Game
from tefuda.engine.state import State
from tefuda.engine.view import SPECTATOR, Observation, View


def check_choices(state: State) -> None:
    """Check that `legal` and `why_not` agree, candidate actions are some of them, and that asking changes nothing."""
    game, record = state.game, state.full_state
    legal = game.legal(record)
    permitted = [c for c in range(game.build.NUM_ACTIONS) if game.build.why_not(record, game.tables, c) == 0]
    assert legal == permitted, state
    assert bool(legal) == (not state.is_terminal), state
    candidates = game.candidate_actions(record)
    assert candidates == [code for code in legal if code in candidates], state
    assert bool(candidates) == bool(legal), state
    assert record == state.full_state, "asking what is legal changed the record"
    assert all(game.action_names[code] for code in legal)


def check_consistency(state: State) -> None:
    """Check that a state of play is a valid position: all cards and coins exist, and no rule is broken."""
    assert state.game.faults(state.full_state) == [], state
    state.game.check_position(state.full_state)


def check_round_trip(state: State) -> None:
    """Check that parsing a written position gives the same position."""
    text = state.position
    parsed = state.game.position(text, seed=1)
    assert parsed.position == text
    assert record_content(parsed.full_state) == record_content(state.full_state)
    assert "rng" not in text


def check_messages(play: Play, states: Sequence[State]) -> None:
    """Check that everything seen in some states or observed has a message in both languages."""
    viewers = range(SPECTATOR, play.game.num_players)
    for words in words_in(play.game, (view for state in states for _, view in seen(state))):
        check_message(play.game, words)
    observed = [play.game.observe_all(event, viewers) for event in play.events]
    for observations in zip(*observed, strict=True):
        for words in words_in(play.game, observations):
            check_message(play.game, words)
        for observation in observations:
            if observation is not None and observation.clause is not None:
                assert observation.clause in play.game.rulebook().clauses
            assert msgspec.json.decode(msgspec.json.encode(observation), type=Observation | None) == observation


def check_events(play: Play) -> None:
    """Check that each event accounts for all its changes of the views.

    Its moves account for every change of a zone's card count, its counters and roles are those of the view after it,
    and what ended is not in there.
    """
    game, viewers = play.game, range(SPECTATOR, play.game.num_players)
    last, views = None, list[View]()
    for event in play.events:
        if event.before == last:
            earlier = views
        else:  # before the deal there are no zones
            earlier = game.views(event.before, viewers, choices=False) if event.before.players else []
        last, views = event.after, game.views(event.after, viewers, choices=False)
        for at, observation in enumerate(game.observe_all(event, viewers)):
            if earlier:
                check_moves(event, observation, earlier[at], views[at])
            if observation is not None:
                check_values(event, observation, views[at])


def check_moves(event: GameEvent, observation: Observation | None, before: View, after: View) -> None:
    """Check that the moves of an event account for every change of a zone's card count, and of the faces in open zones.

    A zone is open if all its cards have faces, before and after, and so have the moves into and out of it.
    """
    gained: Counter[str] = Counter()
    faces: Counter[tuple[str, str | None]] = Counter()
    hidden = set()
    for move in observation.moves if observation else ():
        for zone_id, cards in ((move.source, -move.count), (move.target, move.count)):
            gained[zone_id] += cards
            faces[zone_id, move.face] += cards
            if move.face is None:
                hidden.add(zone_id)
    for zones, sign in ((after.zones, -1), (before.zones, 1)):
        for zone in zones:
            gained[zone.id] += sign * zone.count
            for card in zone.cards:
                faces[zone.id, card.face] += sign
            if len(zone.cards) < zone.count or any(card.face is None for card in zone.cards):
                hidden.add(zone.id)
    shown = {zone.id for zone in (*before.zones, *after.zones)}
    missing = {zone: -cards for zone, cards in gained.items() if cards and zone in shown}
    assert not missing, f"moves of {event!r} seen by seat {after.seat} lack cards of these zones: {missing}"
    wrong = {place: -cards for place, cards in faces.items() if cards and place[0] in shown - hidden}
    assert not wrong, f"moves of {event!r} seen by seat {after.seat} show other faces: {wrong}"


def check_values(event: GameEvent, observation: Observation, view: View) -> None:
    """Check that the counters and roles of an event are those of the view after it, and what ended is not in there."""
    assert set(observation.counters) <= set(view.counters), f"{event}: {observation.counters}"
    assert observation.roles in (None, view.roles), f"{event}: {observation.roles}"
    given = {counter.id for counter in observation.counters}
    left = {counter.id for counter in view.counters if not counter.help} - given
    assert left & set(observation.ended) == set(), f"{event}: {observation.ended}"


def check_presentation(state: State) -> None:
    """Check what clients rely on to draw a view of which they know nothing."""
    names = set(state.game.action_names)
    for viewer, view in seen(state):
        assert all(button.action in names for button in view.buttons), view.buttons
        assert all(mode.action in names for mode in view.modes), view.modes
        if viewer == SPECTATOR or state.is_terminal:
            assert (view.buttons, view.modes) == ((), ()), "only a seat in play has buttons"
        modes = {mode.id for mode in view.modes} | ({"page"} if view.page else set())
        assert {choice.mode for choice in view.choices} - {""} <= modes
        assert not view.choices or any(choice.mode != "page" and not choice.marks for choice in view.choices)
        for zone in view.zones:
            assert zone.attempt <= ({card.face for card in zone.cards} - {None} <= names), zone
            assert not zone.sortable or viewer == zone.owner, zone
        for owner in range(SPECTATOR, view.players):
            mine = [counter for counter in view.counters if counter.owner == owner]
            assert len({counter.id for counter in mine}) == len(mine), mine
            assert sum(counter.show == "headline" for counter in mine) <= 1, mine


def seen(state: State) -> Iterator[tuple[int, View]]:
    """Yield every viewer of a state, with its view."""
    viewers = range(SPECTATOR, state.game.num_players)
    return zip(viewers, state.game.views(state.full_state, viewers), strict=True)


def check_same_play(game: Game, build: Build, random: Random) -> None:
    """Check that a compiled build plays a random game like the checked build, comparing all fields and the generator.

    Compares after the deal, after every action and determinization, and the results.
    """
    viewers = range(SPECTATOR, game.num_players)
    actions = np.zeros(512, np.int64)
    utilities, ranks = np.zeros(game.num_players), np.zeros(game.num_players, np.int64)
    seed, tables = random.getrandbits(63), build.tables(game.tables)
    states, blank, _ = build.workspace(0)
    build.start(states, 0, blank, tables, game.num_players, np.array(game.option_values, np.int64), seed)
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
    """Return a compiled record as a record of the checked build."""
    record = game.build.State()
    record.load(states, at)
    return record
