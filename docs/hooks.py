"""A hook of MkDocs: makes a page of each notebook in docs/notebooks, with its outputs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add a page for each notebook, beside the notebook itself, which can be downloaded."""
    for notebook in sorted(Path(config.docs_dir, "notebooks").glob("*.ipynb")):
        content = page(json.loads(notebook.read_text(encoding="utf-8")), notebook.name)
        files.append(File.generated(config, f"notebooks/{notebook.stem}.md", content=content))
    return files


def page(notebook: dict[str, Any], name: str) -> str:
    """Return a notebook as Markdown: its texts, its code, and what the code shows."""
    parts = []
    for cell in notebook["cells"]:
        source = "".join(cell["source"])
        parts.append(source if cell["cell_type"] == "markdown" else f"```python\n{source}\n```")
        parts += [shown(output) for output in cell.get("outputs", [])]
    parts.insert(1, f"*This page is a notebook: [{name}]({name}) opens in Jupyter.*")
    return "\n\n".join(parts) + "\n"


def shown(output: dict[str, Any]) -> str:
    """Return the output of a cell as Markdown: a picture if it has one, else its text."""
    if "text" in output:
        return f"```text\n{''.join(output['text']).rstrip()}\n```"
    if "image/svg+xml" in output["data"]:
        return "".join(output["data"]["image/svg+xml"])
    return f"```text\n{''.join(output['data']['text/plain'])}\n```"
