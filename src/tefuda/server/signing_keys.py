"""The server's signing keys: a file of their own, apart from the database.

The newest key signs the seals of new tables; a table keeps the key in its seal to its end, so older ones stay.  A copy
of the database signs nothing.  The public halves of all keys are published, those that were stolen marked.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import msgspec

from tefuda.server.protocol import SigningKey, SigningKeys
from tefuda.server.store import StoreError
from tefuda.table import fair_deal


class _Key(msgspec.Struct, frozen=True):
    private: str  # hex
    since: int  # seconds since 1970
    stolen: bool = False

    @property
    def secret(self) -> bytes:
        return bytes.fromhex(self.private)

    @property
    def public(self) -> bytes:
        return fair_deal.public_key(self.secret)


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    keys: list[_Key]


class Keyring:
    """All signing keys of a server, the newest last."""

    def __init__(self, keys: list[_Key], path: Path | None = None) -> None:
        self._keys, self._path = keys, path

    @classmethod
    def fresh(cls, random_bytes: Callable[[int], bytes], now: int, path: Path | None = None) -> Keyring:
        """Make a keyring with one new key."""
        return cls([_Key(random_bytes(fair_deal.HASH_BYTES).hex(), now)], path)

    @classmethod
    def open(cls, path: Path, random_bytes: Callable[[int], bytes], now: int) -> Keyring:
        """Read the keyring in a file, or make it there; raises StoreTrouble where neither is possible."""
        try:
            return cls.read(path.read_bytes(), path)
        except FileNotFoundError:
            keyring = cls.fresh(random_bytes, now, path)
            keyring.save()
            return keyring
        except OSError as error:
            raise StoreError(f"{path}: the signing keys cannot be read: {error}") from error

    @classmethod
    def read(cls, data: bytes, path: Path) -> Keyring:
        """Read the contents of a file; raises StoreTrouble naming it where they are no keyring."""
        return cls(_decoded(data, path), path)

    @property
    def secrets(self) -> tuple[bytes, ...]:
        """The private keys; the last one signs for new tables."""
        return tuple(key.secret for key in self._keys)

    def private(self, public: bytes) -> bytes | None:
        """Return the private half of a key that was ever ours, stolen ones included."""
        return next((key.secret for key in self._keys if key.public == public), None)

    def published(self) -> SigningKeys:
        """Return the public halves; each key is vouched for by the one before it, unless that was stolen."""
        listed = []
        for place, key in enumerate(self._keys):
            before = self._keys[place - 1] if place > 0 else None
            signed_by = signature = ""
            if before is not None and not before.stolen:
                signed_by = before.public.hex()
                signature = fair_deal.sign(before.secret, fair_deal.key_message(key.public)).hex()
            listed.append(SigningKey(key.public.hex(), key.since, key.stolen, signed_by, signature))
        return SigningKeys(tuple(listed))

    def replace(self, random_bytes: Callable[[int], bytes], now: int, *, stolen: bool) -> None:
        """Add a new key, and mark the one before it where it was stolen."""
        before = msgspec.structs.replace(self._keys[-1], stolen=stolen)
        self._keys = [*self._keys[:-1], before, _Key(random_bytes(fair_deal.HASH_BYTES).hex(), now)]
        self.save()

    def join(self, path: Path) -> None:
        """Add these keys to those in a file, if there is one; a key is stolen where either says so."""
        known = {key.private: key for key in self._keys}
        if path.exists():
            for key in _decoded(path.read_bytes(), path):
                stolen = key.stolen or (key.private in known and known[key.private].stolen)
                known[key.private] = msgspec.structs.replace(key, stolen=stolen)
        Keyring(sorted(known.values(), key=lambda key: key.since), path).save()

    def save(self) -> None:
        """Write the file as a whole, readable by its owner alone, and sync it before it counts."""
        assert self._path is not None
        unfinished = self._path.with_name(self._path.name + ".new")
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            unfinished.unlink(missing_ok=True)
            with os.fdopen(os.open(unfinished, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as file:
                file.write(msgspec.json.encode(_File(self._keys)))
                file.flush()
                os.fsync(file.fileno())
            unfinished.replace(self._path)
        except OSError as error:
            raise StoreError(f"{self._path}: the signing keys cannot be kept: {error.strerror}") from error


def _decoded(data: bytes, path: Path) -> list[_Key]:
    try:
        found = msgspec.json.decode(data, type=_File)
    except msgspec.MsgspecError as error:
        raise StoreError(f"{path}: the signing keys cannot be read: {error}") from error
    if not found.keys or any(len(key.private) != 2 * fair_deal.HASH_BYTES for key in found.keys):
        raise StoreError(f"{path}: a signing key has {2 * fair_deal.HASH_BYTES} hex digits")
    return found.keys
