"""Solutions in lexicographic order from a method that finds them in its own.

A search that branches where it likes cannot yield its solutions sorted without finding all of them first. But any
method can say whether a board has a solution at all. So the blanks are filled in reading order, the digits in
rising order, and the method is asked before each step whether the beginning still leads somewhere. A step that does
is never taken back for nothing, and the solutions come out sorted, one at a time, however many there are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..geometry import digits_of
from ..grid import Grid
from ..position import possible_masks
from .trace import Trace


def in_order(grid: Grid, method: Callable[[Grid, Trace], Iterator[Grid]], trace: Trace) -> Iterator[Grid]:
    """Every solution, in lexicographic order, whatever the order of the method.

    >>> from nonet.search import METHODS
    >>> for solution in in_order(Grid(".42. 3..1 ...2 2..."), METHODS["dlx"], Trace()):
    ...     print(solution)
    1423324141322314
    1423324143122134
    """
    standing = trace.standing
    beginnings: list[tuple[Grid, Grid | None]] = [(grid, None)]  # the least last, each with a solution if one is known
    while beginnings:
        board, solution = beginnings.pop()
        if solution is None:
            solution = next(method(board, trace), None)
            trace.remove_down_to(standing)
        if solution is None:
            continue
        blank = bytes(board).find(0)
        if blank < 0:
            yield board
            continue
        for digit in sorted(digits_of(possible_masks(board)[blank]), reverse=True):
            beginnings.append((board.replace({blank: digit}), solution if solution[blank] == digit else None))
