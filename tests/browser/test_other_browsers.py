"""What phones, Safari and Firefox need, as far as Chromium shows it."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.clients import Make, Person

CAMERA = 59  # pixels at both sides of an iPhone on its side, beside and opposite the camera

# What can be pressed and lies partly within so many pixels of the left or the right edge of the screen.
COVERED = """edge => [
    ...(document.querySelector("dialog[open]") ?? document).querySelectorAll("a, button, input, select, summary"),
  ]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest(".hidden, [inert]"))
  .filter((one) => {
    const { left, right } = one.getBoundingClientRect();
    return left < edge || right > innerWidth - edge;
  })
  .map((one) => one.outerHTML.slice(0, 100))"""

# The fields whose letters are so small that an iPhone zooms in on them.
SMALL = """() => [...document.querySelectorAll("input[type=text], input[type=number], select, textarea")]
  .filter((one) => parseFloat(getComputedStyle(one).fontSize) < 16)
  .map((one) => one.outerHTML.slice(0, 100))"""

# What is pressed, and zooms in when it is pressed twice.
ZOOMING = """() => [...document.querySelectorAll("a, button, label, summary")]
  .filter((one) => getComputedStyle(one).touchAction === "auto")
  .map((one) => one.outerHTML.slice(0, 100))"""

FINDS_NONE = """{
  const supports = CSS.supports.bind(CSS);
  CSS.supports = (...words) => !words.includes("auto-phrase") && supports(...words);
}"""

INSTALLED = """{
  const asks = matchMedia.bind(window);
  window.matchMedia = (query) => (query === "(display-mode: standalone)" ? { matches: true } : asks(query));
}"""


def turn_phone(person: Person) -> None:
    session = person.page.context.new_cdp_session(person.page)
    session.send("Emulation.setSafeAreaInsetsOverride", {"insets": {"left": CAMERA, "right": CAMERA, "bottom": 21}})


def test_nothing_to_press_is_where_a_phone_on_its_side_has_its_camera(person: Make) -> None:
    aki = person("en", 844, 390)
    turn_phone(aki)
    for path in ("/", "/new/kotori", "/rules/kotori", "/settings", "/decks/kotodama"):
        aki.open(path)
        expect(aki.page.get_by_role("main")).to_be_visible()
        assert aki.page.evaluate(COVERED, CAMERA) == []
        assert aki.fits()
    aki.open("/learn/kotori")
    expect(aki.page.locator(".bubble.placed")).to_be_visible()
    aki.await_rest()
    assert aki.page.evaluate(COVERED, CAMERA) == []
    aki.open_game()
    aki.await_turn()
    address = aki.page.url
    assert aki.page.evaluate(COVERED, CAMERA) == []
    aki.button(aki.words.rules).click()
    assert aki.page.evaluate(COVERED, CAMERA) == []
    aki.open(address.replace("/table/", "/replay/"))
    expect(aki.page.get_by_role("slider")).to_be_visible()
    assert aki.page.evaluate(COVERED, CAMERA) == []


def test_phone_need_not_zoom_in_on_any_field(person: Make) -> None:
    aki = person("ja", 390, 664)
    aki.open("/new/tezuma")
    expect(aki.page.get_by_role("combobox").first).to_be_visible()
    assert aki.page.evaluate(SMALL) == []
    aki.open("/decks/kotodama")
    aki.button("デッキを組む").click()
    aki.page.get_by_text("共有と読み込み").click()
    expect(aki.page.get_by_role("textbox").last).to_be_visible()
    assert aki.page.evaluate(SMALL) == []
    aki.open_game()
    aki.await_turn()
    aki.resize(568, 320)  # where letters are smaller
    aki.button(aki.words.menu).click()
    aki.button("メモ").click()
    expect(aki.page.get_by_role("textbox")).to_be_visible()
    assert aki.page.evaluate(SMALL) == []
    aki.resize(390, 664)
    aki.open(aki.page.url.replace("/table/", "/replay/"))
    expect(aki.page.locator("select")).not_to_have_count(0)
    assert aki.page.evaluate(SMALL) == []


def test_touch_screen_neither_zooms_nor_keeps_a_raised_card_nor_selects_names(person: Make) -> None:
    aki = person("ja", 390, 664, has_touch=True, is_mobile=True)
    assert aki.page.evaluate("matchMedia('(hover: none)').matches")
    aki.open_game()
    aki.await_turn()
    assert aki.page.evaluate(ZOOMING) == []
    aki.await_rest()
    before = aki.top_card.locator(".turn").bounding_box()
    aki.top_card.hover()
    aki.await_rest()
    assert aki.top_card.locator(".turn").bounding_box() == before
    aki.stage.locator(".label").first.dblclick()
    assert aki.page.evaluate("getSelection().toString()") == ""


@pytest.mark.parametrize("finds", [True, False])
def test_button_breaks_before_a_bracket_where_the_browser_finds_no_phrases(person: Make, *, finds: bool) -> None:
    aki = person("ja", 390, 664)
    if not finds:
        aki.page.add_init_script(FINDS_NONE)
    aki.open_game()
    aki.await_turn()
    expect(aki.draw).to_have_accessible_name(re.compile("^値付け（"))  # nothing is added
    assert ("<wbr>（" in aki.draw.inner_html().replace("<!---->", "")) is not finds


def test_invite_link_is_pasted_into_the_installed_application(person: Make) -> None:
    link = person("en").invitation()
    aki = person("en", 390, 664)
    aki.open()
    expect(aki.page.get_by_role("textbox")).to_have_count(0)  # in a browser, links open by themselves
    aki.page.add_init_script(INSTALLED)
    aki.open()
    field = aki.page.get_by_role("textbox", name="Paste an invite link")
    for text, alert in (("https://other.example/join/a/b", "not an invite link"), (f"Play tonight? {link}", "")):
        field.fill(text)
        field.press("Enter")
        if alert:
            expect(aki.page.get_by_role("alert")).to_contain_text(alert)
    aki.page.get_by_role("textbox", name=aki.words.name).fill("Aki")
    aki.button(aki.words.sit).click()
    expect(aki.page.get_by_role("listitem").filter(has_text="Aki")).to_be_visible()
