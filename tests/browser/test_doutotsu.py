"""ドウトツくじゃん in the browser: whole games on a phone, arranging the hand, and play aids."""

import contextlib
import re
from typing import NamedTuple

from playwright.sync_api import Locator, TimeoutError, expect  # noqa: A004  # Playwright's own name

from harness.contract.cases import sized
from tefuda.games.doutotsu.state import LONGEST_MATCH
from tests.browser.clients import Make, Person, places_in_view, serious_violations, violations_in_both_schemes


class Names(NamedTuple):
    """The texts of this game's table."""

    game: str
    draw: str
    discard: re.Pattern[str]
    out: re.Pattern[str]
    most_games: str
    arrange: str
    done: str
    sort: str
    hand: re.Pattern[str]


# Discards a card and presses one of another hand at once; returns what is said then.
DISCARD_AND_LOOK = """async (card) => {
  document.getElementById(card).click();
  document.querySelector(".card.down").click();
  await new Promise(requestAnimationFrame);
  return document.querySelector(".say").innerText;
}"""

BY_HAND = sized(8)  # decisions
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
    """Return the ids of cards by position: line by line, left to right, all measured at once."""
    boxes = (
        "all => all.map(e => [e.getBoundingClientRect(), e.id]).map(([box, id]) => [Math.round(box.y / 20), box.x, id])"
    )
    return [handle for _, _, handle in sorted(cards.evaluate_all(boxes))]


class Player:
    """A person at this game's table."""

    def __init__(self, person: Person, language: str) -> None:
        self.person, self.names = person, NAMES[language]
        person.words = person.words._replace(game=self.names.game)

    @property
    def draw(self) -> Locator:
        return self.person.actions.get_by_role("button", name=self.drawn, disabled=False)

    @property
    def drawn(self) -> re.Pattern[str]:
        return re.compile(f"^{self.names.draw}$", re.IGNORECASE)

    def offers(self, text: re.Pattern[str]) -> bool:
        """Return at once whether there is an enabled action button with this text."""
        return self.person.offered.filter(has_text=text).first.is_visible()

    @property
    def out(self) -> Locator:
        return self.person.actions.get_by_role("button", name=self.names.out, disabled=False)

    @property
    def discards(self) -> Locator:
        return self.person.stage.get_by_role("button", name=self.names.discard)

    def next_button(self) -> Locator | None:
        """Return the button to press: go out, else draw, else discard the last card of the hand.

        The hand sorts itself so that spare cards come last.  Returns None if nothing can be done.
        """
        for button, text in ((self.out, self.names.out), (self.draw, self.drawn)):
            if self.offers(text):
                return button
        discards = placed(self.discards)
        return self.person.page.locator(f"#{discards[-1]}") if discards else None

    def await_turn(self) -> bool:
        """Wait for a decision (True) or the end of the match (False)."""

        def found() -> bool | None:
            return self.offers(self.drawn) or self.offers(self.names.out) or self.discards.first.is_visible() or None

        return bool(self.person.await_action(found))

    def decide(self, how: str = "mouse") -> None:
        """Press the next button; returns after the log has grown, or at once if the turn has ended."""
        before = self.person.log_length()
        button = self.next_button()
        if button is None:
            return
        with contextlib.suppress(TimeoutError):  # the table may change before the click
            self.person.press(button, how, patience=5000)
        self.person.await_log(before)

    def start_one_game(self) -> None:
        """Open a table for a match of one game."""
        self.person.open("/new/doutotsu")
        most = self.person.page.get_by_role("spinbutton", name=self.names.most_games)
        expect(most).to_have_value(str(LONGEST_MATCH))
        most.fill("1")
        self.person.button(self.person.words.start).click()
        expect(self.person.stage).to_be_visible()


def test_game_on_a_phone_by_touch(person: Make, axe: str) -> None:
    """Some turns are played by hand, the others by a bot."""
    aki = person("ja", 390, 664, hasty=True, has_touch=True)
    player = Player(aki, "ja")
    player.start_one_game()
    assert player.await_turn()
    assert not serious_violations(aki, axe)
    assert not cards_with_unnamed_text(player)
    decisions = 0
    while decisions < BY_HAND and player.await_turn():
        player.decide("touch")
        decisions += 1
    assert decisions > 3
    if player.await_turn():  # so that the match cannot end in the meantime
        aki.let_bots_finish()
    expect(aki.result.get_by_role("listitem")).to_have_count(3)
    assert not serious_violations(aki, axe)


def test_first_turns_by_keyboard_in_english_on_a_small_phone(person: Make, axe: str) -> None:
    aki = person("en", 320, 568, hasty=True)
    player = Player(aki, "en")
    aki.post("/api/me", name="Maximiliana of Hohenlohe")  # with a name of this length some lines of the log take two
    aki.open_game("doutotsu")
    down = aki.stage.get_by_role("button", name=re.compile("face down"))
    expect(down).not_to_have_count(0)
    names = down.evaluate_all("cards => cards.map(card => card.getAttribute('aria-label'))")
    assert len(set(names)) == len(names), "face-down cards of one name"
    for _ in range(4):
        assert player.await_turn()
        assert not aki.cut_line()
        player.decide("keyboard")
    player.await_turn()
    assert aki.fits()
    assert not violations_in_both_schemes(aki, axe)
    assert not cards_with_unnamed_text(player)
    romaji = aki.button("Romaji")
    expect(romaji).to_have_attribute("aria-pressed", "true")
    tile = aki.stage.get_by_role("button", name=re.compile("オットセイ ottosei"))  # it may be one that can be exposed
    expect(tile).to_contain_text("ottosei")
    romaji.press("Enter")
    expect(tile).not_to_contain_text("ottosei")
    aki.page.reload()
    expect(romaji).to_have_attribute("aria-pressed", "false")


