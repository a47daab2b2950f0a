"""The result of a finished game in the browser: shown once, and with what a newcomer may learn from it."""

import re
from urllib.parse import urlsplit

from playwright.sync_api import Route, expect

from harness.contract.cases import large
from tests.browser.clients import PATIENCE, STAND_IN, Make, serious_violations


def test_result_is_shown_once_after_a_reload_whenever_the_record_arrives(person: Make) -> None:
    aki = person("en", fresh=True)  # a changed clock stays
    aki.open_finished_game()
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


def test_what_closes_a_long_result_stays_in_sight(person: Make) -> None:
    aki = person("en", 390, 844)
    aki.open_finished_game()
    aki.result.get_by_text("How it went").click()
    aki.result.get_by_role("table").last.scroll_into_view_if_needed()
    # As a finger would: that may scroll only what is inside.
    aki.result.evaluate("one => one.scrollTo(0, one.scrollHeight)")
    expect(aki.result.get_by_role("button", name=aki.words.close, exact=True)).to_be_in_viewport(ratio=1)


def test_result_waits_until_the_reader_has_closed_another_dialog(person: Make) -> None:
    aki = person("en")
    short = {"rounds": 1, "marks": 0}  # to show a whole game takes the page seconds of processor time
    aki.open(f"{aki.make_table('llama', options=short)}?deal")
    expect(aki.stage).to_be_visible()
    aki.page.keyboard.press("l")
    log = aki.page.get_by_role("dialog", name=aki.words.log)
    expect(log).to_be_visible()
    aki.page.evaluate(STAND_IN, urlsplit(aki.page.url).path.rpartition("/")[2])
    aki.page.locator(".table.over").wait_for(timeout=PATIENCE * 1000)
    aki.page.wait_for_timeout(3000)  # longer than the last look at the cards
    expect(log).to_be_visible()
    aki.page.keyboard.press("Escape")
    expect(aki.result).to_be_visible()
    aki.result.get_by_role("button", name="View table").click()
    aki.button("Show result").click()
    aki.page.keyboard.press("Escape")
    aki.page.wait_for_timeout(3000)
    expect(aki.result).to_have_count(0)


@large
def test_newcomer_learns_a_rule_that_mattered_and_finds_the_others(person: Make, axe: str) -> None:
    aki = person("en", 320, 568)
    aki.open_game()
    aki.let_bots_finish(watched=True)
    for language, width, height, more, rule in (
        ("en", 320, 568, "Learn more", "Rule"),
        ("ja", 390, 664, "もっと知る", "ルール"),
    ):
        aki.speak(language)
        aki.resize(width, height)
        card = aki.result.get_by_role("link", name=re.compile(f"^{rule} ?K"))
        expect(card).to_have_count(1)  # the second deck comes in every game
        assert not serious_violations(aki, axe)
        assert aki.fits()
        aki.result.get_by_role("button", name=more, exact=True).click()
        dialog = aki.page.get_by_role("dialog", name=more)
        expect(dialog.get_by_role("heading", level=3)).to_have_count(3)
        assert not serious_violations(aki, axe)
        if language == "en":
            aki.page.keyboard.press("Escape")
            expect(dialog).to_have_count(0)
            aki.button("Show result").click()
    dialog.get_by_role("link", name=re.compile("K6.2")).click()
    expect(aki.page.get_by_role("dialog", name=aki.words.rules)).to_be_visible()
