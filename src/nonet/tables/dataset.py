"""Data sets to learn from: train, validation and test, made from a seed, none of them knowing a puzzle of another.

Puzzles that are the same in disguise (turned, rows of a band exchanged, digits renamed) have one canonical form. A
puzzle whose form was there before is left out, and the split that a puzzle belongs to follows from the form of its
*solution*: so no solution of one split is a disguise of one in another, and the split of a puzzle does not depend on
how many others there are.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from hashlib import blake2b
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..create import as_seed, generate
from ..engine import canonical_many, is_solution, solve_many
from ..errors import NonetError
from ..grid import Grid
from ..kernel import thread_count
from ..logic import Level, Raters
from .files import ROWS
from .needs import pa
from .sink import Sink
from .texts import EvenTexts

__all__ = ["SPLITS", "make_dataset"]

SPLITS = {"train": 80, "validation": 10, "test": 10}
"""How many of a hundred puzzles go into each split."""

_BOARDS = [("puzzle", pa.string()), ("solution", pa.string()), ("clues", pa.uint8()), ("canonical", pa.string())]
_RATINGS = [("level", pa.string()), ("score", pa.uint32()), ("hardest", pa.string()), ("steps", pa.uint16())]
_CLUES = (24, 35)
_CARD = "README.md"
_MOST_SEEDS = 100
_BLOCK = min(ROWS, 1 << 13)


class _Order(NamedTuple):
    """What a data set is made of."""

    size: int
    clues: tuple[int, int] | None
    levels: tuple[Level, ...]
    seed: int
    splits: Mapping[str, float]
    ratings: bool

    @property
    def command(self) -> str:
        """The command that makes it."""
        words = [f"nonet dataset --count {self.size}"]
        words += [f"--clues {self.clues[0]}-{self.clues[1]}"] if self.clues else []
        words += [f"--level {level.title}" for level in self.levels]
        shares = ",".join(f"{name}={share:g}" for name, share in self.splits.items())
        words += [f"--seed {self.seed}", f"--split {shares}"]
        return " ".join(words if self.ratings else [*words, "--no-ratings"])

    @property
    def schema(self) -> pa.Schema:
        return pa.schema(_BOARDS + _RATINGS * self.ratings)


def make_dataset(
    folder: str | os.PathLike[str],
    *,
    count: int,
    clues: tuple[int, int] | None = None,
    levels: Sequence[Level | str] = (),
    seed: int | None = None,
    splits: Mapping[str, float] = SPLITS,
    ratings: bool = True,
    compression: str = "zstd",
    force: bool = False,
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> dict[str, int]:
    """Write train, validation and test Parquet files and a data card; returns how many rows each split has.

    There are as many puzzles of each number of clues, from the least to the most (24 to 35 if not given), in turn; or,
    with `levels`, as many of each level, their clues anywhere between the least and the most, if those are given.
    `splits` gives the share of each; the split of a puzzle follows from its solution, so the shares are met about.
    Every puzzle is rated, which takes most of the time, unless `ratings` is false. The same seed gives the same rows
    on every machine.

    >>> import tempfile
    >>> sizes = make_dataset(tempfile.mkdtemp(), count=60, clues=(30, 32), seed=1, ratings=False)
    >>> sum(sizes.values()), list(sizes)
    (60, ['train', 'validation', 'test'])
    """
    folder = Path(folder)
    wanted = tuple(sorted({Level.parse(level) if isinstance(level, str) else level for level in levels}))
    bounds = clues or (None if wanted else _CLUES)
    least, most = bounds or (17, 80)
    if count < 1 or not 17 <= least <= most <= 80:
        raise NonetError(f"a data set has at least 1 puzzle, of 17 to 80 clues, not {count} of {least} to {most}")
    if not splits or min(splits.values()) < 0 or not sum(splits.values()):
        raise NonetError("the shares of the splits are numbers of 0 or more, not all 0")
    paths = {name: folder / f"{name}.parquet" for name in splits}
    taken = next((path for path in [*paths.values(), folder / _CARD] if path.exists()), None)
    if taken is not None and not force:
        raise NonetError(f"{taken} exists; --force replaces it")
    order = _Order(count, bounds, wanted, as_seed(seed), splits, ratings)
    tally = {name: Counter[int | str]() for name in splits}
    with ExitStack() as open_files:
        boards = ["puzzle", "solution", "canonical"]
        sinks = {
            name: open_files.enter_context(Sink(path, order.schema, compression=compression, boards=boards))
            for name, path in paths.items()
        }
        for name, table in _tables(order, threads, progress):
            sinks[name].write(table)
            for column in ("clues", "level")[: 1 + ratings]:
                tally[name].update(table.column(column).to_pylist())
        for sink in sinks.values():
            sink.commit()
    (folder / _CARD).write_text(_card(order, tally), encoding="utf-8")
    return {name: sum(n for key, n in counts.items() if isinstance(key, int)) for name, counts in tally.items()}


def _tables(
    order: _Order, threads: int | None, progress: Callable[[int], None] | None
) -> Iterator[tuple[str, pa.Table]]:
    """The rows of each split, block after block, without those whose canonical form was there before."""
    seen: set[bytes] = set()
    with closing(_in_turn(order, threads)) as puzzles, Raters(thread_count(threads)) as raters:
        while left := order.size - len(seen):
            rows = np.frombuffer(b"".join(map(bytes, islice(puzzles, min(left, _BLOCK)))), np.uint8).reshape(-1, 81)
            forms = canonical_many(rows, threads=threads).digits
            new = [i for i, form in enumerate(forms) if _is_new(form, seen)]
            rows, forms = rows[new], forms[new]
            batch = solve_many(rows, threads=threads)
            if not (batch.is_unique & is_solution(rows, batch.solutions)).all():
                raise NonetError("a puzzle was made that has not exactly one solution; please report this")
            of_solution = canonical_many(batch.solutions, threads=threads).digits
            names = np.array([_split_of(form, order.splits) for form in of_solution])
            clues = pa.array((rows > 0).sum(axis=1, dtype=np.uint8))
            columns = [_texts(rows), _texts(batch.solutions), clues, _texts(forms)]
            if order.ratings:
                columns += _rating_columns(columns[0].to_pylist(), raters, progress)
            table = pa.table(columns, schema=order.schema)
            yield from ((name, table.filter(names == name)) for name in order.splits if (names == name).any())
            if progress and not order.ratings:
                progress(len(new))


def _in_turn(order: _Order, threads: int | None) -> Generator[Grid, None, None]:
    """Puzzles of each level, or of each number of clues, in turn, endlessly."""
    makers: list[Iterator[Grid]]
    if order.levels:
        share = max(thread_count(threads) // len(order.levels), 1)  # they all work ahead
        makers = [
            generate(level=level, clues=order.clues, seed=order.seed * _MOST_SEEDS + level, threads=share)
            for level in order.levels
        ]
    else:
        least, most = order.clues or _CLUES
        makers = [
            generate(clues=number, seed=order.seed * _MOST_SEEDS + number, threads=threads)
            for number in range(least, most + 1)
        ]
    try:
        while True:
            for maker in makers:
                yield next(maker)
    finally:
        for maker in makers:
            maker.close()  # type: ignore[attr-defined]


def _rating_columns(puzzles: list[str], raters: Raters, progress: Callable[[int], None] | None) -> list[pa.Array]:
    values: list[tuple[str, int, str, int]] = []
    for rated in raters.rate(puzzles):
        assert rated.rating is not None  # noqa: S101 - each has exactly one solution
        rating = rated.rating
        values.append((rating.level.title, rating.score, rating.hardest, rating.steps))
        if progress:
            progress(1)
    return [pa.array(column, kind) for column, (_, kind) in zip(zip(*values, strict=True), _RATINGS, strict=True)]


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


def _texts(digits: NDArray[np.uint8]) -> pa.Array:
    return EvenTexts(np.where(digits, digits | np.uint8(ord("0")), np.uint8(ord(".")))).arrow()


def _card(order: _Order, tally: Mapping[str, Counter[int | str]]) -> str:
    """The data card: what is in the files and how they were made."""
    from ..version import __version__

    numbers = sorted({key for counts in tally.values() for key in counts if isinstance(key, int)})
    levels = [level.title for level in Level if any(counts[level.title] for counts in tally.values())]
    clues = f"{order.clues[0]} to {order.clues[1]} clues, " if order.clues else ""
    named = ", ".join(level.title for level in order.levels) + ", " if order.levels else ""
    rating = (
        """
