"""Sends push messages in the background; callers never wait.

Each message is a task with a timeout; few run at a time, and messages beyond a limit are dropped.  Clients choose the
endpoints (`push_endpoint.py`), so a slow or dead service must not delay other messages: concurrency is limited per
service, and failing services are paused.  The answers of services are never shown.  A message is not retried: the next
turn sends another one.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
import ssl
from collections import Counter, OrderedDict
from collections.abc import Callable
from typing import NamedTuple
from weakref import WeakValueDictionary

import msgspec

from tefuda.server.logs import log
from tefuda.server.metrics import Metrics
from tefuda.server.push.push_endpoint import Endpoint, PrivateAddress, Resolver, parse_endpoint
from tefuda.server.push.web_push import authorization, encoded, encrypt, new_key, public_key
from tefuda.server.rate_limit import RateLimiter, address_group
from tefuda.server.settings import Settings
from tefuda.server.store.errors import StoreError
from tefuda.server.store.sql_store import SqlStore
from tefuda.server.store.stored_data import PushSubscription

WAITING = 500  # notices under way or waiting, at most
WAITING_A_GUEST = 8
AT_ONCE = 16  # messages under way
AT_ONCE_A_SERVICE = 4
POST_SECONDS = 10.0  # from the connection to the answer
NOTICE_SECONDS = 120.0  # for a notice with all its messages, waiting included
FAILURES = 3  # in a row, after which a service is paused
PAUSE_SECONDS = 60.0  # length of that pause
KEPT_SERVICES = 1000
CLOSE_SECONDS = 2.0  # to finish the messages under way
TOKEN_SECONDS = 12 * 3600
STATUS_LINE = re.compile(rb"HTTP/1\.[01] ([0-9]{3})(?: |\r)")
GONE = (404, 410)
TOO_MANY = 429
TOPIC_BYTES = 24  # 32 letters, the most that a topic may have


class Notice(NamedTuple):
    """A message to a guest."""

    table: str
    words: Callable[[str], tuple[str, str]]  # title and text in a language
    keep: int  # TTL: seconds for which a push service keeps the message for an offline browser


class PushSender:
    """Sends the push messages of one server process."""

    def __init__(self, settings: Settings, store: SqlStore, metrics: Metrics) -> None:
        self._settings, self._store, self._metrics = settings, store, metrics
        self._resolver = Resolver(settings.clock)
        self._key = b""  # private; empty: no messages are sent
        self._tasks: dict[asyncio.Task[None], int] = {}  # -> guest
        self._waiting: Counter[int] = Counter()  # by guest
        self._rate = RateLimiter(settings.push_rate, settings.clock)
        self._slots = asyncio.Semaphore(AT_ONCE)
        self._services: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()
        self._failures: OrderedDict[str, tuple[int, float]] = OrderedDict()  # service -> (in a row, time of the last)
        self._tls: ssl.SSLContext | None = settings.push_tls
        self._warned = False
        metrics.push_waiting.set_function(lambda: len(self._tasks))

    @property
    def public_key(self) -> str:
        """The key that browsers need to subscribe, in base64url; "" if no messages are sent."""
        return encoded(public_key(self._key)) if self._key else ""

    async def start(self) -> None:
        """Get the key, which all workers share; raises StoreError."""
        if self._settings.push != "off":
            self._key = await self._store.adopt_push_key(new_key())

    async def close(self) -> None:
        """Wait a moment for the messages under way, and drop the rest."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=CLOSE_SECONDS)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def send(self, guest: int, notice: Notice, still_due: Callable[[], bool]) -> None:
        """Send a notice to all browsers of a guest; each time, `still_due` is checked immediately before sending."""
        if not self._key:
            return
        full = len(self._tasks) >= WAITING or self._waiting[guest] >= WAITING_A_GUEST
        # A player could leave and return to notify others.  The key is a hash, so that no table id stays in memory.
        if full or not self._rate.take(hash((guest, notice.table))):
            self._count("dropped")
            return
        task = asyncio.create_task(self._send(guest, notice, still_due))
        self._tasks[task] = guest
        self._waiting[guest] += 1
        task.add_done_callback(self._end)

    def _end(self, task: asyncio.Task[None]) -> None:
        guest = self._tasks.pop(task)
        self._waiting[guest] -= 1
        if not self._waiting[guest]:
            del self._waiting[guest]

    def _count(self, outcome: str) -> None:
        self._metrics.pushes.labels(outcome).inc()

    async def _send(self, guest: int, notice: Notice, still_due: Callable[[], bool]) -> None:
        try:
            async with asyncio.timeout(NOTICE_SECONDS):
                for subscription in await self._store.push_subscriptions(guest):
                    if still_due():
                        await self._deliver(subscription, notice)
        except TimeoutError:
            self._count("dropped")
        except StoreError as error:
            log.warning("store-error", error=str(error))
        except Exception as error:
            self._metrics.count_exception(error, "push")

    async def _deliver(self, subscription: PushSubscription, notice: Notice) -> None:
        endpoint = parse_endpoint(subscription.endpoint, self._settings.push_trusted)
        if endpoint is None:  # accepted by a server with other settings
            self._count("failed")
            return
        request = self._request(endpoint, subscription, notice)
        try:
            status = await self._post(endpoint, request)
        except (OSError, TimeoutError, EOFError, ValueError) as error:  # OSError includes those of TLS
            self._count("failed")
            if not self._warned:  # once: a server without internet access would fill its log
                self._warned = True
                log.warning("push-failed", kind=type(error).__name__)
            return
        if status is None:
            self._count("rested")
        elif status in GONE:
            await self._store.remove_push(subscription.endpoint)
            self._count("gone")
        else:
            self._count("accepted" if 200 <= status < 300 else "refused")

    def _request(self, endpoint: Endpoint, subscription: PushSubscription, notice: Notice) -> bytes:
        title, text = notice.words(subscription.language)
        content = msgspec.json.encode({"table": notice.table, "title": title, "text": text})
        body = encrypt(content, subscription.p256dh, subscription.auth)
        # Replaces an older message about the same table that the browser has not fetched; the service can tell neither
        # which table it is nor that two people sit at the same one.
        topic = encoded(hashlib.sha256(subscription.auth + notice.table.encode()).digest()[:TOPIC_BYTES])
        now = int(self._settings.clock.time())
        contact = self._settings.push if self._settings.push != "on" else subscription.origin
        head = {
            "Host": endpoint.origin.partition("//")[2],
            "Authorization": authorization(self._key, endpoint.origin, _contact(contact), now + TOKEN_SECONDS),
            "Content-Type": "application/octet-stream",
            "Content-Encoding": "aes128gcm",
            "Content-Length": str(len(body)),
            "TTL": str(notice.keep),
            "Urgency": "high",
            "Topic": topic,
            "Connection": "close",
        }
        lines = "".join(f"{name}: {value}\r\n" for name, value in head.items())
        return f"POST {endpoint.target} HTTP/1.1\r\n{lines}\r\n".encode() + body

    async def _post(self, endpoint: Endpoint, request: bytes) -> int | None:
        """Send a request and return the status of the answer, None if the service is paused."""
        name = f"name {endpoint.host}"  # DNS failures count per name, delivery failures per address
        if self._is_paused(name):
            return None
        trusted = endpoint.origin == self._settings.push_trusted
        try:
            async with asyncio.timeout(POST_SECONDS):
                address = endpoint.host if trusted else await self._resolver.address(endpoint.host)
        except PrivateAddress:
            raise
        except (OSError, TimeoutError):
            self._note(name, failed=True)
            raise
        service = address_group(address)
        own = self._services.setdefault(service, asyncio.Semaphore(AT_ONCE_A_SERVICE))
        async with own, self._slots:
            if self._is_paused(service):
                return None
            try:
                async with asyncio.timeout(POST_SECONDS):
                    status = await self._exchange(endpoint, address, request)
            except (OSError, TimeoutError, EOFError, ValueError):
                self._note(service, failed=True)
                raise
        self._note(service, failed=status >= 500 or status == TOO_MANY)
        self._note(name, failed=False)
        return status

    async def _exchange(self, endpoint: Endpoint, address: str, request: bytes) -> int:
        """Send a request on a connection of its own and return the status of the answer."""
        if endpoint.secure and self._tls is None:
            self._tls = await asyncio.to_thread(ssl.create_default_context)  # reads many certificates
        tls = self._tls if endpoint.secure else None
        name = endpoint.host if endpoint.secure else None
        reader, writer = await asyncio.open_connection(
            address, endpoint.port, ssl=tls, server_hostname=name, limit=4096
        )
        try:
            writer.write(request)
            await writer.drain()
            line = await reader.readuntil(b"\n")
        except (asyncio.IncompleteReadError, asyncio.LimitOverrunError) as error:
            raise ValueError("not an answer of HTTP") from error
        finally:
            writer.transport.abort()  # redirects are not followed, and only the status line is needed
        found = STATUS_LINE.match(line)
        if found is None:
            raise ValueError("not an answer of HTTP")
        return int(found[1])

    # ------------------------------------------------------ failing services

    def _is_paused(self, service: str) -> bool:
        failures, last = self._failures.get(service, (0, 0.0))
        return failures >= FAILURES and self._settings.clock.now() < last + PAUSE_SECONDS

    def _note(self, service: str, *, failed: bool) -> None:
        failures, _ = self._failures.pop(service, (0, 0.0))
        if failed:
            self._failures[service] = min(failures + 1, FAILURES), self._settings.clock.now()
            if len(self._failures) > KEPT_SERVICES:
                self._failures.popitem(last=False)


def _contact(contact: str) -> str:
    """Return a contact if push services accept it, else "": a page over plain http is not accepted."""
    return contact if contact.startswith(("mailto:", "https://")) else ""
