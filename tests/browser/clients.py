"""Drives the browser as a person would: finds everything by role and name, and plays whole games.

Finding an element by role and name computes the names of the whole page, some 25 ms of its processor time.  Whatever
waits for long therefore asks for something that costs nothing, such as a class, and then once by role and name.
"""

import contextlib
import json
import re
import time
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple, TypeVar

from playwright.sync_api import Locator, Page, TimeoutError, WebSocketRoute, expect  # noqa: A004  # Playwright's own name

T = TypeVar("T")

PATIENCE = 300  # seconds for a whole game, on a busy machine
TURN = 120  # seconds to wait for this player's turn, while the others play
SOON = 60_000  # milliseconds for whatever takes less than a second on an idle machine
PRESS = 5_000  # milliseconds for a press of a button that may vanish before, as the table changes
LOOK = 30  # milliseconds from one look at a condition in the page to the next
SKIPS = 2  # decisions before which "skip to now" is pressed as a person does; then the page presses it

# What a page gives to the shuffle of a table follows from a text, so that the cards are the same in every run.
SHARES = """(text => {
  const draw = crypto.getRandomValues.bind(crypto);
  const used = {};
  crypto.getRandomValues = (array) => {
    if (array.length !== 32) return draw(array); // ids of messages differ even after a reload
    used[location.pathname] = (used[location.pathname] ?? 0) + 1;
    let state = 2166136261;
    for (const letter of `${text} ${location.pathname} ${used[location.pathname]}`)
      state = Math.imul(state ^ letter.codePointAt(0), 16777619);
    for (let i = 0; i < 32; i++) {
      state = Math.imul(state ^ (state >>> 15), 2246822519) + i;
      array[i] = state >>> 16;
    }
    return array;
  };
})"""

# The page's timers run four times as fast, so that the others move sooner.
HASTE = "const after = setTimeout; window.setTimeout = (call, ms = 0, ...rest) => after(call, ms / 4, ...rest);"

# The browser is to save data.
SAVE_DATA = "Object.defineProperty(navigator.connection, 'saveData', { value: true });"

# Presses "skip to now" and returns whether there is something to press: it is one's turn, or the game is over.
DECISION = """skip => {
  const footer = document.querySelector(".table footer");
  [...(footer?.querySelectorAll(".aside") ?? [])].find((one) => one.textContent.trim() === skip)?.click();
  const live = ".prompt.mine, .advice, .actions .primary:not([aria-disabled=true])";
  return document.querySelector("dialog[open]") !== null || footer?.querySelector(live) != null;
}"""

# Presses "skip to now" and returns whether the result is shown.
FINISHED = """skip => {
  const footer = document.querySelector(".table footer");
  [...(footer?.querySelectorAll(".aside") ?? [])].find((one) => one.textContent.trim() === skip)?.click();
  return document.querySelector("dialog[open]") !== null;
}"""

# Presses the only button of someone for whom a bot plays, which vanishes when the game is over.
RETURN = """text =>
  [...document.querySelectorAll(".table footer .button")].find((one) => one.textContent.trim() === text)?.click()"""

# Lets a bot play for the person in the first seat of a table, which no page need show.
STAND_IN = """table => new Promise((done) => {
  const socket = new WebSocket(`ws://${location.host}/ws/tables/${table}?lang=en`);
  socket.onmessage = ({ data }) => {
    const { t, id } = JSON.parse(data);
    if (t === "welcome") socket.send(JSON.stringify({ t: "stand-in", id: "finish", seat: 0, on: true }));
    if (id !== "finish") return;
    socket.close();
    done(t);
  };
})"""

NEAREST = """([names, name]) => {
  const bottoms = names
    .map((one) => document.querySelector(`.seat-panel[aria-label="${one}"]`))
    .filter((panel) => panel)
    .map((panel) => [panel.getBoundingClientRect().y, panel.getAttribute("aria-label")])
    .sort(([one], [other]) => other - one);
  return bottoms[0]?.[1] === name && bottoms[0][0] !== bottoms[1]?.[0];
}"""

# Resolves once nothing moves, for longer than the page takes to look where things are (120 ms).
REST = """() => new Promise((done) => {
  let before, same = 0;
  const timer = setInterval(() => {
    const moves = document.getAnimations().some((one) => Number.isFinite(one.effect.getComputedTiming().endTime));
    const places = JSON.stringify([...document.querySelectorAll(".card, .bubble, .halo")].map((one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      return [x, y, width, height];
    }));
    same = places === before && !moves ? same + 1 : 0;
    before = places;
    if (same < 3) return;
    clearInterval(timer);
    done();
  }, 50);
})"""

