"""The engine for puzzles with rules: the compiled kernel if it is installed, otherwise plain Python."""

from __future__ import annotations

from collections.abc import Iterator

from ..kernel import kernel
from . import native, reference
from .primitives import Model

__all__ = ["model_candidates", "model_count", "model_solutions"]


def model_solutions(model: Model, limit: int | None = None, timeout: float | None = None) -> Iterator[tuple[int, ...]]:
    """Yield the solutions of a model, each as the digits of all cells in reading order.

    >>> from nonet import Puzzle
    >>> from nonet.variants import AntiKnight, lower
    >>> model = lower(Puzzle("1... .... .... ....", [AntiKnight()]))
    >>> len(list(model_solutions(model)))
    6
    """
    return reference.solutions(model, limit, timeout) if kernel() is None else native.solutions(model, limit, timeout)


def model_count(model: Model, limit: int | None = None, timeout: float | None = None) -> int:
    """Return the number of solutions of a model, at most `limit`.

    >>> from nonet import Puzzle
    >>> from nonet.variants import AntiKnight, lower
    >>> model_count(lower(Puzzle("1... .... .... ....", [AntiKnight()])), 5)
    5
    """
    return reference.count(model, limit, timeout) if kernel() is None else native.count(model, limit, timeout)


def model_candidates(model: Model, timeout: float | None = None) -> tuple[int, ...]:
    """Return the digits that each cell has in at least one solution, as masks; all 0 if there is no solution.

    >>> from nonet import Puzzle
    >>> from nonet.variants import Killer, lower
    >>> bin(model_candidates(lower(Puzzle("1... .... .... ....", [Killer("r1c2 r1c3", 5)])))[1])
    '0b110'
    """
    return reference.true_candidates(model, timeout) if kernel() is None else native.true_candidates(model, timeout)
