"""Bots that play for people, skipping to the end, and choices held back until the cards lie still, in the browser."""

import contextlib
import json
import re
import time
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from tests.browser import test_llama
from tests.browser.clients import PATIENCE, Person
from tests.browser.conftest import Server
from tests.browser.test_llama import SKIP

Make = Callable[..., Person]
RISKY = ("^go all-in with", "^reveal \\(", "^draw bottom", "^stop drawing", "^play for", "^vote for")


@pytest.fixture(scope="module")
def server(front_end: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return the address of a server that gives up waiting for a person soon."""
    with contextlib.closing(Server(tmp_path_factory.mktemp("server"), "gone_after=2")) as server:
        yield server.address


def lose(person: Person) -> bool:
    """Play llama until out of the game (True) or until it is over: draw all notes, and go all-in with them."""
    deadline = time.monotonic() + 120
    skip = person.button(SKIP["en"])
    buttons = [
        person.actions.get_by_role("button", name=re.compile(pattern, re.IGNORECASE), disabled=False).first
        for pattern in RISKY
    ]
    while time.monotonic() < deadline:
        if skip.is_visible():
            return True
        if person.result.is_visible():
            return False
        button = next((one for one in buttons if one.is_visible()), None)
        if button is not None:
            test_llama.decide(person, button)
        else:
            person.hurry()
            person.page.wait_for_timeout(20)
    raise AssertionError("the game does not end")


def test_person_without_coins_skips_to_the_end(person: Make) -> None:
    aki = person("en", 320, 568, hasty=True)
    for _ in range(20):
        aki.open_game("llama")
        expect(aki.button(SKIP["en"])).to_have_count(0)
        if lose(aki):
            break
    else:
        raise AssertionError("aki was never out before the end")
    expect(aki.button(aki.words.hint)).to_have_count(0)
    aki.button(SKIP["en"]).click()
    expect(aki.button(SKIP["en"])).to_have_count(0)
    expect(aki.result).to_be_visible(timeout=PATIENCE * 1000)
    assert aki.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def leave(person: Person) -> None:
    """Close the page; a blank one is open then."""
    context, size = person.page.context, person.page.viewport_size
    assert size is not None
    person.page.close()
    person.page = context.new_page()
    person.page.set_viewport_size(size)


def test_seat_says_who_called_the_bot_and_that_person_returns_with_one_press(person: Make) -> None:
    aki, nao = person("en", hasty=True), person("ja", 390, 664)
    link = aki.invitation()
    aki.button("Add a bot").first.click()
    nao.open(link)
    nao.page.get_by_role("textbox", name=nao.words.name).fill("Nao")
    nao.button(nao.words.sit).click()
    expect(nao.page.get_by_role("status").filter(has_text="ホストの開始")).to_be_visible()
    aki.button(aki.words.start).click()
    expect(nao.stage).to_be_visible()
    nao.button(nao.words.menu).click()
    nao.button(nao.words.stand_in).click()
    seat = aki.stage.get_by_role("group", name="Nao", exact=True)
    expect(seat).to_contain_text("bot plays")
    buttons = nao.actions.get_by_role("button", name=re.compile("^(?!ログ)"))
    expect(buttons).to_have_count(1)
    nao.button(nao.words.myself).click()
    expect(seat).not_to_contain_text("bot plays")
    address = nao.page.url
    leave(nao)
    expect(seat).to_contain_text("away, bot plays")
    lines = aki.page.locator("[role=log] li").filter(has_text="Nao")
    enough = lines.count() + 3  # by then the bot has decided at least once
    deadline = time.monotonic() + 120
    while lines.count() < enough and time.monotonic() < deadline:
        if aki.await_turn():
            aki.take_turn()
    nao.open(address)
    told = nao.page.get_by_role("status").filter(has_text="離れていた間に、ボットが")
    expect(told).to_be_visible()
    expect(seat).not_to_contain_text("bot plays")


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_choices_are_held_back_until_the_cards_lie_still(person: Make, motion: str) -> None:
    aki = person("en", fresh=True, reduced_motion=motion)  # a changed clock stays
    sent: list[str] = []
    aki.page.on(
        "websocket",
        lambda socket: socket.on("framesent", lambda frame: sent.append(json.loads(frame)["t"])),
    )
    aki.open_game()
    assert aki.await_turn()
    aki.page.clock.install()
    aki.page.clock.pause_at(4_000_000_000_000)  # timers run only when the test says so
    sent.clear()
    before = aki.log_length()
    aki.draw.click()
    expect(aki.page.locator("[role=log] li")).not_to_have_count(before)
    assert sent.count("play") == 1
    held = aki.actions.get_by_role("button", disabled=True, name=re.compile("^(bid|pass|draw)", re.IGNORECASE))
    lines = before
    for _ in range(200):  # the bots decide, and each event is shown in its turn
        if aki.page.title().startswith("●"):
            break
        lines = aki.log_length()
        if motion == "no-preference":
            for _ in range(held.count()):
                aki.page.keyboard.press("1")
            assert aki.top_card.count() == 0, "no card can be played while cards move"
        assert sent.count("play") == 1, "a key pressed meanwhile plays nothing"
        aki.page.clock.run_for(100)
        aki.page.wait_for_timeout(20)
    assert sent.count("play") == 1
    if motion == "no-preference":
        assert aki.log_length() == lines, "the last event was shown before the choices"
    aki.page.keyboard.press("1")
    deadline = time.monotonic() + 20
    while sent.count("play") == 1 and time.monotonic() < deadline:
        aki.page.wait_for_timeout(20)
    assert sent.count("play") == 2
