"""Puzzles near the positions of the bank: the same pattern with other clues, on a transformed board.

A position of the bank has the givens of its puzzle and some placed digits. The puzzle near it starts with both as
clues. First some of the givens are removed, then the digits that were placed, then the other givens; a clue that is
needed stays. So most clues are those of the puzzle, and often the same techniques lead to the same position::

    transformed position: givens 1 2 3 4 5, placed 6 7 8 9
    order of removal:     4 2 | 8 6 9 7 | 5 1 3        the two that are changed, the placed ones, the rest
    result:               4 is removed, 2 is needed; 8 and 9 are removed, 6 and 7 replace 4; 5, 1 and 3 are needed
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..position import Position
from ..transforms import Transform
from .random_source import RandomSource
from .reduction import Digits, Ranks

__all__ = ["Start", "near_starts"]

_MOST_CHANGED = 6
"""The most givens that are removed first."""


class Start(NamedTuple):
    """The boards from which clues are removed, and the order."""

    boards: Digits
    ranks: Ranks
    known: Digits
    """The puzzle of each position on the transformed board. The new puzzle must not be the same."""


def near_starts(positions: Sequence[Position], source: RandomSource) -> Start:
    """Return the start of each candidate: a random position on a board that is randomly transformed.

    >>> position = Position("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    >>> start = near_starts([position], RandomSource.of(1, [0, 1]))
    >>> np.count_nonzero(start.boards, axis=1).tolist(), bool((start.boards[0] == start.boards[1]).all())
    ([30, 30], False)
    """
    which = source.below("position", 1, len(positions))[:, 0].tolist()
    seeds = source.bits("transform", 1)[:, 0].tolist()
    images = [Transform.random(seed=seed)(positions[number]) for number, seed in zip(which, seeds, strict=True)]
    known = np.array([list(image.givens) for image in images], np.uint8)
    boards = np.array([list(image.grid) for image in images], np.uint8)
    order = source.permutations("order", boards.shape[1])[:, 0]
    ranks = order + 100 * (known > 0)
    changed = 1 + source.below("changed", 1, _MOST_CHANGED)
    ranks[(known > 0) & (_places(order, known > 0) < changed)] -= 200
    return Start(boards, ranks.argsort(axis=1).argsort(axis=1).astype(np.uint8), known)


def _places(order: NDArray[np.intp], selected: NDArray[np.bool_]) -> NDArray[np.intp]:
    """Return for each cell how many selected cells come before it in the order."""
    return np.asarray((selected[:, None, :] & (order[:, None, :] < order[:, :, None])).sum(axis=2))
