"""Taking back the last action, in every game: allowed only if nothing was revealed; then everything is as before."""

import contextlib
import re
from collections.abc import Iterator
from random import Random

import msgspec
import pytest

import tefuda
from harness.contract.cases import Case, case_of_every_game, random_command
from tefuda.engine.errors import IllegalAction
from tefuda.engine.state import State
from tefuda.engine.view import SPECTATOR, View
from tefuda.server.tables.serialization import encoded, full_update, live_update
from tefuda.table.clock_rule import ClockRule
from tefuda.table.entries import BackAnswered, BackAsked, Entry, Flagged, Played, Refused, Sitter, TakenBack, Ticked
from tefuda.table.release import release
from tefuda.table.table import Table
from tefuda.table.table_record import Back, read
from tefuda.table.take_back import BackNow, audience_view, reveals, shows_more
from tefuda.table.verify import COPY, MyCopy, Verdict, verify
from tests.table.deals import SERVER, SIGNING_KEY, Log, new_table

SECRET = bytes(range(32))
COMMANDS = 30
OTHER_SEEDS = range(1000, 1006)  # of worlds, besides those that decide


def without_handles(view: View | None) -> object:
    zones = tuple(
        msgspec.structs.replace(zone, cards=tuple(msgspec.structs.replace(card, handle=0) for card in zone.cards))
        for zone in view.zones
    )
    return msgspec.structs.replace(view, zones=zones)


class Game:
    """A table of people, with its log."""

    def __init__(self, case: Case, random: Random) -> None:
        self.table = Table(case.game(random), secret=SECRET, clock=ClockRule("reserve", 600, 5))
        self.log: list[Entry] = []
        for seat in range(self.table.game.num_players):
            self.happen(self.table.propose_sit(seat, Sitter("person", f"P{seat}")))
        self.happen(self.table.propose_deal())

    @property
    def state(self) -> State:
        return self.table.state

    def happen(self, entry: Entry) -> None:
        self.table.apply(entry)
        self.log.append(entry)

    def views(self) -> list[object]:
        return [without_handles(self.table.latest(audience).view) for audience in sorted(self.table.audiences)]

    def take_back(self, seat: int) -> None:
        """Ask, and let everyone agree; raises Refused if it is refused."""
        self.happen(self.table.propose_back(seat))
        for other in range(self.table.game.num_players):
            if other != seat:
                self.happen(self.table.propose_answer(other, self.table.turn, agreed=True))


def actions(case: Case, random: Random) -> Iterator[tuple[Game, int, str, State, list[object]]]:
    """Play a random game; yield after each action who has done it, the state and all views before it."""
    game = Game(case, random)
    for _ in range(COMMANDS):
        seat = game.state.current_player
        if seat is None:
            return
        before, views = game.table.game.position(game.state.position), game.views()
        command = random_command(game.state, random)
        game.happen(game.table.propose_play(seat, game.table.turn, command, by="person"))
        yield game, seat, command, before, views


@case_of_every_game
def test_take_back_restores_the_table_and_is_refused_if_it_revealed_anything(case: Case) -> None:
    random = Random(f"take back {case}")
    game = None
    for game, seat, command, before, views in actions(case, random):
        turn, moves, marks = game.table.turn, len(game.state.history), game.table.snapshot()
        offered = game.table.back.offer(seat)
        after = game.state.full_state
        reason = ""
        try:
            game.take_back(seat)
        except Refused as refused:
            reason = refused.reason
        if reason:
            assert reason == "back-revealed" or game.state.is_terminal
            assert offered is None, "what the player is offered is possible"
            continue
        assert offered is not None, "the player is offered what is possible"
        assert game.views() == views
        assert isinstance(game.log[-1], TakenBack)
        assert (game.state.current_player, len(game.state.history)) == (seat, moves - 1)
        assert game.table.turn > turn, "a late command for the turn before is refused"
        assert game.state.chance.mark() == marks.draws
        assert_nothing_learned(before, command, after)
        with pytest.raises(Refused, match="not one of"):
            game.table.propose_back(seat)
        game.happen(game.table.propose_play(seat, game.table.turn, command, by="stand-in"))
    assert_restored(game)


