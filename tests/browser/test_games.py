"""Games in the browser: alone, with a friend, watched, disconnected; by mouse, touch and keyboard."""

import json
import re
import time
from collections.abc import Sequence

import pytest
from playwright.sync_api import Route, expect

from harness.contract.cases import large, some_or_all
from tests.browser.clients import (
    FINISHED,
    LOOK,
    PATIENCE,
    TURN,
    Make,
    Person,
    places_in_view,
    serious_violations,
    violations_in_both_schemes,
)
from tests.browser.test_fair_deal import MINE, fair_deal, seal

SMALLEST = some_or_all(
    [(320, 568), (375, 553), (568, 320), (844, 390)],
    [(320, 568), (375, 553), (360, 640), (568, 320), (640, 400), (844, 390)],
)
EXTREMES = some_or_all([(320, 568), (568, 320)], SMALLEST)  # the narrowest and the lowest
# What a player has to scroll to, or cannot see: the table, cards to press, controls and what they say; and what is
# written at the seats, where it is cut off, reaches beyond its seat, or meets a card.
OUT_OF_SIGHT = """() => {
  const frame = document.querySelector(".frame");
  const bars = ":is(.table, .replay) :is(header, footer)";
  const things = `.stage .card[data-actions], .seat-panel[data-seat], ${bars} :is(button, p)`;
  const outside = [...document.querySelectorAll(things)]
    .filter((one) => one.checkVisibility() && one.getBoundingClientRect().width > 1)
    .filter((one) => {
      const { left, top, right, bottom } = one.getBoundingClientRect();
      return left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
    });
  const scrolls = frame.scrollHeight > frame.clientHeight && getComputedStyle(frame).overflowY !== "clip";
  const table = scrolls ? [`table of ${frame.scrollHeight} in ${frame.clientHeight}`] : [];

  const within = (a, b) => a.left >= b.left - 1 && a.right <= b.right + 1
    && a.top >= b.top - 1 && a.bottom <= b.bottom + 1;
  const meets = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 3
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4;
  const boxes = (selector) => [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect());
  const [seats, cards] = [boxes(".stage > .bounds"), boxes(".stage .card")];
  const isLost = (text) => {
    const holder = text.parentElement;
    if (!text.data.trim() || !holder.checkVisibility()) return false;
    if (holder.closest(".card, .pile, .hidden, .bubble, svg")) return false;
    const range = document.createRange();
    range.selectNodeContents(text);
    const { left, top, right, bottom } = range.getBoundingClientRect();
    const air = parseFloat(getComputedStyle(holder).fontSize) / 5; // above and below the letters
    const letters = { left, top: top + air, right, bottom: bottom - air };
    for (let one = holder; !one.matches(".stage"); one = one.parentElement) {
      const { left, right } = one.getBoundingClientRect();
      if (getComputedStyle(one).overflowX !== "visible" && !within(letters, { ...letters, left, right })) return true;
    }
    const panel = holder.closest(".seat-panel[data-seat]")?.getBoundingClientRect();
    const around = ({ left, right, top, bottom }) => ({ left, right, top: top - 9, bottom: bottom + 9 });
    const seat = panel && seats.find((one) => within(panel, around(one)));
    return panel && ((seat && !within(letters, seat)) || cards.some((one) => meets(letters, one)));
  };
  const lost = [];
  const texts = document.createTreeWalker(document.querySelector(".stage"), NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) if (isLost(texts.currentNode)) lost.push(texts.currentNode.data);
  return [...table, ...outside.map((one) => one.outerHTML), ...lost];
}"""

# By how much the room of a hint is higher than its words, and than a prompt of two lines.
EMPTY_BESIDE_HINT = """() => {
  const [room, words] = ["footer .say", "footer .advice"].map((one) => document.querySelector(one).offsetHeight);
  return room - Math.max(words, 35);
}"""
# Where the lines of a button begin: its first letter, and the brackets around the name of a card.
LINES = """one => {
  const text = [...one.childNodes].find((node) => node.nodeType === Node.TEXT_NODE && node.data);
  const range = document.createRange();
  const line = (at) => {
    range.setStart(text, at);
    range.setEnd(text, at + 1);
    return range.getBoundingClientRect().top;
  };
  return [0, text.data.indexOf("（"), text.data.indexOf("）")].map(line);
}"""


