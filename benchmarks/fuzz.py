"""Give damaged and random input to everything in nonet that reads input, for a given time.

    python benchmarks/fuzz.py --list                             # the parsers
    python benchmarks/fuzz.py --seconds 600 --only csv web       # 600 seconds of CPU time for each of two parsers
    python benchmarks/fuzz.py --seconds 30 --seed 7              # 30 seconds for each parser

Each parser gets samples after random changes. A change that leads to a new kind of answer becomes a sample itself. A
finding is an exception that is not a `NonetError`, a crash, a check that fails, or input that takes more than `--slow`
seconds of CPU time. Each finding is printed with its input, so that it can be repeated, and the exit status is 1.
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import json
import os
import random
import re
import resource
import signal
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from itertools import islice
from pathlib import Path
from time import monotonic, process_time, sleep
from typing import Any, NamedTuple

import click
import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.feather
import pyarrow.parquet

import nonet
from nonet import Entry, Grid, NonetError, Position
from nonet.bulk import LineFormat, TextRun, TextSource, process_files
from nonet.cellset import CellSet
from nonet.cli import COMMANDS, main as nonet_main
from nonet.cli.batch import types_of
from nonet.cli.bench import numbers_of
from nonet.cli.dataset import splits_of
from nonet.cli.generate import clues_of, ratings_of, scores_of
from nonet.create.request import Request
from nonet.errors import OutOfTime
from nonet.formats import FORMATS, read, read_many, read_position, sniff, write
from nonet.formats.entry import as_entry
from nonet.formats.fpuzzles import json_of_entry
from nonet.geometry import Cell, Shape
from nonet.judge import JUDGES
from nonet.judge.registry import find_judge
from nonet.logic import technique
from nonet.logic.techniques import Level
from nonet.messages import in_language
from nonet.tables import arrow
from nonet.transforms import transform
from nonet.web import operations
from nonet.web.app import build_app
from nonet.web.settings import Settings

BOARD = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SMALL = "1....2.........."
GALLERY = Path(__file__).parents[1] / "docs/variants.jsonl"
KILLER_TEXTS = [
    b"2x2::k:" + b":".join(b"%d" % number for number in [768, 768, 1025, 1025, *[2] * 12]),
    b"2x2:d:k:" + b":".join(b"%d" % number for number in [1280, 0, 1280, *[0] * 13]),
    b"SumoCueV1=5J0+0J0=7J1+2J1" + b"=0J0=0J0=0J1=0J1" + b"=0J2=0J2=0J3=0J3" * 2,
    b"SumoCueV1=1=0=0=0=0=0=3=0=0=0=0=0=0=4=0=0",
]
LONGEST_MESSAGE = 2000
MOST_SAMPLES = 3000
SIGNS = [bytes([sign]) for sign in b'\0\n\xff[]{}",;\t|-#:=+/\\x']
PIECES = [
    *SIGNS,
    *(b"\r\n", b"\xef\xbb\xbf", b"\xff\xfe", b"--+--", b"<game data='", b"<!ENTITY a 'b'>", b"version: 9", b"9" * 5000),
    *(b"[Puzzle]", b"[State]", b"*-----*", b"u1", b"\xe2\x94\x82", b"puzzle,solution", b"\xed\xa0\x80", b"\x1f\x8b"),
    *("１２".encode(), "²".encode(), b"null", b"true", b'{"puzzle":', b"99999999999", b"-5", BOARD.encode(), b" " * 99),
    *(b"1e999", b"NaN", b"r1c1", b"r0c1", b"3x3", b"2147483648", b"\\ud800", b"\xe2\x80\xa8", b"\x1b[31m"),
    *(b"0x1F", b"1_0"),
]

Check = Callable[[bytes, random.Random], object]
"""Reads some data and returns the kind of the answer; raises an exception if the answer is wrong."""


class Parser(NamedTuple):
    """Something that reads input, and samples of what it reads."""

    samples: Callable[[], list[bytes]]
    check: Check
    is_solving: bool = False
    """Whether it does more than read, so that the time says nothing."""


class Stopped(BaseException):
    """The time for one check is over."""


def kind_of(error: object) -> str:
    """Return a message without the numbers and quotes of the input."""
    return re.sub(r"'.*'|\".*\"|/\S+|[0-9]+", "_", str(error))[:80]


def checked(message: str) -> str:
    """Check a message, also in Chinese, and return its kind."""
    if len(message) > LONGEST_MESSAGE or len(in_language(message, "zh")) > LONGEST_MESSAGE:
        raise AssertionError(f"a message of {len(message)} characters")
    return kind_of(message)


@contextmanager
def at_most(seconds: float, error: type[BaseException] = Stopped) -> Iterator[None]:
    """Raise an exception in the block after this time."""

    def stop(number: int, frame: object) -> None:
        raise error(f"after {seconds:g} s")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


# Text: formats, judges, names


def texts_of_formats(*names: str) -> list[bytes]:
    """Return puzzles, positions and puzzles with rules in some formats; without names, in all."""
    texts = []
    for name in names or FORMATS:
        if not FORMATS[name].can_write:
            texts += KILLER_TEXTS
            continue
        for board in (BOARD, SMALL, "." * 36, "." * 256):
            grid = Grid(board)
            entry = Entry(grid, Position(grid), None, "a comment", {"title": "Grid 01", "id": "7"})
            texts += [write(each, format=name).encode() for each in (grid, entry)]
            if name not in ("opensudoku", "nonet"):
                texts.append(write([grid, entry, grid], format=name).encode())
        if FORMATS[name].carries_rules:
            texts += texts_with_rules(name)
    return texts


def texts_with_rules(name: str) -> list[bytes]:
    """Return an example of each rule that the format has."""
    texts = []
    for line in GALLERY.read_text().splitlines():
        with suppress(NonetError):  # each format lacks some rules
            puzzle = read(json.loads(line)["text"], format="nonet")
            texts.append(write(puzzle, format=name).encode())
            if name == "fpuzzles":  # a link is packed, so that most changes of it give no JSON
                texts.append(json.dumps(json_of_entry(as_entry(puzzle))).encode())
    return texts


def reader(name: str | None) -> Check:
    """Return the check of a format: what is read must be the same after it is written and read again."""

    def check(data: bytes, chance: random.Random) -> object:
        if chance.random() < 0.05:
            data = gzip.compress(data)[: chance.choice((None, -5, 20))]
        errors: list[NonetError] = []
        entries = list(read_many(data, format=name, on_error=errors.append, rules=True))
        for entry in entries[:3]:
            puzzle = entry.puzzle or entry.grid
            for each in ("nonet" if entry.puzzle else "line", "json"):
                (again,) = read_many(write(puzzle, format=each), format=each, shape=entry.grid.shape, rules=True)
                if (again.puzzle or again.grid) != puzzle:
                    raise AssertionError(f"{puzzle!r} is read as {again!r} after it was written as {each}")
        return [checked(str(error)) for error in errors[:3]], len(entries[:3])

    return check


def read_one(data: bytes, chance: random.Random) -> object:
    """Find the format, and read the text as one board and as one position."""
    text = data.decode("utf-8", errors="replace")
    shape = chance.choice((None, None, Shape(2, 3), Shape(3, 3), Shape(4, 4)))
    symbols = chance.choice((None, None, "ABCDEFGHIJKLMNOP", "１２３４５６７８９", text[:9]))
    kinds = []
    for work in (
        lambda: sniff(text),
        lambda: Grid(text),
        lambda: Grid(text, shape=shape, symbols=symbols),
        lambda: read_position(data),
    ):
        try:
            kinds.append(type(work()).__name__)
        except NonetError as error:
            kinds.append(checked(str(error)))
    return kinds


def judge_input(data: bytes, chance: random.Random) -> object:
    """Give the data to the program of an online judge; it may take long to solve, but not to read."""
    name = chance.choice([*JUDGES])
    lines = iter(data.decode("latin-1").splitlines()[:50])
    try:
        with at_most(1.0):
            return name, len(list(islice(JUDGES[name].run(lines), 20)))
    except Stopped:
        return name, "stopped"
    except NonetError as error:
        return name, checked(str(error))


def judge_samples() -> list[bytes]:
    """Return boards as the judges write them."""
    rows = [BOARD[start : start + 9].replace(".", "0") for start in range(0, 81, 9)]
    block = "\n".join(rows)
    spaced = "\n".join(" ".join(row) for row in rows)
    lists = json.dumps([list(row.replace("0", ".")) for row in rows])
    letters = "\n".join("-" * 16 for _ in range(16))
    texts = [
        block,
        spaced,
        lists,
        letters,
        f"2\n{block}\n{block}",
        f"Grid 01\n{block}",
        f"{BOARD}\nend",
        f"3\n{spaced}",
    ]
    return [
        text.encode()
        for text in [*texts, f"1\n{lists}", spaced.replace("0", "?"), "2\n1 0 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 0"]
    ]


NAME_PARSERS: dict[str, Callable[[str], object]] = {
    "a cell": Cell.parse,
    "a list of cells": lambda text: CellSet(text.split(",")),
    "a cell of a board": Shape(3, 3).cell,
    "the shape of a box": Shape.parse,
    "a level": Level.parse,
    "a technique": technique,
    "a judge": find_judge,
    "a transform": lambda text: transform(SMALL, text),
    "a pattern": lambda text: Request.of(pattern=text),
    "a pattern of a small board": lambda text: Request.of((2, 2), pattern=text),
    "clues": clues_of,
    "a score": scores_of,
    "ratings": lambda text: ratings_of(text, "--se"),
    "types": types_of,
    "shares": splits_of,
    "threads": numbers_of,
    "settings": lambda text: Settings.from_environment(
        {f"NONET_WEB_{name.upper()}": text for name in ("deadline", "workers", "stopping", "hosts")}
    ),
}


def parse_names(data: bytes, chance: random.Random) -> object:
    """Parse a short text as each kind of name, list or option."""
    text = data.decode("utf-8", errors="surrogateescape")[: chance.choice((20, 200, 20_000))]
    kinds = []
    for what, parse in NAME_PARSERS.items():
        try:
            with click.Context(click.Command("nonet")):
                value = parse(text)
        except NonetError as error:
            kinds.append(checked(str(error)))
        except click.UsageError as error:
            kinds.append(checked(error.format_message()))
        except IndexError as error:  # as of any sequence
            kinds.append(checked(str(error)))
        else:
            kinds.append(type(value).__name__)
            if isinstance(value, Cell) and value.name != text.strip().lower():
                raise AssertionError(f"{what}: {text!r} is {value.name}")
            if isinstance(value, Settings) and not all(np.isfinite([value.deadline, value.stopping])):
                raise AssertionError(f"{what}: {text!r} is not finite")
    return kinds


def name_samples() -> list[bytes]:
    texts = [
        "r1c1",
        "r1c1,r2c3,r9c9",
        "3x3",
        "2 x 3",
        "hard",
        "x-wing",
        "leetcode-37",
        "upside-down",
        "26-30",
        "800-1000",
    ]
    return [
        text.encode()
        for text in [*texts, "7.0-7.5", "8.5+", "id=int64,rate=float64", "train=80,test=20", "1,2,4", BOARD]
    ]


# Columns and files of many puzzles


def column_values(data: bytes, chance: random.Random) -> list[Any]:
    """Return some cells of a column of puzzles, mostly of one type."""
    text = data.decode("utf-8", "replace")
    boards = [BOARD, SMALL, "." * 81, BOARD.replace(".", "0"), "." * 36, *text.splitlines()[:5], text[:81], "", None]
    return chance.choices(boards, k=chance.randint(0, 12))


def column_of(values: list[Any], chance: random.Random) -> Any:
    """Return the values as a column of a random type, or as what people use instead."""
    kinds = [
        pa.string(),
        pa.large_string(),
        pa.string_view(),
        pa.dictionary(pa.int8(), pa.string()),
        pa.binary(),
        pa.large_binary(),
    ]
    kind = chance.randrange(len(kinds) + 5)
    if kind < len(kinds):
        return pa.array(values, kinds[kind])
    digits = [None if value is None else [ord(sign) % 12 for sign in value] for value in values]
    if kind == len(kinds):
        return pa.array(digits, pa.list_(chance.choice((pa.int8(), pa.int64(), pa.uint16(), pa.float64()))))
    if kind == len(kinds) + 1:
        return pa.array([None if row is None else [row[at : at + 9] for at in range(0, len(row), 9)] for row in digits])
    if kind == len(kinds) + 2:
        return pa.chunked_array([pa.array(values[:3], pa.string()), pa.array(values[3:], pa.string())])
    if kind == len(kinds) + 3:
        return pa.array([None if row is None else sum(row) for row in digits])
    return pa.array([row if row is None or len(row) == 81 else None for row in digits], pa.list_(pa.int32(), 81))


def column_input(data: bytes, chance: random.Random) -> object:
    """Solve a column: each row must get the answer that it gets alone, and a slice the slice of the answers."""
    values = column_values(data, chance)
    column = column_of(values, chance)
    name = chance.choice(("solve", "count", "check", "clues", "guesses", "canonical"))
    compute = getattr(arrow, name)
    try:
        answers = compute(column).to_pylist()
    except NonetError as error:
        return checked(str(error))
    if len(answers) != len(column):
        raise AssertionError(f"{len(answers)} answers for {len(column)} rows of {column.type}")
    start = chance.randint(0, len(values))
    if compute(column.slice(start)).to_pylist() != answers[start:]:
        raise AssertionError(f"{name}: a slice of {column.type} has other answers: {values!r}")
    for row in range(min(len(answers), 3)):
        if compute(column.slice(row, 1)).to_pylist() != answers[row : row + 1]:
            raise AssertionError(f"{name}: {values[row]!r} alone has another answer as {column.type}")
    return str(column.type), name, sorted({type(answer).__name__ for answer in answers})


def row_input(data: bytes, chance: random.Random) -> object:
    """Solve bytes, lists and arrays; a list must get the answers that its texts get one at a time."""
    values = column_values(data, chance)
    numbers = np.frombuffer(data[:810], np.uint8)
    sources: list[Callable[[], Any]] = [
        lambda: data,
        lambda: memoryview(data)[::2],
        lambda: values,
        lambda: np.array(values, object),
        lambda: np.array([value or "" for value in values]),
        lambda: numbers[: len(numbers) // 81 * 81].reshape(-1, 81),
        lambda: numbers[: len(numbers) // 81 * 81].reshape(-1, 9, 9).astype(chance.choice("bhqfdO?")),
        lambda: numbers.astype(chance.choice("bhqfdO")),
    ]
    source = chance.choice(sources)()
    try:
        batch = nonet.solve_many(source, threads=1)
    except NonetError as error:
        return checked(str(error))
    for row in range(min(len(batch), 3)) if source is values else ():
        with suppress(NonetError):
            alone = nonet.solve_many([values[row]], threads=1)
            if alone.status[0] != batch.status[row] or (alone.solutions[0] != batch.solutions[row]).any():
                raise AssertionError(f"{values[row]!r} alone has another answer")
    return type(source).__name__, len(batch) > 0, sorted({*batch.status.tolist()})


def batch_text(data: bytes, chance: random.Random) -> object:
    """Process a text file; a run that was cut and resumed must give the same bytes, and a reader the same puzzles."""
    with tempfile.TemporaryDirectory() as name:
        source, output = Path(name) / "a.txt", Path(name) / "b.txt"
        source.write_bytes(gzip.compress(data) if chance.random() < 0.1 else data)
        form = LineFormat(chance.choice(("solve", "count", "check")), chance.choice(("lines", "csv", "jsonl")))

        def run(*, resume: bool) -> list[str]:
            with TextSource(str(source)) as opened:
                found = TextRun(opened, output, form, threads=chance.choice((1, 2)), resume=resume)
                return [checked(str(error)) for result in found for error in result.errors]

        try:
            errors = run(resume=False)
        except NonetError as error:
            return checked(str(error))
        if not output.exists():
            return errors[:3]
        whole = output.read_bytes()
        number = whole.count(b"\n") - bool(form.header)
        bad: list[NonetError] = []
        read = sum(1 for _ in read_many(data, on_error=bad.append))
        if read != number and not any("rule" in str(error) for error in bad):  # a batch reports rules line by line
            raise AssertionError(f"{number} results of {form}, but the reader finds {read} puzzles")
        output.write_bytes(whole[: chance.randint(len(form.header), len(whole))])
        run(resume=True)
        if output.read_bytes() != whole:
            raise AssertionError(f"another result of {form} after it was cut and resumed")
        return errors[:3], min(number, 3), form


def table_samples() -> list[bytes]:
    """Return table files of all kinds."""
    table = pa.table(
        {"id": ["007", "1.10", "a,b", None], "puzzle": [BOARD, SMALL, "." * 81, "x"], "n": [1, 2, None, 4]}
    )
    files: list[Callable[[Any], object]] = [
        lambda path: pa.csv.write_csv(table, path),
        lambda path: pa.parquet.write_table(table, path),
        lambda path: pa.parquet.write_table(table, path, compression="zstd", use_dictionary=False),
        lambda path: pa.feather.write_feather(table, path),
    ]
    found = [
        b"quizzes,solutions\n" + f"{BOARD},{BOARD}\n".encode() * 3,
        b'puzzle;id\r\n"' + BOARD.encode() + b'";"x\ny"\r\n',
    ]
    for make in files:
        with tempfile.NamedTemporaryFile() as file:
            make(file.name)
            found.append(Path(file.name).read_bytes())
    return found


def table_input(data: bytes, chance: random.Random) -> object:
    """Process a table file; the output must be there and have the rows of the report, or there must be none."""
    with tempfile.TemporaryDirectory() as name:
        suffix = ".parquet" if b"PAR1" in data[:8] else ".arrow" if b"ARROW1" in data[:8] else ".csv"
        if chance.random() < 0.05:
            suffix = chance.choice((".csv", ".parquet", ".arrow", ".tsv"))
        source, output = Path(name) / f"a{suffix}", Path(name) / f"b{chance.choice(('.csv', '.parquet', '.arrow'))}"
        source.write_bytes(data)
        try:
            (report,) = process_files(source, output, threads=1, add=chance.choice((None, ["solution", "clues"])))
        except NonetError as error:
            if output.exists():
                raise AssertionError("an output in spite of an error") from error
            return suffix, checked(str(error))
        if output.suffix != ".csv":
            read = pa.parquet.read_table if output.suffix == ".parquet" else pa.feather.read_table
            if len(read(output)) != report.rows:
                raise AssertionError(f"{len(read(output))} rows, but {report.rows} in the report")
        return suffix, output.suffix, min(report.rows, 3), [checked(message) for message in report.bad_rows[:2]]


# Command lines


OPTIONS: dict[str, list[dict[str, Any]]] = json.loads((Path(nonet.__file__).parent / "cli/options.json").read_text())
NOT_RUN = {"web", "manual"}
NOT_GIVEN = {"--engine", "--address", "--peers", "--encoding"}
"""Options that start a cluster or measure other programs; encodings are names of Python, and some of them are slow."""
VALUES = [
    *(
        "0",
        "1",
        "-1",
        "2",
        "9",
        "3",
        "17-20",
        "7.0-7.5",
        "nan",
        "inf",
        "1e400",
        "99999999999999999999999",
        "2147483648",
    ),
    *(
        "",
        "x",
        "²",
        "１",
        "\udcff",
        "a,b",
        "id=int64",
        "train=80,test=20",
        "3x3",
        "2x3",
        "5x5",
        "99x99",
        "0x0",
        "\x1b[31m",
    ),
    *("out.txt", "out.csv", "out.parquet", "out.svg", "out.pdf", "out.png", "missing/out.txt", "/dev/full"),
    *("/dev/null", "."),
    *("puzzles.txt", "damaged.txt", BOARD, SMALL, "r1c1", "-", "--", "all", "easy", "x-wing", "9" * 5000, "a\nb"),
]
STATUSES = {0, 1, 2, 130, 141}


def command_line(chance: random.Random) -> list[str]:
    """Return a command with random options and values."""
    name = chance.choice([command for command in COMMANDS if command not in NOT_RUN])
    arguments = [name]
    for row in chance.choices(OPTIONS[name], k=chance.randint(0, 4)):
        option = chance.choice(chance.choice(row["names"]).split("/"))
        if option in NOT_GIVEN:
            continue
        known = [*row["values"]] if isinstance(row["values"], dict) else ["puzzles.txt", "damaged.txt", "out.txt", "."]
        value = chance.choice(known if known and chance.random() < 0.7 else VALUES)
        if not option.startswith("-"):
            arguments.append(value)
        elif row.get("flag"):
            arguments.append(option)
        else:
            arguments += [f"{option}={value}"] if chance.random() < 0.3 and option.startswith("--") else [option, value]
    return arguments + chance.choice(([], [], ["puzzles.txt"], ["damaged.txt"], [BOARD], ["-"]))


def run_command(arguments: list[str], folder: Path) -> int:
    """Run a command in a process of its own; after two seconds, interrupt it as Ctrl-C does. Return the status."""
    child = os.fork()
    if child == 0:
        os.setpgid(0, 0)
        signal.signal(signal.SIGINT, signal.default_int_handler)  # a program in the background ignores it
        os.chdir(folder)
        for number, path, mode in ((0, "damaged.txt", os.O_RDONLY), (1, "stdout", os.O_RDWR), (2, "stderr", os.O_RDWR)):
            os.dup2(os.open(path, mode | os.O_CREAT), number)
        status: Any = 99
        try:
            with (
                open(1, "w", closefd=False) as sys.stdout,
                open(2, "w", closefd=False) as sys.stderr,
                open(0, closefd=False) as sys.stdin,
            ):
                try:
                    nonet_main(arguments)
                except SystemExit as end:
                    status = end.code
                except KeyboardInterrupt:
                    status = 130  # before `main` began or after it ended
                except BaseException:
                    traceback.print_exc()
        finally:
            os._exit(status)
    began, is_interrupted = monotonic(), False
    while (ended := os.waitpid(child, os.WNOHANG))[0] == 0 and monotonic() - began < 90:
        sleep(0.01)
        if not is_interrupted and monotonic() - began > 2:
            os.kill(child, signal.SIGINT)
            is_interrupted = True
    with suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    return os.waitstatus_to_exitcode(ended[1] if ended[0] else os.waitpid(child, 0)[1])


def command_input(data: bytes, chance: random.Random) -> object:
    """Run a random command: a known status, no traceback, and the input stays as it is."""
    arguments = [value.replace("\0", "") for value in command_line(chance)]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "puzzles.txt").write_text(f"{BOARD}\n{SMALL}\n")
        (folder / "damaged.txt").write_bytes(data)
        status = run_command(arguments, folder)
        errors = (folder / "stderr").read_text(errors="replace")
        is_traceback = "Traceback" in errors and "Exception ignored in" not in errors  # Ctrl-C inside Python's import
        if status not in STATUSES or is_traceback or (status == 2 and not errors.strip()):
            raise AssertionError(f"status {status} of nonet {arguments!r:.600}: {errors[-600:]}")
        may_replace = arguments[0] in ("convert", "draw", "trace", "explain", "book") or "--force" in arguments
        is_output = may_replace and any("puzzles.txt" in value for value in arguments)
        if not is_output and (folder / "puzzles.txt").read_text() != f"{BOARD}\n{SMALL}\n":
            raise AssertionError(f"nonet {arguments!r:.600} changed its input")
        return arguments[0], status, [checked(line[:LONGEST_MESSAGE]) for line in errors.splitlines()[:1]]


# The service


BODIES: dict[str, dict[str, Any]] = {
    "solve": {"puzzle": BOARD},
    "count": {"puzzle": SMALL, "limit": 9},
    "check": {"puzzle": BOARD, "language": "zh"},
    "hint": {"puzzle": BOARD, "digits": BOARD, "candidates": ["12", ""] * 40 + ["9"], "cells": "a1"},
    "practice": {"technique": "naked-pair", "seed": 1},
    "explain": {"puzzle": BOARD, "order": "teacher"},
    "steps": {"puzzle": BOARD, "techniques": ["naked-pair"], "without": [], "uniqueness": True},
    "rate": {"puzzle": BOARD, "scale": "hodoku", "canonical": False},
    "generate": {"symmetry": "none", "clues": [30, 40], "count": 1, "seed": 1},
    "draw": {"puzzle": BOARD, "format": "svg"},
    "read": {"text": f"{BOARD}\n{SMALL}"},
    "trace": {"puzzle": SMALL, "method": "mrv"},
}
ODD = [
    None,
    True,
    -1,
    0,
    10**30,
    1.5,
    1e308,
    "",
    "x",
    "\ud800",
    "\0",
    [],
    {},
    [[]],
    [1, 2, 3],
    ["12"] * 700,
    "." * 625,
    SMALL,
    "1" * 81,
]


class DirectPool:
    """A pool that runs operations in this process, so that an exception is seen."""

    waiting = 0

    async def call(self, request: tuple[str, dict[str, Any]], timeout: float) -> Any:
        """Run an operation."""
        with at_most(2.0, OutOfTime):
            result = operations.run(request)
        if result[0] == "failed":
            raise AssertionError(f"{request[0]} failed")
        return result


@cache
def service() -> Any:
    """Return the service."""
    app = build_app(Settings())
    app.state.pool = DirectPool()
    return app


async def respond(path: str, body: bytes, headers: list[tuple[bytes, bytes]]) -> tuple[int, bytes]:
    """Return the response of the service to a request."""
    status, answer = 0, b""
    scope = {"type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "POST", "path": path}
    scope |= {"raw_path": path.encode(), "query_string": b"", "headers": headers, "client": ("127.0.0.1", 1)}
    scope |= {"server": ("127.0.0.1", 80), "scheme": "http", "root_path": ""}

    messages: list[dict[str, Any]] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> dict[str, Any]:
        return messages.pop() if messages else await asyncio.Future()  # the client stays connected

    async def send(message: dict[str, Any]) -> None:
        nonlocal status, answer
        status = message.get("status", status)
        answer += message.get("body", b"")

    await service()(scope, receive, send)
    return status, answer


def web_input(data: bytes, chance: random.Random) -> object:
    """Send a request with a damaged body: the answer is a result or a problem, never a failure."""
    name = chance.choice([*BODIES, "batch"])
    kind = b"application/json"
    if name == "batch":
        body, kind = data, b"text/plain"
    elif chance.random() < 0.4:
        body = data
    else:
        fields = dict(BODIES[name])
        for field in chance.choices([*fields, "language", "other", "digits", "candidates"], k=chance.randint(1, 2)):
            fields[field] = chance.choice([*ODD, data.decode("utf-8", "replace")[:2000]])
        body = json.dumps(fields).encode()
    headers = [(b"content-type", kind), (b"host", b"localhost"), (b"content-length", str(len(body)).encode())]
    if chance.random() < 0.1:
        headers.append((chance.choice((b"accept-language", b"origin", b"accept-encoding", b"host")), data[:50]))
    status, answer = asyncio.run(respond(f"/api/v1/{name}", body, headers))
    if status >= 500 and status not in (501, 503, 504):
        raise AssertionError(f"status {status} of {name}: {answer[:300]!r}")
    code = json.loads(answer)["code"] if status >= 400 and not answer.startswith(b"\x1f\x8b") else ""
    return name, status, code


def web_samples() -> list[bytes]:
    return [json.dumps(body).encode() for body in BODIES.values()] + [f"{BOARD}\n{SMALL}\n\n{BOARD}".encode()]


PARSERS: dict[str, Parser] = {
    **{name: Parser(lambda name=name: texts_of_formats(name), reader(name)) for name in FORMATS},  # type: ignore[misc]
    "any format": Parser(texts_of_formats, reader(None)),
    "one board": Parser(texts_of_formats, read_one),
    "judges": Parser(judge_samples, judge_input, is_solving=True),
    "names": Parser(name_samples, parse_names),
    "rows": Parser(texts_of_formats, row_input, is_solving=True),
    "columns": Parser(texts_of_formats, column_input, is_solving=True),
    "batch": Parser(texts_of_formats, batch_text, is_solving=True),
    "tables": Parser(table_samples, table_input, is_solving=True),
    "commands": Parser(texts_of_formats, command_input, is_solving=True),
    "web": Parser(web_samples, web_input, is_solving=True),
}


# Running


def damaged(data: bytes, others: list[bytes], chance: random.Random) -> bytes:
    """Return the data after one to eight random changes."""
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


def problem_of(parser: Parser, data: bytes, chance: random.Random, slow: float) -> tuple[object, str]:
    """Return the kind of the answer to some data, and what is wrong with it."""
    began = process_time()
    try:
        kind, problem = parser.check(data, chance), ""
    except Exception as error:
        last = traceback.extract_tb(error.__traceback__)[-1]
        kind, problem = None, f"{type(error).__name__}: {str(error)[:1500]} ({last.name}, line {last.lineno})"
    if not parser.is_solving and process_time() - began > slow:
        problem = problem or f"took {process_time() - began:.1f} s"
    return kind, problem


def cpu_time() -> float:
    """Return the CPU time of this process and of the processes that it started and that have ended."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return process_time() + children.ru_utime + children.ru_stime


