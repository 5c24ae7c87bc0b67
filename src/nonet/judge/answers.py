"""What a judge prints for a case."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import TypeAlias

from ..errors import NoSolution
from ..solving import maximize, solutions
from .cases import Case

__all__ = [
    "Answer",
    "all_solutions",
    "any_solution",
    "best_score",
    "first_or_none",
    "first_solution",
    "only_or_count",
    "scenario",
]

Answer: TypeAlias = Callable[[Case], Iterator[str]]
"""A function that yields the text of an answer, in one or several pieces."""


def any_solution(case: Case) -> Iterator[str]:
    """Yield a solution; this also answers problems that promise exactly one.

    >>> from nonet import Grid
    >>> from nonet.judge.cases import digit_layout
    >>> list(any_solution(Case(1, Grid("12.. 34.. 21.. ..2."), digit_layout(2))))
    ['1234\\n3412\\n2143\\n4321\\n']
    """
    yield case.write(case.solution())


def first_solution(case: Case) -> Iterator[str]:
    """Yield the first solution in lexicographic order.

    >>> from nonet import Grid
    >>> from nonet.judge.cases import digit_layout
    >>> list(first_solution(Case(1, Grid.empty((2, 2)), digit_layout(2))))
    ['1234\\n3412\\n2143\\n4321\\n']
    """
    yield case.write(case.solution(ordered=True))


def first_or_none(case: Case) -> Iterator[str]:
    """Yield the first solution in lexicographic order, or NO SOLUTION.

    >>> from nonet import Grid
    >>> from nonet.judge.cases import digit_layout
    >>> list(first_or_none(Case(1, Grid("11.. .... .... ...."), digit_layout(2))))
    ['NO SOLUTION\\n']
    """
    try:
        yield from first_solution(case)
    except NoSolution:
        yield "NO SOLUTION\n"


def scenario(case: Case) -> Iterator[str]:
    """Yield the number of the case and a solution.

    >>> from nonet import Grid
    >>> from nonet.judge.cases import digit_layout
    >>> list(scenario(Case(3, Grid.empty((1, 1)), digit_layout(1))))
    ['Scenario #3:\\n1\\n']
    """
    yield f"Scenario #{case.number}:\n{case.write(case.solution())}"


def all_solutions(case: Case) -> Iterator[str]:
    """Yield every solution in lexicographic order, each followed by an empty line, then their number.

    >>> from nonet import Grid
    >>> from nonet.judge.cases import digit_layout
    >>> list(all_solutions(Case(1, Grid.empty((1, 1)), digit_layout(1))))
    ['1\\n\\n', 'there are a total of 1 solution(s).\\n']
    """
    number = 0
    for solution in solutions(case.grid, ordered=True):
        number += 1
        yield f"{case.write(solution)}\n"
    yield f"there are a total of {number} solution(s).\n"


def only_or_count(case: Case) -> Iterator[str]:
    """Yield the solution if there is exactly one, otherwise the number of solutions.

    >>> from nonet import Grid
    >>> from nonet.judge.cases import digit_layout
    >>> list(only_or_count(Case(1, Grid.empty((2, 2)), digit_layout(2))))
    ['Liczba rozwiazan: 288\\n']
    """
    found = solutions(case.grid)
    first_two = list(islice(found, 2))
    if len(first_two) == 1:
        yield case.write(first_two[0])
    else:
        yield f"Liczba rozwiazan: {len(first_two) + sum(1 for _ in found)}\n"


def best_score(case: Case) -> Iterator[str]:
    """Yield the highest score of a solution in Target Sudoku, or -1 if there is no solution.

    >>> from nonet import Grid
    >>> from nonet.judge.cases import digit_layout
    >>> boards = Grid("1... .... .... ...."), Grid("11.. .... .... ....")
    >>> [next(best_score(Case(1, board, digit_layout(2)))) for board in boards]
    ['252\\n', '-1\\n']
    """
    try:
        yield f"{int(maximize(case.grid).score)}\n"
    except NoSolution:
        yield "-1\n"
