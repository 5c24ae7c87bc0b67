"""Positions of a single digit for the tests of logic: drawn as pictures, or made of a template and some more places."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain

from hypothesis import strategies as st

from nonet import Grid, Position, Shape, solve
from nonet.bulk import bench_set
from nonet.geometry import bits
from nonet.logic import TECHNIQUES, Step
from nonet.logic._explain import find_next
from nonet.logic.marks import Marks
from tests.boards import moved, moves, pattern

SMALL = [Shape(2, 2), Shape(2, 3), Shape(3, 2)]
ALL = [*SMALL, Shape(2, 4), Shape(3, 3), Shape(1, 5)]


def marks_of(shape: Shape, places: int) -> Marks:
    """A blank board on which 1 may stand in some places only, and every other digit anywhere."""
    others = shape.all_digits & ~1
    masks = [others | places >> cell & 1 for cell in range(shape.cells)]
    return Marks.of(Position(Grid([[0] * shape.size] * shape.size, shape), candidate_masks=masks))


def pictured(*rows: str, shape: Shape = Shape(3, 3)) -> Marks:  # noqa: B008
    """A blank board on which 1 may stand where the picture has another sign than a dot."""
    cells = "".join(rows).replace(" ", "")
    assert len(cells) == shape.cells
    return marks_of(shape, sum(1 << cell for cell, sign in enumerate(cells) if sign != "."))


def named(marks: Marks, cells: int) -> str:
    """Cells by their names."""
    return " ".join(map(marks.shape.cell_name, bits(cells)))


def struck(marks: Marks, step: Step) -> str:
    """The cells that lose a candidate, by their names."""
    return " ".join(marks.shape.cell_name(cell) for cell, _ in step.eliminations)


def conclusions(found: Iterable[Step]) -> set[frozenset[int]]:
    """The cells that each step changes."""
    return {frozenset(cell for cell, _ in step.placements + step.eliminations) for step in found}


@st.composite
def single_digits(draw: st.DrawFn, shapes: list[Shape]) -> tuple[Shape, int]:
    """The places of a digit that has at least one template."""
    shape = draw(st.sampled_from(shapes))
    solved = moved(pattern(shape), *draw(moves(shape)))
    more = draw(st.sets(st.integers(0, shape.cells - 1), max_size=2 * shape.size))
    return shape, sum(1 << cell for cell in {*more, *(cell for cell, digit in enumerate(solved) if digit == 1)})


def family(*names: str) -> list[str]:
    """The techniques of some files, by their identifiers."""
    return [row.id for row in TECHNIQUES if row.family in names]


MINE = family("fish", "complex_fish", "single_digit_patterns", "templates")


@cache
def hard_marks(number: int = 40, seed: int = 8) -> tuple[tuple[Marks, Grid], ...]:
    """Where singles, locked candidates and subsets do not help, on the way through puzzles made from a seed."""
    use = [row for row in TECHNIQUES if row.family in ("singles", "locked_candidates", "subsets")]
    helping = [row for row in TECHNIQUES if row.family in ("fish", "single_digit_patterns") and row.default]
    found = []
    for line in bench_set("minimal", number, seed=seed).decode().split():
        marks, solution = Marks.of(Position(line)), solve(line)
        while marks.blanks:
            step = find_next(marks, use)
            if step is None:
                found.append((marks, solution))
                step = find_next(marks, helping)
            if step is None:
                break
            marks = marks.after(step.placements, step.eliminations)
    return tuple(found)


def all_steps(marks: Marks, names: Iterable[str]) -> Iterator[Step]:
    """The steps of several techniques."""
    rows = {row.id: row for row in TECHNIQUES}
    return chain.from_iterable(rows[name].find(marks) for name in names)
