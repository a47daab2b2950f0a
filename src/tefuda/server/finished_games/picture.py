"""Draws a moment of a game as a picture for link previews: names, counters and cards as text, like the default drawing.

It draws only what is in the given view.  Sizes are pixels of a canvas twice as large as the picture, for smooth edges.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from PIL import Image, ImageDraw

from tefuda.engine.view import SPECTATOR, Card, Counter, View, Zone
from tefuda.server.finished_games.picture_fonts import BOLD, REGULAR, Typeface

WIDTH, HEIGHT, FACTOR = 1200, 630, 2
FELT, PAPER, INK, SOFT, LINE, SEAL, ACCENT = "#d9dcc6", "#fdfaf3", "#2b2622", "#655b4f", "#b9ab92", "#a83a2a", "#2d5a4c"
SUITS = ("#2b2622", "#a3262a", "#1d5490", "#2a6b38", "#7d4f00", "#65389b", "#0a666d", "#97346f")
HEAD, EDGE, GAP, PAD, CAPTION, NAME = 112, 24, 20, 18, 36, 60
CARD, RATIO = 190, 1.36  # width of a card at scale 1, and its height by its width
SCALES = [1.0 - 0.04 * step for step in range(20)]
MOST_CARDS = 14  # drawn in a zone
BACKS = 3  # more face-down cards in a zone are drawn as one pile with a number
SMALLEST = 20  # font size


class Caption(NamedTuple):
    """The words around a view, in one language."""

    title: str
    moment: str
    names: Sequence[str]  # by seat
    zone: Callable[[Zone], str]
    counter: Callable[[Counter], str]
    card: Callable[[str], str]  # name of a face
    suit: Callable[[str], int]  # number of the colour of a face


@dataclass
class _Block:
    """A zone with its size; `step` is the distance from card to card."""

    zone: Zone
    cards: list[Card]
    more: int  # number written on the last back, 0 for none
    step: float
    width: float
    x: float = 0
    line: int = 0
    indent: float = 0


@dataclass
class _Panel:
    """The zones of a seat or of the table, in lines."""

    seat: int
    width: float
    blocks: list[_Block]
    lines: int
    height: float


class Painter:
    """Draws pictures with one typeface."""

    def __init__(self, typeface: Typeface) -> None:
        self._type = typeface

    def png(self, view: View, caption: Caption) -> bytes:
        """Return a PNG file of a view."""
        image = Image.new("RGB", (WIDTH * FACTOR, HEIGHT * FACTOR), FELT)
        self._draw = ImageDraw.Draw(image)
        self._caption = caption
        self._head()
        rows, card = self._arranged(view)
        y = HEAD + EDGE + self._spare(rows) / 2
        for row in rows:
            x = float(EDGE)
            for panel in row:
                self._panel(view, panel, x, y, max(one.height for one in row), card)
                x += panel.width + GAP
            y += max(panel.height for panel in row) + GAP
        file = io.BytesIO()
        image.reduce(FACTOR).save(file, "PNG")
        return file.getvalue()

    # ----------------------------------------------------------------- layout

    def _arranged(self, view: View) -> tuple[list[list[_Panel]], float]:
        """Return the panels in rows, and the greatest width of a card that fits."""
        own = max(view.seat, 0)
        others = [(own + step) % view.players for step in range(1, view.players)]
        whole = WIDTH * FACTOR - 2 * EDGE
        rows: list[list[_Panel]] = []
        card = float(CARD)
        for scale in SCALES:
            card = CARD * scale
            each = (whole - GAP * (len(others) - 1)) / max(1, len(others))
            top = [self._measured(view, seat, each, card * 0.8) for seat in others]
            rows = [top, [self._measured(view, SPECTATOR, whole, card)], [self._measured(view, own, whole, card)]]
            rows = [row for row in rows if row and (row[0].blocks or row[0].seat != SPECTATOR)]
            if self._spare(rows) >= 0:
                break
        return rows, card

    def _spare(self, rows: list[list[_Panel]]) -> float:
        used = sum(max(panel.height for panel in row) for row in rows) + GAP * (len(rows) - 1)
        return HEIGHT * FACTOR - HEAD - 2 * EDGE - used

    def _measured(self, view: View, seat: int, width: float, card: float) -> _Panel:
        blocks, x, line, room = [], 0.0, 0, width - 2 * PAD
        for zone in view.zones:
            if zone.owner != seat or zone.count == 0:
                continue
            block = self._block(zone, card, room)
            if x and x + block.width > room:
                x, line = 0.0, line + 1
            block.x, block.line = x, line
            x += block.width + 2 * GAP
            blocks.append(block)
        for one in blocks:  # lines are centred
            last = [other for other in blocks if other.line == one.line][-1]
            one.indent = (room - last.x - last.width) / 2
        lines = line + 1 if blocks else 0
        name = NAME if seat != SPECTATOR else 0
        return _Panel(seat, width, blocks, lines, 2 * PAD + name + lines * (CAPTION + card * RATIO + PAD))

    def _block(self, zone: Zone, card: float, room: float) -> _Block:
        cards = list(zone.cards)
        hidden = all(one.face is None for one in cards)
        more = zone.count if (hidden and zone.count > BACKS) or not cards else 0
        if more:
            cards = [Card()]
        elif len(cards) > MOST_CARDS:
            cards = cards[-MOST_CARDS:]
        step = card + 8
        if len(cards) > 1:
            step = min(step, (min(room, 0.62 * room if zone.owner == SPECTATOR else room) - card) / (len(cards) - 1))
        if zone.kind == "stack":
            step = min(step, card * 0.4)
        caption = self._type.width(self._caption.zone(zone), 24) if card else 0
        return _Block(zone, cards, more, step, min(room, max(card + step * (len(cards) - 1), caption)))

    # ---------------------------------------------------------------- drawing

    def _text(self, x: float, y: float, text: str, size: int, fill: str, weight: int = REGULAR) -> float:
        """Draw a text whose baseline is at `y`; return where it ends."""
        for letter, font in self._type.letters(text, size, weight):
            self._draw.text((x, y), letter, fill, font, anchor="ls")
            x += font.getlength(letter)
        return x

    def _head(self) -> None:
        width, caption = WIDTH * FACTOR, self._caption
        self._draw.rectangle((0, 0, width, HEAD), PAPER)
        self._draw.line((0, HEAD, width, HEAD), LINE, 3)
        self._draw.rounded_rectangle((EDGE, 18, EDGE + 76, HEAD - 18), 14, SEAL)
        self._text(EDGE + 12, 73, "札", 52, PAPER, BOLD)
        right = self._type.width(caption.moment, 40)
        room = width - right - 3 * EDGE - 110
        self._text(EDGE + 100, 76, self._type.shortened(caption.title, 56, room, BOLD), 56, INK, BOLD)
        self._text(width - EDGE - right, 72, caption.moment, 40, SOFT)

    def _panel(self, view: View, panel: _Panel, x: float, y: float, height: float, card: float) -> None:
        caption = self._caption
        if panel.seat != SPECTATOR:
            card = card if panel.seat == max(view.seat, 0) else card * 0.8
            edge = SEAL if panel.seat == view.to_act else LINE
            box = (x, y, x + panel.width, y + height)
            self._draw.rounded_rectangle(box, 24, "#eceadb", edge, 6 if edge == SEAL else 3)
            self._plate(view, panel, x + PAD, y + PAD + 40, panel.width - 2 * PAD)
        top = y + PAD + (NAME if panel.seat != SPECTATOR else 0)
        for block in panel.blocks:
            left = x + PAD + block.indent + block.x
            line = top + block.line * (CAPTION + card * RATIO + PAD)
            self._text(left, line + 24, self._type.shortened(caption.zone(block.zone), 24, block.width), 24, SOFT)
            for number, one in enumerate(block.cards):
                self._card(left + number * block.step, line + CAPTION, card, one, block.more)

    def _plate(self, view: View, panel: _Panel, x: float, y: float, room: float) -> None:
        """Draw the name of a seat with its counters, as many as there is room for."""
        caption, end = self._caption, x + room
        name = self._type.shortened(caption.names[panel.seat], 40, room * 0.6, BOLD)
        x = self._text(x, y, name, 40, INK, BOLD) + 2 * GAP
        shown = [
            one
            for one in view.counters
            if one.owner == panel.seat and one.show in ("headline", "plate") and not one.help
        ]
        for counter in sorted(shown, key=lambda one: one.show != "headline"):
            text = f"{caption.counter(counter)} {counter.value}"
            headline = counter.show == "headline"
            if x + self._type.width(text, 32, BOLD if headline else REGULAR) > end:
                return
            x = self._text(x, y, text, 32, ACCENT if headline else SOFT, BOLD if headline else REGULAR) + 2 * GAP

    def _card(self, x: float, y: float, width: float, card: Card, more: int) -> None:
        height, radius = width * RATIO, width * 0.09
        box = (x, y, x + width, y + height)
        if card.face is None:
            self._draw.rounded_rectangle(box, radius, ACCENT, LINE, 2)
            inset = width * 0.1
            inner = (x + inset, y + inset, x + width - inset, y + height - inset)
            self._draw.rounded_rectangle(inner, radius / 2, None, "#86a699", 3)
            if more:
                size = int(width * 0.42)
                left = x + (width - self._type.width(str(more), size, BOLD)) / 2
                self._text(left, y + height * 0.62, str(more), size, PAPER, BOLD)
        else:
            down = card.pose == "down"
            colour = SUITS[self._caption.suit(card.face)]
            self._draw.rounded_rectangle(box, radius, "#d8d2c2" if down else PAPER, LINE, 2)
            self._draw.rounded_rectangle((x, y, x + width, y + width * 0.12), radius * 0.6, colour)
            self._face(x, y, width, self._caption.card(card.face), card.face, colour)
        for number in range(min(4, len(card.marks))):
            dot, left = width * 0.1, x + width * (0.08 + 0.14 * number)
            self._draw.ellipse((left, y + height - 1.8 * dot, left + dot, y + height - 0.8 * dot), SEAL)

    def _face(self, x: float, y: float, width: float, name: str, face: str, colour: str) -> None:
        rank = rank_of(face, name)
        room, top = width * 0.86, y + width * 0.2
        if rank:
            size = int(width * (0.5 if len(rank) < 3 else 0.36))
            left = x + (width - self._type.width(rank, size, BOLD)) / 2
            self._text(left, top + size * 0.86, rank, size, colour, BOLD)
            top += size
        rest = re.sub(rf"^{rank}\s+", "", name) if rank else name
        lines = list(self._lines(rest, room, int(width * (0.17 if rank else 0.27)), 2 if rank else 4))
        if not rank:
            top = y + (width * RATIO - sum(size * 1.18 for _, size in lines)) / 2
        for line, size in lines:
            left = x + (width - self._type.width(line, size, BOLD)) / 2
            self._text(left, top + size, line, size, colour, BOLD)
            top += size * 1.18

    def _lines(self, text: str, room: float, size: int, most: int) -> Iterator[tuple[str, int]]:
        """Yield the lines of a text with their font size, the greatest that fits."""
        size = max(size, SMALLEST)
        while True:
            lines = self._broken(text, room, size)
            if len(lines) <= most or size <= SMALLEST:
                break
            size -= 2
        for line in lines[:most]:
            yield self._type.shortened(line, size, room, BOLD), size

    def _broken(self, text: str, room: float, size: int) -> list[str]:
        """Break a text between words, and Japanese anywhere."""
        lines = [""]
        for part in re.findall(r"[\x21-\u2e7f]+|\s|.", text, re.DOTALL):
            if lines[-1] and self._type.width(lines[-1] + part, size, BOLD) > room:
                lines.append("")
            if part.strip() or lines[-1]:
                lines[-1] += part
        return [line.strip() for line in lines if line.strip()]


def rank_of(face: str, name: str) -> str:
    """Return the number of a card, if its face and its name both contain it: "7" of `moon-7`, "7 of moons"."""
    found = re.search(r"(\d+)\D*$", face)
    rank = found[1] if found else ""
    return rank if rank and re.search(rf"(^|\D){rank}(\D|$)", name) else ""


def stem_of(face: str) -> str:
    """Return the suit of a face: "moon" of `moon-7` and of `7-moon`; "": none."""
    return re.sub(r"\d+", "", face).strip("-+_") if re.search(r"\d", face) else ""
