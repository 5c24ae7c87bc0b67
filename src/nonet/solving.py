"""solve, solutions, count, check, maximize, pencilmarks and true_candidates: the functions for one puzzle.

The compiled kernel answers for 9x9 boards. A search method answers for other boards, without the kernel, or if the
caller names a method or wants a trace. `nonet.variants` answers for puzzles with rules, and finds out whether a board
larger than 9x9 has one solution; it is imported only then. Once it is imported, it does so for small boards too.
"""

from __future__ import annotations

import operator
import sys
from array import array
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from math import inf
from time import monotonic
from types import ModuleType
from typing import TYPE_CHECKING, NamedTuple

from .cellset import CellSet
from .errors import ArgumentError, Contradiction, NoSolution, NotUnique, OutOfTime, ShapeError, shortened
from .geometry import Shape, bits, mask_of
from .grid import Conflict, Grid, GridLike, as_grid
from .kernel import Status, kernel
from .position import Position
from .puzzle import Puzzle, Rule, RuleConflict
from .search import Best, Trace, best_solution, find, score, target_weights

if TYPE_CHECKING:
    from .variants import Model

__all__ = ["Report", "check", "count", "maximize", "pencilmarks", "solutions", "solve", "true_candidates"]

_NINE = Shape(3, 3)
_MOST_TO_VISIT = 10**7
"""The largest limit up to which the kernel visits each solution. This takes a few seconds."""
_LARGEST_WEIGHT, _LARGEST_INTEGER_WEIGHT = 1e300, 2**40
"""Up to here, the kernel computes a score without infinities, and that of integers without rounding."""


def solve(
    puzzle: GridLike,
    *,
    any: bool = False,
    method: str | None = None,
    trace: Trace | None = None,
    timeout: float | None = None,
) -> Grid:
    """Return the solution of a puzzle, after proving that it is the only one.

    Raises `NoSolution` if there is none (`Contradiction` if the givens already break a rule), `NotUnique`, with two
    different solutions, if there are several, and `OutOfTime` after `timeout` seconds. With `any`, the first solution
    found is enough. `method` is one of `nonet.search.METHODS`, and `trace` records what the search does; a puzzle with
    rules has neither.

    >>> print(solve("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"))
    534678912672195348198342567859761423426853791713924856961537284287419635345286179
    """
    limit = 1 if any else 2
    if ruled := _with_rules(puzzle, method, trace):
        found = list(_rule_solutions(ruled, limit, timeout))
    else:
        puzzle = as_grid(puzzle)
        if native := _kernel_for(puzzle, method, trace):
            number, solution = _kernel_solve(native, puzzle, limit, timeout)
            if number == 1:
                return solution
        found = _first(puzzle, limit, method, trace, timeout)
    if not found:
        raise _no_solution(ruled or as_grid(puzzle))
    if len(found) > 1:
        raise NotUnique(*found)
    return found[0]


def solutions(
    puzzle: GridLike,
    *,
    limit: int | None = None,
    ordered: bool = False,
    method: str | None = None,
    trace: Trace | None = None,
    timeout: float | None = None,
) -> Iterator[Grid]:
    """Return an iterator over the solutions: at most `limit` of them, in lexicographic order if `ordered`.

    After `timeout` seconds it raises `OutOfTime`. A puzzle with rules has neither order nor method nor trace.

    >>> for solution in solutions(".42. 3..1 ...2 2...", ordered=True):
    ...     print(solution)
    1423324141322314
    1423324143122134
    """
    _check_limit(limit)
    if ruled := _with_rules(puzzle, method, trace):
        if ordered:
            raise ArgumentError("the solutions of a puzzle with rules have no order; leave out ordered")
        return _rule_solutions(ruled, limit, timeout)
    grid = as_grid(puzzle)
    if ordered:
        found = find(grid, method=method, ordered=True, trace=_timed(trace, timeout))
    else:
        found = _find(grid, method, trace, timeout)
    return islice(found, _stop(limit))


