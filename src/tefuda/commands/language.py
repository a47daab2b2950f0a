"""The language a command speaks when nobody says which: that of the person's locale.

Every command with `--lang` takes its default from here.  It decides nothing about what is said.
"""

import os
from collections.abc import Mapping
from typing import Literal

Language = Literal["ja", "en"]


def locale_language(environment: Mapping[str, str] = os.environ) -> Language:
    """Japanese where the locale for messages is Japanese, else English.

    As everywhere on POSIX the first of LC_ALL, LC_MESSAGES and LANG that is set decides.

    >>> locale_language({"LANG": "ja_JP.UTF-8"})
    'ja'
    >>> locale_language({"LANG": "ja_JP.UTF-8", "LC_ALL": "C.UTF-8"})
    'en'
    """
    chosen = next((value for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (value := environment.get(name))), "")
    return "ja" if chosen.startswith("ja") else "en"
