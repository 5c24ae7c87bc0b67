"""Data sets to learn from: train, validation and test files, made from a seed, without leaks between them.

Equivalent puzzles (turned, rows of a band exchanged, digits renamed) have one canonical form. A puzzle whose form is
already there is left out. The split of a puzzle depends only on the canonical form of its *solution*: so no solution of
one split is equivalent to one in another split, and the split of a puzzle does not depend on the other puzzles.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from hashlib import blake2b
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..engine import canonical_many, is_solution, solve_many
from ..errors import ArgumentError, FileError, MissingKernel
from ..extras import require
from ..files import write_file
from ..grid import Grid
from ..kernel import kernel, thread_count
from ..rows import as_characters
from ..version import __version__
from .columns import explainer_type, rating_fields, rating_type, text_array
from .sink import TableSink

if TYPE_CHECKING:
    from ..logic import Level, Raters, ScaleName

__all__ = ["SPLITS", "make_dataset"]

SPLITS = {"train": 80, "validation": 10, "test": 10}
"""The splits and their shares of the puzzles."""

_CLUES = (24, 35)
_CARD = "README.md"
_MOST_SEEDS = 100
_BLOCK = 1 << 13

_Counts = Mapping[str, Counter[int | str]]
"""For each split, how many puzzles have each number of clues, and how many have each level."""


class _Request(NamedTuple):
    """The contents of a data set."""

    size: int
    clues: tuple[int, int] | None
    levels: tuple[Level, ...]
    seed: int
    splits: Mapping[str, float]
    ratings: bool
    se: bool
    canonical: bool

    @property
    def command(self) -> str:
        """The command that makes the data set."""
        words = [f"nonet dataset --count {self.size}"]
        words += [f"--clues {self.clues[0]}-{self.clues[1]}"] if self.clues else []
        words += [f"--level {level.title}" for level in self.levels]
        shares = ",".join(f"{name}={share:g}" for name, share in self.splits.items())
        words += [f"--seed {self.seed}", f"--split {shares}"]
        words += [] if self.ratings else ["--no-ratings"]
        words += ["--se"] if self.se else []
        return " ".join([*words, "--canonical"] if self.canonical else words)

    @property
    def schema(self) -> Any:
        """The columns of the files."""
        pa = require("pyarrow")
        boards = [("puzzle", pa.string()), ("solution", pa.string()), ("clues", pa.uint8()), ("canonical", pa.string())]
        return pa.schema([*boards, *self.rating_fields])

    @property
    def rating_fields(self) -> list[Any]:
        """The columns of the ratings."""
        pa = require("pyarrow")
        return [*(rating_type(pa) if self.ratings else ()), *(explainer_type(pa) if self.se else ())]

    @property
    def scale(self) -> ScaleName | None:
        """The scales on which the puzzles are rated."""
        if self.se:
            return "all" if self.ratings else "se"
        return "hodoku" if self.ratings else None


def make_dataset(
    folder: str | os.PathLike[str],
    *,
    count: int,
    clues: tuple[int, int] | None = None,
    levels: Sequence[Level | str] = (),
    seed: int | None = None,
    splits: Mapping[str, float] = SPLITS,
    ratings: bool = True,
    se: bool = False,
    canonical: bool = False,
    compression: str = "zstd",
    force: bool = False,
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> dict[str, int]:
    """Write train, validation and test Parquet files and a data card; return the number of rows of each split.

    There are equally many puzzles of each number of clues between the two `clues` (24 and 35 by default). With `levels`
    there are equally many of each level instead, and `clues` only limits the number of clues. `splits` gives the share
    of each split; the split of a puzzle depends on its solution, so the shares are met approximately. Every puzzle is
    rated by its steps, which takes most of the time, unless `ratings` is false. With `se` there are also the columns
    er, ep and ed of Sudoku Explainer, which need the compiled kernel; with `canonical` they are those of the canonical
    form. The same seed gives the same rows on every machine. `progress` is called with the number of further puzzles.

    >>> import tempfile
    >>> sizes = make_dataset(tempfile.mkdtemp(), count=60, clues=(30, 32), seed=1, ratings=False)
    >>> sum(sizes.values()), list(sizes)
    (60, ['train', 'validation', 'test'])
    """
    folder, threads = Path(folder), thread_count(threads)
    request = _checked(count, clues, levels, seed, splits, ratings)._replace(se=se, canonical=canonical)
    if canonical and not se:
        raise ArgumentError("canonical needs se: it selects the form that Sudoku Explainer rates")
    if se and kernel() is None:
        raise MissingKernel("the ratings of Sudoku Explainer in a data set need the compiled kernel")
    paths = {name: folder / f"{name}.parquet" for name in splits}
    existing = next((path for path in [*paths.values(), folder / _CARD] if path.exists()), None)
    if existing is not None and not force:
        raise FileError(f"{existing} already exists; force replaces it")
    counts = {name: Counter[int | str]() for name in splits}
    with ExitStack() as stack:
        sinks = {}
        for name, path in paths.items():
            sink = TableSink(path, request.schema, compression=compression, boards=["puzzle", "solution", "canonical"])
            sinks[name] = stack.enter_context(sink)
        for name, table in _tables(request, threads, progress or (lambda rows: None)):
            sinks[name].write(sinks[name].encode(table))
            for column in ("clues", "level")[: 1 + ratings]:
                counts[name].update(table.column(column).to_pylist())
        for sink in sinks.values():
            sink.commit()
    write_file(folder / _CARD, _card(request, counts))
    return {name: sum(n for key, n in split.items() if isinstance(key, int)) for name, split in counts.items()}


def _checked(
    count: int,
    clues: tuple[int, int] | None,
    levels: Sequence[Level | str],
    seed: int | None,
    splits: Mapping[str, float],
    ratings: bool,
) -> _Request:
    from ..create import as_seed
    from ..logic import Level

    wanted = tuple(sorted({Level.parse(level) if isinstance(level, str) else level for level in levels}))
    bounds = clues or (None if wanted else _CLUES)
    least, most = bounds or (17, 80)
    if count < 1:
        raise ArgumentError(f"count must be at least 1, not {count}")
    if not 17 <= least <= most <= 80:
        raise ArgumentError(f"clues must be between 17 and 80, not {least} to {most}")
    if not splits or min(splits.values()) < 0 or not sum(splits.values()):
        raise ArgumentError("the shares in splits must not be negative, and not all 0")
    return _Request(count, bounds, wanted, as_seed(seed), splits, ratings, False, False)


def _tables(request: _Request, threads: int, progress: Callable[[int], None]) -> Iterator[tuple[str, Any]]:
    """Yield the rows of each split, block by block, without equivalent puzzles."""
    from ..logic import Raters

    pa = require("pyarrow")
    seen: set[bytes] = set()
    raters = Raters(threads, scale=request.scale, canonical=request.canonical)
    with closing(_puzzles(request, threads)) as puzzles, raters:
        while left := request.size - len(seen):
            rows = np.frombuffer(b"".join(map(bytes, islice(puzzles, min(left, _BLOCK)))), np.uint8).reshape(-1, 81)
            forms = canonical_many(rows, threads=threads).digits
            new = [i for i, form in enumerate(forms) if _is_new(form, seen)]
            rows, forms = rows[new], forms[new]
            batch = solve_many(rows, threads=threads)
            if not (batch.is_unique & is_solution(rows, batch.solutions)).all():
                raise AssertionError("a generated puzzle does not have exactly one solution")
            of_solutions = canonical_many(batch.solutions, threads=threads).digits
            names = np.array([_split_of(form, request.splits) for form in of_solutions])
            clues = (rows > 0).sum(axis=1, dtype=np.uint8)
            puzzle, solution, canonical = (
                text_array(as_characters(digits)) for digits in (rows, batch.solutions, forms)
            )
            columns = [puzzle, solution, pa.array(clues), canonical]
            if request.scale:
                columns += _rating_columns(request, puzzle.to_pylist(), raters, progress)
            else:
                progress(len(new))
            table = pa.table(columns, schema=request.schema)
            yield from ((name, table.filter(names == name)) for name in request.splits if (names == name).any())


def _puzzles(request: _Request, threads: int) -> Generator[Grid, None, None]:
    """Yield puzzles of each level, or of each number of clues, in turn, without end."""
    from ..create import generate

    generators: list[Iterator[Grid]]
    if request.levels:
        share = max(threads // len(request.levels), 1)  # all generators work ahead
        generators = [
            generate(level=level, clues=request.clues, seed=request.seed * _MOST_SEEDS + level, threads=share)
            for level in request.levels
        ]
    else:
        least, most = request.clues or _CLUES
        generators = [
            generate(clues=number, seed=request.seed * _MOST_SEEDS + number, threads=threads)
            for number in range(least, most + 1)
        ]
    try:
        while True:
            for generator in generators:
                yield next(generator)
    finally:
        for generator in generators:
            generator.close()  # type: ignore[attr-defined]


def _rating_columns(
    request: _Request, puzzles: list[str], raters: Raters, progress: Callable[[int], None]
) -> list[Any]:
    pa = require("pyarrow")
    ratings = []
    for rated in raters.rate(puzzles):
        fields = rating_fields(rated) if request.ratings else {}
        if request.se and rated.rating and rated.rating.se:
            fields |= rated.rating.se._asdict()
        ratings.append(fields)
        progress(1)
    return [pa.array([rating.get(field.name) for rating in ratings], field.type) for field in request.rating_fields]


def _is_new(form: NDArray[np.uint8], seen: set[bytes]) -> bool:
    key = blake2b(form.tobytes(), digest_size=16).digest()
    if key in seen:
        return False
    seen.add(key)
    return True


def _split_of(form: NDArray[np.uint8], splits: Mapping[str, float]) -> str:
    """Return the split of a canonical form, by a number from 0 to 1 that is computed from it."""
    place = int.from_bytes(blake2b(form.tobytes(), digest_size=8, person=b"nonet split").digest()) / 2**64
    place *= sum(splits.values())
    for name, share in splits.items():
        place -= share
        if place < 0:
            return name
    return list(splits)[-1]


# The data card

_RATING_ROWS = """
| `level` | string | Easy, Medium, Hard, Unfair or Extreme: the level of the hardest step |
| `score` | uint32 | the sum of the steps' scores, as in HoDoKu |
| `hardest` | string | the hardest technique |
| `steps` | uint16 | the number of steps |"""
_EXPLAINER_ROWS = """
| `er` | double | the rating of the hardest step of Sudoku Explainer 1.2.1 for {board} |
| `ep` | double | the rating of its hardest step up to the first digit placed |
| `ed` | double | the rating of its first step |"""


def _card(request: _Request, counts: _Counts) -> str:
    """Return the data card: what the files contain and how they were made."""
    from ..logic import Level

    numbers = sorted({key for split in counts.values() for key in split if isinstance(key, int)})
    levels = [level.title for level in Level if any(split[level.title] for split in counts.values())]
    clues = f"{request.clues[0]} to {request.clues[1]} clues, " if request.clues else ""
    named = ", ".join(level.title for level in request.levels) + ", " if request.levels else ""
    in_turn = "each level in turn" if request.levels else "each number of clues in turn"
    not_minimal = "" if request.levels and not request.clues else " They need not be minimal."
    rated = "Their difficulty for people is not known."
    if request.scale:
        rated = "Every puzzle was solved step by step, the easiest steps first, and rated by its steps."
    board = "the canonical form" if request.canonical else "the puzzle as it is"
    return f"""# Sudoku, {named}{clues}{request.size:,} puzzles

