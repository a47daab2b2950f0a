"""Draws the icons of the installed application from favicon.svg: `python frontend/icons.py`, with Chromium.

The maskable icon and Apple's fill their square, as the system cuts their corners; what is drawn lies within the circle
that every system leaves.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

PUBLIC = Path(__file__).parent / "public"
ICONS = {  # file -> size, and how much larger than the drawing the square is; 0: the drawing with its own corners
    "icon-192.png": (192, 0.0),
    "icon-512.png": (512, 0.0),
    "icon-maskable-512.png": (512, 1.2),
    "apple-touch-icon.png": (180, 1.0),
}


def main() -> None:
    """Draw all icons."""
    drawing = (PUBLIC / "favicon.svg").read_text(encoding="utf-8")
    with sync_playwright() as playwright:
        path = shutil.which("chromium-headless-shell") or shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        for name, (size, larger) in ICONS.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(f"<style>body {{ margin: 0 }} svg {{ display: block }}</style>{square(drawing, larger)}")
            page.evaluate("size => document.querySelector('svg').setAttribute('width', size)", size)
            page.screenshot(path=PUBLIC / name, omit_background=True)
        browser.close()


def square(drawing: str, larger: float) -> str:
    """Return a drawing without round corners in a larger square of its colour; unchanged if `larger` is 0."""
    if not larger:
        return drawing
    side = 64 * larger
    edge = (64 - side) / 2
    box = f'viewBox="{edge} {edge} {side} {side}"'
    return re.sub(
        r'<rect width="64" height="64" rx="12"',
        f'<rect x="{edge}" y="{edge}" width="{side}" height="{side}"',
        drawing.replace('viewBox="0 0 64 64"', box),
    )


if __name__ == "__main__":
    main()
