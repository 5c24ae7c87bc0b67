"""Files: atomic writing, gzip, and errors that name the file."""

from __future__ import annotations

import errno
import glob
import os
import re
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, BinaryIO

from .errors import FileError, FormatError, NonetError
from .limits import LARGEST_RATIO, UNPACKED_FREELY

if sys.platform != "win32":
    import fcntl

if TYPE_CHECKING:
    from pathlib import Path

    from typing_extensions import Buffer

__all__ = ["AtomicFile", "file_error", "gunzip", "is_gzip", "is_locked", "lock", "partial_files", "write_file"]

_PARTIAL = ".partial"
_IN_USE = "another run is writing this file"
_GZIP = b"\x1f\x8b"
_GZIP_FRAMED = 16 + zlib.MAX_WBITS
_PIECE = 1 << 18


class AtomicFile:
    """A file that gets its name when it is complete.

    The bytes go to a hidden file in the same folder. `commit` renames it into place; without it, leaving the ``with``
    block deletes it. So whatever ends the run, the path has the old content or all of the new one. Only one process can
    write a file at a time; for another one it is a `FileError`. What a killed run left is deleted by the next one.
    `make_folder` creates the folder of the file if it does not exist.

    >>> from pathlib import Path
    >>> from tempfile import mkdtemp
    >>> path = Path(mkdtemp()) / "puzzles.txt"
    >>> with AtomicFile(path) as file:
    ...     file.write(b"text")
    ...     path.exists(), file.commit(), path.exists()
    (False, None, True)
    """

    def __init__(self, path: Path, *, make_folder: bool = False) -> None:
        self.path = path.resolve()
        if self.path.exists() and not self.path.is_file():
            raise FileError(f"{path} is not a regular file")
        if make_folder:
            with suppress(FileExistsError):  # if a file is in the place of the folder, the next line says so
                self.path.parent.mkdir(parents=True)
        import tempfile  # slow to import, and not needed to read files

        with _locked_folder(self.path.parent):
            for left in partial_files(self.path):
                if is_locked(left):
                    raise FileError(f"{path}: {_IN_USE}")
                with suppress(OSError):
                    left.unlink()  # of a run that was killed
            handle, name = tempfile.mkstemp(_PARTIAL, f".{self.path.name}.", self.path.parent)
            lock(handle, path)
        self.temporary: Path | None = self.path.parent / name
        """The hidden file; None after `commit` or `discard`."""
        self.stream: BinaryIO = os.fdopen(handle, "wb", buffering=0)

    def write(self, data: Buffer) -> None:
        """Write all of the data; `stream` itself may write a part of it when the disk gets full."""
        rest = memoryview(data).cast("B")
        while rest:
            rest = rest[self.stream.write(rest) :]

    def commit(self) -> None:
        """Write the file to the disk and rename it into place, with the permissions of the file it replaces."""
        assert self.temporary is not None  # noqa: S101
        try:
            os.fsync(self.stream.fileno())  # otherwise a power failure may leave an empty file with the new name
        except OSError as error:
            if error.errno not in (errno.EINVAL, errno.ENOTSUP):  # some file systems cannot do this
                raise
        self.stream.close()
        self.temporary.chmod(self._mode())
        self.temporary.replace(self.path)
        self.temporary = None

    def _mode(self) -> int:
        if self.path.exists():
            return self.path.stat().st_mode & 0o777
        mask = os.umask(0)  # can only be read by setting it
        os.umask(mask)
        return 0o666 & ~mask

    def discard(self) -> None:
        """Delete what was written, unless it was committed."""
        with suppress(OSError):
            self.stream.close()
        if self.temporary is not None:
            self.temporary.unlink(missing_ok=True)
            self.temporary = None

    def __enter__(self) -> AtomicFile:
        return self

    def __exit__(self, *_: object) -> None:
        self.discard()


def partial_files(path: Path) -> list[Path]:
    """Return the hidden files that runs which were killed left of an output.

    >>> from pathlib import Path
    >>> partial_files(Path("no such folder/a.parquet"))
    []
    """
    return sorted(path.parent.glob(f".{glob.escape(path.name)}.*{_PARTIAL}"))


