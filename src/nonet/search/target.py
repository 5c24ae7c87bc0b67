"""Target Sudoku: the solution with the greatest weighted sum, by branch and bound.

Each cell has a weight; the score of a solution is the sum of digit times weight over all cells. The search is that of
`propagation` with an upper bound: if the bound of a branch does not exceed the best score so far, the branch is left.
The search guesses where the alternatives differ most, and tries the better one first, so good scores come early and cut
off more.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..grid import Grid
from .bitboards import Board, Choice
from .propagation import explore, fewest_choices
from .scoring import Best, UpperBound, score, target_weights
from .trace import Trace


def search(grid: Grid, trace: Trace) -> Iterator[Grid]:
    """Yield every solution, high scores early; `best_solution` finds only the best.

    >>> [str(solution) for solution in search(Grid(".42. 3..1 ...2 2..."), Trace())]
    ['1423324143122134', '1423324141322314']
    """
    weights = target_weights(grid.shape)
    return explore(Board(grid), trace, lambda board: choices_by_score(board, weights))


def best_solution(grid: Grid, weights: Sequence[float], trace: Trace) -> Best | None:
    """Return the solution with the highest score, or None if there is no solution.

    >>> grid = Grid(".42. 3..1 ...2 2...")
    >>> best = best_solution(grid, target_weights(grid.shape), Trace())
    >>> str(best.grid), best.score
    ('1423324143122134', 250)
    """
    if not grid.is_consistent:
        trace.fail()
        return None
    upper_bound = UpperBound(grid.shape, weights)
    best: Best | None = None

    def choose(board: Board) -> list[Choice]:
        if best is not None and upper_bound(board) <= best.score:
            return []
        return choices_by_score(board, weights)

    for solution in explore(Board(grid), trace, choose):
        found = Best(solution, score(solution, weights))
        if best is None or found.score > best.score:
            best = found
    return best


def choices_by_score(board: Board, weights: Sequence[float]) -> list[Choice]:
    """Return the alternatives of the next guess, the highest score first, where they differ most."""

    def value(choice: Choice) -> float:
        return (choice[1] + 1) * weights[choice[0]]

    def stake(choices: list[Choice]) -> float:
        return abs(value(choices[-1]) - value(choices[0]))

    return sorted(fewest_choices(board, stake), key=value, reverse=True)
