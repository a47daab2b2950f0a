"""Every page: accessible, in both languages, light and dark, and with clear errors for failed requests."""

import json
import re
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Route, expect

import tefuda
from tests.browser.clients import Person, serious_violations, small_targets, violations_in_both_schemes

Make = Callable[..., Person]

PAGES = {
    "home": "/",
    "new": "/new/kotori",
    "rules": "/rules/kotori#K4.3",
    "settings": "/settings",
    "about": "/about",
    "nowhere": "/nothing/here",
}


@pytest.mark.parametrize("language", ["ja", "en"])
@pytest.mark.parametrize("name", PAGES)
def test_page_is_accessible(person: Make, axe: str, name: str, language: str) -> None:
    aki = person(language, 320, 568)
    aki.open(PAGES[name])
    expect(aki.page.get_by_role("main")).to_be_visible()
    aki.page.wait_for_load_state("networkidle")
    assert aki.page.get_attribute("html", "lang") == language
    assert aki.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert not violations_in_both_schemes(aki, axe)
    assert not small_targets(aki)


@pytest.mark.parametrize(
    ("language", "link", "credits_", "notices"),
    [
        ("en", "About Tefuda", "Game by Takashi Saito", "Third-party notices"),
        ("ja", "手札について", "ゲームデザイン：齋藤隆", "サードパーティーライセンス"),
    ],
)
def test_about_page_names_version_licence_credits_and_notices(
    person: Make, language: str, link: str, credits_: str, notices: str
) -> None:
    aki = person(language)
    aki.open("/")
    aki.page.get_by_role("link", name=link).click()
    expect(aki.page.get_by_role("heading", name=link)).to_be_visible()
    main = aki.page.get_by_role("main")
    for text in (tefuda.__version__, "Apache License 2.0", credits_):
        expect(main).to_contain_text(text)
    expect(main.get_by_role("listitem")).to_have_count(len(tefuda.game_slugs()))
    main.get_by_role("link", name=notices).click()
    expect(aki.page.get_by_text("SIL OPEN FONT LICENSE").first).to_be_visible()
    aki.page.go_back()
    expect(aki.page.get_by_role("heading", name=link)).to_be_visible()


def test_table_dialogs_and_lobby_are_accessible(person: Make, axe: str) -> None:
    aki = person("en")
    aki.open_game()
    aki.await_turn()
    assert not violations_in_both_schemes(aki, axe)
    assert not small_targets(aki)
    aki.button(aki.words.menu).click()
    assert not violations_in_both_schemes(aki, axe)
    aki.button("Notes").click()
    aki.page.get_by_role("textbox", name="Notes").fill("remember the sparrow")
    assert not violations_in_both_schemes(aki, axe)
    aki.button("Save").click()
    aki.button(aki.words.rules).click()
    assert not violations_in_both_schemes(aki, axe)
    aki.page.goto(aki.page.url.replace("/table/", "/replay/"))
    expect(aki.page.get_by_role("slider")).to_be_visible()
    assert not violations_in_both_schemes(aki, axe)
    link = aki.invitation()
    assert not violations_in_both_schemes(aki, axe)
    assert not small_targets(aki)
    nao = person("en", 320, 568)
    nao.open(link)
    expect(nao.button(nao.words.sit)).to_be_visible()
    assert not violations_in_both_schemes(nao, axe)
    assert not small_targets(nao)


def test_notes_survive_a_reload(person: Make) -> None:
    aki = person("ja")
    aki.open_game()
    aki.button(aki.words.menu).click()
    aki.button("メモ").click()
    aki.page.get_by_role("textbox", name="メモ").fill("9は3枚見えた")
    aki.button("保存").click()
    expect(aki.page.get_by_role("dialog")).to_have_count(0)
    aki.page.reload()
    aki.button(aki.words.menu).click()
    aki.button("メモ").click()
    expect(aki.page.get_by_role("textbox", name="メモ")).to_have_value("9は3枚見えた")


def test_settings_apply_at_once_and_survive_a_reload(person: Make) -> None:
    aki = person("ja")
    other = aki.page.context.new_page()
    other.goto("/about")
    aki.open("/settings")
    aki.page.get_by_role("radio", name="English").check()
    expect(aki.page.get_by_role("heading", level=1, name="Settings")).to_be_visible()
    expect(other.get_by_role("heading", level=1, name="About Tefuda")).to_be_visible()
    aki.page.get_by_role("radio", name="Dark").check()
    aki.page.get_by_role("radio", name="130%").check()
    aki.page.reload()
    expect(aki.page.get_by_role("radio", name="Dark")).to_be_checked()
    assert aki.page.evaluate("getComputedStyle(document.documentElement).fontSize") == "20.8px"
    assert aki.page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "dark"


