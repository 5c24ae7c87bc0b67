"""One puzzle, one readable algorithm a file: the classic methods, each traced, all answering alike.

Every method is a function ``search(grid, trace)`` that yields each solution of a board of any shape; it tells the
`Trace` what it does, and nothing else. `METHODS` lists them from the plainest to the strongest; `find` runs one.

>>> import nonet
>>> from nonet.search import METHODS, Trace, find
>>> for name in METHODS:
...     trace = Trace()
...     solution = next(find("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
...                          method=name, trace=trace))
...     print(f"{name:<12} {str(solution)[:9]} {trace.nodes:5} nodes {trace.guesses:5} guesses")
backtracking 534678912  4208 nodes  1252 guesses
bitmask      534678912  4208 nodes  1252 guesses
singles      534678912    51 nodes     0 guesses
mrv          534678912    51 nodes     0 guesses
propagation  534678912    51 nodes     0 guesses
dlx          534678912    51 nodes     0 guesses
target       534678912    51 nodes     0 guesses
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from ..errors import NonetError
from ..grid import Grid, GridLike, as_grid
from . import backtracking, bitmask, dlx, mrv, propagation, singles, target
from .ordering import in_order
from .propagation import (
    Board as Board,
    Choice as Choice,
    cells_with_fewest_candidates as cells_with_fewest_candidates,
    explore as explore,
)
from .target import Best, best_solution, score, target_weights
from .trace import Event, Trace

__all__ = [
    "DEFAULT",
    "METHODS",
    "Best",
    "Event",
    "Method",
    "Trace",
    "best_solution",
    "find",
    "idea",
    "in_order",
    "score",
    "target_weights",
]

Method: TypeAlias = Callable[[Grid, Trace], Iterator[Grid]]
"""What a method is: the solutions of a grid, one after the other, told to a trace."""

_ROOMS = {
    room.__name__.rpartition(".")[2]: room for room in (backtracking, bitmask, singles, mrv, propagation, dlx, target)
}

METHODS: dict[str, Method] = {name: room.search for name, room in _ROOMS.items()}
"""The methods by name, from the plainest to the strongest; `target` looks for high scores first."""

DEFAULT = "propagation"
"""The method that is used where none is named: the one that no puzzle known to us can slow down for long."""

_SORTED = frozenset({"backtracking", "bitmask", "singles"})


def find(
    source: GridLike, *, method: str | None = None, ordered: bool = False, trace: Trace | None = None
) -> Iterator[Grid]:
    """Every solution of a grid by the method of that name, one at a time, as they are found.

    The order is the method's own; with `ordered` it is the lexicographic order whatever the method.

    >>> for solution in find(".42. 3..1 ...2 2...", ordered=True):
    ...     print(solution)
    1423324141322314
    1423324143122134
    """
    name = DEFAULT if method is None else method
    if name not in METHODS:
        raise NonetError(f"there is no method {name!r}; the methods are {', '.join(METHODS)}")
    grid, trace = as_grid(source), trace or Trace()
    if ordered and name not in _SORTED:
        return in_order(grid, METHODS[name], trace)
    return METHODS[name](grid, trace)


def idea(method: str) -> str:
    """A method's idea in one sentence.

    >>> idea("dlx")
    'Exact cover with dancing links.'
    """
    return (_ROOMS[method].__doc__ or "").partition("\n\n")[0].replace("`", "")