def test_name_that_is_begun_from_the_hand_is_not_offered_to_be_taken_back() -> None:
    """In doutotsu it tells everyone that the hand holds the other letters, though no card is shown."""
    random, taken = Random(3), 0
    while not taken:
        game = Game(Case("doutotsu", 2), random)
        while not taken and (seat := game.state.current_player) is not None:
            takes = [action for action in game.state.legal_actions if action.startswith("take-")]
            command = takes[0] if takes else random_command(game.state, random)
            game.happen(game.table.propose_play(seat, game.table.turn, command, by="person"))
            taken = len(takes)
    assert game.table.back.offer(seat) is None
    with pytest.raises(Refused, match="revealed"):
        game.table.propose_back(seat)


def assert_nothing_learned(before: State, command: str, after: object) -> None:
    """Assert that in worlds that an audience cannot tell from the real one, it would have seen the same."""
    for audience in range(SPECTATOR, before.game.num_players):
        for seed in OTHER_SEEDS:
            world = before.determinize(audience, seed)
            there = world.prepare(command).record
            assert before.game.view(there, audience) == before.game.view(after, audience), audience


@case_of_every_game
def test_answer_tells_the_player_nothing_about_what_is_hidden_from_them(case: Case) -> None:
    """In worlds that they cannot tell apart, even after the action, it can be taken back in all or in none."""
    random = Random(f"take back in other worlds {case}")
    compared = 0
    for game, seat, command, before, _ in actions(case, random):
        view = before.game.view(game.state.full_state, seat)
        answers = set()
        for world in (before, *(before.determinize(seat, seed) for seed in OTHER_SEEDS[:2])):
            with contextlib.suppress(IllegalAction):
                prepared = world.prepare(command)
                after = State(world.game, prepared.record, seed=None, chance=None)
                if before.game.view(after.full_state, seat) == view and prepared.record.rng == world.full_state.rng:
                    answers.add(reveals(before.game, world, command, prepared.events, after))
                    compared += 1
        assert len(answers) <= 1, command
    assert compared


@case_of_every_game
def test_record_of_a_seat_does_not_depend_on_other_audiences(case: Case) -> None:
    """The record of a seat is the same, made for this seat alone or for all at once."""
    game = [game for game, *_ in actions(case, Random(f"records {case}"))][-1]
    audiences = range(SPECTATOR, game.table.game.num_players)
    together, *alone = [
        Table(game.table.game, secret=SECRET, clock=ClockRule("reserve", 600, 5), audiences=told)
        for told in (audiences, *((audience,) for audience in audiences))
    ]
    for entry in game.log:
        together.apply(entry)
        for audience, table in zip(audiences, alone, strict=True):
            table.apply(entry)
            assert encoded(full_update(table, audience)) == encoded(full_update(together, audience))
            assert table.back.offer(audience) == together.back.offer(audience)


@case_of_every_game
def test_offer_tells_the_player_nothing_about_what_is_hidden_from_them(case: Case) -> None:
    """In worlds that they cannot tell apart, even after the action, it is offered in all or in none.

    So it may depend on nothing else: neither on who is connected, nor on what another seat sees more.
    """
    random = Random(f"offers in other worlds {case}")
    compared = 0
    for game, seat, command, before, _ in actions(case, random):
        everyone = range(SPECTATOR, before.game.num_players)
        view = before.game.view(game.state.full_state, seat)
        who_sees_more = set()
        for world in (before, *(before.determinize(seat, seed) for seed in OTHER_SEEDS[:2])):
            with contextlib.suppress(IllegalAction):
                prepared = world.prepare(command)
                if before.game.view(prepared.record, seat) == view and prepared.record.rng == world.full_state.rng:
                    views = world.game.views(world.full_state, everyone)
                    seen = [
                        audience_view(world.game, prepared.events, prepared.record, audience) for audience in everyone
                    ]
                    more = [shows_more(old, *new) for old, new in zip(views, seen, strict=True)]
                    who_sees_more.add(tuple(more))
                    compared += 1
        assert len(who_sees_more) <= 1, command
    assert compared


