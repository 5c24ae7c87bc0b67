"""Chains and loops: well-placed examples, and what holds of every chain that is found."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from nonet import Position, Shape
from nonet.logic import Step, verify
from nonet.logic.finders import chains as plain, grouped_chains as grouped
from nonet.logic.graph.links import graph_of
from nonet.logic.marks import Marks

from .deductions import (
    assert_sound,
    candidates_turned,
    drawn,
    met,
    said,
    sketched,
    struck,
    turned_over,
)

Finder = Callable[[Marks], Iterator[Step]]

PLAIN: dict[str, Finder] = {
    "x-chain": plain.x_chains,
    "xy-chain": plain.xy_chains,
    "continuous-nice-loop": plain.continuous_loops,
    "discontinuous-nice-loop": plain.discontinuous_loops,
    "aic": plain.aics,
}
GROUPED: dict[str, Finder] = {
    "grouped-continuous-nice-loop": grouped.grouped_continuous_loops,
    "grouped-discontinuous-nice-loop": grouped.grouped_discontinuous_loops,
    "grouped-aic": grouped.grouped_aics,
}
RENAMED = [0, 4, 7, 1, 9, 3, 2, 8, 6, 5]

X_CHAIN = drawn({}, {(1, "row 1"): "r1c1 r1c5", (1, "row 4"): "r4c5 r4c9", (1, "row 8"): "r8c9 r8c3"})
XY_CHAIN = drawn({"r1c1": "12", "r1c5": "23", "r4c5": "34", "r4c9": "14"})
LOOP = drawn({"r1c1": "12", "r1c5": "23", "r4c5": "34", "r4c1": "14"})
PLACING = drawn(
    {},
    {
        (1, "row 1"): "r1c1 r1c5",
        (4, "column 5"): "r1c5 r8c5",
        (4, "column 1"): "r8c1 r5c1",
        (1, "column 1"): "r1c1 r5c1",
    },
)
STRIKING = drawn({"r1c1": "12", "r5c1": "23"}, {(3, "column 5"): "r5c5 r9c5", (5, "column 5"): "r9c5 r1c5"})
TWO_DIGITS = drawn({}, {(1, "column 1"): "r1c1 r5c1", (3, "row 5"): "r5c1 r5c5", (5, "column 5"): "r5c5 r1c5"})
ONE_DIGIT = drawn(
    {"r8c8": "13"}, {(1, "column 1"): "r1c1 r5c1", (3, "row 5"): "r5c1 r5c8", (1, "column 5"): "r8c5 r2c5"}
)
GROUP = drawn({}, {(1, "box 1"): "r1c1 r1c3 r3c2", (1, "row 9"): "r9c2 r9c8"})
LOCKED_SET = drawn({"r1c1": "123", "r1c2": "23", "r5c1": "14", "r5c9": "34"})


def found(finder: Finder, position: Position) -> list[Step]:
    return list(finder(Marks.of(position)))


def test_what_sees_both_ends_of_an_x_chain_falls() -> None:
    (step,) = found(plain.x_chains, X_CHAIN)
    assert struck([step]) == said("1 r2c3 r3c3 r7c1 r9c1")
    assert len(step.chains[0].nodes) == 6
    assert step.digits == (1,)


def test_what_sees_both_ends_of_an_xy_chain_falls() -> None:
    (step,) = found(plain.xy_chains, XY_CHAIN)
    assert struck([step]) == said("1 r1c9 r4c1")
    assert step.premises.cells == sum(1 << cell for cell in (0, 4, 31, 35))
    assert [node.digit for node in step.chains[0].nodes] == [1, 2, 2, 3, 3, 4, 4, 1]


def test_a_single_link_is_no_chain() -> None:
    pointing = drawn({}, {(1, "box 1"): "r1c1 r1c2"})
    assert [step for finder in PLAIN.values() for step in found(finder, pointing)] == []


def test_every_weak_link_of_a_continuous_loop_strikes() -> None:
    steps = found(plain.continuous_loops, LOOP)
    rows = {2: "r1c{}", 4: "r4c{}"}
    columns = {1: "r{}c1", 3: "r{}c5"}
    expected = [f"{digit} {name.format(column)}" for digit, name in rows.items() for column in (2, 3, 4, 6, 7, 8, 9)]
    expected += [f"{digit} {name.format(row)}" for digit, name in columns.items() for row in (2, 3, 5, 6, 7, 8, 9)]
    (step,) = steps
    assert struck(steps) == said(", ".join(expected))
    assert step.chains[0].kind == "loop"
    assert step.chains[0].nodes[0].cells == step.chains[0].nodes[-1].cells


def test_a_candidate_whose_absence_leads_to_it_is_true() -> None:
    steps = [step for step in found(plain.discontinuous_loops, PLACING) if step.variant == "place"]
    assert said(", ".join(f"{digit} r1c1" for digit in (2, 3, 5, 6, 7, 8, 9))) in [struck([step]) for step in steps]


def test_a_candidate_that_leads_to_its_absence_falls() -> None:
    (step,) = found(plain.discontinuous_loops, STRIKING)
    assert struck([step]) == said("1 r1c5")
    first, last = step.chains[0].nodes[0], step.chains[0].nodes[-1]
    assert (first.cells, first.digit, first.on) == (last.cells, last.digit, not last.on)


def test_the_ends_of_an_alternating_chain_strike_each_others_digits() -> None:
    (step,) = found(plain.aics, TWO_DIGITS)
    assert struck([step]) == said("5 r1c1, 1 r1c5")
    assert (step.digits, step.variant) == ((1, 3, 5), "different")


def test_two_ends_of_one_digit_strike_all_that_sees_both() -> None:
    steps = found(plain.aics, ONE_DIGIT)
    assert said("1 r1c4 r1c6 r2c2 r2c3") in [struck([step]) for step in steps if step.variant == "same"]


def test_a_group_is_a_node() -> None:
    # The digit 1 in box 1 is in row 1 or in r3c2: a group and a cell. In row 9 it is in r9c2 or in r9c8.
    steps = found(grouped.grouped_discontinuous_loops, GROUP)
    (step,) = [step for step in steps if not step.sets]
    assert struck([step]) == said("1 r1c8")
    assert any(node.cells == 0b101 for node in step.chains[0].nodes)


def test_an_almost_locked_set_is_a_node() -> None:
    # r1c1 and r1c2 have all but one of 1, 2 and 3: without 1 they have 3.
    steps = [step for finder in GROUPED.values() for step in finder(Marks.of(LOCKED_SET))]
    told = [step for step in steps if struck([step]) == said("3 r1c9")]
    assert told
    assert all(step.sets and not step.sets[0].cells & ~step.premises.cells for step in told)


@pytest.mark.parametrize("finder", [*PLAIN.values(), *GROUPED.values()], ids=[*PLAIN, *GROUPED])
def test_every_chain_is_proved_link_by_link(finder: Finder) -> None:
    number = 0
    for position, solution in met(24):
        steps = found(finder, position)
        assert_sound(position, solution, steps[:12])
        number += len(steps)
    assert number


@pytest.mark.parametrize("finder", [plain.x_chains, plain.xy_chains])
def test_mirroring_and_renaming_a_position_keeps_its_chains(finder: Finder) -> None:
    for position, _ in met(12, seed=2):
        expected = {candidates_turned(struck([step]), RENAMED, 9) for step in found(finder, position)}
        assert {struck([step]) for step in found(finder, turned_over(position, RENAMED))} == expected


def test_where_a_candidate_leads_to_its_absence_some_chain_is_found() -> None:
    some = 0
    for position, _ in met(24, seed=3):
        marks = Marks.of(position)
        steps = [step for finder in PLAIN.values() for step in finder(marks)]
        graph = graph_of(marks)
        assert bool(steps) == bool(graph.falling | graph.standing)
        some += bool(steps)
    assert some


@pytest.mark.parametrize("name", ["x-chain", "xy-chain", "discontinuous-nice-loop", "aic", "grouped-aic"])
def test_short_chains_come_first(name: str) -> None:
    for position, _ in met(10, seed=4):
        lengths: dict[bool, list[int]] = {False: [], True: []}  # without almost locked sets, and with them
        for step in found((PLAIN | GROUPED)[name], position):
            told_twice = 2 if step.variant == "strike" else 0
            lengths[bool(step.sets)].append(len(step.chains[0].nodes) - told_twice)
        assert lengths[False] == sorted(lengths[False])
        assert lengths[True] == sorted(lengths[True])


@pytest.mark.parametrize(
    ("finder", "position"),
    [
        (plain.x_chains, X_CHAIN),
        (plain.xy_chains, XY_CHAIN),
        (plain.continuous_loops, LOOP),
        (plain.discontinuous_loops, PLACING),
        (plain.discontinuous_loops, STRIKING),
        (plain.aics, TWO_DIGITS),
        (grouped.grouped_discontinuous_loops, GROUP),
        (grouped.grouped_discontinuous_loops, LOCKED_SET),
    ],
)
def test_no_chain_is_proved_without_one_of_its_premises(finder: Finder, position: Position) -> None:
    step = next(finder(Marks.of(position)))
    premises = step.premises
    fewer = [premises._replace(cells=premises.cells & ~(1 << cell)) for cell in range(81) if premises.cells >> cell & 1]
    fewer += [premises._replace(places=tuple(p for p in premises.places if p != place)) for place in premises.places]
    assert fewer
    for less in fewer:
        weaker = Step(step.technique, step.placements, step.eliminations, less)
        assert not verify(position, weaker)


@pytest.mark.parametrize("shape", [Shape(2, 2), Shape(2, 3), Shape(3, 2), Shape(2, 4), Shape(1, 5)], ids=str)
def test_chains_are_found_on_boards_of_any_shape(shape: Shape) -> None:
    number = 0
    for seed in range(2):
        position, solution = sketched(seed, shape)
        for finder in (*PLAIN.values(), *GROUPED.values()):
            steps = found(finder, position)[:6]
            assert_sound(position, solution, steps)
            number += len(steps)
    assert number
