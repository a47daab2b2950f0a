"""`tefuda keys`: lists or replaces the keys that sign the seals and records of a server's tables."""

from __future__ import annotations

import secrets
import time
from datetime import UTC, datetime
from pathlib import Path

from tefuda.commands import UsageError
from tefuda.commands.language import Language, command_localizer


def keys(
    *, data: Path | None = None, replace: bool = False, stolen: bool = False, lang: Language | None = None
) -> None:
    """List the public signing keys of a server, or replace the newest one.

    Tables that are sealed already keep the key in their seal. A running server uses a new key for the tables that it
    loads from then on.

    Parameters
    ----------
    data: Path
        The server's folder; by default $TEFUDA_DATA, else your own folder for data. $TEFUDA_SIGNING_KEYS names another
        file for the keys.
    replace: bool
        Make a new key, for which the one before it vouches.
    stolen: bool
        Make a new key and mark the one before it as stolen: what that one signed proves nothing by itself.
    lang: str
        Language, ja or en; by default that of your locale.
    """
    from tefuda.commands.serve import data_folder, signing_keys_file
    from tefuda.server.store.errors import StoreError
    from tefuda.server.store.signing_keys import Keyring

    file, now = signing_keys_file(data or data_folder()), int(time.time())
    try:
        keyring = Keyring.open(file, secrets.token_bytes, now)
        if replace or stolen:
            keyring.replace(secrets.token_bytes, now, stolen=stolen)
    except StoreError as error:
        raise UsageError(str(error)) from error
    words = command_localizer(lang)
    print(words.say("keys-file", file=str(file)))
    for key in keyring.published().keys:
        since = datetime.fromtimestamp(key.since, UTC).date().isoformat()
        print(words.say("keys-one", key=key.key, since=since, state="stolen" if key.stolen else "used"))
    if replace or stolen:
        print(words.say("keys-running"))
