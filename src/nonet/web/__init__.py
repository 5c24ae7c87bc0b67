"""Web: the HTTP service and the page, on loopback unless told otherwise.

`create_app` makes the application, an ASGI one that any server runs; `serve` runs it. Everything that computes does so
in worker processes (`pool`), since a process can be stopped in the middle of its work and a thread cannot.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from ..errors import MissingExtra
from .settings import Settings

if TYPE_CHECKING:
    from .app import create_app
    from .server import serve

__all__ = ["Settings", "create_app", "serve"]

_HOME = {"create_app": "app", "serve": "server"}


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        value: object = getattr(import_module(f".{_HOME[name]}", __name__), name)
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("nonet"):
            raise
        raise MissingExtra(error.name or "fastapi", extra="web") from None
    globals()[name] = value
    return value
