"""Puzzles whose clues are in given cells.

With few clues, hardly any solved grid has a pattern that leaves only one solution. So the digits in the pattern change
one at a time: a random cell takes the digit that leaves the fewest solutions, but at least one, until only one is left.
If there are very many solutions, the candidates that propagation leaves are counted instead.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..cellset import CellSet
from ..engine import pencilmarks_many
from ..geometry import Shape, bits
from .hill_climbing import candidate_counts
from .random_source import RandomSource
from .reduction import Digits, with_digits

__all__ = ["fill_pattern"]

Count: TypeAlias = Callable[[Digits, int], NDArray[np.intp]]
"""A function that returns how many solutions puzzles have, up to a limit."""

_LIMIT = 30
_STEPS_PER_CLUE = 12
_NEVER = np.iinfo(np.intp).max


def fill_pattern(grids: Digits, pattern: CellSet, source: RandomSource, count: Count) -> Digits:
    """Return puzzles with this pattern and one solution, found from solved grids; where none is found, one is missing.

    >>> from nonet.engine import count_many
    >>> from nonet.create.solved_grids import solved_grids
    >>> source = RandomSource.of(1, range(2))
    >>> grids, _ = solved_grids(Shape(3, 3), source)
    >>> pattern = CellSet([cell for cell in range(81) if cell % 5 in (0, 2)])
    >>> puzzles = fill_pattern(
    ...     grids, pattern, source, lambda rows, limit: count_many(rows, limit=limit).counts.astype(int)
    ... )
    >>> len(puzzles), np.flatnonzero(puzzles[0]).tolist() == list(bits(pattern.mask))
    (2, True)
    """
    cells = np.array(list(bits(pattern.mask)), np.intp)
    peers = _peers(pattern.shape)
    puzzles = np.zeros_like(grids)
    puzzles[:, cells] = grids[:, cells]
    scores = _scores(puzzles, pattern.shape, count)
    for step in range(_STEPS_PER_CLUE * len(cells)):
        left = np.flatnonzero(scores > 0)
        if not left.size:
            break
        changing = cells[source.below(f"c{step}", 1, len(cells))[left, 0]]
        order = source.permutations(f"d{step}", pattern.shape.size)[left, 0] + 1
        tried, owners = _with_other_digits(puzzles[left], changing, order, peers)
        if not len(tried):
            continue
        found = _scores(tried, pattern.shape, count)
        best = np.full(len(left), _NEVER)
        np.minimum.at(best, owners, found)
        is_best = found == best[owners]
        firsts = np.unique(owners[is_best], return_index=True)[1]
        chosen = np.flatnonzero(is_best)[firsts]
        chosen = chosen[found[chosen] <= scores[left[owners[chosen]]]]
        puzzles[left[owners[chosen]]] = tried[chosen]
        scores[left[owners[chosen]]] = found[chosen]
    return np.asarray(puzzles[scores == 0])


def _with_other_digits(
    puzzles: Digits, changing: NDArray[np.intp], order: NDArray[np.intp], peers: NDArray[np.bool_]
) -> tuple[Digits, NDArray[np.intp]]:
    """Return each puzzle with each other digit that its changing cell can take, and the index of each one's puzzle."""
    everyone = np.arange(len(puzzles))
    seen = np.where(peers[changing], puzzles, 0)
    is_taken = np.zeros((len(puzzles), order.shape[1] + 1), np.bool_)
    is_taken[everyone[:, None], seen] = True
    is_taken[everyone, puzzles[everyone, changing]] = True
    owners, places = np.nonzero(~is_taken[everyone[:, None], order])
    return with_digits(puzzles, owners, changing[owners], order[owners, places]), owners


def _scores(puzzles: Digits, shape: Shape, count: Count) -> NDArray[np.intp]:
    """Return how far each puzzle is from having one solution: 0 if it has one, `_NEVER` if it has none."""
    counts = count(puzzles, _LIMIT)
    scores = np.where(counts == 0, _NEVER, counts - 1)
    many = np.flatnonzero(counts == _LIMIT)
    if many.size and shape is Shape(3, 3):
        scores[many] += candidate_counts(pencilmarks_many(puzzles[many], threads=1))
    return scores


def _peers(shape: Shape) -> NDArray[np.bool_]:
    """Return for each cell which cells are its peers."""
    table = np.zeros((shape.cells, shape.cells), np.bool_)
    for cell, peers in enumerate(shape.peers):
        table[cell, list(peers)] = True
    return table
