"""Hash of the code that answers requests: a server and the bots of another machine must have the same."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable

SHARED = ("tefuda.engine", "tefuda.bots")  # what answers the requests of all games


@cache
def code_hash(package: str) -> str:
    """Return a hash of all modules of a game, of the engine and of the bots.

    Unlike that of a build it is the same for all versions of Python: records and commands are.
    """
    digest = hashlib.sha256()
    for name in (*SHARED, package):
        for path, content in _modules(resources.files(name), name):
            for part in (path.encode(), content):
                digest.update(len(part).to_bytes(8, "big") + part)
    return digest.hexdigest()


def _modules(folder: Traversable, path: str) -> Iterator[tuple[str, bytes]]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            yield from _modules(entry, f"{path}/{entry.name}")
        elif entry.name.endswith(".py"):
            yield f"{path}/{entry.name}", entry.read_bytes()
