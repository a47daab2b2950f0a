"""A process that replays one untrusted record: checks that it follows the rules, and shows the game.

It reads a `Job` from standard input and writes an `Outcome` as a line of JSON to standard output, followed by the game
if requested.  A hostile record can harm only this process: its memory and processor time are limited, and it opens no
table and no database.
"""

from __future__ import annotations

import re
import resource
import sys

import msgspec
from msgspec.structs import asdict, replace

from tefuda.engine.errors import BadRecord
from tefuda.engine.localization import localizer
from tefuda.engine.view import SPECTATOR, Words
from tefuda.server.compressed import Body, BodyWriter
from tefuda.server.errors import ServerError
from tefuda.server.protocol.common import TableInfo
from tefuda.server.protocol.http import RecordedGame
from tefuda.server.protocol.limits import MAX_NAME
from tefuda.server.request_parsing import clean_name
from tefuda.server.tables.serialization import full_update
from tefuda.table.entries import Sitter
from tefuda.table.recorded_table import CourseBroken, RecordedTable
from tefuda.table.table_record import FORMAT, SeatChange, SignedRecord, read
from tefuda.table.verify import WORDS, verify

MEMORY_BYTES = 2 << 30
PROCESSOR_SECONDS = 15
GAME_BYTES = 24 << 20  # of a game that is shown: more than any game takes, 0.6 MB compressed
MAX_TABLE = 64  # characters of a table's id

_encode = msgspec.json.Encoder().encode


class Job(msgspec.Struct):
    """A record with the packages and card files of the server's games, by slug."""

    record: str
    language: str
    packages: dict[str, str]
    cards: dict[str, str]
    seat: int | None = None  # whose view of the game is requested (-1: spectators); None: only the verdict


class Outcome(msgspec.Struct):
    """The verdict on the moves and ranks of a record; `reason` is in the language of the job."""

    verdict: str  # as of a claim; "unreadable": this is not a signed record; "unplayable": it cannot be shown here
    reason: str
    moves: int = 0
    crc: int = 0  # of the game that follows, before compression
    size: int = 0  # of the same, in bytes


def outcome(job: Job) -> tuple[Outcome, bytes]:
    """Return the verdict on a record, and its game, if requested, as the data of a `Body`."""
    if not job.record.startswith(f"tefuda {FORMAT}\n"):
        return Outcome("unreadable", ""), b""
    try:
        record = read(job.record)
    except BadRecord as error:
        return Outcome("unreadable", str(error)), b""
    done = verify(record, package=job.packages.get(record.game), cards=job.cards.get(record.game))
    claim = next(claim for claim in done.claims if claim.id == "rules")
    reason = localizer(job.language, WORDS).say(Words(f"reason-{claim.reason}", dict(claim.values)))
    found = Outcome(claim.verdict.value, reason, len(record.moves))
    if job.seat is None:
        return found, b""
    if not SPECTATOR <= job.seat < record.players:
        return Outcome("unplayable", f"seat {job.seat} is not at this table"), b""
    try:
        body = game(record, job, job.seat, found)
    except BadRecord as error:
        return Outcome("unplayable", str(error)), b""
    found.crc, found.size = body.crc, body.size
    return found, body.data


def game(record: SignedRecord, job: Job, seat: int, found: Outcome) -> Body:
    """Return the game of a record as a seat saw it: the JSON of a `RecordedGame`.

    Stops at the first move that the rules do not allow.  Raises BadRecord if there is nothing to show.
    """
    _clean(record)
    package, cards = job.packages.get(record.game), job.cards.get(record.game)
    table = RecordedTable(record, audiences=(seat,), package=package, cards=cards, language=job.language)
    words = localizer(job.language, WORDS)
    writer, size, stopped = BodyWriter(), 0, ""
    try:
        for _ in table.play():
            update = full_update(table, seat)
            if update.view is None:
                continue
            part = (b"," if size else b'{"updates":[') + _encode(replace(update, deal=None))
            if size + len(part) > GAME_BYTES:
                stopped = words.say("game-too-long")
                break
            writer.write(part)
            size += len(part)
    except CourseBroken as error:
        stopped = words.say("game-stops", line=error.line, why=error.why)
    info = TableInfo(
        id=record.table[:MAX_TABLE],
        game=record.game,
        options=record.options,
        public=False,
        phase="over",
        sitters=tuple(table.sitters),
        created=0,
        you=SPECTATOR,
        host=False,
    )
    shown = RecordedGame(info, seat, (), found.verdict, found.reason, stopped)
    writer.write(b"]," + _encode({name: value for name, value in asdict(shown).items() if name != "updates"})[1:])
    return writer.body()


def _clean(record: SignedRecord) -> None:
    """Clean the names and levels of a record, which its author may have made up."""
    record.names = {seat: _cleaned(name) for seat, name in record.names.items()}
    for number, item in enumerate(record.course):
        if isinstance(item, SeatChange):
            sitter = Sitter(item.sitter.kind, _cleaned(item.sitter.name), _level(item.sitter.level))
            record.course[number] = SeatChange(item.seat, sitter)
    last = record.attempts[-1]
    last.seats = tuple(f"bot {_level(kind[4:])}" if kind.startswith("bot ") else "person" for kind in last.seats)


def _cleaned(name: str) -> str:
    try:
        return clean_name(name[: 4 * MAX_NAME])[:MAX_NAME] if name else ""
    except ServerError:
        return ""


def _level(level: str) -> str:
    return level if re.fullmatch("[a-z0-9-]{1,24}", level) else ""


def main() -> None:
    """Answer the job on standard input."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_CPU, (PROCESSOR_SECONDS, PROCESSOR_SECONDS))
    job = msgspec.json.decode(sys.stdin.buffer.read(), type=Job)
    found, data = outcome(job)
    sys.stdout.buffer.write(_encode(found) + b"\n" + data)


if __name__ == "__main__":
    main()
