"""Files that commands write: all of it or nothing."""

from __future__ import annotations

import os
from collections.abc import Collection
from pathlib import Path

from ..errors import NonetError

__all__ = ["kind_of", "write_file"]


def kind_of(path: Path, suffixes: dict[str, str], what: str) -> str:
    """The format that a file's suffix tells, among formats with their suffixes.

    >>> kind_of(Path("a.SVG"), {"svg": ".svg"}, "a picture")
    'svg'
    >>> kind_of(Path("a.jpg"), {"svg": ".svg", "png": ".png"}, "a picture")
    Traceback (most recent call last):
    nonet.errors.NonetError: a.jpg: the suffix .jpg tells no format; a picture ends in .svg or .png
    """
    for name, suffix in suffixes.items():
        if path.suffix.lower() == suffix:
            return name
    said = f"the suffix {path.suffix}" if path.suffix else "a name without a suffix"
    raise NonetError(f"{path}: {said} tells no format; {what} ends in {either(suffixes.values())}")


def either(words: Collection[str]) -> str:
    """Words as alternatives.

    >>> either(["a", "b", "c"])
    'a, b or c'
    """
    *most, last = words
    return f"{', '.join(most)} or {last}" if most else last


def write_file(path: Path, data: str | bytes) -> None:
    """Write beside the file, then put the new one in its place; what is no plain file is written directly."""
    content = data.encode() if isinstance(data, str) else data
    path = path.resolve()
    if path.exists() and not path.is_file():
        path.write_bytes(content)  # a device, or a folder, which says so itself
        return
    beside = path.with_name(f".{path.name}.{os.urandom(4).hex()}.part")
    try:
        beside.write_bytes(content)
        if path.exists():
            beside.chmod(path.stat().st_mode & 0o777)
        beside.replace(path)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None
    finally:
        beside.unlink(missing_ok=True)
