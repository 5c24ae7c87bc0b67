"""One 9x9 puzzle, asked of the compiled kernel without NumPy.

A batch is worth an array; a single puzzle is not even worth importing NumPy. Where there is no kernel, or the board has
another shape, `serves` says so, and the methods of `nonet.search` answer instead.
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING

from ..geometry import Shape
from ..grid import Grid

if TYPE_CHECKING:
    from types import ModuleType

__all__ = ["best", "count", "kernel", "serves", "solutions", "solve"]

_NINE = Shape(3, 3)
_MOST = 0xFFFF_FFFF
_FIRST_ROOM, _MOST_ROOM = 2, 1024  # solutions asked for at a time: few at first, for those who want few


@cache
def kernel() -> ModuleType | None:
    """The compiled kernel, if it is installed.

    >>> kernel() is None or "avx2" in kernel().instruction_sets() or "baseline" in kernel().instruction_sets()
    True
    """
    try:
        from .. import _native
    except ImportError:
        return None
    return _native


def serves(grid: Grid) -> bool:
    """Whether the kernel can be asked about a grid: it is there, not switched off, and the board is 9x9.

    >>> serves(Grid.empty((2, 2)))
    False
    """
    return grid.shape is _NINE and kernel() is not None and os.environ.get("NONET_BACKEND") != "numpy"


def solve(grid: Grid, limit: int) -> tuple[int, Grid | None]:
    """How many solutions a grid has up to a limit, and the first one found.

    >>> solve(Grid.empty(), 2)[0] if serves(Grid.empty()) else 2
    2
    """
    digits, found = bytearray(81), array("I", [0])
    _kernel().solve(bytes(grid), 1, 81, limit, digits, found, bytearray(1), 1)
    return found[0], Grid.of_digits(bytes(digits), _NINE) if found[0] else None


def count(grid: Grid, limit: int | None) -> int:
    """How many solutions a grid has up to a limit; Ctrl-C stops it.

    >>> count(Grid.empty(), 100_000) if serves(Grid.empty()) else 100_000
    100000
    """
    if limit == 0:
        return 0
    found = array("I", [0])
    _kernel().solve(bytes(grid), 1, 81, min(limit or _MOST, _MOST), None, found, bytearray(1), 1)
    return found[0]


def solutions(grid: Grid) -> Iterator[Grid]:
    """Every solution, one at a time; only a few are held at once.

    >>> next(solutions(Grid.empty())).is_solved if serves(Grid.empty()) else True
    True
    """
    asked = _kernel()
    enumeration = asked.enumeration(bytes(grid))
    room = _FIRST_ROOM
    while True:
        digits = bytearray(81 * room)
        number = asked.next_solutions(enumeration, digits)
        for start in range(0, 81 * number, 81):
            yield Grid.of_digits(bytes(digits[start : start + 81]), _NINE)
        if number < room:
            return
        room = min(4 * room, _MOST_ROOM)


def best(grid: Grid, weights: Sequence[float]) -> tuple[Grid, float] | None:
    """The solution of greatest weighted sum and its score; None if there is no solution.

    >>> best(Grid.empty(), [0] * 81)[1] if serves(Grid.empty()) else 0.0
    0.0
    """
    digits = bytearray(81)
    status, score = _kernel().maximize(bytes(grid), array("d", weights), digits)
    return (Grid.of_digits(bytes(digits), _NINE), score) if status in _FOUND else None


_FOUND = (1, 2, 3)
"""The codes of a puzzle that has a solution."""


def _kernel() -> ModuleType:
    found = kernel()
    if found is None:
        raise RuntimeError("ask `serves` before asking the kernel")
    return found
