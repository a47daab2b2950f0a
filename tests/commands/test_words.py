"""Messages of the commands: equal in both languages, with equal arguments."""

from pathlib import Path

from fluent.syntax import FluentParser, ast
from fluent.syntax.visitor import Visitor

COMMANDS = Path(__file__).parents[2] / "src" / "tefuda" / "commands"


class Variables(Visitor):
    """Collects the arguments of a message."""

    def __init__(self) -> None:
        self.names: set[str] = set()

    def visit_VariableReference(self, node: ast.VariableReference) -> None:  # noqa: N802  # called by this name
        self.names.add(node.id.name)


def messages(language: str) -> dict[str, set[str]]:
    """Return the arguments of each message by id."""
    resource = FluentParser().parse((COMMANDS / f"{language}.ftl").read_text(encoding="utf-8"))
    assert not [entry for entry in resource.body if isinstance(entry, ast.Junk)]
    arguments: dict[str, set[str]] = {}
    for entry in resource.body:
        if isinstance(entry, ast.Message):
            visitor = Variables()
            visitor.visit(entry)
            arguments[entry.id.name] = visitor.names
    return arguments


def test_both_languages_have_the_same_messages_and_arguments() -> None:
    japanese, english = messages("ja"), messages("en")
    assert japanese.keys() == english.keys()
    rates = {"millions", "man"}  # Japanese counts in 万, English in millions
    for id, names in english.items():
        assert japanese[id] - rates == names - rates, id
