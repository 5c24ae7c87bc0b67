"""Where the search guesses: the one rule that every backend keeps to."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..geometry import Shape, bits
from .numpy_sweep import Masks

__all__ = ["choose_branch"]

_NINE = Shape(3, 3)
_HOUSES = np.array(_NINE.houses, np.intp)
_CANDIDATES = np.array([mask.bit_count() for mask in range(_NINE.all_digits + 1)], np.uint8)


def choose_branch(boards: Masks) -> tuple[NDArray[np.intp], Masks]:
    """The cell to guess in and the digit to guess there, as a mask, for each lane; lanes are stable and unsolved.

    This rule fixes the order in which solutions are found, so every backend keeps to it:

    1. Of the cells with two candidates it is the one that a guess tells most about: greatest sum, over its peers, of
       the number of candidates shared, a peer with two candidates weighing 6, with three 2, with more 1, a solved one
       0. Of equals it is the first in reading order; its lowest digit is guessed.
    2. Without such a cell it is a digit that has two places in a house, the one whose two places have the greatest
       sum of the weights of their peers that may hold it, too; of equals the first house (rows, then columns, then
       boxes), then the lowest digit. It is guessed in the first of its places.
    3. Without such a digit it is, of the cells with the fewest candidates, the one of greatest score as under 1.

    The alternative is the same board without that candidate.

    >>> boards = np.full((81, 1), 0b111, np.uint16)
    >>> boards[40] = boards[50] = 0b110
    >>> cell, digit = choose_branch(boards)
    >>> int(cell[0]), bin(digit[0])
    (40, '0b10')
    """
    lanes = np.arange(boards.shape[1])
    score = _scores(boards)
    cell = score.argmax(axis=0)
    digit = _lowest(boards[cell, lanes])
    hard = np.flatnonzero(score[cell, lanes] == 0)
    if len(hard):
        cell[hard], digit[hard] = _choose_without_pair(boards[:, hard])
    return cell, digit


_FIELD = 7
"""Bits for one digit's sum of weights: at most 6 for each of 21 cells."""


def _weights_of_mask() -> NDArray[np.uint64]:
    """For each mask its weight as a peer, in the field of each of its digits."""
    weight_of_size = (0, 0, 6, 2, 1, 1, 1, 1, 1, 1)
    return np.array(
        [
            sum(weight_of_size[mask.bit_count()] << _FIELD * bit for bit in bits(mask))
            for mask in range(_NINE.all_digits + 1)
        ],
        np.uint64,
    )


def _shift_of_mask() -> NDArray[np.uint64]:
    """For each mask of two digits the shifts that lead to their fields."""
    shifts = np.zeros((2, _NINE.all_digits + 1), np.uint64)
    for low in range(9):
        for high in range(low + 1, 9):
            shifts[:, 1 << low | 1 << high] = _FIELD * low, _FIELD * high
    return shifts


_WEIGHTS = _weights_of_mask()
_LOW_SHIFT, _HIGH_SHIFT = _shift_of_mask()
_FIELD_MASK = np.uint64((1 << _FIELD) - 1)


def _scores(boards: Masks) -> NDArray[np.uint64]:
    """The score of each cell with two candidates, its own weight of 12 included; 0 for the others."""
    sums = _sums_of_weights(boards)
    scores: NDArray[np.uint64] = (sums >> _LOW_SHIFT[boards] & _FIELD_MASK) + (
        sums >> _HIGH_SHIFT[boards] & _FIELD_MASK
    )
    scores[_CANDIDATES[boards] != 2] = 0
    return scores


def _sums_of_weights(boards: Masks) -> NDArray[np.uint64]:
    """For each cell the weights of the cells that it sees and its own, digit by digit, each in a field.

    The weights of all nine digits are added up at once, each in its own field of 64 bits. The cells that a cell sees
    and the cell itself are its row, column and box less its mini-row and mini-column, which these count twice. Fields
    may overflow into the next on the way; what is left in the end is exact.
    """
    weights = _WEIGHTS[boards].reshape(3, 3, 3, 3, -1)
    mini_rows = weights.sum(axis=3, keepdims=True)
    mini_columns = weights.sum(axis=1, keepdims=True)
    boxes = mini_rows.sum(axis=1, keepdims=True)
    sums: NDArray[np.uint64] = (mini_rows.sum(axis=2, keepdims=True) - mini_rows + boxes) + (
        mini_columns.sum(axis=0, keepdims=True) - mini_columns
    )
    return sums.reshape(boards.shape)


def _choose_without_pair(boards: Masks) -> tuple[NDArray[np.intp], Masks]:
    """The branch of lanes in which no cell has two candidates: a digit with two places, or the fewest candidates."""
    lanes = np.arange(boards.shape[1])
    weight_here = _weights_of_peers(boards)
    is_here = boards[:, None] >> np.arange(9, dtype=np.uint16)[:, None] & 1 != 0
    number = is_here[_HOUSES].sum(axis=1)
    score = np.where(number == 2, weight_here[_HOUSES].sum(axis=1), -1).reshape(-1, len(lanes))
    best = score.argmax(axis=0)  # the first of equals: by house, then by digit
    house, digit = np.divmod(best, 9)
    cell = _HOUSES[house, is_here[_HOUSES[house].T, digit, lanes].argmax(axis=0)]
    guess = np.left_shift(1, digit, dtype=np.uint16, casting="unsafe")
    without = np.flatnonzero(score[best, lanes] < 0)
    if len(without):
        size = _CANDIDATES[boards[:, without]].astype(np.intp)
        size[size < 2] = 10
        is_fewest = size == size.min(axis=0)
        cell[without] = np.where(is_fewest, weight_here[:, :, without].sum(axis=1), -1).argmax(axis=0)
        guess[without] = _lowest(boards[cell[without], without])
    return cell, guess


def _weights_of_peers(boards: Masks) -> NDArray[np.intp]:
    """For each cell and each digit that it may hold, the weights of the peers that may hold it, too; 0 elsewhere."""
    sums, own = _sums_of_weights(boards), _WEIGHTS[boards]
    shifts = np.arange(0, 9 * _FIELD, _FIELD, dtype=np.uint64)[:, None]
    with_own, of_own = ((fields[:, None] >> shifts & _FIELD_MASK).astype(np.intp) for fields in (sums, own))
    return np.where(of_own > 0, with_own - of_own, 0)


def _lowest(masks: Masks) -> Masks:
    return masks & -masks
