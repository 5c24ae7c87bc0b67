"""The methods by name, and `find`, which runs one of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from ..errors import ArgumentError
from ..grid import Grid, GridLike, as_grid
from . import backtracking, bitmask, dlx, mrv, propagation, singles, target
from .ordering import in_order
from .trace import Trace

__all__ = ["DEFAULT", "METHODS", "Method", "find", "idea"]

Method: TypeAlias = Callable[[Grid, Trace], Iterator[Grid]]
"""A function that yields the solutions of a grid and reports to a trace what it does."""

_MODULES = {
    module.__name__.rpartition(".")[2]: module
    for module in (backtracking, bitmask, singles, mrv, propagation, dlx, target)
}

METHODS: dict[str, Method] = {name: module.search for name, module in _MODULES.items()}
"""The methods by name, from the simplest to the strongest; `target` looks for high scores first."""

DEFAULT = "propagation"
"""The default method: no puzzle that we know takes it long."""

_SORTED = frozenset({"backtracking", "bitmask", "singles"})


def find(
    puzzle: GridLike, *, method: str | None = None, ordered: bool = False, trace: Trace | None = None
) -> Iterator[Grid]:
    """Return an iterator over all solutions, found by the named method.

    Each method has its own order. With `ordered`, the order is lexicographic for every method.

    >>> for solution in find(".42. 3..1 ...2 2...", ordered=True):
    ...     print(solution)
    1423324141322314
    1423324143122134
    """
    name = DEFAULT if method is None else method
    if name not in METHODS:
        raise ArgumentError.unknown("method", name, METHODS)
    grid, trace = as_grid(puzzle), trace or Trace()
    if ordered and name not in _SORTED:
        return in_order(grid, METHODS[name], trace)
    return METHODS[name](grid, trace)


def idea(method: str) -> str:
    """Return the idea of a method in one sentence.

    >>> idea("dlx")
    'Exact cover with dancing links.'
    """
    return (_MODULES[method].__doc__ or "").partition("\n\n")[0].replace("`", "")
