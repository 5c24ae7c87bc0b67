"""generate: puzzles as requested, the same for the same seed.

Candidates are numbered from 0, and each depends only on the seed and its number: a solved grid from which clues are
removed in random order. The candidates that meet the request are the puzzles, in the order of their numbers. So the
puzzles do not depend on the backend, on the number of threads, or on how many candidates a block has::

    numbers --> block of candidates --> ratings of Sudoku Explainer --> puzzles (threads; the kernel computes)
                                        |  without a requested level, technique or score: done
                                        +--> prefilter --> match --> puzzles    (worker processes; Python computes)
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, suppress
from functools import partial
from itertools import pairwise
from time import monotonic
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from ..errors import ArgumentError, NotFound, OutOfTime, WorkerError
from ..geometry import Shape
from ..grid import Grid
from ..kernel import thread_count
from ..logic import ExplainerRange, ExplainerWanted, Level
from ..workers import Workers, ordered_map
from .difficulty import Difficulty, Task, match
from .factory import PuzzleFactory
from .random_source import as_seed
from .reduction import Digits
from .request import Clues, Pattern, Request

__all__ = ["Progress", "generate"]

_Made = TypeVar("_Made")
_SMALLEST_BLOCK = 16
_TASK = 2
"""Puzzles per task: few, so that the first result comes soon."""
_AHEAD = 4
"""Tasks that are ready for each worker process, so that none of them waits."""
_SECONDS_TO_START, _SECONDS_TO_USE = 0.5, 0.75
"""Seconds before worker processes are started, and before they are used, when they have imported what they need."""


class Progress(NamedTuple):
    """The progress of a run: the number of puzzles found, and of candidates tried.

    >>> print(Progress(30, 120))
    30 puzzles found, 120 candidates tried
    >>> Progress(30, 120).to_dict()
    {'found': 30, 'tried': 120}
    """

    found: int
    tried: int

    def __str__(self) -> str:
        return f"{self.found} puzzles found, {self.tried} candidates tried"

    def to_dict(self) -> dict[str, int]:
        """Return the progress as JSON data."""
        return self._asdict()


def generate(
    *,
    count: int | None = None,
    clues: Clues | None = None,
    symmetry: str = "none",
    pattern: Pattern | None = None,
    minimal: bool | None = None,
    extra: int = 0,
    shape: Shape | tuple[int, int] = (3, 3),
    level: Level | str | None = None,
    technique: str | None = None,
    only: bool = False,
    rating: tuple[int, int] | None = None,
    se: ExplainerRange | None = None,
    ep: ExplainerRange | None = None,
    ed: ExplainerRange | None = None,
    diamond: bool = False,
    pearl: bool = False,
    seed: int | None = None,
    timeout: float | None = None,
    threads: int | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Iterator[Grid]:
    """Yield `count` puzzles with exactly one solution, or without end if `count` is None.

    The same `seed` gives the same puzzles on every machine, with any number of `threads` (by default one per CPU).

    - `clues`: the number of clues, or (least, most). Such a puzzle need not be minimal, unless `minimal` is True.
    - `symmetry`: the symmetry of the pattern of clues, one of `nonet.create.SYMMETRIES`.
    - `pattern`: the cells of the clues: a text or board in which everything but a blank is a clue, or a set of cells.
    - `minimal`: whether every clue is needed; with symmetry, every group of clues that the symmetry ties together. By
      default True if neither `clues` nor `pattern` is given.
    - `extra`: the number of clues that are added to a minimal puzzle.
    - `shape`: the height and width of a box.
    - `level`: the level that `nonet.rate` gives, a `nonet.Level` or its name. Extreme 9x9 puzzles are selected: the
      most promising candidates are made harder, and those with ER 8.5 or more are tested.
    - `technique`: a technique that `nonet.explain` uses for the puzzle, and no later one of the table; with `only`,
      this technique and singles, and no other one.
    - `rating`: the lowest and the highest HoDoKu score.
    - `se`, `ep`, `ed`: ER, EP and ED of Sudoku Explainer for the grid as given: a rating, or the lowest and the highest
      one; `math.inf` as the highest means any.
    - `diamond`, `pearl`: whether ED, or EP, must equal ER.

    A request that no puzzle can meet raises `ArgumentError` at once. If too few puzzles are found within `timeout`
    seconds, or none among some hundred thousand candidates in a row, the iteration ends with `NotFound` after those
    that were found; without a `count`, a timeout only ends it. `progress` is called regularly.

    >>> import nonet
    >>> puzzle = next(generate(seed=1))
    >>> nonet.check(puzzle).is_minimal
    True
    >>> [len(puzzle.givens) for puzzle in generate(count=3, symmetry="half-turn", clues=(26, 28), seed=1)]
    [28, 28, 28]
    >>> nonet.rate(next(generate(level="hard", seed=1))).level.title
    'Hard'
    >>> nonet.rate(next(generate(se=(6.5, 7.0), seed=1)), scale="se").se.er
    6.6
    """
    if count is not None and operator.index(count) < 0:
        raise ArgumentError(f"count must be 0 or more, not {count}")
    if timeout is not None and not timeout > 0:
        raise ArgumentError(f"timeout must be a number of seconds above 0, not {timeout}")
    request = Request.of(
        shape,
        symmetry=symmetry,
        clues=clues,
        pattern=pattern,
        minimal=minimal,
        extra=extra,
        difficulty=Difficulty.of(level, technique, only, rating),
        explainer=ExplainerWanted.of(se, ep, ed, diamond, pearl),
    )
    return _Run(request, as_seed(seed), count, timeout, thread_count(threads), progress).puzzles()


class _Part(NamedTuple):
    """Puzzles of a block that are decided together."""

    tried: int
    """The number of candidates in the block; 0 if another part has counted them."""
    rows: Digits
    task: Task | None
    """What decides which of the puzzles match, or None if all do."""


class _Run:
    """One call of `generate`: its arguments and its progress."""

    def __init__(
        self,
        request: Request,
        seed: int,
        count: int | None,
        timeout: float | None,
        threads: int,
        report: Callable[[Progress], None] | None,
    ) -> None:
        self.request, self.count, self.timeout, self.threads, self.report = request, count, timeout, threads, report
        self.factory = PuzzleFactory(request, seed)
        self.found = self.tried = 0

    def puzzles(self) -> Iterator[Grid]:
        """Yield the puzzles in the order of their candidates."""
        if self.count == 0:
            return
        tried_in_vain = 0
        self.factory.start(self.timeout)
        blocks = self.blocks(self.factory.puzzles) if self.request.difficulty is None else self.matching()
        try:
            with closing(blocks):
                for tried, rows in blocks:
                    self.tried += tried
                    tried_in_vain = 0 if len(rows) else tried_in_vain + tried
                    for row in rows:
                        self.found += 1
                        yield Grid.of_digits(row.tobytes(), self.request.shape)
                        if self.found == self.count:
                            return
                    if self.report is not None:
                        self.report(Progress(self.found, self.tried))
                    if tried_in_vain >= self.factory.patience:
                        raise self.failure("before giving up")
        except OutOfTime:
            if self.count is not None:
                raise self.failure(f"in {self.timeout:g} s") from None
        finally:
            self.factory.stop()

    def blocks(self, make: Callable[[range], _Made]) -> Generator[tuple[int, _Made]]:
        """Yield the size of each block of candidates, and what was made of it."""

        def made(numbers: range) -> tuple[int, _Made]:
            return len(numbers), make(numbers)

        blocks = self.numbers()
        yield made(next(blocks))  # often enough, and then no thread is started
        # The kernel works on 9x9 boards. On others Python does, for which a second thread is of no use.
        threads = self.threads if self.request.shape is Shape(3, 3) else 1
        yield from ordered_map(made, blocks, threads=threads, ahead=1)

    def numbers(self) -> Iterator[range]:
        """Yield the numbers of the candidates of each block: not many more than are likely to be needed."""
        start = 0
        for size in self.factory.block_sizes(self.count):
            if self.count is not None and self.found:
                in_work = start - self.tried
                needed = (self.count - self.found) * self.tried / self.found - in_work
                size = min(size, max(int(1.02 * needed) + 1, _SMALLEST_BLOCK))
            yield range(start, start + size)
            start += size

    def matching(self) -> Generator[tuple[int, Digits]]:
        """Yield the number of candidates of each part of the blocks, and the puzzles that have the difficulty."""
        parts = self.parts()
        yield from self.matching_alone(parts, _SECONDS_TO_START if self.threads > 1 else math.inf)
        with Workers(f"{match.__module__}:{match.__name__}", self.threads) as workers:
            with suppress(WorkerError):
                workers.start()
            yield from self.matching_alone(parts, _SECONDS_TO_USE)
            decide = partial(self.matched, workers=workers)
            yield from ordered_map(decide, parts, threads=self.threads, ahead=_AHEAD)

    def matching_alone(self, parts: Iterator[_Part], seconds: float) -> Iterator[tuple[int, Digits]]:
        """Yield the same for some seconds, without worker processes."""
        end = monotonic() + seconds
        for part in parts:
            yield self.matched(part)
            if monotonic() > end:
                return

    def parts(self) -> Iterator[_Part]:
        """Yield the blocks in parts: puzzles that are known to match together, puzzles to be tested a few at a time."""
        difficulty, shape = self.request.difficulty, self.request.shape
        assert difficulty is not None  # noqa: S101
        for size, block in self.blocks(self.factory.prefiltered):
            yield _Part(size, block.rows[:0], None)
            for first, end in _slices(block.is_match):
                task = None
                if not block.is_match[first]:
                    forms = [Grid.of_digits(row.tobytes(), shape) for row in block.forms[first:end]]
                    task = Task(difficulty, forms, None if block.masks is None else block.masks[first:end].tolist())
                yield _Part(0, block.rows[first:end], task)

    def matched(self, part: _Part, workers: Workers | None = None) -> tuple[int, Digits]:
        """Return the number of candidates of a part, and its puzzles that have the difficulty."""
        rows = part.rows if part.task is None else part.rows[self.is_match(part.task, workers)]
        return part.tried, rows if self.factory.rates_first else self.factory.rated(rows)

    def is_match(self, task: Task, workers: Workers | None) -> NDArray[np.bool_]:
        """Return which puzzles of a task have the difficulty."""
        self.factory.check()
        try:
            if workers is None:
                is_match = match(task, self.factory.check)
            else:
                is_match = workers.call(task, timeout=self.factory.seconds_left)
        except WorkerError:  # the process cannot be started, or something has killed it
            is_match = match(task, self.factory.check)
        return np.array(is_match, np.bool_)

    def failure(self, end: str) -> NotFound:
        """Return the error for a run that ends too early."""
        wanted = f" of {self.count}" if self.count is not None else ""
        tried = f"{self.found} of {self.tried:,} candidates had" if self.tried else "no candidate was finished that had"
        reason = f"found {self.found}{wanted} puzzles {end}: {tried} {self.request.description}"
        return NotFound(reason, self.found, self.tried)


def _slices(is_match: NDArray[np.bool_]) -> Iterator[tuple[int, int]]:
    """Yield where the parts of a block start and end."""
    edges = [0, *(np.flatnonzero(is_match[1:] != is_match[:-1]) + 1).tolist(), len(is_match)]
    for first, end in pairwise(edges):
        step = max(end - first, 1) if is_match[first:end].any() else _TASK
        yield from ((start, min(start + step, end)) for start in range(first, end, step))
