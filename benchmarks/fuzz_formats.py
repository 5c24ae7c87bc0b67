"""Test the readers of all formats with damaged samples and random bytes, for a given time.

    python benchmarks/fuzz_formats.py --seconds 600 --seed 1

A finding is an exception that is not a `NonetError`, an error that is raised although `on_error` is given, a puzzle
that changes when it is written and read again, or text that takes more than `--slow` seconds. Each finding is printed
with the text, so that it can be repeated. The exit status is 1 if there is a finding.
"""

from __future__ import annotations

import argparse
import gzip
import random
import sys
import traceback
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from itertools import islice
from time import monotonic, process_time

from nonet import Entry, Grid, NonetError, Position
from nonet.formats import FORMATS, read_many, sniff, write
from nonet.judge import JUDGES

BOARD = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SMALL = "1....2.........."
PIECES = [
    *(
        b"\0",
        b"\n",
        b"\r\n",
        b"\xff",
        b"\xef\xbb\xbf",
        b"\xff\xfe",
        b"[",
        b"]",
        b"{",
        b"}",
        b'"',
        b",",
        b";",
        b"\t",
        b"|",
    ),
    *(b"-", b"--+--", b"#", b":", b"<game data='", b"<!ENTITY a 'b'>", b"version: 9", b"9" * 5000, b"1e999", b"NaN"),
    *(b"[Puzzle]", b"[State]", b"*-----*", b"u1", b"\xe2\x94\x82", b"puzzle,solution", b"\xed\xa0\x80", b"\x1f\x8b"),
    *("１２".encode(), "²".encode(), b"null", b"true", b'{"puzzle":', b"99999999999", b"-5", BOARD.encode(), b" " * 99),
]


def samples() -> list[bytes]:
    """Puzzles and positions in every format."""
    texts = []
    for board in (BOARD, SMALL, "." * 36, "." * 256):
        grid = Grid(board)
        entry = Entry(grid, Position(grid), None, "a comment", {"title": "Grid 01", "id": "7"})
        for name in FORMATS:
            texts += [write(each, format=name).encode() for each in (grid, entry)]
            texts.append(write([grid, entry, grid][: 1 if name == "opensudoku" else 3], format=name).encode())
    return texts


def damaged(data: bytes, others: list[bytes], chance: random.Random) -> bytes:
    """The data after one to eight random changes."""
    changed = bytearray(data)
    for _ in range(chance.randint(1, 8)):
        at = chance.randint(0, len(changed))
        end = min(len(changed), at + chance.choice((1, 1, 2, 8, 80)))
        kind = chance.randrange(6)
        if kind == 0:
            del changed[at:end]
        elif kind == 1:
            changed[at:at] = chance.choice(PIECES)
        elif kind == 2:
            changed[at:end] = bytes(chance.randrange(256) for _ in range(end - at))
        elif kind == 3:
            changed[at:at] = changed[at:end] * chance.choice((2, 10, 300))
        elif kind == 4:
            other = chance.choice(others)
            changed[at:at] = other[chance.randint(0, len(other)) :]
        else:
            changed[at:end] = chance.choice(PIECES)
    return bytes(changed[: chance.choice((3_000, 3_000, 3_000, 30_000))])


def read_everything(data: bytes, name: str | None) -> None:
    """Read data; what is read must be the same after it is written and read again."""
    errors: list[NonetError] = []
    entries = list(read_many(data, format=name, on_error=errors.append))
    for entry in entries[:3]:
        for each in ("line", "json"):
            text = write(entry.grid, format=each)
            shape = entry.grid.shape
            (again,) = read_many(text, format=each, shape=shape)
            if again.grid != entry.grid:
                raise AssertionError(f"{entry.grid} is read as {again.grid} after it was written as {each}")
    for error in errors:
        if len(str(error)) > 2000:
            raise AssertionError(f"a message of {len(str(error))} characters")


def sniff_everything(data: bytes, name: str | None) -> None:
    """Find the format, and read the text as one board."""
    text = data.decode("utf-8", errors="replace")
    for work in (lambda: sniff(text), lambda: Grid(text)):
        with suppress(NonetError):
            work()


def judge_everything(data: bytes, name: str | None) -> None:
    """Give the data to an online judge's program."""
    lines = iter(data.decode("latin-1").splitlines()[:50])
    with suppress(NonetError):
        for _ in islice(JUDGES[name or "leetcode-37"].run(lines), 20):
            pass


def main() -> int:
    parser = argparse.ArgumentParser(description="Test the readers of all formats with damaged samples.")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--slow", type=float, default=2.0, help="seconds of CPU time for at most 30 kB")
    options = parser.parse_args()
    chance, originals = random.Random(options.seed), samples()
    judges = ["leetcode-36", "leetcode-37"]
    works: list[tuple[Callable[[bytes, str | None], None], list[str | None]]] = [
        (read_everything, [None, None, None, *FORMATS]),
        (sniff_everything, [None]),
        (judge_everything, [*judges]),
    ]
    deadline, found, tried = monotonic() + options.seconds, Counter[str](), 0
    while monotonic() < deadline:
        data = damaged(chance.choice(originals), originals, chance)
        if chance.random() < 0.05:
            data = gzip.compress(data)[: chance.choice((None, -5, 20))]
        if chance.random() < 0.05:
            data = chance.randbytes(chance.randint(0, 5000))
        for work, names in works:
            name = chance.choice(names)
            began = process_time()
            try:
                work(data, name)
                problem = ""
            except Exception as error:
                last = traceback.extract_tb(error.__traceback__)[-1]
                problem = f"{type(error).__name__}: {str(error)[:200]} ({last.name}, line {last.lineno})"
            if process_time() - began > options.slow:
                problem = problem or f"took {process_time() - began:.1f} s"
            if problem:
                found[problem] += 1
                if found[problem] == 1:
                    print(f"{work.__name__}, {name}: {problem}\n  {data[:300]!r}", flush=True)
            tried += 1
    print(f"{tried} texts in {options.seconds:g} s: {len(found)} findings")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
