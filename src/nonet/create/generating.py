"""generate: puzzles by order, as many as are wanted, the same for the same seed.

Candidates are numbered from 0 on, and each follows from the seed and its number alone: a solved grid, from which clues
are taken away in an order of chance. Those that meet the order are the puzzles, in the order of their numbers. So the
puzzles do not depend on the backend, on the number of threads, or on how many candidates are made in step.
"""

from __future__ import annotations

import operator
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from itertools import pairwise
from time import monotonic
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from ..errors import NonetError, NotFound, OutOfTime
from ..geometry import Shape
from ..grid import Grid
from ..kernel import thread_count
from ..logic import Level
from .candidates import Maker
from .chance import as_seed
from .order import Clues, Order, Pattern, order_of
from .reducing import Rows
from .testers import Task, Testers, told
from .wish import wish_of

__all__ = ["Progress", "generate"]

_FEWEST = 16
_Made = TypeVar("_Made")
_A_TASK = 4
"""Puzzles that are tested in one go: few, so that the first is told soon."""
_AHEAD = 4
"""Tasks that wait for each tester, so that none of them does."""
_ALONE = 1.0
"""Seconds before others are started to help, which takes them about as long."""


class Progress(NamedTuple):
    """How far a run is: how many puzzles were found, of how many candidates.

    >>> Progress(30, 120)
    Progress(found=30, tried=120)
    """

    found: int
    tried: int


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
    seed: int | None = None,
    timeout: float | None = None,
    threads: int | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Iterator[Grid]:
    """Puzzles with exactly one solution, one after the other; without a `count`, endlessly many.

    The same `seed` gives the same puzzles on every machine, whatever number of `threads` work (all processors if not
    given).

    - `clues`: how many, a number or (least, most). Such a puzzle need not be minimal, unless `minimal` says so.
    - `symmetry` of the pattern of clues, one of `nonet.create.SYMMETRIES`.
    - `pattern`: where the clues are: a text or board in which all but blanks are clues, or a set of cells.
    - `minimal`: whether every clue is needed; with symmetry, every group of clues that symmetry ties together. That
    is so
      if it is not said otherwise, and neither `clues` nor a `pattern` is given.
    - `extra`: so many more clues than a minimal puzzle has.
    - `shape`: the height and width of a box.
    - `level`: that of `nonet.rate`, a `nonet.Level` or its name. Extreme 9x9 puzzles are taken from the hard end: the
      most promising candidates of every 2,048.
    - `technique`: the path of `nonet.explain` uses it, and nothing later in the table of techniques; with `only`, it
      uses it, and else nothing but singles.
    - `rating`: the least and the most HoDoKu score of the path.

    An order that no puzzle can meet is refused at once. One that is not met within `timeout` seconds, or not by some
    hundred thousand candidates in a row, ends with `NotFound`, after what was found; without a `count`, a timeout just
    ends it. `progress` is told now and then how many were found and tried.

    >>> import nonet
    >>> puzzle = next(generate(seed=1))
    >>> nonet.check(puzzle).is_minimal
    True
    >>> [len(puzzle.givens) for puzzle in generate(count=3, symmetry="half-turn", clues=(26, 28), seed=1)]
    [28, 28, 28]
    >>> nonet.rate(next(generate(level="hard", seed=1))).level.title
    'Hard'
    """
    if count is not None and operator.index(count) < 0:
        raise NonetError(f"a count is 0 or more, not {count}")
    if timeout is not None and not timeout > 0:
        raise NonetError(f"a timeout is a number of seconds above 0, not {timeout}")
    wish = wish_of(level, technique, only, rating)
    order = order_of(shape, symmetry, clues, pattern, minimal, extra, wish)
    return _Run(order, as_seed(seed), count, timeout, thread_count(threads), progress).puzzles()


class _Part(NamedTuple):
    """A part of a block: how many candidates it stands for, puzzles, and which of them meet the order."""

    tried: int
    rows: Rows
    fits: Future[list[bool]] | Callable[[], list[bool]]