def count(
    puzzle: GridLike,
    *,
    limit: int | None = 2,
    method: str | None = None,
    trace: Trace | None = None,
    timeout: float | None = None,
    progress: Callable[[float], object] | None = None,
) -> int:
    """Return the number of solutions, counted up to `limit`; None counts them all.

    A limit of 2 is enough to see whether there is no, one or more than one solution. Without a limit, the kernel counts
    a 9x9 board with 10**12 solutions, or the empty board, in some seconds, since it does not visit each of them; with
    other boards of few clues it can take too long to wait for. `progress` is called from time to time with the part
    of the work that is done, from 0 to 1. A puzzle with rules has no progress: what is left cannot be foreseen there.
    After `timeout` seconds, `OutOfTime` is raised.

    >>> count(Grid.empty((2, 2))), count(Grid.empty((2, 2)), limit=None)
    (2, 288)
    """
    _check_limit(limit)
    if ruled := _with_rules(puzzle, method, trace):
        from .variants import model_count

        return model_count(_model(ruled), _stop(limit), _seconds(timeout))
    grid = as_grid(puzzle)
    if native := _kernel_for(grid, method, trace):
        if limit is None or limit > _MOST_TO_VISIT:
            return _kernel_count_all(native, grid, limit, _until_deadline(progress, timeout))
        if timeout is None:
            return _kernel_count(native, grid, limit)
    if limit is not None and _is_for_rules(grid, method, trace):
        return sum(1 for _ in _rule_solutions(Puzzle(grid), _stop(limit), timeout))
    return sum(1 for _ in islice(_find(grid, method, trace, timeout), _stop(limit)))


def maximize(puzzle: GridLike, weights: Sequence[float] | None = None, *, trace: Trace | None = None) -> Best:
    """Return the solution with the highest score: the sum of digit times weight over all cells.

    `weights` has one number per cell in reading order. By default they are those of Target Sudoku: 10 in the center of
    a 9x9 board, and one less on each ring outward. If several solutions have the highest score, any one is returned.
    Raises `NoSolution` if there is none.

    >>> best = maximize(".42. 3..1 ...2 2...")
    >>> str(best.grid), best.score
    ('1423324143122134', 250)
    """
    grid = as_grid(puzzle)
    weights = target_weights(grid.shape) if weights is None else weights
    if len(weights) != grid.shape.cells:
        raise ShapeError(f"{len(weights)} weights, but {grid.shape.a_board} has {grid.shape.cells} cells")
    if not all(abs(weight) <= _LARGEST_WEIGHT for weight in weights):  # also wrong for NaN
        raise ArgumentError("weights must be numbers from -1e300 to 1e300")
    is_exact = all(isinstance(weight, float) or abs(weight) <= _LARGEST_INTEGER_WEIGHT for weight in weights)
    native = _kernel_for(grid, trace=trace) if is_exact else None
    best = _kernel_best(native, grid, weights) if native else best_solution(grid, weights, trace or Trace())
    if best is None:
        raise _no_solution(grid)
    return best


