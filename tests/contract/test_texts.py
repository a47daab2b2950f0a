"""Rulebooks, messages and card files are complete and consistent between the languages."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from random import Random

import pytest
from fluent.syntax import FluentParser
from fluent.syntax import ast as ftl
from fluent.syntax.visitor import Visitor

from harness.contract.cases import FIXTURES, PACKAGES, Case, description, every_game
from tefuda.engine.cards import PROVENANCES
from tefuda.engine.game import Game
from tefuda.engine.localization import LANGUAGES

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src/tefuda"
FOLDERS = sorted({path.parent for root in (SOURCE, FIXTURES) for path in root.rglob("*.ftl")})
# Arguments that only one language needs: for numbers, articles, forms of verbs, units of large numbers.
OF_ONE_LANGUAGE = {"count", "class", "article", "start", "gloss", "role", "animal", "man", "millions"}


def game_of(slug: str) -> Game:
    return Case(slug, description(slug).players[0]).game(Random(0))


def folder_of_tests(slug: str) -> Path:
    """Return the folder with the tests of a game's own rules."""
    _, folder, _ = PACKAGES[slug].split(".")
    return ROOT / "tests" / folder / slug


# --------------------------------------------------------------- rulebooks


def test_every_game_has_its_own_letter_of_clauses() -> None:
    slugs: dict[str, list[str]] = {}
    for slug in PACKAGES:
        slugs.setdefault(description(slug).letter, []).append(slug)
    assert [shared for shared in slugs.values() if len(shared) > 1] == []


@every_game
def test_both_rulebooks_have_the_same_clauses(slug: str) -> None:
    game = game_of(slug)
    books = [game.rulebook(language) for language in LANGUAGES]
    assert list(books[0].clauses) == list(books[1].clauses)
    assert [clause[0] for clause in books[0].clauses] == [description(slug).letter] * len(books[0].clauses)
    for book in books:
        assert book.title
        assert all(clause.text and clause.section for clause in book.clauses.values())
    assert description(slug).turn_clause in books[0].clauses
    assert {option.clause for option in description(slug).options} <= set(books[0].clauses)


@every_game
def test_every_clause_is_cited_by_a_test(slug: str) -> None:
    """The tests of a game cite the clauses they cover: `@pytest.mark.clause("K4.3")`."""
    cited = {clause for path in folder_of_tests(slug).rglob("test_*.py") for clause in clauses_cited(path)}
    clauses = set(game_of(slug).rulebook().clauses)
    assert cited - clauses == set(), "unknown clause"
    assert clauses - cited == set(), "no test cites these clauses"


def clauses_cited(path: Path) -> Iterator[str]:
    """Yield the arguments of `pytest.mark.clause` in a file, even when it is used through an alias."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names = {"pytest.mark.clause"}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and ast.unparse(node.value) in names:
            names |= {ast.unparse(target) for target in node.targets}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in names:
            for argument in node.args:
                assert isinstance(argument, ast.Constant), f"{path}:{node.lineno}: cite a clause by its literal id"
                yield argument.value


# ---------------------------------------------------------------- messages


class Variables(Visitor):
    """Collects the arguments of a message."""

    def __init__(self) -> None:
        self.names: set[str] = set()

    def visit_VariableReference(self, node: ftl.VariableReference) -> None:  # noqa: N802  # called by this name
        self.names.add(node.id.name)


def messages(path: Path) -> dict[str, set[str]]:
    """Return the ids of a Fluent file with their arguments; unparsable or duplicate entries are errors."""
    entries = FluentParser().parse(path.read_text(encoding="utf-8")).body
    junk = [entry.content for entry in entries if isinstance(entry, ftl.Junk)]
    assert junk == [], path
    arguments: dict[str, set[str]] = {}
    for entry in entries:
        if isinstance(entry, ftl.Message):
            assert entry.id.name not in arguments, path
            variables = Variables()
            variables.visit(entry)
            arguments[entry.id.name] = variables.names
    return arguments


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: str(folder.relative_to(ROOT)))
def test_both_languages_have_the_same_messages_and_arguments(folder: Path) -> None:
    ja, en = (messages(folder / f"{language}.ftl") for language in ("ja", "en"))
    assert ja.keys() == en.keys()
    different = {id: ja[id] ^ en[id] for id in ja if not ja[id] ^ en[id] <= OF_ONE_LANGUAGE}
    assert different == {}


@every_game
def test_game_has_every_message_that_its_code_names(slug: str) -> None:
    """Messages with composed ids are covered by `test_everything_shown_has_a_message`."""
    game = game_of(slug)
    needed = {"title", "tagline", "goal", "credits"}
    for option in description(slug).options:
        needed |= {f"option-{option.name}", f"option-{option.name}-help"}
    needed |= {text for path in game.folder.glob("*.py") for text in literal_ids(path)}
    if game.openings:
        needed |= {"openings", "opening", "opening-typed", "opening-typed-help"}
    for language in LANGUAGES:
        missing = {id for id in needed if not game.localizer(language).has(id)}
        assert missing == set(), language


def literal_ids(path: Path) -> Iterator[str]:
    """Yield the literal ids in the calls of `Words` in a file, including both branches of a condition."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "Words" and node.args:
            id = node.args[0]
            choices = [id.body, id.orelse] if isinstance(id, ast.IfExp) else [id]
            yield from (one.value for one in choices if isinstance(one, ast.Constant))


# -------------------------------------------------------------- card files


def card_files() -> list[Path]:
    folders = [Path(str(import_module(package).__file__)).parent for package in PACKAGES.values()]
    return sorted(path for folder in folders for path in folder.glob("*.toml") if path.name != "lesson.toml")


@pytest.mark.parametrize("path", card_files(), ids=lambda path: f"{path.parent.name}/{path.name}")
def test_every_card_entry_states_its_source(path: Path) -> None:
    content = tomllib.loads(path.read_text(encoding="utf-8"))
    entries = [entry for table in content.values() for entry in table]
    assert entries
    for entry in entries:
        assert entry["provenance"] in PROVENANCES
        assert re.search(r"\w{3}", entry["source"]), entry
