"""A bot that sits down at a table and plays at random: `python bot.py http://127.0.0.1:8750/join/TABLE/SIGNATURE`

The address is an invitation, as a host gives it out. Needs `httpx` and `websockets`. docs/protocol.md has the rest.
"""

import asyncio
import json
import random
import sys
from urllib.parse import urlsplit

import httpx
from websockets.asyncio.client import connect


async def play(invitation: str, name: str = "random.py") -> dict:
    """Join by an invitation, play to the end, and return the result."""
    address = urlsplit(invitation)
    _, table, signature = address.path.strip("/").split("/")
    server = f"{address.scheme}://{address.netloc}"
    async with httpx.AsyncClient(base_url=server) as http:
        joined = await http.post(f"/api/tables/{table}/join", json={"name": name, "invitation": signature})
        joined.raise_for_status()
        cookie = "; ".join(f"{name}={value}" for name, value in http.cookies.items())
    socket_address = f"{server.replace('http', 'ws', 1)}/ws/tables/{table}"
    async with connect(socket_address, additional_headers={"Cookie": cookie}) as socket:
        async for text in socket:
            message = json.loads(text)
            update = message["update"] if message["t"] == "welcome" else message
            view = update.get("view")  # none before the deal, and in other messages
            if view and "result" in view:
                return view["result"]
            if view and view.get("choices"):  # else it is someone else's turn
                action = random.choice(complete(view["choices"]))
                answer = {"t": "play", "id": f"turn-{update['turn']}", "turn": update["turn"], "actions": [action]}
                await socket.send(json.dumps(answer))
    raise ConnectionError("the table closed the connection")


def complete(choices: list[dict]) -> list[str]:
    """Return the actions that are a command of their own: no secret marks before another, nor a deck card by card."""
    return [one["action"] for one in choices if not one.get("marks") and one.get("mode") != "page"]


if __name__ == "__main__":
    print(asyncio.run(play(*sys.argv[1:])))
