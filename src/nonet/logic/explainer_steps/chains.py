"""Cycles and forcing chains along one path, as steps."""

from __future__ import annotations

from itertools import pairwise

from ..scales import SEES, Board, ExplainerStep, Rule, path_of
from ..step import Chain, Node, Reason, Step
from .conclusion import Conclusion
from .facts import candidate_of, link, premises_of, reason_of, strong_unit

__all__ = ["PATHS", "path_step"]

PATHS = (Rule.X_CYCLE, Rule.Y_CYCLE, Rule.X_CHAIN, Rule.CYCLE, Rule.CHAIN)
"""The rules of this file."""


def path_step(board: Board, conclusion: Conclusion) -> Step:
    """Return the step of a path: a loop, or a chain by which an assumption leads to its opposite."""
    rule, _, source, target, is_on, eliminations = conclusion
    hint = ExplainerStep(0.0, rule, placed=target if is_on else -1, eliminations=eliminations, source=source)
    path = path_of(board, hint)
    if rule in (Rule.X_CHAIN, Rule.CHAIN):
        return _opposite(board, path, conclusion)
    chain, units = _chain(board, "loop", [*path, path[0]], is_on=True)
    wrong = tuple(map(candidate_of, eliminations))
    is_plain = all(any(_is_between(eliminated, *pair) for pair in _weak_links(path)) for eliminated in eliminations)
    return Step(
        "continuous-nice-loop",
        eliminations=wrong,
        premises=premises_of(units),
        digits=_digits(path),
        cells={"pattern": sum({1 << candidate // 9 for candidate in path})},
        chains=(chain,),
        variant="" if is_plain else "cycle",
    )


def _weak_links(path: list[int]) -> list[tuple[int, int]]:
    """Return the links of a cycle from on to off."""
    return list(zip(path[::2], path[1::2], strict=True))


def _is_between(eliminated: int, one: int, other: int) -> bool:
    """Return whether a candidate is excluded by both ends of a link: by its cell or by its digit."""
    return _excludes(eliminated, one) and _excludes(eliminated, other)


def _excludes(eliminated: int, end: int) -> bool:
    in_cell = eliminated // 9 == end // 9 and eliminated != end
    return in_cell or (eliminated % 9 == end % 9 and end // 9 in SEES[eliminated // 9])


def _opposite(board: Board, path: list[int], conclusion: Conclusion) -> Step:
    """Return the step of a path from an assumption to its opposite."""
    target = candidate_of(conclusion.target)
    if conclusion.rule is Rule.X_CHAIN and not conclusion.is_on:  # both ends of the chain exclude the target
        chain, units = _chain(board, "chain", path[1:-1], is_on=False)
        return Step(
            "x-chain",
            eliminations=(target,),
            premises=premises_of(units),
            digits=(target.digit,),
            cells={"pattern": sum(1 << candidate // 9 for candidate in path[1:-1])},
            chains=(chain,),
        )
    chain, units = _chain(board, "loop", path, is_on=not conclusion.is_on)
    return Step(
        "discontinuous-nice-loop",
        placements=(target,) if conclusion.is_on else (),
        eliminations=() if conclusion.is_on else (target,),
        premises=premises_of(units),
        digits=_digits(path),
        cells={"pattern": sum({1 << candidate // 9 for candidate in path})},
        chains=(chain,),
        variant="place" if conclusion.is_on else "eliminate",
    )


def _digits(path: list[int]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(candidate % 9 + 1 for candidate in path))


def _chain(board: Board, kind: str, path: list[int], *, is_on: bool) -> tuple[Chain, list[int]]:
    """Return a path as a chain, and the units of its strong links."""
    units: list[int] = []
    first = candidate_of(path[0])
    nodes = [Node(first.digit, 1 << first.cell, is_on)]
    for number, (one, other) in enumerate(pairwise(path)):
        is_on = not is_on
        reason: Reason
        if is_on:
            units.append(strong_unit(board, one, other))
            reason = reason_of(units[-1])
        else:
            reason = link(one, other)
        cell, digit = candidate_of(other)
        nodes.append(Node(digit, 1 << cell, is_on, reason, (number,)))
    return Chain(kind, tuple(nodes)), units
