"""Proof of a finished game: fetches the signed record, checks it in full, and gives the outcome in one line.

This client has the rules, too, so it checks everything that `tefuda verify` does.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import msgspec

from tefuda.client.deal_store import KeptShare
from tefuda.client.errors import ClientError
from tefuda.client.giver import Giver, Standing
from tefuda.client.state_folder import write
from tefuda.engine.errors import TefudaError
from tefuda.engine.view import Words
from tefuda.table.table_record import SignedRecord, read
from tefuda.table.verify import COPY, Claim, MyCopy, Verdict, verify

RECORD, MY_COPY = "record.txt", "my-copy.json"


class Proof(NamedTuple):
    """The outcome: a message of the client, and where record and copy are kept, if they are."""

    words: Words
    record: Path | None = None
    copy: Path | None = None


class Evidence(NamedTuple):
    """What a client knows of a deal when its game is over."""

    standing: Standing
    share: KeptShare | None
    my_copy: MyCopy | None
    key: bytes | None  # of the server, as this client trusts it


def evidence_of(giver: Giver, servers: list[str]) -> Evidence:
    """Return what the client knows as a giver of shares."""
    share, standing = giver.given, giver.standing
    facts = giver.facts
    trusted = bytes.fromhex(facts.deal.server) if facts is not None and facts.deal.server in servers else None
    if share is None:
        return Evidence(standing, None, None, trusted)
    call_offs = [one.call_off for one in giver.call_offs]
    copy = MyCopy(
        COPY,
        share.table,
        share.server,
        share.seat,
        share.attempt,
        share.seal,
        share.signature,
        share.share,
        call_offs,
        giver.seen,
    )
    return Evidence(standing, share, copy, trusted)


def prove(evidence: Evidence, text: str, folder: Path, cards: Path | None) -> Proof:
    """Check the text of a signed record, keep it, and return what is proven of the game.  Takes seconds.

    Raises ClientError if it cannot be kept.
    """
    if evidence.standing in ("none", "old"):
        return Proof(Words(f"standing-{evidence.standing}"))
    record_file, copy_file = folder / RECORD, folder / MY_COPY
    write(record_file, text.encode())
    if evidence.my_copy is not None:
        write(copy_file, msgspec.json.encode(evidence.my_copy))
    kept = Proof(Words("proof-false"), record=record_file, copy=copy_file if evidence.my_copy is not None else None)
    try:
        record = read(text)
        done = verify(record, key=evidence.key, copy=evidence.my_copy, cards=str(cards) if cards else None)
    except TefudaError as error:
        return kept._replace(words=Words("proof-unreadable", {"why": str(error)}))
    false = next((claim for claim in done.claims if claim.verdict is Verdict.FALSE), None)
    if evidence.standing == "broken":
        return kept._replace(words=Words("standing-broken"))
    if false is not None:
        return kept._replace(words=_words("proof-false", false))
    if evidence.my_copy is None or evidence.standing != "giver":
        return kept._replace(words=_without_share(record))
    unproven = next((one for one in done.claims if one.verdict is not Verdict.PROVEN and one.id != "never"), None)
    if unproven is not None:
        return kept._replace(words=_words("proof-not", unproven))
    return kept._replace(words=Words("proof-proven"))


def unreleased(error: ClientError, language: str) -> Proof:
    """Return the outcome for a record that could not be fetched: nothing is proven."""
    return Proof(Words("proof-unreleased", {"why": error.text(language)}))


def _words(id: str, claim: Claim) -> Words:
    return Words(id, {"why": Words(f"reason-{claim.reason}", dict(claim.values))})


def _without_share(record: SignedRecord) -> Words:
    """Return the message for someone who gave no share: the rest is the operator's word."""
    givers = len(record.attempts[-1].pledges)
    return Words("proof-others", {"count": givers}) if givers else Words("standing-server")
