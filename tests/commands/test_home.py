"""`tefuda` without a command opens the table, and finds the one that is open already."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

TEFUDA = [sys.executable, "-m", "tefuda"]


def environment(folder: Path) -> dict[str, str]:
    """A person without a desktop, who keeps their tables in a folder."""
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME")
    return {k: v for k, v in os.environ.items() if k not in hidden} | {"TEFUDA_DATA": str(folder), "LC_ALL": "C.UTF-8"}


def test_it_serves_the_table_says_where_and_is_found_again(tmp_path: Path) -> None:
    folder = tmp_path / "tables"
    with subprocess.Popen(
        TEFUDA, env=environment(folder), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as serving:
        assert serving.stdout is not None
        try:
            address = re.search(r"http://127\.0\.0\.1:\d+", serving.stdout.readline())
            assert address is not None
            with urlopen(address[0], timeout=30) as page:  # noqa: S310  # the address of our own server
                assert page.status == 200
            again = subprocess.run(TEFUDA, env=environment(folder), capture_output=True, text=True, timeout=60)
            assert (again.returncode, again.stderr) == (0, "")
            assert f"already at {address[0]}" in again.stdout
        finally:
            serving.terminate()
    assert serving.returncode == 0
    assert not (folder / "address").exists()


def test_who_did_not_end_well_is_not_waited_for(tmp_path: Path) -> None:
    from tefuda.commands.serve import running_address

    (tmp_path / "address").write_text("http://127.0.0.1:9", encoding="utf-8")
    assert running_address(tmp_path) is None
