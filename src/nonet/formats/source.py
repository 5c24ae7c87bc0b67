"""The lines of any source: text, bytes, a file, a stream.

A stream is decoded piece by piece as it comes, so a pipe is never read further than needed and a file of any length
takes no more room than a piece. Line ends may be LF, CRLF or CR, mixed as they like; a byte order mark says how
the bytes are to be read, and is then left out.
"""

from __future__ import annotations

import codecs
import io
import os
from collections.abc import Iterator
from typing import IO, Any, TypeAlias

from ..errors import FormatError, NonetError
from .format import Lines

__all__ = ["Source", "lines_of", "name_of"]

Source: TypeAlias = str | bytes | os.PathLike[str] | IO[str] | IO[bytes]
"""What can be read: text (a ``str`` is never a file name), bytes, the path of a file, or an open file."""

_PIECE = 1 << 16
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_GZIP = b"\x1f\x8b"


def name_of(source: Source) -> str | None:
    """What to call a source in an error: the name of its file, if it is one.

    >>> from pathlib import Path
    >>> name_of(Path("a.sdm")), name_of("1....2..........")
    ('a.sdm', None)
    """
    return os.fspath(source) if isinstance(source, os.PathLike) else None


def lines_of(source: Source, encoding: str) -> Lines:
    """The lines of a source, counted from 1, without their ends.

    >>> list(lines_of(b"12\\r34\\r\\n56", "utf-8"))
    [(1, '12'), (2, '34'), (3, '56')]
    """
    try:
        codecs.lookup(encoding)
    except LookupError:
        raise NonetError(f"there is no encoding {encoding!r}") from None
    if isinstance(source, str):
        return enumerate(_split(iter([source])), start=1)
    if isinstance(source, bytes | bytearray | memoryview):
        return enumerate(_split(_decoded(io.BytesIO(source), encoding)), start=1)
    if isinstance(source, os.PathLike):
        return enumerate(_lines_of_file(source, encoding), start=1)
    read = getattr(source, "read", None)
    if read is None:
        raise TypeError(f"a source is text, bytes, a path or an open file, not {type(source).__name__}")
    if isinstance(read(0), str):
        return enumerate(_lines_of_text_file(source), start=1)
    return enumerate(_split(_decoded(source, encoding)), start=1)


def _lines_of_file(path: os.PathLike[str], encoding: str) -> Iterator[str]:
    with open(path, "rb") as file:  # noqa: PTH123  # any path-like object
        if file.peek(2)[:2] != _GZIP:
            yield from _split(_decoded(file, encoding))
            return
        import gzip
        import zlib

        with gzip.open(file) as unpacked:
            try:
                yield from _split(_decoded(unpacked, encoding))
            except (EOFError, zlib.error):
                raise FormatError("the compressed file is cut off or damaged") from None


def _decoded(stream: Any, encoding: str) -> Iterator[str]:
    """The text of a stream of bytes, piece by piece."""
    read = getattr(stream, "read1", stream.read)
    piece = read(_PIECE)
    if codecs.lookup(encoding).name == "utf-8":
        while 0 < len(piece) < 4 and (more := read(_PIECE)):
            piece += more
        for mark, marked in _MARKS:
            if piece.startswith(mark):
                piece, encoding = piece[len(mark) :], marked
                break
    decoder = codecs.getincrementaldecoder(encoding)()
    ends = 0
    while True:
        try:
            text = decoder.decode(piece, final=not piece)
        except UnicodeDecodeError as error:
            good = error.object[: error.start].decode(encoding, errors="ignore")
            yield good
            raise _undecodable(error, encoding, ends + _line_ends(good) + 1) from None
        ends += _line_ends(text)
        yield text
        if not piece:
            return
        piece = read(_PIECE)


def _line_ends(text: str) -> int:
    return text.count("\n") + text.count("\r") - text.count("\r\n")


def _undecodable(error: UnicodeDecodeError, encoding: str, line: int) -> FormatError:
    byte = error.object[error.start]
    return FormatError(f"the byte {byte:#04x} is not text in {encoding}; encoding= names another", line=line)


def _split(pieces: Iterator[str]) -> Iterator[str]:
    """The lines of a text that comes in pieces."""
    newlines = io.IncrementalNewlineDecoder(None, translate=True)
    rest, first = "", True
    for piece in pieces:
        text = newlines.decode(piece)
        if first and text:
            text, first = text.removeprefix("\ufeff"), False
        lines = (rest + text).split("\n")
        rest = lines.pop()
        yield from lines
    rest += newlines.decode("", final=True)
    if rest:
        yield rest.rstrip("\n")


def _lines_of_text_file(file: Any) -> Iterator[str]:
    """The lines of a file that is open for reading text, each as soon as it is there."""
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
