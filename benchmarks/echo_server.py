"""The reference of the server's benchmarks: an echo server on the same stack, which knows no games.

`python -m benchmarks.echo_server --port 0 --data FOLDER` runs it.  Every message is committed, 200 bytes, to the same
group-committing store; then everyone at the table is sent 2 kB.  Starlette, uvicorn with the project's protocols and
limits, msgspec and the store are those of `tefuda serve`; messages are received and sent by Starlette's own methods.
"""

from __future__ import annotations

import argparse
import asyncio
from pathlib import Path
from typing import Self

import msgspec
from msgspec import Struct
from starlette.websockets import WebSocket

from harness.server.client import HERE
from tefuda.commands.serve_settings import read_settings
from tefuda.server.admission import Guard
from tefuda.server.app import Server
from tefuda.server.bots.bot_service import Bots
from tefuda.server.run import listening, run
from tefuda.server.settings import Settings
from tefuda.server.store.stored_data import Append, TableRow
from tefuda.server.tables.connection import Transport
from tefuda.server.tables.table_registry import TableRegistry
from tefuda.server.web.api import Api
from tefuda.server.web.cookies import GuestCookies
from tefuda.server.web.sockets import Sockets

ECHO = "echo"  # in place of a game's name
MODULE = ("benchmarks.echo_server",)  # to run in a process of its own
STORED_BYTES = 200  # for each message
SENT_BYTES = 2000  # for each message, to each socket at its table


class Message(Struct, forbid_unknown_fields=True):
    """A client's message, stored as it is."""

    id: str
    text: str

    @classmethod
    def filled(cls, id: str) -> Self:
        """Return a message of `STORED_BYTES`."""
        return cls(id, "x" * (STORED_BYTES - len(msgspec.json.encode(cls(id, "")))))


class Answer(Struct):
    """The answer to a message, for everyone at its table."""

    id: str  # of the message; "" welcomes a client
    version: int
    text: str


PADDING = "x" * (SENT_BYTES - len(msgspec.json.encode(Answer("m100", 100, ""))))


class Echoes:
    """The sockets at one table, and the length of its log."""

    def __init__(self, stored: asyncio.Task[None]) -> None:
        self.stored = stored  # done once the table is in the store
        self.sockets: list[WebSocket] = []
        self.version = 0


class EchoSockets(Sockets):
    """WebSockets of tables that only echo: any path names a table."""

    def __init__(self, registry: TableRegistry, guard: Guard, cookies: GuestCookies, api: Api) -> None:
        super().__init__(registry, guard, cookies, api)
        self._store = registry.store
        self._tables: dict[str, Echoes] = {}

    async def serve_table(self, socket: WebSocket, transport: Transport, language: str) -> None:
        id = str(socket.path_params["id"])
        if id not in self._tables:
            self._tables[id] = Echoes(asyncio.create_task(self._store_table(id)))
        table = self._tables[id]
        await table.stored
        table.sockets.append(socket)
        await socket.send_text(msgspec.json.encode(Answer("", table.version, "")).decode())  # welcome
        try:
            while True:
                await self._echo(id, table, await socket.receive_text())
        finally:
            table.sockets.remove(socket)

    async def _store_table(self, id: str) -> None:
        guest = await self._store.add_guest(id.encode(), "", 0)
        row = TableRow(id, ECHO, {}, None, guest.id, True, b"", 0, 0, "open", -1, (), None)
        await self._store.add_table(row, (), (), None)

    async def _echo(self, id: str, table: Echoes, text: str) -> None:
        message = msgspec.json.decode(text, type=Message)
        stored = msgspec.json.encode(message).decode()
        appended = await self._store.append(Append(id, table.version, stored, 1, message.id, "open", -1))
        table.version = appended.version
        answer = msgspec.json.encode(Answer(message.id, appended.version, PADDING)).decode()
        for socket in table.sockets:
            await socket.send_text(answer)


class EchoServer(Server):
    """`tefuda serve` with these WebSockets."""

    sockets_type = EchoSockets


def main() -> None:
    """Serve until SIGTERM, with the options of `tefuda serve` that the benchmarks need."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--lang")
    parser.add_argument("--limit", action="append", default=[])
    chosen = parser.parse_args()
    with listening(HERE, chosen.port) as listener:
        limits = {
            field: given.value for field, given in read_settings({"limit": tuple(chosen.limit)}, {}, None).items()
        }
        server = EchoServer(Settings(chosen.data)._replace(**limits), Bots())
        print(f"http://{HERE}:{listener.getsockname()[1]}", flush=True)
        run(server, listener)


if __name__ == "__main__":
    main()
