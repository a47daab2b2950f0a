"""One evening with friends: four browsers, a terminal, and a server that crashes in the middle of it."""

from __future__ import annotations

import asyncio
import contextlib
import re
import threading
import time
from collections.abc import Coroutine, Iterator
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import pytest
from playwright.sync_api import expect

from harness.contract.cases import in_ci
from tefuda.terminal.screens.dialogs import ResultDialog
from tests.browser.clients import LOOK, PATIENCE, Make, Person
from tests.browser.conftest import Server
from tests.browser.test_lobby import sit
from tests.terminal.online import Terminal, joined

R = TypeVar("R")
# Whether a button with this text is shown.
OFFERED = "text => [...document.querySelectorAll('button')].some((one) => one.textContent.includes(text))"


class Elsewhere:
    """A terminal in a thread of its own: Playwright's event loop excludes any other."""

    def __init__(self, link: str, state: Path, name: str) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._thread.start()
        self._stack = contextlib.AsyncExitStack()
        self.terminal: Terminal = self.run(self._stack.enter_async_context(joined(link, state, name)))

    def run(self, work: Coroutine[Any, Any, R]) -> R:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(PATIENCE)

    def sees(self, words: str) -> None:
        self.run(self.terminal.sees(words))

    def logs(self, words: str) -> None:
        self.run(self.terminal.logs(words))

    def press_when_offered(self, key: str) -> None:
        self.run(self.terminal.press_when_offered(key))

    def close(self) -> None:
        self.run(self._stack.aclose())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


@pytest.fixture
def own_server(front_end: None, tmp_path: Path) -> Iterator[Server]:
    with contextlib.closing(Server(tmp_path / "server")) as server:
        server.seed("an evening with friends")
        yield server


@pytest.fixture
def server(own_server: Server) -> str:
    """Return the address of a server of this test's own, which it may kill."""
    return own_server.address


def open_table(host: Person) -> str:
    """Open a table for four with ten minutes for each, and return its invite link."""
    host.open("/new/llama")
    host.page.get_by_role("combobox", name="持ち時間", exact=True).select_option("自分で決める")
    host.page.get_by_role("spinbutton", name="ゲーム全体の時間（分）").fill("10")
    for seat in (2, 3):
        host.page.get_by_role("combobox", name=f"席{seat}", exact=True).select_option("open")
    host.button("卓をつくる").click()
    return host.invite_link()


class Evening:
    """The people at one table: two with browsers, one with a terminal."""

    def __init__(self, aki: Person, nao: Person, yui: Elsewhere) -> None:
        self.aki, self.nao, self.yui = aki, nao, yui
        self.random = Random(1)

    def dealt(self) -> None:
        """Wait until everyone sees the cards."""
        for one in (self.aki, self.nao):
            expect(one.stage).to_be_visible()
        terminal = self.yui.terminal
        self.yui.run(terminal.until(lambda: terminal.screen.view is not None and terminal.idle))

    def play_until_it_is_the_turn_of(self, whose: Person) -> None:
        """Let everyone else play when it is their turn."""
        deadline = time.monotonic() + PATIENCE
        while not (whose.may_decide() and whose.may_draw()):
            assert time.monotonic() < deadline, "nobody plays on"
            for one in {self.aki, self.nao} - {whose}:
                if one.may_decide() and one.may_draw():
                    one.take_turn()
            if self.yui.terminal.to_act:
                self.yui.run(self.yui.terminal.play(self.random))
            whose.page.wait_for_timeout(LOOK)

    def finish(self) -> None:
        """Let bots play for the people with browsers, and the terminal for itself, until the game is over."""
        table = self.aki.page.url
        for one in (self.aki, self.nao):
            one.button(one.words.menu).click()
            one.button(one.words.stand_in).click()
            one.await_stand_in()
            one.page.goto("about:blank")  # to show the rest of the game takes each page five seconds of processor time
        self.yui.run(self.yui.terminal.play_to_end(self.random, 0))
        self.aki.await_end(table)
        for one in (self.aki, self.nao):
            one.open(table)
            expect(one.result).to_be_visible()


def seats(one: Person) -> list[str]:
    """Return the names in the lobby, by seat."""
    return [name.split()[0] for name in one.page.locator("main ol .name").all_inner_texts()]


@in_ci
def test_evening_of_games_talk_and_sharing_works_in_four_pages_and_a_terminal(
    person: Make, own_server: Server, tmp_path: Path
) -> None:
    aki, nao = person("ja"), person("en", 320, 568)
    ken, mei = person("en", 844, 390), person("ja", 390, 664)
    link = gather(aki, nao, ken)
    with contextlib.closing(Elsewhere(link, tmp_path, "Yui")) as yui:
        yui.sees("Lobby")
        expect(aki.page.locator("main ol .name").filter(has_text="Yui")).to_be_visible()
        assert seats(nao) == ["アキ", "Nao", "Yui"]
        mei.open(link)
        mei.page.get_by_role("link", name="観戦").click()
        aki.button(aki.words.start).click()
        evening = Evening(aki, nao, yui)
        evening.dealt()
        expect(mei.stage).to_be_visible()
        talk(evening, mei)
        take_back(evening)
        play_through_a_crash(evening, own_server, mei)
        mei.page.goto("about:blank")
        run_out_of_time(aki, own_server)
        evening.finish()
        share_and_check(aki, ken)
        play_again(evening)


