"""Puzzles in and lines out for long runs: block by block, in constant memory, whole lines whatever ends the run.

The input is read ahead by a thread, which also unpacks gzip, so that the reading costs no time of its own. Of a pipe no
more is waited for than a line: who writes one puzzle and waits for the answer gets it. The output is written straight
to the file, block after block; whatever ends the run, the file holds whole lines.
"""

from __future__ import annotations

import codecs
import os
import queue
import re
import signal
import stat
import sys
import threading
import zlib
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from .. import formats, plain
from ..errors import FormatError, NonetError, counted
from ..geometry import BLANKS, Shape
from ..grid import Grid
from .common import Reading

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["LARGEST_BLOCK", "SMALLEST_BLOCK", "Chunk", "Input", "Output", "chunks", "whole_lines"]

SMALLEST_BLOCK, LARGEST_BLOCK = 1 << 18, 1 << 22
"""Bytes of a block of lines."""

_NINE = Shape(3, 3)
_CELLS = _NINE.cells
_CELL_BYTES = f"123456789{BLANKS}".encode()
_LONGEST_ROW = 25
_HEAD = 1 << 16
_CHUNK = 20_000
_PIECE = 1 << 18
_PIECES_AHEAD = 32
_LONGEST_LINE = 1 << 26
_GZIP = b"\x1f\x8b"
_GZIP_FRAMED = 16 + zlib.MAX_WBITS


class Input:
    """A file, or standard input for ``-``; gzip is unpacked on the way."""

    def __init__(self, name: str) -> None:
        self.name = "standard input" if name == "-" else name
        self.path = None if name == "-" else Path(name)
        """The file; None for standard input."""
        self.most = SMALLEST_BLOCK
        """How long a block may become."""
        self._fd = sys.stdin.fileno() if name == "-" else os.open(name, os.O_RDONLY | getattr(os, "O_BINARY", 0))
        info = os.fstat(self._fd)
        if stat.S_ISDIR(info.st_mode):
            raise IsADirectoryError(21, "Is a directory", name)
        self.size = info.st_size if stat.S_ISREG(info.st_mode) else None
        """The bytes of the source, if that is known."""
        self._pieces: queue.Queue[tuple[bytes, int] | Exception] = queue.Queue(_PIECES_AHEAD)
        self._rest = b""
        self._last_piece = (0, 0, 1)
        """Where the last piece that was taken began and ended in the source, and how many bytes it has unpacked."""
        self._ended = False
        self._failure: Exception | None = None
        threading.Thread(target=self._read_ahead, daemon=True).start()

    def is_file(self, path: Path) -> bool:
        """Whether a path leads to this very file."""
        return self.path is not None and path.exists() and os.path.samestat(os.fstat(self._fd), path.stat())

    @property
    def position(self) -> int:
        """How many bytes of the source were taken so far; of a packed one, packed bytes."""
        start, end, size = self._last_piece
        return end - (end - start) * min(len(self._rest), size) // size

    @property
    def is_waiting(self) -> bool:
        """Whether the next read would have to wait for more."""
        return not self._rest and not self._ended and self._pieces.empty()

    @property
    def is_finished(self) -> bool:
        """Whether everything was read."""
        return self._ended and not self._rest

    @property
    def has_failed(self) -> bool:
        """Whether something kept the source from being read to its end."""
        return self._failure is not None

    def block(self) -> bytes:
        """Whole lines: up to `most` bytes of them or as many as are there now, but at least one; nothing at the end."""
        pieces, size, has_end = [self._rest], len(self._rest), b"\n" in self._rest
        self._rest = b""
        while size < self.most or not has_end:
            piece = self._next(wait=not has_end)
            if not piece:
                break
            pieces.append(piece)
            size += len(piece)
            has_end = has_end or b"\n" in piece
            if not has_end and size > _LONGEST_LINE:
                raise FormatError(f"a line of more than {_LONGEST_LINE:,} bytes is no puzzle", source=self.name)
        block = b"".join(pieces)
        if self._ended and len(block) <= self.most:
            return block
        end = (block.rfind(b"\n", 0, self.most) + 1) or (block.find(b"\n") + 1) or len(block)
        self._rest = block[end:]
        return block[:end]

    def give_back(self, block: bytes) -> None:
        """Let the bytes of a block come once more."""
        self._rest = block + self._rest

    def read(self, most: int) -> bytes:
        """Some bytes, at most so many; nothing at the end. With it an input serves as an open file."""
        if most and not self._rest:
            self._rest = self._next(wait=True) or b""
        piece, self._rest = self._rest[:most], self._rest[most:]
        return piece

    def _next(self, *, wait: bool) -> bytes | None:
        """The next piece; empty at the end, None if there is none now and it is not to be waited for."""
        if self._failure is not None:
            if wait:
                raise self._failure
            return None
        if self._ended:
            return b""
        try:
            piece = self._pieces.get(block=wait)
        except queue.Empty:
            return None
        if isinstance(piece, Exception):
            self._failure = piece
            return self._next(wait=True) if wait else None
        data, position = piece
        self._last_piece = (self._last_piece[1], position, len(data) or 1)
        self._ended = not data
        return data

    def _read_ahead(self) -> None:
        try:
            for piece in self._unpacked():
                self._pieces.put(piece)
            self._pieces.put((b"", self.size or 0))
        except zlib.error:
            self._pieces.put(self._damaged())
        except OSError as error:
            self._pieces.put(OSError(error.errno, error.strerror, self.name))
        except FormatError as error:
            self._pieces.put(error)

    def _unpacked(self) -> Iterator[tuple[bytes, int]]:
        """The bytes of the source, unpacked, in pieces, each with the position behind it."""
        position = 0
        unpacker: zlib._Decompress | None = None
        while piece := os.read(self._fd, _PIECE):
            while not position and len(piece) < len(_GZIP) and (more := os.read(self._fd, 1)):
                piece += more
            if not position and piece.startswith(_GZIP):
                unpacker = zlib.decompressobj(_GZIP_FRAMED)
            position += len(piece)
            if unpacker is None:
                yield piece, position
                continue
            while piece:
                if unpacker.eof:  # packed files may be put one behind the other, and filled up with zeros
                    piece = piece.lstrip(b"\0")
                    if not piece:
                        break
                    unpacker = zlib.decompressobj(_GZIP_FRAMED)
                data = unpacker.decompress(piece, _PIECE)
                if data:
                    yield data, position
                piece = unpacker.unused_data if unpacker.eof else unpacker.unconsumed_tail
        if unpacker is not None and not unpacker.eof:
            raise self._damaged()

    def _damaged(self) -> FormatError:
        return FormatError("the compressed file is cut off or damaged", source=self.name)


