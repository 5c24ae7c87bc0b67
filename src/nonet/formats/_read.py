"""Reading puzzles from any source, in any format, named or found out."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, islice

from ..cells import split_comment
from ..errors import FormatError, NonetError
from ..geometry import Shape
from ..grid import Grid, as_shape
from ..position import Position
from .entry import Entry
from .format import Format, Lines, contents, position_of
from .line import is_killer
from .registry import FORMATS, format_named, format_of_suffix
from .source import Source, lines_of, name_of

__all__ = ["read", "read_many", "read_position", "sniff"]

_HEAD = 40
"""So many lines with content are looked at: more than the largest board takes with its frames."""
_LONGEST_HEAD = 10_000
_TOLD_BY_ONE_LINE = ("jsonl", "hodoku", "729", "gsf", "csv", "line")
_MOST_DIGITS = 25
_TELLING = {"<": "opensudoku", "[": "json", "{": "json", ":": "hodoku"}


def read(
    source: Source,
    *,
    format: str | None = None,
    shape: Shape | tuple[int, int] | None = None,
    symbols: str | None = None,
    encoding: str = "utf-8",
) -> Grid:
    """The one puzzle of a source: text, bytes, the path of a file, or an open file.

    The format is found out by the structure of the text unless it is named. `shape` names the boxes where the number
    of cells does not, `symbols` the digits where they are not 1-9, A, B and so on.

    >>> read("1.|..\\n.2|..\\n--+--\\n..|..\\n..|..")
    Grid('1....2..........')
    >>> read("1...........2...\\n....3...4...1...")
    Traceback (most recent call last):
    nonet.errors.FormatError: the source holds several puzzles, but one was expected; read_many reads them all
    """
    return _only(read_many(source, format=format, shape=shape, symbols=symbols, encoding=encoding), source).grid


def read_position(
    source: Source,
    *,
    format: str | None = None,
    shape: Shape | tuple[int, int] | None = None,
    symbols: str | None = None,
    encoding: str = "utf-8",
) -> Position:
    """The one position of a source; where it has no placed digits and no candidates, that of its givens.

    >>> read_position(":0000:x:1+2......3.......:314::").candidates("r1c4")
    frozenset({4})
    """
    entries = read_many(source, format=format, shape=shape, symbols=symbols, encoding=encoding)
    return position_of(_only(entries, source))


def read_many(
    source: Source,
    *,
    format: str | None = None,
    shape: Shape | tuple[int, int] | None = None,
    symbols: str | None = None,
    encoding: str = "utf-8",
    on_error: Callable[[FormatError], None] | None = None,
) -> Iterator[Entry]:
    """The puzzles of a source, one at a time, as they are read.

    The first bad puzzle raises its error; with `on_error` each error goes there, and the reading goes on.

    >>> bad = []
    >>> [str(entry.grid) for entry in read_many("1...........2...\\n1..\\n....3...4...1...", on_error=bad.append)]
    ['1...........2...', '....3...4...1...']
    >>> print(*bad)
    line 2: 3 cells, but a 4x4 board has 16
    """
    form = None if format is None else format_named(format)
    known = None if shape is None else as_shape(shape)
    lines = lines_of(source, encoding)
    return _entries(source, lines, form, known, symbols, on_error)


def _entries(
    source: Source,
    lines: Lines,
    form: Format | None,
    shape: Shape | None,
    symbols: str | None,
    on_error: Callable[[FormatError], None] | None,
) -> Iterator[Entry]:
    name = name_of(source)
    try:
        if form is None:
            form, lines = _sniffed(lines, shape, source)
        for item in form.read(lines, shape=shape, symbols=symbols):
            if isinstance(item, Entry):
                yield item
            elif on_error is None:
                raise item
            else:
                on_error(item.at(source=name))
    except FormatError as error:
        located = error.at(source=name)
        if on_error is None:
            raise _with_hint(located, source) from None
        on_error(located)


def _only(entries: Iterator[Entry], source: Source) -> Entry:
    """The one entry there is."""
    two = list(islice(entries, 2))
    if len(two) != 1:
        number = "several puzzles" if two else "no puzzle"
        hint = "; read_many reads them all" if two else ""
        raise FormatError(f"the source holds {number}, but one was expected{hint}", source=name_of(source))
    return two[0]


def _with_hint(error: FormatError, source: Source) -> FormatError:
    """A text that looks like the name of a file was perhaps meant as one."""
    if not isinstance(source, str) or "\n" in source or len(source) > 255:
        return error
    try:
        format_of_suffix(source.strip())
    except NonetError:
        return error
    return FormatError(f"{error.reason}; to read a file pass a Path", line=error.line)


# Finding out the format


def sniff(text: str | Sequence[str]) -> Format:
    """The format of a text, or of its first lines, by structure alone.

    >>> sniff("1...........2...").name, sniff("puzzle,solution\\n1...........2...,").name
    ('line', 'csv')
    >>> sniff(["1 .", ". 2"])
    Traceback (most recent call last):
    nonet.errors.FormatError: no format is built like this text
    """
    head = [line for _, line in lines_of(text, "utf-8")] if isinstance(text, str) else list(text)
    form = _format_of(head, None)
    if form is None:
        raise FormatError("no format is built like this text")
    return form


def _format_of(head: Sequence[str], shape: Shape | None) -> Format | None:
    return next((form for form in FORMATS.values() if form.sniff(head, shape)), None)


def _sniffed(lines: Lines, shape: Shape | None, source: Source) -> tuple[Format, Lines]:
    """The format of a stream, and the stream with its head put back.

    Most formats show on their first line, and then no more is read: whoever writes one puzzle into a pipe and waits
    for the answer gets it.
    """
    head: list[tuple[int, str]] = []
    filled = 0
    for number, line in lines:
        head.append((number, line))
        if contents([line]):
            filled += 1
            early = _told_by_one_line(line, shape) if filled == 1 else None
            if early is not None:
                return early, chain(head, lines)
        if filled == _HEAD or len(head) == _LONGEST_HEAD:
            break
    texts = [line for _, line in head]
    by_suffix = _by_suffix(source)
    if by_suffix is not None and by_suffix.sniff(texts, shape):
        return by_suffix, chain(head, lines)
    return _format_of(texts, shape) or by_suffix or _nearest(texts), chain(head, lines)


def _told_by_one_line(line: str, shape: Shape | None) -> Format | None:
    """The format of a first line that can be no row of a block: an object, a library line, or longer than any row."""
    if line.lstrip()[0] not in '{":' and len(split_comment(line)[0]) <= _MOST_DIGITS:
        return None
    return next((FORMATS[name] for name in _TOLD_BY_ONE_LINE if FORMATS[name].sniff([line], shape)), None)


def _by_suffix(source: Source) -> Format | None:
    """The format of a file's suffix; plain text can be anything."""
    if not isinstance(source, os.PathLike):
        return None
    try:
        form = format_of_suffix(source)
    except NonetError:
        return None
    return None if form is FORMATS["line"] else form


def _nearest(head: Sequence[str]) -> Format:
    """The format whose reader can best say what is wrong with a text that is built like none."""
    lines = contents(head)
    if lines and lines[0][0] in _TELLING:
        return FORMATS[_TELLING[lines[0][0]]]
    if not lines or len(lines) == 1 or is_killer(lines[0]) or len(split_comment(lines[0])[0]) > _MOST_DIGITS:
        return FORMATS["line"]
    return FORMATS["grid"]
