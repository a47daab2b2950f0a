"""A moment of a finished game in words and as a picture.

`drawn` and `caption_of` run in a thread: parsing the messages of a game takes up to half a second.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Sequence
from functools import lru_cache

import msgspec

from tefuda.engine.game import Game
from tefuda.engine.localization import LANGUAGES, localizer
from tefuda.engine.view import Counter, Zone
from tefuda.server.errors import FTL_FOLDER
from tefuda.server.finished_games.picture import SUITS, Caption, Painter, stem_of
from tefuda.server.finished_games.picture_fonts import Typeface
from tefuda.server.tables.serialization import decoded_update

_FACES = re.compile(r"^face-([\w-]+) =", re.MULTILINE)


class _Updates(msgspec.Struct):
    updates: list[msgspec.Raw]


class _Sight(msgspec.Struct):
    """Whether an update has a view, without decoding the view."""

    view: msgspec.Raw = msgspec.Raw()


# Made here: msgspec 0.22 crashes if two threads build the type information at once.
_decode_updates = msgspec.json.Decoder(_Updates).decode
_decode_sight = msgspec.json.Decoder(_Sight).decode


def drawn(data: bytes, game: Game, names: Sequence[str], language: str, step: int, typeface: Typeface) -> bytes:
    """Return the picture of a moment: `data` is a record as it is stored, `step` counts its views from 1.

    A step beyond the end is the end.
    """
    text = zlib.decompressobj(-zlib.MAX_WBITS).decompress(data) + b"]}"
    raw = _decode_updates(text).updates
    seen = [one for one in raw if bytes(_decode_sight(one).view)]
    step = min(max(step, 1), len(seen))
    view = decoded_update(seen[step - 1]).view
    assert view is not None
    return Painter(typeface).png(view, caption_of(game, names, language, step, len(seen)))


def caption_of(game: Game, names: Sequence[str], language: str, step: int, steps: int) -> Caption:
    """Return the words around a moment."""
    words, own = game.localizer(language), localizer(language, FTL_FOLDER)
    suits = _suits(game)

    def zone(one: Zone) -> str:
        id = f"zone-{re.sub('-[0-9]+$', '', one.id)}"
        return words.say(id) if words.has(id) else ""

    def counter(one: Counter) -> str:
        id = f"counter-{one.id}"
        return words.say(id) if words.has(id) else ""

    def card(face: str) -> str:
        return words.say(game.card_text(face).name)

    shown = tuple(name or words.say("seat", number=seat + 1) for seat, name in enumerate(names))
    moment = own.say("moment-step", step=step, steps=steps)
    return Caption(words.say("title"), moment, shown, zone, counter, card, lambda face: suits.get(stem_of(face), 0))


@lru_cache(32)
def _suits(game: Game) -> dict[str, int]:
    """Return the number of the colour of each suit, as in the browser's default drawing."""
    faces = set(game.catalogue)
    for language in LANGUAGES:
        faces |= set(_FACES.findall((game.folder / f"{language}.ftl").read_text(encoding="utf-8")))
    stems = sorted({stem_of(face) for face in faces} - {""})
    return {stem: 1 + number % (len(SUITS) - 1) for number, stem in enumerate(stems)}