def test_first_visitor_plays_a_whole_game_by_mouse(person: Make, axe: str) -> None:
    aki = person("ja", hasty=True)
    aki.play_now()
    assert aki.play_to_end() > 5
    expect(aki.result).to_contain_text("1位")
    expect(aki.result.get_by_role("listitem")).to_have_count(3)
    assert not serious_violations(aki, axe)
    aki.result.get_by_role("link", name="リプレイを見る").click()
    slider = aki.page.get_by_role("slider", name="再生位置")
    viewpoint = aki.page.get_by_role("combobox", name="視点")
    expect(viewpoint.get_by_role("option", selected=True)).to_have_text("あなた")
    slider.press("End")
    last = slider.input_value()
    for whose in ("はる", "すず"):
        viewpoint.select_option(whose)
        aki.await_nearest(whose)
    expect(slider).to_have_value(last)  # the same moment
    assert not violations_in_both_schemes(aki, axe)


@large
def test_two_people_and_a_bot_play_via_an_invitation_link(person: Make) -> None:
    aki = person("ja", hasty=True)
    nao = person("en", 390, 844, hasty=True, has_touch=True, is_mobile=True)
    link = aki.invitation()
    slow_answers: list[Route] = []  # a name typed before the server answers stays

    def hold(route: Route) -> None:
        slow_answers.append(route)

    aki.page.route("**/api/me", hold)
    aki.page.reload()
    aki.page.get_by_role("textbox", name=aki.words.name).fill("あき")
    with aki.page.expect_response("**/api/me"):
        slow_answers[0].continue_()
    aki.page.unroute("**/api/me")
    aki.button("決める").click()
    expect(aki.page.get_by_role("listitem").filter(has_text="あき").first).to_be_visible()
    aki.button("ボットを入れる").first.click()
    expect(aki.button(aki.words.start)).to_be_disabled()

    nao.open(link)
    nao.page.get_by_role("textbox", name=nao.words.name).fill("Nao")
    nao.button(nao.words.sit).tap()
    expect(nao.page.get_by_role("status").filter(has_text="Waiting for the host")).to_be_visible()
    expect(aki.page.get_by_role("listitem").filter(has_text="Nao").first).to_be_visible()
    aki.button(aki.words.start).click()

    expect(aki.stage).to_be_visible()
    expect(aki.button(aki.words.hint)).to_have_count(0)  # people play each other
    expect(nao.stage).to_be_visible()
    first, second = fair_deal(aki, "ja"), fair_deal(nao)
    expect(first).to_contain_text(MINE["ja"])
    expect(second).to_contain_text(MINE["en"])
    assert seal(first) == seal(second)
    for one in (aki, nao):
        one.page.keyboard.press("Escape")
    ways, turns = {aki: "mouse", nao: "touch"}, dict.fromkeys((aki, nao), 0)
    deadline = time.monotonic() + PATIENCE
    while min(turns.values()) < 2:
        assert time.monotonic() < deadline, "someone has no turn"
        for one, how in ways.items():
            if one.may_decide() and one.may_draw():
                one.take_turn(how)
                turns[one] += 1
        aki.page.wait_for_timeout(LOOK)
    for one in (aki, nao):
        one.button(one.words.menu).click()
        one.button(one.words.stand_in).click()
    aki.await_end(aki.page.url)
    for one, other in ((aki, "Nao"), (nao, "あき")):
        assert one.wait_for(FINISHED, one.words.skip, PATIENCE), "the result is not shown"
        expect(one.result).to_contain_text(other)


