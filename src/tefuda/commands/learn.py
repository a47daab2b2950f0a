"""`tefuda learn`: a guided first game in the terminal."""

from __future__ import annotations

from tefuda.commands import UsageError
from tefuda.commands.language import Language, locale_language
from tefuda.commands.play import SLOWEST_PACE, check_screen
from tefuda.engine.game import game_packages, load
from tefuda.table.lesson_script import LessonScript, lesson_of, script_of
from tefuda.terminal.session import DEFAULT_PACE


def learn(
    game: str | None = None, /, *, step: int = 1, lang: Language | None = None, pace: float = DEFAULT_PACE
) -> None:
    """Learn a game in a few minutes: a guided first game, here in the terminal.

    Parameters
    ----------
    game: str
        The game's name, such as kotori; by default the easiest game.
    step: int
        The step to begin at, as shown at the top right; to continue later.
    lang: str
        Language, ja or en; by default that of your locale.
    pace: float
        Seconds that an event is shown, smaller ones half as long; 0 for no pauses.
    """
    if not 0 <= pace <= SLOWEST_PACE:
        raise UsageError(f"--pace takes 0 to {SLOWEST_PACE:g} seconds, not {pace:g}")
    scripts = lessons()
    slug = game or next(iter(scripts))
    load(slug)
    if slug not in scripts:
        raise UsageError(f"{slug} has no lesson; there are {', '.join(scripts)}")
    count = len(scripts[slug].step)
    if not 1 <= step <= count:
        raise UsageError(f"--step takes 1 to {count} for {slug}, not {step}")
    lesson = lesson_of(game_packages()[slug])
    assert lesson is not None
    check_screen("learn")

    from tefuda.terminal.run import run_lesson

    run_lesson(lesson, lang or locale_language(), pace, str(step - 1))


def lessons() -> dict[str, LessonScript]:
    """Return the scripts of all installed games that have a lesson, easiest first."""
    found = [
        (script.order, slug, script) for slug, package in game_packages().items() if (script := script_of(package))
    ]
    return {slug: script for _, slug, script in sorted(found, key=lambda one: one[:2])}