class Output:
    """A file or standard output, to which whole blocks of lines are written.

    While it is open, Ctrl-C waits until the block in hand is written; a second one does not.
    """

    def __init__(self, path: Path | None, *, resume: bool = False) -> None:
        self.lines = 0
        """How many lines were written in this run."""
        self._name = "standard output" if path is None else str(path)
        flags = os.O_WRONLY | os.O_CREAT | getattr(os, "O_BINARY", 0) | (0 if resume else os.O_TRUNC)
        if path is None:
            sys.stdout.flush()
        self._fd = sys.stdout.fileno() if path is None else os.open(path, flags, 0o666)
        self._is_file = path is not None and stat.S_ISREG(os.fstat(self._fd).st_mode)
        self._size = os.lseek(self._fd, 0, os.SEEK_END) if self._is_file else 0
        self._is_writing = False
        self._is_stopped = False
        self._has_handler = (
            threading.current_thread() is threading.main_thread()
            and signal.getsignal(signal.SIGINT) is signal.default_int_handler
        )
        if self._has_handler:
            signal.signal(signal.SIGINT, self._stop)

    def close(self) -> None:
        """Let Ctrl-C be what it was."""
        if self._has_handler:
            signal.signal(signal.SIGINT, signal.default_int_handler)

    def write(self, data: bytes | memoryview, lines: int) -> None:
        """Write whole lines; if that fails, none of them stay in the file."""
        self._is_writing = True
        try:
            rest = memoryview(data)
            while rest:
                rest = rest[os.write(self._fd, rest) :]
        except BrokenPipeError:
            raise
        except OSError as error:
            self._cut()
            left = "; the lines before are whole, and --resume goes on from there" if self._is_file else ""
            written = f"after {counted(self.lines, 'line')}" if self.lines else "at the first line"
            raise NonetError(f"{self._name}: {error.strerror} {written}{left}") from None
        except KeyboardInterrupt:
            self._cut()
            raise
        self._size += len(data)
        self.lines += lines
        self._is_writing = False
        if self._is_stopped:
            raise KeyboardInterrupt

    def _cut(self) -> None:
        if self._is_file:
            os.ftruncate(self._fd, self._size)

    def _stop(self, number: int, frame: FrameType | None) -> None:
        if self._is_writing and not self._is_stopped:
            self._is_stopped = True
        else:
            raise KeyboardInterrupt


