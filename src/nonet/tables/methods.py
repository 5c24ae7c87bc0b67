"""The computations as methods, the same in every data frame library: what ``.sudoku`` offers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Generic, TypeVar

__all__ = ["SudokuMethods"]

_Column = TypeVar("_Column")


class SudokuMethods(ABC, Generic[_Column]):
    """The methods for a column of puzzles. A library defines how a column is computed.

    >>> class Names(SudokuMethods[str]):
    ...     def _compute(self, name, **options):
    ...         return name
    >>> Names().check()
    'status'
    """

    @abstractmethod
    def _compute(self, name: str, **options: Any) -> _Column:
        """Return the column of this name in `nonet.bulk.COLUMNS` for these puzzles."""

    def solve(self, *, limit: int = 2, threads: int | None = None) -> _Column:
        """Return the solutions as text; null if there is not exactly one. With `limit` 1, any solution."""
        return self._compute("solution", limit=limit, threads=threads)

    def count(self, *, limit: int = 2, threads: int | None = None) -> _Column:
        """Return the numbers of solutions, counted up to `limit`; null if the row is not a board."""
        return self._compute("count", limit=limit, threads=threads)

    def check(self, *, limit: int = 2, threads: int | None = None) -> _Column:
        """Return the status of each row: unique, several, none, conflict, bad or missing."""
        return self._compute("status", limit=limit, threads=threads)

    def clues(self, *, threads: int | None = None) -> _Column:
        """Return the numbers of givens; null if the row is not a board."""
        return self._compute("clues", threads=threads)

    def guesses(self, *, limit: int = 2, threads: int | None = None) -> _Column:
        """Return the guesses of the search; null if not 9x9, or if there are as many solutions as `limit`."""
        return self._compute("guesses", limit=limit, threads=threads)

    def answer(self, *, limit: int = 2, threads: int | None = None) -> _Column:
        """Return solution, count and status as structs, from one search."""
        return self._compute("answer", limit=limit, threads=threads)

    def canonical(self, *, threads: int | None = None) -> _Column:
        """Return the canonical forms, the same for all equivalent boards; null if the board is bad."""
        return self._compute("canonical", threads=threads)

    def rate(self, *, threads: int | None = None) -> _Column:
        """Return level, score, hardest technique and steps as structs; null if there is not exactly one solution."""
        return self._compute("rating", threads=threads)

    def se(self, *, canonical: bool = False, threads: int | None = None) -> _Column:
        """Return ER, EP and ED of Sudoku Explainer as structs; null if there is not exactly one solution.

        With `canonical` they are those of the canonical form, equal for all equivalent boards.
        """
        return self._compute("canonical_se" if canonical else "se", threads=threads)

    def pencilmarks(self, *, threads: int | None = None) -> _Column:
        """Return the candidates of each cell as masks, bit d - 1 for d; null if the row is bad or a cell has none."""
        return self._compute("pencilmarks", threads=threads)
