"""Measure the seven methods on eight puzzles: ``python benchmarks/lessons.py [--timeout SECONDS] [--puzzle NAME]...``

Prints the tables of docs/algorithms.md, nodes and CPU time until the first solution, and each row as soon as it is
measured (on standard error). A run shorter than a second is repeated, and the fastest counts. A method that
needs more than the timeout is stopped; with ``--timeout 7200`` every method finishes, which takes hours.
"""

from __future__ import annotations

import argparse
import sys
import time

from nonet import OutOfTime
from nonet.search import METHODS, Trace, find

PUZZLES = {
    "sample": ".2738..1..1...6735.......293.5692.8...........6.1745.364.......9518...7..8..6534.",
    "light": "1.3...5.9..21.94.....7.4...3..5.2..6.6.....5.7..8.3..4...4.1.....92.58..8.4...1.7",
    "easy": "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "escargot": "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
    "hard": "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    "blonde": ".......12........3..23..4....18....5.6..7.8.......9.....85.....9...4.5..47...6...",
    "mean": "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
    "few": "9..8...........5............2..1...3.1.....6....4...7.7.86.........3.1..4.....2..",
}
"""The puzzles by name, sorted by the nodes of the plain search."""

_SHORT = 1.0  # seconds of a run that is repeated
_TOTAL = 2.0


def measure(puzzle: str, method: str, timeout: float) -> tuple[int, float, bool]:
    """Return the nodes until the first solution, the CPU time of the fastest run, and whether the search finished."""
    seconds: list[float] = []
    while not seconds or (sum(seconds) < _TOTAL and seconds[-1] < _SHORT):
        trace = Trace(timeout=timeout)
        start = time.process_time()
        try:
            next(find(puzzle, method=method, trace=trace))
        except OutOfTime:
            return trace.nodes, time.process_time() - start, False
        seconds.append(time.process_time() - start)
    return trace.nodes, min(seconds), True


def duration(seconds: float) -> str:
    """Return a time in the unit that fits, with two digits."""
    units = ((60 * 2, 1 / 60, "min"), (1, 1, "s"), (1e-3, 1e3, "ms"), (0, 1e6, "µs"))
    number, unit = next((seconds * factor, unit) for least, factor, unit in units if seconds >= least)
    return f"{number:.1f} {unit}" if number < 10 else f"{float(f'{number:.2g}'):,.0f} {unit}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--timeout", type=float, default=30, help="seconds per method and puzzle")
    parser.add_argument("--puzzle", choices=PUZZLES, action="append", help="only this puzzle; can be repeated")
    parser.add_argument("--method", choices=METHODS, action="append", help="only this method; can be repeated")
    arguments = parser.parse_args()
    methods = arguments.method or list(METHODS)
    nodes, times = ([f"| puzzle | {' | '.join(methods)} |", f"| --- |{' ---: |' * len(methods)}"] for _ in range(2))
    for name in arguments.puzzle or PUZZLES:
        found = [measure(PUZZLES[name], method, arguments.timeout) for method in methods]
        marks = ["" if finished else "> " for _, _, finished in found]
        for table, texts in (
            (nodes, [f"{number:,}" for number, _, _ in found]),
            (times, [duration(seconds) for _, seconds, _ in found]),
        ):
            cells = [mark + text for mark, text in zip(marks, texts, strict=True)]
            table.append(f"| `{name}` | {' | '.join(cells)} |")
        print(nodes[-1], times[-1], sep="\n", file=sys.stderr, flush=True)
    print("nodes", "", *nodes, "", "time", "", *times, sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