def whole_lines(path: Path) -> tuple[int, int]:
    """How many whole lines a file has, and how many bytes they take."""
    lines = size = end = 0
    with path.open("rb") as file:
        while piece := file.read(_PIECE):
            lines += piece.count(b"\n")
            last = piece.rfind(b"\n")
            end = size + last + 1 if last >= 0 else end
            size += len(piece)
    return lines, end


# Chunks of puzzles


class Chunk(NamedTuple):
    """Some puzzles in their order: those of 9x9 as rows of cells, other boards as grids, and what could not be read."""

    cells: NDArray[np.uint8]
    places: NDArray[np.intp]
    """For each row of cells, which puzzle of the chunk it is."""
    others: dict[int, Grid]
    """The other boards by their places."""
    bad: list[tuple[int, FormatError]]
    """Each with the place of the puzzle before which it stood."""

    def __len__(self) -> int:
        return len(self.cells) + len(self.others)

    def between(self, first: int, end: int) -> Chunk:
        """The puzzles from one place to another, with the bad lines before and between them."""
        low, high = self.places.searchsorted([first, end])
        return Chunk(
            self.cells[low:high],
            self.places[low:high] - first,
            {place - first: grid for place, grid in self.others.items() if first <= place < end},
            [(place - first, error) for place, error in self.bad if first <= place <= end],
        )


def chunks(source: Input, how: Reading) -> Iterator[Chunk]:
    """The puzzles of the source in chunks, by the short way if they are plain lines."""
    first = source.block()
    source.give_back(first)
    form = how.format or format_of(first, source, how)
    if form in ("line", "sdm") and is_plain(first, how):
        return chunks_of_lines(source, how)
    return chunks_of_entries(source, how._replace(format=form))


def format_of(first: bytes, source: Input, how: Reading) -> str | None:
    """The format of the source, by its first lines and its suffix; None if it is to be found out by reading."""
    head = first[:_HEAD].decode(how.encoding, "replace").splitlines()
    line = next((line for line in head if line.strip() and not line.lstrip().startswith("#")), "")
    try:
        if len(plain.split_comment(line)[0]) > _LONGEST_ROW and formats.sniff([line]).name == "line":
            return "line"
        by_suffix = formats.format_of_suffix(source.path) if source.path else None
    except NonetError:
        return None
    if by_suffix is None or by_suffix.name == "line" or not by_suffix.sniff(head, how.shape):
        return None
    return by_suffix.name


def is_plain(first: bytes, how: Reading) -> bool:
    """Whether bytes are characters and lines end as usual, so that lines can be told apart without reading them."""
    usual = codecs.lookup(how.encoding).name in ("utf-8", "ascii", "iso8859-1")
    wide = first.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    return usual and not wide and not how.shape and not how.symbols and not re.search(rb"\r[^\n]", first)


