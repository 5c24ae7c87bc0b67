"""Boards of other sizes than 9x9, which the engine does not solve: read and solved one by one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from ..errors import NonetError
from ..geometry import Shape
from ..grid import Grid
from ..kernel import Status
from ..rows import Rows
from ..solving import solutions

__all__ = ["OtherBoard", "other_grids"]

_NINE = Shape(3, 3)


class OtherBoard(NamedTuple):
    """The results for a board of another size.

    >>> OtherBoard.of(Grid("1... ..2. .3.. ...4"), limit=2).status.word
    'unique'
    """

    grid: Grid
    status: Status
    number: int
    """The number of solutions, up to the limit."""
    solution: Grid | None
    """The only solution; with limit 1, any solution."""

    @classmethod
    def of(cls, grid: Grid, limit: int) -> OtherBoard:
        """Solve a board, and count its solutions up to the limit."""
        if grid.conflicts():
            return cls(grid, Status.CONFLICT, 0, None)
        found = solutions(grid, limit=limit)
        first = next(found, None)
        if first is None:
            return cls(grid, Status.NO_SOLUTION, 0, None)
        number = 1 + sum(1 for _ in found)
        if number > 1:
            return cls(grid, Status.SEVERAL, number, None)
        return cls(grid, Status.SOLVED if limit == 1 else Status.UNIQUE, number, first)


def other_grids(values: Any, rows: Rows) -> dict[int, Grid]:
    """Return the boards of other sizes in an Arrow array, by row; `rows` are those of the array.

    >>> import pyarrow as pa
    >>> texts = pa.array(["." * 81, "12" + "." * 14, "12", None])
    >>> other_grids(texts, Rows.of(texts))
    {1: Grid('12..............')}
    """
    misfits = [row for row in rows.misfits.tolist() if rows.missing is None or not rows.missing[row]]
    if not misfits:
        return {}
    grids = {row: _grid(value) for row, value in zip(misfits, _picked(values, misfits), strict=True)}
    return {row: grid for row, grid in grids.items() if grid is not None and grid.shape is not _NINE}


def _picked(values: Any, rows: list[int]) -> Iterable[Any]:
    return (values[row].as_py() for row in rows)


def _grid(value: Any) -> Grid | None:
    """Return a value of a column as a board; None if it is none."""
    try:
        return Grid(value)
    except (NonetError, TypeError):  # a list may contain null
        return None
