"""The files of the page. Importing this file needs FastAPI.

Each request delays the first load, so it needs only two files: index.html contains its style sheets, the script that
sets the theme and its picture, and start.js contains main.js and all modules that it imports. An import map lets the
other modules find these in start.js. The service writes both files, so the sources need no build step.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import posixpath
import re
from base64 import b64encode
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from .limits import content_policy

__all__ = ["STATIC", "Page", "accepts_gzip", "page_files", "start_modules"]

STATIC = Path(__file__).parent / "static"
_INDEX, _MAIN, _START, _NAMES = "index.html", "js/main.js", "js/start.js", "files.json"
_MEDIA_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".md": "text/markdown; charset=utf-8",
    ".svg": "image/svg+xml",
}
_STYLE = re.compile(r'<link rel="stylesheet" href="([^"]+)"([^>]*?) />')
_SCRIPT = re.compile(r'<script src="([^"]+)"></script>')
_PICTURE = re.compile(r'<img src="([^"]+)" alt="" />')
_MODULE = f'<script type="module" src="{_MAIN}"></script>'
_IMPORT = re.compile(r'^import\b[^;]*?"(\.[^"]+)";\n', re.MULTILINE)


class File(NamedTuple):
    """A file as it is sent, plain and compressed."""

    data: bytes
    compressed: bytes
    headers: dict[str, str]

    @classmethod
    def of(cls, name: str, data: bytes, **headers: str) -> File:
        """Return a file with its headers. Browsers check it each time, so that a new version shows at once."""
        common = {
            "Content-Type": _MEDIA_TYPES[Path(name).suffix],
            "Cache-Control": "no-cache",
            "Vary": "Accept-Encoding",
            "ETag": f'"{hashlib.sha256(data).hexdigest()[:32]}"',
        }
        return cls(data, gzip.compress(data, mtime=0), common | headers)


class Page:
    """The endpoint of the files. `post_paths` are the endpoints that need POST: an error says so."""

    def __init__(self, post_paths: frozenset[str]) -> None:
        self._post_paths = post_paths
        page_files()  # the first visitor does not wait for this

    async def respond(self, request: Request) -> Response:
        """Return a file, or only its headers if the client has it."""
        path = request.path_params["path"]
        if f"/{path}" in self._post_paths:
            raise HTTPException(405, "use POST", {"Allow": "POST"})
        file = page_files().get(path or _INDEX)
        if file is None:
            raise HTTPException(404)
        known = request.headers.get("if-none-match", "").replace("W/", "").split(", ")
        if file.headers["ETag"] in known:
            return Response(None, 304, file.headers)
        if accepts_gzip(request):
            return Response(file.compressed, headers={**file.headers, "Content-Encoding": "gzip"})
        return Response(file.data, headers=file.headers)


def accepts_gzip(request: Request) -> bool:
    """Return whether a client accepts compressed data."""
    return "gzip" in request.headers.get("accept-encoding", "")


def page_files() -> dict[str, File]:
    """Return the files by name. They are read again after a change."""
    return _files(STATIC, max(path.stat().st_mtime_ns for path in STATIC.rglob("*")))


@lru_cache(maxsize=1)
def _files(_folder: Path, _changed: int) -> dict[str, File]:
    modules = start_modules()
    paths = {path.relative_to(STATIC).as_posix(): path for path in STATIC.rglob("*") if path.is_file()}
    files = {name: File.of(name, path.read_bytes()) for name, path in paths.items() if name not in modules}
    files[_INDEX] = _index(modules)
    files[_START] = File.of(_START, _start_script(modules).encode())
    names = ["./", *sorted(files.keys() - {_INDEX})]
    files[_NAMES] = File.of(_NAMES, json.dumps(names).encode())  # the service worker stores these
    return files


def start_modules(name: str = _MAIN) -> list[str]:
    """Return a module and all modules that it imports, directly or indirectly. Each comes after those that it imports.

    >>> start_modules("js/language.js")
    ['js/store.js', 'js/text/en.js', 'js/language.js']
    """
    imported = [posixpath.normpath(f"{name}/../{other}") for other in _IMPORT.findall(_text(name))]
    return list(dict.fromkeys([*(each for other in imported for each in start_modules(other)), name]))


def _start_script(modules: list[str]) -> str:
    """Return modules as one, in which they need no imports: their names are all different."""
    return "".join(_IMPORT.sub("", _text(name)) for name in modules)


def _index(modules: list[str]) -> File:
    """Return the HTML with its style sheets and scripts, which its content policy allows by their hashes."""
    styles: list[str] = []
    scripts: list[str] = []

    def inline(tag: str, hashes: list[str]) -> Callable[[re.Match[str]], str]:
        def replaced(found: re.Match[str]) -> str:
            text, attributes = _text(found[1]), "".join(found.groups()[1:])
            hashes.append(_hash(text))
            return f"<{tag}{attributes}>{text}</{tag}>"

        return replaced

    text = _STYLE.sub(inline("style", styles), _text(_INDEX))
    text = _SCRIPT.sub(inline("script", scripts), text)
    text = _PICTURE.sub(lambda found: _text(found[1]), text)
    imports = json.dumps({"imports": {f"./{name}": f"./{_START}" for name in modules}})
    scripts.append(_hash(imports))
    start = f'<script type="importmap">{imports}</script>\n    {_MODULE.replace(_MAIN, _START)}'
    return File.of(
        _INDEX,
        text.replace(_MODULE, start).encode(),
        **{"Content-Security-Policy": content_policy(scripts, styles)},
    )


def _text(name: str) -> str:
    return (STATIC / name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
