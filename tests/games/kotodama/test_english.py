"""Phrases of groups: spelling, reading, and English gloss."""

from itertools import pairwise

import pytest

from tefuda.games.kotodama.english import verb
from tefuda.games.kotodama.grammar import joint, phrase
from tefuda.games.kotodama.vocabulary import Word
from tests.games.kotodama.test_pool_words import POOL

WORDS = {card.name: card.word for card in POOL.cards.values() if not card.is_item}
WORDS |= {
    name: Word(name, part, kind, reading or name, gloss)
    for name, part, kind, reading, gloss in [
        ("読む", "動詞", "五段", "よむ", "read, read, read"),
        ("させる", "助動詞", "使役", "", "make someone"),
        ("れる", "助動詞", "受身", "", "be"),
        ("られる", "助動詞", "受身", "", "be"),
        ("よう", "助動詞", "意志", "", "let us"),
        ("まい", "助動詞", "打消推量", "", "will not"),
        ("そうだ", "助動詞", "様態", "", "look"),
        ("です", "助動詞", "丁寧", "", "(polite)"),
        ("ながら", "助詞", "接続", "", "while"),
        ("けれど", "助詞", "接続", "", "although"),
        ("ので", "助詞", "接続", "", "because"),
        ("に", "助詞", "格", "", "to"),
        ("けり", "助動詞", "詠嘆", "", "(how it was)"),
    ]
}

# Cards top to bottom; how the group is written, read and understood.
SAID = """
書く = 書く = かく = writes
静かだ = 静かだ = しずかだ = is quiet
山 = 山 = やま = mountain
だから = だから = だから = so
書く ない = 書か|ない = かかない = does not write
書く せる = 書か|せる = かかせる = makes someone write
書く せる られる ない た = 書か|せ|られ|なかっ|た = かかせられなかった = was not made to write
食べる させる られる たい = 食べ|させ|られ|たい = たべさせられたい = wants to be made to eat
書く れる た = 書か|れ|た = かかれた = was written
食べる られる ない = 食べ|られ|ない = たべられない = is not able to eat
読む た = 読ん|だ = よんだ = read
読む て = 読ん|で = よんで = reads, and
来る ない ば = 来|なけれ|ば = こなければ = if one does not come
来る ます た = 来|まし|た = きました = came (polite)
来る よ = 来い|よ = こいよ = come!
書く ます よ = 書き|ます|よ = かきますよ = one writes (polite)!
書く た よ = 書い|た|よ = かいたよ = one wrote!
高い よ = 高い|よ = たかいよ = it is high!
来る よう = 来|よう = こよう = let us come
する せる よ = さ|せろ|よ = させろよ = make someone do it!
する ない た = し|なかっ|た = しなかった = did not do it
する たい とき = し|たい|とき = したいとき = when one wants to do it
書く う = 書こ|う = かこう = let us write
書く ます う = 書き|ましょ|う = かきましょう = let us write (polite)
書く た う = 書い|たろ|う = かいたろう = probably wrote
書く ない う = 書か|なかろ|う = かかなかろう = probably does not write
高い う = 高かろ|う = たかかろう = is probably high
静かだ う = 静かだろ|う = しずかだろう = is probably quiet
走る まい = 走る|まい = はしるまい = surely will not run
起きる ながら = 起き|ながら = おきながら = while getting up
起きる た らしい = 起き|た|らしい = おきたらしい = seems to have got up
書く たい らしい た = 書き|たい|らしかっ|た = かきたいらしかった = seemed to want to write
書く ない らしい = 書か|ない|らしい = かかないらしい = seems not to write
書く た ようだ = 書い|た|ようだ = かいたようだ = appears to have written
静かだ ようだ た = 静かな|ようだっ|た = しずかなようだった = appeared to be quiet
静かだ らしい = 静か|らしい = しずからしい = seems to be quiet
書く ようだ = 書く|ようだ = かくようだ = appears to write
高い そうだ = 高|そうだ = たかそうだ = looks high
書く そうだ た = 書き|そうだっ|た = かきそうだった = looked about to write
書く ない そうだ = 書か|な|そうだ = かかなそうだ = looks unlikely to write
書く せる たい けれど = 書か|せ|たい|けれど = かかせたいけれど = although one wants to make someone write
静かだ ので = 静かな|ので = しずかなので = because it is quiet
走る こと は = 走る|こと|は = はしることは = as for running
走る た こと = 走っ|た|こと = はしったこと = having run
静かだ こと = 静かな|こと = しずかなこと = being quiet
走る とき は = 走る|とき|は = はしるときは = as for when one runs
美しい とき = 美しい|とき = うつくしいとき = when it is beautiful
美しい 富士山 が = 美しい|富士山|が = うつくしいふじさんが = Mount Fuji that is beautiful (subject)
走る 私 が = 走る|私|が = はしるわたしが = I that runs (subject)
走る 犬 が = 走る|犬|が = はしるいぬが = the dog that runs (subject)
犬 が = 犬|が = いぬが = the dog (subject)
犬 に は = 犬|に|は = いぬには = to the dog (topic)
犬 らしい = 犬|らしい = いぬらしい = seems to be a dog
富士山 です = 富士山|です = ふじさんです = is Mount Fuji (polite)
富士山 は = 富士山|は = ふじさんは = as for Mount Fuji
三つ は = 三つ|は = みっつは = as for three
私 は = 私|は = わたしは = as for me
だれ が = だれ|が = だれが = who (subject)
大きな 山 が = 大きな|山|が = おおきなやまが = the big mountain (subject)
あらゆる 山 は = あらゆる|山|は = あらゆるやまは = as for every mountain
大きな 犬 らしい = 大きな|犬|らしい = おおきないぬらしい = seems to be a big dog
かなり 静かだ = かなり|静かだ = かなりしずかだ = is quite quiet
とても 美しい とき = とても|美しい|とき = とてもうつくしいとき = when it is very beautiful
とても 高い た = とても|高かっ|た = とてもたかかった = was very high
ゆっくり 走る ない = ゆっくり|走ら|ない = ゆっくりはしらない = does not run slowly
かなり ゆっくり 走る た = かなり|ゆっくり|走っ|た = かなりゆっくりはしった = ran quite slowly
かなり ゆっくり = かなり|ゆっくり = かなりゆっくり = quite slowly
けっして 書く ない = けっして|書か|ない = けっしてかかない = never writes
けっして 書く ない た = けっして|書か|なかっ|た = けっしてかかなかった = never wrote
けっして 書く ない らしい = けっして|書か|ない|らしい = けっしてかかないらしい = seems never to write
けっして 書く せる ない = けっして|書か|せ|ない = けっしてかかせない = never makes someone write
けっして 書く そうだ = けっして|書き|そうだ = けっしてかきそうだ = by no means looks about to write
ない = ない = ない = does not …
た = た = た = did …
せる た = せ|た = せた = made someone …
ない とき = ない|とき = ないとき = when one does not …
た らしい = た|らしい = たらしい = seems to have …
て = て = て = does …, and
よ = よ = よ = …!
が = が = が = … (subject)
は = は = は = as for …
けっして 書く う = けっして|書こ|う = けっしてかこう = probably by no means writes
けっして 書く = けっして|書く = けっしてかく = by no means writes
"""


