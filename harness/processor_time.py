"""A plugin of pytest that shows the processor time of tests, with that of all processes they start (Linux only).

    ./tefuda test -p harness.processor_time

What a fixture of a file or of the whole run takes counts for the first test that needs it.
"""

from __future__ import annotations

import ctypes
import os
from collections import Counter
from collections.abc import Generator
from itertools import chain
from pathlib import Path

import pytest

SHOWN = 25  # tests
PROPERTY = "processor seconds"
PR_SET_CHILD_SUBREAPER = 36
TICKS = os.sysconf("SC_CLK_TCK")


def spent() -> float:
    """Return the processor seconds of this process, of those that it has started, and of those that they have."""
    parents: dict[int, list[int]] = {}
    ticks: dict[int, int] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:  # it has just ended
            continue
        process = int(folder.name)
        parents.setdefault(int(fields[1]), []).append(process)
        ticks[process] = sum(map(int, fields[11:15]))  # with the children for whose end it has waited
    total, left = 0, [os.getpid()]
    while left:
        process = left.pop()
        total += ticks.get(process, 0)
        left += parents.get(process, [])
    return total / TICKS


class Clock:
    """Attributes the time since the last test to the test that has just ended."""

    def __init__(self) -> None:
        self.before = 0.0

    def pytest_collection_finish(self) -> None:
        self.before = spent()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        if call.when == "teardown":
            now = spent()
            report.user_properties.append((PROPERTY, now - self.before))
            self.before = now
        return report


def pytest_configure(config: pytest.Config) -> None:
    # Processes whose parent has ended become children of this one, so that their time is not lost.
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    config.pluginmanager.register(Clock())


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Show the sum of each folder, and the tests that took most."""
    took: Counter[str] = Counter()
    for report in chain.from_iterable(terminalreporter.stats.values()):
        for name, value in getattr(report, "user_properties", []):
            if name == PROPERTY:
                took[report.nodeid] += value
    folders: Counter[str] = Counter()
    for test, seconds in took.items():
        folders[str(Path(test.partition("::")[0]).parent)] += seconds
    terminalreporter.section("processor time in seconds")
    for name, seconds in chain(folders.most_common(), took.most_common(SHOWN)):
        terminalreporter.write_line(f"{seconds:8.2f}  {name}")
