"""``nonet bench``: puzzles per second, by set, backend, instruction set and threads, and against other solvers.

Everything is measured in processes of their own: the instruction set is chosen once in a process, and another solver
that takes too long can be stopped.
"""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from itertools import combinations, cycle
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, NamedTuple
from xml.sax.saxutils import escape

import click

from .. import formats
from ..errors import NonetError
from ..geometry import Shape
from .common import print_json

_SETS = ("easy", "minimal", "hard", "several", "none")
_SAMPLE = 100
_PATIENCE = 15.0
"""Seconds that another solver may take beyond those it is measured for."""
_RUNS = 8
_MOST_REPEATED = 200


class Row(NamedTuple):
    """One measurement."""

    set: str
    solver: str
    """The backend and its instruction set, or another solver and its version."""
    threads: int
    rate: float
    """Puzzles per second."""
    guesses: float | None = None
    """Guesses a puzzle."""
    sweeps: float | None = None
    """Rounds of propagation a puzzle."""
    ratio: float | None = None
    """For another solver, how many times as fast nonet is in one thread."""
    note: str = ""


@click.command("bench", short_help="Puzzles per second, here and elsewhere.")
@click.argument("files", nargs=-1, metavar="[FILE]...", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--set", "sets", type=click.Choice(_SETS), multiple=True, help="Only this set; may be repeated.")
@click.option("--backend", type=click.Choice(["native", "numpy", "all"]), help="The one in use if not given.")
@click.option("--threads", metavar="N,...", help="Numbers of threads; 1 and all processors if not given.")
@click.option(
    "--seconds",
    type=click.FloatRange(min=0, min_open=True),
    default=1.0,
    show_default=True,
    help="For each measurement, of which the best run counts.",
)
@click.option("--peers", is_flag=True, help="Measure other solvers for Python too, as far as they are installed.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line for each measurement.")
@click.option("--plot", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE.svg", help="Draw bars as well.")
def command(files: tuple[Path, ...], sets: tuple[str, ...], seconds: float, as_json: bool, **options: Any) -> int:
    """Measure how many puzzles a second are solved and proved unique.

    The puzzles are those of files, or sets made from a seed: easy (clues to spare), minimal (none), hard (many
    guesses), several (two solutions) and none (no solution).
    """
    threads = numbers_of(options["threads"])
    if options["plot"] and options["plot"].suffix != ".svg":
        raise NonetError(f"{options['plot']}: a plot is an .svg file")
    solvers = solvers_of(options["backend"])
    with TemporaryDirectory() as folder:
        paths = written(puzzle_sets(files, sets), Path(folder))
        rows: list[Row] = []
        for backend, instructions in solvers:
            tell(f"{backend} {instructions}")
            rows += engine_rows(paths, backend, instructions, threads, seconds)
        absent = []
        for peer in PEERS if options["peers"] else ():
            try:
                named = f"{peer} {version(peer)}"
            except PackageNotFoundError:
                absent.append(peer)
                continue
            for name, path in paths.items():
                tell(f"{named}: {name}")
                rows.append(peer_row(name, path, peer, named, seconds, rows))
    tell("")
    show(rows, absent, as_json)
    if options["plot"]:
        options["plot"].write_text(plot(rows), encoding="utf-8")
    return 0


def tell(words: str) -> None:
    """What is being measured, for who looks on."""
    if sys.stderr.isatty():
        print(f"\r{words:<60}", end="\r", file=sys.stderr, flush=True)


def numbers_of(text: str | None) -> list[int]:
    """The numbers of threads to measure.

    >>> numbers_of("1,4")
    [1, 4]
    """
    if text is None:
        return sorted({1, len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1})
    if not all(number.strip().isdecimal() and int(number) > 0 for number in text.split(",")):
        raise NonetError(f"--threads takes numbers such as 1,2,4, not {text!r:.40}")
    return sorted({int(number) for number in text.split(",")})


def solvers_of(choice: str | None) -> list[tuple[str, str]]:
    """The backends to measure, each with its instruction sets."""
    from ..kernel import backend, kernel

    wanted = ["native", "numpy"] if choice == "all" else [choice or backend()]
    if kernel() is None and choice != "numpy":
        if choice == "native":
            raise NonetError("the native backend is not part of this installation")
        wanted = ["numpy"]
    solvers: list[tuple[str, str]] = []
    if "native" in wanted:
        solvers += [("native", name) for name in import_module("nonet._native").instruction_sets()]
    return solvers + [("numpy", "")] * ("numpy" in wanted)


def puzzle_sets(files: tuple[Path, ...], sets: tuple[str, ...]) -> dict[str, bytes]:
    """The puzzles to measure, a line each, by the names of their sets."""
    found = {}
    for path in files:
        grids = [entry.grid for entry in formats.read_many(path)]
        if not grids:
            raise NonetError(f"{path}: no puzzle, but at least one was expected")
        if any(grid.shape is not Shape(3, 3) for grid in grids):
            raise NonetError(f"{path}: only 9x9 boards are measured")
        found[path.name if path.name not in found else str(path)] = "".join(f"{grid}\n" for grid in grids).encode()
    if sets or not files:
        from ..bulk import bench_set

        for name in sets or _SETS:
            tell(f"making the set {name}")
            found[name] = bench_set(name)
    return found


def written(sets: dict[str, bytes], folder: Path) -> dict[str, Path]:
    """The sets as files, from which the processes that measure read them."""
    paths = {name: folder / f"{number}.txt" for number, name in enumerate(sets)}
    for name, path in paths.items():
        path.write_bytes(sets[name])
    return paths


# Measuring in a process of its own


def run_job(
    job: dict[str, Any], environment: Mapping[str, str], timeout: float | None
) -> subprocess.CompletedProcess[bytes]:
    """Have a job done by `work` in another process."""
    command = [sys.executable, "-m", "nonet.cli.bench"]
    return subprocess.run(  # noqa: S603
        command, input=json.dumps(job).encode(), env=environment, capture_output=True, timeout=timeout, check=False
    )


def last_word(done: subprocess.CompletedProcess[bytes]) -> str:
    """The line that says why a process failed."""
    return (done.stderr.decode(errors="replace").strip().splitlines() or ["no word"])[-1]


def engine_rows(
    paths: dict[str, Path], backend: str, instructions: str, threads: list[int], seconds: float
) -> list[Row]:
    """The measurements of one backend; the NumPy lanes always work in one thread."""
    job: dict[str, Any] = {"paths": {name: str(path) for name, path in paths.items()}, "seconds": seconds}
    job["threads"] = threads if backend == "native" else [1]
    choice = {"NONET_BACKEND": backend} | ({"NONET_ISA": instructions} if instructions else {})
    done = run_job(job, os.environ | choice, None)
    if done.returncode:
        last = last_word(done)
        raise NonetError(f"{backend} {instructions} could not be measured: {last}")
    solver = f"nonet {backend} {instructions}".rstrip()
    return [Row(name, solver, *values) for name, *values in map(json.loads, done.stdout.splitlines())]


def measure(data: bytes, threads: int, seconds: float) -> tuple[int, float, float, float]:
    """Threads, puzzles per second in the best run, and guesses and sweeps a puzzle.

    A set that is solved in no time is repeated within a run, so that starting the threads does not count.
    """
    from ..engine import solve_many

    start = perf_counter()
    batch = solve_many(data, threads=threads)
    passed = perf_counter() - start
    guesses, sweeps, best = batch.guesses / len(batch), batch.sweeps / len(batch), len(batch) / passed
    data *= max(1, min(int(seconds / _RUNS / passed), _MOST_REPEATED))
    while (left := seconds - (perf_counter() - start)) > 0:
        begin = perf_counter()
        batch = solve_many(data, threads=threads)
        passed = perf_counter() - begin
        best = max(best, len(batch) / passed)
        if passed > left:
            break
    return threads, best, guesses, sweeps


def peer_row(name: str, path: Path, peer: str, named: str, seconds: float, rows: list[Row]) -> Row:
    """What another solver does with a sample of a set, in the same run."""
    job = {"peer": peer, "path": str(path), "seconds": seconds}
    note = ""
    try:
        done = run_job(job, os.environ, seconds + _PATIENCE)
        output = done.stdout
        if done.returncode:
            note = f"failed: {last_word(done):.60}"
    except subprocess.TimeoutExpired as error:
        output, note = error.stdout or b"", f"stopped after {seconds + _PATIENCE:g} s"
    answers, passed, wrong = json.loads((output.splitlines() or [b"[0, 0, 0]"])[-1])
    if wrong:
        note = f"{wrong} of {answers} answers are wrong"
    rate = answers / passed if passed else 0.0
    own = max((row.rate for row in rows if row.set == name and row.threads == 1 and row.guesses is not None), default=0)
    ratio = own / rate if rate and own else None
    return Row(name, named, 1, rate, ratio=ratio, note=note or ("" if PEERS[peer].proves else "first solution only"))


def work() -> None:
    """Do a job that comes as JSON on standard input, and print its measurements as JSON."""
    job = json.load(sys.stdin)
    if "peer" in job:
        measure_peer(PEERS[job["peer"]], Path(job["path"]).read_text().split()[:_SAMPLE], job["seconds"])
        return
    for name, path in job["paths"].items():
        for threads in job["threads"]:
            print_json([name, *measure(Path(path).read_bytes(), threads, job["seconds"])])


def measure_peer(peer: Peer, puzzles: list[str], seconds: float) -> None:
    """Ask for one puzzle after the other until the time is up; print what is done on the way, lest it be stopped."""
    from ..engine import count_many

    right = count_many(puzzles).counts.tolist()
    count = peer.adapter()
    count(puzzles[0])  # what is imported and built once does not count
    wrong = 0
    start = told = perf_counter()
    for answers, (puzzle, number) in enumerate(cycle(zip(puzzles, right, strict=True)), start=1):
        found = count(puzzle)
        wrong += found != (number if peer.proves else min(number, 1))
        now = perf_counter()
        if now - told > 0.2 or now - start > seconds:
            print(json.dumps([answers, now - start, wrong]), flush=True)
            told = now
        if now - start > seconds:
            return


# Other solvers: each adapter makes a function that counts the solutions of a puzzle up to 2, or to 1


class Peer(NamedTuple):
    """Another solver for Python."""

    adapter: Callable[[], Callable[[str], int]]
    proves: bool
    """Whether it tells one solution from several."""


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
        free = solver.nof_vars() + 1  # while it is assumed, the solution found is forbidden
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


# Showing


def show(rows: list[Row], absent: list[str], as_json: bool) -> None:
    """The table, or an object a line."""
    if as_json:
        for row in rows:
            print_json(
                {name: round(value, 4) if isinstance(value, float) else value for name, value in row._asdict().items()}
            )
        for peer in absent:
            print_json({"solver": peer, "note": "not installed"})
        return
    from rich import box
    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False, width=None if sys.stdout.isatty() else 140)
    table = Table(box=box.SIMPLE_HEAD if console.is_terminal else None)
    for heading in ("set", "solver"):
        table.add_column(heading, no_wrap=True)
    for heading in ("threads", "puzzles/s", "guesses", "sweeps", "nonet is"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("")
    for row in sorted(rows, key=lambda row: list(dict.fromkeys(row.set for row in rows)).index(row.set)):
        counters = ["" if value is None else f"{value:,.2f}" for value in (row.guesses, row.sweeps)]
        ratio = "" if row.ratio is None else f"{row.ratio:,.0f}x"
        rate = f"{row.rate:,.0f}" if row.rate >= 100 else f"{row.rate:,.2g}"
        table.add_row(row.set, row.solver, str(row.threads), rate, *counters, ratio, row.note)
    console.print(table)
    if absent:
        console.print(f"not installed: {', '.join(absent)}")


_STYLE = (
    "text{font:13px system-ui,sans-serif;fill:#222}.t{font-size:16px;font-weight:600}.s{font-weight:600}"
    ".g{stroke:#888;stroke-opacity:.35}.n{fill:#0b7285}.p{fill:#adb5bd}"
    "@media(prefers-color-scheme:dark){text{fill:#eee}.n{fill:#3bc9db}.p{fill:#868e96}}"
)


def plot(rows: list[Row]) -> str:
    """Bars of puzzles per second on a logarithmic scale: nonet's backends at their best, and the other solvers."""
    rates: dict[str, dict[str, float]] = {}
    for row in rows:
        best = rates.setdefault(row.set, {})
        best[row.solver] = max(best.get(row.solver, 0), row.rate)
    powers = [math.log10(rate) for best in rates.values() for rate in best.values() if rate > 0] or [0.0]
    low, high = math.floor(min(powers)), max(math.ceil(max(powers)), math.floor(min(powers)) + 1)
    left, wide, line = 190, 480, 20
    parts, y = [], 44
    for name, best in rates.items():
        parts.append(f'<text class="s" x="10" y="{y + 14}">{escape(name)}</text>')
        y += line
        for solver, rate in best.items():
            length = wide * (math.log10(rate) - low) / (high - low) if rate > 0 else 0
            kind = "n" if solver.startswith("nonet ") else "p"
            value = f"{rate:,.0f}" if rate >= 10 else f"{rate:.1g}"
            parts += [
                f'<text x="{left - 8}" y="{y + 14}" text-anchor="end">{escape(solver)}</text>',
                f'<rect class="{kind}" x="{left}" y="{y + 3}" width="{length:.1f}" height="{line - 6}" rx="2"/>',
                f'<text x="{left + length + 6:.1f}" y="{y + 14}">{value}</text>',
            ]
            y += line
        y += 8
    lines = [
        f'<line class="g" x1="{x:.1f}" x2="{x:.1f}" y1="40" y2="{y}"/>'
        f'<text x="{x:.1f}" y="{y + 16}" text-anchor="middle">{10.0**power:,.15g}</text>'
        for power in range(low, high + 1)
        for x in [left + wide * (power - low) / (high - low)]
    ]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {left + wide + 110} {y + 28}" role="img">',
            "<title>Puzzles per second</title>",
            "<desc>Bars, logarithmic: how many puzzles a second each solver solves, by set of puzzles.</desc>",
            f"<style>{_STYLE}</style>",
            '<text class="t" x="10" y="26">Puzzles per second, logarithmic</text>',
            *lines,
            *parts,
            "</svg>\n",
        ]
    )


if __name__ == "__main__":
    work()
