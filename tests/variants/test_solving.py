"""solve, solutions, count, check and true_candidates with rules: known counts, symmetries, and both engines."""

from __future__ import annotations

import math
import random
import re
import sys
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from nonet import (
    Cell,
    Contradiction,
    Grid,
    NonetError,
    NoSolution,
    NotUnique,
    Puzzle,
    Shape,
    check,
    count,
    solutions,
    solve,
    true_candidates,
)
from nonet.variants import (
    AntiKing,
    AntiKnight,
    Diagonal,
    FullRank,
    Killer,
    Negative,
    Regions,
    Rule,
    Sum,
    lower,
    reference,
)
from tests.boards import WIKIPEDIA, WIKIPEDIA_SOLUTION
from tests.variants.samples import ALL_TYPES, GLOBAL, Board, draw, fitting, random_grid

SMALL = Shape(2, 2)
NOT_SMALL = {"entropic", "equality", "extra-region", "automaton", "pair", "regex", "regions", "region-sum", "slingshot"}
LOCAL = [kind for kind in ALL_TYPES if kind not in {*GLOBAL, *NOT_SMALL, "any-of", "all-of", "count-distinct"}]
"""The rules that random 4x4 puzzles have."""


@pytest.fixture(params=["auto", "numpy"])
def backend(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Each engine in turn: the kernel, if it is installed, and the reference."""
    monkeypatch.setenv("NONET_BACKEND", request.param)
    return str(request.param)


@pytest.mark.parametrize(
    ("shape", "rules", "number"),
    [
        (SMALL, [], 288),
        (SMALL, [Diagonal("/"), Diagonal("\\")], 48),
        (SMALL, [AntiKnight()], 24),
        (SMALL, [AntiKing()], 0),
        (Shape(1, 4), [], 576),
    ],
)
def test_the_solutions_of_an_empty_board_are_counted(
    backend: str, shape: Shape, rules: list[Rule], number: int
) -> None:
    assert count(Puzzle(Grid.empty(shape), rules), limit=None) == number


@pytest.mark.parametrize(
    ("rules", "number"),
    [([Diagonal("/"), Diagonal("\\")], 8640), ([AntiKnight()], 11520), ([AntiKing()], 74160)],
)
def test_the_solutions_of_a_6x6_board_are_counted(rules: list[Rule], number: int) -> None:
    """By symmetry the first row can be given: it has 720 orders."""
    puzzle = Puzzle(Grid("123456" + 30 * ".", (2, 3)), rules)
    assert count(puzzle, limit=None) * 720 == number


def random_puzzle(rng: random.Random, rules: int = 3, givens: float = 0.2) -> tuple[Puzzle, Grid]:
    """A 4x4 puzzle with random rules, and a solution of it."""
    solved = random_grid(rng, SMALL)
    found = [fitting(rng.choice(LOCAL), rng, solved) for _ in range(rules)]
    grid = Grid.of_digits(bytes(digit if rng.random() < givens else 0 for digit in solved), SMALL)
    return Puzzle(grid, found), solved


@pytest.mark.parametrize("seed", range(12))
def test_all_engines_agree(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle, solved = random_puzzle(random.Random(seed))
    model = lower(puzzle)
    expected = {str(grid) for grid in solutions(puzzle.grid) if model.holds(list(grid))}
    assert str(solved) in expected
    answers = {}
    for name in ("auto", "numpy"):
        monkeypatch.setenv("NONET_BACKEND", name)
        assert {str(grid) for grid in solutions(puzzle)} == expected
        assert count(puzzle, limit=None) == len(expected)
        assert count(puzzle) == min(2, len(expected))
        assert len(list(solutions(puzzle, limit=1))) == 1
        answers[name] = true_candidates(puzzle)
    assert answers["auto"] == answers["numpy"]
    for cell in puzzle.grid.blanks:
        assert set(answers["auto"].candidates(cell)) == {Grid(text)[cell] for text in expected}


@pytest.mark.parametrize("seed", range(8))
def test_fewer_rules_have_no_fewer_solutions_and_a_digit_of_the_solution_keeps_it(seed: int) -> None:
    rng = random.Random(seed)
    puzzle, solved = random_puzzle(rng)
    number = count(puzzle, limit=None)
    for rule in puzzle.rules:
        assert count(puzzle.without(rule), limit=None) >= number
    cell = rng.choice(sorted(puzzle.grid.blanks))
    assert solved in list(solutions(puzzle.replace({cell: solved[cell]})))


# Symmetries

Place = tuple[int, int]
SYMMETRIES: dict[str, Callable[[int, int, int], Place]] = {
    "turned": lambda row, column, last: (column, last - row),
    "transposed": lambda row, column, last: (column, row),
    "mirrored": lambda row, column, last: (row, last - column),
}
"""Where the cell of a row and column goes. Together they generate the eight symmetries of the square."""
STEPS = {
    "u": (-1, 0),
    "d": (1, 0),
    "l": (0, -1),
    "r": (0, 1),
    "ul": (-1, -1),
    "ur": (-1, 1),
    "dl": (1, -1),
    "dr": (1, 1),
}
STEPS |= {"\\": (1, 1), "/": (1, -1)}
ASYMMETRIC = {
    "dutch-flatmates": ("turned", "transposed"),  # above and below
    "index": ("turned", "mirrored"),  # a digit counts rows or columns from one side
}
"""The symmetries that change what a rule means. Apart from these, a pill of an arrow is read from left to right."""


def changed(value: Any, name: str, last: int) -> Any:
    """The plain values of a rule after a symmetry of the board."""
    move = SYMMETRIES[name]
    if isinstance(value, list):
        return [changed(each, name, last) for each in value]
    if isinstance(value, str):
        return re.sub(r"r(\d)c(\d)", lambda m: "r{}c{}".format(*moved((int(m[1]), int(m[2])), name, last + 2)), value)
    if not isinstance(value, dict):
        return value
    data = {key: each if key == "type" else changed(each, name, last) for key, each in value.items()}
    if "direction" in data:
        down, right = STEPS[data["direction"]]
        step = move(down, right, 0)
        ways = (step, (-step[0], -step[1])) if data["type"] == "diagonal" else (step,)
        data["direction"] = next(
            key for key, way in STEPS.items() if way in ways and (key in "\\/") == (len(ways) == 2)
        )
    if data["type"] == "regions":
        data["text"] = "".join(moved_cells(data["text"], name))
    if data["type"] == "index":
        data["axis"] = {"row": "column", "column": "row"}[data["axis"]]
    return data


def moved(place: Place, name: str, last: int) -> Place:
    return SYMMETRIES[name](*place, last)


def moved_cells(cells: Iterable[Any], name: str) -> list[Any]:
    """The values of all cells, in reading order after a symmetry."""
    values = list(cells)
    size = math.isqrt(len(values))
    found = dict(zip((moved(divmod(i, size), name, size - 1) for i in range(size * size)), values, strict=True))
    return [found[place] for place in sorted(found)]


def symmetric_rule(kind: str, rng: random.Random) -> tuple[list[Rule], Grid]:
    """Rules of a kind that have symmetries, and a grid on which they are true."""
    if kind == "negative":
        rules: list[Rule] = [Negative("difference")]
    elif kind in GLOBAL:
        rules = [draw(kind, rng, random_grid(rng))]
    else:
        while True:
            solved = random_grid(rng)
            rule = fitting(kind, rng, solved)
            is_pill = kind == "arrow" and len(rule.circle) > 1  # type: ignore[attr-defined]
            is_in_box = kind == "index" and rule.axis == "box"  # type: ignore[attr-defined]  # cells are in reading order
            if not is_pill and not is_in_box:
                return [rule], solved
    return rules, solve(Puzzle(Grid.empty(), rules), any=True)


@pytest.mark.parametrize("kind", [kind for kind in ALL_TYPES if kind != "regions"])
def test_a_turned_or_mirrored_puzzle_has_as_many_solutions(kind: str) -> None:
    rng = random.Random(kind)
    rules, solved = symmetric_rule(kind, rng)
    grid = Grid.of_digits(bytes(digit if rng.random() < 0.4 else 0 for digit in solved), solved.shape)
    number = count(Puzzle(grid, rules), limit=100)
    assert number
    for name in SYMMETRIES:
        if name not in ASYMMETRIC.get(kind, ()):
            other = [Rule.from_dict(changed(rule.to_dict(), name, 8)) for rule in rules]
            board = Grid.of_digits(bytes(moved_cells(grid, name)), grid.shape)
            assert count(Puzzle(board, other), limit=100) == number


@pytest.mark.parametrize("name", SYMMETRIES)
def test_a_turned_or_mirrored_jigsaw_has_as_many_solutions(name: str) -> None:
    rule = Regions("AABB ACBB ACCD CDDD")
    other = Rule.from_dict(changed(rule.to_dict(), name, 3))
    assert count(Puzzle(Grid.empty((1, 4)), [other]), limit=None) == 72


SAME = (
    "all-different anti-king anti-knight between clone diagonal difference disjoint-groups entropic equality "
    "extra-region global-entropy global-modular lockout modular nabner nonconsecutive palindrome renban same-digits "
    "whisper windoku"
)
"""The rules that mean the same for 10 - d."""
OPPOSITE: dict[str, Callable[[Any], dict[str, Any]]] = {
    "candidates": lambda r: {"digits": [10 - digit for digit in r.digits]},
    "contains": lambda r: {"digits": [10 - digit for digit in r.digits]},
    "even": lambda r: {},  # 10 - d is even too
    "greater": lambda r: {"cells": names(r.cells[::-1])},
    "killer": lambda r: {"sum": None if r.sum is None else 10 * len(r.cells) - r.sum},
    "maximum": lambda r: {"type": "minimum"},
    "minimum": lambda r: {"type": "maximum"},
    "odd": lambda r: {},
    "pair-sum": lambda r: {"sum": 20 - r.sum},
    "quadruple": lambda r: {"digits": [10 - digit for digit in r.digits]},
    "slow-thermo": lambda r: {"cells": names(r.cells[::-1])},
    "sum": lambda r: {"sum": 10 * sum(r.weights or [1] * len(r.cells)) - r.sum},
    "thermo": lambda r: {"cells": names(r.cells[::-1])},
}
"""What changes in a rule if each digit d becomes 10 - d. The others use digits as numbers of cells, ranks or sums."""


def names(cells: Iterable[Cell]) -> str:
    return " ".join(cell.name for cell in cells)


@pytest.mark.parametrize("kind", [*SAME.split(), *OPPOSITE])
def test_digits_counted_from_the_other_end_keep_the_count(kind: str) -> None:
    rng = random.Random(kind)
    rules, solved = symmetric_rule(kind, rng)
    grid = [digit if rng.random() < 0.4 else 0 for digit in solved]
    other = [Rule.from_dict(rule.to_dict() | OPPOSITE.get(kind, lambda _: {})(rule)) for rule in rules]
    flipped = Grid.of_digits(bytes(digit and 10 - digit for digit in grid), solved.shape)
    number = count(Puzzle(Grid.of_digits(bytes(grid), solved.shape), rules), limit=100)
    assert number
    assert count(Puzzle(flipped, other), limit=100) == number


def test_a_row_with_a_rank_equals_no_other_but_rows_without_one_may_be_equal() -> None:
    puzzle = Puzzle(".........1......", [FullRank("r4c1", "r", 5)])
    readings = Board(solve(puzzle)).readings()
    assert sum(reading < readings[3] for reading in readings) == 4
    assert readings.count(readings[3]) == 1
    assert any(readings.count(reading) > 1 for reading in readings)


# What the functions return


def test_solve_proves_that_the_solution_is_unique(backend: str) -> None:
    puzzle = Puzzle(WIKIPEDIA, [Killer("r1c1 r1c2", 8)])
    assert str(solve(puzzle)) == WIKIPEDIA_SOLUTION
    with pytest.raises(NotUnique):
        solve(Puzzle(Grid.empty(SMALL), [AntiKnight()]))
    assert solve(Puzzle(Grid.empty(SMALL), [AntiKnight()]), any=True).is_solved
    with pytest.raises(NoSolution):
        solve(Puzzle(Grid.empty(SMALL), [AntiKing()]))
    with pytest.raises(Contradiction, match="r1c1 and r2c3 break the rule anti-knight"):
        solve(Puzzle("1.....1.........", [AntiKnight()]))
    with pytest.raises(NoSolution):
        true_candidates(Puzzle(Grid.empty(SMALL), [AntiKing()]))


def test_check_finds_rules_and_clues_that_are_not_needed(backend: str) -> None:
    puzzle = Puzzle("2.....1.42....2.", [Killer("r1c1 r1c2", 3), Sum("r1c1", 2)])
    report = check(puzzle)
    assert report.is_valid
    assert not report.is_minimal
    assert report.rules == 2
    assert report.redundant_rules == tuple(rule for rule in puzzle.rules if count(puzzle.without(rule)) == 1)
    assert Sum("r1c1", 2) in report.redundant_rules
    assert report.to_dict()["redundant_rules"] == [rule.to_dict() for rule in report.redundant_rules]
    assert report.redundant is not None
    assert {cell.name for cell in report.redundant} == {
        cell.name for cell in puzzle.givens if count(puzzle.replace({cell: 0})) == 1
    }
    assert "2 rules, one solution" in str(report)
    assert report.to_dict()["rules"] == 2


def test_check_counts_the_rules_that_are_not_needed() -> None:
    killer, total = Killer("r1c1 r1c2", 3), Sum("r1c1", 2)
    needed, puzzle = Puzzle("......1.42....2.", [killer]), Puzzle("2.....1.42....2.", [killer])
    assert "can be removed:\n" not in str(check(needed))
    assert str(check(puzzle)).endswith(f"not minimal: this rule can be removed:\n{killer}")
    many = f"not minimal: any one of these 2 rules can be removed:\n{killer}\n{total}"
    assert str(check(puzzle + total)).endswith(many)
    assert str(check(Puzzle("........4.....2.", [killer]))).splitlines() == [
        "4x4, 2 clues, 1 rule, one solution",
        "minimal: every clue and every rule is needed",
    ]
    several = check(Puzzle(Grid.empty(SMALL), [AntiKnight()]))
    assert several.to_dict()["redundant_rules"] is None


def test_check_names_rules_that_the_givens_break() -> None:
    report = check(Puzzle("1.....1.........", [AntiKnight()]))
    assert not report.is_valid
    assert str(report.conflicts[0]) == "r1c1 and r2c3 break the rule anti-knight"


def test_a_timeout_also_holds_without_rules() -> None:
    assert str(solve(WIKIPEDIA, timeout=60)) == WIKIPEDIA_SOLUTION
    assert count(Grid.empty(SMALL), limit=None, timeout=60) == 288
    assert len(list(solutions(WIKIPEDIA, timeout=60))) == 1
    assert check(WIKIPEDIA, timeout=60) == check(WIKIPEDIA)


def test_the_reference_counts_what_the_kernel_counts_on_9x9() -> None:
    puzzle = Puzzle(WIKIPEDIA, [AntiKing()]).replace({"r1c1": 0, "r2c1": 0})
    assert reference.count(lower(puzzle)) == count(puzzle, limit=None)


@pytest.mark.parametrize("givens", ["1..4 .... ..3. ...2", "1..4 .... .... ....", "11.. .... .... ...."])
def test_small_boards_have_the_same_answer_before_the_rules_engine_is_loaded(
    givens: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def answer() -> object:
        try:
            return solve(givens), count(givens)
        except NonetError as error:
            return type(error), str(error), getattr(error, "solutions", ())

    with_engine = answer()
    monkeypatch.delitem(sys.modules, "nonet.variants")
    assert answer() == with_engine
