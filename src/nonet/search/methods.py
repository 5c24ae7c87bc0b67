"""The methods by name, and `find`, which runs one of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import wraps
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


def _method(search: Method) -> Method:
    """Return the search with a check before it: a board whose givens break a rule is one dead end."""

    @wraps(search)
    def checked(grid: Grid, trace: Trace) -> Iterator[Grid]:
        if grid.is_consistent:
            yield from search(grid, trace)
        else:
            trace.fail()

    return checked


METHODS: dict[str, Method] = {name: _method(module.search) for name, module in _MODULES.items()}
"""The methods by name, from the simplest to the strongest; `target` looks for high scores first."""

DEFAULT = "propagation"
"""The default method: no puzzle that we know takes it long."""

_SORTED = frozenset({"backtracking", "bitmask", "singles"})


_CHINESE_IDEAS = {
    "backtracking": "朴素 DFS：按阅读顺序填空格，从小到大试数字。",
    "bitmask": "同样的 DFS，但把每行、每列、每宫的标记压成一个整数，用位运算求候选数。",
    "singles": "先填只有一个候选数的空格，剩下的再用 bitmask 搜索。",
    "mrv": "总是先填候选数最少的空格。",
    "propagation": "每个节点先用尽唯一余数和摒除法，再在可能性最少的地方猜。",
    "dlx": "转化为精确覆盖，用舞蹈链求解。",
    "target": "靶形数独：用分支限界求得分最高的解。",
}


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


def idea(method: str, *, language: str = "en") -> str:
    """Return the idea of a method in one sentence, in English (en) or Chinese (zh).

    >>> idea("dlx")
    'Exact cover with dancing links.'
    >>> idea("mrv", language="zh")
    '总是先填候选数最少的空格。'
    """
    if language == "zh":
        return _CHINESE_IDEAS[method]
    return (_MODULES[method].__doc__ or "").partition("\n\n")[0].replace("`", "")
