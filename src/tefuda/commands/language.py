"""Default language of the commands, from the user's locale.

Every command with `--lang` uses it.
"""

import os
from collections.abc import Mapping
from typing import Literal

Language = Literal["ja", "en"]


def locale_language(environment: Mapping[str, str] = os.environ) -> Language:
    """Return the language of messages in the locale: Japanese if that is Japanese, else English.

    As POSIX requires, the first of LC_ALL, LC_MESSAGES and LANG that is set decides.

        >>> locale_language({"LANG": "ja_JP.UTF-8"})
        'ja'
        >>> locale_language({"LANG": "ja_JP.UTF-8", "LC_ALL": "C.UTF-8"})
        'en'
    """
    chosen = next((value for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (value := environment.get(name))), "")
    return "ja" if chosen.startswith("ja") else "en"
