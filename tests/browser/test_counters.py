"""Every counter on the table has a word beside it, and names have room beside clocks, on the smallest screens, too."""

from collections.abc import Iterable

import pytest
from playwright.sync_api import expect

from harness.contract.cases import large
from tests.browser.clients import PATIENCE, Make, Person

GAMES = ("kotori", "doutotsu", "llama", "tezuma")
ALL_SIZES = ((320, 568), (390, 664), (844, 390), (1440, 900))
# Numbers in sight without a visible word in their line, on seat panels and in the goal.
BARE = """() => {
  const seen = (one) => one.checkVisibility() && one.getBoundingClientRect().width > 2;
  const spoken = (one) => one.nodeType === 3 || one.matches("small, .unit, .word, .name") && seen(one);
  return [...document.querySelectorAll(".seat-panel .facts b, .goal .standing b")]
    .filter((number) => seen(number) && !number.closest("ol"))
    .map((number) => number.closest(".standing") ?? number.parentElement)
    .filter((line) => ![...line.childNodes]
      .some((one) => one.textContent.trim() && one.nodeName !== "B" && spoken(one)))
    .map((line) => line.outerHTML);
}"""
LONGER = """lines => document.querySelectorAll("[role=log] li").length >= lines"""
# Seat panels whose words do not fit into their width.
WIDE = """() => [...document.querySelectorAll(".stage .seat-panel .seat-panel")]
  .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.innerText)"""
# Names on seat panels that have no room, or a time over them.
NAMES = """() => [...document.querySelectorAll(".stage .seat-panel .seat-panel")].map((panel) => {
  const name = panel.querySelector(".name"), clock = panel.querySelector(".clock");
  const [a, b] = [name.getBoundingClientRect(), clock?.getBoundingClientRect()];
  const over = b !== undefined
    && a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  return [name.textContent, name.clientWidth >= Math.min(name.scrollWidth, 40) - 1 && !over];
}).filter(([, tidy]) => !tidy)"""
TIMES = """() => [...document.querySelectorAll("[role=timer]")].filter((one) => one.checkVisibility()).length"""


def at_table(person: Person, game: str, clock: dict[str, object]) -> None:
    """Open a table with bots and a clock, and go there."""
    person.post("/api/me", name="Wilhelmina")
    person.open(person.make_table(game, clock=clock, deal=True))
    expect(person.stage).to_be_visible()


@large
@pytest.mark.parametrize("game", GAMES)
def test_counters_have_words_and_names_have_room_on_all_screens(person: Make, game: str) -> None:
    """In both languages, beside clocks, which take the most room."""
    aki = person("ja", 320, 568, hasty=True)
    at_table(aki, game, {"kind": "reserve", "seconds": 3600, "increment": 5})
    expect(aki.page.locator(".seat-panel .facts b").first).to_be_attached()
    check_panels(aki, ALL_SIZES)
    aki.button(aki.words.menu).click()
    aki.button(aki.words.stand_in).click()
    lines = aki.log_length()
    assert aki.wait_for(LONGER, lines + 6, PATIENCE)  # the bots play on, and more is said of each seat
    check_panels(aki, ALL_SIZES[:1])
    aki.take_seat_back()


def check_panels(person: Person, sizes: Iterable[tuple[int, int]]) -> None:
    for language in ("en", "ja"):
        person.speak(language)
        for width, height in sizes:
            person.resize(width, height)
            found = person.page.evaluate(f"() => [{TIMES}, {BARE}, {WIDE}, {NAMES}].map((one) => one())")
            assert found[0] > 0, (language, width, height)
            assert found[1:] == [[], [], []], (language, width, height)
