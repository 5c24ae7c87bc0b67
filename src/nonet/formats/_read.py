"""read, read_many, read_position and sniff: puzzles from any source, in any format."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from itertools import chain, islice

from ..cells import split_comment
from ..errors import ArgumentError, FormatError
from ..geometry import Shape
from ..grid import Grid, as_shape
from ..position import Position
from ..puzzle import Puzzle
from .entry import Entry
from .format import Format, Lines, RuleFormat, contents, is_rule_line
from .registry import FORMATS, format_named, format_of_suffix
from .source import OnError, Source, lines_of, name_of

__all__ = ["read", "read_many", "read_position", "sniff"]

_HEAD = 40
"""Lines to look at, without blank lines and comments: more than the largest board has with its frames."""
_LONGEST_HEAD = 10_000
_LONGEST_ROW = 25
_KNOWN_BY_FIRST_LINE = ("fpuzzles", "iss", "killer", "jsonl", "hodoku", "729", "gsf", "csv", "line")
_BOARDS = ("line", "sdm")
"""Formats with one board per line, below which a text may also have rules."""
_MOST_NAMED = 5
_FORMAT_OF_START = {
    "<": "opensudoku",
    "[": "json",
    "{": "json",
    ":": "hodoku",
    "http://": "fpuzzles",
    "https://": "fpuzzles",
}


def read(
    source: Source,
    *,
    format: str | None = None,
    shape: Shape | tuple[int, int] | None = None,
    symbols: str | None = None,
    encoding: str = "utf-8",
    lenient: bool = False,
) -> Grid | Puzzle:
    """Return the one puzzle of a source: text, bytes, the path of a file, or an open file.

    The result is a `Grid`, or a `Puzzle` if the source has rules beyond rows, columns and boxes. The structure of the
    text determines the format, unless `format` names it. `shape` gives the size of the boxes if the number of cells
    does not determine it, `symbols` the digits if they are not 1-9, A, B and so on. If a part of a puzzle with rules is
    not understood, that is an error; `lenient` reads the rest.

    >>> read("1.|..\\n.2|..\\n--+--\\n..|..\\n..|..")
    Grid('1....2..........')
    >>> read("1...........2...\\n....3...4...1...")
    Traceback (most recent call last):
    nonet.errors.FormatError: the source has several puzzles, but one was expected; read_many reads them all
    """
    entries = read_many(
        source, format=format, shape=shape, symbols=symbols, encoding=encoding, rules=True, lenient=lenient
    )
    entry = _only(entries, source)
    return entry.puzzle or entry.grid


def read_position(
    source: Source,
    *,
    format: str | None = None,
    shape: Shape | tuple[int, int] | None = None,
    symbols: str | None = None,
    encoding: str = "utf-8",
) -> Position:
    """Return the one position of a source; if it has no placed digits and no candidates, that of its givens.

    >>> read_position(":0000:x:1+2......3.......:314::").candidates("r1c4")
    frozenset({4})
    """
    entry = _only(read_many(source, format=format, shape=shape, symbols=symbols, encoding=encoding), source)
    return entry.position or Position(entry.grid)


def read_many(
    source: Source,
    *,
    format: str | None = None,
    shape: Shape | tuple[int, int] | None = None,
    symbols: str | None = None,
    encoding: str = "utf-8",
    on_error: OnError | None = None,
    rules: bool = False,
    lenient: bool = False,
) -> Iterator[Entry]:
    """Return an iterator over the puzzles of a source, which are read one at a time.

    The first bad puzzle raises its error. With `on_error`, that function is called with each error, and reading goes
    on. A puzzle with rules beyond rows, columns and boxes is an error, unless the caller passes `rules=True` and uses
    `Entry.puzzle`. `lenient` reads the rest of a puzzle of which a part is not understood; its field ``left out`` names
    the part.

    >>> bad = []
    >>> [str(entry.grid) for entry in read_many("1...........2...\\n1..\\n....3...4...1...", on_error=bad.append)]
    ['1...........2...', '....3...4...1...']
    >>> print(*bad)
    line 2: 3 cells, but a 4x4 board has 16
    """
    form = None if format is None else format_named(format)
    known = None if shape is None else as_shape(shape)
    name = name_of(source)

    def report(error: FormatError) -> None:
        error = error.at(source=name)
        if on_error is None:
            raise _with_hint(error, source)
        on_error(error)

    entries = _entries(source, lines_of(source, encoding, report), form, known, symbols, lenient, report)
    return entries if rules else _without_rules(entries, report)


def _without_rules(entries: Iterator[Entry], on_error: OnError) -> Iterator[Entry]:
    for entry in entries:
        if entry.puzzle is None:
            yield entry
        else:
            names = list(dict.fromkeys(rule.type for rule in entry.puzzle.rules))
            more = ", …" * (len(names) > _MOST_NAMED)
            reason = f"the puzzle has rules ({', '.join(names[:_MOST_NAMED])}{more}), which are not supported here yet"
            on_error(FormatError(reason, line=entry.line))


def _entries(
    source: Source,
    lines: Lines,
    form: Format | None,
    shape: Shape | None,
    symbols: str | None,
    lenient: bool,
    on_error: OnError,
) -> Iterator[Entry]:
    if form is None and _peeks_at_rules(source):
        form = FORMATS["nonet"]
    if form is None:
        form, lines = _sniff_lines(lines, shape, source)
    if isinstance(form, RuleFormat):
        items = form.read(lines, shape=shape, symbols=symbols, lenient=lenient)
    else:
        items = form.read(lines, shape=shape, symbols=symbols)
    for item in items:
        if isinstance(item, Entry):
            yield item
        else:
            on_error(item)


def _only(entries: Iterator[Entry], source: Source) -> Entry:
    """Return the entry, if there is exactly one."""
    two = list(islice(entries, 2))
    if len(two) != 1:
        found = "several puzzles" if two else "no puzzle"
        hint = "; read_many reads them all" if two else ""
        raise FormatError(f"the source has {found}, but one was expected{hint}", source=name_of(source))
    return two[0]


def _with_hint(error: FormatError, source: Source) -> FormatError:
    """Return the error with a hint, if the source is a text that looks like the name of a file."""
    if not isinstance(source, str) or "\n" in source or len(source) > 255 or _format_of_suffix(source.strip()) is None:
        return error
    return FormatError(f"{error.reason}; to read a file, pass a Path", line=error.line)


def _format_of_suffix(path: str | os.PathLike[str]) -> Format | None:
    try:
        return format_of_suffix(path)
    except ArgumentError:
        return None


# Finding the format


def sniff(text: str | Sequence[str]) -> Format:
    """Return the format of a text, or of its first lines, by their structure.

    >>> sniff("1...........2...").name, sniff("puzzle,solution\\n1...........2...,").name
    ('line', 'csv')
    >>> sniff(["1 .", ". 2"])
    Traceback (most recent call last):
    nonet.errors.FormatError: the text does not have the structure of any format
    """
    head = [line for _, line in lines_of(text, "utf-8")] if isinstance(text, str) else list(text)
    form = _format_of(head, None)
    if form is None:
        raise FormatError("the text does not have the structure of any format")
    return form


def _format_of(head: Sequence[str], shape: Shape | None) -> Format | None:
    return next((form for form in FORMATS.values() if form.sniff(head, shape)), None)


def _sniff_lines(lines: Lines, shape: Shape | None, source: Source) -> tuple[Format, Lines]:
    """Return the format of a stream, and the stream with its first lines put back.

    If the first line is enough, no more is read. So a program that writes one puzzle into a pipe and waits for the
    answer gets it. Only if nobody can be waiting, the line after a board decides whether rules follow.
    """
    head: list[tuple[int, str]] = []
    number_of_contents = 0
    by_suffix = _format_of_suffix(source) if isinstance(source, os.PathLike) else None
    for number, line in lines:
        head.append((number, line))
        if contents([line]):
            number_of_contents += 1
            form = _format_of_first_line(line, shape) if number_of_contents == 1 else None
            if _is_with_rules(form, by_suffix):
                return FORMATS["nonet"], chain(head, lines)
            if form is not None and form.name in _BOARDS and not _may_wait(source):
                return _with_next_line(form, head, lines)
            if form is not None:
                return form, chain(head, lines)
        if number_of_contents == _HEAD or len(head) == _LONGEST_HEAD:
            break
    texts = [line for _, line in head]
    if by_suffix is FORMATS["line"]:  # a .txt file can have any format
        by_suffix = None
    if by_suffix is not None and by_suffix.sniff(texts, shape):
        return by_suffix, chain(head, lines)
    form = _format_of(texts, shape)
    if _is_with_rules(form, by_suffix):
        form = by_suffix
    return form or by_suffix or _nearest(texts), chain(head, lines)


def _is_with_rules(form: Format | None, by_suffix: Format | None) -> bool:
    """Return whether a board is in a file for a puzzle with rules, so that what is below it are rules."""
    return by_suffix is FORMATS["nonet"] and form is not None and form.name in (*_BOARDS, "grid")


def _peeks_at_rules(source: Source) -> bool:
    """Return whether a stream starts with a board and a rule below it, as far as it can be seen without waiting."""
    peek = getattr(source, "peek", None)
    if peek is None:
        return False
    head = contents(bytes(peek(1)).decode("utf-8", "replace").splitlines()[:_HEAD])
    return len(head) > 1 and is_rule_line(head[1])


def _with_next_line(form: Format, head: list[tuple[int, str]], lines: Lines) -> tuple[Format, Lines]:
    """Return the format of a text that starts with a board: nonet's own, if a rule is below it."""
    try:
        for number, line in lines:
            head.append((number, line))
            if contents([line]):
                form = FORMATS["nonet"] if is_rule_line(line.strip()) else form
                break
    except FormatError as error:  # the board above it can be read
        return form, chain(head, _raising(error))
    return form, chain(head, lines)


