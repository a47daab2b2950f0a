"""Files that earlier revisions wrote: records of both protocols replay, and copies tell of the same games.

The signed records are of tables with shares, actions taken back and decks that were chosen in the lobby.
"""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tefuda.engine.errors import BadRecord
from tefuda.engine.game import game_slugs
from tefuda.table.replay import replay_text
from tefuda.table.table_record import read
from tefuda.table.verify import Verdict, read_copy, verify

EARLIER = Path(__file__).parent / "earlier"

every_game = pytest.mark.parametrize("slug", game_slugs())


@every_game
@pytest.mark.parametrize("kind", ["protocol-1", "signed"])
def test_record_of_an_earlier_revision_replays_to_its_end(slug: str, kind: str) -> None:
    replay = replay_text((EARLIER / f"{slug}-{kind}.txt").read_text(encoding="utf-8"))
    assert replay.steps[-1].state.is_terminal


@every_game
def test_record_and_copy_of_an_earlier_revision_are_true(slug: str) -> None:
    record = read((EARLIER / f"{slug}-signed.txt").read_text(encoding="utf-8"))
    copy = read_copy((EARLIER / f"{slug}-my-copy.json").read_bytes())
    verdicts = {claim.id: (claim.verdict, claim.reason) for claim in verify(record, copy=copy).claims}
    assert verdicts.pop("seen")[1] in ("as-seen", "shown-otherwise")
    assert verdicts.pop("never")[0] is Verdict.NOT_PROVEN
    assert {verdict for verdict, _ in verdicts.values()} == {Verdict.PROVEN}, verdicts


HARMS: dict[str, tuple[Callable[[str], str], str]] = {
    "cut": (lambda text: text[: text.index("\nranks")] + "\nranks", "line|ranks"),
    "game": (lambda text: text.replace("\ngame ", "\ngame x"), "no game 'x"),
    "ranks": (lambda text: re.sub(r"\nranks \d", "\nranks 9", text), "ranks"),
}


@every_game
@pytest.mark.parametrize("kind", ["protocol-1", "signed"])
@pytest.mark.parametrize("harm", HARMS)
def test_damaged_record_of_an_earlier_revision_is_refused(slug: str, kind: str, harm: str) -> None:
    change, message = HARMS[harm]
    with pytest.raises(BadRecord, match=message):
        replay_text(change((EARLIER / f"{slug}-{kind}.txt").read_text(encoding="utf-8")))
