"""The rules on the other Pythons of this machine: the environment has only one, and players have newer ones."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import uv

from harness.contract.cases import in_ci
from tests.setup import heuristic_games

ROOT = Path(__file__).parents[2]
OLDEST = 11  # of Python 3
NEEDED = ("fluent.runtime", "msgspec", "numpy")


def other_pythons() -> dict[int, Path]:
    """Return the other Pythons that we support, by their minor version: those in the search path, and pyenv's."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    folders = [*map(Path, os.get_exec_path()), *sorted(pyenv.glob("versions/*/bin"))]
    found: dict[int, Path] = {}
    for python in (path for folder in folders for path in sorted(folder.glob("python3.*"))):
        named = re.fullmatch(r"python3\.(\d+)", python.name)
        if named is None or int(named[1]) < OLDEST or int(named[1]) == sys.version_info.minor:
            continue
        if subprocess.run([python, "-c", "import venv"], capture_output=True, check=False).returncode == 0:
            found.setdefault(int(named[1]), python)
    return found


@in_ci
def test_games_go_alike_on_the_newest_python_here(tmp_path: Path) -> None:
    others = other_pythons()
    if not others:
        pytest.skip("no other Python here that is supported")
    environment, tool = tmp_path / "environment", uv.find_uv_bin()
    subprocess.run([tool, "venv", "--quiet", "--python", others[max(others)], environment], check=True)
    install = [tool, "pip", "install", "--quiet", "--python", environment, "--constraints", ROOT / "requirements.lock"]
    subprocess.run([*install, *NEEDED], check=True)
    command = [environment / "bin/python", "-P", heuristic_games.__file__]
    answer = subprocess.check_output(command, env={"PYTHONPATH": str(ROOT / "src")}, text=True)
    assert answer == f"{heuristic_games.digests()}\n"
