"""Puzzles with rules in the compiled kernel: solutions, counts and true candidates.

`nonet.variants.reference` has the same functions in plain Python. Beside a long search for few solutions runs a SAT
solver in a process of its own, if python-sat is installed: there are puzzles that only one of the two solves in time.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterator
from contextlib import suppress
from itertools import islice
from math import inf
from time import monotonic
from types import ModuleType

from ..errors import MissingExtra, OutOfTime, SettingError, WorkerError
from ..extras import require
from ..kernel import installed_kernel
from .buffer import to_buffer
from .primitives import Allowed, Model

__all__ = ["count", "solutions", "true_candidates"]

_EXHAUSTED, _DEADLINE = 0, 3
_UNLIMITED = 2**64 - 1
_FEW = 2
"""The largest limit with which a search restarts, and a SAT solver helps."""

_SECONDS_ALONE = 3.0
"""Seconds of a search before the SAT solver starts."""
_LARGE = 20
"""Boards with this many digits are for the SAT solver almost from the beginning."""
_SECONDS_ALONE_IF_LARGE = 0.05
_SECONDS_BETWEEN = 0.05
"""Seconds of the search between two looks at the SAT solver."""


class _Search:
    """A search in the kernel, with a deadline for all of its runs together."""

    def __init__(self, model: Model, restarts: bool, timeout: float | None) -> None:
        native = installed_kernel()
        if native is None:
            raise SettingError("the compiled kernel is not installed")
        self._native: ModuleType = native
        self.model = model
        self._assumed: Allowed | None = None
        self._timeout = timeout
        self._deadline = inf if timeout is None else monotonic() + timeout
        self.cells, self.low, self.digits = model.board.cells, model.board.low, model.board.digits
        self._search = native.rules_search(to_buffer(model), restarts)

    def run(self, solutions: bytearray | None, capacity: int, seconds: float = inf) -> tuple[int, int]:
        """Look for further solutions. Return why the run ended, and the number of solutions.

        Raises `OutOfTime` at the deadline of the search, but first returns the solutions that were still found.
        """
        left = self.seconds_left()
        end, number = self._native.rules_run(self._search, solutions, capacity, _UNLIMITED, min(left, seconds))
        if end == _DEADLINE and seconds >= left and (solutions is None or not number):
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

    def few_solutions(self, limit: int) -> Iterator[bytes]:
        """Yield up to `limit` solutions, as indices of digits, with the help of a SAT solver if that takes long."""
        found, known = bytearray(self.cells), set[bytes]()
        seconds = _SECONDS_ALONE_IF_LARGE if self.digits >= _LARGE else _SECONDS_ALONE
        while len(known) < limit:
            start = monotonic()
            end, number = self.run(found, 1, seconds)
            seconds -= monotonic() - start
            if number:
                known.add(bytes(found))
                yield bytes(found)
            elif end == _EXHAUSTED:
                return
            else:
                yield from self._helped_solutions(limit, known)
                return

    def _helped_solutions(self, limit: int, known: set[bytes]) -> Iterator[bytes]:
        """Yield the solutions that are not known yet, up to `limit` with these, with the help of a SAT solver."""
        found, seconds = bytearray(self.cells), _SECONDS_BETWEEN
        with _Helper(self.restricted(), known, limit, self.seconds_left()) as helper:
            while len(known) < limit:
                end, number = self.run(found, 1, seconds)
                if number and (solution := bytes(found)) not in known:
                    known.add(solution)
                    yield solution
                if end == _EXHAUSTED:
                    return
                if not number and seconds < inf and helper.is_done:
                    answer = helper.answer()
                    if answer is not None:
                        yield from (solution for solution in answer if solution not in known)
                        return
                    seconds = inf  # there is only the kernel

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
    """The SAT solver of a search, in a process of its own: it cannot be interrupted, but the process can be stopped."""

    def __init__(self, model: Model, known: Collection[bytes], limit: int, timeout: float) -> None:
        from concurrent.futures import ThreadPoolExecutor  # loads slowly, and is rarely needed

        from ..workers import WorkerSlot

        self._slot = WorkerSlot("nonet.variants.sat:further_solutions")
        self._thread = ThreadPoolExecutor(1, "nonet-sat")
        self._answer = self._thread.submit(self._solve, model, list(known), limit, timeout)

    def _solve(self, model: Model, known: list[bytes], limit: int, timeout: float) -> list[bytes] | None:
        """Return what the process returns; None if it cannot: python-sat is not installed, or the process died."""
        with suppress(MissingExtra, OutOfTime, WorkerError):
            require("pysat")
            masks = _Search(model, False, timeout).candidates()
            found: list[bytes] | None = self._slot.call((model, masks, known, limit))
            return found
        return None

    @property
    def is_done(self) -> bool:
        """Whether the solver has ended."""
        return self._answer.done()

    def answer(self) -> list[bytes] | None:
        """Return the solutions that were still to be found; None if the solver could not run to its end."""
        return self._answer.result()

    def __enter__(self) -> _Helper:
        return self

    def __exit__(self, *_: object) -> None:
        self._slot.close()
        self._thread.shutdown()


def solutions(model: Model, limit: int | None = None, timeout: float | None = None) -> Iterator[tuple[int, ...]]:
    """Yield the solutions of a model, each as the digits of all cells in reading order.

    >>> from nonet.variants.primitives import Board, Distinct
    >>> latin = Model(Board(2, 2, 1, 2), tuple(map(Distinct, [(0, 1), (2, 3), (0, 2), (1, 3)])))
    >>> sorted(solutions(latin))
    [(1, 2, 2, 1), (2, 1, 1, 2)]
    """
    if limit is not None and limit <= _FEW:
        search = _Search(model, True, timeout)
        found = search.few_solutions(limit)
    else:
        search = _Search(model, False, timeout)
        found = search.all_solutions()
    low = search.low
    for solution in islice(found, limit):
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

    first = next(search.few_solutions(1), None)
    if first is None:
        return tuple(proved)
    record(first)
    for cell in range(search.cells):
        while open_digits := possible[cell] & ~proved[cell]:
            search.assume(cell, open_digits)
            solution = next(search.few_solutions(1), None)
            if solution is None:
                break
            record(solution)
    return tuple(proved)
