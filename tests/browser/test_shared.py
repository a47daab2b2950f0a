"""A shared moment of a finished game, and a hand that is shown to spectators, in the browser."""

import json
import re
from typing import Any

from playwright.sync_api import expect

from harness.contract.cases import large
from tests.browser.clients import Make, Person, serious_violations


@large
def test_moment_of_a_private_game_is_shared_and_taken_back_and_its_record_checked_in_the_browser(
    person: Make, axe: str
) -> None:
    aki, ben = person("ja"), person("en", 390, 664, fresh=True)
    path = aki.make_table("kotori", deal=True)
    aki.open(path)
    aki.take_turn()
    aki.let_bots_finish()
    aki.open(path.replace("table", "replay"))
    for _ in range(4):
        aki.button("1手進む").click()
    place = aki.page.locator("output").inner_text()
    assert place.startswith("5/")
    aki.button("場面を共有").click()
    dialog = aki.page.get_by_role("dialog", name="場面を共有")
    expect(dialog).to_contain_text("非公開の卓です")
    assert serious_violations(aki, axe) == []
    dialog.get_by_role("button", name="リンクを作る").click()
    link = dialog.locator("code")
    expect(link).to_contain_text("share=")
    address = link.inner_text()

    ben.open(address)
    expect(ben.page.locator("output")).to_have_text(place)
    ben.button(ben.words.menu).click()  # a phone has no room for these beside the table
    viewpoint = ben.page.get_by_role("combobox", name="Point of view")
    expect(viewpoint).to_have_value("0")
    ben.button("Share this moment").click()
    assert "share=" in ben.page.get_by_role("dialog").locator("code").inner_text(), "who has the link may pass it on"
    ben.page.keyboard.press("Escape")
    ben.button("Next").click()
    ben.button(ben.words.menu).click()
    viewpoint.select_option("1")
    expect(viewpoint).to_have_value("1")
    expect(ben.page.locator(".error")).to_have_count(0)
    assert not [cookie for cookie in ben.page.context.cookies() if cookie.get("name") == "tefuda"]

    dialog.get_by_role("button", name="リンクを無効にする").click()
    expect(dialog.get_by_role("button", name="リンクを作る")).to_be_visible()
    ben.requests_may_fail = True  # the 404 of the dead link
    ben.open(address)
    expect(ben.page.get_by_role("alert")).to_contain_text("does not exist or is private")

    ben.speak("ja")
    record = aki.page.request.get(f"/api/tables/{path.rpartition('/')[2]}/record.txt").text()
    updates = aki.page.request.get(f"/api/tables/{path.rpartition('/')[2]}/record?seat=0").json()["updates"]
    check_record(ben, record, updates, axe)


def choose_file(person: Person, content: str, name: str = "game.txt") -> None:
    """Choose a file on the page that checks records."""
    file = {"name": name, "mimeType": "text/plain", "buffer": content.encode()}
    person.page.get_by_label(re.compile("^記録のファイル")).set_input_files(file)


def check_record(ben: Person, text: str, updates: list[dict[str, Any]], axe: str) -> None:
    """Check the record of a game, and two that are none; play it, and a copy with a player's updates."""
    assert text.startswith("tefuda 2\n")

    ben.open("/check")

    def choose(content: str, name: str = "game.txt") -> None:
        choose_file(ben, content, name)

    ben.resize(320, 568)
    assert ben.fits()
    requests: list[str] = []
    ben.page.on("request", lambda request: requests.append(request.method))
    choose(text)
    report = ben.page.get_by_role("region", name="ことりあつめ").or_(ben.page.locator("[aria-labelledby=checked]"))
    verdicts = report.get_by_role("listitem")
    expect(verdicts).to_have_count(7)
    expect(verdicts.first).to_contain_text("証明済み")
    expect(report).to_contain_text("このブラウザでは確かめていません")
    assert serious_violations(ben, axe) == []
    choose(re.sub("(?m)^ranks .*", "ranks 1 1 1", text))
    expect(verdicts.filter(has_text="誤り").first).to_be_visible()
    choose("<script>alert(1)</script>", "evil'.txt")
    expect(ben.page.get_by_role("alert")).to_contain_text("1行目")
    assert "POST" not in requests, "the file is sent to nobody unless the reader asks for it"
    choose(text)
    ben.button("サーバーで手と順位も確かめる").click()
    expect(report).to_contain_text("サーバーの答え（手と順位）：証明済み")
    assert_played(ben, axe, text, {"tefuda": "my copy 1", "table": "T", "server": "", "seat": 0, "updates": updates})


