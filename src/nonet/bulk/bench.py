"""Measurements: puzzles per second by set, backend, instruction set and number of threads, and of other solvers.

Everything is measured in worker processes: the instruction set is chosen once per process, and another solver that
takes too long can be killed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from html import escape
from importlib import import_module
from itertools import combinations, cycle, islice
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from ..engine import count_many, solve_many
from ..errors import ArgumentError, FormatError, NonetError, OutOfTime, WorkerError
from ..formats import read_many
from ..geometry import Shape
from ..kernel import backend, cpu_count, kernel, thread_count
from ..workers import WorkerSlot
from .bench_sets import SETS, bench_set

__all__ = ["PEERS", "Measurement", "Peer", "bench_plot", "measure"]

_SAMPLE = 100
_EXTRA_SECONDS = 15.0
"""The time that another solver may take beyond the time for which it is measured."""
_PEER_SECONDS = 0.2
_RUNS = 8
_MOST_REPETITIONS = 200


class Measurement(NamedTuple):
    """The speed of one solver on one set of puzzles.

    >>> print(Measurement("easy", "nonet native avx2", 2, 7e6))
    easy, nonet native avx2, 2 threads: 7,000,000 puzzles per second
    """

    set: str
    solver: str
    """A backend and its instruction set, or another solver and its version."""
    threads: int
    rate: float
    """Puzzles per second."""
    guesses: float | None = None
    """Guesses per puzzle."""
    sweeps: float | None = None
    """Rounds of propagation per puzzle."""
    ratio: float | None = None
    """For another solver: how many times as fast nonet is, with one thread."""
    note: str = ""

    def to_dict(self) -> dict[str, object]:
        """Return the measurement as plain values, for JSON.

        >>> Measurement("easy", "nonet numpy", 1, 100000.123456).to_dict()["rate"]
        100000.1235
        """
        return {name: round(value, 4) if isinstance(value, float) else value for name, value in self._asdict().items()}

    def __str__(self) -> str:
        number = f"{self.threads} thread{'s' * (self.threads != 1)}"
        return f"{self.set}, {self.solver}, {number}: {self.rate:,.0f} puzzles per second"


def measure(
    files: Sequence[Path] = (),
    *,
    sets: Sequence[str] = (),
    backend: str | None = None,
    threads: Sequence[int] | None = None,
    seconds: float = 1.0,
    peers: bool = False,
    progress: Callable[[str], None] = lambda what: None,
) -> Iterator[Measurement]:
    """Yield how many puzzles per second are solved and proved unique, for each set, backend and number of threads.

    The puzzles are those of `files` and of `sets`; without either, of all `SETS`. `backend` is native, numpy or all; by
    default the one in use. With `peers`, other solvers for Python are measured as well; of one that is not installed
    there is a measurement with an empty set and a note. `progress` is called with what is measured next.

    >>> next(measure(sets=["easy"], backend="numpy", threads=[1], seconds=0.01)).solver
    'nonet numpy'
    """
    from importlib.metadata import PackageNotFoundError, version  # loads much that a batch does not need

    numbers = sorted({1, cpu_count()} if threads is None else {thread_count(number) for number in threads})
    solvers = _solvers(backend)
    puzzles = {**_sets_of_files(files)}
    for name in sets or (() if files else SETS):
        progress(f"making the set {name}")
        puzzles[name] = bench_set(name)
    best: dict[str, float] = {}
    for solver, instructions in solvers:
        progress(f"{solver} {instructions}")
        for measurement in _measure_backend(puzzles, solver, instructions, numbers, seconds):
            if measurement.threads == 1:
                best[measurement.set] = max(best.get(measurement.set, 0), measurement.rate)
            yield measurement
    for name in PEERS if peers else ():
        try:
            solver = f"{name} {version(name)}"
        except PackageNotFoundError:
            yield Measurement("", name, 1, 0.0, note="not installed")
            continue
        for set_, text in puzzles.items():
            progress(f"{solver}: {set_}")
            yield _measure_peer(set_, text, name, solver, seconds, best.get(set_, 0))


def _solvers(choice: str | None) -> list[tuple[str, str]]:
    """Return the backends to measure, each with an instruction set."""
    if choice not in (None, "native", "numpy", "all"):
        raise ArgumentError.unknown("backend", choice, ("native", "numpy", "all"))
    names = ["native", "numpy"] if choice == "all" else [choice or backend()]
    native = kernel()
    if native is None and choice == "native":
        raise ArgumentError("the compiled kernel is not installed, so backend must be numpy")
    sets: list[str] = native.instruction_sets() if native is not None and "native" in names else []
    return [("native", name) for name in sets] + [("numpy", "")] * ("numpy" in names or native is None)


def _sets_of_files(files: Sequence[Path]) -> dict[str, bytes]:
    """Return the puzzles of files, one per line."""
    found: dict[str, bytes] = {}
    for path in files:
        grids = [entry.grid for entry in read_many(path)]
        if not grids:
            raise FormatError("no puzzle, but at least one was expected", source=str(path))
        if any(grid.shape is not Shape(3, 3) for grid in grids):
            raise FormatError("only 9x9 boards can be measured", source=str(path))
        found[path.name if path.name not in found else str(path)] = "".join(f"{grid}\n" for grid in grids).encode()
    return found


# nonet


def _measure_backend(
    puzzles: Mapping[str, bytes], name: str, instructions: str, threads: Sequence[int], seconds: float
) -> Iterator[Measurement]:
    """Yield the measurements of one backend. The NumPy backend always uses one thread."""
    environment = {"NONET_BACKEND": name} | ({"NONET_ISA": instructions} if instructions else {})
    solver = f"nonet {name} {instructions}".rstrip()
    with WorkerSlot(f"{__package__}:time_engine", environment) as worker:
        for set_, text in puzzles.items():
            for number in threads if name == "native" else [1]:
                try:
                    yield Measurement(set_, solver, number, *worker.call((text, number, seconds)))
                except WorkerError as error:
                    raise WorkerError(f"{solver} could not be measured: {error}") from None


def time_engine(job: tuple[bytes, int, float]) -> tuple[float, float, float]:
    """Return puzzles per second in the best run, and guesses and sweeps per puzzle; runs in a worker process.

    A set that is solved very quickly is repeated within a run, so that starting the threads does not count.
    """
    text, threads, seconds = job
    start = perf_counter()
    batch = solve_many(text, threads=threads)
    passed = perf_counter() - start
    guesses, sweeps, best = batch.guesses / len(batch), batch.sweeps / len(batch), len(batch) / passed
    text *= max(1, min(int(seconds / _RUNS / passed), _MOST_REPETITIONS))
    while (left := seconds - (perf_counter() - start)) > 0:
        begin = perf_counter()
        batch = solve_many(text, threads=threads)
        passed = perf_counter() - begin
        best = max(best, len(batch) / passed)
        if passed > left:
            break
    return best, guesses, sweeps


# Other solvers


def _measure_peer(set_: str, text: bytes, name: str, solver: str, seconds: float, own_rate: float) -> Measurement:
    """Return how fast another solver is on a sample of a set."""
    puzzles = text.decode().split()[:_SAMPLE]
    answers, passed, wrong = 0, 0.0, 0
    note = "" if PEERS[name].proves else "first solution only"
    end = perf_counter() + seconds + _EXTRA_SECONDS
    with WorkerSlot(f"{__package__}:time_peer") as worker:
        try:
            while passed < seconds:
                job = (name, puzzles, answers, min(seconds, _PEER_SECONDS))
                more, time, mistakes = worker.call(job, timeout=max(end - perf_counter(), 0.01))
                answers, passed, wrong = answers + more, passed + time, wrong + mistakes
        except OutOfTime:
            note = f"stopped after {seconds + _EXTRA_SECONDS:g} s"
        except NonetError as error:
            note = f"failed: {error!s:.60}"
    if wrong:
        note = f"{wrong} of {answers} answers are wrong"
    rate = answers / passed if passed else 0.0
    return Measurement(set_, solver, 1, rate, ratio=own_rate / rate if rate and own_rate else None, note=note)


def time_peer(job: tuple[str, list[str], int, float]) -> tuple[int, float, int]:
    """Return how many answers a solver gave, in how many seconds, and how many are wrong; runs in a worker process."""
    name, puzzles, first, seconds = job
    peer = PEERS[name]
    count = _adapter(name)
    count(puzzles[0])  # what is imported and built only once does not count
    limit = 2 if peer.proves else 1
    right = count_many(puzzles, limit=limit).counts.tolist()
    answers = wrong = 0
    start = perf_counter()
    for puzzle, number in islice(cycle(zip(puzzles, right, strict=True)), first % len(puzzles), None):
        wrong += count(puzzle) != number
        answers += 1
        if perf_counter() - start > seconds:
            break
    return answers, perf_counter() - start, wrong


class Peer(NamedTuple):
    """Another solver for Python.

    >>> PEERS["dlxsudoku"].proves
    True
    """

    adapter: Callable[[], Callable[[str], int]]
    """Returns a function that counts the solutions of a puzzle up to 2, or up to 1."""
    proves: bool
    """Whether it distinguishes one solution from several."""


@cache
def _adapter(name: str) -> Callable[[str], int]:
    return PEERS[name].adapter()


def _py_sudoku() -> Callable[[str], int]:
    library = import_module("sudoku.sudoku")

    def count(puzzle: str) -> int:
        digits = [int(symbol) for symbol in puzzle.replace(".", "0")]
        try:
            library.Sudoku(3, 3, board=[digits[i : i + 9] for i in range(0, 81, 9)]).solve(assert_solvable=True)
        except library.UnsolvableSudoku:
            return 0
        return 1

    return count


def _dlxsudoku() -> Callable[[str], int]:
    library, errors = import_module("dlxsudoku"), import_module("dlxsudoku.exceptions")

    def count(puzzle: str) -> int:
        try:
            library.Sudoku(puzzle.replace(".", "0")).solve()
        except errors.SudokuHasNoSolutionError:
            return 0
        except errors.SudokuHasMultipleSolutionsError:
            return 2
        return 1

    return count


def _hodoku() -> Callable[[str], int]:
    generator = import_module("hodoku").Generator()
    numbers = {"invalid": 0, "valid": 1, "multiple": 2}
    return lambda puzzle: numbers[generator.validate(puzzle)]


def _python_sat() -> Callable[[str], int]:
    solver = import_module("pysat.solvers").Minisat22()
    cells = [[9 * cell + digit for digit in range(1, 10)] for cell in range(81)]
    for group in cells + [
        [9 * cell + digit for cell in house] for house in Shape(3, 3).houses for digit in range(1, 10)
    ]:
        solver.add_clause(group)
        for one, other in combinations(group, 2):
            solver.add_clause([-one, -other])

    def count(puzzle: str) -> int:
        givens = [9 * cell + int(symbol) for cell, symbol in enumerate(puzzle) if symbol != "."]
        if not solver.solve(assumptions=givens):
            return 0
        free = solver.nof_vars() + 1  # as long as it is assumed, the solution found is forbidden
        solver.add_clause([-free, *(-literal for literal in solver.get_model()[:729] if literal > 0)])
        return 1 + bool(solver.solve(assumptions=[*givens, free]))

    return count


def _ortools() -> Callable[[str], int]:
    library = import_module("ortools.sat.python.cp_model")

    def count(puzzle: str) -> int:
        model = library.CpModel()
        cells = [model.new_int_var(1, 9, "") if symbol == "." else int(symbol) for symbol in puzzle]
        for house in Shape(3, 3).houses:
            model.add_all_different([cells[cell] for cell in house])
        solver = library.CpSolver()
        solver.parameters.num_workers = 1
        return int(solver.solve(model) in (library.OPTIMAL, library.FEASIBLE))

    return count


PEERS = {
    "py-sudoku": Peer(_py_sudoku, proves=False),
    "dlxsudoku": Peer(_dlxsudoku, proves=True),
    "hodoku-py": Peer(_hodoku, proves=True),
    "python-sat": Peer(_python_sat, proves=True),
    "ortools": Peer(_ortools, proves=False),
}
"""The other solvers by the names under which pip installs them."""


# The picture

_STYLE = (
    "text{font:13px system-ui,sans-serif;fill:#222}.t{font-size:16px;font-weight:600}.s{font-weight:600}"
    ".g{stroke:#888;stroke-opacity:.35}.n{fill:#0b7285}.p{fill:#adb5bd}"
    "@media(prefers-color-scheme:dark){text{fill:#eee}.n{fill:#3bc9db}.p{fill:#868e96}}"
)
_LEFT, _WIDTH, _LINE = 190, 480, 20


def bench_plot(measurements: Sequence[Measurement]) -> str:
    """Return bars of puzzles per second on a logarithmic scale, as SVG: the best rate of each solver.

    >>> bench_plot([Measurement("easy", "nonet native", 1, 1e6)]).count("<rect")
    1
    """
    rates: dict[str, dict[str, float]] = {}
    for measurement in measurements:
        if measurement.set:
            best = rates.setdefault(measurement.set, {})
            best[measurement.solver] = max(best.get(measurement.solver, 0), measurement.rate)
    powers = [math.log10(rate) for best in rates.values() for rate in best.values() if rate > 0] or [0.0]
    low, high = math.floor(min(powers)), max(math.ceil(max(powers)), math.floor(min(powers)) + 1)
    scale = _WIDTH / (high - low)
    bars, y = [], 44
    for name, best in rates.items():
        bars.append(f'<text class="s" x="10" y="{y + 14}">{escape(name)}</text>')
        for solver, rate in best.items():
            y += _LINE
            bars.append(_bar(solver, rate, y, scale * (math.log10(rate) - low) if rate > 0 else 0))
        y += _LINE + 8
    lines = [
        f'<line class="g" x1="{x:.1f}" x2="{x:.1f}" y1="40" y2="{y}"/>'
        f'<text x="{x:.1f}" y="{y + 16}" text-anchor="middle">{10.0**power:,.15g}</text>'
        for power in range(low, high + 1)
        for x in [_LEFT + scale * (power - low)]
    ]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_LEFT + _WIDTH + 110} {y + 28}" role="img">',
            "<title>Puzzles per second</title>",
            "<desc>Bars on a logarithmic scale: puzzles per second of each solver, by set of puzzles.</desc>",
            f"<style>{_STYLE}</style>",
            '<text class="t" x="10" y="26">Puzzles per second, logarithmic</text>',
            *lines,
            *bars,
            "</svg>\n",
        ]
    )


def _bar(solver: str, rate: float, y: int, length: float) -> str:
    kind = "n" if solver.startswith("nonet ") else "p"
    value = f"{rate:,.0f}" if rate >= 10 else f"{rate:.1g}"
    return (
        f'<text x="{_LEFT - 8}" y="{y + 14}" text-anchor="end">{escape(solver)}</text>\n'
        f'<rect class="{kind}" x="{_LEFT}" y="{y + 3}" width="{length:.1f}" height="{_LINE - 6}" rx="2"/>\n'
        f'<text x="{_LEFT + length + 6:.1f}" y="{y + 14}">{value}</text>'
    )
