"""Validation of the Host header, against DNS rebinding.

A page of another site can make its own name point to this machine after it is loaded; its browser then treats the page
and this server as the same site.  Such a request carries the other site's name.  Therefore only IP addresses and names
that nobody else can own are accepted: localhost, and this machine's name, plain or below a domain reserved for local
networks.  All other names must be configured.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable
from urllib.parse import urlsplit

LOCAL_DOMAINS = ("local", "lan", "home.arpa", "internal", "localdomain")  # reserved: no public names below them


class HostNames:
    """The accepted host names; an `allowed` name with a leading dot includes its subdomains, "*" is any name."""

    def __init__(self, allowed: Iterable[str]) -> None:
        names = [name.strip().lower().rstrip(".") for name in allowed]
        own = socket.gethostname().lower().partition(".")[0]
        self._any = "*" in names
        self._names = {"localhost", *(name.removeprefix(".") for name in names)}
        if own:
            self._names |= {socket.gethostname().lower(), own, *(f"{own}.{domain}" for domain in LOCAL_DOMAINS)}
        self._domains = (".localhost", *(name for name in names if name.startswith(".")))

    def accepts(self, header: str) -> bool:
        """Whether the value of a Host header names this server."""
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
    """Whether a name is an IP address."""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def is_loopback(name: str) -> bool:
    """Whether a name or an address always means this machine."""
    return name == "localhost" or (is_address(name) and ipaddress.ip_address(name).is_loopback)


def parsed_address(text: str) -> tuple[str, int]:
    """Return host and port of HOST:PORT, where the host is an address of a machine; raises ValueError."""
    parts = urlsplit(f"//{text}")
    if parts.port is None or parts.hostname is None or parts.netloc != text or parts.username is not None:
        raise ValueError(text)
    ip = ipaddress.ip_address(parts.hostname)
    if ip.is_unspecified or ip.is_multicast:
        raise ValueError(text)
    return str(ip), parts.port
