"""Measure the scale of Sudoku Explainer: ``python benchmarks/explainer.py FILE... [--limit N] [--truth CSV]``.

Without options, it prints how many puzzles of each file `rate_many` rates per CPU second, with one thread. ``--each``
prints the longest time for each ER. ``--truth`` names a CSV file with the columns puzzle, ER, EP and ED of the real
program, and prints how many agree; ``--least`` leaves out those with a lower ER. ``--reference`` compares all steps of
the kernel with the reference in Python. ``--log`` names a file that gets one line per compared puzzle, as it is done.
"""

from __future__ import annotations

import argparse
import csv
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

from nonet import Grid, rate_many
from nonet.logic import explainer_path
from nonet.logic.scales.explainer.walk import LAST_PRODUCER, walk


def timed(puzzles: list[str]) -> Iterator[tuple[str, float, float]]:
    """Yield each puzzle with its ER and the CPU time of its rating."""
    for puzzle in puzzles:
        start = time.process_time()
        [rated] = rate_many([puzzle], scale="se", threads=1)
        seconds = time.process_time() - start
        yield puzzle, rated.rating.se.er if rated.rating and rated.rating.se else 0.0, seconds


def show_speed(path: Path, puzzles: list[str], each: bool) -> None:
    if each:
        slowest: dict[float, float] = {}
        for _, er, seconds in timed(puzzles):
            slowest[er] = max(slowest.get(er, 0), seconds)
        for er, seconds in sorted(slowest.items()):
            print(f"{path.stem:20} ER {er:4} at most {seconds:7.3f} s")
        return
    start = time.process_time()
    number = sum(1 for _ in rate_many(puzzles, scale="se", threads=1))
    seconds = time.process_time() - start
    print(f"{path.stem:20} {number:6} puzzles {number / seconds:10.1f} per CPU second", flush=True)


def show_agreement(path: Path, limit: int, least: float, log: TextIO) -> int:
    """Print how many ratings agree with those of the real program; a missing value agrees with any."""
    with path.open(newline="", encoding="ascii") as file:
        rows = [row for row in csv.DictReader(file) if float(row["ER"]) >= least]
    rows = rows[:: max(1, len(rows) // limit)][:limit]
    differing = 0
    for row in rows:
        start = time.process_time()
        [rated] = rate_many([row["puzzle"]], scale="se", threads=1)
        seconds = time.process_time() - start
        expected = [row[name] for name in ("ER", "EP", "ED")]
        found = [str(value) for value in rated.rating.se] if rated.rating and rated.rating.se else [rated.status]
        is_same = all(value in ("", own) for value, own in zip(expected, found, strict=False))
        differing += not is_same
        line = f"{row['puzzle']} {'/'.join(expected)} {'is' if is_same else 'is not'} {'/'.join(found)}"
        print(f"{line} {seconds:.2f} s", file=log, flush=True)
        if not is_same:
            print(line, flush=True)
    print(f"{path.name}: {len(rows) - differing} of {len(rows)} agree")
    return differing


def show_reference(path: Path, puzzles: list[str], log: TextIO) -> int:
    differing = 0
    for puzzle in puzzles:
        grid = Grid(puzzle)
        steps = explainer_path(grid, last_producer=LAST_PRODUCER)
        is_same = steps == list(walk(list(grid)))
        differing += not is_same
        hardest = max((step.rating for step in steps), default=0)
        print(f"{puzzle} {hardest:.1f} {'same' if is_same else 'differs'}", file=log, flush=True)
    number = len(puzzles)
    print(f"{path.stem:20} {number - differing} of {number} puzzles have the same steps in Python", flush=True)
    return differing


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("paths", type=Path, nargs="*", help="files with one puzzle per line")
    parser.add_argument("--limit", type=int, default=10**9, help="puzzles per file, spread over the file")
    parser.add_argument("--each", action="store_true", help="print the longest time for each ER")
    parser.add_argument("--truth", type=Path, help="ratings of the real program, as CSV")
    parser.add_argument("--least", type=float, default=0.0, metavar="ER", help="leave out lower ratings of the CSV")
    parser.add_argument("--log", type=argparse.FileType("a"), default=os.devnull, help="a file for one line per puzzle")
    parser.add_argument("--reference", action="store_true", help="compare with the reference in Python")
    arguments = parser.parse_args()
    differing = 0
    if arguments.truth:
        differing += show_agreement(arguments.truth, arguments.limit, arguments.least, arguments.log)
    for path in arguments.paths:
        puzzles = [line[:81] for line in path.read_text(encoding="ascii").splitlines() if len(line) >= 81]
        puzzles = puzzles[:: max(1, len(puzzles) // arguments.limit)][: arguments.limit]
        if arguments.reference:
            differing += show_reference(path, puzzles, arguments.log)
        else:
            show_speed(path, puzzles, arguments.each)
    return int(differing > 0)


if __name__ == "__main__":
    sys.exit(main())
