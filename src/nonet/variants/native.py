"""Puzzles with rules in the compiled kernel: solutions, counts and true candidates.

`nonet.variants.reference` has the same functions in plain Python. A long search for few solutions takes turns with a
SAT solver, if python-sat is installed: there are puzzles that only one of the two solves in time.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import islice
from math import inf
from time import monotonic
from types import ModuleType

from ..errors import MissingExtra, OutOfTime, SettingError
from ..extras import require
from ..kernel import kernel
from .buffer import to_buffer
from .primitives import Allowed, Model
from .sat import SatSearch

__all__ = ["count", "solutions", "true_candidates"]

_EXHAUSTED, _FULL, _BUDGET, _DEADLINE = range(4)
_UNLIMITED = 2**64 - 1
_FEW = 2
"""The largest limit with which a search restarts and takes turns with the SAT solver."""

_FAILURES_ALONE = 200_000
"""Dead ends before the SAT solver gets its first turn."""
_LARGE = 20
"""Boards with this many digits are for the SAT solver from the beginning."""
_FAILURES_IF_LARGE = 500
_FIRST_TURN = 0.5
"""Seconds of the SAT solver's first turn; each further one is twice as long."""
_SHARE = 0.15
"""The length of the kernel's turns, as a share of the SAT solver's."""
_CONFLICTS = 1000
"""Conflicts of the SAT solver between two looks at the clock."""


class _Search:
    """A search in the kernel, with a deadline for all of its runs together."""

    def __init__(self, model: Model, restarts: bool, timeout: float | None) -> None:
        native = kernel()
        if native is None:
            raise SettingError("the compiled kernel is not installed, or NONET_BACKEND is numpy")
        self._native: ModuleType = native
        self.model = model
        self._assumed: Allowed | None = None
        self._timeout = timeout
        self._deadline = inf if timeout is None else monotonic() + timeout
        self.cells, self.low, self.digits = model.board.cells, model.board.low, model.board.digits
        self._search = native.rules_search(to_buffer(model), restarts)

    def run(
        self, solutions: bytearray | None, capacity: int, failures: int = _UNLIMITED, seconds: float = inf
    ) -> tuple[int, int]:
        """Look for further solutions. Return why the run ended, and the number of solutions."""
        left = self.seconds_left()
        end, number = self._native.rules_run(self._search, solutions, capacity, failures, min(left, seconds))
        if end == _DEADLINE and seconds >= left:
            raise self.out_of_time()
        return end, number

    def out_of_time(self) -> OutOfTime:
        """Return the error for a deadline that is over."""
        message = f"stopped after {self._timeout or 0:g} s without an answer"
        try:
            require("pysat")
        except MissingExtra as missing:
            message = f"{message}; a SAT solver may find one: {missing}"
        return OutOfTime(message)

    def seconds_left(self) -> float:
        """Return the number of seconds until the deadline."""
        return self._deadline if self._deadline == inf else max(0.0, self._deadline - monotonic())

    def all_solutions(self) -> Iterator[bytes]:
        """Yield the solutions, as indices of digits."""
        found = bytearray(self.cells)
        while self.run(found, 1)[1]:
            yield bytes(found)

    def few_solutions(self) -> Iterator[bytes]:
        """Yield the solutions, as indices of digits, with the help of a SAT solver if that takes long."""
        known: set[bytes] = set()
        found, turn, seconds = bytearray(self.cells), _FIRST_TURN, inf
        failures = _FAILURES_IF_LARGE if self.digits >= _LARGE else _FAILURES_ALONE
        with ExitStack() as stack:
            helper: _Helper | None = None
            while True:
                end, number = self.run(found, 1, failures, seconds)
                if number and (solution := bytes(found)) not in known:
                    known.add(solution)
                    yield solution
                if end == _EXHAUSTED:
                    return
                if number:
                    continue
                if helper is None:
                    helper = stack.enter_context(_Helper(self, known))
                    failures = _UNLIMITED
                seconds = _SHARE * turn if helper.is_useful else inf
                for solution in helper.turn(turn):
                    known.add(solution)
                    yield solution
                if helper.is_done:
                    return
                turn *= 2

    def assume(self, cell: int, digits: int) -> None:
        """Restrict a cell to the digits of a mask, and start again."""
        self._assumed = Allowed(cell, digits)
        self._native.rules_assume(self._search, cell, digits)

    def restricted(self) -> Model:
        """Return the model with what is assumed."""
        return self.model if self._assumed is None else Model(self.model.board, (*self.model.primitives, self._assumed))

    def candidates(self) -> array[int]:
        """Return the digits that are left in each cell without guessing, as masks; all 0 at a contradiction."""
        masks = array("I", bytes(4 * self.cells))
        if self._native.rules_candidates(self._search, masks, self.seconds_left()) == _DEADLINE:
            raise self.out_of_time()
        return masks


