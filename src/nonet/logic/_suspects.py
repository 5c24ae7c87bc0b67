"""Suspects: the digits that may be wrong on a board without a solution, if nobody knows which digits are givens.

Some digits contradict each other: together they leave no solution. Such a set is called a *core*, and at least one of
its digits is wrong. The smallest sets of digits with a digit in every core are the smallest sets whose removal leaves a
solution. The search takes a core, removes each of its digits in turn, and continues until no core is left. Cores are
kept, since the same core refutes many removals.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from itertools import combinations
from operator import or_
from time import monotonic
from typing import Any, NamedTuple

from ..errors import OutOfTime
from ..geometry import Shape, bits, mask_of
from ..grid import Grid, GridLike, as_grid
from ..search import Trace
from ..solving import count
from .step import Candidate

__all__ = ["Suspects", "suspects"]

_NINE = Shape(3, 3)


class Suspects(NamedTuple):
    """The smallest sets of digits whose removal leaves a board with a solution.

    >>> found = suspects("11.. .... .... ....")
    >>> print(found)
    These digits have no solution. At least one of them is wrong.
    r1c1 and r1c2 are both 1, but row 1 needs each digit once.
    If only one digit is wrong, it is one of these: 1 in r1c1; 1 in r1c2.
    >>> found.to_dict()["sets"]
    [[{'cell': 'r1c1', 'digit': '1'}], [{'cell': 'r1c2', 'digit': '1'}]]
    """

    grid: Grid
    sets: tuple[tuple[Candidate, ...], ...]
    """The sets, all of the same size: those with most digits in conflict first, then those that leave one solution."""
    least: int
    """The number of digits that are wrong at least; 0 if the board has a solution."""
    is_complete: bool
    """Whether these are all the smallest sets; False if the time was not enough."""

    @property
    def is_smallest(self) -> bool:
        """Whether the sets are proved to be the smallest ones."""
        return bool(self.sets) and len(self.sets[0]) == self.least

    def sentences(self, *, language: str = "en", cells: str = "rc") -> list[str]:
        """Return what is wrong: the conflicts, then the smallest sets.

        >>> suspects("12.. ..12 2... ...1").sentences()
        ['These digits have a solution. None of them must be wrong.']
        """
        from .words import Words

        return Words(self.grid.shape, language=language, cells=cells).suspects(self)

    def to_dict(self) -> dict[str, Any]:
        """Return the suspects as plain data for JSON."""
        shape = self.grid.shape
        return {
            "least": self.least,
            "smallest": self.is_smallest,
            "complete": self.is_complete,
            "sets": [[candidate.to_dict(shape) for candidate in each] for each in self.sets],
        }

    def __str__(self) -> str:
        return "\n".join(self.sentences())


def suspects(puzzle: GridLike, *, timeout: float = 2.0) -> Suspects:
    """Return the smallest sets of digits that must be wrong on a board without a solution.

    After `timeout` seconds the sets found so far are returned, or one set that may not be a smallest one.

    >>> suspects("1... 1... ...2 2...").sets
    ((Candidate(cell=0, digit=1),), (Candidate(cell=4, digit=1),))
    """
    search = _Search(as_grid(puzzle), monotonic() + timeout)
    found: list[int] = []
    least, is_complete = 0, True
    try:
        while not found:
            for removed in search.sets(least):
                found.append(removed)
            least += not found
    except OutOfTime:
        is_complete = False
        found = found or search.greedy_set()
    return Suspects(search.grid, search.ordered(found) if least else (), least, is_complete)


class _Search:
    """A search for sets of digits, as bitboards of cells, whose removal leaves a solution."""

    def __init__(self, grid: Grid, deadline: float) -> None:
        self.grid = grid
        self.deadline = deadline
        clashes = {clash.cells.mask for clash in grid.conflicts()}
        self.cores = sorted({mask_of(pair) for clash in clashes for pair in combinations(bits(clash), 2)})
        self.in_conflict = reduce(or_, clashes, 0)

    def _time_left(self) -> float:
        """Return the seconds until the deadline. Raise `OutOfTime` after it."""
        left = self.deadline - monotonic()
        if left <= 0:
            raise OutOfTime("the search for wrong digits reached its time limit")
        return left

    def solutions(self, removed: int, limit: int = 1) -> int:
        """Return the number of solutions without some digits, up to a limit."""
        left = self._time_left()
        digits = bytes(0 if removed >> cell & 1 else digit for cell, digit in enumerate(self.grid))
        # one search on a 9x9 board is short; on a larger board it needs a time limit of its own
        trace = None if self.grid.shape is _NINE else Trace(timeout=left)
        return count(Grid.of_digits(digits, self.grid.shape), limit=limit, trace=trace)

    def core(self, removed: int) -> int:
        """Return digits that contradict each other and are not removed; 0 if there is a solution."""
        known = (core for core in self.cores if not core & removed)
        core = min(known, key=int.bit_count, default=0)
        self._time_left()  # a search that needs no new core stops in time, too
        if not core and not self.solutions(removed):
            core = self._shrunk(self.grid.givens.mask & ~removed)
            self.cores.append(core)
        return core

    def _shrunk(self, core: int) -> int:
        """Return a core from which no digit can be left out."""
        everything = self.grid.givens.mask
        size = core.bit_count() // 2
        while size:  # leave out several digits at once, then fewer
            cells = list(bits(core))
            for start in range(0, len(cells), size):
                smaller = core & ~mask_of(cells[start : start + size])
                if not self.solutions(everything & ~smaller):
                    core = smaller
            size //= 2
        return core

    def sets(self, size: int, removed: int = 0, kept: int = 0) -> Iterator[int]:
        """Yield each set of `size` more digits whose removal leaves a solution, without the digits to keep."""
        core = self.core(removed)
        if not core:
            yield removed
            return
        if self._bound(removed, kept) > size:
            return
        for cell in bits(core & ~kept):
            yield from self.sets(size - 1, removed | 1 << cell, kept)
            kept |= 1 << cell  # the sets with this digit are all found

    def _bound(self, removed: int, kept: int) -> int:
        """Return how many more digits must be removed at least: the number of cores that have no digit in common."""
        number = used = 0
        for core in sorted((core & ~kept for core in self.cores if not core & removed), key=int.bit_count):
            if not core:
                return self.grid.shape.cells + 1  # all digits of a core would be kept
            if not core & used:
                number, used = number + 1, used | core
        return number

    def greedy_set(self) -> list[int]:
        """Return one set that may be larger than necessary; no set if that takes too long, too."""
        self.deadline = monotonic() + 1.0
        removed = 0
        try:
            while core := self.core(removed):
                open_cores = [each for each in self.cores if not each & removed]
                removed |= max(
                    (1 << cell for cell in bits(core)), key=lambda bit: sum(bool(each & bit) for each in open_cores)
                )
            for cell in bits(removed):
                if self.solutions(removed & ~(1 << cell)):
                    removed &= ~(1 << cell)
        except OutOfTime:
            return []
        return [removed]

    def ordered(self, found: list[int]) -> tuple[tuple[Candidate, ...], ...]:
        """Return the sets as digits, the most suspicious first."""

        def rank(removed: int) -> tuple[int, int, list[int]]:
            try:
                number = self.solutions(removed, limit=2)
            except OutOfTime:
                number = 2
            return -(removed & self.in_conflict).bit_count(), number, list(bits(removed))

        return tuple(
            tuple(Candidate(cell, self.grid[cell]) for cell in bits(removed)) for removed in sorted(found, key=rank)
        )
