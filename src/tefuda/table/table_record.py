"""Text format of the signed record of a game dealt by protocol 2: writer, parser, and conversion for replay.

The format is canonical: `read` rejects any other spelling of the same record.  `docs/notation.md` describes each line.
Only the syntax is checked here; `verify.py` checks the claims of a record.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import takewhile
from typing import NamedTuple

from tefuda.engine.errors import BadRecord, ImpossibleGame
from tefuda.engine.game_record import RecordContent
from tefuda.table import fair_deal
from tefuda.table.entries import Mover, Sitter

FORMAT = "2"
MOVERS: tuple[Mover, ...] = ("person", "stand-in", "bot")
MAX_NUMBER = 1 << 62  # upper bound of the numbers in a record


@dataclass
class RecordedAttempt:
    """One attempt to deal, including its secrets."""

    number: int
    seats: tuple[str, ...] = ()
    commitment: bytes = b""
    pledges: dict[int, bytes] = field(default_factory=dict)
    seal: bytes = b""
    secret: bytes = b""
    shares: dict[int, bytes] = field(default_factory=dict)
    silent: tuple[int, ...] | None = None
    call_off: bytes = b""


class Move(NamedTuple):
    """A seat's command; `by` is the kind of player who chose it."""

    seat: int
    by: Mover
    command: str


class SeatChange(NamedTuple):
    """A person or a bot took a seat during the game."""

    seat: int
    sitter: Sitter


class Back(NamedTuple):
    """The preceding move, of this seat, was taken back."""

    seat: int


Item = Move | SeatChange | Back


@dataclass
class SignedRecord:
    """Contents of a signed record."""

    server: bytes = b""
    table: str = ""
    game: str = ""
    rules: str = ""
    cards: bytes = b""
    players: int = 0
    options: dict[str, int] = field(default_factory=dict)
    attempts: list[RecordedAttempt] = field(default_factory=list)
    names: dict[int, str] = field(default_factory=dict)
    course: list[Item] = field(default_factory=list)
    ranks: tuple[int, ...] = ()
    digest: bytes = b""
    signature: bytes = b""
    lines: list[int] = field(default_factory=list)  # line number of each item of `course`

    @property
    def moves(self) -> list[Move]:
        """The moves of the game as it was finally played."""
        return [move for move, _ in self._played()]

    def _played(self) -> list[tuple[Move, int]]:
        """Return the moves that were not taken back, with their lines."""
        played: list[tuple[Move, int]] = []
        for number, item in enumerate(self.course):
            line = self.lines[number] if self.lines else 0
            if isinstance(item, Move):
                played.append((item, line))
            elif isinstance(item, Back):
                if not played or played[-1][0].seat != item.seat or not isinstance(self.course[number - 1], Move):
                    raise ImpossibleGame(f"line {line}: seat {item.seat} has played nothing that could be taken back")
                played.pop()
        return played

    def setup(self, attempt: RecordedAttempt) -> bytes:
        """Encode the setup at an attempt."""
        return fair_deal.setup(self.table, self.game, self.rules, self.cards, self.options, attempt.seats)

    def draw_key(self) -> bytes:
        """Compute the key of all draws from the last attempt."""
        last = self.attempts[-1]
        return fair_deal.draw_key(last.secret, last.seal, last.shares)

    def game_record(self) -> RecordContent:
        """Return the game record for replay by the engine."""
        moves = [(move.seat, move.command, line) for move, line in self._played()]
        return RecordContent(
            self.game,
            self.players,
            dict(self.options),
            {seat: name for seat, name in self.names.items() if name},
            self.cards.hex(),
            ("table", self.draw_key().hex()),
            None,
            moves,
            self.ranks,
            self.rules,
        )


def write(record: SignedRecord) -> str:
    """Return the text of a record with its present digest and signature."""
    return f"{_body(record)}digest {record.digest.hex()}\nsignature {record.signature.hex()}\n"


def sign(record: SignedRecord, private: bytes) -> str:
    """Set the digest and signature of a record and return its text."""
    record.digest = digest_of(_body(record))
    record.signature = fair_deal.sign(private, fair_deal.record_message(record.digest))
    return write(record)


def digest_of(body: str) -> bytes:
    """Compute the SHA-256 of the text before the digest line."""
    return hashlib.sha256(body.encode()).digest()


