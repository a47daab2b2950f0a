"""Fair deals in the browser: shares given unasked, seals compared, call-offs named, claims checked after the end."""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, WebSocketRoute, expect

from tests.browser.clients import Person, serious
from tests.browser.test_pages import small_targets

Make = Callable[..., Person]
MINE = {
    "ja": "あなたの乱数が、この配札に入っています。封をしたあとで変えられたものはありません。",
    "en": "Your share is in this deal; nothing in it was changed after the seal.",
}
FAIR = {"ja": "公正な配札", "en": "Fair deal"}
SEALED = {"ja": "配札に封をしました", "en": "The deal is sealed"}
SOCKETS = re.compile("/ws/tables/")


def fair_deal(person: Person, language: str = "en") -> Locator:
    """Open the sheet about the deal from the table's menu."""
    person.button(person.words.menu).click()
    person.button(FAIR[language]).click()
    sheet = person.page.get_by_role("dialog", name=FAIR[language])
    expect(sheet).to_be_visible()
    return sheet


def seal(sheet: Locator) -> str:
    """The seal as the sheet shows it, in full."""
    shown = sheet.get_by_role("code").first.inner_text()
    digits = re.sub(r"\s", "", shown)
    assert re.fullmatch("[0-9a-f]{64}", digits)
    return digits


def two_in_a_lobby(person: Make) -> tuple[Person, Person]:
    aki, nao = person("en"), person("ja", 390, 844)
    link = aki.invitation()
    aki.button("Add a bot").first.click()
    nao.open(link)
    nao.page.get_by_role("textbox", name=nao.words.name).fill("Nao")
    nao.button(nao.words.sit).click()
    expect(aki.page.get_by_role("listitem").filter(has_text="Nao")).to_be_visible()
    expect(nao.page.get_by_role("status").filter(has_text="ホストの開始")).to_be_visible()
    return aki, nao


