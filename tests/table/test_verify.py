"""Verification of signed records: what they prove to whom, and that every alteration is detected."""

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

import tefuda
from harness.contract.cases import random_command
from tefuda.cli import main
from tefuda.engine.errors import BadRecord
from tefuda.engine.game import game_slugs
from tefuda.server.tables.serialization import full_update
from tefuda.table import fair_deal, table_record
from tefuda.table.entries import Sitter
from tefuda.table.release import release
from tefuda.table.replay import replay_text
from tefuda.table.table_record import Back, Move, SeatChange, SignedRecord, digest_of, read, write
from tefuda.table.verify import COPY, MyCopy, Verdict, Verification, verify
from tests.table.deals import SERVER, SHARES, SIGNING_KEY, Log, new_table

PROVEN, NOT_PROVEN, FALSE = Verdict.PROVEN, Verdict.NOT_PROVEN, Verdict.FALSE
STRANGER_KEY = bytes(range(64, 96))


class Played:
    """A finished game with a called-off attempt, a seat change, and the copy kept by seat 0."""

    def __init__(self, slug: str = "kotori") -> None:
        game = tefuda.load(slug)
        log = Log(new_table(game))
        log.seat_people(*["花子", 'T"aro', "三郎", "D", "E"][: game.num_players])
        log.pledge(0, 1)
        first = log.seal(0, 1)
        log.share(first, 0)
        log.happen(log.table.propose_call_off([1]))
        log.pledge(0, offset=3)
        self.seal = log.seal(0)
        log.share(self.seal, 0, offset=3)
        self.updates = []
        log.happen(log.table.propose_deal())
        self.keep(log)
        random = Random(3)
        while log.table.state.current_player is not None:
            if log.table.turn == 2 and log.table.sitters[1].kind == "person":
                log.happen(log.table.propose_sit(1, Sitter("bot", "Suzu", "easy")))
            seat = log.table.state.current_player
            by = "bot" if log.table.sitters[seat].kind == "bot" else random.choice(["person", "stand-in"])
            command = random_command(log.table.state, random)
            log.happen(log.table.propose_play(seat, log.table.turn, command, by=by))
            self.keep(log)
        self.log = log
        self.text = release(log.table, log.entries, SIGNING_KEY)

    def keep(self, log: Log) -> None:
        self.updates.append(json.loads(msgspec.json.encode(full_update(log.table, 0))))

    def copy(self, **changes: object) -> MyCopy:
        signature = fair_deal.sign(SIGNING_KEY, fair_deal.seal_message(self.seal)).hex()
        share = SHARES[3].hex()
        copy = MyCopy(COPY, "AbCdEfGhIjKl", SERVER.hex(), 0, 2, self.seal.hex(), signature, share, [], self.updates)
        return msgspec.structs.replace(copy, **changes)


@pytest.fixture(scope="module")
def played() -> Played:
    return Played()


def verdicts(verification: Verification) -> dict[str, Verdict]:
    return {claim.id: claim.verdict for claim in verification.claims}


def reasons(verification: Verification) -> dict[str, str]:
    return {claim.id: claim.reason for claim in verification.claims}


@pytest.mark.parametrize("slug", game_slugs())
def test_share_giver_proves_every_provable_claim(slug: str) -> None:
    played = Played(slug)
    result = verdicts(verify(read(played.text), copy=played.copy()))
    assert result == dict.fromkeys(["key", "fixed", "unchosen", "rules", "seen", "unchanged"], PROVEN) | {
        "never": NOT_PROVEN
    }


def test_stranger_with_key_and_seal_proves_less(played: Played) -> None:
    verification = verify(read(played.text), key=SERVER, seal=played.seal)
    assert verdicts(verification) == {
        "key": PROVEN,
        "fixed": PROVEN,
        "unchosen": NOT_PROVEN,
        "rules": PROVEN,
        "seen": NOT_PROVEN,
        "unchanged": PROVEN,
        "never": NOT_PROVEN,
    }
    assert reasons(verification)["unchosen"] == "some-giver"


def test_seal_alone_proves_the_record_unchanged(played: Played) -> None:
    assert verdicts(verify(read(played.text), seal=played.seal))["unchanged"] is PROVEN


