"""The card file of ドウトツくじゃん: its content, and errors of invalid files."""

from __future__ import annotations

from pathlib import Path

import pytest

import tefuda
from tefuda.engine.view import Words
from tefuda.games.doutotsu.cards import load
from tefuda.games.doutotsu.kana import KANA, ROMAJI, romaji
from tests.games.doutotsu.builders import cards, discard, scene, take
from tests.games.doutotsu.files import SOURCE, with_copies, with_names, with_text


def test_panda_is_the_only_entry_marked_as_fact() -> None:
    own = load()
    facts = {str(entry) for entry in own.entries} - {str(entry) for entry in own.reconstructed}
    assert facts == {"name パンダ"}


def test_ways_to_go_out_are_computed_from_the_list() -> None:
    tables = load().tables.values()
    assert tables["triples"] == [25, 51]
    assert tables["names"] == [11, 15]


def test_cards_and_animals_are_named_with_readings() -> None:
    game = tefuda.load("doutotsu")
    assert game.say(game.card_text("xtsu-yellow").name, "ja") == "黄の小さいッ"
    assert game.say(game.card_text("xtsu-yellow").name, "en") == "yellow ッ small tsu"
    entry = game.card_text("i+ru+ka")
    assert game.say(entry.name, "ja") == "イルカ"
    assert game.say(entry.name, "en") == "イルカ iruka"
    assert entry.text is not None
    assert game.say(entry.text, "en") == "No. 6: dolphin, 3 letters"
    assert isinstance(entry.text, Words)
    assert (entry.text.args["word"], entry.text.args["reading"]) == ("イルカ", "iruka")
    small = game.card_text("xtsu-yellow").name
    assert isinstance(small, Words)
    assert (small.args["glyph"], small.args["sound"]) == ("ッ", "small tsu")


@pytest.mark.parametrize(
    ("word", "read"),
    [
        ("パンダ", "panda"),
        ("オットセイ", "ottosei"),
        ("マッチ", "matchi"),
        ("キョン", "kyon"),
        ("ジャッカル", "jakkaru"),
        ("チーター", "chiitaa"),
        ("フェレット", "feretto"),
    ],
)
def test_words_are_read_in_latin_letters(word: str, read: str) -> None:
    assert romaji(word) == read


def test_every_kana_has_a_reading_of_its_own() -> None:
    assert len(set(ROMAJI)) == len(KANA) == len(set(KANA)) == 82


def test_game_is_playable_with_another_list(tmp_path: Path) -> None:
    file = with_names(tmp_path, "カラス", "トカイ")
    text = file.read_text(encoding="utf-8") + f'[[kana]]\nid = "ス"\ncopies = {{ green = 3 }}{SOURCE}'
    file = with_text(tmp_path, text)
    state = scene(hands={0: "カr ラr ラb ルr ルb オr オb トr トb セr ダy"}, top="スg", card_file=file)
    state.play(take(state, "カラス"))
    state.play("lay-red")
    state.play("lay-red")
    assert cards(state, "exposed-0") == "カr ラr スg"
    state.play(discard("ダy"))
    assert state.current_player == 1


NAME = '[[name]]\nid = "パンダ"\nen = "panda"'


def entries(kana: dict[str, str], names: list[str]) -> str:
    """Return the text of a whole card file."""
    return "".join(
        f'[[kana]]\nid = "{one}"\ncopies = {{ {copies} }}{SOURCE}' for one, copies in kana.items()
    ) + "".join(f'[[name]]\nid = "{name}"\nen = "x"{SOURCE}' for name in names)


def refusal(tmp_path: Path, text: str) -> str:
    with pytest.raises(tefuda.CardFileError) as error:
        load(with_text(tmp_path, text))
    return str(error.value)


FULL = "red = 3, blue = 3"


def test_name_with_more_of_a_kana_than_its_colours_allow_is_refused(tmp_path: Path) -> None:
    text = with_copies(tmp_path, "ク", "red = 1, blue = 1").read_text(encoding="utf-8")
    assert "name ククダク: cannot be spelled" in refusal(tmp_path, text.replace('id = "ラクダ"', 'id = "ククダク"', 1))


def test_list_without_a_way_to_go_out_is_refused(tmp_path: Path) -> None:
    kana = dict.fromkeys("アイウエオカ", FULL)
    assert "nobody could go out on the normal side" in refusal(tmp_path, entries(kana, ["アイウ", "エオカ"]))
    load(with_text(tmp_path, entries(kana, ["アイウエ", "エオカア"])))


def test_list_without_a_way_to_go_out_for_two_players_is_refused(tmp_path: Path) -> None:
    kana = dict.fromkeys("アイウエオカ", "red = 6") | dict.fromkeys("キクケコ", "blue = 6")
    assert "two players could not go out" in refusal(tmp_path, entries(kana, ["アイキク", "エオケコ"]))


def test_too_few_and_too_many_cards_are_refused(tmp_path: Path) -> None:
    few = entries(dict.fromkeys("アイウエ", FULL), ["アイウエ"])
    assert "at least 34 cards" in refusal(tmp_path, few)
    many = entries(dict.fromkeys(KANA[:21], FULL), ["アイウエ"])
    assert "at most 120" in refusal(tmp_path, many)


def test_a_file_beyond_the_bounds_is_refused(tmp_path: Path) -> None:
    kana = dict.fromkeys(KANA[:31], "red = 2")
    assert "at most 30, not 31" in refusal(tmp_path, entries(kana, ["アイウエ"]))
    kana = dict.fromkeys(KANA[:30], "red = 4")
    names = [KANA[i] + KANA[i + 1] + KANA[i + 2] for i in range(28)]
    names += [KANA[i] + KANA[i + 1] + KANA[i + 3] for i in range(13)]
    assert "at most 40, not 41" in refusal(tmp_path, entries(kana, names))
    fours = [KANA[i] + KANA[i + 1] + KANA[i + 2] + KANA[i + 3] for i in range(20)]
    assert "at most 1024 are possible" in refusal(tmp_path, entries(kana, fours))
