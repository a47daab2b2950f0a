"""Lessons in the browser: each is played to its end on a phone, and leads to a real game.

So is each demonstration of a rule, which leads back to the card that it came from: in the other language.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from harness.contract.cases import LARGE, SIZE, some_or_all
from tefuda.table.lesson_script import Step, lesson_of, script_of
from tests.browser.clients import SOON, Make, Person, serious_violations
from tests.browser.clients import WORDS as PERSON_WORDS

GAMES = {"kotori": "en", "doutotsu": "ja", "llama": "en", "tezuma": "ja", "kotodama": "en"}  # lessons' languages
PHONES = {"en": (390, 664), "ja": (320, 568)}
ON_ITS_SIDE = (844, 390)
WORDS = {
    "en": {
        "next": "Next",
        "back": "Back",
        "show": "Show me",
        "real": "Play a real game",
        "skip": "Skip to a real game",
        "crease": "crease at the top left corner",
        "more": "Learn more",
        "return": "Done",
        "close": "Close",
    },
    "ja": {
        "next": "次へ",
        "back": "戻る",
        "show": "どこを押す？",
        "real": "本番で遊ぶ",
        "skip": "とばして本番へ",
        "crease": "左上の角の折り目",
        "more": "もっと知る",
        "return": "前の画面へ",
        "close": "閉じる",
    },
}
# How much of what it points at, and of what is to be pressed, the bubble covers.
COVERED = """() => {
  const box = document.querySelector(".bubble.placed").getBoundingClientRect();
  return [...document.querySelectorAll(".halo")].reduce((sum, halo) => {
    const { x, y, right, bottom } = halo.getBoundingClientRect();  // it is 5 px larger than the thing
    const w = Math.min(box.right, right - 5) - Math.max(box.x, x + 5);
    const h = Math.min(box.bottom, bottom - 5) - Math.max(box.y, y + 5);
    return sum + (w > 0 && h > 0 ? w * h : 0);
  }, 0);
}"""
# Halos around cards that may be pressed, and so are raised above their place, that begin below the edge of each card.
CROSSING = """() => {
  const cards = [...document.querySelectorAll(".card.legal .turn")].map((one) => one.getBoundingClientRect());
  const top = document.querySelector("div.frame").getBoundingClientRect().y; // what is above is scrolled away
  const holds = (halo, x, y) => halo.x <= x && x <= halo.right && halo.y <= y && y <= halo.bottom;
  return [...document.querySelectorAll(".halo")].map((one) => one.getBoundingClientRect()).filter((halo) => {
    const here = cards.filter((card) => holds(halo, card.x + card.width / 2, card.y + card.height / 2));
    const begins = (card) => [card.x, card.right].every((x) => holds(halo, x, Math.max(card.y, top)));
    return here.length > 0 && !here.some(begins);
  }).length;
}"""
PLACED = """name => document.querySelector(".bubble.placed")?.getAttribute("aria-label") === name"""
# Answers a press: a dialog with the card's text, a button that confirms the choice, or the end of the step.
ANSWERED = """([name, action, confirms]) =>
  document.querySelector("dialog[open]") !== null
  || document.querySelector(".bubble")?.getAttribute("aria-label") !== name
  || confirms && document.querySelector(`.table footer [data-actions~="${action}"]`) !== null
