"""Options, markers and fixtures of the tests in `tests` and `benchmarks/tests`, and which run in one process.

No test touches the tables of the user, or their seats on servers.
"""

import gc
import os
import re
import sys
from collections import Counter
from pathlib import Path

import pytest
from xdist.scheduler import LoadScopeScheduling
from xdist.workermanage import WorkerController

ROOT = Path(__file__).parent
TESTS = ROOT / "tests"
ROOTS = (ROOT / "src/tefuda/games", ROOT / "harness/fixtures")
GAMES = sorted(path.parent.name for root in ROOTS for path in root.glob("*/rules.py"))


SLOW_KINDS = {
    "browser": "needs Chromium and plays in it",
    "setup": "sets up environments and builds the wheel",
}
# About how long a test takes, by folder, so that no long scope is left over at the end.
SECONDS = {"browser": 3, "setup": 2, "tests": 2, "frontend": 2, "lab": 2, "terminal": 0.4, "server": 0.4, "bots": 0.4}
USUAL_SECONDS = 0.1
SLOW_FOLDERS = tuple(f"tests/{kind}/" for kind in SLOW_KINDS)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--card-files", type=int, default=2, help="valid random card files to play with, of each game")
    parser.addoption("--size", type=float, default=1, help="multiplies the random games and positions of long tests")
    parser.addoption("--game", choices=GAMES, help="run one game's own tests, contract tests and recorded games only")


@pytest.fixture
def card_files(request: pytest.FixtureRequest) -> int:
    """Return the number of random card files that a test creates for each game; raise it for a long run."""
    count: int = request.config.getoption("--card-files")
    return count


def pytest_configure(config: pytest.Config) -> None:
    gc.set_threshold(50_000, 20, 50)  # with Python's own, collections take 7 % of the time
    config.addinivalue_line("markers", "clause(*ids): the clauses of the game's rulebook that this test shows at work")
    if "harness.contract.cases" in sys.modules:  # it would not know the size
        raise pytest.UsageError("a conftest.py imports harness.contract.cases, perhaps by way of another module")
    os.environ["SIZE_OF_TESTS"] = str(config.getoption("--size"))
    os.environ["LC_ALL"] = "C.UTF-8"  # commands speak the language of the locale
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(NamedFailures(config))
    for kind, description in SLOW_KINDS.items():
        config.addinivalue_line("markers", f"{kind}: {description}")
    if (game := config.getoption("--game")) and config.args_source is pytest.Config.ArgsSource.TESTPATHS:
        folders = (*own_folders(game), TESTS / "contract", TESTS / "golden")
        config.args = [str(folder) for folder in folders if folder.exists()]


def own_folders(game: str) -> tuple[Path, Path]:
    """Return where the tests of a game's own rules are: of one of `tefuda.games`, or of one among the fixtures."""
    return TESTS / "games" / game, TESTS / "fixtures" / game


def is_of(game: str, path: Path, nodeid: str) -> bool:
    """Whether a test is in a game's own folder, or is parametrized with it."""
    return any(path.is_relative_to(folder) for folder in own_folders(game)) or _game_of(nodeid) == game


class NamedFailures:
    """Prints the name of each failing test as soon as it fails, not only in the summary."""

    def __init__(self, config: pytest.Config) -> None:
        self._plugins = config.pluginmanager

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        reporter = self._plugins.get_plugin("terminalreporter")
        if report.failed and reporter is not None:
            reporter.write_line(f" failed: {report.nodeid} ({report.when})")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the slow kinds, select the tests of one game if asked to, and start with what takes long."""
    for item in items:
        if (kind := _folder(item)) in SLOW_KINDS:
            item.add_marker(kind)
    if game := config.getoption("--game"):
        selected = [item for item in items if is_of(game, item.path, item.nodeid)]
        config.hook.pytest_deselected(items=[item for item in items if item not in selected])
        items[:] = selected
    scopes = {item: _scope(item.nodeid) for item in items}
    seconds = Counter[str]()
    for item, scope in scopes.items():
        seconds[scope] += SECONDS.get(_folder(item), USUAL_SECONDS)  # type: ignore[assignment]
    items.sort(key=lambda item: (-seconds[scopes[item]], scopes[item]))


def _game_of(nodeid: str) -> str | None:
    """Return the game that a test is parametrized with, if any."""
    found = re.search(rf"\[(?:.*[-/])?({'|'.join(GAMES)})\b", nodeid)
    return found[1] if found is not None else None


@pytest.fixture(scope="session", autouse=True)
def isolated_folders(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Keep the tables of the tests, and their seats on servers, in temporary folders."""
    os.environ["TEFUDA_DATA"] = str(tmp_path_factory.mktemp("tables"))
    os.environ["TEFUDA_STATE"] = str(tmp_path_factory.mktemp("state"))


def pytest_collection_finish() -> None:
    gc.freeze()  # what has been collected stays: further collections need not look at it


def pytest_xdist_auto_num_workers() -> int:
    """Return three more than there are cores: tests wait a third of the time, for pages, servers and databases."""
    return 3 + (os.cpu_count() or 1)


def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> "TogetherByGame":
    return TogetherByGame(config, log)


class TogetherByGame(LoadScopeScheduling):
    """Runs the tests of one scope in one process, in the order of collection.

    `--dist=loadfile` would compile every game in every process, some 20 s each. `--dist=loadgroup` has no effect with
    pytest 9: pytest-xdist 3.8 marks groups in the names of tests, and they keep their names.
    """

    def _split_scope(self, nodeid: str) -> str:
        return _scope(nodeid)

    def _assign_work_unit(self, node: WorkerController) -> None:
        """Assign the next scope, but all files of browser tests to the same half of the processes, before other files.

        A process closes its browser and its server before any other test: to start both takes 2 s of processor time.
        """
        browse = [one for one, scopes in self.assigned_work.items() if any(map(_in_browser, scopes))]
        wanted = node in browse or 2 * len(browse) < len(self.nodes)
        suitable = (scope for scope in self.workqueue if _in_browser(scope) == wanted)
        if (scope := next(suitable, None)) is not None:
            self.workqueue.move_to_end(scope, last=False)
        super()._assign_work_unit(node)


def _scope(nodeid: str) -> str:
    """Return what a test runs with in one process: the tests of its game, which is compiled there once, or its file.

    Tests of the slow kinds share what their file sets up, such as a server and a browser.
    """
    file = nodeid.partition("::")[0]
    return file if file.startswith(SLOW_FOLDERS) else _game_of(nodeid) or file


def _in_browser(scope: str) -> bool:
    return scope.startswith("tests/browser/")


def _folder(item: pytest.Item) -> str:
    """Return the folder below `tests` or `benchmarks` in which a test is."""
    return item.nodeid.split("/", 2)[1]