def gather(aki: Person, nao: Person, ken: Person) -> str:
    """Open a table, change the game and remove someone; returns the link."""
    link = open_table(aki)
    aki.page.get_by_role("textbox", name=aki.words.name).fill("アキ")
    aki.button("決める").click()
    sit(nao, link, "Nao")
    sit(ken, link, "Ken")
    aki.page.get_by_text("卓の設定を変える").click()
    aki.page.get_by_role("combobox", name="ゲーム", exact=True).select_option(label="ことりあつめ")
    expect(nao.page.get_by_role("heading", level=2, name="Kotori Atsume")).to_be_visible()
    expect(nao.page.get_by_text(re.compile("10 min"))).to_be_visible()
    aki.button("Kenを席から外す").click()
    aki.button("席から外す").click()
    expect(ken.page.get_by_role("alert").filter(has_text="removed you from your seat")).to_be_visible()
    ken.page.goto("about:blank")  # until someone shares something with them
    return link


def talk(evening: Evening, spectator: Person) -> None:
    """Say something, which everyone reads in their language."""
    evening.nao.page.keyboard.press("t")
    evening.nao.button("Good luck").click()
    for one in (evening.aki, spectator):
        expect(one.page.get_by_role("status").filter(has_text="お手柔らかに")).to_have_count(1)
    evening.yui.logs("Good luck")
    evening.nao.page.reload()
    expect(evening.nao.stage).to_be_visible()
    evening.nao.page.keyboard.press("t")
    panel = evening.nao.page.get_by_role("dialog", name="Talk")
    expect(panel.get_by_role("listitem").filter(has_text="Good luck")).to_have_count(1)
    evening.nao.page.keyboard.press("Escape")


def take_back(evening: Evening) -> None:
    """Take back a pass with the consent of the others; one that ends a round reveals cards and cannot be taken back."""
    aki, nao = evening.aki, evening.nao
    offer = nao.button("Take back")
    while True:
        evening.play_until_it_is_the_turn_of(nao)
        if not nao.carry_on.is_visible():
            nao.take_turn()
            continue
        before = nao.log_length()
        nao.carry_on.click()
        nao.await_log(before)
        if nao.wait_for(OFFERED, "Take back", 3):
            break
    offer.click()
    aki.button("認める").click()
    evening.yui.press_when_offered("plus")
    for one, told in ((aki, "取り消した"), (nao, "takes the last action back")):  # in the log: the notice vanishes
        expect(one.log_lines.filter(has_text=told)).to_have_count(1)
    evening.play_until_it_is_the_turn_of(nao)


def share_and_check(aki: Person, ken: Person) -> None:
    """Share a moment of the private game with someone who has no seat, and check its record."""
    table = aki.page.url
    aki.open(table.replace("/table/", "/replay/"))
    aki.button("1手進む").click()
    aki.button("場面を共有").click()
    dialog = aki.page.get_by_role("dialog", name="場面を共有")
    dialog.get_by_role("button", name="リンクを作る").click()
    link = dialog.locator("code")
    expect(link).to_contain_text("share=")
    ken.open(link.inner_text())
    expect(ken.page.locator("output")).to_have_text(aki.page.locator("output").inner_text())
    record = aki.page.request.get(table.replace("/table/", "/api/tables/") + "/record.txt").body()
    ken.open("/check")
    chosen = ken.page.get_by_label(re.compile("^Choose a record file"))
    chosen.set_input_files({"name": "evening.txt", "mimeType": "text/plain", "buffer": record})
    verdicts = ken.page.locator("[aria-labelledby=checked]").get_by_role("listitem")
    expect(verdicts.filter(has_text="roven")).not_to_have_count(0)
    expect(verdicts.filter(has_text="FALSE")).to_have_count(0)
    ken.button("Have the server check moves and ranks").click()
    expect(ken.page.get_by_text("The server’s answer")).to_contain_text("proven")
    aki.open(table)


def play_through_a_crash(evening: Evening, server: Server, spectator: Person) -> None:
    """Play for a while, before and after a reload and a crash: nothing is lost."""
    aki, nao = evening.aki, evening.nao
    evening.play_until_it_is_the_turn_of(nao)
    nao.take_turn()
    evening.play_until_it_is_the_turn_of(aki)
    lines = aki.log_length()  # whose turn it is: the other page may still show what led there
    nao.page.reload()
    expect(nao.log_lines).to_have_count(lines)
    for one in (aki, nao, spectator):
        one.requests_may_fail = True  # until they are connected again
    server.crash()
    for one in (aki, nao, spectator):  # who returns after several moves has a gap in the log
        expect(one.page.get_by_role("alert").filter(has_text=one.words.lost)).to_have_count(0)
    aki.take_turn()
    evening.play_until_it_is_the_turn_of(nao)
    evening.play_until_it_is_the_turn_of(aki)
    assert aki.log_length() > lines
    for one in (nao, spectator):
        expect(one.log_lines).to_have_count(aki.log_length())


def run_out_of_time(aki: Person, server: Server) -> None:
    server.pass_time(660)
    over = aki.page.get_by_role("status").filter(has_text="時間が切れたので")
    expect(over).to_be_visible()
    expect(aki.button(aki.words.myself)).to_be_visible()
    expect(aki.draw).to_have_count(0)  # nor any other button
    aki.button(aki.words.myself).click()
    expect(over).to_have_count(0)


def play_again(evening: Evening) -> None:
    """Start another game with the people of the first, of whom another one begins."""
    aki, nao, yui = evening.aki, evening.nao, evening.yui
    aki.result.get_by_role("button", name=aki.words.again, exact=True).click()
    nao.result.get_by_role("button", name="To the next table").click()
    terminal = yui.terminal
    yui.run(terminal.until(lambda: isinstance(terminal.pilot.app.screen, ResultDialog)))
    yui.run(terminal.press("a"))
    yui.sees("Lobby")
    for one in (aki, nao):
        expect(one.page.locator("main ol .name").filter(has_text="Yui")).to_be_visible()
    assert seats(aki) == ["Yui", "アキ", "Nao"]
    aki.button(aki.words.start).click()
    evening.dealt()
