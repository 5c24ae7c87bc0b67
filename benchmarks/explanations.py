"""Check the explanations of many puzzles: ``python benchmarks/explanations.py [--made N] [FILE ...]``.

FILE has one puzzle per line, or is a CSV file with the columns ``puzzle`` and ``ER``. ``--made N`` adds N puzzles of
all levels that nonet makes from a seed. Each puzzle is explained twice, with the same result. Each step must be proved
by its premises and agree with the solution. Each of its reasons must be true, and so must each of its English sentences
when it is read again. The last position must be the solution. ``--reasons`` checks only the reasons and sentences.
``--isomorphic N`` also compares the ratings of N transformed puzzles.
"""

from __future__ import annotations

import argparse
import csv
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))  # the tests have a reader of sentences

from tests.logic.words.reader import Reader

from nonet import Explanation, Position, Transform, explain, rate, solve
from nonet.bulk import bench_set
from nonet.logic import Step, Words, check_reasons, verify

SHARES = {"easy": 0.48, "minimal": 0.5, "hard": 0.02}
"""The share of each kind among the puzzles that nonet makes."""
LONGEST_TEXT = 5000


def made_puzzles(number: int) -> list[str]:
    return [line for kind, share in SHARES.items() for line in bench_set(kind, round(share * number)).decode().split()]


def read_puzzles(path: Path, below: float | None) -> list[str]:
    if path.suffix != ".csv":
        lines = path.read_text(encoding="utf-8").splitlines()
        return [line.split()[0] for line in lines if line.strip() and not line.startswith("#")]
    with path.open(encoding="utf-8", newline="") as file:
        return [row["puzzle"] for row in csv.DictReader(file) if below is None or float(row["ER"]) < below]


def faults(position: Position, step: Step) -> Iterator[str]:
    """Yield the reasons and sentences of a step that are not true."""
    words = Words(position.grid.shape)
    yield from check_reasons(position, step)
    yield from Reader(position).faults(words.lines(step))
    if step.chains and (length := len(words.text(step))) > LONGEST_TEXT:
        yield f"a text of {length} characters"


def check(puzzle: str, mode: str) -> tuple[list[str], Explanation]:
    """Return the problems of an explanation, and the explanation; the mode is full, fast or reasons."""
    explanation, solution = explain(puzzle), solve(puzzle)
    problems = []
    if explanation.end.grid != solution:
        problems.append("does not end with the solution")
    if not explanation.is_logical and mode != "reasons":
        problems.append("copies a digit from the solution")
    if mode == "full" and explain(puzzle) != explanation:
        problems.append("differs the second time")
    for position, step in zip(explanation.positions(), explanation.steps, strict=False) if mode != "fast" else ():
        problems += [f"{step.technique}: {fault}" for fault in faults(position, step)]
        if mode == "full" and not verify(position, step):
            problems.append(f"{step.technique} is not proved")
        if any(solution[c] != d for c, d in step.placements) or any(solution[c] == d for c, d in step.eliminations):
            problems.append(f"{step.technique} contradicts the solution")
    return problems, explanation


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("paths", type=Path, nargs="*", metavar="FILE")
    parser.add_argument("--made", type=int, default=0, metavar="N", help="add N puzzles that nonet makes from a seed")
    parser.add_argument("--below", type=float, help="only puzzles of a CSV file with a lower ER")
    parser.add_argument("--limit", type=int, help="the number of puzzles of each file, spread over it")
    parser.add_argument("--isomorphic", type=int, default=0, metavar="N", help="compare the ratings of N images too")
    parser.add_argument(
        "--fast", dest="mode", action="store_const", const="fast", default="full", help="check no steps"
    )
    parser.add_argument("--reasons", dest="mode", action="store_const", const="reasons", help="check only the reasons")
    arguments = parser.parse_args()
    puzzles = made_puzzles(arguments.made) if arguments.made else []
    for path in arguments.paths:
        found = read_puzzles(path, arguments.below)
        every = max(1, len(found) // arguments.limit) if arguments.limit else 1
        puzzles += found[::every][: arguments.limit]
    number_of_problems = 0
    hardest: Counter[str] = Counter()
    steps: Counter[str] = Counter()
    start = time.process_time()
    for puzzle in puzzles:
        problems, explanation = check(puzzle, arguments.mode)
        hardest[explanation.rating.hardest] += 1
        steps.update(step.technique for step in explanation.steps)
        number_of_problems += len(problems)
        for problem in problems:
            print(puzzle, problem, flush=True)
    seconds = time.process_time() - start
    print(f"{len(puzzles)} puzzles, {steps.total()} steps, {number_of_problems} problems, {seconds:.1f} s of CPU time")
    print("hardest:", ", ".join(f"{name} {number}" for name, number in hardest.most_common()))
    print("steps:", ", ".join(f"{name} {number}" for name, number in steps.most_common()))
    same = 0
    for number in range(arguments.isomorphic):
        puzzle = puzzles[number % len(puzzles)]
        same += rate(Transform.random(seed=number)(puzzle)) == rate(puzzle)
    if arguments.isomorphic:
        print(f"{same} of {arguments.isomorphic} images have the same rating")
    return int(bool(number_of_problems) or same != arguments.isomorphic)


if __name__ == "__main__":
    sys.exit(main())
