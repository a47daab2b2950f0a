"""Wording of all that players read: one term for one thing, and one form for each kind of message."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path

import pytest
from fluent.syntax import FluentParser
from fluent.syntax import ast as ftl

ROOT = Path(__file__).parents[2]
FOLDERS = sorted({path.parent for folder in ("src", "frontend/src") for path in (ROOT / folder).rglob("*.ftl")})
every_folder = pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: str(folder.relative_to(ROOT)))

# Forbidden patterns, by the term to use instead.
NEVER_JA = {
    "卓": "テーブル",
    "ホスト": "卓の主",
    "観戦する、観戦者": "見るだけ|観客",
    "1回目の山札、2回目の山札": "[12１２]組目の山札|[二2２]つ目の山札",
    "ボットに任せる、ボットが代行中": "代打ち|(?<!値)打ち(?!消)|打つ|打って|打った",
    "ゲーム、プレイ中": "対局",
    "ログ": "できごと",
    "プレイ補助": "手助け",
    "ルール、条項": "規則(?!変格)",
    "復元": "再構成|補った|もとのカード",
    "記録、リプレイ": "棋譜",
    "元の": "もとの",
    "だれ": "誰",
    "値付け": "競りに出",
    "カタカナカード": "カナ(?<!タカナ)カード",
    "〜": "～",  # forbids the full-width tilde
    "1つ目": "[0-9１-９}]め",  # full-width digits as well
    "招待リンク": "招待URL",
    "重ねる先のことば": "相手のことば",
    "構築済みデッキ": "できあい",
    "席1、空席": "番の席|席をあける",
    "ホーム": "卓の一覧",
    "公開卓": "ひらかれた卓|開いた卓",
    "同率": "並んで1位",
    "当卓の裁定": "(?<!当卓の)裁定",
}  # fmt: skip
NEVER_EN = {
    "table, Home": r"\ball tables\b",
    "open seat": r"\bfree seats?\b",
    "spectator": r"\bonlooker",
    "invite": r"\binvitation\b",
    "invite link": r"\binvitation links?\b",
    "public table": r"\bopen tables\b",
    "a bot takes over": r"\bplays? on for\b|\bbot plays on\b",
    "game": r"\bthe game is over$",
    "pick": r"\blaps?\b",
    "deck": r"\bpiles?\b",
    "bust": r"\bbursts?\b",
    "bust risk, bust card": r"\bburst (chance|risk|card)s?\b",
    "crease": r"\bfold at\b",
    "expose": r"\b(lay|lays|laid) open\b",
    "opponent": r"\bother side\b",
    "adnominal": r"\battributive \((?!連体形)",
    "godan verb": r"\b(five|one)-grade\b",
    "log": r"\bwhat happened\b",
    "play aids": r"\bhelping numbers\b|\bhints are\b",
    "anyone, someone, you": r"\b(any|some|every)body\b|\bwhoever\b",
    "our reconstruction": r"\binvented\b",
    "starter decks": r"\bready-made\b(?<!-ready-made)",  # not ids of messages
    "host": r"\bowner of the table\b",
    "you yourself": r"\banew\b|\boneself\b",
    "yield": r"\bhand(s|ing)? the turn on\b",
}

# Arguments that are not numbers: Latin words keep the spaces around them.
NO_NUMBERS = {
    *("action", "address", "clause", "example", "file", "first", "folder", "keys", "known", "last", "method", "name"),
    *("reason", "release", "why", "command", "key", "a", "b", "database", "role"),
    *("link", "server", "to", "game", "table", "player"),
}
JAPANESE = r"[ぁ-ゖァ-ヺー一-龥々％]"  # the full-width per cent sign

# These hold in all text, also for developers; the others have more senses there, such as bursts of messages.
EVERYWHERE = (
    *("open seat", "spectator", "invite link", "bust risk, bust card", "crease", "expose", "adnominal", "godan verb"),
    *("anyone, someone, you", "starter decks", "host", "you yourself", "yield"),
)
TEXT_FOLDERS = (
    "src",
    "harness",
    "tests",
    "benchmarks",
    "docs",
    "deploy",
    "frontend/src",
    "frontend/tests",
    "frontend/public",
)
TEXT_TYPES = {".py", ".c", ".ts", ".svelte", ".css", ".tcss", ".js", ".md", ".ipynb", ".toml", ".yml", ".ftl"}


@cache
def prose() -> dict[str, list[tuple[str, str]]]:
    """Return the passages that players read outside of messages, by language: READMEs, rulebooks and card files."""
    found: dict[str, list[tuple[str, str]]] = {"ja": [], "en": []}
    for path in (ROOT / "README.md", ROOT / "README.ja.md", *(ROOT / "src").rglob("rulebook.*.md")):
        language = "ja" if path.name.endswith(".ja.md") else "en"
        found[language] += [(str(path.relative_to(ROOT)), line) for line in path.read_text("utf-8").splitlines()]
    for path in (ROOT / "src").rglob("*.toml"):
        for text in strings(tomllib.loads(path.read_text("utf-8"))):
            found["ja" if re.search(JAPANESE, text) else "en"].append((str(path.relative_to(ROOT)), text))
    return found


def strings(value: object) -> Iterator[str]:
    """Yield the texts of a TOML file, without sources, positions and ids."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, one in value.items():
            if name not in ("source", "position", "point"):
                yield from strings(one)
    elif isinstance(value, list):
        for one in value:
            yield from strings(one)


