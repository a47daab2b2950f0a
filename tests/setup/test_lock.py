"""The lock: every package pinned by hash, nothing of the machine that made it, and in step with pyproject.toml."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))

# A pin is a requirement, then its hashes, each line but the last continued.
PINS = re.findall(r"^([^\s#].*?) \\\n((?:    --hash=\S+(?: \\)?\n)+)", LOCK, flags=re.MULTILINE)


def wanted() -> list[str]:
    return [
        *PROJECT["project"]["dependencies"],
        *PROJECT["dependency-groups"]["dev"],
        *PROJECT["build-system"]["requires"],
    ]


def test_every_line_belongs_to_a_hashed_pin() -> None:
    pinned = sum(1 + hashes.count("\n") for _, hashes in PINS)
    assert pinned == sum(bool(line.strip()) and not line.lstrip().startswith("#") for line in LOCK.splitlines())
    assert all(re.fullmatch(r"(\s+--hash=sha256:[0-9a-f]{64}( \\)?\n)+", hashes) for _, hashes in PINS)
    assert all(re.search(r"==[0-9]", pin) for pin, _ in PINS)


def test_no_address_and_no_path_stands_in_it() -> None:
    assert not re.search(r"://|@|index.url|find-links|(?<![\w.])/|~/", LOCK)


@pytest.mark.parametrize("requirement", sorted(set(wanted())))
def test_it_satisfies_pyproject(requirement: str) -> None:
    asked = Requirement(requirement)
    pins = [pin for pin in (Requirement(line) for line, _ in PINS) if pin.name == canonicalize_name(asked.name)]
    assert pins, "not in the lock: remake it, with the command in its first lines"
    for pin in pins:
        (version,) = (specifier.version for specifier in pin.specifier)
        assert asked.specifier.contains(version), "the lock is stale: remake it, with the command in its first lines"


def test_nobody_installs_openspiel_to_play() -> None:
    assert "open_spiel" in PROJECT["project"]["optional-dependencies"]["openspiel"][0]
    assert not re.search("open.spiel", LOCK)
