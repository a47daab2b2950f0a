"""Rulebooks: parses `rulebook.ja.md` and `rulebook.en.md`, in which every clause has an id.

A clause is a list item that begins with its bold id, `- **K4.3** A player who ...`, and runs to the next item or
heading.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

_CLAUSE = re.compile(r"^- \*\*([A-Z]\d+\.\d+)\*\*\s+(.*)$")
_HEADING = re.compile(r"^(#+)\s+(.*)$")


@dataclass(frozen=True)
class Clause:
    """A clause of a rulebook."""

    id: str  # "K4.3"
    text: str  # Markdown, one paragraph
    section: str  # its heading


class Rulebook:
    """A game's rules in one language: the clauses by id, in order, and the whole text."""

    def __init__(self, path: Path) -> None:
        self.text = path.read_text(encoding="utf-8")
        self.title = ""
        self.clauses: dict[str, Clause] = {}
        section = ""
        current: tuple[str, list[str]] | None = None

        def close() -> None:
            if current is not None:
                id, lines = current
                if id in self.clauses:
                    raise ValueError(f"{path.name}: clause {id} appears twice")
                self.clauses[id] = Clause(id, _joined(lines), section)

        for line in self.text.splitlines():
            if heading := _HEADING.match(line):
                close()
                current = None
                if heading[1] == "#":
                    self.title = heading[2]
                else:
                    section = heading[2]
            elif clause := _CLAUSE.match(line):
                close()
                current = (clause[1], [clause[2]])
            elif current is not None and line.startswith("  "):
                current[1].append(line.strip())
            else:
                close()
                current = None
        close()

    def __getitem__(self, id: str) -> Clause:
        try:
            return self.clauses[id]
        except KeyError:
            raise KeyError(f"no clause {id!r}; there are {', '.join(self.clauses)}") from None


def _joined(lines: list[str]) -> str:
    """Join the lines of a paragraph, without a space between two Japanese characters."""
    text = lines[0]
    for line in lines[1:]:
        wide = text and line and ord(text[-1]) > 0x2E80 and ord(line[0]) > 0x2E80
        text += line if wide else f" {line}"
    return text
