"""write: puzzles in any format, as text or to a file."""

from __future__ import annotations

import io
import os
from collections.abc import Iterable, Iterator, Sequence
from typing import IO, TYPE_CHECKING, TypeAlias, overload

from ..errors import ArgumentError, any_of
from ..files import AtomicFile
from ..grid import Grid
from ..position import Position
from ..puzzle import Puzzle
from .entry import Entry, as_entry
from .format import Format
from .registry import FORMATS, format_named, format_of_suffix

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["Writable", "write"]

Writable: TypeAlias = Grid | Position | Puzzle | Entry | Iterable[Grid | Position | Puzzle | Entry]
"""What can be written: one puzzle or many."""


@overload
def write(puzzles: Writable, target: None = None, *, format: str | None = None) -> str: ...
@overload
def write(puzzles: Writable, target: os.PathLike[str] | IO[str], *, format: str | None = None) -> None: ...
def write(
    puzzles: Writable, target: os.PathLike[str] | IO[str] | None = None, *, format: str | None = None
) -> str | None:
    """Write one puzzle or many to a path or an open text file; without a target, return the text.

    Without `format`, the suffix of the path determines the format; without a path, it is one board per line. A file
    gets its name when it is complete: if writing fails, an old file is kept and no partial file is left. Data that the
    format does not have, such as the candidates of a position, is left out; rules are never left out.

    >>> print(write(Grid("1... .2.. .... ....")), end="")
    1....2..........
    >>> print(write(Grid("1... .2.. .... ...."), format="sdk"), end="")
    1...
    .2..
    ....
    ....
    """
    if format is None and isinstance(target, os.PathLike):
        form = format_of_suffix(target)
    else:
        form = format_named(format or "line")
    pieces = form.write(_with_rules(_entries(puzzles), form))
    if target is None:
        return "".join(pieces)
    if isinstance(target, os.PathLike):
        from pathlib import Path

        try:
            _write_file(Path(target), pieces)
        except OSError as error:  # an error while writing does not name the file
            raise OSError(error.errno, error.strerror, error.filename or os.fspath(target)) from None
    elif hasattr(target, "write"):
        for piece in pieces:
            target.write(piece)
    else:
        raise ArgumentError(f"target must be a Path or an open text file, not {type(target).__name__}")
    return None


def _entries(puzzles: Writable) -> Iterable[Entry]:
    if isinstance(puzzles, Grid | Position | Puzzle | Entry):
        return [as_entry(puzzles)]
    return list(map(as_entry, puzzles)) if isinstance(puzzles, Sequence) else map(as_entry, puzzles)


def _with_rules(entries: Iterable[Entry], form: Format) -> Iterable[Entry]:
    """Return entries; one with rules is an error if the format has no rules."""

    def checked(entry: Entry) -> Entry:
        if entry.puzzle is not None and not form.carries_rules:
            name = entry.puzzle.rules[0].type
            known = any_of(name for name, other in FORMATS.items() if other.carries_rules)
            raise ArgumentError(f"the format {form.name} has no rules, but the puzzle has the rule {name}; use {known}")
        return entry

    return list(map(checked, entries)) if isinstance(entries, list) else map(checked, entries)


def _write_file(path: Path, pieces: Iterator[str]) -> None:
    """Write a file atomically, compressed if its suffix is .gz; a device or a pipe is written directly."""
    if path.exists() and not path.is_file() and not path.is_dir():
        with path.open("w", encoding="utf-8", newline="\n") as device:
            device.writelines(pieces)
        return
    with AtomicFile(path) as file:
        binary = open(file.stream.fileno(), "wb", closefd=False)  # commit needs the stream  # noqa: SIM115
        text = _zipped(binary) if path.suffix.lower() == ".gz" else io.TextIOWrapper(binary, "utf-8", newline="\n")
        with binary, text:
            text.writelines(pieces)
        file.commit()


def _zipped(binary: IO[bytes]) -> io.TextIOWrapper:
    import gzip

    return gzip.open(binary, "wt", encoding="utf-8", newline="\n")
