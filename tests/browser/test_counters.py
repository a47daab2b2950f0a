"""Every counter on the table has a word beside it, also on the smallest screens."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.clients import PATIENCE, Person

GAMES = ("kotori", "doutotsu", "llama", "tezuma")
# Numbers in sight without a visible word in their line, on plates and in the goal.
BARE = """() => {
  const seen = (one) => one.checkVisibility() && one.getBoundingClientRect().width > 2;
  const spoken = (one) => one.nodeType === 3 || one.matches("small, .unit, .word, .name") && seen(one);
  return [...document.querySelectorAll(".plate .facts b, .goal .standing b")]
    .filter((number) => seen(number) && !number.closest("ol"))
    .map((number) => number.closest(".standing") ?? number.parentElement)
    .filter((line) => ![...line.childNodes]
      .some((one) => one.textContent.trim() && one.nodeName !== "B" && spoken(one)))
    .map((line) => line.outerHTML);
}"""
LONGER = """lines => document.querySelectorAll("[role=log] li").length >= lines"""
# Plates whose words do not fit into their width.
WIDE = """() => [...document.querySelectorAll(".stage .plate .plate")]
  .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.innerText)"""


@pytest.mark.parametrize("game", GAMES)
def test_counters_have_words_on_all_screens(person: Callable[..., Person], game: str) -> None:
    """In both languages."""
    aki = person("ja", 320, 568, hasty=True)
    aki.open_game(game)
    expect(aki.page.locator(".plate .facts b").first).to_be_attached()
    check_plates(aki)
    aki.button(aki.words.menu).click()
    aki.button(aki.words.stand_in).click()
    lines = aki.log_length()
    assert aki.wait_for(LONGER, lines + 6, PATIENCE)  # the bots play on, and more is said of each seat
    check_plates(aki)


def check_plates(person: Person) -> None:
    for language in ("en", "ja"):
        person.speak(language)
        for width, height in ((320, 568), (390, 664), (844, 390), (1440, 900)):
            person.resize(width, height)
            assert person.page.evaluate(BARE) == [], (language, width, height)
            assert person.page.evaluate(WIDE) == [], (language, width, height)
