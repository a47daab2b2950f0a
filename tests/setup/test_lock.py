"""The lock: every package pinned by hash, portable, with wheels, and consistent with pyproject.toml."""

import re
import subprocess
import tomllib
from pathlib import Path

import pytest
import uv
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from harness.contract.cases import in_ci

ROOT = Path(__file__).parents[2]
LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))

# A pin is a requirement followed by its hashes, joined by line continuations.
PINS = re.findall(r"^([^\s#].*?) \\\n((?:    --hash=\S+(?: \\)?\n)+)", LOCK, flags=re.MULTILINE)

# Where README.md says that Tefuda runs: platforms as uv names them, with what markers call them.
PLATFORMS = {
    "x86_64-manylinux_2_28": ("linux", "x86_64"),
    "aarch64-manylinux_2_28": ("linux", "aarch64"),
    "aarch64-apple-darwin": ("darwin", "arm64"),
    "x86_64-apple-darwin": ("darwin", "x86_64"),
}
NEWEST = {platform: "3.13" if platform == "x86_64-apple-darwin" else "3.14" for platform in PLATFORMS}


def pins(name: str, platform: str, python: str) -> list[Requirement]:
    """Return the pins of a package that apply on a platform."""
    found = [pin for pin in (Requirement(line) for line, _ in PINS) if pin.name == canonicalize_name(name)]
    return [pin for pin in found if applies(pin, platform, python)]


def applies(requirement: Requirement, platform: str, python: str) -> bool:
    system, machine = PLATFORMS[platform]
    where = {"sys_platform": system, "platform_machine": machine}
    where |= {"python_version": python, "python_full_version": f"{python}.0"}
    return requirement.marker is None or requirement.marker.evaluate(where)


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


@in_ci
@pytest.mark.parametrize("requirement", sorted(set(requirements())))
def test_lock_satisfies_pyproject(requirement: str) -> None:
    wanted = Requirement(requirement)
    for platform in PLATFORMS:
        for python in ("3.11", NEWEST[platform]):
            if not applies(wanted, platform, python):
                continue
            pinned = pins(wanted.name, platform, python)
            assert len(pinned) == 1, "not in the lock: remake it, with the command in its first lines"
            (version,) = (specifier.version for specifier in pinned[0].specifier)
            assert wanted.specifier.contains(version), (
                "the lock is stale: remake it, with the command in its first lines"
            )


@in_ci
@pytest.mark.parametrize("python", ["3.11", "newest"])
@pytest.mark.parametrize("platform", PLATFORMS)
def test_every_package_has_a_wheel(platform: str, python: str, tmp_path: Path) -> None:
    command = [uv.find_uv_bin(), "pip", "install", "--dry-run", "--no-deps", "--only-binary", ":all:"]
    command += ["--target", tmp_path, "--python-platform", platform]
    command += ["--python-version", NEWEST[platform] if python == "newest" else python]
    command += ["--requirements", ROOT / "requirements.lock"]
    answer = subprocess.run(command, capture_output=True, text=True)
    assert answer.returncode == 0, answer.stderr


@pytest.mark.parametrize("package", ["gymnasium", "open_spiel", "pettingzoo"])
def test_adapters_are_extras(package: str) -> None:
    assert package in PROJECT["project"]["optional-dependencies"][package.replace("_", "")][0]
    assert not [one for one in PROJECT["project"]["dependencies"] if package in one]