# Changes the language, which another page of this browser would tell by an event, and waits until the page follows.
SPEAK = """async (language) => {
  const settings = JSON.parse(localStorage.getItem("tefuda"));
  localStorage.setItem("tefuda", JSON.stringify({ ...settings, language }));
  dispatchEvent(new StorageEvent("storage", { key: "tefuda" }));
  const follows = () =>
    document.documentElement.lang === language
    && (document.querySelector(".table[lang]") ?? document.documentElement).lang === language;
  while (!follows()) await new Promise(requestAnimationFrame);
}"""

# Controls that are shown: what they are, their text and label, whether they are in running text, and their size.
CONTROLS = """() => {
  const kinds = { button: "button, [role=button]", link: "a[href], [role=link]", combobox: "select, [role=combobox]" };
  kinds.textbox = "textarea, input:not([type]), input[type=text], input[type=search], [role=textbox]";
  return Object.entries(kinds).flatMap(([kind, selector]) =>
    [...document.querySelectorAll(selector)]
      .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest("[inert], [aria-hidden=true]"))
      .map((one) => {
        const { width, height } = one.getBoundingClientRect();
        const label = one.getAttribute("aria-label") ?? "";
        return [kind, one.innerText, label, getComputedStyle(one).display === "inline", width, height];
      }),
  );
}"""


class Words(NamedTuple):
    """The texts that tests look for, in one language."""

    language: str
    play_now: str
    invite: str
    draw: re.Pattern[str]
    carry_on: re.Pattern[str]  # pass; the group is the total
    skip: str
    hint: str
    over: str
    again: str
    rules: str
    menu: str
    close: str
    stage: str
    log: str
    link: str
    name: str
    sit: str
    start: str
    lost: re.Pattern[str]
    settings: str
    stand_in: str
    myself: str
    game: str


WORDS = {
    "ja": Words(
        language="ja",
        play_now="いますぐ遊ぶ",
        invite="友だちを誘う",
        draw=re.compile("^値付け（"),
        carry_on=re.compile(r"^パス（合計 ?(\d+)）"),
        skip="演出をスキップ",
        hint="ヒント",
        over="ゲーム終了",
        again="もう一回",
        rules="ルール",
        menu="メニュー",
        close="閉じる",
        stage="卓",
        log="ログ",
        link="招待リンク",
        name="あなたの名前",
        sit="席につく",
        start="はじめる",
        lost=re.compile("接続が切れました"),
        settings="設定",
        stand_in="ボットに任せる",
        myself="自分で続ける",
        game="ことりあつめ",
    ),
    "en": Words(
        language="en",
        play_now="Play now",
        invite="Invite friends",
        draw=re.compile(r"^bid \d", re.IGNORECASE),
        carry_on=re.compile(r"^pass with (\d+)", re.IGNORECASE),
        skip="Skip animation",
        hint="Hint",
        over="Game over",
        again="Play again",
        rules="Rules",
        menu="Menu",
        close="Close",
        stage="Table",
        log="Log",
        link="Invite link",
        name="Your name",
        sit="Take a seat",
        start="Start",
        lost=re.compile("connection is lost"),
        settings="Settings",
        stand_in="Let a bot take over",
        myself="Play myself",
        game="Kotori Atsume",
    ),
}


class Connection:
    """The connection of a page to its table or lesson, which a test cuts and restores, or makes slow."""

    def __init__(self, page: Page) -> None:
        self.sockets: list[WebSocketRoute] = []
        self._cut = self._slow = False
        self._held: list[Callable[[], None]] = []
        page.route_web_socket(re.compile("/ws/"), self._open)

    def _open(self, socket: WebSocketRoute) -> None:
        if self._cut:
            socket.close(code=1011)
            return
        self.sockets.append(socket)
        socket.connect_to_server().on_message(lambda message: self._pass_on(partial(socket.send, message)))

    def _pass_on(self, send: Callable[[], None]) -> None:
        if self._slow:
            self._held.append(send)
        else:
            send()

    def cut(self) -> None:
        """Close the connection; further ones are closed at once."""
        self._cut = True
        self.sockets[-1].close(code=1011)

    def hold(self) -> None:
        """Hold back what the server sends."""
        self._slow = True

    def restore(self) -> None:
        """Let the page connect again, and pass on what was held back."""
        self._cut = self._slow = False
        for send in self._held:
            send()
        self._held.clear()


