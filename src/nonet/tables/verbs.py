"""The questions as methods, the same in every data frame library: what `.sudoku` offers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Generic, TypeVar

__all__ = ["Verbs"]

_Column = TypeVar("_Column")


class Verbs(ABC, Generic[_Column]):
    """Solve, count, check, answer and pencilmarks for a column of puzzles; a library says how its columns are answered.

    >>> class Reversed(Verbs[str]):
    ...     def _answer(self, name, **options):
    ...         return name[::-1]
    >>> Reversed().check()
    'sutats'
    """

    @abstractmethod
    def _answer(self, name: str, **options: Any) -> _Column:
        """The column of this name in `nonet.tables.COLUMNS`, for these puzzles."""

    def solve(self, *, limit: int = 2, threads: int | None = None) -> _Column:
        """The solutions, 81 digits each; null where there is not exactly one. With `limit` 1 any will do."""
        return self._answer("solution", limit=limit, threads=threads)

    def count(self, *, limit: int = 2, threads: int | None = None) -> _Column:
        """The numbers of solutions, counted up to `limit`; null where there is no board."""
        return self._answer("count", limit=limit, threads=threads)

    def check(self, *, limit: int = 2, threads: int | None = None) -> _Column:
        """What each row is: unique, several, none, conflict, bad value, bad length or missing."""
        return self._answer("status", limit=limit, threads=threads)

    def answer(self, *, limit: int = 2, threads: int | None = None) -> _Column:
        """Solution, count and status as structs: all three for one search."""
        return self._answer("answer", limit=limit, threads=threads)

    def canonical(self, *, threads: int | None = None) -> _Column:
        """The canonical forms: the same for all boards that are the same in disguise; null for a bad board."""
        return self._answer("canonical", threads=threads)

    def rate(self, *, threads: int | None = None) -> _Column:
        """How hard each puzzle is: level, score, hardest and steps as structs; null where there is not one solution."""
        return self._answer("rating", threads=threads)

    def pencilmarks(self, *, threads: int | None = None) -> _Column:
        """The candidates of each cell as masks, bit d - 1 for d; null where there is no board, or none is left."""
        return self._answer("pencilmarks", threads=threads)
