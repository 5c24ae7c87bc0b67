"""ALS-XZ, ALS-XY-Wing, ALS chain, death blossom: drawn examples, proofs, and comparison with the definitions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations, islice, pairwise

import pytest

from nonet import Grid, Position, Shape
from nonet.geometry import bits, digits_of
from nonet.logic import Candidate, LockedSet, Premises, Step, verify
from nonet.logic.finders import als_chains, als_xy_wings, als_xz, death_blossoms
from nonet.logic.graph import AlmostLockedSets
from nonet.logic.marks import Marks
from tests.logic.checks import assert_same_when_transformed, assert_sound, eliminated, eliminations, needs_all_premises
from tests.logic.positions import board, random_position, sketch, stuck_positions

FINDERS = [als_xz, als_xy_wings, als_chains, death_blossoms]
Finder = Callable[[Marks], Iterator[Step]]

EXAMPLES: list[tuple[Finder, dict[str, str], str, str]] = [
    (
        als_xz,
        {"r1c1": "127", "r1c2": "237", "r1c3": "27", "r5c1": "14", "r6c1": "34"},
        "3: r2c1 r3c1 r4c2 r5c2 r6c2",
        "",
    ),
    (
        als_xz,
        {"r1c1": "13", "r1c2": "23", "r5c1": "14", "r5c2": "24"},
        (
            "1: r2c1 r3c1 r4c1 r6c1 r7c1 r8c1 r9c1; 2: r2c2 r3c2 r4c2 r6c2 r7c2 r8c2 r9c2; "
            "3: r1c3 r1c4 r1c5 r1c6 r1c7 r1c8 r1c9 r2c1 r2c2 r2c3 r3c1 r3c2 r3c3; "
            "4: r4c1 r4c2 r4c3 r5c3 r5c4 r5c5 r5c6 r5c7 r5c8 r5c9 r6c1 r6c2 r6c3"
        ),
        "doubly linked",
    ),
    (
        als_xy_wings,
        {"r5c1": "19", "r5c5": "138", "r4c4": "238", "r6c6": "38", "r4c9": "29"},
        "9: r4c1 r4c2 r4c3 r5c7 r5c8 r5c9",
        "",
    ),
    (
        als_chains,
        {
            "r1c5": "29",
            "r1c1": "12",
            "r4c1": "13",
            "r4c5": "34",
            "r8c5": "45",
            "r8c9": "56",
            "r2c9": "67",
            "r2c4": "79",
        },
        "9: r1c4 r1c6 r2c5 r2c6 r3c4 r3c5 r3c6",
        "",
    ),
    (
        death_blossoms,
        {"r5c5": "123", "r5c1": "19", "r1c5": "29", "r1c4": "89", "r4c4": "38"},
        "9: r1c1",
        "",
    ),
]


@pytest.mark.parametrize(("finder", "cells", "expected", "variant"), EXAMPLES)
def test_the_example_is_found_and_needs_every_cell(
    finder: Finder, cells: dict[str, str], expected: str, variant: str
) -> None:
    position = sketch(cells)
    step = next(step for step in finder(Marks.of(position)) if eliminated(step) == expected and step.variant == variant)
    assert verify(position, step)
    assert step.premises == Premises(cells=board(" ".join(cells)))
    assert needs_all_premises(position, step)


def samples() -> list[tuple[Position, Grid]]:
    """Return random positions, which have many steps, and positions of puzzles, which have few."""
    random = [random_position(seed, blanks=0.4) for seed in range(4)]
    return [*random, random_position(20, Shape(2, 3)), random_position(21, Shape(1, 6)), *stuck_positions(60)[:9]]


@cache
def positions_with_few_sets() -> list[Position]:
    """Return positions of puzzles with so few sets that all combinations can be tried."""
    positions = [position for position, _ in stuck_positions(60)]
    return [position for position in positions if len(AlmostLockedSets(Marks.of(position)).sets) < 110]


@pytest.mark.parametrize("finder", FINDERS)
def test_every_step_is_sound(finder: Finder) -> None:
    seen = 0
    for position, solution in samples():
        steps = list(islice(finder(Marks.of(position)), 12))
        seen += assert_sound(position, steps, solution)
        assert not any(verify(position, step._replace(premises=Premises())) for step in steps)
    assert seen > 20


@pytest.mark.parametrize("finder", FINDERS)
def test_steps_are_distinct_and_always_in_the_same_order(finder: Finder) -> None:
    for position in positions_with_few_sets():
        found = list(finder(Marks.of(position)))
        keys = [(step.conclusion, step.sets, step.digits, tuple(step.cells.items())) for step in found]
        assert len(set(keys)) == len(keys)
        assert found == list(finder(Marks.of(position)))


@pytest.mark.parametrize("finder", [als_xz, als_xy_wings])
def test_a_transformed_position_has_the_same_conclusions(finder: Finder) -> None:
    for index, (position, _) in enumerate(samples()):
        assert_same_when_transformed(finder, position, index)


def test_death_blossoms_eliminate_the_same_in_a_transformed_position() -> None:
    for index, (position, _) in enumerate(samples()):
        assert_same_when_transformed(death_blossoms, position, index, together=True)


def seen_places(marks: Marks, cells: int, digit: int) -> int:
    """Return the candidates of a digit that see all its places in some cells."""
    return marks.common_peers(cells & marks.places[digit]) & marks.places[digit]


def linked(marks: Marks, one: int, other: int, digit: int) -> bool:
    """Return whether all places of the digit in one set see all its places in the other."""
    return not other & marks.places[digit] & ~seen_places(marks, one, digit)


def ends(marks: Marks, a: LockedSet, b: LockedSet, links: set[int]) -> frozenset[Candidate]:
    """Return what two sets of which one is locked eliminate, by the definition."""
    return frozenset(
        Candidate(cell, digit)
        for digit in digits_of(a.digits & b.digits)
        if digit not in links
        for cell in bits(seen_places(marks, a.cells, digit) & seen_places(marks, b.cells, digit))
    )


def test_singly_linked_pairs_match_the_definition() -> None:
    total = 0
    for position in [*positions_with_few_sets(), random_position(3, Shape(2, 3))[0]]:
        marks = Marks.of(position)
        expected = set()
        for a, b in combinations(AlmostLockedSets(marks).sets, 2):
            restricted = {d for d in digits_of(a.digits & b.digits) if linked(marks, a.cells, b.cells, d)}
            if len(restricted) == 1 and (wrong := ends(marks, a, b, restricted)):
                expected.add((frozenset({a.cells, b.cells}), wrong))
        found = {
            (frozenset(part.cells for part in step.sets), frozenset(step.eliminations))
            for step in als_xz(marks)
            if step.variant in ("", "overlapping")
        }
        assert found == expected
        total += len(expected)
    assert total > 20


def test_wings_match_the_definition() -> None:
    """Wings find everything that two sets linked to a third by different digits eliminate, unless pairs find it."""
    total = 0
    for position in positions_with_few_sets():
        marks = Marks.of(position)
        sets = AlmostLockedSets(marks).sets
        links: dict[LockedSet, list[tuple[LockedSet, int]]] = {part: [] for part in sets}
        for a, c in combinations(sets, 2):
            for x in digits_of(a.digits & c.digits):
                if linked(marks, a.cells, c.cells, x):
                    links[c].append((a, x))
                    links[a].append((c, x))
        expected: set[Candidate] = set()
        for around in links.values():
            for (a, x), (b, y) in combinations(around, 2):
                if a != b and x != y:
                    expected |= ends(marks, a, b, {x, y})
        found = eliminations(als_xy_wings(marks))
        by_wings_only = expected - eliminations(als_xz(marks))
        assert by_wings_only <= found <= expected
        total += len(by_wings_only)
    assert total > 5


def test_a_chain_links_each_set_to_the_next_and_changes_its_digit_at_each_link() -> None:
    lengths = set()
    for position, _ in samples():
        marks = Marks.of(position)
        for step in islice(als_chains(marks), 15):
            links = step.digits[: len(step.sets) - 1]
            for (one, other), digit in zip(pairwise(step.sets), links, strict=True):
                assert one.digits & other.digits & 1 << digit - 1
                assert linked(marks, one.cells, other.cells, digit)
            assert all(digit != following for digit, following in pairwise(links))
            assert len(step.sets) >= 4
            lengths.add(len(step.sets))
    assert lengths >= {4, 5, 6}


def test_all_variants_occur() -> None:
    positions = [*positions_with_few_sets(), random_position(20, Shape(2, 3))[0]]
    kinds = {(step.technique, step.variant) for p in positions for finder in FINDERS for step in finder(Marks.of(p))}
    assert kinds >= {
        ("als-xz", ""),
        ("als-xz", "overlapping"),
        ("als-xz", "doubly linked"),
        ("als-xz", "cannibal"),
        ("als-xy-wing", ""),
        ("als-xy-wing", "overlapping"),
        ("als-chain", ""),
        ("als-chain", "overlapping"),
        ("als-chain", "loop"),
        ("death-blossom", ""),
        ("death-blossom", "overlapping"),
    }


def test_each_petal_has_its_candidate_of_the_stem_only_where_the_stem_sees_it() -> None:
    total = 0
    for position, _ in samples():
        marks = Marks.of(position)
        for step in islice(death_blossoms(marks), 20):
            stem = step.cells["stem"].bit_length() - 1
            digits = tuple(digits_of(marks.of_cell[stem]))
            assert step.digits[: len(digits)] == digits
            for part, digit in zip(step.sets, digits, strict=True):
                assert linked(marks, 1 << stem, part.cells, digit)
            total += 1
    assert total > 20


def test_a_solved_board_and_an_empty_one_have_no_steps() -> None:
    solved = random_position(1)[1]
    for position in (Position(solved), Position(81 * "."), Position(256 * ".")):
        assert [step for finder in FINDERS for step in finder(Marks.of(position))] == []
