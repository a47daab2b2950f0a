"""`./tefuda` sets itself up: fresh, outdated, moved, interrupted and read-only checkouts, and systems without venv.

Each test works on a copy of this checkout.  Those that create an environment take five to ten seconds, mostly for pip
and uv.
"""

import importlib.metadata
import os
import re
import runpy
import shutil
import signal
import subprocess
import sys
import textwrap
from functools import partial
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from harness.contract.cases import in_ci, large
from tests.setup.users import python_for_everyone, shared_folder, unprivileged

ROOT = Path(__file__).parents[2]
BOOTSTRAP = ROOT / "tefuda"


def copy_checkout(target: Path) -> Path:
    target.mkdir()
    for name in ("tefuda", "pyproject.toml", "hatch_build.py", "requirements.lock", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, target)
    shutil.copytree(ROOT / "src", target / "src", ignore=shutil.ignore_patterns("__pycache__"))
    return target


# without which a wrong command cannot be reported, or `./tefuda test` cannot run
FOR_ERRORS_AND_TESTS = ("cryptography", "fluent.runtime", "msgspec", "numpy", "pytest", "pytest-asyncio")


def needed_to_start(*more: str) -> set[str]:
    """Return the packages without which `./tefuda --version` cannot be set up or run, and more with what they need."""
    needed, unseen = set(), ["cyclopts", "hatchling", "uv", *more]
    while unseen:
        name = canonicalize_name(unseen.pop())
        if name in needed:
            continue
        needed.add(name)
        for line in importlib.metadata.requires(name) or ():
            requirement = Requirement(line)
            if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
                unseen.append(requirement.name)
    return needed


def shorten_lock(checkout: Path, *more: str) -> None:
    """Leave only the few packages in the lock that a start needs, and more: installing all takes most of the time.

    Whether all can be installed shows the checkout in which the tests run, which `./tefuda` has set up.
    """
    lock = checkout / "requirements.lock"
    needed = needed_to_start(*more)
    pins = re.findall(r"^(?:[^\s#].*\\\n)(?:    --hash=\S+(?: \\)?\n)+", lock.read_text(), flags=re.MULTILINE)
    lock.write_text("".join(pin for pin in pins if canonicalize_name(pin.split("==")[0]) in needed))


def start(checkout: Path, *arguments: str, **kwargs: object) -> subprocess.Popen[str]:
    """Start ./tefuda with the Python outside any environment, as a person would."""
    command = [sys._base_executable, str(checkout / "tefuda"), *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **kwargs)


def run(checkout: Path, *arguments: str, **kwargs: object) -> tuple[int, str, str]:
    process = start(checkout, *arguments, **kwargs)
    out, err = process.communicate(timeout=550)
    return process.returncode, out, err


