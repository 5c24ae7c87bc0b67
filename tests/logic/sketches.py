"""Positions to look at: sketches of a few cells on an empty board, and real ones on the way through made puzzles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from nonet import Grid, Position, Shape, read_many, solve
from nonet.engine.bench_sets import bench_set
from nonet.geometry import SYMBOLS, bits
from nonet.logic import Candidate, Step, steps
from nonet.logic.marks import Marks
from nonet.logic.path import find_next
from nonet.logic.techniques import TECHNIQUES

NINE = Shape(3, 3)
EASY = [row for row in TECHNIQUES if row.finder.partition(".")[0] in {"singles", "locked", "subsets"}]


def board(names: str) -> int:
    """A bitboard from the names of cells."""
    return sum(1 << NINE.cell(name) for name in names.split())


def sketch(
    cells: Mapping[str, str],
    only: Mapping[str, str] | None = None,
    *,
    placed: Mapping[str, int] | None = None,
    given: Mapping[str, int] | None = None,
) -> Position:
    """An empty 9x9 board in which these cells have these candidates, and the others all that are left to them.

    `only` names the places of a digit in a house: ``{"1 row 2": "r2c3 r2c4"}``.
    """
    givens = Grid(81 * ".").replace(dict(given or {}))
    position = Position(givens, givens.replace(dict(placed or {})))
    masks = list(position.candidate_masks)
    for name, digits in cells.items():
        masks[NINE.cell(name)] = sum(1 << SYMBOLS.index(digit) for digit in digits)
    for where, names in (only or {}).items():
        digit, _, house = where.partition(" ")
        for cell in bits(NINE.house_masks[NINE.house_names.index(house)] & ~board(names)):
            masks[cell] &= ~(1 << SYMBOLS.index(digit))
    return Position(position.givens, position.grid, masks)


def library(line: str) -> Position:
    """The position of a library line."""
    (entry,) = read_many(line, format="hodoku")
    return entry.position or Position(entry.grid)


def found(position: Position, technique: str) -> list[Step]:
    return list(steps(position, techniques=[technique]))


def struck(step: Step) -> str:
    """The eliminations as text, digit and cells: ``3: r1c2 r1c3``."""
    by_digit: dict[int, list[int]] = {}
    for cell, digit in sorted(step.eliminations):
        by_digit.setdefault(digit, []).append(cell)
    return "; ".join(f"{d}: {' '.join(map(NINE.cell_name, cells))}" for d, cells in sorted(by_digit.items()))


@cache
def real_positions(number: int = 160, seed: int = 7) -> tuple[tuple[Position, Grid], ...]:
    """Where singles, locked candidates and subsets leave made puzzles, with the solution of each.

    What other techniques then strike out is taken off at once, so that rare late patterns come up as well.
    """
    return tuple(pair for line in bench_set("minimal", number, seed=seed).decode().split() for pair in _stops(line))


def _stops(line: str) -> Iterator[tuple[Position, Grid]]:
    solution = solve(line)
    marks = Marks.of(Position(line))
    while marks.blanks:
        step = find_next(marks, EASY)
        if step is not None:
            marks = marks.after(step.placements, step.eliminations)
            continue
        yield marks.position, solution
        wrong = {
            Candidate(cell, digit)
            for technique in ("xy-wing", "simple-colors-trap", "multi-colors-1", "unique-rectangle-1", "3d-medusa")
            for step in found(marks.position, technique)
            for cell, digit in step.eliminations
        }
        if not wrong:
            break
        marks = marks.after((), sorted(wrong))
