"""Metrics: operators see real play but nothing about persons; the dashboard and alerts use existing metrics."""

import asyncio
import contextlib
import errno
import json
import os
import re
import signal
import sqlite3
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families

from harness.server.doubles import PATIENCE, eventually
from tefuda import load
from tefuda.bots.workers import ANYONE, Workers
from tefuda.server.bots.bot_service import Bots
from tefuda.server.metrics import Metrics
from tefuda.server.run import running
from tefuda.server.settings import Settings
from tefuda.server.store.archive import bases
from tefuda.server.store.sqlite import FILE, SqliteStore
from tests.server.clients import Person, serving
from tests.server.test_store import append, guest, table

DEPLOY = Path(__file__).parents[2] / "deploy"
NAME = re.compile(r"\b(?:tefuda|process)_[a-z_]+")
NOT_SHOWN = {"process_virtual_memory_bytes"}  # says nothing about a process with compiled code


async def scrape(address: str) -> dict[str, dict[tuple[str, ...], float]]:
    """Return the samples of the metrics page: name -> values of labels -> value."""
    async with httpx.AsyncClient(base_url=address) as http:
        text = (await http.get("/metrics")).text
    found: dict[str, dict[tuple[str, ...], float]] = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            found.setdefault(sample.name, {})[tuple(sample.labels.values())] = sample.value
    return found


async def test_metrics_follow_play(tmp_path: Path) -> None:
    async with serving(tmp_path / "data", archive=tmp_path / "archive") as (address, server), Person(address) as hana:
        before = await scrape(address)
        async with hana.playing("me", "bot") as place:
            assert await place.my_turn()
            during = await scrape(address)
            await place.play_to_end(Random(1))
        await eventually(lambda: bases(tmp_path / "archive"))
        await eventually(lambda: server.archive is not None and server.archive.lag == 0)
        files = [tmp_path / "data" / name for name in ("tefuda.sqlite3", "tefuda.sqlite3-wal")]
        sizes = list[int]()
        while sizes != [path.stat().st_size for path in files]:  # the record of the game may just be written
            sizes = [path.stat().st_size for path in files]
            after = await scrape(address)
    assert (before["tefuda_tables"][()], during["tefuda_tables"][()]) == (0, 1)
    assert (during["tefuda_audiences"][()], after["tefuda_audiences"][()]) == (1, 0)
    assert during["tefuda_sockets"][()] == 1
    entries = after["tefuda_entries_total"]["kotori",]
    assert after["tefuda_commit_entries_sum"][()] == entries > 5
    assert 0 < after["tefuda_commit_entries_count"][()] <= entries
    assert after["tefuda_store_wait_seconds_count"]["write",] >= after["tefuda_commit_entries_count"][()]
    assert after["tefuda_store_batch_seconds_sum"]["read",] > 0
    assert after["tefuda_table_load_seconds_count"][()] == 1
    assert after["tefuda_loop_lag_seconds_count"][()] > 0
    assert [after["tefuda_database_bytes"][()], after["tefuda_journal_bytes"][()]] == sizes
    assert after["tefuda_free_bytes"][()] > 0
    assert after["process_cpu_seconds_total"][()] > 0
    assert after["process_resident_memory_bytes"][()] > 1e7
    assert 0 <= after["tefuda_archive_lag_seconds"][()] < 3600
    assert after["tefuda_archive_copy_age_seconds"][()] < 3600


def value(metrics: Metrics, sample: str) -> float:
    """Return the value of a sample on the page."""
    found = re.search(rf"^{re.escape(sample)} (\S+)$", metrics.page().decode(), re.MULTILINE)
    assert found, sample
    return float(found[1])


