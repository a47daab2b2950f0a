"""Build hook: includes the built front end in the wheel, so that installing it needs no Node.

An editable installation builds nothing here: `./tefuda` builds the front end when it is needed.
"""

import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class FrontEndHook(BuildHookInterface):
    """Builds the front end before the wheel is packed."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version != "editable":
            subprocess.run([sys.executable, str(Path(self.root, "frontend", "build.py"))], check=True)
