"""Card files: every mistake is named by file, entry and field; every card of the pool does what is written on it."""

from __future__ import annotations

from pathlib import Path

import pytest

import tefuda
from tefuda.engine.errors import CardFileError
from tefuda.engine.localization import LANGUAGES
from tefuda.games.kotodama.card_file import Pool
from tefuda.games.kotodama.cards import load
from tefuda.games.kotodama.state import Trigger
from tefuda.games.kotodama.text import card_text, effect_text
from tefuda.games.kotodama.vocabulary import CLASSES, PARTS
from tests.games.kotodama.builders import fired, play, pool_with, scene

clause = pytest.mark.clause

WORD = """
[[card]]
id = "my-90"
name = "聞く"
reading = "きく"
gloss = "hear, heard, heard"
part = "動詞"
kind = "五段"
effects = [{ when = "on_play", do = [{ draw = 1 }] }]
provenance = "reconstruction"
source = "ours"
"""
DECK = """
[[deck]]
id = "mine"
name_ja = "私の"
name_en = "Mine"
cards = [CARDS]
provenance = "reconstruction"
source = "ours"
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return path


def deck(cards: int) -> str:
    listed = [f'{{ card = "recon-{n:03d}", copies = 2 }}' for n in range(1, cards // 2 + 1)]
    return DECK.replace("CARDS", ", ".join(listed))


def pool() -> Pool:
    tables = load().tables
    assert isinstance(tables, Pool)
    return tables


# ----------------------------------------------------------------- the pool


@clause("W1.2", "W1.4")
def test_the_pool_holds_words_of_all_eleven_parts_of_speech_and_items() -> None:
    cards = pool().cards
    assert len(cards) == 54
    assert {entry.part for entry in cards.values() if not entry.is_item} == set(PARTS)
    assert len(PARTS) == 11
    assert [number for number, entry in cards.items() if entry.is_item] == list(range(49, 55))


@clause("W1.5")
def test_every_card_is_marked_as_a_reconstruction_with_a_number_unlike_real_cards() -> None:
    loaded = load()
    assert len(loaded.reconstructed) == len(loaded.entries)
    assert not any(str(entry.values["id"]).startswith("K") for entry in loaded.entries)


def test_both_starter_decks_are_twenty_names_twice() -> None:
    decks = [entry.values for entry in load().entries if entry.table == "deck"]
    assert [deck["id"] for deck in decks] == ["verbs", "adjectives"]
    assert all(len(deck["cards"]) == 20 and {one["copies"] for one in deck["cards"]} == {2} for deck in decks)


@pytest.mark.parametrize("card", sorted(pool().cards))
def test_every_card_does_what_its_text_says(card: int) -> None:
    """Each effect of the pool happens on the table, and the log describes it as the card does."""
    t = pool()
    name = t.cards[card].name
    text = {language: tefuda.load("kotodama").say(card_text(t, card), language) for language in LANGUAGES}
    assert all(text.values())
    assert len(range(t.first[card], t.first[card + 1])) == 1
    e = t.first[card]
    for language in LANGUAGES:
        assert tefuda.load("kotodama").say(effect_text(t, e), language) in text[language]
    if t.trigger[e] == Trigger.STATIC:
        return  # 私: tests of W7.8
    hands, fields, said = HAPPENING[name]
    state = scene((hands, "山 犬 山"), [fields, []], gone=("ます 見る", ""))
    happened = play(state, *said)
    assert name in fired(state, happened)
    report = [state.game.say(heard.words, "ja", ["A", "B"]) for e in happened if (heard := state.game.observe(e, 0))]
    what = next(one for one in report if one.startswith(f"Aの「{name}」の効果：「"))
    assert what.partition("：「")[2].removesuffix("」").rstrip("。") in text["ja"]


# For each card: a hand, one's groups, and what to play so that its effect happens.
HAPPENING = {
    "走る": ("ます", ["走る"], ["play ます", "under 1"]),
    "書く": ("ない", ["書く"], ["play ない", "under 1", "pick 犬"]),
    "話す": ("ば", ["話す"], ["play ば", "under 1"]),
    "見る": ("", ["見る"], ["use 1"]),
    "起きる": ("ます", ["起きる"], ["play ます", "under 1"]),
    "食べる": ("よ", ["食べる"], ["play よ", "under 1"]),
    "来る": ("来る", [], ["play 来る"]),
    "する": ("ば", ["する"], ["play ば", "under 1"]),
    "高い": ("とても", ["高い"], ["play とても", "on 1"]),
    "美しい": ("とき", ["美しい"], ["play とき", "under 1"]),
    "楽しい": ("て", ["楽しい"], ["play て", "under 1"]),
    "静かだ": ("とても", ["静かだ"], ["play とても", "on 1"]),
    "元気だ": ("とても", ["元気だ"], ["play とても", "on 1"]),
    "きれいだ": ("う", ["きれいだ"], ["play う", "under 1"]),
    "山": ("大きな", ["山"], ["play 大きな", "on 1"]),
    "犬": ("犬", ["走る", "私 が"], ["play 犬"]),
    "富士山": ("富士山", ["高い", "私 は"], ["play 富士山"]),
    "三つ": ("三つ", ["私", "見る"], ["play 三つ"]),
    "とき": ("とき", ["走る"], ["play とき", "under 1"]),
    "こと": ("こと", ["走る"], ["play こと", "under 1"]),
    "だれ": ("だれ", [], ["play だれ"]),
    "これ": ("これ", ["書く"], ["play これ"]),
    "かなり": ("かなり", ["静かだ"], ["play かなり", "on 1"]),
    "とても": ("とても", ["静かだ"], ["play とても", "on 1"]),
    "ゆっくり": ("ゆっくり", ["書く"], ["play ゆっくり", "on 1"]),
    "けっして": ("けっして", ["書く ない"], ["play けっして", "on 1"]),
    "大きな": ("大きな", ["犬"], ["play 大きな", "on 1"]),
    "あらゆる": ("あらゆる", ["犬"], ["play あらゆる", "on 1"]),
    "だから": ("だから", [], ["play だから"]),
    "しかし": ("しかし", [], ["play しかし"]),
    "また": ("また", ["走る ます"], ["play また"]),
    "ああ": ("ああ", [], ["play ああ"]),
    "おい": ("おい", [], ["play おい"]),
    "はい": ("はい", [], ["play はい"]),
    "ない": ("ない", ["見る"], ["play ない", "under 1"]),
    "せる": ("せる", ["走る"], ["play せる", "under 1"]),
    "う": ("う", ["走る"], ["play う", "under 1"]),
    "たい": ("たい", ["見る"], ["play たい", "under 1"]),
    "ます": ("ます", ["書く せる"], ["play ます", "under 1"]),
    "た": ("た", ["書く"], ["play た", "under 1"]),
    "らしい": ("らしい", ["書く"], ["play らしい", "under 1"]),
    "ようだ": ("ようだ", ["ゆっくり 書く"], ["play ようだ", "under 1"]),
    "ば": ("ば", ["書く"], ["play ば", "under 1"]),
    "て": ("て", ["書く"], ["play て", "under 1"]),
    "よ": ("よ", ["書く"], ["play よ", "under 1"]),
    "が": ("が", ["犬"], ["play が", "under 1"]),
    "は": ("は", ["犬"], ["play は", "under 1"]),
    "辞書": ("辞書", [], ["play 辞書"]),
    "原稿用紙": ("原稿用紙", [], ["play 原稿用紙"]),
    "消しゴム": ("消しゴム", ["書く ない"], ["play 消しゴム"]),
    "教科書": ("教科書", [], ["play 教科書"]),
    "赤ペン": ("赤ペン", [], ["play 赤ペン"]),
    "付せん": ("", ["付せん"], ["use 1"]),
}


# ------------------------------------------------------------ files of one's own


def test_a_file_with_decks_only_is_played_with_the_cards_of_the_pool(tmp_path: Path) -> None:
    game = tefuda.load("kotodama", cards=written(tmp_path, deck(34)))
    state = game.start(1)
    assert [action for action in state.legal_actions if action.startswith("deck")] == ["deck-1"]
    state.play("deck-1")
    assert state.view(0).zone("list-0").count == 34


def test_custom_word_is_playable(tmp_path: Path) -> None:
    state = scene(("聞く ない", ""), cards=pool_with(tmp_path, WORD))
    play(state, "play 聞く", "end", "end", "play ない", "under 1")
    note = state.view(0).zone("group1-0").note
    assert note is not None
    assert state.game.say(note, "ja").startswith("聞か|ない")


MISTAKES = {
    'id = "my-90"': [
        ('id = "K-024x"', "card K-024x: id must end in a number from 1 to 126"),
        ('id = "my-127"', "id must end in a number from 1 to 126"),
        ('id = "my-2"', "id has the number 2 of recon-002"),
    ],
    'name = "聞く"': [
        ('name = "書く"', "name 書く/動詞 appears twice"),
        ('name = "聞い"', "name "),
    ],
    'part = "動詞"': [('part = "動物"', "part must be one of 動詞, "), ('part = "形容詞"', "kind must go")],
    'kind = "五段"': [('kind = "六段"', "kind must be one of 五段"), ("", "kind must be a text")],
    "effects =": [
        ("under = 3\neffects =", "under must be a table with class, card, named, form"),
        ('under = { class = ["名詞/五段"] }\neffects =', "under.class must be of 用言"),
        ('under = { class = "名詞" }\neffects =', "under.class must be a list of texts"),
        ('under = { card = ["ありがとう"] }\neffects =', "under.card must name cards of this pool"),
        ('under = { class = ["動詞"], form = "過去形" }\neffects =', "under.form must be one of 未然形"),
        ("under = { class = [] }\neffects =", "under.class must name at least one class"),
        ('over = { form = "未然形" }\neffects =', "over must be a table with class, card, named, not"),
        ("over = { named = 1 }\neffects =", "over.named must be true or false"),
        ("new_group = false\neffects =", "new_group is false, so that the card needs under or over"),
    ],
    '[{ when = "on_play", do = [{ draw = 1 }] }]': [
        ("3", "effects must be a list of at most 3 effects"),
        ("[3]", "effects[1] must be a table, not 3"),
        ('[{ when = "sometimes", do = [{ draw = 1 }] }]', "effects[1].when must be one of on_play"),
        ('[{ when = ["on_play"], do = [{ draw = 1 }] }]', "effects[1].when must be one of on_play"),
        ('[{ when = "used", do = [{ draw = 1 }] }]', 'effects[1].when must be "used" for an item'),
        ('[{ when = "on_play" }]', "effects[1].do must be a list of 1 to 3 actions"),
        ('[{ when = "on_play", do = [{ draw = 6 }] }]', "effects[1].do[1].draw must be an integer from 1 to 5"),
        ('[{ when = "on_play", do = [{ fly = 1 }] }]', "effects[1].do[1] must be one of draw"),
        ('[{ when = "on_play", do = [{ draw = 1, may = 1 }] }]', "effects[1].do[1].may must be true or false"),
        ('[{ when = "on_play", do = [{ draw = 1, of = {} }] }]', "effects[1].do[1].of must go"),
        ('[{ when = "on_play", do = [{ free_stacking = 1 }] }]', "effects[1].do must be one free_stacking with static"),
        ('[{ when = "static", do = [{ draw = 1 }] }]', "effects[1].do must be one free_stacking with static"),
        (
            '[{ when = "static", do = [{ free_stacking = 1, may = true }] }]',
            "effects[1].do[1].may must go: it means nothing with static",
        ),
        ('[{ when = "on_play", cost = "discard_one", do = [{ draw = 1 }] }]', "effects[1].cost must be one of"),
        ('[{ when = "activate", cost = "gold", do = [{ draw = 1 }] }]', "effects[1].cost must be one of"),
        (
            '[{ when = "activate", cost = "discard_one", do = [{ draw = 1 }, { draw = 1 }, { draw = 1 }] }]',
            "effects[1].do has an action too many",
        ),
        ('[{ when = "on_play", once = 1, do = [{ draw = 1 }] }]', "effects[1].once must be true or false"),
        ('[{ when = "static", once = true, do = [{ free_stacking = 1 }] }]', "effects[1].once must go"),
        ('[{ when = "on_play", covered = true, do = [{ draw = 1 }] }]', "effects[1].covered must go"),
        ('[{ when = "on_play", other = {}, do = [{ draw = 1 }] }]', "effects[1].other must go"),
        ('[{ when = "on_play", all = ["山/名詞"], do = [{ draw = 1 }] }]', "effects[1].all must go"),
        ('[{ when = "all_present", all = [], do = [{ draw = 1 }] }]', "effects[1].all must name at least one card"),
        ('[{ when = "activate", cost = {}, do = [{ draw = 1 }] }]', "effects[1].cost must be one of"),
        ('[{ when = "on_play", groups = ["a", 3], do = [{ draw = 1 }] }]', "effects[1].groups[1] must be an integer"),
        ('[{ when = "on_play", groups = [999, 3], do = [{ draw = 1 }] }]', "effects[1].groups[1] must be an integer"),
        ('[{ when = "on_play", groups = 3, do = [{ draw = 1 }] }]', "effects[1].groups must be two integers"),
        (
            '[{ when = "on_play", groups = [4, 3], do = [{ draw = 1 }] }]',
            "effects[1].groups[2] must be an integer from 4",
        ),
        ('[{ when = "on_play", group_cards = 0, do = [{ draw = 1 }] }]', "effects[1].group_cards must be an integer"),
        (
            '[{ when = "on_play", color = 1, do = [{ draw = 1 }] }]',
            "effects[1].color is not a field; an effect has when",
        ),
        (
            '[{ when = "activate", do = [{ draw = 1 }] }, { when = "activate", do = [{ draw = 1 }] }]',
            "effects have activate twice",
        ),
        (
            (
                '[{ when = "on_play", once = true, do = [{ draw = 1 }] },'
                '{ when = "modified", once = true, do = [{ draw = 1 }] }]'
            ),
            "effects have once twice",
        ),
    ],
}


@pytest.mark.parametrize(
    ("right", "wrong", "problem"), [(right, *mistake) for right, mistakes in MISTAKES.items() for mistake in mistakes]
)
def test_mistake_in_a_card_is_reported_with_file_card_and_field(
    right: str, wrong: str, problem: str, tmp_path: Path
) -> None:
    assert right in WORD
    path = pool_with(tmp_path, WORD.replace(right, wrong))
    with pytest.raises(CardFileError) as error:
        load(path)
    assert str(path) in str(error.value)
    assert "card " in str(error.value)
    assert problem in str(error.value)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (deck(28), "deck mine: cards must be 30 to 55 in all, not 28"),
        (DECK.replace("[CARDS]", "3"), "deck mine: cards must be a list such as"),
        (DECK.replace("CARDS", "3"), "deck mine: cards[1] must be a table with card and copies"),
        (
            DECK.replace("CARDS", '{ card = "空/名詞", copies = 1 }'),
            "deck mine: cards[1].card must be a card of this pool",
        ),
        (
            DECK.replace("CARDS", '{ card = "山/名詞", copies = 3 }'),
            "deck mine: cards[1].copies must be an integer from 1 to 2",
        ),
        (
            DECK.replace("CARDS", '{ card = "山/名詞", copies = 1 }, { card = "recon-015", copies = 1 }'),
            "deck mine: cards[2].card recon-015 appears twice",
        ),
        (deck(30) + deck(30), "deck mine: appears twice"),
        (deck(30) * 9, "deck: there must be 1 to 8 decks, not 9"),
        (WORD, "deck: there must be 1 to 8 decks, not 0"),
    ],
)
def test_mistake_in_a_deck_is_reported_with_file_deck_and_field(text: str, problem: str, tmp_path: Path) -> None:
    path = written(tmp_path, text)
    with pytest.raises(CardFileError) as error:
        load(path)
    assert str(path) in str(error.value)
    assert problem in str(error.value)


@pytest.mark.parametrize("item", ['under = { class = ["名詞"] }', 'over = { class = ["名詞"] }'])
def test_an_item_is_not_stacked(item: str, tmp_path: Path) -> None:
    text = WORD.replace('part = "動詞"\nkind = "五段"', f'part = "アイテム"\n{item}').replace("on_play", "used")
    with pytest.raises(CardFileError, match="must go: an item is not stacked"):
        load(pool_with(tmp_path, text))


def test_a_pool_larger_than_the_tables_is_refused(tmp_path: Path) -> None:
    """What the tables have room for is what a file may hold."""
    wide = "".join(
        WORD.replace("my-90", f"my-{n}")
        .replace('"聞く"', f'"{"か" * (n - 54)}く"')
        .replace("effects", f'under = {{ card = ["recon-{1 + n % 54:03d}", "recon-{1 + n // 54:03d}"] }}\neffects')
        for n in range(55, 127)
    )
    load(pool_with(tmp_path, wide))
    effects = 'effects = [{ when = "on_play", do = [{ draw = 1 }] }'
    many = wide.replace(effects, effects + ', { when = "on_play", do = [{ draw = 1 }] }' * 2)
    with pytest.raises(CardFileError, match="is one effect too many: a pool may have 252"):
        load(pool_with(tmp_path, many))
    stacked = wide.replace("effects = ", 'over = { card = ["書く/動詞"], class = ["動詞"] }\neffects = ')
    for n in range(55, 127):
        stacked = stacked.replace('over = { card = ["書く/動詞"]', f'over = {{ card = ["my-{n}"]', 1)
    with pytest.raises(CardFileError, match="is one filter too many: a pool may have 126 different ones"):
        load(pool_with(tmp_path, stacked))


def test_every_class_has_a_name_in_both_languages() -> None:
    from tefuda.games.kotodama.text import class_words

    for part, kind in CLASSES:
        names = {tefuda.load("kotodama").say(class_words(part, kind), language) for language in LANGUAGES}
        assert len(names) == 2
