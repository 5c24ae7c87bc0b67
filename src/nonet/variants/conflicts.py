"""What a player needs of the rules while filling in a board: broken rules, and which cells see each other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ..geometry import mask_of
from ..puzzle import Board, Rule
from .primitives import (
    Allowed,
    AnyOf,
    Choice,
    Distinct,
    Element,
    Pair,
    Pointer,
    Primitive,
    Rank,
    Same,
    Variety,
)
from .reference import narrowed

__all__ = ["cells_of", "cells_seen", "rule_conflicts"]


def cells_of(primitive: Primitive) -> tuple[int, ...]:
    """Return the cells that a primitive is about.

    >>> cells_of(Element(0, (1, 2), 3))
    (0, 1, 2, 3)
    """
    match primitive:
        case Allowed():
            cells: Iterable[int] = (primitive.cell,)
        case Pair():
            cells = (primitive.first, primitive.second)
        case Element():
            cells = (primitive.index, *primitive.cells, primitive.value)
        case Same():
            cells = (cell for group in primitive.groups for cell in group)
        case AnyOf():
            cells = (cell for branch in primitive.branches for each in branch for cell in cells_of(each))
        case Rank():
            cells = (*primitive.line, *(cell for group in primitive.groups for line in group for cell in line))
        case Pointer():
            cells = (primitive.index, *primitive.cells)
        case Variety():
            cells = (*primitive.cells, primitive.number)
        case _:
            cells = primitive.cells
    return tuple(sorted(set(cells)))


def rule_conflicts(rules: Iterable[Rule], board: Board, digits: Sequence[int]) -> Iterator[tuple[Rule, int]]:
    """Yield each rule that digits break, with the bitboard of the cells with digits that break it; 0 is a blank.

    A primitive is broken if no digits in its blank cells make it true, as far as its propagator sees. The primitives
    of a rule are looked at one by one, and together only if each can be true by itself.

    >>> from nonet.variants import AntiKnight
    >>> [bin(cells) for _, cells in rule_conflicts([AntiKnight()], Board(3, 3, 1, 3), [1, 0, 0, 0, 0, 1, 0, 0, 0])]
    ['0b100001']
    """
    filled = {cell for cell, digit in enumerate(digits) if digit}
    masks = [1 << digit - board.low if digit else board.all_digits for digit in digits]
    for rule in rules:
        primitives = list(rule.lower(board))
        found = set()
        for primitive in primitives:
            cells = filled.intersection(cells_of(primitive))
            if cells and narrowed(board, [primitive], masks) is None:
                found.add(mask_of(_repeated(cells, digits) if isinstance(primitive, Distinct) else cells))
        scope = filled.intersection(cell for primitive in primitives for cell in cells_of(primitive))
        if not found and scope and len(primitives) > 1 and narrowed(board, primitives, masks) is None:
            found.add(mask_of(scope))
        yield from ((rule, cells) for cells in sorted(found))


def _repeated(cells: Iterable[int], digits: Sequence[int]) -> list[int]:
    """Return the cells whose digit another one of the cells has too."""
    cells = list(cells)
    values = [digits[cell] for cell in cells]
    return [cell for cell in cells if values.count(digits[cell]) > 1]


def cells_seen(rules: Iterable[Rule], board: Board, cell: int) -> int:
    """Return the bitboard of the cells that, because of rules, cannot have the same digit as a cell.

    >>> from nonet.variants import Thermo
    >>> bin(cells_seen([Thermo("r1c1-r1c3")], Board(3, 3, 1, 3), 0))
    '0b110'
    """
    seen = 0
    for rule in rules:
        for primitive in rule.lower(board):
            match primitive:
                case Distinct() | Choice() if cell in primitive.cells:
                    seen |= mask_of(primitive.cells)
                case Pair(first, second, table) if cell in (first, second):
                    if not any(mask >> digit & 1 for digit, mask in enumerate(table)):
                        seen |= mask_of((first, second))
    return seen & ~(1 << cell)
