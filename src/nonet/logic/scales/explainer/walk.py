"""The walk: asks the producers in order, takes the first hint, applies it, and begins again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from time import monotonic

from ....errors import OutOfTime
from .aligned_exclusion import aligned_exclusion
from .board import Board, Hint, Rule
from .bug import bugs
from .chains import cycles_and_chains
from .forcing import forcing_chains
from .patterns import (
    direct_hidden_sets,
    direct_locking,
    fish,
    hidden_sets,
    hidden_singles,
    locking,
    naked_sets,
    naked_singles,
)
from .unique_loops import unique_loops
from .wings import wings

__all__ = ["LAST_PRODUCER", "walk"]

_Producer = Callable[[Board], Iterator[Hint]]

_PRODUCERS: tuple[_Producer, ...] = (
    hidden_singles,
    direct_locking,
    partial(direct_hidden_sets, k=2),
    naked_singles,
    partial(direct_hidden_sets, k=3),
    locking,
    partial(naked_sets, k=2),
    partial(fish, k=2),
    partial(hidden_sets, k=2),
    partial(naked_sets, k=3),
    partial(fish, k=3),
    partial(hidden_sets, k=3),
    partial(wings, pivot_size=2),
    partial(wings, pivot_size=3),
    unique_loops,
    partial(naked_sets, k=4),
    partial(fish, k=4),
    partial(hidden_sets, k=4),
    bugs,
    partial(aligned_exclusion, k=2),
    cycles_and_chains,
    partial(aligned_exclusion, k=3),
)
"""Producers 1 to 22."""

LAST_PRODUCER = 25
"""The last producer that is written in Python."""


def walk(
    values: Sequence[int],
    masks: Sequence[int] | None = None,
    *,
    first_producer: int = 1,
    last_producer: int = LAST_PRODUCER,
    timeout: float | None = None,
) -> Iterator[Hint]:
    """Yield the steps of Sudoku Explainer from 81 values, 0 for an empty cell, and the candidates of each cell.

    If no producer up to the last one has a hint, the last step has `Rule.NONE`. Raises `OutOfTime` after `timeout`
    seconds.

    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> max(hint.rating for hint in walk([int(symbol) for symbol in puzzle.replace(".", "0")]))
    1.2
    """
    board = Board(values, masks)
    check = _deadline(timeout)
    forcing: list[_Producer] = [partial(forcing_chains, producer=producer, check=check) for producer in (23, 24, 25)]
    producers = (*_PRODUCERS, *forcing)[:last_producer]
    while not all(board.values):
        hint = None
        for producer in producers[first_producer - 1 :]:
            check()
            if hint := next(producer(board), None):
                break
        yield hint or Hint(20.0, Rule.NONE)
        if hint is None:
            return
        board.apply(hint)


def _deadline(timeout: float | None) -> Callable[[], None]:
    """Return a function that raises an exception when the time is over."""
    end = None if timeout is None else monotonic() + timeout

    def check() -> None:
        if end is not None and monotonic() > end:
            raise OutOfTime(f"stopped after {timeout:g} s without a rating")

    return check
