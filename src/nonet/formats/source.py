"""The lines of any source: text, bytes, a file or a stream.

A stream is decoded in pieces, so a pipe is never read further than needed, and a file of any length takes little
memory. Bytes may be compressed with gzip. Line ends may be LF, CRLF or CR, even mixed. A byte order mark determines the
encoding, and is removed.
"""

from __future__ import annotations

import codecs
import io
import os
import re
from collections.abc import Callable, Iterator
from itertools import chain
from typing import IO, Any, TypeAlias

from ..errors import ArgumentError, FormatError
from ..files import gunzip, is_gzip
from ..limits import LONGEST_DOCUMENT, LONGEST_LINE, MOST_BAD_LINES
from .format import Lines

__all__ = ["OnError", "Source", "lines_of", "name_of", "raise_error"]

Source: TypeAlias = str | bytes | os.PathLike[str] | IO[str] | IO[bytes]
"""What can be read: text (a ``str`` is never a file name), bytes, the path of a file, or an open file."""

OnError: TypeAlias = Callable[[FormatError], None]
"""A function that is called with an error. It raises the error to stop, or returns to go on."""

_PIECE = 1 << 16
_STARTS_OF_DOCUMENTS = "[{<"
_ESCAPED = re.compile("[\udc80-\udcff]")
"""The characters that stand for bytes that cannot be decoded."""
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
"""The control characters that are in no text."""
_FEW_CONTROL, _SHARE_OF_CONTROL = 16, 0.05
"""How many of them, and what share of all characters, the beginning of a text may have."""
_LONGEST_MARK = 4
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


def name_of(source: Source) -> str | None:
    """Return the name of a source for errors: its path, if it is a path.

    >>> from pathlib import Path
    >>> name_of(Path("a.sdm")), name_of("1....2..........")
    ('a.sdm', None)
    """
    return os.fspath(source) if isinstance(source, os.PathLike) else None


def raise_error(error: FormatError) -> None:
    """Raise an error: the function to stop at the first one.

    >>> raise_error(FormatError("no cells", line=3))
    Traceback (most recent call last):
    nonet.errors.FormatError: line 3: no cells
    """
    raise error


def lines_of(source: Source, encoding: str, on_error: OnError = raise_error) -> Lines:
    """Return the lines of a source, counted from 1, without their line ends.

    `on_error` is called with a line that cannot be decoded; if it returns, the line is left empty. An error after which
    nothing more can be read ends the lines.

    >>> list(lines_of(b"12\\r34\\r\\n56", "utf-8"))
    [(1, '12'), (2, '34'), (3, '56')]
    """
    try:
        is_text = codecs.lookup(encoding)._is_text_encoding
    except LookupError:
        is_text = False
    if not is_text:
        raise ArgumentError(f"unknown encoding {encoding!r:.40}")
    return _reporting(enumerate(_with_last_error(_lines(source, encoding)), start=1), on_error)


def _reporting(lines: Iterator[tuple[int, str | FormatError]], on_error: OnError) -> Lines:
    for number, line in lines:
        if isinstance(line, str):
            yield number, line
        else:
            on_error(line)
            yield number, ""


def _with_last_error(lines: Iterator[str | FormatError]) -> Iterator[str | FormatError]:
    """Yield lines, and the error that ends them."""
    try:
        yield from lines
    except FormatError as error:
        yield error


def _lines(source: Source, encoding: str) -> Iterator[str | FormatError]:
    if isinstance(source, str):
        return _split(iter([source]))
    if isinstance(source, bytes | bytearray | memoryview):
        return _lines_of_bytes(io.BytesIO(source), encoding)
    if isinstance(source, os.PathLike):
        return _lines_of_file(source, encoding)
    read = getattr(source, "read", None)
    if read is None:
        raise ArgumentError(f"source must be text, bytes, a path or an open file, not {type(source).__name__}")
    return _lines_of_text_file(source) if isinstance(read(0), str) else _lines_of_bytes(source, encoding)


def _lines_of_file(path: os.PathLike[str], encoding: str) -> Iterator[str | FormatError]:
    with open(path, "rb") as file:  # noqa: PTH123  # any path-like object
        yield from _lines_of_bytes(file, encoding)


def _lines_of_bytes(stream: Any, encoding: str) -> Iterator[str | FormatError]:
    """Yield the lines of a stream of bytes. A line with a bad byte is an error; the next lines can still be read.

    JSON and XML are read as a whole, so there the first such line is the end.
    """
    bad, first = 0, ""
    for number, line in enumerate(_split(_decode(stream, encoding)), start=1):
        first = first or line.lstrip()[:1]
        if line.isascii() or not (escaped := _ESCAPED.search(line)):
            yield line
            continue
        error = _undecodable(ord(escaped[0]) - 0xDC00, encoding, number)
        if first in _STARTS_OF_DOCUMENTS:
            raise error
        yield error
        bad += 1
        if bad == MOST_BAD_LINES:
            raise FormatError(f"{MOST_BAD_LINES} lines are not {encoding} text; nothing more is read", line=number)


