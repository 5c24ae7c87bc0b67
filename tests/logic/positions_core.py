"""Positions for the tests of logic: those that a person meets on the way through puzzles made from a seed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from nonet import Grid, Position, solve
from nonet.bulk import bench_set
from nonet.logic import Step, verify
from nonet.logic._explain import find_next
from nonet.logic.marks import Marks
from nonet.logic.techniques import TECHNIQUES, Technique

BASIC = tuple(row for row in TECHNIQUES if row.family in ("singles", "locked", "subsets"))


@cache
def made_puzzles(name: str = "minimal", number: int = 20, seed: int = 5) -> tuple[str, ...]:
    """Puzzles made from a seed."""
    return tuple(bench_set(name, number, seed=seed).decode().split())


def on_the_way(puzzle: str, techniques: tuple[Technique, ...] = BASIC) -> Iterator[Marks]:
    """The marks before each step that these techniques take, and at the end."""
    marks = Marks.of(Position(puzzle))
    yield marks
    while marks.blanks and (step := find_next(marks, techniques)):
        marks = marks.after(step.placements, step.eliminations)
        yield marks


def agrees(step: Step, solution: Grid) -> bool:
    """Whether nothing right is struck out, and nothing wrong placed."""
    return all(solution[cell] == digit for cell, digit in step.placements) and all(
        solution[cell] != digit for cell, digit in step.eliminations
    )


def assert_sound(position: Position, step: Step) -> None:
    """The step is proved by its evidence, and agrees with the solution."""
    assert verify(position, step), step
    assert agrees(step, solve(position.givens)), step