def test_record_alone_proves_neither_its_key_nor_its_time(played: Played) -> None:
    result = verify(read(played.text))
    assert verdicts(result)["key"] is verdicts(result)["rules"] is PROVEN
    for claim, reason in (("fixed", "operators-word"), ("unchosen", "operators-word"), ("unchanged", "own-key")):
        assert (verdicts(result)[claim], reasons(result)[claim]) == (NOT_PROVEN, reason)


def test_deal_without_pledges_rests_on_the_server_alone() -> None:
    log = Log(new_table(tefuda.load("kotori")))
    log.seat_people("A", "B")
    log.deal()
    log.play_to_the_end(Random(1))
    record = read(release(log.table, log.entries, SIGNING_KEY))
    result = verify(record, key=SERVER, seal=record.attempts[0].seal)
    assert (verdicts(result)["unchosen"], reasons(result)["unchosen"]) == (NOT_PROVEN, "server-alone")


# ---------------------------------------------------------- altered records


def another_command(record: SignedRecord) -> None:
    """Replace one move with another legal one."""
    replay = verify(record).replay
    for index, (step, before) in enumerate(
        zip(replay.steps, [replay.initial, *(s.state for s in replay.steps[:-1])], strict=True)
    ):
        others = [action for action in before.legal_actions if action != step.command]
        if others:
            move = record.moves[index]
            record.course[record.course.index(move)] = move._replace(command=others[0])
            return


def swapped_moves(record: SignedRecord) -> None:
    places = [index for index, item in enumerate(record.course) if isinstance(item, Move)]
    one = next(
        index
        for index in places
        if record.course[index + 1 : index + 2] and record.course[index] != record.course[index + 1]
    )
    record.course[one], record.course[one + 1] = record.course[one + 1], record.course[one]


def swapped_ranks(record: SignedRecord) -> None:
    record.ranks = record.ranks[::-1] if record.ranks[::-1] != record.ranks else (9, 9)


def changed_first_move(record: SignedRecord, **changes: object) -> None:
    index = next(index for index, item in enumerate(record.course) if isinstance(item, Move))
    record.course[index] = record.course[index]._replace(**changes)


def other_seat_change(record: SignedRecord) -> None:
    index = next(index for index, item in enumerate(record.course) if isinstance(item, SeatChange))
    record.course[index] = SeatChange(record.course[index].seat, Sitter("bot", "Nao", "hard"))


def dropped_attempt(record: SignedRecord) -> None:
    del record.attempts[0]
    record.attempts[0].number = 1


def other_share(record: SignedRecord) -> None:
    record.attempts[-1].shares[0] = SHARES[5]


def share_of_nobody(record: SignedRecord) -> None:
    record.attempts[-1].shares[1] = SHARES[5]


def other_secret(record: SignedRecord) -> None:
    record.attempts[-1].secret = bytes(32)


def other_kind(record: SignedRecord) -> None:
    record.attempts[-1].seats = ("person", "bot hard")


ALTERATIONS: dict[str, Callable[[SignedRecord], object]] = {
    "name": lambda record: record.names.update({0: "花江"}),
    "option": lambda record: record.options.update(allow_yield=1),
    "rules": lambda record: setattr(record, "rules", "2"),
    "cards": lambda record: setattr(record, "cards", bytes(32)),
    "table": lambda record: setattr(record, "table", "BbCdEfGhIjKl"),
    "command": another_command,
    "order": swapped_moves,
    "missing move": lambda record: record.course.remove(record.moves[4]),
    "ranks": swapped_ranks,
    "mover": lambda record: changed_first_move(record, by="stand-in" if record.moves[0].by == "person" else "person"),
    "bot for a person": partial(changed_first_move, by="bot"),
    "seat change": other_seat_change,
    "dropped attempt": dropped_attempt,
    "silent seat": lambda record: setattr(record.attempts[0], "silent", (0,)),
    "share": other_share,
    "share of nobody": share_of_nobody,
    "secret": other_secret,
    "commitment": lambda record: setattr(record.attempts[-1], "commitment", bytes(32)),
    "seal": lambda record: setattr(record.attempts[-1], "seal", bytes(32)),
    "kind of a seat": other_kind,
    "server": lambda record: setattr(record, "server", fair_deal.public_key(STRANGER_KEY)),
}


