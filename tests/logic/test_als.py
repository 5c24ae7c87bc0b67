"""ALS-XZ, ALS-XY-Wing, ALS chain, death blossom: examples, proofs, and what the definitions say."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations, islice, pairwise

import pytest

from nonet import Grid, Position, Shape
from nonet.geometry import bits, digits_of
from nonet.logic import Candidate, LockedSet, Premises, Step, verify
from nonet.logic.finders.als import als_chains, als_xy_wings, als_xz, death_blossoms
from nonet.logic.graph.almost_locked_sets import almost_locked_sets, enumerate_sets
from nonet.logic.marks import Marks
from tests.logic.positions import conclusions, marked, met, sketched, struck, transformed

FINDERS = [als_xz, als_xy_wings, als_chains, death_blossoms]
Finder = Callable[[Marks], Iterator[Step]]

EXAMPLES: list[tuple[Finder, dict[str, str], dict[int, set[str]], str]] = [
    (
        als_xz,
        {"r1c1": "127", "r1c2": "237", "r1c3": "27", "r5c1": "14", "r6c1": "34"},
        {3: {"r2c1", "r3c1", "r4c2", "r5c2", "r6c2"}},
        "",
    ),
    (
        als_xz,
        {"r1c1": "13", "r1c2": "23", "r5c1": "14", "r5c2": "24"},
        {
            1: {f"r{row}c1" for row in (2, 3, 4, 6, 7, 8, 9)},
            2: {f"r{row}c2" for row in (2, 3, 4, 6, 7, 8, 9)},
            3: {f"r1c{c}" for c in range(3, 10)} | {f"r{r}c{c}" for r in (2, 3) for c in (1, 2, 3)},
            4: {f"r5c{c}" for c in range(3, 10)} | {f"r{r}c{c}" for r in (4, 6) for c in (1, 2, 3)},
        },
        "doubly linked",
    ),
    (
        als_xy_wings,
        {"r5c1": "19", "r5c5": "138", "r4c4": "238", "r6c6": "38", "r4c9": "29"},
        {9: {"r4c1", "r4c2", "r4c3", "r5c7", "r5c8", "r5c9"}},
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
        {9: {"r1c4", "r1c6", "r2c5", "r2c6", "r3c4", "r3c5", "r3c6"}},
        "",
    ),
    (
        death_blossoms,
        {"r5c5": "123", "r5c1": "19", "r1c5": "29", "r1c4": "89", "r4c4": "38"},
        {9: {"r1c1"}},
        "",
    ),
]


@pytest.mark.parametrize(("finder", "cells", "expected", "variant"), EXAMPLES)
def test_the_example_strikes_out_just_this(
    finder: Finder, cells: dict[str, str], expected: dict[int, set[str]], variant: str
) -> None:
    position = marked(cells)
    found = [step for step in finder(Marks.of(position)) if struck(step) == expected and step.variant == variant]
    assert found
    assert verify(position, found[0])


@pytest.mark.parametrize(("finder", "cells", "expected", "variant"), EXAMPLES)
def test_no_cell_of_the_example_can_be_spared(
    finder: Finder, cells: dict[str, str], expected: dict[int, set[str]], variant: str
) -> None:
    position = marked(cells)
    step = next(step for step in finder(Marks.of(position)) if struck(step) == expected and step.variant == variant)
    assert step.premises.cells == sum(1 << position.grid.shape.cell(name) for name in cells)
    for cell in bits(step.premises.cells):
        assert not verify(position, step._replace(premises=Premises(cells=step.premises.cells & ~(1 << cell))))


def samples() -> list[tuple[Position, Grid]]:
    """Positions by chance, in which there is much to find, and positions of puzzles, in which there is little."""
    by_chance = [sketched(seed, blanks=0.4) for seed in range(4)]
    return [*by_chance, sketched(20, Shape(2, 3)), sketched(21, Shape(1, 6)), *met(60)[:9]]


@cache
def of_few_sets() -> list[Position]:
    """Positions of puzzles with so few sets that everything can be tried."""
    positions = [position for position, _ in met(60)]
    return [position for position in positions if len(enumerate_sets(Marks.of(position))) < 110]


@pytest.mark.parametrize("finder", FINDERS)
def test_every_step_is_proved_and_agrees_with_the_solution(finder: Finder) -> None:
    seen = 0
    for position, solution in samples():
        for step in islice(finder(Marks.of(position)), 12):
            assert verify(position, step)
            assert all(solution[cell] != digit for cell, digit in step.eliminations)
            assert not verify(position, step._replace(premises=Premises()))
            seen += 1
    assert seen > 20


@pytest.mark.parametrize("finder", FINDERS)
def test_every_step_is_told_once_in_the_same_order_every_time(finder: Finder) -> None:
    for position in of_few_sets():
        found = list(finder(Marks.of(position)))
        keys = [(step.conclusion, step.sets, step.digits, tuple(step.cells.items())) for step in found]
        assert len(set(keys)) == len(keys)
        assert found == list(finder(Marks.of(position)))


@pytest.mark.parametrize("finder", [als_xz, als_xy_wings])
def test_a_position_that_is_mirrored_and_renamed_has_the_same_conclusions(finder: Finder) -> None:
    for index, (position, _) in enumerate(samples()):
        other, went = transformed(position, index)
        here = {frozenset(went[candidate] for candidate in found) for found in conclusions(finder(Marks.of(position)))}
        assert conclusions(finder(Marks.of(other))) == here


def test_death_blossoms_strike_out_the_same_in_a_mirrored_position() -> None:
    for index, (position, _) in enumerate(samples()):
        other, went = transformed(position, index)
        here = {went[candidate] for step in death_blossoms(Marks.of(position)) for candidate in step.eliminations}
        assert {candidate for step in death_blossoms(Marks.of(other)) for candidate in step.eliminations} == here


def seen_places(marks: Marks, cells: int, digit: int) -> int:
    """The candidates of the digit that see all its places in the cells."""
    return marks.common_peers(cells & marks.places[digit]) & marks.places[digit]


def linked(marks: Marks, one: int, other: int, digit: int) -> bool:
    """Whether all places of the digit in the one see all in the other."""
    return not other & marks.places[digit] & ~seen_places(marks, one, digit)


def ends(marks: Marks, a: LockedSet, b: LockedSet, links: set[int]) -> frozenset[Candidate]:
    """What two sets strike out of which one is locked, by the definition."""
    return frozenset(
        Candidate(cell, digit)
        for digit in digits_of(a.digits & b.digits)
        if digit not in links
        for cell in bits(seen_places(marks, a.cells, digit) & seen_places(marks, b.cells, digit))
    )


def test_singly_linked_pairs_are_those_of_the_definition() -> None:
    total = 0
    for position in [*of_few_sets(), sketched(3, Shape(2, 3))[0]]:
        marks = Marks.of(position)
        expected = set()
        for a, b in combinations(almost_locked_sets(marks).sets, 2):
            restricted = {d for d in digits_of(a.digits & b.digits) if linked(marks, a.cells, b.cells, d)}
            if len(restricted) == 1 and (fallen := ends(marks, a, b, restricted)):
                expected.add((frozenset({a.cells, b.cells}), fallen))
        found = {
            (frozenset(part.cells for part in step.sets), frozenset(step.eliminations))
            for step in als_xz(marks)
            if step.variant in ("", "overlapping")
        }
        assert found == expected
        total += len(expected)
    assert total > 20


def test_wings_strike_out_what_three_linked_sets_strike_out() -> None:
    """All that falls beyond what pairs strike out, by the definition: A and B linked to C by different digits."""
    total = 0
    for position in of_few_sets():
        marks = Marks.of(position)
        sets = almost_locked_sets(marks).sets
        by_pairs = {candidate for step in als_xz(marks) for candidate in step.eliminations}
        found = {candidate for step in als_xy_wings(marks) for candidate in step.eliminations}
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
        assert found <= expected
        assert expected - by_pairs <= found
        total += len(expected - by_pairs)
    assert total > 5


def test_a_chain_links_each_set_to_the_next_by_its_digit_and_no_digit_twice_in_a_row() -> None:
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


def test_the_kinds_of_steps_all_occur() -> None:
    positions = [*of_few_sets(), sketched(20, Shape(2, 3))[0]]
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


def test_a_board_without_any_mark_or_with_all_of_them_has_no_steps() -> None:
    solved = sketched(1)[1]
    for position in (Position(solved), Position(81 * "."), Position(256 * ".")):
        assert [step for finder in FINDERS for step in finder(Marks.of(position))] == []
