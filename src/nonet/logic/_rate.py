"""Ratings of many puzzles, on all processors."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import CancelledError, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from typing import NamedTuple

from ..errors import Contradiction, NonetError, NoSolution, NotUnique
from ..grid import GridLike, as_grid
from ..position import Position
from ..solving import solve
from ._explain import canonical_start, solve_by_steps
from .marks import Marks
from .scales import Rating, rating_of
from .techniques import Technique, select_techniques

__all__ = ["Rated", "Raters", "rate", "rate_many"]

_A_TASK = 8
"""Puzzles that are sent to a process at a time: enough to make the sending cheap, few enough to share out evenly."""
_AHEAD = 4
"""Tasks that are in work or wait for each process."""
_DISMISSED = "the raters were dismissed"


def rate(puzzle: GridLike, *, techniques: Iterable[str | Technique] | None = None) -> Rating:
    """Return the difficulty of a puzzle.

    >>> print(rate("1... ..2. .3.. ...4"))
    Easy, naked-single, HoDoKu 48 (Easy), 12 steps
    """
    grid = as_grid(puzzle)
    solve(grid)  # raises an exception unless there is exactly one solution
    found, _ = solve_by_steps(Marks.of(Position(canonical_start(grid))), select_techniques(techniques))
    return rating_of(found)


class Rated(NamedTuple):
    """The rating of one puzzle of many, or the reason why it has none.

    >>> rated = next(rate_many(["1... ..2. .3.. ...4"], threads=1))
    >>> rated.status, rated.rating.level.title
    ('unique', 'Easy')
    """

    rating: Rating | None
    status: str
    """unique, none, several, conflict, or bad."""
    reason: str = ""


def rate_many(puzzles: Iterable[GridLike], *, threads: int | None = None) -> Iterator[Rated]:
    """The ratings of puzzles in their order, as they come; a bad one is told with its reason.

    The work is shared among processes, one a processor if their number is not given; 1 works in this one.

    >>> [rated.status for rated in rate_many(["1... ..2. .3.. ...4", 16 * ".", "11.. .... .... ...."], threads=1)]
    ['unique', 'several', 'conflict']
    """
    with Raters(threads) as raters:
        yield from raters.rate(puzzles)


class Raters:
    """Processes that rate puzzles, for as long as they are needed; several threads may ask them.

    >>> with Raters(1) as raters:
    ...     [rated.status for rated in raters.rate(["1... ..2. .3.. ...4"])]
    ['unique']
    """

    def __init__(self, threads: int | None = None) -> None:
        self._number = threads or os.cpu_count() or 1
        if self._number < 1:
            raise NonetError(f"there must be at least 1 process, not {self._number}")
        self._pool: ProcessPoolExecutor | None = None
        self._is_closed = False
        self._changing = threading.Lock()

    def rate(self, puzzles: Iterable[GridLike]) -> Iterator[Rated]:
        """The ratings, in order; few puzzles are taken before the first of them is given back."""
        if self._number == 1:
            for puzzle in puzzles:
                if self._is_closed:
                    raise NonetError(_DISMISSED)
                yield _rated(puzzle)
            return
        rest, waiting = iter(puzzles), deque[Future[list[Rated]]]()
        pool = self._started()
        try:
            while task := list(islice(rest, _A_TASK)):
                waiting.append(_submitted(pool, task))
                if len(waiting) > _AHEAD * self._number:
                    yield from waiting.popleft().result()
            while waiting:
                yield from waiting.popleft().result()
        except (BrokenProcessPool, CancelledError):
            raise NonetError(_DISMISSED if self._is_closed else "a process that rated puzzles has died") from None
        finally:
            for future in waiting:
                future.cancel()

    def close(self) -> None:
        """Stop the processes, whatever they do."""
        with self._changing:
            self._is_closed = True
            pool, self._pool = self._pool, None
        if pool is not None:
            for process in list((pool._processes or {}).values()):
                process.terminate()
            pool.shutdown(cancel_futures=True)

    def __enter__(self) -> Raters:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _started(self) -> ProcessPoolExecutor:
        with self._changing:
            if self._is_closed:
                raise NonetError(_DISMISSED)
            if self._pool is None:
                context = multiprocessing.get_context("spawn" if sys.platform == "win32" else "forkserver")
                self._pool = ProcessPoolExecutor(self._number, context, _deaf)
            return self._pool


def _submitted(pool: ProcessPoolExecutor, task: list[GridLike]) -> Future[list[Rated]]:
    try:
        return pool.submit(_rated_in_turn, task)
    except RuntimeError:  # it was shut down
        raise CancelledError from None


def _deaf() -> None:
    """Ctrl-C is for the process that asks, which then stops its raters."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _rated_in_turn(puzzles: list[GridLike]) -> list[Rated]:
    return [_rated(puzzle) for puzzle in puzzles]


def _rated(puzzle: GridLike) -> Rated:
    try:
        return Rated(rate(puzzle), "unique")
    except NonetError as error:
        kinds = ((Contradiction, "conflict"), (NoSolution, "none"), (NotUnique, "several"), (NonetError, "bad"))
        return Rated(None, next(word for kind, word in kinds if isinstance(error, kind)), str(error))
