"""Check the coverage of branches; coverage's own limit, in pyproject.toml, is for lines and branches together."""

import json
import subprocess
import sys
from pathlib import Path

LEAST_COVERED = 95.0  # per cent

command = [sys.executable, "-m", "coverage", "json", "-q", "-o", "-", "--fail-under=0"]
answer = subprocess.run(command, cwd=Path(__file__).parents[1], check=True, stdout=subprocess.PIPE)
totals = json.loads(answer.stdout)["totals"]
share = 100 * totals["covered_branches"] / totals["num_branches"]
print(
    f"{totals['covered_branches']} of {totals['num_branches']} branches, {share:.1f} % (at least {LEAST_COVERED:g} %)"
)
sys.exit(share < LEAST_COVERED)