def cards_with_unnamed_text(player: Player) -> list[str]:
    """Return the names of cards that do not contain all the text shown on the card."""
    names: list[str] = player.person.stage.get_by_role("button").evaluate_all(
        """all => all.filter(one => one.id.startsWith("card-"))
            .map(one => [one.getAttribute("aria-label"), ...[...one.querySelectorAll("tspan")].map(e => e.textContent)])
            .filter(([name, ...parts]) => parts.some(part => !name.toLowerCase().includes(part.trim().toLowerCase())))
            .map(([name]) => name)"""
    )
    return names


def hand_order(player: Player) -> list[str]:
    """Return the ids of the hand by position."""
    return placed(player.person.stage.get_by_role("button", name=player.names.hand))


def test_hand_is_arranged_by_click_drag_and_keys(person: Make) -> None:
    aki = person("ja")
    player = Player(aki, "ja")
    aki.open_game("doutotsu")
    while player.await_turn() and not player.draw.is_visible():  # an even hand needs no discard
        player.decide()
    by_plan = hand_order(player)
    card = {handle: aki.page.locator(f"#{handle}") for handle in by_plan}

    aki.button(player.names.arrange).click()
    expect(aki.actions).to_contain_text("並べかえ中")  # a press discards nothing now
    card[by_plan[-1]].click()
    card[by_plan[0]].click()
    by_press = [by_plan[-1], *by_plan[:-1]]
    assert hand_order(player) == by_press
    aki.button(player.names.done).click()

    card[by_press[0]].focus()
    aki.page.keyboard.press("Shift+ArrowRight")
    by_key = [by_press[1], by_press[0], *by_press[2:]]
    assert hand_order(player) == by_key
    expect(card[by_press[0]]).to_be_focused()

    card[by_key[0]].drag_to(card[by_key[3]])
    assert hand_order(player) == [*by_key[1:4], by_key[0], *by_key[4:]]
    expect(player.draw).to_be_visible()  # arranging plays nothing

    aki.button(player.names.sort).click()
    assert hand_order(player) == by_plan


def test_finger_takes_a_card_to_the_other_line_of_the_hand(person: Make) -> None:
    aki = person("ja", 390, 844, has_touch=True)
    player = Player(aki, "ja")
    aki.open_game("doutotsu")
    while player.await_turn() and not player.draw.is_visible():  # an even hand needs no discard
        player.decide()
    aki.await_rest()
    before = hand_order(player)
    places = [places_in_view(aki.page.locator(f"#{one}"))[0] for one in before]
    first = places[0]
    below = next(at for at, place in enumerate(places) if place.y > first.y + first.height / 2)
    right, down = places[below].x - first.x, places[below].y - first.y
    assert abs(right) < down, "more down than to the side: a table that is higher than the screen would scroll"
    finger = aki.page.context.new_cdp_session(aki.page)
    x, y = first.x + first.width / 2, first.y + first.height / 2
    path = [{"x": x + right * step / 10, "y": y + down * step / 10} for step in range(11)]
    for at, point in enumerate(path):
        finger.send("Input.dispatchTouchEvent", {"type": "touchMove" if at else "touchStart", "touchPoints": [point]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    aki.await_rest()
    assert hand_order(player) == [*before[1 : below + 1], before[0], *before[below + 1 :]]


def test_near_names_are_shown_and_helps_can_be_switched_off(person: Make) -> None:
    aki = person("ja")
    player = Player(aki, "ja")
    aki.open_game("doutotsu")
    assert player.await_turn()
    helps = aki.page.get_by_role("list", name="プレイ補助")
    expect(helps).to_contain_text("いちばん近い3つ")
    tile = aki.stage.get_by_role("button", name=re.compile("（動物リスト）$")).first  # one that cannot be exposed
    name = str(tile.get_attribute("aria-label")).removesuffix("（動物リスト）")
    tile.click()
    expect(aki.page.get_by_role("status").filter(has_text=f"{name}：{len(name)}文字")).to_be_visible()
    aki.button(aki.words.menu).click()
    aki.button(aki.words.settings).click()
    aki.page.get_by_role("checkbox", name=re.compile("プレイ補助を表示")).uncheck()
    aki.button(aki.words.close).click()
    expect(helps).to_have_count(0)


def test_card_looked_at_meanwhile_does_not_hide_that_it_is_ones_turn(person: Make) -> None:
    aki = person("ja")
    player = Player(aki, "ja")
    aki.open_game("doutotsu")
    while player.await_turn() and not player.discards.first.is_visible():
        player.decide()
    said = aki.page.evaluate(DISCARD_AND_LOOK, placed(player.discards)[-1])
    assert "裏向きのカード" in said
    assert player.await_turn()
    expect(aki.page.locator(".prompt.mine")).to_be_visible()
