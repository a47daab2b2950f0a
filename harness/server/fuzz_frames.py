"""Frames that fuzz a table's WebSocket: malformed ones, pieces that break a message, and random readable messages."""

from __future__ import annotations

import string
from random import Random
from typing import Any

from tefuda.server.protocol.messages import ToTable

KINDS = [kind.__struct_config__.tag for kind in ToTable.__args__]
FRAMES = [
    "",
    "null",
    "7",
    '"play"',
    "{",
    "[" * 4000,
    '{"t":' * 600,
    '{"t":"play","id":"x","turn":0,"actions":' + "[" * 3000,
    '{"t":"ping","id":"x","more":1}',
    '{"t":"ping","id":"x y"}',
    '{"t":"ping","id":""}',
    '{"t":"ping","id":"' + "x" * 65 + '"}',
    '{"t":"zap","id":"x"}',
    '{"id":"x"}',
    '{"t":"play","id":"x","turn":-1,"actions":["draw"]}',
    '{"t":"play","id":"x","turn":1e400,"actions":["draw"]}',
    '{"t":"play","id":"x","turn":true,"actions":["draw"]}',
    '{"t":"play","id":"x","turn":0,"actions":[]}',
    '{"t":"play","id":"x","turn":0,"actions":[7]}',
    '{"t":"play","id":"x","turn":0,"actions":"draw"}',
    '{"t":"sit","id":"x","seat":0,"kind":"person"}',
    '{"t":"note","id":"x","text":"\\ud800"}',
    '{"t":"say","id":"x","phrase":"boo"}',
    '{"t":"welcome","table":{}}',
    '{"t":"play","id":"x","turn":0,"actions":["' + "é" * 3000 + '"]}',
]
MUTATIONS = [
    *string.printable,
    "\\u",
    "\\",
    '"',
    "{",
    "[",
    "]",
    "}",
    "\u0000",
    "\ud800",
    "é",
    "9" * 30,
    "null",
    "-",
    "1e999",
]


def random_message(random: Random, turn: int) -> dict[str, Any]:
    """Return a readable message, though mostly not a legal one."""
    kind = random.choice(KINDS)
    message: dict[str, Any] = {"t": kind, "id": "".join(random.choices(string.ascii_letters, k=6))}
    extra: dict[str, dict[str, Any]] = {
        "play": {
            "turn": random.choice([turn, turn, 0, 2**53]),
            "actions": random.choices(
                ["draw", "pass", "yield", "fly", "", "pass draw", "\u0000", "手"], k=random.randint(1, 3)
            ),
        },
        "sit": {
            "seat": random.randint(0, 9),
            "kind": random.choice(["bot", "open"]),
            "level": random.choice(["", "x"]),
        },
        "reseat": {"seat": random.randint(0, 9), "to": random.randint(0, 9)},
        "remove": {"seat": random.randint(0, 9)},
        "bring": {
            "seat": random.randint(0, 9),
            "actions": random.choices(["deck-1", "add-1", "ready", "draw", "手"], k=random.randint(0, 3)),
        },
        "seed": {"words": "小鳥\n"},
        "stand-in": {"seat": random.randint(0, 9), "on": random.random() < 0.5},
        "say": random.choice([{"phrase": "nice"}, {"text": "\u202e</b>\u0000"}, {"text": " "}]),
        "chat": {"on": random.random() < 0.5},
        "take-back": {"turn": random.choice([turn, 0])},
        "answer-back": {"turn": turn, "agreed": random.random() < 0.5},
        "show-hand": {"on": random.random() < 0.5},
        "watch": {"seat": random.randint(-1, 9)},
        "note": {"text": "\u2028</script>"},
    }
    message |= extra.get(kind, {})
    return message
