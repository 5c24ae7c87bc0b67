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
from typing import NamedTuple

from ..engine.many import workers
from ..errors import NonetError, NotFound, OutOfTime
from ..geometry import Shape
from ..grid import Grid
from .candidates import Maker
from .chance import fresh_seed
from .order import Clues, Order, Pattern, order_of
from .reducing import Rows

__all__ = ["Progress", "generate"]

_FEWEST = 16


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

    An order that no puzzle can meet is refused at once. One that is not met within `timeout` seconds, or not by some
    hundred thousand candidates in a row, ends with `NotFound`, after what was found; without a `count`, a timeout just
    ends it. `progress` is told now and then how many were found and tried.

    >>> import nonet
    >>> puzzle = next(generate(seed=1))
    >>> nonet.check(puzzle).is_minimal
    True
    >>> [len(puzzle.givens) for puzzle in generate(count=3, symmetry="half-turn", clues=(26, 28), seed=1)]
    [28, 28, 28]
    """
    if count is not None and operator.index(count) < 0:
        raise NonetError(f"a count is 0 or more, not {count}")
    if timeout is not None and not timeout > 0:
        raise NonetError(f"a timeout is a number of seconds above 0, not {timeout}")
    order = order_of(shape, symmetry, clues, pattern, minimal, extra)
    return _Run(order, fresh_seed(seed), count, timeout, workers(threads), progress).puzzles()


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

    def puzzles(self) -> Iterator[Grid]:
        """The puzzles in the order of their candidates."""
        if self.count == 0:
            return
        in_vain = 0
        self.maker.begin(self.timeout)
        try:
            for size, rows in self.blocks():
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

    def blocks(self) -> Iterator[tuple[int, Rows]]:
        """Block after block of candidates: how many there were, and the puzzles among them."""
        numbers = self.numbers()
        some = next(numbers)
        yield len(some), self.maker.make(some)
        if self.threads == 1 or self.order.shape is not Shape(3, 3):  # in Python two threads do no more than one
            yield from ((len(some), self.maker.make(some)) for some in numbers)
        with ThreadPoolExecutor(self.threads, "nonet-generate") as pool, self.maker.stopped_at_the_end():
            pending: deque[tuple[int, Future[Rows]]] = deque()
            while True:
                while len(pending) < self.threads:
                    some = next(numbers)
                    pending.append((len(some), pool.submit(self.maker.make, some)))
                size, future = pending.popleft()
                yield size, future.result()

    def numbers(self) -> Iterator[range]:
        """The numbers of the candidates of each block."""
        start = 0
        for most in self.maker.sizes(self.count):
            size = most
            if self.count is not None and self.found:  # no more than are likely to be needed, beside those in work
                needed = (self.count - self.found) * self.tried / self.found - (start - self.tried)
                size = min(most, max(int(1.02 * needed) + 1, _FEWEST))
            yield range(start, start + size)
            start += size

    def failure(self, end: str) -> NotFound:
        """Why the run ends before all was found."""
        wanted = f" of {self.count}" if self.count is not None else ""
        tried = f"{self.found} of {self.tried:,} candidates had" if self.tried else "no candidate was finished that had"
        reason = f"found {self.found}{wanted} puzzles {end}: {tried} {self.order.words}"
        return NotFound(reason, self.found, self.tried)
