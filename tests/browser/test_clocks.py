"""Clocks in the browser: chosen, said before the game, counted down, and given back."""

import contextlib
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import TimeoutError, expect  # noqa: A004  # Playwright's own name

from tests.browser.clients import Person
from tests.browser.test_counters import GAMES, WIDE

Make = Callable[..., Person]
OPEN = """async ([game, clock]) => {
  const seats = [{ kind: "me" }, { kind: "bot" }, { kind: "bot" }];
  const body = JSON.stringify({ game, seats, clock, deal: true });
  const headers = { "Content-Type": "application/json" };
  await fetch("/api/me", { method: "POST", headers, body: JSON.stringify({ name: "Wilhelmina" }) });
  return (await (await fetch("/api/tables", { method: "POST", headers, body })).json()).id;
}"""
# For each plate: the name, whether it has room, and whether a time stands over it.
NAMES = """() => [...document.querySelectorAll(".stage .plate .plate")].map((plate) => {
  const name = plate.querySelector(".name"), clock = plate.querySelector(".clock");
  const [a, b] = [name.getBoundingClientRect(), clock?.getBoundingClientRect()];
  const over = b !== undefined
    && a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  return [name.textContent, a.width >= Math.min(name.scrollWidth, 40) - 1, over];
})"""


def at_table(person: Person, game: str, clock: dict[str, object]) -> None:
    """Open a table with bots and a clock, and go there."""
    person.open("/early.js")
    table = person.page.evaluate(OPEN, [game, clock])
    person.open(f"/table/{table}")
    expect(person.stage).to_be_visible()


def test_time_counts_down_and_a_bot_takes_over_until_the_person_returns(person: Make) -> None:
    aki = person("en", 320, 568)
    at_table(aki, "kotori", {"kind": "move", "seconds": 12})
    times = aki.page.get_by_role("timer")
    assert aki.await_turn()
    expect(times.first).to_have_text(re.compile(r"^0:\d\d$"))
    expect(aki.page.get_by_role("status").filter(has_text="10 seconds left")).to_have_count(1)
    expect(aki.page.locator(".clock.urgent").filter(visible=True).first).to_be_visible()
    told = aki.page.get_by_role("status").filter(has_text="Your time is up: a bot is playing for you.")
    expect(told).to_be_visible()
    with contextlib.suppress(TimeoutError):  # on a busy machine the page may have connected again, which is a return
        aki.button("Play myself").click(timeout=5000)
    expect(told).to_have_count(0)


@pytest.mark.parametrize("game", GAMES)
def test_names_have_room_beside_the_time_on_all_screens(person: Make, game: str) -> None:
    aki = person("ja", 320, 568)
    at_table(aki, game, {"kind": "reserve", "seconds": 3600, "increment": 5})
    times = aki.page.get_by_role("timer").filter(visible=True)
    expect(times.first).to_be_visible()
    for language in ("ja", "en"):
        aki.speak(language)
        for width, height in ((320, 568), (390, 664), (844, 390), (1440, 900)):
            aki.resize(width, height)
            assert times.count() > 0, (width, height)
            assert aki.page.evaluate(WIDE) == [], (language, width, height)
            untidy = [one for one in aki.page.evaluate(NAMES) if not one[1] or one[2]]
            assert untidy == [], (language, width, height)


@pytest.mark.parametrize(("language", "width", "height"), [("en", 320, 568), ("ja", 390, 664)], ids=["en", "ja"])
def test_host_chooses_the_clock_and_everyone_is_told_before_the_game(
    person: Make, language: str, width: int, height: int
) -> None:
    aki, nao = person(language, width, height), person(language, width, height)
    aki.open("/new/kotori")
    english = language == "en"
    choice = aki.page.get_by_role("combobox", name="Time limit" if english else "持ち時間", exact=True)
    choice.select_option("5 min + 5 s" if english else "5分＋5秒")
    zero = "a bot takes over until you return" if english else "戻るまでボットが代わりにプレイします"
    expect(aki.page.get_by_text(zero)).to_be_visible()
    choice.select_option("Your own values" if english else "自分で決める")
    aki.page.get_by_role("spinbutton", name="Minutes for the whole game" if english else "ゲーム全体の時間（分）").fill(
        "3"
    )
    aki.page.get_by_role(
        "spinbutton", name="Seconds added each turn" if english else "手番ごとに加わる時間（秒）"
    ).fill("20")
    aki.page.get_by_role("combobox", name="Seat 2" if english else "席2", exact=True).select_option("open")
    aki.button("Create table" if english else "卓をつくる").click()
    rule = "3 min + 20 s" if english else "3分＋20秒"
    expect(aki.page.get_by_text(rule)).to_be_visible()
    expect(aki.page.get_by_text(zero)).to_be_visible()
    assert aki.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    nao.open(aki.invite_link())
    expect(nao.page.get_by_text(rule)).to_be_visible()
    expect(nao.page.get_by_text(zero)).to_be_visible()
