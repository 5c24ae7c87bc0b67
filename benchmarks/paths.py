"""Paths of many puzzles, every step checked: ``python benchmarks/paths.py FILE [--below ER] [--isomorphic N]``.

FILE has a puzzle a line, or is a CSV with the columns ``puzzle`` and ``ER`` (``--below`` takes those rated below). Each
path is walked twice, every step must be proved by its own evidence and agree with the solution, and the end must be
the solution. ``--isomorphic N`` rates N images of puzzles as well and compares.
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


def puzzles_of(path: Path, below: float | None) -> list[str]:
    if path.suffix != ".csv":
        return path.read_text(encoding="ascii").split()
    with path.open(encoding="utf-8", newline="") as file:
        return [row["puzzle"] for row in csv.DictReader(file) if below is None or float(row["ER"]) < below]


def wrong_with(puzzle: str, check: bool) -> tuple[list[str], str, int]:
    """What is wrong with the path of a puzzle, its hardest technique, and its number of steps."""
    path, solution = explain(puzzle), solve(puzzle)
    wrong = []
    if path.end.grid != solution:
        wrong.append("does not end in the solution")
    if not path.is_logical:
        wrong.append("needs the answer")
    if check:
        if explain(puzzle) != path:
            wrong.append("is another the second time")
        for position, step in zip(path.positions(), path.steps, strict=False):
            if not verify(position, step):
                wrong.append(f"{step.technique} is not proved")
            if any(solution[c] != d for c, d in step.placements) or any(solution[c] == d for c, d in step.eliminations):
                wrong.append(f"{step.technique} contradicts the solution")
    return wrong, path.rating.hardest, len(path.steps)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("path", type=Path)
    parser.add_argument("--below", type=float, help="of a CSV, only puzzles rated below this ER")
    parser.add_argument("--most", type=int, help="only so many puzzles, spread over the file")
    parser.add_argument("--isomorphic", type=int, default=0, metavar="N", help="compare the ratings of N images too")
    parser.add_argument("--fast", action="store_true", help="do not check the steps")
    arguments = parser.parse_args()
    puzzles = puzzles_of(arguments.path, arguments.below)
    if arguments.most and arguments.most < len(puzzles):
        puzzles = puzzles[:: len(puzzles) // arguments.most][: arguments.most]
    problems: Counter[str] = Counter()
    hardest: Counter[str] = Counter()
    steps = 0
    began = time.process_time()
    for puzzle in puzzles:
        wrong, technique, number = wrong_with(puzzle, not arguments.fast)
        hardest[technique] += 1
        steps += number
        for problem in wrong:
            problems[problem] += 1
            print(puzzle, problem, flush=True)
    seconds = time.process_time() - began
    print(
        f"{len(puzzles)} puzzles, {steps} steps, {sum(problems.values())} problems, {seconds:.1f} s of processor time"
    )
    print("hardest:", ", ".join(f"{name} {number}" for name, number in hardest.most_common()))
    same = 0
    for number in range(arguments.isomorphic):
        puzzle = puzzles[number % len(puzzles)]
        same += rate(Transform.random(seed=number)(puzzle)) == rate(puzzle)
    if arguments.isomorphic:
        print(f"{same} of {arguments.isomorphic} images have the same rating")
    return int(bool(problems) or same != arguments.isomorphic)


if __name__ == "__main__":
    sys.exit(main())