@pytest.mark.parametrize(
    ("language", "download", "delete", "keep", "sure", "gone"),
    [
        (
            "en",
            "Download what this server keeps of me",
            "Delete it",
            "Keep it",
            "Delete everything",
            "does not know you",
        ),
        (
            "ja",
            "残っている情報をダウンロード",
            "情報を削除する",
            "残しておく",
            "すべて削除する",
            "情報はもうありません",
        ),
    ],
)
def test_own_data_is_downloaded_and_deleted_by_keyboard_on_a_small_screen(
    person: Make, axe: str, language: str, download: str, delete: str, keep: str, sure: str, gone: str
) -> None:
    aki = person(language, 320, 568)
    aki.open_game()
    aki.await_turn()
    address = aki.page.url
    aki.open("/settings")
    with aki.page.expect_download() as got:
        aki.page.get_by_role("link", name=download).press("Enter")
    exported = json.loads(got.value.path().read_text(encoding="utf-8"))
    assert [table["id"] for table in exported["tables"]] == [address.rpartition("/")[2]]
    aki.button(delete).press("Enter")
    expect(aki.page.get_by_role("dialog")).to_be_visible()
    assert not serious_violations(aki, axe)
    assert not small_targets(aki)
    assert aki.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    aki.button(keep).press("Enter")
    expect(aki.page.get_by_role("dialog")).to_have_count(0)
    aki.page.goto(address)
    expect(aki.stage).to_be_visible()
    aki.open("/settings")
    aki.button(delete).press("Enter")
    aki.button(sure).press("Enter")
    expect(aki.page.get_by_role("status")).to_contain_text(gone)
    assert [cookie["name"] for cookie in aki.page.context.cookies()] == []
    aki.requests_may_fail = True  # the deleted table's 404
    aki.page.goto(address)
    expect(aki.page.get_by_role("alert")).to_be_visible()


def test_new_table_uses_the_chosen_house_rules_and_levels(person: Make) -> None:
    aki = person("ja")
    aki.open("/new/kotori")
    aki.page.get_by_role("radio", name="2人").check()
    aki.page.get_by_role("combobox", name="席2 強さ").select_option("やさしい")
    aki.page.get_by_role("checkbox", name="番をゆずる").check()
    aki.button(aki.words.start).click()
    aki.await_turn()
    aki.take_turn()
    for _ in range(8):  # the house rule shows once one has bid in a turn while another player is still in
        aki.await_turn()
        if aki.actions.get_by_role("button", name="番をゆずる").is_visible():
            return
        aki.take_turn()
    raise AssertionError("the house rule is not in use")


def test_running_tables_are_listed_on_the_home_page(person: Make) -> None:
    aki = person("en")
    aki.open_game()
    aki.await_turn()
    address = aki.page.url
    aki.open()
    aki.page.get_by_role("link", name="Continue").first.click()
    expect(aki.stage).to_be_visible()
    assert aki.page.url == address


def test_failed_script_load_explains_what_to_do(person: Make) -> None:
    aki = person("ja", fresh=True)  # nothing is cached
    aki.requests_may_fail = True
    aki.page.route(re.compile("/assets/TablePage"), lambda route: route.abort())
    aki.open()
    aki.offer().get_by_role("button", name=aki.words.play_now).click()
    expect(aki.page.get_by_role("alert")).to_contain_text("再読み込み")
    aki.page.unroute(re.compile("/assets/TablePage"))
    aki.button("再読み込み").click()
    expect(aki.stage).to_be_visible()


def test_unreachable_server_is_reported(person: Make) -> None:
    aki = person("en")
    aki.open()
    aki.requests_may_fail = True
    # The page also asks for the open tables, and offers no game while that is not answered.
    aki.page.route("**/api/tables", lambda route: route.abort())
    aki.offer().get_by_role("button", name=aki.words.play_now).click()
    expect(aki.page.get_by_role("alert")).to_contain_text("cannot be reached")


def test_unknown_table_is_reported(person: Make) -> None:
    aki = person("ja")
    aki.open("/table/nosuchtable")
    expect(aki.page.get_by_role("alert")).to_contain_text("この卓はないか")


def test_home_page_works_with_only_the_files_it_names(person: Make) -> None:
    """On a slow connection each further request would delay the first click by a round trip."""
    aki = person("ja", fresh=True)  # nothing is cached
    aki.requests_may_fail = True
    named: set[str] = set()

    def only_first(route: Route) -> None:
        path = urlsplit(route.request.url).path
        if path == "/":
            answer = route.fetch()
            named.update(re.findall(r'(?:src|href)="([^"]+)"', answer.text()))
            route.fulfill(response=answer)
        elif path in named:
            route.continue_()
        elif not path.startswith("/api/"):  # those are not answered yet
            route.abort()

    aki.page.route("**/*", only_first)
    aki.open()
    expect(aki.offer().get_by_role("button", name=aki.words.play_now)).to_be_visible()
    assert named


