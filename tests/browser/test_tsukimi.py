"""Tsukimi in the browser: a game without art, which the front end was not built with, drawn from its views alone."""

import contextlib
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, expect

from harness.contract.cases import some_or_all
from tests.browser.clients import Make, Person, places_in_view, serious_violations
from tests.browser.conftest import ROOT, Server

TITLES = {"ja": "つきみ", "en": "Tsukimi"}
BID = {"ja": re.compile("^2トリックを"), "en": re.compile("^bid 2 tricks", re.IGNORECASE)}
DEALS = {"ja": "ディール数", "en": "Deals"}
PLAY = {"ja": re.compile("を出す$"), "en": re.compile("^play ", re.IGNORECASE)}

PLAYED = [
    pytest.param(["ja", "en"], (320, 568), "touch", 4, id="touch"),
    pytest.param(["ja"], (1280, 800), "mouse", 7, id="mouse"),
]


@pytest.fixture(scope="module")
def server(front_end: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return the address of a server with Tsukimi besides its own games."""
    games = {"TEFUDA_GAMES": "harness.fixtures.tsukimi", "PYTHONPATH": str(ROOT)}
    with contextlib.closing(Server(tmp_path_factory.mktemp("server"), **games)) as server:
        yield server.address


def await_action(person: Person, language: str, how: str = "mouse") -> Locator | None:
    """Wait for the player's turn and return a bid or a legal card to press; None if the game is over."""
    bid = person.actions.get_by_role("button", name=BID[language], disabled=False)
    card = person.stage.get_by_role("button", name=PLAY[language]).first
    return person.await_action(lambda: next((one for one in (card, bid) if one.is_visible()), None), how)


@pytest.mark.parametrize(
    ("languages", "size", "how", "by_hand"),
    some_or_all(PLAYED[:1], PLAYED),
)
def test_game_without_art_is_played(
    person: Make, languages: list[str], size: tuple[int, int], how: str, by_hand: int, axe: str
) -> None:
    """A whole deal is played by hand on a desktop, three tricks by touch in both languages on the smallest phone."""
    phone = {"has_touch": True, "is_mobile": True} if how == "touch" else {}
    language = languages[0]
    aki = person(language, *size, hasty=True, **phone)
    aki.open("/new/tsukimi")
    aki.page.get_by_role("combobox", name=DEALS[language]).select_option("1")
    aki.press(aki.button(aki.words.start), how)
    expect(aki.stage).to_be_visible()
    decisions = 0
    while decisions < by_hand:
        if (now := languages[decisions * len(languages) // by_hand]) != language:
            assert not serious_violations(aki, axe)
            aki.speak(language := now)
        action = await_action(aki, language, how)
        assert action is not None, "the game is over already"
        aki.act(action, how)
        decisions += 1
    if how == "touch":
        aki.let_bots_finish()
    assert await_action(aki, language, how) is None, "a bid and six tricks"
    expect(aki.result.get_by_role("listitem")).to_have_count(3)
    assert not serious_violations(aki, axe)


def test_every_card_says_its_name_and_lies_within_the_screen(person: Make, axe: str) -> None:
    aki = person("en", 390, 664)
    aki.open_game("tsukimi")
    await_action(aki, "en")
    hand = aki.stage.get_by_role("button", name=re.compile(r"^(Flower|Bird|Moon) \d \("))
    expect(hand).to_have_count(6)
    for card in places_in_view(hand):
        assert min(card.width, card.height) >= 43.5
        assert card.x >= 0
        assert card.right <= 390
    expect(aki.stage.get_by_text("winning cards").first).to_be_attached()
    assert not serious_violations(aki, axe)


def test_illegal_card_is_refused_with_its_clause(person: Make) -> None:
    aki = person("en")
    aki.open_game("tsukimi")
    await_action(aki, "en")
    aki.stage.get_by_role("button", name=re.compile(r"^(Flower|Bird|Moon) \d \(")).first.click()
    alert = aki.page.get_by_role("alert")
    expect(alert).to_contain_text("First say how many tricks you will win.")
    alert.get_by_role("link", name="Rule M3.2").click()
    book = aki.page.get_by_role("dialog", name=aki.words.rules)
    expect(book).to_contain_text("Win exactly as many tricks as you bid")
    expect(book.get_by_role("group", name="Rule M3.2")).to_be_focused()


def cards_from_left(person: Person) -> list[str]:
    """Return the names of the cards of one's own hand as they lie."""
    cards = person.stage.get_by_role("button", name=re.compile(r"^(Flower|Bird|Moon) \d \("))
    placed = "cards => cards.map((card) => [card.getBoundingClientRect().x, card.getAttribute('aria-label')])"
    return [name for _, name in sorted(cards.evaluate_all(placed))]


def test_hand_can_be_sorted_by_dragging_by_keyboard_and_by_pressing(person: Make) -> None:
    aki = person("en")
    aki.open_game("tsukimi")
    await_action(aki, "en")
    before = cards_from_left(aki)

    def card(name: str) -> Locator:
        return aki.stage.get_by_role("button", name=name, exact=True)

    card(before[0]).drag_to(card(before[2]))
    expect(aki.button("Sort")).to_be_visible()
    assert cards_from_left(aki) == [before[1], before[2], before[0], *before[3:]]
    card(before[0]).press("Shift+ArrowLeft")
    assert cards_from_left(aki) == [before[1], before[0], *before[2:]]
    aki.button("Arrange").click()
    card(before[5]).click()
    card(before[1]).click()
    aki.button("Done").click()
    assert cards_from_left(aki) == [before[5], before[1], before[0], *before[2:5]]
    aki.button("Sort").click()
    assert cards_from_left(aki) == before


def test_home_page_and_rules_know_the_game(person: Make) -> None:
    aki = person("ja")
    aki.open()
    offer = aki.offer("つきみ")
    expect(offer.get_by_role("button", name=aki.words.play_now)).to_be_visible()
    offer.get_by_role("link", name="遊びかた").click()
    expect(aki.page.get_by_role("group", name="ルールM4.3")).to_be_visible()
    aki.page.goto("/new/tsukimi")
    rules = aki.page.get_by_role("group", name="ハウスルール")
    expect(rules.get_by_role("combobox", name="ディール数")).to_be_visible()
