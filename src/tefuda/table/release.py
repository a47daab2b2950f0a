"""The true record of a table, and the proof that its cards were dealt fairly.

Before the first card a table shows a commitment to its secret.  When nothing is hidden any more, `release` writes the
whole game with the secret, and with the words that players added to it; `verify` works everything out again: that the
secret is the one that was announced, that the key of all draws follows from it, every draw, every action, the ranks,
and that no byte was changed since.  The server releases records, `tefuda verify` checks them; neither is needed to play
one again.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from tefuda.engine.errors import BadRecord
from tefuda.engine.transcript import Proof, Replay, Transcript, read_record, write_record, write_transcript
from tefuda.table.fair_deal import commitment
from tefuda.table.table import Table, deal_key


def release(table: Table, secret: bytes) -> str:
    """The true record of a finished game; raises BadRecord while it goes on."""
    if table.state is None or not table.state.over:
        raise BadRecord("a secret is released when the game is over")
    proof = Proof(commitment(secret).hex(), secret.hex(), table.seeds, deal_key(secret, table.seeds).hex())
    return write_record(table.state, table.names, proof)


def verify(text: str, package: str | None = None) -> Replay:
    """The game of a released record, proved fair; raises BadRecord naming the line that is not true.

    `package` names the game's package where it is not one of ours.
    """
    transcript = _read(text)
    proof = transcript.proof
    whole = f"lines 1 to {text.count(chr(10))}"
    if proof is None or transcript.digest is None:
        raise BadRecord(f"{whole}: this record proves nothing, it has no commitment, secret or digest")
    proof.key = transcript.chance[1]
    right_text = write_transcript(transcript).rpartition("digest ")[0] + f"digest {transcript.digest}\n"
    for number, (found, right) in enumerate(_side_by_side(text, right_text), 1):
        if found != right:
            raise BadRecord(f"line {number}: a record as it was released reads {right!r} here, not {found!r}")
    lines = {line.partition(" ")[0]: number for number, line in enumerate(text.split("\n"), 1)}
    try:
        secret = bytes.fromhex(proof.secret)
    except ValueError as error:
        raise BadRecord(f"line {lines['secret']}: {error}") from error
    if secret.hex() != proof.secret or commitment(secret).hex() != proof.commitment:
        raise BadRecord(
            f"line {lines['secret']}: this is not the secret whose commitment was announced before the deal"
        )
    if transcript.chance != ("table", deal_key(secret, proof.words).hex()):
        raise BadRecord(f"line {lines['chance']}: this is not the key that secret and words give")
    try:
        replay = Replay(text, package=package)
    except BadRecord as error:
        if str(error).startswith("line "):
            raise
        raise BadRecord(f"lines 2 to {3 + len(transcript.options)}: {error}") from error  # game, players, options
    if transcript.ranks is None:
        raise BadRecord(f"{whole}: the game does not come to its end")
    before, _, _ = text.rpartition("digest ")
    if hashlib.sha256(before.encode()).hexdigest() != transcript.digest:
        raise BadRecord(f"line {lines['digest']}: this is not the digest of the lines before it: something was changed")
    return replay


def _read(text: str) -> Transcript:
    try:
        return read_record(text)
    except BadRecord as error:
        if str(error).startswith("line "):
            raise
        raise BadRecord(f"lines 1 to {text.count(chr(10))}: {error}") from error  # one is missing


def verify_file(file: str | Path) -> Replay:
    """Like `verify`, for a file."""
    try:
        data = Path(file).read_bytes()
    except OSError as error:
        raise BadRecord(f"{file}: {error.strerror}") from error
    try:
        return verify(data.decode())
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise BadRecord(f"line {line}: byte {error.start} of the file is no UTF-8") from error


def _side_by_side(found: str, right: str) -> list[tuple[str, str]]:
    """The lines of two texts in pairs, "" where one of them has no more."""
    a, b = found.split("\n"), right.split("\n")
    length = max(len(a), len(b))
    return list(zip(a + [""] * (length - len(a)), b + [""] * (length - len(b)), strict=True))
