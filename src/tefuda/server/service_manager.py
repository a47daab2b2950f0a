"""Interface to a service manager such as systemd: passed sockets and notifications.

With socket activation the manager listens, and keeps the connections that arrive while the server restarts.  Both
interfaces are environment variables and datagrams, described in sd_listen_fds(3) and sd_notify(3).
"""

from __future__ import annotations

import contextlib
import os
import socket
from collections.abc import Mapping

FIRST_PASSED = 3  # file descriptor
SEND_SECONDS = 5.0  # timeout for a manager that does not read; WATCHDOG=1, which is repeated, never waits


def passed_listener(environment: Mapping[str, str] = os.environ) -> socket.socket | None:
    """Return the listening socket that a service manager has passed to this process, None if there is none.

    Raises OSError if it has passed several, or anything but a listening TCP socket.
    """
    if environment.get("LISTEN_PID") != str(os.getpid()):
        return None
    if environment.get("LISTEN_FDS") != "1":
        raise OSError(f"the service manager has passed {environment.get('LISTEN_FDS')} sockets instead of one")
    listener = socket.socket(fileno=FIRST_PASSED)
    internet = listener.family in (socket.AF_INET, socket.AF_INET6) and listener.type == socket.SOCK_STREAM
    if not internet or not listener.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
        raise OSError("the service manager has passed a socket that does not listen at an address and port")
    listener.set_inheritable(False)
    return listener


def notify(state: str, environment: Mapping[str, str] = os.environ) -> None:
    """Send a state, such as READY=1, to the service manager; does nothing without one."""
    address = environment.get("NOTIFY_SOCKET", "")
    if address:
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
            manager.settimeout(0 if state == "WATCHDOG=1" else SEND_SECONDS)
            manager.sendto(state.encode(), f"\0{address[1:]}" if address.startswith("@") else address)


def watchdog_seconds(environment: Mapping[str, str] = os.environ) -> float:
    """Return the interval at which to send WATCHDOG=1 to the service manager, 0 for never."""
    microseconds = environment.get("WATCHDOG_USEC", "")
    return int(microseconds) / 2e6 if microseconds.isdecimal() else 0.0
