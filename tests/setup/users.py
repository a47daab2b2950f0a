"""Users, interpreters and folders for the setup tests."""

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

NOBODY = 65534  # user and group without permissions on nearly every Linux


def unprivileged() -> dict[str, object]:
    """Return subprocess arguments that drop privileges, if there are any to drop."""
    return {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}


def python_for_everyone() -> str | None:
    """Return a Python 3.11 or newer, outside any environment, that an unprivileged user may run, or None.

    Root's own Python is often in /root, which others may not read.
    """
    check = "import sys, venv; sys.exit(sys.version_info < (3, 11))"
    for python in (sys._base_executable, "/usr/local/bin/python3", "/usr/bin/python3"):
        with contextlib.suppress(OSError):
            if subprocess.run([python, "-c", check], cwd="/", env={}, check=False, **unprivileged()).returncode == 0:
                return python
    return None


@contextlib.contextmanager
def shared_folder() -> Iterator[Path]:
    """Make a temporary folder that every user may enter, unlike those of pytest."""
    folder = Path(tempfile.mkdtemp(prefix="tefuda-"))
    folder.chmod(0o755)
    try:
        yield folder
    finally:
        for path in (folder, *folder.rglob("*")):
            if path.is_dir() and not path.is_symlink():
                path.chmod(0o755)
        shutil.rmtree(folder)
