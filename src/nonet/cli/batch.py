"""``nonet batch``: many puzzles, from a file or a pipe to another, in constant memory.

The puzzles come in chunks: plain lines of 81 cells as they are, a few megabytes of them at a time, which no part of
Python looks at one by one; everything else through `nonet.formats`. Each chunk is answered by the engine and made into
text as one array. Parquet, Arrow and whole folders go by `batch_tables`.
"""

from __future__ import annotations

import re
import sys
from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from string import Formatter
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from ..errors import Contradiction, FormatError, NonetError, NoSolution, NotUnique, counted
from ..grid import Grid
from ..solving import count, solve
from .batch_rates import SMALLEST_RATED, SYMBOLS, dismiss_raters, rated_lines
from .batch_tables import is_for_tables, table_options, work_on_tables
from .chunks import Chunk, chunks
from .common import Reading, output_option, reading_options
from .progress import Progress
from .streams import LARGEST_BLOCK, SMALLEST_BLOCK, Input, Output, whole_lines

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ..engine import Batch

_CELLS = 81
_SECONDS_A_BLOCK = 0.25
"""So long may Ctrl-C take to be heard."""
_AHEAD = 2
"""So many chunks are in work at a time: one is searched while the text of the other is made."""
_LIMITS = {"solve": 2, "count": 1000, "check": 2, "rate": 2}
_INTERRUPTED = 130

_WORDS = {0: "none", 1: "unique", 2: "several", 3: "solved", 10: "conflict"}
"""What is printed for each `nonet.engine.Status` that a puzzle in 81 cells can have."""

_TEMPLATES = {
    ("lines", "solve"): "{answer}",
    ("lines", "count"): "{count}",
    ("lines", "check"): "{status}",
    ("lines", "rate"): "{level} {score} {hardest}",
    ("csv", "rate"): "{puzzle},{status},{level},{score},{hardest},{steps}",
    ("jsonl", "rate"): (
        '{{"puzzle": "{puzzle}", "status": "{status}", "level": "{level}", "score": {score}, "hardest": "{hardest}", '
        '"steps": {steps}}}'
    ),
    ("csv", "solve"): "{puzzle},{status},{solution}",
    ("csv", "count"): "{puzzle},{count}",
    ("csv", "check"): "{puzzle},{status}",
    ("jsonl", "solve"): '{{"puzzle": "{puzzle}", "status": "{status}", "solution": {quoted}}}',
    ("jsonl", "count"): '{{"puzzle": "{puzzle}", "count": {count}}}',
    ("jsonl", "check"): '{{"puzzle": "{puzzle}", "status": "{status}"}}',
}
"""An output line by form and question; the answer is the solution, or the status where there is none to print."""

_LINES = {
    ("lines", "solve"): r"[0-9A-Za-z]{16,625}|none|several|conflict",
    ("lines", "count"): r"\d{1,10}",
    ("lines", "check"): "none|unique|several|conflict",
    ("lines", "rate"): r"\w+ \d+ [\w-]+",
    ("csv", "rate"): "puzzle,status,level,score,hardest,steps",
    ("jsonl", "rate"): r'\{"puzzle": "[^"]*", "status": "\w+", "level": .*\}',
    ("csv", "solve"): "puzzle,status,solution",
    ("csv", "count"): "puzzle,count",
    ("csv", "check"): "puzzle,status",
    ("jsonl", "solve"): r'\{"puzzle": "[^"]*", "status": "\w+", "solution": .*\}',
    ("jsonl", "count"): r'\{"puzzle": "[^"]*", "count": \d+\}',
    ("jsonl", "check"): r'\{"puzzle": "[^"]*", "status": "\w+"\}',
}
"""How the first line of an output looks, as a pattern; for CSV the header. A file that begins otherwise is not ours."""


class Question(NamedTuple):
    """What is asked of every puzzle, and how the answer is written."""

    what: str
    limit: int
    to: str
    threads: int | None

    @property
    def template(self) -> str:
        """The output line, with its fields."""
        return _TEMPLATES[self.to, self.what]

    @property
    def header(self) -> str:
        """The line before all others; empty for none."""
        return _LINES[self.to, self.what] + "\n" if self.to == "csv" else ""


