"""The server for the browser tests: the real one, with bots that answer at once.

It deals the same cards in every run, so that the tests are reproducible: each line of input is the seed of the deals
that follow, and is repeated as the answer.  Arguments are the data folder, and settings that a file of tests changes,
such as `gone_after=2` or, after a restart, `port=43210`.
"""

import sys
import threading
from pathlib import Path
from random import Random

from tefuda.server.app import Server
from tefuda.server.bot_service import Bots
from tefuda.server.rate_limit import Rate
from tefuda.server.run import listening, run
from tefuda.server.settings import Settings


def main() -> None:
    changes = dict(one.split("=") for one in sys.argv[2:])
    listener = listening("127.0.0.1", int(changes.pop("port", "0")))
    plenty, many = Rate(1000, 1000), 1000  # all tests come from one address
    random = Random("tables of the tests")
    settings = Settings(
        Path(sys.argv[1]),
        bot_delay=0.01,
        gone_after=3600,  # bots need not finish the games that tests leave
        request_rate=plenty,
        table_rate=plenty,
        address_rate=plenty,
        page_rate=plenty,
        guest_rate=plenty,
        arrival_rate=plenty,
        connections_an_address=many,
        sockets_an_address=many,
        random_bytes=random.randbytes,
    )
    if "static" in changes:
        settings = settings._replace(static=Path(changes.pop("static")))
    settings = settings._replace(**{name: float(value) for name, value in changes.items()})

    def listen() -> None:
        for line in sys.stdin:
            random.seed(line)
            print(line, end="", flush=True)

    threading.Thread(target=listen, daemon=True).start()
    print(f"http://127.0.0.1:{listener.getsockname()[1]}", flush=True)
    with listener:
        run(Server(settings, Bots(workers=1)), listener)  # a worker takes a second to start


if __name__ == "__main__":
    main()
