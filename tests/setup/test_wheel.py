"""The wheel in a read-only environment, run by a user without permissions, HOME or any other variable.

If the tests do not run as root, that user is the current one, and only the environment's folders are read-only.
"""

import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest
import uv

import tefuda
from harness.contract.cases import in_ci, large
from tests.setup.users import python_for_everyone, shared_folder, unprivileged

ROOT = Path(__file__).parents[2]

SIMULATION = "simulate kotori --games 1000 --players 3 --seed 1 --lang en", "3 players: 1,000 random games"
# arguments of `tefuda`, and a line of their output
COMMANDS = [
    ("--version", tefuda.__version__),
    ("--help", "Usage: tefuda"),
    ("rules kotori K4.3 --lang en", "K4.3"),
    # Compiling without a cache, as here, takes seven seconds, and is also tested in tests/contract/test_fresh_code.py.
    pytest.param(*SIMULATION, marks=large),
]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-P", "-m", "hatchling", "build", "-t", "wheel", "-d", folder]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = folder.iterdir()
    return wheel


@pytest.fixture(scope="module")
def installed(wheel: Path) -> Iterator[Path]:
    """Return a read-only environment with the wheel and its dependencies at the lock's versions."""
    python = python_for_everyone()
    if python is None:
        pytest.skip("no Python here that another user may run")
    with shared_folder() as folder:
        environment = folder / "environment"
        subprocess.run([uv.find_uv_bin(), "venv", "--quiet", "--python", python, environment], check=True)
        install = [uv.find_uv_bin(), "pip", "install", "--quiet", "--python", environment]
        # Copies: a link into uv's cache would become read-only there, too.
        install += ["--link-mode", "copy", "--constraints", ROOT / "requirements.lock", wheel]
        subprocess.run(install, check=True)
        # Bytecode of what the tests run, as an installer makes it of everything: later it cannot be stored.
        used = "import numba, tefuda.cli, tefuda.commands.serve, tefuda.commands.simulate, tefuda.server.app"
        subprocess.run([environment / "bin/python", "-P", "-c", used], check=True)
        for path in (environment, *environment.rglob("*")):
            if not path.is_symlink():
                path.chmod(path.stat().st_mode & 0o555)
        yield environment


def test_wheel_contains_every_file_of_the_package(wheel: Path) -> None:
    packed = {name for name in zipfile.ZipFile(wheel).namelist() if not name.startswith("tefuda-")}
    source = ROOT / "src"
    files = (path for path in source.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    assert packed == {str(path.relative_to(source)) for path in files}
    assert "tefuda/py.typed" in packed


@in_ci
@pytest.mark.parametrize(("words", "line"), COMMANDS, ids=["version", "help", "rules", "simulate"])
def test_command_works_read_only_without_permissions_or_home(installed: Path, words: str, line: str) -> None:
    command = [installed / "bin" / "tefuda", *words.split()]
    answer = subprocess.run(command, cwd="/", env={}, capture_output=True, text=True, timeout=300, **unprivileged())
    assert (answer.returncode, answer.stderr) == (0, "")
    assert line in answer.stdout


@in_ci
def test_wheel_serves_the_front_end_without_node(installed: Path) -> None:
    with shared_folder() as data:
        data.chmod(0o777)
        command = [installed / "bin" / "tefuda", "serve", "--port", "0", "--data", data / "tables", "--lang", "en"]
        outputs = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL, "text": True}
        with subprocess.Popen(command, cwd="/", env={}, **outputs, **unprivileged()) as serving:
            try:
                address = re.search(r"http://\S+", serving.stdout.readline())
                script = re.search(r'src="(/assets/[^"]+\.js)"', read(address[0]))
                assert read(address[0] + script[1])
            finally:
                serving.terminate()


def read(address: str) -> str:
    with urlopen(address, timeout=120) as answer:  # noqa: S310  # our own server
        return answer.read().decode()


@in_ci
def test_installed_package_uses_nothing_of_the_checkout(installed: Path) -> None:
    script = "import tefuda, sys; print(tefuda.__file__, *sys.path, sep='\\n')"
    command = [installed / "bin" / "python", "-P", "-c", script]
    answer = subprocess.check_output(command, cwd="/", env={}, text=True, **unprivileged())
    assert answer.startswith(str(installed))
    assert str(ROOT / "src") not in answer


@in_ci
def test_environment_is_read_only(installed: Path) -> None:
    script = "import os, tefuda; print(os.access(os.path.dirname(tefuda.__file__), os.W_OK))"
    command = [installed / "bin" / "python", "-P", "-c", script]
    assert subprocess.check_output(command, cwd="/", env={}, text=True, **unprivileged()) == "False\n"
