"""Who runs Tefuda, and where: what the set-up tests share."""

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

NOBODY = 65534  # the user and group with no rights, on nearly every Linux


def unprivileged() -> dict[str, object]:
    """Arguments for subprocess that drop every right, where there are any to drop."""
    return {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}


def python_for_everyone() -> str | None:
    """A Python of 3.11 or newer, outside of environments, that an unprivileged user may run; None if there is none.

    Root's own Python often lies in /root, where nobody else may look.
    """
    check = "import sys, venv; sys.exit(sys.version_info < (3, 11))"
    for python in (sys._base_executable, "/usr/local/bin/python3", "/usr/bin/python3"):
        with contextlib.suppress(OSError):
            if subprocess.run([python, "-c", check], cwd="/", env={}, check=False, **unprivileged()).returncode == 0:
                return python
    return None


@contextlib.contextmanager
def shared_folder() -> Iterator[Path]:
    """A temporary folder that every user may enter, which pytest's own are not."""
    folder = Path(tempfile.mkdtemp(prefix="tefuda-"))
    folder.chmod(0o755)
    try:
        yield folder
    finally:
        for path in (folder, *folder.rglob("*")):
            if path.is_dir() and not path.is_symlink():
                path.chmod(0o755)
        shutil.rmtree(folder)