@pytest.mark.parametrize("alteration", ALTERATIONS)
@pytest.mark.parametrize("signed_by", [None, STRANGER_KEY], ids=["fresh digest", "signed by a stranger"])
def test_altered_record_fails_even_with_a_fresh_digest(
    played: Played, alteration: str, signed_by: bytes | None
) -> None:
    record = read(played.text)
    ALTERATIONS[alteration](record)
    record.digest = digest_of(table_record._body(record))
    if signed_by is not None:
        record.server = fair_deal.public_key(signed_by)
        record.signature = fair_deal.sign(signed_by, fair_deal.record_message(record.digest))
    altered = read(write(record))
    assert verify(altered, key=SERVER).false
    if signed_by is None:
        assert verdicts(verify(altered))["unchanged"] is FALSE, "found without a key, too"


@pytest.mark.parametrize(
    ("alter", "verdict"),
    [
        (ALTERATIONS["rules"], NOT_PROVEN),
        (ALTERATIONS["cards"], NOT_PROVEN),
        (ALTERATIONS["ranks"], FALSE),
        (lambda record: record.course.insert(0, Back(0)), FALSE),
        (partial(changed_first_move, command="yield"), FALSE),
        (lambda record: changed_first_move(record, seat=1 - record.moves[0].seat), FALSE),
    ],
    ids=["other rules", "other cards", "ranks", "take-back", "command", "seat"],
)
def test_game_that_breaks_the_rules_is_false_and_one_that_cannot_be_replayed_here_is_not_proven(
    played: Played, alter: Callable[[SignedRecord], object], verdict: Verdict
) -> None:
    record = read(played.text)
    alter(record)
    result = verify(record, key=SERVER)
    assert (verdicts(result)["rules"], reasons(result)["rules"]) == (verdict, "not-replayed")


def test_second_signed_game_contradicts_the_kept_seal(played: Played) -> None:
    log = Log(new_table(tefuda.load("kotori")))
    log.seat_people("花子", 'T"aro')
    log.deal(0, 1)
    log.play_to_the_end(Random(8))
    text = release(log.table, log.entries, SIGNING_KEY)
    assert not verify(read(text), key=SERVER).false, "on its own the record is valid"
    result = verify(read(text), copy=played.copy())
    assert (verdicts(result)["fixed"], reasons(result)["fixed"]) == (FALSE, "signed-twice")
    assert verdicts(result)["unchosen"] is verdicts(result)["seen"] is FALSE


@pytest.mark.parametrize("turn", [0, 5, -1])
def test_copy_showing_another_game_is_detected(played: Played, turn: int) -> None:
    updates = json.loads(json.dumps(played.updates))
    updates[turn]["view"]["zones"][0]["count"] += 1
    result = verify(read(played.text), copy=played.copy(updates=updates))
    assert (verdicts(result)["seen"], reasons(result)["seen"]) == (FALSE, "other-game")


def other_words(update: dict[str, Any]) -> None:
    update["view"]["prompt"] = {"t": "words", "id": "earlier-prompt"}
    update["view"]["choices"][0]["label"] = {"t": "words", "id": "earlier-choice"}


def other_zones(update: dict[str, Any]) -> None:
    update["view"]["zones"].append({"id": "earlier-zone", "kind": "pile", "count": 3})
    del update["view"]["counters"]


def other_events(update: dict[str, Any]) -> None:
    update["events"] = [{"words": {"t": "words", "id": "earlier-event"}}]


@pytest.mark.parametrize("alter", [other_words, other_zones, other_events])
def test_copy_with_texts_and_layout_of_another_release_is_no_evidence_against_the_server(
    played: Played, alter: Callable[[dict[str, Any]], None]
) -> None:
    updates = json.loads(json.dumps(played.updates))
    alter(next(update for update in updates if update["view"].get("choices") and update.get("events")))
    result = verify(read(played.text), copy=played.copy(updates=updates))
    assert (verdicts(result)["seen"], reasons(result)["seen"]) == (NOT_PROVEN, "shown-otherwise")
    assert not result.false


