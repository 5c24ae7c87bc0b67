"""Singles: the last blank of a house, the last place of a digit in a house, the last candidate of a cell.

A full house is both: the last blank of a house takes its last digit. A hidden single may have many candidates, but no
other blank of one of its houses has this digit. A naked single sees all other digits.

Singles can be taken in any order: the position after the last one is the same. So `run_of_singles` is free to choose
one that is easy to see: a box before a line, and close to the step before.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import lru_cache
from itertools import combinations
from struct import iter_unpack
from types import ModuleType
from typing import TypeAlias

from ...geometry import Shape, bits, digits_of
from ..bitsets import union
from ..compiled import board_of, cells_as_bytes, kernel_for
from ..marks import Marks
from ..step import Blocker, Candidate, Premises, Step

__all__ = [
    "SINGLES",
    "full_houses",
    "hidden_after_naked",
    "hidden_singles",
    "naked_singles",
    "run_of_singles",
    "with_blockers",
]

SINGLES = ("full-house", "hidden-single", "naked-single")
"""The techniques of this file, from easy to hard."""

_Last: TypeAlias = Callable[[Shape, int], tuple[tuple[int, int], ...]]
"""A function that returns the houses in which a digit has one place, and the place."""


def full_houses(marks: Marks) -> Iterator[Step]:
    """Yield the last blank of each house."""
    seen = 0
    for index, house in enumerate(marks.houses):
        blank = house & marks.blanks
        if blank and not blank & blank - 1 and not blank & seen:
            mask = marks.of_cell[blank.bit_length() - 1]
            if mask and not mask & mask - 1:
                seen |= blank
                yield _step("full-house", blank, mask.bit_length(), Premises(cells=blank), index)


def naked_singles(marks: Marks) -> Iterator[Step]:
    """Yield the cells with one candidate."""
    for cell in bits(marks.at_least[1] & ~marks.at_least[2]):
        yield _step("naked-single", 1 << cell, marks.of_cell[cell].bit_length(), Premises(cells=1 << cell))


def hidden_singles(marks: Marks) -> Iterator[Step]:
    """Yield the digits with one place in a house; boxes before lines, since people see boxes first."""
    run = _Run(marks, ())
    seen: set[tuple[int, int]] = set()
    for last in (_last_in_boxes, _last_in_lines):
        for house, digit, cell in sorted(run.hidden(last, range(len(marks.places)))):
            if (cell, digit) not in seen:
                seen.add((cell, digit))
                yield _hidden_step(house, digit, cell)


@lru_cache(maxsize=4096)  # most digits keep their places from one position to the next
def _last_in_boxes(shape: Shape, places: int) -> tuple[tuple[int, int], ...]:
    """Return the boxes in which a digit has one place, and the place."""
    lines = 2 * shape.size
    return _last_places(places, lines, shape.house_masks[lines:])


@lru_cache(maxsize=4096)
def _last_in_lines(shape: Shape, places: int) -> tuple[tuple[int, int], ...]:
    """Return the same for rows and columns."""
    return _last_places(places, 0, shape.house_masks[: 2 * shape.size])


def _last_places(places: int, first: int, houses: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    return tuple(
        [
            (index, here.bit_length() - 1)
            for index, house in enumerate(houses, first)
            if (here := places & house) and not here & here - 1
        ]
    )


def _hidden_step(house: int, digit: int, cell: int) -> Step:
    return _step("hidden-single", 1 << cell, digit, Premises(places=((house, digit),)), house)


# One after the other


def run_of_singles(marks: Marks, names: Collection[str], previous: Step | None = None) -> Iterator[Step]:
    """Yield the singles that a teacher would show one after the other, until there are none.

    `names` are the techniques that may be used, and `previous` is the step before. A full house comes first, then a
    hidden single in a box, in a line, then a naked single. Of equal ones, those come first that have to do with the
    step before: the same digit elsewhere, or another cell of the same house.

    The compiled kernel, if it is installed, finds the same steps faster.
    """
    changed = () if previous is None else previous.placements or previous.eliminations
    native = kernel_for(marks.shape)
    return _run_plain(marks, names, changed) if native is None else _run_compiled(native, marks, names, changed)


def _run_compiled(
    native: ModuleType, marks: Marks, names: Collection[str], changed: Iterable[Candidate]
) -> Iterator[Step]:
    digits = near = 0
    for cell, digit in changed:
        digits |= 1 << digit - 1
        near |= 1 << cell | marks.peers[cell]
    kinds = sum(1 << kind for kind, name in enumerate(SINGLES) if name in names)
    found = native.singles(board_of(marks), cells_as_bytes(marks.blanks, near), kinds, digits)
    for kind, house, cell, digit in iter_unpack("4B", found):
        yield _compiled_step(SINGLES[kind], house, cell, digit)


@lru_cache(maxsize=8192)  # more than a 9x9 board has: every single of every puzzle
def _compiled_step(technique: str, house: int, cell: int, digit: int) -> Step:
    if technique == "hidden-single":
        return _hidden_step(house, digit, cell)
    return _step(technique, 1 << cell, digit, Premises(cells=1 << cell), -1 if technique == "naked-single" else house)


def _run_plain(marks: Marks, names: Collection[str], changed: Iterable[Candidate]) -> Iterator[Step]:
    run = _Run(marks, names)
    run.look_near(changed)
    while (step := run.next()) is not None:
        yield step
        run.place(*step.placements[0])


class _Run:
    """The places of all digits while singles are placed. This is much faster than new marks for each step."""

    def __init__(self, marks: Marks, names: Collection[str]) -> None:
        self.shape, self.blanks, self.places = marks.shape, marks.blanks, marks.places.copy()
        self.names, self.is_with_full = names, "full-house" in names
        self.digits: set[int] = set()
        self.near = 0
        """The digits of the step before, and the cells in the houses where it changed something."""
        self.full: dict[int, int] = {}
        """The last blanks of houses, and the houses."""
        if self.is_with_full:
            self._find_full(range(len(marks.houses)))

    def look_near(self, changed: Iterable[Candidate]) -> None:
        """Prefer the digits of these candidates, and the houses of their cells."""
        for cell, digit in changed:
            self.digits.add(digit)
            self.near |= 1 << cell | self.shape.peer_masks[cell]

    def _find_full(self, houses: Iterable[int]) -> None:
        masks, blanks = self.shape.house_masks, self.blanks
        for house in houses:
            blank = masks[house] & blanks
            if blank and not blank & blank - 1:
                self.full.setdefault(blank.bit_length() - 1, house)

    def place(self, cell: int, digit: int) -> None:
        """Place a digit, and stay near it."""
        places, others = self.places, ~(1 << cell)
        self.digits, self.near = {digit}, self.shape.peer_masks[cell]
        self.blanks &= others
        if self.is_with_full:
            self.full.pop(cell, None)
            self._find_full(self.shape.houses_of[cell])
        places[digit] &= ~self.near
        for each, cells in enumerate(places):
            places[each] = cells & others

    def next(self) -> Step | None:
        """Return the best single, or None."""
        step = self._best_full() if self.full else None
        if step is None and "hidden-single" in self.names:
            step = self._best_hidden(_last_in_boxes) or self._best_hidden(_last_in_lines)
        if step is None and "naked-single" in self.names:
            step = self._best_naked()
        return step

    def _best_full(self) -> Step | None:
        naked = _naked(self.places)
        found = [(not self.near >> cell & 1, house, cell) for cell, house in self.full.items() if naked >> cell & 1]
        if not found:
            return None
        _, house, cell = min(found)
        return _step("full-house", 1 << cell, self.digit_of(1 << cell), Premises(cells=1 << cell), house)

    def _best_hidden(self, last: _Last) -> Step | None:
        near = self.near
        for digits in (self.digits, range(len(self.places))):
            if found := self.hidden(last, digits):
                return _hidden_step(*min(found, key=lambda single: (not near >> single[2] & 1, single)))
        return None

    def hidden(self, last: _Last, digits: Iterable[int]) -> list[tuple[int, int, int]]:
        """Return the hidden singles of some digits in boxes or in lines as (house, digit, cell)."""
        shape, places = self.shape, self.places
        found = [(house, digit, cell) for digit in digits for house, cell in last(shape, places[digit])]
        return found if self.is_with_full else [single for single in found if not self._is_full(single[0])]

    def _is_full(self, house: int) -> bool:
        """Return whether a house has only one blank. These are no hidden singles, but full houses."""
        blank = self.shape.house_masks[house] & self.blanks
        return not blank & blank - 1

    def _best_naked(self) -> Step | None:
        naked = _naked(self.places)
        naked = naked & self.near or naked
        if not naked:
            return None
        own = naked & -naked
        return _step("naked-single", own, self.digit_of(own), Premises(cells=own))

    def digit_of(self, own: int) -> int:
        """Return the only candidate of a cell, which is a bit."""
        return next(digit for digit, places in enumerate(self.places) if places & own)


def _naked(places: Iterable[int]) -> int:
    """Return the cells with one candidate."""
    one = several = 0
    for cells in places:
        several |= one & cells
        one |= cells
    return one & ~several


def hidden_after_naked(marks: Marks, cells: int) -> int:
    """Return how many hidden singles fill these cells if naked singles are taken first; singles must fill them all.

    >>> from nonet import Position
    >>> marks = Marks.of(Position("1... ..2. .3.. ...4"))
    >>> hidden_after_naked(marks, marks.blanks)
    0
    """
    native = kernel_for(marks.shape)
    if native is None:
        return _hidden_after_naked_plain(marks, cells)
    return int(native.hidden_after_naked(board_of(marks), cells_as_bytes(cells)))


def _hidden_after_naked_plain(marks: Marks, cells: int) -> int:
    run = _Run(marks, ())
    number = 0
    while cells:
        if naked := _naked(run.places) & cells:
            for cell in bits(naked):
                run.place(cell, run.digit_of(1 << cell))
        else:
            number += 1
            found = (
                single
                for last in (_last_in_boxes, _last_in_lines)
                for single in sorted(run.hidden(last, range(len(run.places))))
                if cells >> single[2] & 1
            )
            _, digit, cell = next(found)
            run.place(cell, digit)
        cells &= run.blanks
    return number


def _step(technique: str, cell: int, digit: int, premises: Premises, house: int = -1) -> Step:
    return Step(
        technique,
        placements=(Candidate(cell.bit_length() - 1, digit),),
        premises=premises,
        digits=(digit,),
        cells={"pattern": cell},
        houses={} if house < 0 else {"house": (house,)},
    )


# The digits that a person would point at. A rating does not need them, so the finders leave them out.


def with_blockers(marks: Marks, step: Step) -> Step:
    """Return a naked or hidden single with its blockers and removed candidates; return any other step unchanged.

    >>> from nonet import Position
    >>> marks = Marks.of(Position("1... ..2. .3.. ...4"))
    >>> step = with_blockers(marks, next(naked_singles(marks)))
    >>> [(blocker.digit, marks.shape.house_names[blocker.house]) for blocker in step.blockers]
    [(1, 'row 1'), (4, 'column 4'), (2, 'box 2')]
    """
    if step.technique == "naked-single":
        blockers, removed = _blockers_of_cell(marks, *step.placements[0])
    elif step.technique == "hidden-single":
        blockers, removed = _blockers_of_house(marks, *step.placements[0], step.houses["house"][0])
    else:
        return step
    return step._replace(blockers=blockers, removed=removed)


def _blockers_of_cell(marks: Marks, cell: int, digit: int) -> tuple[tuple[Blocker, ...], tuple[Candidate, ...]]:
    """Return a blocker for each other digit, in as few houses as possible: first the house with most of them."""
    missing = marks.shape.all_digits & ~(1 << digit - 1)
    houses = {house: marks.shape.houses[house] for house in marks.shape.houses_of[cell]}
    found: list[Blocker] = []
    while houses:
        new = {
            house: {
                marks.digits[other]: other
                for other in cells
                if marks.digits[other] and missing >> marks.digits[other] - 1 & 1
            }
            for house, cells in houses.items()
        }
        best = max(new, key=lambda house: len(new[house]))
        for other, where in sorted(new[best].items()):
            found.append(Blocker(where, other, best))
            missing &= ~(1 << other - 1)
        del houses[best]
    return tuple(found), tuple(Candidate(cell, other) for other in digits_of(missing))


def _blockers_of_house(
    marks: Marks, cell: int, digit: int, house: int
) -> tuple[tuple[Blocker, ...], tuple[Candidate, ...]]:
    """Return the fewest blockers that leave a digit no other place in a house, lines before boxes."""
    shape = marks.shape
    blanks = marks.houses[house] & marks.blanks & ~(1 << cell)
    options: list[tuple[Blocker, int]] = []
    for where, placed in enumerate(marks.digits):
        if placed == digit:
            options += [
                (Blocker(where, digit, other), reached)
                for other in dict.fromkeys(shape.houses_of[where])
                if (reached := marks.houses[other] & blanks)
            ]
    options.sort(key=lambda option: (option[0].house >= 2 * shape.size, option[0].house))
    needed = union(reached for _, reached in options)
    for number in range(len(options) + 1):
        for chosen in combinations(options, number):
            if union(reached for _, reached in chosen) == needed:
                removed = tuple(Candidate(other, digit) for other in bits(blanks & ~needed))
                return tuple(blocker for blocker, _ in chosen), removed
    raise AssertionError("all blockers together reach every blank that one of them reaches")
