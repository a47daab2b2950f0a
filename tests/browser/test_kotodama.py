"""コトコー in the browser: a game by touch on a phone, and a custom deck by keyboard."""

import contextlib
import re
from typing import NamedTuple

from playwright.sync_api import Locator, TimeoutError, expect  # noqa: A004  # Playwright's own name

from harness.contract.cases import large
from tests.browser.clients import Make, Person, serious_violations

# a deck that runs out quickly
HASTY = (
    *("辞書", "は", "が", "ああ", "はい", "しかし", "だから", "これ", "だれ"),
    *("私", "三つ", "犬", "山", "来る", "見る"),
)
CHANGED = """before => document.querySelectorAll("[role=log] li").length !== before
  || document.querySelector("dialog[open]") !== null"""
# All marks of the game but one are known, which is above a group, in the middle of its room.
PHRASE_ALONE = """() => {
  const known = Object.fromEntries(["playable", "form", "words"].map((id) => [id, 5]));
  localStorage.setItem("tefuda-explained", JSON.stringify({ kotodama: known }));
}"""
# How far the "?" is from the nearest letters of a phrase; undefined: there is none.
BADGE_AWAY = """() => {
  const badge = document.querySelector(".badge span")?.getBoundingClientRect();
  const away = ({ left, top, right, bottom }) => Math.hypot(
    Math.max(left - badge.right, badge.left - right, 0), Math.max(top - badge.bottom, badge.top - bottom, 0));
  const letters = [...document.querySelectorAll(".phrase :is(b, small)")];
  return badge && Math.min(...letters.map((one) => away(one.getBoundingClientRect())));
}"""
BY_HAND = 4  # decisions in some turns
LINK = "AQny8gAAAAAA2qQJKOWknOOBruaJi-e0mXVNbg"  # 夜の手紙: 30 cards
VERBS = ("走る", "書く", "話す", "見る", "起きる", "食べる", "来る", "する")
OTHERS = ("高い", "美しい", "ない", "たい", "ます", "た", "て")


class Names(NamedTuple):
    """The texts of this game's table."""

    game: str
    ready_made: re.Pattern[str]
    asked: re.Pattern[str]  # cards that answer a question
    hand: re.Pattern[str]  # cards that may be played, with their effect
    either: re.Pattern[str]  # buttons that answer a question
    end: str


NAMES = {
    "ja": Names(
        game="KOTODAMA KOGEN",
        ready_made=re.compile("^「.*」で遊ぶ"),
        asked=re.compile("得点札を取る$|捨て札から取る$|」を捨てる$|のある組を選ぶ$"),
        hand=re.compile("を出す：|を使う：|新しい組として出す"),
        either=re.compile("新しい組として出す|^使う$"),
        end="番を終える",
    ),
    "en": Names(
        game="KOTODAMA KOGEN",
        ready_made=re.compile("^play with “", re.IGNORECASE),
        asked=re.compile("^(take score card|take .* from the discards|discard|choose the group)"),
        hand=re.compile("^(play|use) "),
        either=re.compile("as a new group|^yes$", re.IGNORECASE),
        end="end the turn",
    ),
}


class Player:
    """A person at this game's table."""

    def __init__(self, person: Person, language: str, how: str) -> None:
        self.person, self.names, self.how = person, NAMES[language], how
        person.words = person.words._replace(game=self.names.game)
        self.played = False  # whether a card of the hand was played this turn
        self.plays = 9  # turns in which to play a card; drawing alone ends the game sooner

    @property
    def end(self) -> Locator:
        return self.person.actions.get_by_role(
            "button", name=re.compile(f"^{self.names.end}$", re.IGNORECASE), disabled=False
        )

    @property
    def hand(self) -> Locator:
        return self.person.stage.get_by_role("button", name=self.names.hand)

    def answer(self) -> Locator:
        """Return the next button: an answer to a question, else a card of the hand, else the end of the turn."""
        bar, stage = self.person.actions, self.person.stage
        asked = stage.get_by_role("button", name=self.names.asked)
        asked = asked.or_(bar.get_by_role("button", name=self.names.either))
        if asked.first.is_visible():
            return asked.first
        return self.hand.last if self.plays > 0 and not self.played and self.hand.last.is_visible() else self.end

    def await_turn(self) -> bool:
        """Wait for a decision (True) or the end of the game (False)."""

        def found() -> bool | None:
            return (not self.person.result.is_visible() and self.answer().is_visible()) or None

        return bool(self.person.await_action(found, self.how))

    def decide(self) -> None:
        """Make one decision; a pressed card opens a dialog with its text, whose last button plays it."""
        before = self.person.log_length()
        answer = self.answer()
        dialog = self.person.page.get_by_role("dialog")
        with contextlib.suppress(TimeoutError):  # the table may change before the click
            name = answer.get_attribute("aria-label", timeout=5000) or answer.inner_text(timeout=5000)
            self.person.press(answer, self.how, patience=5000)
            if dialog.is_visible() and not self.person.result.is_visible():
                self.person.press(dialog.get_by_role("button").last, self.how, patience=5000)
            ended = re.search(self.names.end, name, re.IGNORECASE) is not None
            self.plays -= int(not ended and not self.played)
            self.played = not ended
        self.person.wait_for(CHANGED, before, 2)

    def sit_down(self) -> None:
        """Go from the home page to the choice of a deck."""
        self.person.open()
        self.person.offer().get_by_role("button", name=self.person.words.play_now).click()
        expect(self.person.button(self.names.ready_made).first).to_be_visible()


