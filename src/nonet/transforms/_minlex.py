"""The least image of a board, built row by row; for every shape, and for 9x9 the proof of what the kernel answers.

What is not settled yet stays open. Columns that were blank in all rows so far are *tied*: they may come in any order,
and no time is spent on their orders; so are stacks of such columns. A row then has one least *reading*: among tied
columns blanks come first, then digits that have a name, then new ones, which take the next names; among tied stacks
the least reading comes first. Where new digits stand in tied columns, every order of them gives the same reading, and
each is followed. Of the rows that may come next only those with the least reading are followed, and only while no way
is known to a lesser form.

::

    . . . | . . 7 | . 4 2        reads 0 0 0 | 0 0 N | 0 N N, with 7 named 1, and 4 and 2 named 2 and 3 or 3 and 2

In a full board nothing is blank, and every order of columns would have to be followed. There the first two rows are
read together, cell by cell: a column takes its place when it, or the digit that it holds in the first row, is first
met.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, groupby, permutations, product
from math import factorial, prod
from typing import NamedTuple, TypeAlias

from ..errors import NonetError
from ..geometry import Shape
from ..grid import Grid
from ._transform import Transform, can_transpose

__all__ = ["Least", "minlex"]

_Columns: TypeAlias = tuple[int, ...]
"""Columns that are tied."""
_Stack: TypeAlias = tuple[_Columns, ...]
_Stacks: TypeAlias = tuple[_Stack, ...]
"""Stacks that are tied: they have ties of columns of the same sizes."""
_Row: TypeAlias = tuple[int, ...]
_Choice: TypeAlias = tuple[_Stacks, ...]

_MOST_CELLS = 40_000_000
"""So many cells are read before a board is given up: some ten seconds."""


class Least(NamedTuple):
    """The least image of a board."""

    form: Grid
    automorphisms: int
    """How many transforms keep the board as it is."""
    transform: Transform
    """The least transform that leads to the form, by `transposed`, `rows`, `columns` and `digits` in this order."""


class _State(NamedTuple):
    """How far a form is settled."""

    transposed: bool
    rows: _Row
    stacks: tuple[_Stacks, ...]
    names: tuple[int, ...]
    """What each digit becomes; that of a blank is 0, that of a digit without a name greater than all."""
    next: int


def minlex(grid: Grid) -> Least:
    """The least image of a consistent board.

    >>> found = minlex(Grid("1... ..2. .3.. ...4"))
    >>> found.form, found.automorphisms
    (Grid('...1.2....3.4...'), 8)
    >>> found.transform(Grid("1... ..2. .3.. ...4")) == found.form
    True
    """
    search = _Search(grid)
    return search.run()


class _Search:
    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.shape: Shape = grid.shape
        self.new = self.shape.size + 1
        self.boards = [grid.rows]
        if can_transpose(self.shape):
            self.boards.append(tuple(zip(*grid.rows, strict=True)))
        self.best: list[_Row] = []
        """The rows of the best form so far."""
        self.ways: list[_State] = []
        """The ways that lead to it."""
        self.paid = 0

    def run(self) -> Least:
        for state, depth in list(self.starts()):
            self.descend(state, depth)
        form = Grid.of_digits(bytes(chain.from_iterable(self.named_rows())), self.shape)
        return Least(form, sum(map(self.number, self.ways)), min(map(self.transform, self.ways), key=_order))

    def starts(self) -> Iterator[tuple[_State, int]]:
        if all(self.grid):
            self.best = [(self.new,) * self.shape.size]
            yield from ((state, 2) for state in self.pairs())
            return
        width = self.shape.box_width
        stack = [tuple(range(first, first + width)) for first in range(0, self.shape.size, width)]
        names = (0,) + (self.new,) * self.shape.size
        for side in range(len(self.boards)):
            yield _State(bool(side), (), (tuple((columns,) for columns in stack),), names, 1), 0

    def pay(self, cells: int) -> None:
        """Count the work, and give up where there is too much of it."""
        self.paid += cells
        if self.paid > _MOST_CELLS:
            raise NonetError(
                f"the canonical form of this {self.shape} board takes too long: it has too many clues or symmetries"
            )

    # Row by row

    def descend(self, state: _State, depth: int) -> None:
        """Go on with the least of the rows that may come next."""
        if depth == self.shape.size:
            self.ways.append(state)
            return
        board = self.boards[state.transposed]
        readings = {row: self.reading(state, board[row]) for row in self.next_rows(state.rows)}
        lowest = min(readings.values())
        if self.holds(depth, lowest):
            for row, reading in readings.items():
                if reading == lowest:
                    for further in self.followed(state, row):
                        self.descend(further, depth + 1)

    def holds(self, depth: int, reading: _Row) -> bool:
        """Whether a reading can lead to the best form; a lesser one makes all that was found before worthless."""
        if depth < len(self.best):
            if reading > self.best[depth]:
                return False
            if reading == self.best[depth]:
                return True
        self.best[depth:] = [reading]
        self.ways = []
        return True

    def next_rows(self, rows: _Row) -> list[int]:
        """The rows that may come next: the rest of a band, or any row of another."""
        height = self.shape.box_height
        if len(rows) % height:
            first = rows[-1] // height * height
            return [row for row in range(first, first + height) if row not in rows]
        used = {row // height for row in rows}
        return [row for row in range(self.shape.size) if row // height not in used]

    def reading(self, state: _State, row: _Row) -> _Row:
        """The least reading of a row; new digits are not told apart."""
        self.pay(self.shape.cells)
        values = [state.names[digit] for digit in row]
        read: list[int] = []
        for stacks in state.stacks:
            for stack in sorted(_read(stack, values) for stack in stacks):
                read += stack
        return tuple(read)

    def followed(self, state: _State, row: int) -> Iterator[_State]:
        """Every way to take a row as the next one that gives its least reading."""
        digits = self.boards[state.transposed][row]
        values = [state.names[digit] for digit in digits]
        choices = [choice for stacks in state.stacks for choice in self.settled(stacks, values)]
        for stacks in product(*choices):
            names, following = list(state.names), state.next
            for column in chain.from_iterable(chain.from_iterable(chain.from_iterable(chain.from_iterable(stacks)))):
                if names[digits[column]] == self.new:
                    names[digits[column]] = following
                    following += 1
            flat = tuple(chain.from_iterable(stacks))
            yield _State(state.transposed, (*state.rows, row), flat, tuple(names), following)

    def settled(self, stacks: _Stacks, values: list[int]) -> Iterator[list[_Choice]]:
        """For each group of tied stacks that read alike, the orders to be followed; ties go on where all is blank."""
        ordered = sorted(stacks, key=lambda stack: _read(stack, values))
        for read, group in groupby(ordered, key=lambda stack: _read(stack, values)):
            refined = [list(self.refined(stack, values)) for stack in group]
            if self.new in read:
                yield [tuple((stack,) for stack in order) for order in _orders(refined)]
            else:
                yield [(tuple(ways[0] for ways in refined),)]

    def refined(self, stack: _Stack, values: list[int]) -> Iterator[_Stack]:
        """The columns of a stack as a row leaves them: tied ones parted by value, new digits in every order."""
        parts: list[list[tuple[_Columns, ...]]] = []
        for columns in stack:
            for value, group in groupby(sorted(columns, key=values.__getitem__), key=values.__getitem__):
                tied = tuple(group)
                if value == self.new:
                    parts.append([tuple((column,) for column in order) for order in permutations(tied)])
                else:
                    parts.append([(tied,)])
        for way in product(*parts):
            yield tuple(chain.from_iterable(way))

    # Full boards: the first two rows together

    def pairs(self) -> list[_State]:
        """The ways to the least second row of a full board, cell by cell; all of them agree so far."""
        size = self.shape.size
        ways = [
            _Pair(side, first, second, (None,) * size)
            for side in range(len(self.boards))
            for first in range(size)
            for second in self.next_rows((first,))
        ]
        reading: list[int] = []
        for place in range(size):
            found: dict[int, list[_Pair]] = {}
            for way in ways:
                for value, further in self.read_cell(way, place):
                    found.setdefault(value, []).append(further)
            reading.append(min(found))
            ways = found[min(found)]
        self.best.append(tuple(reading))
        return list(map(self.state_of_pair, ways))

    def read_cell(self, pair: _Pair, place: int) -> Iterator[tuple[int, _Pair]]:
        """For each column that can stand at a place, the name of the second row's digit there."""
        self.pay(4 * self.shape.size)
        first, second = (self.boards[pair.side][row] for row in (pair.first, pair.second))
        for column in self.free_columns(pair.columns, place):
            columns = list(pair.columns)
            columns[place] = column
            above = first.index(second[column])
            if above not in columns:
                columns[self.first_place(columns, above)] = above
            yield columns.index(above) + 1, pair._replace(columns=tuple(columns))

    def free_columns(self, columns: tuple[int | None, ...], place: int) -> list[int]:
        """The columns that can stand at a place: the one that does, or one of its stack, or of any stack left."""
        if (settled := columns[place]) is not None:
            return [settled]
        width = self.shape.box_width
        start = place // width * width
        here = {column // width for column in columns[start : start + width] if column is not None}
        elsewhere = {column // width for column in columns if column is not None} - here
        stacks = here or set(range(self.shape.size // width)) - elsewhere
        of_stacks = (column for column in range(self.shape.size) if column // width in stacks)
        return [column for column in of_stacks if column not in columns]

    def first_place(self, columns: list[int | None], column: int) -> int:
        """The first place that a column can take."""
        width = self.shape.box_width
        for start in range(0, self.shape.size, width):
            places = columns[start : start + width]
            here = {other // width for other in places if other is not None}
            if here == {column // width} or (not here and not self.has_stack(columns, column // width)):
                return start + places.index(None)
        raise AssertionError("every stack has a place")

    def has_stack(self, columns: list[int | None], stack: int) -> bool:
        return any(column is not None and column // self.shape.box_width == stack for column in columns)

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

    # The end

    def named_rows(self) -> Iterator[list[int]]:
        following = 1
        for reading in self.best:
            row = []
            for value in reading:
                row.append(following if value == self.new else value)
                following += value == self.new
            yield row

    def number(self, way: _State) -> int:
        """How many transforms a way stands for: what is tied or without a name may come in any order."""
        columns = prod(factorial(len(tied)) for stacks in way.stacks for stack in stacks for tied in stack)
        return columns * prod(factorial(len(stacks)) for stacks in way.stacks) * factorial(self.new - way.next)

    def transform(self, way: _State) -> Transform:
        """The least transform that a way stands for."""
        tied = (tied for group in way.stacks for stack in sorted(group) for tied in stack)
        unnamed = iter(range(way.next, self.new))
        return Transform(
            self.shape,
            transposed=way.transposed,
            rows=way.rows,
            columns=chain.from_iterable(map(sorted, tied)),
            digits=[next(unnamed) if name == self.new else name for name in way.names[1:]],
        )


class _Pair(NamedTuple):
    """The first two rows of a full board, and the columns as far as they have a place."""

    side: int
    first: int
    second: int
    columns: tuple[int | None, ...]


def _read(stack: _Stack, values: list[int]) -> list[int]:
    return [value for columns in stack for value in sorted(values[column] for column in columns)]


def _orders(refined: list[list[_Stack]]) -> Iterator[tuple[_Stack, ...]]:
    """Every order of the stacks, with every way to refine each of them."""
    for order in permutations(refined):
        yield from product(*order)


def _order(transform: Transform) -> tuple[object, ...]:
    return transform.transposed, transform.rows, transform.columns, transform.digits
