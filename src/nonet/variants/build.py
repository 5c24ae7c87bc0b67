"""What the rules use to make primitives: pair tables, sums without repeated cells, automata."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, pairwise

from ..errors import ArgumentError
from ..limits import MOST_SETS
from ..puzzle import Board
from . import primitives
from .automata import Dfa
from .expansion import between_branches

__all__ = [
    "IMPOSSIBLE",
    "allowed",
    "automaton",
    "between",
    "chain",
    "distinct",
    "equal_sums",
    "linear",
    "pair",
    "pairs",
    "sets_of",
    "table",
]

IMPOSSIBLE = primitives.AnyOf(())
"""A primitive that is never true."""

RELATIONS: dict[str, Callable[[int, int, int], bool]] = {
    "less by": lambda a, b, value: b - a >= value,
    "less": lambda a, b, _: a < b,
    "at most": lambda a, b, _: a <= b,
    "equal": lambda a, b, _: a == b,
    "difference": lambda a, b, value: abs(a - b) == value,
    "no difference": lambda a, b, value: abs(a - b) != value,
    "apart": lambda a, b, value: abs(a - b) >= value,
    "ratio": lambda a, b, value: a == value * b or b == value * a,
    "no ratio": lambda a, b, value: a != value * b and b != value * a,
    "sum": lambda a, b, value: a + b == value,
    "no sum": lambda a, b, value: a + b != value,
    "no kropki": lambda a, b, _: abs(a - b) != 1 and a != 2 * b and b != 2 * a,
    "no xv": lambda a, b, _: a + b not in (5, 10),
    "not both": lambda a, b, value: not a == b == value,
    "other third": lambda a, b, _: (a - 1) // 3 != (b - 1) // 3,
    "same third": lambda a, b, _: (a - 1) // 3 == (b - 1) // 3,
    "other residue": lambda a, b, value: a % value != b % value,
    "same residue": lambda a, b, value: a % value == b % value,
}
"""The relations between two digits, some with a value."""


@lru_cache(maxsize=1024)
def _table(low: int, high: int, relation: str, value: int) -> tuple[int, ...]:
    holds, digits = RELATIONS[relation], range(low, high + 1)
    return tuple(sum(1 << b - low for b in digits if holds(a, b, value)) for a in digits)


def table(board: Board, relation: str, value: int = 0) -> tuple[int, ...]:
    """Return the table of a relation: for each first digit the mask of the second.

    >>> [f"{mask:03b}" for mask in table(Board(3, 3, 1, 3), "less")]
    ['110', '100', '000']
    """
    return _table(board.low, board.high, relation, value)


def pair(first: int, second: int, masks: tuple[int, ...]) -> primitives.Primitive:
    """Return the primitive of a table on two cells, which may be the same cell.

    >>> pair(5, 5, (0b10, 0b10))
    Allowed(cell=5, mask=2)
    """
    if first == second:
        return primitives.Allowed(first, sum(mask & 1 << i for i, mask in enumerate(masks)))
    return primitives.Pair(first, second, masks)


def pairs(cells: Iterable[tuple[int, int]], masks: tuple[int, ...]) -> list[primitives.Primitive]:
    """Return the primitives of a table on each of several pairs of cells.

    >>> pairs([(4, 5), (6, 6)], (0b10, 0b10))
    [Pair(first=4, second=5, table=(2, 2)), Allowed(cell=6, mask=2)]
    """
    return [
        pair(first, second, masks) if first == second else _new(primitives.Pair, (first, second, masks))
        for first, second in cells
    ]


_new = tuple.__new__
"""Makes a named tuple without its constructor, in a quarter of the time. Many puzzles have hundreds of pairs."""


def chain(cells: Iterable[int], masks: tuple[int, ...]) -> list[primitives.Primitive]:
    """Return a table on each two neighbors of a line.

    >>> [(each.first, each.second) for each in chain([4, 5, 6], (0b10, 0b01))]
    [(4, 5), (5, 6)]
    """
    return pairs(pairwise(cells), masks)


def linear(cells: Sequence[int], weights: Sequence[int], total: int) -> primitives.Primitive:
    """Return a weighted sum; the weights of a cell that occurs twice are added.

    >>> linear((0, 1, 0), (1, 1, 1), 7)
    Linear(cells=(0, 1), weights=(2, 1), total=7)
    """
    if len(set(cells)) == len(cells) and 0 not in weights:
        return primitives.Linear(tuple(cells), tuple(weights), total)
    merged = dict.fromkeys(cells, 0)
    for cell, weight in zip(cells, weights, strict=True):
        merged[cell] += weight
    merged = {cell: weight for cell, weight in merged.items() if weight}
    if not merged:
        return primitives.AnyOf(((),)) if total == 0 else IMPOSSIBLE
    return primitives.Linear(tuple(merged), tuple(merged.values()), total)


def equal_sums(groups: Sequence[Sequence[int]]) -> Iterator[primitives.Primitive]:
    """Yield that the sums of groups are equal. Few groups are all compared; of many, neighbors and the smallest.

    >>> next(equal_sums([(0, 1), (2,)]))
    Linear(cells=(0, 1, 2), weights=(1, 1, -1), total=0)
    """
    numbers = range(len(groups))
    chosen: Iterable[tuple[int, int]] = combinations(numbers, 2)
    if len(groups) > 4:
        smallest = min(numbers, key=lambda i: len(groups[i]))
        with_smallest = ((min(i, smallest), max(i, smallest)) for i in numbers if i != smallest)
        chosen = sorted({*pairwise(numbers), *with_smallest})
    for i, j in chosen:
        yield linear((*groups[i], *groups[j]), (1,) * len(groups[i]) + (-1,) * len(groups[j]), 0)


def distinct(cells: Sequence[int]) -> list[primitives.Primitive]:
    """Return that cells are different; nothing for a single cell."""
    return [primitives.Distinct(tuple(cells))] if len(cells) > 1 else []


def allowed(cells: Iterable[int], mask: int) -> list[primitives.Primitive]:
    """Return that each cell has one of some digits."""
    return [_new(primitives.Allowed, (cell, mask)) for cell in cells]


def automaton(cells: Sequence[int], dfa: Dfa) -> primitives.Primitive:
    """Return an automaton on cells."""
    return primitives.Automaton(tuple(cells), *dfa)


def between(board: Board, cells: tuple[int, ...], ends: tuple[int, ...], total: int) -> Iterator[primitives.Primitive]:
    """Yield that the digits between two ends, or between the smallest and the largest digit, have a sum.

    >>> next(between(Board(4, 4, 1, 4), (0, 1, 2), (), 3))
    Between(cells=(0, 1, 2), ends=(), total=3)
    """
    primitive = primitives.Between(cells, ends, total)
    is_small = board.low >= 0 and total <= _MOST_BETWEEN
    yield primitive if is_small else between_branches(primitive, board)


_MOST_BETWEEN = 127
"""The largest sum between two digits that the kernel knows without automata."""


def sets_of(board: Board, size: int, test: Callable[[tuple[int, ...]], bool]) -> tuple[int, ...]:
    """Return the sets of a number of different digits that pass a test.

    >>> [f"{mask:04b}" for mask in sets_of(Board(4, 4, 1, 4), 2, lambda digits: sum(digits) == 5)]
    ['1001', '0110']
    """
    found: list[int] = []
    for number, digits in enumerate(combinations(board.values, size)):
        if number >= 50 * MOST_SETS or len(found) > MOST_SETS:
            raise ArgumentError(f"{size} cells have too many sets of digits on {board.a_board}")
        if test(digits):
            found.append(board.mask(digits))
    return tuple(found)