@click.command("batch", short_help="Millions of puzzles, from file to file.")
@click.argument("inputs", metavar="[FILE|-]...", nargs=-1)
@output_option("The file to write; standard output if not given.")
@click.option("--what", type=click.Choice(list(_LIMITS)), default="solve", show_default=True, help="What is asked.")
@click.option(
    "--limit",
    type=click.IntRange(1, 10**9),
    metavar="N",
    help="count: no further than this (1000); solve: 1 takes the first solution, 2 proves it the only one (2).",
)
@click.option(
    "--to",
    type=click.Choice(["lines", "csv", "jsonl", "parquet", "arrow"]),
    help="How to write; the suffix of -o tells it too.",
)
@click.option("--threads", type=click.IntRange(min=1), metavar="N", help="All processors if not given.")
@click.option("--strict", is_flag=True, help="Stop at the first line that cannot be read.")
@click.option("--resume", is_flag=True, help="Go on where a run that was stopped left the output.")
@click.option("--force", is_flag=True, help="Replace the output if it exists.")
@click.option("--quiet", is_flag=True, help="No progress bar.")
@reading_options
@table_options
def command(inputs: tuple[str, ...], output: Path | None, what: str, limit: int | None, **options: Any) -> int:
    """Solve, count, check or rate the puzzles of a file: one line out for each puzzle in, in their order.

    \b
      nonet batch puzzles.txt -o solutions.txt
      nonet batch puzzles.csv.gz --what check --to jsonl -o checked.jsonl
      generate-puzzles | nonet batch --what count --limit 100
      nonet batch kaggle.csv -o solved.parquet
      nonet batch folder/ -o solved/ --engine ray

    A line that cannot be read is reported by its number and left out; the exit status is then 1. What a puzzle
    turns out to be, none or several solutions included, is an answer and no failure.
    """
    context = click.get_current_context()
    if limit is not None and (what == "check" or (what == "solve" and limit > 2)):
        raise click.UsageError("--limit goes with count, and with solve as 1 or 2", context)
    if options["resume"] and (output is None or options["force"]):
        raise click.UsageError("--resume needs -o, and excludes --force", context)
    if inputs in ((), ("-",)) and sys.stdin.isatty():
        raise click.UsageError("Give a file, or puzzles on standard input", context)
    if is_for_tables(inputs, output, options):
        return work_on_tables(inputs or ("-",), output, what, limit or _LIMITS[what], options)
    how = Reading.parse(options["format_"], options["box"], options["symbols"], options["encoding"])
    question = Question(what, limit or _LIMITS[what], options["to"] or form_of(output), options["threads"])
    source = Input(*inputs or ("-",))
    check_output(output, source, options["resume"], options["force"])
    return Work(source, output, question, how, options).run()


def form_of(output: Path | None) -> str:
    """How to write, by the suffix of the file."""
    return {".csv": "csv", ".jsonl": "jsonl", ".ndjson": "jsonl"}.get(output.suffix if output else "", "lines")


def check_output(output: Path | None, source: Input, resume: bool, force: bool) -> None:
    """Refuse an output that would destroy something, before anything is done."""
    if output is None:
        return
    if output.suffix == ".gz":
        raise NonetError(f"{output}: the output is not compressed; write to a pipe into gzip instead")
    if source.is_file(output):
        raise NonetError(f"{output} is the input; the output needs a file of its own")
    if output.is_file() and not resume and not force:
        raise NonetError(f"{output} exists; --resume goes on with it, --force replaces it")