def seen_card(update: dict[str, Any]) -> dict[str, Any]:
    return next(card for zone in update["view"]["zones"] for card in zone.get("cards", ()) if card.get("face"))


LIES: dict[str, Callable[[dict[str, Any]], object]] = {
    "face": lambda update: seen_card(update).update(face="99"),
    "marks": lambda update: seen_card(update).update(marks=["fold-n"]),
    "counter": lambda update: update["view"]["counters"][0].update(value=99),
    "role": lambda update: update["view"]["roles"].update(dict.fromkeys(update["view"]["roles"], 7)),
    "turn": lambda update: update["view"].update(to_act=1),
    "choices": lambda update: update["view"]["choices"][0].update(action="yield"),
    "result": lambda update: update["view"].update(result={"ranks": [1, 1], "scores": [0, 0]}),
    "move": lambda update: next(move for event in update["events"] for move in event["moves"]).update(face="99"),
    "no view": lambda update: update.update(view=[]),
    "no zones": lambda update: update["view"].update(zones=7),
}


@pytest.mark.parametrize("lie", LIES)
def test_copy_of_another_game_is_found_whatever_its_texts(played: Played, lie: str) -> None:
    updates = json.loads(json.dumps(played.updates))
    for update in updates:
        update["view"]["prompt"] = {"t": "words", "id": "earlier-prompt"}
    LIES[lie](
        next(
            update
            for update in updates
            if update["view"]["to_act"] == 0
            and update["view"].get("roles")
            and any(event.get("moves") for event in update.get("events", ()))
            and any(card.get("face") for zone in update["view"]["zones"] for card in zone.get("cards", ()))
        )
    )
    result = verify(read(played.text), copy=played.copy(updates=updates))
    assert (verdicts(result)["seen"], reasons(result)["seen"]) == (FALSE, "other-game")


def test_copy_with_other_card_handles_shows_the_same_game(played: Played) -> None:
    text = json.dumps(played.updates).replace('"handle": 1', '"handle": 7001')
    assert text != json.dumps(played.updates)
    assert verdicts(verify(read(played.text), copy=played.copy(updates=json.loads(text))))["seen"] is PROVEN


def test_omitted_share_is_detected(played: Played) -> None:
    result = verify(read(played.text), copy=played.copy(share=SHARES[6].hex()))
    assert (verdicts(result)["unchosen"], reasons(result)["unchosen"]) == (FALSE, "not-my-share")


def test_copy_of_another_table_is_refused(played: Played) -> None:
    with pytest.raises(BadRecord, match="is of table XX"):
        verify(read(played.text), copy=played.copy(table="XX"))


@pytest.mark.parametrize("field", ["server", "seal", "signature", "share"])
@pytest.mark.parametrize("value", ["zz", "abc"])
def test_damaged_copy_gives_one_line_error(
    field: str, value: str, played: Played, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "record.txt").write_text(played.text)
    (tmp_path / "copy.json").write_bytes(msgspec.json.encode(played.copy(**{field: value})))
    assert main(["verify", str(tmp_path / "record.txt"), "--seen", str(tmp_path / "copy.json")]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "this is not a copy of a game: Expected `str` matching regex" in line
    assert f"$.{field}" in line


# ------------------------------------------------------------------ the text


def test_single_changed_byte_is_refused_or_makes_a_claim_false(played: Played) -> None:
    data, random = played.text.encode(), Random(5)
    for place in sorted({*random.sample(range(len(data)), 150), *range(len(data) - 9, len(data))}):
        other = random.choice([data[place] ^ 1, data[place] ^ 0x20, random.randrange(128)])
        if other == data[place]:
            other ^= 2
        changed = (data[:place] + bytes([other]) + data[place + 1 :]).decode()
        try:
            record = read(changed)
        except BadRecord:
            continue
        assert verify(record, key=SERVER).false, place


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("tefuda 2", "tefuda 3", "line 1: .*tefuda 2"),
        ("protocol 2", "protocol 3", "line 2: .*knows protocol 2"),
        ("players 2", "players  2", "line 8"),
        ("players 2", "players 02", "line 8: expected 'players 2'"),
        ("option allow_yield 0", "option allow_yield 0\noption allow_yield 0", "line 10"),
        ("option allow_yield 0", "option cards 5", None),
        ("\nname 0", "\n# nothing\nname 0", "begins no line"),
        ("\nname 0", "\n\nname 0", "expected "),
        (r'"\u82b1\u5b50"', '"花子"', "expected "),
        (r'"\u82b1\u5b50"', r'"\ud800"', "line"),
        ("share 0 ", "share 7 ", "no seat 7"),
        ("pledge 0 ", "pledge 0 0", "64 hex digits"),
        ("attempt 1", "attempt " + "9" * 5000, "whole number"),
        ("seats person|person", "seats person", "names who sits"),
        ("\nsignature ", "\nsignature  ", "128 hex digits"),
        ("digest ", "ranks 1\ndigest ", "expected "),
    ],
)
def test_noncanonical_text_is_refused_with_its_line(played: Played, old: str, new: str, message: str | None) -> None:
    assert old in played.text
    changed = played.text.replace(old, new, 1)
    if message is None:
        assert verify(read(changed), key=SERVER).false
        return
    with pytest.raises(BadRecord, match=message):
        read(changed)


