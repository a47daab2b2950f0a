"""The benches of people at tables (load, cost, slow clients) at a small scale, and what they measure with."""

import asyncio
import math
from random import Random

import msgspec
import pytest

from benchmarks import cost, crowd, echo_server, load
from benchmarks.tests.output import output_of
from harness.contract.cases import in_ci, large
from harness.server import client
from tefuda import game_slugs


@in_ci
def test_load_of_one_game_is_measured(capsys: pytest.CaptureFixture[str]) -> None:
    printed = output_of(capsys, "load", "--tables", "2", "--most", "2", "--seconds", "1", "--game", "llama", "--clocks")
    assert "llama, 2 tables: p50 " in printed
    assert "llama with clocks, 2 tables: p50 " in printed
    assert "ERRORS" not in printed
    assert "kotori" not in printed


def test_load_that_cannot_be_opened_misses_its_target(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(load, "PATIENCE", 0)
    printed = output_of(capsys, "load", "--tables", "2", "--most", "2", "--seconds", "1", "--game", "kotori")
    assert "kotori, 2 tables: cannot be opened; target 50: MISSED" in printed
    assert "| kotori | 4 | 2 | - | - | - | 2 tables | 2 tables |" in printed


async def test_bench_of_the_cost_names_what_the_server_refuses() -> None:
    table = cost.ToldCrowd(0, 1).make(0, "kotori", 2, 0)
    playing = asyncio.create_task(table.play())
    await asyncio.sleep(0)
    table.hear(0, client.Refused("p1", client.ErrorMessage("Too fast.")))
    for attempt in (playing, table.play(), table.renew()):
        with pytest.raises(RuntimeError, match=r"kotori: the server refused p1: Too fast\."):
            await attempt


@large
def test_load_bench_measures_all_games_the_mix_and_the_yardstick(capsys: pytest.CaptureFixture[str]) -> None:
    printed = output_of(capsys, "load", "--tables", "5", "--most", "5", "--seconds", "1", "--reference")
    assert "mix, 2 to 5 people at each table:" in printed
    for row in (*game_slugs(), crowd.MIX, echo_server.ECHO):
        assert f"\n{row}, 5 tables: p50 " in printed
        assert f"\n| {row} | " in printed
    assert "ERRORS" not in printed


@large
def test_cost_bench_compares_games_with_an_echo_server(capsys: pytest.CaptureFixture[str]) -> None:
    printed = output_of(capsys, "cost", "--actions", "5", "--rounds", "1", "--tables", "1", "--clocks")
    for contender in (echo_server.ECHO, *game_slugs(), *(f"{slug} with clocks" for slug in game_slugs())):
        assert f"\n| {contender} | " in printed
    assert "ERRORS" not in printed


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


def test_p99_is_the_time_that_one_in_a_hundred_reaches() -> None:
    times = [float(rank) for rank in range(1, 1001)]
    assert load.p99_of(times) == 991
    assert load.p99_of([3.0]) == 3
    assert load.p99_of([]) == math.inf


@large
def test_slow_clients_are_compared_with_a_normal_run(capsys: pytest.CaptureFixture[str]) -> None:
    printed = output_of(capsys, "slow-clients", "--tables", "5", "--watchers", "5", "--seconds", "1", "--turns", "1")
    assert "the others' p99 with 5 who do not read: " in printed
    for game in game_slugs():
        assert f"| {game} | " in printed
    assert "ERRORS" not in printed