@pytest.fixture(scope="module")
def version() -> str:
    import tefuda

    return tefuda.__version__ + "\n"


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a fresh checkout that the first test sets up and later tests reuse."""
    checkout = copy_checkout(tmp_path_factory.mktemp("fresh") / "tefuda")
    shorten_lock(checkout, *FOR_ERRORS_AND_TESTS)
    return checkout


@in_ci
def test_fresh_checkout_sets_itself_up_once(checkout: Path, version: str) -> None:
    code, out, err = run(checkout, "--version")
    assert (code, out) == (0, version), err
    steps = [line.removeprefix("tefuda: ") for line in err.splitlines()]
    assert steps[0].startswith("setting up in ")
    assert steps[1:-1] == [
        "making the environment",
        "installing uv",
        "installing the packages of requirements.lock",
        "installing Tefuda itself",
    ]
    assert steps[-1].startswith("ready after ")

    assert run(checkout, "--version") == (0, version, "")


@in_ci
def test_modules_in_the_working_folder_are_ignored(checkout: Path, tmp_path: Path, version: str) -> None:
    (tmp_path / "tefuda.py").write_text("raise SystemExit('the wrong tefuda')")
    (tmp_path / "cyclopts.py").write_text("raise SystemExit('the wrong cyclopts')")
    link = tmp_path / "link"
    link.symlink_to(checkout / "tefuda")
    assert subprocess.run([link, "--version"], cwd=tmp_path, capture_output=True, text=True).stdout == version


@in_ci
def test_errors_and_exit_codes_are_passed_on(checkout: Path) -> None:
    code, out, err = run(checkout, "no-such-command")
    assert (code, out) == (2, "")
    assert err.startswith("tefuda: ")
    assert len(err.splitlines()) == 1


@in_ci
def test_interrupted_build_of_the_front_end_ends_with_one_line(checkout: Path) -> None:
    script = checkout / "frontend/build.py"
    script.parent.mkdir()
    script.write_text("import os, signal, time\nos.kill(os.getppid(), signal.SIGINT)\ntime.sleep(60)\n")
    # A suite that runs in the background ignores SIGINT, and so would its children.
    code, out, err = run(checkout, "serve", preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL))
    shutil.rmtree(script.parent)
    assert (code, out, err) == (130, "", "tefuda: interrupted; the next start sets up the rest\n")


@in_ci
def test_test_command_runs_pytest_and_returns_its_exit_code(checkout: Path, tmp_path: Path) -> None:
    tests = checkout / "tests"
    tests.mkdir()
    (tests / "test_two.py").write_text("def test_good(): pass\ndef test_bad(): assert False\n")
    code, out, _ = run(checkout, "test", "--override-ini", "addopts=", cwd=tmp_path)
    assert code == 1
    assert "1 failed, 1 passed" in out
    without_cache = ("--override-ini", "cache_dir=/dev/null/cache")  # as in a read-only checkout
    code, out, _ = run(checkout, "test", "--override-ini", "addopts=", "-k", "good", *without_cache, cwd=tmp_path)
    assert code == 0
    assert "1 passed, 1 deselected" in out


def add_browser_tests(checkout: Path) -> None:
    """Add one passing test, and one browser test that fails."""
    (checkout / "tests/browser").mkdir(parents=True, exist_ok=True)
    (checkout / "tests/browser/test_page.py").write_text("def test_page(): assert False\n")
    (checkout / "tests/test_rest.py").write_text("def test_rest(): pass\n")


@in_ci
def test_missing_browser_fails_after_the_other_tests_and_names_the_packages(checkout: Path, tmp_path: Path) -> None:
    add_browser_tests(checkout)
    arguments = ("test", "--override-ini", "addopts=", "-k", "page or rest")
    code, out, err = run(checkout, *arguments, env={**os.environ, "PATH": str(tmp_path)})
    assert code == 1
    assert "1 passed" in out
    assert "failed" not in out
    assert err.splitlines()[-1].endswith("apt-get install chromium-headless-shell fonts-ipaexfont-gothic")


@in_ci
def test_root_is_told_before_a_browser_is_installed(checkout: Path, tmp_path: Path) -> None:
    add_browser_tests(checkout)
    log = tmp_path / "log"
    fake = f"""\
        #!/bin/sh
        echo "$@" >> "{log}"
        [ "$1" = install ] || exit 0
        for name in chromium-headless-shell fc-list; do
            printf '#!/bin/sh\\necho a font\\n' > "{tmp_path}/$name"
            /bin/chmod +x "{tmp_path}/$name"
        done
        """
    (tmp_path / "apt-get").write_text(textwrap.dedent(fake))
    (tmp_path / "apt-get").chmod(0o755)
    for tool in ("grep", "sh"):
        (tmp_path / tool).symlink_to(shutil.which(tool) or f"/bin/{tool}")
    arguments = ("test", "--override-ini", "addopts=", "-k", "page or rest")
    command = bootstrap_command(checkout, set(), *arguments, root=True)
    answer = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "PATH": str(tmp_path)})
    assert log.read_text().splitlines()[-1].endswith("fontconfig chromium-headless-shell fonts-ipaexfont-gothic")
    needed = "chromium-headless-shell and fonts-ipaexfont-gothic"
    assert answer.stderr.startswith(f"tefuda: the browser tests need {needed}; installing")
    assert "1 failed, 1 passed" in answer.stdout  # the browser test ran
    assert answer.returncode == 1


@pytest.mark.parametrize(
    ("words", "shows"),
    [("", True), ("serve", True), ("serve --port 0", True), ("test -k x", True), ("--lang en", True)]
    + [("test --game kotori tests/browser", True), ("test --game kotori tests/browser/test_alerts.py::test_x", True)]
    + [(words, False) for words in ("--help", "--version", "play kotori", "serve --help", "rules kotori")]
    + [(words, False) for words in ("test --game kotori", "test --game=kotori -k setup", "test -n 2 --game kotori")],
)
def test_front_end_is_built_only_for_commands_with_a_browser(words: str, shows: bool) -> None:
    bootstrap = runpy.run_path(str(BOOTSTRAP), run_name="bootstrap")
    assert bootstrap["needs_front_end"](words.split()) == shows


@in_ci
def test_changed_lock_updates_the_environment(checkout: Path, version: str) -> None:
    lock = checkout / "requirements.lock"
    lock.write_text(lock.read_text() + "# a remark\n")
    code, out, err = run(checkout, "--version")
    assert (code, out) == (0, version)
    assert "what Tefuda needs has changed" in err
    assert "making the environment" not in err
    assert run(checkout, "--version") == (0, version, "")


@large
def test_two_starts_of_a_moved_checkout_set_it_up_once(checkout: Path, tmp_path: Path, version: str) -> None:
    moved = tmp_path / "手札 の机"  # a path with a space, and with letters that the locale lacks
    checkout.rename(moved)
    shorten_lock(moved)
    # Nor is there a home folder to keep downloads in, and pip is told to install into it.
    poor = {**os.environ, "LC_ALL": "C", "HOME": "/dev/null", "XDG_CACHE_HOME": "", "PIP_USER": "1"}
    poor["PIP_TARGET"] = str(tmp_path / "elsewhere")
    both = [start(moved, "--version", env=poor) for _ in range(2)]
    answers = [process.communicate(timeout=550) for process in both]
    assert [out for out, _ in answers] == [version, version], answers
    assert sorted("ready after" in err for _, err in answers) == [False, True]
    assert sorted("waiting for it" in err for _, err in answers) == [False, True]
    where = [moved / ".venv/bin/python", "-P", "-c", "import tefuda; print(tefuda.__file__)"]
    assert subprocess.check_output(where, text=True) == f"{moved}/src/tefuda/__init__.py\n"


def bootstrap_command(checkout: Path, missing: set[str], *arguments: str, root: bool, then: str = "") -> list[str]:
    """Return a command that runs ./tefuda (default --version) on a Python without some modules, as root or not."""
    script = f"""
        import importlib.metadata, importlib.util, os, runpy, sys
        missing, find_spec, version = {missing!r}, importlib.util.find_spec, importlib.metadata.version
        def no_version(name):
            if name in missing:
                raise importlib.metadata.PackageNotFoundError(name)
            return version(name)
        importlib.util.find_spec = lambda name: None if name in missing else find_spec(name)
        importlib.metadata.version = no_version
        os.geteuid = lambda: {0 if root else 1000}
        {then}
        sys.argv = ["tefuda", *{arguments or ("--version",)!r}]
        runpy.run_path({str(checkout / "tefuda")!r}, run_name="__main__")
    """
    return [sys._base_executable, "-c", textwrap.dedent(script)]


@large
def test_killed_setup_is_repeated_even_without_pip_outside(tmp_path: Path, version: str) -> None:
    checkout = copy_checkout(tmp_path / "tefuda")
    shorten_lock(checkout)
    command = bootstrap_command(checkout, {"pip"}, root=False)
    killed = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True)
    for line in killed.stderr:
        if "installing uv" in line:
            os.kill(killed.pid, signal.SIGKILL)  # its child process survives and holds the lock
            break
    killed.communicate()
    assert (checkout / ".venv").exists()
    second = subprocess.run(command, capture_output=True, text=True, timeout=550)
    assert (second.returncode, second.stdout) == (0, version), second.stderr
    assert "making the environment" in second.stderr


def test_missing_ensurepip_and_pip_names_the_package(tmp_path: Path) -> None:
    checkout = copy_checkout(tmp_path / "tefuda")
    command = bootstrap_command(checkout, {"ensurepip", "pip"}, root=False)
    answer = subprocess.run(command, capture_output=True, text=True)
    assert answer.returncode == 1
    assert f"apt-get install python3.{sys.version_info.minor}-venv" in answer.stderr.splitlines()[-1]
    assert "Traceback" not in answer.stderr


def test_mac_with_intel_is_told_which_python_to_use(tmp_path: Path) -> None:
    """There are no packages for a newer one; uv's message would be about Numba and the versions it knows."""
    checkout = copy_checkout(tmp_path / "tefuda")
    newer = (
        "import platform; platform.machine = lambda: 'x86_64'; sys.platform, sys.version_info = 'darwin', (3, 14, 0)"
    )
    command = bootstrap_command(checkout, set(), root=False, then=newer)
    answer = subprocess.run(command, capture_output=True, text=True)
    assert answer.returncode == 1
    [line] = answer.stderr.splitlines()
    assert line.endswith(f"start it with Python 3.13, python3.13 {checkout / 'tefuda'}")


