"""The git hooks of .pre-commit-config.yaml: valid, and the same commands as the gates of .ci/run."""

import re
from pathlib import Path

from pre_commit.clientlib import load_config

ROOT = Path(__file__).parents[2]
GATES = dict(re.findall(r"^gate ([\w-]+) \d+ (.+)$", (ROOT / ".ci/run").read_text(encoding="utf-8"), re.MULTILINE))
(LOCAL,) = load_config(ROOT / ".pre-commit-config.yaml")["repos"]
HOOKS = {hook["id"]: hook for hook in LOCAL["hooks"]}
ONLY_CI = {"set-up", "coverage", "branches", "tests"}  # they take long, or need what such a gate leaves


def test_every_fast_gate_is_a_hook_with_the_same_command() -> None:
    commits = {name: hook["entry"] for name, hook in HOOKS.items() if "pre-push" not in hook["stages"]}
    assert commits == {name: command for name, command in GATES.items() if name not in ONLY_CI}


def test_hooks_use_the_environment_of_the_checkout() -> None:
    assert LOCAL["repo"] == "local"
    assert all(hook["entry"].startswith(".venv/bin/") for hook in HOOKS.values())


def test_front_end_is_checked_before_a_push() -> None:
    hook = HOOKS["front-end"]
    assert hook["stages"] == ["pre-push"]
    folder = hook["entry"].split()[-1]
    assert list((ROOT / folder).glob("test_*.py"))
    for path in ("frontend/src/App.svelte", "src/tefuda/games/kotori/ja.ftl"):
        assert re.search(hook["files"], path)
