"""Messages of the commands: equal in both languages, with equal arguments, and all used."""

import re
from pathlib import Path

from fluent.syntax import FluentParser, ast
from fluent.syntax.visitor import Visitor

from tefuda.table.verify import Verdict

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


def verification_messages() -> set[str]:
    """Return the messages that `verify` composes from claims, verdicts and reasons."""
    code = (COMMANDS.parent / "table" / "verify.py").read_text(encoding="utf-8")
    claims = re.findall(r'(?:_claim|Claim)\(\s*"([a-z-]+)"', code)
    reasons = re.findall(r'(?:_False\(\s*|Verdict\.[A-Z_]+, |verdict, |else )"([a-z-]+)"', code)
    verdicts = [verdict.value for verdict in Verdict]
    return {f"claim-{id}" for id in claims} | {f"reason-{id}" for id in reasons} | {f"verdict-{id}" for id in verdicts}


def test_no_message_is_unused() -> None:
    code = "".join(path.read_text(encoding="utf-8") for path in COMMANDS.glob("*.py"))
    literals = set(re.findall(r'"([a-z]+-[a-z-]+)"', code))
    columns = {f"simulate-{name}" for name in ("seat", "wins", "rank", "score")}  # composed by `simulate`
    columns |= verification_messages()
    assert messages("en").keys() <= literals | columns