class Work:
    """One run: from the source to the output, chunk by chunk."""

    def __init__(
        self, source: Input, output: Path | None, question: Question, how: Reading, options: dict[str, Any]
    ) -> None:
        self.source, self.path, self.question, self.how = source, output, question, how
        self.smallest = SMALLEST_RATED if question.what == "rate" else SMALLEST_BLOCK
        source.most = self.smallest
        self.strict: bool = options["strict"]
        self.resume: bool = options["resume"] and output is not None and output.exists()
        to_terminal = output is None and sys.stdout.isatty()
        self.progress = Progress(source.size, quiet=options["quiet"] or to_terminal)
        self.output: Output | None = None
        self.pending: deque[
            tuple[Future[tuple[bytes | memoryview, float]], int, list[tuple[int, FormatError]], int]
        ] = deque()
        self.status = 0

    def run(self) -> int:
        """Do it all; returns the exit status."""
        answered = answered_before(self.path, self.question) if self.resume and self.path else 0
        skip, found = answered, 0
        workers = ThreadPoolExecutor(_AHEAD)
        try:
            with self.progress:
                for chunk in chunks(self.source, self.how):
                    found += len(chunk) + len(chunk.bad)
                    skipped = min(skip, len(chunk))
                    skip -= skipped
                    if skipped and any(place < skipped for place, _ in chunk.bad):
                        self.status = 1
                    if not skip:
                        self.begin(workers, chunk.between(skipped, len(chunk)) if skipped else chunk)
                while self.pending:
                    self.finish()
        except (NonetError, OSError):
            while self.source.has_failed and self.pending:
                self.finish()
            raise
        except KeyboardInterrupt:
            lines = counted(self.output.lines if self.output else 0, "line")
            again = "; --resume goes on from there" if self.path and self.output else ""
            print(f"nonet: stopped, with {lines} written{again}", file=sys.stderr)
            return _INTERRUPTED
        finally:
            workers.shutdown(wait=False, cancel_futures=True)
            dismiss_raters()
            if self.output is not None:
                self.output.close()
        if skip:
            raise NonetError(
                f"{self.path} holds {counted(answered, 'answer')}, but {self.source.name} only "
                f"{counted(answered - skip, 'puzzle')}"
            )
        if not found:
            raise FormatError("no puzzle, but at least one was expected", source=self.source.name)
        return self.status if self.source.is_finished else 2

    def begin(self, workers: ThreadPoolExecutor, chunk: Chunk) -> None:
        """Have a chunk answered while the next one is read and those before it are written."""
        bad = chunk.bad
        if not len(chunk) and not bad:
            return
        if bad and self.strict:
            chunk = chunk.between(0, bad[0][0])
        self.pending.append((workers.submit(text_of, chunk, self.question), len(chunk), bad, self.source.position))
        while self.pending and (len(self.pending) == _AHEAD or self.source.is_waiting or (bad and self.strict)):
            self.finish()

    def finish(self) -> None:
        """Write the answers of the oldest chunk, and report what could not be read."""
        future, number, bad, position = self.pending.popleft()
        text, seconds = future.result()
        if self.output is None:
            self.output = Output(self.path, resume=self.resume)
            if not self.resume and self.question.header:
                self.output.write(self.question.header.encode(), 0)
        if number:
            self.output.write(text, number)
            fitting = int(number / seconds * _SECONDS_A_BLOCK) * (_CELLS + 1)
            self.source.most = max(self.smallest, min(fitting, LARGEST_BLOCK, 2 * self.source.most))
        self.progress.add(number, position)
        if bad and self.strict:
            raise bad[0][1]
        for _, error in bad:
            print(f"nonet: {error}", file=sys.stderr)
            self.status = 1


def answered_before(path: Path, question: Question) -> int:
    """How many puzzles an earlier run answered in the output; a line that it left torn is cut off."""
    lines, size = whole_lines(path)
    with path.open("r+b") as file:
        first = file.readline(1 << 16).decode("utf-8", "replace")
        if lines and not re.fullmatch(_LINES[question.to, question.what], first.rstrip("\n")):
            raise NonetError(f"{path} does not begin like an output of --what {question.what} --to {question.to}")
        if not lines and len(first) > 1 << 12:
            raise NonetError(f"{path} is not the output of such a run")
        file.truncate(size)
        if not lines and question.header:
            file.seek(0)
            file.write(question.header.encode())
    return max(lines - bool(question.header), 0)


# Answers as text


def text_of(chunk: Chunk, question: Question) -> tuple[bytes | memoryview, float]:
    """The output lines of a chunk, and the seconds they took."""
    start = perf_counter()
    if question.what == "rate":
        return rated_lines(chunk, question.template, question.threads), perf_counter() - start
    text = lines_of_cells(chunk.cells, question) if len(chunk.cells) else b""
    if chunk.others:
        lines = iter(bytes(text).splitlines(keepends=True))
        text = b"".join(
            line_of_board(chunk.others[place], question) if place in chunk.others else next(lines)
            for place in range(len(chunk))
        )
    return text, perf_counter() - start


