"""Check the explanations of many puzzles: ``python benchmarks/explanations.py FILE [--below ER] [--isomorphic N]``.

FILE has one puzzle per line, or is a CSV file with the columns ``puzzle`` and ``ER``. Each puzzle is explained twice,
with the same result. Each step must be proved by its premises and agree with the solution, and the last position must
be the solution. ``--isomorphic N`` also compares the ratings of N transformed puzzles.
"""

from __future__ import annotations

import argparse
import csv
import sys
import time
from collections import Counter
from pathlib import Path

from nonet import Transform, explain, rate, solve
from nonet.logic import verify


def read_puzzles(path: Path, below: float | None) -> list[str]:
    if path.suffix != ".csv":
        return path.read_text(encoding="ascii").split()
    with path.open(encoding="utf-8", newline="") as file:
        return [row["puzzle"] for row in csv.DictReader(file) if below is None or float(row["ER"]) < below]


def check(puzzle: str, check_steps: bool) -> tuple[list[str], str, int]:
    """Return the problems of an explanation, its hardest technique, and the number of steps."""
    explanation, solution = explain(puzzle), solve(puzzle)
    problems = []
    if explanation.end.grid != solution:
        problems.append("does not end with the solution")
    if not explanation.is_logical:
        problems.append("copies a digit from the solution")
    if check_steps:
        if explain(puzzle) != explanation:
            problems.append("differs the second time")
        for position, step in zip(explanation.positions(), explanation.steps, strict=False):
            if not verify(position, step):
                problems.append(f"{step.technique} is not proved")
            if any(solution[c] != d for c, d in step.placements) or any(solution[c] == d for c, d in step.eliminations):
                problems.append(f"{step.technique} contradicts the solution")
    return problems, explanation.rating.hardest, len(explanation.steps)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("path", type=Path)
    parser.add_argument("--below", type=float, help="only puzzles of a CSV file with a lower ER")
    parser.add_argument("--limit", type=int, help="the number of puzzles, spread over the file")
    parser.add_argument("--isomorphic", type=int, default=0, metavar="N", help="compare the ratings of N images too")
    parser.add_argument("--fast", action="store_true", help="do not check the steps")
    arguments = parser.parse_args()
    puzzles = read_puzzles(arguments.path, arguments.below)
    if arguments.limit and arguments.limit < len(puzzles):
        puzzles = puzzles[:: len(puzzles) // arguments.limit][: arguments.limit]
    number_of_problems = number_of_steps = 0
    hardest: Counter[str] = Counter()
    start = time.process_time()
    for puzzle in puzzles:
        problems, technique, steps = check(puzzle, not arguments.fast)
        hardest[technique] += 1
        number_of_steps += steps
        number_of_problems += len(problems)
        for problem in problems:
            print(puzzle, problem, flush=True)
    seconds = time.process_time() - start
    print(
        f"{len(puzzles)} puzzles, {number_of_steps} steps, {number_of_problems} problems, {seconds:.1f} s of CPU time"
    )
    print("hardest:", ", ".join(f"{name} {number}" for name, number in hardest.most_common()))
    same = 0
    for number in range(arguments.isomorphic):
        puzzle = puzzles[number % len(puzzles)]
        same += rate(Transform.random(seed=number)(puzzle)) == rate(puzzle)
    if arguments.isomorphic:
        print(f"{same} of {arguments.isomorphic} images have the same rating")
    return int(bool(number_of_problems) or same != arguments.isomorphic)


if __name__ == "__main__":
    sys.exit(main())
