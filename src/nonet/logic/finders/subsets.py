"""Subsets: n cells of a house with n candidates (naked), or n digits with n places in a house (hidden).

::

    naked pair     12    12    .  | x x x      the two cells are 1 and 2, so no other cell of the row is
    hidden pair    12ab  12cd  .  | . . .      1 and 2 have no other places in the row, so the two cells lose a, b, c, d
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache, partial

from ...geometry import Shape, bits, digits_of
from ..compiled import board_of, kernel_for
from ..marks import Marks
from ..step import Candidate, LockedSet, Premises, Step

__all__ = [
    "choices",
    "hidden_pairs",
    "hidden_quads",
    "hidden_triples",
    "naked_pairs",
    "naked_quads",
    "naked_sets",
    "naked_sets_with",
    "naked_step",
    "naked_triples",
]


_SIZES = (2, 3, 4)


def _houses_to_search(marks: Marks, size: int, *, hidden: bool = False, first: int = 0) -> list[int]:
    """Return the houses from `first` on. The compiled kernel, if it is installed, knows those that have a step."""
    known = marks.once(_houses_with_steps)
    if known is not None:
        number = _SIZES.index(size) + len(_SIZES) * hidden
        return [house for house in range(first, len(known)) if known[house] >> number & 1]
    houses, few = marks.houses, marks.few(size)
    return [house for house in range(first, len(houses)) if hidden or (few & houses[house]).bit_count() >= size]


def _houses_with_steps(marks: Marks) -> bytes | None:
    """Return for each house the naked and hidden subsets that eliminate something as bits; None without the kernel."""
    native = kernel_for(marks.shape)
    return None if native is None else native.subsets(board_of(marks))


def naked_sets(marks: Marks, size: int, first: int = 0) -> Iterator[tuple[int, int, int]]:
    """Yield (house, cells, digits) of the naked subsets in the houses from `first` on; some may eliminate nothing."""
    for house in _houses_to_search(marks, size, first=first):
        for cells, digits in _naked_in_house(marks.shape, house, marks.contents[house], size):
            yield house, cells, digits


@lru_cache(maxsize=4096)  # most houses stay the same from one position to the next
def _naked_in_house(shape: Shape, house: int, content: tuple[int, ...], size: int) -> tuple[tuple[int, int], ...]:
    cells = zip(shape.houses[house], content, strict=True)
    usable = [(1 << cell, mask) for cell, mask in cells if 2 <= mask.bit_count() <= size]
    if size == 2 and len({mask for _, mask in usable}) == len(usable):
        return ()  # the two cells of a pair have the same candidates
    return tuple(choices(usable, size))


def naked_sets_with(marks: Marks, cells: int, size: int, virtual: int) -> Iterator[tuple[int, int]]:
    """Yield (cells, digits) of each naked subset of some cells and one virtual cell with these candidates."""
    usable = [(1 << cell, mask) for cell in bits(cells) if 2 <= (mask := marks.of_cell[cell]).bit_count() <= size]
    beyond = 1 << marks.shape.cells
    return ((chosen & ~beyond, digits) for chosen, digits in choices(usable, size, 0, beyond, virtual))


def naked_step(
    marks: Marks, technique: str, cells: int, digits: int, rest: int, houses: tuple[int, ...]
) -> Iterator[Step]:
    """Yield the step of a naked subset that eliminates its digits in the rest of its houses, if it does."""
    wrong = tuple(candidate for digit in digits_of(digits) for candidate in marks.candidates(digit, rest))
    if wrong:
        yield Step(
            technique,
            eliminations=wrong,
            premises=Premises(cells=cells),
            digits=tuple(digits_of(digits)),
            cells={"pattern": cells},
            houses={"house": houses},
            sets=(LockedSet(cells, digits),),
        )


def choices(
    parts: list[tuple[int, int]], size: int, start: int = 0, chosen: int = 0, union: int = 0
) -> Iterator[tuple[int, int]]:
    """Yield each choice of `size` parts (own bit, mask) whose masks have at most `size` bits together, and these bits.

    The last three arguments are for the recursion: the first part to use, and what has been chosen already.
    """
    left = size - chosen.bit_count()
    for index in range(start, len(parts) - left + 1):
        own, mask = parts[index]
        both = union | mask
        if both.bit_count() <= size:
            if left == 1:
                yield chosen | own, both
            else:
                yield from choices(parts, size, index + 1, chosen | own, both)


def _naked(marks: Marks, size: int, technique: str) -> Iterator[Step]:
    seen = set()
    for house, cells, digits in naked_sets(marks, size):
        if cells not in seen and marks.houses[house] & marks.blanks & ~cells:
            seen.add(cells)
            rest = marks.common_peers(cells) & marks.blanks
            yield from naked_step(marks, technique, cells, digits, rest, (house,))


def _hidden(marks: Marks, size: int, technique: str) -> Iterator[Step]:
    for house in _houses_to_search(marks, size, hidden=True):
        yield from _hidden_in_house(marks.shape, house, marks.contents[house], size, technique)


@lru_cache(maxsize=4096)
def _hidden_in_house(shape: Shape, house: int, content: tuple[int, ...], size: int, technique: str) -> tuple[Step, ...]:
    if len(content) - content.count(0) <= size:
        return ()
    of_cell = dict(zip(shape.houses[house], content, strict=True))
    places = [0] * shape.size
    for cell, mask in of_cell.items():
        for digit in digits_of(mask):
            places[digit - 1] |= 1 << cell
    usable = [(1 << bit, here) for bit, here in enumerate(places) if 2 <= here.bit_count() <= size]
    return tuple(
        Step(
            technique,
            eliminations=wrong,
            premises=Premises(places=tuple((house, digit) for digit in digits_of(digits))),
            digits=tuple(digits_of(digits)),
            cells={"pattern": cells},
            houses={"house": (house,)},
        )
        for digits, cells in choices(usable, size)
        if (wrong := _others(of_cell, cells, digits))
    )


def _others(of_cell: Mapping[int, int], cells: int, digits: int) -> tuple[Candidate, ...]:
    """Return the candidates of some cells other than these digits."""
    return tuple(Candidate(cell, digit) for cell in bits(cells) for digit in digits_of(of_cell[cell] & ~digits))


naked_pairs = partial(_naked, size=2, technique="naked-pair")
naked_triples = partial(_naked, size=3, technique="naked-triple")
naked_quads = partial(_naked, size=4, technique="naked-quad")
hidden_pairs = partial(_hidden, size=2, technique="hidden-pair")
hidden_triples = partial(_hidden, size=3, technique="hidden-triple")
hidden_quads = partial(_hidden, size=4, technique="hidden-quad")
