"""What people read: one term for one thing in every message, and the form that each kind of message has."""

from __future__ import annotations

import re
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

# Terms that never appear, by what is said instead.
NEVER_JA = {
    "卓": "テーブル",
    "ホスト": "卓の主",
    "観戦する、観戦者": "見るだけ|観客",
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
    "〜": "～",  # the full-width tilde is what must not appear
    "1つ目": "[0-9１-９}]め",  # full-width digits as well
    "招待リンク": "招待URL",
    "重ねる先のことば": "相手のことば",
    "構築済みデッキ": "できあい",
}  # fmt: skip
NEVER_EN = {
    "table, Home": r"\ball tables\b",
    "open seat": r"\bfree seats?\b",
    "spectator": r"\bonlooker",
    "invite link": r"\binvitation\b",
    "public table": r"\bopen tables\b",
    "a bot takes over": r"\bplays? on for\b|\bbot plays on\b",
    "game": r"\bthe game is over$",
    "pick": r"\blaps?\b",
    "deck": r"\bpiles?\b",
    "bust": r"\bbursts?\b",
    "crease": r"\bfold at\b",
    "expose": r"\b(lay|lays|laid) open\b",
    "opponent": r"\bother side\b",
    "adnominal": r"\battributive \(",
    "godan verb": r"\b(five|one)-grade\b",
    "log": r"\bwhat happened\b",
    "play aids": r"\bhelping numbers\b|\bhints are\b",
    "anyone, someone, you": r"\b(any|some|every)body\b|\bwhoever\b",
    "our reconstruction": r"\binvented\b",
    "yield": r"\bhand(s|ing)? the turn on\b",
}

# Arguments that are no numbers: around them Latin words keep their spaces.
NO_NUMBERS = {
    *("action", "address", "clause", "example", "file", "first", "folder", "keys", "known", "last", "method", "name"),
    *("reason", "release", "why", "command", "key", "a", "b"),
}
JAPANESE = r"[ぁ-ゖァ-ヺー一-龥々％]"  # the full-width per cent sign


@cache
def messages(path: Path) -> dict[str, list[str]]:
    """The texts that each message can become; an argument stands there as `{name}`."""
    body = FluentParser().parse(path.read_text(encoding="utf-8")).body
    return {one.id.name: list(texts(one.value)) for one in body if isinstance(one, ftl.Message) and one.value}


def texts(pattern: ftl.Pattern) -> Iterator[str]:
    """Every text of a pattern, whichever variants are chosen."""
    parts: list[list[str]] = []
    for element in pattern.elements:
        if isinstance(element, ftl.TextElement):
            parts.append([element.value])
        else:
            parts.append(list(spoken(element.expression)))
    yield from ("".join(chosen) for chosen in product(*parts))


def spoken(expression: object) -> Iterator[str]:
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
    """The messages, of those whose id matches, that have a text in which a pattern is found; `terms` in words alone."""
    return {
        id: text
        for id, all_of_them in messages(path).items()
        if re.match(ids, id)
        for text in all_of_them
        if re.search(pattern, re.sub(r"\{[\w-]+\}", "{}", text) if terms else text, flags)
    }


@every_folder
@pytest.mark.parametrize("instead", NEVER_JA)
def test_japanese_has_one_term_for_one_thing(folder: Path, instead: str) -> None:
    assert wrong(folder / "ja.ftl", NEVER_JA[instead], terms=True) == {}, f"say {instead}"


@every_folder
@pytest.mark.parametrize("instead", NEVER_EN)
def test_english_has_one_term_for_one_thing(folder: Path, instead: str) -> None:
    assert wrong(folder / "en.ftl", NEVER_EN[instead], flags=re.IGNORECASE, terms=True) == {}, f"say {instead}"


def test_an_adviser_s_hint_is_no_play_aid() -> None:
    """ヒント is a bot's advice, which the browser alone gives; odds, waits and counts are プレイ補助."""
    found = {id for folder in FOLDERS for id in wrong(folder / "ja.ftl", "ヒント")}
    assert found == {"table-hint", "not-your-turn-hint", "no-hint"}


@every_folder
def test_numbers_in_japanese_stand_without_spaces(folder: Path) -> None:
    found = {}  # a card's own number is no count: 6 メジロ
    for id, all_of_them in messages(folder / "ja.ftl").items():
        for text in all_of_them:
            numbers = re.sub(r"\{([\w-]+)\}", lambda one: "{}" if one[1] in NO_NUMBERS else "0", text)
            if not id.startswith("face-") and re.search(rf"{JAPANESE} [0-9]|[0-9] {JAPANESE}", numbers):
                found[id] = text
    assert found == {}


@every_folder
def test_the_per_cent_sign_is_full_width_in_japanese_and_close_to_its_number_in_english(folder: Path) -> None:
    assert wrong(folder / "ja.ftl", "%", ids=r"(?!simulate-)") == {}
    assert wrong(folder / "en.ftl", r"[0-9}] %|％") == {}  # the full-width sign has no place here


@every_folder
def test_the_log_is_told_in_the_past_in_japanese_and_without_full_stops(folder: Path) -> None:
    assert wrong(folder / "ja.ftl", r"([うくぐすつぬぶむる]|ない|。)$", ids="event-") == {}
    assert wrong(folder / "en.ftl", r"\.$", ids="event-") == {}
    assert wrong(folder / "en.ftl", r"^[a-z]", ids="event-") == {}


@every_folder
def test_the_log_counts_in_digits(folder: Path) -> None:
    assert (
        wrong(
            folder / "en.ftl",
            r"\b(one|two|three|four|five) (card|trick|note|coin|point|discard)s?\b",
            ids="event-(?!waited|nobody)",
        )
        == {}
    )


@every_folder
def test_what_is_refused_and_asked_is_a_sentence(folder: Path) -> None:
    """Refusals and errors are shown alone; a prompt asks or says what to do."""
    refusals = "(?!not-built)" if folder.name in ("server", "engine") else "refuse-"
    quoting = r"(?<!\{why\})(?<!\{name\})"  # an error may end with what was wrong, or with a command to type
    settled = r"(?!(seat|bot-names)$)"
    assert wrong(folder / "ja.ftl", rf"[^。？）]{quoting}$", ids=settled + refusals) == {}
    assert wrong(folder / "en.ftl", rf"(^[a-z]|[^.?]{quoting}$)", ids=settled + refusals) == {}
    prompts = "prompt-(?!over|waiting)"
    assert wrong(folder / "ja.ftl", "[^。？）]$", ids=prompts) == {}
    assert wrong(folder / "en.ftl", r"(^[a-z]|[^.?)]$)", ids=prompts) == {}


@every_folder
def test_english_apostrophes_and_quotation_marks_are_typographic(folder: Path) -> None:
    assert wrong(folder / "en.ftl", "['\"]") == {}


def test_bots_have_the_same_names_on_every_screen() -> None:
    found = [folder for folder in FOLDERS for id in messages(folder / "ja.ftl") if id == "bot-names"]
    assert [folder.name for folder in found] == ["bots"]
