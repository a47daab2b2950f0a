"""Which names this server answers to, in the Host header of a request.

A page of another site can make its own name point to this machine once it is loaded (DNS rebinding): its browser then
takes the page and this server for one site.  Such a request always carries the other site's name.  So addresses are
accepted, and names that nobody outside can own: localhost, and this machine's name, plain or below a domain that is
reserved for local networks.  All other names have to be allowed.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable

LOCAL_DOMAINS = ("local", "lan", "home.arpa", "internal", "localdomain")  # no public name ends in one of these


class HostNames:
    """The names that are accepted; an `allowed` one that begins with a dot stands for all names below it, too."""

    def __init__(self, allowed: Iterable[str]) -> None:
        names = [name.strip().lower().rstrip(".") for name in allowed]
        own = socket.gethostname().lower().partition(".")[0]
        self._any = "*" in names
        self._names = {"localhost", *(name.removeprefix(".") for name in names)}
        if own:
            self._names |= {socket.gethostname().lower(), own, *(f"{own}.{domain}" for domain in LOCAL_DOMAINS)}
        self._domains = (".localhost", *(name for name in names if name.startswith(".")))

    def accepts(self, header: str) -> bool:
        """Tell whether the value of a Host header names this server."""
        if self._any:
            return True
        name = host_name(header)
        return is_address(name) or name in self._names or name.endswith(self._domains)


def host_name(header: str) -> str:
    """Return the name or address in the value of a Host header, without its port."""
    name = header.strip().lower()
    if name.startswith("["):
        return name.partition("]")[0].removeprefix("[")
    return name.partition(":")[0].rstrip(".")


def is_address(name: str) -> bool:
    """Tell whether a name is an IP address."""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def is_loopback(name: str) -> bool:
    """Tell whether a name or an address can only mean this machine."""
    return name == "localhost" or (is_address(name) and ipaddress.ip_address(name).is_loopback)
