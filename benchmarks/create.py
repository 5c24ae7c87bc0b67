"""Measure how fast puzzles are generated and brought to canonical form, by nonet and by other programs in the same run.

    python benchmarks/create.py [--python PYTHON] [--seconds S] [--levels] [--ratings] [--techniques [NAME ...]]

PYTHON is an interpreter that has the other libraries (hodoku-py, dokusan, py-sudoku); qqwing is searched in PATH. With
--levels, only puzzles of a level or with a technique are generated, with --ratings only those with ratings of Sudoku
Explainer. With --techniques, the first puzzle for every technique of the default set, or for those named, is generated
from three seeds. All programs use one thread, and process time is measured. Every puzzle is checked for one solution,
and 200 for redundant clues.
"""

from __future__ import annotations

import argparse
import math
import os
import resource
import shutil
import subprocess
import sys
from collections.abc import Mapping
from time import process_time

import numpy as np

import nonet
from nonet.engine import backend, count_many

GENERATORS = {
    "hodoku-py": """
from hodoku.generator import SudokuGenerator
generator = SudokuGenerator()
def make(): return generator.generate_sudoku(symmetric=False)
""",
    "hodoku-py, half-turn": """
from hodoku.generator import SudokuGenerator
generator = SudokuGenerator()
def make(): return generator.generate_sudoku(symmetric=True)
""",
    "dokusan": """
from dokusan import generators
def make(): return str(generators.random_sudoku(avg_rank=1))
""",
    "py-sudoku": """
import random
from sudoku import Sudoku
def make():
    board = Sudoku(3, seed=random.randrange(2**31)).difficulty(0.7).board
    return "".join(str(cell or ".") for row in board for cell in row)
""",
}

SEEDS = (1, 2, 3)
LONGEST = 90
"""The seconds after which the search for a puzzle is given up."""

LOOP = """
import sys
from time import process_time
make()
start, made = process_time(), []
while process_time() - start < SECONDS:
    made.append(make())
print(process_time() - start, *made)
"""


def report(name: str, puzzles: list[str], seconds: float) -> None:
    unique = count_many(puzzles).is_unique
    needed = [
        not count_many([nonet.Grid(puzzle).replace({cell: 0}) for cell in nonet.Grid(puzzle).givens]).is_unique.any()
        for puzzle in puzzles[:200]
    ]
    clues = sum(len(nonet.Grid(puzzle).givens) for puzzle in puzzles[:1000]) / len(puzzles[:1000])
    print(
        f"{name:32}{len(puzzles) / seconds:12,.1f} per second   {clues:5.1f} clues   "
        f"{unique.mean():7.1%} with one solution   {sum(needed) / len(needed):4.0%} minimal",
        flush=True,
    )


def measure_nonet(name: str, seconds: float, **options: object) -> None:
    probe = process_time()
    number = len(list(nonet.generate(seed=2, threads=1, count=256, **options)))  # type: ignore[arg-type]
    number = max(int(number / (process_time() - probe) * seconds), 1)
    start = process_time()
    made = list(nonet.generate(seed=1, threads=1, count=number, **options))  # type: ignore[arg-type]
    report(name, [str(puzzle) for puzzle in made], process_time() - start)


RATINGS: dict[str, dict[str, object]] = {
    "ER 1.5 to 2.5": {"se": (1.5, 2.5)},
    "ER 4.0 to 5.0": {"se": (4.0, 5.0)},
    "ER 7.0 to 7.5": {"se": (7.0, 7.5)},
    "ER 8.0 to 8.5": {"se": (8.0, 8.5)},
    "ER 9.0 or more": {"se": (9.0, math.inf)},
    "diamond from 7.0 on": {"se": (7.0, math.inf), "diamond": True},
    "pearl from 7.0 on": {"se": (7.0, math.inf), "pearl": True},
}


def is_as_requested(puzzle: nonet.Grid, options: Mapping[str, object]) -> bool:
    if "se" not in options:
        rating = nonet.rate(puzzle, scale="hodoku")
        return options.get("level") == rating.level.title or options.get("technique") == rating.hardest
    se = nonet.rate(puzzle, scale="se").se
    least, most = options["se"]  # type: ignore[misc]
    is_equal = ("diamond" not in options or se.ed == se.er) and ("pearl" not in options or se.ep == se.er)  # type: ignore[union-attr]
    return least <= se.er <= most and is_equal  # type: ignore[union-attr,no-any-return,has-type]