def withhold_shares(person: Person) -> Callable[[], None]:
    """Let nothing through that reveals a share, until the returned function is called."""
    held = True

    def pass_on(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def send(message: str | bytes) -> None:
            if not held or json.loads(message)["t"] != "share":
                server.send(message)

        socket.on_message(send)

    def let_go() -> None:
        nonlocal held
        held = False

    person.page.route_web_socket(SOCKETS, pass_on)
    return let_go


def bend_messages(person: Person, bend: Callable[[dict[str, Any]], None]) -> None:
    """Change every description of the deal that the table sends."""

    def pass_on(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def receive(message: str | bytes) -> None:
            found = json.loads(message)
            for holder in (found, found.get("table"), found.get("update")):
                if holder and holder.get("deal"):
                    bend(holder["deal"])
            socket.send(json.dumps(found))

        server.on_message(receive)

    person.page.route_web_socket(SOCKETS, pass_on)


@pytest.mark.parametrize("language", ["ja", "en"])
def test_playing_alone_deals_at_once_with_ones_own_share(person: Make, axe: str, language: str) -> None:
    aki = person(language, 320, 568)
    aki.play_now()
    sheet = fair_deal(aki, language)
    expect(sheet).to_contain_text(MINE[language])
    assert seal(sheet)
    assert aki.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert not serious(aki, axe)
    assert not small_targets(aki)


def test_two_friends_see_that_their_shares_are_in_the_same_deal(person: Make) -> None:
    aki, nao = two_in_a_lobby(person)
    aki.button(aki.words.start).click()
    expect(aki.stage).to_be_visible()
    expect(nao.stage).to_be_visible()
    first, second = fair_deal(aki), fair_deal(nao, "ja")
    expect(first).to_contain_text(MINE["en"])
    expect(second).to_contain_text(MINE["ja"])
    assert seal(first) == seal(second)


def test_a_reload_between_seal_and_share_does_not_lose_the_deal(person: Make) -> None:
    aki = person("ja")
    let_go = withhold_shares(aki)
    aki.open()
    aki.offer().get_by_role("button", name=aki.words.play_now).click()
    expect(aki.page.get_by_role("status").filter(has_text=SEALED["ja"])).to_be_visible()
    let_go()
    aki.page.reload()
    expect(aki.stage).to_be_visible()
    expect(fair_deal(aki, "ja")).to_contain_text(MINE["ja"])


def test_a_share_that_does_not_come_is_named_and_the_next_deal_goes_on_without_it(person: Make) -> None:
    aki, nao = person("en"), person("ja", 390, 844)
    withhold_shares(nao)
    link = aki.invitation()
    aki.button("Add a bot").first.click()
    nao.open(link)
    nao.page.get_by_role("textbox", name=nao.words.name).fill("Nao")
    nao.button(nao.words.sit).click()
    expect(nao.page.get_by_role("status").filter(has_text="ホストの開始")).to_be_visible()
    aki.button(aki.words.start).click()
    expect(aki.page.get_by_role("status").filter(has_text=SEALED["en"])).to_be_visible()
    expect(aki.page.get_by_text("Nao’s share did not come")).to_be_visible(timeout=30_000)
    expect(nao.page.get_by_text("Naoの乱数が届かなかった")).to_be_visible()
    aki.button(aki.words.start).click()
    expect(aki.stage).to_be_visible()
    expect(fair_deal(aki)).to_contain_text(MINE["en"])
    expect(nao.stage).to_be_visible()
    sheet = fair_deal(nao, "ja")
    expect(sheet).to_contain_text("あなたの乱数を入れずに封をされました")
    expect(sheet).to_contain_text("Naoの乱数が届かなかった")


def test_a_seal_that_is_not_of_this_table_gets_no_share_and_the_page_says_why(person: Make) -> None:
    aki = person("en")

    def other_bots(deal: dict[str, Any]) -> None:
        for attempt in deal.get("attempts", []):
            attempt["seats"] = ["person", "bot hard", "bot hard"]

    bend_messages(aki, other_bots)
    sent: list[str] = []
    aki.page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(str(frame))))
    aki.open()
    aki.offer().get_by_role("button", name=aki.words.play_now).click()
    alert = aki.page.get_by_role("alert").filter(has_text="keeps its share back")
    expect(alert).to_contain_text("other players")
    expect(aki.stage).to_have_count(0)
    assert not any('"t":"share"' in frame for frame in sent)


def test_a_seal_without_ones_share_is_said_before_the_first_card(person: Make) -> None:
    nao = person("en")

    def without_the_third_seat(deal: dict[str, Any]) -> None:
        for attempt in deal.get("attempts", []):
            attempt["pledges"].pop("2", None)

    bend_messages(nao, without_the_third_seat)
    aki = person("ja")
    link = aki.invitation()
    aki.button("ボットを入れる").first.click()
    nao.open(link)
    nao.button(nao.words.sit).click()
    expect(nao.page.get_by_role("status").filter(has_text="Waiting for the host")).to_be_visible()
    aki.button(aki.words.start).click()
    expect(nao.page.get_by_role("alert").filter(has_text="sealed without your share")).to_be_visible()
    expect(nao.stage).to_have_count(0)


def test_another_key_of_the_server_is_a_warning_until_it_is_accepted(person: Make) -> None:
    aki = person("en")
    aki.open()
    aki.page.evaluate("localStorage.setItem('tefuda-server-' + 'ab'.repeat(32), '{}')")
    aki.offer().get_by_role("button", name=aki.words.play_now).click()
    expect(aki.page.get_by_role("alert").filter(has_text="another key")).to_be_visible()
    aki.button("Accept the new key").click()
    expect(aki.stage).to_be_visible()
    aki.play_now()  # known from now on
    expect(fair_deal(aki)).to_contain_text(MINE["en"])


def test_a_seat_that_is_falsely_called_silent_is_told_so(person: Make) -> None:
    aki = person("en")

    def blame(deal: dict[str, Any]) -> None:
        if deal.get("shared"):
            deal["attempts"][0] |= {"silent": [0], "call_off": "ab" * 32}

    bend_messages(aki, blame)
    aki.play_now()
    aki.page.get_by_role("alert").get_by_role("button", name=FAIR["en"]).click()
    sheet = aki.page.get_by_role("dialog", name=FAIR["en"])
    expect(sheet).to_contain_text("share did not come")
    expect(sheet).to_contain_text("the server had confirmed your share")


