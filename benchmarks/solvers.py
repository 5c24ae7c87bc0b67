"""Time nonet against other solvers in one run: ``python benchmarks/solvers.py --peer name=library.so SET...``

A set is a file with one puzzle per line. Each program counts the solutions of each puzzle up to 2, with one thread;
nonet also writes the first one. The programs alternate in rounds of some calls, and the best call of each counts,
because other work on the machine can only make a call slower. nonet is called through `solve_many` with bytes in
memory. A peer is a shared library with this C function, which gets lines of 81 characters with '.' for a blank:

    void peer_count(const char* lines, size_t stride, size_t number, uint64_t limit, uint64_t* counts);

With --single, puzzles are solved one at a time: nonet through its kernel and through `nonet.solve`, the peers through
ctypes. The figures are then medians over the puzzles of the best round of each puzzle, in microseconds.
"""

from __future__ import annotations

import argparse
import ctypes
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import monotonic, perf_counter, thread_time

import numpy as np

import nonet
from nonet import _native  # type: ignore[attr-defined,unused-ignore]
from nonet.kernel import instruction_set

SECONDS_PER_ROUND = 0.02
"""The time that nonet gets in each round: for the first puzzles of a large set, or for a small one several times."""

CALLS_PER_ROUND = 3
"""How often a program is called in a round: the first call finds the caches filled by the program before it."""

MOST_PER_ROUND = 20_000
"""The largest number of puzzles in a round, so that they and their solutions fit into the caches of the CPU."""

Solve = Callable[[bytes, int], np.ndarray]
"""Counts the solutions of some lines."""


def read_lines(path: Path, most: int) -> list[bytes]:
    lines = [line[:81] for line in path.read_bytes().splitlines() if len(line) >= 81]
    return [line.replace(b"0", b".") for line in lines[:most]]


def by_nonet(text: bytes, number: int) -> np.ndarray:
    return nonet.solve_many(text, threads=1).counts


def by_peer(library: str) -> Solve:
    count = ctypes.CDLL(str(Path(library).resolve())).peer_count
    count.restype = None

    def solve(text: bytes, number: int) -> np.ndarray:
        counts = np.empty(number, np.uint64)
        sizes = (ctypes.c_size_t(size) for size in (82, number))
        count(text, *sizes, ctypes.c_uint64(2), ctypes.c_void_p(counts.ctypes.data))
        return counts

    return solve


def batches(lines: list[bytes], programs: dict[str, Solve], seconds: float) -> dict[str, float]:
    """Return the puzzles per second of CPU time of each program: the best round."""
    number = min(MOST_PER_ROUND, round(SECONDS_PER_ROUND * speed_of_nonet(lines))) or 1
    lines = lines[:number] * max(1, number // len(lines))
    text, best = b"".join(line + b"\n" for line in lines), dict.fromkeys(programs, 0.0)
    expected, stop = by_nonet(text, len(lines)), monotonic() + seconds
    while monotonic() < stop:
        for name in [name for name in programs for _ in range(CALLS_PER_ROUND)]:
            start = thread_time()
            counts = programs[name](text, len(lines))
            best[name] = max(best[name], len(lines) / (thread_time() - start))
            if (counts != expected).any():
                raise SystemExit(f"{name} does not agree with nonet")
            del counts  # the next call gets the same memory, so that none waits for new memory
    return best


def speed_of_nonet(lines: list[bytes]) -> float:
    """Return about how many puzzles nonet solves per second."""
    some = lines[:2000]
    text, times = b"".join(line + b"\n" for line in some), []
    for _ in range(5):
        start = thread_time()
        by_nonet(text, len(some))
        times.append(thread_time() - start)
    return len(some) / min(times)


def singles(lines: list[bytes], programs: dict[str, Solve], seconds: float) -> dict[str, float]:
    """Return the median time per puzzle of each program, in microseconds."""
    calls: dict[str, Callable[[bytes, nonet.Grid], object]] = {
        "nonet, kernel": lambda line, grid: _native.solve_one(line, 2),
        "nonet.solve": lambda line, grid: nonet.solve(grid),
    }
    for name, solve in programs.items():
        if name != "nonet":
            calls[name] = lambda line, grid, solve=solve: solve(line, 1)  # type: ignore[misc]
    grids = [nonet.Grid(line.decode()) for line in lines]
    best, stop = {name: [float("inf")] * len(lines) for name in calls}, monotonic() + seconds
    while monotonic() < stop:
        for index, (line, grid) in enumerate(zip(lines, grids, strict=True)):
            for name, call in calls.items():
                start = perf_counter()
                call(line, grid)
                best[name][index] = min(best[name][index], perf_counter() - start)
    return {name: 1e6 * median(times) for name, times in best.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="+", type=Path, metavar="SET", help="file with one puzzle per line")
    parser.add_argument("--peer", action="append", default=[], metavar="NAME=LIBRARY", help="another program")
    parser.add_argument("--seconds", type=float, default=5, metavar="S", help="time for each set (default: 5)")
    parser.add_argument("--puzzles", type=int, default=20_000, metavar="N", help="puzzles per set (default: 20000)")
    parser.add_argument("--single", action="store_true", help="solve one puzzle at a time")
    options = parser.parse_args()
    programs = {"nonet": by_nonet} | {name: by_peer(path) for name, path in (peer.split("=") for peer in options.peer)}
    print(f"instruction set: {instruction_set()}")
    for path in options.paths:
        lines = read_lines(path, options.puzzles)
        measured = (singles if options.single else batches)(lines, programs, options.seconds)
        figures = " | ".join(f"{name} {figure:,.1f}" for name, figure in measured.items())
        others = [figure for name, figure in measured.items() if not name.startswith("nonet")]
        first = next(iter(measured.values()))
        ratio = f"{(min(others) / first) if options.single else first / max(others):.1f}" if others else "-"
        print(f"| {path.stem} | {figures} | {ratio} |", flush=True)


if __name__ == "__main__":
    main()
