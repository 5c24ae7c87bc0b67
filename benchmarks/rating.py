"""Measure ratings per second: ``python benchmarks/rating.py FILE... [--limit N]``; compare with hodoku-py if installed.

The time is the CPU time of one process. All programs rate the same puzzles in the same run, one program after the
other. A slow program may not finish all puzzles; the ratio compares puzzles per second.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from nonet import explain, hint, rate


def measure(function: Callable[[str], object], puzzles: list[str], seconds: float) -> tuple[float, int]:
    """Return the CPU time used, and the number of puzzles done before the time was over."""
    function(puzzles[0])
    start = time.process_time()
    done = 0
    for puzzle in puzzles:
        function(puzzle)
        done += 1
        if time.process_time() - start > seconds:
            break
    return time.process_time() - start, done


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("paths", type=Path, nargs="+")
    parser.add_argument("--limit", type=int, default=500, help="puzzles per file, spread over the file")
    parser.add_argument("--seconds", type=float, default=30, help="CPU time per program and file")
    arguments = parser.parse_args()
    by_steps = partial(rate, scale="hodoku")
    programs: dict[str, Callable[[str], object]] = {"rate": by_steps, "explain": explain, "hint": hint}
    if find_spec("hodoku"):
        programs["hodoku-py"] = import_module("hodoku").Solver().solve
    for path in arguments.paths:
        puzzles = path.read_text(encoding="ascii").split()
        puzzles = puzzles[:: max(1, len(puzzles) // arguments.limit)][: arguments.limit]
        speeds = {}
        for name, function in programs.items():
            seconds, done = measure(function, puzzles, arguments.seconds)
            speeds[name] = done / seconds
            print(f"{path.stem:20} {name:10} {done:6} puzzles {speeds[name]:10.2f} per second", flush=True)
        if "hodoku-py" in speeds:
            print(f"{path.stem:20} rate / hodoku-py: {speeds['rate'] / speeds['hodoku-py']:.1f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
