"""The server benches at a small scale: they run, and they detect planted defects."""

import contextlib
import gc
import re
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from secrets import token_urlsafe
from typing import Any
from unittest.mock import AsyncMock, MagicMock

import msgspec
import pytest
from msgspec.structs import replace

from benchmarks import (
    collector,
    cost,
    crowd,
    durability,
    echo_server,
    hostile,
    leaks,
    load,
    restart,
    retention,
    scale,
    slow_clients,
    soak,
    split,
    split_tables,
    store,
    twin_tables,
    unloaded_tables,
)
from harness.contract.cases import Case, large, sized
from harness.server import client, leak_mutations
from harness.server.client import PATIENCE
from harness.server.databases import SqliteDatabase
from harness.server.killed_server import Alter
from harness.server.stored_log import check_log
from tefuda import cli, game_slugs
from tefuda.engine.game import load as load_game
from tefuda.engine.game_record import table_digest
from tefuda.server import audiences
from tefuda.server.app import Server
from tefuda.server.connection import Connection
from tefuda.server.protocol.messages import TableUpdate
from tefuda.server.run import THRESHOLDS
from tefuda.table.table import Table

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def brief_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten the pauses that make figures steady, and those of troubles: no test looks at them."""
    monkeypatch.setattr(load, "SETTLE", 0.1)
    monkeypatch.setattr(load, "PATIENCE", PATIENCE)  # a busy machine is no server at its limit
    monkeypatch.setattr(slow_clients, "SETTLE", 0.1)
    monkeypatch.setattr(soak, "RESTING", 0.2)
    monkeypatch.setattr(split, "STOP_SECONDS", 1.0)
    monkeypatch.setattr(split, "SILENT_SECONDS", 1.0)


def output_of(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """Run `tefuda bench` and return its output."""
    assert cli.main(["bench", *words]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("database", [(), ("--postgresql",)], ids=["sqlite", "postgresql"])
def test_acknowledged_entries_survive_kills(database: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert "0 lost, 0 there twice" in output_of(capsys, "durability", "--kills", str(sized(2)), *database)


@large
def test_workers_lose_and_repeat_nothing_while_everything_fails(capsys: pytest.CaptureFixture[str]) -> None:
    printed = output_of(capsys, "split", "--kills", "2", "--stops", "1", "--notices", "1", "--turns", "15")
    assert "2 kills, " in printed
    assert " updates without gap or repetition" in printed
    for game in game_slugs():
        assert re.search(rf"turns played twice: .*{game} \d", printed), game
    assert "all workers sent an audience the same but for handles" in printed
    assert "0 lost, 0 there twice; the rules accept all " in printed


def show_more(_: Server) -> None:
    """Plant a defect: a worker shows people another number of turns."""
    live_update = audiences.live_update

    def with_defect(table: Table, audience: int) -> TableUpdate:
        update = live_update(table, audience)
        return replace(update, sitters=update.sitters[::-1]) if update.turn > 1 else update

    audiences.live_update = with_defect


def lose_updates(_: Server) -> None:
    """Plant a defect: a worker does not send every fifth update."""
    write = Connection.send

    def with_defect(connection: Connection, message: bytes) -> None:
        found = re.match(rb'{"t":"update","version":(\d+)', message)
        if found is None or int(found[1]) % 5:
            write(connection, message)

    Connection.send = with_defect  # type: ignore[method-assign]


@large
@pytest.mark.parametrize(
    ("defect", "limit", "message"),
    [
        (show_more, split.LIMIT, "two workers sent different updates"),
        (lose_updates, 2.0, r"update \d+ after|refused at \d+, before|has waited"),
    ],
    ids=["other updates", "lost updates"],
)
def test_defect_of_one_worker_is_reported(
    defect: Alter, limit: float, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(split, "LIMIT", limit)
    with pytest.raises(AssertionError, match=message):
        split.run(kills=0, stops=0, notices=0, turns=30, game="kotori", alters=[defect])


def test_two_texts_are_shown_where_they_differ() -> None:
    assert twin_tables.difference(b"a" * 99 + b"b", b"a" * 99 + b"c").count("a" * 40) == 2
    assert twin_tables.difference(b"ab", b"abc") == "b'ab' and b'abc'"


def test_waits_count_only_while_everything_is_well() -> None:
    sites = split_tables.Sites(2)
    since = sites.well_since - 100
    assert sites.waited(since) < 50, "nobody could wait before everything was well"
    with sites.trouble():
        assert sites.waited(since) == 0
    assert 0 < sites.waited(since) < 50


@large
def test_scale_bench_compares_two_workers_with_one(capsys: pytest.CaptureFixture[str]) -> None:
    printed = output_of(capsys, "scale", "--actions", "2", "--rounds", "1", "--tables", "1", "--game", "kotori")
    assert "hand-over: the 2 tables have all 4 clients at their home" in printed
    assert "passing: 4 of 8 clients are passed on" in printed
    for kind in scale.KINDS:
        assert f"\n| kotori | {kind} | " in printed
    assert "TROUBLE" not in printed


def test_worth_of_two_workers(capsys: pytest.CaptureFixture[str]) -> None:
    def costs(*seconds: float) -> list[scale.Costs]:
        return [scale.Costs(one, 0.001, 0.002) for one in seconds]

    found = {
        ("kotori", scale.ALONE): costs(0.004, 0.004, 0.1),
        ("kotori", scale.APART): costs(0.004, 0.004, 0.004),
        ("kotori", scale.HOME): costs(0.004, 0.004, 0.003),
        ("kotori", scale.PASSED): costs(0.005, 0.1, 0.004),
        ("kotori", scale.SPLIT): costs(0.008, 0.1, 0.008),
    }
    scale.report(("kotori",), found)
    printed = capsys.readouterr().out
    assert "| kotori | at home | 4.00 | 1.00 | 2.00 | 2.00 | 1.8: reached |" in printed
    assert "| kotori | passed on 2+2 | 5.00 | 1.00 | 2.00 | 1.60 | 1.3: reached |" in printed
    assert "| kotori | split 2+2 | 8.00 | 1.00 | 2.00 | 1.00 |  |" in printed


def test_stores_are_compared(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "IN_FLIGHT", (4,))
    *_, sqlite, postgresql = output_of(capsys, "store", "--seconds", "0.2", "--repeat", "1").splitlines()
    for line, name in ((sqlite, "SQLite"), (postgresql, "PostgreSQL")):
        writers, found, *figures = line.split()
        assert (writers, found) == ("4", name)
        assert float(figures[0].replace(",", "")) > 0


@pytest.fixture
def stored_log(tmp_path: Path) -> tuple[Path, durability.Script]:
    """Return a database with a table of three entries, and a script that saw the last two acknowledged."""
    script = durability.Script(1, "kotori")
    script.acknowledged = {("t", "a"): 2, ("t", "b"): 3}
    script.seen_versions = {"t": 3}
    with contextlib.closing(sqlite3.connect(tmp_path / "tefuda.sqlite3")) as file:
        file.execute("CREATE TABLE tables (id, version)")
        file.execute("CREATE TABLE entries (table_id, version, command)")
        file.execute("INSERT INTO tables VALUES ('t', 3)")
        file.execute("INSERT INTO entries VALUES ('t', 1, NULL), ('t', 2, 'a'), ('t', 3, 'b')")
        file.commit()
    return tmp_path, script


def test_intact_log_passes(stored_log: tuple[Path, durability.Script]) -> None:
    folder, script = stored_log
    assert check_log(SqliteDatabase(folder), [script]) == 3


@pytest.mark.parametrize(
    ("defect", "message"),
    [
        ("DELETE FROM entries WHERE version = 3; UPDATE tables SET version = 2", "was acknowledged at 3"),
        ("DELETE FROM entries WHERE version = 2", "has a gap"),
        ("UPDATE entries SET command = 'a' WHERE version = 1", "was acknowledged at 2"),
        ("INSERT INTO entries VALUES ('t', 4, 'c'), ('t', 5, 'c'); UPDATE tables SET version = 5", "2 times"),
    ],
)
def test_lost_or_repeated_entry_is_detected(
    defect: str, message: str, stored_log: tuple[Path, durability.Script]
) -> None:
    folder, script = stored_log
    with contextlib.closing(sqlite3.connect(folder / "tefuda.sqlite3")) as file:
        file.executescript(defect)
    with pytest.raises(AssertionError, match=message):
        check_log(SqliteDatabase(folder), [script])


def test_lost_seen_version_is_detected(stored_log: tuple[Path, durability.Script]) -> None:
    folder, script = stored_log
    script.seen_versions = {"t": 4}
    with pytest.raises(AssertionError, match="version 4 of t was published"):
        check_log(SqliteDatabase(folder), [script])


def test_load_of_one_game_is_measured(capsys: pytest.CaptureFixture[str]) -> None:
    printed = output_of(capsys, "load", "--tables", "2", "--most", "2", "--seconds", "1", "--game", "llama", "--clocks")
    assert "llama, 2 tables: p50 " in printed
    assert "llama with clocks, 2 tables: p50 " in printed
    assert "TROUBLE" not in printed
    assert "kotori" not in printed


def test_load_that_cannot_be_opened_misses_its_target(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(load, "PATIENCE", 0)
    printed = output_of(capsys, "load", "--tables", "2", "--most", "2", "--seconds", "1", "--game", "kotori")
    assert "kotori, 2 tables: cannot be opened; target 50: MISSED" in printed
    assert "| kotori | 4 | 2 | - | - | - | 2 tables | 2 tables |" in printed


@large
def test_load_bench_measures_all_games_the_mix_and_the_yardstick(capsys: pytest.CaptureFixture[str]) -> None:
    printed = output_of(capsys, "load", "--tables", "5", "--most", "5", "--seconds", "1", "--reference")
    assert "mix, 2 to 5 people at each table:" in printed
    for row in (*game_slugs(), load.MIX, echo_server.ECHO):
        assert f"\n{row}, 5 tables: p50 " in printed
        assert f"\n| {row} | " in printed
    assert "TROUBLE" not in printed


@large
def test_cost_bench_compares_games_with_an_echo_server(capsys: pytest.CaptureFixture[str]) -> None:
    printed = output_of(capsys, "cost", "--actions", "5", "--rounds", "1", "--tables", "1", "--clocks")
    for contender in (echo_server.ECHO, *game_slugs(), *(f"{slug} with clocks" for slug in game_slugs())):
        assert f"\n| {contender} | " in printed
    assert "TROUBLE" not in printed


def test_ratio_to_the_echo_is_that_of_the_same_round(capsys: pytest.CaptureFixture[str]) -> None:
    echo, kotori = [0.001, 0.002, 0.004], [0.003, 0.006, 0.02]
    found = {(name, count): times for name, times in (("echo", echo), ("kotori", kotori)) for count in cost.UNDER_WAY}
    cost.report(("kotori",), found)
    assert "| kotori | 6.00 | 3.0 | 6.00 | 3.0 | 4: reached |" in capsys.readouterr().out


def test_echo_messages_have_the_declared_sizes() -> None:
    message = echo_server.Message.filled("m17")
    assert len(msgspec.json.encode(message)) == echo_server.STORED_BYTES
    answer = echo_server.Answer("m100", 100, echo_server.PADDING)
    assert len(msgspec.json.encode(answer)) == echo_server.SENT_BYTES


def test_watchers_make_up_for_missing_people() -> None:
    assert crowd.clients_of("kotodama", 4) == (2, 2)
    assert crowd.clients_of("llama", 4) == (4, 0)
    assert crowd.clients_of("llama", None) == (5, 0)


def test_latency_is_measured_until_all_players_are_updated_though_two_entries_overlap() -> None:
    people = crowd.Crowd(0, 1)
    table = crowd.Table(people, 0, "kotori", 2)
    table.sent = 1.0
    for seat, version in [(0, 5), (0, 6), (1, 5)]:
        table.hear(seat, client.Update(version, 0))
        assert people.latencies == []
    table.hear(1, client.Update(6, 0))
    assert len(people.latencies) == len(people.latencies_of["kotori"]) == 1


def test_action_that_only_starts_a_decision_is_not_chosen_again_in_that_game() -> None:
    chooser = client.Chooser(Random(1))
    choices = [client.Choice("mark-1"), client.Choice("mark-2"), client.Choice("play-1")]
    chooser.refused("llama", "mark-1")
    assert {chooser.choose("llama", choices) for _ in range(50)} == {"play-1"}
    assert {chooser.choose("llama", choices[:2]) for _ in range(50)} == {"mark-1", "mark-2"}
    assert {chooser.choose("tezuma", choices) for _ in range(50)} == {"mark-1", "mark-2", "play-1"}


def test_percentile_of_sorted_values() -> None:
    times = [float(rank) for rank in range(1, 1001)]
    assert load.percentile(times, 0.99) == 991
    assert load.percentile([3.0], 0.99) == 3


@pytest.mark.parametrize(
    ("after", "only", "count", "verdict"),
    [
        pytest.param(1_009_000, "", 5, "+0.90 %; target 1 %: reached", marks=large),
        (1_011_000, "kotori", 2, "MISSED"),
    ],
    ids=["all games", "one game"],
)
def test_soak_bench_reports_memory_growth(
    after: int,
    only: str,
    count: int,
    verdict: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    held = [(2_000_000, after), (3_000_000, 1_000_000), (1_000_000, 1_000_000)]
    monkeypatch.setattr(soak, "used", held.pop)
    monkeypatch.setattr(soak, "PARTS", 2)
    monkeypatch.setattr(soak, "TOGETHER", 5)
    games = (only,) if only else game_slugs()
    named = ["--game", only] if only else []
    printed = output_of(capsys, "soak", "--games", f"{count}", "--warm-up", f"{count}", *named)
    assert f"{count} games, " in printed
    each = 2 * count // len(games)
    assert "games, warm-up included: " + ", ".join(f"{game} {each}" for game in games) in printed
    assert verdict in printed


def test_nothing_of_unloaded_tables_stays_in_memory() -> None:
    quick = "unloaded_tables.RESTING, unloaded_tables.MARK_SECONDS = 0.2, 0.1"
    script = f"from benchmarks import unloaded_tables; {quick}; unloaded_tables.run(tables=10)"
    run = [sys.executable, "-c", script]  # of its own: the bench reads every object of its process, here those of tests
    printed = subprocess.run(run, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout
    assert "10 tables rest, " in printed
    assert "no object of the process holds the id of an unloaded table" in printed


@pytest.fixture
def few_objects() -> Iterator[None]:
    """Hide the objects that this process has so far from the garbage collector: to read all of them takes long."""
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.mark.usefixtures("few_objects")
def test_ids_that_stay_in_memory_are_found() -> None:
    ids = {token_urlsafe(9) for _ in range(3)}
    one, two, three = ids
    kept: list[object] = [{f"/ws/tables/{one}?after=3": 1}, {(two, 3)}, [three.encode()]]
    del one, two, three
    assert unloaded_tables.holders(ids).total() == 3
    kept.clear()
    assert not unloaded_tables.holders(ids), "the ids themselves do not count"


def test_collections_with_both_thresholds_are_reported(capsys: pytest.CaptureFixture[str]) -> None:
    *_, pythons, servers = output_of(capsys, "collector", "--tables", "5", "--seconds", "2").splitlines()
    for line, thresholds in ((pythons, collector.PYTHONS), (servers, THRESHOLDS)):
        _, named, share, *generations, found, full, _ = line.split("|")
        assert named.strip() == str(thresholds)
        assert 0 <= float(share.strip().rstrip("%")) < 100
        assert (generations[0].strip() == "none") == (thresholds == THRESHOLDS), "so few tables allocate little"
        assert int(found) >= 0
        assert float(full.split()[0]) > 0


@large
@pytest.mark.parametrize(("finished", "simulated", "verdict"), [(4.5, "30", ": reached"), (1000.0, "8", ": MISSED")])
def test_retention_bench_reports_growth_over_days(
    finished: float, simulated: str, verdict: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    days = {"keep_finished": finished, "keep_abandoned": 3.5, "keep_undealt": 2.5, "keep_guests": 5.5}
    monkeypatch.setattr(retention, "PERIODS", {name: count * retention.DAY for name, count in days.items()})
    monkeypatch.setattr(retention, "TARGET", 0.2)
    printed = output_of(capsys, "retention", "--days", simulated, "--games", "3")
    assert verdict in printed


def test_hostile_frames_cause_no_crash(capsys: pytest.CaptureFixture[str]) -> None:
    printed = output_of(capsys, "fuzz", "--frames", str(sized(1000)))
    assert "the rules accept every log: " in printed
    assert f"0 crashes and exceptions; afterwards {len(game_slugs())} games were played to their end" in printed
    for game in game_slugs():
        assert f"{game}: under attack " in printed


def test_slow_clients_are_compared_with_a_normal_run(capsys: pytest.CaptureFixture[str]) -> None:
    printed = output_of(capsys, "slow-clients", "--tables", "5", "--watchers", "5", "--seconds", "1", "--turns", "1")
    assert "the others' p99 with 5 who do not read: " in printed
    for game in game_slugs():
        assert f"| {game} | " in printed
    assert "TROUBLE" not in printed


@large
def test_attacks_run_while_people_play(capsys: pytest.CaptureFixture[str]) -> None:
    printed = output_of(
        capsys, "hostile", "--tables", "1", "--seconds", "1", "--turns", "1", "--only", "silent, 1,100 addresses"
    )
    assert "silent, 1,100 addresses" in printed
    assert "TROUBLE" not in printed


def window_of(*, p99: float = 0.01, turned_away: int = 0, grown: int = 0, actions: int = 100) -> hostile.Window:
    """Return a measurement window with these figures."""
    latencies = ([p99] * 2 + [0.001] * 98)[:actions]
    return hostile.Window([latencies], [0.01], turned_away, grown << 20, 0.1, 0)


@pytest.mark.parametrize(
    ("attacked", "verdict"),
    [
        (window_of(p99=0.0119, grown=49), "every visitor gets in: reached"),
        (window_of(p99=0.0121), "MISSED by flood of frames"),
        (window_of(turned_away=1), "MISSED by flood of frames"),
        (window_of(grown=50), "MISSED by flood of frames"),
        (window_of(actions=0), "MISSED by flood of frames"),
    ],
)
async def test_harmful_attack_misses_the_target(
    attacked: hostile.Window, verdict: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def window(served: object, crowd: object, seconds: float, name: str | None) -> hostile.Window:
        return window_of() if name is None else attacked

    monkeypatch.setattr(hostile, "window", window)
    monkeypatch.setattr(hostile, "SETTLE", 0)
    for name, double in (("Crowd", MagicMock()), ("ask", AsyncMock())):  # nobody plays: the windows are made up
        monkeypatch.setattr(hostile, name, double)
    hostile.Crowd.return_value.grow = hostile.Crowd.return_value.under_way = AsyncMock()
    await hostile.measure(MagicMock(), 1, 1, 2, ["flood of frames"])
    assert verdict in capsys.readouterr().out


def test_unknown_attack_is_refused_with_the_valid_names(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["bench", "hostile", "--only", "flood"]) == 2
    assert "endless header, small headers" in capsys.readouterr().err


@pytest.fixture
def single_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(restart, "STARTS", 1)
    monkeypatch.setattr(restart, "ALONE", 1)


@large
@pytest.mark.usefixtures("single_starts")
def test_restart_bench_reconnects_all_players_in_every_game(capsys: pytest.CaptureFixture[str]) -> None:
    printed = output_of(capsys, "restart", "--tables", "6")
    assert "6 tables ready within " in printed
    for game in game_slugs():
        tables = 2 if game == game_slugs()[0] else 1  # they take turns
        assert f"{game}: {tables} tables alone within " in printed


@pytest.mark.usefixtures("single_starts")
def test_restart_bench_reconnects_all_players_of_one_game(capsys: pytest.CaptureFixture[str]) -> None:
    printed = output_of(capsys, "restart", "--tables", "3", "--game", "tezuma")
    assert "tezuma: 3 tables alone within " in printed
    assert "kotori" not in printed


def outcome(**changes: Any) -> leaks.Outcome:
    """Return the outcome of a chunk of pairs."""
    passing = leaks.Outcome("kotori", False, 3, 1, 9, 0, 1000, 0.5, Counter(update=9), [], [], set())
    return passing._replace(**changes)


def test_pairs_and_caught_leaks_are_counted(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    leaky = outcome(planted=True, pairs=4, caught=set(leak_mutations.CHANNELS) - {"size"})
    monkeypatch.setattr(leaks, "outcomes", lambda _: iter([leaky, outcome(), outcome()]))
    with pytest.raises(AssertionError, match="kotori: not noticed: size"):
        leaks.run(pairs=6, game="kotori")
    printed = capsys.readouterr().out
    assert "kotori: 6 pairs compared at 2 tables" in printed
    assert (
        f"0 differences; {len(leak_mutations.CHANNELS) - 1} of {len(leak_mutations.CHANNELS)} planted leaks caught"
        in printed
    )


@pytest.mark.parametrize("trouble", [{"differences": ["a card"]}, {"failures": ["a card"]}])
def test_difference_fails_the_bench(trouble: dict[str, list[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    leaky = outcome(planted=True, caught=set(leak_mutations.CHANNELS))
    monkeypatch.setattr(leaks, "outcomes", lambda _: iter([leaky, outcome(**trouble)]))
    with pytest.raises(AssertionError, match="a card"):
        leaks.run(pairs=3, game="kotori")


def test_chunk_can_use_other_cards() -> None:
    compared = leaks.compare_chunk(leaks.Chunk(Case("llama", 3), 4, 1, other_cards=True))
    assert (compared.pairs, compared.differences, compared.failures) == (3, [], [])


@pytest.mark.parametrize("slug", game_slugs())
def test_every_game_has_other_cards(slug: str, tmp_path: Path) -> None:
    other = load_game(slug, cards=leaks.other_cards(slug, tmp_path))
    assert table_digest(other.tables) != table_digest(load_game(slug).tables)


@pytest.mark.parametrize(
    "bench", ["cost", "fuzz", "leaks", "load", "restart", "scale", "soak", "split", "slow-clients"]
)
def test_unknown_game_is_refused(bench: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["bench", bench, "--game", "chess"]) == 2
    assert "chess" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("bench", "option"),
    [
        ("durability", "--kills"),
        ("load", "--tables"),
        ("cost", "--actions"),
        ("slow-clients", "--watchers"),
        ("hostile", "--tables"),
        ("restart", "--tables"),
        ("soak", "--games"),
        ("retention", "--days"),
        ("collector", "--tables"),
        ("fuzz", "--frames"),
        ("leaks", "--pairs"),
        ("scale", "--actions"),
    ],
)
def test_zero_size_is_rejected(bench: str, option: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["bench", bench, option, "0"]) == 2
    assert option in capsys.readouterr().err
