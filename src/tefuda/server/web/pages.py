"""Serves the files of the built front end.

The files are read once at start.  So a request cannot name any other file, and a front end that is rebuilt or installed
has no effect until the server restarts: the index of one build does not work with the files of another.  Files with a
hash in their name (everything under `assets/`) are cached forever, all others are revalidated.  A `.br` or `.gz` file
beside a file is sent to clients that accept it.  Every other path outside the API is a page of the application and gets
`index.html`.
"""

from __future__ import annotations

import html
import mimetypes
from pathlib import Path
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from tefuda.server.errors import ServerError, preferred_language
from tefuda.server.request_parsing import accepted_codings

ENCODINGS = {"br": ".br", "gzip": ".gz"}  # content coding -> suffix; better compression first
CACHE_FOREVER = "public, max-age=31536000, immutable"
REVALIDATE = "no-cache"
mimetypes.add_type("font/woff2", ".woff2")
mimetypes.add_type("text/plain", ".ftl")
mimetypes.add_type("application/manifest+json", ".webmanifest")


class _File(NamedTuple):
    content: bytes
    encoded: dict[str, bytes]  # content coding -> compressed content
    media_type: str
    cache_control: str


class Pages:
    """The files of the built front end in one folder."""

    def __init__(self, folder: Path) -> None:
        self._files: dict[str, _File] = {}
        paths = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
        for name, path in paths.items():
            if path.suffix in ENCODINGS.values() and name.removesuffix(path.suffix) in paths:
                continue
            encoded = {
                coding: paths[name + suffix].read_bytes()
                for coding, suffix in ENCODINGS.items()
                if name + suffix in paths
            }
            media_type = mimetypes.guess_type(name)[0] or "application/octet-stream"
            cache_control = CACHE_FOREVER if name.startswith("assets/") else REVALIDATE
            self._files[name] = _File(path.read_bytes(), encoded, media_type, cache_control)

    @property
    def index(self) -> str | None:
        """The text of `index.html`, None if the front end is not built."""
        file = self._files.get("index.html")
        return None if file is None else file.content.decode()

    def answer(self, request: Request) -> Response:
        """Return the requested file or `index.html`; raises ServerError for unknown paths of the API and assets."""
        name = request.url.path.lstrip("/")
        if name in self._files:
            return self._send(self._files[name], request)
        if name.startswith(("api/", "ws/", "assets/")):
            raise ServerError("no-such-page")
        if "index.html" in self._files:
            return self._send(self._files["index.html"], request)
        return _not_built(preferred_language(request.headers.get("accept-language", "")))

    @staticmethod
    def _send(file: _File, request: Request) -> Response:
        accepted = accepted_codings(request)
        coding = next((coding for coding in file.encoded if coding in accepted), None)
        headers = {"Cache-Control": file.cache_control}
        if file.encoded:
            headers["Vary"] = "Accept-Encoding"
        if coding is None:
            return Response(file.content, media_type=file.media_type, headers=headers)
        headers["Content-Encoding"] = coding
        return Response(file.encoded[coding], media_type=file.media_type, headers=headers)


def _not_built(language: str) -> Response:
    """Return a plain page that explains how to build the front end."""
    text = html.escape(ServerError("not-built").to_message(language).message)
    page = (
        f'<!doctype html><html lang="{language}"><meta charset="utf-8"><title>Tefuda 手札</title><p>{text}</p></html>'
    )
    return HTMLResponse(page, 503, {"Cache-Control": "no-store"})
