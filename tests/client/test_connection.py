"""The connection of a client to a table."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from websockets.asyncio.server import ServerConnection, serve
from websockets.http11 import Request, Response

from harness.server.doubles import PATIENCE, eventually
from tefuda.client.connection import Connection


async def close(connection: Connection) -> None:
    await connection.close()


async def renew(connection: Connection) -> None:
    connection.renew()


@pytest.mark.parametrize("leave", [close, renew])
async def test_connection_that_is_given_up_before_it_is_made_is_not_kept(leave: Callable[[Connection], Any]) -> None:
    asked, go_on, tokens = asyncio.Event(), asyncio.Event(), list[str]()
    guests = ["one"]

    async def answer(_: ServerConnection, request: Any) -> None:
        tokens.append(request.headers.get("Cookie", ""))
        asked.set()
        await go_on.wait()

    async def handle(socket: ServerConnection) -> None:
        if len(tokens) > 1:
            await socket.close(4004)  # as if the table were gone: the client gives up
        await socket.wait_closed()

    async with serve(handle, "127.0.0.1", 0, process_request=answer) as server:
        connection = Connection(
            f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}",
            "table",
            query=dict,
            token=lambda: guests[-1],
            receive=lambda *_: None,
            change=lambda _: None,
        )
        running = asyncio.create_task(connection.run())
        await asked.wait()
        guests.append("two")
        await leave(connection)
        go_on.set()
        await asyncio.wait_for(running, PATIENCE)
        assert tokens == ["tefuda=one", "tefuda=two"][: 1 if leave is close else 2]


async def test_reason_of_a_server_that_accepts_no_connection_is_kept_in_the_language_asked_for() -> None:
    def answer(socket: ServerConnection, request: Request) -> Response:
        body = f'{{"message": "All in use ({request.headers["Accept-Language"]})"}}'
        return socket.respond(503, body)

    async def handle(_: ServerConnection) -> None:
        """Is never called."""

    async with serve(handle, "127.0.0.1", 0, process_request=answer) as server:
        connection = Connection(
            f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}",
            "table",
            query=lambda: {"lang": "ja"},
            token=str,
            receive=lambda *_: None,
            change=lambda _: None,
        )
        running = asyncio.create_task(connection.run())
        await eventually(lambda: connection.error is not None)
        assert connection.error is not None
        assert connection.error.text("ja") == "All in use (ja)"
        await connection.close()
        await asyncio.wait_for(running, PATIENCE)