def test_game_by_touch_on_a_phone(person: Make, axe: str) -> None:
    aki = person("ja", 390, 664, hasty=True, has_touch=True, is_mobile=True)
    aki.open()
    aki.page.evaluate(PHRASE_ALONE)
    player = Player(aki, "ja", "touch")
    player.sit_down()
    assert not serious_violations(aki, axe)
    aki.button("デッキを組む").tap()
    aki.page.get_by_text("共有と読み込み").tap()
    aki.page.get_by_role("textbox", name=re.compile("貼り付けて読み込みます")).fill(
        "\n".join(f"2 {name}" for name in HASTY)
    )
    aki.button("読み込む").tap()
    aki.button("このデッキで遊ぶ").tap()
    assert player.await_turn()
    assert not serious_violations(aki, axe)
    while not player.hand.first.is_visible():  # the bot went first and asks something
        player.decide()
        assert player.await_turn()
    player.hand.first.tap()
    dialog = aki.page.get_by_role("dialog")
    expect(dialog).to_contain_text("【")  # the card's text is shown before it is played
    expect(dialog.get_by_role("button", name=player.names.hand)).not_to_have_count(0)
    assert not serious_violations(aki, axe)
    dialog.get_by_role("button", name=aki.words.close).tap()
    decisions = 0
    away: list[float] = []
    while decisions < BY_HAND and player.await_turn():
        aki.await_rest()
        away += [far for far in [aki.page.evaluate(BADGE_AWAY)] if far is not None]
        player.decide()
        decisions += 1
    assert decisions == BY_HAND
    assert away, "no phrase explains itself"
    assert max(away) <= 6, "the badge is far from what it explains"
    if player.await_turn():
        aki.let_bots_finish()
    expect(aki.result.get_by_role("listitem")).to_have_count(2)
    assert not serious_violations(aki, axe)


def test_what_a_deck_lacks_is_said_once_and_stays_in_sight(person: Make) -> None:
    aki = person("en", 390, 844)
    aki.open("/decks/kotodama")
    aki.button("Build a deck").click()
    lacks = aki.page.locator(".verdict")
    expect(lacks).to_have_count(1)
    expect(lacks).to_be_in_viewport(ratio=1)
    aki.page.get_by_role("button", name=re.compile("^Add ")).last.scroll_into_view_if_needed()
    expect(lacks.filter(has_text="0 cards").first).to_be_in_viewport(ratio=1)


def test_deck_takes_the_place_of_another_one_only_if_asked_and_is_copied_if_the_browser_refuses(person: Make) -> None:
    aki = person("en", 390, 844)
    save, name = aki.button("Save"), aki.page.get_by_role("textbox", name="Deck name")
    decks = aki.page.locator(".shelf").first.get_by_role("listitem")
    aki.open("/decks/kotodama")
    aki.button("Build a deck").click()
    aki.button("Add 書く").click()
    save.press("Enter")
    expect(aki.page.get_by_text("Saved in this browser")).to_be_visible()
    aki.button("Add 見る").click()
    save.press("Enter")  # the same deck
    expect(aki.page.get_by_text("Saved in this browser")).to_be_visible()
    aki.button(re.compile("Back to the decks")).click()
    aki.button("Build a deck").click()
    aki.button("Add 私").click()
    save.press("Enter")
    expect(aki.page.get_by_text("You already have a deck called “Unnamed deck”")).to_be_visible()
    aki.button("Choose another name").press("Enter")
    expect(name).to_be_focused()
    name.fill("Mine")
    save.press("Enter")
    name.fill("Unnamed deck")
    save.press("Enter")
    aki.button("Replace it").press("Enter")
    expect(save).to_be_focused()
    aki.page.get_by_text("Share and import").click()
    aki.page.evaluate("navigator.clipboard.writeText = () => Promise.reject(); document.execCommand = () => false")
    aki.button("Copy as text").click()
    expect(aki.page.get_by_text("Not copied: your browser refuses it")).to_be_visible()
    assert aki.page.evaluate("getSelection().toString()") == "# Unnamed deck\n1 私 #21"
    aki.button(re.compile("Back to the decks")).click()
    expect(decks).to_have_text([re.compile("Mine *1 card"), re.compile("Unnamed deck *1 card")])