def lines_of_cells(cells: NDArray[np.uint8], question: Question) -> bytes | memoryview:
    """The answers to 9x9 puzzles, made as one array of characters in which short fields are filled with NUL."""
    import numpy as np

    from ..engine import count_many, solve_many

    ask = solve_many if question.what == "solve" else count_many
    fields = Fields(cells, ask(cells, limit=question.limit, threads=question.threads))
    parts = [(literal.encode(), field) for literal, field, _, _ in Formatter().parse(question.template + "\n")]
    table = np.empty((len(cells), sum(len(literal) + fields.width(field) for literal, field in parts)), np.uint8)
    start = 0
    for literal, field in parts:
        stop = start + len(literal)
        table[:, start:stop] = np.frombuffer(literal, np.uint8)
        start = stop + fields.width(field)
        if field:
            getattr(fields, field)(table[:, stop:start])
    return table.tobytes().translate(None, b"\0") if fields.has_gaps else table.reshape(-1).data


class Fields:
    """The fields of the output lines, each written into its columns of a table of characters, a row a puzzle."""

    def __init__(self, cells: NDArray[np.uint8], batch: Batch) -> None:
        import numpy as np

        self._cells, self._batch = cells, batch
        self._codes = np.flatnonzero(np.bincount(batch.status)).tolist()
        self.has_gaps = False
        """Whether there are NULs to be left out."""

    def width(self, field: str | None) -> int:
        """How many characters the longest value of a field has."""
        if field == "count":
            return len(str(self._batch.counts.max()))
        if field == "status":
            return max(len(_WORDS[code]) for code in self._codes)
        return {None: 0, "quoted": _CELLS + 2}.get(field, _CELLS)

    def puzzle(self, out: NDArray[np.uint8]) -> None:
        """The puzzle, its blanks as dots."""
        import numpy as np

        out[:] = np.frombuffer(self._cells.tobytes().translate(SYMBOLS), np.uint8).reshape(-1, _CELLS)

    def status(self, out: NDArray[np.uint8]) -> None:
        """The status in a word."""
        for code in self._codes:
            self._put(out, code, _WORDS[code].encode())

    def count(self, out: NDArray[np.uint8]) -> None:
        """The number of solutions."""
        rest = self._batch.counts
        for place in range(out.shape[1])[::-1]:
            out[:, place] = rest % 10 + ord("0")
            if place < out.shape[1] - 1:
                out[rest == 0, place] = 0
                self.has_gaps = True
            rest = rest // 10

    def solution(self, out: NDArray[np.uint8]) -> None:
        """The solution, or nothing where there is none to print."""
        self._solution(out, dict.fromkeys(_WORDS, ""))

    def answer(self, out: NDArray[np.uint8]) -> None:
        """The solution, or the status where there is none to print."""
        self._solution(out, _WORDS)

    def quoted(self, out: NDArray[np.uint8]) -> None:
        """The solution as JSON has it."""
        out[:, 0] = out[:, -1] = ord('"')
        self._solution(out, dict.fromkeys(_WORDS, "null"), 1)

    def _solution(self, out: NDArray[np.uint8], otherwise: dict[int, str], start: int = 0) -> None:
        import numpy as np

        np.add(self._batch.solutions, ord("0"), out=out[:, start : start + _CELLS])
        for code in self._codes:
            if _WORDS[code] not in ("unique", "solved"):
                self._put(out, code, otherwise[code].encode())

    def _put(self, out: NDArray[np.uint8], code: int, text: bytes) -> None:
        """Write one text for all puzzles of a status."""
        import numpy as np

        value = np.frombuffer(text.ljust(out.shape[1], b"\0"), np.uint8)
        if len(self._codes) == 1:
            out[:] = value
        else:
            out[self._batch.status == code] = value
        self.has_gaps |= len(text) < out.shape[1]


def line_of_board(grid: Grid, question: Question) -> bytes:
    """The answer to a puzzle that is not 9x9."""
    status, solution, number = "unique", "", 0
    try:
        if question.what == "solve":
            solution = str(solve(grid, any=question.limit == 1))
            status = "solved" if question.limit == 1 else "unique"
        else:
            number = count(grid, limit=question.limit)
            status = ("conflict" if grid.conflicts() else "none", "unique", "several")[min(number, 2)]
    except NoSolution as error:
        status = "conflict" if isinstance(error, Contradiction) else "none"
    except NotUnique:
        status = "several"
    line = question.template.format(
        puzzle=grid,
        status=status,
        count=number,
        solution=solution,
        quoted=f'"{solution}"' if solution else "null",
        answer=solution or status,
    )
    return f"{line}\n".encode()
