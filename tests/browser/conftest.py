"""Fixtures: a server, Debian's Chromium, and people with their own browser contexts."""

import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Playwright, sync_playwright

from tests.browser.clients import WORDS, Person

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
]

FAILED_REQUEST = re.compile("Failed to load resource|Unable to preload|dynamically imported module")


def launch(playwright: Playwright) -> Browser:
    """Start Debian's Chromium, preferably without its own windows: that takes a fifth less processor time."""
    path = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    return playwright.chromium.launch(executable_path=path, args=ARGUMENTS)


@pytest.fixture(scope="module")  # per module, as Playwright's event loop excludes any other
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def front_end() -> None:
    subprocess.run([sys.executable, FRONTEND / "build.py"], check=True, capture_output=True)


@pytest.fixture(scope="module")  # restarted per file, so that its deals do not depend on other tests
def server(front_end: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    command = [sys.executable, "-m", "tests.browser.serve", str(tmp_path_factory.mktemp("server"))]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().strip()
        finally:
            process.terminate()


@pytest.fixture(scope="session")
def axe() -> str:
    """Return the source of axe, which is evaluated in every page."""
    subprocess.run([sys.executable, FRONTEND / "build.py", "--with-test-tools"], check=True, capture_output=True)
    return (FRONTEND / "node_modules/axe-core/axe.min.js").read_text(encoding="utf-8")


@pytest.fixture
def person(browser: Browser, server: str) -> Iterator[Callable[..., Person]]:
    """Return a function that makes a person with their own browser; errors on their pages fail the test."""
    contexts = []
    wrong: list[str] = []

    def make(language: str = "ja", width: int = 1280, height: int = 800, **options: object) -> Person:
        options.setdefault("reduced_motion", "reduce")
        locale = {"ja": "ja-JP", "en": "en-GB"}[language]
        context = browser.new_context(
            base_url=server, locale=locale, viewport={"width": width, "height": height}, **options
        )
        context.set_default_timeout(10_000)
        contexts.append(context)
        page: Page = context.new_page()
        made = Person(page, WORDS[language])

        def note(error: str) -> None:
            if not (made.requests_may_fail and FAILED_REQUEST.search(error)):
                wrong.append(error)

        page.on("pageerror", lambda error: note(str(error)))
        page.on("console", lambda message: note(message.text) if message.type == "error" else None)
        return made

    yield make
    for context in contexts:
        context.close()
    assert not wrong, wrong