class _Run:
    """One run: what was asked for, and how far it is."""

    def __init__(
        self,
        order: Order,
        seed: int,
        count: int | None,
        timeout: float | None,
        threads: int,
        progress: Callable[[Progress], None] | None,
    ) -> None:
        self.order, self.count, self.timeout, self.threads, self.tell = order, count, timeout, threads, progress
        self.maker = Maker(order, seed)
        self.found = self.tried = 0
        self.began = monotonic()

    def puzzles(self) -> Iterator[Grid]:
        """The puzzles in the order of their candidates."""
        if self.count == 0:
            return
        in_vain = 0
        self.began = monotonic()
        self.maker.begin(self.timeout)
        try:
            for size, rows in self.blocks(self.maker.make) if self.order.wish is None else self.tested():
                self.tried += size
                in_vain = 0 if len(rows) else in_vain + size
                for row in rows:
                    self.found += 1
                    yield Grid.of_digits(row.tobytes(), self.order.shape)
                    if self.found == self.count:
                        return
                if self.tell is not None:
                    self.tell(Progress(self.found, self.tried))
                if in_vain >= self.maker.patience:
                    raise self.failure("before giving up")
        except OutOfTime:
            if self.count is not None:
                raise self.failure(f"in {self.timeout:g} s") from None

    def blocks(self, make: Callable[[range], _Made]) -> Iterator[tuple[int, _Made]]:
        """Block after block of candidates: how many there were, and what was made of them."""
        numbers = self.numbers()
        some = next(numbers)
        yield len(some), make(some)
        if self.threads == 1 or self.order.shape is not Shape(3, 3):  # in Python two threads do no more than one
            yield from ((len(some), make(some)) for some in numbers)
        with ThreadPoolExecutor(self.threads, "nonet-generate") as pool, self.maker.stopped_at_the_end():
            pending: deque[tuple[int, Future[_Made]]] = deque()
            while True:
                while len(pending) < self.threads:
                    some = next(numbers)
                    pending.append((len(some), pool.submit(make, some)))
                size, future = pending.popleft()
                yield size, future.result()

    def numbers(self) -> Iterator[range]:
        """The numbers of the candidates of each block."""
        start = 0
        for most in self.maker.sizes(self.count):
            size = most
            if self.count is not None and self.found and not self.maker.is_by_hardness:
                # no more than are likely to be needed, beside those in work
                needed = (self.count - self.found) * self.tried / self.found - (start - self.tried)
                size = min(most, max(int(1.02 * needed) + 1, _FEWEST))
            yield range(start, start + size)
            start += size

    def tested(self) -> Iterator[tuple[int, Rows]]:
        """Part after part of the blocks: how many candidates it stands for, and the puzzles that meet the wish."""
        with Testers(self.threads).at_work() as testers:
            parts = self.parts(testers)
            ahead: deque[_Part] = deque()
            while True:
                while len(ahead) < (_AHEAD * testers.number if self.is_shared(testers) else 1):
                    ahead.append(next(parts))
                part = ahead.popleft()
                yield part.tried, part.rows[np.array(self.answer(part), np.bool_)]

    def is_shared(self, testers: Testers) -> bool:
        """Whether others help: not for what is done before they would have started."""
        return testers.number > 1 and monotonic() - self.began > _ALONE

    def answer(self, part: _Part) -> list[bool]:
        """Which puzzles of a part meet the order; the testers are waited for as long as time is left."""
        if not isinstance(part.fits, Future):
            return part.fits()
        try:
            return part.fits.result(self.maker.seconds_left)
        except TimeoutError:
            raise OutOfTime("stopped") from None

    def parts(self, testers: Testers) -> Iterator[_Part]:
        """The blocks in parts: puzzles that are known to meet the wish, and those to be tested, a few at a time."""
        assert self.order.wish is not None  # noqa: S101
        for size, block in self.blocks(self.maker.sifted):
            yield _Part(size, block.rows[:0], list)
            for first, end in _cut(block.sure):
                rows = block.rows[first:end]
                if block.sure[first]:
                    yield _Part(0, rows, partial(_yes, len(rows)))
                    continue
                some = block.forms[first:end] if len(block.forms) else rows
                known = block.masks[first:end].tolist()
                task = Task(self.order.wish, self.order.shape, [row.tobytes() for row in some], known)
                fits = testers.ask(task) if self.is_shared(testers) else partial(told, task, self.maker.check)
                yield _Part(0, rows, fits)

    def failure(self, end: str) -> NotFound:
        """Why the run ends before all was found."""
        wanted = f" of {self.count}" if self.count is not None else ""
        tried = f"{self.found} of {self.tried:,} candidates had" if self.tried else "no candidate was finished that had"
        reason = f"found {self.found}{wanted} puzzles {end}: {tried} {self.order.words}"
        return NotFound(reason, self.found, self.tried)


def _cut(sure: NDArray[np.bool_]) -> Iterator[tuple[int, int]]:
    """Where a block is cut into parts: those that are sure together, those to be tested a few at a time."""
    edges = [0, *(np.flatnonzero(sure[1:] != sure[:-1]) + 1).tolist(), len(sure)]
    for first, end in pairwise(edges):
        step = max(end - first, 1) if sure[first:end].any() else _A_TASK
        yield from ((at, min(at + step, end)) for at in range(first, end, step))


def _yes(number: int) -> list[bool]:
    """So many puzzles that need no test."""
    return [True] * number
