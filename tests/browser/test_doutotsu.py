"""ドウトツくじゃん in the browser: whole games on a phone, and what helps at the table, by roles and names."""

import re
import time
from collections.abc import Callable
from typing import NamedTuple

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.clients import Person, serious

Make = Callable[..., Person]
PATIENCE = 90  # seconds for a whole game


class Names(NamedTuple):
    """What a person reads at this game's table."""

    game: str
    draw: str
    discard: re.Pattern[str]
    out: re.Pattern[str]
    most_games: str
    arrange: str
    done: str
    sort: str
    hand: re.Pattern[str]


NAMES = {
    "ja": Names(
        game="ドウトツくじゃん",
        draw="山札から引く",
        discard=re.compile("を捨てる$"),
        out=re.compile("ドウトツできた"),
        most_games="ゲーム数の上限",
        arrange="並べかえる",
        done="並べ終わる",
        sort="自動で並べる",
        hand=re.compile("（あなたの手札）$"),
    ),
    "en": Names(
        game="Doutotsu Kujan",
        draw="draw from the deck",
        discard=re.compile("^discard "),
        out=re.compile("go out", re.IGNORECASE),
        most_games="Game limit",
        arrange="Arrange",
        done="Done",
        sort="Sort",
        hand=re.compile(r"\(.* hand\)$"),
    ),
}


def placed(cards: Locator) -> list[str]:
    """The ids of cards as they lie, line by line, from left to right; all seen at one moment."""
    boxes = (
        "all => all.map(e => [e.getBoundingClientRect(), e.id]).map(([box, id]) => [Math.round(box.y / 20), box.x, id])"
    )
    return [handle for _, _, handle in sorted(cards.evaluate_all(boxes))]


class Player:
    """Somebody at this game's table."""

    def __init__(self, person: Person, language: str) -> None:
        self.person, self.names = person, NAMES[language]
        person.words = person.words._replace(game=self.names.game)

    @property
    def draw(self) -> Locator:
        return self.person.actions.get_by_role(
            "button", name=re.compile(f"^{self.names.draw}$", re.IGNORECASE), disabled=False
        )

    @property
    def out(self) -> Locator:
        return self.person.actions.get_by_role("button", name=self.names.out, disabled=False)

    @property
    def discards(self) -> Locator:
        return self.person.stage.get_by_role("button", name=self.names.discard)

    def wanted(self) -> Locator | None:
        """Go out where one can, else draw, else discard the card that lies last in one's hand: the spare ones lie
        there, for the hand sorts itself.  None while nothing can be done."""
        for button in (self.out, self.draw):
            if button.is_visible():
                return button
        discards = placed(self.discards)
        return self.person.page.locator(f"#{discards[-1]}") if discards else None

    def await_turn(self) -> bool:
        """Until one has to decide (True) or the match is over (False)."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if self.person.result.is_visible():
                return False
            if self.draw.is_visible() or self.out.is_visible() or self.discards.first.is_visible():
                return True
            self.person.hurry()
            self.person.page.wait_for_timeout(20)
        raise AssertionError("neither a decision nor a result")

    def decide(self, how: str = "mouse") -> None:
        """Do what is wanted; returns once the table has taken it, or at once where the turn is over by now."""
        before = self.person.log_length()
        wanted = self.wanted()
        if wanted is None:
            return
        self.person.press(wanted, how)
        end = time.monotonic() + 5
        while self.person.log_length() == before and time.monotonic() < end:
            self.person.page.wait_for_timeout(15)

    def one_game(self) -> None:
        """Sit down at a table for a match of one game."""
        self.person.open("/new/doutotsu")
        self.person.page.get_by_role("combobox", name=self.names.most_games).select_option("1")
        self.person.button(self.person.words.start).click()
        expect(self.person.stage).to_be_visible()


def test_a_whole_game_on_a_phone_by_touch(person: Make, axe: str) -> None:
    aki = person("ja", 390, 664, has_touch=True)
    player = Player(aki, "ja")
    player.one_game()
    assert player.await_turn()
    assert not serious(aki, axe)
    assert not shows_what_it_does_not_say(player)
    end = time.monotonic() + PATIENCE
    decisions = 0
    while player.await_turn():
        assert time.monotonic() < end, "the game does not end"
        player.decide("touch")
        decisions += 1
    assert decisions > 3
    expect(aki.result.get_by_role("listitem")).to_have_count(3)
    assert not serious(aki, axe)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_first_turns_by_keyboard_in_english_on_a_small_phone(person: Make, axe: str, scheme: str) -> None:
    aki = person("en", 320, 568, color_scheme=scheme)
    player = Player(aki, "en")
    aki.play_now()
    for _ in range(4):
        assert player.await_turn()
        player.decide("keyboard")
    player.await_turn()
    assert aki.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert not serious(aki, axe)
    assert not shows_what_it_does_not_say(player)
    romaji = aki.button("Romaji")
    expect(romaji).to_have_attribute("aria-pressed", "true")
    tile = aki.stage.get_by_role("button", name=re.compile("オットセイ ottosei"))  # it may be one that can be laid open
    expect(tile).to_contain_text("ottosei")
    romaji.press("Enter")
    expect(tile).not_to_contain_text("ottosei")
    aki.page.reload()
    expect(romaji).to_have_attribute("aria-pressed", "false")


def shows_what_it_does_not_say(player: Player) -> list[str]:
    """Names of cards on which something is written that does not stand in them."""
    unsaid: list[str] = player.person.stage.get_by_role("button").evaluate_all(
        """all => all.filter(one => one.id.startsWith("card-"))
            .map(one => [one.getAttribute("aria-label"), ...[...one.querySelectorAll("tspan")].map(e => e.textContent)])
            .filter(([name, ...parts]) => parts.some(part => !name.toLowerCase().includes(part.trim().toLowerCase())))
            .map(([name]) => name)"""
    )
    return unsaid


def order(player: Player) -> list[str]:
    """One's hand as it lies, line by line, from left to right."""
    return placed(player.person.stage.get_by_role("button", name=player.names.hand))


