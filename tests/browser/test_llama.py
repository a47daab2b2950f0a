"""ニワトリかラマか ポーカー in the browser: whole games, secret marks, and notes readable by screen readers."""

import contextlib
import re
import time

from playwright.sync_api import Locator, TimeoutError, expect  # noqa: A004  # Playwright's own name

from tests.browser.clients import PATIENCE, Make, Person, serious_violations
from tests.browser.test_games import OUT_OF_SIGHT

TITLES = {"ja": "ニワトリかラマか ポーカー", "en": "Chicken or Llama: The Poker"}
SKIP = {"ja": "最後まで進める", "en": "Skip to the end"}
# the preferred decisions, first one first: avoid risk, but go all-in so that the game ends
PREFERRED_DECISIONS = {
    "ja": ("^全賭け（", "^公開する", "^もう引かない", "^勝負する（", "^(?!ログ).*に投票$", "^降りる（"),
    "en": ("^go all-in with", "^reveal \\(", "^stop drawing", "^play for", "^vote for", "^drop out \\("),
}


def decision(person: Person, language: str) -> Locator | None:
    """Return the preferred button on the player's turn, else None."""
    offered = person.actions.get_by_role("button", disabled=False).all_inner_texts()
    for pattern in PREFERRED_DECISIONS[language]:
        for name in offered:
            if re.search(pattern, name.strip(), re.IGNORECASE):
                shown = re.compile(f"^{re.escape(name.strip())}$", re.IGNORECASE)  # the page capitalizes names
                return person.actions.get_by_role("button", name=shown)
    return None


def await_turn(person: Person, language: str, how: str = "mouse") -> Locator | None:
    """Wait for the player's turn; returns None if the game is over."""

    def find() -> Locator | None:
        if (button := decision(person, language)) is not None:
            return button
        skip = person.actions.get_by_role("button", name=SKIP[language], exact=True)
        if skip.is_visible():
            with contextlib.suppress(TimeoutError):  # it may vanish before the press
                person.press(skip, how, patience=500)
        return None

    return person.await_action(find, how)


def play_to_end(person: Person, language: str, how: str = "mouse") -> int:
    """Play a whole game and return the number of decisions; without coins the person skips to the end."""
    deadline = time.monotonic() + PATIENCE
    decisions = 0
    while (button := await_turn(person, language, how)) is not None:
        assert time.monotonic() < deadline, "the game does not end"
        assert not (hidden := person.page.evaluate(OUT_OF_SIGHT)), hidden
        assert not person.cut_line()
        person.act(button, how)
        decisions += 1
    return decisions


def test_whole_game_on_a_phone_by_keyboard_keeps_the_focus_at_the_table(person: Make, axe: str) -> None:
    aki = person("ja", 320, 568, hasty=True)
    aki.open_game("llama")
    await_turn(aki, "ja")
    for language in ("ja", "en"):
        aki.speak(language)
        assert not serious_violations(aki, axe)
        assert aki.fits()
    before = aki.log_length()
    aki.offered.first.press("Enter")
    aki.await_log(before)
    expect(aki.page.locator(".table footer:focus-visible")).to_be_visible()  # the button that had the focus is gone
    aki.page.keyboard.press("Tab")  # from there it goes on
    expect(aki.page.locator(".table :focus-visible")).to_be_visible()
    assert play_to_end(aki, "en", "keyboard") > 0
    expect(aki.result.get_by_role("listitem")).to_have_count(3)
    assert not serious_violations(aki, axe)


def test_marks_are_sent_with_the_decision_and_readable_by_name(person: Make, axe: str) -> None:
    aki = person("en", 390, 664)
    aki.open_game("llama")
    decided = await_turn(aki, "en")
    assert decided is not None
    own_notes = aki.stage.get_by_role("button", name=re.compile(r"^a (llama|chicken) note \("))
    expect(own_notes).to_have_count(2)
    own_notes.first.click()
    dialog = aki.page.get_by_role("dialog", name="notes")
    corner = dialog.get_by_role("button", name="crease at the top left corner", exact=True)
    corner.click()
    expect(corner).to_have_attribute("aria-pressed", "true")
    assert not serious_violations(aki, axe)
    edge = dialog.get_by_role("button", name="crease at the right edge", exact=True)
    expect(edge).to_have_attribute("aria-disabled", "true")  # one new mark per note and round
    corner.click()
    edge.click()
    aki.page.keyboard.press("Escape")
    marked = aki.stage.get_by_role("button", name=re.compile("your new crease at the right edge"))
    expect(marked).to_have_count(1)
    aki.act(decided)
    expect(aki.page.get_by_role("log", include_hidden=True)).to_contain_text(
        "Secretly marked note 1: crease at the right edge"
    )
    assert "top left" not in aki.page.get_by_role("log", include_hidden=True).inner_text()


def test_deck_ends_can_be_inspected_before_drawing(person: Make) -> None:
    aki = person("ja", hasty=True)
    aki.open_game("llama")
    deadline = time.monotonic() + PATIENCE
    while not aki.actions.get_by_role("button", name="上から引く").is_visible() or decision(aki, "ja") is None:
        assert time.monotonic() < deadline
        button = await_turn(aki, "ja")
        assert button is not None
        if not aki.actions.get_by_role("button", name="もう引かない").is_visible():
            aki.act(button)
    mine = aki.stage.get_by_role("group", name=re.compile(r"^あなたのお札、"))
    before = mine.get_attribute("aria-label")
    aki.stage.get_by_role("button", name=re.compile("^お札（山札のいちばん上）")).click()
    dialog = aki.page.get_by_role("dialog", name="山札のいちばん上")
    expect(dialog).to_contain_text("目印")
    dialog.get_by_role("button", name="上から引く").click()
    expect(dialog).to_have_count(0)
    expect(mine).not_to_have_attribute("aria-label", before or "")
    aki.stage.get_by_role("button", name=re.compile(r"^山札\d+")).click()
    expect(aki.page.get_by_role("dialog", name="山札")).to_contain_text("順番はだれも知りません")