def test_spectator_sees_the_game_but_cannot_act(person: Make) -> None:
    aki = person("ja")
    table = aki.make_table("kotori")
    link = aki.post(f"{table.replace('/table/', '/api/tables/')}/invite")["path"]
    aki.open(f"{table}?deal")
    aki.await_turn()
    spectator = person("en")
    spectator.open(link)
    spectator.page.get_by_role("link", name="Watch").click()
    expect(spectator.stage).to_be_visible()
    watching, goal = spectator.page.get_by_text("Watching", exact=True), spectator.page.locator(".goal .what")
    spectator.page.set_viewport_size({"width": 667, "height": 375})  # a phone on its side: the goal is in the header
    ends, begins = watching.bounding_box(), goal.bounding_box()
    assert ends
    assert begins
    assert ends["x"] + ends["width"] <= begins["x"]
    spectator.page.set_viewport_size({"width": 1280, "height": 800})
    expect(watching).to_be_visible()
    expect(spectator.draw).to_have_count(0)
    expect(spectator.button(spectator.words.hint)).to_have_count(0)
    log_lines = spectator.page.get_by_role("log").get_by_role("listitem")
    before = log_lines.count()
    aki.take_turn()
    expect(log_lines).not_to_have_count(before)
    expect(aki.page.get_by_text("観戦1人")).to_be_visible()
    expect(fair_deal(spectator)).to_contain_text("You gave no share in this deal. 1 player did")


def test_refusal_links_its_clause_help_can_be_switched_off_and_leaving_leads_home(person: Make) -> None:
    aki = person("ja")
    aki.open_game()
    aki.await_turn()
    while aki.carry_on.is_visible():
        aki.take_turn()
        aki.await_turn()
    aki.actions.get_by_role("button", name="パス", exact=True).press("Enter")
    alert = aki.page.get_by_role("alert")
    expect(alert).to_contain_text("競りカードがないとパスできません")
    alert.get_by_role("link", name="ルールK4.3").click()
    book = aki.page.get_by_role("dialog", name=aki.words.rules)
    expect(book.get_by_role("group", name="ルールK4.3")).to_be_focused()
    book.get_by_role("button", name=aki.words.close).click()
    expect(aki.draw).to_be_visible()
    risk = aki.page.get_by_text(re.compile("値付けするとバースト"))
    expect(risk).to_be_visible()
    aki.button(aki.words.menu).click()
    aki.button(aki.words.settings).click()
    aki.page.get_by_role("checkbox", name=re.compile("プレイ補助を表示")).uncheck()
    aki.button(aki.words.close).click()
    expect(risk).to_have_count(0)
    aki.button(aki.words.menu).click()
    aki.button("席を立つ").click()
    aki.page.get_by_role("dialog").get_by_role("button", name="席を立つ").click()
    expect(aki.offer().get_by_role("button", name=aki.words.play_now)).to_be_visible()


def test_arrow_keys_move_between_cards_and_a_hint_names_the_best_option_and_what_it_is_worth(person: Make) -> None:
    aki = person("en")
    aki.open_game()
    aki.await_turn()
    aki.top_card.focus()
    aki.page.keyboard.press("ArrowRight")
    field = aki.stage.get_by_role("button", name=re.compile(r"\(field\)"))
    leftmost = field.evaluate_all(
        "cards => cards.map((card) => [card.getBoundingClientRect().x, card.id]).sort(([a], [b]) => a - b)[0][1]"
    )
    expect(aki.page.locator(f"#{leftmost}")).to_be_focused()
    aki.page.keyboard.press("ArrowLeft")
    expect(aki.top_card).to_be_focused()
    aki.draw.focus()
    aki.button("What is this?").press("Enter")
    aki.button("Got it").press("Enter")
    expect(aki.actions).to_be_focused()  # where one was before
    aki.button(aki.words.hint).click()
    hint = aki.page.get_by_role("status").filter(has_text=re.compile(r"^\s*Best: .* → (beats )?\d+% "))
    expect(hint).to_contain_text("% to bust")  # the reason,
    hint.get_by_role("link", name="Rule K5.1").first.click()  # and the rule behind it
    expect(aki.page.get_by_role("dialog", name=aki.words.rules)).to_contain_text("K5.1")


