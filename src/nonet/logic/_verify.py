"""Verify: a proof checker for steps. The conclusion must follow from the step's premises alone.

The checker knows no techniques. It assumes the opposite of the conclusion and tries every way to satisfy the premises,
using only the rules that a cell has one digit and that a house has each digit at most once. It accepts the step if each
way leads to a contradiction. ::

    premises            -> clauses: sets of candidates of which at least one is true
    opposite is assumed -> the candidates that remain possible
    a clause with no possible candidate is a contradiction; one with a single possible candidate makes it true, which
    excludes others; if nothing follows any more, try each candidate of the smallest clause
"""

from __future__ import annotations

import operator
from functools import lru_cache

from ..geometry import Shape, bits
from ..position import Position, possible_masks
from ..solving import solve
from .step import Candidate, Premises, Step

__all__ = ["is_deadly", "verify"]


def verify(position: Position, step: Step) -> bool:
    """Return whether the step's premises imply its conclusion in this position.

    The conclusion must not be empty, and it must name only candidates that the position has.

    >>> position = Position("123. .... .... ....")
    >>> naked = Step("naked-single", placements=(Candidate(3, 4),), premises=Premises(cells=1 << 3))
    >>> verify(position, naked)
    True
    >>> verify(position, Step("naked-single", placements=(Candidate(3, 4),)))
    False
    """
    shape = position.grid.shape
    # the player may not have removed the candidates that a placed digit rules out
    masks = tuple(map(operator.and_, position.candidate_masks, possible_masks(position.grid)))
    conclusion = (*step.placements, *step.eliminations)
    if not conclusion or not all(masks[cell] >> digit - 1 & 1 for cell, digit in conclusion):
        return False
    if step.premises.answer:
        solution = solve(position.givens)
        return not step.eliminations and all(solution[cell] == digit for cell, digit in step.placements)
    if step.premises.deadly and not is_deadly(position, step.premises.deadly):
        return False
    possible = sum(mask << cell * shape.size for cell, mask in enumerate(masks))
    clauses = _clauses(position, step.premises, possible)
    excluded = _excluded(shape)
    return all(
        _is_contradictory_with(_bit(shape, candidate), clauses, possible, excluded) for candidate in step.eliminations
    ) and all(
        _is_contradictory(clauses, possible & ~(1 << _bit(shape, candidate)), excluded) for candidate in step.placements
    )


def is_deadly(position: Position, pattern: tuple[Candidate, ...]) -> bool:
    """Return whether the pattern is deadly: if its cells had only its digits, swapping them would give a new solution.

    This is true if no cell is given, each cell has two digits of the pattern, and in every house each digit of the
    pattern is in none or in exactly two of its cells. Then the swap keeps every house complete.

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
        masks = [digits[cell] for cell in house if cell in digits]
        if any(sum(mask >> bit & 1 for mask in masks) not in (0, 2) for bit in range(shape.size)):
            return False
    return True


def _bit(shape: Shape, candidate: Candidate) -> int:
    """Return the index of a candidate in the sets of candidates used here."""
    return candidate.cell * shape.size + candidate.digit - 1


@lru_cache
def _excluded(shape: Shape) -> tuple[int, ...]:
    """Return for each candidate the candidates that are false if it is true."""
    masks = []
    for cell in range(shape.cells):
        whole_cell = shape.all_digits << cell * shape.size
        for digit in range(shape.size):
            in_peers = sum(1 << peer * shape.size + digit for peer in shape.peers[cell])
            masks.append(whole_cell & ~(1 << cell * shape.size + digit) | in_peers)
    return tuple(masks)


def _clauses(position: Position, premises: Premises, possible: int) -> list[int]:
    """Return the premises as sets of candidates of which at least one is true."""
    shape, grid = position.grid.shape, position.grid
    clauses = [shape.all_digits << cell * shape.size & possible for cell in bits(premises.cells) if not grid[cell]]
    for house, digit in premises.places:
        cells = shape.houses[house]
        if all(grid[cell] != digit for cell in cells):
            clauses.append(sum(1 << cell * shape.size + digit - 1 for cell in cells) & possible)
    if premises.deadly:
        others = 0
        for cell in {candidate.cell for candidate in premises.deadly}:
            others |= shape.all_digits << cell * shape.size & possible
        clauses.append(others & ~sum(1 << _bit(shape, candidate) for candidate in premises.deadly))
    return clauses


def _is_contradictory(clauses: list[int], possible: int, excluded: tuple[int, ...]) -> bool:
    """Return whether no choice among the possible candidates satisfies every clause."""
    changed = True
    while changed:
        changed = False
        smallest = true = 0
        unsatisfied = []
        for clause in clauses:
            clause &= possible
            if not clause:
                return True
            if clause & true:
                continue
            if clause & clause - 1:
                unsatisfied.append(clause)
                if not smallest or clause.bit_count() < smallest.bit_count():
                    smallest = clause
            else:
                true |= clause
                possible &= ~excluded[clause.bit_length() - 1]
                changed = True
        clauses = unsatisfied
    return bool(clauses) and all(_is_contradictory_with(bit, clauses, possible, excluded) for bit in bits(smallest))


def _is_contradictory_with(bit: int, clauses: list[int], possible: int, excluded: tuple[int, ...]) -> bool:
    """Return whether nothing satisfies every clause if this candidate is true."""
    rest = [clause for clause in clauses if not clause >> bit & 1]
    return _is_contradictory(rest, possible & ~excluded[bit], excluded)
