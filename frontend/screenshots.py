"""Takes the screenshots for README and documentation: `python frontend/screenshots.py`.

It starts the server with a temporary folder, plays a few turns in Debian's chromium, and writes `docs/pictures`.
Deals are random, so the pictures differ from run to run.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.browser.clients import WORDS, Person  # noqa: E402
from tests.browser.conftest import launch  # noqa: E402  # the tests know how to start a browser and a server

PICTURES = ROOT / "docs/pictures"
LOCALES = {"ja": "ja-JP", "en": "en-GB"}

# file, language, width, height, light or dark
TABLES = (
    ("table.en", "en", 1280, 800, "light"),
    ("table.ja", "ja", 1280, 800, "light"),
    ("phone.en", "en", 390, 844, "dark"),
    ("phone.ja", "ja", 390, 844, "dark"),
)


def main() -> None:
    """Take all screenshots."""
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "tests.browser.serve", folder]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            address = server.stdout.readline().strip()
            try:
                with sync_playwright() as playwright:
                    browser = launch(playwright)
                    for name, language, width, height, scheme in TABLES:
                        take(browser, address, name, language, width, height, scheme)
                    browser.close()
            finally:
                server.terminate()


def take(browser: Browser, address: str, name: str, language: str, width: int, height: int, scheme: str) -> None:
    """Take a screenshot of a table some rounds into a game, on the player's own turn."""
    options = {"viewport": {"width": width, "height": height}, "color_scheme": scheme, "reduced_motion": "reduce"}
    context = browser.new_context(base_url=address, locale=LOCALES[language], **options)  # type: ignore[arg-type]  # the options are of different types
    person = Person(context.new_page(), WORDS[language])
    person.play_now()
    for _ in range(9):
        person.await_turn()
        person.take_turn()
    while person.await_turn() and not person.carry_on.is_visible():
        person.take_turn()
    person.page.wait_for_timeout(800)
    person.page.screenshot(path=PICTURES / f"{name}.png")
    context.close()


if __name__ == "__main__":
    main()
