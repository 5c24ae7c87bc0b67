"""The choice of a guess: one rule, the same in every backend."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..geometry import Shape, bits
from .numpy_sweep import Masks

__all__ = ["choose_branch"]

_NINE = Shape(3, 3)
_HOUSES = np.array(_NINE.houses, np.intp)
_CANDIDATES = np.array([mask.bit_count() for mask in range(_NINE.all_digits + 1)], np.uint8)


def choose_branch(boards: Masks, is_easy: NDArray[np.bool_]) -> tuple[NDArray[np.intp], Masks]:
    """Return for each lane the cell to guess in, and the digit to guess as a mask. Lanes are stable and unsolved.

    In the lanes that are easy, a guess was made and nothing has failed so far. This rule decides the order in which
    solutions are found, so every backend follows it:

    0. In an easy lane in which at least a fourth of the blanks have two candidates, take the first of these cells.
       Guess the lower digit. Such a board is likely to have a solution whatever is guessed.
    1. Otherwise take a cell with two candidates, if there is one: that with the highest score. The score is the number
       of candidates that it shares with each peer, summed with weights: 6 for a peer with two candidates, 2 for one
       with three, 1 for one with more, 0 for a solved one. Of equals take the first in reading order. Guess the lower
       digit.
    2. Otherwise take a digit with two places in a house, if there is one: that whose two places have the highest sum of
       the weights of their peers with the same candidate. Of equals take the first house (rows, then columns, then
       boxes), then the lowest digit. Guess it in the first of its places.
    3. Otherwise take, of the cells with the fewest candidates, the one with the highest score as in 1.

    The alternative is the same board without that candidate.

    >>> boards = np.full((81, 1), 0b111, np.uint16)
    >>> boards[40] = boards[50] = 0b110
    >>> cell, digit = choose_branch(boards, np.array([False]))
    >>> int(cell[0]), bin(digit[0])
    (40, '0b10')
    """
    size = _CANDIDATES[boards]
    has_two = size == 2
    is_easy = is_easy & (4 * np.count_nonzero(has_two, axis=0) >= np.count_nonzero(size > 1, axis=0))
    cell, digit = has_two.argmax(axis=0), np.empty(boards.shape[1], np.uint16)
    is_easy &= has_two.any(axis=0)
    hard = np.flatnonzero(~is_easy)
    digit[is_easy] = _lowest(boards[cell[is_easy], np.flatnonzero(is_easy)])
    cell[hard], digit[hard] = _choose_by_score(boards[:, hard])
    return cell, digit


def _choose_by_score(boards: Masks) -> tuple[NDArray[np.intp], Masks]:
    """Return the guess for lanes in which the weights of the peers decide (cases 1 to 3 of `choose_branch`)."""
    lanes = np.arange(boards.shape[1])
    score = _scores(boards)
    cell = score.argmax(axis=0)
    digit = _lowest(boards[cell, lanes])
    hard = np.flatnonzero(score[cell, lanes] == 0)
    if len(hard):
        cell[hard], digit[hard] = _choose_without_pair(boards[:, hard])
    return cell, digit


_FIELD = 7
"""The number of bits for one digit's sum of weights, which is at most 6 for each of 21 cells."""


def _weights_of_mask() -> NDArray[np.uint64]:
    """Return for each mask its weight as a peer, in the field of each of its digits."""
    weight_of_size = (0, 0, 6, 2, 1, 1, 1, 1, 1, 1)
    return np.array(
        [
            sum(weight_of_size[mask.bit_count()] << _FIELD * bit for bit in bits(mask))
            for mask in range(_NINE.all_digits + 1)
        ],
        np.uint64,
    )


def _shift_of_mask() -> NDArray[np.uint64]:
    """Return for each mask of two digits the shifts to their fields."""
    shifts = np.zeros((2, _NINE.all_digits + 1), np.uint64)
    for low in range(9):
        for high in range(low + 1, 9):
            shifts[:, 1 << low | 1 << high] = _FIELD * low, _FIELD * high
    return shifts


_WEIGHTS = _weights_of_mask()
_LOW_SHIFT, _HIGH_SHIFT = _shift_of_mask()
_FIELD_MASK = np.uint64((1 << _FIELD) - 1)


def _scores(boards: Masks) -> NDArray[np.uint64]:
    """Return the score of each cell with two candidates, plus its own weight of 12; 0 for the others."""
    sums = _sums_of_weights(boards)
    scores: NDArray[np.uint64] = (sums >> _LOW_SHIFT[boards] & _FIELD_MASK) + (
        sums >> _HIGH_SHIFT[boards] & _FIELD_MASK
    )
    scores[_CANDIDATES[boards] != 2] = 0
    return scores


def _sums_of_weights(boards: Masks) -> NDArray[np.uint64]:
    """Return for each cell the weights of the cell and its peers, summed for each digit in a field of its own.

    The weights of all nine digits are added at once, in nine fields of one 64-bit number. A cell and its peers are its
    row, column and box, minus its mini-row and mini-column, which would be counted twice. A field may overflow into the
    next in between, but the final result is exact.
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
    """Return the guess for lanes in which no cell has two candidates (cases 2 and 3 of `choose_branch`)."""
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
    """Return for each cell and each of its candidates the weights of the peers with the same candidate; else 0."""
    sums, own = _sums_of_weights(boards), _WEIGHTS[boards]
    shifts = np.arange(0, 9 * _FIELD, _FIELD, dtype=np.uint64)[:, None]
    with_own, of_own = ((fields[:, None] >> shifts & _FIELD_MASK).astype(np.intp) for fields in (sums, own))
    return np.where(of_own > 0, with_own - of_own, 0)


def _lowest(masks: Masks) -> Masks:
    return masks & -masks