def _raising(error: FormatError) -> Lines:
    """Return lines of which the first is an error."""
    yield from ()
    raise error


def _may_wait(source: Source) -> bool:
    """Return whether the next line of a source may not be there yet."""
    return not isinstance(source, str | bytes | bytearray | memoryview | os.PathLike)


def _format_of_first_line(line: str, shape: Shape | None) -> Format | None:
    """Return the format of a first line that cannot be a row of a block: an object, or longer than any row.

    JSON lists and XML may be one line, which looks like a table in which the boards are quoted.
    """
    if line.lstrip()[0] in "[<":
        return None
    if line.lstrip()[0] not in '{":' and len(split_comment(line)[0]) <= _LONGEST_ROW:
        return None
    return next((FORMATS[name] for name in _KNOWN_BY_FIRST_LINE if FORMATS[name].sniff([line], shape)), None)


def _nearest(head: Sequence[str]) -> Format:
    """Return the format that gives the best error for a text without the structure of any format."""
    first, *others = contents(head) or [""]
    name = next((name for start, name in _FORMAT_OF_START.items() if first.startswith(start)), None)
    if name is None:
        is_line = not others or len(split_comment(first)[0]) > _LONGEST_ROW or FORMATS["line"].sniff(others)
        name = "line" if is_line else "grid"
    return FORMATS[name]
