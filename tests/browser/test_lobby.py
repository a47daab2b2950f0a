"""The lobby in two browsers: what the host changes is seen at once, in the reader's language, on small screens too."""

import re

import pytest
from playwright.sync_api import expect

from harness.contract.cases import large
from tests.browser.clients import (
    Connection,
    Make,
    Person,
    serious_violations,
    small_targets,
    violations_in_both_schemes,
)


def sit(nao: Person, link: str, name: str) -> None:
    nao.sit(link, name)
    nao.invite_link()


def test_who_gives_no_name_is_called_a_guest_in_the_language_of_each_reader(person: Make) -> None:
    aki, nao = person("ja"), person("en")
    link = aki.invitation()
    aki.post(f"{aki.page.url.replace('/table/', '/api/tables/')}/leave")
    for one in (nao, aki):
        one.sit(link, "")
        one.invite_link()
    expect(nao.page.get_by_text("Guest took seat 2")).to_be_visible()
    seats = [one.page.locator(".name").filter(has_text=re.compile("ゲスト|あなた|Guest")) for one in (aki, nao)]
    expect(seats[0]).to_have_text([re.compile("ゲスト"), re.compile("あなた")])
    expect(seats[1]).to_have_text([re.compile("Guest 1"), re.compile("Guest 2")])


def test_host_changes_the_table_and_the_friend_sees_it_and_plays(person: Make, axe: str) -> None:
    aki, nao = person("en", 320, 568), person("ja", 320, 568)
    link = aki.invitation()
    aki.page.get_by_role("textbox", name="Your name").fill("Aki")
    aki.button("Save").click()
    expect(aki.page.get_by_text("Saved")).to_be_visible()
    for wanted in (aki.button("Copy"), aki.page.get_by_role("textbox", name="Your name")):
        expect(wanted).to_be_visible()
        box = wanted.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 568, "a phone shows the invitation and one's own name without scrolling"
    nao.open(link)
    expect(nao.page.get_by_text("Akiから「ことりあつめ」への招待です。")).to_be_visible()
    expect(nao.button(nao.words.sit)).to_be_in_viewport(ratio=1)
    expect(nao.page.get_by_text("いちばん多く集めた人の勝ち")).to_be_visible()
    assert not violations_in_both_schemes(nao, axe)
    assert not small_targets(nao)
    nao.button("先に遊びかたを読む").click()
    expect(nao.page.get_by_role("dialog").get_by_role("heading", name="ルール")).to_be_visible()
    nao.page.keyboard.press("Escape")
    nao.page.get_by_role("textbox").fill("ナオ")
    nao.button(nao.words.sit).click()
    expect(aki.page.get_by_text("ナオ took seat 2")).to_be_visible()
    expect(nao.page.get_by_text("ホストの開始を待っています。")).to_be_visible()

    aki.page.get_by_text("Change the table").click()
    aki.page.get_by_role("combobox", name="Game").select_option(label="Chicken or Llama: The Poker")
    expect(nao.page.get_by_text("Akiがゲームを「ニワトリかラマか ポーカー」（3人）に変えた")).to_be_visible()
    expect(nao.page.get_by_role("heading", level=2, name="ニワトリかラマか ポーカー")).to_be_visible()
    aki.page.get_by_role("checkbox", name="Lock the table").check()
    expect(nao.page.get_by_text("Akiが卓をロックした")).to_be_visible()
    aki.button("Move ナオ down").press("Enter")
    expect(aki.button("Move ナオ up")).to_be_focused()  # the same person, at the last seat
    expect(nao.page.get_by_text("Akiがナオを席3に移した")).to_be_visible()
    aki.button("Add a bot").press("Enter")
    expect(aki.page.locator("li:focus")).to_contain_text("2")  # the seat, in place of the button that has gone
    aki.page.get_by_role("combobox", name="Level of").select_option(index=0)
    expect(nao.page.get_by_text("の強さを")).to_be_visible()
    clock = aki.page.get_by_role("combobox", name="Time limit")
    clock.select_option("30 s a decision")
    expect(nao.page.get_by_text("持ち時間を1手30秒にした")).to_be_visible()
    clock.select_option("Custom")
    minutes = aki.page.get_by_role("spinbutton", name="Minutes for the whole game")
    minutes.fill("20")
    minutes.press("Tab")
    expect(nao.page.get_by_text("持ち時間を20分＋10秒にした")).to_be_visible()
    for one in (aki, nao):
        assert one.fits()
        assert not violations_in_both_schemes(one, axe)
        assert not small_targets(one)
    aki.page.get_by_text("What has changed").scroll_into_view_if_needed()
    aki.button("Start").click()
    for one in (aki, nao):
        expect(one.stage).to_be_visible()
        expect(one.page.get_by_role("alert")).to_have_count(0)