def measure_difficulty(name: str, seconds: float, **options: object) -> None:
    """Measure how fast puzzles with a requested difficulty are generated, and check their ratings."""
    start = process_time()
    made: list[nonet.Grid] = []
    for puzzle in nonet.generate(seed=1, threads=1, **options):  # type: ignore[arg-type]
        made.append(puzzle)
        if process_time() - start > seconds:
            break
    took = process_time() - start
    right = sum(is_as_requested(puzzle, options) for puzzle in made[:100])
    unique = count_many(made).is_unique.mean()
    print(
        f"{name:32}{len(made) / took:12,.1f} per second   {unique:7.1%} with one solution   "
        f"{right / len(made[:100]):4.0%} as requested",
        flush=True,
    )


def measure_difficulties(seconds: float) -> None:
    for level in nonet.Level:
        measure_difficulty(level.title, seconds, level=level.title)
        measure_difficulty(f"{level.title}, half-turn", seconds, level=level.title, symmetry="half-turn")
    for name in ("naked-triple", "x-wing", "skyscraper", "xy-wing"):
        measure_difficulty(name, seconds, technique=name)


def measure_techniques(names: list[str]) -> None:
    """Measure how long the first puzzle for each technique takes. With two threads it takes about half as long."""
    for row in nonet.logic.DEFAULT_TECHNIQUES:
        if row.id == "answer" or (names and row.id not in names):
            continue
        took = []
        for seed in SEEDS:
            start = process_time()
            try:
                puzzle = next(nonet.generate(technique=row.id, seed=seed, threads=1, count=1, timeout=LONGEST))
                assert nonet.rate(puzzle).hardest == row.id
                took.append(f"{process_time() - start:8.1f} s")
            except nonet.NotFound:
                took.append(f"> {process_time() - start:6.1f} s")
            except nonet.ArgumentError as error:
                took.append(f"  {error}")
                break
        print(f"{row.id:32}{''.join(took)}", flush=True)


def measure_qqwing(seconds: float) -> None:
    if shutil.which("qqwing"):
        number = int(100 * seconds)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        command = ["qqwing", "--generate", str(number), "--one-line"]
        lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        report("qqwing", lines, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def measure_python(name: str, python: str, seconds: float) -> None:
    code = GENERATORS[name] + LOOP.replace("SECONDS", str(seconds))
    done = subprocess.run([python, "-c", code], capture_output=True, text=True, check=False)
    if done.returncode:
        print(f"{name:32}not installed")
        return
    took, *puzzles = done.stdout.split()
    report(name, [puzzle.replace("0", ".") for puzzle in puzzles], float(took))


def measure_forms(name: str, puzzles: list[nonet.Grid], seconds: float) -> None:
    rows = np.array([list(puzzle) for puzzle in puzzles], np.uint8)
    start, rounds = process_time(), 0
    while process_time() - start < seconds:
        nonet.canonical_many(rows, threads=1)
        rounds += 1
    print(f"canonical form, {name:16}{rounds * len(puzzles) / (process_time() - start):12,.0f} per second", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--levels", action="store_true")
    parser.add_argument("--ratings", action="store_true")
    parser.add_argument("--techniques", nargs="*", metavar="NAME")
    arguments = parser.parse_args()
    seconds = arguments.seconds
    print(f"nonet {nonet.__version__}, backend {backend()}, load {os.getloadavg()[0]:.1f}")
    if arguments.levels:
        measure_difficulties(seconds)
    if arguments.ratings:
        for name, options in RATINGS.items():
            measure_difficulty(name, seconds, **options)
    if arguments.techniques is not None:
        measure_techniques(arguments.techniques)
    if arguments.levels or arguments.ratings or arguments.techniques is not None:
        return
    measure_nonet("nonet", seconds)
    measure_nonet("nonet, half-turn", seconds, symmetry="half-turn")
    measure_nonet("nonet, full symmetry", seconds, symmetry="full")
    measure_nonet("nonet, 26 to 30 clues, half-turn", seconds, symmetry="half-turn", clues=(26, 30))
    where = next(nonet.generate(seed=9, clues=26, symmetry="half-turn")).givens
    measure_nonet("nonet, a pattern of 26 clues", seconds, pattern=where)
    measure_qqwing(seconds)
    for name in GENERATORS:
        measure_python(name, arguments.python, seconds)
    minimal = list(nonet.generate(count=2000, seed=1))
    measure_forms("minimal", minimal, seconds)
    measure_forms("40 clues", list(nonet.generate(count=2000, seed=1, clues=40)), seconds)
    measure_forms("full", [nonet.solve(puzzle) for puzzle in minimal], seconds)


if __name__ == "__main__":
    main()
