"""Almost locked sets and the links between them match their definitions, on boards of all shapes."""

from __future__ import annotations

from itertools import combinations

import pytest

from nonet import Position, Shape
from nonet.geometry import bits, digits_of, mask_of
from nonet.logic.graph.almost_locked_sets import AlmostLockedSets, enumerate_sets, unions_of_subsets
from nonet.logic.marks import Marks
from tests.logic.positions import random_position, sketch, stuck_positions

POSITIONS = [
    *(random_position(seed)[0] for seed in range(4)),
    random_position(4, Shape(2, 3))[0],
    random_position(5, Shape(2, 2))[0],
    random_position(6, Shape(1, 6))[0],
    stuck_positions(40)[0][0],
]


def by_definition(marks: Marks) -> dict[int, tuple[int, bool]]:
    """Try all sets of n blanks of a house: those with n + 1 candidates, and whether they contain no locked set."""
    found = {}
    for house in marks.houses:
        blanks = list(bits(house & marks.blanks))
        for size in range(1, len(blanks)):
            for chosen in combinations(blanks, size):
                digits = marks.digits_in(mask_of(chosen))
                parts = (mask_of(part) for n in range(1, size) for part in combinations(chosen, n))
                if digits.bit_count() == size + 1:
                    minimal = all(marks.digits_in(part).bit_count() > part.bit_count() for part in parts)
                    found[mask_of(chosen)] = digits, minimal
    return found


@pytest.mark.parametrize("position", POSITIONS)
def test_the_sets_match_the_definition(position: Position) -> None:
    marks = Marks.of(position)
    expected = by_definition(marks)
    assert enumerate_sets(marks) == expected
    sets = AlmostLockedSets(marks).sets
    assert dict(sets) == {cells: digits for cells, (digits, minimal) in expected.items() if minimal}
    assert len(dict(sets)) == len(sets)
    assert [part.cells.bit_count() for part in sets] == sorted(part.cells.bit_count() for part in sets)


@pytest.mark.parametrize("position", POSITIONS[3:])
def test_all_places_of_a_restricted_common_in_two_sets_see_each_other(position: Position) -> None:
    marks = Marks.of(position)
    als = AlmostLockedSets(marks)
    numbers = range(0, len(als.sets), 3)
    assert numbers
    for one in numbers:
        for other in numbers:
            expected = [
                digit
                for digit in digits_of(als.sets[one].digits & als.sets[other].digits)
                if all(
                    marks.peers[here] >> there & 1
                    for here in bits(als.sets[one].cells & marks.places[digit])
                    for there in bits(als.sets[other].cells & marks.places[digit])
                )
            ]
            assert als.restricted_commons(one, other) == expected


@pytest.mark.parametrize("position", POSITIONS[3:])
def test_a_candidate_locks_the_sets_in_which_it_sees_all_places_of_its_digit(position: Position) -> None:
    marks = Marks.of(position)
    als = AlmostLockedSets(marks)
    seen = 0
    for digit in range(1, marks.shape.size + 1):
        for cell in bits(marks.places[digit]):
            expected = sum(
                1 << number
                for number, part in enumerate(als.sets)
                if part.digits >> digit - 1 & 1 and not part.cells & marks.places[digit] & ~marks.peers[cell]
            )
            assert als.locked_by[digit][cell] == expected
            targets = [target for target in als.targets if target.digit == digit and target.cells >> cell & 1]
            assert [target.sets for target in targets] == ([expected] if expected else [])
            seen += bool(expected)
    assert seen


def test_a_bivalue_cell_is_a_set_and_a_cell_with_one_candidate_is_in_none() -> None:
    position = sketch({"r1c1": "12", "r1c2": "3", "r1c3": "45"})
    found = dict(AlmostLockedSets(Marks.of(position)).sets)
    assert {cells: digits for cells, digits in found.items() if cells.bit_count() < 3} == {
        1 << 0: 0b11,
        1 << 2: 0b11000,
    }
    assert not any(cells & 1 << 1 for cells in found)


def test_large_houses_have_only_small_subsets_with_small_unions() -> None:
    masks = [0b11 << index for index in range(16)]
    subsets, sizes, unions = unions_of_subsets(masks)
    expected = {
        sum(1 << index for index in chosen)
        for size in range(5)
        for chosen in combinations(range(16), size)
        if len({bit for index in chosen for bit in (index, index + 1)}) <= 5
    }
    assert sorted(subsets) == sorted(expected)
    assert list(sizes) == [subset.bit_count() for subset in subsets]
    assert all(union == _union(masks, subset) for subset, union in zip(subsets, unions, strict=True))


def _union(masks: list[int], subset: int) -> int:
    union = 0
    for index in bits(subset):
        union |= masks[index]
    return union
