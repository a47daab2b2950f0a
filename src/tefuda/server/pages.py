"""The built front end, served as files: found once at start, so that a request can name nothing else.

Files with a hash in their name (everything under `assets/`) never change and may be kept for ever; all others are
asked for again.  Where a `.br` or `.gz` lies beside a file it is sent to those who take it.  Every address that is no
file and no part of the interface is a page of the application, and gets `index.html`.  It reads only that folder.
"""

from __future__ import annotations

import html
import mimetypes
from pathlib import Path
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response

from tefuda.server.errors import ServerError, preferred
from tefuda.server.request_parsing import accepted_codings

ENCODINGS = {"br": ".br", "gzip": ".gz"}  # the better one first
FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
mimetypes.add_type("font/woff2", ".woff2")
mimetypes.add_type("text/plain", ".ftl")
mimetypes.add_type("application/manifest+json", ".webmanifest")


class _File(NamedTuple):
    path: Path
    encoded: dict[str, Path]  # "br" -> the compressed file beside it
    kind: str
    keep: str


class Pages:
    """The files of one folder."""

    def __init__(self, folder: Path) -> None:
        self._files: dict[str, _File] = {}
        found = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
        for name, path in found.items():
            if path.suffix in ENCODINGS.values() and name.removesuffix(path.suffix) in found:
                continue
            encoded = {coding: found[name + end] for coding, end in ENCODINGS.items() if name + end in found}
            kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
            self._files[name] = _File(path, encoded, kind, FOR_EVER if name.startswith("assets/") else ASK_AGAIN)

    def answer(self, request: Request) -> Response:
        """The file of this address, or the application's page."""
        name = request.url.path.lstrip("/")
        if name in self._files:
            return self._send(self._files[name], request)
        if name.startswith(("api/", "ws/", "assets/")):
            raise ServerError("no-such-page")
        if "index.html" in self._files:
            return self._send(self._files["index.html"], request)
        return _not_built(preferred(request.headers.get("accept-language", "")))

    @staticmethod
    def _send(file: _File, request: Request) -> Response:
        taken = accepted_codings(request)
        coding = next((coding for coding in file.encoded if coding in taken), None)
        headers = {"Cache-Control": file.keep}
        if file.encoded:
            headers["Vary"] = "Accept-Encoding"
        if coding is None:
            return FileResponse(file.path, media_type=file.kind, headers=headers)
        return FileResponse(file.encoded[coding], media_type=file.kind, headers={**headers, "Content-Encoding": coding})


def _not_built(language: str) -> Response:
    """A plain page that says how to get the real ones."""
    said = html.escape(ServerError("not-built").trouble(language).message)
    page = (
        f'<!doctype html><html lang="{language}"><meta charset="utf-8"><title>Tefuda 手札</title><p>{said}</p></html>'
    )
    return HTMLResponse(page, 503, {"Cache-Control": "no-store"})