def chunks_of_entries(source: Input, how: Reading) -> Iterator[Chunk]:
    """The puzzles of any format, through its reader."""
    bad: list[tuple[int, FormatError]] = []
    grids: list[Grid] = []

    def note(error: FormatError) -> None:
        bad.append((len(grids), error.at(source=source.name)))

    for entry in formats.read_many(cast("Any", source), **how._asdict(), on_error=note):
        grids.append(entry.grid)
        if len(grids) >= min(_CHUNK, source.most // (_CELLS + 1)) or source.is_waiting:
            yield chunk_of(grids, bad)
            grids, bad = [], []
    yield chunk_of(grids, bad)


def chunk_of(grids: list[Grid], bad: list[tuple[int, FormatError]]) -> Chunk:
    """Grids as a chunk."""
    import numpy as np

    places = [place for place, grid in enumerate(grids) if grid.shape is _NINE]
    cells = np.frombuffer(b"".join(bytes(grids[place]) for place in places), np.uint8).reshape(-1, _CELLS)
    others = {place: grid for place, grid in enumerate(grids) if grid.shape is not _NINE}
    return Chunk(cells, np.array(places, np.intp), others, bad)


def chunks_of_lines(source: Input, how: Reading) -> Iterator[Chunk]:
    """The puzzles of lines, a block of lines at a time."""
    lines = 0
    while block := source.block():
        if not lines:
            block = block.removeprefix(codecs.BOM_UTF8)
        if not block.endswith(b"\n"):
            block += b"\n"
        yield even_lines(block) or uneven_lines(block, lines, how, source.name)
        lines += line_ends(block)


def line_ends(text: bytes) -> int:
    """How many lines end in a text, as the readers of all formats count them."""
    return text.count(b"\n") + (text.count(b"\r") - text.count(b"\r\n") if b"\r" in text else 0)


def even_lines(block: bytes) -> Chunk | None:
    """The puzzles of lines that are 81 cells and a line end each, in place; None if they are not."""
    import numpy as np

    step = _CELLS + 1
    number, rest = divmod(len(block), step)
    if rest or block.translate(None, _CELL_BYTES) != b"\n" * number:
        return None
    rows = np.frombuffer(block, np.uint8).reshape(number, step)
    return Chunk(rows[:, :_CELLS], np.arange(number), {}, []) if (rows[:, -1] == ord("\n")).all() else None


_ENDS_CELLS = bytes(byte in b" \t\r\n,;#" for byte in range(256))


def uneven_lines(block: bytes, before: int, how: Reading, name: str) -> Chunk:
    """The puzzles of lines of any kind; those that are not 81 cells and perhaps a comment are read one by one."""
    import numpy as np

    data = np.frombuffer(block, np.uint8)
    stops = np.flatnonzero(data == ord("\n"))
    starts = np.append(0, stops[:-1] + 1)
    ends = np.flatnonzero(np.frombuffer(block.translate(_ENDS_CELLS), np.uint8))
    fits = ends[ends.searchsorted(starts)] - starts == _CELLS
    if b"\r" in block:
        returns = np.flatnonzero(data == ord("\r"))
        fits[stops.searchsorted(returns[data[returns + 1] != ord("\n")])] = False
    windows = np.lib.stride_tricks.sliding_window_view(data, _CELLS) if fits.any() else data.reshape(-1, 1)
    cells = windows[starts[fits]]
    if cells.tobytes().translate(None, _CELL_BYTES):
        good = np.isin(cells, np.frombuffer(_CELL_BYTES, np.uint8)).all(axis=1)
        fits[np.flatnonzero(fits)[~good]] = False
        cells = cells[good]
    numbers = fits.astype(np.intp)
    read: list[tuple[int, Grid]] = []
    failed: list[tuple[int, FormatError]] = []
    earlier = 0, before
    for line in np.flatnonzero(~fits).tolist():
        text = block[starts[line] : stops[line]]
        if text.strip() and not text.lstrip().startswith(b"#"):
            ends_before = earlier[1] + line_ends(block[earlier[0] : starts[line]])
            earlier = int(starts[line]), ends_before
            grids, errors = read_line(text, ends_before, how, name)
            numbers[line] = len(grids)
            read += [(line, grid) for grid in grids]
            failed += [(line, error) for error in errors]
    places = numbers.cumsum() - numbers
    return merged(cells, places[fits], place_all(places, read), [(int(places[line]), error) for line, error in failed])


def read_line(text: bytes, before: int, how: Reading, name: str) -> tuple[list[Grid], list[FormatError]]:
    """What a line holds by the reader of its format: one board or complaint, if no lone carriage returns end lines."""
    errors: list[FormatError] = []
    entries = formats.read_many(text, format=how.format or "line", encoding=how.encoding, on_error=errors.append)
    grids = [entry.grid for entry in entries]
    return grids, [FormatError(error.reason, line=before + (error.line or 1), source=name) for error in errors]


def place_all(places: NDArray[np.intp], read: list[tuple[int, Grid]]) -> dict[int, Grid]:
    """The grids by their places, one after the other if they share a line."""
    placed: dict[int, Grid] = {}
    for line, grid in read:
        place = int(places[line])
        while place in placed:
            place += 1
        placed[place] = grid
    return placed


def merged(
    cells: NDArray[np.uint8], places: NDArray[np.intp], read: dict[int, Grid], bad: list[tuple[int, FormatError]]
) -> Chunk:
    """One chunk of the rows that were plain and the boards that were read one by one."""
    import numpy as np

    nines = {place: grid for place, grid in read.items() if grid.shape is _NINE}
    if nines:
        rows = np.frombuffer(b"".join(map(bytes, nines.values())), np.uint8).reshape(-1, _CELLS)
        cells, places = np.concatenate([cells.reshape(-1, _CELLS), rows]), np.append(places, list(nines))
        order = places.argsort()
        cells, places = cells[order], places[order]
    return Chunk(cells, places, {place: grid for place, grid in read.items() if place not in nines}, bad)