{_split_table("clues", numbers, counts)}
{"" if not levels else chr(10) + _split_table("level", levels, counts) + chr(10)}
| column | type | contents |
| --- | --- | --- |
| `puzzle` | string | 81 cells in reading order, `.` for a blank |
| `solution` | string | the only solution |
| `clues` | uint8 | the number of givens |
| `canonical` | string | the canonical form of the puzzle, the same for all equivalent puzzles |{
        _RATING_ROWS if request.ratings else ""
    }{_EXPLAINER_ROWS.format(board=board) if request.se else ""}

- **Made** by nonet {__version__} with
  `{request.command}`.
  The same command gives the same rows on every machine.
- **How.** Clues are removed from random solved grids in random order as long as the solution stays unique;
  {in_turn}.{not_minimal} {rated}
- **Checked.** Every puzzle was proved to have exactly one solution, and every solution was checked against its puzzle.
- **No leaks.** No two puzzles have the same canonical form. The split depends on the canonical form of the solution, so
  no solution of one split is equivalent (turned, mirrored, rows, columns or digits exchanged) to one in another.
- **Not included.** Boards that are not 9x9, puzzles without exactly one solution{"" if request.scale else ", ratings"}.
"""


def _split_table(title: str, keys: Sequence[int | str], counts: _Counts) -> str:
    rows = [[str(key), *(f"{split[key]:,}" for split in counts.values())] for key in keys]
    rows.append(["all", *(f"{sum(split[key] for key in keys):,}" for split in counts.values())])
    return "\n".join(f"| {' | '.join(row)} |" for row in [[title, *counts], ["---"] * (1 + len(counts)), *rows])
