"""Puzzles made from a seed: the same on every machine, in any number."""

from __future__ import annotations

import random
from functools import cache
from itertools import islice

from nonet import Grid, Shape
from nonet.search import find

from ..boards import moved, pattern

NINE = Shape(3, 3)


def solved_grid(chance: random.Random) -> Grid:
    """Return a solved grid: a shuffled pattern, solved again from a few of its digits."""

    def order() -> list[int]:
        bands = chance.sample(range(3), 3)
        return [3 * band + line for band in bands for line in chance.sample(range(3), 3)]

    grid = moved(pattern(NINE), order(), order(), [0, *chance.sample(range(1, 10), 9)])
    few = grid.replace(dict.fromkeys(chance.sample(range(81), 66), 0))
    return next(find(few))


def made_puzzles(seed: int, number: int, fewest: int = 17, most: int = 45) -> list[Grid]:
    """Return solved grids with cells blanked, one in three with a digit changed: with no, one or many solutions."""
    chance = random.Random(seed)
    made: list[Grid] = []
    solved = pattern(NINE)
    for index in range(number):
        if index % 8 == 0:
            solved = solved_grid(chance)
        puzzle = solved.replace(dict.fromkeys(chance.sample(range(81), 81 - chance.randint(fewest, most)), 0))
        if index % 3 == 0:
            puzzle = puzzle.replace({chance.choice([i for i in range(81) if puzzle[i]]): chance.randint(1, 9)})
        made.append(puzzle)
    return made


@cache
def expected(puzzle: Grid, limit: int) -> tuple[Grid, ...]:
    """Return the solutions up to a limit, found by the search for single puzzles."""
    return tuple(islice(find(puzzle), limit))
