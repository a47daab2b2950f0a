"""Every page: accessible, in both languages, light and dark, and with clear errors for failed requests."""

import json
import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Route, expect

import tefuda
from tests.browser.clients import SAVE_DATA, Make, serious_violations, small_targets, violations_in_both_schemes

PAGES = {
    "home": "/",
    "new": "/new/kotori",
    "rules": "/rules/kotori#K4.3",
    "settings": "/settings",
    "about": "/about",
    "nowhere": "/nothing/here",
}


@pytest.mark.parametrize("name", PAGES)
def test_page_is_accessible_in_both_languages(person: Make, axe: str, name: str) -> None:
    aki = person("ja", 320, 568)
    aki.open(PAGES[name])
    expect(aki.page.get_by_role("main")).to_be_visible()
    aki.page.wait_for_load_state("networkidle")
    for language in ("ja", "en"):
        aki.speak(language)
        assert aki.page.get_attribute("html", "lang") == language
        assert aki.fits()
        assert not (violations_in_both_schemes if language == "en" else serious_violations)(aki, axe)
        assert not small_targets(aki)
    if name == "rules":
        size = "all => all.map(one => one.getBoundingClientRect()).map(box => Math.min(box.width, box.height))"
        assert min(aki.page.locator("[data-clause] > a").evaluate_all(size)) >= 43.5


def test_game_whose_picture_cannot_be_loaded_shows_the_letters_of_its_title(person: Make) -> None:
    aki = person("en")
    aki.requests_may_fail = True
    aki.page.route(re.compile("/assets/kotori-.*[.]js$"), lambda route: route.abort())
    aki.open()
    expect(aki.offer().locator("svg text")).to_have_text([*"KOTOR"])


def test_address_that_leads_nowhere_is_told_in_title_and_heading(person: Make) -> None:
    aki = person("en")
    for path, said in (
        ("/nothing/here", "There is no such page"),
        ("/table/gone", "This table does not exist or is private"),
        ("/learn/gone", "This game has no lesson on this server"),
    ):
        aki.open(path)
        expect(aki.page.get_by_role("heading", level=1)).to_contain_text(said)
        expect(aki.page).to_have_title(re.compile(said))


def test_about_page_has_the_focus_and_names_version_licence_credits_and_notices(person: Make) -> None:
    aki = person("en")
    aki.open("/")
    aki.page.get_by_role("link", name="About Tefuda").click()
    expect(aki.page.get_by_role("heading", level=1)).to_be_focused()
    main = aki.page.get_by_role("main")
    for language, title, credits_ in (
        ("en", "About Tefuda", "Game by Takashi Saito"),
        ("ja", "手札について", "ゲームデザイン：齋藤隆"),
    ):
        aki.speak(language)
        expect(aki.page.get_by_role("heading", name=title)).to_be_visible()
        for text in (tefuda.__version__, "Apache License 2.0", credits_):
            expect(main).to_contain_text(text)
        expect(main.get_by_role("listitem")).to_have_count(len(tefuda.game_slugs()))
    main.get_by_role("link", name="サードパーティーライセンス").click()
    expect(aki.page.get_by_text("SIL OPEN FONT LICENSE").first).to_be_visible()
    aki.page.go_back()
    expect(aki.page.get_by_role("heading", name="手札について")).to_be_visible()
    aki.page.get_by_role("link", name="手札 Tefuda").click()
    expect(aki.offer().get_by_role("button", name=aki.words.play_now)).to_be_visible()
    expect(aki.page.get_by_role("heading", level=1)).to_be_focused()


def test_table_and_its_dialogs_are_accessible(person: Make, axe: str) -> None:
    aki = person("en")
    aki.open_game()
    aki.await_turn()
    assert not violations_in_both_schemes(aki, axe)
    assert not small_targets(aki)
    aki.button(aki.words.menu).click()
    assert not violations_in_both_schemes(aki, axe)
    aki.button("Notes").click()
    expect(aki.page.get_by_role("textbox", name="Notes")).to_be_visible()
    assert not violations_in_both_schemes(aki, axe)
    aki.button("Save").click()
    expect(aki.page.get_by_role("dialog")).to_have_count(0)
    aki.button(aki.words.rules).click()
    assert not violations_in_both_schemes(aki, axe)


