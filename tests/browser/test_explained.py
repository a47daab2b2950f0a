"""Marks explain themselves when they first appear: read once, then silent, until the player asks for them again."""

from __future__ import annotations

from playwright.sync_api import expect

from harness.contract.cases import large
from tests.browser.clients import Make, serious_violations


@large
def test_mark_is_explained_once_and_again_on_request(person: Make, axe: str) -> None:
    someone = person("en", 390, 664, hasty=True)
    someone.open_game()
    someone.await_turn()
    badge = someone.button("What is this?")
    badge.click()
    note = someone.page.get_by_text("How likely your next card is to make you bust.")
    expect(note).to_be_visible()
    for width, height in ((390, 664), (1280, 800)):
        someone.resize(width, height)
        expect(note).to_be_in_viewport(ratio=1)
        assert serious_violations(someone, axe) == []
    someone.button("Got it").click()
    expect(note).to_be_hidden()
    expect(badge).to_be_hidden()
    someone.take_turn()
    someone.await_turn()
    expect(badge).to_be_visible()  # another mark
    badge.click()
    expect(note).to_be_hidden()
    someone.button("Got it").click()
    someone.button(someone.words.menu).click()
    someone.button("Explain the marks again").click()
    someone.take_turn()
    someone.await_turn()
    someone.button("What is this?").click()
    expect(note).to_be_visible()
    someone.button("Rule K5.1").click()  # the rule behind it
    expect(someone.page.get_by_role("dialog", name=someone.words.rules)).to_be_visible()
