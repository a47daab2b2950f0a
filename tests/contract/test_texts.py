"""Rulebooks, messages and card files: complete, the same in both languages, and without anything that nobody uses."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from random import Random

import pytest
from fluent.syntax import FluentParser
from fluent.syntax import ast as ftl

from tefuda.engine.backends import enumeration
from tefuda.engine.cards import PROVENANCES
from tefuda.engine.game import Game
from tefuda.engine.localization import LANGUAGES
from tefuda.engine.view import Words
from tests.contract.cases import CASES, PACKAGES, Case, description, every_game, happened, plays, spoken

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src/tefuda"
FOLDERS = sorted({path.parent for root in (SOURCE, ROOT / "tests/fixtures") for path in root.rglob("*.ftl")})


def game_of(slug: str) -> Game:
    return Case(slug, description(slug).players[0]).game(Random(0))


def folder_of_tests(slug: str) -> Path:
    """The folder with the tests of a game's own rules."""
    return ROOT / "tests" / ("fixtures" if PACKAGES[slug].startswith("tests.") else "games") / slug


# --------------------------------------------------------------- rulebooks


@every_game
def test_both_rulebooks_hold_the_same_clauses(slug: str) -> None:
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
def test_every_clause_is_shown_at_work_by_a_test(slug: str) -> None:
    """The tests of a game cite the clauses they show: `@pytest.mark.clause("K4.3")`."""
    cited = {clause for path in folder_of_tests(slug).rglob("test_*.py") for clause in clauses_cited(path)}
    clauses = set(game_of(slug).rulebook().clauses)
    assert cited - clauses == set(), "no such clause"
    assert clauses - cited == set(), "no test shows these clauses at work"


def clauses_cited(path: Path) -> Iterator[str]:
    """The arguments of `pytest.mark.clause` in a file, called by that name or by one that the file gives it."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names = {"pytest.mark.clause"}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and ast.unparse(node.value) in names:
            names |= {ast.unparse(target) for target in node.targets}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in names:
            for argument in node.args:
                assert isinstance(argument, ast.Constant), f"{path}:{node.lineno}: a clause is cited by its id"
                yield argument.value


# ---------------------------------------------------------------- messages


@cache
def messages(path: Path) -> frozenset[str]:
    """The ids of a Fluent file; whatever in it cannot be read, and whatever stands twice, is an error."""
    entries = FluentParser().parse(path.read_text(encoding="utf-8")).body
    junk = [entry.content for entry in entries if isinstance(entry, ftl.Junk)]
    assert junk == [], path
    ids = [entry.id.name for entry in entries if isinstance(entry, ftl.Message)]
    assert len(ids) == len(set(ids)), path
    return frozenset(ids)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_both_languages_hold_the_same_messages(folder: Path) -> None:
    ja, en = (messages(folder / f"{language}.ftl") for language in ("ja", "en"))
    assert ja == en


@every_game
def test_no_message_of_a_game_is_missing(slug: str) -> None:
    game = game_of(slug)
    needed = {"title", "tagline", "credits"} | set(said(slug))
    for option in description(slug).options:
        needed |= {f"option-{option.name}", f"option-{option.name}-help"}
    needed |= {text for path in game.folder.glob("*.py") for text in words_in(path)}
    for language in LANGUAGES:
        missing = {id for id in needed if not game.localizer(language).has(id)}
        assert missing == set(), language


@every_game
def test_no_message_of_a_game_is_unused(slug: str) -> None:
    """It is said in the games played at random, or its id stands in the game's code, or a fixed family asks for it."""
    game = game_of(slug)
    literals, beginnings = texts_in(game.folder.glob("*.py"))
    used = {"title", "tagline", "credits"} | set(said(slug)) | literals
    for option in description(slug).options:
        used |= {f"option-{option.name}", f"option-{option.name}-help"}
        used |= {f"option-{option.name}-{value}" for value in range(option.low, option.high + 1)}
    for family in ("zone", "counter", "role", "face", "mark"):
        used |= {f"{family}-{text}" for text in literals}
    used |= {f"zone-{text[:-1]}" for text in beginnings if text.endswith("-")}
    for entry in game.cards.entries if game.cards is not None else ():
        used |= {f"entry-{entry.table}", f"entry-{entry.table}-{entry.values.get('id')}"}
    # A clause that forbids something is a member of `Clause` or a constant of the rules: 403 is K4.3.
    numbers = {value for value in vars(game.rules).values() if isinstance(value, int)}
    numbers |= set(enumeration(game.rules, "Clause"))
    used |= {f"refuse-{game.clause_id(number).replace('.', '-')}" for number in numbers}
    assert messages(game.folder / "en.ftl") - used == set()


def test_no_message_of_the_engine_is_unused() -> None:
    literals, _ = texts_in(path for path in SOURCE.rglob("*.py") if "games" not in path.relative_to(SOURCE).parts)
    assert messages(SOURCE / "engine/en.ftl") - literals == set()


@cache
def said(slug: str) -> frozenset[str]:
    """The ids of all messages that random games of any number of players ask for, other than a card file's names."""
    found = set()
    for case in (case for case in CASES if case.slug == slug):
        for play in plays(case):
            for viewer in case.viewers:
                things = [*(state.view(viewer) for state in play.states)]
                heard = [play.game.observe(event, viewer) for event in happened(play)]
                for words in spoken(play.game, [*things, *heard]):
                    found |= set(ids_of(words))
    return frozenset(found)


def ids_of(words: object) -> Iterator[str]:
    """The id of some words and of all the words within them."""
    if isinstance(words, Words):
        yield words.id
        for argument in words.args.values():
            yield from ids_of(argument)


def texts_in(paths: Iterator[Path]) -> tuple[set[str], set[str]]:
    """The string constants of some files, and the constant beginnings of their f-strings."""
    literals, beginnings = set(), set()
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
                beginnings.add(str(node.values[0].value))
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                literals.add(node.value)
    return literals, beginnings


def words_in(path: Path) -> Iterator[str]:
    """The ids spelled out in the calls of `Words` in a file, whichever branch they stand in."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "Words" and node.args:
            id = node.args[0]
            choices = [id.body, id.orelse] if isinstance(id, ast.IfExp) else [id]
            yield from (one.value for one in choices if isinstance(one, ast.Constant))


# -------------------------------------------------------------- card files


def card_files() -> list[Path]:
    folders = [Path(str(import_module(package).__file__)).parent for package in PACKAGES.values()]
    return sorted(path for folder in folders for path in folder.glob("*.toml"))


@pytest.mark.parametrize("path", card_files(), ids=lambda path: f"{path.parent.name}/{path.name}")
def test_every_entry_of_a_card_file_says_where_it_comes_from(path: Path) -> None:
    content = tomllib.loads(path.read_text(encoding="utf-8"))
    entries = [entry for table in content.values() for entry in table]
    assert entries
    for entry in entries:
        assert entry["provenance"] in PROVENANCES
        assert re.search(r"\w{3}", entry["source"]), entry
