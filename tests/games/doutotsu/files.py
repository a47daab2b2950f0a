"""Card files for tests of ドウトツくじゃん: our own one with something changed or added."""

from __future__ import annotations

from pathlib import Path

import tefuda

OWN = (Path(tefuda.__file__).parent / "games/doutotsu/cards.toml").read_text(encoding="utf-8")
SOURCE = '\nprovenance = "ruling"\nsource = "a test"\n'


def with_names(path: Path, *names: str) -> Path:
    """Return our file with more names on its normal side."""
    return with_text(path, OWN + "".join(f'\n[[name]]\nid = "{name}"\nen = "{name}"{SOURCE}' for name in names))


def with_copies(path: Path, kana: str, copies: str) -> Path:
    """Return our file with other copies of a kana: `"red = 2, blue = 1"`."""
    before, after = OWN.split(f'[[kana]]\nid = "{kana}"\n')
    return with_text(path, f'{before}[[kana]]\nid = "{kana}"\ncopies = {{ {copies} }}\n{after.split(chr(10), 1)[1]}')


def with_text(path: Path, text: str) -> Path:
    """Write a card file of this text to a folder; return its path."""
    file = path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    return file


def with_many_kana(path: Path) -> Path:
    """Return a file with names of equal letters, and with so many kana that a hand takes both words of a bag."""
    names = ("イル", "カトラ", "カイル", "トライ", "クラダ", "オンパ", "トカ", "オンセンパンダ")
    others = ("キツネ", "リス", "ワシ", "サイ", "ヒツ", "タヌキ", "ハリ", "シロサイ", "スカシ")
    kana = "".join(
        f'\n[[kana]]\nid = "{one}"\ncopies = {{ red = 1, green = 1 }}{SOURCE}' for one in "キサシスタツヌネハヒリロワ"
    )
    listed = "".join(f'\n[[name]]\nid = "{name}"\nen = "{name}"{SOURCE}' for name in (*names, *others))
    return with_text(path, OWN + kana + listed)