"""
IN_VIEW = """() => {
  const { x, y, right, bottom } = document.querySelector(".bubble.placed").getBoundingClientRect();
  return x >= 0 && y >= 0 && right <= innerWidth && bottom <= innerHeight;
}"""

UNTIDY = """() => {
  const boxOf = one => one.getBoundingClientRect();
  const buttons = [...document.querySelectorAll("footer .actions .button")];
  const cut = buttons.filter(button => [...button.querySelectorAll("span")].some(words =>
    boxOf(words).x < boxOf(button).x || boxOf(words).right > boxOf(button).right));
  const covers = (words, other) => {
    const [a, b] = [boxOf(words), boxOf(other)];
    return a.width && a.x < b.right - 1 && b.x < a.right - 1 && a.y < b.bottom - 1 && b.y < a.bottom - 1;
  };
  const words = [...document.querySelectorAll("footer .say p, footer .fact")].filter(one => one.textContent.trim());
  const bubble = document.querySelector(".bubble.placed");
  const covered = words.filter(words =>
    buttons.some(button => covers(words, button)) || words.matches(".mine") && covers(words, bubble));
  return [...cut, ...covered].map(one => one.textContent.trim());
}"""


class Learner:
    """A person in a lesson."""

    def __init__(self, person: Person, game: str, language: str) -> None:
        self.person = person
        self.page: Page = person.page
        self.words = WORDS[language]
        self.language = language
        lesson = lesson_of(f"tefuda.games.{game}")
        assert lesson is not None
        self.steps = lesson.steps
        self.page.goto(f"/learn/{game}")

    held: tuple[tuple[int, int], ...] = ()
    """How a phone is held that is turned at every step, the present way first.

    An everyday run looks at each step only once the phone has been turned.
    """

    def name(self, number: int) -> str:
        """Return the name of a step's bubble."""
        count = len(self.steps)
        names = {"en": f"Lesson, step {number} of {count}", "ja": f"レッスン、{count}ステップ中{number}ステップ目"}
        return names[self.language]

    def bubble(self, number: int) -> Locator:
        return self.page.get_by_role("group", name=self.name(number), exact=True)

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=self.words[name], exact=True)

    def read(self, number: int) -> Step:
        """Wait for a step to be shown; returns it."""
        if SIZE >= LARGE or not self.held:
            self.await_step(number)
        if self.held:
            assert self.person.wait_for(PLACED, self.name(number), SOON / 1000), f"step {number} is not shown"
            self.held = (*self.held[1:], self.held[0])
            self.person.resize(*self.held[0])
            self.await_step(number)
        return self.steps[number - 1]

    def await_step(self, number: int) -> None:
        """Wait until a step is shown, and nothing is covered."""
        assert self.person.wait_for(PLACED, self.name(number), SOON / 1000), f"step {number} is not shown"
        self.person.await_rest()  # the bubble has followed the things that moved
        covered, crossing, in_view, untidy = self.page.evaluate(
            f"() => [{COVERED}, {CROSSING}, {IN_VIEW}, {UNTIDY}].map((one) => one())"
        )
        assert covered == 0, f"step {number}: the bubble covers what it points at"
        assert crossing == 0, f"step {number}: a halo runs across the card"
        assert in_view, f"step {number}: the bubble is out of view"
        assert not untidy, f"step {number}: words in the footer are cut or covered"

    def do(self, number: int) -> None:
        """Do what a step asks for."""
        step = self.read(number)
        if step.look:
            self.press_what_is_shown()
        elif not step.accept:
            self.button("next").click()
        elif step.accept[0].startswith("mark"):
            expect(self.page.locator("#app .card:focus")).to_be_visible()
            self.press_what_is_shown()
            self.page.get_by_role("dialog").get_by_role("button", name=self.words["crease"], exact=True).first.click()
            self.page.keyboard.press("Escape")
            self.action("fold").click()
        else:
            self.play(step.accept[0], number)

    def press_what_is_shown(self) -> None:
        self.button("show").click()
        box = self.page.locator(".halo.ring").first.bounding_box()
        assert box is not None
        self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def play(self, action: str, number: int) -> None:
        if action.endswith("!"):
            self.page.locator('[data-mode="!"]').click()
        footer = self.page.locator(f'.table footer [data-actions~="{action}"]')
        card = not footer.is_visible()
        self.action(action).click()
        dialog = self.page.locator("dialog[open]")
        assert self.person.wait_for(ANSWERED, [self.name(number), action, card], SOON / 1000), f"{action}: no answer"
        if dialog.is_visible():  # the card is read before it is played
            dialog.locator(".primary").first.click()
        elif card and self.page.evaluate(PLACED, self.name(number)) and footer.is_visible():
            footer.click()  # a choice for a whole deal is confirmed

    def action(self, action: str) -> Locator:
        """Return the button of an action, in the footer or else a card."""
        footer = self.page.locator(f'.table footer [data-actions~="{action}"]')
        return footer if footer.is_visible() else self.page.locator(f'.table [data-actions~="{action}"]').first