@pytest.mark.parametrize("line", SAID.strip().splitlines(), ids=lambda line: line.split(" = ")[0].replace(" ", "|"))
def test_a_group_reads_as_the_phrase_it_has_become(line: str) -> None:
    names, written, read, english = line.split(" = ")
    cards = [WORDS[name] for name in names.split(" ")]
    forms = [joint(*pair) for pair in pairwise(cards)]
    said = phrase(cards, [*forms, ""])
    assert said.parted == written
    assert said.text == written.replace("|", "")
    assert said.reading == read
    assert said.gloss == english


def test_a_word_that_has_no_rule_is_added_with_its_gloss() -> None:
    said = phrase([WORDS["走る"], WORDS["けり"]], ["連用形", ""])
    assert (said.parted, said.gloss) == ("走り|けり", "runs (how it was)")
    assert phrase([WORDS["犬"], WORDS["けり"]], ["", ""]).gloss == "the dog (how it was)"
    assert phrase([WORDS["だから"], WORDS["けり"]], ["", ""]).gloss == "so (how it was)"
    assert phrase([WORDS["大きな"], WORDS["だから"]], ["", ""]).gloss == "big so"


def test_the_adjective_nai_denies_adjectives() -> None:
    nai = Word("ない", "形容詞", "", "ない", "absent")
    said = phrase([WORDS["高い"], nai, WORDS["そうだ"]], ["連用形", "", ""])
    assert (said.parted, said.gloss) == ("高く|なさ|そうだ", "does not look high")
    assert phrase([nai, WORDS["た"]], ["連用形", ""]).gloss == "was absent"


@pytest.mark.parametrize(
    ("parts", "third", "past", "participle", "ing"),
    [
        ("write, wrote, written", "writes", "wrote", "written", "writing"),
        ("run, ran, run", "runs", "ran", "run", "running"),
        ("get up, got up, got up", "gets up", "got up", "got up", "getting up"),
        ("see, saw, seen", "sees", "saw", "seen", "seeing"),
        ("eat, ate, eaten", "eats", "ate", "eaten", "eating"),
        ("do it, did it, done it", "does it", "did it", "done it", "doing it"),
        ("walk", "walks", "walked", "walked", "walking"),
        ("live", "lives", "lived", "lived", "living"),
        ("stop", "stops", "stopped", "stopped", "stopping"),
        ("study", "studies", "studied", "studied", "studying"),
        ("play", "plays", "played", "played", "playing"),
        ("watch", "watches", "watched", "watched", "watching"),
        ("die", "dies", "died", "died", "dying"),
        ("clean up", "cleans up", "cleaned up", "cleaned up", "cleaning up"),
        ("buy, bought", "buys", "bought", "bought", "buying"),
    ],
    ids=lambda value: value,
)
def test_english_verb_forms_follow_from_the_principal_parts(
    parts: str, third: str, past: str, participle: str, ing: str
) -> None:
    found = verb(parts)
    assert (found.third, found.past, found.participle, found.ing) == (third, past, participle, ing)
