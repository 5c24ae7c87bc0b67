"""Boards for the tests: well-known puzzles, and Hypothesis strategies for all others."""

from __future__ import annotations

from hypothesis import strategies as st

from nonet import Grid, Shape

WIKIPEDIA = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
WIKIPEDIA_SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
INKALA = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
SEVENTEEN = "9..8...........5............2..1...3.1.....6....4...7.7.86.........3.1..4.....2.."
WITHOUT_SOLUTION = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4........."
TARGET_3 = "7..9....11....59.....2...8...5.2...3......648413........7..2.9.2.1.6.8.4.8.5.4.12"
TARGET_85 = "...7.24539....8...74...5.1.195.8.....7.....25.3.5791.8...6.1....6.9....1........6"

SHAPES = [Shape(2, 2), Shape(2, 3), Shape(3, 3)]
LARGER_SHAPES = [Shape(3, 2), Shape(2, 4), Shape(2, 5), Shape(3, 4), Shape(4, 4), Shape(5, 5), Shape(1, 5)]


def pattern(shape: Shape) -> Grid:
    """Return the solved grid in which each row is the previous one shifted by a box, and each band by one more."""
    h, w, n = shape.box_height, shape.box_width, shape.size
    return Grid([[(row % h * w + row // h + column) % n + 1 for column in range(n)] for row in range(n)], shape)


def moved(grid: Grid, rows: list[int], columns: list[int], digits: list[int]) -> Grid:
    """Return the grid with rows and columns in another order and digits renamed (digits[0] is 0)."""
    return Grid([[digits[grid[row, column]] for column in columns] for row in rows], grid.shape)


def transposed(grid: Grid) -> Grid:
    """Return the grid mirrored at its main diagonal; its boxes are transposed, too."""
    columns = zip(*grid.rows, strict=True)
    return Grid([list(column) for column in columns], Shape(grid.shape.box_width, grid.shape.box_height))


def turned(grid: Grid) -> Grid:
    """Return the grid rotated by 90 degrees."""
    return Grid([list(row)[::-1] for row in transposed(grid).rows], transposed(grid).shape)


@st.composite
def orders(draw: st.DrawFn, size: int, group: int) -> list[int]:
    """An order of lines that keeps the lines of a band together."""
    bands = draw(st.permutations(range(size // group)))
    return [band * group + line for band in bands for line in draw(st.permutations(range(group)))]


@st.composite
def moves(draw: st.DrawFn, shape: Shape) -> tuple[list[int], list[int], list[int]]:
    """Rows, columns and digits for `moved`: a transformation that keeps every rule."""
    rows = draw(orders(shape.size, shape.box_height))
    columns = draw(orders(shape.size, shape.box_width))
    return rows, columns, [0, *draw(st.permutations(range(1, shape.size + 1)))]


@st.composite
def solved_grids(draw: st.DrawFn, shapes: list[Shape] | None = None) -> Grid:
    """A solved grid."""
    shape = draw(st.sampled_from(shapes or SHAPES))
    return moved(pattern(shape), *draw(moves(shape)))


@st.composite
def puzzles(draw: st.DrawFn, shapes: list[Shape] | None = None, most_blanks: float = 1.0) -> Grid:
    """A solved grid with some cells blanked: at least one solution."""
    solved = draw(solved_grids(shapes))
    blanks = draw(st.sets(st.integers(0, len(solved) - 1), max_size=int(most_blanks * len(solved))))
    return solved.replace(dict.fromkeys(blanks, 0))


@st.composite
def boards(draw: st.DrawFn, shapes: list[Shape] | None = None, most_blanks: float = 1.0) -> Grid:
    """Any board: a puzzle in which a few digits are changed, so it often breaks a rule or has no solution."""
    puzzle = draw(puzzles(shapes, most_blanks))
    digits = st.integers(1, puzzle.shape.size)
    return puzzle.replace(draw(st.dictionaries(st.integers(0, len(puzzle) - 1), digits, max_size=2)))
