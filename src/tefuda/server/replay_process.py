"""A process that replays one record which somebody sent, and says whether its moves and ranks follow the rules.

It reads a `Job` from standard input and writes an `Outcome` to standard output.  A hostile record can only use up what
this process may use: its memory and processor time are limited, and it opens no table and no database.
"""

from __future__ import annotations

import resource
import sys

import msgspec

from tefuda.engine.errors import BadRecord
from tefuda.engine.localization import localizer
from tefuda.engine.view import Words
from tefuda.table.table_record import FORMAT, read
from tefuda.table.verify import WORDS, verify

MEMORY_BYTES = 2 << 30
PROCESSOR_SECONDS = 15


class Job(msgspec.Struct):
    """A record with the packages and card files of the server's games, by slug."""

    record: str
    language: str
    packages: dict[str, str]
    cards: dict[str, str]


class Outcome(msgspec.Struct):
    """The verdict on the moves and ranks of a record; `reason` is in the language of the job."""

    verdict: str  # as of a claim; "unreadable": this is no signed record
    reason: str
    moves: int = 0


def outcome(job: Job) -> Outcome:
    """Return the verdict on a record."""
    if not job.record.startswith(f"tefuda {FORMAT}\n"):
        return Outcome("unreadable", "")
    try:
        record = read(job.record)
    except BadRecord as error:
        return Outcome("unreadable", str(error))
    done = verify(record, package=job.packages.get(record.game), cards=job.cards.get(record.game))
    claim = next(claim for claim in done.claims if claim.id == "rules")
    reason = localizer(job.language, WORDS).say(Words(f"reason-{claim.reason}", dict(claim.values)))
    return Outcome(claim.verdict.value, reason, len(record.moves))


def main() -> None:
    """Answer the job on standard input."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_CPU, (PROCESSOR_SECONDS, PROCESSOR_SECONDS))
    job = msgspec.json.decode(sys.stdin.buffer.read(), type=Job)
    sys.stdout.buffer.write(msgspec.json.encode(outcome(job)))


if __name__ == "__main__":
    main()
