"""Cryptography of fair deals, protocol version 2: encodings, commitments, seals, keys and signatures.

Used by the server and by `tefuda verify`; `frontend/src/lib/fair-deal.ts` is the TypeScript version, tested with the
same test vectors.  `docs/fair-deals.md` explains the protocol.  Nothing here does I/O or depends on a game.

Every derived value has its own label (domain separation), so that no published value equals a secret one.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

PROTOCOL = 2
HASH_BYTES = 32  # of every secret, share, hash and key
SIGNATURE_BYTES = 64
NO_PREVIOUS = bytes(HASH_BYTES)  # `previous` of the first attempt


# ---------------------------------------------------------------- encodings


def number(value: int) -> bytes:
    """Encode an integer: 8 bytes, signed, big-endian."""
    return value.to_bytes(8, "big", signed=True)


def fields(*parts: bytes | str | int) -> bytes:
    """Encode parts in sequence, each prefixed with its length in 4 bytes; text as UTF-8, integers as `number`."""
    encoded = bytearray()
    for part in parts:
        data = part.encode() if isinstance(part, str) else number(part) if isinstance(part, int) else part
        encoded += len(data).to_bytes(4, "big") + data
    return bytes(encoded)


def labelled(label: str, *parts: bytes | str | int) -> bytes:
    """Encode parts after a label that names their purpose."""
    return fields(f"tefuda/v{PROTOCOL}/{label}", *parts)


def _hash(label: str, *parts: bytes | str | int) -> bytes:
    return hashlib.sha256(labelled(label, *parts)).digest()


def _pairs(values: Mapping[int, bytes]) -> bytes:
    """Encode (seat, value) pairs in the order of the seats."""
    return fields(*(part for seat in sorted(values) for part in (seat, values[seat])))


# --------------------------------------------------------- the deal's values


def attempt_secret(table_secret: bytes, table: str, attempt: int) -> bytes:
    """Derive S, the server's secret of one attempt to deal, from the 32 secret bytes of the table."""
    return hmac.digest(table_secret, labelled("secret", table, attempt), "sha256")


def commitment(secret: bytes) -> bytes:
    """Compute C, the published commitment to an attempt's secret."""
    return _hash("commit", secret)


def pledge(share: bytes) -> bytes:
    """Compute h, the published pledge of a client's secret share."""
    return _hash("pledge", share)


def setup(
    table: str, game: str, rules: str, cards: bytes, options: Mapping[str, int], seats: Sequence[str], start: str = ""
) -> bytes:
    """Encode the setup of a game: options sorted by name in byte order, each seat as "person" or "bot LEVEL"."""
    ordered = sorted(options.items(), key=lambda item: item[0].encode())
    return fields(
        table, game, rules, cards, fields(*(part for option in ordered for part in option)), fields(*seats), start
    )


def seal(
    server: bytes, setup: bytes, attempt: int, previous: bytes, commitment: bytes, pledges: Mapping[int, bytes]
) -> bytes:
    """Compute X, the seal: a hash over everything that determines the key of an attempt.

    `server` is the server's public key, `previous` the call-off of the previous attempt, or NO_PREVIOUS.
    """
    return _hash("seal", server, setup, attempt, previous, commitment, _pairs(pledges))


def call_off(seal: bytes, silent: Iterable[int]) -> bytes:
    """Compute Y, the call-off of an attempt, which names the seats whose share is missing."""
    return _hash("called-off", seal, fields(*sorted(silent)))


def draw_key(secret: bytes, seal: bytes, shares: Mapping[int, bytes]) -> bytes:
    """Compute K, the key of all draws, from the server's secret and the shares of all seats that pledged."""
    return hmac.digest(secret, labelled("deal", seal, _pairs(shares)), "sha256")


# ---------------------------------------------------------------- signatures


def seal_message(seal: bytes) -> bytes:
    """Encode the message that is signed for a seal."""
    return labelled("sign-seal", seal)


def record_message(digest: bytes) -> bytes:
    """Encode the message that is signed for a record with this SHA-256."""
    return labelled("sign-record", digest)


def key_message(next_key: bytes) -> bytes:
    """Encode the message that a signing key signs for its successor."""
    return labelled("sign-key", next_key)


@lru_cache(16)
def _private(key: bytes) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(key)


def public_key(private: bytes) -> bytes:
    """Derive the Ed25519 public key (32 bytes) of a private one."""
    return _private(private).public_key().public_bytes_raw()


def sign(private: bytes, message: bytes) -> bytes:
    """Sign a message with Ed25519; deterministic, 64 bytes."""
    return _private(private).sign(message)


def is_signed(public: bytes, message: bytes, signature: bytes) -> bool:
    """Whether an Ed25519 signature is valid; False for malformed keys and signatures."""
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True