@cache
def messages(path: Path) -> dict[str, list[str]]:
    """Return all texts of each message by id; an argument appears as `{name}`."""
    body = FluentParser().parse(path.read_text(encoding="utf-8")).body
    return {one.id.name: list(texts(one.value)) for one in body if isinstance(one, ftl.Message) and one.value}


def texts(pattern: ftl.Pattern) -> Iterator[str]:
    """Yield every text of a pattern, over all choices of variants."""
    parts: list[list[str]] = []
    for element in pattern.elements:
        if isinstance(element, ftl.TextElement):
            parts.append([element.value])
        else:
            parts.append(list(expression_texts(element.expression)))
    yield from ("".join(chosen) for chosen in product(*parts))


def expression_texts(expression: object) -> Iterator[str]:
    if isinstance(expression, ftl.SelectExpression):
        for variant in expression.variants:
            yield from texts(variant.value)
    elif isinstance(expression, ftl.StringLiteral):
        yield expression.value
    elif isinstance(expression, ftl.VariableReference):
        yield f"{{{expression.id.name}}}"
    else:
        raise TypeError(f"{expression!r} is not used in our messages")


def wrong(path: Path, pattern: str, ids: str = "", flags: int = 0, *, terms: bool = False) -> dict[str, str]:
    """Return the messages whose id matches `ids` and in which a text matches `pattern`.

    With `terms`, the names of arguments are not searched.
    """
    return {
        id: text
        for id, variants in messages(path).items()
        if re.match(ids, id)
        for text in variants
        if re.search(pattern, re.sub(r"\{[\w-]+\}", "{}", text) if terms else text, flags)
    }


@every_folder
def test_messages_use_one_term_per_thing(folder: Path) -> None:
    found = {instead: wrong(folder / "ja.ftl", pattern, terms=True) for instead, pattern in NEVER_JA.items()}
    for instead, pattern in NEVER_EN.items():
        found[instead] = wrong(folder / "en.ftl", pattern, flags=re.IGNORECASE, terms=True)
    assert {f"say {instead}": there for instead, there in found.items() if there} == {}


@pytest.mark.parametrize("language", ["ja", "en"])
def test_readmes_rulebooks_and_cards_use_the_terms_of_the_messages(language: str) -> None:
    found = [
        (path, text, instead)
        for instead, pattern in (NEVER_JA if language == "ja" else NEVER_EN).items()
        for path, text in prose()[language]
        if re.search(pattern, text, 0 if language == "ja" else re.IGNORECASE)
    ]
    assert found == []


def test_documents_code_and_comments_use_the_terms_of_the_messages() -> None:
    """The help of commands is in docstrings, and what the front end is built into is made of its source."""
    built = ROOT / "src/tefuda/server/static"
    paths = [path for folder in TEXT_FOLDERS for path in (ROOT / folder).rglob("*") if path.suffix in TEXT_TYPES]
    paths = [*ROOT.glob("*.md"), *(path for path in paths if not path.is_relative_to(built))]
    never = re.compile("|".join(NEVER_EN[instead] for instead in EVERYWHERE), re.IGNORECASE)
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line}"
        for path in paths
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if never.search(line)
    ]
    assert len(paths) > 1000
    assert found == []