def _body(record: SignedRecord) -> str:
    lines = [
        f"tefuda {FORMAT}",
        f"protocol {fair_deal.PROTOCOL}",
        f"server {record.server.hex()}",
        f"table {record.table}",
        f"game {record.game}",
        f"rules {record.rules}",
        f"cards {record.cards.hex()}",
        f"players {record.players}",
    ]
    options = sorted(record.options.items(), key=lambda item: item[0].encode())
    lines += [f"option {name} {value}" for name, value in options]
    for attempt in record.attempts:
        lines += _attempt_lines(attempt)
    lines += [f"name {seat} {json.dumps(record.names[seat])}" for seat in sorted(record.names)]
    lines += [_course_line(item) for item in record.course]
    lines.append(f"ranks {' '.join(map(str, record.ranks))}")
    return "\n".join(lines) + "\n"


def _attempt_lines(attempt: RecordedAttempt) -> Iterator[str]:
    yield f"attempt {attempt.number}"
    yield f"seats {'|'.join(attempt.seats)}"
    yield f"commitment {attempt.commitment.hex()}"
    yield from (f"pledge {seat} {attempt.pledges[seat].hex()}" for seat in sorted(attempt.pledges))
    yield f"seal {attempt.seal.hex()}"
    yield f"secret {attempt.secret.hex()}"
    yield from (f"share {seat} {attempt.shares[seat].hex()}" for seat in sorted(attempt.shares))
    if attempt.silent is not None:
        yield f"silent {' '.join(map(str, attempt.silent))}"
        yield f"call-off {attempt.call_off.hex()}"


def _course_line(item: Item) -> str:
    if isinstance(item, Move):
        return f"{item.seat} {item.by} {item.command}"
    if isinstance(item, Back):
        return f"back {item.seat}"
    return f"sits {item.seat} {item.sitter} {json.dumps(item.sitter.name)}"


# ------------------------------------------------------------------ reading


def read(text: str) -> SignedRecord:
    """Parse a signed record; raises BadRecord naming the first invalid line."""
    if not text.startswith(f"tefuda {FORMAT}\n"):
        raise BadRecord(f"line 1: a signed record begins with “tefuda {FORMAT}”")
    record = SignedRecord()
    for number, line in enumerate(text.split("\n")[1:], 2):
        word, _, rest = line.partition(" ")
        try:
            if line:
                _read_line(record, word, rest, number)
        except (ValueError, KeyError, IndexError, RecursionError) as error:
            raise BadRecord(f"line {number}: {_reason(word, error)}") from error
    _check_spelling(text, record)
    _check_seats(record)
    return record


def _reason(word: str, error: Exception) -> str:
    if isinstance(error, ValueError) and not isinstance(error, UnicodeError):
        return str(error)
    return f"{word[:40]!r} is not valid here"


def _check_spelling(text: str, record: SignedRecord) -> None:
    """Raise BadRecord unless the text is the canonical one of the record."""
    actual_lines, expected_lines = text.split("\n"), write(record).split("\n")
    for number in range(max(len(actual_lines), len(expected_lines))):
        actual, expected = (lines[number] if number < len(lines) else None for lines in (actual_lines, expected_lines))
        if actual == expected:
            continue
        if expected is None:
            raise BadRecord(f"line {number + 1}: nothing may follow the signature")
        if actual is None:
            raise BadRecord(f"line {number + 1}: {expected[:40]!r} is missing")
        same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(actual, expected, strict=False)))
        start = max(0, same - 20)
        wanted, found = expected[start : start + 40], actual[start : start + 40]
        raise BadRecord(f"line {number + 1}: expected {wanted!r}, not {found!r}")


def _check_seats(record: SignedRecord) -> None:
    """Raise BadRecord for invalid seat numbers, and for a record without an attempt to deal."""
    if not record.attempts:
        raise BadRecord("the record holds no attempt to deal")
    seats = {
        seat for attempt in record.attempts for seat in (*attempt.pledges, *attempt.shares, *(attempt.silent or ()))
    }
    seats |= {*record.names, *(item.seat for item in record.course)}
    if invalid := sorted(seat for seat in seats if not 0 <= seat < record.players):
        raise BadRecord(f"there is no seat {invalid[0]} among {record.players}")
    if any(len(attempt.seats) != record.players for attempt in record.attempts):
        raise BadRecord(f"each attempt names who sits at each of the {record.players} seats")


def _number(text: str) -> int:
    if not (text.isascii() and text.removeprefix("-").isdecimal() and len(text) < len(str(MAX_NUMBER))):
        raise ValueError(f"{text[:40]!r} is not a whole number of a sensible size")
    return int(text)