class Report(NamedTuple):
    """The result of `check`.

    >>> report = check(".42. 3..1 ...2 2...")
    >>> report.clues, report.solutions, report.is_valid
    (6, 2, False)
    """

    shape: str
    """The size of the board, such as 9x9."""
    clues: int
    """The number of givens."""
    conflicts: tuple[Conflict | RuleConflict, ...]
    """The digits that are given twice in a house, each with its cells, and the rules that the givens break."""
    solutions: int
    """The number of solutions; 2 means several."""
    redundant: CellSet | None
    """The clues that are not needed: without any one of them the solution is still unique. None if it is not unique."""
    rules: int = 0
    """The number of rules beyond rows, columns and boxes."""
    redundant_rules: tuple[Rule, ...] | None = None
    """The rules that are not needed, in the same way. None if the solution is not unique, or there are no rules."""

    @property
    def is_valid(self) -> bool:
        """Whether the puzzle has exactly one solution."""
        return self.solutions == 1

    @property
    def is_minimal(self) -> bool:
        """Whether the puzzle has exactly one solution, and every clue and every rule is needed for that."""
        return self.redundant is not None and not self.redundant and not self.redundant_rules

    def to_dict(self) -> dict[str, object]:
        """Return the report as plain values, for JSON.

        >>> check("11.. .... .... ....").to_dict()["conflicts"][0]
        {'house': 'row 1', 'digit': '1', 'cells': ['r1c1', 'r1c2']}
        """
        known: dict[str, object] = {
            "board": self.shape,
            "clues": self.clues,
            "valid": self.is_valid,
            "solutions": Status(self.solutions).word,
            "minimal": self.is_minimal,
            "conflicts": [conflict.to_dict() for conflict in self.conflicts],
            "redundant": None if self.redundant is None else [cell.name for cell in self.redundant],
        }
        if self.rules:
            known["rules"] = self.rules
            known["redundant_rules"] = (
                None if self.redundant_rules is None else [rule.to_dict() for rule in self.redundant_rules]
            )
        return known

    def __str__(self) -> str:
        words = ("no solution", "one solution", "several solutions")[self.solutions]
        rules = f", {self.rules} rule{'s'[: self.rules != 1]}" if self.rules else ""
        lines = [f"{self.shape}, {self.clues} clue{'s'[: self.clues != 1]}{rules}, {words}"]
        lines += map(str, self.conflicts)
        if self.is_minimal:
            lines.append(
                "minimal: every clue and every rule is needed" if self.rules else "minimal: every clue is needed"
            )
        if self.redundant:
            number, names = len(self.redundant), " ".join(cell.name for cell in self.redundant)
            many = f"not minimal: any one of these {number} clues can be removed: {names}"
            lines.append(f"not minimal: this clue can be removed: {names}" if number == 1 else many)
        if self.redundant_rules:
            number = len(self.redundant_rules)
            many = f"not minimal: any one of these {number} rules can be removed:"
            lines.append("not minimal: this rule can be removed:" if number == 1 else many)
            lines += map(str, self.redundant_rules)
        return "\n".join(lines)


def check(
    puzzle: GridLike, *, method: str | None = None, trace: Trace | None = None, timeout: float | None = None
) -> Report:
    """Check a puzzle: its clues, rules, conflicts, number of solutions, and the clues and rules that are not needed.

    After `timeout` seconds `OutOfTime` is raised.

    >>> report = check("2... ..1. 42.. ..2.")
    >>> report.is_valid, report.is_minimal
    (True, False)
    >>> print(report)
    4x4, 5 clues, one solution
    not minimal: any one of these 2 clues can be removed: r3c2 r4c3
    """
    ruled = _with_rules(puzzle, method, trace)
    board = ruled or as_grid(puzzle)
    conflicts = board.conflicts()
    deadline = None if timeout is None else monotonic() + _checked(timeout)

    def number(board: Grid | Puzzle) -> int:
        left = None if deadline is None else max(0.0, deadline - monotonic())
        return count(board, method=method, trace=trace, timeout=left)

    found = 0 if conflicts else number(board)
    redundant, redundant_rules = None, None
    if found == 1:
        redundant = CellSet((cell for cell in board.givens if number(board.replace({cell: 0})) == 1), board.shape)
        if ruled:
            redundant_rules = tuple(rule for rule in ruled.rules if number(ruled.without(rule)) == 1)
    rules = len(ruled.rules) if ruled else 0
    return Report(str(board.shape), len(board.givens), conflicts, found, redundant, rules, redundant_rules)


def true_candidates(puzzle: GridLike, *, timeout: float | None = None) -> Position:
    """Return the candidates that are true in at least one solution, for each blank.

    Raises `NoSolution` if there is none, and `OutOfTime` after `timeout` seconds.

    >>> sorted(true_candidates(".42. 3..1 ...2 2...").candidates("r3c2"))
    [1, 3]
    """
    from .variants import model_candidates

    ruled = puzzle if isinstance(puzzle, Puzzle) else Puzzle(puzzle)
    masks = model_candidates(_model(ruled), _seconds(timeout))
    if not all(masks):
        raise _no_solution(ruled)
    grid = ruled.grid
    return Position(grid, candidate_masks=[0 if digit else mask for digit, mask in zip(grid, masks, strict=True)])