def _decode(stream: Any, encoding: str) -> Iterator[str]:
    """Yield the text of a stream of bytes in pieces. Bad bytes are escaped, if the encoding allows it.

    Binary data, such as a picture, is recognized by its first piece, so that not each of its lines is reported.
    """
    read = getattr(stream, "read1", stream.read)
    head, rest = _peek(iter(lambda: read(_PIECE), b""))
    if is_gzip(head):
        head, rest = _peek(gunzip(chain([head], rest)))
    mark = b""
    if codecs.lookup(encoding).name == "utf-8":
        mark, encoding = next((pair for pair in _MARKS if head.startswith(pair[0])), (mark, encoding))
    decoder = codecs.getincrementaldecoder(encoding)("surrogateescape")
    if _is_binary(head.decode(encoding, "replace")):
        reason = f"this looks like binary data, not like {encoding} text; if it is text, try another encoding"
        raise FormatError(reason, line=1)
    ends = 0
    for piece in chain([head.removeprefix(mark)], rest, [b""]):
        try:
            text = decoder.decode(piece, final=not piece)
        except UnicodeDecodeError as error:
            good = error.object[: error.start].decode(encoding, errors="ignore")
            yield good
            raise _undecodable(error.object[error.start], encoding, ends + _line_ends(good) + 1) from None
        ends += _line_ends(text)
        yield text


def _is_binary(text: str) -> bool:
    number = len(_CONTROL.findall(text))
    return number > _FEW_CONTROL and number > _SHARE_OF_CONTROL * len(text)


def _peek(pieces: Iterator[bytes]) -> tuple[bytes, Iterator[bytes]]:
    """Return the first bytes, enough for a byte order mark, and the pieces after them."""
    head = b""
    while len(head) < _LONGEST_MARK and (piece := next(pieces, b"")):
        head += piece
    return head, pieces


def _line_ends(text: str) -> int:
    return text.count("\n") + text.count("\r") - text.count("\r\n")


def _undecodable(byte: int, encoding: str, line: int) -> FormatError:
    return FormatError(f"the byte {byte:#04x} is not {encoding} text; try another encoding", line=line)


def _split(pieces: Iterator[str]) -> Iterator[str]:
    """Yield the lines of a text that comes in pieces."""
    newlines = io.IncrementalNewlineDecoder(None, translate=True)
    rest: list[str] = []
    length = number = longest = 0
    for piece in chain(pieces, [""]):
        text = newlines.decode(piece, final=not piece)
        if not longest and text.strip():
            longest = _longest_line(text)
        if not number and not rest:
            text = text.removeprefix("\ufeff")
        first, *others = text.split("\n")
        rest.append(first)
        length += len(first)
        if length > (longest or LONGEST_LINE):
            raise _too_long(number + 1, longest or LONGEST_LINE)
        if others:
            *complete, last = others
            for line in chain(["".join(rest)], complete):
                number += 1
                if len(line) > longest > 0:
                    raise _too_long(number, longest)
                yield line
            rest, length = [last], len(last)
    if length:
        yield "".join(rest)


def _longest_line(text: str) -> int:
    """Return how long the lines of a text that starts like this may be."""
    return LONGEST_DOCUMENT if text.lstrip("\ufeff \t\n")[:1] in _STARTS_OF_DOCUMENTS else LONGEST_LINE


def _too_long(line: int, longest: int) -> FormatError:
    return FormatError(f"more than {longest} characters in one line, but a puzzle is much shorter", line=line)


def _lines_of_text_file(file: Any) -> Iterator[str]:
    """Yield the lines of an open text file, each as soon as it can be read."""
    number = longest = 0
    while True:
        try:
            text = file.readline((longest or LONGEST_DOCUMENT) + 1)
        except UnicodeDecodeError as error:
            line = number + _line_ends(error.object[: error.start].decode("latin-1")) + 1
            raise _undecodable(error.object[error.start], error.encoding, line) from None
        if not text:
            return
        if not longest and text.strip():
            longest = _longest_line(text)
        if len(text) > (longest or LONGEST_LINE):
            raise _too_long(number + 1, longest or LONGEST_LINE)
        for line in text.removesuffix("\n").removesuffix("\r").split("\r"):
            yield line if number else line.removeprefix("\ufeff")
            number += 1
