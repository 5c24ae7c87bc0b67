"""Batch: the results for many puzzles as arrays, one row per puzzle, in their order."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..errors import ArgumentError, NoSolution
from ..geometry import Shape
from ..grid import Grid
from ..kernel import Status
from ..rows import Rows

__all__ = ["Batch"]


_DIGIT = np.uint8(15)
"""The low bits of a digit, which are the same in its character."""


class Batch:
    """The results for many puzzles: row i of every array is puzzle i.

    >>> from nonet.engine import solve_many
    >>> batch = solve_many(["53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79", "11"])
    >>> len(batch), batch.counts, batch.is_unique
    (2, array([1, 0], dtype=uint64), array([ True, False]))
    >>> print(batch.grid(0))
    534678912672195348198342567859761423426853791713924856961537284287419635345286179
    >>> batch.reason(1)
    '2 cells, but a 9x9 board has 81'
    """

    __slots__ = ("_rows", "counts", "guesses", "guesses_per_puzzle", "limit", "solutions", "status", "sweeps")

    def __init__(
        self,
        rows: Rows,
        limit: int,
        solutions: NDArray[np.uint8],
        counts: NDArray[np.uint64],
        status: NDArray[np.uint8],
        guesses: int,
        sweeps: int,
        guesses_per_puzzle: NDArray[np.uint64] | None = None,
    ) -> None:
        self._rows = rows
        self.limit = limit
        """The number of solutions at which counting stopped."""
        self.solutions = solutions
        """The first solution of each puzzle: 81 digits in reading order, or characters if requested. Zeros if there is
        none; no rows if solutions were only counted."""
        self.counts = counts
        """The number of solutions of each puzzle, up to the limit."""
        self.status = status
        """The `Status` of each puzzle."""
        self.guesses = guesses
        """The number of guesses, over all puzzles."""
        self.sweeps = sweeps
        """The rounds of propagation, over all puzzles: a measure of work that differs between backends."""
        self.guesses_per_puzzle = guesses_per_puzzle
        """The number of guesses for each puzzle, if requested. For a puzzle that reached the limit it has no meaning,
        since the guesses until then depend on the backend."""

    def __len__(self) -> int:
        return len(self.status)

    @property
    def is_solved(self) -> NDArray[np.bool_]:
        """Which puzzles have a solution, as an array."""
        return self.counts > 0

    @property
    def is_unique(self) -> NDArray[np.bool_]:
        """Which puzzles have exactly one solution, as an array. With a limit of 1 this is not known, so none."""
        is_unique: NDArray[np.bool_] = self.status == np.uint8(Status.UNIQUE)
        return is_unique

    @property
    def reached_limit(self) -> NDArray[np.bool_]:
        """Which puzzles have as many solutions as were counted at most, as an array; they may have more.

        >>> from nonet.engine import count_many
        >>> count_many(["." * 81, "11" + "." * 79], limit=5).reached_limit
        array([ True, False])
        """
        return self.counts >= np.uint64(self.limit)

    @property
    def is_bad(self) -> NDArray[np.bool_]:
        """Which puzzles could not be searched, as an array; `reason` says why."""
        return self.status >= np.uint8(Status.CONFLICT)

    def reason(self, index: int) -> str:
        """Return the result for one puzzle as a sentence; for a bad one it names the cells."""
        status = Status(int(self.status[index]))
        return self._rows.reason(range(len(self))[index], status) or status.sentence

    def grid(self, index: int) -> Grid:
        """Return the first solution of one puzzle; raise `NoSolution` with the reason if it has none."""
        if not self.counts[index]:
            raise NoSolution(self.reason(index))
        if not len(self.solutions):
            raise ArgumentError("count_many does not keep solutions; use solve_many")
        return Grid.of_digits((self.solutions[index] & _DIGIT).tobytes(), Shape(3, 3))

    def to_dict(self) -> dict[str, object]:
        """Return the results as plain values, for JSON: one list per column.

        >>> from nonet.engine import count_many
        >>> count_many(["." * 81]).to_dict()
        {'status': ['several'], 'count': [2]}
        """
        columns: dict[str, object] = {
            "status": [Status(code).word for code in self.status.tolist()],
            "count": self.counts.tolist(),
        }
        if len(self.solutions):
            texts = [(row & _DIGIT | ord("0")).tobytes().decode() for row in self.solutions]
            columns["solution"] = [text if count else None for text, count in zip(texts, self.counts, strict=True)]
        return columns

    def __repr__(self) -> str:
        return f"<Batch of {len(self)}: {np.count_nonzero(self.is_solved)} solved, {np.count_nonzero(self.is_bad)} bad>"