def pencilmarks(puzzle: GridLike) -> Position:
    """Return the candidates that naked singles, hidden singles and locked candidates leave in each blank.

    Raises `NoSolution` if these rules show that there is none.

    >>> sorted(pencilmarks("1... .2.. ..3. ...4").candidates("r1c2"))
    [3, 4]
    """
    grid = as_grid(puzzle)
    masks = [1 << digit - 1 if digit else grid.shape.all_digits for digit in grid]
    if not grid.is_consistent or not _narrow(masks, grid.shape):
        raise _no_solution(grid)
    return Position(grid, candidate_masks=[0 if digit else mask for digit, mask in zip(grid, masks, strict=True)])


def _narrow(masks: list[int], shape: Shape) -> bool:
    """Eliminate candidates until nothing changes; return False after a contradiction."""
    before = None
    while before != (before := list(masks)):
        for cell, mask in enumerate(masks):
            if mask.bit_count() == 1:  # a naked single
                _eliminate(masks, mask, shape.peer_masks[cell])
        for cells in shape.house_masks:
            for bit in (1 << digit for digit in range(shape.size)):
                places = mask_of(cell for cell in bits(cells) if masks[cell] & bit)
                if not places:
                    return False
                if places.bit_count() == 1:  # a hidden single
                    masks[places.bit_length() - 1] = bit
                for other in shape.house_masks:
                    if not places & ~other:  # a locked candidate: it cannot be elsewhere in the other house
                        _eliminate(masks, bit, other & ~cells)
    return all(masks)


def _eliminate(masks: list[int], digits: int, cells: int) -> None:
    for cell in bits(cells):
        masks[cell] &= ~digits


def _first(grid: Grid, limit: int, method: str | None, trace: Trace | None, timeout: float | None) -> list[Grid]:
    """Return the first solutions up to a limit.

    They are the same on every computer. So the engine for rules, which finds solutions in any order, answers only if
    there is at most one.
    """
    deadline = None if timeout is None else monotonic() + _checked(timeout)
    if _is_for_rules(grid, method, trace):
        found = list(_rule_solutions(Puzzle(grid), 2, timeout))
        if len(found) < 2:
            return found
    left = None if deadline is None else max(0.0, deadline - monotonic())
    return list(islice(_find(grid, method, trace, left), limit))


def _find(grid: Grid, method: str | None, trace: Trace | None, timeout: float | None = None) -> Iterator[Grid]:
    """Return the solutions by the named method; by the kernel, if no method is named and no trace is needed."""
    native = _kernel_for(grid, method, trace)
    if native is None:
        return find(grid, method=method, trace=_timed(trace, timeout))
    return _kernel_solutions(native, grid, timeout)


def _timed(trace: Trace | None, timeout: float | None) -> Trace | None:
    """Return a trace with a timeout, which a search method takes from there."""
    if timeout is not None and trace is not None:
        raise ArgumentError("timeout and trace cannot be combined; give the timeout to the trace")
    return trace if timeout is None else Trace(timeout=timeout)


def _until_deadline(
    progress: Callable[[float], object] | None, timeout: float | None
) -> Callable[[float], object] | None:
    """Return a function that does the same until the time is over, and then raises `OutOfTime`."""
    if timeout is None:
        return progress
    deadline = monotonic() + _checked(timeout)

    def report(part: float) -> None:
        if monotonic() > deadline:
            raise _out_of_time(timeout)
        if progress is not None:
            progress(part)

    return report


def _checked(timeout: float) -> float:
    if not timeout >= 0:
        raise ArgumentError(f"timeout must be a number of seconds, at least 0, not {timeout}")
    return timeout


def _seconds(timeout: float | None) -> float | None:
    return None if timeout is None else _checked(timeout)


def _out_of_time(timeout: float | None) -> OutOfTime:
    return OutOfTime(f"stopped after {timeout or 0:g} s without an answer")


def _no_solution(puzzle: Grid | Puzzle) -> NoSolution:
    conflicts = puzzle.conflicts()
    return Contradiction(conflicts) if conflicts else NoSolution()


def _check_limit(limit: int | None) -> None:
    if limit is not None and operator.index(limit) < 0:
        raise ArgumentError(f"limit must be at least 0, not {shortened(limit)}")


