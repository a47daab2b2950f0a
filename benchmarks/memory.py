"""Memory of this process, for the benches that look for its growth."""

from __future__ import annotations

import ctypes
import gc
import os
import sys

from harness.server.client import memory
from tefuda.server.rate_limit import address_group

TARGET = 0.01  # growth relative to the memory after the warm-up
CACHE = type(address_group)  # of functions with `lru_cache`


def used() -> tuple[int, int]:
    """Return the resident memory of this process in bytes, with and without free memory kept by the C library.

    Caches with a bound are emptied first: those of views fill over tens of thousands of games.
    """
    for one in gc.get_objects():
        if isinstance(one, CACHE) and one.cache_parameters()["maxsize"] is not None:
            one.cache_clear()
    gc.collect()
    held = memory(os.getpid())
    if sys.platform == "linux":
        trim = getattr(
            ctypes.CDLL(None), "malloc_trim", None
        )  # glibc only; other C libraries return memory by themselves
        if trim is not None:
            trim(0)
    return held, memory(os.getpid())
