"""Released records: they prove a fair deal, and any changed byte is found."""

import hashlib
from pathlib import Path
from random import Random

import pytest

import tefuda
from tefuda.cli import main
from tefuda.engine.errors import BadRecord
from tefuda.server.settings import GAMES
from tefuda.table.release import release, verify, verify_file
from tefuda.table.table import Sitter, Table, deal_key
from tests.server.people import Person, serving

SECRET = bytes(range(32))


def played(*, over: bool = True) -> Table:
    """A finished game of two with words from both of them."""
    table = Table(tefuda.load("kotori", players=2), secret=SECRET)
    for seat, name in enumerate(("花子", "Taro")):
        table.apply(table.propose_sit(seat, Sitter("person", name)))
    table.apply(table.propose_seed(1, '小鳥\n\u2028 " \\ 🐦'))
    table.apply(table.propose_seed(0, "x"))
    table.apply(table.propose_deal())
    random = Random(3)
    while table.state is not None and table.state.seat is not None and (over or table.turn < 5):
        table.apply(table.propose_play(table.state.seat, table.turn, random.choice(table.state.actions)))
    return table


@pytest.fixture(scope="module")
def record() -> str:
    return release(played(), SECRET)


def test_a_released_record_is_true_and_can_be_replayed(
    record: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.txt"
    file.write_text(record, encoding="utf-8")
    table = played()
    assert verify_file(file).steps[-1].state.position == table.state.position
    assert tefuda.replay(file).names == ("花子", "Taro")
    assert main(["verify", str(file), "--lang", "en"]) == 0
    assert "2 players added words" in capsys.readouterr().out


def test_nothing_is_released_before_the_end() -> None:
    with pytest.raises(BadRecord, match="over"):
        release(played(over=False), SECRET)


def test_any_single_changed_byte_is_found(record: str, tmp_path: Path) -> None:
    data, random, file = record.encode(), Random(5), tmp_path / "game.txt"
    places = {*random.sample(range(len(data)), 100), *range(len(data) - 9, len(data))}
    for place in sorted(places):
        other = random.choice([data[place] ^ 1, data[place] ^ 0x20, random.randrange(256)])
        if other == data[place]:
            other ^= 2
        file.write_bytes(data[:place] + bytes([other]) + data[place + 1 :])
        with pytest.raises(BadRecord, match=r"^lines? \d+"):
            verify_file(file)


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("seat 1 Taro", "seat 1 Tara", "digest"),
        ("option allow_yield 0", "option allow_yield 1", "digest"),
        ("players 2", "players  2", "line 3"),
        ("commitment ", "commitment 0", "the secret"),
        ("ranks ", "# nothing\nranks ", "line"),
        ('words 0 "x"', 'words 0 "y"', "the key that secret and words give"),
        ('words 0 "x"\n', "", "the key that secret and words give"),
        ("\ndigest ", "\n\ndigest ", "line"),
    ],
)
def test_the_message_says_what_is_wrong(record: str, old: str, new: str, line: str) -> None:
    assert old in record
    with pytest.raises(BadRecord, match=line):
        verify(record.replace(old, new, 1))


def test_another_move_is_found_where_it_stands(record: str) -> None:
    lines = record.split("\n")
    at = next(number for number, line in enumerate(lines) if line.endswith(" pass"))
    lines[at] = lines[at].replace("pass", "draw")
    with pytest.raises(BadRecord, match=r"line \d+"):
        verify("\n".join(lines))


def test_a_record_cut_off_or_without_proof_proves_nothing(record: str) -> None:
    for cut in (record[: len(record) // 2], record.rpartition("digest")[0], "tefuda 1\ngame kotori\n", ""):
        with pytest.raises(BadRecord):
            verify(cut)


def test_an_option_called_like_an_argument_is_no_crash(record: str) -> None:
    with pytest.raises(BadRecord):
        verify(record.replace("option allow_yield 0", "option cards 5"))


@pytest.mark.parametrize("package", sorted(GAMES))
async def test_published_commitment_is_no_draw_key(package: str, tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, server), Person(address) as host:
        fewest = next(game.fewest for game in server.house.games() if game.slug == package)
        info = await host.open(*["bot"] * fewest, game=package, deal=True, public=True)
        actor = server.house.hosts[info["id"]]
        key = deal_key(actor.row.secret, actor.table.seeds)
        published = bytes.fromhex(info["commitment"])
        assert key not in (published, hashlib.sha256(published).digest())
