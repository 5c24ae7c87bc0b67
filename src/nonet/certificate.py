"""certify: a proof that a puzzle has exactly one solution, or none, which other programs can check.

The puzzle becomes a formula in conjunctive normal form. Variable ``(r - 1) * n² + (c - 1) * n + d`` means that the cell
in row r and column c of an n×n board has digit d. The clauses say that each cell has exactly one digit, that each house
has each digit exactly once, and that the givens are as they are. For a puzzle with one solution, a last clause says
that some cell differs from it. A SAT solver then proves that no assignment satisfies the formula. Its proof, in the
format DRAT, is a list of clauses each of which follows from those before; the last one is empty.

Whoever checks the certificate need trust neither nonet nor the solver: only the formula and the checker.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from .errors import NoSolution, NotUnique
from .extras import require
from .files import write_file
from .grid import Grid, GridLike, as_grid
from .solving import solve

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["Certificate", "certify"]

_SOLVER = "cadical153"


class Certificate(NamedTuple):
    """A proof that a puzzle has exactly one solution, or none.

    >>> certificate = certify("1... ..2. .3.. ...4")
    >>> print(certificate)
    1.....2..3.....4 has exactly one solution: 1243342143122134
    >>> certificate.cnf.splitlines()[-1]  # some cell differs from the solution
    '-1 -6 -12 -15 -19 -24 -26 -29 -36 -39 -41 -46 -50 -53 -59 -64 0'
    >>> certificate.proof.splitlines()[-1]  # the empty clause: a contradiction
    '0'
    """

    puzzle: Grid
    solution: Grid | None
    """The only solution; None if there is none."""
    cnf: str
    """The formula that no assignment satisfies, in the format DIMACS."""
    proof: str
    """The proof of that, in the format DRAT."""

    @property
    def claim(self) -> str:
        """What is proved, in one sentence."""
        found = "no solution" if self.solution is None else f"exactly one solution: {self.solution}"
        return f"{self.puzzle} has {found}"

    @property
    def steps(self) -> int:
        """The number of clauses that the proof derives."""
        return sum(not line.startswith("d") for line in self.proof.splitlines())

    def write(self, folder: Path) -> None:
        """Write the files puzzle.cnf, puzzle.drat and README.txt, which says how to check them.

        >>> from pathlib import Path
        >>> from tempfile import mkdtemp
        >>> folder = Path(mkdtemp()) / "proof"
        >>> certify("1... ..2. .3.. ...4").write(folder)
        >>> sorted(path.name for path in folder.iterdir())
        ['README.txt', 'puzzle.cnf', 'puzzle.drat']
        """
        folder.mkdir(parents=True, exist_ok=True)
        write_file(folder / "puzzle.cnf", self.cnf)
        write_file(folder / "puzzle.drat", self.proof)
        write_file(folder / "README.txt", _README.format(claim=self.claim, meaning=self._meaning()))

    def _meaning(self) -> str:
        if self.solution is None:
            return "No assignment satisfies the formula, so the puzzle has no solution."
        return (
            "The last clause of the formula says that some cell differs from the solution.\n"
            "No assignment satisfies the formula, so there is no other solution. To see that\n"
            "the solution itself is one, compare it with the puzzle and the rules."
        )

    def to_dict(self) -> dict[str, object]:
        """Return the certificate as data for JSON.

        >>> certify("12.. ..34 .... ....").to_dict()["solution"] is None
        True
        """
        return {
            "puzzle": str(self.puzzle),
            "solution": None if self.solution is None else str(self.solution),
            "steps": self.steps,
            "cnf": self.cnf,
            "proof": self.proof,
        }

    def __str__(self) -> str:
        return self.claim


_README = """\
{claim}

puzzle.cnf   the puzzle and the rules of Sudoku as a formula (DIMACS); its first
             lines say what the variables mean
puzzle.drat  the proof that no assignment satisfies the formula (DRAT)

{meaning}

To check the proof, run any DRAT checker, such as drat-trim:

    drat-trim puzzle.cnf puzzle.drat

It prints "s VERIFIED".
"""


def certify(puzzle: GridLike) -> Certificate:
    """Return a proof that a puzzle has exactly one solution, or none, for any DRAT checker.

    Raises `NotUnique`, with two solutions, if there are several. This needs the extra ``sat``.

    >>> certify("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79").solution is None
    False
    >>> print(certify("12.. ..34 .... ...."))
    12....34........ has no solution
    """
    require("pysat")
    grid = as_grid(puzzle)
    solution: Grid | None = None
    with suppress(NoSolution):
        solution = solve(grid)
    clauses = list(dict.fromkeys(_clauses(grid)))
    if solution is not None:
        clauses.append(tuple(-variable for variable in _variables(solution)))
    return Certificate(grid, solution, _dimacs(grid, solution, clauses), _proof(grid, solution, clauses))


def _variable(cell: int, digit: int, size: int) -> int:
    return cell * size + digit


def _variables(grid: Grid) -> list[int]:
    """Return the variables of the digits of a board."""
    return [_variable(cell, digit, grid.shape.size) for cell, digit in enumerate(grid) if digit]


def _clauses(grid: Grid) -> Iterator[tuple[int, ...]]:
    """Yield the rules and the givens as clauses."""
    shape, size = grid.shape, grid.shape.size
    digits = range(1, size + 1)
    groups = [[_variable(cell, digit, size) for digit in digits] for cell in range(shape.cells)]
    groups += [[_variable(cell, digit, size) for cell in sorted(house)] for house in shape.houses for digit in digits]
    for group in groups:
        yield tuple(group)
        for one, other in combinations(group, 2):
            yield -one, -other
    for variable in _variables(grid):
        yield (variable,)


def _dimacs(grid: Grid, solution: Grid | None, clauses: list[tuple[int, ...]]) -> str:
    shape, size = grid.shape, grid.shape.size
    lines = [
        f"c The puzzle {grid}, {shape} with boxes of {shape.box_height}x{shape.box_width}.",
        f"c Variable (r - 1) * {size * size} + (c - 1) * {size} + d: the cell in row r and column c has digit d.",
        "c Each cell has exactly one digit, each house each digit exactly once, and the givens are as they are.",
    ]
    if solution is not None:
        lines.append(f"c The last clause: some cell differs from the solution {solution}.")
    lines.append(f"p cnf {shape.cells * size} {len(clauses)}")
    lines += (f"{' '.join(map(str, clause))} 0" for clause in clauses)
    return "".join(f"{line}\n" for line in lines)


def _proof(grid: Grid, solution: Grid | None, clauses: list[tuple[int, ...]]) -> str:
    """Return the proof of a SAT solver that the clauses contradict each other."""
    solvers = require("pysat.solvers")
    with solvers.Solver(name=_SOLVER, bootstrap_with=[list(clause) for clause in clauses], with_proof=True) as solver:
        if solver.solve():  # so `solve` was wrong
            digits = bytes((variable - 1) % grid.shape.size + 1 for variable in solver.get_model() if variable > 0)
            other = Grid.of_digits(digits, grid.shape)
            raise NotUnique(solution or grid, other)
        lines = [line.strip() for line in solver.get_proof() or []]
    if not lines or lines[-1] != "0":
        lines.append("0")
    return "".join(f"{line}\n" for line in lines)
