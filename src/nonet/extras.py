"""Optional libraries: imported when they are needed, with a clear message if they are missing."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any

from .errors import MissingExtra

__all__ = ["install_command", "require"]

_EXTRA_OF = {
    "defusedxml": "xml",
    "PIL": "print",
    "distributed": "dask",
    "fastapi": "web",
    "pyarrow": "tables",
    "pysat": "sat",
    "reportlab": "print",
    "resvg_py": "print",
    "uvicorn": "web",
    "zhplot": "chinese",
}
"""The extra that installs a library, where it is not called like the library."""


def require(module: str) -> Any:
    """Import a module of an optional library; raise `MissingExtra` if the library is not installed.

    >>> require("json").__name__
    'json'
    >>> require("library")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    nonet.errors.MissingExtra: this needs library, which is not installed: ... -m pip install ...[library]...
    """
    library = module.partition(".")[0]
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] != library:
            raise  # the library is there, but something that it needs is not
        extra = _EXTRA_OF.get(library, library)
        raise MissingExtra(library.replace("_", "-"), extra=extra, command=install_command(extra)) from None


def install_command(extra: str) -> str:
    """Return the shell command that installs an extra for this interpreter, as nonet itself was installed.

    In a clone, that is ``.venv/bin/python -m pip install -e '.[tables]'``; after an installation from a wheel,
    ``python -m pip install 'nonet[tables]'``. Paths below the current folder are relative to it.

    >>> "pip install" in install_command("tables")
    True
    """
    from pathlib import Path
    from shlex import join
    from shutil import which
    from subprocess import list2cmdline

    name = Path(sys.executable).name
    python = name if which(name) == sys.executable else _from_here(sys.executable)
    folder, editable = _source()
    source = "nonet" if folder is None else _from_here(folder)
    command = [python, "-m", "pip", "install", *(["-e"] if editable else []), f"{source}[{extra}]"]
    return list2cmdline(command) if sys.platform == "win32" else join(command)


def _source() -> tuple[str | None, bool]:
    """Return the folder from which nonet was installed, if it was one, and whether that is an editable installation."""
    import json
    from importlib.metadata import PackageNotFoundError, distribution
    from urllib.parse import urlsplit
    from urllib.request import url2pathname

    try:
        record = json.loads(distribution("nonet").read_text("direct_url.json") or "{}")
    except PackageNotFoundError:  # nonet is on the path without being installed
        return None, False
    if "dir_info" not in record:  # an index, or one wheel
        return None, False
    return url2pathname(urlsplit(record["url"]).path), record["dir_info"].get("editable", False)


def _from_here(path: str) -> str:
    """Return a path relative to the current folder if it is below that folder.

    >>> import os
    >>> _from_here(os.getcwd()), _from_here("/")
    ('.', '/')
    """
    from pathlib import Path

    here = Path.cwd()
    return str(Path(path).relative_to(here)) if Path(path).is_relative_to(here) else path
