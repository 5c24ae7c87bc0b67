"""Measure the files to submit to online judges: ``python benchmarks/judges.py [FILE] [--number N]``.

FILE has one 9x9 puzzle per line; without it, nonet generates puzzles from a seed. Each file runs once per puzzle in a
process of its own, as on a judge, and the time is the CPU time of the process, with the start of the interpreter. Every
answer is compared with that of `nonet judge`, which runs in the same way on the first puzzles; the last column is the
ratio of the medians.

Target Sudoku (luogu-p1074) gets boards of 24 givens with many solutions: four clues of a puzzle are removed, and cells
of its solution are added. The judges of 16x16 boards get boards of their own.
"""

from __future__ import annotations

import argparse
import io
import resource
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from subprocess import CompletedProcess

sys.path.insert(0, str(Path(__file__).parents[1]))  # the tests know how to write boards for each judge

from tests.boards import moved, pattern
from tests.judge.programs import LETTER_BOARDS, submitted, written

from nonet import Grid, Shape, count, generate, judge, solve

LIMITS = {
    "luogu-p1784": 1,
    "luogu-p1074": 2,
    "poj-2676": 2,
    "poj-3074": 1,
    "poj-3076": 2,
    "euler-96": 60,
}
"""Limits in seconds for all boards of an input together: those of the statements; for poj-3076, that of a copy."""


def with_24_givens(puzzle: str, random: Random) -> str:
    """Return a board with 24 givens: all but four clues of a puzzle, and cells of its solution."""
    solution = str(solve(puzzle))
    cells = list(range(81))
    random.shuffle(cells)
    cells.sort(key=lambda cell: puzzle[cell] == ".")  # clues first, each kind in random order
    givens = {*cells[4 : 81 - puzzle.count(".")][:24]}
    givens |= {*[cell for cell in cells if puzzle[cell] == "."][: 24 - len(givens)]}
    return "".join(digit if cell in givens else "." for cell, digit in enumerate(solution))


def letter_board(random: Random) -> str:
    """Return a 16x16 puzzle with as few clues as 170 attempts to remove one leave."""
    order = [4 * band + line for band in random.sample(range(4), 4) for line in random.sample(range(4), 4)]
    puzzle = moved(pattern(Shape(4, 4)), order, order[::-1], [0, *random.sample(range(1, 17), 16)])
    for cell in random.sample(range(256), 170):
        fewer = puzzle.replace({cell: 0})
        puzzle = fewer if count(fewer) == 1 else puzzle
    return str(puzzle)


def cpu_seconds(run: Callable[[], CompletedProcess[str]]) -> tuple[float, str]:
    """Return the CPU seconds of a process with the start of its interpreter, and what it prints."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = run()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, done.stdout


def measure(name: str, puzzles: list[str]) -> tuple[list[float], float]:
    """Return the CPU seconds of the file for each puzzle, and the ratio to `nonet judge`; stop at a wrong answer."""
    command = [sys.executable, "-m", "nonet", "judge", name]
    times, base = [], []
    for puzzle in puzzles:
        text, expected = written(name, [puzzle]), io.StringIO()
        judge.run(name, io.StringIO(text), expected)
        seconds, answer = cpu_seconds(partial(submitted, name, text))
        if answer != expected.getvalue():
            raise SystemExit(f"{name} is wrong about {puzzle}")
        times.append(seconds)
        if len(base) < 10:
            run = partial(subprocess.run, command, input=text, capture_output=True, encoding="utf-8")
            base.append(cpu_seconds(run)[0])
    return times, median(times[: len(base)]) / median(base)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("path", nargs="?", type=Path, metavar="FILE")
    parser.add_argument("--number", type=int, default=50, help="puzzles per judge, spread over the file")
    parser.add_argument("--judge", action="append", help="only this judge; may be repeated")
    arguments = parser.parse_args()
    if arguments.path:
        puzzles = [str(Grid(line)) for line in arguments.path.read_text(encoding="ascii").split()]
        puzzles = puzzles[:: max(1, len(puzzles) // arguments.number)][: arguments.number]
    else:
        puzzles = [str(puzzle) for puzzle in generate(count=arguments.number, seed=1)]
    names = [judge.find_judge(name).name for name in arguments.judge or judge.JUDGES]
    random = Random(1)
    targets = [with_24_givens(puzzle, random) for puzzle in puzzles]
    letters = [letter_board(random) for _ in range(min(arguments.number, 5))] if {*names} & {*LETTER_BOARDS} else []
    print(f"{'judge':14}{'boards':>8}{'median':>10}{'slowest':>10}{'total':>10}{'limit':>8}{'/ nonet judge':>16}")
    for name in names:
        own = letters if name in LETTER_BOARDS else targets if name == "luogu-p1074" else puzzles
        times, ratio = measure(name, own)
        limit = f"{LIMITS[name]} s" if name in LIMITS else ""
        print(
            f"{name:14}{len(own):8}{median(times):8.3f} s{max(times):8.3f} s{sum(times):8.2f} s{limit:>8}{ratio:16.2f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
