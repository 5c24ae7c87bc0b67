"""Harder puzzles near given 9x9 puzzles.

There are three ways to measure how hard a puzzle is without solving it step by step:

- `surviving_guesses`: how many wrong candidates propagation does not refute, per blank. The harder puzzles are for
  people, the more survive. `climb` uses it, and `climb_by_rating` to decide which puzzles are worth rating.
- `first_steps`: how little propagation does at first. `climb_to_ratings` uses it for puzzles that start hard.
- `left_after_guesses`: how many candidates are left after a right guess. Such puzzles need many guesses in a search.
  `breed` uses it.

They depend only on propagation, not on how the engine searches, so the puzzles are the same with every backend.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from random import Random
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from ..engine import count_many, pencilmarks_many, solve_many
from ..errors import NonetError
from ..geometry import Shape, digits_of
from ..grid import Grid
from ..logic import ExplainerWanted, explainer_ratings, first_ratings, rate
from ..rows import has_several
from .difficulty import house_tables
from .explainer_ratings import has_ratings
from .reduction import Digits, is_minimal, with_digits

__all__ = [
    "SHARE_FOR_EXTREME",
    "breed",
    "candidate_counts",
    "climb",
    "climb_by_rating",
    "climb_to_ratings",
    "exchange_clues",
    "first_steps",
    "hardest",
    "is_promising",
    "left_after_guesses",
    "surviving_guesses",
]

_NINE = Shape(3, 3)
_CELLS = _NINE.cells
_SELECTED = 14
"""How many puzzles of a block `hardest` selects."""
_ROUNDS, _SHARE = 8, 4
"""The rounds of `climb`, and which share of the neighbors is tried in each, one in 4. Measured on 40 to 80 puzzles
each: 24 % were Extreme after 3 rounds with one in 3, 36 % after 5, 48 % after 8 with one in 4, and no more after 12."""
SHARE_FOR_EXTREME = 16
"""The share of the neighbors for Extreme puzzles. Of 84 puzzles, 38 had ER 8.5 or more after 8 rounds with one in 4,
and 33 after 8 rounds with one in 16, which took about a quarter of the time."""
_PARENTS = 4
_RATED = {"rating": 4, "se": 16}
"""How many puzzles `climb_by_rating` rates in each round; the kernel rates on the scale of Sudoku Explainer faster."""
_PROMISING = 0.9
"""The surviving guesses of a promising puzzle. One random minimal puzzle in 30 has as many, and so have two in three of
those with ER 8.5 or more."""
_FEW_FIRST_STEPS, _ROUNDS_TO_RATINGS = -36, 24
"""The value of `first_steps` from which `climb_to_ratings` starts, as one random puzzle in 37 has, and its rounds."""


def _is_unique(rows: Digits) -> NDArray[np.bool_]:
    return count_many(rows, threads=1).is_unique


def candidate_counts(masks: NDArray[np.uint16]) -> NDArray[np.intp]:
    """Return how many candidates each puzzle has.

    >>> candidate_counts(np.array([[5, 7], [1, 0]], np.uint16))
    array([5, 1])
    """
    return np.asarray(np.unpackbits(masks.view(np.uint8), axis=1).sum(axis=1, dtype=np.intp))


def _is_candidate(masks: NDArray[np.uint16]) -> NDArray[np.bool_]:
    """Return for each cell of each puzzle which digits are candidates."""
    return np.asarray(masks[:, :, None] >> np.arange(9, dtype=np.uint16) & 1).astype(np.bool_)


# Wrong candidates that survive


def surviving_guesses(rows: Digits) -> NDArray[np.float64]:
    """Return how many wrong candidates propagation does not refute, per blank that it leaves.

    Of the 40 puzzles with the highest values among 8,192, 14 were Extreme; of all puzzles, 1 in 100 is.

    >>> easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    >>> rows = np.frombuffer((easy + hard).replace(".", "0").encode(), np.uint8).reshape(2, 81) - ord("0")
    >>> values = surviving_guesses(rows)
    >>> float(values[0]), bool(values[1] > 2)
    (0.0, True)
    """
    if not len(rows):
        return np.zeros(0)
    masks = pencilmarks_many(rows, threads=1)
    is_wrong = _is_candidate(masks)
    is_wrong &= solve_many(rows, threads=1).solutions[:, :, None] != np.arange(1, 10)
    owners, cells, digits = np.nonzero(is_wrong)
    survives = pencilmarks_many(with_digits(rows, owners, cells, digits + 1), threads=1).any(axis=1)
    blanks = np.count_nonzero(has_several(masks), axis=1)
    return np.asarray(np.bincount(owners[survives], minlength=len(rows)) / np.maximum(blanks, 1))


def hardest(rows: Digits) -> Digits:
    """Return the puzzles of a block that are most likely to be very hard, in their order.

    >>> hardest(np.zeros((0, 81), np.uint8)).shape
    (0, 81)
    """
    rows = rows[has_several(pencilmarks_many(rows, threads=1)).any(axis=1)]
    selected = (-surviving_guesses(rows)).argsort(kind="stable")[:_SELECTED]
    return rows[np.sort(selected)]


def is_promising(rows: Digits) -> NDArray[np.bool_]:
    """Return which puzzles are likely to be very hard.

    >>> is_promising(np.zeros((0, 81), np.uint8)).tolist()
    []
    """
    promising = np.asarray(has_several(pencilmarks_many(rows, threads=1)).any(axis=1))
    promising[promising] = surviving_guesses(rows[promising]) >= _PROMISING
    return promising


def climb(rows: Digits, *, minimal: bool, share: int = _SHARE) -> Digits:
    """Return a puzzle near each puzzle that is harder, or the puzzle itself; minimal ones if `minimal` is set.

    In each round a clue moves to another cell, in one of `share` of all possible ways, and the hardest result is kept.
    Each puzzle climbs by itself, and nothing is random.

    >>> puzzle = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    >>> row = np.frombuffer(puzzle.replace(".", "0").encode(), np.uint8)[None] - ord("0")
    >>> after = climb(row, minimal=True)
    >>> bool(surviving_guesses(after)[0] >= surviving_guesses(row)[0]), int(np.count_nonzero(after))
    (True, 21)
    """
    rows, values = rows.copy(), surviving_guesses(rows)
    for part in range(_ROUNDS if len(rows) else 0):
        near, owners = exchange_clues(rows, part, share)
        _keep_best(rows, values, near, owners, surviving_guesses(near), minimal=minimal)
    return rows


def _keep_best(
    rows: Digits,
    values: NDArray[Any],
    near: Digits,
    owners: NDArray[np.intp],
    near_values: NDArray[Any],
    *,
    minimal: bool,
) -> None:
    """Replace each puzzle by the one of its neighbors with the highest value, if that is higher than its own."""
    numbers = np.flatnonzero(near_values > values[owners])
    if minimal:
        numbers = numbers[is_minimal(near[numbers], _is_unique)]
    for i in numbers[(-near_values[numbers]).argsort(kind="stable")]:
        if near_values[i] > values[owners[i]]:
            rows[owners[i]], values[owners[i]] = near[i], near_values[i]


def exchange_clues(rows: Digits, part: int, share: int = _SHARE) -> tuple[Digits, NDArray[np.intp]]:
    """Return puzzles with one solution and one clue moved, and the index of each one's puzzle.

    Only one of `share` parts of all these puzzles is returned.

    >>> near, owners = exchange_clues(solve_many(["." * 81], limit=1).solutions, 0)
    >>> near.shape
    (0, 81)
    """
    owners, cells = np.nonzero(rows)
    fewer = with_digits(rows, owners, cells, 0)
    masks = pencilmarks_many(fewer, threads=1)
    is_possible = _is_candidate(masks) & has_several(masks)[:, :, None]
    is_possible[np.arange(len(owners)), cells] = False
    is_possible &= _moves_of_part(part % share, share)[cells]
    which, places, digits = np.nonzero(is_possible)
    near = with_digits(fewer, which, places, digits + 1)
    unique = _is_unique(near)
    return near[unique], owners[which[unique]]


@lru_cache(maxsize=64)
def _moves_of_part(part: int, share: int) -> NDArray[np.bool_]:
    """Return the moves of a part, by the clue's old cell, its new cell and its new digit.

    So it depends only on a puzzle itself which of its moves are tried, and not on the other puzzles of the block.
    """
    cells = np.arange(_CELLS)
    numbers = cells[:, None, None] + cells[:, None] + np.arange(_NINE.size)
    return np.asarray(numbers % share == part)


def climb_by_rating(row: Digits, rounds: int, by: Literal["rating", "se"] = "rating") -> Digits:
    """Return the puzzle with the highest rating found near a puzzle.

    With `by="rating"` that is the highest level, then the greatest score; with `by="se"` the greatest ER, EP and ED.

    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> row = np.frombuffer(puzzle.replace(".", "0").encode(), np.uint8) - ord("0")
    >>> bool((climb_by_rating(row, 0) == row).all())
    True
    """
    rating = _rating if by == "rating" else _explainer_rating
    ratings = {row.tobytes(): rating(row)}

    def order(puzzle: bytes) -> tuple[Any, ...]:
        return ratings[puzzle], puzzle

    for part in range(rounds):
        best = sorted(ratings, key=order, reverse=True)[:_PARENTS]
        near, _ = exchange_clues(np.frombuffer(b"".join(best), np.uint8).reshape(len(best), -1), part)
        promising = near[(-surviving_guesses(near)).argsort(kind="stable")]
        new = (puzzle for puzzle in promising if puzzle.tobytes() not in ratings)
        for _, puzzle in zip(range(_RATED[by]), new, strict=False):
            ratings[puzzle.tobytes()] = rating(puzzle)
    return np.frombuffer(max(ratings, key=order), np.uint8)


def _rating(row: Digits) -> tuple[float, ...]:
    rating = rate(Grid.of_digits(row.tobytes(), _NINE), scale="hodoku")
    return rating.level, rating.score


def _explainer_rating(row: Digits) -> tuple[float, ...]:
    [rating] = explainer_ratings([Grid.of_digits(row.tobytes(), _NINE)])
    if isinstance(rating, NonetError):
        raise rating
    return rating


# Puzzles that start hard


def first_steps(rows: Digits) -> NDArray[np.intp]:
    """Return how little propagation does at first: the higher the value, the harder the first step.

    That is minus the number of candidates that singles and locked candidates remove in the end. If they remove none, it
    is the rating of the first step of Sudoku Explainer in tenths, as `first_ratings` gives it.

    >>> texts = ["53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    ...     "1.......9.5.....4...6...2.....4.2.85...5......7.8.3...9.....6...4.7...3...2.8...1"]
    >>> [first_steps(np.frombuffer(bytes(Grid(text)), np.uint8)[None]).item() for text in texts]
    [-102, 90]
    """
    houses, houses_of = house_tables(_NINE)
    digits = np.array([0, *(1 << digit for digit in range(9))], np.uint16)[rows]
    taken = np.bitwise_or.reduce(digits[:, houses], axis=2)
    free = ~np.bitwise_or.reduce(taken[:, houses_of], axis=2) & np.uint16(_NINE.all_digits)
    at_first = candidate_counts(np.where(rows > 0, digits, free))
    values = np.asarray(candidate_counts(pencilmarks_many(rows, threads=1)) - at_first)
    is_hard = values == 0
    values[is_hard] = first_ratings(rows[is_hard].tobytes())
    return values


def climb_to_ratings(
    wanted: ExplainerWanted, rows: Digits, *, minimal: bool, seconds_left: Callable[[], float | None]
) -> Digits:
    """Return puzzles with the wanted ratings, at most one near each puzzle; minimal ones if `minimal` is set.

    Only puzzles with a high value of `first_steps` are used. In each round a clue moves to another cell, in many ways.
    If a result has the wanted ratings, it is taken. Otherwise the one with the highest value is kept.

    >>> text = "1.......9.5.....4...6...2.....4.2.85...5......7.8.3...9.....6...4.7...3...2.8...1"
    >>> row = np.frombuffer(bytes(Grid(text)), np.uint8)[None]
    >>> wanted = ExplainerWanted.of((7.0, 8.9), pearl=True)
    >>> found = climb_to_ratings(wanted, row, minimal=True, seconds_left=lambda: None)
    >>> bool(has_ratings(wanted, found).all())
    True
    """
    values = first_steps(rows)
    numbers = np.flatnonzero(values >= _FEW_FIRST_STEPS)
    rows, values = rows[numbers], values[numbers]
    near, owners, found = rows, np.arange(len(rows)), dict[int, Digits]()
    for part in range(_ROUNDS_TO_RATINGS + 1):
        seconds_left()  # raises an exception if time is up
        is_match = has_ratings(wanted, near, seconds_left)
        is_match[is_match] = not minimal or is_minimal(near[is_match], _is_unique)
        found.update(reversed([(int(numbers[owners[i]]), near[i]) for i in np.flatnonzero(is_match)]))
        is_open = np.array([number not in found for number in numbers.tolist()], np.bool_)
        if not is_open.any() or part == _ROUNDS_TO_RATINGS:
            break
        _keep_best(rows, values, near, owners, first_steps(near), minimal=minimal)
        numbers, rows, values = numbers[is_open], rows[is_open], values[is_open]
        near, owners = exchange_clues(rows, part)
    return np.array([found[number] for number in sorted(found)], np.uint8).reshape(-1, _CELLS)


# Candidates that are left after a right guess


def breed(
    random: Random, rows: Digits, rounds: int, *, parents: int, children: int, number: int | None = None
) -> Digits:
    """Return puzzles that need many guesses, the hardest first: as many as were given, or `number`.

    In each round, `children` random neighbors of each of the `parents` hardest puzzles are tried.

    >>> puzzle = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    >>> row = np.frombuffer(puzzle.replace(".", "0").encode(), np.uint8)[None] - ord("0")
    >>> hard = breed(Random(1), row, 3, parents=4, children=20, number=4)
    >>> bool((left_after_guesses(hard) >= left_after_guesses(row)[0])[0]), bool(count_many(hard).is_unique.all())
    (True, True)
    """
    number = len(rows) if number is None else number
    left = left_after_guesses(rows)
    for _ in range(rounds):
        near = _random_neighbors(random, np.repeat(rows[:parents], children, axis=0))
        near = near[count_many(near).is_unique]
        left = np.concatenate([left, left_after_guesses(near)])
        rows, first = np.unique(np.concatenate([rows, near]), axis=0, return_index=True)
        order = (-left[first]).argsort(kind="stable")[:number]
        rows, left = rows[order], left[first][order]
    return rows


def _random_neighbors(random: Random, rows: Digits) -> Digits:
    """Move one or two clues of each puzzle, in place, and return the puzzles; few of them have one solution."""
    numbers = [random.choice((1, 1, 2)) for _ in rows]
    for row, number in zip(rows, numbers, strict=True):
        row[random.sample(np.flatnonzero(row).tolist(), number)] = 0
    masks = pencilmarks_many(rows)
    for row, number, mask, is_open in zip(rows, numbers, masks.tolist(), has_several(masks), strict=True):
        blanks = np.flatnonzero(is_open).tolist()
        for cell in random.sample(blanks, min(number, len(blanks))):
            row[cell] = random.choice(list(digits_of(mask[cell])))
    return rows


def left_after_guesses(rows: Digits) -> NDArray[np.intp]:
    """Return how many candidates are left after a right guess and propagation, summed over all blanks.

    >>> left_after_guesses(solve_many(["." * 81], limit=1).solutions)
    array([0])
    """
    if not len(rows):
        return np.zeros(0, np.intp)
    owners, cells = np.nonzero(has_several(pencilmarks_many(rows)))
    trial = with_digits(rows, owners, cells, solve_many(rows).solutions[owners, cells])
    left = np.zeros(len(rows), np.intp)
    np.add.at(left, owners, candidate_counts(pencilmarks_many(trial)) - _CELLS)
    return left