async def test_store_counts_conflicts_and_what_waits_while_the_file_is_locked(tmp_path: Path) -> None:
    metrics = Metrics()
    store = SqliteStore(tmp_path, metrics)
    host = await guest(store)
    await table(store, host)
    both = [store.append(append()), store.append(append(entry='"other"'))]
    await asyncio.gather(*both, return_exceptions=True)
    assert value(metrics, "tefuda_conflicts_total") == 1
    queue = 'tefuda_store_queue{kind="write"}'
    assert value(metrics, queue) == 0
    renaming: list[asyncio.Task[None]] = []

    def more_wait() -> bool:
        renaming.append(asyncio.create_task(store.rename(host.id, "Hana")))
        return value(metrics, queue) > 1

    with contextlib.closing(sqlite3.connect(tmp_path / FILE)) as other:
        other.execute("BEGIN IMMEDIATE")
        await eventually(more_wait)
    await asyncio.gather(*renaming, return_exceptions=True)
    assert value(metrics, queue) == 0
    await store.close()


async def test_wait_for_bot_workers_is_measured(tmp_path: Path) -> None:
    metrics = Metrics()
    pool = Workers(1, on_start=metrics.bot_wait.observe)
    bots = Bots(metrics, pool=pool)
    async with running(Settings(tmp_path, bot_delay=0), bots) as (address, _), Person(address) as hana:
        level = (await hana.get("/api/games"))[0]["levels"][0]
        seats = [{"kind": "me"}, {"kind": "bot", "level": level}]
        id = (await hana.post("/api/tables", {"game": "kotori", "seats": seats, "deal": True}))["id"]
        async with hana.at(id) as place:
            while 'tefuda_bot_answers_total{outcome="answered"}' not in metrics.page().decode():
                assert await place.my_turn()
                await place.play()
        await eventually(lambda: value(metrics, "tefuda_bot_queue") == 0)
        for process in pool.processes:
            os.kill(process, signal.SIGSTOP)
        state = load("kotori").start(seed=1)
        chosen = [asyncio.ensure_future(bots.choose(state, level, ANYONE)) for _ in range(3)]
        await asyncio.sleep(0)  # they ask now
        assert value(metrics, "tefuda_bot_queue") >= 2
        assert value(metrics, "tefuda_bot_oldest_seconds") > 0
        for process in pool.processes:
            os.kill(process, signal.SIGCONT)
        await asyncio.gather(*chosen)
    assert value(metrics, "tefuda_bot_queue") == 0
    assert value(metrics, "tefuda_bot_oldest_seconds") == 0
    assert value(metrics, "tefuda_bot_wait_seconds_count") > 3
    assert 'outcome="failed"' not in metrics.page().decode()


async def test_refusals_are_counted_by_the_limit(tmp_path: Path) -> None:
    from tefuda.server.rate_limit import Rate

    async with serving(tmp_path, table_rate=Rate(0.001, 1)) as (address, _), Person(address) as hana:
        await hana.open("me", "bot")
        body = {"game": "kotori", "seats": [{"kind": "me"}, {"kind": "bot"}]}
        await hana.post("/api/tables", body, status=429)
        assert (await scrape(address))["tefuda_turned_away_total"] == {("connections",): 0, ("table-rate",): 1}


async def test_no_metric_names_a_table_a_person_or_a_card(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, _), Person(address) as hana:
        await hana.post("/api/me", {"name": "Hanako"})
        id = (await hana.open("me", "bot", deal=True))["id"]
        async with hana.at(id) as place:
            await place.play_to_end(Random(1))
        labels = {value for values in (await scrape(address)).values() for labels in values for value in labels}
    known = re.compile(r"[a-z_-]+|\+Inf|[0-9.]+")
    assert all(known.fullmatch(label) for label in labels), labels
    assert not labels & {"Hanako", id, "127.0.0.1"}


# --------------------------------------------------- dashboard and alerts


def expressions(node: Any) -> list[str]:
    """Return all expressions in a dashboard or a file of alerts."""
    if isinstance(node, dict):
        own = [node["expr"]] if "expr" in node else []
        return own + [one for value in node.values() for one in expressions(value)]
    return [one for value in node for one in expressions(value)] if isinstance(node, list) else []