@pytest.mark.parametrize("game", some_or_all(["tezuma"], GAMES))
def test_lesson_is_played_to_its_end_on_a_phone_that_is_turned_at_every_step(person: Make, game: str) -> None:
    language = GAMES[game]
    upright = PHONES[language]
    someone = person(language, *upright, hasty=True)
    learner = Learner(someone, game, language)
    learner.held = (upright, ON_ITS_SIDE)
    for number in range(1, len(learner.steps) + (game == "tezuma")):
        learner.do(number)
    if game == "tezuma":  # the game goes on
        expect(learner.page.locator(".table .card.legal").first).to_be_visible()
        expect(learner.bubble(len(learner.steps))).to_be_hidden()
    else:
        learner.read(len(learner.steps))
        expect(learner.button("real")).to_be_visible()


def test_lesson_is_played_with_the_keyboard_alone(person: Make) -> None:
    learner = Learner(person("en", hasty=True), "kotori", "en")
    for number, key in ((1, "Enter"), (2, "Enter"), (3, "Space"), (4, "Enter"), (5, "Enter"), (6, "Space")):
        learner.read(number)
        learner.page.keyboard.press(key)
    learner.read(7)


def test_lesson_answers_wrong_presses_speaks_another_language_survives_a_reload_and_goes_back(
    person: Make, axe: str
) -> None:
    someone = person("ja", 390, 664, hasty=True)
    learner = Learner(someone, "kotori", "ja")
    learner.do(1)
    learner.read(2)
    someone.button("メニュー").click()
    someone.button("設定").click()
    someone.page.get_by_role("radio", name="English").check()
    expect(someone.page.get_by_role("dialog", name="Settings")).to_be_visible()  # where it is changed stays,
    someone.page.keyboard.press("Escape")
    learner.language, learner.words, someone.words = "en", WORDS["en"], PERSON_WORDS["en"]
    bubble = learner.bubble(2)  # and so does the place
    expect(bubble).to_be_visible()
    someone.actions.get_by_role("button", name="Pass", exact=True).click(force=True)
    expect(bubble).to_contain_text("To pass you need at least one bid card")
    expect(bubble.get_by_role("button", name="Rule K4.3")).to_be_visible()
    learner.do(2)
    expect(learner.bubble(3)).to_contain_text("Your bid is 9")
    someone.carry_on.click()
    expect(learner.bubble(3)).to_contain_text("One more!")  # what the server says is in the new language, too
    learner.do(3)
    learner.read(4)
    learner.page.reload()
    learner.read(4)
    learner.button("back").click()
    learner.read(3)
    assert serious_violations(someone, axe) == []
    for number in (3, 4, 5):
        learner.do(number)
    learner.read(6)
    assert serious_violations(someone, axe) == []


def test_first_visit_offers_the_easiest_lesson_and_each_game_its_own(person: Make) -> None:
    someone = person("en", 390, 844)
    someone.open()
    someone.page.get_by_role("link", name="Learn Kotori Atsume (4 minutes)", exact=True).click()
    expect(someone.page.get_by_role("group", name="Lesson, step 1 of 19")).to_be_visible()
    someone.page.get_by_role("button", name="Skip to a real game", exact=True).click()
    expect(someone.page).to_have_url(re.compile("/table/"))
    someone.open()
    expect(someone.page.get_by_role("link", name=re.compile("^Learn 5 min KOTODAMA KOGEN"))).to_be_visible()
    expect(someone.page.get_by_role("link", name="Learn Kotori Atsume (4 minutes)", exact=True)).to_be_hidden()


class Demonstration(Learner):
    """A person who tries out the rule of a card."""

    def __init__(self, person: Person, game: str, clause: str, language: str) -> None:
        self.person, self.page = person, person.page
        self.words, self.language = WORDS[language], language
        lesson = lesson_of(f"tefuda.games.{game}", clause)
        assert lesson is not None
        self.steps = lesson.steps

    def finish(self) -> None:
        """Do every step but the last, at which the rule has happened."""
        for number in range(1, len(self.steps)):
            self.do(number)
        self.read(len(self.steps))


