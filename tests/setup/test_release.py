"""The release script, run in a small repository of its own."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CHANGELOG = """# Changelog

## [Unreleased]

### Added

- A sixth game.

## [0.1.0] - 2026-01-02

- The first five games.
"""
IDENTITY = {f"GIT_{role}_{what}": f"aki@{what}" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)  # a git hook that runs the tests sets GIT_DIR, which would name the real repository
    # No settings of the user: they might sign commits or run hooks.
    for name, value in {**IDENTITY, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}.items():
        monkeypatch.setenv(name, value)
    package = tmp_path / "src/tefuda"
    package.mkdir(parents=True)
    shutil.copy(ROOT / "release.py", tmp_path)
    (package / "__init__.py").write_text('"""A package."""\n\n__version__ = "0.1.9"\n')
    (tmp_path / "CHANGELOG.md").write_text(CHANGELOG)
    for command in (["init", "--quiet"], ["add", "."], ["commit", "--quiet", "--message", "Begin"]):
        git(tmp_path, *command)
    return tmp_path


def git(repository: Path, *arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=repository, check=True, capture_output=True, text=True).stdout


def release(repository: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-P", "release.py", *arguments]
    return subprocess.run(command, cwd=repository, capture_output=True, text=True)


def refusal(repository: Path, version: str) -> str:
    """Return the error of a release that must be refused and leave everything as it was."""
    before = git(repository, "rev-parse", "HEAD"), git(repository, "status", "--porcelain"), git(repository, "tag")
    answer = release(repository, version)
    assert answer.returncode == 1
    assert (
        git(repository, "rev-parse", "HEAD"),
        git(repository, "status", "--porcelain"),
        git(repository, "tag"),
    ) == before
    return answer.stderr


def test_release_writes_dates_commits_and_tags(repository: Path) -> None:
    answer = release(repository, "0.1.10")  # higher by number, lower by spelling
    assert (answer.returncode, answer.stderr) == (0, "")
    assert '__version__ = "0.1.10"\n' in (repository / "src/tefuda/__init__.py").read_text()
    changelog = (repository / "CHANGELOG.md").read_text()
    assert re.search(
        r"## \[Unreleased\]\n\n## \[0\.1\.10\] - \d{4}-\d\d-\d\d\n\n### Added\n\n- A sixth game\.", changelog
    )
    assert git(repository, "log", "-1", "--format=%s") == "Release 0.1.10\n"
    assert git(repository, "describe", "--exact-match") == "v0.1.10\n"
    assert git(repository, "status", "--porcelain") == ""


def test_dirty_tree_is_refused(repository: Path) -> None:
    (repository / "notes.txt").write_text("unfinished")
    assert "uncommitted changes" in refusal(repository, "0.2.0")


def test_version_that_is_not_higher_or_malformed_is_refused(repository: Path) -> None:
    for version in ("0.1.9", "0.1.8", "0.0.10"):
        assert f"{version} is not higher than 0.1.9" in refusal(repository, version)
    for version in ("0.2", "v0.2.0", "0.2.0rc1", "01.2.0"):
        assert "three numbers, such as 0.2.0" in refusal(repository, version)


def test_release_without_changelog_entries_is_refused(repository: Path) -> None:
    assert release(repository, "0.2.0").returncode == 0
    assert "no entries under [Unreleased]" in refusal(repository, "0.3.0")


def test_existing_tag_is_refused(repository: Path) -> None:
    git(repository, "tag", "v0.2.0")
    assert "the tag v0.2.0 exists already" in refusal(repository, "0.2.0")


def test_rejected_commit_leaves_the_tree_clean(repository: Path) -> None:
    hook = repository / ".git/hooks/pre-commit"
    hook.write_text("#!/bin/sh\necho no commits today >&2\nexit 1\n")
    hook.chmod(0o755)
    assert "no commits today" in refusal(repository, "0.2.0")


def test_changelog_of_this_project_dates_every_version() -> None:
    headings = re.findall(r"^## (.*)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert headings[0] == "[Unreleased]"
    assert all(re.fullmatch(r"\[\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d", heading) for heading in headings[1:])