def assert_restored(game: Game) -> None:
    """Assert that the log gives the same table, also from a snapshot."""
    table = game.table
    for snapshot in (None, table.snapshot()):
        other = Table(table.game, secret=SECRET, clock=ClockRule("reserve", 600, 5), audiences=())
        for entry in game.log:
            other.restore(entry, snapshot)
        assert other.state.full_state == game.state.full_state
        assert (other.state.history, other.turn, other.version) == (game.state.history, table.turn, table.version)
        assert other.back.now(other.sitters) == table.back.now(table.sitters)
        assert [other.clock.reserve(seat) for seat in range(3)] == [table.clock.reserve(seat) for seat in range(3)]


# ----------------------------------------------------------------- consent


def chosen() -> Log:
    """Return a dealt game of てづま師 in which seat 0 has just made a choice, with a bot on the last seat."""
    log = Log(new_table(tefuda.load("tezuma", players=3)))
    log.seat_people("花子", "太郎")
    log.happen(log.table.propose_sit(2, Sitter("bot", "Suzu", "easy")))
    log.seal()
    log.happen(log.table.propose_deal())
    while True:
        seat = log.table.state.current_player
        by = "bot" if seat == 2 else "person"
        log.happen(log.table.propose_play(seat, log.table.turn, log.table.state.legal_actions[0], by=by))
        if seat == 0:
            return log


def test_all_other_people_agree_and_bots_always_do() -> None:
    log = chosen()
    offers = [live_update(log.table, seat).back for seat in (0, 1, SPECTATOR)]
    assert offers == [BackNow(0), None, None], "only the player is offered it"
    assert full_update(log.table, 0).back is None, "the offer is not recorded"
    assert log.happen(log.table.propose_back(0)) is None
    asked = log.table.latest(SPECTATOR).back
    assert (asked.seat, asked.asked, asked.waiting) == (0, True, (1,))
    with pytest.raises(Refused):
        log.table.propose_back(0)
    for seat in (0, 2):
        with pytest.raises(Refused, match="nobody asks"):
            log.table.propose_answer(seat, log.table.turn, agreed=True)
    with pytest.raises(Refused):
        log.table.propose_answer(1, log.table.turn - 1, agreed=True)
    entry = log.table.propose_answer(1, log.table.turn, agreed=True)
    assert entry == TakenBack(0, 1, log.table.version - 2)
    log.happen(entry)
    assert log.table.latest(1).back.done


def test_one_refusal_ends_the_request_for_good() -> None:
    log = chosen()
    log.happen(log.table.propose_back(0))
    log.happen(log.table.propose_answer(1, log.table.turn, agreed=False))
    assert log.table.latest(0).back.refused == 1
    for seat in (0, SPECTATOR):
        with pytest.raises(Refused, match="not one of"):
            log.table.propose_back(seat)


