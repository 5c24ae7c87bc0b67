"""How fast puzzles are rated: ``python benchmarks/rating.py FILE... [--most N]``, beside hodoku-py, if installed.

Processor time of one process, both programs in the same run and on the same puzzles, one after the other; the peer gets
fewer puzzles where it is slow, and the ratio is of puzzles a second.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from nonet import explain, hint, rate


def seconds_of(ask: Callable[[str], object], puzzles: list[str], most: float) -> tuple[float, int]:
    """Processor seconds, and how many puzzles were done before they were over."""
    ask(puzzles[0])
    began = time.process_time()
    done = 0
    for puzzle in puzzles:
        ask(puzzle)
        done += 1
        if time.process_time() - began > most:
            break
    return time.process_time() - began, done


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("paths", type=Path, nargs="+")
    parser.add_argument("--most", type=int, default=500, help="puzzles a file, spread over it")
    parser.add_argument("--seconds", type=float, default=30, help="processor time a program and file")
    arguments = parser.parse_args()
    programs: dict[str, Callable[[str], object]] = {"rate": rate, "explain": explain, "hint": hint}
    if find_spec("hodoku"):
        programs["hodoku-py"] = import_module("hodoku").Solver().solve
    for path in arguments.paths:
        puzzles = path.read_text(encoding="ascii").split()
        puzzles = puzzles[:: max(1, len(puzzles) // arguments.most)][: arguments.most]
        rates = {}
        for name, ask in programs.items():
            seconds, done = seconds_of(ask, puzzles, arguments.seconds)
            rates[name] = done / seconds
            print(f"{path.stem:20} {name:10} {done:6} puzzles {rates[name]:10.2f} a second", flush=True)
        if "hodoku-py" in rates:
            print(f"{path.stem:20} rate / hodoku-py: {rates['rate'] / rates['hodoku-py']:.1f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
