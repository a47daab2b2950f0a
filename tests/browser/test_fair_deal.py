"""Fair deals in the browser: shares sent automatically, seals compared, call-offs named, claims verified."""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, WebSocketRoute, expect

from tests.browser.clients import Make, Person, serious_violations, small_targets, violations_in_both_schemes

MINE = {
    "ja": "あなたの乱数が、この配札に入っています。封をしたあとで変えられたものはありません。",
    "en": "Your share is in this deal; nothing in it was changed after the seal.",
}
FAIR = {"ja": "公正な配札", "en": "Fair deal"}
SEALED = {"ja": "配札に封をしました", "en": "The deal is sealed"}
SOCKETS = re.compile("/ws/tables/")


def fair_deal(person: Person, language: str = "en") -> Locator:
    """Open the dialog about the deal from the table's menu."""
    person.button(person.words.menu).click()
    person.button(FAIR[language]).click()
    dialog = person.page.get_by_role("dialog", name=FAIR[language])
    expect(dialog).to_be_visible()
    return dialog


def seal(sheet: Locator) -> str:
    """Return the seal shown in the dialog."""
    shown = sheet.get_by_role("code").first.inner_text()
    digits = re.sub(r"\s", "", shown)
    assert re.fullmatch("[0-9a-f]{64}", digits)
    return digits


def withhold_shares(person: Person) -> Callable[[], None]:
    """Block messages that reveal a share until the returned function is called."""
    held = True

    def intercept(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def send(message: str | bytes) -> None:
            if not held or json.loads(message)["t"] != "share":
                server.send(message)

        socket.on_message(send)

    def release() -> None:
        nonlocal held
        held = False

    person.page.route_web_socket(SOCKETS, intercept)
    return release


def alter_deals(person: Person, alter: Callable[[dict[str, Any]], None]) -> None:
    """Alter every description of the deal that the table sends."""

    def intercept(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def receive(message: str | bytes) -> None:
            parsed = json.loads(message)
            for holder in (parsed, parsed.get("table"), parsed.get("update")):
                if holder and holder.get("deal"):
                    alter(holder["deal"])
            socket.send(json.dumps(parsed))

        server.on_message(receive)

    person.page.route_web_socket(SOCKETS, intercept)


def test_solo_game_is_dealt_at_once_with_ones_own_share(person: Make, axe: str) -> None:
    aki = person("ja", 320, 568)
    aki.play_now()
    assert seal(fair_deal(aki, "ja"))
    sheet = aki.page.get_by_role("dialog")
    for language in ("ja", "en"):
        aki.speak(language)
        expect(sheet).to_contain_text(MINE[language])
        assert aki.fits()
        assert not serious_violations(aki, axe)
        assert not small_targets(aki)


def test_reload_between_seal_and_share_keeps_the_deal(person: Make) -> None:
    aki = person("ja")
    release = withhold_shares(aki)
    aki.open()
    aki.offer().get_by_role("button", name=aki.words.play_now).click()
    expect(aki.page.get_by_role("status").filter(has_text=SEALED["ja"])).to_be_visible()
    release()
    aki.page.reload()
    expect(aki.stage).to_be_visible()
    expect(fair_deal(aki, "ja")).to_contain_text(MINE["ja"])


def test_missing_share_is_named_and_left_out_of_the_next_deal(person: Make) -> None:
    aki, nao = person("en"), person("ja", 390, 844)
    withhold_shares(nao)
    link = aki.invitation()
    aki.button("Add a bot").first.click()
    nao.sit(link, "Nao")
    expect(nao.page.get_by_role("status").filter(has_text="ホストの開始")).to_be_visible()
    aki.button(aki.words.start).click()
    expect(aki.page.get_by_role("status").filter(has_text=SEALED["en"])).to_be_visible()
    expect(aki.page.get_by_text("Nao’s share did not come")).to_be_visible()
    expect(nao.page.get_by_text("Naoの乱数が届かなかった")).to_be_visible()
    aki.button(aki.words.start).click()
    expect(aki.stage).to_be_visible()
    expect(fair_deal(aki)).to_contain_text(MINE["en"])
    expect(nao.stage).to_be_visible()
    sheet = fair_deal(nao, "ja")
    expect(sheet).to_contain_text("あなたの乱数を入れずに封をされました")
    expect(sheet).to_contain_text("Naoの乱数が届かなかった")


def test_seal_with_other_players_gets_no_share_and_an_explanation(person: Make) -> None:
    aki = person("en")

    def other_bots(deal: dict[str, Any]) -> None:
        for attempt in deal.get("attempts", []):
            attempt["seats"] = ["person", "bot hard", "bot hard"]

    alter_deals(aki, other_bots)
    sent: list[str] = []
    aki.page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(str(frame))))
    aki.open()
    aki.offer().get_by_role("button", name=aki.words.play_now).click()
    alert = aki.page.get_by_role("alert").filter(has_text="keeps its share back")
    expect(alert).to_contain_text("players other than those seated")
    expect(aki.stage).to_have_count(0)
    assert not any('"t":"share"' in frame for frame in sent)


