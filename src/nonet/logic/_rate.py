"""Ratings of one puzzle and of many.

Rating runs Python code. To use all CPUs, `rate_many` rates in worker processes, one for each CPU.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

from ..errors import Contradiction, NonetError, NoSolution, NotUnique
from ..grid import Grid, GridLike, as_grid
from ..kernel import Status, thread_count
from ..position import Position
from ..solving import solve
from ..workers import Workers, ordered_map
from ._explain import canonical_start, solve_by_steps
from .marks import Marks
from .scales import Rating, rating_of
from .techniques import DEFAULT_TECHNIQUES, Technique, select_techniques

__all__ = ["Rated", "Raters", "rate", "rate_chunk", "rate_many"]

_CHUNK = 8
"""Puzzles sent to a worker at once: enough that sending costs little, few enough that all workers finish together."""
_AHEAD = 4
"""Chunks per worker that are sent before the first result is needed."""

_STATUS_OF = {
    Contradiction: Status.CONFLICT,
    NoSolution: Status.NO_SOLUTION,
    NotUnique: Status.SEVERAL,
    NonetError: Status.BAD_VALUE,
}
"""The status for each exception; a subclass comes before its base class."""


def rate(
    puzzle: GridLike,
    *,
    techniques: Iterable[str | Technique] | None = None,
    without: Iterable[str | Technique] = (),
    uniqueness: bool = True,
) -> Rating:
    """Return the difficulty of a puzzle. It must have exactly one solution.

    `techniques`, `without` and `uniqueness` select the techniques, as in `explain`.

    >>> print(rate("1... ..2. .3.. ...4"))
    Easy (HoDoKu 48), hidden-single, 12 steps
    """
    grid = as_grid(puzzle)
    use = select_techniques(techniques, without=without, uniqueness=uniqueness)
    solve(grid)  # raises an exception unless there is exactly one solution
    marks = Marks.of(Position(canonical_start(grid)))
    found, _ = solve_by_steps(marks, use)
    return rating_of(found, marks)


class Rated(NamedTuple):
    """The rating of one of many puzzles, or the reason why it has none.

    >>> rated = next(rate_many(["1... ..2. .3.. ...4"], threads=1))
    >>> rated.status, rated.rating.level.title
    ('unique', 'Easy')
    """

    rating: Rating | None
    status: str
    """unique, none, several, conflict, or bad."""
    reason: str = ""
    """Why there is no rating."""

    def to_dict(self) -> dict[str, Any]:
        """Return the rating and the status as plain data for JSON."""
        return {**self._asdict(), "rating": self.rating and self.rating.to_dict()}

    def __str__(self) -> str:
        return str(self.rating or f"{self.status}: {self.reason}")


def rate_many(
    puzzles: Iterable[GridLike],
    *,
    threads: int | None = None,
    techniques: Iterable[str | Technique] | None = None,
    without: Iterable[str | Technique] = (),
    uniqueness: bool = True,
) -> Iterator[Rated]:
    """Yield the rating of each puzzle, in order. A puzzle without exactly one solution gets a status and a reason.

    `threads` is the number of worker processes, by default one for each CPU. With 1, no process is started.
    `techniques`, `without` and `uniqueness` select the techniques, as in `explain`.

    >>> for rated in rate_many(["1... ..2. .3.. ...4", "1..1 .... .... ...."], threads=1):
    ...     print(rated)
    Easy (HoDoKu 48), hidden-single, 12 steps
    conflict: r1c1 and r1c4 are both 1, but row 1 needs each digit once
    """
    # not a generator itself, so that a wrong argument is reported at once
    use = select_techniques(techniques, without=without, uniqueness=uniqueness)
    return _rate_all(Raters(threads, techniques=use), puzzles)


def _rate_all(raters: Raters, puzzles: Iterable[GridLike]) -> Iterator[Rated]:
    with raters:
        yield from raters.rate(puzzles)


class Raters:
    """Worker processes that rate puzzles until they are closed. Several threads may use them at the same time.

    >>> with Raters(1) as raters:
    ...     [rated.status for rated in raters.rate(["1... ..2. .3.. ...4"])]
    ['unique']
    """

    def __init__(self, threads: int | None = None, *, techniques: Sequence[Technique] = DEFAULT_TECHNIQUES) -> None:
        self._techniques = tuple(technique.id for technique in techniques)
        self._threads = thread_count(threads)
        self._workers = Workers("nonet.logic:rate_chunk", self._threads)

    def rate(self, puzzles: Iterable[GridLike]) -> Iterator[Rated]:
        """Yield the ratings in order. Only few puzzles are read ahead."""
        rest = map(_parsed, puzzles)
        size = 1 if self._threads == 1 else _CHUNK
        chunks = iter(lambda: list(islice(rest, size)), [])
        work = ((self._techniques, chunk) for chunk in chunks)
        for chunk in ordered_map(self._workers.call, work, threads=self._threads, ahead=_AHEAD):
            yield from chunk

    def close(self) -> None:
        """Stop the processes. A call of `rate` in another thread then raises `WorkerError`."""
        self._workers.stop()

    def __enter__(self) -> Raters:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _parsed(puzzle: GridLike) -> Grid | NonetError:
    """Return a grid, which a worker can read whatever the type of the puzzle is, or the reason why it is not one."""
    try:
        return as_grid(puzzle)
    except NonetError as error:
        return error


def rate_chunk(work: tuple[Sequence[str], list[Grid | NonetError]]) -> list[Rated]:
    """Return the ratings of some puzzles by the named techniques; called in a worker process.

    >>> puzzles = [Grid("1... ..2. .3.. ...4"), NonetError("no cells")]
    >>> [rated.status for rated in rate_chunk((["naked-single"], puzzles))]
    ['unique', 'bad']
    """
    techniques, puzzles = work
    return [_rated(puzzle, techniques) for puzzle in puzzles]


def _rated(puzzle: Grid | NonetError, techniques: Sequence[str]) -> Rated:
    try:
        if isinstance(puzzle, NonetError):
            raise puzzle
        return Rated(rate(puzzle, techniques=techniques), Status.UNIQUE.word)
    except NonetError as error:
        status = next(status for kind, status in _STATUS_OF.items() if isinstance(error, kind))
        return Rated(None, status.word, str(error))
