"""Draws the layers of Tefuda: `python -m harness.architecture` writes `docs/architecture.svg`."""

from __future__ import annotations

from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

from tefuda import game_slugs

ROOT = Path(__file__).parents[1]
PICTURE = ROOT / "docs/architecture.svg"


class Box(NamedTuple):
    """A package of the layer, or the front end; `parts` are some of its modules or folders."""

    name: str
    about: str
    parts: tuple[str, ...]
    share: int = 1  # of the width of its layer


LAYERS = (
    (Box("cli · commands", "the command line", ("play", "learn", "serve", "simulate", "analyse", "bench", "verify")),),
    (
        Box("frontend", "the browser, in TypeScript", ("src", "src/games"), 2),
        Box("terminal", "a table drawn in cells", ("screens", "games"), 2),
    ),
    (
        Box("server", "tables over HTTP and WebSockets", ("app", "table_actor", "sqlite", "postgres", "web"), 3),
        Box("client", "a player at a server's table", ("connection", "giver"), 2),
    ),
    (Box("table", "a table in play", ("table", "entries", "deal", "handles", "snapshot", "release")),),
    (
        Box("bots", "players, and batches of games", ("search", "analysis", "workers", "vector"), 3),
        Box("solve", "strategies of small games", ("regrets", "game_tree"), 2),
    ),
    (Box("games", "one folder for each game", game_slugs()),),
    (
        Box(
            "engine",
            "the rules contract and shared code",
            ("record", "backends", "chance", "state", "view", "position_format", "localization"),
        ),
    ),
)
WIDTH, MARGIN, HEIGHT, GAP = 880, 24, 82, 18
STYLE = (
    ".layer{fill:#faf6ec;stroke:#b9a98a}.name{font:600 17px sans-serif;fill:#3b3226}.sub{font:13px sans-serif;"
    "fill:#75684f}.item{fill:#fff;stroke:#d5c8ab}.chip{font:12.5px sans-serif;fill:#4c4233;text-anchor:middle}"
    ".arrow{fill:none;stroke:#b9a98a;stroke-width:1.5}"
)


def picture() -> str:
    """Return the drawing as SVG."""
    height = 2 * MARGIN + len(LAYERS) * (HEIGHT + GAP) - GAP
    label = "The layers of Tefuda: each imports only layers below it"
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{label}">',
        f"<style>{STYLE}</style>",
        f'<rect width="{WIDTH}" height="{height}" fill="#f3ecdc"/>',
    ]
    for row, boxes in enumerate(LAYERS):
        y = MARGIN + row * (HEIGHT + GAP)
        if row:
            lines.append(f'<path d="M{WIDTH // 2} {y - GAP} v12 m-5 -5 l5 6 l5 -6" class="arrow"/>')
        room = WIDTH - 2 * MARGIN - GAP * (len(boxes) - 1)
        widths = [room * box.share // sum(one.share for one in boxes) for box in boxes]
        lefts = accumulate([MARGIN, *(width + GAP for width in widths[:-1])])
        for box, left, width in zip(boxes, lefts, widths, strict=True):
            lines += drawn(box, left, y, width)
    return "\n".join([*lines, "</svg>"]) + "\n"


def drawn(box: Box, x: int, y: int, width: int) -> list[str]:
    """Return a box with its name, what it is, and its parts below."""
    lines = [
        f'<rect x="{x}" y="{y}" width="{width}" height="{HEIGHT}" rx="8" class="layer"/>',
        f'<text x="{x + 16}" y="{y + 27}" class="name">{box.name}</text>',
        f'<text x="{x + 16 + 10 * len(box.name) + 12}" y="{y + 27}" class="sub">{box.about}</text>',
    ]
    left = x + 16
    for part in box.parts:
        size = 22 + round(7.3 * len(part))
        lines.append(f'<rect x="{left}" y="{y + 42}" width="{size}" height="28" rx="14" class="item"/>')
        lines.append(f'<text x="{left + size / 2:g}" y="{y + 60}" class="chip">{part}</text>')
        left += size + 8
    return lines


if __name__ == "__main__":
    PICTURE.write_text(picture(), encoding="utf-8")
