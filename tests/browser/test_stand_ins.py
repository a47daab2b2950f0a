"""Bots that play for people, and skipping to the end, in the browser."""

import contextlib
import re
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import TimeoutError, expect  # noqa: A004  # Playwright's own name

from harness.contract.cases import large
from tests.browser.clients import LOOK, PATIENCE, PRESS, Make, Person
from tests.browser.conftest import Server
from tests.browser.test_games import SMALLEST, assert_all_in_sight
from tests.browser.test_llama import SKIP

RISKY = ("all-in", "reveal", "bottom", "stop", "play", "vote")  # actions that lose, the first ones first


@pytest.fixture(scope="module")
def impatient(front_end: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Return a server that gives up waiting for a person soon, whose bots do not rush to the end."""
    with contextlib.closing(Server(tmp_path_factory.mktemp("server"), "gone_after=2", "bot_delay=0.05")) as server:
        yield server


@pytest.fixture(scope="module")
def server(impatient: Server) -> str:
    """Return the address of the server of this file."""
    return impatient.address


# Plays llama for a player, without a page that shows it, until the player is out (true) or the game is over (false):
# draws all notes, and goes all-in with them.
LOSE = """([table, preferred]) => new Promise((done) => {
  const socket = new WebSocket(`ws://${location.host}/ws/tables/${table}?lang=en`);
  let sent = 0;
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    if (message.t === "refused") throw new Error(data);
    const { view, turn } = message.update ?? message;
    if (!view) return;
    if (view.result || view.out?.includes(view.seat)) {
      socket.close();
      return done(!view.result);
    }
    const offered = (view.choices ?? []).map((one) => one.action);
    const action = preferred.map((start) => offered.find((one) => one.startsWith(start))).find((one) => one);
    if (!action) return;
    sent += 1;  // a connection may send ten messages in a second
    setTimeout(() => socket.send(JSON.stringify({ t: "play", id: `decision-${sent}`, turn, actions: [action] })), 100);
  };
})"""


@large
def test_person_without_coins_skips_to_the_end(person: Make) -> None:
    aki = person("en", 320, 568, hasty=True)
    skip = aki.button(SKIP["en"])
    for _ in range(20):
        aki.open("/early.js")
        table = aki.make_table("llama", deal=True)
        if not aki.page.evaluate(LOSE, [table.removeprefix("/table/"), RISKY]):
            continue
        aki.open(table)
        expect(skip.or_(aki.result).first).to_be_visible()
        expect(aki.button(aki.words.hint)).to_have_count(0)
        with contextlib.suppress(TimeoutError):  # bots may end the game just before
            if skip.is_visible():
                skip.click(timeout=PRESS)
                break
    else:
        raise AssertionError("aki was never out before the end")
    expect(skip).to_have_count(0)
    expect(aki.result).to_be_visible(timeout=PATIENCE * 1000)
    assert aki.fits()


def leave(person: Person) -> None:
    """Close the page; a blank one is open then."""
    context, size = person.page.context, person.page.viewport_size
    assert size is not None
    person.page.close()
    person.page = context.new_page()
    person.page.set_viewport_size(size)


def test_bot_is_offered_for_an_idle_player_and_covers_nothing(person: Make, impatient: Server) -> None:
    aki, nao = person("en", 390, 844), person("en")
    aki.open("/early.js")
    aki.open(aki.make_table("kotori", "me", "open"))
    nao.sit(aki.invite_link(), "Nao")
    aki.button(aki.words.start).click()
    expect(nao.stage).to_be_visible()
    deadline = time.monotonic() + PATIENCE
    while not nao.may_decide():
        assert time.monotonic() < deadline, "it is never the turn of nao"
        if aki.may_decide():
            aki.take_turn()
        aki.page.wait_for_timeout(LOOK)
    impatient.pass_time(61)
    expect(aki.button("Let a bot play for Nao")).to_be_visible()
    assert_all_in_sight(aki, "offer", [(390, 844), *SMALLEST])
    aki.button("Let a bot play for Nao").click()
    expect(nao.button(nao.words.myself)).to_be_visible()


@large
def test_seat_says_who_called_the_bot_and_that_person_returns_with_one_press(person: Make) -> None:
    aki, nao = person("en", hasty=True), person("ja", 390, 664)
    link = aki.invitation()
    aki.button("Add a bot").first.click()
    nao.sit(link, "Nao")
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
