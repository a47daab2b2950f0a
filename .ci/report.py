"""What the tests covered and how long they took, each against its limit; `.ci/run` calls this after the tests.

report.py coverage          lines and branches of engine and games, from .coverage
report.py times TESTS.XML   seconds for each folder of tests and for each game, from pytest's --junit-xml
"""

import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree as ET

LEAST_COVERED = 95.0  # per cent, of lines and of branches alike
GAME_BUDGET = 90.0  # seconds for all tests of one game on two cores, in the two processes that pytest then runs
BROWSER_BUDGET = 300.0  # seconds for the tests in the browser, likewise

CORES = 2
BROWSER = "tests/browser"

ROOT = Path(__file__).parents[1]
COVERAGE = [sys.executable, "-m", "coverage"]


def coverage() -> bool:
    subprocess.run([*COVERAGE, "report", "--fail-under=0"], cwd=ROOT, check=True)
    answer = subprocess.run([*COVERAGE, "json", "-q", "-o", "-", "--fail-under=0"], cwd=ROOT, check=True, stdout=-1)
    totals = json.loads(answer.stdout)["totals"]
    good = True
    for what, covered, count in (("lines", "covered_lines", "num_statements"),
                                 ("branches", "covered_branches", "num_branches")):  # fmt: skip
        share = 100 * totals[covered] / max(totals[count], 1)
        good &= share >= LEAST_COVERED
        print(f"{what}: {totals[covered]} of {totals[count]}, {share:.1f} % (at least {LEAST_COVERED:.0f} %)")
    return good


def times(path: Path) -> bool:
    games = sorted(folder.name for folder in (ROOT / "src/tefuda/games").iterdir() if (folder / "rules.py").exists())
    folders: Counter[str] = Counter()
    by_game: Counter[str] = Counter()
    for case in ET.parse(path).iter("testcase"):  # noqa: S314 (pytest wrote it a moment ago)
        where, seconds = f"{case.get('classname')}::{case.get('name')}", float(case.get("time", 0))
        folder = re.sub(r"\.?test_.*", "", where).replace(".", "/")
        folders[folder] += seconds
        for game in games:
            if folder != BROWSER and re.search(rf"(?<![a-z]){game}(?![a-z])", where):
                by_game[game] += seconds
    for folder, seconds in folders.most_common():
        print(f"{seconds:6.1f} s  {folder}")
    spent = [(f"all tests of {game}", by_game[game] / CORES, GAME_BUDGET) for game in games]
    spent.append(("all tests in the browser", folders[BROWSER] / CORES, BROWSER_BUDGET))
    for what, seconds, budget in spent:
        print(f"{seconds:6.1f} s  {what} on {CORES} cores (at most {budget:.0f} s)")
    return all(seconds <= budget for _, seconds, budget in spent)


if __name__ == "__main__":
    good = coverage() if sys.argv[1] == "coverage" else times(Path(sys.argv[2]))
    sys.exit(not good)
