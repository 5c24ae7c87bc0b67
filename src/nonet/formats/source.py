"""The lines of any source: text, bytes, a file or a stream.

A stream is decoded in pieces, so a pipe is never read further than needed, and a file of any length takes little
memory. Bytes may be compressed with gzip. Line ends may be LF, CRLF or CR, even mixed. A byte order mark determines the
encoding, and is removed.
"""

from __future__ import annotations

import codecs
import io
import os
from collections.abc import Iterator
from itertools import chain
from typing import IO, Any, TypeAlias

from ..errors import ArgumentError, FormatError
from ..files import gunzip, is_gzip
from .format import Lines

__all__ = ["Source", "lines_of", "name_of"]

Source: TypeAlias = str | bytes | os.PathLike[str] | IO[str] | IO[bytes]
"""What can be read: text (a ``str`` is never a file name), bytes, the path of a file, or an open file."""

_PIECE = 1 << 16
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


def lines_of(source: Source, encoding: str) -> Lines:
    """Return the lines of a source, counted from 1, without their line ends.

    >>> list(lines_of(b"12\\r34\\r\\n56", "utf-8"))
    [(1, '12'), (2, '34'), (3, '56')]
    """
    try:
        codecs.lookup(encoding)
    except LookupError:
        raise ArgumentError(f"unknown encoding {encoding!r}") from None
    return enumerate(_lines(source, encoding), start=1)


def _lines(source: Source, encoding: str) -> Iterator[str]:
    if isinstance(source, str):
        return _split(iter([source]))
    if isinstance(source, bytes | bytearray | memoryview):
        return _split(_decode(io.BytesIO(source), encoding))
    if isinstance(source, os.PathLike):
        return _lines_of_file(source, encoding)
    read = getattr(source, "read", None)
    if read is None:
        raise ArgumentError(f"source must be text, bytes, a path or an open file, not {type(source).__name__}")
    return _lines_of_text_file(source) if isinstance(read(0), str) else _split(_decode(source, encoding))


def _lines_of_file(path: os.PathLike[str], encoding: str) -> Iterator[str]:
    with open(path, "rb") as file:  # noqa: PTH123  # any path-like object
        yield from _split(_decode(file, encoding))


def _decode(stream: Any, encoding: str) -> Iterator[str]:
    """Yield the text of a stream of bytes in pieces."""
    read = getattr(stream, "read1", stream.read)
    head, rest = _peek(iter(lambda: read(_PIECE), b""))
    if is_gzip(head):
        head, rest = _peek(gunzip(chain([head], rest)))
    mark = b""
    if codecs.lookup(encoding).name == "utf-8":
        mark, encoding = next((pair for pair in _MARKS if head.startswith(pair[0])), (mark, encoding))
    decoder = codecs.getincrementaldecoder(encoding)()
    ends = 0
    for piece in chain([head.removeprefix(mark)], rest, [b""]):
        try:
            text = decoder.decode(piece, final=not piece)
        except UnicodeDecodeError as error:
            good = error.object[: error.start].decode(encoding, errors="ignore")
            yield good
            raise _undecodable(error, encoding, ends + _line_ends(good) + 1) from None
        ends += _line_ends(text)
        yield text


def _peek(pieces: Iterator[bytes]) -> tuple[bytes, Iterator[bytes]]:
    """Return the first bytes, enough for a byte order mark, and the pieces after them."""
    head = b""
    while len(head) < _LONGEST_MARK and (piece := next(pieces, b"")):
        head += piece
    return head, pieces


def _line_ends(text: str) -> int:
    return text.count("\n") + text.count("\r") - text.count("\r\n")


def _undecodable(error: UnicodeDecodeError, encoding: str, line: int) -> FormatError:
    byte = error.object[error.start]
    return FormatError(f"the byte {byte:#04x} is not {encoding} text; try another encoding", line=line)


def _split(pieces: Iterator[str]) -> Iterator[str]:
    """Yield the lines of a text that comes in pieces."""
    newlines = io.IncrementalNewlineDecoder(None, translate=True)
    rest, is_first = "", True
    for piece in pieces:
        text = newlines.decode(piece)
        if is_first and text:
            text, is_first = text.removeprefix("\ufeff"), False
        lines = (rest + text).split("\n")
        rest = lines.pop()
        yield from lines
    rest += newlines.decode("", final=True)
    if rest:
        yield rest.rstrip("\n")


def _lines_of_text_file(file: Any) -> Iterator[str]:
    """Yield the lines of an open text file, each as soon as it can be read."""
    number = 0
    while True:
        try:
            text = file.readline()
        except UnicodeDecodeError as error:
            line = number + _line_ends(error.object[: error.start].decode("latin-1")) + 1
            raise _undecodable(error, error.encoding, line) from None
        if not text:
            return
        for line in text.removesuffix("\n").removesuffix("\r").split("\r"):
            yield line if number else line.removeprefix("\ufeff")
            number += 1
