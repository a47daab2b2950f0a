"""A finished game in the browser: its result, and its review beside the replay, by mouse and by touch."""

import re
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Locator, Route, StorageState, expect

from harness.contract.cases import large
from tests.browser.clients import PATIENCE, WORDS, Make, Person, serious_violations

TITLE = {"ja": "ふり返る", "en": "Review"}
LEARN = {"ja": "このゲームから学べること", "en": "To learn from this game"}
DECISION = {"ja": "この決定の選択肢", "en": "Options of this decision"}
CHART = {"ja": re.compile("見込みの移り変わり"), "en": re.compile("Prospects of all players")}
PLAY_ON = {"ja": "ここから続ける", "en": "Play on from here"}
PLAYED = {"ja": "選んだ手", "en": "played"}


class Finished(NamedTuple):
    """A game that was played to its end, and what the browser of its player keeps."""

    address: str
    kept: StorageState


@pytest.fixture(scope="module")
def finished(browser: Browser, server: str) -> Finished:
    """Play one game; everyone in this file reviews it."""
    with browser.new_context(
        base_url=server, locale="en-GB", reduced_motion="reduce", service_workers="block"
    ) as context:
        person = Person(context.new_page(), WORDS["en"])
        person.open_finished_game()
        kept = context.storage_state()
        for origin in kept["origins"]:  # each reader has their own settings
            origin["localStorage"] = [one for one in origin["localStorage"] if one["name"] != "tefuda"]
        return Finished(person.page.url, kept)


def returning(person: Make, finished: Finished, language: str, *size: int, **phone: bool) -> Person:
    """Return the player of the finished game, with the browser that they have played in."""
    one = person(language, *size, **phone)
    one.page.context.add_cookies(finished.kept["cookies"])  # type: ignore[arg-type]  # as they were read
    one.open("/early.js")
    for origin in finished.kept["origins"]:
        for item in origin["localStorage"]:
            one.page.evaluate("({ name, value }) => localStorage.setItem(name, value)", item)
    return one


def reviewed(person: Person, address: str, language: str) -> Locator:
    """Open the review of a finished game from its result; return the review when it is complete."""
    person.open(address)
    return review_of(person, language)


def review_of(person: Person, language: str) -> Locator:
    """Open the review from the result; return it when it is complete."""
    person.result.get_by_role("link", name=TITLE[language], exact=True).click()
    review = person.page.get_by_role("complementary", name=TITLE[language])
    expect(review.get_by_role("region", name=LEARN[language])).to_be_visible(timeout=PATIENCE * 1000)
    return review


def test_result_says_how_the_reader_did_and_why_and_leads_to_the_review_of_each_players_game(
    person: Make, finished: Finished
) -> None:
    aki = returning(person, finished, "en")
    aki.open(finished.address)
    expect(aki.result).to_contain_text(re.compile(r"You win!|(Second|Third) of 3|Tie for first"))
    expect(aki.result).to_contain_text(re.compile(r"You won \d+ of \d+ fields"))
    expect(aki.result.get_by_role("button", name=aki.words.again, exact=True)).to_be_in_viewport(ratio=1)
    aki.result.get_by_text("How it went").click()
    table = aki.result.get_by_role("table")
    expect(table.get_by_role("columnheader")).to_have_count(4)
    last = table.get_by_role("row").last.get_by_role("cell").all_inner_texts()
    birds = aki.result.get_by_role("listitem").all_inner_texts()
    kept = [re.search(r"(\d+) birds?", line)[1] for line in birds]  # type: ignore[index]  # each line counts birds
    assert sorted(last) == sorted(kept)
    review = review_of(aki, "en")
    whose = review.get_by_role("combobox", name="Player")
    names = whose.get_by_role("option").all_inner_texts()
    assert len(names) == 3
    for name in names:
        whose.select_option(name)
        expect(review.get_by_role("img", name=re.compile(re.escape(name)))).to_be_visible()
        expect(review.get_by_role("region", name=LEARN["en"]).get_by_role("listitem")).to_have_count(3)
        review.get_by_role("table").get_by_role("button").first.click()  # the moment as they saw it
        seen_by = aki.page.get_by_role("combobox", name="Point of view").get_by_role("option", selected=True)
        expect(seen_by).to_have_text(re.compile(re.escape(name)))

    asked = []  # as while the review is being made

    def answer(route: Route) -> None:
        asked.append(route)
        route.fulfill(json={"unit": "", "threshold": 0, "decisions": 9, "turns": [], "seats": []})

    aki.page.route("**/review", answer)
    aki.page.clock.install()
    aki.button(TITLE["en"]).click()
    expect(review).to_have_count(0)
    aki.button(TITLE["en"]).click()
    with aki.page.expect_request("**/review"):
        aki.page.clock.run_for(2000)
    aki.button(TITLE["en"]).click()
    expect(review).to_have_count(0)
    before = len(asked)
    aki.page.clock.run_for(10_000)
    aki.page.evaluate("fetch('/api/me')")  # after what the page has asked for
    assert len(asked) == before, "a closed review asks on"


@large
@pytest.mark.parametrize(
    ("language", "width", "height", "how"),
    [("ja", 1280, 800, "mouse"), ("en", 390, 844, "touch")],
)
def test_review_of_a_game_leads_to_its_moments(
    person: Make, finished: Finished, axe: str, language: str, width: int, height: int, how: str
) -> None:
    phone = {"has_touch": True, "is_mobile": True} if how == "touch" else {}
    aki = returning(person, finished, language, width, height, **phone)
    review = reviewed(aki, finished.address, language)
    expect(review.get_by_role("region", name=LEARN[language]).get_by_role("listitem")).to_have_count(3)
    expect(review.get_by_role("img", name=CHART[language])).to_be_visible()

    moments = review.get_by_role("table").get_by_role("button")
    aki.press(moments.last, how)
    decision = review.get_by_role("region", name=DECISION[language])
    expect(decision.get_by_role("listitem").filter(has_text=PLAYED[language])).to_have_count(1)
    expect(decision.get_by_role("listitem").first).to_contain_text("%" if language == "en" else "％")
    move = int(moments.last.inner_text())
    expect(decision.get_by_role("heading")).to_contain_text(str(move))
    slider = aki.page.get_by_role("slider")
    place = slider.input_value()
    aki.press(moments.first, how)
    expect(slider).not_to_have_value(place)

    aki.press(review.get_by_role("img", name=CHART[language]), how)
    expect(decision).to_be_visible()
    assert not serious_violations(aki, axe)

    at = aki.page.url
    aki.press(decision.get_by_role("button", name=PLAY_ON[language]), how)
    aki.page.wait_for_url(lambda url: "/table/" in url and url != at)
    assert aki.await_turn(how=how)
