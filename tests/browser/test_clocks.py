"""Clocks in the browser: chosen, said before the game, counted down, and given back.

Whether there is room for them on the table is shown in test_counters.py.
"""

import contextlib
import re

from playwright.sync_api import TimeoutError, expect  # noqa: A004  # Playwright's own name

from harness.contract.cases import large
from tests.browser.clients import Make
from tests.browser.test_counters import at_table


@large
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


def test_host_chooses_clock_and_hints_and_everyone_is_told_before_the_game(person: Make) -> None:
    aki, nao = person("en", 320, 568), person("ja", 390, 664)
    page = aki.page
    zero = {"en": "a bot takes over until you return", "ja": "戻るまでボットが代わりにプレイします"}
    names = {
        "ja": ("持ち時間", "5分＋5秒", "自分で決める", "ゲーム全体の時間（分）", "手番ごとに加わる時間（秒）"),
        "en": ("Time limit", "5 min + 5 s", "Custom", "Minutes for the whole game", "Seconds added each turn"),
    }
    aki.open("/new/kotori?friends")
    for language, (label, usual, own, whole, added) in names.items():
        aki.speak(language)
        choice = page.get_by_role("combobox", name=label, exact=True)
        choice.select_option(usual)
        expect(page.get_by_text(zero[language])).to_be_visible()
        choice.select_option(own)
        page.get_by_role("spinbutton", name=whole).fill("3")
        page.get_by_role("spinbutton", name=added).fill("20")
    hints = page.get_by_role("checkbox", name=re.compile("^Hints during the game"))
    expect(hints).not_to_be_checked()
    hints.check()
    aki.button("Create table").click()
    nao.open(aki.invite_link())
    assert page.request.get(f"/api/tables/{page.url.rpartition('/')[2]}").json()["hints"]
    rule = {"en": "3 min + 20 s", "ja": "3分＋20秒"}
    for one in (aki, nao):
        for language in ("en", "ja"):
            one.speak(language)
            expect(one.page.get_by_text(rule[language])).to_be_visible()
            expect(one.page.get_by_text(zero[language])).to_be_visible()
            assert one.fits()