def test_seal_without_ones_share_is_reported_before_the_first_card(person: Make) -> None:
    nao = person("en")

    def without_the_third_seat(deal: dict[str, Any]) -> None:
        for attempt in deal.get("attempts", []):
            attempt["pledges"].pop("2", None)

    alter_deals(nao, without_the_third_seat)
    aki = person("ja")
    link = aki.invitation()
    aki.button("ボットを入れる").first.click()
    nao.open(link)
    nao.button(nao.words.sit).click()
    expect(nao.page.get_by_role("status").filter(has_text="Waiting for the host")).to_be_visible()
    aki.button(aki.words.start).click()
    expect(nao.page.get_by_role("alert").filter(has_text="sealed without your share")).to_be_visible()
    expect(nao.stage).to_have_count(0)


def test_changed_server_key_warns_until_accepted(person: Make) -> None:
    aki = person("en")
    aki.open()
    aki.page.evaluate("localStorage.setItem('tefuda-server-' + 'ab'.repeat(32), '{}')")
    aki.offer().get_by_role("button", name=aki.words.play_now).click()
    expect(aki.page.get_by_role("alert").filter(has_text="a different key")).to_be_visible()
    aki.button("Accept the new key").click()
    expect(aki.stage).to_be_visible()
    aki.play_now()  # known from now on
    expect(fair_deal(aki)).to_contain_text(MINE["en"])


def test_false_blame_for_a_missing_share_is_reported(person: Make) -> None:
    aki = person("en")

    def blame(deal: dict[str, Any]) -> None:
        if deal.get("shared"):
            deal["attempts"][0] |= {"silent": [0], "call_off": "ab" * 32}

    alter_deals(aki, blame)
    aki.open_game()
    aki.page.get_by_role("alert").get_by_role("button", name=FAIR["en"]).click()
    sheet = aki.page.get_by_role("dialog", name=FAIR["en"])
    expect(sheet).to_contain_text("share did not come")
    expect(sheet).to_contain_text("the server had confirmed your share")


def test_replaced_seal_is_reported_during_the_game(person: Make) -> None:
    aki = person("ja", 320, 568)

    def replace(deal: dict[str, Any]) -> None:
        if deal.get("dealt"):
            deal["attempts"][0]["seal"] = "cd" * 32

    alter_deals(aki, replace)
    aki.open_game()
    aki.page.get_by_role("alert").get_by_role("button", name=FAIR["ja"]).click()
    sheet = aki.page.get_by_role("dialog", name=FAIR["ja"])
    expect(sheet).to_contain_text("あなたのブラウザが確かめて残した封と違います")
    expect(sheet).not_to_contain_text(MINE["ja"])


def test_browser_without_storage_still_gives_its_share(person: Make) -> None:
    aki = person("en")
    aki.page.add_init_script("Storage.prototype.setItem = () => { throw new Error('refused'); }")
    aki.play_now()
    expect(fair_deal(aki)).to_contain_text(MINE["en"])


def test_claims_are_shown_after_the_end_and_verify_accepts_the_files(person: Make, axe: str, tmp_path: Path) -> None:
    """Also: turns and a rematch by keyboard, on the smallest screen."""
    aki = person("en", 320, 568, hasty=True)
    aki.open_game()
    aki.play_some_turns(2, "keyboard")
    aki.let_bots_finish(watched=True)  # its page keeps what it saw
    expect(aki.result).to_contain_text("1st")
    aki.result.get_by_role("button", name=FAIR["en"]).click()
    sheet = aki.page.get_by_role("dialog", name=FAIR["en"])
    claims = sheet.get_by_role("region", name="What is proven").get_by_role("listitem")
    expect(claims).to_have_count(7)
    verdicts = [claim.inner_text() for claim in claims.all()]
    assert ["not proven" not in text for text in verdicts] == [True, True, True, False, False, True, False], verdicts
    assert not violations_in_both_schemes(aki, axe)
    assert not small_targets(aki)
    assert aki.fits()

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
    assert answer.stdout.count("NOT PROVEN:") == 1, answer.stdout  # the claim that no record can prove
    assert "\nPROVEN: It is the game that you saw." in answer.stdout

    table = aki.page.url
    aki.page.goto(table.replace("/table/", "/replay/"))  # the replay shows the same
    aki.button(aki.words.menu).click()
    aki.button(FAIR["en"]).click()
    expect(sheet).to_contain_text(MINE["en"])
    expect(claims).to_have_count(7)

    aki.page.goto(table)
    aki.button(aki.words.again).press("Enter")  # the rematch has its own deal and share
    expect(aki.stage).to_be_visible()
    expect(fair_deal(aki)).to_contain_text(MINE["en"])
