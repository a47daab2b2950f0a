"""A player in another process: it gets JSON lines on its standard input and answers on its standard output.

Every line is an object; `type` says what it is.  docs/lab.md describes the lines.  The process is started once and
plays one game after another; what it writes to its standard error is passed through.  No call blocks longer than the
timeout: threads write to it and read from it, and all processes that its command started are killed together.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import shlex
import signal
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
EXIT_SECONDS = 5.0  # until a process that was told to stop is killed

_running: set[ProcessPlayer] = set()  # even while they begin
_starting = threading.Lock()


class ProcessPlayer:
    """A player that a command starts.  Raises BadOption, naming the command, for an invalid answer."""

    values: Sequence[Mapping[int, float]] = ()

    def __init__(self, command: str, game: Game, timeout: float) -> None:
        self._command, self._timeout = command, timeout
        try:
            with _starting:
                self._process = subprocess.Popen(  # noqa: S603 (the person at the command line gave the command)
                    shlex.split(command),
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    encoding="utf-8",
                    errors="replace",
                    start_new_session=True,  # a group of its own, with whatever it starts
                )
                _running.add(self)
        except (OSError, ValueError) as error:
            raise BadOption(f"process:{command} cannot be started: {error}") from error
        self._outgoing: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._threads = [threading.Thread(target=run, daemon=True) for run in (self._write, self._read)]
        for thread in self._threads:
            thread.start()
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
            raise self._failure(f'its answer to hello must be {{"type": "ready"}}, not {json.dumps(answer)[:200]}')

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
            raise self._failure('its answer to choose must be {"action": NOTATION}')
        return action

    def close(self) -> None:
        self._outgoing.put("")
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(EXIT_SECONDS)
        self.kill()
        self._process.wait()
        for thread in self._threads:
            thread.join(EXIT_SECONDS)  # a process that has left its group may still hold the pipes

    def kill(self) -> None:
        """Kill all processes that the command has started, as far as they run."""
        _running.discard(self)
        with contextlib.suppress(ProcessLookupError, PermissionError):  # all of them have ended
            os.killpg(self._process.pid, signal.SIGKILL)

    def _write(self) -> None:
        """Send the queued lines; close the input of the process at an empty one."""
        assert self._process.stdin is not None
        with contextlib.suppress(OSError), self._process.stdin as stdin:  # it has closed its input
            while line := self._outgoing.get():
                stdin.write(line)
                stdin.flush()

    def _read(self) -> None:
        """Queue the lines of the process; an empty one means that it has closed its output."""
        assert self._process.stdout is not None
        with self._process.stdout as stdout:
            while line := stdout.readline(LONGEST_LINE):
                self._lines.put(line)
        self._lines.put("")

    def _send(self, message: dict[str, Any]) -> None:
        self._outgoing.put(json.dumps(message, ensure_ascii=False, separators=(",", ":")) + "\n")

    def _ask(self, message: dict[str, Any]) -> dict[str, Any]:
        self._send(message)
        try:
            line = self._lines.get(timeout=self._timeout)
        except queue.Empty:
            raise self._failure(f"it did not answer within {self._timeout:g} s") from None
        if not line:
            raise self._failure("it ended before the games did")
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            answer = None
        if not isinstance(answer, dict):
            raise self._failure(f"its answer must be one JSON object on a line, not {line[:200]!r}")
        return answer

    def _failure(self, why: str) -> BadOption:
        self.kill()
        self.close()
        return BadOption(f"process:{self._command}: {why}")


def kill_processes(*, last: bool) -> None:
    """Kill the processes of all players that are not closed; after the `last` time no thread can start another one."""
    _starting.acquire()
    for player in list(_running):
        player.kill()
    if not last:
        _starting.release()
