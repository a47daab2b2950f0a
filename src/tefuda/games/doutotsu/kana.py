"""The katakana syllabary: which kana a card file may use, and how each is written in ASCII.

The order is that of a dictionary's table, and it is fixed: actions are numbered and named by it, so `discard-ra-red`
means the same with every card file.  A small ッ is not a ツ, and パ, バ and ハ are three kana (R3-4).
"""

from __future__ import annotations

_TABLE = """
ア a イ i ウ u エ e オ o
カ ka キ ki ク ku ケ ke コ ko
サ sa シ shi ス su セ se ソ so
タ ta チ chi ツ tsu テ te ト to
ナ na ニ ni ヌ nu ネ ne ノ no
ハ ha ヒ hi フ fu ヘ he ホ ho
マ ma ミ mi ム mu メ me モ mo
ヤ ya ユ yu ヨ yo
ラ ra リ ri ル ru レ re ロ ro
ワ wa ヲ wo ン n
ガ ga ギ gi グ gu ゲ ge ゴ go
ザ za ジ ji ズ zu ゼ ze ゾ zo
ダ da ヂ di ヅ du デ de ド do
バ ba ビ bi ブ bu ベ be ボ bo
パ pa ピ pi プ pu ペ pe ポ po
ァ xa ィ xi ゥ xu ェ xe ォ xo
ッ xtsu ャ xya ュ xyu ョ xyo
ヴ vu ー long
"""

KANA = tuple(_TABLE.split()[0::2])  # "ア", "イ", ...
ROMAJI = tuple(_TABLE.split()[1::2])  # "a", "i", ...: small kana begin with x


def romaji(word: str) -> str:
    """Return the reading of a katakana word in Latin letters.

    >>> romaji("オットセイ"), romaji("チャウチャウ"), romaji("フェレット")
    ('ottosei', 'chauchau', 'feretto')
    """
    read = ""
    double = False
    for letter in word:
        sound = ROMAJI[KANA.index(letter)]
        if sound == "xtsu":
            double = True
        elif sound == "long":
            read += read[-1:]
        elif sound.startswith("xy"):
            stem = read[:-1]  # the i of ki, shi, ji gives way
            read = stem + (sound[2:] if stem.endswith(("sh", "ch", "j")) else sound[1:])
        elif sound.startswith("x"):
            read = read[:-1] + sound[1:]
        else:
            read += ("t" if sound.startswith("ch") else sound[0]) + sound if double else sound
            double = False
    return read
