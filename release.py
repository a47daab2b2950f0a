"""Make a release: `python release.py 0.2.0` writes the version, dates the changelog, commits and tags.

Refuses, with nothing changed, if the tree is dirty, the version is not higher than the current one, the tag exists, or
CHANGELOG.md has no entries under [Unreleased]. It pushes and uploads nothing. Uses git and the standard library.
"""

from __future__ import annotations

import re
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parent
INIT = ROOT / "src/tefuda/__init__.py"
CHANGELOG = ROOT / "CHANGELOG.md"
VERSION = re.compile(r'^__version__ = "(.+)"$', re.MULTILINE)
UNRELEASED = "## [Unreleased]\n"


class Refused(Exception):
    """Why the release cannot be made."""


def main(arguments: list[str]) -> int:
    """Run the command line and return its exit code."""
    if len(arguments) != 1:
        print("usage: python release.py VERSION, such as 0.2.0", file=sys.stderr)
        return 2
    try:
        release(arguments[0])
    except Refused as reason:
        print(f"release: {reason}", file=sys.stderr)
        return 1
    return 0


def release(version: str) -> None:
    """Check everything, then write, commit and tag."""
    if git("status", "--porcelain"):
        raise Refused("the tree has uncommitted changes; commit or stash them first")
    init, changelog = INIT.read_text(encoding="utf-8"), CHANGELOG.read_text(encoding="utf-8")
    check_version(version, VERSION.findall(init))
    tag = f"v{version}"
    if git("tag", "--list", tag):
        raise Refused(f"the tag {tag} exists already")
    today = datetime.now(UTC).date().isoformat()
    dated = date_changelog(changelog, version, today)
    INIT.write_text(VERSION.sub(f'__version__ = "{version}"', init), encoding="utf-8")
    CHANGELOG.write_text(dated, encoding="utf-8")
    try:
        git("commit", "--quiet", "--all", "--message", f"Release {version}")
    except Refused:
        git("checkout", "--quiet", "HEAD", "--", str(INIT), str(CHANGELOG))
        raise
    git("tag", "--annotate", tag, "--message", f"Tefuda {version}")
    print(f"Tefuda {version} is committed and tagged {tag}. To publish it: git push --follow-tags")


def check_version(version: str, current: list[str]) -> None:
    """Refuse a version that is not three numbers or not higher than the current one."""
    if not re.fullmatch(r"(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}", version):
        raise Refused(f"{version!r} is not a version; it has three numbers, such as 0.2.0")
    if len(current) != 1:
        raise Refused(f"{INIT.relative_to(ROOT)} must have exactly one line __version__ =")
    if numbers(version) <= numbers(current[0]):
        raise Refused(f"{version} is not higher than {current[0]}, the current version")


def numbers(version: str) -> tuple[int, ...]:
    """Return the numbers of a version, to compare it by."""
    return tuple(int(number) for number in version.split("."))


def date_changelog(changelog: str, version: str, day: str) -> str:
    """Return the changelog with everything under [Unreleased] under the version and its date instead."""
    before, found, after = changelog.partition(UNRELEASED)
    if not found:
        raise Refused("CHANGELOG.md has no section [Unreleased]")
    entries = re.split(r"^## ", after, maxsplit=1, flags=re.MULTILINE)[0]
    if not re.search(r"^- ", entries, re.MULTILINE):
        raise Refused("CHANGELOG.md has no entries under [Unreleased]; say what changed")
    return f"{before}{UNRELEASED}\n## [{version}] - {day}\n{after}"


def git(*arguments: str) -> str:
    """Run git in this repository and return what it prints."""
    answer = subprocess.run(["git", *arguments], cwd=ROOT, check=False, capture_output=True, text=True)
    if answer.returncode:
        raise Refused(f"git {arguments[0]} failed: {(answer.stderr or answer.stdout).strip()}")
    return answer.stdout.strip()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
