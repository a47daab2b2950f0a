"""Check test coverage and test times against their limits; `.ci/run` calls it after the tests.

report.py coverage          lines and branches of engine and games, from .coverage
report.py times TESTS.XML   seconds for each folder of tests, and each game's share, from pytest's --junit-xml
"""

import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree as ET

LEAST_COVERED = 95.0  # per cent, of lines and of branches alike
# Percentages of the time of all tests: seconds depend on the machine and its load.  The limit on the whole run, in
# .ci/run, is in seconds.
GAME_SHARE = 12.5  # limit on all tests of one game
BROWSER_SHARE = 30.0  # limit on the browser tests

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
    total = sum(folders.values())
    spent = [(f"all tests of {game}", by_game[game], GAME_SHARE) for game in games]
    spent.append(("all tests in the browser", folders[BROWSER], BROWSER_SHARE))
    for what, seconds, most in spent:
        print(f"{100 * seconds / total:6.1f} %  {what}, {seconds:.0f} s of {total:.0f} s (at most {most} %)")
    return all(100 * seconds <= most * total for _, seconds, most in spent)


if __name__ == "__main__":
    good = coverage() if sys.argv[1] == "coverage" else times(Path(sys.argv[2]))
    sys.exit(not good)
