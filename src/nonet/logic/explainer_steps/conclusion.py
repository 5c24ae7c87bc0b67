"""Conclusion: what a chain of Sudoku Explainer states, and from where it starts."""

from __future__ import annotations

from typing import NamedTuple

from ..scales import Cause, ExplainerStep, Rule

__all__ = ["Conclusion"]


class Conclusion(NamedTuple):
    """A chain on the board, or inside a branch."""

    rule: Rule
    level: int
    """-1 for static chains, 0 for dynamic ones; 1 to 5 have patterns and chains inside."""
    source: int
    """The unit whose cases it has, or else the candidate from which it starts."""
    target: int
    """The candidate that it states or eliminates; of a cycle, its source."""
    is_on: bool
    """Whether it states the candidate."""
    eliminations: tuple[int, ...]
    """The candidates that it eliminates."""

    @classmethod
    def of_hint(cls, hint: ExplainerStep) -> Conclusion:
        """Return the conclusion of a hint on the board."""
        is_on = hint.placed >= 0
        level = 0 if hint.rule is Rule.NISHIO else hint.detail - 1
        target = hint.placed if is_on else hint.eliminations[0]
        return cls(hint.rule, level, hint.source, target, is_on, hint.eliminations)

    @classmethod
    def of_cause(cls, cause: Cause, eliminations: tuple[int, ...]) -> Conclusion:
        """Return the conclusion of a chain inside a branch, which eliminates these candidates there."""
        return cls(cause.rule, cause.level, cause.source, cause.target, cause.is_on, eliminations)