def test_table_scales_with_the_text_size_of_the_browser(person: Make) -> None:
    aki = person("ja", 640, 1000)
    aki.page.context.new_cdp_session(aki.page).send("Page.setFontSizes", {"fontSizes": {"standard": 32}})
    aki.open_game()
    aki.await_turn()
    aki.await_rest()
    own = aki.stage.locator(".seat-panel.you")
    assert own.locator(".name").evaluate("one => one.scrollWidth <= one.clientWidth"), "the name is cut off"
    panel, label = own.bounding_box(), aki.stage.get_by_text("山札", exact=True).bounding_box()
    assert panel is not None
    assert label is not None
    assert label["height"] > 25
    assert label["y"] + label["height"] <= panel["y"], "the name of a zone runs into the panel"
    for width, height in ((360, 640), (844, 390)):  # as large as leaves room for what there is to press
        aki.resize(width, height)
        aki.await_rest()
        for thing in (aki.draw, aki.button(aki.words.hint), aki.button(aki.words.menu), own):
            expect(thing).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(
    ("game", "players", "options"),
    [
        ("tezuma", 4, {}),
        ("kotori", 4, {}),
        ("llama", 5, {}),
        ("doutotsu", 3, {"core": 1}),
        ("kotodama", 2, {}),
    ],  # with the longest list of names
)
def test_all_that_a_decision_needs_is_in_sight_on_the_smallest_phones(
    person: Make, game: str, players: int, options: dict[str, int]
) -> None:
    aki = person("en", 320, 568)
    aki.open(f"{aki.make_table(game, 'me', *['bot'] * (players - 1), options=options)}?deal")
    aki.await_decision(TURN)
    if game == "kotodama":
        aki.page.locator("main.desk .primary").first.click()
        aki.await_decision(TURN)
    for language, name in (("en", "Guest"), ("ja", "あなた")):
        aki.speak(language)
        expect(aki.page.locator(".seat-panel.you .name")).to_have_text(name)  # the same as in the log
        assert_all_in_sight(aki, language)
    aki.button(aki.words.hint).click()
    expect(aki.page.locator("footer div.advice")).to_be_visible()
    assert_all_in_sight(aki, "hint", EXTREMES)
    aki.resize(568, 320)
    assert aki.page.evaluate(EMPTY_BESIDE_HINT) <= 2, "the table needs the room more"
    if game == "tezuma":
        aki.stage.locator(".card[data-actions]").last.click()
        expect(aki.page.locator("footer p.advice")).to_be_visible()  # what the ability says
        assert_all_in_sight(aki, "card", EXTREMES)


def assert_all_in_sight(aki: Person, what: str, sizes: Sequence[tuple[int, int]] = SMALLEST) -> None:
    for width, height in sizes:
        aki.resize(width, height)
        aki.await_rest()
        hidden = aki.page.evaluate(OUT_OF_SIGHT)
        assert not hidden, (what, width, height, hidden)


def test_top_card_is_a_bid_button_that_a_hint_points_at_and_moves_when_pressed(person: Make) -> None:
    aki = person("ja", reduced_motion="no-preference")
    aki.open_game()
    aki.await_turn()
    bird = re.search("（(.*)）", aki.top_card.get_attribute("aria-label") or "")
    assert bird is not None
    own_card = aki.stage.get_by_role("button", name=f"{bird[1]}（あなたの競りカード）")
    aki.button(aki.words.hint).click()
    expect(aki.stage.locator(".hinted")).to_be_visible()
    lasting = "document.getAnimations().filter(one => one.effect.getComputedTiming().endTime > 5000).length"
    assert aki.page.evaluate(lasting) == 0, "what a hint points at moves for longer than one needs to see it"
    start = aki.top_card.bounding_box()
    aki.top_card.click()
    expect(own_card).to_be_focused()  # the same element, and it keeps the focus
    # Not once all is at rest: by then the bots may have ended the auction, and the card is elsewhere.
    end = own_card.evaluate(
        """card => {
            for (let one = card; one; one = one.parentElement) one.getAnimations().forEach(flight => flight.finish())
            return card.getBoundingClientRect().top
        }"""
    )
    assert start is not None
    assert end > start["y"]  # towards the player


