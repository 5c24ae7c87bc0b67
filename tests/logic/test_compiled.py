"""What the compiled kernel computes for the finders is what they compute in Python, and what they remember is right."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import islice
from random import Random
from types import ModuleType

import pytest
from hypothesis import given, strategies as st

from nonet import Shape, explain
from nonet.geometry import bits, mask_of
from nonet.kernel import kernel
from nonet.logic import TECHNIQUES, Candidate, Marks, Step, technique
from nonet.logic.compiled import board_of, cells_as_bytes
from nonet.logic.finders import als, singles, subsets, sue_de_coq, templates, wings
from nonet.logic.graph import AlmostLockedSets, SetPattern, possible_set_patterns
from nonet.logic.graph.almost_locked_sets import enumerate_sets, enumerate_sets_plain
from nonet.logic.graph.seen import seen_nodes, seen_nodes_plain
from nonet.logic.marks import crossings
from tests.backends import needs_kernel
from tests.logic.positions import made_puzzles, on_the_way, random_position, single_digits

NINE = Shape(3, 3)


@st.composite
def positions(draw: st.DrawFn) -> Marks:
    """Draw marks with a solution, or marks without one: some correct candidates are removed."""
    others, seed = draw(st.integers(1, 5)), draw(st.integers(0, 2**20))
    marks = Marks.of(random_position(seed, blanks=draw(st.sampled_from((0.3, 0.6, 0.9))), others=others)[0])
    if draw(st.booleans()):
        return marks
    random = Random(seed)
    removed = [Candidate(cell, random.randint(1, 9)) for cell in bits(marks.blanks) if random.random() < 0.1]
    return marks.after((), removed)


def walk(puzzle: str) -> Iterator[Marks]:
    """Yield the marks before each step of an explanation that is not a single, and those after the last step."""
    explanation = explain(puzzle)
    *positions, end = explanation.positions()
    for position, step in zip(positions, explanation.steps, strict=True):
        if not step.placements:
            yield Marks.of(position)
    yield Marks.of(end)


def python_only(marks: Marks, monkeypatch: pytest.MonkeyPatch) -> Marks:
    """Return the same marks for finders that must not use the kernel."""
    monkeypatch.setenv("NONET_BACKEND", "numpy")
    return marks.after()


@needs_kernel
@given(positions(), st.sets(st.sampled_from(singles.SINGLES)), st.integers(0, 2**20))
def test_the_kernel_finds_the_same_run_of_singles(marks: Marks, names: set[str], seed: int) -> None:
    random = Random(seed)
    changed = tuple(Candidate(random.randrange(81), random.randint(1, 9)) for _ in range(random.randint(0, 3)))
    previous = Step("x-wing", eliminations=changed) if changed else None
    found = list(singles.run_of_singles(marks, names, previous))
    assert found == list(singles._run_plain(marks, names, changed))
    if names == set(singles.SINGLES) and all(marks.of_cell[cell] for cell in bits(marks.blanks)):
        cells = mask_of(step.placements[0].cell for step in found)
        valid = marks.after(candidate for step in found for candidate in step.placements)
        if all(valid.of_cell[cell] for cell in bits(valid.blanks)):
            assert singles.hidden_after_naked(marks, cells) == singles._hidden_after_naked_plain(marks, cells)


@needs_kernel
def test_the_kernel_counts_the_same_hidden_singles_on_every_way() -> None:
    for puzzle in made_puzzles(number=8):
        for marks in on_the_way(puzzle):
            run = list(singles.run_of_singles(marks, singles.SINGLES))
            cells = mask_of(step.placements[0].cell for step in run)
            assert singles.hidden_after_naked(marks, cells) == singles._hidden_after_naked_plain(marks, cells)


@needs_kernel
@given(positions())
def test_the_kernel_finds_the_same_sets_of_cells(marks: Marks) -> None:
    assert list(enumerate_sets(marks).items()) == list(enumerate_sets_plain(marks).items())
    assert list(wings._bent_quads(marks)) == list(wings._bent_quads_plain(marks))


@needs_kernel
@given(positions(), st.integers(0, 2**20))
def test_the_kernel_finds_the_same_nodes_that_see_each_other(marks: Marks, seed: int) -> None:
    random = Random(seed)
    nodes = [
        (digit, mask_of(random.sample(places, min(len(places), random.randint(1, 3)))))
        for digit in range(1, 10)
        if (places := list(bits(marks.places[digit])))
        for _ in range(random.randint(0, 12))
    ]
    digits, cells = [digit for digit, _ in nodes], [where for _, where in nodes]
    assert list(seen_nodes(marks, digits, cells)) == seen_nodes_plain(marks, digits, cells)


@needs_kernel
@given(single_digits([NINE]))
def test_the_kernel_finds_the_same_places_in_no_template(drawn: tuple[Shape, int]) -> None:
    shape, places = drawn
    wrong, unknown = templates._searched(shape, places)
    assert not unknown
    assert templates.outside_templates(shape, places) == wrong


@needs_kernel
@given(positions())
def test_the_kernel_names_the_crossings_and_houses_that_have_a_step(marks: Marks) -> None:
    having = {
        crossing
        for crossing in crossings(NINE)
        for sets in sue_de_coq._patterns(NINE, crossing, marks.contents[crossing.box], marks.contents[crossing.line])
        if any(sue_de_coq._step(marks, crossing, *sets))
    }
    assert set(sue_de_coq._useful_crossings(marks)) == having


@needs_kernel
@pytest.mark.parametrize("name", [row.id for row in TECHNIQUES if row.family in ("subsets", "locked_candidates")])
def test_subsets_are_found_where_the_kernel_looks(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for puzzle in made_puzzles(number=3):
        for marks in walk(puzzle):
            found = list(technique(name).find(marks))
            monkeypatch.setattr(subsets, "kernel_for", lambda _: None)
            assert found == list(technique(name).find(marks.after()))
            monkeypatch.undo()


@needs_kernel
def test_the_kernel_excludes_patterns_of_sets_only_where_there_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    excluded = 0
    for puzzle in made_puzzles(number=3):
        for marks in walk(puzzle):
            possible = possible_set_patterns(marks)
            plain = python_only(marks, monkeypatch)
            sets = plain.once(AlmostLockedSets)
            assert (SetPattern.CHAIN in possible) == bool(sets.disproved_targets)
            assert SetPattern.BLOSSOM in possible or not any(als._emptied_cells(sets))
            assert SetPattern.PAIR in possible or not any(technique("aligned-pair-exclusion").find(plain))
            excluded += possible != SetPattern.CHAIN | SetPattern.BLOSSOM | SetPattern.PAIR
            monkeypatch.undo()
    assert excluded


def test_chains_of_sets_eliminate_only_disproved_targets(monkeypatch: pytest.MonkeyPatch) -> None:
    """The condition that lets the finders of chains of sets skip a position does not skip any step."""
    monkeypatch.setattr(als, "possible_set_patterns", lambda _: ~SetPattern(0))
    number = 0
    for puzzle in made_puzzles(number=6):
        for marks in islice(walk(puzzle), 3):
            sets = marks.once(AlmostLockedSets)
            false = {(target.digit, cell) for target in sets.disproved_targets for cell in bits(target.cells)}
            sets.disproved_targets = sets.targets  # as if there were no condition
            for name in ("als-xz", "als-xy-wing"):
                for step in technique(name).find(marks):
                    assert {(digit, cell) for cell, digit in step.eliminations} <= false
                    number += 1
    assert number


def forget() -> None:
    """Clear what the finders have kept of earlier positions."""
    for name, module in list(sys.modules.items()):
        if name.startswith("nonet.logic"):
            for value in vars(module).values():
                if hasattr(value, "cache_clear"):
                    value.cache_clear()


def test_what_finders_remember_does_not_change_their_steps() -> None:
    puzzles = made_puzzles(number=4)
    warm = [explain(puzzle) for puzzle in puzzles]
    for puzzle, expected in zip(puzzles, warm, strict=True):
        forget()
        assert explain(puzzle) == expected


def test_explanations_are_the_same_without_the_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzles = made_puzzles(number=3)
    expected = [explain(puzzle) for puzzle in puzzles]
    monkeypatch.setenv("NONET_BACKEND", "numpy")
    forget()
    assert [explain(puzzle) for puzzle in puzzles] == expected


@pytest.fixture
def native() -> ModuleType:
    found = kernel()
    if found is None:
        pytest.skip("the compiled kernel is not installed")
    return found


def test_the_kernel_rejects_boards_that_are_too_small(native: ModuleType) -> None:
    for name in ("bent_quads", "almost_locked_sets", "set_patterns", "sue_de_coqs", "subsets"):
        with pytest.raises(ValueError, match="board has 160 bytes, but 162 are needed"):
            getattr(native, name)(bytes(160))
    with pytest.raises(ValueError, match="cells has 16 bytes, but 32 are needed"):
        native.singles(bytes(162), bytes(16), 7, 0)
    with pytest.raises(ValueError, match="cells has 15 bytes"):
        native.hidden_after_naked(bytes(162), bytes(15))
    with pytest.raises(ValueError, match="places has 15 bytes"):
        native.outside_templates(bytes(15))
    with pytest.raises(ValueError, match="digits has 1 bytes"):
        native.seen_nodes(bytes(1), bytes(32), 2)
    with pytest.raises(ValueError, match="cells has 31 bytes"):
        native.seen_nodes(bytes(2), bytes(31), 2)


def test_cells_that_singles_do_not_fill_are_an_error(native: ModuleType) -> None:
    marks = Marks.of(random_position(1)[0])
    with pytest.raises(ValueError, match="singles do not fill these cells"):
        native.hidden_after_naked(bytes(162), cells_as_bytes(1))
    assert native.hidden_after_naked(board_of(marks), cells_as_bytes(0)) == 0
