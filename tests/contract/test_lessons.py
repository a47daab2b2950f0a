"""Guided first games and demonstrations: every way leads to the end, and every wrong press gets its answer."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any

import pytest

from harness.contract.cases import PACKAGES
from tefuda.engine.events import GameEvent
from tefuda.engine.localization import LANGUAGES
from tefuda.table.lesson import BadPlace, LessonRun
from tefuda.table.lesson_script import LEARNER, Lesson, Step, lesson_of, script_of

LESSONS = {slug: found for slug, package in PACKAGES.items() if (found := lesson_of(package)) is not None}
CARDS = [
    (slug, clause) for slug, package in PACKAGES.items() if (script := script_of(package)) for clause in script.more
]
LONGEST = {"en": 170, "ja": 95}  # characters: a bubble has room for two or three lines
SENTENCE_ENDS = {"en": r"[.?!]+[”)]?(?=\s|$)", "ja": r"[。？！]+"}
NAMES = ("Suzu", "Haru")
POINTS = {"zone", "card", "counter", "button", "result"}
every_lesson = pytest.mark.parametrize("slug", LESSONS)
every_card = pytest.mark.parametrize(("slug", "clause"), CARDS)
every_script = pytest.mark.parametrize(("slug", "clause"), [*((slug, "") for slug in LESSONS), *CARDS])


def commands(run: LessonRun, step: Step) -> list[str]:
    """Return every legal command that a step accepts."""
    legal = [choice.action for choice in run.view.choices]
    single = [action for action in legal if step.accepts(action)]
    pairs = [f"{one} {other}" for one in legal for other in legal if step.accepts(f"{one} {other}")]
    return single or pairs


def walk(run: LessonRun, choices: dict[int, int] | None = None) -> Iterator[LessonRun]:
    """Go through a lesson and yield it at every step; `choices` has other accepted commands than the first, by step."""
    while not run.free:
        step = run.step
        if step is None:
            assert run.opponents_move
            run.advance()
            continue
        yield run
        if run.finished:
            return
        number = run.number
        if run.look is not None:
            assert run.press_card(run.look.handles[0], "en").accepted
        elif step.accept:
            reply = run.press(commands(run, step)[(choices or {}).get(number, 0)], "en")
            assert reply.accepted, f"step {number}: {reply}"
        else:
            assert run.next()
        assert run.number == number + 1


def begin(slug: str, place: str = "", card: str = "") -> LessonRun:
    lesson = lesson_of(PACKAGES[slug], card)
    assert lesson is not None
    return LessonRun(lesson, NAMES, place)


def test_all_five_games_have_a_lesson() -> None:
    assert sorted(LESSONS, key=lambda slug: LESSONS[slug].script.order) == [
        "kotori",
        "doutotsu",
        "llama",
        "tezuma",
        "kotodama",
    ]


@every_lesson
def test_every_way_through_a_lesson_leads_to_the_same_end(slug: str) -> None:
    ways = {run.number: len(commands(run, run.step)) for run in walk(begin(slug)) if run.step and run.step.accept}
    ends = set()
    branching = [number for number, count in ways.items() if count > 1]
    for chosen in product(*(range(min(ways[number], 4)) for number in branching)):
        run = begin(slug)
        try:
            for _ in walk(run, dict(zip(branching, chosen, strict=True))):
                pass
        except IndexError:
            continue  # the same card cannot be chosen twice: a later step offers fewer
        ends.add(run.state.ranking if run.finished else run.state.current_player)
        assert run.state.is_terminal or run.lesson.script.free_play
    assert len(ends) == 1
    if not LESSONS[slug].script.free_play:
        ((first, *_),) = ends
        assert first == 1, "the learner wins"


@every_script
def test_steps_point_at_things_that_are_on_the_table(slug: str, clause: str) -> None:
    for run in walk(begin(slug, card=clause)):
        counters = {counter.id for counter in run.view.counters if counter.owner in (-1, LEARNER)}
        for point in run.points:
            assert point.kind in POINTS
            if point.kind == "card":
                assert point.handles, f"step {run.number}: {point}"
            if point.kind == "zone":
                assert point.id in {zone.id for zone in run.view.zones}, f"step {run.number}: {point}"
            if point.kind == "counter":
                assert point.id in counters, f"step {run.number}: {point}"
            if point.kind == "button":
                assert point.id in {choice.action for choice in run.view.choices}, f"step {run.number}: {point}"


@every_script
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_wrong_press_is_answered_and_changes_nothing(slug: str, clause: str, language: str) -> None:
    for run in walk(begin(slug, card=clause)):
        assert run.step is not None
        before = run.state.position
        for number, (pattern, expected) in enumerate(run.step.wrong.items(), 1):
            command = pattern.replace("*", "fold-nw")
            reply = run.press(command, language)
            assert not reply.accepted
            assert reply.message == run.game.localizer(language).say(f"lesson-{run.number}-not-{number}")
            assert (reply.clause or "legal") == expected, f"step {run.number}: {command}"
        for action in [*run.state.legal_actions, "nonsense"]:  # whatever else the rules allow
            if not run.step.accepts(action) and not run.step.wrong_answer(action):
                reply = run.press(action, language)
                assert not reply.accepted
                assert reply.message
        assert run.state.position == before


@every_lesson
def test_step_that_holds_a_command_expects_nothing_to_be_played(slug: str) -> None:
    for step in LESSONS[slug].steps:
        assert not (step.pause and step.asks)
        assert not (step.accept and step.look)


def test_right_thing_is_ringed_after_the_third_wrong_answer() -> None:
    run = begin("kotori", "3")
    rings = []
    for _ in range(3):
        rings.append(run.ring)
        run.press("pass", "en")
    assert rings == [False, False, False]
    assert run.ring
    assert run.press("draw", "en").accepted
    assert not run.ring


def test_legal_command_that_no_step_foresees_is_answered_with_the_text_of_the_step() -> None:
    run = begin("kotori")
    assert run.press("draw", "en").message == f"Not now: {run.text('en')}"
    assert run.press("pass", "en").clause == "K4.3"


@every_lesson
def test_lesson_resumes_at_every_step(slug: str) -> None:
    choices = {3: 1}  # a card, or a mark, of one's own choice
    if len(commands(begin(slug, "2"), LESSONS[slug].steps[2])) < 2:
        choices = {}
    for run in walk(begin(slug), choices):
        again = begin(slug, run.place)
        assert again.state.position == run.state.position
        assert again.words == run.words
        assert [(zone.id, zone.count) for zone in again.view.zones] == [(z.id, z.count) for z in run.view.zones]
        assert again.expected == run.expected


@every_lesson
def test_back_returns_to_the_step_before(slug: str) -> None:
    before: tuple[object, str] | None = None
    for run in walk(begin(slug)):
        now = (run.words, run.state.position)
        if before is not None:
            run.back()
            assert (run.words, run.state.position) == before
            step = run.step
            assert step is not None
            if run.look is not None:
                run.press_card(run.look.handles[0], "en")
            elif step.accept:
                run.press(commands(run, step)[0], "en")
            else:
                run.next()
            while run.step is None:
                run.advance()
            assert (run.words, run.state.position) == now
        before = now


@pytest.mark.parametrize("place", ["x", "-1", "99", "3~0-9999", "3~0-2", "3~", "1" * 2000, "20~99-1"])
def test_malformed_or_impossible_place_is_rejected(place: str) -> None:
    with pytest.raises(BadPlace):
        begin("kotori", place)


def test_game_goes_on_after_the_script_and_is_resumed_there() -> None:
    run = begin("tezuma", "14")
    assert run.free
    while not run.finished:
        command = run.state.legal_actions[0]
        if run.bot_moves:
            run.play_bot(command)
        else:
            assert run.press(command, "en").accepted
        again = begin("tezuma", run.place)
        assert again.state.position == run.state.position
    assert run.state.is_terminal


def test_play_aids_that_would_give_the_answer_away_are_hidden_until_they_are_explained() -> None:
    run = begin("llama", "6")
    assert run.look is not None
    assert not [counter for counter in run.view.counters if counter.help]
    run.press_card(run.look.handles[0], "en")
    run.press("play", "en")
    while run.opponents_move:
        run.advance()
    assert "percentage" in run.text("en")
    assert [counter for counter in run.view.counters if counter.help]


def test_another_card_than_the_one_sought_is_no_answer() -> None:
    run = begin("llama", "6")
    (hand,) = [zone for zone in run.view.zones if zone.id == "hand-1"]
    reply = run.press_card(hand.cards[0].handle, "en")
    assert not reply.accepted
    assert reply.message == run.text("en")


def test_doutotsu_plan_of_the_play_aids_agrees_with_the_lesson() -> None:
    run = begin("doutotsu", "1")
    plan = " ".join(run.game.say(words, "en", NAMES) for words in run.view.helps)
    assert all(animal in plan for animal in ("ライオン", "パンダ", "オットセイ")), plan


@every_lesson
@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_of_a_lesson_exist_and_fit_a_bubble(slug: str, language: str) -> None:
    found = LESSONS[slug]
    localizer = found.game.localizer(language)
    ids = [id for number, step in enumerate(found.steps, 1) for id in ids_of(number, step)]
    for id in ids:
        assert localizer.has(id), id
        assert_fits_a_bubble(localizer.say(id), language)
    written = re.findall(r"^(lesson-\d\S*) =", (found.game.folder / f"{language}.ftl").read_text("utf-8"), re.MULTILINE)
    assert written == ids


def assert_fits_a_bubble(text: str, language: str) -> None:
    assert len(text) <= LONGEST[language], f"{len(text)} characters: {text}"
    rest = re.sub(r"^[^.?!。？！]{1,24}[!！]\s*", "", text)  # a cry is not a sentence
    assert len(re.findall(SENTENCE_ENDS[language], rest)) <= 2, text


def ids_of(number: int, step: Step) -> list[str]:
    return [f"lesson-{number}", *(f"lesson-{number}-not-{k}" for k in range(1, len(step.wrong) + 1))]


@every_lesson
def test_clauses_taught_are_in_the_rulebook(slug: str) -> None:
    found: Lesson = LESSONS[slug]
    rulebook = found.game.rulebook().clauses
    for step in found.steps:
        assert step.clauses
        assert set(step.clauses) <= set(rulebook)


# ------------------------------------------------------------ demonstrations


def events_of(run: LessonRun) -> list[GameEvent]:
    """Go through a demonstration and return its events, also those that its last step holds."""
    events: list[GameEvent] = []
    play = run._happen

    def noted(command: str) -> tuple[GameEvent, ...]:
        events.extend(found := play(command))
        return found

    run._happen = noted  # type: ignore[method-assign]
    for _ in walk(run):
        pass
    return events


@every_lesson
def test_every_card_has_a_demonstration_and_the_other_way_round(slug: str) -> None:
    script = script_of(PACKAGES[slug])
    assert script is not None
    text = (LESSONS[slug].game.folder / "en.ftl").read_text("utf-8")
    assert list(script.more) == [f"{a}.{b}" for a, b in re.findall(r"^more-(\w+)-(\d+) =", text, re.MULTILINE)]


@every_card
def test_demonstration_is_one_press_or_a_few_and_shows_its_own_rule(slug: str, clause: str) -> None:
    run = begin(slug, card=clause)
    assert 1 <= sum(step.asks for step in run.lesson.steps) <= 3
    assert all(step.clauses == (clause,) for step in run.lesson.steps)
    assert run.state.current_player == LEARNER, "the reader presses first"
    events = events_of(run)
    assert run.finished
    observed = [one for event in events for one in run.game.observe_all(event, (LEARNER,)) if one is not None]
    if clause in SHOWN_BY:
        assert SHOWN_BY[clause](run, events)
    else:
        assert clause in {one.clause for one in observed}


def named(events: Sequence[GameEvent], name: str) -> list[GameEvent]:
    return [event for event in events if getattr(event.code, "name", "") == name]


def exposed_name_is_taken_apart(run: LessonRun, events: Sequence[GameEvent]) -> bool:
    exposed = next(zone for zone in begin("doutotsu", card="D4.2").view.zones if zone.id == "exposed-0")
    (out,) = named(events, "WENT_OUT")
    (observation,) = run.game.observe_all(out, (LEARNER,))
    assert observation is not None
    letters = "".join(run.game.say(run.game.catalogue[card.face or ""].name, "ja")[-1] for card in exposed.cards)
    said = run.game.say(observation.words, "ja", ("", *NAMES))
    return exposed.count > 0 and letters not in said


def better_hand_is_waited_for(run: LessonRun, events: Sequence[GameEvent]) -> bool:
    first = begin("doutotsu", card="D4.5")
    could = {choice.action: choice for choice in first.view.choices}["out"].label.args["points"]
    (out,) = named(events, "WENT_OUT")
    return isinstance(could, int) and 0 < could < 3 and (out.a, out.b) == (LEARNER, 3)


def smaller_stake_wins_everything(run: LessonRun, events: Sequence[GameEvent]) -> bool:
    (won,) = named(events, "WON")
    stakes = events[0].before.stake
    return won.a == LEARNER and stakes[LEARNER] == 1 < max(stakes) and won.b == sum(stakes) - 1


def two_abilities_meet_in_one_trick(run: LessonRun, events: Sequence[GameEvent]) -> bool:
    cards = [event.c for event in named(events, "PLAYED")]
    return sum(bool(announced) for announced in cards) >= 2 and len(named(events, "WON")) == 1


def deal_with_more_minus_than_points_brings_nothing(run: LessonRun, events: Sequence[GameEvent]) -> bool:
    scored = next(event for event in named(events, "SCORED") if event.a == LEARNER)
    before, tables = scored.before, run.game.tables
    points = tables.points[before.table[LEARNER] - 1, before.tricks[LEARNER]] - before.penalty[LEARNER]
    return points < 0 and scored.b == 0 and scored.after.points[LEARNER] == before.points[LEARNER]


# Rules that no event names: what must happen so that they are seen.
SHOWN_BY: dict[str, Callable[[LessonRun, Sequence[GameEvent]], Any]] = {
    "D4.2": exposed_name_is_taken_apart,
    "D4.5": better_hand_is_waited_for,
    "L7.5": smaller_stake_wins_everything,
    "T6.5": two_abilities_meet_in_one_trick,
    "T8.4": deal_with_more_minus_than_points_brings_nothing,
}


@every_card
def test_demonstration_resumes_and_goes_back(slug: str, clause: str) -> None:
    for run in walk(begin(slug, card=clause)):
        again = begin(slug, run.place, clause)
        assert (again.words, again.state.position) == (run.words, run.state.position)
    start = begin(slug, card=clause)
    for _ in run.lesson.steps[1:]:
        run.back()
    assert (run.words, run.state.position) == (start.words, start.state.position)


@every_lesson
@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_of_demonstrations_exist_and_fit_a_bubble(slug: str, language: str) -> None:
    game, expected = LESSONS[slug].game, []
    localizer = game.localizer(language)
    for _, clause in [card for card in CARDS if card[0] == slug]:
        lesson = lesson_of(PACKAGES[slug], clause)
        assert lesson is not None
        ids = [lesson.words(number).id for number in range(1, len(lesson.steps) + 1)]
        assert ids[-1] == f"more-{clause.replace('.', '-')}-text"
        for id in ids:
            assert localizer.has(id), id
            assert_fits_a_bubble(localizer.say(id), language)
        expected += ids[:-1]
    written = re.findall(r"^(more-\S+-step-\d+) =", (game.folder / f"{language}.ftl").read_text("utf-8"), re.MULTILINE)
    assert written == expected


# Threads of a server read the scripts of lessons at the first request for its games, once per process: each attempt
# needs a new process.
READERS = """
import os, sys, threading
from tefuda.table.lesson_script import script_of

sys.setswitchinterval(1e-6)
for _ in range(24):
    if not (process := os.fork()):
        together = threading.Barrier(8)
        threads = [
            threading.Thread(target=lambda: (together.wait(), script_of("tefuda.games.kotori"))) for _ in range(8)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]) == 0
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs processes that begin where another one is")
def test_first_visitors_of_a_server_may_all_come_at_once() -> None:
    """Of servers where eight threads read the same script first, one in four crashed."""
    assert subprocess.run([sys.executable, "-c", READERS], check=False).returncode == 0
