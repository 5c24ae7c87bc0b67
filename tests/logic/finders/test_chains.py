"""Chains and loops, also with groups and almost locked sets: drawn examples, proofs, and properties of all chains."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from nonet import Position, Shape
from nonet.logic import Step
from nonet.logic.finders import (
    aics,
    continuous_nice_loops,
    discontinuous_nice_loops,
    grouped_aics,
    grouped_continuous_nice_loops,
    grouped_discontinuous_nice_loops,
    x_chains,
    xy_chains,
)
from nonet.logic.graph import Graph
from nonet.logic.marks import Marks
from tests.logic.checks import (
    assert_same_when_transformed,
    assert_sound,
    candidates,
    eliminated,
    eliminations,
    needs_all_premises,
)
from tests.logic.positions import board, random_position, sketch, stuck_positions

Finder = Callable[[Marks], Iterator[Step]]

PLAIN: dict[str, Finder] = {
    "x-chain": x_chains,
    "xy-chain": xy_chains,
    "continuous-nice-loop": continuous_nice_loops,
    "discontinuous-nice-loop": discontinuous_nice_loops,
    "aic": aics,
}
GROUPED: dict[str, Finder] = {
    "grouped-continuous-nice-loop": grouped_continuous_nice_loops,
    "grouped-discontinuous-nice-loop": grouped_discontinuous_nice_loops,
    "grouped-aic": grouped_aics,
}

X_CHAIN = sketch({}, {"1 row 1": "r1c1 r1c5", "1 row 4": "r4c5 r4c9", "1 row 8": "r8c9 r8c3"})
XY_CHAIN = sketch({"r1c1": "12", "r1c5": "23", "r4c5": "34", "r4c9": "14"})
LOOP = sketch({"r1c1": "12", "r1c5": "23", "r4c5": "34", "r4c1": "14"})
PLACING = sketch(
    {},
    {
        "1 row 1": "r1c1 r1c5",
        "4 column 5": "r1c5 r8c5",
        "4 column 1": "r8c1 r5c1",
        "1 column 1": "r1c1 r5c1",
    },
)
ELIMINATING = sketch({"r1c1": "12", "r5c1": "23"}, {"3 column 5": "r5c5 r9c5", "5 column 5": "r9c5 r1c5"})
TWO_DIGITS = sketch({}, {"1 column 1": "r1c1 r5c1", "3 row 5": "r5c1 r5c5", "5 column 5": "r5c5 r1c5"})
ONE_DIGIT = sketch({"r8c8": "13"}, {"1 column 1": "r1c1 r5c1", "3 row 5": "r5c1 r5c8", "1 column 5": "r8c5 r2c5"})
GROUP = sketch({}, {"1 box 1": "r1c1 r1c3 r3c2", "1 row 9": "r9c2 r9c8"})
LOCKED_SET = sketch({"r1c1": "123", "r1c2": "23", "r5c1": "14", "r5c9": "34"})


def found(finder: Finder, position: Position) -> list[Step]:
    return list(finder(Marks.of(position)))


def test_an_x_chain_eliminates_what_sees_both_ends() -> None:
    (step,) = found(x_chains, X_CHAIN)
    assert eliminated(step) == "1: r2c3 r3c3 r7c1 r9c1"
    assert len(step.chains[0].nodes) == 6
    assert step.digits == (1,)


def test_an_xy_chain_eliminates_what_sees_both_ends() -> None:
    (step,) = found(xy_chains, XY_CHAIN)
    assert eliminated(step) == "1: r1c9 r4c1"
    assert step.premises.cells == board("r1c1 r1c5 r4c5 r4c9")
    assert [node.digit for node in step.chains[0].nodes] == [1, 2, 2, 3, 3, 4, 4, 1]


def test_a_single_link_is_no_chain() -> None:
    pointing = sketch({}, {"1 box 1": "r1c1 r1c2"})
    assert [step for finder in PLAIN.values() for step in found(finder, pointing)] == []


def test_every_weak_link_of_a_continuous_loop_eliminates() -> None:
    (step,) = found(continuous_nice_loops, LOOP)
    assert eliminated(step) == (
        "1: r2c1 r3c1 r5c1 r6c1 r7c1 r8c1 r9c1; 2: r1c2 r1c3 r1c4 r1c6 r1c7 r1c8 r1c9; "
        "3: r2c5 r3c5 r5c5 r6c5 r7c5 r8c5 r9c5; 4: r4c2 r4c3 r4c4 r4c6 r4c7 r4c8 r4c9"
    )
    assert step.chains[0].kind == "loop"
    assert step.chains[0].nodes[0].cells == step.chains[0].nodes[-1].cells


def test_a_candidate_is_true_if_its_absence_implies_it() -> None:
    steps = [step for step in found(discontinuous_nice_loops, PLACING) if step.variant == "place"]
    assert "2: r1c1; 3: r1c1; 5: r1c1; 6: r1c1; 7: r1c1; 8: r1c1; 9: r1c1" in map(eliminated, steps)


def test_a_candidate_that_implies_its_absence_is_eliminated() -> None:
    (step,) = found(discontinuous_nice_loops, ELIMINATING)
    assert eliminated(step) == "1: r1c5"
    first, last = step.chains[0].nodes[0], step.chains[0].nodes[-1]
    assert (first.cells, first.digit, first.on) == (last.cells, last.digit, not last.on)


def test_each_end_of_an_alternating_chain_eliminates_the_digit_of_the_other() -> None:
    (step,) = found(aics, TWO_DIGITS)
    assert eliminated(step) == "1: r1c5; 5: r1c1"
    assert (step.digits, step.variant) == ((1, 3, 5), "different")


def test_an_alternating_chain_with_one_digit_at_both_ends_eliminates_what_sees_both() -> None:
    steps = [step for step in found(aics, ONE_DIGIT) if step.variant == "same"]
    assert "1: r1c4 r1c6 r2c2 r2c3" in map(eliminated, steps)


def test_a_group_is_a_node() -> None:
    # In box 1, 1 is in row 1 (a group of two cells) or in r3c2. In row 9 it is in r9c2 or in r9c8.
    (step,) = [step for step in found(grouped_discontinuous_nice_loops, GROUP) if not step.sets]
    assert eliminated(step) == "1: r1c8"
    assert board("r1c1 r1c3") in [node.cells for node in step.chains[0].nodes]


def test_a_digit_of_an_almost_locked_set_is_a_node() -> None:
    # r1c1 and r1c2 have two of the digits 1, 2 and 3: if not 1, then 3.
    steps = [step for finder in GROUPED.values() for step in finder(Marks.of(LOCKED_SET))]
    right = [step for step in steps if eliminated(step) == "3: r1c9"]
    assert right
    assert all(step.sets and not step.sets[0].cells & ~step.premises.cells for step in right)


@pytest.mark.parametrize("finder", [*PLAIN.values(), *GROUPED.values()], ids=[*PLAIN, *GROUPED])
def test_every_chain_is_sound(finder: Finder) -> None:
    assert sum(assert_sound(position, found(finder, position)[:12], right) for position, right in stuck_positions(24))


@pytest.mark.parametrize("finder", [x_chains, xy_chains])
def test_a_transformed_position_has_the_same_conclusions(finder: Finder) -> None:
    for index, (position, _) in enumerate(stuck_positions(12, seed=2)):
        assert_same_when_transformed(finder, position, index)


def test_a_chain_is_found_wherever_a_candidate_or_its_absence_implies_its_opposite() -> None:
    some = 0
    for position, _ in stuck_positions(24, seed=3):
        marks = Marks.of(position)
        steps = [step for finder in PLAIN.values() for step in finder(marks)]
        graph = marks.once(Graph)
        assert bool(steps) == bool(graph.disproved | graph.proved)
        some += bool(steps)
    assert some


@pytest.mark.parametrize("name", ["x-chain", "xy-chain", "discontinuous-nice-loop", "aic", "grouped-aic"])
def test_short_chains_come_first(name: str) -> None:
    for position, _ in stuck_positions(10, seed=4):
        lengths: dict[bool, list[int]] = {False: [], True: []}  # without almost locked sets, and with them
        for step in found((PLAIN | GROUPED)[name], position):
            repeated = 2 if step.variant == "eliminate" else 0
            lengths[bool(step.sets)].append(len(step.chains[0].nodes) - repeated)
        assert lengths[False] == sorted(lengths[False])
        assert lengths[True] == sorted(lengths[True])


@pytest.mark.parametrize(
    ("finder", "position"),
    [
        (x_chains, X_CHAIN),
        (xy_chains, XY_CHAIN),
        (continuous_nice_loops, LOOP),
        (discontinuous_nice_loops, PLACING),
        (discontinuous_nice_loops, ELIMINATING),
        (aics, TWO_DIGITS),
        (grouped_discontinuous_nice_loops, GROUP),
        (grouped_discontinuous_nice_loops, LOCKED_SET),
    ],
)
def test_a_chain_needs_all_its_premises(finder: Finder, position: Position) -> None:
    assert needs_all_premises(position, next(finder(Marks.of(position))))


@pytest.mark.parametrize("shape", [Shape(2, 2), Shape(2, 3), Shape(3, 2), Shape(2, 4), Shape(1, 5)], ids=str)
def test_chains_are_found_on_boards_of_any_shape(shape: Shape) -> None:
    number = 0
    for seed in range(2):
        position, solution = random_position(seed, shape)
        for finder in (*PLAIN.values(), *GROUPED.values()):
            number += assert_sound(position, found(finder, position)[:6], solution)
    assert number


def test_candidates_are_read_as_they_are_written() -> None:
    (step,) = found(aics, TWO_DIGITS)
    assert candidates(eliminated(step)) == eliminations([step])
