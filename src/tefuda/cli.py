"""The ``tefuda`` command: registers the subcommands and reports their errors.

Every subcommand is a function in its own module under ``tefuda.commands``, registered by name and imported only when it
runs, so that ``tefuda --help`` does not import Numba or Textual. To add one, add a line below ``app``::

    app.command("tefuda.commands.play:play", help="Play a game against bots.")

``help`` is the command's line in ``tefuda --help``. The function's signature defines its arguments (positional before
``/``, options after ``*``), and its docstring is the text of ``tefuda play --help``. It returns None or the exit code.
For unusable input it raises :class:`tefuda.commands.UsageError` with one line that says what was wrong and what would
be right.
"""

import os
import re
import sys
from collections.abc import Sequence
from typing import Any, get_args

from cyclopts import (
    App,
    CoercionError,
    CycloptsError,
    MissingArgumentError,
    Parameter,
    Token,
    UnknownOptionError,
    UnusedCliTokensError,
    ValidationError,
    convert,
)

from tefuda import __version__
from tefuda.engine.errors import TefudaError

HELP_FLAGS = ("--help", "-h")
FRACTION = re.compile(r"[+-]?\d*\.\d*")
NUMBERS = {int: "a whole number", float: "a number"}
BOUND = re.compile(r"Must be (?P<which>[<>])= (?P<bound>\S+)\.")
BOUNDS = {">": "at least", "<": "at most"}


def shown_default(value: object) -> str | None:
    """Return a default as the help shows it; one that is empty or off is not shown."""
    return str(value) if value else None


def converted(kind: Any, tokens: Sequence[Token]) -> Any:
    """Convert the tokens of an argument; unlike Cyclopts, do not round a fraction to a whole number."""
    for token in tokens:
        if int in (kind, *get_args(kind)) and FRACTION.fullmatch(token.value):
            raise CoercionError(token=token, target_type=int)
    return convert(kind, tokens)


app = App(
    name="tefuda",
    help="Tefuda (手札): a card table for five rare Japanese card games.\n\n"
    "Without a command it opens the table in your browser. In a checkout, `./tefuda test` runs all tests.",
    version=__version__,
    help_flags=HELP_FLAGS,
    version_flags=["--version"],
    # No --no-watch beside --watch.
    default_parameter=Parameter(negative=(), show_default=shown_default, converter=converted),
    result_action="return_value",
    print_error=False,
    exit_on_error=False,
)
app.command("tefuda.commands.play:play", help="Play in the terminal: against bots, or at a table on a server.")
app.command("tefuda.commands.learn:learn", help="Learn a game in a few minutes, in the terminal.")
app.command("tefuda.commands.serve:app", name="serve", help="Serve tables to browsers.")
app.command("tefuda.commands.bots:bots", help="Compute the moves of bots for servers on a PostgreSQL database.")
app.command("tefuda.commands.replay:replay", help="Step through a recorded game.")
app.command("tefuda.commands.analyse:analyse", help="Review a recorded game: mistakes, luck and skill.")
app.command("tefuda.commands.verify:verify", help="Check that a released game was dealt fairly.")
app.command("tefuda.commands.keys:keys", help="List the keys that sign for your server, or make a new one.")
app.command("tefuda.commands.backup:backup", help="Copy everything your server keeps into one file.")
app.command("tefuda.commands.restore:restore", help="Restore your server's folder from a backup.")
app.command("tefuda.commands.migrate:migrate", help="Make or update your server's tables in PostgreSQL.")
app.command("tefuda.commands.move_data:move_data", help="Move your server's data from its folder to PostgreSQL.")
app.command("tefuda.commands.simulate:simulate", help="Run many random games and print statistics.")
app.command("tefuda.commands.rules:rules", help="Print the rules of a game, or one clause.")
app.command("tefuda.commands.cards:cards", help="Check a card file, list its cards, or show the text of one.")
app.command("tefuda.commands.lab:app", name="lab", help="Study games: matches, leagues, what-if studies, data.")
app.command("tefuda.commands.bench:bench", help="Measure speed and the strength of bots; without a command, speed.")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit code: 0 for success, 2 for an error that the user can correct.

    ``arguments`` follow ``tefuda`` and default to ``sys.argv``. Without any, the table opens in the browser.
    """
    words = list(sys.argv[1:] if arguments is None else arguments)
    try:
        if any(flag in words for flag in HELP_FLAGS):
            _show_docstring(words)
        code = app(words) if words else _open_table()
        sys.stdout.flush()  # here, where a closed pipe is not an error: at exit it is one
    except (CycloptsError, TefudaError) as error:
        text = explained(error) if isinstance(error, CycloptsError) else str(error)
        print("tefuda:", " ".join(text.split()), file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The reader closed the pipe (`tefuda rules kotori | head`). Redirect stdout, so that the flush at exit
        # does not raise again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return code if isinstance(code, int) else 0


def _show_docstring(words: Sequence[str]) -> None:
    """Let the help of a command be its docstring instead of its line in the list of commands."""
    command = app.parse_commands([word for word in words if word not in HELP_FLAGS])[1][-1]
    if all(name.startswith("-") for name in command):  # it has no subcommands
        command.help = None


def explained(error: CycloptsError) -> str:
    """Return what is wrong with a command line and where to read what would be right.

    Cyclopts's own messages speak of tokens and of Python's types.
    """
    command = " ".join(error.command_chain or ())
    name = error.argument.name if error.argument is not None else ""
    match error:
        case UnusedCliTokensError(unused_tokens=[*unused]):
            wrong = f"{command} does not take {' '.join(unused)!r}"
        case MissingArgumentError():
            wrong = f"{name} needs a value" if name.startswith("-") else f"{command} needs {name}"
        case CoercionError(token=token, target_type=kind) if token is not None and kind in NUMBERS:
            return f"{name} takes {NUMBERS[kind]}, not {token.value!r}"
        case ValidationError(argument=argument, exception_message=message) if argument is not None and (
            found := BOUND.fullmatch(message)
        ):
            return f"{name} takes {BOUNDS[found['which']]} {found['bound']}, not {argument.value}"
        case UnknownOptionError() if not str(error).endswith("?"):  # it has no suggestion
            wrong = str(error).rstrip(".")
        case _:
            return str(error)
    return f"{wrong}; see `tefuda {command} --help`"


def _open_table() -> int:
    from tefuda.commands.home import home

    home()
    return 0
