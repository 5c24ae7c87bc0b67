"""Shared by the tests of formats: strategies for puzzles and positions of many shapes, and writing and reading."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hypothesis import settings, strategies as st

from nonet import Grid, Position, Shape
from nonet.formats import Entry, read_many, write

WIKIPEDIA = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
PUZZLE = Grid(WIKIPEDIA)
ROWS = [WIKIPEDIA[start : start + 9] for start in range(0, 81, 9)]

SHAPES = [Shape(2, 2), Shape(2, 3), Shape(3, 2), Shape(3, 3), Shape(3, 4), Shape(4, 4), Shape(5, 5), Shape(1, 5)]

few = settings(max_examples=25)
"""Few examples, since each is a whole board."""


@st.composite
def grids(draw: st.DrawFn, shapes: Sequence[Shape] = SHAPES) -> Grid:
    """Any digits, since reading does not check the rules."""
    shape = draw(st.sampled_from(shapes))
    random = draw(st.randoms(use_true_random=False))
    filled = draw(st.floats(0.05, 1))
    digits = bytes(random.randint(1, shape.size) if random.random() < filled else 0 for _ in range(shape.cells))
    return Grid.of_digits(digits, shape)


@st.composite
def positions(draw: st.DrawFn, shapes: Sequence[Shape] = SHAPES) -> Position:
    """Digits without conflicts, some given and some placed, and some candidates eliminated."""
    shape = draw(st.sampled_from(shapes))
    random = draw(st.randoms(use_true_random=False))
    filled = draw(st.floats(0.05, 0.5))
    digits, givens = bytearray(shape.cells), bytearray(shape.cells)
    for cell in range(shape.cells):
        left = set(range(1, shape.size + 1)) - {digits[peer] for peer in shape.peers[cell]}
        if left and random.random() < filled:
            digits[cell] = random.choice(sorted(left))
            givens[cell] = digits[cell] if random.random() < 0.7 else 0
    position = Position(Grid.of_digits(bytes(givens), shape), Grid.of_digits(bytes(digits), shape))
    masks = [mask & random.getrandbits(shape.size) or mask for mask in position.candidate_masks]
    return Position(position.givens, position.grid, masks)


def lists_of(puzzles: st.SearchStrategy[Grid]) -> st.SearchStrategy[list[Grid]]:
    """Up to three puzzles of one shape."""
    return puzzles.flatmap(
        lambda first: st.lists(grids([first.shape]), max_size=2).map(lambda others: [first, *others])
    )


def written_and_read(entries: Iterable[Entry], format: str, *, sniffed: bool = True) -> list[Entry]:
    """Return the entries after writing and reading, with the format named or sniffed."""
    entries = list(entries)
    shape = entries[0].grid.shape
    text = write(entries, format=format)
    return list(read_many(text, format=None if sniffed else format, shape=None if shape.is_usual else shape))


def marks(entry: Entry) -> list[frozenset[int]]:
    """Return the digit or the candidates of each cell, which is all that pencil marks show."""
    position = entry.position or Position(entry.grid)
    return [frozenset({digit}) if digit else position.candidates(cell) for cell, digit in enumerate(position.grid)]
