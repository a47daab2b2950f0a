"""The wheel, in an empty environment nobody may write to, run by a user without rights, HOME or any other variable.

Where the tests do not run as root, that user is whoever runs them, and only the environment's folders are read-only.
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
from tests.setup.users import python_for_everyone, shared_folder, unprivileged

ROOT = Path(__file__).parents[2]

# What such a user can do: the words after `tefuda`, and a line of what it prints.
DOES = [
    ("--version", tefuda.__version__),
    ("--help", "Usage: tefuda"),
    ("rules kotori K4.3 --lang en", "K4.3"),
    ("simulate kotori --games 1000 --players 3 --seed 1 --lang en", "3 players: 1,000 random games"),
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
    """An environment with the wheel and what it asks for, at the lock's versions, all of it read-only."""
    python = python_for_everyone()
    if python is None:
        pytest.skip("no Python here that another user may run")
    with shared_folder() as folder:
        environment = folder / "environment"
        subprocess.run([uv.find_uv_bin(), "venv", "--quiet", "--python", python, environment], check=True)
        install = [uv.find_uv_bin(), "pip", "install", "--quiet", "--compile-bytecode", "--python", environment]
        # Copies, because a link into uv's cache would be made read-only there too.
        install += ["--link-mode", "copy", "--constraints", ROOT / "requirements.lock", wheel]
        subprocess.run(install, check=True)
        for path in (environment, *environment.rglob("*")):
            if not path.is_symlink():
                path.chmod(path.stat().st_mode & 0o555)
        yield environment


def test_every_file_of_the_package_is_in_it(wheel: Path) -> None:
    packed = {name for name in zipfile.ZipFile(wheel).namelist() if not name.startswith("tefuda-")}
    source = ROOT / "src"
    files = (path for path in source.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    assert packed == {str(path.relative_to(source)) for path in files}
    assert "tefuda/py.typed" in packed


@pytest.mark.parametrize(("words", "line"), DOES, ids=[words for words, _ in DOES])
def test_it_works_read_only_without_rights_or_home(installed: Path, words: str, line: str) -> None:
    command = [installed / "bin" / "tefuda", *words.split()]
    answer = subprocess.run(command, cwd="/", env={}, capture_output=True, text=True, timeout=120, **unprivileged())
    assert (answer.returncode, answer.stderr) == (0, "")
    assert line in answer.stdout


def test_it_serves_the_browser_without_node(installed: Path) -> None:
    with shared_folder() as data:
        data.chmod(0o777)
        command = [installed / "bin" / "tefuda", "serve", "--port", "0", "--data", data / "tables", "--lang", "en"]
        outputs = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL, "text": True}
        with subprocess.Popen(command, cwd="/", env={}, **outputs, **unprivileged()) as serving:
            try:
                address = re.search(r"http://\S+", serving.stdout.readline())
                assert address is not None
                script = re.search(r'src="(/assets/[^"]+\.js)"', read(address[0]))
                assert script is not None
                assert read(address[0] + script[1])
            finally:
                serving.terminate()


def read(address: str) -> str:
    with urlopen(address, timeout=30) as answer:  # noqa: S310  # the address of our own server
        return answer.read().decode()


def test_nothing_in_it_comes_from_this_checkout(installed: Path) -> None:
    script = "import tefuda, sys; print(tefuda.__file__, *sys.path, sep='\\n')"
    command = [installed / "bin" / "python", "-P", "-c", script]
    answer = subprocess.check_output(command, cwd="/", env={}, text=True, **unprivileged())
    assert answer.startswith(str(installed))
    assert str(ROOT / "src") not in answer


def test_the_environment_really_is_read_only(installed: Path) -> None:
    script = "import os, tefuda; print(os.access(os.path.dirname(tefuda.__file__), os.W_OK))"
    command = [installed / "bin" / "python", "-P", "-c", script]
    assert subprocess.check_output(command, cwd="/", env={}, text=True, **unprivileged()) == "False\n"
