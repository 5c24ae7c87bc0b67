"""Steps under a transform: the same deduction on the board turned, mirrored, permuted or relabelled."""

from __future__ import annotations

from functools import lru_cache

from ..geometry import Shape, bits, digits_of
from ..transforms import Transform
from .step import Candidate, Chain, LockedSet, Node, Premises, Reason, Step
from .techniques import technique

__all__ = ["Mover"]

_ANY_ORDER = ("subsets", "locked_candidates", "answer")
"""The families whose digits have no order of their own, so that they are told from small to great."""


@lru_cache
def _house_numbers(shape: Shape) -> dict[int, int]:
    return {mask: number for number, mask in enumerate(shape.house_masks)}


class Mover:
    """Moves steps to where a transform takes them.

    >>> step = Step("naked-single", placements=(Candidate(1, 5),), premises=Premises(cells=0b10), cells={"pattern": 2})
    >>> moved = Mover(Transform.named("transpose"))(step)
    >>> moved.placements, moved.cells
    ((Candidate(cell=9, digit=5),), {'pattern': 512})
    """

    def __init__(self, transform: Transform) -> None:
        self._cell = transform.targets
        self._digit = (0, *transform.digits)
        numbers = _house_numbers(transform.shape)
        self._house = [numbers[self.cells(mask)] for mask in transform.shape.house_masks]

    def __call__(self, step: Step) -> Step:
        """The step where it goes."""
        premises = step.premises
        digits = [self._digit[digit] for digit in step.digits]
        return Step(
            step.technique,
            placements=self.candidates(step.placements),
            eliminations=self.candidates(step.eliminations),
            premises=Premises(
                self.cells(premises.cells),
                tuple((self._house[house], self._digit[digit]) for house, digit in premises.places),
                self.candidates(premises.deadly),
                premises.answer,
            ),
            digits=tuple(sorted(digits) if technique(step.technique).family in _ANY_ORDER else digits),
            cells={role: self.cells(mask) for role, mask in step.cells.items()},
            houses={
                role: tuple(sorted(self._house[house] for house in houses)) for role, houses in step.houses.items()
            },
            sets=tuple(LockedSet(self.cells(each.cells), self.digits(each.digits)) for each in step.sets),
            colors=tuple(self.candidates(group) for group in step.colors),
            chains=tuple(Chain(chain.kind, tuple(map(self._node, chain.nodes))) for chain in step.chains),
            variant=step.variant,
            shape=step.shape,
        )

    def cells(self, mask: int) -> int:
        """A set of cells where it goes."""
        moved = 0
        for cell in bits(mask):
            moved |= 1 << self._cell[cell]
        return moved

    def digits(self, mask: int) -> int:
        """A set of digits as it is called there."""
        return sum(1 << self._digit[digit] - 1 for digit in digits_of(mask))

    def candidates(self, candidates: tuple[Candidate, ...]) -> tuple[Candidate, ...]:
        """Candidates where they go, in reading order digit by digit."""
        moved = [Candidate(self._cell[cell], self._digit[digit]) for cell, digit in candidates]
        if len(moved) > 1:
            moved.sort(key=lambda candidate: (candidate.digit, candidate.cell))
        return tuple(moved)

    def _node(self, node: Node) -> Node:
        kind, where = node.reason
        reason = Reason(kind, self._house[where]) if kind == "house" else node.reason
        return Node(self._digit[node.digit], self.cells(node.cells), node.on, reason, node.parents)