@pytest.mark.parametrize("share", [0.0, 0.3, 0.6, 0.99])
def test_truncated_record_is_refused(played: Played, share: float) -> None:
    with pytest.raises(BadRecord):
        read(played.text[: int(share * len(played.text))])


@pytest.mark.parametrize("old", ["table ", '"\\u82b1\\u5b50"', "\nranks ", " person pass"])
def test_error_quotes_only_a_little_of_a_record_and_no_control_character(played: Played, old: str) -> None:
    """It is shown in a terminal, and sent back by servers."""
    for junk in ("\x9b2J" + "y" * 20_000, " " * 20_000, "[" * 20_000):
        with pytest.raises(BadRecord) as refused:
            read(played.text.replace(old, old + junk, 1) + " ")
        assert len(str(refused.value)) < 250
        assert str(refused.value).isprintable()
        changed = played.text.replace(old, old + junk, 1)
        try:
            claims = verify(read(changed), key=SERVER).claims
        except BadRecord:
            continue
        assert all(str(value).isprintable() for claim in claims for value in claim.values.values())


def test_record_text_round_trips(played: Played) -> None:
    assert write(read(played.text)) == played.text
    assert replay_text(played.text).names == ("花子", 'T"aro')


# --------------------------------------------------------------- the command


@pytest.fixture
def file(played: Played, tmp_path: Path) -> Path:
    path = tmp_path / "game.txt"
    path.write_text(played.text, encoding="utf-8")
    return path


@pytest.mark.parametrize("language", ["ja", "en"])
def test_verify_command_reports_every_claim(
    file: Path, played: Played, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = file.with_name("copy.json")
    copy.write_bytes(msgspec.json.encode(played.copy()))
    assert main(["verify", str(file), "--seen", str(copy), "--key", SERVER.hex(), "--lang", language]) == 0
    printed = capsys.readouterr().out
    assert printed.count("PROVEN: " if language == "en" else "証明済み：") == (7 if language == "en" else 6)
    assert played.seal.hex() in printed


def test_verify_command_exits_with_1_for_a_false_claim(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(file), "--seal", "00" * 32, "--lang", "en"]) == 1
    assert "FALSE: Everything was fixed before the first card" in capsys.readouterr().out


@pytest.mark.parametrize(("option", "value"), [("--key", "xyz"), ("--seal", "00"), ("--seen", "/nowhere.json")])
def test_verify_command_explains_an_invalid_option(
    file: Path, option: str, value: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", str(file), option, value]) == 2
    assert ("64 hex digits" if option != "--seen" else "/nowhere.json") in capsys.readouterr().err


def test_record_of_protocol_1_cannot_be_verified(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "old.txt"
    path.write_text("tefuda 1\ngame kotori\nplayers 2\nchance seed 1\n", encoding="utf-8")
    assert main(["verify", str(path)]) == 2
    assert "could be foreseen" in capsys.readouterr().err
