"""Files: atomic writing and gzip."""

from __future__ import annotations

import gzip
import os
import stat
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from nonet import FileError, FormatError
from nonet.files import AtomicFile, file_error, gunzip, is_gzip, partial_files, write_file


class TestAtomicFile:
    def test_the_file_appears_with_commit(self, tmp_path: Path) -> None:
        path = tmp_path / "new" / "folder" / "a.txt"
        with AtomicFile(path, make_folder=True) as file:
            file.write(b"text")
            assert not path.exists()
            assert len(partial_files(path)) == 1
            file.commit()
        assert path.read_bytes() == b"text"
        assert partial_files(path) == []

    def test_write_continues_after_a_partial_write(self, tmp_path: Path) -> None:
        class Slow:
            data = b""

            def write(self, data: memoryview) -> int:
                self.data += data[:3]
                return min(len(data), 3)

            def close(self) -> None: ...

        with AtomicFile(tmp_path / "a.txt") as file:
            file.stream.close()
            file.stream = slow = Slow()  # type: ignore[assignment]
            file.write(b"0123456789")
            assert slow.data == b"0123456789"

    def test_without_commit_the_old_file_stays(self, tmp_path: Path) -> None:
        path = tmp_path / "a.txt"
        path.write_text("old")
        with AtomicFile(path) as file:
            file.stream.write(b"new")
        assert path.read_text() == "old"
        assert list(tmp_path.iterdir()) == [path]

    def test_what_a_killed_run_left_is_deleted_by_the_next_one(self, tmp_path: Path) -> None:
        left, other = tmp_path / ".a.txt.x1.partial", tmp_path / ".b.txt.x1.partial"
        for path in (left, other):
            path.write_text("some")
        with AtomicFile(tmp_path / "a.txt"):
            assert not left.exists()
        assert list(tmp_path.iterdir()) == [other]

    def test_permissions_are_kept(self, tmp_path: Path) -> None:
        path = tmp_path / "a.txt"
        path.write_text("old")
        path.chmod(0o640)
        write_file(path, "new")
        assert stat.S_IMODE(path.stat().st_mode) == 0o640
        write_file(tmp_path / "b.txt", "new")
        mask = os.umask(0)
        os.umask(mask)
        assert stat.S_IMODE((tmp_path / "b.txt").stat().st_mode) == 0o666 & ~mask

    def test_a_link_stays_a_link(self, tmp_path: Path) -> None:
        (tmp_path / "a.txt").write_text("old")
        link = tmp_path / "link.txt"
        link.symlink_to("a.txt")
        write_file(link, "new")
        assert link.is_symlink()
        assert (tmp_path / "a.txt").read_text() == "new"

    def test_a_folder_is_not_replaced(self, tmp_path: Path) -> None:
        with pytest.raises(FileError, match="is not a regular file"):
            AtomicFile(tmp_path)
        with pytest.raises(OSError, match="Is a directory"):
            write_file(tmp_path, "text")

    def test_a_device_is_written_directly(self) -> None:
        write_file(Path(os.devnull), "text")
        assert not Path(os.devnull).is_file()


class TestGzip:
    @given(st.lists(st.binary(max_size=2000), max_size=4), st.integers(1, 100))
    def test_several_files_count_as_one(self, parts: list[bytes], size: int) -> None:
        packed = b"".join(map(gzip.compress, parts)) if parts else gzip.compress(b"")
        pieces = (packed[start : start + size] for start in range(0, len(packed), size))
        assert b"".join(gunzip(pieces)) == b"".join(parts)

    def test_pieces_are_small_however_well_the_file_is_packed(self) -> None:
        packed = gzip.compress(b"".join(b"%d,%081d\n" % (n, 0) for n in range(300_000)))
        assert max(map(len, gunzip(iter([packed])))) <= 1 << 18

    @pytest.mark.parametrize("damage", [lambda data: data[:-1], lambda data: data[:20] + b"x" + data[21:]])
    def test_a_damaged_file_is_reported(self, damage: object) -> None:
        packed = gzip.compress(bytes(range(256)) * 10)
        with pytest.raises(FormatError, match="the compressed file is truncated or damaged"):
            list(gunzip(iter([damage(packed)])))  # type: ignore[operator]

    def test_zeros_after_the_end_are_padding(self) -> None:
        packed = gzip.compress(b"text") + bytes(512)
        assert is_gzip(packed)
        assert b"".join(gunzip(iter([packed]))) == b"text"


def test_errors_name_the_file() -> None:
    error = file_error("a.parquet", OSError("something [errno 28] went wrong"))
    assert str(error) == "a.parquet: No space left on device"
    assert str(file_error("a.csv", RuntimeError("first line.\nsecond line"))) == "a.csv: first line"
    assert str(file_error("a.csv", FileError("b.csv already exists"))) == "b.csv already exists"
