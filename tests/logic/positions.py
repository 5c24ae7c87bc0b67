"""Positions for the tests of the finders: marked by hand, sketched by chance around a solution, or met on the way."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

from nonet import Grid, Position, Shape, solve
from nonet.bulk import bench_set
from nonet.logic import Candidate, Step, find_next
from nonet.logic.marks import Marks
from nonet.logic.techniques import select_techniques
from tests.boards import moved, pattern

BASICS = (
    "full-house",
    "naked-single",
    "hidden-single",
    "locked-pair",
    "locked-triple",
    "pointing",
    "claiming",
    "naked-pair",
    "naked-triple",
    "hidden-pair",
    "hidden-triple",
)
NINE = Shape(3, 3)


def marked(cells: dict[str, str], shape: Shape = NINE) -> Position:
    """A board without any digit, every candidate everywhere but in the cells that are told."""
    masks = [shape.all_digits] * shape.cells
    for name, digits in cells.items():
        masks[shape.cell(name)] = sum(1 << int(digit) - 1 for digit in digits)
    return Position("." * shape.cells, candidate_masks=masks)


def struck(step: Step, shape: Shape = NINE) -> dict[int, set[str]]:
    """What a step strikes out: for each digit the cells by name."""
    found: dict[int, set[str]] = {}
    for cell, digit in step.eliminations:
        found.setdefault(digit, set()).add(shape.cell_name(cell))
    return found


def orders(chance: Random, size: int, group: int) -> list[int]:
    """An order of lines that keeps the lines of a band together."""
    bands = chance.sample(range(size // group), size // group)
    return [band * group + line for band in bands for line in chance.sample(range(group), group)]


def sketched(seed: int, shape: Shape = NINE, blanks: float = 0.6, others: int = 2) -> tuple[Position, Grid]:
    """A position in which each blank has the digit of a solution and up to so many others; and that solution."""
    chance = Random(seed)
    rows, columns = orders(chance, shape.size, shape.box_height), orders(chance, shape.size, shape.box_width)
    solution = moved(pattern(shape), rows, columns, [0, *chance.sample(range(1, shape.size + 1), shape.size)])
    hidden = chance.sample(range(shape.cells), int(blanks * shape.cells))
    grid = solution.replace(dict.fromkeys(hidden, 0))
    masks = list(Position(grid).candidate_masks)
    for cell in hidden:
        spare = [bit for bit in range(shape.size) if masks[cell] >> bit & 1 and bit != solution[cell] - 1]
        kept = chance.sample(spare, min(len(spare), chance.randint(1, others)))
        masks[cell] = 1 << solution[cell] - 1 | sum(1 << bit for bit in kept)
    return Position(grid, candidate_masks=masks), solution


@cache
def met(number: int, seed: int = 1, basics: tuple[str, ...] = BASICS) -> tuple[tuple[Position, Grid], ...]:
    """Positions of minimal puzzles where the basic techniques end, with their solutions."""
    use = select_techniques(basics)
    found = []
    for line in bench_set("minimal", number, seed=seed).decode().split():
        marks = Marks.of(Position(line))
        while (step := find_next(marks, use)) is not None:
            marks = marks.after(step.placements, step.eliminations)
        if marks.blanks:
            found.append((marks.position, solve(line)))
    return tuple(found)


def transformed(position: Position, seed: int) -> tuple[Position, dict[Candidate, Candidate]]:
    """The position mirrored, with lines in another order and digits renamed; and where each candidate went."""
    shape = position.grid.shape
    chance = Random(seed)
    size = shape.size
    rows, columns = orders(chance, size, shape.box_width), orders(chance, size, shape.box_height)
    digits = [0, *chance.sample(range(1, size + 1), size)]
    other = Shape(shape.box_width, shape.box_height)
    masks, grid, went = [0] * shape.cells, [0] * shape.cells, {}
    for cell in range(shape.cells):
        row, column = divmod(cell, size)
        there = rows.index(column) * size + columns.index(row)
        grid[there] = digits[position.grid[cell]]
        for digit in range(1, size + 1):
            went[Candidate(cell, digit)] = Candidate(there, digits[digit])
            if position.candidate_masks[cell] >> digit - 1 & 1:
                masks[there] |= 1 << digits[digit] - 1
    made = Grid.of_digits(bytes(grid), other)
    return Position(made, candidate_masks=masks), went


def conclusions(steps: Iterator[Step]) -> set[frozenset[Candidate]]:
    """The eliminations of each step."""
    return {frozenset(step.eliminations) for step in steps}
