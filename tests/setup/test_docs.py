"""The documentation builds as a site without a warning, and a broken link, anchor or forgotten page fails it.

Links of the pages beside `docs/`, which are not part of the site, lead somewhere as well.
"""

import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
from markdown.extensions.toc import slugify

import tefuda
import tefuda.lab
from harness.contract.cases import in_ci

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


@in_ci
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


def test_broken_links_anchors_and_pictures_fail_the_build(tmp_path: Path) -> None:
    broken = {"missing.md": "[nowhere]", "#missing": "[no such section]", "missing.svg": "![no picture]"}
    text = "".join(f"{words}({link})\n" for link, words in broken.items())
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/index.md").write_text(f"# A page\n\n[here](#a-section)\n\n## A section\n\n{text}")
    (tmp_path / "mkdocs.yml").write_text(SMALL.format(project=ROOT / "mkdocs.yml"))
    answer = build(tmp_path / "mkdocs.yml", tmp_path / "site")
    assert answer.returncode == 1, answer.stderr
    assert [link in answer.stderr for link in (*broken, "#a-section")] == [True, True, True, False], answer.stderr
    assert answer.stderr.count("WARNING") == len(broken), "each fails a build, as `--strict` counts warnings"


def broken_links(page: Path) -> list[str]:
    """Return the links of a page to files or sections of this repository that do not exist."""
    links = re.findall(r"\]\(([^)\s]+)\)", without_blocks(page))
    return [link for link in links if "://" not in link and not leads_somewhere(page, *link.partition("#")[::2])]


def without_blocks(page: Path) -> str:
    return re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)


def leads_somewhere(page: Path, file: str, section: str) -> bool:
    target = page.parent / file if file else page
    headings = re.findall(r"^#+ (.*)", without_blocks(target), re.MULTILINE) if section and target.is_file() else []
    return target.exists() and (not section or section in [slugify(heading, "-") for heading in headings])


@pytest.mark.parametrize("page", sorted(ROOT.glob("*.md")), ids=lambda page: str(page.name))
def test_links_of_pages_beside_the_docs_lead_somewhere(page: Path) -> None:
    assert broken_links(page) == []


def test_broken_link_of_a_page_is_found(tmp_path: Path) -> None:
    page, other = tmp_path / "page.md", tmp_path / "other.md"
    other.write_text("## A `section`, too\n\n```sh\n# a comment\n```\n")
    broken = ["missing.md", "#missing", "other.md#missing", "other.md#a-comment", "missing.png"]
    good = ["other.md", "other.md#a-section-too", "#a-heading", "https://example.org/missing"]
    page.write_text("# A heading\n\n" + "\n".join(f"[text]({link})" for link in (*broken, *good)))
    assert broken_links(page) == broken


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
