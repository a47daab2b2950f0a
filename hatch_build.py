"""The build hook: a wheel carries the built front end, so that whoever installs it needs no Node.

An editable installation (a checkout) builds nothing here: `./tefuda` builds when the table is opened.
"""

import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class FrontEndHook(BuildHookInterface):
    """Builds the front end before a wheel is packed."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version != "editable":
            subprocess.run([sys.executable, str(Path(self.root, "frontend", "build.py"))], check=True)
