"""Puzzle: a value with rules, which functions without rules refuse."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

import pytest

import nonet
from nonet import ArgumentError, Grid, NonetError, Puzzle, ShapeError
from nonet.variants import (
    AllOf,
    AntiKing,
    AntiKnight,
    AnyOf,
    Automaton,
    Clone,
    CountDistinct,
    Difference,
    ExtraRegion,
    Killer,
    Negative,
    Regions,
    Rule,
    Thermo,
    XSum,
)
from tests.boards import WIKIPEDIA, WIKIPEDIA_SOLUTION
from tests.variants.samples import ALL_TYPES, GLOBAL, fitting, random_grid

RULED = Puzzle(WIKIPEDIA, [AntiKing()])


def test_the_order_of_rules_does_not_matter() -> None:
    one = Puzzle(WIKIPEDIA, [AntiKing(), Killer("r1c1 r1c2", 8)])
    two = Puzzle(WIKIPEDIA, [Killer("r1c2 r1c1", 8), AntiKing(), AntiKing()])
    assert one == two
    assert hash(one) == hash(two)
    assert one != Puzzle(WIKIPEDIA, [AntiKing()])
    assert one != Puzzle(Grid.empty(), one.rules)
    assert len(two.rules) == 2


def test_rules_are_added_and_removed() -> None:
    puzzle = Puzzle(WIKIPEDIA) + AntiKing() + AntiKnight()
    assert puzzle.rules == (AntiKing(), AntiKnight())
    assert puzzle.without(AntiKing()) == Puzzle(WIKIPEDIA) + AntiKnight()
    with pytest.raises(ArgumentError, match="the puzzle does not have the rule anti-king"):
        Puzzle(WIKIPEDIA).without(AntiKing())
    with pytest.raises(TypeError):
        puzzle + "anti-king"  # type: ignore[operator]


def test_a_puzzle_without_rules_is_its_grid() -> None:
    puzzle, grid = Puzzle(WIKIPEDIA), Grid(WIKIPEDIA)
    assert str(puzzle) == str(grid)
    assert puzzle.givens == grid.givens
    assert str(nonet.solve(puzzle)) == WIKIPEDIA_SOLUTION
    assert nonet.solve(puzzle, method="dlx") == nonet.solve(grid)
    assert nonet.check(puzzle) == nonet.check(grid)
    assert nonet.hint(puzzle) == nonet.hint(grid)
    assert nonet.solve_many([puzzle]).grid(0) == nonet.solve(grid)


REFUSING: dict[str, Callable[[], object]] = {
    "maximize": lambda: nonet.maximize(RULED),
    "pencilmarks": lambda: nonet.pencilmarks(RULED),
    "hint": lambda: nonet.hint(RULED),
    "steps": lambda: list(nonet.steps(RULED)),
    "explain": lambda: nonet.explain(RULED),
    "rate": lambda: nonet.rate(RULED),
    "minimize": lambda: nonet.minimize(RULED),
    "redundant_clues": lambda: nonet.redundant_clues(RULED),
    "harder": lambda: nonet.harder(RULED),
    "neighbors": lambda: list(nonet.neighbors(RULED)),
    "canonical": lambda: nonet.canonical(RULED),
    "canonical_transform": lambda: nonet.canonical_transform(RULED),
    "automorphisms": lambda: nonet.automorphisms(RULED),
    "isomorphic": lambda: nonet.isomorphic(RULED, WIKIPEDIA),
    "transform": lambda: nonet.transform(RULED),
    "solve_many": lambda: nonet.solve_many([RULED]),
    "count_many": lambda: nonet.count_many([RULED]),
    "canonical_many": lambda: nonet.canonical_many([RULED]),
    "pencilmarks_many": lambda: nonet.pencilmarks_many([RULED]),
    "certify": lambda: nonet.certify(RULED),
    "Position": lambda: nonet.Position(RULED),
    "Grid": lambda: Grid(RULED),  # type: ignore[arg-type]
    "book": lambda: nonet.drawing.book([RULED]),
    "compare": lambda: nonet.search.compare(RULED),
    "solve with a method": lambda: nonet.solve(RULED, method="dlx"),
    "solve with a trace": lambda: nonet.solve(RULED, trace=nonet.Trace()),
    "count with a method": lambda: nonet.count(RULED, method="dlx"),
    "check with a trace": lambda: nonet.check(RULED, trace=nonet.Trace()),
    "solutions with a method": lambda: nonet.solutions(RULED, method="dlx"),
    "solutions in order": lambda: nonet.solutions(RULED, ordered=True),
}


@pytest.mark.parametrize("name", REFUSING)
def test_no_function_ignores_rules(name: str) -> None:
    with pytest.raises(NonetError) as error:
        REFUSING[name]()
    assert "anti-king" in str(error.value) or name in ("Grid", "solutions in order")


def test_rate_many_gives_the_rule_as_the_reason() -> None:
    (rated,) = nonet.rate_many([RULED], threads=1)
    assert rated.rating is None
    assert "anti-king" in rated.reason


def test_every_rule_is_checked_against_the_board() -> None:
    with pytest.raises(ShapeError, match="killer at r9c9: r10c1 is not a cell of a 9x9 board"):
        Puzzle(WIKIPEDIA, [Killer("r9c9 r10c1", 3)])
    with pytest.raises(ArgumentError, match="x-sum at r1c1: no digits can have the sum 47"):
        Puzzle(WIKIPEDIA, [XSum("r1c1", "r", 47)])
    with pytest.raises(ShapeError, match="regions: the board has boxes too"):
        Puzzle(Grid.empty(), [Regions("A" * 81)])
    with pytest.raises(ShapeError, match="region A has 81 cells, but there are only 9 digits"):
        Puzzle(Grid.empty((1, 9)), [Regions("A" * 81)])
    with pytest.raises(ArgumentError, match="a rule negative cannot be an alternative"):
        Puzzle(WIKIPEDIA, [AnyOf([AllOf([Negative("xv")])])])
    with pytest.raises(ShapeError, match="a region has 9 cells, one for each digit, not 2"):
        Puzzle(WIKIPEDIA, [ExtraRegion("r1c1 r5c5")])
    with pytest.raises(ArgumentError, match="rules must be rules of nonet.variants, not str"):
        Puzzle(WIKIPEDIA, ["anti-king"])  # type: ignore[list-item]


@pytest.mark.parametrize("cell", [(0, -1), (-1, 0), (9, 0), (0, 9)])
def test_cells_beyond_each_edge_of_the_board_are_refused(cell: tuple[int, int]) -> None:
    for rule in (Killer([(0, 0), cell], 5), Clone([[(0, 0)], [cell]]), CountDistinct("r1c1 r1c2", cell)):
        with pytest.raises(ShapeError, match="is not a cell of a 9x9 board"):
            Puzzle(Grid.empty(), [rule])


def test_automata_with_the_same_hash_are_different_rules() -> None:
    first, second = (Automaton("r1c1-r1c3", [0], [0], [[0, [digit], 0]]) for digit in (1, 2))
    assert hash(first) == hash(second)
    assert len(Puzzle(Grid.empty(), [first, second, first]).rules) == 2


def test_an_alternative_may_be_impossible() -> None:
    with pytest.raises(ArgumentError, match="the sum of 2 different digits must be 3 to 17, not 50"):
        Puzzle(WIKIPEDIA, [AllOf([Killer("r1c1 r1c2", 50)])])
    puzzle = Puzzle(WIKIPEDIA, [AnyOf([Killer("r1c1 r1c2", 50), Killer("r1c1 r1c2", 8)])])
    assert str(nonet.solve(puzzle)) == WIKIPEDIA_SOLUTION


def test_cells_are_texts_names_or_pairs_but_not_indices() -> None:
    assert Killer("r1c1 r1c2", 5) == Killer(["r1c2", (0, 0)], 5) == Killer([nonet.Cell(0, 0), "r1c2"], 5)
    with pytest.raises(ArgumentError, match="killer: cells must be a text"):
        Killer([0, 1], 5)  # type: ignore[list-item]


def test_rules_are_immutable() -> None:
    with pytest.raises(AttributeError):
        Killer("r1c1", 5).sum = 6  # type: ignore[misc]


@pytest.mark.parametrize("kind", [kind for kind in ALL_TYPES if kind not in GLOBAL and kind != "regions"])
def test_a_solution_has_no_conflict_and_a_broken_rule_has_one(kind: str) -> None:
    rng = random.Random(kind)
    grid = random_grid(rng)
    broken = 0
    for _ in range(4):
        rule = fitting(kind, rng, grid)
        puzzle = Puzzle(Grid.empty(), [rule])
        assert puzzle.conflicts(grid) == ()
        part = Grid.of_digits(bytes(digit if rng.random() < 0.5 else 0 for digit in grid), grid.shape)
        assert puzzle.conflicts(part) == ()
        for other in [random_grid(rng) for _ in range(3)]:
            conflicts = puzzle.conflicts(other)
            model = nonet.variants.lower(puzzle)
            assert bool(conflicts) != model.holds(list(other))
            for conflict in conflicts:
                assert conflict.cells
                broken += 1
    assert broken or kind == "candidates"


def test_conflicts_name_the_rule_and_the_cells() -> None:
    puzzle = Puzzle(Grid.empty(), [Thermo("r1c1-r1c3"), Killer("r5c5 r5c6", 17)])
    (thermo,) = puzzle.conflicts(Grid.empty().replace({"r1c1": 5, "r1c3": 6}))
    assert str(thermo) == "r1c1 and r1c3 break the rule thermo: r1c1-r1c3"
    assert thermo.to_dict() == {"rule": {"type": "thermo", "cells": "r1c1 r1c2 r1c3"}, "cells": ["r1c1", "r1c3"]}
    (killer,) = puzzle.conflicts(Grid.empty().replace({"r5c5": 7}))
    assert killer.words("zh") == "r5c5 违反规则：r5c5、r5c6 的数字互不相同，和为 17。"  # type: ignore[union-attr]
    *houses, killer = puzzle.conflicts(Grid.empty().replace({"r5c5": 8, "r5c6": 8}))
    assert str(houses[0]) == "r5c5 and r5c6 are both 8, but row 5 needs each digit once"
    with pytest.raises(ShapeError, match="the puzzle is a 9x9 board, but grid is a 4x4 board"):
        puzzle.conflicts("1" + 15 * ".")


def test_a_cell_sees_what_rules_add() -> None:
    puzzle = Puzzle(Grid.empty(), [Thermo("r1c1 r2c4 r9c9"), Difference("r4c3 r4c4")])
    peers = Puzzle(Grid.empty()).sees("r1c1")
    assert len(peers) == 20
    assert {cell.name for cell in puzzle.sees("r1c1") - peers} == {"r2c4", "r9c9"}


def test_a_new_rule_has_another_name() -> None:
    with pytest.raises(ArgumentError, match="there is already a rule with the name killer"):

        @dataclass(frozen=True)
        class Killer(Rule):
            pass
