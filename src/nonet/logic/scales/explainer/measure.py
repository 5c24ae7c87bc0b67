"""Ratings and steps of Sudoku Explainer, computed by the kernel or, without it, by the reference in Python."""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

from ....errors import ArgumentError, MissingKernel, NonetError, OutOfTime
from ....grid import Grid
from ....kernel import Status, kernel
from ....version import __version__
from .board import Hint, Rule
from .walk import LAST_PRODUCER, walk
from .wanted import FROM_NESTED, ExplainerWanted

__all__ = [
    "NEEDS_KERNEL",
    "OUT_OF_TIME",
    "ExplainerRating",
    "explainer_hints",
    "explainer_matches",
    "explainer_path",
    "explainer_ratings",
    "first_ratings",
    "kernel_seconds",
    "out_of_time",
    "rating_of_hints",
    "rule_name",
    "shown",
]

_CELLS = 81
OUT_OF_TIME = 20
"""The status code of the kernel for a puzzle whose time was over."""
_ALL_PRODUCERS = 30
_MOST_STEPS = 1000
"""More than a puzzle can have: each step removes one of 729 candidates."""
NEEDS_KERNEL = (
    "the Sudoku Explainer rating of this puzzle needs the compiled kernel: "
    "without it, the producers after dynamic forcing chains are missing"
)


class ExplainerRating(NamedTuple):
    """The three ratings of Sudoku Explainer. 20.0 means that no producer has a hint.

    >>> print(ExplainerRating(7.1, 1.5, 1.5))
    SE 7.1/1.5/1.5
    """

    er: float
    """The rating of the hardest step: how hard the puzzle is."""
    ep: float
    """The rating of the hardest step up to the first digit placed ("pearl" if it equals ER)."""
    ed: float
    """The rating of the first step ("diamond" if it equals ER)."""

    @property
    def version(self) -> str:
        """The program that computed the ratings, and the one whose ratings they are."""
        return f"nonet {__version__}, Sudoku Explainer 1.2.1"

    def to_dict(self) -> dict[str, Any]:
        """Return the ratings as plain data for JSON."""
        return {**self._asdict(), "version": self.version}

    def __str__(self) -> str:
        return f"SE {self.er}/{self.ep}/{self.ed}"


def explainer_ratings(
    grids: Sequence[Grid], *, threads: int = 1, timeout: float | None = None
) -> list[ExplainerRating | NonetError]:
    """Return the ratings of some 9x9 puzzles; `OutOfTime` for one that takes longer than `timeout` seconds.

    Each puzzle must have exactly one solution. Ctrl-C stops the kernel, too.

    >>> explainer_ratings([Grid("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")])
    [ExplainerRating(er=1.2, ep=1.2, ed=1.2)]
    """
    native = kernel()
    if native is None:
        return [_rating_by_reference(grid, timeout) for grid in grids]
    ratings, status = array("H", bytes(6 * len(grids))), bytearray(len(grids))
    cells = b"".join(bytes(grid) for grid in grids)
    native.explainer_rate(cells, len(grids), _CELLS, kernel_seconds(timeout), None, ratings, status, threads)
    tenths = zip(ratings[::3], ratings[1::3], ratings[2::3], strict=True)
    return [
        out_of_time(timeout) if code == OUT_OF_TIME else ExplainerRating(*(number / 10 for number in three))
        for code, three in zip(status, tenths, strict=True)
    ]


def shown(rating: float) -> float:
    """Return a rating with one decimal, as Sudoku Explainer shows it.

    >>> shown(7.0 + 0.1 + 0.1)
    7.2
    """
    return _tenths(rating) / 10