def test_home_page_offers_the_games_by_ease_and_names_every_button(person: Make) -> None:
    aki = person("en", 1440, 900)
    aki.open()
    titles = ["Kotori Atsume", "Doutotsu Kujan", "Chicken or Llama: The Poker", "Tezuma-shi", "KOTODAMA KOGEN"]
    offers = aki.page.get_by_role("listitem").filter(has=aki.page.get_by_role("button", name=aki.words.play_now))
    expect(offers.get_by_role("heading")).to_have_text(titles)
    for title in titles:
        offer = aki.offer(title)
        expect(offer.get_by_role("button", name=re.compile(f"Play now.*{title}"))).to_be_in_viewport(ratio=1)
        expect(offer.get_by_role("button", name=re.compile(f"Invite friends.*{title}"))).to_be_in_viewport(ratio=1)
    kotori = aki.offer("Kotori Atsume")
    expect(kotori).to_contain_text("15 min")
    expect(kotori).to_contain_text("One more card, or stop?")
    expect(kotori.get_by_role("img", name="Weight 1 of 5")).to_be_visible()


def test_public_tables_stand_above_the_games(person: Make) -> None:
    aki = person("en")
    aki.open("/new/kotori")
    aki.page.get_by_role("checkbox", name="Anyone can join or watch").check()
    aki.page.get_by_role("combobox", name="Seat 2", exact=True).select_option(label="Open (invite)")
    aki.button("Create table").click()
    expect(aki.page.get_by_role("heading", name="Lobby")).to_be_visible()
    nao = person("en")
    nao.open()
    join = nao.page.get_by_role("link", name="Join").first
    expect(join).to_be_in_viewport()


def test_goal_is_on_screen_in_play(person: Make) -> None:
    aki = person("en")
    aki.open_game()
    aki.await_turn()
    goals = {"en": ("Goal", "Most birds in the cage win"), "ja": ("目的", "いちばん多く集めた人の勝ち")}
    for language, (name, goal) in goals.items():
        aki.speak(language)
        region = aki.page.get_by_role("region", name=name)
        for width, height in ((1440, 900), (390, 664), (320, 568), (844, 390)):
            aki.resize(width, height)
            expect(region).to_contain_text(goal)
            expect(region).to_be_in_viewport(ratio=1)
            footer = aki.actions.bounding_box()
            assert footer is not None
            if width < 600:
                assert footer["height"] <= height / 4, language


def test_focus_goes_to_the_heading_after_navigation(person: Make) -> None:
    aki = person("en")
    aki.open()
    aki.page.get_by_role("link", name="Settings").click()
    expect(aki.page.get_by_role("heading", level=1)).to_be_focused()
    aki.page.get_by_role("link", name="Tefuda 手札").click()
    expect(aki.page.get_by_role("heading", level=1)).to_be_focused()


def test_shortcut_keys_act_and_are_listed(person: Make) -> None:
    aki = person("en")
    aki.open_game()
    aki.await_turn()
    aki.page.keyboard.press("?")
    keys = aki.page.get_by_role("dialog", name="Keyboard")
    expect(keys).to_contain_text("Hint")
    keys.get_by_role("button", name=aki.words.close).click()
    lines = aki.page.get_by_role("log").get_by_role("listitem")
    before = lines.count()
    aki.page.keyboard.press("1")  # the first action: bid
    expect(lines).not_to_have_count(before)
    aki.page.keyboard.press("r")
    expect(aki.page.get_by_role("dialog", name=aki.words.rules)).to_be_visible()


def test_tab_reaches_the_actions_before_the_log(person: Make) -> None:
    aki = person("en", 1440, 900)
    aki.open_game()
    aki.await_turn()
    order = (
        "a => !!(a.compareDocumentPosition(document.querySelector('[role=log]')) & Node.DOCUMENT_POSITION_FOLLOWING)"
    )
    assert aki.actions.evaluate(order)


def test_face_down_cards_have_names_of_their_own(person: Make) -> None:
    aki = person("en")
    aki.open_game("doutotsu")
    down = aki.stage.get_by_role("button", name=re.compile("face down"))
    expect(down).not_to_have_count(0)
    names = down.evaluate_all("cards => cards.map(card => card.getAttribute('aria-label'))")
    assert len(set(names)) == len(names)


def test_bot_names_are_in_the_language_of_the_reader(person: Make) -> None:
    aki = person("en")
    aki.open_game()
    expect(aki.stage.get_by_role("group", name="Suzu", exact=True)).to_be_visible()
    aki.page.evaluate("localStorage.setItem('tefuda', JSON.stringify({ language: 'ja' }))")
    aki.page.reload()
    expect(aki.page.get_by_role("group", name="すず", exact=True)).to_be_visible()


def test_only_the_own_button_is_offered_while_a_bot_stands_in(person: Make) -> None:
    aki = person("en")
    aki.open_game()
    aki.await_turn()
    aki.button(aki.words.menu).click()
    aki.button("Let a bot take over").click()
    back = aki.button("Play myself")
    expect(back).to_be_visible()
    expect(aki.draw).to_have_count(0)
    back.click()
    aki.await_turn()


def test_option_with_many_values_is_a_slider_and_a_number(person: Make) -> None:
    aki = person("en")
    aki.open("/new/llama")
    rounds = aki.page.get_by_role("spinbutton", name="Round limit")
    expect(rounds).to_have_value("200")
    rounds.fill("20")
    aki.button("Start").click()
    expect(aki.stage).to_be_visible()
