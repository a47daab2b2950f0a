"""The plugin that shows what tests cost counts the processes that they start."""

import subprocess
import sys
from pathlib import Path

import pytest

from harness.contract.cases import in_ci

ROOT = Path(__file__).parents[2]
BUSY = "import time\nwhile time.process_time() < 0.5:\n    pass\n"
TESTS = f"""
import subprocess, sys

def test_of_a_busy_process():
    subprocess.run([sys.executable, "-c", {BUSY!r}], check=True)

def test_of_nothing():
    pass
"""


@in_ci
@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_time_of_started_processes_counts_for_their_test(tmp_path: Path) -> None:
    file = tmp_path / "test_costs.py"
    file.write_text(TESTS, encoding="utf-8")
    settings = tmp_path / "pytest.ini"
    settings.write_text("[pytest]", encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "harness.processor_time",
        "-p",
        "no:xdist",
        "-p",
        "no:cacheprovider",
    ]
    shown = subprocess.run(
        [*command, "-c", str(settings), str(file)],
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
    ).stdout
    seconds = {
        line.split()[1].rpartition("::")[2]: float(line.split()[0]) for line in shown.splitlines() if "::" in line
    }
    assert seconds["test_of_a_busy_process"] >= 0.45, shown
    assert seconds["test_of_nothing"] < seconds["test_of_a_busy_process"], shown
