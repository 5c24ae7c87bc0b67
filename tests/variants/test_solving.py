"""solve, solutions, count, check and true_candidates with rules: known counts, symmetries, and both engines."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

import pytest

from nonet import (
    Contradiction,
    Grid,
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
from nonet.variants import RULES, AntiKing, AntiKnight, Diagonal, Killer, Rule, Sum, lower, reference
from tests.boards import WIKIPEDIA, WIKIPEDIA_SOLUTION
from tests.variants.samples import ALL_TYPES, GLOBAL, fitting, random_grid

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


TURNED = {"u": "r", "r": "d", "d": "l", "l": "u", "ul": "ur", "ur": "dr", "dr": "dl", "dl": "ul"}


def changed(rule: Rule, cell: str, direction: Callable[[str], str]) -> Rule:
    """The rule with other names of cells, a template of row and column, and another direction."""

    def moved(value: Any) -> Any:
        if isinstance(value, list):
            return [moved(each) for each in value]
        if not isinstance(value, str):
            return value
        return re.sub(r"r(\d)c(\d)", lambda m: cell.format(row=m[1], column=m[2], last=5 - int(m[1])), value)

    data = rule.to_dict()
    if "direction" in data:
        data["direction"] = direction(data["direction"])
    return Rule.from_dict({name: value if name == "type" else moved(value) for name, value in data.items()})


def turned(rule: Rule) -> Rule:
    """The rule on a 4x4 board that is rotated by 90 degrees to the right."""
    return changed(rule, "r{column}c{last}", TURNED.__getitem__)


def mirrored(rule: Rule) -> Rule:
    """The rule on a board that is mirrored at its main diagonal."""
    return changed(rule, "r{column}c{row}", lambda name: name.translate(str.maketrans("udlr", "lrud"))[::-1])


@pytest.mark.parametrize("seed", range(6))
def test_a_turned_or_mirrored_puzzle_has_as_many_solutions(seed: int) -> None:
    rng = random.Random(seed)
    solved = random_grid(rng, SMALL)
    kinds = [kind for kind in LOCAL if kind not in ("index", "arrow")]  # an index has an axis, a pill is read in order
    rules = [fitting(rng.choice(kinds), rng, solved) for _ in range(3)]
    puzzle = Puzzle(Grid.empty(SMALL), rules)
    number = count(puzzle, limit=None)
    for change in (turned, mirrored):
        rules = list(puzzle.rules)
        for _ in range(3):
            rules = [change(rule) for rule in rules]
            assert count(Puzzle(Grid.empty(SMALL), rules), limit=None) == number


MIRRORS = (
    "all-different anti-knight between clone difference killer lockout nabner palindrome renban same-digits whisper"
)


@pytest.mark.parametrize("kind", MIRRORS.split())
def test_digits_counted_from_the_other_end_keep_the_count(kind: str) -> None:
    """These rules mean the same for 5 - d; the sum of a cage changes to that of the other digits."""
    rng = random.Random(kind)
    solved = random_grid(rng, SMALL)
    rule = RULES[kind]() if kind == "anti-knight" else fitting(kind, rng, solved)
    other = Killer(rule.cells, 5 * len(rule.cells) - rule.sum) if isinstance(rule, Killer) and rule.sum else rule
    grid = Grid.empty(SMALL).replace({0: solved[0], 9: solved[9]})
    flipped = Grid.empty(SMALL).replace({0: 5 - solved[0], 9: 5 - solved[9]})
    assert count(Puzzle(grid, [rule]), limit=None) == count(Puzzle(flipped, [other]), limit=None)


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
