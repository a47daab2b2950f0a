"""The result of a finished game in the browser: shown once, whatever arrives in the meantime."""

import re
from collections.abc import Callable

from playwright.sync_api import Route, expect

from tests.browser.clients import PATIENCE, Person

Make = Callable[..., Person]
STAND_IN = {"ja": "ボットに任せる", "en": "Let a bot take over"}


def finish_by_bots(person: Person, language: str) -> None:
    """Let a bot play a game to its end."""
    person.play_now()
    person.button(person.words.menu).click()
    person.button(STAND_IN[language]).click()
    expect(person.result).to_be_visible(timeout=PATIENCE * 1000)


def test_result_is_shown_once_after_a_reload_whenever_the_record_arrives(person: Make) -> None:
    aki = person("en")
    finish_by_bots(aki, "en")
    held: list[Route] = []

    def hold(route: Route) -> None:  # a built-in function cannot be a handler
        held.append(route)

    aki.page.route(re.compile("/record$"), hold)
    aki.page.clock.install()
    aki.page.clock.pause_at(4_000_000_000_000)  # timers run only when the test says so
    aki.page.reload()
    expect(aki.stage).to_be_visible()
    expect(aki.result).to_be_hidden()
    log = aki.page.get_by_role("log").get_by_role("listitem")
    with aki.page.expect_response(re.compile("/record$")):
        held[0].continue_()
    expect(log).not_to_have_count(0)
    aki.page.clock.run_for(500)
    expect(aki.result).to_be_visible()
    aki.result.get_by_role("button", name="View table").click()
    aki.page.clock.run_for(10_000)
    expect(aki.result).to_be_hidden()