class _Helper:
    """The SAT solver of a search, in a thread of its own: in the main thread, python-sat would handle Ctrl-C itself."""

    def __init__(self, search: _Search, known: set[bytes]) -> None:
        self._search, self._known = search, known
        from concurrent.futures import ThreadPoolExecutor  # loads slowly, and is rarely needed

        self._thread = ThreadPoolExecutor(1, "nonet-sat")
        self._solver: SatSearch | None = None
        self.is_done = False
        masks = _Search(search.restricted(), False, None).candidates()
        try:
            self._solver = self._thread.submit(SatSearch.of, search.restricted(), masks).result()
        except MissingExtra:
            return
        if self._solver is not None:
            for solution in known:
                self._solver.exclude(solution)

    @property
    def is_useful(self) -> bool:
        """Whether there is a SAT solver, and the puzzle is not too large for it."""
        return self._solver is not None

    def turn(self, seconds: float) -> Iterator[bytes]:
        """Yield the solutions that are found in a number of seconds."""
        end = monotonic() + min(seconds, self._search.seconds_left())
        while self._solver is not None and not self.is_done and monotonic() < end:
            answer = self._thread.submit(self._solver.step, _CONFLICTS).result()
            if answer:
                solution = self._solver.solution()
                if solution not in self._known:
                    yield solution
            self.is_done = answer is False

    def __enter__(self) -> _Helper:
        return self

    def __exit__(self, *_: object) -> None:
        self._thread.shutdown()
        if self._solver is not None:
            self._solver.close()


def solutions(model: Model, limit: int | None = None, timeout: float | None = None) -> Iterator[tuple[int, ...]]:
    """Yield the solutions of a model, each as the digits of all cells in reading order.

    >>> from nonet.variants.primitives import Board, Distinct
    >>> latin = Model(Board(2, 2, 1, 2), tuple(map(Distinct, [(0, 1), (2, 3), (0, 2), (1, 3)])))
    >>> sorted(solutions(latin))
    [(1, 2, 2, 1), (2, 1, 1, 2)]
    """
    is_few = limit is not None and limit <= _FEW
    search = _Search(model, is_few, timeout)
    low = search.low
    for solution in islice(search.few_solutions() if is_few else search.all_solutions(), limit):
        yield tuple([low + index for index in solution])


def count(model: Model, limit: int | None = None, timeout: float | None = None) -> int:
    """Return the number of solutions of a model, at most `limit`.

    >>> from nonet.variants.primitives import Board, Distinct
    >>> rows = [(0, 1, 2), (3, 4, 5), (6, 7, 8)]
    >>> latin = Model(Board(3, 3, 1, 3), tuple(map(Distinct, [*rows, *zip(*rows)])))
    >>> count(latin), count(latin, limit=5)
    (12, 5)
    """
    if limit is not None and limit <= _FEW:
        return sum(1 for _ in solutions(model, limit, timeout))
    return _Search(model, False, timeout).run(None, _UNLIMITED if limit is None else limit)[1]


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

    first = next(search.few_solutions(), None)
    if first is None:
        return tuple(proved)
    record(first)
    for cell in range(search.cells):
        while open_digits := possible[cell] & ~proved[cell]:
            search.assume(cell, open_digits)
            solution = next(search.few_solutions(), None)
            if solution is None:
                break
            record(solution)
    return tuple(proved)