@pytest.mark.parametrize("game", some_or_all(["kotori"], GAMES))
def test_every_card_has_a_picture_and_leads_to_its_rule_on_a_table_and_back(person: Make, axe: str, game: str) -> None:
    language = "ja" if GAMES[game] == "en" else "en"
    words, (rule, attempt) = WORDS[language], {"ja": ("ルール", "やってみる"), "en": ("Rule ", "Show me")}[language]
    someone = person(language, *PHONES[language], hasty=True)
    page = someone.page
    page.goto(f"/rules/{game}")
    page.get_by_text(words["more"], exact=True).click()
    script = script_of(f"tefuda.games.{game}")
    assert script is not None
    for clause in script.more:
        expect(page.locator(".picture")).to_have_count(len(script.more))
        assert someone.fits()
        card = page.get_by_role("article").filter(has=page.get_by_role("link", name=f"{rule}{clause}"))
        expect(card.locator(".picture .card").first).to_be_visible()
        expect(card.get_by_role("group")).to_have_count(0)  # for those who listen, the text says what the picture shows
        card.get_by_role("button", name=re.compile(f"^{attempt}")).click()
        demonstration = Demonstration(someone, game, clause, language)
        demonstration.finish()
        demonstration.button("return").click()
        expect(page).to_have_url(re.compile(f"/rules/{game}$"))
    expect(page.locator(".picture")).to_have_count(len(script.more))
    assert serious_violations(someone, axe) == []


def test_card_of_a_finished_game_is_tried_out_with_the_keyboard_and_leads_back_to_the_result_and_a_rematch(
    person: Make,
) -> None:
    someone = person("en", hasty=True)
    page = someone.page
    someone.open_finished_game()
    table = page.url
    card = someone.result.get_by_role("article")
    clause = re.sub("^Rule ", "", card.get_by_role("link").inner_text())
    card.get_by_role("button", name=re.compile("^Show me")).focus()
    page.keyboard.press("Enter")
    demonstration = Demonstration(someone, "kotori", clause, "en")
    demonstration.read(1)
    page.keyboard.press("Enter")  # what is to be pressed has the focus
    demonstration.read(2)
    expect(demonstration.button("return")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page).to_have_url(table)
    someone.result.get_by_role("button", name="Play again with changes").click()  # against bots it is not dealt at once
    expect(page.get_by_role("region", name="Standings")).to_be_visible()
    expect(someone.button(someone.words.start)).to_be_enabled()
    page.get_by_text("Change the table").click()
    page.get_by_role("checkbox", name="Lock the table").check()
    expect(page.get_by_text("locked the table")).to_be_visible()
    expect(someone.stage).to_be_hidden()


def test_end_of_a_lesson_leads_to_demonstrations_and_back_and_to_a_real_game_with_the_same_players(
    person: Make,
) -> None:
    someone = person("en", *PHONES["en"], hasty=True)
    someone.open()
    someone.page.evaluate("localStorage.setItem('tefuda-lessons', JSON.stringify({ kotori: '18' }))")
    learner = Learner(someone, "kotori", "en")
    learner.read(19)
    learner.button("more").click()
    expect(someone.page.get_by_role("heading", name="Twins in the field")).to_be_visible()
    someone.page.get_by_role("button", name="Show me: A tie", exact=True).click()
    demonstration = Demonstration(someone, "kotori", "K6.2", "en")
    demonstration.read(1)
    demonstration.button("close").click()
    dialog = someone.page.get_by_role("dialog", name="Learn more")
    expect(dialog).to_be_visible()
    someone.page.keyboard.press("Escape")
    expect(learner.bubble(19)).to_be_visible()
    learner.button("real").click()
    expect(someone.page).to_have_url(re.compile("/table/"))
    for name in ("Suzu", "Haru"):
        expect(someone.stage.get_by_role("group", name=name, exact=True)).to_be_visible()
    expect(someone.actions.get_by_role("button", name="Hint", exact=True)).to_be_visible()


def test_demonstration_opened_by_its_address_leads_to_the_rules(person: Make) -> None:
    someone = person("en", *PHONES["en"])
    someone.page.goto("/learn/kotori?card=K8.1")
    demonstration = Demonstration(someone, "kotori", "K8.1", "en")
    demonstration.finish()
    demonstration.button("return").click()
    expect(someone.page).to_have_url(re.compile("/rules/kotori$"))
