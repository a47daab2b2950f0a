"""WebSocket connection to one table.

It reconnects automatically, asks for the updates it missed, and repeats unanswered messages with the same ids, so that
each is carried out once.  It only passes messages on.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import secrets
import time
from collections.abc import Callable
from typing import Any, Literal
from urllib.parse import urlencode

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from tefuda.client.errors import ClientError, ServerRefusal
from tefuda.client.http_client import USER_AGENT, cookies, refusal, unreachable
from tefuda.client.wire import read_message
from tefuda.server.protocol.limits import CloseCode
from tefuda.server.protocol.messages import Advice, Done, FromTable, Pong, Refused, TableUpdate, Welcome

Link = Literal["connecting", "open", "lost", "closed"]
Answer = Done | Advice | Pong

FIRST_PAUSE, LONGEST_PAUSE = 0.4, 8.0  # seconds between attempts to connect
PAUSE_FACTOR = 1.8
RESTART_PAUSE = 2.0  # longest pause after the server has announced a restart: clients come back within it, spread out
RESTART_TIME = 60.0  # seconds that a restart is expected to take at most
PING_SECONDS = 10.0  # seconds between pings, and until a ping without an answer ends the connection
MAX_MESSAGE_BYTES = 8 << 20
RESTART_CODES = (CloseCode.SHUTTING_DOWN, CloseCode.SET_BACK)
FINAL_CODES = (CloseCode.NO_TABLE, CloseCode.FOREIGN, CloseCode.FORGOTTEN)  # after which it does not reconnect


class Connection:
    """A connection to a table; `run` keeps it open until `close`, or until the server closes it with a final code.

    `receive` is called with every message and its text, `change` whenever the state of the link changes.
    """

    def __init__(
        self,
        server: str,
        table: str,
        *,
        query: Callable[[], dict[str, str]],
        token: Callable[[], str],
        receive: Callable[[FromTable, str], None],
        change: Callable[[Link], None],
    ) -> None:
        self._server, self._table = server, table
        self._query, self._token, self._receive, self._change = query, token, receive, change
        self._waiting: dict[str, tuple[str, asyncio.Future[Answer]]] = {}  # by id, oldest first
        self._outgoing: asyncio.Queue[str] | None = None  # of the present connection, once it is welcomed
        self._socket: ClientConnection | None = None
        self._pause = FIRST_PAUSE
        self._restarted = -RESTART_TIME
        self._closed = False
        self._wake = asyncio.Event()
        self.link: Link = "connecting"
        self.seen = -1  # version of the last update received
        self.set_back = False  # the server has lost what it sent last, and the next welcome follows nothing
        self.forgotten = False  # the server has deleted the guest
        self.error: ClientError | None = None  # why the link is closed or lost

    # -------------------------------------------------------------- sending

    async def send(self, kind: str, /, **fields: Any) -> Answer:
        """Send a message and return its answer, if need be over several connections; raises ServerRefusal."""
        if self.link == "closed" or self._closed:
            raise self.error or ClientError("error-left")
        id = secrets.token_urlsafe(9)
        text = msgspec.json.encode({"t": kind, "id": id, **fields}).decode()
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._waiting[id] = (text, answer)
        if self._outgoing is not None:
            self._outgoing.put_nowait(text)
        try:
            return await answer
        finally:
            self._waiting.pop(id, None)

    def renew(self) -> None:
        """Connect again at once, as another guest or without waiting for the next attempt."""
        self._wake.set()
        if self._socket is not None:
            self._socket.transport.abort()

    async def close(self) -> None:
        """Close the connection for good."""
        self._closed = True
        self._wake.set()
        if self._socket is not None:
            await self._socket.close()

    # ------------------------------------------------------------ receiving

    async def run(self) -> None:
        """Connect, and reconnect until `close` or a final code."""
        while not self._closed:
            code = await self._connect_once()
            if self._closed:
                break
            if code in FINAL_CODES:
                self.error = self.error or ClientError("error-table")
                if code == CloseCode.FORGOTTEN:
                    self.forgotten = True
                    self.error = ClientError("error-forgotten")
                self._set_link("closed")
                self._fail_waiting(self.error)
                return
            self._set_link("lost" if self.seen >= 0 or self.set_back else "connecting")
            if code == CloseCode.SET_BACK:
                self.seen, self.set_back = -1, True
            await self._back_off()
        self._fail_waiting(ClientError("error-left"))

    def _fail_waiting(self, error: ClientError) -> None:
        for _, answer in self._waiting.values():
            if not answer.done():
                answer.set_exception(error)

    async def _back_off(self) -> None:
        """Pause before the next attempt, with jitter, so that not all clients come back at once after a restart."""
        if time.monotonic() - self._restarted < RESTART_TIME:
            pause = RESTART_PAUSE * random.random()
        else:
            pause = self._pause * (0.7 + 0.6 * random.random())
            self._pause = min(self._pause * PAUSE_FACTOR, LONGEST_PAUSE)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._wake.wait(), pause)
        self._wake.clear()

    async def _connect_once(self) -> int | None:
        """Connect and pass on messages until the connection ends; returns its close code, None without one."""
        query = self._query() | ({"after": str(self.seen)} if self.seen >= 0 else {})
        address = f"{self._server.replace('http', 'ws', 1)}/ws/tables/{self._table}?{urlencode(query)}"
        token = self._token()
        headers = {"Accept-Language": query.get("lang", "en")}
        if token:
            headers["Cookie"] = cookies(self._server, token)
        self.error = None
        try:
            async with connect(
                address,
                additional_headers=headers,
                user_agent_header=USER_AGENT,
                max_size=MAX_MESSAGE_BYTES,
                ping_interval=PING_SECONDS,
                ping_timeout=PING_SECONDS,
                close_timeout=1,
            ) as socket:
                if self._wake.is_set():  # closed or renewed meanwhile
                    return None
                self._socket = socket
                return await self._pass_on_messages(socket)
        except InvalidStatus as error:
            self.error = refusal(self._server, error.response.status_code, bytes(error.response.body or b""))
        except ValueError as error:  # it sends what this client cannot decode
            self.error = ClientError("error-answer", server=self._server, reason=str(error))
            return CloseCode.NO_TABLE
        except (OSError, InvalidHandshake, ConnectionClosed) as error:
            self.error = unreachable(self._server, error)
        finally:
            self._socket = None
        return None

    async def _pass_on_messages(self, socket: ClientConnection) -> int | None:
        """Pass on messages until the connection ends."""
        outgoing = asyncio.Queue[str]()
        writer = asyncio.create_task(_write(socket, outgoing))
        try:
            async for data in socket:
                text = data if isinstance(data, str) else data.decode(errors="replace")
                message = read_message(text)
                if message is not None:
                    self._handle(message, text, outgoing)
        except ConnectionClosed:
            pass  # the code says how
        finally:
            restarting = socket.close_code in RESTART_CODES and self._outgoing is not None
            self._outgoing = None
            writer.cancel()
        if restarting:
            self._restarted = time.monotonic()
        return socket.close_code

    def _handle(self, message: FromTable, text: str, outgoing: asyncio.Queue[str]) -> None:
        if isinstance(message, Welcome):
            self.seen = message.update.version
            self._pause = FIRST_PAUSE
            first = self._outgoing is None
            unanswered = [waiting for waiting, _ in self._waiting.values()]  # later ones are sent at once
            self._outgoing = outgoing
            self._receive(message, text)
            self.set_back = False
            if first:
                for one in unanswered:
                    outgoing.put_nowait(one)
                self._set_link("open")
            return
        if isinstance(message, TableUpdate):
            self.seen = message.version
        if isinstance(message, Refused):
            refusal = ServerRefusal(message.error.message, message.error.clause)
            if not message.id:
                self.error = refusal
            self._answer(message.id, refusal)
        elif isinstance(message, Done | Advice | Pong):
            self._answer(message.id, message)
        self._receive(message, text)

    def _answer(self, id: str, answer: Answer | ClientError) -> None:
        _, waiting = self._waiting.pop(id, ("", None))
        if waiting is None or waiting.done():
            return
        if isinstance(answer, ClientError):
            waiting.set_exception(answer)
        else:
            waiting.set_result(answer)

    def _set_link(self, link: Link) -> None:
        if link != self.link:
            self.link = link
            self._change(link)


async def _write(socket: ClientConnection, outgoing: asyncio.Queue[str]) -> None:
    with contextlib.suppress(ConnectionClosed):
        while True:
            await socket.send(await outgoing.get())
