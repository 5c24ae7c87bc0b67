"""The flat buffer of a model, which the compiled kernel reads.

The buffer is a sequence of 32-bit numbers: a header, then one record for each primitive, with its kind, the number of
words that follow, and these words. Tables of pairs and the moves of automata are records of their own, so that
primitives can share them. They are numbered from the beginning of a section, so that the words of a section that many
puzzles share can be stored. ``native/src/rules/model.hpp`` describes each record.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from itertools import chain
from struct import pack
from typing import Any

from .primitives import (
    Allowed,
    AnyOf,
    Automaton,
    Between,
    Choice,
    Count,
    Distinct,
    Element,
    Linear,
    Model,
    Moves,
    Pair,
    Pointer,
    Primitive,
    Rank,
    Same,
    Tally,
    Variety,
)

__all__ = ["MOST_CELLS", "MOST_DIGITS", "to_buffer"]

MOST_CELLS = 640
"""The largest number of cells that the kernel accepts."""

MOST_DIGITS = 31
"""The largest number of digits that the kernel accepts."""

_VERSION, _TABLE, _MACHINE, _SECTION, _GIVENS = 1, 11, 12, 17, 18
_LOWER_HALF = 0xFFFFFFFF


class _Pool:
    """The tables and machines of a section, each written once."""

    def __init__(self, low: int) -> None:
        self.low = low
        self.records = array("i")
        self._tables: dict[int, int] = {}
        self._machines: dict[tuple[int, int, tuple[int, ...]], int] = {}

    def table(self, table: tuple[int, ...]) -> int:
        """Return the number of a table. Pairs share one if they share the tuple."""
        number = self._tables.get(id(table))
        if number is None:
            number = self._tables[id(table)] = len(self._tables)
            self.records.extend((_TABLE, len(table), *table))
        return number

    def machine(self, automaton: Automaton) -> int:
        """Return the number of a machine. Automata share one if they share the tuple of moves."""
        key = (id(automaton.moves), automaton.start, automaton.accept)
        number = self._machines.get(key)
        if number is None:
            number = self._machines[key] = len(self._machines)
            self.records += _machine(*automaton[1:])
        return number


def _machine(start: int, accept: tuple[int, ...], moves: tuple[tuple[int, ...], ...]) -> array[int]:
    """Return the record of a machine. That of shared moves is made once."""
    if isinstance(moves, Moves):
        if (start, accept) not in moves.buffers:
            moves.buffers[start, accept] = _machine(start, accept, tuple(moves))
        return moves.buffers[start, accept]
    targets = [state for row in moves for state in row]
    return array("i", (_MACHINE, 2 + len(accept) + len(targets), start, len(accept), *accept, *targets))


def _linear(primitive: Linear, words: list[int], pool: _Pool) -> None:
    cells, total = primitive.cells, primitive.total
    words += (4, 3 + 2 * len(cells), _signed(total & _LOWER_HALF), total >> 32, len(cells), *cells, *primitive.weights)


def _choice(primitive: Choice, words: list[int], pool: _Pool) -> None:
    cells, sets = primitive.cells, primitive.sets
    words += (5, 1 + len(cells) + len(sets), len(cells), *cells, *sets)


def _automaton(primitive: Automaton, words: list[int], pool: _Pool) -> None:
    words += (6, 1 + len(primitive.cells), pool.machine(primitive), *primitive.cells)


def _element(primitive: Element, words: list[int], pool: _Pool) -> None:
    words += (8, 2 + len(primitive.cells), primitive.index, primitive.value, *primitive.cells)


def _same(primitive: Same, words: list[int], pool: _Pool) -> None:
    groups = primitive.groups
    lengths = {len(group) for group in groups}
    if len(lengths) > 1:  # never true
        _any_of(AnyOf(()), words, pool)
    elif lengths - {0}:
        words += (9, 1 + sum(map(len, groups)), len(groups), *(cell for group in groups for cell in group))


def _any_of(primitive: AnyOf, words: list[int], pool: _Pool) -> None:
    start = len(words)
    words += (10, 0)
    for branch in primitive.branches:
        place = len(words)
        words.append(0)
        _write(branch, words, pool)
        words[place] = len(words) - place - 1
    words[start + 1] = len(words) - start - 2


def _tally(primitive: Tally, words: list[int], pool: _Pool) -> None:
    cells, tallies = primitive
    numbers = [number for tally in tallies for number in tally]
    words += (13, 1 + len(cells) + len(numbers), len(cells), *cells, *numbers)


def _between(primitive: Between, words: list[int], pool: _Pool) -> None:
    cells, ends, total = primitive
    first, second = (end - pool.low for end in ends) if ends else (-1, -1)
    words += (14, 3 + len(cells), total, first, second, *cells)


def _rank(primitive: Rank, words: list[int], pool: _Pool) -> None:
    line, groups, first, smaller = primitive
    cells = list(chain(line, *chain.from_iterable(groups)))
    words += (15, 4 + len(cells), first - pool.low, smaller, len(line), len(groups[0]))
    words += cells


def _variety(primitive: Variety, words: list[int], pool: _Pool) -> None:
    words += (16, 1 + len(primitive.cells), primitive.number, *primitive.cells)


def _pointer(primitive: Pointer, words: list[int], pool: _Pool) -> None:
    index, cells, start, mask = primitive
    words += (19, 3 + len(cells), start - pool.low, mask, index, *cells)


_WRITERS: dict[type, Callable[[Any, list[int], _Pool], None]] = {
    Linear: _linear,
    Choice: _choice,
    Automaton: _automaton,
    Element: _element,
    Same: _same,
    AnyOf: _any_of,
    Tally: _tally,
    Between: _between,
    Rank: _rank,
    Variety: _variety,
    Pointer: _pointer,
}


def _write(primitives: Sequence[Primitive], words: list[int], pool: _Pool) -> None:
    for primitive in primitives:
        if isinstance(primitive, Distinct):  # there are often hundreds of the kinds that come first
            cells = primitive.cells
            words += (2, len(cells), *cells)
        elif isinstance(primitive, Pair):
            first, second, table = primitive
            words += (3, 3, first, second, pool.table(table))
        elif isinstance(primitive, Allowed):
            words += (1, 2, *primitive)
        elif isinstance(primitive, Count):
            cells, mask, low, high = primitive
            words += (7, 3 + len(cells), mask, max(0, low), min(len(cells), high), *cells)
        else:
            _WRITERS[type(primitive)](primitive, words, pool)


def _signed(half: int) -> int:
    return half - (1 << 32) if half >> 31 else half


def to_buffer(model: Model) -> array[int]:
    """Return a model as the kernel reads it.

    >>> from nonet.variants.primitives import Board
    >>> list(to_buffer(Model(Board(2, 2, 1, 2), (Distinct((0, 1)),))))
    [1, 4, 2, 1, 2, 2, 0, 1]
    """
    rows, columns, low, high, *_ = model.board
    buffer = array("i", (_VERSION, rows * columns, high - low + 1, low))
    for section in model.shared:
        if low not in section.buffers:
            section.buffers[low] = _records(section, low) + array("i", (_SECTION, 0))
        buffer += section.buffers[low]
    if model.givens:
        givens = model.givens + bytes(-len(model.givens) % 4)
        buffer.extend((_GIVENS, len(givens) // 4))
        buffer.frombytes(givens)
    return buffer + _records(model.own, low)


def _records(primitives: Sequence[Primitive], low: int) -> array[int]:
    """Return the records of a section: tables and machines first."""
    words, pool = list[int](), _Pool(low)
    _write(primitives, words, pool)
    return pool.records + array("i", pack(f"{len(words)}i", *words))  # from a list of numbers, it takes thrice as long
