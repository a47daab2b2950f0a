"""`tefuda cards`: checks a card file, lists its cards, and shows the text of one card.

Names and texts come from the game's `catalogue`; cards without text are listed with their number of copies.  Loading
the file is the check: an invalid file is refused with all its mistakes.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from rich.cells import cell_len
from rich.console import Console

from tefuda.commands import UsageError
from tefuda.commands.language import Language, command_localizer
from tefuda.engine.cards import shown_path
from tefuda.engine.game import Game, load
from tefuda.engine.localization import Localizer
from tefuda.terminal.line_breaking import line_starts

WIDEST = 100  # cells; longer lines are hard to read


def cards(game: str, card: str | None = None, /, *, file: Path | None = None, lang: Language | None = None) -> None:
    """Check a card file, and list its cards or show one of them.

    Parameters
    ----------
    game: str
        The game's name, such as kotori.
    card: str
        A card by its name or a part of it, or by its number; by default all of them.
    file: Path
        A card file of your own; by default the game's.
    lang: str
        Language, ja or en; by default that of your locale.
    """
    words = command_localizer(lang)
    chosen = load(game, cards=file)
    if chosen.cards is None:
        raise UsageError(f"{game} has no card file")
    found = matching(listed(chosen, words), card)
    if not found:
        raise UsageError(f"{game} has no card {card!r}; `tefuda cards {game}` lists them")
    width = min(Console().width, WIDEST)
    name_width = max(cell_len(name) for _, name, _ in found) + 2
    numbered = all(face.isdigit() and not name.startswith(face) for face, name, _ in found)
    for face, name, text in found:
        head = (f"{face:>4}  " if numbered else "") + name + " " * (name_width - cell_len(name))
        shown = text if card is not None else truncated(text, width - cell_len(head))
        print("\n".join(two_columns(head, shown, width)).rstrip())
    if card is None:
        entries, ours = len(chosen.cards.entries), len(chosen.cards.reconstructed)
        print(words.say("cards-checked", file=shown_path(chosen.cards.path), cards=entries, ours=ours))


def listed(game: Game, words: Localizer) -> list[tuple[str, str, str]]:
    """Return face id, name and text of every card, with the number of copies as the text of cards that have none."""
    assert game.cards is not None
    copies = {
        str(entry.values["id"]): words.say("cards-copies", count=entry.values["copies"])
        for entry in game.cards.entries
        if isinstance(entry.values.get("copies"), int)
    }
    cards = {face: game.card_text(face) for face in game.catalogue or copies}
    says = game.localizer(words.language).say
    return [
        (face, says(card.name), says(card.text) if card.text else copies.get(face, "")) for face, card in cards.items()
    ]


def matching(cards: Sequence[tuple[str, str, str]], card: str | None) -> list[tuple[str, str, str]]:
    """Return the cards with this face id, else this exact name, else a name that contains `card`; all if it is None."""
    if card is None:
        return list(cards)
    by_number = [one for one in cards if one[0] == card]
    by_name = [one for one in cards if one[1].partition(" ")[0] == card]
    return by_number or by_name or [one for one in cards if card.lower() in one[1].lower()]


def truncated(text: str, width: int) -> str:
    """Truncate a text to a width in cells, with an ellipsis."""
    if cell_len(text) <= width:
        return text
    while text and cell_len(text) > width - 1:
        text = text[:-1]
    return text + "…"


def two_columns(head: str, text: str, width: int) -> list[str]:
    """Return the lines of a card's text, wrapped in a column beside its name."""
    starts = [0, *line_starts(text, max(20, width - cell_len(head))), len(text)]
    parts = [text[a:b].strip() for a, b in pairwise(starts)]
    parts = [part for part in parts if part] or [""]
    return [head + parts[0], *(" " * cell_len(head) + part for part in parts[1:])]
