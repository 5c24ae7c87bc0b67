"""StepTransform: the same step on a board that is rotated, mirrored, permuted or relabeled."""

from __future__ import annotations

from functools import lru_cache

from ..geometry import Shape, bits, digits_of
from ..transforms import Transform
from .step import Blocker, Candidate, Chain, LockedSet, Node, Reason, Step
from .techniques import technique

__all__ = ["StepTransform"]

_SORTED_DIGITS = ("subsets", "locked_candidates", "answer")
"""The families whose digits have no particular order; they are sorted."""


@lru_cache
def _house_indices(shape: Shape) -> dict[int, int]:
    return {mask: index for index, mask in enumerate(shape.house_masks)}


class StepTransform:
    """A function that applies a transform to steps.

    >>> step = Step("naked-single", placements=(Candidate(1, 5),), cells={"pattern": 2})
    >>> transposed = StepTransform(Transform.named("transpose"))(step)
    >>> transposed.placements, transposed.cells
    ((Candidate(cell=9, digit=5),), {'pattern': 512})
    """

    def __init__(self, transform: Transform) -> None:
        self._cell = transform.targets
        self._digit = (0, *transform.digits)
        indices = _house_indices(transform.shape)
        self._house = [indices[self._cells(mask)] for mask in transform.shape.house_masks]

    def __call__(self, step: Step) -> Step:
        """Return the transformed step."""
        premises = step.premises
        digits = [self._digit[digit] for digit in step.digits]
        return step._replace(
            placements=self._candidates(step.placements),
            eliminations=self._candidates(step.eliminations),
            premises=premises._replace(
                cells=self._cells(premises.cells),
                places=tuple((self._house[house], self._digit[digit]) for house, digit in premises.places),
                deadly=self._candidates(premises.deadly),
            ),
            digits=tuple(sorted(digits) if technique(step.technique).family in _SORTED_DIGITS else digits),
            cells={role: self._cells(mask) for role, mask in step.cells.items()},
            houses={role: tuple(sorted(self._house[house] for house in some)) for role, some in step.houses.items()},
            sets=tuple(LockedSet(self._cells(cells), self._digits(digits)) for cells, digits in step.sets),
            colors=tuple(map(self._candidates, step.colors)),
            chains=tuple(Chain(chain.kind, tuple(map(self._node, chain.nodes))) for chain in step.chains),
            blockers=tuple(
                Blocker(self._cell[cell], self._digit[digit], self._house[house])
                for cell, digit, house in step.blockers
            ),
            removed=self._candidates(step.removed),
            parts=tuple(map(self, step.parts)),
        )

    def _cells(self, mask: int) -> int:
        transformed = 0
        for cell in bits(mask):
            transformed |= 1 << self._cell[cell]
        return transformed

    def _digits(self, mask: int) -> int:
        return sum(1 << self._digit[digit] - 1 for digit in digits_of(mask))

    def _candidates(self, candidates: tuple[Candidate, ...]) -> tuple[Candidate, ...]:
        """Return the transformed candidates, sorted by digit and then by cell."""
        transformed = [Candidate(self._cell[cell], self._digit[digit]) for cell, digit in candidates]
        return tuple(sorted(transformed, key=lambda candidate: (candidate.digit, candidate.cell)))

    def _node(self, node: Node) -> Node:
        kind, where = node.reason
        reason = Reason(kind, self._house[where]) if kind == "house" else node.reason
        return node._replace(digit=self._digit[node.digit], cells=self._cells(node.cells), reason=reason)
