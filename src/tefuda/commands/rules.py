"""`tefuda rules`: prints a game's rulebook or one clause of it, and which cards are reconstructed.

The text is that of `rulebook.ja.md` or `rulebook.en.md`, unchanged.
"""

from __future__ import annotations

from typing import ClassVar

from rich.console import Console, ConsoleOptions, RenderResult
from rich.markdown import Markdown, MarkdownElement, Paragraph

from tefuda.commands import UsageError
from tefuda.commands.language import Language, command_localizer, locale_language
from tefuda.engine.cards import Entry
from tefuda.engine.game import Game, load
from tefuda.terminal.line_breaking import line_starts

WIDEST = 100  # cells; longer lines are hard to read


def rules(game: str, clause: str | None = None, /, *, lang: Language | None = None) -> None:
    """Print the rules of a game, or one clause of them.

    Parameters
    ----------
    game: str
        The game's name, such as kotori.
    clause: str
        The clause, such as K4.3; by default the whole rulebook.
    lang: str
        Language, ja or en; by default that of your locale.
    """
    language = lang or locale_language()
    chosen = load(game)
    text = _whole(chosen, language) if clause is None else _clause(chosen, clause, language)
    console = Console()
    with console.capture() as shown:
        console.print(_Prose(text), width=min(console.width, WIDEST))
    for line in shown.get().strip("\n").splitlines():
        print(line.rstrip())


class _Paragraph(Paragraph):
    """A paragraph with our own line breaking: Rich breaks lines only at spaces, and Japanese has none."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for line in self.text.divide(line_starts(self.text.plain, options.max_width)):
            line.rstrip()
            yield line


class _Prose(Markdown):
    elements: ClassVar[dict[str, type[MarkdownElement]]] = {**Markdown.elements, "paragraph_open": _Paragraph}


def _whole(game: Game, language: Language) -> str:
    text = game.rulebook(language).text
    invented = game.cards.reconstructed if game.cards is not None else ()
    if not invented:
        return text
    lead = command_localizer(language).say("rules-reconstructed")
    names = "\n".join(f"- {_name(game, entry, language)}" for entry in invented)
    return f"{text}\n---\n\n{lead}\n\n{names}\n"


def _name(game: Game, entry: Entry, language: Language) -> str:
    """Return the name of an entry of the card file, or its position in the file if the game has no name for it."""
    named = game.entry_name(entry)
    return str(entry) if named is None else game.say(named, language)


def _clause(game: Game, clause: str, language: Language) -> str:
    clauses = game.rulebook(language).clauses
    found = clauses.get(clause.upper())
    if found is None:
        raise UsageError(f"{game.slug} has no clause {clause!r}; there are {', '.join(clauses)}")
    return f"## {found.section}\n\n- **{found.id}** {found.text}\n"
