"""Data sets to learn from: train, validation and test, made from a seed, none of them knowing a puzzle of another.

Puzzles that are the same in disguise (turned, rows of a band exchanged, digits renamed) have one canonical form. A
puzzle whose form was there before is left out, and the split that a puzzle belongs to follows from the form of its
*solution*: so no solution of one split is a disguise of one in another, and the split of a puzzle does not depend on
how many others there are.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import ExitStack, closing
from hashlib import blake2b
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..create import generate
from ..create.chance import fresh_seed
from ..engine import is_solution, solve_many
from ..errors import NonetError
from ..grid import Grid
from ..transforms import canonical_many
from .files import ROWS
from .needs import pa
from .sink import Sink

__all__ = ["SPLITS", "make_dataset"]

SPLITS = {"train": 80, "validation": 10, "test": 10}
"""How many of a hundred puzzles go into each split."""

_SCHEMA = pa.schema(
    [("puzzle", pa.string()), ("solution", pa.string()), ("clues", pa.uint8()), ("canonical", pa.string())]
)
_CARD = "README.md"
_MOST_SEEDS = 100
_BLOCK = min(ROWS, 1 << 13)


def make_dataset(
    folder: str | os.PathLike[str],
    *,
    count: int,
    clues: tuple[int, int] = (24, 35),
    seed: int | None = None,
    splits: Mapping[str, float] = SPLITS,
    compression: str = "zstd",
    force: bool = False,
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> dict[str, int]:
    """Write train, validation and test Parquet files and a data card; returns how many rows each split has.

    There are as many puzzles of each number of clues, from the least to the most, in turn. `splits` gives the share
    of each; the split of a puzzle follows from its solution, so the shares are met about. The same seed gives the same
    rows on every machine.

    >>> import tempfile
    >>> sizes = make_dataset(tempfile.mkdtemp(), count=60, clues=(30, 32), seed=1)
    >>> sum(sizes.values()), list(sizes)
    (60, ['train', 'validation', 'test'])
    """
    folder = Path(folder)
    least, most = clues
    if count < 1 or not 17 <= least <= most <= 80:
        raise NonetError(f"a data set has at least 1 puzzle, of 17 to 80 clues, not {count} of {least} to {most}")
    if not splits or min(splits.values()) < 0 or not sum(splits.values()):
        raise NonetError("the shares of the splits are numbers of 0 or more, not all 0")
    paths = {name: folder / f"{name}.parquet" for name in splits}
    taken = next((path for path in [*paths.values(), folder / _CARD] if path.exists()), None)
    if taken is not None and not force:
        raise NonetError(f"{taken} exists; --force replaces it")
    seed = fresh_seed(seed)
    tally = {name: Counter[int]() for name in splits}
    with ExitStack() as open_files:
        boards = ["puzzle", "solution", "canonical"]
        sinks = {
            name: open_files.enter_context(Sink(path, _SCHEMA, compression=compression, boards=boards))
            for name, path in paths.items()
        }
        for name, table in _tables(count, least, most, seed, splits, threads, progress):
            sinks[name].write(table)
            tally[name].update(table.column("clues").to_pylist())
        for sink in sinks.values():
            sink.commit()
    (folder / _CARD).write_text(_card(tally, count, least, most, seed, splits), encoding="utf-8")
    return {name: sum(counts.values()) for name, counts in tally.items()}


def _tables(
    count: int,
    least: int,
    most: int,
    seed: int,
    splits: Mapping[str, float],
    threads: int | None,
    progress: Callable[[int], None] | None,
) -> Iterator[tuple[str, Any]]:
    """The rows of each split, block after block, without those whose canonical form was there before."""
    seen: set[bytes] = set()
    with closing(_in_turn(least, most, seed, threads)) as puzzles:
        while left := count - len(seen):
            rows = np.frombuffer(b"".join(map(bytes, islice(puzzles, min(left, _BLOCK)))), np.uint8).reshape(-1, 81)
            forms = canonical_many(rows, threads=threads).digits
            new = [i for i, form in enumerate(forms) if _is_new(form, seen)]
            rows, forms = rows[new], forms[new]
            batch = solve_many(rows, threads=threads)
            if not (batch.is_unique & is_solution(rows, batch.solutions)).all():
                raise NonetError("a puzzle was made that has not exactly one solution; please report this")
            of_solution = canonical_many(batch.solutions, threads=threads).digits
            names = np.array([_split_of(form, splits) for form in of_solution])
            for name in splits:
                mine = names == name
                if mine.any():
                    yield name, _table(rows[mine], batch.solutions[mine], forms[mine])
            if progress:
                progress(len(new))


def _in_turn(least: int, most: int, seed: int, threads: int | None) -> Generator[Grid, None, None]:
    """Puzzles of each number of clues in turn, endlessly."""
    makers = [
        generate(clues=number, seed=seed * _MOST_SEEDS + number, threads=threads) for number in range(least, most + 1)
    ]
    try:
        while True:
            for maker in makers:
                yield next(maker)
    finally:
        for maker in makers:
            maker.close()  # type: ignore[attr-defined]


def _is_new(form: NDArray[np.uint8], seen: set[bytes]) -> bool:
    key = blake2b(form.tobytes(), digest_size=16).digest()
    if key in seen:
        return False
    seen.add(key)
    return True


def _split_of(form: NDArray[np.uint8], splits: Mapping[str, float]) -> str:
    """The split that a canonical form belongs to, by a number between 0 and 1 that follows from it."""
    place = int.from_bytes(blake2b(form.tobytes(), digest_size=8, person=b"nonet split").digest()) / 2**64
    place *= sum(splits.values())
    for name, share in splits.items():
        place -= share
        if place < 0:
            return name
    return list(splits)[-1]


def _table(rows: NDArray[np.uint8], solutions: NDArray[np.uint8], forms: NDArray[np.uint8]) -> Any:
    columns = [_texts(rows), _texts(solutions), pa.array((rows > 0).sum(axis=1, dtype=np.uint8)), _texts(forms)]
    return pa.table(columns, schema=_SCHEMA)


def _texts(digits: NDArray[np.uint8]) -> Any:
    text = np.where(digits, digits | ord("0"), ord(".")).astype(np.uint8)
    offsets = np.arange(len(text) + 1, dtype=np.int32) * 81
    return pa.Array.from_buffers(pa.string(), len(text), [None, pa.py_buffer(offsets), pa.py_buffer(text)])


def _card(
    tally: Mapping[str, Counter[int]], count: int, least: int, most: int, seed: int, splits: Mapping[str, float]
) -> str:
    """The data card: what is in the files and how they were made."""
    from .. import __version__

    heads = ["clues", *tally]
    rows = [[str(number), *(f"{each[number]:,}" for each in tally.values())] for number in range(least, most + 1)]
    rows.append(["all", *(f"{sum(each.values()):,}" for each in tally.values())])
    table = "\n".join(f"| {' | '.join(row)} |" for row in [heads, ["---"] * len(heads), *rows])
    shares = ",".join(f"{name}={share:g}" for name, share in splits.items())
    return f"""# Sudoku, {least} to {most} clues, {count:,} puzzles

{table}

| column | type | holds |
| --- | --- | --- |
| `puzzle` | string | 81 cells in reading order, `.` for a blank |
| `solution` | string | its only solution |
| `clues` | uint8 | how many cells are given |
| `canonical` | string | the canonical form of the puzzle, the same for every disguise of it |

- **Made** by nonet {__version__} with
  `nonet dataset --count {count} --clues {least}-{most} --seed {seed} --split {shares}`.
  The same command gives the same rows on every machine.
- **How.** Solved grids by chance, from which clues are taken away in an order of chance while the solution stays the
  only one; each number of clues in turn. They need not be minimal. How hard they are for people is not known.
- **Checked.** Every puzzle was proved to have exactly one solution, and every solution was checked against its puzzle.
- **No leaks.** No two puzzles have one canonical form. The split follows from the canonical form of the solution, so no
  solution of one split is a disguise (turn, mirror, exchange of rows, columns or digits) of one in another.
- **Not in it.** Boards that are not 9x9, puzzles with no or several solutions, ratings.
"""
