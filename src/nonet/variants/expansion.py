"""Primitives in terms of simpler ones, for engines that do not know them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import combinations

from ..puzzle import Board
from .automata import Dfa, explored
from .primitives import Allowed, AnyOf, Automaton, Between, Count, Pair, Pointer, Primitive, Rank, Tally, Variety

__all__ = ["between_branches", "expanded"]


def expanded(primitive: Tally | Between | Rank | Variety | Pointer, board: Board) -> tuple[Primitive, ...]:
    """Return other primitives that together have the same meaning.

    >>> type(expanded(Between((0, 1, 2), (1, 3), 2), Board(3, 3, 1, 3))[0]).__name__
    'AnyOf'
    """
    match primitive:
        case Tally():
            return (_tally(primitive, board),)
        case Between():
            return (between_branches(primitive, board),)
        case Rank():
            return _rank(primitive, board)
        case Variety():
            cells = (*primitive.cells, primitive.number)
            return (Automaton(cells, *_distinct_dfa(board.low, board.high, len(primitive.cells))),)
        case Pointer():
            return tuple(_pointer(primitive, board))


def _tally(primitive: Tally, board: Board) -> AnyOf:
    cells = primitive.cells
    return AnyOf(
        tuple(
            tuple(Count(cells, 1 << i, number, number) for i, number in enumerate(tally)) for tally in primitive.tallies
        )
    )


def between_branches(primitive: Between, board: Board) -> AnyOf:
    """Return the possible ends, each as an automaton; the lowest and highest digits restrict all others, too.

    >>> len(between_branches(Between((0, 1), (), 0), Board(3, 3, 1, 3)).branches)
    3
    """
    cells, ends, total = primitive

    def branch(first: int, second: int) -> tuple[Primitive, ...]:
        within = () if ends else tuple(Allowed(cell, board.mask(range(first, second + 1))) for cell in cells)
        return (*within, Automaton(cells, *between_dfa(board.low, board.high, first, second, total)))

    return AnyOf(tuple(branch(*each) for each in ([ends] if ends else combinations(board.values, 2))))


_BEFORE, _AFTER_FIRST, _AFTER_SECOND, _AFTER_BOTH = range(4)


def between_step(first: int, second: int, total: int) -> Callable[[tuple[int, int], int], tuple[int, int] | None]:
    """Return how the digits between two digits, in any order, are added: a state is a phase and the sum so far."""

    def step(state: tuple[int, int], digit: int) -> tuple[int, int] | None:
        phase, so_far = state
        if digit not in (first, second):
            if phase in (_BEFORE, _AFTER_BOTH):
                return state
            return (phase, so_far + digit) if so_far + digit <= total else None
        own, other = (_AFTER_FIRST, _AFTER_SECOND) if digit == first else (_AFTER_SECOND, _AFTER_FIRST)
        if phase == _BEFORE:
            return own, 0
        return (_AFTER_BOTH, 0) if phase == other and so_far == total else None

    return step


@lru_cache(maxsize=4096)
def between_dfa(low: int, high: int, first: int, second: int, total: int) -> Dfa:
    """Return the automaton of lines whose digits between two digits, in any order, have a sum.

    >>> len(between_dfa(1, 4, 1, 4, 5).moves)
    10
    """
    step = between_step(first, second, total)
    return explored((_BEFORE, 0), step, lambda state: state[0] == _AFTER_BOTH, range(low, high + 1))


def _rank(primitive: Rank, board: Board) -> tuple[Primitive, ...]:
    first = board.mask([primitive.first])
    is_less, is_larger = (_order_dfa(board.low, board.high, less) for less in (True, False))

    def ranked(group: tuple[tuple[int, ...], ...], dfa: Dfa) -> AnyOf:
        """Return that the line of this group that begins with the first digit is smaller, or larger."""
        return AnyOf(
            tuple((Allowed(line[0], first), Automaton(_interleaved(line, primitive.line), *dfa)) for line in group)
        )

    orders = AnyOf(
        tuple(
            tuple(ranked(group, is_less if i in chosen else is_larger) for i, group in enumerate(primitive.groups))
            for chosen in combinations(range(len(primitive.groups)), primitive.smaller)
        )
    )
    once = [Count(tuple(line[0] for line in group), first, 1, 1) for group in primitive.groups]
    return (Allowed(primitive.line[0], first), *once, orders)


def _interleaved(first: tuple[int, ...], second: tuple[int, ...]) -> tuple[int, ...]:
    """Return the cells of two lines in turn, without those that both have in the same place."""
    return tuple(cell for pair in zip(first, second, strict=True) if pair[0] != pair[1] for cell in pair)


@lru_cache(maxsize=64)
def _order_dfa(low: int, high: int, less: bool) -> Dfa:
    """Return the automaton of two numbers whose digits are read in turn: the first is smaller, or larger."""

    def step(state: int | str, digit: int) -> int | str | None:
        if state == "decided":
            return state
        if isinstance(state, str):  # equal so far: remember the digit of the first number
            return digit
        if state == digit:
            return "equal"
        return "decided" if (state < digit) == less else None

    start: int | str = "equal"
    return explored(start, step, lambda state: state == "decided", range(low, high + 1))


@lru_cache(maxsize=64)
def _distinct_dfa(low: int, high: int, length: int) -> Dfa:
    def step(state: tuple[int, int], digit: int) -> tuple[int, int] | None:
        position, seen = state
        if position < length - 1:
            return position + 1, seen | 1 << digit - low
        if position == length - 1:  # from here on, only the number of digits counts
            return length, (seen | 1 << digit - low).bit_count()
        return (length + 1, 0) if seen == digit and position == length else None

    return explored((0, 0), step, lambda state: state[0] == length + 1, range(low, high + 1))


def _pointer(primitive: Pointer, board: Board) -> Iterator[Primitive]:
    index, cells, start, mask = primitive
    possible = 0
    for digit, cell in enumerate(cells, start - board.low):
        if 0 <= digit < board.digits and (cell != index or mask >> digit & 1):
            possible |= 1 << digit
            if cell != index:
                yield Pair(index, cell, tuple(mask if i == digit else board.all_digits for i in range(board.digits)))
    yield Allowed(index, possible)
