"""A proof checker for steps: the conclusion must follow from the premises that the step names, and from no others.

It knows no technique. The opposite of the conclusion is assumed, and every way to fulfil the premises is tried: a
digit at most once in a house, one digit a cell, and the premised cells, places and patterns. Only if each way runs
into a contradiction is the step accepted. ::

    premises -> clauses: sets of candidates of which at least one is true
    assume the opposite -> candidates left
    a clause with none left: contradiction; with one left: it is true, and rules others out; else branch
"""

from __future__ import annotations

import operator
from functools import lru_cache

from ..geometry import Shape, bits
from ..position import Position, possible_masks
from .step import Candidate, Premises, Step

__all__ = ["is_deadly", "verify"]


def verify(position: Position, step: Step) -> bool:
    """Whether the step's evidence implies its conclusion in this position, and the conclusion is exact.

    >>> position = Position("123. .... .... ....")
    >>> naked = Step("naked-single", placements=(Candidate(3, 4),), premises=Premises(cells=1 << 3))
    >>> verify(position, naked)
    True
    >>> verify(position, Step("naked-single", placements=(Candidate(3, 4),)))
    False
    """
    shape = position.grid.shape
    # a candidate that a digit in sight rules out is none
    masks = tuple(map(operator.and_, position.candidate_masks, possible_masks(position.grid)))
    concluded = (*step.placements, *step.eliminations)
    if not concluded or not all(masks[cell] >> digit - 1 & 1 for cell, digit in concluded):
        return False
    if step.premises.answer:
        return _is_the_answer(position, step)
    if step.premises.deadly and not is_deadly(position, step.premises.deadly):
        return False
    left = 0
    for cell, mask in enumerate(masks):
        left |= mask << cell * shape.size
    clauses = _clauses(position, step.premises, left)
    excluded = _excluded(shape)
    return all(
        _refuted_with(_bit(shape, candidate), clauses, left, excluded) for candidate in step.eliminations
    ) and all(_refuted(clauses, left & ~(1 << _bit(shape, candidate)), excluded) for candidate in step.placements)


def is_deadly(position: Position, pattern: tuple[Candidate, ...]) -> bool:
    """Whether a puzzle whose cells here all took a digit of the pattern could swap them all for a second solution.

    That is so if no cell is given, each has two digits of the pattern, and each digit of the pattern stands in just
    two of its cells in every house where it stands at all: then the swap keeps every house complete.

    >>> corners = [Candidate(cell, digit) for cell in (0, 3, 9, 12) for digit in (1, 2)]
    >>> is_deadly(Position(81 * "."), tuple(corners)), is_deadly(Position(81 * "."), tuple(corners[:6]))
    (True, False)
    """
    shape = position.grid.shape
    digits: dict[int, int] = {}
    for cell, digit in pattern:
        digits[cell] = digits.get(cell, 0) | 1 << digit - 1
    for cell, mask in digits.items():
        placed = position.grid[cell]
        if position.givens[cell] or mask.bit_count() != 2 or (placed and not mask >> placed - 1 & 1):
            return False
    for house in shape.houses:
        here = [digits[cell] for cell in house if cell in digits]
        if any(sum(mask >> bit & 1 for mask in here) not in (0, 2) for bit in range(shape.size)):
            return False
    return True


def _is_the_answer(position: Position, step: Step) -> bool:
    from ..solving import solve

    solution = solve(position.givens)
    return not step.eliminations and all(solution[cell] == digit for cell, digit in step.placements)


def _bit(shape: Shape, candidate: Candidate) -> int:
    return candidate.cell * shape.size + candidate.digit - 1


@lru_cache
def _excluded(shape: Shape) -> tuple[int, ...]:
    """For each candidate those that cannot be true beside it."""
    masks = []
    for cell in range(shape.cells):
        whole = shape.all_digits << cell * shape.size
        for digit in range(shape.size):
            own = 1 << cell * shape.size + digit
            seen = sum(1 << peer * shape.size + digit for peer in shape.peers[cell])
            masks.append(whole & ~own | seen)
    return tuple(masks)


def _clauses(position: Position, premises: Premises, left: int) -> list[int]:
    """Sets of candidates of which at least one is true."""
    shape, grid = position.grid.shape, position.grid
    clauses = [shape.all_digits << cell * shape.size & left for cell in bits(premises.cells) if not grid[cell]]
    for house, digit in premises.places:
        cells = shape.houses[house]
        if all(grid[cell] != digit for cell in cells):
            clauses.append(sum(1 << cell * shape.size + digit - 1 for cell in cells) & left)
    if premises.deadly:
        others = 0
        for cell in {candidate.cell for candidate in premises.deadly}:
            others |= shape.all_digits << cell * shape.size & left
        clauses.append(others & ~sum(1 << _bit(shape, candidate) for candidate in premises.deadly))
    return clauses


def _refuted(clauses: list[int], left: int, excluded: tuple[int, ...]) -> bool:
    """Whether no choice of candidates among those left fulfils every clause."""
    forced = True
    while forced:
        forced = False
        shortest = known = 0
        waiting = []
        for clause in clauses:
            clause &= left
            if not clause:
                return True
            if clause & known:
                continue
            if clause & clause - 1:
                waiting.append(clause)
                if not shortest or clause.bit_count() < shortest.bit_count():
                    shortest = clause
            else:
                known |= clause
                left &= ~excluded[clause.bit_length() - 1]
                forced = True
        clauses = waiting
    return bool(clauses) and all(_refuted_with(bit, clauses, left, excluded) for bit in bits(shortest))


def _refuted_with(bit: int, clauses: list[int], left: int, excluded: tuple[int, ...]) -> bool:
    """Whether nothing fulfils every clause once this candidate is true."""
    return _refuted([clause for clause in clauses if not clause >> bit & 1], left & ~excluded[bit], excluded)
