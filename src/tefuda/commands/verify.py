"""`tefuda verify`: prints which claims about a released game are proven, unproven or false.

It recomputes everything in a signed record and gives a verdict on each claim of the table.
"""

from __future__ import annotations

from pathlib import Path

from tefuda.commands import UsageError
from tefuda.commands.language import Language, locale_language
from tefuda.engine.errors import BadRecord
from tefuda.engine.localization import localizer
from tefuda.engine.view import Words
from tefuda.table.fair_deal import HASH_BYTES
from tefuda.table.replay import naming, read_text
from tefuda.table.table_record import FORMAT, read
from tefuda.table.verify import WORDS, MyCopy, read_copy
from tefuda.table.verify import verify as check


def verify(
    file: Path,
    /,
    *,
    key: str = "",
    seal: str = "",
    seen: Path | None = None,
    cards: Path | None = None,
    lang: Language | None = None,
) -> int:
    """Check a released record, claim by claim; the exit code is 1 if anything in it is false.

    Parameters
    ----------
    file: Path
        The record, as a finished table gives it out.
    key: str
        The server's public key, 64 hex digits, from a source other than this record.
    seal: str
        The deal's seal, 64 hex digits, as you noted it before the first card.
    seen: Path
        The copy of the game that your browser or your terminal kept.
    cards: Path
        The card file that the game was played with, if not its own.
    lang: str
        Language, ja or en; by default that of your locale.
    """
    text = read_text(file)
    if text.startswith("tefuda 1\n"):
        raise BadRecord(
            f"{file}: only records that begin with “tefuda {FORMAT}” prove anything; tefuda replay shows this one. "
            "Deals of protocol 1 could be foreseen by everyone who read the list of tables"
        )
    with naming(file):
        record = read(text)
    done = check(
        record,
        key=_hash("--key", key),
        seal=_hash("--seal", seal),
        copy=_copy(seen),
        cards=str(cards) if cards is not None else None,
    )
    folders = [done.replay.game.folder] if done.replay is not None else []
    words = localizer(lang or locale_language(), *folders, WORDS, Path(__file__).parent)
    if done.replay is not None:
        print(
            words.say(
                "verify-game", title=words.say("title"), players=done.replay.game.num_players, moves=len(done.replay)
            )
        )
    for claim in done.claims:
        verdict = words.say(f"verdict-{claim.verdict.value}")
        print(words.say("verify-claim", verdict=verdict, claim=words.say(f"claim-{claim.id}")))
        print("   ", words.say(Words(f"reason-{claim.reason}", dict(claim.values))))
    print(words.say("verify-seal", seal=done.record.attempts[-1].seal.hex()))
    return 1 if done.false else 0


def _hash(option: str, value: str) -> bytes | None:
    """Read a hash or key from the command line."""
    if not value:
        return None
    try:
        data = bytes.fromhex(value)
    except ValueError:
        data = b""
    if len(data) != HASH_BYTES:
        raise UsageError(f"{option} takes {2 * HASH_BYTES} hex digits, not {value[:80]!r}")
    return data


def _copy(file: Path | None) -> MyCopy | None:
    if file is None:
        return None
    try:
        return read_copy(file.read_bytes())
    except OSError as error:
        raise UsageError(f"{file}: {error.strerror}") from error
