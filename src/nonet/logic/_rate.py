"""Ratings of one puzzle and of many.

The explanation that gives HoDoKu's rating runs Python code. To use all CPUs, `rate_many` rates in worker processes, one
for each CPU. The kernel computes the rating of Sudoku Explainer in threads.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from time import perf_counter
from typing import Any, Literal, NamedTuple, TypeAlias

from ..errors import ArgumentError, Contradiction, MissingKernel, NonetError, NoSolution, NotUnique, OutOfTime
from ..geometry import Shape
from ..grid import Grid, GridLike, as_grid
from ..kernel import Status, kernel, thread_count
from ..solving import solve
from ..workers import Workers, ordered_map
from .choice import Order
from .marks import Marks
from .scales import ExplainerRating, Rating, explainer_ratings, rating_of
from .techniques import DEFAULT_TECHNIQUES, Technique, select_techniques
from .walk import canonical_start, runs_of_steps

__all__ = ["SCALES", "Rated", "Raters", "RatingChunk", "RatingOptions", "ScaleName", "rate", "rate_chunk", "rate_many"]

ScaleName: TypeAlias = Literal["all", "hodoku", "se"]
SCALES: tuple[ScaleName, ...] = ("all", "hodoku", "se")
"""The scales that a rating can have."""

_NINE = Shape(3, 3)
_CHUNK = 8
"""Puzzles sent to a worker at once: enough that sending costs little, few enough that all workers finish together."""
_AHEAD = 4
"""Chunks per worker that are sent before the first result is needed."""
_LARGEST_CHUNK = 1024
"""Puzzles per thread that the kernel rates at once, at most."""

_STATUS_OF = {
    Contradiction: Status.CONFLICT,
    NoSolution: Status.NO_SOLUTION,
    NotUnique: Status.SEVERAL,
    OutOfTime: Status.UNIQUE,
    MissingKernel: Status.UNIQUE,
    NonetError: Status.BAD_VALUE,
}
"""The status for each exception; a subclass comes before its base class."""


class RatingOptions(NamedTuple):
    """How puzzles are rated; the arguments of `rate_many`."""

    scale: ScaleName = "all"
    canonical: bool = False
    timeout: float | None = None
    techniques: tuple[str, ...] | None = None
    """The ids of the techniques of the explanation; None for the usual ones."""

    @classmethod
    def of(
        cls,
        scale: ScaleName | None,
        canonical: bool,
        timeout: float | None,
        techniques: Sequence[Technique] | None = None,
    ) -> RatingOptions:
        """Check the arguments. Without a scale, the kernel decides: the reference in Python may take minutes."""
        if scale is not None and scale not in SCALES:
            raise ArgumentError.unknown("scale", scale, SCALES)
        if timeout is not None and not timeout > 0:
            raise ArgumentError(f"timeout must be greater than 0, not {timeout!r:.40}")
        ids = None if techniques is None else tuple(technique.id for technique in techniques)
        return cls(scale or ("hodoku" if kernel() is None else "all"), canonical, timeout, ids)


def rate(
    puzzle: GridLike,
    *,
    techniques: Iterable[str | Technique] | None = None,
    without: Iterable[str | Technique] = (),
    uniqueness: bool = True,
    scale: ScaleName | None = None,
    canonical: bool = False,
    timeout: float | None = None,
) -> Rating:
    """Return the difficulty of a puzzle. It must have exactly one solution.

    `techniques`, `without` and `uniqueness` select the techniques of the explanation, as in `explain`.
    `scale` is what to compute: "hodoku" (the level, the hardest technique and HoDoKu's score, by the steps of
    `explain`), "se" (ER, EP and ED of Sudoku Explainer, for 9x9 boards), or "all". The default is "all" with the
    compiled kernel and "hodoku" without it. Sudoku Explainer rates the grid as given, since that is the number that
    people quote; with `canonical` it rates the canonical form, the same for all rotated, mirrored and relabeled forms.
    After `timeout` seconds Sudoku Explainer's rating stops with `OutOfTime`.

    >>> print(rate("1... ..2. .3.. ...4"))
    Easy (HoDoKu 48), hidden-single, 12 steps
    >>> puzzle = ".47.8...1............6..7..6....357......5....1..6....28..4.....9.1...4.....2.69."
    >>> rate(puzzle, scale="se").se
    ExplainerRating(er=7.1, ep=1.5, ed=1.5)
    """
    options = RatingOptions.of(scale, canonical, timeout)
    grid = as_grid(puzzle)
    use = select_techniques(techniques, without=without, uniqueness=uniqueness)
    solve(grid)  # raises an exception unless there is exactly one solution
    se: ExplainerRating | None = None
    if options.scale == "se" or (options.scale == "all" and grid.shape == _NINE):
        [found_se] = _explainer_ratings([grid], options, threads=1)
        if isinstance(found_se, NonetError):
            raise found_se
        se = found_se
    if options.scale == "se":
        return Rating(None, se)
    marks = Marks.at_start(canonical_start(grid))
    found = chain.from_iterable(run for run, _ in runs_of_steps(marks, Order(use)))
    return rating_of(found, marks)._replace(se=se)


def _only_nine(grid: Grid) -> str:
    return f"Sudoku Explainer rates 9x9 boards, and this is {grid.shape.a_board}"


def _explainer_ratings(
    grids: Sequence[Grid], options: RatingOptions, *, threads: int
) -> list[ExplainerRating | NonetError]:
    for grid in grids:
        if grid.shape != _NINE:
            raise ArgumentError(_only_nine(grid))
    if options.canonical:
        grids = [canonical_start(grid) for grid in grids]
    return explainer_ratings(grids, threads=threads, timeout=options.timeout)


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
    scale: ScaleName | None = None,
    canonical: bool = False,
    timeout: float | None = None,
) -> Iterator[Rated]:
    """Yield the rating of each puzzle, in order. A puzzle without exactly one solution gets a status and a reason.

    `threads` is the number of worker processes, by default one for each CPU. With 1, no process is started. With the
    scale "se" and the kernel, it is the number of threads. The other arguments are those of `rate`; a puzzle that takes
    longer than `timeout` seconds has a reason instead of a rating.

    >>> for rated in rate_many(["1... ..2. .3.. ...4", "1..1 .... .... ...."], threads=1):
    ...     print(rated)
    Easy (HoDoKu 48), hidden-single, 12 steps
    conflict: r1c1 and r1c4 are both 1, but row 1 needs each digit once
    """
    # not a generator itself, so that a wrong argument is reported at once
    use = select_techniques(techniques, without=without, uniqueness=uniqueness)
    return _rate_all(Raters(threads, techniques=use, scale=scale, canonical=canonical, timeout=timeout), puzzles)


def _rate_all(raters: Raters, puzzles: Iterable[GridLike]) -> Iterator[Rated]:
    with raters:
        yield from raters.rate(puzzles)


class RatingChunk(NamedTuple):
    """Some puzzles that are rated together. An exception stands for a puzzle that could not be read."""

    puzzles: list[Grid | NonetError]
    options: RatingOptions = RatingOptions()
    threads: int = 1


class Raters:
    """Worker processes that rate puzzles until they are closed. Several threads may use them at the same time.

    >>> with Raters(1) as raters:
    ...     [rated.status for rated in raters.rate(["1... ..2. .3.. ...4"])]
    ['unique']
    """

    def __init__(
        self,
        threads: int | None = None,
        *,
        techniques: Sequence[Technique] = DEFAULT_TECHNIQUES,
        scale: ScaleName | None = None,
        canonical: bool = False,
        timeout: float | None = None,
    ) -> None:
        self._options = RatingOptions.of(scale, canonical, timeout, techniques)
        self._threads = thread_count(threads)
        self._in_kernel = self._options.scale == "se" and kernel() is not None
        self._workers = Workers("nonet.logic:rate_chunk", 1 if self._in_kernel else self._threads)

    def rate(self, puzzles: Iterable[GridLike]) -> Iterator[Rated]:
        """Yield the ratings in order. Only few puzzles are read ahead."""
        rest = map(_parsed, puzzles)
        if self._in_kernel:
            yield from self._rate_in_kernel(rest)
            return
        size = 1 if self._threads == 1 else _CHUNK
        chunks = iter(lambda: list(islice(rest, size)), [])
        messages = (RatingChunk(chunk, self._options) for chunk in chunks)
        for found in ordered_map(self._workers.call, messages, threads=self._threads, ahead=_AHEAD):
            yield from found

    def _rate_in_kernel(self, puzzles: Iterator[Grid | NonetError]) -> Iterator[Rated]:
        """Rate in threads of the kernel, in chunks of about a tenth of a second: easy puzzles take microseconds."""
        size = 2
        while chunk := list(islice(puzzles, size * self._threads)):
            start = perf_counter()
            found = self._workers.call(RatingChunk(chunk, self._options, self._threads))
            took = perf_counter() - start
            size = min(2 * size, _LARGEST_CHUNK) if took < 0.05 else max(size // 2, 2) if took > 0.2 else size
            yield from found

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


def rate_chunk(chunk: RatingChunk) -> list[Rated]:
    """Return the ratings of some puzzles; called in a worker process, or in this one.

    >>> [rated.status for rated in rate_chunk(RatingChunk([Grid("1... ..2. .3.. ...4"), NonetError("no cells")]))]
    ['unique', 'bad']
    """
    if chunk.options.scale != "se":
        return [_rated(puzzle, chunk.options) for puzzle in chunk.puzzles]
    checked = [_checked(puzzle) for puzzle in chunk.puzzles]
    ratings = iter(
        _explainer_ratings(
            [puzzle for puzzle in checked if isinstance(puzzle, Grid)], chunk.options, threads=chunk.threads
        )
    )
    return [_outcome(next(ratings) if isinstance(puzzle, Grid) else puzzle) for puzzle in checked]


def _checked(puzzle: Grid | NonetError) -> Grid | NonetError:
    """Return the puzzle if it is a 9x9 board with exactly one solution, otherwise the reason."""
    try:
        if isinstance(puzzle, Grid):
            if puzzle.shape != _NINE:
                return ArgumentError(_only_nine(puzzle))
            solve(puzzle)
        return puzzle
    except NonetError as error:
        return error


def _rated(puzzle: Grid | NonetError, options: RatingOptions) -> Rated:
    try:
        if isinstance(puzzle, NonetError):
            raise puzzle
        return _outcome(rate(puzzle, **options._asdict()))
    except NonetError as error:
        return _outcome(error)


def _outcome(result: Rating | ExplainerRating | NonetError) -> Rated:
    if isinstance(result, NonetError):
        status = next(status for kind, status in _STATUS_OF.items() if isinstance(result, kind))
        return Rated(None, status.word, str(result))
    return Rated(result if isinstance(result, Rating) else Rating(None, result), Status.UNIQUE.word)