@pytest.mark.parametrize("width", [390, 1280])
def test_what_happens_is_read_aloud_by_the_log_or_where_it_has_no_room_with_the_prompt(
    person: Make, width: int
) -> None:
    aki = person("en", width, 664, fresh=True)  # a changed clock stays
    aki.page.clock.install()
    aki.open_game()
    aki.await_turn()
    aki.page.clock.pause_at(4_000_000_000_000)  # no event follows the first one
    aki.draw.click()
    told = aki.page.locator(".prompt .told")
    expect(told).not_to_be_empty()
    logs, prompt = aki.page.get_by_role("log").count(), f"- status: {told.text_content()}"
    assert (logs, prompt in aki.actions.aria_snapshot()) == ((1, False) if width > 1000 else (0, True))


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


def test_own_data_is_downloaded_and_deleted_by_keyboard_on_a_small_screen(person: Make, axe: str) -> None:
    aki = person("en", 320, 568)
    aki.open_game()
    aki.await_turn()
    address = aki.page.url
    aki.open("/settings")
    with aki.page.expect_download() as got:
        aki.page.get_by_role("link", name="Download your data").press("Enter")
    exported = json.loads(got.value.path().read_text(encoding="utf-8"))
    assert [table["id"] for table in exported["tables"]] == [address.rpartition("/")[2]]
    for language, delete, keep in (("en", "Delete it", "Keep it"), ("ja", "情報を削除する", "残しておく")):
        aki.speak(language)
        aki.button(delete).press("Enter")
        expect(aki.page.get_by_role("dialog")).to_be_visible()
        assert not serious_violations(aki, axe)
        assert not small_targets(aki)
        assert aki.fits()
        aki.button(keep).press("Enter")
        expect(aki.page.get_by_role("dialog")).to_have_count(0)
        expect(aki.button(delete)).to_be_focused()
    aki.page.goto(address)
    expect(aki.stage).to_be_visible()
    aki.open("/settings")
    aki.button("情報を削除する").press("Enter")
    aki.button("すべて削除する").press("Enter")
    for language, gone in (("ja", "情報はもうありません"), ("en", "no longer knows you")):
        aki.speak(language)
        expect(aki.page.get_by_role("status")).to_contain_text(gone)
    assert [cookie["name"] for cookie in aki.page.context.cookies()] == []
    aki.requests_may_fail = True  # the deleted table's 404
    aki.page.goto(address)
    expect(aki.page.get_by_role("alert")).to_be_visible()


def test_rulebook_in_another_language_moves_neither_page_nor_focus(person: Make) -> None:
    aki = person("en")
    aki.open("/rules/kotori#K4.3")
    expect(aki.page.get_by_role("group", name="Rule K4.3")).to_be_focused()
    aki.button("日本語").press("Enter")
    expect(aki.page.get_by_role("group", name=re.compile("ルール ?K4.3"))).to_contain_text("。")
    expect(aki.button("English")).to_be_focused()


def test_new_table_uses_the_chosen_house_rules_and_levels(person: Make) -> None:
    aki = person("ja")
    aki.open("/new/kotori")
    aki.page.get_by_role("radio", name="2人").check()
    aki.page.get_by_role("combobox", name="席2 強さ").select_option("やさしい")
    aki.page.get_by_role("checkbox", name="番をゆずる").check()
    aki.button(aki.words.start).click()
    aki.await_turn()
    aki.take_turn()
    for _ in range(24):  # the house rule shows once one has bid in a turn while another player is still in
        aki.await_turn()
        if aki.actions.get_by_role("button", name="番をゆずる").is_visible():
            return
        aki.take_turn()
    raise AssertionError("the house rule is not in use")


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


