"""Which files are read, and which are written for them: one for one, folders and partitions kept as they are."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from ..errors import NonetError
from .files import KINDS, kind_of

__all__ = ["Job", "plan"]

_WILD = re.compile(r"[*?\[]")


class Job(NamedTuple):
    """One file to be read and one to be written.

    >>> Job("a.csv", Path("b.parquet")).source
    'a.csv'
    """

    source: str
    """The file, or ``-`` for standard input."""
    output: Path


def plan(inputs: Sequence[str | os.PathLike[str]], output: str | os.PathLike[str], to: str | None = None) -> list[Job]:
    """The jobs for some files, folders and patterns; `to` is the kind of file to write, if the name does not tell it.

    A single file goes to the output itself, if that has the suffix of a table. All else goes into a folder, each
    file under the path that it had below its folder or its pattern, so that partitions (``year=2024/``) stay.

    >>> plan(["a.csv"], "b.parquet")
    [Job(source='a.csv', output=PosixPath('b.parquet'))]
    >>> plan(["a.csv"], "out", to="arrow")[0].output.as_posix()
    'out/a.arrow'
    """
    output = Path(output)
    found = [pair for item in inputs for pair in _found(os.fspath(item))]
    if not found:
        raise NonetError("no table file is given")
    one = len(inputs) == 1 and len(found) == 1 and found[0][0] == os.fspath(inputs[0])
    kind = kind_of(output)
    if one and kind and not output.is_dir():
        if to and to != kind:
            raise NonetError(f"{output} is the name of a {kind} file, but --to says {to}")
        return [Job(found[0][0], output)]
    if kind and not output.is_dir():
        raise NonetError(f"{output}: several files need a folder to be written to")
    if output.exists() and not output.is_dir():
        raise NonetError(f"{output} is no folder; a table file ends in .parquet, .arrow or .csv")
    jobs = [Job(source, output / _renamed(below, to)) for source, below in found]
    _refuse_doubles(jobs)
    return jobs


def _found(item: str) -> list[tuple[str, Path]]:
    """The files that an argument stands for, each with its path below the folder or the pattern."""
    if item == "-":
        return [(item, Path("table.csv"))]
    path = Path(item)
    if path.is_dir():
        below = [file for file in sorted(path.rglob("*")) if _is_table(file.relative_to(path), file)]
        if not below:
            raise NonetError(f"{item}: no table file in this folder")
        return [(str(file), file.relative_to(path)) for file in below]
    if _WILD.search(item) and not path.exists():
        first_wild = next(i for i, part in enumerate(path.parts) if _WILD.search(part))
        fixed, pattern = Path(*path.parts[:first_wild]), str(Path(*path.parts[first_wild:]))
        files = [file for file in sorted(fixed.glob(pattern)) if _is_table(file.relative_to(fixed), file)]
        if not files:
            raise NonetError(f"{item}: no table file matches")
        return [(str(file), file.relative_to(fixed)) for file in files]
    return [(item, Path(path.name))]


def _is_table(below: Path, file: Path) -> bool:
    """Whether this is a table file, and none that is hidden or a program's own (``_temporary``, ``.x.partial``)."""
    hidden = any(part.startswith((".", "_")) for part in below.parts)
    return not hidden and kind_of(file) is not None and file.is_file()


def _renamed(below: Path, to: str | None) -> Path:
    """The path with the suffix of the kind to write; CSV is not written packed."""
    kind = kind_of(below)
    if kind is None:
        return below.with_suffix(KINDS[to or "parquet"][0])
    if to in (None, kind) and below.suffix.lower() != ".gz":
        return below
    suffix = max((s for s in KINDS[kind] if below.name.lower().endswith(s)), key=len)
    new = KINDS[to][0] if to and to != kind else suffix.removesuffix(".gz")
    return below.with_name(below.name[: -len(suffix)] + new)


def _refuse_doubles(jobs: Sequence[Job]) -> None:
    sources: dict[Path, str] = {}
    for job in jobs:
        if job.output in sources:
            raise NonetError(f"{sources[job.output]} and {job.source} would both be written to {job.output}")
        sources[job.output] = job.source