def test_reduced_motion_disables_animations_and_the_replay_can_be_scrubbed_and_played(person: Make) -> None:
    aki = person("ja", reduced_motion="reduce")
    aki.open_game()
    aki.await_turn()
    running = "document.getAnimations().filter(a => a.effect.getComputedTiming().duration > 0).length"
    aki.take_turn()
    for _ in range(10):
        assert aki.page.evaluate(running) == 0
        aki.page.wait_for_timeout(40)
    aki.await_turn()
    aki.page.goto(aki.page.url.replace("/table/", "/replay/"))
    slider = aki.page.get_by_role("slider", name="再生位置")
    slider.focus()
    aki.page.keyboard.press("End")
    expect(aki.page.get_by_role("button", name="1手進む")).to_be_disabled()
    last = aki.log_length()
    aki.page.keyboard.press("Home")
    expect(aki.log_lines).not_to_have_count(last)
    aki.page.get_by_role("combobox", name="速さ").select_option("4倍")
    aki.page.get_by_role("button", name="再生", exact=True).click()
    expect(slider).not_to_have_value("0")
    expect(aki.log_lines).to_have_count(last)
    assert_all_in_sight(aki, "replay")
    aki.button(aki.words.menu).click()  # for what has no room beside the table
    menu = aki.page.get_by_role("dialog", name=aki.words.menu)
    expect(menu.get_by_role("combobox", name="速さ")).to_have_value("4")


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_choices_are_held_back_until_the_cards_lie_still(person: Make, motion: str) -> None:
    aki = person("en", fresh=True, reduced_motion=motion)  # a changed clock stays
    sent: list[str] = []
    aki.page.on(
        "websocket",
        lambda socket: socket.on("framesent", lambda frame: sent.append(json.loads(frame)["t"])),
    )
    aki.open_game()
    assert aki.await_turn()
    aki.page.clock.install()
    aki.page.clock.pause_at(4_000_000_000_000)  # timers run only when the test says so
    sent.clear()
    before = aki.log_length()
    aki.draw.click()
    expect(aki.page.locator("[role=log] li")).not_to_have_count(before)
    assert sent.count("play") == 1
    held = aki.actions.get_by_role("button", disabled=True, name=re.compile("^(bid|pass|draw)", re.IGNORECASE))
    lines = before
    for _ in range(200):  # the bots decide, and each event is shown in its turn
        if aki.page.title().startswith("●"):
            break
        lines = aki.log_length()
        if motion == "no-preference":
            for _ in range(held.count()):
                aki.page.keyboard.press("1")
            assert aki.top_card.count() == 0, "no card can be played while cards move"
        assert sent.count("play") == 1, "a key pressed meanwhile plays nothing"
        aki.page.clock.run_for(100)
        aki.page.wait_for_timeout(20)
    assert sent.count("play") == 1
    if motion == "no-preference":
        assert aki.log_length() == lines, "the last event was shown before the choices"
    aki.page.keyboard.press("1")
    deadline = time.monotonic() + PATIENCE
    while sent.count("play") == 1 and time.monotonic() < deadline:
        aki.page.wait_for_timeout(20)
    assert sent.count("play") == 2


def test_small_screens_and_200_percent_zoom_show_everything_whole(person: Make) -> None:
    aki = person("ja", 320, 568)
    aki.open_game()
    aki.await_turn()
    draws, bracket, end = aki.draw.locator("span").evaluate(LINES)
    assert draws < bracket, "the button is in one line here: nothing is tested"
    assert bracket == end, "the button breaks inside the name of the card"
    aki.await_rest()
    for panel in aki.stage.locator(".seat-panel[aria-label]").all():
        expect(panel).to_be_in_viewport(ratio=0.99)
    aki.resize(1280, 800)
    count = len(places_in_view(aki.stage.get_by_role("button")))
    assert count > 1
    fits = "document.documentElement.scrollWidth <= innerWidth && document.documentElement.scrollHeight <= innerHeight"
    for width, height in ((320, 568), (640, 400), (390, 844), (844, 390)):
        aki.resize(width, height)
        assert aki.page.evaluate(fits), (width, height)
        for control in (aki.draw, aki.top_card, aki.button(aki.words.hint), aki.button(aki.words.menu)):
            box = control.bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= 43.5, (width, height, control)
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= width
            assert box["y"] >= 0
            assert box["y"] + box["height"] <= height, (width, height, control)
        cards = places_in_view(aki.stage.get_by_role("button"))
        assert len(cards) == count, (width, height)
        for card in cards:
            assert card.width > 0
            assert card.x >= -1
            assert card.right <= width + 1, (width, height, card)
