"""The C reference of kotori: compiles `kotori.c` with the machine's C compiler."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import numpy as np

from tefuda.engine.game import Game

SOURCE = Path(__file__).with_name("kotori.c")
FLAGS = ("-O3", "-march=native", "-shared", "-fPIC")


def compiler() -> str | None:
    """Return the C compiler of this machine ($CC, gcc or cc), or None."""
    return next((found for name in (os.environ.get("CC"), "gcc", "cc") if name and (found := shutil.which(name))), None)


class CReference:
    """Random play of kotori in C, with the arguments of the compiled build."""

    def __init__(self, path: str, game: Game) -> None:
        with tempfile.TemporaryDirectory() as folder:
            library = Path(folder) / "kotori.so"
            subprocess.run([path, *FLAGS, str(SOURCE), "-o", str(library)], check=True)
            code = ctypes.CDLL(str(library))  # stays loaded after its file is deleted
        self._copies = np.array(list(game.tables.copies), np.int8)
        self._call = {name: getattr(code, name) for name in ("playouts", "trace", "state_size")}
        for name in ("playouts", "trace"):
            self._call[name].argtypes = [ctypes.c_void_p, *[ctypes.c_int64] * 4]
            self._call[name].restype = ctypes.c_int64

    @property
    def state_size(self) -> int:
        """Return the size of its record in bytes."""
        return int(self._call["state_size"]())

    def playouts(self, players: int, allow_yield: int, seed: int, games: int) -> int:
        """Return the number of decisions in random games from consecutive seeds."""
        return int(self._call["playouts"](self._copies.ctypes.data, players, allow_yield, seed, games))

    def trace(self, players: int, allow_yield: int, seed: int, games: int) -> int:
        """Return the same hash as `trace` of the compiled build."""
        return int(self._call["trace"](self._copies.ctypes.data, players, allow_yield, seed, games))
