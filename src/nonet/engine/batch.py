"""Batch: what became of many puzzles, as arrays with one row a puzzle, in the order they came."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ..errors import NonetError, NoSolution
from ..geometry import Shape
from ..grid import Grid

if TYPE_CHECKING:
    from .puzzles import Puzzles

__all__ = ["Batch", "Status"]


class Status(IntEnum):
    """What became of one puzzle; from 10 on, why it could not be searched at all.

    >>> Status.UNIQUE, Status(10).name
    (<Status.UNIQUE: 1>, 'CONFLICT')
    >>> Status.SEVERAL.sentence
    'the puzzle has several solutions'
    """

    NO_SOLUTION = 0
    UNIQUE = 1
    SEVERAL = 2
    SOLVED = 3
    CONFLICT = 10
    BAD_VALUE = 11
    BAD_LENGTH = 12

    @property
    def sentence(self) -> str:
        """The status in words."""
        return _SENTENCES[self]


_DIGIT = np.uint8(15)
"""The bits of a digit that its character has, too."""

_SENTENCES = {
    Status.NO_SOLUTION: "the puzzle has no solution",
    Status.UNIQUE: "the puzzle has exactly one solution",
    Status.SEVERAL: "the puzzle has several solutions",
    Status.SOLVED: "the puzzle has a solution; whether it is the only one was not asked",
    Status.CONFLICT: "a digit is given twice in a house",
    Status.BAD_VALUE: "a cell holds something that is neither a digit nor a blank",
    Status.BAD_LENGTH: "the puzzle does not have the 81 cells of a 9x9 board",
}


class Batch:
    """The answers to a batch: row i of every array is about puzzle i.

    >>> from nonet.engine import solve_many
    >>> batch = solve_many(["53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79", "11"])
    >>> len(batch), batch.counts, batch.is_unique
    (2, array([1, 0], dtype=uint32), array([ True, False]))
    >>> print(batch.grid(0))
    534678912672195348198342567859761423426853791713924856961537284287419635345286179
    >>> batch.reason(1)
    '2 cells, but a 9x9 board has 81'
    """

    __slots__ = ("_puzzles", "counts", "guesses", "limit", "solutions", "status", "sweeps")

    def __init__(
        self,
        puzzles: Puzzles,
        limit: int,
        solutions: NDArray[np.uint8],
        counts: NDArray[np.uint32],
        status: NDArray[np.uint8],
        guesses: int,
        sweeps: int,
    ) -> None:
        self._puzzles = puzzles
        self.limit = limit
        """Up to how many solutions were counted."""
        self.solutions = solutions
        """The first solution of each puzzle, 81 digits in reading order (characters, if that was asked for); zeros for
        none; no rows if only counted."""
        self.counts = counts
        """The number of solutions of each puzzle, up to the limit."""
        self.status = status
        """The `Status` of each puzzle."""
        self.guesses = guesses
        """The guesses made, over all puzzles."""
        self.sweeps = sweeps
        """The rounds of propagation, over all puzzles: a measure of work that is the backend's own."""

    def __len__(self) -> int:
        return len(self.status)

    @property
    def is_solved(self) -> NDArray[np.bool_]:
        """Which puzzles have a solution."""
        return self.counts > 0

    @property
    def is_unique(self) -> NDArray[np.bool_]:
        """Which puzzles were proved to have exactly one solution; none if the limit was 1."""
        is_unique: NDArray[np.bool_] = self.status == np.uint8(Status.UNIQUE)
        return is_unique

    @property
    def is_bad(self) -> NDArray[np.bool_]:
        """Which puzzles could not be searched: see `reason`."""
        return self.status >= np.uint8(Status.CONFLICT)

    def reason(self, index: int) -> str:
        """What became of one puzzle, in a sentence; of a bad one it names the cells."""
        status = Status(int(self.status[index]))
        return self._puzzles.complaint(range(len(self))[index], status) or status.sentence

    def grid(self, index: int) -> Grid:
        """The first solution of one puzzle; raises `NoSolution` with the reason if it has none."""
        if not self.counts[index]:
            raise NoSolution(self.reason(index))
        if not len(self.solutions):
            raise NonetError("the solutions were only counted; solve_many keeps them")
        return Grid.of_digits((self.solutions[index] & _DIGIT).tobytes(), Shape(3, 3))

    def __repr__(self) -> str:
        return f"<Batch of {len(self)}: {np.count_nonzero(self.is_solved)} solved, {np.count_nonzero(self.is_bad)} bad>"
