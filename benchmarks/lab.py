"""The studies of `tefuda lab` by the clock and in processor time, each as a command in a process of its own.

`tefuda bench lab` runs it.  "What if kotori had four birds?" is asked twice: with nothing compiled before, and again.
Exports play in one process.  Slower players play fewer games: the time for all follows from those beyond the first,
which includes the start of the process.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from tempfile import TemporaryDirectory

from benchmarks.options import AtLeastOne
from benchmarks.speed import judged, line, machine

FOUR_BIRDS = ("sweep", "kotori", "--players", "3", "--vary", "field-cards=3,4", "--seed", "1")
SECONDS = 60  # of a study by the clock, and of an export in processor time
EXPORTED = {"random": 1.0, "search:5": 0.2, "search:50": 0.05, "heuristic": 0.01}  # part of the games that is played


def run(*, games: AtLeastOne = 10_000) -> None:
    """Measure studies by the clock: what if kotori had four birds, and exports by players of several kinds.

    Parameters
    ----------
    games: int
        How many random games an export has; those of slower players have fewer, and are given for as many.
    """
    print(f"{machine()}\n", flush=True)
    with TemporaryDirectory() as folder:
        cache = {**os.environ, "TEFUDA_CACHE": f"{folder}/compiled"}
        for label in ("four birds, compiling", "four birds"):
            words = (*FOUR_BIRDS, "--report", f"{folder}/four-birds.html")
            clock, processor = timed(words, cache)
            line(label, f"{clock:.1f} s by the clock", f"{processor:.1f} s of processor time", verdict(clock))
        for player, part in EXPORTED.items():
            count = max(10, round(part * games))
            first, more = (exported(player, number, f"{folder}/{player}-{number}", cache) for number in (1, count))
            seconds = first + (more - first) / (count - 1) * (games - 1)
            line(f"{games:,} games, {player}", f"{seconds:.1f} s", f"{count:,} games played", verdict(seconds))


def exported(player: str, games: int, folder: str, environment: dict[str, str]) -> float:
    """Return the processor time of an export in one process."""
    words = ("export", "kotori", folder, player, "--players", "3", "--games", str(games), "--seed", "1")
    return timed((*words, "--processes", "1"), environment)[1]


def timed(words: tuple[str, ...], environment: dict[str, str]) -> tuple[float, float]:
    """Run `tefuda lab` and return its seconds by the clock, and of processor time of all its processes."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    command = [sys.executable, "-m", "tefuda", "lab", *words]
    subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=True)
    clock, after = time.monotonic() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    return clock, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def verdict(seconds: float) -> str:
    return f"target {judged(f'{SECONDS} s', reached=seconds <= SECONDS)}"
