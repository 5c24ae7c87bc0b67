"""Bytes in and lines out for long runs: block by block, in constant memory, whole lines whatever ends the run.

The input is read ahead by a thread, which also unpacks gzip, so that the reading costs no time of its own. Of a pipe no
more is waited for than a line: who writes one puzzle and waits for the answer gets it. The output is written straight
to the file, block after block; whatever ends the run, the file holds whole lines.
"""

from __future__ import annotations

import os
import queue
import signal
import stat
import sys
import threading
import zlib
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

from ..errors import FormatError, NonetError, counted

__all__ = ["LARGEST_BLOCK", "SMALLEST_BLOCK", "Input", "Output", "whole_lines"]

SMALLEST_BLOCK, LARGEST_BLOCK = 1 << 18, 1 << 22
"""Bytes of a block of lines."""

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
        self._last_piece = (0, 0, 1)  # where it began and ended in the source, and how many bytes it has unpacked
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
