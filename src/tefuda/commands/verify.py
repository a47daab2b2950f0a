"""`tefuda verify`: was this game dealt fairly, and is its record as it was released?

It works out everything in a released record again and prints what it has found, or the line that is not true.
"""

from __future__ import annotations

from pathlib import Path

from tefuda.commands.language import Language, locale_language
from tefuda.engine.words import speaker
from tefuda.table.release import verify_file


def verify(file: Path, /, *, lang: Language | None = None) -> None:
    """Check a released record: the announced secret, every draw, every action, and that no byte was changed.

    Parameters
    ----------
    file: Path
        The record, as a finished table gives it out.
    lang: str
        Language, ja or en; without it that of your locale.
    """
    replay = verify_file(file)
    words = speaker(lang or locale_language(), replay.game.folder, Path(__file__).parent)
    proof = replay.transcript.proof
    assert proof is not None
    title = words.say("title")
    print(
        words.say("verify-true", title=title, players=replay.game.players, commands=len(replay), added=len(proof.words))
    )
    print(words.say("verify-commitment", commitment=proof.commitment))