def fuzz(name: str, parser: Parser, seconds: float, seed: int, slow: float) -> tuple[int, int]:
    """Look for findings for some CPU time and print them; return the numbers of inputs and findings."""
    chance, samples = random.Random(f"{name} {seed}"), parser.samples()
    seen, found, tried = set[str](), Counter[str](), 0
    end = cpu_time() + seconds
    while cpu_time() < end:
        data = damaged(chance.choice(samples), samples, chance)
        if chance.random() < 0.05:
            data = chance.randbytes(chance.randint(0, 5000))
        kind, problem = problem_of(parser, data, chance, slow)
        if problem:
            found[kind_of(problem)] += 1
            if found[kind_of(problem)] == 1:
                print(f"{name}: {problem}\n  {data!r}", flush=True)
        elif repr(kind) not in seen and len(samples) < MOST_SAMPLES:
            seen.add(repr(kind))
            samples.append(data)
        tried += 1
    print(f"{name}: {tried} inputs in {seconds:g} s, {len(seen)} kinds of answers, {len(found)} findings", flush=True)
    return tried, len(found)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60.0, help="CPU time for each parser (default: 60)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--slow", type=float, default=2.0, help="seconds of CPU time to read at most 30 kB (default: 2)"
    )
    parser.add_argument("--only", nargs="+", choices=PARSERS, default=[*PARSERS], metavar="PARSER", help="some parsers")
    parser.add_argument("--list", action="store_true", help="print the names of the parsers")
    options = parser.parse_args()
    if options.list:
        print("\n".join(PARSERS))
        return 0
    results = [fuzz(name, PARSERS[name], options.seconds, options.seed, options.slow) for name in options.only]
    inputs, findings = map(sum, zip(*results, strict=True))
    print(f"{len(results)} parsers, {inputs} inputs, {findings} findings")
    return int(findings > 0)


if __name__ == "__main__":
    sys.exit(main())
