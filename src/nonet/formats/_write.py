"""Writing puzzles in any format, to text or to a file."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from typing import IO, TYPE_CHECKING, TypeAlias, overload

from ..grid import Grid
from ..position import Position
from .entry import Entry, as_entry
from .registry import format_named, format_of_suffix

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["Writable", "write"]

Writable: TypeAlias = Grid | Position | Entry | Iterable[Grid | Position | Entry]
"""What can be written: a puzzle in any form, or any number of them."""


@overload
def write(puzzles: Writable, target: None = None, *, format: str | None = None) -> str: ...
@overload
def write(puzzles: Writable, target: os.PathLike[str] | IO[str], *, format: str | None = None) -> None: ...
def write(
    puzzles: Writable, target: os.PathLike[str] | IO[str] | None = None, *, format: str | None = None
) -> str | None:
    """Write one puzzle or many: to a path, to an open text file, or, without a target, as the text it returns.

    The format follows from the suffix of the path unless it is named; without either it is one board a line. A file
    is put in place only when it is complete, so nothing half-written is left and an old file is kept if something
    fails. What a format cannot carry, such as the candidates of a position, is left out.

    >>> print(write(Grid("1... .2.. .... ....")), end="")
    1....2..........
    >>> print(write(Grid("1... .2.. .... ...."), format="sdk"), end="")
    1...
    .2..
    ....
    ....
    """
    to_path = isinstance(target, os.PathLike)
    form = format_named(format or "line") if format or not to_path else format_of_suffix(target)  # type: ignore[arg-type]
    chunks = form.write(_entries(puzzles))
    if target is None:
        return "".join(chunks)
    if isinstance(target, os.PathLike):
        from pathlib import Path

        _write_file(Path(target), chunks)
    elif hasattr(target, "write"):
        for chunk in chunks:
            target.write(chunk)
    else:
        raise TypeError(f"a target is a Path or an open text file, not {type(target).__name__}")
    return None


def _entries(what: Writable) -> Iterable[Entry]:
    if isinstance(what, Grid | Position | Entry):
        return [as_entry(what)]
    return list(map(as_entry, what)) if isinstance(what, Sequence) else map(as_entry, what)


def _write_file(path: Path, chunks: Iterator[str]) -> None:
    """Write beside the file, then put the new one in its place; what is no plain file is written directly."""
    path = path.resolve()
    if path.exists() and not path.is_file() and not path.is_dir():
        with path.open("w", encoding="utf-8", newline="\n") as device:
            device.writelines(chunks)
        return
    beside = path.with_name(f".{path.name}.{os.urandom(4).hex()}.part")
    try:
        with _opened(beside, zipped=path.suffix.lower() == ".gz") as file:
            file.writelines(chunks)
        if path.exists():
            beside.chmod(path.stat().st_mode & 0o777)
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def _opened(path: Path, *, zipped: bool) -> IO[str]:
    if not zipped:
        return path.open("x", encoding="utf-8", newline="\n")
    import gzip

    return gzip.open(path, "xt", encoding="utf-8", newline="\n")
