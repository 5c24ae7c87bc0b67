"""Ratings of many puzzles, on all processors."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections.abc import Iterable, Iterator
from multiprocessing.pool import Pool
from typing import NamedTuple

from ..errors import Contradiction, NonetError, NoSolution, NotUnique
from ..grid import GridLike
from .path import rate
from .rating import Rating

__all__ = ["Rated", "Raters", "rate_many"]

_A_TASK = 8
"""Puzzles that are sent to a process at a time: enough to make the sending cheap, few enough to share out evenly."""


class Rated(NamedTuple):
    """The rating of one puzzle of many, or the reason why it has none.

    >>> rated = next(rate_many(["1... ..2. .3.. ...4"], processes=1))
    >>> rated.status, rated.rating.level.title
    ('unique', 'Easy')
    """

    rating: Rating | None
    status: str
    """unique, none, several, conflict, or bad."""
    reason: str = ""


def rate_many(puzzles: Iterable[GridLike], *, processes: int | None = None) -> Iterator[Rated]:
    """The ratings of puzzles in their order, as they come; a bad one is told with its reason.

    The work is shared among processes, one a processor if their number is not given; 1 works in this one.

    >>> [rated.status for rated in rate_many(["1... ..2. .3.. ...4", 16 * ".", "11.. .... .... ...."], processes=1)]
    ['unique', 'several', 'conflict']
    """
    with Raters(processes) as raters:
        yield from raters.rate(puzzles)


class Raters:
    """Processes that rate puzzles, for as long as they are needed.

    >>> with Raters(1) as raters:
    ...     [rated.status for rated in raters.rate(["1... ..2. .3.. ...4"])]
    ['unique']
    """

    def __init__(self, processes: int | None = None) -> None:
        self._number = processes or os.cpu_count() or 1
        if self._number < 1:
            raise NonetError(f"there must be at least 1 process, not {self._number}")
        self._pool: Pool | None = None

    def rate(self, puzzles: Iterable[GridLike]) -> Iterator[Rated]:
        """The ratings, in order."""
        if self._number == 1:
            return map(_rated, puzzles)
        if self._pool is None:
            context = multiprocessing.get_context("spawn" if sys.platform == "win32" else "forkserver")
            self._pool = context.Pool(self._number, _deaf)
        return self._pool.imap(_rated, puzzles, _A_TASK)

    def close(self) -> None:
        """Stop the processes, whatever they do."""
        if self._pool is not None:
            self._pool.terminate()
            self._pool = None

    def __enter__(self) -> Raters:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _deaf() -> None:
    """Ctrl-C is for the process that asks, which then stops its raters."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _rated(puzzle: GridLike) -> Rated:
    try:
        return Rated(rate(puzzle), "unique")
    except NonetError as error:
        kinds = ((Contradiction, "conflict"), (NoSolution, "none"), (NotUnique, "several"), (NonetError, "bad"))
        return Rated(None, next(word for kind, word in kinds if isinstance(error, kind)), str(error))