| `level` | string | Easy, Medium, Hard, Unfair or Extreme, the level of the hardest step of its path |
| `score` | uint32 | the sum of the steps' scores, as HoDoKu reckons them |
| `hardest` | string | the hardest technique of its path |
| `steps` | uint16 | how many steps the path has |"""
        if order.ratings
        else ""
    )
    in_turn = "each level in turn" if order.levels else "each number of clues in turn"
    need_not = "" if order.levels and not order.clues else " They need not be minimal."
    rated = (
        "Every puzzle was solved step by step by the techniques of people, the easiest first, and rated by that path."
        if order.ratings
        else "How hard they are for people is not known."
    )
    return f"""# Sudoku, {named}{clues}{order.size:,} puzzles

{_split_table("clues", numbers, tally)}
{"" if not levels else chr(10) + _split_table("level", levels, tally) + chr(10)}
| column | type | holds |
| --- | --- | --- |
| `puzzle` | string | 81 cells in reading order, `.` for a blank |
| `solution` | string | its only solution |
| `clues` | uint8 | how many cells are given |
| `canonical` | string | the canonical form of the puzzle, the same for every disguise of it |{rating}

- **Made** by nonet {__version__} with
  `{order.command}`.
  The same command gives the same rows on every machine.
- **How.** Solved grids by chance, from which clues are taken away in an order of chance while the solution stays the
  only one; {in_turn}.{need_not} {rated}
- **Checked.** Every puzzle was proved to have exactly one solution, and every solution was checked against its puzzle.
- **No leaks.** No two puzzles have one canonical form. The split follows from the canonical form of the solution, so no
  solution of one split is a disguise (turn, mirror, exchange of rows, columns or digits) of one in another.
- **Not in it.** Boards that are not 9x9, puzzles with no or several solutions{"" if order.ratings else ", ratings"}.
"""


def _split_table(head: str, keys: Sequence[int | str], tally: Mapping[str, Counter[int | str]]) -> str:
    rows = [[str(key), *(f"{counts[key]:,}" for counts in tally.values())] for key in keys]
    rows.append(["all", *(f"{sum(counts[key] for key in keys):,}" for counts in tally.values())])
    return "\n".join(f"| {' | '.join(row)} |" for row in [[head, *tally], ["---"] * (1 + len(tally)), *rows])
