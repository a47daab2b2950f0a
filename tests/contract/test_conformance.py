"""The contract of rules and views, checked for every game over random games with random house rules."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from itertools import product
from random import Random
from typing import Any

import msgspec
import pytest

from harness.contract.cases import (
    CASES,
    Case,
    description,
    determinized,
    every_case,
    every_game,
    plays,
    random_command,
    sized,
    states,
)
from tefuda.engine.chance import Recorder, SecretSource
from tefuda.engine.errors import IllegalAction
from tefuda.engine.events import GameEvent
from tefuda.engine.game import Game, game_slugs, open_game
from tefuda.engine.game_record import Replay, write_record
from tefuda.engine.localization import LANGUAGES
from tefuda.engine.view import SPECTATOR, View
from tests.contract.properties import (
    check_choices,
    check_consistency,
    check_events,
    check_messages,
    check_presentation,
    check_round_trip,
    seen,
)

SECRET = bytes(range(32))
BATCHED = sized(300)  # positions of a game whose views are compared with batched ones, over all numbers of players
POSITIONS = sized(500)  # of a game that are looked at, over all numbers of players
TEXTS = sized(300)  # positions of a game that are written and read, over all numbers of players


@every_game
def test_game_folder_has_all_required_files(slug: str) -> None:
    case = Case(slug, description(slug).players[0])
    folder = case.game(Random(0)).folder
    expected = {"__init__.py", "rules.py", "views.py", "heuristic.py"}
    expected |= {f"rulebook.{language}.md" for language in LANGUAGES} | {f"{language}.ftl" for language in LANGUAGES}
    assert expected <= {path.name for path in folder.iterdir()}
    assert (folder / "cards.py").exists() == (folder / "cards.toml").exists()


# ------------------------------------------------------------------- rules


@every_case
def test_legal_why_not_and_candidate_actions_agree(case: Case) -> None:
    for state in states(case, case.share(POSITIONS)):
        check_choices(state)


@every_case
def test_refusals_cite_clauses_of_both_rulebooks(case: Case) -> None:
    game = states(case)[0].game
    codes = range(game.build.NUM_ACTIONS)
    numbers: set[int] = set()
    for state in states(case, case.share(POSITIONS)):
        record, tables = state.full_state, state.game.tables
        numbers.update(game.build.why_not(record, tables, code) for code in codes)
    numbers.discard(0)
    assert numbers
    for clause in map(game.clause_id, numbers):
        for language in LANGUAGES:
            assert clause in game.rulebook(language).clauses
            assert game.clause_refusal(clause, language).message


@every_game
def test_action_names_are_unique_printable_ascii(slug: str) -> None:
    names = Case(slug, description(slug).players[0]).game(Random(0)).action_names
    used = [name for name in names if name]
    assert len(used) == len(set(used))
    assert all(re.fullmatch(r"[!-~]+", name) for name in used), used


@every_case
def test_states_of_play_are_valid_positions(case: Case) -> None:
    for state in states(case, case.share(TEXTS)):
        check_consistency(state)


@every_case
def test_rollout_policy_picks_a_candidate_from_the_players_knowledge(case: Case) -> None:
    for seed, state in enumerate(states(case, 200)):
        if state.is_terminal:
            continue
        game, record, world = (
            state.game,
            state.full_state,
            determinized(state.game, state.full_state, state.current_player, seed),
        )
        record.rng = world.rng = seed
        action = game.build.rollout_policy(record, game.tables)
        assert action == -1 or action in game.candidate_actions(record)
        assert game.build.rollout_policy(world, game.tables) == action


@every_case
def test_evaluate_returns_utilities_and_changes_nothing(case: Case) -> None:
    for state in states(case, case.share(POSITIONS)):
        game, record = state.game, state.full_state
        utilities = [9.0] * game.build.MAX_PLAYERS
        evaluated = game.build.evaluate(record, game.tables, utilities)
        assert record == state.full_state
        if evaluated:
            assert all(-1 <= utility <= 1 for utility in utilities[: game.num_players])
        else:
            assert utilities == [9.0] * game.build.MAX_PLAYERS


@every_case
def test_games_end_within_max_steps_with_valid_results(case: Case) -> None:
    for play in plays(case):
        end, game = play.states[-1], play.game
        assert sum(len(command.split()) for command in play.commands) <= game.build.MAX_STEPS
        utilities, ranks = game.outcome(end.full_state)
        assert all(-1 <= utility <= 1 for utility in utilities)
        # Standard competition ranking (1 1 3), consistent with the utilities.
        assert list(end.ranking) == ranks == [1 + sum(other < rank for other in ranks) for rank in ranks]
        for p in range(game.num_players):
            for q in range(game.num_players):
                assert (ranks[p] < ranks[q]) <= (utilities[p] >= utilities[q])
        assert len(end.scores) == game.num_players


@every_case
def test_pending_secret_actions_are_invisible_to_others(case: Case) -> None:
    """The start of a secret decision draws nothing and shows only to its seat."""
    for play in plays(case):
        for state, command in zip(play.states, play.commands, strict=False):
            game, record = state.game, state.full_state
            assert not record.pending
            for action in command.split()[:-1]:
                before, emitted = record.copy(), []
                record.listen(Recorder(SecretSource(SECRET)), emitted)
                game.build.apply(record, game.tables, game.action_code(action))
                assert record.__dict__["chance"].outcomes == []
                assert record.pending
                assert record.to_act == state.current_player
                for viewer in set(case.viewers) - {state.current_player}:
                    assert game.view(record, viewer) == game.view(before, viewer)
                    assert [event for event in events(before, emitted) if game.observe(event, viewer)] == []
                    assert key(game, record, viewer) == key(game, before, viewer)


# ----------------------------------------------------- copies, texts, errors


@every_case
def test_copies_are_independent_and_continue_alike(case: Case) -> None:
    for play in plays(case)[:4]:
        random = Random(str(case))
        for state, command in list(zip(play.states, play.commands, strict=False))[::3]:
            saved = (state.full_state, state.history.copy())
            one, other = state.copy(), state.copy()
            one.play(command)
            other.play(command)
            assert one.full_state == other.full_state, (
                "a copy of a seeded game draws what the original would have drawn"
            )
            if not one.is_terminal:
                one.play(random_command(one, random))
            assert (state.full_state, state.history) == saved, "playing on a copy changed the original"


@every_case
def test_positions_round_trip(case: Case) -> None:
    for state in states(case, case.share(TEXTS)):
        check_round_trip(state)


@every_case
def test_game_records_round_trip(case: Case) -> None:
    names = ["はなこ", "Taro", "", "X"][: case.players]
    for play in plays(case)[:4]:
        for state in (play.states[0], play.states[len(play.states) // 2], play.states[-1]):
            text = write_record(state, names)
            replay = Replay(text, cards=case.cards, package=case.package)
            end = replay.steps[-1].state if replay.steps else replay.initial
            assert end.full_state == state.full_state
            assert write_record(end, replay.names) == text


@every_case
def test_redo_repeats_a_game(case: Case) -> None:
    for play in plays(case)[:2]:
        end, redone = play.states[-1], play.states[0].copy()
        for seat, command in end.history[len(redone.history) :]:
            assert seat == redone.current_player
            redone.redo(command)
        assert redone.full_state == end.full_state
        assert redone.history == end.history
        with pytest.raises(IllegalAction):
            redone.redo("no-such-action")


@every_case
def test_refused_command_changes_nothing(case: Case) -> None:
    random = Random(f"refused {case}")
    state = case.game(random).start(chance=Recorder(SecretSource(SECRET)))
    steps = 0
    while not state.is_terminal and steps < 60:
        game, steps = state.game, steps + 1
        legal = set(game.legal(state.full_state))
        illegal = [name for code, name in enumerate(game.action_names) if name and code not in legal]
        command = random_command(state, random)
        attempts = ["", "no-such-action", f"{command} no-such-action", f"{command} {command}"]
        attempts += random.sample(illegal, min(len(illegal), 4))
        for refused in attempts:
            saved = (state.full_state, state.history.copy(), state.chance.source.draws, state.chance.outcomes.copy())
            with pytest.raises(IllegalAction) as error:
                state.play(refused)
            assert error.value.clause in game.rulebook().clauses
            assert error.value.refusal.message in str(error.value)
            assert (state.full_state, state.history, state.chance.source.draws, state.chance.outcomes) == saved
        for name in illegal[:4]:
            assert state.why_not(name) is not None
        state.play(command)


# ------------------------------------------------------- views and messages


@every_case
def test_views_are_consistent(case: Case) -> None:
    for state in states(case, case.share(POSITIONS)):
        out = state.game.view(state.full_state, SPECTATOR).out
        for viewer, view in seen(state):
            assert msgspec.json.decode(msgspec.json.encode(view), type=View) == view
            assert (view.game, view.seat, view.players) == (case.slug, viewer, case.players)
            assert view.to_act == state.full_state.to_act
            assert view.to_act not in view.out
            assert view.out == out, "everyone knows who is out"
            assert (view.result is not None) == state.is_terminal
            ids = [zone.id for zone in view.zones]
            assert len(ids) == len(set(ids))
            for zone in view.zones:
                assert len(zone.cards) <= zone.count
                assert zone.kind != "pile" or not zone.cards, "a pile is a count"
                assert zone.owner == SPECTATOR or zone.id.endswith(f"-{zone.owner}")
                assert -1 <= zone.owner < case.players
            assert all(0 <= seat < case.players for seat in view.roles.values())
            counters = [(counter.id, counter.owner) for counter in view.counters]
            assert len(counters) == len(set(counters))


@every_case
def test_batched_views_and_observations_equal_single_ones(case: Case) -> None:
    for state in states(case, case.share(BATCHED)):
        game, record = state.game, state.full_state
        assert game.views(record, case.viewers) == [game.view(record, p) for p in case.viewers]
    for play in plays(case):
        game = play.game
        for event in play.events:
            assert game.observe_all(event, case.viewers) == [game.observe(event, p) for p in case.viewers]


@every_case
def test_choices_are_the_legal_actions_of_the_seat_to_act(case: Case) -> None:
    for state in states(case, case.share(POSITIONS)):
        for viewer, view in seen(state):
            expected = tuple(state.legal_actions) if viewer == state.current_player else ()
            assert tuple(choice.action for choice in view.choices) == expected
            for choice in view.choices:
                if choice.card is not None:
                    assert choice.zone is not None
                    assert 0 <= choice.card < len(view.zone(choice.zone).cards)
                elif choice.zone is not None:
                    view.zone(choice.zone)


@every_case
def test_everything_shown_has_a_message(case: Case) -> None:
    for play in plays(case):
        check_messages(play, play.states)


@every_case
def test_events_account_for_what_changes_in_views(case: Case) -> None:
    """No card appears from nowhere or vanishes; counters and roles of an event are those of the view after it."""
    for play in plays(case):
        check_events(play)


@every_case
def test_views_can_be_drawn_by_a_client_that_does_not_know_the_game(case: Case) -> None:
    for state in states(case, case.share(POSITIONS)):
        check_presentation(state)


@every_case
def test_heuristic_plays_legal_commands_from_the_view_alone(case: Case) -> None:
    for play in plays(case)[: sized(3)]:
        random = Random(str(case))
        state = play.states[0].copy()
        while not state.is_terminal:
            state.play(choose(play.game, state.view(state.current_player), random))
        assert state.ranking


@pytest.mark.parametrize("slug", game_slugs())
def test_heuristic_comes_first_much_more_often_than_random_players(slug: str) -> None:
    first, share = 0, 0.0
    for case, deal in product([case for case in CASES if case.slug == slug], range(sized(5))):
        game, random, seat = open_game(case.package, players=case.players), Random(deal), deal % case.players
        state = game.start(seed=deal)
        while not state.is_terminal:
            own = state.current_player == seat
            state.play(choose(game, state.view(seat), random) if own else random.choice(state.legal_actions))
        first += state.ranking[seat] == 1
        share += 1 / case.players
    assert first > 1.5 * share


def choose(game: Game, view: View, random: Random) -> str:
    command: str = import_module(f"{game.package}.heuristic").choose(view, random)
    return command


def key(game: Game, record: Any, viewer: int) -> int:
    digest: int = game.build.information_state_key(record, game.tables, viewer)
    return digest


def events(before: Any, emitted: list[Any]) -> Iterator[GameEvent]:
    """Yield what `emit` collected as events."""
    for code, a, b, c, after in emitted:
        yield GameEvent(code, a, b, c, before, after)
        before = after