def test_actions_are_taken_back_only_so_often_in_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise a player alone against bots could make the log grow without end."""
    monkeypatch.setattr("tefuda.table.take_back.MAX_TAKEN_BACK", 1)
    log = chosen()
    command = log.table.state.history[-1][1]
    log.happen(log.table.propose_back(0))
    log.happen(log.table.propose_answer(1, log.table.turn, agreed=True))
    log.happen(log.table.propose_play(0, log.table.turn, command, by="person"))
    assert log.table.back.offer(0) is None
    with pytest.raises(Refused) as refused:
        log.table.propose_back(0)
    assert refused.value.reason == "back-enough"


def test_request_lapses_with_the_next_action_and_with_a_new_player() -> None:
    for change in ("play", "sit"):
        log = chosen()
        log.happen(log.table.propose_back(0))
        if change == "play":
            seat = log.table.state.current_player
            log.happen(log.table.propose_play(seat, log.table.turn, log.table.state.legal_actions[0], by="person"))
        else:
            log.happen(log.table.propose_sit(1, Sitter("bot", "Ume", "easy")))
        with pytest.raises(Refused, match="nobody asks"):
            log.table.propose_answer(1, log.table.turn, agreed=True)


def test_log_that_takes_back_without_consent_is_refused() -> None:
    log = chosen()
    before = log.table.version - 1
    for entry in (TakenBack(0, 0, before), TakenBack(1, 0, before), BackAnswered(1, agreed=True)):
        with pytest.raises(Refused):
            log.table.apply(entry)
    log.happen(log.table.propose_back(0))
    for entry in (BackAsked(1), BackAnswered(1, agreed=True), TakenBack(0, 1, 3)):
        with pytest.raises(Refused):
            log.table.apply(entry)


# ------------------------------------------------------------ clock, record


def test_time_goes_on_where_the_decision_stood() -> None:
    timed = Table(tefuda.load("kotori", players=3), secret=SECRET, clock=ClockRule("reserve", 60, 5), audiences=())
    clock = timed.clock
    before = clock.allowance(0)
    for entry in (Played(0, "pass", "person", 7000), Ticked(1, 30_000), Flagged(1), TakenBack(0, 1, 4)):
        clock.apply(entry)
    assert clock.allowance(0) - clock.used == before - 7000
    assert clock.allowance(1) == before
    assert not clock.flagged


def finished(log: Log) -> str:
    """Play on randomly to the end and return the signed record."""
    random = Random(5)
    while log.table.state.current_player is not None:
        seat = log.table.state.current_player
        by = "bot" if seat == 2 else "person"
        log.happen(log.table.propose_play(seat, log.table.turn, random_command(log.table.state, random), by=by))
    return release(log.table, log.entries, SIGNING_KEY)


def test_record_holds_what_was_taken_back_and_every_copy_agrees_with_it() -> None:
    log = chosen()
    updates = [full_update(log.table, 1)]
    for entry in (lambda: log.table.propose_back(0), lambda: log.table.propose_answer(1, log.table.turn, agreed=True)):
        log.happen(entry())
        updates.append(full_update(log.table, 1))
    log.happen(log.table.propose_play(0, log.table.turn, log.table.state.legal_actions[-1], by="person"))
    updates.append(full_update(log.table, 1))
    record = read(finished(log))
    [place] = [number for number, item in enumerate(record.course) if isinstance(item, Back)]
    assert record.course[place] == Back(0)
    assert record.course[place - 1] != record.course[place + 1]
    assert [move.command for move in record.moves] == [command for _, command in log.table.state.history]
    seen = [msgspec.json.decode(msgspec.json.encode(update)) for update in updates]
    seal = record.attempts[-1].seal.hex()
    copy = MyCopy(COPY, record.table, SERVER.hex(), 1, 1, seal, "", "", [], seen)
    claims = {claim.id: (claim.verdict, claim.reason) for claim in verify(record, copy=copy).claims}
    assert claims["rules"][0] is claims["seen"][0] is Verdict.PROVEN, claims
    next(zone for zone in seen[0]["view"]["zones"] if zone["count"])["count"] += 1
    claims = {claim.id: claim.verdict for claim in verify(record, copy=copy).claims}
    assert claims["seen"] is Verdict.FALSE


def test_record_cannot_take_back_what_has_revealed_a_card() -> None:
    record = read(finished(chosen()))
    place = next(number for number, item in enumerate(record.course) if re.fullmatch("[rbuw][0-9t]", item.command))
    record.course[place:place] = [record.course[place], Back(record.course[place].seat)]
    record.lines = []
    claims = {claim.id: (claim.verdict, claim.reason) for claim in verify(record).claims}
    assert claims["rules"] == (Verdict.FALSE, "wrong-take-back")


def test_record_cannot_take_back_what_nobody_has_played() -> None:
    text = finished(chosen())
    first = next(
        line for line in text.splitlines() if line.endswith(("person ability", "bot ability")) or " person " in line
    )
    for forged in (text.replace(first, f"back 0\n{first}", 1), text.replace("ranks", "back 0\nback 0\nranks", 1)):
        claims = {claim.id: claim.verdict for claim in verify(read(forged)).claims}
        assert claims["rules"] is Verdict.FALSE