@large
def test_removed_friend_is_told_and_may_be_let_in_again_and_leave(person: Make, axe: str) -> None:
    aki, nao = person("en"), person("en", 320, 568)
    link = aki.invitation()
    sit(nao, link, "Nao")
    aki.button("Remove Nao").click()
    expect(aki.page.get_by_text("They cannot sit here again unless you allow it")).to_be_visible()
    aki.button("Remove").click()
    for language, told in (
        ("ja", "ホストがあなたを席から外しました"),
        ("en", "The host has removed you from your seat"),
    ):
        nao.speak(language)
        expect(nao.page.get_by_role("alert").filter(has_text=told)).to_be_visible()
        assert nao.fits()
        assert not serious_violations(nao, axe)
    nao.open(link)
    expect(nao.page.get_by_text("removed you from this table")).to_be_visible()
    expect(nao.button(nao.words.sit)).to_have_count(0)
    aki.page.get_by_text("Change the table").click()
    aki.button("Let everyone who was removed sit again").click()
    sit(nao, link, "Nao")
    expect(aki.page.get_by_text("Nao took seat 2").last).to_be_visible()
    nao.button("Leave the seat").click()
    expect(aki.page.get_by_text("Nao left seat 2")).to_be_visible()
    expect(nao.button("Leave the seat")).to_have_count(0)


def test_who_has_left_a_game_gets_their_seat_back_from_the_table_the_invitation_and_the_home_page(person: Make) -> None:
    aki, nao = person("en"), person("en", 390, 664)
    link = aki.invitation()
    sit(nao, link, "Nao")
    aki.button("Add a bot").click()
    aki.button("Start").click()
    expect(nao.stage).to_be_visible()
    watching = nao.page.get_by_text("Watching", exact=True)
    table = nao.page.url.partition("/table/")[2].partition("?")[0]
    nao.post(f"/api/tables/{table}/leave")
    expect(watching).to_be_visible()
    nao.button("Play on").click()
    expect(watching).to_have_count(0)
    nao.post(f"/api/tables/{table}/leave")
    expect(watching).to_be_visible()
    nao.open()
    nao.page.get_by_role("link", name="Play on").click()
    expect(watching).to_be_visible()
    nao.open(link)
    expect(nao.page.get_by_text("You have left seat 2")).to_be_visible()
    assert nao.fits()
    nao.button("Play on").click()
    expect(nao.stage).to_be_visible()
    expect(watching).to_have_count(0)
    assert nao.fits()


def test_friend_becomes_the_host_when_the_host_leaves(person: Make) -> None:
    aki, nao = person("en"), person("ja")
    sit(nao, aki.invitation(), "ナオ")
    aki.button("Leave the seat").click()
    expect(nao.page.get_by_text("ナオがホストになった")).to_be_visible()
    expect(nao.page.get_by_role("listitem").filter(has_text="ナオ").get_by_text("ホスト", exact=True)).to_be_visible()
    expect(nao.button("はじめる")).to_be_visible()
    expect(aki.button("Start")).to_have_count(0)


