"""Textual's waits are as long as those of all tests."""

from textual.pilot import Pilot

from harness.server.doubles import PATIENCE

Pilot._wait_for_screen.__defaults__ = (PATIENCE,)  # 30 s are too short on a very busy machine
