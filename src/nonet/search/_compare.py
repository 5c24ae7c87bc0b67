"""Several methods on one puzzle: what each does and how long it takes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice
from time import perf_counter
from typing import NamedTuple

from ..errors import OutOfTime
from ..grid import GridLike, as_grid
from .methods import METHODS, find
from .trace import Trace

__all__ = ["Measurement", "compare"]

_SHORTEST = 0.05
"""Seconds of measuring: shorter runs are repeated, since one short run says little about the time."""


class Measurement(NamedTuple):
    """What one method did on a puzzle, as `compare` measures it.

    >>> measurement = compare("1... ..2. .3.. ...4", methods=["dlx"])[0]
    >>> measurement.method, measurement.solutions, measurement.trace.nodes, measurement.ratios["nodes"]
    ('dlx', 1, 12, 1.0)
    """

    method: str
    trace: Trace
    seconds: float
    """The time of the fastest run."""
    solutions: int | None
    """The number of solutions found; None if the method was stopped."""
    ratios: dict[str, float]
    """Nodes, guesses, backtracks and seconds, each divided by the least of the methods that finished."""

    @property
    def is_stopped(self) -> bool:
        """Whether the time was not enough."""
        return self.solutions is None

    def to_dict(self) -> dict[str, object]:
        """Return the measurement as plain values, for JSON."""
        return {
            "method": self.method,
            **self.trace.counters(),
            "solutions": self.solutions,
            "seconds": round(self.seconds, 6),
            "stopped": self.is_stopped,
            "ratios": {name: round(ratio, 3) for name, ratio in self.ratios.items()},
        }

    def _values(self) -> dict[str, float]:
        """Return what is compared; a count of 0 is compared as 1."""
        counts = {name: max(getattr(self.trace, name), 1) for name in ("nodes", "guesses", "backtracks")}
        return {**counts, "seconds": self.seconds}


def compare(
    puzzle: GridLike,
    *,
    methods: Iterable[str] = METHODS,
    limit: int = 2,
    timeout: float = 10.0,
    progress: Callable[[str], None] | None = None,
) -> list[Measurement]:
    """Run methods on a puzzle, each until it has found `limit` solutions, and measure them.

    A limit of 2 makes each method prove that the solution is unique. A method that needs more than `timeout` seconds is
    stopped. `progress` is called with the name of each method before it runs.

    >>> for measurement in compare("1... ..2. .3.. ...4", methods=["backtracking", "mrv"]):
    ...     print(measurement.method, measurement.trace.guesses)
    backtracking 4
    mrv 0
    """
    found = []
    for method in methods:
        if progress:
            progress(method)
        found.append(_measure(puzzle, method, limit, timeout))
    finished = [measurement for measurement in found if not measurement.is_stopped]
    if len({measurement.solutions for measurement in finished}) > 1:
        raise AssertionError(f"the methods disagree about the number of solutions of {puzzle}")
    return [measurement._replace(ratios=_ratios(measurement, finished or [measurement])) for measurement in found]


def _measure(puzzle: GridLike, method: str, limit: int, timeout: float) -> Measurement:
    grid = as_grid(puzzle)
    seconds, total, solutions = timeout, 0.0, 0
    while total < min(_SHORTEST, timeout):
        trace = Trace(timeout=timeout)
        start = perf_counter()
        try:
            solutions = sum(1 for _ in islice(find(grid, method=method, trace=trace), limit))
        except OutOfTime:
            return Measurement(method, trace, perf_counter() - start, None, {})
        passed = perf_counter() - start
        seconds, total = min(seconds, passed), total + passed
    return Measurement(method, trace, seconds, solutions, {})


def _ratios(measurement: Measurement, finished: list[Measurement]) -> dict[str, float]:
    return {
        name: value / min(other._values()[name] for other in finished) for name, value in measurement._values().items()
    }
