"""No bot decides by what its seat cannot know, and a bot that would is found out.

Bots receive determinized records only (`make_request`).  Every decision is requested in several worlds that the seat
cannot tell apart, the true one among them, with one seed: the answers must be equal.
"""

from __future__ import annotations

import secrets
from random import Random

import msgspec
import pytest

from harness.contract.cases import (
    CASES,
    Case,
    determinized,
    every_case,
    every_compiled_case,
    record_content,
    sized,
    states,
)
from tefuda.bots.players import (
    Answer,
    Bot,
    HeuristicBot,
    RandomBot,
    Request,
    SearchBot,
    make_request,
    search_build,
    unpack,
)
from tefuda.engine.state import State

SEED = 11
WORLDS = 4
HIDES_NOTHING = {"kotori"}  # nothing of it is hidden but a deck that is drawn when it is turned up


def decisions(case: Case, most: int) -> list[State]:
    found = [state for state in states(case) if len(state.legal_actions) > 1]
    Random(str(case)).shuffle(found)
    return found[:most]


def worlds(state: State) -> list[Request]:
    """One decision in several worlds: the true one, redealt ones, and what a table would send."""
    assert state.current_player is not None
    sent = make_request(state, "easy", seed=SEED)
    records = [
        state.full_state,
        *(determinized(state.game, state.full_state, state.current_player, seed) for seed in range(WORLDS)),
    ]
    return [sent, *(msgspec.structs.replace(sent, record=record.to_bytes()) for record in records)]


def decides_alike(bot: Bot, state: State) -> bool:
    return len({bot.choose(request) for request in worlds(state)}) == 1


def bots(case: Case) -> list[tuple[Bot, int]]:
    """Every kind of bot, each with the number of decisions it is asked for: the checked search takes its time."""
    return [
        (RandomBot(), sized(12)),
        (HeuristicBot(), sized(12)),
        (SearchBot(200, search_build(case.package, "compiled")), sized(6)),
        (SearchBot(12, search_build(case.package, "checked")), sized(2)),
    ]


@every_compiled_case
def test_bots_decide_equally_in_indistinguishable_worlds(case: Case) -> None:
    for bot, asked in bots(case):
        for state in decisions(case, case.share(asked)):
            assert decides_alike(bot, state), (bot, state)


class Peeper:
    """A bot that reads the whole record."""

    def choose(self, request: Request) -> Answer:
        game, record = unpack(request)
        return Answer(game.action_names[Random(record_content(record)).choice(game.legal(record))])


@pytest.mark.parametrize("case", [case for case in CASES if case.slug not in HIDES_NOTHING], ids=str)
def test_bot_that_reads_the_full_state_is_detected(case: Case) -> None:
    assert not all(decides_alike(Peeper(), state) for state in decisions(case, 25))


@every_case
def test_request_does_not_contain_the_full_state(case: Case) -> None:
    # The generator of a seeded game would show every card to come.
    for state in decisions(case, 25):
        true = state.full_state
        true.rng = 1234
        sent = {
            unpack(make_request(State(state.game, true.copy(), seed=None, chance=None), "easy"))[1].rng
            for _ in range(3)
        }
        assert len(sent) == 3
        assert 1234 not in sent


@pytest.mark.parametrize("case", [case for case in CASES if case.slug not in HIDES_NOTHING], ids=str)
def test_every_request_is_determinized_with_a_random_seed(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    randbits = Random(1).getrandbits
    for state in decisions(case, 25):
        monkeypatch.setattr(secrets, "randbits", randbits)
        dealt = {record_content(unpack(make_request(state, "easy", seed=SEED))[1]) for _ in range(20)}
        monkeypatch.setattr(secrets, "randbits", lambda _: 5)
        assert len({record_content(unpack(make_request(state, "easy", seed=SEED))[1]) for _ in range(20)}) == 1
        if len(dealt) > 1:
            return
    raise AssertionError("the same world every time")