def _stop(limit: int | None) -> int | None:
    """Return a limit as `islice` takes it: one that is too large for it can never be reached."""
    return None if limit is None or limit > sys.maxsize else limit


# Puzzles with rules


def _with_rules(puzzle: GridLike, method: str | None, trace: Trace | None) -> Puzzle | None:
    """Return a puzzle that has rules, for which there is no method and no trace; None for others."""
    if not isinstance(puzzle, Puzzle) or not puzzle.rules:
        return None
    for name, value in (("method", method), ("trace", trace)):
        if value is not None:
            raise ArgumentError(
                f"{name} is not possible with rules, but the puzzle has the rule {puzzle.rules[0].type}"
            )
    return puzzle


def _model(puzzle: Puzzle) -> Model:
    from .variants import lower

    return lower(puzzle)


def _rule_solutions(puzzle: Puzzle, limit: int | None, timeout: float | None) -> Iterator[Grid]:
    from .variants import lower, model_solutions

    found = model_solutions(lower(puzzle), _stop(limit), _seconds(timeout))
    return (Grid.of_digits(bytes(digits), puzzle.shape) for digits in found)


# The compiled kernel, for one 9x9 board. A single puzzle is not worth importing NumPy, so buffers go in and out.


def _kernel_for(grid: Grid, method: str | None = None, trace: Trace | None = None) -> ModuleType | None:
    """Return the kernel if it can answer: it has no traces, and solves 9x9 boards only."""
    return kernel() if method is None and trace is None and grid.shape is _NINE else None


def _is_for_rules(grid: Grid, method: str | None, trace: Trace | None) -> bool:
    """Return whether the engine for rules answers for a board without rules.

    It has a SAT solver for large boards. It is also faster than a search method for other boards, but only if it is
    loaded already: that takes longer than any search on a small board.
    """
    if method is not None or trace is not None or grid.shape is _NINE or kernel() is None:
        return False
    return grid.shape.size > _NINE.size or "nonet.variants" in sys.modules


def _kernel_solve(native: ModuleType, grid: Grid, limit: int, timeout: float | None) -> tuple[int, Grid]:
    """Return how many solutions there are up to a limit, and the first one."""
    try:
        number, digits = native.solve_one(bytes(grid), limit, inf if timeout is None else _checked(timeout))
    except TimeoutError:
        raise _out_of_time(timeout) from None
    return number, Grid.of_digits(digits, _NINE)


def _kernel_count(native: ModuleType, grid: Grid, limit: int) -> int:
    """Return the number of solutions up to a limit, by a search that visits each of them."""
    if limit == 0:
        return 0
    found = array("Q", [0])
    native.solve(bytes(grid), 1, 81, limit, None, found, bytearray(1), 1)
    return found[0]


def _kernel_count_all(
    native: ModuleType, grid: Grid, limit: int | None, progress: Callable[[float], object] | None
) -> int:
    """Return the number of all solutions, but at most the limit, with tables."""
    high, low = native.count_all(bytes(grid), progress)
    number: int = high << 64 | low
    return number if limit is None else min(number, limit)


def _kernel_solutions(native: ModuleType, grid: Grid, timeout: float | None) -> Iterator[Grid]:
    """Yield every solution, and keep few at a time: two at first, since many callers need no more."""
    deadline = inf if timeout is None else monotonic() + _checked(timeout)
    enumeration = native.enumeration(bytes(grid))
    number = 2
    while True:
        digits = bytearray(81 * number)
        try:
            found = native.next_solutions(enumeration, digits, deadline - monotonic())
        except TimeoutError:
            raise _out_of_time(timeout) from None
        for start in range(0, 81 * found, 81):
            yield Grid.of_digits(bytes(digits[start : start + 81]), _NINE)
        if found < number:
            return
        number = min(4 * number, 1024)


def _kernel_best(native: ModuleType, grid: Grid, weights: Sequence[float]) -> Best | None:
    digits = bytearray(81)
    status, _ = native.maximize(bytes(grid), array("d", weights), digits)
    if status == Status.NO_SOLUTION or Status(status).is_bad:
        return None
    solution = Grid.of_digits(bytes(digits), _NINE)
    return Best(solution, score(solution, weights))  # with the weights' own type of number
