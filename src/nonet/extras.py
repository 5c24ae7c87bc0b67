"""Optional libraries: imported when they are needed, with a clear message if they are missing."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from .errors import MissingExtra

__all__ = ["require"]

_EXTRA_OF = {
    "click": "cli",
    "defusedxml": "xml",
    "PIL": "print",
    "distributed": "dask",
    "fastapi": "web",
    "pyarrow": "tables",
    "reportlab": "print",
    "resvg_py": "print",
    "rich": "cli",
    "uvicorn": "web",
    "zhplot": "chinese",
}
"""The extra that installs a library, where it is not called like the library."""


def require(module: str) -> Any:
    """Import a module of an optional library; raise `MissingExtra` if the library is not installed.

    >>> require("json").__name__
    'json'
    >>> require("library")
    Traceback (most recent call last):
    nonet.errors.MissingExtra: this needs library, which is not installed: pip install 'nonet[library]'
    """
    library = module.partition(".")[0]
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] != library:
            raise  # the library is there, but something that it needs is not
        raise MissingExtra(library.replace("_", "-"), extra=_EXTRA_OF.get(library, library)) from None
