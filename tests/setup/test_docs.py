"""The documentation builds as a site without a warning, and a broken link, anchor or forgotten page fails it."""

import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import tefuda
import tefuda.lab

ROOT = Path(__file__).parents[2]

# The project's configuration for one page
SMALL = """
INHERIT: {project}
docs_dir: docs
site_dir: site
nav: [index.md]
plugins: [search]
hooks: []
"""


def build(configuration: Path, site: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-P", "-m", "mkdocs", "build", "--strict", "-f", configuration, "-d", site]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True)


def test_documentation_builds_without_a_warning(tmp_path: Path) -> None:
    answer = build(ROOT / "mkdocs.yml", tmp_path)
    assert answer.returncode == 0, answer.stderr[-4000:]
    page = (tmp_path / "reference.html").read_text(encoding="utf-8")
    assert "Return the slugs of all installed games" in page
    for path in tmp_path.rglob("*.html"):
        assert not re.search(r"""<(script|link|img)[^>]+(src|href)=["']?https?://""", path.read_text(encoding="utf-8"))


def test_every_warning_of_the_log_is_explained() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "src/tefuda").rglob("*.py"))
    events = set(re.findall(r"log\.(?:warning|error)\(\s*\"([a-z-]+)\"", source))
    text = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "docs").glob("*.md"))
    assert len(events) > 30
    assert {event for event in events if f"`{event}`" not in text} == set()


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("[here](#a-section)\n\n## A section\n", 0),
        ("[nowhere](missing.md)", 1),
        ("[no such section](#missing)", 1),
        ("![no picture](missing.svg)", 1),
    ],
    ids=["good", "broken-link", "broken-anchor", "missing-picture"],
)
def test_broken_link_or_anchor_fails_the_build(tmp_path: Path, text: str, code: int) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/index.md").write_text(f"# A page\n\n{text}")
    (tmp_path / "mkdocs.yml").write_text(SMALL.format(project=ROOT / "mkdocs.yml"))
    answer = build(tmp_path / "mkdocs.yml", tmp_path / "site")
    assert answer.returncode == code, answer.stderr


@pytest.mark.parametrize(("page", "module"), [("reference.md", tefuda), ("lab.md", tefuda.lab)])
def test_reference_has_every_public_name_once(page: str, module: ModuleType) -> None:
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    named = re.findall(rf"^::: {re.escape(module.__name__)}\.(\w+)$", text, re.MULTILINE)
    assert sorted(named) == sorted(module.__all__)
    assert all(getattr(module, name).__name__ == name for name in named if callable(getattr(module, name)))


def test_picture_of_the_layers_names_what_there_is() -> None:
    drawn = re.findall('class="(name|chip)">([^<]+)', (ROOT / "docs/architecture.svg").read_text(encoding="utf-8"))
    layers: dict[str, list[str]] = {}
    for kind, text in drawn:
        if kind == "name":
            parts = layers[text] = []
        else:
            parts.append(text)
    assert tuple(layers["games"]) == tefuda.game_slugs()
    del layers["cli · commands"]  # whose parts are commands
    for name, parts in layers.items():
        folder = ROOT / name if name == "frontend" else ROOT / "src/tefuda" / name
        assert [part for part in parts if not ((folder / part).is_dir() or (folder / f"{part}.py").is_file())] == []