class Place(NamedTuple):
    """Where something is on the screen, in pixels."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width


class Person:
    """A person with a browser page."""

    def __init__(self, page: Page, words: Words) -> None:
        self.page, self.words = page, words
        self.requests_may_fail = False
        """Set where a test makes requests fail; the browser reports each to the console, some only later."""
        self.skips = SKIPS

    def button(self, name: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role("button", name=name, exact=isinstance(name, str))

    @property
    def actions(self) -> Locator:
        """Return the bar with the action buttons; cards are buttons on the stage."""
        return self.page.get_by_role("contentinfo")

    @property
    def stage(self) -> Locator:
        return self.page.get_by_role("group", name=self.words.stage, exact=True)

    @property
    def draw(self) -> Locator:
        return self.actions.get_by_role("button", name=self.words.draw)

    @property
    def top_card(self) -> Locator:
        return self.stage.get_by_role("button", name=self.words.draw)

    @property
    def carry_on(self) -> Locator:
        return self.actions.get_by_role("button", name=self.words.carry_on)

    @property
    def offered(self) -> Locator:
        """Return the enabled action buttons by class, for what only looks at them: that takes no names."""
        return self.page.locator(".table footer .actions .button:not([aria-disabled=true])")

    def may_draw(self) -> bool:
        """Return at once whether a draw is offered."""
        return self.offered.filter(has_text=self.words.draw).is_visible()

    @property
    def result(self) -> Locator:
        return self.page.get_by_role("dialog", name=self.words.over)

    def open(self, address: str = "/") -> None:
        self.page.goto(address)

    def offer(self, game: str = "") -> Locator:
        """Return the home page's entry of a game, by default the one of these words."""
        title = self.page.get_by_role("heading", name=game or self.words.game, exact=True)
        return self.page.get_by_role("listitem").filter(has=title)

    def play_now(self) -> None:
        """Start a game from the home page with one click."""
        self.open()
        self.offer().get_by_role("button", name=self.words.play_now).click()
        expect(self.stage).to_be_visible()

    def open_game(self, game: str = "kotori") -> None:
        """Start a game as `play_now` does, without loading the home page first, which takes a third of a second."""
        players = next(one for one in self.page.request.get("/api/games").json() if one["slug"] == game)
        count = max(players["fewest"], min(3, players["most"]))
        self.open(f"{self.make_table(game, 'me', *['bot'] * (count - 1))}?deal")
        expect(self.stage).to_be_visible()

    def make_table(self, game: str, *seats: str, **fields: object) -> str:
        """Make a table, by default of this person and two bots; return the address of its page."""
        kinds = [{"kind": kind} for kind in seats or ("me", "bot", "bot")]
        return f"/table/{self.post('/api/tables', game=game, seats=kinds, **fields)['id']}"

    def post(self, path: str, **fields: object) -> Any:
        """Ask the server directly, as this guest; return its answer."""
        answer = self.page.request.post(path, data=fields)
        assert answer.ok, answer.text()
        return answer.json()

    def sit(self, link: str, name: str) -> None:
        """Take a seat at the table of an invite link."""
        self.open(link)
        self.page.get_by_role("textbox", name=self.words.name).fill(name)
        self.button(self.words.sit).click()

    def speak(self, language: str) -> None:
        """Change the language, as in the settings of another page."""
        self.words = WORDS[language]
        self.page.evaluate(SPEAK, language)

    def cut_line(self) -> str:
        """Return the line of the log above the prompt if a part of it does not show, else ""."""
        line: str = self.page.evaluate(
            """() => {
              const one = document.querySelector(".latest > span");
              const cut = one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 2;
              return cut ? one.textContent : "";
            }"""
        )
        return line

    def fits(self) -> bool:
        """Return whether the page is no wider than the screen."""
        fits: bool = self.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        return fits

    def press(self, button: Locator, how: str, patience: float = SOON) -> None:
        if how == "keyboard":
            button.press("Enter", timeout=patience)
        elif how == "touch":
            button.tap(timeout=patience)
        else:
            button.click(timeout=patience)

    def hurry(self, how: str = "mouse") -> None:
        """Click "skip to now" if it is visible."""
        skip = self.actions.get_by_role("button", name=self.words.skip)
        if skip.is_visible():
            # it may vanish before the click
            with contextlib.suppress(TimeoutError):
                self.press(skip, how, patience=500)

    def wait_for(self, condition: str, argument: object, seconds: float) -> bool:
        """Wait for a condition in the page, a function in JavaScript; return whether it was met in time."""
        try:
            self.page.wait_for_function(condition, arg=argument, polling=LOOK, timeout=max(seconds, 0.001) * 1000)
        except TimeoutError:
            return False
        return True

    def await_decision(self, seconds: float, how: str = "mouse") -> bool:
        """Wait for this player's turn or the end of the game, skipping animations; return whether it came in time."""
        if self.skips > 0:
            self.skips -= 1
            self.hurry(how)
        return self.wait_for(DECISION, self.words.skip, seconds)

    def may_decide(self) -> bool:
        """Return whether it is this player's turn now or the game is over, skipping animations."""
        may: bool = self.page.evaluate(DECISION, self.words.skip)
        return may

    def await_turn(self, seconds: float = TURN, how: str = "mouse") -> bool:
        """Wait for this player's turn (True) or the end of the game (False), skipping animations."""
        return bool(self.await_action(lambda: self.may_draw() or None, how, seconds))

    def await_action(self, find: Callable[[], T | None], how: str = "mouse", seconds: float = TURN) -> T | None:
        """Wait for an action to take, skipping animations; return what was found, None if the game is over."""
        deadline = time.monotonic() + seconds
        while self.await_decision(deadline - time.monotonic(), how):
            if (found := find()) is not None:
                return found
            if self.result.is_visible():
                return None
            self.page.wait_for_timeout(LOOK)
        raise AssertionError(f"neither a turn nor a result within {seconds} s")

    def act(self, button: Locator, how: str = "mouse") -> None:
        """Press the button of an action; returns after the log has grown."""
        before = self.log_length()
        self.press(button, how)
        self.await_log(before)

    def take_turn(self, how: str = "mouse") -> None:
        """Make one decision: pass with a total of 12 or more, else bid; returns after the log has grown.

        Just after a decision the buttons are still those of that moment: if they vanish, one waits for the next turn.
        """
        before = self.log_length()
        while True:
            totals = [self.words.carry_on.search(text) for text in self.offered.all_inner_texts()]
            enough = any(match is not None and int(match[1]) >= 12 for match in totals)
            try:
                wanted = self.words.carry_on if enough else self.words.draw
                self.press(self.offered.filter(has_text=wanted), how, patience=PRESS)
            except TimeoutError:
                assert self.await_turn(how=how), "the game is over already"
            else:
                break
        self.await_log(before)

    def await_log(self, before: int) -> None:
        """Wait until the log has another number of lines, or some seconds."""
        self.wait_for("before => document.querySelectorAll('[role=log] li').length !== before", before, 5)

    def await_nearest(self, name: str) -> None:
        """Wait until the table is rotated so that this player sits at the bottom."""
        assert self.wait_for(NEAREST, [["あなた", "すず", "はる"], name], SOON / 1000), f"{name} does not sit nearest"

    def await_rest(self) -> None:
        """Wait until all cards have stopped moving, and the bubble of a lesson is in its place."""
        self.page.evaluate(REST)

    def resize(self, width: int, height: int) -> None:
        """Change the size of the screen, and wait for the new layout."""
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")

    @property
    def log_lines(self) -> Locator:
        """The lines of the log, including those hidden on small screens."""
        return self.page.locator("[role=log] li")

    def log_length(self) -> int:
        return self.log_lines.count()

    def play_to_end(self, how: str = "mouse") -> int:
        """Play a whole game and return the number of decisions."""
        deadline = time.monotonic() + PATIENCE
        decisions = 0
        while self.await_turn(how=how):
            assert time.monotonic() < deadline, "the game does not end"
            self.take_turn(how)
            decisions += 1
        return decisions

    def play_some_turns(self, count: int, how: str = "mouse") -> None:
        """Play this many turns; the game must not end before."""
        for _ in range(count):
            assert self.await_turn(how=how), "the game is over already"
            self.take_turn(how)

    def let_bots_finish(self, *, watched: bool = False) -> None:
        """Let a bot play the game to its end and see the result.

        `watched`: the page stays and skips what happens; else it is left, and opened again when the game is over.
        """
        address = self.page.url
        self.button(self.words.menu).click()
        self.button(self.words.stand_in).click()
        if watched:
            assert self.wait_for(FINISHED, self.words.skip, PATIENCE), "the game does not end"
        else:
            self.await_stand_in()
            self.page.goto("about:blank")  # to show a whole game takes the page five seconds of processor time
            self.await_end(address)
            self.page.goto(address)
        expect(self.result).to_be_visible()

    def let_bots_finish_unseen(self, address: str) -> None:
        """Let a bot play to the end at a table where this person has the first seat; this page shows something else."""
        assert self.page.evaluate(STAND_IN, address.rpartition("/")[2]) == "done"
        self.await_end(address)

    def open_finished_game(self, game: str = "kotori") -> None:
        """Open a game that bots have played, and see the result: that costs half of playing it on a page."""
        self.open("/early.js")
        address = self.make_table(game, deal=True)
        self.let_bots_finish_unseen(address)
        self.open(address)
        expect(self.result).to_be_visible()

    def take_seat_back(self) -> None:
        """Play on instead of the bot, if the game is not over: else bots play to the end, for nobody."""
        self.page.evaluate(RETURN, self.words.myself)
        self.wait_for("text => !document.querySelector('.table footer').innerText.includes(text)", self.words.myself, 5)

    def await_stand_in(self) -> None:
        """Wait until a bot has this person's seat, or the game is over already."""
        expect(self.button(self.words.myself).or_(self.result).first).to_be_visible()

    def await_end(self, address: str) -> None:
        """Wait until the game of a table is over, whatever a page shows."""
        table = address.replace("/table/", "/api/tables/")
        deadline = time.monotonic() + PATIENCE
        while self.page.request.get(table).json()["phase"] != "over":
            assert time.monotonic() < deadline, "the game does not end"
            self.page.wait_for_timeout(100)

    def invitation(self, game: str = "") -> str:
        """Open a table for friends and return its invite link."""
        self.open()
        self.offer(game).get_by_role("button", name=self.words.invite).click()
        return self.invite_link()

    def invite_link(self) -> str:
        """Return the invite link of the table whose lobby is shown, once the server has made it."""
        field = self.page.get_by_role("textbox", name=self.words.link)
        expect(field).to_have_value(re.compile("/join/"))
        return field.input_value()