def _hex(text: str, length: int = fair_deal.HASH_BYTES) -> bytes:
    if len(text) != 2 * length:
        raise ValueError(f"expected {2 * length} hex digits, not {len(text)}")
    return bytes.fromhex(text)


def _by_seat(values: dict[int, bytes], rest: str) -> None:
    seat, _, value = rest.partition(" ")
    if _number(seat) in values:
        raise ValueError(f"seat {seat} appears here twice")
    values[_number(seat)] = _hex(value)


def _mover(text: str) -> Mover:
    for mover in MOVERS:
        if text == mover:
            return mover
    raise ValueError(f"a move is one of a {', '.join(MOVERS)}, not of {text[:40]!r}")


def _name(text: str) -> str:
    name = json.loads(text)
    if not isinstance(name, str):
        raise ValueError(f"a name is text in quotation marks, not {text[:40]!r}")  # noqa: TRY004  # wrong input text, not a wrong type
    name.encode()  # raises for an unpaired surrogate
    return name


_HEADER = ("protocol", "server", "table", "game", "rules", "cards", "players", "option")
_ATTEMPT = ("seats", "commitment", "pledge", "seal", "secret", "share", "silent", "call-off")


def _read_line(record: SignedRecord, word: str, rest: str, number: int) -> None:
    if not rest.isprintable():
        raise ValueError(f"no line holds control characters, as in {rest[:40]!r}")
    if word.isdecimal():
        by, _, command = rest.partition(" ")
        record.course.append(Move(_number(word), _mover(by), command))
        record.lines.append(number)
    elif word in _HEADER:
        _read_header(record, word, rest)
    elif word in _ATTEMPT:
        _read_attempt(record.attempts[-1], word, rest)
    else:
        _read_course(record, word, rest, number)


def _read_header(record: SignedRecord, word: str, rest: str) -> None:
    if record.attempts:
        raise ValueError(f"{word!r} comes before the first attempt")
    match word:
        case "protocol":
            if rest != str(fair_deal.PROTOCOL):
                raise ValueError(f"this release knows protocol {fair_deal.PROTOCOL}, not {rest[:40]!r}")
        case "server":
            record.server = _hex(rest)
        case "table":
            record.table = rest
        case "game":
            record.game = rest
        case "rules":
            record.rules = rest
        case "cards":
            record.cards = _hex(rest)
        case "players":
            record.players = _number(rest)
        case "option":
            name, _, value = rest.partition(" ")
            record.options[name] = _number(value)


def _read_attempt(attempt: RecordedAttempt, word: str, rest: str) -> None:
    match word:
        case "seats":
            attempt.seats = tuple(rest.split("|"))
        case "commitment":
            attempt.commitment = _hex(rest)
        case "pledge":
            _by_seat(attempt.pledges, rest)
        case "seal":
            attempt.seal = _hex(rest)
        case "secret":
            attempt.secret = _hex(rest)
        case "share":
            _by_seat(attempt.shares, rest)
        case "silent":
            attempt.silent = tuple(map(_number, rest.split(" ")))
        case "call-off":
            attempt.call_off = _hex(rest)


def _read_course(record: SignedRecord, word: str, rest: str, number: int) -> None:
    match word:
        case "attempt":
            record.attempts.append(RecordedAttempt(_number(rest)))
        case "name":
            seat, _, name = rest.partition(" ")
            record.names[_number(seat)] = _name(name)
        case "sits":
            seat, _, sitter = rest.partition(" ")
            record.course.append(SeatChange(_number(seat), _sitter(sitter)))
            record.lines.append(number)
        case "back":
            record.course.append(Back(_number(rest)))
            record.lines.append(number)
        case "ranks":
            record.ranks = tuple(map(_number, rest.split(" ")))
        case "digest":
            record.digest = _hex(rest)
        case "signature":
            record.signature = _hex(rest, fair_deal.SIGNATURE_BYTES)
        case _:
            raise ValueError(f"{word[:40]!r} begins no line of a signed record")


def _sitter(text: str) -> Sitter:
    kind, quote, name = text.partition(' "')
    level = kind.removeprefix("bot ")
    if kind == "person":
        return Sitter("person", _name(f'"{name}'))
    if not quote or level == kind:
        raise ValueError("a seat is taken by a person or by a bot of a level")
    return Sitter("bot", _name(f'"{name}'), level)
