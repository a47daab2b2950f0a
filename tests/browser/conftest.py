"""Fixtures: a server, Debian's Chromium, and people with their own browser contexts."""

import contextlib
import itertools
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect, sync_playwright

from tests.browser.clients import HASTE, SHARES, SOON, WORDS, Person

ROOT = Path(__file__).parents[2]
FRONTEND = ROOT / "frontend"

# no sandbox as root, and no network requests besides those to the server
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--js-flags=--no-opt --no-maglev",  # pages live for seconds: to optimize their scripts costs more than it saves
    "--process-per-site",  # the pages of a context share one process, with the scripts that it has compiled
]

expect.set_options(timeout=SOON)

FAILED_REQUEST = re.compile(
    "Failed to load resource|WebSocket connection to .* failed|Unable to preload|dynamically imported module"
)


def launch(playwright: Playwright) -> Browser:
    """Start Debian's Chromium, preferably without its own windows: that takes a fifth less processor time."""
    path = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    return playwright.chromium.launch(executable_path=path, args=ARGUMENTS)


class Server:
    """The server of these tests in a process of its own, with changed settings, such as `gone_after=2`."""

    def __init__(self, data: Path, *changes: str, **environment: str) -> None:
        self._words = [sys.executable, "-m", "tests.browser.serve", str(data), *changes]
        self._environment = {**os.environ, **environment}
        self._start()

    def _start(self, *more: str) -> None:
        self.process = subprocess.Popen(
            [*self._words, *more],
            cwd=ROOT,
            env=self._environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self.address = self._answer()

    def seed(self, text: str) -> None:
        """Choose the cards of all further deals."""
        self._tell(f"seed {text}")

    def pass_time(self, seconds: float) -> None:
        """Let time pass for the server alone, at once: all that is due meanwhile happens."""
        self._tell(f"pass {seconds}")

    def crash(self) -> None:
        """Kill the server, and start another one at its address that deals other cards."""
        self.process.kill()
        self.process.communicate()
        self._start(f"port={self.address.rpartition(':')[2]}")
        self.seed("after the crash")

    def _tell(self, command: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{command}\n")
        self.process.stdin.flush()
        assert self._answer() == command

    def _answer(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def close(self) -> None:
        self.process.terminate()
        self.process.communicate()


class Home:
    """A browser context that several tests use one after the other; it is reset for each.

    A page that stays open keeps the process that shows all its pages, with the fonts and the scripts that it has
    loaded: to load them again takes half a second of processor time.
    """

    def __init__(self, browser: Browser, **options: object) -> None:
        self.context: BrowserContext = browser.new_context(**options)
        self.context.set_default_timeout(SOON)
        self._stays = self.context.new_page()
        self._stays.goto("/early.js")

    def leave(self) -> None:
        """Close all pages but one, and forget everything that a server or a page has stored."""
        for page in self.context.pages:
            if page is not self._stays:
                page.close()
        self.context.clear_cookies()
        self._stays.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")


class Shared:
    """The browser and the server that all files share: to start them takes two seconds of processor time."""

    def __init__(self) -> None:
        self._closing = contextlib.ExitStack()
        self._browser: Browser | None = None
        self._server: Server | None = None
        self._homes: dict[tuple[tuple[str, object], ...], list[Home]] = {}  # those that nobody uses, by their options

    @contextlib.contextmanager
    def home(self, **options: object) -> Iterator[BrowserContext]:
        """Return a context as new, with simple options, until the end of a block."""
        free = self._homes.setdefault(tuple(sorted(options.items())), [])
        home = free.pop() if free else Home(self.browser(), **options)
        yield home.context
        home.leave()
        free.append(home)

    def browser(self) -> Browser:
        if self._browser is None:
            self._browser = launch(self._closing.enter_context(sync_playwright()))
            self._closing.callback(self._browser.close)
        return self._browser

    def server(self, factory: pytest.TempPathFactory) -> Server:
        if self._server is None:
            self._server = self._closing.enter_context(contextlib.closing(Server(factory.mktemp("server"))))
        return self._server

    def seed(self, address: str, text: str) -> None:
        """Choose the cards of all further deals, if it is the shared server that a test uses."""
        if self._server is not None and self._server.address == address:
            self._server.seed(text)

    def close(self) -> None:
        self._closing.close()
        self._browser = self._server = None
        self._homes.clear()


SHARED = Shared()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> Iterator[None]:
    """Close the shared browser before other tests: Playwright's event loop excludes any other."""
    try:
        return (yield)
    finally:
        if nextitem is None or Path(__file__).parent not in nextitem.path.parents:
            SHARED.close()


@pytest.fixture(scope="module")
def browser() -> Browser:
    return SHARED.browser()


@pytest.fixture(scope="session")
def front_end() -> None:
    subprocess.run([sys.executable, FRONTEND / "build.py"], check=True, capture_output=True)


@pytest.fixture(scope="module")
def server(front_end: None, tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> str:
    """Return the address of the server, whose deals do not depend on the tests of other files."""
    server = SHARED.server(tmp_path_factory)
    server.seed(request.node.name)
    return server.address


@pytest.fixture(scope="session")
def axe() -> str:
    """Return the source of axe, which is evaluated in every page."""
    subprocess.run([sys.executable, FRONTEND / "build.py", "--with-test-tools"], check=True, capture_output=True)
    return (FRONTEND / "node_modules/axe-core/axe.min.js").read_text(encoding="utf-8")


@pytest.fixture
def person(browser: Browser, server: str, request: pytest.FixtureRequest) -> Iterator[Callable[..., Person]]:
    """Return a function that makes a person with their own browser; errors on their pages fail the test.

    The deals, and what bots choose, follow from the test alone, not from chance or from the tests before.

    `fresh`: in a new browser context, for tests that change more than cookies and storage; `hasty`: see HASTE.
    With `service_workers="allow"` the context should be fresh.
    """
    wrong: list[str] = []
    SHARED.seed(server, request.node.nodeid)
    numbers = itertools.count(1)

    def make(
        language: str = "ja",
        width: int = 1280,
        height: int = 800,
        *,
        fresh: bool = False,
        hasty: bool = False,
        **options: object,
    ) -> Person:
        options = {
            "base_url": server,
            "locale": {"ja": "ja-JP", "en": "en-GB"}[language],
            "reduced_motion": "reduce",
            "service_workers": "block",  # they would outlive a test, and keep the application for the next one
            **options,
        }
        page: Page = closing.enter_context(
            new_context(browser, **options) if fresh else SHARED.home(**options)
        ).new_page()
        page.set_viewport_size({"width": width, "height": height})
        page.add_init_script(f"{SHARES}({json.dumps(f'{request.node.nodeid} {next(numbers)}')})")
        if hasty:
            page.add_init_script(HASTE)
        made = Person(page, WORDS[language])

        def note(error: str) -> None:
            if not (made.requests_may_fail and FAILED_REQUEST.search(error)):
                wrong.append(error)

        page.on("pageerror", lambda error: note(str(error)))
        page.on("console", lambda message: note(message.text) if message.type == "error" else None)
        return made

    with contextlib.ExitStack() as closing:
        yield make
    assert not wrong, wrong


@contextlib.contextmanager
def new_context(browser: Browser, **options: object) -> Iterator[BrowserContext]:
    with browser.new_context(**options) as context:
        context.set_default_timeout(SOON)
        yield context
