"""A player in another process: it gets JSON lines on its standard input and answers on its standard output.

Every line is an object; `type` says what it is.  docs/lab.md describes the lines.  The process is started once and
plays one game after another; what it writes to its standard error is passed through.
"""

from __future__ import annotations

import contextlib
import json
import queue
import shlex
import subprocess
import threading
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from tefuda.engine.errors import BadOption
from tefuda.engine.game import Game
from tefuda.engine.state import State

PROTOCOL = 1
LONGEST_LINE = 1 << 20  # characters of an answer
LONGEST_GOODBYE = 5.0  # seconds until a process that was told to stop is killed


class ProcessPlayer:
    """A player that a command starts.  Raises BadOption, naming the command, for an invalid answer."""

    values: Sequence[Mapping[int, float]] = ()

    def __init__(self, command: str, game: Game, timeout: float) -> None:
        self._command, self._timeout = command, timeout
        try:
            self._process = subprocess.Popen(  # noqa: S603 (the person at the command line gave the command)
                shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
            )
        except (OSError, ValueError) as error:
            raise BadOption(f"process:{command} cannot be started: {error}") from error
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        hello = {
            "type": "hello",
            "protocol": PROTOCOL,
            "game": game.slug,
            "players": game.num_players,
            "options": game.options,
            "constants": game.constants,
            "actions": game.action_names,
        }
        answer = self._ask(hello)
        if answer.get("type") != "ready":
            raise self._wrong(f'its answer to hello must be {{"type": "ready"}}, not {json.dumps(answer)[:200]}')

    def begin(self, game: Game, seat: int, seed: int) -> None:
        self._send({"type": "game", "seat": seat, "seed": seed})

    def choose(self, state: State, seed: int) -> str:
        seat = state.current_player
        question = {
            "type": "choose",
            "seat": seat,
            "seed": seed,
            "legal": list(state.legal_actions),
            "view": msgspec.to_builtins(state.view(seat)),
            "position": None if state.is_pending else state.position,
        }
        action = self._ask(question).get("action")
        if not isinstance(action, str):
            raise self._wrong('its answer to choose must be {"action": NOTATION}')
        return action

    def close(self) -> None:
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):  # it has ended, and never read the last line
            self._process.stdin.close()
        try:
            self._process.wait(LONGEST_GOODBYE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._reader.join()

    def _read(self) -> None:
        """Queue the lines of the process; an empty one means that it has closed its output."""
        assert self._process.stdout is not None
        while line := self._process.stdout.readline(LONGEST_LINE):
            self._lines.put(line)
        self._process.stdout.close()
        self._lines.put("")

    def _send(self, message: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(message, ensure_ascii=False, separators=(",", ":")) + "\n")
            self._process.stdin.flush()
        except OSError as error:
            raise self._wrong("it ended before the games did") from error

    def _ask(self, message: dict[str, Any]) -> dict[str, Any]:
        self._send(message)
        try:
            line = self._lines.get(timeout=self._timeout)
        except queue.Empty:
            raise self._wrong(f"it did not answer within {self._timeout:g} s") from None
        if not line:
            raise self._wrong("it ended before the games did")
        try:
            answer = json.loads(line)
        except ValueError:
            answer = None
        if not isinstance(answer, dict):
            raise self._wrong(f"its answer must be one JSON object on a line, not {line[:200]!r}")
        return answer

    def _wrong(self, why: str) -> BadOption:
        self._process.kill()
        self.close()
        return BadOption(f"process:{self._command}: {why}")
