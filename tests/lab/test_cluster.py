"""Studies on a Ray cluster of two nodes on this machine: the same results, whatever dies on the way."""

import os
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tefuda
from harness.contract.cases import in_ci, large
from tefuda.cli import main
from tefuda.engine.errors import BadOption
from tefuda.lab import Study, league, leagues, match, sweep, sweeps
from tefuda.lab.cluster import ClusterFailed, connected, in_order_of_cluster

if os.uname().sysname == "Darwin":
    pytest.importorskip("ray")

KOTORI = tefuda.load("kotori", players=3)
SMALL_STORE = 80 << 20  # bytes; the smallest that Ray takes is 75 MB
START_SECONDS = 300  # for a node to start, however much else the machine does
NODE = {"num_cpus": 1, "object_store_memory": SMALL_STORE}
PLAYER = "def last(state):\n    return state.legal_actions.codes[-1]\n"


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Run a cluster of two nodes with a core each."""
    import ray  # slow
    from ray._private import services
    from ray.cluster_utils import Cluster

    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_gcs_server_port_wait_time_s", str(START_SECONDS))
        patch.setattr(services, "get_node", patient(services.get_node))
        patch.setattr(Cluster._wait_for_node, "__defaults__", (START_SECONDS,))
        cluster = Cluster(initialize_head=True, head_node_args={**NODE, "include_dashboard": False})
        try:
            cluster.add_node(**NODE)
            cluster.wait_for_nodes(START_SECONDS)
            yield cluster
        finally:
            ray.shutdown()
            cluster.shutdown()


def patient(get_node: Callable[..., Any]) -> Callable[..., Any]:
    """Return Ray's `get_node`, but it waits longer for a node that starts: Ray gives up after 30 seconds."""

    def get(*arguments: Any) -> Any:
        until = time.monotonic() + START_SECONDS
        while True:
            try:
                return get_node(*arguments)
            except RuntimeError:  # the node has not registered yet
                if time.monotonic() > until:
                    raise
                time.sleep(0.2)

    return get


def study(address: str | None) -> Study:
    return sweep(
        "kotori",
        players=3,
        vary={"field_cards": [3, 4]},
        games={"random": 500, "search:5": 40},
        skill_deals=4,
        ray=address,
    )


@large
def test_studies_say_the_same_as_in_one_process(cluster: Any) -> None:
    with connected(cluster.address):
        far = match(KOTORI, ["easy", "random"], deals=60, seed=4, ray=cluster.address)
        here = match(KOTORI, ["easy", "random"], deals=60, seed=4)
        assert far.standings == here.standings
        assert np.array_equal(far.ranks, here.ranks)
        ratings = [
            league(KOTORI, ["easy", "random"], deals=4, ray=address).ratings for address in (cluster.address, None)
        ]
        assert ratings[0] == ratings[1]
        for one, other in zip(study(cluster.address).variants, study(None).variants, strict=True):
            assert one.skill == other.skill
            assert {name: games.estimates for name, games in one.games.items()} == {
                name: games.estimates for name, games in other.games.items()
            }
    import ray

    assert not ray.is_initialized()


@in_ci
def test_own_player_is_sent_to_the_machines(
    cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a_player_that_travels.py").write_text(PLAYER, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", [*__import__("sys").path])
    arguments = ["lab", "match", "kotori", "a_player_that_travels:last", "random", "--deals", "4", "--seed", "3"]
    assert main([*arguments, "--lang", "en", "--ray", cluster.address]) == 0
    far = capsys.readouterr().out
    assert main([*arguments, "--lang", "en", "--processes", "1"]) == 0
    assert far == capsys.readouterr().out
    assert "a_player_that_travels:last" in far


def kill_once(task: tuple[str, int]) -> int:
    """Kill the worker at the first try of every third task."""
    folder, number = task
    mark = Path(folder) / str(number)
    if number % 3 == 0 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    with (Path(folder) / "done").open("a") as done:
        done.write(f"{number}\n")
    return number


def kill_always(_: int) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def refuse(number: int) -> None:
    raise BadOption(f"no {number}")


@large
def test_worker_that_dies_costs_its_share_only(cluster: Any, tmp_path: Path) -> None:
    tasks = [(str(tmp_path), number) for number in range(9)]
    with connected(cluster.address, [__name__]), closing(in_order_of_cluster(kill_once, tasks)) as results:
        assert list(results) == list(range(9))
    assert sorted((tmp_path / "done").read_text().split()) == [str(number) for number in range(9)]


@large
def test_machine_that_goes_costs_its_share_only(cluster: Any, tmp_path: Path) -> None:
    with connected(cluster.address):
        node = cluster.add_node(**NODE)
        cluster.wait_for_nodes()
        seen = []

        def tell(progress: Any) -> None:
            seen.append(progress)
            if len(seen) == 2:
                cluster.remove_node(node, allow_graceful=False)

        far = match(KOTORI, ["search:20", "random"], deals=120, seed=9, ray=cluster.address, on_progress=tell)
    assert len(seen) > 4
    assert far.standings == match(KOTORI, ["search:20", "random"], deals=120, seed=9).standings


@in_ci
def test_errors_are_those_of_one_process(cluster: Any) -> None:
    with connected(cluster.address, [__name__]):
        with pytest.raises(BadOption, match=r"^no 7$"):
            list(in_order_of_cluster(refuse, [7]))
        with pytest.raises(ClusterFailed, match="5 times"):
            list(in_order_of_cluster(kill_always, [1]))


def test_sweep_and_league_send_the_modules_of_ones_own_players(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[list[str]] = []

    @contextmanager
    def connected(address: str, modules: Sequence[str]) -> Iterator[None]:
        sent.append(sorted(modules))
        raise ClusterFailed(address)
        yield

    own = "tests.lab.own_players"
    for module in (sweeps, leagues):
        monkeypatch.setattr(module, "connected", connected)
    with pytest.raises(ClusterFailed, match="auto"):
        sweep(
            "kotori", vary={}, games={f"{own}:Coin": 2}, skill=("tests.lab.test_cluster:refuse", "random"), ray="auto"
        )
    with pytest.raises(ClusterFailed, match="auto"):
        league(KOTORI, [f"{own}:first", "random"], ray="auto")
    assert sent == [[own, "tests.lab.test_cluster"], [own]]


@pytest.mark.parametrize("address", ["127.0.0.1:1", "ray://127.0.0.1:1"])
def test_missing_cluster_is_named(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "match", "kotori", "random", "--deals", "2", "--ray", address]) == 2
    assert f"at '{address}'" in capsys.readouterr().err


def test_processes_and_a_cluster_exclude_each_other(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "match", "kotori", "random", "--processes", "2", "--ray", "auto"]) == 2
    assert "give only one of them" in capsys.readouterr().err
