"""certify: a proof that a puzzle has exactly one solution, or none, which other programs can check.

The puzzle becomes a formula in conjunctive normal form. Variable ``(r - 1) * n² + (c - 1) * n + d`` means that the cell
in row r and column c of an n×n board has digit d. The clauses say that each cell has exactly one digit, that each house
has each digit exactly once, and that the givens are as they are. For a puzzle with one solution, a last clause says
that some cell differs from it. A SAT solver then proves that no assignment satisfies the formula. Its proof, in the
format DRAT, is a list of clauses each of which follows from those before; the last one is empty.

Whoever checks the certificate need trust neither nonet nor the solver: only the formula and the checker.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from itertools import combinations
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from .errors import ArgumentError, NotUnique, OutOfTime
from .extras import require
from .files import write_file
from .grid import Grid, GridLike, as_grid
from .limits import LARGEST_PROOF
from .workers import ordered_map

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["Certificate", "certify"]

Clause: TypeAlias = tuple[int, ...]
Clauses: TypeAlias = list[Clause]

_CONFLICTS_PER_STEP = 200
"""The work between two checks of the time: some hundredths of a second, but up to half a second for 25x25."""

_CLAUSES_PER_STEP = 10_000


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


def certify(puzzle: GridLike, *, timeout: float | None = None) -> Certificate:
    """Return a proof that a puzzle has exactly one solution, or none, for any DRAT checker.

    Raises `NotUnique`, with two solutions, if there are several, and `OutOfTime` if there is no answer within `timeout`
    seconds, or within a proof of 64 MB. This needs the extra ``sat``.

    >>> certify("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79").solution is None
    False
    >>> print(certify("12.. ..34 .... ...."))
    12....34........ has no solution
    """
    require("pysat")
    grid, search = as_grid(puzzle), _Search(timeout)
    clauses = list(dict.fromkeys(search.checked(_clauses(grid))))
    solution, proof = search.run(clauses, grid)
    if solution is not None:
        clauses.append(tuple(-variable for variable in _variables(solution)))
        other, proof = search.run(clauses, grid)
        if other is not None:
            raise NotUnique(solution, other)
    return Certificate(grid, solution, _dimacs(grid, solution, clauses), proof)


def _variable(cell: int, digit: int, size: int) -> int:
    return cell * size + digit


def _variables(grid: Grid) -> list[int]:
    """Return the variables of the digits of a board."""
    return [_variable(cell, digit, grid.shape.size) for cell, digit in enumerate(grid) if digit]


def _clauses(grid: Grid) -> Iterator[Clause]:
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


def _dimacs(grid: Grid, solution: Grid | None, clauses: Clauses) -> str:
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


class _Search:
    """Runs of a SAT solver with a common deadline.

    The solver works in steps, and between them the deadline and the size of the proof are checked. It runs in a thread
    of its own: in the main thread, python-sat would handle Ctrl-C by a jump out of the solver, which damages memory.
    """

    def __init__(self, timeout: float | None) -> None:
        if timeout is not None and not timeout > 0:
            raise ArgumentError(f"timeout must be a number of seconds above 0, not {timeout}")
        self._timeout = timeout
        self._deadline = inf if timeout is None else monotonic() + timeout
        self._is_stopped = False

    def run(self, clauses: Clauses, grid: Grid) -> tuple[Grid | None, str]:
        """Return a board that satisfies the clauses, or None and the proof that there is none."""
        try:
            return next(ordered_map(lambda each: self._run(each, grid), [clauses], threads=2))
        except BaseException:  # Ctrl-C: the thread ends after its step
            self._is_stopped = True
            raise

    def checked(self, clauses: Iterable[Clause]) -> Iterator[Clause]:
        """Yield clauses as long as there is time."""
        for number, clause in enumerate(clauses):
            if number % _CLAUSES_PER_STEP == 0:
                self._check()
            yield clause

    def _run(self, clauses: Clauses, grid: Grid) -> tuple[Grid | None, str]:
        with require("pysat.solvers").Cadical153(with_proof=True) as solver:
            for clause in self.checked(clauses):
                solver.add_clause(clause)
            solver.conf_budget(_CONFLICTS_PER_STEP)
            while (answer := solver.solve_limited()) is None:
                self._check()
                if os.fstat(solver.prfile.fileno()).st_size > LARGEST_PROOF:
                    raise OutOfTime(f"stopped at a proof of {LARGEST_PROOF >> 20} MB without an answer")
                solver.conf_budget(_CONFLICTS_PER_STEP)
            if answer:
                digits = bytes((literal - 1) % grid.shape.size + 1 for literal in solver.get_model() if literal > 0)
                return Grid.of_digits(digits, grid.shape), ""
            lines = [line.strip() for line in solver.get_proof() or []]
        if not lines or lines[-1] != "0":
            lines.append("0")
        return None, "".join(f"{line}\n" for line in lines)

    def _check(self) -> None:
        """Raise `OutOfTime` if the time is over, or if nobody waits for the result any more."""
        if self._is_stopped or monotonic() > self._deadline:
            raise OutOfTime(f"stopped after {self._timeout or 0:g} s without an answer")
