"""Measure how evenly solved grids are drawn: against all 4x4 and 6x6 grids, and against an exact sample of 9x9 grids.

    python benchmarks/evenness.py [GRIDS]

The 6x6 and 9x9 grids are classified by the number of their *rectangles*: two digits that can be exchanged in two rows
and two columns. No transform changes that number. The exact sample of 9x9 grids: first bands and stacks are drawn as
nonet draws them, all completions are counted, a random one is taken, and it is weighted by their number.
"""

from __future__ import annotations

import sys
from itertools import combinations
from math import sqrt
from random import Random

import numpy as np
from numpy.typing import NDArray

from nonet import Grid, Shape, solutions
from nonet.create.random_source import RandomSource
from nonet.create.solved_grids import band_and_stack, solved_grids


def rectangles(rows: NDArray[np.uint8], size: int) -> NDArray[np.intp]:
    """Return how many rectangles each grid has."""
    grids = rows.reshape(-1, size, size)
    found = np.zeros(len(grids), np.intp)
    for one, other in combinations(range(size), 2):
        same = grids[:, one, :, None] == grids[:, other, None, :]
        found += (same & same.swapaxes(1, 2)).sum(axis=(1, 2)) // 2
    return found


def chi_square(numbers: NDArray[np.intp], expected: NDArray[np.float64]) -> str:
    value, freedom = ((numbers - expected) ** 2 / expected).sum(), len(numbers) - 1
    return (
        f"chi-square {value:.0f} at {freedom} degrees of freedom ({(value - freedom) / sqrt(2 * freedom):+.1f} sigma)"
    )


def small(grids: int) -> None:
    rows, _ = solved_grids(Shape(2, 2), RandomSource.of(1, range(grids)))
    numbers = np.unique(rows, axis=0, return_counts=True)[1]
    print(f"4x4, {grids} grids: {len(numbers)} of 288 seen, {chi_square(numbers, np.full(288, grids / 288))}")


def middle(grids: int) -> None:
    first = Grid("123456" + 30 * ".", Shape(2, 3))
    every = np.array([list(grid) for grid in solutions(first)], np.uint8)
    rows, _ = solved_grids(Shape(2, 3), RandomSource.of(1, range(grids)))
    kinds = np.arange(rectangles(every, 6).max() + 1)
    exact = np.bincount(rectangles(every, 6), minlength=len(kinds)) / len(every)
    seen = np.bincount(rectangles(rows, 6), minlength=len(kinds))
    print(f"6x6, {grids} grids against all {len(every)} with a fixed first row, by rectangles:")
    for kind in kinds[exact > 0]:
        print(f"  {kind:2}  exact {exact[kind]:7.2%}   drawn {seen[kind] / grids:7.2%}")
    print(f"  {chi_square(seen[exact > 0], exact[exact > 0] * grids)}")


def large(grids: int) -> None:
    drawn = np.concatenate(
        [
            rectangles(solved_grids(Shape(3, 3), RandomSource.of(1, range(n, n + 1000)))[0], 9)
            for n in range(0, 20 * grids, 1000)
        ]
    )
    random = Random(1)
    values, weights = [], []
    for number in range(grids):
        start = band_and_stack(RandomSource.of(2, [number]))[0]
        every = list(solutions(Grid.of_digits(start.tobytes(), Shape(3, 3))))
        if every:
            values.append(int(rectangles(np.array([list(random.choice(every))], np.uint8), 9)[0]))
            weights.append(len(every))
    value, weight = np.array(values), np.array(weights, float)
    mean = (value * weight).sum() / weight.sum()
    error = sqrt((weight**2 * (value - mean) ** 2).sum()) / weight.sum()
    print(f"9x9, {len(drawn)} grids against {grids} weighted ones, rectangles:")
    print(f"  drawn {drawn.mean():.3f} ± {drawn.std() / sqrt(len(drawn)):.3f}   exact {mean:.3f} ± {error:.3f}")
    print(f"  completions of a band and a stack: {weight.mean():.0f} ± {weight.std():.0f}")
    for low, high in ((0, 7), (7, 10), (10, 13), (13, 17), (17, 99)):
        share = (weight * ((value >= low) & (value < high))).sum() / weight.sum()
        print(f"  {low:2} to {high - 1:2}  exact {share:6.1%}   drawn {((drawn >= low) & (drawn < high)).mean():6.1%}")


if __name__ == "__main__":
    size = int(sys.argv[1]) if len(sys.argv) > 1 else 4000
    small(8 * size)
    middle(2 * size)
    large(size)