def lock(handle: int, name: object) -> None:
    """Lock an open file until it is closed. If another process has locked it, raise `FileError`.

    Where files cannot be locked, as on Windows or on some network drives, this does nothing.

    >>> with open(os.devnull) as file:
    ...     lock(file.fileno(), "a.txt")
    """
    if sys.platform != "win32":
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise FileError(f"{name}: {_IN_USE}") from None
        except OSError:
            return


def is_locked(path: Path) -> bool:
    """Return whether another process, or this one, has locked a file.

    >>> from pathlib import Path
    >>> is_locked(Path("no such file"))
    False
    """
    try:
        handle = os.open(path, os.O_RDONLY)
    except OSError:
        return False
    try:
        lock(handle, path)
    except FileError:
        return True
    finally:
        os.close(handle)
    return False


@contextmanager
def _locked_folder(folder: Path) -> Iterator[None]:
    """Lock a folder, so that no other process looks for hidden files in it or creates one."""
    if sys.platform == "win32":
        yield
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        with suppress(OSError):
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def write_file(path: Path, data: str | bytes) -> None:
    """Write a whole file atomically; a device or a pipe is written directly.

    >>> from pathlib import Path
    >>> from tempfile import mkdtemp
    >>> path = Path(mkdtemp()) / "puzzles.txt"
    >>> write_file(path, "text")
    >>> path.read_text()
    'text'
    """
    content = data.encode() if isinstance(data, str) else data
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(content)
            return
        with AtomicFile(path) as file:
            file.write(content)
            file.commit()
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None


def file_error(name: object, error: Exception) -> NonetError:
    """Return an exception of the system or of a library as a `FileError` that names the file.

    >>> print(file_error("a.parquet", OSError(28, "No space left on device", "x")))
    a.parquet: No space left on device
    """
    if isinstance(error, NonetError):
        return error
    message = str(error).strip().partition("\n")[0].rstrip(".")
    found = re.search(r"\[errno (\d+)\]", message, re.IGNORECASE)  # Arrow puts the number into its message
    number = getattr(error, "errno", None) or (int(found[1]) if found else None)
    return FileError(f"{name}: {os.strerror(number or errno.EIO) if number else message}")


def is_gzip(head: bytes) -> bool:
    """Return whether data that starts with these bytes is compressed with gzip.

    >>> is_gzip(b"\\x1f\\x8b\\x08"), is_gzip(b"53..7....")
    (True, False)
    """
    return head.startswith(_GZIP)


def gunzip(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """Yield the unpacked bytes of a gzip file in pieces of bounded size.

    Several files one after the other, as ``cat a.gz b.gz`` makes them, count as one. A file that unpacks to far more
    than puzzles can is refused, since it was made to fill the memory or the time of its reader.

    >>> import gzip
    >>> b"".join(gunzip(iter([gzip.compress(b"53..7"), gzip.compress(b"....")])))
    b'53..7....'
    """
    unpacker = zlib.decompressobj(_GZIP_FRAMED)
    packed = unpacked = 0
    try:
        for piece in pieces:
            rest = piece
            packed += len(piece)
            while rest:
                if unpacker.eof:
                    rest = rest.lstrip(b"\0")  # tapes and some file systems pad with zeros
                    if not rest:
                        break
                    unpacker = zlib.decompressobj(_GZIP_FRAMED)
                if data := unpacker.decompress(rest, _PIECE):
                    unpacked += len(data)
                    _check_ratio(packed - len(unpacker.unconsumed_tail), unpacked)
                    yield data
                rest = unpacker.unused_data if unpacker.eof else unpacker.unconsumed_tail
    except zlib.error:
        raise _damaged() from None
    if not unpacker.eof:
        raise _damaged()


def _check_ratio(packed: int, unpacked: int) -> None:
    if unpacked > UNPACKED_FREELY and unpacked > LARGEST_RATIO * packed:
        raise FormatError(f"the compressed file unpacks to more than {LARGEST_RATIO} times its size")


def _damaged() -> FormatError:
    return FormatError("the compressed file is truncated or damaged")