def test_a_seal_that_is_taken_back_is_said_during_the_game(person: Make) -> None:
    aki = person("ja", 320, 568)

    def replace(deal: dict[str, Any]) -> None:
        if deal.get("dealt"):
            deal["attempts"][0]["seal"] = "cd" * 32

    bend_messages(aki, replace)
    aki.play_now()
    aki.page.get_by_role("alert").get_by_role("button", name=FAIR["ja"]).click()
    sheet = aki.page.get_by_role("dialog", name=FAIR["ja"])
    expect(sheet).to_contain_text("あなたのブラウザが確かめて残した封と違います")
    expect(sheet).not_to_contain_text(MINE["ja"])


def test_a_browser_that_keeps_nothing_gives_its_share_all_the_same(person: Make) -> None:
    aki = person("en")
    aki.page.add_init_script("Storage.prototype.setItem = () => { throw new Error('refused'); }")
    aki.play_now()
    expect(fair_deal(aki)).to_contain_text(MINE["en"])


def test_a_spectator_is_told_that_they_gave_no_share(person: Make) -> None:
    aki, eyes = person("ja"), person("en")
    link = aki.invitation()
    for left in (1, 0):
        aki.button("ボットを入れる").first.click()
        expect(aki.button("ボットを入れる")).to_have_count(left)
    aki.button(aki.words.start).click()
    expect(aki.stage).to_be_visible()
    eyes.open(link)
    eyes.page.get_by_role("link", name="Watch").click()
    expect(eyes.stage).to_be_visible()
    expect(fair_deal(eyes)).to_contain_text("You gave no share in this deal. 1 player did")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_after_the_end_the_claims_and_files_that_verify_takes(
    person: Make, axe: str, scheme: str, tmp_path: Path
) -> None:
    aki = person("en", 320, 568, color_scheme=scheme)
    aki.play_now()
    aki.play_to_the_end()
    aki.result.get_by_role("button", name=FAIR["en"]).click()
    sheet = aki.page.get_by_role("dialog", name=FAIR["en"])
    claims = sheet.get_by_role("region", name="What is proven").get_by_role("listitem")
    expect(claims).to_have_count(7)
    verdicts = [claim.inner_text() for claim in claims.all()]
    assert ["not proven" not in text for text in verdicts] == [True, True, True, False, False, True, False], verdicts
    assert not serious(aki, axe)
    assert not small_targets(aki)
    assert aki.page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    for role, name in (("link", "Save the record"), ("button", "Save my copy")):
        with aki.page.expect_download() as download:
            sheet.get_by_role(role, name=name).click()
        download.value.save_as(tmp_path / download.value.suggested_filename)
    command = next(
        text for code in sheet.get_by_role("code").all() if (text := code.inner_text()).startswith("tefuda verify")
    )
    arguments = [*command.split()[1:], "--lang", "en"]
    answer = subprocess.run(
        [sys.executable, "-m", "tefuda", *arguments], cwd=tmp_path, check=False, capture_output=True, text=True
    )
    assert answer.returncode == 0, answer.stdout + answer.stderr
    assert answer.stdout.count("NOT PROVEN:") == 1, answer.stdout  # what no record can prove
    assert "\nPROVEN: It is the game that you saw." in answer.stdout

    table = aki.page.url
    aki.page.goto(table.replace("/table/", "/replay/"))  # and later
    aki.button(FAIR["en"]).click()
    expect(sheet).to_contain_text(MINE["en"])
    expect(claims).to_have_count(7)

    aki.page.goto(table)
    aki.button(aki.words.again).click()  # the rematch has a deal and a share of its own
    aki.await_turn()
    expect(fair_deal(aki)).to_contain_text(MINE["en"])
