"""Translation of present names back to the names of a recorded corpus.

`benchmarks/corpus.py` describes the map of renamed names.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

TEXT = "Text"  # the class of a text from a card file, under its recorded name
MOST_CACHED = 40_000  # size of the cache of translated parts of views
NUMBERED = re.compile(r"^(.*?)((?:-\d+)*)$", re.DOTALL)
SAME_NAMES = {  # fields that hold names of another kind
    "Choice.action": "actions",
    "Choice.zone": "Zone.id",
    "Move.source": "Zone.id",
    "Move.target": "Zone.id",
    "Move.face": "Card.face",
    "Move.pose": "Card.pose",
}

Order = Mapping[str, Sequence[str]]  # names of fields, actions and options, as declared


class Renames:
    """The map of renamed names, reversed: from the present name to the recorded one."""

    def __init__(self, content: Mapping[str, Any], slug: str) -> None:
        self.added = {name.removeprefix(f"{slug}:") for name in content.get("added", ())}
        self.tables: dict[str, dict[str, str]] = defaultdict(dict)
        for table, names in content.items():
            game, colon, kind = table.rpartition(":")
            if table != "added" and (not colon or game == slug):
                self.tables[kind] |= {new: old for old, new in names.items()}

    def old(self, kind: str, name: str) -> str:
        """Return the recorded name of a present name."""
        table = self.tables.get(kind)
        if not table:
            return name
        if name in table:
            return table[name]
        stem, number = split(name)
        return table.get(stem, stem) + number


def split(name: str) -> tuple[str, str]:
    """Split off the numbers at the end of a name: "bids", "-2"."""
    match = NUMBERED.match(name)
    assert match
    return match[1], match[2]


def arranged(recorded: Sequence[str], today: Sequence[str | None]) -> list[int]:
    """Return the indices of present names in recorded order: matched by name, the rest in order, new ones (None) last.

    `len(today)` stands for a name that no longer exists.
    """
    places = {name: at for at, name in enumerate(today) if name}
    order = [places.get(name, -1) for name in recorded]
    taken = set(order)
    rest = iter([at for at, name in enumerate(today) if at not in taken and name is not None])
    order = [next(rest, len(today)) if at < 0 else at for at in order]
    return [*order, *rest, *(at for at, name in enumerate(today) if name is None)]


class Translator:
    """Translates the names of one game to the recorded ones, and collects every name."""

    def __init__(self, renames: Renames, order: Order, declared: Order) -> None:
        self.renames = renames
        self.seen: dict[str, set[str]] = defaultdict(set)
        self.texts: list[Any] = []
        self._cache: dict[tuple[str, bytes], tuple[bytes, bytes]] = {}
        today = {kind: [self._declared(kind, name) for name in names] for kind, names in declared.items()}
        self.options = arranged(order["options"], today["options"])
        self.actions = arranged(order["actions"], today["actions"])
        self.places = {code: place for place, code in enumerate(self.actions)}
        fields, recorded = declared["fields"], order["fields"]
        self.fields = {  # recorded name of each present field, in recorded order
            fields[at]: recorded[place] if place < len(recorded) else fields[at]
            for place, at in enumerate(arranged(recorded, today["fields"]))
            if at < len(fields) and today["fields"][at] is not None
        }

    def _declared(self, kind: str, name: str) -> str | None:
        """Return the recorded name; None for one that the map declares as new."""
        old = self.renames.old(kind, name)
        if f"{kind}.{old}" in self.renames.added:
            return None
        self.seen[kind].add(old)
        return old

    def name(self, kind: str, name: str) -> str:
        kind = SAME_NAMES.get(kind, kind)
        if "|" in name or " " in name:
            return name  # a phrase or a list of numbers
        old = self.renames.old(kind, name)
        self.seen[kind].add(old if kind == "actions" else split(old)[0])
        return old

    def struct(self, value: Any) -> Iterator[tuple[str, str, Any]]:
        """Yield kind, recorded name and value of each field."""
        type_name = self.renames.old("types", type(value).__name__)
        self.seen["types"].add(type_name)
        for key in value.__struct_fields__:
            old = self.renames.old(type_name, key)
            if f"{type_name}.{old}" not in self.renames.added:
                self.seen[type_name].add(old)
                yield f"{type_name}.{old}", old, getattr(value, key)

    def plain(self, value: Any, kind: str) -> Any:
        """Return plain data under recorded names without empty values; texts are collected separately."""
        if isinstance(value, str):
            return self.name(kind, value)
        if value is None or isinstance(value, int | float):
            return value
        if isinstance(value, Mapping):
            pairs = [(self.name(kind, key), one) for key, one in value.items()]
            return {key: self.plain(one, f"{kind}.{key}") for key, one in pairs}
        if isinstance(value, Sequence):
            return [self.plain(one, kind) for one in value]
        if self.renames.old("types", type(value).__name__) == TEXT:
            self.texts.append(list(msgspec.structs.astuple(value)))
            return TEXT
        fields = {}
        for inner, key, one in self.struct(value):
            found = self.plain(one, inner)
            if not empty(found):
                fields[key] = found
        return fields

    def encoded(self, value: Any, kind: str) -> tuple[bytes, bytes]:
        """Return plain data and texts as bytes, cached by the encoded value."""
        mark = kind, msgspec.json.encode(value)
        if mark not in self._cache:
            if len(self._cache) >= MOST_CACHED:
                self._cache.clear()
            if isinstance(value, tuple):
                parts = [self.encoded(one, kind) for one in value]
                data, texts = (b",".join(several) for several in zip(*parts, strict=True))
                self._cache[mark] = data, texts.strip(b",")
            else:
                self.texts = []
                data = msgspec.json.encode(self.plain(value, kind), order="sorted")
                self._cache[mark] = data, msgspec.json.encode(self.texts) if self.texts else b""
        return self._cache[mark]

    def position(self, text: str) -> list[str]:
        """Return the parts of a position text in recorded order."""
        slug, *parts = text.split(" | ")
        places = {name: at for at, name in enumerate(self.fields)}
        named = [part.partition(" ") for part in parts]
        kept = sorted((places[name], self.fields[name], rest) for name, _, rest in named if name in places)
        return [slug, *(f"{name} {rest}" for _, name, rest in kept)]

    def record(self, text: str) -> str:
        """Return a game record with recorded names and options in recorded order."""
        lines = []
        for line in text.splitlines():
            first, *rest = line.split(" ")
            if first.isdecimal():
                rest = [self.name("actions", word) for word in rest]
            else:
                first = self.name("record", first)
                if first == "option":
                    rest[0] = self.name("options", rest[0])
            lines.append(" ".join([first, *rest]))
        options = iter(sorted(line for line in lines if line.startswith("option ")))
        return "\n".join(next(options) if line.startswith("option ") else line for line in lines)


def empty(value: Any) -> bool:
    return value is None or value is False or value in ("", (), [], {})
