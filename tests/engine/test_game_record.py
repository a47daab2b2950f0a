"""Game records: written, read, replayed, and every mistake in one named by its line."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

import tefuda
from harness.contract.cases import FIXTURES
from tefuda.engine.chance import Recorder, SecretSource, Tape
from tefuda.engine.errors import BadRecord
from tefuda.engine.game import open_game
from tefuda.engine.game_record import Replay, read_record, table_digest, write_record

KUHN = "harness.fixtures.kuhn"
PROBE = "harness.fixtures.probe"
TINY = FIXTURES / "probe/tiny.toml"
SECRET = bytes(range(32))

GOOD = """\
# A deal of Kuhn poker.
tefuda 1
game kuhn
players 2
seat 0 はなこ

chance seed 7
0 pass
1 bet
0 pass
ranks 2 1
"""


def test_record_replays_step_by_step() -> None:
    replay = Replay(GOOD, package=KUHN)
    assert replay.names == ("はなこ", "")
    assert [(step.seat, step.command) for step in replay] == [(0, "pass"), (1, "bet"), (0, "pass")]
    assert len(replay) == 3
    assert not replay.initial.history
    assert [step.state.current_player for step in replay] == [1, 0, None]
    assert [event.code for step in replay for event in step.events] == [2, 3, 2]
    assert replay.steps[0].state.current_player == 1, "later steps leave earlier ones alone"
    assert replay.steps[-1].state.ranking == (2, 1)


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("tefuda 1", "tefuda 2", 1, "a game record begins with “tefuda 1”"),
        ("players 2", "players two", 4, "'two' is not an integer"),
        ("seat 0 はなこ", "seat x はなこ", 5, "'x' is not a seat: they are 0, 1, ..."),
        ("seat 0 はなこ", "option fast", 5, "'' is not an integer"),
        ("seat 0 はなこ", "weather fine", 5, "'weather' begins no line of a game record"),
        ("chance seed 7", "chance luck 7", 7, "chance is a seed, a tape or a table's secret, not 'luck'"),
        ("0 pass\n1", "1 pass\n1", 8, "seat 1 plays, but the turn is that of seat 0"),
        ("1 bet", "1 raise", 9, "There is no action “raise”. There are pass, bet."),
        ("1 bet", "1", 9, "There is no action"),
        ("1 bet", "1 b\x9b2Jet", 9, "no line holds control characters, as in 'b\\x9b2Jet'"),
        ("1 bet", "1 bet bet", 9, "One command is one decision"),
        ("ranks 2 1", "1 pass\nranks 2 1", 11, "seat 1 plays, but the turn is that of no seat: the game is over"),
        ("ranks 2 1", "ranks 2 first", 11, "'first' is not an integer"),
        ("ranks 2 1", "ranks 2 1\n0 pass", 12, "nothing may follow the ranks"),
    ],
)
def test_each_error_names_its_line(old: str, new: str, line: int, message: str) -> None:
    assert old in GOOD
    with pytest.raises(BadRecord, match=re.escape(f"line {line}: ")) as error:
        Replay(GOOD.replace(old, new), package=KUHN)
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("game kuhn\n", "", "the record has no line game"),
        ("players 2\n", "", "the record has no line players"),
        ("chance seed 7\n", "", "the record has no line chance"),
        ("players 2", "players 5", "kuhn takes 2 players, not 5"),
        ("seat 0 はなこ", "option speed 3", "kuhn has no option 'speed'; it has none"),
        ("seat 0 はなこ", "option players 3", "no game has an option 'players', which has a line of its own"),
        ("seat 0 はなこ", "seat 2 はなこ", "there is no seat 2 to name: seats are 0 to 1"),
        ("seed 7", "seed seven", "chance: 'seven' is not an integer"),
        ("seed 7", f"seed {1 << 63}", "a seed is an integer from 0 to 2**63 - 1"),
        ("seed 7", "tape 1/3 4/2", "chance: '4/2' is not an outcome"),
        ("seed 7", "tape 1/3", "chance: the tape ends before a draw among 2"),
        ("seed 7", "tape 1/6 0/2", "chance: outcome 0 of the tape is 1/6, but the draw is among 3"),
        ("seed 7", "table zz", "chance: a table's secret is written in hexadecimal digits, not 'zz'"),
        ("seed 7", "table 00ff", "chance: a table's secret has 32 bytes, not 2"),
        ("chance seed 7", "position kuhn | players 2\nchance seed 7", "two different ones of 1, 2 and 3 are dealt"),
        ("ranks 2 1", "ranks 1 2", "are not those of its moves, which give the ranks 2 1"),
        ("0 pass\nranks 2 1", "ranks 2 1", "are not those of its moves, which give a game that goes on"),
        ("seat 0 はなこ", "cards 00", "played with another card file"),
    ],
)
def test_inconsistent_record_is_rejected(old: str, new: str, message: str) -> None:
    assert old in GOOD
    with pytest.raises(BadRecord) as error:
        Replay(GOOD.replace(old, new), package=KUHN)
    assert message in str(error.value)


def test_mutated_record_is_rejected_or_valid() -> None:
    """Nothing but BadRecord ever comes out of a text, however it was mistyped."""
    random, refused = Random(4), 0
    for _ in range(600):
        words = re.split(r"(\s)", GOOD)
        for _ in range(random.choice((1, 1, 2, 3))):
            at = random.randrange(len(words))
            words[at] = random.choice(("", " ", "\n", "-1", "1", "x", "²", "9" * 30, "tape", "pass", *words))
        try:
            assert Replay("".join(words), package=KUHN).game.slug == "kuhn"
        except BadRecord:
            refused += 1
    assert 100 < refused < 600


def test_tape_is_written_up_to_its_position() -> None:
    game = open_game(PROBE)
    state = game.start(chance=Recorder(SecretSource(SECRET)))
    state.play("hold")
    text = write_record(state)
    assert re.search(r"^chance tape \d+/\d+ ", text, re.MULTILINE)
    again = Replay(text, package=PROBE)
    assert again.steps[-1].state.position == state.position
    tape = Tape(state.chance.outcomes)
    other = game.start(chance=tape)
    other.play("hold")
    assert write_record(other) == text


def test_record_can_start_from_a_position() -> None:
    game = open_game(KUHN)
    state = game.position("kuhn | players 2 | line 1 | card 3 1", seed=5)
    state.play("bet")
    text = write_record(state, ["A  B\nC", " "])
    assert "seat 0 A B C\n" in text
    assert "seat 1" not in text
    assert "\nposition kuhn | players 2 | line 1 | card 3 1\n" in text
    replay = Replay(text, package=KUHN)
    assert replay.steps[-1].state.full_state == state.full_state
    assert read_record(text).ranks is None


def test_record_identifies_its_card_file() -> None:
    state = open_game(PROBE, cards=TINY).start(seed=1)
    text = write_record(state)
    assert f"cards {table_digest(state.game.tables)}\n" in text
    assert Replay(text, package=PROBE, cards=TINY).initial.full_state == state.full_state
    with pytest.raises(BadRecord, match="another card file: give that file as `cards`"):
        Replay(text, package=PROBE)
    assert "cards " not in write_record(open_game(PROBE).start(seed=1))


def test_record_file_round_trips(tmp_path: Path) -> None:
    state = tefuda.load("kotori", players=3, allow_yield=True).start(seed=3)
    state.play("draw")
    path = tmp_path / "game.tefuda"
    path.write_text(write_record(state), encoding="utf-8")
    replay = tefuda.replay(path)
    assert replay.steps[-1].state.full_state == state.full_state
    assert replay.game.options == {"allow_yield": 1}
    with pytest.raises(BadRecord, match="nowhere"):
        tefuda.replay(tmp_path / "nowhere")
    path.write_bytes(b"tefuda 1\n\xff\n")
    with pytest.raises(BadRecord, match=r"line 2: .*UTF-8"):
        tefuda.replay(path)


# ---------------------------------------------------------------- table keys


def test_game_of_a_table_replays_from_its_key() -> None:
    state = open_game(KUHN).start(chance=SecretSource(SECRET))
    while not state.is_terminal:
        state.play("pass")
    with pytest.raises(BadRecord, match="secret"):
        write_record(state)
    text = write_record(state, key=SECRET)
    assert read_record(text).chance == ("table", SECRET.hex())
    assert Replay(text, package=KUHN).steps[-1].state.position == state.position


def test_proof_lines_of_protocol_1_are_ignored() -> None:
    text = GOOD.replace("seat 0 はなこ", 'seat 0 はなこ\ncommitment aa\nsecret bb\nwords 0 "x"')
    moves = [(seat, command) for seat, command, _ in read_record(text).moves]
    assert moves == [(seat, command) for seat, command, _ in read_record(GOOD).moves]
