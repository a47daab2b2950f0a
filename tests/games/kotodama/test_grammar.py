"""The table of forms and the rules of joining, against paradigms written down by hand from school grammar."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tefuda.games.kotodama import grammar
from tefuda.games.kotodama.grammar import fault, joint, phrase
from tefuda.games.kotodama.vocabulary import FORM_NAMES, Word

# Every inflecting word of the pool and a model of each row: 未然 連用 終止 連体 仮定 命令; "-" where there is none.
SIX_FORMS = {
    ("書く", "動詞", "五段"): "書か・書こ 書き・書い 書く 書く 書け 書け",
    ("泳ぐ", "動詞", "五段"): "泳が・泳ご 泳ぎ・泳い 泳ぐ 泳ぐ 泳げ 泳げ",
    ("話す", "動詞", "五段"): "話さ・話そ 話し 話す 話す 話せ 話せ",
    ("立つ", "動詞", "五段"): "立た・立と 立ち・立っ 立つ 立つ 立て 立て",
    ("死ぬ", "動詞", "五段"): "死な・死の 死に・死ん 死ぬ 死ぬ 死ね 死ね",
    ("遊ぶ", "動詞", "五段"): "遊ば・遊ぼ 遊び・遊ん 遊ぶ 遊ぶ 遊べ 遊べ",
    ("読む", "動詞", "五段"): "読ま・読も 読み・読ん 読む 読む 読め 読め",
    ("走る", "動詞", "五段"): "走ら・走ろ 走り・走っ 走る 走る 走れ 走れ",
    ("買う", "動詞", "五段"): "買わ・買お 買い・買っ 買う 買う 買え 買え",
    ("行く", "動詞", "五段"): "行か・行こ 行き・行っ 行く 行く 行け 行け",
    ("見る", "動詞", "上一段"): "見 見 見る 見る 見れ 見ろ・見よ",
    ("起きる", "動詞", "上一段"): "起き 起き 起きる 起きる 起きれ 起きろ・起きよ",
    ("食べる", "動詞", "下一段"): "食べ 食べ 食べる 食べる 食べれ 食べろ・食べよ",
    ("来る", "動詞", "カ変"): "来 来 来る 来る 来れ 来い",
    ("する", "動詞", "サ変"): "し・さ・せ し する する すれ しろ・せよ",
    ("高い", "形容詞", ""): "高かろ 高く・高かっ 高い 高い 高けれ -",
    ("美しい", "形容詞", ""): "美しかろ 美しく・美しかっ 美しい 美しい 美しけれ -",
    ("楽しい", "形容詞", ""): "楽しかろ 楽しく・楽しかっ 楽しい 楽しい 楽しけれ -",
    ("よい", "形容詞", ""): "よかろ よく・よかっ よい よい よけれ -",
    ("いい", "形容詞", ""): "よかろ よく・よかっ いい いい よけれ -",
    ("ない", "形容詞", ""): "なかろ なく・なかっ ない ない なけれ -",
    ("静かだ", "形容動詞", ""): "静かだろ 静かで・静かだっ・静かに 静かだ 静かな 静かなら -",
    ("元気だ", "形容動詞", ""): "元気だろ 元気で・元気だっ・元気に 元気だ 元気な 元気なら -",
    ("きれいだ", "形容動詞", ""): "きれいだろ きれいで・きれいだっ・きれいに きれいだ きれいな きれいなら -",
    ("静かです", "形容動詞", "です"): "静かでしょ 静かでし 静かです 静かです - -",
    ("ない", "助動詞", "打消"): "なかろ なく・なかっ ない ない なけれ -",
    ("たい", "助動詞", "希望"): "たかろ たく・たかっ たい たい たけれ -",
    ("らしい", "助動詞", "推定"): "- らしく・らしかっ らしい らしい らしけれ -",
    ("せる", "助動詞", "使役"): "せ せ せる せる せれ せろ・せよ",
    ("させる", "助動詞", "使役"): "させ させ させる させる させれ させろ・させよ",
    ("れる", "助動詞", "受身"): "れ れ れる れる れれ れろ・れよ",
    ("られる", "助動詞", "受身"): "られ られ られる られる られれ られろ・られよ",
    ("ます", "助動詞", "丁寧"): "ませ・ましょ まし ます ます ますれ ませ・まし",
    ("た", "助動詞", "過去"): "たろ - た た たら -",
    ("だ", "助動詞", "断定"): "だろ で・だっ・に だ な なら -",
    ("です", "助動詞", "丁寧"): "でしょ でし です です - -",
    ("う", "助動詞", "意志"): "- - う う - -",
    ("よう", "助動詞", "意志"): "- - よう よう - -",
    ("まい", "助動詞", "打消推量"): "- - まい まい - -",
    ("ようだ", "助動詞", "比況"): "ようだろ ようで・ようだっ・ように ようだ ような ようなら -",
    ("そうだ", "助動詞", "様態"): "そうだろ そうで・そうだっ・そうに そうだ そうな そうなら -",
    ("そうだ", "助動詞", "伝聞"): "- そうで そうだ - - -",
}
KANA = {
    "書く": "かか・かこ かき・かい かく かく かけ かけ",
    "泳ぐ": "およが・およご およぎ・およい およぐ およぐ およげ およげ",
    "話す": "はなさ・はなそ はなし はなす はなす はなせ はなせ",
    "立つ": "たた・たと たち・たっ たつ たつ たて たて",
    "死ぬ": "しな・しの しに・しん しぬ しぬ しね しね",
    "遊ぶ": "あそば・あそぼ あそび・あそん あそぶ あそぶ あそべ あそべ",
    "読む": "よま・よも よみ・よん よむ よむ よめ よめ",
    "走る": "はしら・はしろ はしり・はしっ はしる はしる はしれ はしれ",
    "買う": "かわ・かお かい・かっ かう かう かえ かえ",
    "行く": "いか・いこ いき・いっ いく いく いけ いけ",
    "見る": "み み みる みる みれ みろ・みよ",
    "起きる": "おき おき おきる おきる おきれ おきろ・おきよ",
    "食べる": "たべ たべ たべる たべる たべれ たべろ・たべよ",
    "来る": "こ き くる くる くれ こい",
    "高い": "たかかろ たかく・たかかっ たかい たかい たかけれ -",
    "美しい": "うつくしかろ うつくしく・うつくしかっ うつくしい うつくしい うつくしけれ -",
    "楽しい": "たのしかろ たのしく・たのしかっ たのしい たのしい たのしけれ -",
    "静かだ": "しずかだろ しずかで・しずかだっ・しずかに しずかだ しずかな しずかなら -",
    "元気だ": "げんきだろ げんきで・げんきだっ・げんきに げんきだ げんきな げんきなら -",
    "静かです": "しずかでしょ しずかでし しずかです しずかです - -",
}

# Every pair of the pool's inflecting words, and of more auxiliaries, with what may follow: the two together, or "-".
FOLLOWERS = {
    "ない": ("助動詞", "打消"),
    "せる": ("助動詞", "使役"),
    "させる": ("助動詞", "使役"),
    "れる": ("助動詞", "受身"),
    "られる": ("助動詞", "受身"),
    "う": ("助動詞", "意志"),
    "よう": ("助動詞", "意志"),
    "まい": ("助動詞", "打消推量"),
    "たい": ("助動詞", "希望"),
    "ます": ("助動詞", "丁寧"),
    "た": ("助動詞", "過去"),
    "て": ("助詞", "接続"),
    "らしい": ("助動詞", "推定"),
    "ようだ": ("助動詞", "比況"),
    "そうだ様態": ("助動詞", "様態"),
    "そうだ伝聞": ("助動詞", "伝聞"),
    "ば": ("助詞", "接続"),
    "ながら": ("助詞", "接続"),
    "とき": ("名詞", "形式"),
    "こと": ("名詞", "形式"),
    "よ": ("助詞", "終"),
}
# One line a word; the columns are those of FOLLOWERS.
TOGETHER = """
走る 走らない 走らせる - 走られる - 走ろう - 走るまい 走りたい 走ります 走った 走って 走るらしい 走るようだ 走りそうだ 走るそうだ 走れば 走りながら 走るとき 走ること 走れよ
書く 書かない 書かせる - 書かれる - 書こう - 書くまい 書きたい 書きます 書いた 書いて 書くらしい 書くようだ 書きそうだ 書くそうだ 書けば 書きながら 書くとき 書くこと 書けよ
話す 話さない 話させる - 話される - 話そう - 話すまい 話したい 話します 話した 話して 話すらしい 話すようだ 話しそうだ 話すそうだ 話せば 話しながら 話すとき 話すこと 話せよ
泳ぐ 泳がない 泳がせる - 泳がれる - 泳ごう - 泳ぐまい 泳ぎたい 泳ぎます 泳いだ 泳いで 泳ぐらしい 泳ぐようだ 泳ぎそうだ 泳ぐそうだ 泳げば 泳ぎながら 泳ぐとき 泳ぐこと 泳げよ
立つ 立たない 立たせる - 立たれる - 立とう - 立つまい 立ちたい 立ちます 立った 立って 立つらしい 立つようだ 立ちそうだ 立つそうだ 立てば 立ちながら 立つとき 立つこと 立てよ
死ぬ 死なない 死なせる - 死なれる - 死のう - 死ぬまい 死にたい 死にます 死んだ 死んで 死ぬらしい 死ぬようだ 死にそうだ 死ぬそうだ 死ねば 死にながら 死ぬとき 死ぬこと 死ねよ
遊ぶ 遊ばない 遊ばせる - 遊ばれる - 遊ぼう - 遊ぶまい 遊びたい 遊びます 遊んだ 遊んで 遊ぶらしい 遊ぶようだ 遊びそうだ 遊ぶそうだ 遊べば 遊びながら 遊ぶとき 遊ぶこと 遊べよ
読む 読まない 読ませる - 読まれる - 読もう - 読むまい 読みたい 読みます 読んだ 読んで 読むらしい 読むようだ 読みそうだ 読むそうだ 読めば 読みながら 読むとき 読むこと 読めよ
買う 買わない 買わせる - 買われる - 買おう - 買うまい 買いたい 買います 買った 買って 買うらしい 買うようだ 買いそうだ 買うそうだ 買えば 買いながら 買うとき 買うこと 買えよ
行く 行かない 行かせる - 行かれる - 行こう - 行くまい 行きたい 行きます 行った 行って 行くらしい 行くようだ 行きそうだ 行くそうだ 行けば 行きながら 行くとき 行くこと 行けよ
見る 見ない - 見させる - 見られる - 見よう 見まい 見たい 見ます 見た 見て 見るらしい 見るようだ 見そうだ 見るそうだ 見れば 見ながら 見るとき 見ること 見ろよ
起きる 起きない - 起きさせる - 起きられる - 起きよう 起きまい 起きたい 起きます 起きた 起きて 起きるらしい 起きるようだ 起きそうだ 起きるそうだ 起きれば 起きながら 起きるとき 起きること 起きろよ
食べる 食べない - 食べさせる - 食べられる - 食べよう 食べまい 食べたい 食べます 食べた 食べて 食べるらしい 食べるようだ 食べそうだ 食べるそうだ 食べれば 食べながら 食べるとき 食べること 食べろよ
来る 来ない - 来させる - 来られる - 来よう 来まい 来たい 来ます 来た 来て 来るらしい 来るようだ 来そうだ 来るそうだ 来れば 来ながら 来るとき 来ること 来いよ
する しない させる - される - - しよう しまい したい します した して するらしい するようだ しそうだ するそうだ すれば しながら するとき すること しろよ
高い - - - - - 高かろう - - - - 高かった 高くて 高いらしい 高いようだ 高そうだ 高いそうだ 高ければ - 高いとき 高いこと 高いよ
美しい - - - - - 美しかろう - - - - 美しかった 美しくて 美しいらしい 美しいようだ 美しそうだ 美しいそうだ 美しければ - 美しいとき 美しいこと 美しいよ
楽しい - - - - - 楽しかろう - - - - 楽しかった 楽しくて 楽しいらしい 楽しいようだ 楽しそうだ 楽しいそうだ 楽しければ - 楽しいとき 楽しいこと 楽しいよ
よい - - - - - よかろう - - - - よかった よくて よいらしい よいようだ よさそうだ よいそうだ よければ - よいとき よいこと よいよ
いい - - - - - よかろう - - - - よかった よくて いいらしい いいようだ よさそうだ いいそうだ よければ - いいとき いいこと いいよ
静かだ - - - - - 静かだろう - - - - 静かだった - 静からしい 静かなようだ 静かそうだ 静かだそうだ 静かならば - 静かなとき 静かなこと 静かだよ
元気だ - - - - - 元気だろう - - - - 元気だった - 元気らしい 元気なようだ 元気そうだ 元気だそうだ 元気ならば - 元気なとき 元気なこと 元気だよ
きれいだ - - - - - きれいだろう - - - - きれいだった - きれいらしい きれいなようだ きれいそうだ きれいだそうだ きれいならば - きれいなとき きれいなこと きれいだよ
ない/打消 - - - - - なかろう - - - - なかった なくて ないらしい ないようだ なそうだ ないそうだ なければ - ないとき ないこと ないよ
たい - - - - - たかろう - - - - たかった たくて たいらしい たいようだ たそうだ たいそうだ たければ - たいとき たいこと たいよ
らしい - - - - - - - - - - らしかった らしくて - - - - らしければ - らしいとき らしいこと らしいよ
せる せない - - - せられる - せよう せまい せたい せます せた せて せるらしい せるようだ せそうだ せるそうだ せれば せながら せるとき せること せろよ
させる させない - - - させられる - させよう させまい させたい させます させた させて させるらしい させるようだ させそうだ させるそうだ させれば させながら させるとき させること させろよ
られる られない - - - - - られよう られまい られたい られます られた られて られるらしい られるようだ られそうだ られるそうだ られれば られながら られるとき られること られろよ
ます - - - - - ましょう - ますまい - - ました まして - - - - ますれば - ますとき ますこと ますよ
た - - - - - たろう - - - - - - たらしい たようだ - たそうだ たらば - たとき たこと たよ
ようだ - - - - - ようだろう - - - - ようだった - - - - - ようならば - ようなとき ようなこと ようだよ
そうだ/様態 - - - - - そうだろう - - - - そうだった - - - - - そうならば - そうなとき そうなこと そうだよ
です/丁寧 - - - - - でしょう - - - - でした でして - - - - - - ですとき ですこと ですよ
静かです - - - - - 静かでしょう - - - - 静かでした 静かでして 静からしい - 静かそうだ - - - 静かですとき 静かですこと 静かですよ
だ/断定 - - - - - だろう - - - - だった - - - - だそうだ ならば - - - だよ
う - - - - - - - - - - - - - - - - - - - - うよ
"""  # noqa: E501 - one word is one line


def word(name: str, part: str, kind: str = "", reading: str = "", gloss: str = "word") -> Word:
    return Word(name, part, kind, reading or name, gloss)


VOCABULARY = {name: word(name, part, kind) for name, part, kind in SIX_FORMS if (name, kind) != ("ない", "")}
VOCABULARY |= {f"{name}/{kind}": word(name, part, kind) for name, part, kind in SIX_FORMS if kind}


def spellings(name: str, part: str, kind: str) -> grammar.Paradigm:
    found = grammar.paradigm(word(name, part, kind))
    assert found is not None
    return found


@pytest.mark.parametrize(("name", "part", "kind"), SIX_FORMS)
def test_the_table_has_the_six_forms_of_school_grammar(name: str, part: str, kind: str) -> None:
    entry = spellings(name, part, kind)
    for form, expected in zip(FORM_NAMES, SIX_FORMS[name, part, kind].split(" "), strict=True):
        found = {spelling.text for spelling in entry.spellings if spelling.form == form}
        assert found == (set() if expected == "-" else set(expected.split("・"))), form


@pytest.mark.parametrize("name", KANA)
def test_the_table_reads_every_form(name: str) -> None:
    part, kind = next((part, kind) for other, part, kind in SIX_FORMS if other == name)
    entry = spellings(name, part, kind)
    for form, written, read in zip(
        FORM_NAMES, SIX_FORMS[name, part, kind].split(" "), KANA[name].split(" "), strict=True
    ):
        found = {(spelling.text, spelling.reading) for spelling in entry.spellings if spelling.form == form}
        expected = set() if read == "-" else set(zip(written.split("・"), read.split("・"), strict=True))
        assert found == expected, form


def test_kana_read_as_they_are_written() -> None:
    for name, part, kind in SIX_FORMS:
        if name not in KANA:
            entry = spellings(name, part, kind)
            assert all(spelling.text == spelling.reading for spelling in entry.spellings), name


PAIRS = {upper: expected for upper, *expected in (line.split(" ") for line in TOGETHER.strip().splitlines())}


@pytest.mark.parametrize("upper", PAIRS)
def test_pair_takes_the_form_and_text_of_the_grammar(upper: str) -> None:
    for lower, expected in zip(FOLLOWERS, PAIRS[upper], strict=True):
        name = lower.removesuffix("様態").removesuffix("伝聞")
        pair = [VOCABULARY[upper], word(name, *FOLLOWERS[lower])]
        form = joint(*pair)
        if expected == "-":
            assert form is None, lower
        else:
            assert form in (*FORM_NAMES, ""), lower
            assert phrase(pair, [form, ""]).text == expected


# ----------------------------------------------------- words that are not in the table

ANALOGIES = [
    ("歩く", "五段", "あるく", "た", "歩いた", "あるいた"),
    ("持って行く", "五段", "もっていく", "た", "持って行った", "もっていった"),  # as 行く, not as 書く
    ("待つ", "五段", "まつ", "て", "待って", "まって"),
    ("飛ぶ", "五段", "とぶ", "た", "飛んだ", "とんだ"),
    ("閉じる", "上一段", "とじる", "ない", "閉じない", "とじない"),
    ("考える", "下一段", "かんがえる", "よ", "考えろよ", "かんがえろよ"),
    ("くる", "カ変", "くる", "ない", "こない", "こない"),
    ("帰って来る", "カ変", "かえってくる", "ない", "帰って来ない", "かえってこない"),
    ("勉強する", "サ変", "べんきょうする", "せる", "勉強させる", "べんきょうさせる"),
    ("勉強する", "サ変", "べんきょうする", "ない", "勉強しない", "べんきょうしない"),
]


@pytest.mark.parametrize(("name", "kind", "reading", "lower", "text", "read"), ANALOGIES)
def test_other_verbs_inflect_like_their_model(
    name: str, kind: str, reading: str, lower: str, text: str, read: str
) -> None:
    pair = [word(name, "動詞", kind, reading), word(lower, *FOLLOWERS[lower])]
    said = phrase(pair, [joint(*pair), ""])
    assert (said.text, said.reading) == (text, read)


def inflected(word: Word, form: str) -> tuple[str, str]:
    """Return a word alone in a form, as letters and kana."""
    said = phrase([word], [form])
    return said.text, said.reading


def test_other_adjectives_inflect_like_their_model() -> None:
    new, handy = word("新しい", "形容詞", "", "あたらしい"), word("便利だ", "形容動詞", "", "べんりだ")
    assert [inflected(new, form)[0] for form in FORM_NAMES] == [
        "新しかろ",
        "新しく",
        "新しい",
        "新しい",
        "新しけれ",
        "新しい",  # it has no 命令形 and stays as it is
    ]
    assert inflected(handy, "連体形") == ("便利な", "べんりな")
    assert inflected(word("便利です", "形容動詞", "です", "べんりです"), "未然形") == ("便利でしょ", "べんりでしょ")
    assert inflected(word("静かだ", "形容動詞", "ナリ", "しずかだ"), "連体形") == ("静かな", "しずかな")


@pytest.mark.parametrize(
    ("name", "reading", "past", "read"),
    [
        ("いい", "いい", "よかった", "よかった"),
        ("良い", "いい", "良かった", "よかった"),
        ("良い", "よい", "良かった", "よかった"),
        ("かっこいい", "かっこいい", "かっこよかった", "かっこよかった"),
        ("格好良い", "かっこいい", "格好良かった", "かっこよかった"),
        ("気持ちいい", "きもちいい", "気持ちよかった", "きもちよかった"),
        ("かわいい", "かわいい", "かわいかった", "かわいかった"),
        ("可愛い", "かわいい", "可愛かった", "かわいかった"),
    ],
)
def test_good_has_the_forms_of_yoi_and_cute_its_own(name: str, reading: str, past: str, read: str) -> None:
    pair = [word(name, "形容詞", "", reading), word("た", "助動詞", "過去")]
    said = phrase(pair, [joint(*pair), ""])
    assert (said.text, said.reading) == (past, read)
    assert inflected(pair[0], "連体形") == (name, reading)
    assert fault(pair[0]) is None


@pytest.mark.parametrize(
    ("card", "because"),
    [
        (word("速い", "動詞", "五段", "はやい"), "must end like a word of 五段"),
        (word("書く", "動詞", "下一段", "かく"), "must end like a word of 下一段"),
        (word("走る", "動詞", "四段", "はしる"), "not '四段'"),
        (word("静か", "形容動詞", "", "しずか"), "must end like a word of 形容動詞"),
        (word("静かだ", "形容動詞", "です", "しずかだ"), "must end like a word of です"),
        (word("歩く", "動詞", "五段", "あるき"), "spelled and read"),
    ],
    ids=lambda value: value.name if isinstance(value, Word) else "",
)
def test_word_that_contradicts_its_class_is_a_fault(card: Word, because: str) -> None:
    assert because in (fault(card) or "")


def test_words_that_do_not_inflect_have_no_fault() -> None:
    assert fault(word("山", "名詞", "普通", "やま")) is None
    assert fault(word("うんと", "助動詞", "なぞ")) is None


# --------------------------------------------------------------- whole groups


def test_group_is_spelled_in_its_forms_on_the_table() -> None:
    write, no, te = (word("書く", "動詞", "五段", "かく"), word("ない", "助動詞", "打消"), word("て", "助詞", "接続"))
    assert phrase([write], [""]).text == "書く"  # R4-8: a card alone has no form
    assert phrase([write, no], [None, None]).text == "書くない"  # the table put it into no form
    assert phrase([word("静かだ", "形容動詞", "", "しずかだ"), te], ["連用形", ""]).text == "静かでて"
    assert phrase([write, no], ["命令形", ""]).parted == "書け|ない"


def test_each_card_has_its_part_of_the_phrase() -> None:
    cards = [word("来る", "動詞", "カ変", "くる"), word("ます", "助動詞", "丁寧"), word("た", "助動詞", "過去")]
    said = phrase(cards, ["連用形", "連用形", ""])
    assert [(part.text, part.reading, part.form) for part in said.segments] == [
        ("来", "き", "連用形"),
        ("まし", "まし", "連用形"),
        ("た", "た", ""),
    ]


def test_ta_and_te_are_voiced_after_some_rows_only() -> None:
    ta, if_ = word("た", "助動詞", "過去"), word("ば", "助詞", "接続")
    for name, reading, expected in [
        ("読む", "よむ", "読んだ"),
        ("泳ぐ", "およぐ", "泳いだ"),
        ("書く", "かく", "書いた"),
    ]:
        assert phrase([word(name, "動詞", "五段", reading), ta], ["連用形", ""]).text == expected
    said = phrase([word("読む", "動詞", "五段", "よむ"), ta, if_], ["連用形", "仮定形", ""])
    assert said.parted == "読ん|だら|ば"
    assert phrase([word("読む", "動詞", "五段", "よむ"), word("た", "名詞", "普通", "た")], ["", ""]).text == "読むた"


def test_nouns_take_particles_and_stay_as_they_are() -> None:
    dog = word("犬", "名詞", "普通", "いぬ")
    assert joint(dog, word("が", "助詞", "格")) == ""
    assert joint(dog, word("は", "助詞", "副")) == ""
    assert joint(word("に", "助詞", "格"), word("は", "助詞", "副")) == ""
    assert joint(dog, word("らしい", "助動詞", "推定")) == ""
    assert joint(dog, word("ない", "助動詞", "打消")) is None
    assert joint(word("高い", "形容詞", "", "たかい"), word("が", "助詞", "格")) is None
    assert joint(word("高い", "形容詞", "", "たかい"), word("が", "助詞", "接続")) == "終止形"  # "high, but"
    assert joint(word("かなり", "副詞", "程度"), word("が", "助詞", "格")) is None


def test_the_adjective_nai_follows_adjectives() -> None:
    high, quiet, nai = (
        word("高い", "形容詞", "", "たかい"),
        word("静かだ", "形容動詞", "", "しずかだ"),
        word("ない", "形容詞"),
    )
    assert phrase([high, nai], [joint(high, nai), ""]).parted == "高く|ない"
    assert phrase([quiet, nai], [joint(quiet, nai), ""]).parted == "静かで|ない"


ANY = [
    *VOCABULARY.values(),
    *(word(name, "名詞", "普通") for name in ("山", "犬", "とき")),
    *(
        word(name, "助詞", kind)
        for name, kind in (("が", "格"), ("は", "副"), ("て", "接続"), ("ば", "接続"), ("よ", "終"))
    ),
    *(word(name, "副詞", kind) for name, kind in (("かなり", "程度"), ("けっして", "陳述"))),
    *(word(name, name) for name in ("連体詞", "接続詞", "感動詞")),
    word("付せん", ""),
]


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_any_group_in_any_forms_can_be_written(data: st.DataObject) -> None:
    group = data.draw(st.lists(st.sampled_from(ANY), min_size=1, max_size=6))
    forms = data.draw(st.lists(st.sampled_from(["", None, *FORM_NAMES]), min_size=len(group), max_size=len(group)))
    said = phrase(group, forms)
    assert [part.form for part in said.segments] == [form or "" for form in forms]
    assert all(part.text and part.reading for part in said.segments)
    assert said.gloss == said.gloss.strip()
    assert said.gloss
    assert phrase(group, forms) == said
