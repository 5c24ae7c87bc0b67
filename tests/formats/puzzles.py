"""What the format tests share: strategies for puzzles and positions of many shapes, and a way there and back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hypothesis import settings, strategies as st

from nonet import Grid, Position, Shape
from nonet.formats import Entry, read_many, write
from nonet.formats.format import position_of

WIKIPEDIA = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
PUZZLE = Grid(WIKIPEDIA)
ROWS = [WIKIPEDIA[start : start + 9] for start in range(0, 81, 9)]

SHAPES = [Shape(2, 2), Shape(2, 3), Shape(3, 2), Shape(3, 3), Shape(3, 4), Shape(4, 4), Shape(5, 5), Shape(1, 5)]

few = settings(max_examples=25)
"""Few examples: each of them is a whole board."""


@st.composite
def grids(draw: st.DrawFn, shapes: Sequence[Shape] = SHAPES) -> Grid:
    """Any digits at all: a reader does not judge."""
    shape = draw(st.sampled_from(shapes))
    chance = draw(st.randoms(use_true_random=False))
    filled = draw(st.floats(0.05, 1))
    digits = bytes(chance.randint(1, shape.size) if chance.random() < filled else 0 for _ in range(shape.cells))
    return Grid.of_digits(digits, shape)


@st.composite
def positions(draw: st.DrawFn, shapes: Sequence[Shape] = SHAPES) -> Position:
    """Digits that do not clash, some given and some placed, and some candidates struck out."""
    shape = draw(st.sampled_from(shapes))
    chance = draw(st.randoms(use_true_random=False))
    filled = draw(st.floats(0.05, 0.5))
    digits, givens = bytearray(shape.cells), bytearray(shape.cells)
    for cell in range(shape.cells):
        left = set(range(1, shape.size + 1)) - {digits[peer] for peer in shape.peers[cell]}
        if left and chance.random() < filled:
            digits[cell] = chance.choice(sorted(left))
            givens[cell] = digits[cell] if chance.random() < 0.7 else 0
    position = Position(Grid.of_digits(bytes(givens), shape), Grid.of_digits(bytes(digits), shape))
    masks = [mask & chance.getrandbits(shape.size) or mask for mask in position.candidate_masks]
    return Position(position.givens, position.grid, masks)


def lists_of(puzzles: st.SearchStrategy[Grid]) -> st.SearchStrategy[list[Grid]]:
    """Up to three puzzles of one shape."""
    return puzzles.flatmap(
        lambda first: st.lists(grids([first.shape]), max_size=2).map(lambda others: [first, *others])
    )


def there_and_back(entries: Iterable[Entry], format: str, *, sniffed: bool = True) -> list[Entry]:
    """The entries after they were written and read again, with the format named or found out."""
    entries = list(entries)
    shape = entries[0].grid.shape
    text = write(entries, format=format)
    return list(read_many(text, format=None if sniffed else format, shape=None if shape.is_usual else shape))


def marks(entry: Entry) -> list[frozenset[int]]:
    """What stands in each cell, digit or candidates: all that pencil marks can say."""
    position = position_of(entry)
    return [frozenset({digit}) if digit else position.candidates(cell) for cell, digit in enumerate(position.grid)]