def test_japanese_word_for_hint_means_only_advice_of_bots() -> None:
    """ヒント is a bot's advice, which browser and terminal give; odds, waits and counts are プレイ補助."""
    found = {id for folder in FOLDERS for id in wrong(folder / "ja.ftl", "ヒント")}
    terminal = {"key-hint", "hint-thinking", "hint-not-now", "hint-failed", "arrange-hints", "arrange-no-hints"}
    lobby = {"openings-help", "lobby-has-hints", "lobby-hints", "lobby-no-hints", "change-hints-on", "change-hints-off"}
    settings = {"setting-limit-hint-rate", "setting-bot-processes"}
    assert (
        found
        == {"table-hint", "table-hint-asked", "new-hints", "not-your-turn-hint", "no-hint", "hints-off"}
        | terminal
        | lobby
        | settings
    )


@every_folder
def test_japanese_numbers_have_no_spaces_around_them(folder: Path) -> None:
    found = {}  # a card's own number is not a count: 6 メジロ
    for id, variants in messages(folder / "ja.ftl").items():
        for text in variants:
            numbers = re.sub(r"\{([\w-]+)\}", lambda one: "{}" if one[1] in NO_NUMBERS else "0", text)
            if not id.startswith("face-") and re.search(rf"{JAPANESE} [0-9]|[0-9] {JAPANESE}", numbers):
                found[id] = text
    assert found == {}


@every_folder
def test_percent_sign_is_full_width_in_japanese_and_unspaced_in_english(folder: Path) -> None:
    assert wrong(folder / "ja.ftl", "%", ids=r"(?!simulate-)") == {}
    assert wrong(folder / "en.ftl", r"[0-9}] %|％") == {}


@every_folder
def test_japanese_log_uses_the_past_tense_and_logs_have_no_full_stops(folder: Path) -> None:
    assert wrong(folder / "ja.ftl", r"([うくぐすつぬぶむる]|ない|。)$", ids="event-") == {}
    assert wrong(folder / "en.ftl", r"\.$", ids="event-") == {}
    assert wrong(folder / "en.ftl", r"^[a-z]", ids="event-") == {}


@every_folder
def test_english_log_writes_counts_in_digits(folder: Path) -> None:
    assert (
        wrong(
            folder / "en.ftl",
            r"\b(one|two|three|four|five) (card|trick|note|coin|point|discard)s?\b",
            ids="event-(?!waited|nobody)",
        )
        == {}
    )


@every_folder
def test_refusals_and_prompts_are_sentences(folder: Path) -> None:
    """Refusals and errors are shown alone; a prompt asks or says what to do."""
    refusals = "(?!not-built)" if folder.name in ("server", "engine") else "refuse-"
    quoting = r"(?<!\{why\})(?<!\{name\})"  # an error may end with what was wrong, or with a command to type
    # parts of other messages
    parts = r"push-turn|moment-[\w-]+|((unit|scale)-)?(chance-to-win|share-left-behind)|lesson-not-now"
    excluded = rf"(?!(seat|bot-names|prompt-over|prompt-waiting|{parts})$)"
    assert wrong(folder / "ja.ftl", rf"[^。？）]{quoting}$", ids=excluded + refusals) == {}
    assert wrong(folder / "en.ftl", rf"(^[a-z]|[^.?]{quoting}$)", ids=excluded + refusals) == {}
    prompts = "prompt-(?!over|waiting)"
    assert wrong(folder / "ja.ftl", "[^。？）]$", ids=prompts) == {}
    assert wrong(folder / "en.ftl", r"(^[a-z]|[^.?)]$)", ids=prompts) == {}


@every_folder
def test_english_apostrophes_and_quotation_marks_are_typographic(folder: Path) -> None:
    assert wrong(folder / "en.ftl", "['\"]") == {}


def test_bot_names_are_defined_once() -> None:
    found = [folder for folder in FOLDERS for id in messages(folder / "ja.ftl") if id == "bot-names"]
    assert [folder.name for folder in found] == ["bots"]