@large
def test_custom_deck_is_built_saved_and_played(person: Make, axe: str) -> None:
    aki = person("en", 320, 568, hasty=True)
    page = aki.page
    aki.open()
    aki.offer("KOTODAMA KOGEN").get_by_role("link", name="Decks").click()
    aki.button("Build a deck").click()
    cards = page.get_by_role("region", name="Cards to choose from")
    expect(cards.get_by_role("status")).to_have_text("54 cards")
    page.get_by_role("combobox", name="Part of speech").select_option("verb")
    expect(cards.get_by_role("status")).to_have_text("8 cards")
    page.get_by_role("textbox", name="Find a word").fill("かく")
    more = cards.get_by_role("button", name="Add 書く")
    more.press("Enter")
    more.press("Enter")
    expect(more).to_be_disabled()  # at most two copies of a card
    expect(more).to_be_focused()
    bench = page.get_by_role("region", name="Deck editor")
    expect(bench.get_by_role("status").first).to_contain_text("Add 28 more")
    bench.get_by_text("Share and import").click()
    words = bench.get_by_role("textbox", name=re.compile("copy this text"))
    words.fill("\n".join(["# Night letters", *(f"2 {name}" for name in VERBS + OTHERS)]))
    bench.get_by_role("button", name="Import").click()
    expect(bench.get_by_role("status").first).to_contain_text("Ready to play")
    expect(bench.get_by_role("textbox", name="Deck name")).to_have_value("Night letters")
    aki.button(re.compile("Back to the decks")).click()
    expect(page.get_by_text("not saved yet")).to_be_visible()  # nothing is lost by looking at the others
    aki.button("Continue").click()
    expect(bench.get_by_role("textbox", name="Deck name")).to_have_value("Night letters")
    bench.get_by_role("button", name="Save").click()
    aki.button(re.compile("Back to the decks")).click()
    expect(page.get_by_text("not saved yet")).to_have_count(0)
    aki.button("Edit: Night letters").click()
    assert not serious_violations(aki, axe)
    assert aki.fits()

    player = Player(aki, "en", "keyboard")
    player.sit_down()
    page.get_by_role("button", name="Play with this deck: Night letters").press("Enter")
    for _ in range(4):
        assert player.await_turn()
        player.decide()
    assert aki.fits()
    assert not serious_violations(aki, axe)


@large
def test_deck_comes_by_link_is_chosen_in_the_lobby_and_stays_secret(person: Make, axe: str) -> None:
    """A phone opens the link of a deck, saves the deck and brings it to a friend's table; open lists show it."""
    aki, nao = person("en", hasty=True), person("ja", 320, 568, hasty=True)
    page = nao.page
    nao.open(f"/decks/kotodama#{LINK[:-3]}")
    expect(page.get_by_role("alert")).to_contain_text("リンクが不完全です")
    page.evaluate("link => (location.hash = link)", LINK)
    expect(page.get_by_text("リンクのデッキを開きました")).to_be_visible()
    bench = page.get_by_role("region", name="デッキの編集")
    expect(bench.get_by_role("status").first).to_contain_text("30枚 このまま遊べます")
    bench.get_by_text("共有と読み込み").click()
    expect(bench.get_by_text(f"/decks/kotodama#{LINK}")).to_be_visible()
    expect(bench.get_by_role("img", name="このデッキのリンクのQRコード")).to_be_visible()
    bench.get_by_role("button", name="保存").click()
    assert not serious_violations(nao, axe)
    assert nao.fits()

    nao.open(aki.invitation("KOTODAMA KOGEN"))
    page.get_by_role("textbox").fill("ナオ")
    nao.button(nao.words.sit).click()
    page.get_by_role("button", name="デッキを選ぶ").press("Enter")
    page.get_by_role("button", name="このデッキで遊ぶ: 夜の手紙").press("Enter")
    expect(page.get_by_text("夜の手紙")).to_be_visible()
    expect(aki.page.get_by_text("ナオ has chosen a deck")).to_be_visible()
    expect(aki.page.get_by_text("has chosen in secret")).to_be_visible()
    assert not serious_violations(nao, axe)
    assert nao.fits()
    aki.page.get_by_text("Change the table").click()
    page.get_by_role("button", name="変える").click()
    expect(page.get_by_role("dialog", name="デッキ")).to_be_visible()
    aki.page.get_by_role("checkbox", name="Open deck lists").check()
    expect(page.get_by_text("未選択")).to_have_count(2)  # it was chosen to stay secret
    page.get_by_role("button", name="このデッキで遊ぶ: 夜の手紙").click()  # in the dialog, which has stayed open
    expect(aki.page.get_by_text("ナオ has chosen a deck")).to_have_count(2)
    aki.button(re.compile("^Choose a deck")).click()
    aki.page.get_by_role("button", name="Verbs on the run", exact=False).first.click()
    expect(page.get_by_text("選択済み（非公開）")).to_be_visible()
    aki.button("Start").click()
    for one, lists in ((aki, "Deck lists"), (nao, "デッキの中身")):
        expect(one.stage).to_be_visible()
        one.button(one.words.menu).click()
        one.page.get_by_role("dialog").get_by_role("button", name=lists).click()
        shown = one.page.get_by_role("dialog", name=lists)
        expect(shown.get_by_role("listitem").filter(has_text="する")).to_have_count(2)  # in both lists
        expect(shown.get_by_role("listitem").filter(has_text="美しい")).to_have_count(1)
        assert not serious_violations(one, axe)
