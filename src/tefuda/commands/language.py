"""Language of the commands: that of `--lang`, else that of the user's locale."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

from tefuda.engine.localization import Localizer, localizer

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


def command_localizer(language: Language | None) -> Localizer:
    """Return the localizer of the commands' messages, in a language or in that of the locale."""
    return localizer(language or locale_language(), Path(__file__).parent)
