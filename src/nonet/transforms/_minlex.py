"""The smallest image of a board of any shape, built row by row; on 9x9 boards it confirms the result of the kernel.

Decisions are delayed as long as possible. Columns that are equal in all rows so far are *tied*: they may come in any
order, and no time is spent on their orders. Stacks of such columns can be tied as well. A row then has one smallest
*image*: among tied columns blanks come first, then digits that have a name, then new digits, which take the next names;
among tied stacks the smallest image comes first. If new digits are in tied columns, all their orders give the same
image, and each order is tried. Of the rows that may come next only those with the smallest image are tried, and only
while no smaller form is known.

::

    . . . | . . 7 | . 4 2        image 0 0 0 | 0 0 N | 0 N N: 7 is named 1; 4 and 2 are named 2 and 3, or 3 and 2

A full board has no blanks, and every order of the columns would have to be tried. There the first two rows are built
together, cell by cell: a column gets its place when it, or the digit that it has in the first row, is needed.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, groupby, permutations, product
from math import factorial, prod
from typing import NamedTuple, TypeAlias

from ..errors import OutOfTime
from ..geometry import Shape
from ..grid import Grid
from ._transform import Transform, can_transpose

__all__ = ["Canonical", "minlex"]

_Columns: TypeAlias = tuple[int, ...]
"""Columns that are tied."""
_Stack: TypeAlias = tuple[_Columns, ...]
_Stacks: TypeAlias = tuple[_Stack, ...]
"""Stacks that are tied: their tied columns have the same sizes."""
_Row: TypeAlias = tuple[int, ...]
_Choice: TypeAlias = tuple[_Stacks, ...]

_MOST_CELLS = 40_000_000
"""The cells to look at before the search gives up, after about ten seconds."""


class Canonical(NamedTuple):
    """The canonical form of a board."""

    form: Grid
    automorphisms: int
    """The number of transforms that leave the board unchanged."""
    transform: Transform
    """The smallest transform that gives the form, by `transposed`, `rows`, `columns` and `digits` in this order."""


class _State(NamedTuple):
    """The decisions about the first rows of a form."""

    transposed: bool
    rows: _Row
    stacks: tuple[_Stacks, ...]
    names: tuple[int, ...]
    """The name of each digit; 0 for a blank, and a number above all names for a digit without a name."""
    next: int
    """The next free name."""


def minlex(grid: Grid) -> Canonical:
    """Return the smallest image of a consistent board.

    >>> found = minlex(Grid("1... ..2. .3.. ...4"))
    >>> found.form, found.automorphisms
    (Grid('...1.2....3.4...'), 8)
    >>> found.transform(Grid("1... ..2. .3.. ...4")) == found.form
    True
    """
    return _Search(grid).run()


class _Search:
    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.shape: Shape = grid.shape
        self.new = self.shape.size + 1
        """The value of a digit without a name."""
        self.boards = [grid.rows]
        if can_transpose(self.shape):
            self.boards.append(tuple(zip(*grid.rows, strict=True)))
        self.best: list[_Row] = []
        """The rows of the smallest form so far."""
        self.found: list[_State] = []
        """The states that give this form."""
        self.cells = 0
        """The cells that were looked at."""

    def run(self) -> Canonical:
        for state, depth in list(self.starts()):
            self.descend(state, depth)
        form = Grid.of_digits(bytes(chain.from_iterable(self.named_rows())), self.shape)
        return Canonical(form, sum(map(self.number, self.found)), min(map(self.transform, self.found)))

    def starts(self) -> Iterator[tuple[_State, int]]:
        """Yield the states to start with, and the number of their rows."""
        if all(self.grid):
            self.best = [(self.new,) * self.shape.size]
            yield from ((state, 2) for state in self.pairs())
            return
        width = self.shape.box_width
        stacks = tuple((tuple(range(first, first + width)),) for first in range(0, self.shape.size, width))
        names = (0,) + (self.new,) * self.shape.size
        for side in range(len(self.boards)):
            yield _State(bool(side), (), (stacks,), names, 1), 0

    def count_cells(self, cells: int) -> None:
        """Count the work, and give up if it is too much."""
        self.cells += cells
        if self.cells > _MOST_CELLS:
            raise OutOfTime(
                f"the canonical form of this {self.shape} board takes too long: it has too many clues or symmetries"
            )

    # Row by row

    def descend(self, state: _State, depth: int) -> None:
        """Go on with the smallest of the rows that may come next."""
        if depth == self.shape.size:
            self.found.append(state)
            return
        board = self.boards[state.transposed]
        images = {row: self.image(state, board[row]) for row in self.next_rows(state.rows)}
        smallest = min(images.values())
        if self.is_best(depth, smallest):
            for row, image in images.items():
                if image == smallest:
                    for following in self.followed(state, row):
                        self.descend(following, depth + 1)

    def is_best(self, depth: int, image: _Row) -> bool:
        """Return whether a row can lead to the smallest form; a smaller row than before discards all found forms."""
        if depth < len(self.best):
            if image > self.best[depth]:
                return False
            if image == self.best[depth]:
                return True
        self.best[depth:] = [image]
        self.found = []
        return True

    def next_rows(self, rows: _Row) -> list[int]:
        """Return the rows that may come next: the rest of a band, or all rows of other bands."""
        height = self.shape.box_height
        if len(rows) % height:
            first = rows[-1] // height * height
            return [row for row in range(first, first + height) if row not in rows]
        used = {row // height for row in rows}
        return [row for row in range(self.shape.size) if row // height not in used]

    def image(self, state: _State, row: _Row) -> _Row:
        """Return the smallest image of a row; all new digits have the same value."""
        self.count_cells(self.shape.cells)
        values = [state.names[digit] for digit in row]
        image: list[int] = []
        for stacks in state.stacks:
            for stack in sorted(_image(stack, values) for stack in stacks):
                image += stack
        return tuple(image)

    def followed(self, state: _State, row: int) -> Iterator[_State]:
        """Yield all states after a row with its smallest image."""
        digits = self.boards[state.transposed][row]
        values = [state.names[digit] for digit in digits]
        choices = [choice for stacks in state.stacks for choice in self.orders(stacks, values)]
        for choice in product(*choices):
            stacks = tuple(chain.from_iterable(choice))
            names, following = list(state.names), state.next
            for column in chain.from_iterable(chain.from_iterable(chain.from_iterable(stacks))):
                if names[digits[column]] == self.new:
                    names[digits[column]] = following
                    following += 1
            yield _State(state.transposed, (*state.rows, row), stacks, tuple(names), following)

    def orders(self, stacks: _Stacks, values: list[int]) -> Iterator[list[_Choice]]:
        """Yield the orders to try for each group of tied stacks with the same image; without new digits, one tie."""

        def image(stack: _Stack) -> list[int]:
            return _image(stack, values)

        for value, group in groupby(sorted(stacks, key=image), key=image):
            refined = [list(self.refined(stack, values)) for stack in group]
            if self.new in value:
                orders = chain.from_iterable(product(*order) for order in permutations(refined))
                yield [tuple((stack,) for stack in order) for order in orders]
            else:
                yield [(tuple(states[0] for states in refined),)]

    def refined(self, stack: _Stack, values: list[int]) -> Iterator[_Stack]:
        """Yield a stack after a row: ties are split by value, and columns with new digits come in every order."""
        parts: list[list[tuple[_Columns, ...]]] = []
        for columns in stack:
            for value, group in groupby(sorted(columns, key=values.__getitem__), key=values.__getitem__):
                tied = tuple(group)
                if value == self.new:
                    parts.append([tuple((column,) for column in order) for order in permutations(tied)])
                else:
                    parts.append([(tied,)])
        for choice in product(*parts):
            yield tuple(chain.from_iterable(choice))

    # Full boards: the first two rows together

    def pairs(self) -> list[_State]:
        """Return the states with the smallest second row of a full board, built cell by cell."""
        size = self.shape.size
        pairs = [
            _Pair(side, first, second, (None,) * size)
            for side in range(len(self.boards))
            for first in range(size)
            for second in self.next_rows((first,))
        ]
        image: list[int] = []
        for place in range(size):
            found: dict[int, list[_Pair]] = {}
            for pair in pairs:
                for value, following in self.next_cell(pair, place):
                    found.setdefault(value, []).append(following)
            image.append(min(found))
            pairs = found[min(found)]
        self.best.append(tuple(image))
        return list(map(self.state_of_pair, pairs))

    def next_cell(self, pair: _Pair, place: int) -> Iterator[tuple[int, _Pair]]:
        """Yield, for each column that can take a place, the name of the digit of the second row there."""
        self.count_cells(4 * self.shape.size)
        first, second = (self.boards[pair.side][row] for row in (pair.first, pair.second))
        for column in self.free_columns(pair.columns, place):
            columns = list(pair.columns)
            columns[place] = column
            above = first.index(second[column])
            if above not in columns:
                columns[self.first_place(columns, above)] = above
            yield columns.index(above) + 1, pair._replace(columns=tuple(columns))

    def free_columns(self, columns: tuple[int | None, ...], place: int) -> list[int]:
        """Return the columns that can take a place: the one that has it, or one of its stack, or of any free stack."""
        if (known := columns[place]) is not None:
            return [known]
        width = self.shape.box_width
        start = place // width * width
        here = {column // width for column in columns[start : start + width] if column is not None}
        elsewhere = {column // width for column in columns if column is not None} - here
        stacks = here or set(range(self.shape.size // width)) - elsewhere
        return [column for column in range(self.shape.size) if column // width in stacks and column not in columns]

    def first_place(self, columns: list[int | None], column: int) -> int:
        """Return the first place that a column can take."""
        width = self.shape.box_width
        used = {other // width for other in columns if other is not None}
        for start in range(0, self.shape.size, width):
            places = columns[start : start + width]
            here = {other // width for other in places if other is not None}
            if here == {column // width} or (not here and column // width not in used):
                return start + places.index(None)
        raise AssertionError("every stack has a place")

    def state_of_pair(self, pair: _Pair) -> _State:
        columns = [column for column in pair.columns if column is not None]
        names = [0] * (self.shape.size + 1)
        for place, column in enumerate(columns):
            names[self.boards[pair.side][pair.first][column]] = place + 1
        width = self.shape.box_width
        stacks = tuple(
            (tuple((column,) for column in columns[start : start + width]),)
            for start in range(0, self.shape.size, width)
        )
        return _State(bool(pair.side), (pair.first, pair.second), stacks, tuple(names), self.new)

    # The result

    def named_rows(self) -> Iterator[list[int]]:
        """Yield the rows of the form, in which new digits get their names."""
        following = 1
        for image in self.best:
            row = []
            for value in image:
                row.append(following if value == self.new else value)
                following += value == self.new
            yield row

    def number(self, state: _State) -> int:
        """Return the number of transforms of a state: ties and digits without a name may come in any order."""
        columns = prod(factorial(len(tied)) for stacks in state.stacks for stack in stacks for tied in stack)
        return columns * prod(factorial(len(stacks)) for stacks in state.stacks) * factorial(self.new - state.next)

    def transform(self, state: _State) -> Transform:
        """Return the smallest transform of a state."""
        tied = (tied for stacks in state.stacks for stack in sorted(stacks) for tied in stack)
        unnamed = iter(range(state.next, self.new))
        return Transform(
            self.shape,
            transposed=state.transposed,
            rows=state.rows,
            columns=chain.from_iterable(map(sorted, tied)),
            digits=[next(unnamed) if name == self.new else name for name in state.names[1:]],
        )


class _Pair(NamedTuple):
    """The first two rows of a full board, and the columns that have a place."""

    side: int
    first: int
    second: int
    columns: tuple[int | None, ...]


def _image(stack: _Stack, values: list[int]) -> list[int]:
    return [value for columns in stack for value in sorted(values[column] for column in columns)]