@pytest.mark.parametrize("begun", [False, True])
def test_friend_removed_while_away_is_told_when_they_are_back_and_may_watch(person: Make, *, begun: bool) -> None:
    aki, nao = person("en"), person("ja", 390, 664)
    connection = Connection(nao.page)
    sit(nao, aki.invitation(), "Nao")
    connection.cut()
    expect(nao.page.get_by_role("alert").filter(has_text=nao.words.lost)).to_be_visible()
    aki.button("Remove Nao").click()
    aki.button("Remove").click()
    expect(
        aki.page.get_by_text("Aki removed Nao").or_(aki.page.get_by_text("removed Nao from the table"))
    ).to_be_visible()
    if begun:
        for left in (1, 0):
            aki.button("Add a bot").first.click()
            expect(aki.button("Add a bot")).to_have_count(left)
        aki.button("Start").click()
        expect(aki.stage).to_be_visible()
    connection.restore()
    told = nao.page.get_by_role("alert").filter(has_text="ホストがあなたを")
    expect(told).to_be_visible()
    if not begun:
        nao.page.reload()
        expect(nao.page.get_by_text("席から外しました。観戦はできます。")).to_be_visible()
        nao.open(nao.page.url.partition("?")[0])  # without the invitation: the table is not gone
        expect(
            nao.page.get_by_role("alert").filter(has_text="ホストがあなたをこの卓の席から外しました")
        ).to_be_visible()
        nao.page.get_by_role("link", name="ホームへ").click()
        expect(nao.offer()).to_be_visible()
        return
    expect(nao.stage).to_be_visible()
    told.get_by_role("button").click()
    expect(told).to_have_count(0)


def test_watcher_and_someone_who_left_take_a_seat_from_the_lobby(person: Make) -> None:
    aki, nao, mio = person("en"), person("ja", 390, 664), person("en")
    sit(nao, aki.invitation(), "Nao")
    aki.button("Remove Nao").click()  # and hesitates
    nao.button("席を立つ").click()
    mio.open(nao.page.url)  # as Nao has copied it
    expect(mio.page.get_by_role("heading", name="Lobby")).to_be_visible()
    for one, name in ((mio, "Mio"), (nao, "Nao")):
        one.page.get_by_role("link", name=one.words.sit).click()
        one.page.get_by_role("textbox", name=one.words.name).fill(name)
        one.button(one.words.sit).click()
        expect(aki.page.get_by_text(f"{name} took seat").last).to_be_visible()
    expect(aki.button("Remove Mio")).to_be_visible()  # not the question about Nao, who sat there
    expect(aki.button("Start")).to_be_enabled()


def test_invitation_says_when_the_table_is_locked_full_begun_or_gone_on(person: Make) -> None:
    aki, nao = person("en"), person("en")
    link = aki.invitation()
    aki.page.get_by_text("Change the table").click()
    lock = aki.page.get_by_role("checkbox", name="Lock the table")
    lock.check()
    expect(aki.page.get_by_text("locked the table")).to_be_visible()
    nao.open(link)
    expect(nao.page.get_by_text("The host has locked this table")).to_be_visible()
    expect(nao.page.get_by_role("link", name="Watch")).to_be_visible()
    lock.uncheck()
    for left in (1, 0):
        aki.button("Add a bot").first.click()
        expect(aki.button("Add a bot")).to_have_count(left)
    nao.open(link)
    expect(nao.page.get_by_text("Every seat is taken")).to_be_visible()
    aki.button("Start").click()
    expect(aki.stage).to_be_visible()
    nao.open(link)
    expect(nao.page.get_by_text("The game has begun")).to_be_visible()


def test_open_tables_stand_above_the_games_on_the_home_page_and_follow_without_reloading(person: Make) -> None:
    nao, aki = person("en"), person("en")
    nao.open()
    expect(nao.page.get_by_role("heading", level=1)).to_be_visible()
    aki.open("/new/kotori")
    anyone = aki.page.get_by_role("checkbox", name="Anyone can join or watch")
    anyone.check()
    aki.page.get_by_role("combobox", name="Seat 2", exact=True).select_option(label="Open (invite)")
    aki.button("Create table").click()
    expect(aki.page.get_by_role("heading", name="Lobby")).to_be_visible()
    table = aki.page.url.rpartition("/")[2]
    here = nao.page.locator(f'a[href^="/join/{table}/"]')
    expect(here).to_be_in_viewport()
    aki.page.get_by_text("Change the table").click()
    anyone.uncheck()
    expect(here).to_have_count(0)
    anyone.check()
    aki.page.get_by_role("checkbox", name="Lock the table").check()
    expect(nao.page.locator(f'a[href="/table/{table}"]')).to_be_visible()
    expect(here).to_have_count(0)
