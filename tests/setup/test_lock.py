"""The lock: every package pinned by hash, portable, and consistent with pyproject.toml."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))

# A pin is a requirement followed by its hashes, joined by line continuations.
PINS = re.findall(r"^([^\s#].*?) \\\n((?:    --hash=\S+(?: \\)?\n)+)", LOCK, flags=re.MULTILINE)


def requirements() -> list[str]:
    return [
        *PROJECT["project"]["dependencies"],
        *PROJECT["project"]["optional-dependencies"]["postgresql"],
        *PROJECT["project"]["optional-dependencies"]["lab"],
        *PROJECT["dependency-groups"]["dev"],
        *PROJECT["build-system"]["requires"],
    ]


def test_every_line_belongs_to_a_hashed_pin() -> None:
    pinned = sum(1 + hashes.count("\n") for _, hashes in PINS)
    assert pinned == sum(bool(line.strip()) and not line.lstrip().startswith("#") for line in LOCK.splitlines())
    assert all(re.fullmatch(r"(\s+--hash=sha256:[0-9a-f]{64}( \\)?\n)+", hashes) for _, hashes in PINS)
    assert all(re.search(r"==[0-9]", pin) for pin, _ in PINS)


def test_lock_contains_no_url_or_path() -> None:
    assert not re.search(r"://|@|(?<![\w.])/|~/", LOCK)


def test_lock_contains_only_the_documented_options() -> None:
    _, command, *lines = LOCK.splitlines()
    options = "--universal --generate-hashes --python-version 3.11 --extra postgresql --extra lab --group dev"
    assert command == f"#    uv pip compile {options} pyproject.toml -o requirements.lock"
    assert not [line for line in lines if "--" in line.replace("--hash=sha256:", "")]


@pytest.mark.parametrize("requirement", sorted(set(requirements())))
def test_lock_satisfies_pyproject(requirement: str) -> None:
    wanted = Requirement(requirement)
    pins = [pin for pin in (Requirement(line) for line, _ in PINS) if pin.name == canonicalize_name(wanted.name)]
    assert pins, "not in the lock: remake it, with the command in its first lines"
    for pin in pins:
        (version,) = (specifier.version for specifier in pin.specifier)
        assert wanted.specifier.contains(version), "the lock is stale: remake it, with the command in its first lines"


@pytest.mark.parametrize("package", ["gymnasium", "open_spiel", "pettingzoo"])
def test_adapters_are_extras(package: str) -> None:
    assert package in PROJECT["project"]["optional-dependencies"][package.replace("_", "")][0]
    assert not [one for one in PROJECT["project"]["dependencies"] if package in one]
