"""Measure nonet and its peers in one run, for the table in the README: ``python benchmarks/peers.py [--seconds S]``.

Run it with an interpreter that has the peers: ``pip install py-sudoku hodoku-py`` (hodoku-py is HoDoKu in Python; the
desktop program itself is in Java). A peer that is not installed is left out. The tasks are to solve a puzzle, to rate
a puzzle, and to generate a minimal puzzle. All programs use one thread and get the same puzzles. Each measurement is
repeated in rounds in which the programs alternate; the figures are medians, and the ratios are medians of the ratios
in each round, since other work on the machine changes from round to round.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from statistics import median
from time import process_time

import nonet
from create import GENERATORS
from nonet.bulk import measure as measure_solvers
from nonet.kernel import backend, instruction_set

Speeds = dict[str, float]
"""Operations per second, by program."""
RATED = 30
"""The number of puzzles that are rated in each round."""


def solving(set_: str, seconds: float) -> Speeds:
    """Solve the puzzles of a set; in worker processes, since py-sudoku may need minutes for one puzzle."""
    found: Speeds = {}
    for measured in measure_solvers(sets=[set_], threads=[1], seconds=seconds, peers=True):
        name = measured.solver.split()[0]
        if measured.rate and name in ("nonet", "py-sudoku", "hodoku-py"):
            found[name] = max(found.get(name, 0.0), measured.rate)  # nonet: the best instruction set
    return found


def per_second(operation: Callable[[int], object], seconds: float) -> float:
    """Run an operation with 0, 1, 2, ... until the CPU time is used up, and return how often it ran per second."""
    start, number = process_time(), 0
    while process_time() - start < seconds:
        operation(number)
        number += 1
    return number / (process_time() - start)


def rating() -> Speeds:
    """Rate the same puzzles with each program, whatever time it takes: a few hard ones take most of it."""
    puzzles = [str(puzzle) for puzzle in nonet.generate(count=RATED, seed=1)]
    programs: dict[str, Callable[[str], object]] = {"nonet": nonet.rate}
    if find_spec("hodoku"):
        programs["hodoku-py"] = import_module("hodoku").Solver().solve  # its score and level come from the solution
    found: Speeds = {}
    for name, rate in programs.items():
        start = process_time()
        for puzzle in puzzles:
            rate(puzzle)
        found[name] = RATED / (process_time() - start)
    return found


def generating(seconds: float, *, show: bool) -> Speeds:
    made: dict[str, list[str]] = {}
    puzzles = nonet.generate(seed=1, threads=1)
    made["nonet"] = [str(next(puzzles))]
    found = {"nonet": per_second(lambda _: made["nonet"].append(str(next(puzzles))), seconds)}
    for name, module in (("hodoku-py", "hodoku"), ("py-sudoku", "sudoku")):
        if find_spec(module):
            names: dict[str, Callable[[], str]] = {}
            exec(GENERATORS[name], names)
            make, made[name] = names["make"], []
            found[name] = per_second(lambda _, name=name, make=make: made[name].append(make()), seconds)
    for name, lines in made.items() if show else ():
        unique = nonet.count_many([line.replace("0", ".") for line in lines]).is_unique.mean()
        print(f"  {name}: {unique:.0%} of {len(lines):,} puzzles have one solution")
    return found


def report(task: str, runs: list[Speeds]) -> None:
    for name in runs[0]:
        speeds = [run[name] for run in runs if name in run]
        ratios = sorted(run["nonet"] / run[name] for run in runs if name in run)
        line = f"{task:20}{name:12}{median(speeds):14,.1f} per second"
        if name != "nonet":
            line += f"   nonet: {median(ratios):,.1f} times ({ratios[0]:,.1f} to {ratios[-1]:,.1f})"
        print(line, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=3, help="CPU time per program, task and round")
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    seconds = arguments.seconds
    print(f"nonet {nonet.__version__}, {backend()} {instruction_set()}, load {os.getloadavg()[0]:.1f}")
    generating(seconds, show=True)
    tasks: dict[str, Callable[[], Speeds]] = {
        "solve, easy": partial(solving, "easy", seconds),
        "solve, minimal": partial(solving, "minimal", seconds),
        "rate, minimal": rating,
        "generate, minimal": partial(generating, seconds, show=False),
    }
    for task, run in tasks.items():
        report(task, [run() for _ in range(arguments.rounds)])


if __name__ == "__main__":
    main()
