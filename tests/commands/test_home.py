"""Bare `tefuda` serves the table, and finds a server that is already running."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

TEFUDA = [sys.executable, "-m", "tefuda"]


def environment(folder: Path) -> dict[str, str]:
    """Return the environment of a person without a desktop, with their own data folder."""
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME")
    return {k: v for k, v in os.environ.items() if k not in hidden} | {"TEFUDA_DATA": str(folder), "LC_ALL": "C.UTF-8"}


def test_bare_command_serves_and_a_second_start_finds_the_server(tmp_path: Path) -> None:
    folder = tmp_path / "tables"
    with subprocess.Popen(
        TEFUDA, env=environment(folder), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as server:
        try:
            address = re.search(r"http://127\.0\.0\.1:\d+", server.stdout.readline())
            with urlopen(address[0], timeout=120) as page:  # noqa: S310  # our own server
                assert page.status == 200
            second = subprocess.run(TEFUDA, env=environment(folder), capture_output=True, text=True, timeout=120)
            assert (second.returncode, second.stderr) == (0, "")
            assert f"already at {address[0]}" in second.stdout
        finally:
            server.terminate()
    assert server.returncode == 0
    assert not (folder / "address").exists()


def test_stale_address_file_is_ignored(tmp_path: Path) -> None:
    from tefuda.commands.serve import running_address

    (tmp_path / "address").write_text("http://127.0.0.1:9", encoding="utf-8")
    assert running_address(tmp_path) is None
