"""Talk at the table in two browsers: each reads phrases in their language, and nobody has to read everyone."""

from playwright.sync_api import Locator, expect

from harness.contract.cases import large
from tests.browser.clients import Make, Person, small_targets, violations_in_both_schemes
from tests.browser.test_lobby import sit

LONG = "ながーい" * 30 + "x" * 60  # in one word, as far as a browser knows


def lines(one: Person) -> Locator:
    name = {"ja": "ひとこと", "en": "Talk"}[one.words.language]
    return one.page.get_by_role("log", name=name).get_by_role("listitem")


@large
def test_friends_talk_before_and_during_a_game(person: Make, axe: str) -> None:
    aki, nao = person("ja", 320, 568), person("en", 390, 664)
    sit(nao, aki.invitation(), "<b>Nao</b>")
    nao.page.get_by_text("Talk", exact=True).click()
    nao.button("Good luck").click()
    expect(aki.page.get_by_role("status").filter(has_text="お手柔らかに")).to_have_count(1)
    aki.page.get_by_text("ひとこと（新着1）").click()
    expect(lines(aki)).to_contain_text(["<b>Nao</b> お手柔らかに"])
    aki.page.get_by_role("textbox", name="メッセージ").fill(LONG)
    aki.page.keyboard.press("Enter")
    expect(lines(nao)).to_have_count(2)
    expect(lines(nao).last).to_contain_text(LONG)
    for one in (aki, nao):
        assert one.fits()
        assert not small_targets(one)
    aki.button("ボットを入れる").first.click()
    aki.button(aki.words.start).click()
    for one in (aki, nao):
        expect(one.stage).to_be_visible()

    nao.page.keyboard.press("t")
    panel = nao.page.get_by_role("dialog", name="Talk")
    panel.get_by_role("textbox").fill("https://example.org/ look")
    panel.get_by_role("button", name="Send").click()
    expect(lines(nao)).to_have_count(3)
    expect(panel.get_by_role("link")).to_have_count(0)
    expect(aki.page.get_by_role("status").filter(has_text="https://example.org/ look")).to_have_count(1)
    opens = aki.button("ひとこと（新着1）")
    for width, height in ((844, 390), (390, 664), (1280, 800), (320, 568)):
        aki.resize(width, height)
        expect(opens).to_be_visible()
        assert aki.fits()
    aki.page.reload()
    opens.click()
    expect(lines(aki)).to_have_count(3)
    assert not violations_in_both_schemes(aki, axe)
    assert not small_targets(aki)
    aki.page.get_by_text("発言の設定").click()
    aki.page.get_by_role("checkbox", name="<b>Nao</b>の発言を隠す").check()
    expect(lines(aki)).to_have_count(1)
    aki.page.get_by_role("checkbox", name="この卓での自由な発言").uncheck()
    expect(panel.get_by_text("The host has switched free text off.")).to_be_visible()
    expect(panel.get_by_role("textbox")).to_have_count(0)
    panel.get_by_role("button", name="Sorry").click()
    expect(panel).to_have_count(0)
    aki.page.reload()
    aki.button("ひとこと").click()
    expect(lines(aki)).to_have_count(2)  # still muted
