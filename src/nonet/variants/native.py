"""Puzzles with rules in the compiled kernel: solutions, counts and true candidates.

`nonet.variants.reference` has the same functions in plain Python.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from math import inf
from time import monotonic
from types import ModuleType

from ..errors import OutOfTime
from ..kernel import kernel
from .buffer import to_buffer
from .primitives import Model

__all__ = ["count", "solutions", "true_candidates"]

_EXHAUSTED, _FULL, _BUDGET, _DEADLINE = range(4)
_UNLIMITED = 2**64 - 1
_MOST_RESTARTS = 2
"""The largest limit with which a search restarts, since it then finds solutions again."""


class _Search:
    """A search in the kernel, with a deadline for all of its runs together."""

    def __init__(self, model: Model, restarts: bool, timeout: float | None) -> None:
        native = kernel()
        assert native is not None
        self._native: ModuleType = native
        self._timeout = timeout
        self._deadline = inf if timeout is None else monotonic() + timeout
        self.cells, self.low, self.digits = model.board.cells, model.board.low, model.board.digits
        self._search = native.rules_search(to_buffer(model), restarts)

    def run(self, solutions: bytearray | None, capacity: int, failures: int = _UNLIMITED) -> tuple[int, int]:
        """Look for further solutions. Return why the run ended, and the number of solutions."""
        end, number = self._native.rules_run(self._search, solutions, capacity, failures, self.seconds_left())
        if end == _DEADLINE:
            raise OutOfTime(f"stopped after {self._timeout or 0:g} s without an answer")
        return end, number

    def seconds_left(self) -> float:
        """Return the number of seconds until the deadline."""
        return self._deadline if self._deadline == inf else max(0.0, self._deadline - monotonic())

    def next_solution(self) -> bytes | None:
        """Return one more solution, as indices of digits; None if there is none."""
        found = bytearray(self.cells)
        return bytes(found) if self.run(found, 1)[1] else None

    def assume(self, cell: int, digits: int) -> None:
        """Restrict a cell to the digits of a mask, and start again."""
        self._native.rules_assume(self._search, cell, digits)

    def candidates(self) -> array[int]:
        """Return the digits that are left in each cell without guessing, as masks; all 0 at a contradiction."""
        masks = array("I", bytes(4 * self.cells))
        if self._native.rules_candidates(self._search, masks, self.seconds_left()) == _DEADLINE:
            raise OutOfTime(f"stopped after {self._timeout or 0:g} s without an answer")
        return masks


def solutions(model: Model, limit: int | None = None, timeout: float | None = None) -> Iterator[tuple[int, ...]]:
    """Yield the solutions of a model, each as the digits of all cells in reading order.

    >>> from nonet.variants.primitives import Board, Distinct
    >>> latin = Model(Board(2, 2, 1, 2), tuple(map(Distinct, [(0, 1), (2, 3), (0, 2), (1, 3)])))
    >>> sorted(solutions(latin))
    [(1, 2, 2, 1), (2, 1, 1, 2)]
    """
    search = _Search(model, limit is not None and limit <= _MOST_RESTARTS, timeout)
    low, found = search.low, 0
    while limit is None or found < limit:
        solution = search.next_solution()
        if solution is None:
            return
        found += 1
        yield tuple([low + index for index in solution])


def count(model: Model, limit: int | None = None, timeout: float | None = None) -> int:
    """Return the number of solutions of a model, at most `limit`.

    >>> from nonet.variants.primitives import Board, Distinct
    >>> rows = [(0, 1, 2), (3, 4, 5), (6, 7, 8)]
    >>> latin = Model(Board(3, 3, 1, 3), tuple(map(Distinct, [*rows, *zip(*rows)])))
    >>> count(latin), count(latin, limit=5)
    (12, 5)
    """
    search = _Search(model, limit is not None and limit <= _MOST_RESTARTS, timeout)
    return search.run(None, _UNLIMITED if limit is None else limit)[1]


def true_candidates(model: Model, timeout: float | None = None) -> tuple[int, ...]:
    """Return the digits that each cell has in at least one solution, as masks; all 0 if there is no solution.

    >>> from nonet.variants.primitives import Allowed, Board, Distinct
    >>> model = Model(Board(1, 3, 1, 3), (Distinct((0, 1, 2)), Allowed(1, 0b010)))
    >>> [format(mask, "03b") for mask in true_candidates(model)]
    ['101', '010', '101']
    """
    search = _Search(model, True, timeout)
    possible = search.candidates()
    proved = [0] * search.cells

    def record(solution: bytes) -> None:
        for cell, index in enumerate(solution):
            proved[cell] |= 1 << index

    first = search.next_solution()
    if first is None:
        return tuple(proved)
    record(first)
    for cell in range(search.cells):
        while open_digits := possible[cell] & ~proved[cell]:
            search.assume(cell, open_digits)
            solution = search.next_solution()
            if solution is None:
                break
            record(solution)
    return tuple(proved)