def explainer_matches(
    cells: bytes, wanted: ExplainerWanted, *, threads: int = 1, timeout: float | None = None
) -> list[bool]:
    """Return which 9x9 puzzles have the wanted ratings. A walk ends as soon as that is decided.

    `cells` has the digits of the puzzles, 81 bytes each, 0 for a blank; each puzzle must have exactly one solution.
    Raises `OutOfTime` if one takes longer than `timeout` seconds, and `MissingKernel` if only the kernel can decide.

    >>> grid = Grid("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    >>> [explainer_matches(bytes(grid), ExplainerWanted.of(se)) for se in ((1.0, 1.5), (7.0, 7.5))]
    [[True], [False]]
    """
    wanted.check_reach()
    native = kernel()
    if native is None:
        return [_matches_by_reference(values, wanted, timeout) for values in _boards(cells)]
    ratings, status = array("H", bytes(len(cells) // _CELLS * 6)), bytearray(len(cells) // _CELLS)
    native.explainer_rate(
        cells, len(status), _CELLS, kernel_seconds(timeout), wanted.to_bytes(), ratings, status, threads
    )
    if OUT_OF_TIME in status:
        raise out_of_time(timeout)
    return [code == Status.SOLVED for code in status]


def first_ratings(cells: bytes, *, timeout: float | None = None) -> list[int]:
    """Return ED of each puzzle in tenths, but at most 90: so the kernel and the reference give the same.

    The arguments are as in `explainer_matches`.

    >>> first_ratings(bytes(Grid("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")))
    [12]
    """
    native = kernel()
    if native is None:
        eds = [_tenths(next(walk(values, timeout=timeout)).rating) for values in _boards(cells)]
    else:
        ratings, status = array("H", bytes(len(cells) // _CELLS * 6)), bytearray(len(cells) // _CELLS)
        wanted = ExplainerWanted().to_bytes(LAST_PRODUCER)
        native.explainer_rate(cells, len(status), _CELLS, kernel_seconds(timeout), wanted, ratings, status, 1)
        if OUT_OF_TIME in status:
            raise out_of_time(timeout)
        eds = ratings[2::3].tolist()
    return [min(ed, FROM_NESTED) for ed in eds]


def _boards(cells: bytes) -> Iterator[bytes]:
    return (cells[start : start + _CELLS] for start in range(0, len(cells), _CELLS))


def _matches_by_reference(values: bytes, wanted: ExplainerWanted, timeout: float | None) -> bool:
    er = ep = ed = 0
    has_placed = False
    for hint in walk(values, last_producer=min(wanted.last_producer, LAST_PRODUCER), timeout=timeout):
        rating = _tenths(hint.rating)
        er, ed = max(er, rating), ed or rating
        ep = ep if has_placed else er
        has_placed = has_placed or hint.placed >= 0
        decided = wanted.judge(er, ep, ed, has_placed=has_placed)
        if decided is not None:
            return decided
    return bool(wanted.judge(er, ep, ed, has_placed=has_placed, is_finished=True))


def _tenths(rating: float) -> int:
    return math.floor((rating + 0.05) * 10)


def kernel_seconds(timeout: float | None) -> float:
    """Return the time limit as the kernel takes it."""
    if timeout is not None and not timeout > 0:
        raise ArgumentError(f"timeout must be greater than 0, not {timeout!r:.40}")
    return math.inf if timeout is None else timeout


def out_of_time(timeout: float | None) -> OutOfTime:
    """Return the exception of a computation that took too long."""
    return OutOfTime(f"stopped after {timeout:g} s without a rating")


def _rating_by_reference(grid: Grid, timeout: float | None) -> ExplainerRating | NonetError:
    kernel_seconds(timeout)
    try:
        hints = list(walk(list(grid), timeout=timeout))
    except OutOfTime as error:
        return error
    return MissingKernel(NEEDS_KERNEL) if hints[-1:] and hints[-1].rule is Rule.NONE else rating_of_hints(hints)


def rating_of_hints(hints: Iterable[Hint]) -> ExplainerRating:
    """Return the ratings of a puzzle that these steps solve.

    >>> rating_of_hints([Hint(2.6, Rule.POINTING), Hint(1.2, Rule.HIDDEN_SINGLE, placed=8)])
    ExplainerRating(er=2.6, ep=2.6, ed=2.6)
    """
    er = ep = ed = 0.0
    has_placed = False
    for hint in hints:
        er, ed = max(er, hint.rating), ed or hint.rating
        ep = ep if has_placed else er
        has_placed = has_placed or hint.placed >= 0
    return ExplainerRating(*map(shown, (er, ep, ed)))


def explainer_path(grid: Grid, *, last_producer: int | None = None, timeout: float | None = None) -> list[Hint]:
    """Return the steps of Sudoku Explainer on a 9x9 puzzle.

    If no producer has a hint, the last step has `Rule.NONE`. `last_producer` leaves out the producers after it.

    >>> puzzle = Grid("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    >>> steps = explainer_path(puzzle)
    >>> len(steps), rule_name(steps[0]), divmod(steps[0].placed, 9)
    (51, 'Hidden Single', (5, 7))
    """
    return explainer_hints(bytes(grid), last_producer=last_producer, timeout=timeout)


def explainer_hints(
    digits: bytes,
    masks: Sequence[int] | None = None,
    *,
    first_producer: int = 1,
    last_producer: int | None = None,
    number: int | None = None,
    timeout: float | None = None,
) -> list[Hint]:
    """Return the steps from a position: its 81 digits, and the candidates that are left in each cell.

    `number` is the most steps to return. Producers before the first and after the last one are left out.
    """
    native = kernel()
    seconds = kernel_seconds(timeout)
    if native is None:
        last = min(last_producer or LAST_PRODUCER, LAST_PRODUCER)
        hints = walk(list(digits), masks, first_producer=first_producer, last_producer=last, timeout=timeout)
        return list(islice(hints, number))
    candidates = None if masks is None else array("H", masks)
    status, steps = native.explainer_path(
        digits, candidates, first_producer, last_producer or _ALL_PRODUCERS, number or _MOST_STEPS, seconds
    )
    if status == OUT_OF_TIME:
        raise out_of_time(timeout)
    if status != Status.SOLVED:
        raise NonetError(Status(status).sentence)
    return [
        Hint(rating, Rule(rule), detail, placed, eliminations, source)
        for rating, rule, detail, placed, source, eliminations in steps
    ]


_NAMES = {
    Rule.DIRECT_HIDDEN_PAIR: "Direct Hidden Pair",
    Rule.DIRECT_HIDDEN_TRIPLET: "Direct Hidden Triplet",
    Rule.X_WING: "X-Wing",
    Rule.XY_WING: "XY-Wing",
    Rule.XYZ_WING: "XYZ-Wing",
    Rule.ALIGNED_PAIR: "Aligned Pair Exclusion",
    Rule.ALIGNED_TRIPLET: "Aligned Triplet Exclusion",
    Rule.X_CYCLE: "Bidirectional X-Cycle",
    Rule.Y_CYCLE: "Bidirectional Y-Cycle",
    Rule.CYCLE: "Bidirectional Cycle",
    Rule.X_CHAIN: "Forcing X-Chain",
    Rule.CHAIN: "Forcing Chain",
}
"""The names of rules that cannot be derived from their identifiers."""
_NESTED = ("", "", " (+)", " (+ Forcing Chains)", " (+ Multiple Forcing Chains)", " (+ Dynamic Forcing Chains)")


def rule_name(step: Hint) -> str:
    """Return the name that Sudoku Explainer gives to a step.

    >>> rule_name(Hint(6.6, Rule.X_CHAIN, 1)), rule_name(Hint(4.6, Rule.UNIQUE_LOOP, 2 | 6 << 3))
    ('Turbot Fish', 'Unique Loop type 2')
    """
    rule, detail = step.rule, step.detail
    name = _NAMES.get(rule) or rule.name.replace("_", " ").title()
    if rule is Rule.X_CHAIN and detail:
        return "Turbot Fish"
    if rule is Rule.UNIQUE_LOOP:
        length = detail >> 3
        kind = "Rectangle" if length == 4 else "Loop" if length == 6 else f"Loop {length}"
        return f"Unique {kind} type {detail & 7}"
    if rule is Rule.BUG:
        return f"BUG type {detail}"
    if rule in (Rule.NISHIO, Rule.CELL, Rule.REGION, Rule.CONTRADICTION, Rule.DOUBLE):
        inner = " (+ Dynamic Forcing Chains (+ Forcing Chains))" if detail > 5 else _NESTED[detail]
        return f"{'Dynamic ' if detail else ''}{name} Forcing Chains{inner}"
    return name
