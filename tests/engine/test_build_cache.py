"""Where compiled code is kept, and for how long."""

from __future__ import annotations

import os
import pwd
import sys
import time
from pathlib import Path

import pytest

from tefuda.engine import build_cache


def aged(folder: Path, days: float) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "code.nbi").touch()
    then = time.time() - days * 86400
    os.utime(folder, (then, then))
    return folder


def test_only_old_cache_folders_are_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TEFUDA_CACHE", str(tmp_path))
    root = tmp_path / "compiled"
    old, recent = aged(root / ("a" * 16), 31), aged(root / ("b" * 16), 29)
    (root / "note.txt").write_text("not a folder")
    os.utime(root / "note.txt", (0, 0))
    beside = aged(tmp_path / "saved games", 400)
    made = build_cache.cache_folder("c" * 16)
    assert made == root / ("c" * 16)
    assert sorted(path.name for path in root.iterdir()) == ["b" * 16, "c" * 16, "note.txt"]
    assert not old.exists()
    assert recent.exists()
    assert beside.exists()


def test_used_cache_folder_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TEFUDA_CACHE", str(tmp_path))
    used = aged(tmp_path / "compiled" / "used", 31)
    assert build_cache.cache_folder("used") == used
    assert sorted(path.name for path in used.iterdir()) == ["code.nbi"], "what was tried out is cleared away"
    build_cache.cache_folder("new")
    assert used.exists()


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is no folder that not even root may write to")
def test_read_only_cache_folder_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build_cache, "cache_root", lambda: Path("/proc"))
    assert Path("/proc/self").is_dir()
    assert build_cache.cache_folder("self") is None


def test_no_cache_folder_without_a_writable_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TEFUDA_CACHE", "/dev/null/cache")
    assert build_cache.cache_folder("tag") is None


@pytest.mark.skipif(sys.platform != "linux", reason="where the user's folders are is a matter of the system")
def test_cache_root_follows_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TEFUDA_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", "/srv/mine")
    assert build_cache.cache_root() == Path("/srv/mine/tefuda/compiled")
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.delenv("HOME")

    def nobody(uid: int) -> None:
        raise KeyError(uid)

    monkeypatch.setattr(pwd, "getpwuid", nobody)
    assert build_cache.cache_root() is None, "a user without a home has no cache, and no folder called ~"
    assert build_cache.cache_folder("tag") is None