@pytest.mark.parametrize(("language", "says"), [("ja", "新しいブラウザ"), ("en", "newer browser")])
def test_old_browser_is_told_which_are_new_enough(person: Make, axe: str, language: str, says: str) -> None:
    aki = person(language, 320, 568)
    aki.page.add_init_script("delete Array.prototype.toSorted")
    aki.open("/join/some-invitation")
    expect(aki.page.get_by_role("heading")).to_contain_text(says)
    expect(aki.page.get_by_role("listitem").filter(has_text="Safari")).to_contain_text("16.2")
    expect(aki.page.get_by_text(aki.page.url)).to_be_visible()  # to be copied
    assert aki.fits()
    assert not violations_in_both_schemes(aki, axe)


def test_unreachable_server_is_reported(person: Make) -> None:
    aki = person("en")
    aki.open()
    aki.requests_may_fail = True
    # The page also asks for the open tables, and offers no game while that is not answered.
    aki.page.route("**/api/tables", lambda route: route.abort())
    aki.offer().get_by_role("button", name=aki.words.play_now).click()
    expect(aki.page.get_by_role("alert")).to_contain_text("cannot be reached")


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


def test_page_fetches_its_font_unless_the_browser_is_to_save_data(person: Make) -> None:
    aki = person("ja")
    fetched: list[str] = []
    aki.page.on("request", lambda request: fetched.append(request.resource_type))
    for fonts in (True, False):
        fetched.clear()
        aki.open()
        aki.page.wait_for_load_state("networkidle")
        expect(aki.offer()).to_be_visible()
        assert ("font" in fetched) is fonts
        aki.page.add_init_script(SAVE_DATA)


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


def test_goal_names_and_text_size_follow_the_reader_on_all_screens(person: Make) -> None:
    aki = person("en", 1440, 900)
    aki.open_game()
    aki.await_turn()
    other = aki.page.locator(".goal .seat:not(.own)").first
    other.locator(".name").evaluate("one => (one.textContent = 'דנה')")
    name, value = (other.locator(part).bounding_box() for part in (".name", "b"))
    assert name is not None
    assert value is not None
    assert name["x"] + name["width"] <= value["x"], "a name that is read from the right stays before its number"
    actions_before_log = (
        "a => !!(a.compareDocumentPosition(document.querySelector('[role=log]')) & Node.DOCUMENT_POSITION_FOLLOWING)"
    )
    assert aki.actions.evaluate(actions_before_log), "Tab reaches the actions first"
    goals = {"en": ("Goal", "Most birds in the cage win"), "ja": ("目的", "いちばん多く集めた人の勝ち")}
    for language, (name, goal) in goals.items():
        aki.speak(language)
        bot = {"en": "Suzu", "ja": "すず"}[language]
        expect(aki.stage.get_by_role("group", name=bot, exact=True)).to_be_visible()
        region = aki.page.get_by_role("region", name=name)
        for width, height in ((1440, 900), (390, 664), (320, 568), (844, 390)):
            aki.resize(width, height)
            expect(region).to_contain_text(goal)
            expect(region).to_be_in_viewport(ratio=1)
            footer = aki.actions.bounding_box()
            assert footer is not None
            if width < 600:
                assert footer["height"] <= height / 4, language
    aki.resize(1440, 900)
    aki.button(aki.words.menu).click()
    aki.button(aki.words.settings).click()
    aki.page.get_by_role("radio", name=re.compile("^130")).check()
    aki.page.keyboard.press("Escape")
    panel = aki.stage.locator(".seat-panel.you")
    before = panel.bounding_box()
    aki.page.reload()
    aki.await_turn()
    assert panel.bounding_box() == before, "the table is laid out for the text size before and after a reload"


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
    log = aki.page.get_by_role("log")
    log.focus()
    aki.page.keyboard.press("ArrowUp")
    expect(log.get_by_role("link").last).to_be_focused()
    aki.page.keyboard.press("Home")
    expect(log.get_by_role("link").first).to_be_focused()
    aki.page.keyboard.press("Tab")
    expect(log.locator(":focus")).to_have_count(0)  # the links are not stops
    aki.page.keyboard.press("r")
    expect(aki.page.get_by_role("dialog", name=aki.words.rules)).to_be_visible()
