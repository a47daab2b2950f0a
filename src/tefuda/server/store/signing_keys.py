"""The server's signing keys, in a file apart from the database, so that a copy of the database cannot sign.

The newest key signs the seals of new tables.  A table uses the key of its first seal to its end, so older keys are
kept.  The public halves of all keys are published; stolen keys are marked.  A running server follows the file: with
several workers, some may have started after a key was replaced, and the others must know that key as well.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import msgspec

from tefuda.server.logs import log
from tefuda.server.protocol.http import SigningKey, SigningKeys
from tefuda.server.store.errors import StoreError
from tefuda.server.store.files import give_to_owner, sync_folder
from tefuda.table import fair_deal


class _Key(msgspec.Struct, frozen=True):
    private: Annotated[str, msgspec.Meta(pattern=f"^[0-9a-fA-F]{{{2 * fair_deal.HASH_BYTES}}}$")]
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

    def __init__(self, keys: list[_Key], path: Path | None) -> None:
        self._keys, self._path = keys, path
        self._followed: tuple[int, ...] = ()  # the state of the file when it was last read

    @classmethod
    def fresh(cls, random_bytes: Callable[[int], bytes], now: int, path: Path | None = None) -> Keyring:
        """Make a keyring with one new key."""
        return cls([_Key(random_bytes(fair_deal.HASH_BYTES).hex(), now)], path)

    @classmethod
    def open(cls, path: Path, random_bytes: Callable[[int], bytes], now: int) -> Keyring:
        """Read the keyring in a file, or create the file; raises StoreError if neither is possible.

        If several processes create it at once, all of them get the keyring of the first.
        """
        try:
            if not path.exists():
                cls.fresh(random_bytes, now, path).write(os.link)
            return cls.read(path.read_bytes(), path)
        except OSError as error:
            raise StoreError(f"{path}: the signing keys cannot be read: {error}") from error

    @classmethod
    def read(cls, data: bytes, path: Path) -> Keyring:
        """Parse the contents of a keyring file; raises StoreError naming `path` if they are invalid."""
        return cls(_decoded(data, path), path)

    @property
    def secrets(self) -> tuple[bytes, ...]:
        """The private keys, oldest first; the last one signs for new tables."""
        self._follow()
        return tuple(key.secret for key in self._keys)

    def private(self, public: bytes) -> bytes | None:
        """Return the private half of a public key, stolen or not; None for an unknown key."""
        self._follow()
        return next((key.secret for key in self._keys if key.public == public), None)

    def published(self) -> SigningKeys:
        """Return the public halves; each key is signed by its predecessor, unless that was stolen."""
        self._follow()
        published = []
        for index, key in enumerate(self._keys):
            previous = self._keys[index - 1] if index > 0 else None
            signed_by = signature = ""
            if previous is not None and not previous.stolen:
                signed_by = previous.public.hex()
                signature = fair_deal.sign(previous.secret, fair_deal.key_message(key.public)).hex()
            published.append(SigningKey(key.public.hex(), key.since, key.stolen, signed_by, signature))
        return SigningKeys(tuple(published))

    def _follow(self) -> None:
        """Read the file again if it has changed; if that is not possible, the keys stay as they are."""
        if self._path is None or (state := _state(self._path)) == self._followed:
            return
        self._followed = state
        try:
            self._keys = _decoded(self._path.read_bytes(), self._path)
        except (OSError, StoreError) as error:
            log.warning("keys-not-read", error=str(error))

    def replace(self, random_bytes: Callable[[int], bytes], now: int, *, stolen: bool) -> None:
        """Add a new key, and set whether the previous one was stolen."""
        previous = msgspec.structs.replace(self._keys[-1], stolen=stolen)
        self._keys = [*self._keys[:-1], previous, _Key(random_bytes(fair_deal.HASH_BYTES).hex(), now)]
        self.save()

    def join(self, path: Path) -> None:
        """Merge these keys into a file, which may not exist; a key is stolen if either side marks it."""
        merged = {key.private: key for key in self._keys}
        if path.exists():
            for key in _decoded(path.read_bytes(), path):
                stolen = key.stolen or (key.private in merged and merged[key.private].stolen)
                merged[key.private] = msgspec.structs.replace(key, stolen=stolen)
        Keyring(sorted(merged.values(), key=lambda key: key.since), path).save()

    def save(self) -> None:
        """Write the file atomically and durably, readable by its owner only."""
        self.write(os.replace)

    def write(self, publish: Callable[[Path, Path], object]) -> None:
        """Write the keys to a temporary file, which `publish` gives the name of the keyring.

        With `os.link` an existing file stays as it is.
        """
        assert self._path is not None
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            descriptor, name = tempfile.mkstemp(prefix=f"{self._path.name}.", dir=self._path.parent)  # owner only
            unfinished = Path(name)
            try:
                with os.fdopen(descriptor, "wb") as file:
                    file.write(msgspec.json.encode(_File(self._keys)))
                    file.flush()
                    os.fsync(file.fileno())
                give_to_owner(unfinished)
                with contextlib.suppress(FileExistsError):
                    publish(unfinished, self._path)
            finally:
                unfinished.unlink(missing_ok=True)
            sync_folder(self._path.parent)
        except OSError as error:
            raise StoreError(f"{self._path}: the signing keys cannot be kept: {error.strerror}") from error


def _state(path: Path) -> tuple[int, ...]:
    """Return what changes with a file, nothing if there is none."""
    try:
        found = path.stat()
    except OSError:
        return ()
    return found.st_ino, found.st_size, found.st_mtime_ns


def _decoded(data: bytes, path: Path) -> list[_Key]:
    try:
        file = msgspec.json.decode(data, type=_File)
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise StoreError(f"{path}: the signing keys cannot be read: {error}") from error
    if not file.keys:
        raise StoreError(f"{path} holds no signing key")
    return file.keys