async def test_dashboard_and_alerts_use_metrics_that_exist_and_show_all(tmp_path: Path) -> None:
    dashboard = json.loads((DEPLOY / "grafana-dashboard.json").read_text())
    alerts = yaml.safe_load((DEPLOY / "prometheus-alerts.yml").read_text())
    async with serving(tmp_path) as (address, _), httpx.AsyncClient(base_url=address) as http:
        text = (await http.get("/metrics")).text
    families = list(text_string_to_metric_families(text))
    kinds = {
        "histogram": ("_bucket", "_sum", "_count"),
        "counter": ("_total",),
        "info": ("_info",),
        "gauge": ("",),
    }
    existing = {family.name: {family.name + ending for ending in kinds[family.type]} for family in families}
    samples = {name for names in existing.values() for name in names}
    shown = {name for one in expressions(dashboard) for name in NAME.findall(one)}
    warned = {name for one in expressions(alerts) for name in NAME.findall(one)}
    assert shown <= samples, f"the dashboard shows {shown - samples}"
    assert warned <= shown, f"{warned - shown} is not on the dashboard"
    hidden = {family for family, names in existing.items() if not names & shown}
    assert hidden == NOT_SHOWN, "these metrics are not on the dashboard"
    series = {
        (sample.name, why) for family in families for sample in family.samples if (why := sample.labels.get("why"))
    }
    for one in expressions(alerts):
        for name, labels in re.findall(r'increase\((\w+){why=~?"([^"]+)"}', one):
            assert {(name, why) for why in labels.split("|")} <= series, f"{one} misses the first one"


def test_alerts_are_about_no_other_process() -> None:
    """Every program that Prometheus watches has metrics of its process."""
    alerts = yaml.safe_load((DEPLOY / "prometheus-alerts.yml").read_text())
    of_processes = [found for one in expressions(alerts) for found in re.findall(r"process_[a-z_]+{?[^}]*", one)]
    assert of_processes
    assert all('{job="tefuda"' in found for found in of_processes), of_processes


def test_dashboard_tells_workers_apart() -> None:
    dashboard = json.loads((DEPLOY / "grafana-dashboard.json").read_text())
    targets = [target for panel in dashboard["panels"] for target in panel["targets"]]
    single = [target for target in targets if not re.match("sum|histogram_quantile", target["expr"])]
    assert {"tefuda_tables", "process_resident_memory_bytes"} < {target["expr"].partition("{")[0] for target in single}
    assert [target["expr"] for target in single if "{{worker}}" not in target["legendFormat"]] == []


def test_every_alert_is_explained_to_the_operator() -> None:
    alerts = yaml.safe_load((DEPLOY / "prometheus-alerts.yml").read_text())
    document = (DEPLOY.parent / "docs" / "operations.md").read_text(encoding="utf-8")
    for rule in (rule for group in alerts["groups"] for rule in group["rules"]):
        assert rule["annotations"]["summary"]
        assert f"`{rule['alert']}`" in document


async def test_bots_go_on_after_an_unexpected_exception(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is counted, and the thread of the worker lives on: otherwise all games with bots would stand still."""
    metrics, start, failed = Metrics(), subprocess.Popen, []

    def fail_once(*arguments: Any, **options: Any) -> Any:
        if not failed:
            failed.append(arguments)
            raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")
        return start(*arguments, **options)

    monkeypatch.setattr("tefuda.bots.workers.subprocess.Popen", fail_once)
    bots = Bots(metrics, workers=1)
    bots.prepare("tefuda.games.kotori")
    await eventually(lambda: value(metrics, "tefuda_exceptions_total") == 1)
    assert await asyncio.wait_for(bots.choose(load("kotori").start(seed=1), "random", ANYONE), PATIENCE)
    await bots.close()
