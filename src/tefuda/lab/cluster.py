"""Runs the tasks of a study on a Ray cluster (https://docs.ray.io), with results in the order of the tasks.

A task depends only on its own seeds, so the tasks of a worker that dies, with or without its machine, are run again
elsewhere.
"""

from __future__ import annotations

import socket
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

from tefuda import __version__
from tefuda.engine.errors import BadOption, TefudaError
from tefuda.engine.extras import library

T = TypeVar("T")
R = TypeVar("R")
ATTEMPTS = 5  # at a task whose worker dies: one that kills every worker must not be retried for ever
CONNECT_SECONDS = 10.0  # for a cluster to accept a connection: Ray itself would try for minutes


class ClusterFailed(TefudaError):
    """The cluster cannot finish a study."""


@contextmanager
def connected(address: str | None, modules: Sequence[str] = ()) -> Iterator[None]:
    """Connect to the cluster at an address, as `ray.init` takes it: "auto", HOST:PORT or ray://HOST:PORT.

    Without an address nothing happens.  A connection that this process already has is used and left open.  `modules`,
    unless they are installed libraries, are sent to the machines of the cluster.  Raises BadOption if no cluster
    answers, and MissingExtra without Ray.
    """
    if address is None:
        yield
        return
    if not isinstance(address, str):
        raise BadOption(f"ray takes the address of a cluster, such as 'auto', not {address!r}")
    ray = library("ray", extra="ray")
    if ray.is_initialized():
        yield
        return
    _check_answers(address)
    files = _files_of(modules)
    try:
        ray.init(
            address, log_to_driver=False, logging_level="ERROR", runtime_env={"py_modules": files} if files else None
        )
    except (ConnectionError, ValueError, AssertionError, RuntimeError) as error:
        raise BadOption(f"no Ray cluster to use at {address!r}: {error}") from error
    try:
        yield
    finally:
        ray.shutdown()


def in_order_of_cluster(function: Callable[[T], R], tasks: Iterable[T]) -> Generator[R]:
    """Yield function(task) for each task, in order, from the cluster this process is connected to.

    Twice as many tasks are submitted as the cluster has cores at the time.  Close the iterator to stop early: no
    more are submitted.  Running tasks are not cancelled, as Ray aborts this process if one ends at that very moment
    (2.56: "Tried to complete task that was not pending"); they end with the connection at the latest.
    Raises what the function raises, and ClusterFailed if a task loses its worker every time.
    """
    ray = library("ray", extra="ray")
    remote = ray.remote(_run).options(num_cpus=1, max_retries=ATTEMPTS - 1)
    start = partial(remote.remote, __version__, function)
    waiting = iter(tasks)
    begun: deque[Any] = deque()
    try:
        while True:
            most = 2 * max(1, int(ray.cluster_resources().get("CPU", 0)))
            begun.extend(start(task) for task in islice(waiting, max(0, most - len(begun))))
            if not begun:
                return
            yield ray.get(begun.popleft())
    except ray.exceptions.RayTaskError as error:
        raise error.cause from None
    except ray.exceptions.RayError as error:
        raise ClusterFailed(f"the cluster failed {ATTEMPTS} times at the same games: {_first_line(error)}") from error


def _run(version: str, function: Callable[[T], R], task: T) -> R:
    """Run a task on a machine of the cluster."""
    if __version__ != version:
        message = f"this machine has Tefuda {version} and {socket.gethostname()} in the cluster has {__version__}"
        raise BadOption(f"{message}: install the same version on all machines")
    return function(task)


def _check_answers(address: str) -> None:
    """Raise BadOption if the address names a host and port without a listener."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not (colon and port.isdecimal()):
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=CONNECT_SECONDS).close()
    except (OSError, OverflowError) as error:
        raise BadOption(f"no Ray cluster answers at {address!r}: {error}") from error


def _files_of(modules: Sequence[str]) -> list[str]:
    """Return the files or folders of the user's own modules; installed libraries are expected on every machine."""
    found = []
    for name in dict.fromkeys(module.partition(".")[0] for module in modules):
        spec = find_spec(name)
        if spec is None or spec.origin is None or not spec.has_location:
            continue
        path = Path(spec.origin)
        if not {"site-packages", "dist-packages"}.intersection(path.parts):
            found.append(str(path.parent if path.name == "__init__.py" else path))
    return found


def _first_line(error: BaseException) -> str:
    return str(error).strip().partition("\n")[0]