def test_the_hand_is_arranged_by_pressing_dragging_and_keys(person: Make) -> None:
    aki = person("ja")
    player = Player(aki, "ja")
    aki.play_now()
    while player.await_turn() and not player.draw.is_visible():  # an even hand: nothing is to be discarded
        player.decide()
    by_plan = order(player)
    card = {handle: aki.page.locator(f"#{handle}") for handle in by_plan}

    aki.button(player.names.arrange).click()
    card[by_plan[-1]].click()
    card[by_plan[0]].click()
    by_press = [by_plan[-1], *by_plan[:-1]]
    assert order(player) == by_press
    aki.button(player.names.done).click()

    card[by_press[0]].focus()
    aki.page.keyboard.press("Shift+ArrowRight")
    by_key = [by_press[1], by_press[0], *by_press[2:]]
    assert order(player) == by_key
    expect(card[by_press[0]]).to_be_focused()

    card[by_key[0]].drag_to(card[by_key[3]])
    assert order(player) == [*by_key[1:4], by_key[0], *by_key[4:]]
    expect(player.draw).to_be_visible()  # and nothing was played by it

    aki.button(player.names.sort).click()
    assert order(player) == by_plan


def test_names_in_reach_are_told_and_the_help_can_be_switched_off(person: Make) -> None:
    aki = person("ja")
    player = Player(aki, "ja")
    aki.play_now()
    assert player.await_turn()
    helps = aki.page.get_by_role("list", name="プレイ補助")
    expect(helps).to_contain_text("いちばん近い3つ")
    tile = aki.stage.get_by_role("button", name=re.compile("（動物リスト）$")).first  # none that can be laid open
    name = str(tile.get_attribute("aria-label")).removesuffix("（動物リスト）")
    tile.click()
    expect(aki.page.get_by_role("status").filter(has_text=f"{name}: {len(name)}文字")).to_be_visible()
    aki.button(aki.words.menu).click()
    aki.button(aki.words.settings).click()
    aki.page.get_by_role("checkbox", name=re.compile("プレイ補助を表示")).uncheck()
    aki.button(aki.words.close).click()
    expect(helps).to_have_count(0)
