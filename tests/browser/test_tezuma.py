"""てづま師 in the browser: whole games, and choosing cards."""

import re

import pytest
from playwright.sync_api import Locator, expect

from harness.contract.cases import some_or_all
from tests.browser.clients import Make, Person, places_in_view, serious_violations

TITLE = {"ja": "てづま師", "en": "Tezuma-shi"}
TAKE = {"ja": re.compile("^(得点表|マイナス|能力)"), "en": re.compile("^take ", re.IGNORECASE)}
HAND = {"ja": "手札", "en": "hand"}


class Player:
    """A person at this game's table."""

    def __init__(self, person: Person) -> None:
        self.person = person

    @property
    def legal(self) -> Locator:
        """Return the cards that may be pressed: on the player's turn they are tab stops, named by their action."""
        return self.person.stage.locator("button.legal")

    def await_turn(self) -> bool:
        """Wait for the player's turn (True) or the end of the game (False)."""
        return bool(self.person.await_action(lambda: self.legal.count() or None))

    def take_turn(self, how: str = "mouse") -> None:
        """Press the first legal card, and its confirm button if it needs confirmation."""
        before = self.person.log_length()
        card = self.legal.first
        name = card.get_attribute("aria-label") or ""
        self.person.press(card, how)
        confirm = self.person.actions.get_by_role("button", name=name, exact=True)
        if confirm.is_visible():
            self.person.press(confirm, how)
        self.person.await_log(before)


def sit_down(person: Person) -> Player:
    """Open a game and wait for the player's first turn."""
    person.open_game("tezuma")
    table = Player(person)
    table.await_turn()
    return table


PLAYED = [
    pytest.param("en", 320, 568, "keyboard", 3 + 4, id="en"),
    pytest.param("ja", 1280, 800, "mouse", 3 + 12, id="ja"),
]


@pytest.mark.parametrize(
    ("language", "width", "height", "how", "by_hand"),
    some_or_all(PLAYED[:1], PLAYED),
)
def test_deal_is_played_by_hand_and_the_result_is_shown(
    person: Make, axe: str, language: str, width: int, height: int, how: str, by_hand: int
) -> None:
    """The first deal and the start of the second on a desktop, the draft and some tricks on a small screen."""
    aki = person(language, width, height, hasty=True)
    table = sit_down(aki)
    taking = aki.stage.get_by_role("button", name=TAKE[language])
    decisions = 0
    while True:
        assert table.await_turn(), "the game is over already"
        if decisions >= by_hand and (by_hand < 3 + 12 or taking.count()):  # a card set aside may add a decision
            break
        if decisions == 0:
            assert TAKE[language].search(table.legal.first.get_attribute("aria-label") or "")
        if decisions in (0, 5):
            assert not serious_violations(aki, axe)
        table.take_turn(how)
        decisions += 1
    if language == "en":
        return
    expect(aki.page.get_by_role("log", include_hidden=True)).to_contain_text("第2ディール")
    aki.let_bots_finish()
    expect(aki.result.get_by_role("listitem")).to_have_count(3)
    assert not serious_violations(aki, axe)


def test_card_text_is_shown_before_the_card_is_taken(person: Make) -> None:
    aki = person("ja", 390, 664, has_touch=True, is_mobile=True)
    sit_down(aki)
    ability = aki.stage.get_by_role("button", name=re.compile("^能力「")).first
    lines = aki.log_length()
    ability.tap()
    expect(aki.page.get_by_role("status").filter(has_text=re.compile("おはじき[0-9]個"))).to_be_visible()
    assert aki.log_length() == lines  # nothing is taken yet
    aki.actions.get_by_role("button", name=re.compile("^能力「")).tap()
    expect(aki.page.get_by_role("log", include_hidden=True)).to_contain_text("あなたは能力「")


def test_hint_on_a_phone_on_its_side_leaves_all_cards_where_they_are(person: Make, axe: str) -> None:
    aki = person("ja", 844, 390)
    sit_down(aki)
    frame = aki.page.locator(".frame")
    before = frame.bounding_box()
    aki.button(aki.words.hint).click()
    expect(aki.page.locator(".advice")).to_be_visible()
    assert frame.bounding_box() == before
    assert before is not None
    top, bottom = before["y"], before["y"] + before["height"]
    cards = aki.stage.locator("button.card").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect()).map(({ top, bottom }) => [top, bottom])"
    )
    assert len(cards) > 12
    assert all(top <= high and low <= bottom for high, low in cards), (top, bottom, cards)
    assert not serious_violations(aki, axe)


def test_twelve_cards_are_readable_and_touchable_on_a_phone(person: Make) -> None:
    aki = person("ja", 320, 568)
    sit_down(aki)
    fits = "document.documentElement.scrollWidth <= innerWidth && document.documentElement.scrollHeight <= innerHeight"
    hand = aki.stage.get_by_role("button", name=re.compile("手札"))
    expect(hand).to_have_count(12)
    for width, height in ((320, 568), (390, 664), (844, 390)):
        aki.resize(width, height)
        assert aki.page.evaluate(fits), (width, height)
        places = places_in_view(hand)
        for card in places:
            assert card.width >= 40, (width, height)
            assert card.x >= -1
            assert card.right <= width + 1
        assert len({(round(card.x), round(card.y)) for card in places}) == 12, (width, height)