def test_root_is_told_before_venv_is_installed(tmp_path: Path, version: str) -> None:
    checkout = copy_checkout(tmp_path / "tefuda")
    tools = tmp_path / "bin"
    tools.mkdir()
    log = tmp_path / "log"
    (tools / "apt-get").write_text(f'#!/bin/sh\necho "$@" >> "{log}"\n[ "$1" = update ]\n')
    (tools / "apt-get").chmod(0o755)
    command = bootstrap_command(checkout, {"ensurepip", "pip"}, root=True)
    path = f"{tools}{os.pathsep}{os.environ['PATH']}"
    answer = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "PATH": path})
    package = f"python3.{sys.version_info.minor}-venv"
    assert log.read_text().splitlines() == ["update -q", f"install -q -y {package}"]
    assert f"tefuda: installing the package {package} with apt-get\n" in answer.stderr
    assert answer.returncode == 1  # the fake apt-get fails
    assert "Traceback" not in answer.stderr


def test_failing_step_shows_its_output(tmp_path: Path) -> None:
    checkout = copy_checkout(tmp_path / "tefuda")
    lock = checkout / "requirements.lock"
    lock.write_text(lock.read_text().replace("uv==", "uv==0.0.0.dev0+"))
    command = bootstrap_command(checkout, set(), root=False)
    answer = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "PIP_NO_INDEX": "1"})
    assert (answer.returncode, answer.stdout) == (1, "")
    assert "  | ERROR: No matching distribution found for uv" in answer.stderr
    assert answer.stderr.splitlines()[-1].startswith("tefuda: installing uv failed")


def test_read_only_checkout_gives_one_line_error() -> None:
    python = python_for_everyone()
    if python is None:
        pytest.skip("no Python here that another user may run")
    with shared_folder() as folder:
        checkout = copy_checkout(folder / "tefuda")
        checkout.chmod(0o555)
        command = [python, checkout / "tefuda"]
        answer = subprocess.run(command, capture_output=True, text=True, cwd="/", env={}, **unprivileged())
    assert (answer.returncode, answer.stdout) == (1, "")
    assert "a checkout must be writable by the user who sets it up" in answer.stderr
    assert len(answer.stderr.splitlines()) == 1