def assert_played(ben: Person, axe: str, text: str, copy: dict[str, Any]) -> None:
    """Check that the chosen record, a false one and a copy of the game are played as what they are."""
    ben.button("このゲームを再生する").click()
    expect(ben.stage).to_be_visible()
    note = ben.page.get_by_role("status").filter(has_text="game.txt")
    expect(note).to_contain_text("手と順位はルールどおりです")
    place = ben.page.locator("output")
    ben.button("1手進む").click()
    expect(place).to_contain_text("2/")
    ben.button(ben.words.menu).click()
    viewpoint = ben.page.get_by_role("combobox", name="視点")
    with ben.page.expect_response(re.compile("/api/check/replay")):  # a client has one such request at a time
        viewpoint.select_option("-1")
    expect(viewpoint).to_have_value("-1")
    expect(ben.page.locator(".error")).to_have_count(0)
    assert serious_violations(ben, axe) == []
    ben.page.keyboard.press("Escape")
    ben.page.go_back()
    expect(ben.page.locator("[aria-labelledby=checked] li")).to_have_count(7)

    third = list(re.finditer("(?m)^[0-9]+ (person|stand-in|bot) .*", text))[2]
    choose_file(ben, text[: third.start()] + third[0].rpartition(" ")[0] + " fly" + text[third.end() :])
    ben.button("このゲームを再生する").click()
    expect(ben.page.locator(".note.bad")).to_contain_text("この記録には誤りがあります")
    expect(place).to_have_text("1/3")
    ben.button("確認に戻る").click()
    choose_file(ben, json.dumps(copy), "my-copy.json")
    expect(ben.stage).to_be_visible()
    ben.button(ben.words.menu).click()
    expect(ben.page.get_by_role("combobox", name="速さ")).to_be_visible()
    expect(viewpoint).to_have_count(0)
    ben.page.keyboard.press("Escape")
    expect(ben.page.get_by_role("status").filter(has_text="my-copy.json")).to_contain_text("写し")
    ben.page.go_back()
    last = copy["updates"][-1]
    broken = {**copy, "updates": [{**last, "view": {**last["view"], "zones": [None]}}]}
    choose_file(ben, json.dumps(broken), "broken.json")
    expect(ben.page.get_by_role("alert")).to_contain_text("表示できません")


def test_spectator_sees_a_hand_while_its_player_shows_it(person: Make, axe: str) -> None:
    aki, ben = person("en"), person("ja", 390, 664)
    path = aki.make_table("tezuma", deal=True, public=True)
    for one in (aki, ben):
        one.open(path)
        expect(one.stage).to_be_visible()
    viewpoint = ben.page.get_by_role("combobox", name="視点")
    expect(viewpoint).to_have_count(0)
    aki.button(re.compile("^Menu")).click()
    aki.button("Show my hand to spectators").click()
    expect(aki.page.get_by_role("dialog")).to_contain_text("Your opponents can watch, too")
    assert serious_violations(aki, axe) == []
    aki.button("Show my hand").click()
    expect(aki.stage.get_by_text("(shown)").first).to_be_visible()

    expect(viewpoint).to_have_value("-1")
    viewpoint.select_option("0")
    hand = ben.stage.get_by_role("button", name=re.compile("^(蝶|傘|輪っか|水|.*切り札)"))
    expect(hand.nth(6)).to_be_visible()
    assert serious_violations(ben, axe) == []

    aki.button(re.compile("^Menu")).click()
    aki.button("Show my hand to spectators").click()
    aki.button("Stop showing it").click()
    expect(viewpoint).to_have_count(0)
    expect(hand.nth(6)).to_have_count(0)
