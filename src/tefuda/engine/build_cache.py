"""Keeps compiled code in the user's cache folder.

Each build has a folder of its own, named by a hash of all bound sources, constants and primitives: stale code is never
loaded.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import platform
import shutil
import sys
import time
from enum import EnumMeta
from importlib import metadata
from pathlib import Path
from types import FunctionType, ModuleType

import numpy as np

from tefuda.engine import call_graph, primitives, record, rules_interface
from tefuda.engine.call_graph import is_bound, modules_of
from tefuda.engine.record import Record

KEEP_UNUSED_DAYS = 30


def build_tag(modules: tuple[ModuleType, ...], boundscheck: bool) -> str:
    """Return a hash of all bound sources and constants, and of the versions that compile them."""
    digest = hashlib.sha256()

    def add(*parts: object) -> None:
        for part in parts:
            digest.update(part if isinstance(part, bytes) else str(part).encode())
            digest.update(b"\0")

    add(sys.version, platform.machine(), boundscheck)
    for package in ("numba", "llvmlite", "numpy"):
        add(package, metadata.version(package))
    for module in (*modules_of(*modules), primitives, rules_interface, record, call_graph, sys.modules[__name__]):
        add(module.__name__, _source(module))
        for key, value in sorted(vars(module).items()):
            if isinstance(value, np.ndarray):
                add(key, value.dtype, value.shape, value.tobytes())
            elif isinstance(value, int | float | str | tuple) and not key.startswith("__"):
                add(key, repr(value))
            elif isinstance(value, FunctionType):
                add(key, value.__module__, value.__qualname__, repr(value.__defaults__), repr(value.__kwdefaults__))
            elif isinstance(value, type) and issubclass(value, Record):
                add(key, repr(value.fields))
            elif isinstance(value, EnumMeta):
                add(key, repr(list(value.__members__.items())))
            elif isinstance(value, type) and is_bound(value):
                add(key, value.__qualname__, _source(sys.modules[value.__module__]))
    return digest.hexdigest()[:16]


def _source(module: ModuleType) -> bytes:
    path = getattr(module, "__file__", None)
    if path and Path(path).exists():
        return Path(path).read_bytes()
    codes = (value.__code__ for value in vars(module).values() if isinstance(value, FunctionType))
    return b"".join(repr((code.co_name, code.co_code, code.co_consts, code.co_names)).encode() for code in codes)


def cache_root() -> Path | None:
    """Return the folder of all compiled builds: $TEFUDA_CACHE, else in the user's cache folder; None without one."""
    import platformdirs

    if named := os.environ.get("TEFUDA_CACHE"):
        return Path(named) / "compiled"
    try:
        return platformdirs.user_cache_path("tefuda") / "compiled"
    except (RuntimeError, KeyError):  # a user without a home
        return None


def cache_folder(tag: str) -> Path | None:
    """Return a writable folder for this build, or None; creating one removes folders unused for a month."""
    root = cache_root()
    if root is None:
        return None
    folder = root / tag
    try:
        if not folder.exists():
            folder.mkdir(parents=True)
            _prune(root, keep=folder)
        probe = folder / f".{os.getpid()}"
        probe.touch()
        probe.unlink()
        os.utime(folder)
    except OSError:
        return None
    return folder


def _prune(root: Path, keep: Path) -> None:
    horizon = time.time() - KEEP_UNUSED_DAYS * 86400
    for folder in filter(Path.is_dir, root.iterdir()):
        with contextlib.suppress(OSError):
            if folder != keep and folder.stat().st_mtime < horizon:
                shutil.rmtree(folder)