Make = Callable[..., Person]  # makes a person, see the fixture


def places_in_view(things: Locator) -> list[Place]:
    """Return the place of each of these on the screen, once it is scrolled into view."""
    boxes = things.evaluate_all(
        """all => all.map((one) => {
          one.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
          const { x, y, width, height } = one.getBoundingClientRect();
          return [x, y, width, height];
        })"""
    )
    return [Place(*box) for box in boxes]


def small_targets(person: Person) -> list[str]:
    """Return controls outside running text that are too small for a finger."""
    small = []
    for kind, text, label, inline, width, height in person.page.evaluate(CONTROLS):
        card = re.search(r"[（(].*[）)]$", label)
        clause = re.search("[A-Z][0-9]+[.][0-9]+$", text)
        if not (inline or card or clause) and min(width, height) < 43.5:
            small.append(f"{kind} {text!r} {width} x {height}")
    return small


# Rules whose violations are at most moderate, by axe's own rating: a third of them, for a sixth of its time.
MINOR = """Object.fromEntries(axe._audit.rules
  .filter(({ impact }) => impact === "minor" || impact === "moderate")
  .map(({ id }) => [id, { enabled: false }]))"""


def serious_violations(person: Person, axe: str) -> list[str]:
    """Return axe's serious and critical violations on the current page."""
    if not person.page.evaluate("'axe' in window"):
        person.page.evaluate(axe)  # half a megabyte, which takes as long to send as it takes to run
    return _violations(person, f"{{ resultTypes: ['violations'], rules: {MINOR} }}")


def violations_in_both_schemes(person: Person, axe: str) -> list[str]:
    """Return axe's serious and critical violations on the current page in the light and the dark colour scheme."""
    found = serious_violations(person, axe)
    person.page.emulate_media(color_scheme="dark")
    found += _violations(person, "{ resultTypes: ['violations'], runOnly: ['color-contrast'] }")
    person.page.emulate_media(color_scheme="light")
    return found


def _violations(person: Person, options: str) -> list[str]:
    """Run axe, which the page has loaded.

    Excluded for cards: whether the visible text is contained in the accessible name.  The names do say everything
    ("赤のラを捨てる" for a ラ and a 赤), but axe finds no word boundaries in Japanese.
    """
    violations = person.page.evaluate(f"axe.run({options})")["violations"]
    return [
        f"{one['id']}: {node['html'][:160]} {json.dumps(node.get('any', [])[:1])[:300]}"
        for one in violations
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"]
        if not (one["id"] == "label-content-name-mismatch" and re.match(r'<button[^>]* class="card\b', node["html"]))
    ]
