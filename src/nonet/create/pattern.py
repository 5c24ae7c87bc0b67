"""Puzzles with a given pattern of clues.

Of the solved grids hardly any leaves just one solution with a pattern of few clues. So the digits in the pattern are
changed one at a time: some cell of the pattern takes the digit that leaves the fewest solutions, but at least one,
until there is just one. Where there are very many solutions, the candidates that propagation leaves are counted
instead.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..cellset import CellSet
from ..engine import pencilmarks_many
from ..geometry import Shape, bits
from .chance import Chance
from .reducing import Rows

__all__ = ["with_pattern"]

Count: TypeAlias = Callable[[Rows, int], NDArray[np.intp]]
"""How many solutions puzzles have, up to a limit."""

_LIMIT = 30
_STEPS_A_CLUE = 12
_NEVER = np.iinfo(np.intp).max


def with_pattern(grids: Rows, pattern: CellSet, chance: Chance, count: Count) -> tuple[Rows, NDArray[np.bool_]]:
    """Puzzles with this pattern, begun from solved grids, and which of them came to have one solution.

    >>> from nonet.engine import count_many
    >>> from nonet.create.nine import solved_nines
    >>> chance = Chance.of(1, range(2))
    >>> where = CellSet([cell for cell in range(81) if cell % 5 in (0, 2)])
    >>> made, there = with_pattern(
    ...     solved_nines(chance)[0], where, chance, lambda rows, limit: count_many(rows, limit=limit).counts.astype(int)
    ... )
    >>> there.tolist(), [int(row[where.mask.bit_length() - 1] > 0) for row in made]
    ([True, True], [1, 1])
    """
    cells = np.array(list(bits(pattern.mask)), np.intp)
    peers = _peers(pattern.shape)
    puzzles = np.zeros_like(grids)
    puzzles[:, cells] = grids[:, cells]
    scores = _scores(puzzles, pattern.shape, count)
    for step in range(_STEPS_A_CLUE * len(cells)):
        left = np.flatnonzero(scores > 0)
        if not left.size:
            break
        here = cells[chance.below(f"c{step}", 1, len(cells))[left, 0]]
        order = chance.orders(f"d{step}", pattern.shape.size)[left, 0] + 1
        tried, owners = _changed(puzzles[left], here, order, peers)
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
    return puzzles, scores == 0


def _changed(
    puzzles: Rows, here: NDArray[np.intp], order: NDArray[np.intp], peers: NDArray[np.bool_]
) -> tuple[Rows, NDArray[np.intp]]:
    """Each puzzle with each other digit in one cell that none of its peers holds, and of which puzzle each is."""
    everyone = np.arange(len(puzzles))
    seen = np.where(peers[here], puzzles, 0)
    taken = np.zeros((len(puzzles), order.shape[1] + 1), np.bool_)
    taken[everyone[:, None], seen] = True
    taken[everyone, puzzles[everyone, here]] = True
    owners, places = np.nonzero(~taken[everyone[:, None], order])
    tried = puzzles[owners]
    tried[np.arange(len(owners)), here[owners]] = order[owners, places]
    return tried, owners


def _scores(puzzles: Rows, shape: Shape, count: Count) -> NDArray[np.intp]:
    """How far each puzzle is from having one solution: 0 if it has, and never to be taken if it has none."""
    counts = count(puzzles, _LIMIT)
    scores = np.where(counts == 0, _NEVER, counts - 1)
    many = np.flatnonzero(counts == _LIMIT)
    if many.size and shape is Shape(3, 3):
        masks = pencilmarks_many(puzzles[many], threads=1)
        scores[many] += sum((masks >> digit & 1).sum(axis=1, dtype=np.intp) for digit in range(9))
    return scores


def _peers(shape: Shape) -> NDArray[np.bool_]:
    table = np.zeros((shape.cells, shape.cells), np.bool_)
    for cell, peers in enumerate(shape.peers):
        table[cell, list(peers)] = True
    return table
