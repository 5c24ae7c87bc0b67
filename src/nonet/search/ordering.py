"""Solutions in lexicographic order, from a method that finds them in another order.

A search that branches in any order would have to find all solutions to sort them. But any method can find out whether a
board has a solution at all. So the blanks are filled in reading order, the digits in ascending order, and before each
step the method checks that the board still has a solution. The solutions come out sorted, one at a time, however many
there are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..geometry import digits_of
from ..grid import Grid
from ..position import possible_masks
from .trace import Trace


def in_order(grid: Grid, method: Callable[[Grid, Trace], Iterator[Grid]], trace: Trace) -> Iterator[Grid]:
    """Yield every solution in lexicographic order, whatever the order of the method.

    >>> from nonet.search import METHODS
    >>> for solution in in_order(Grid(".42. 3..1 ...2 2..."), METHODS["dlx"], Trace()):
    ...     print(solution)
    1423324141322314
    1423324143122134
    """
    placed = trace.placed
    boards: list[tuple[Grid, Grid | None]] = [(grid, None)]  # the smallest last; a solution of each, if known
    while boards:
        board, solution = boards.pop()
        if solution is None:
            solution = next(method(board, trace), None)
            trace.remove_to(placed)
        if solution is None:
            continue
        blank = bytes(board).find(0)
        if blank < 0:
            yield board
            continue
        for digit in sorted(digits_of(possible_masks(board)[blank]), reverse=True):
            boards.append((board.replace({blank: digit}), solution if solution[blank] == digit else None))
