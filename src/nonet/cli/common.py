"""What the commands share: where puzzles come from, and how a run ends."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import click

from .. import formats
from ..drawing import board_lines
from ..errors import FormatError, NonetError
from ..formats import Entry
from ..geometry import BLANKS, SYMBOLS, Shape
from ..grid import Grid
from ..logic import Level
from . import exit_status

_DASHED_PUZZLE = re.compile(rf"-[{re.escape(SYMBOLS + SYMBOLS.lower() + BLANKS)}|\s]{{15,}}")

_Command = TypeVar("_Command", bound=Callable[..., Any])


class PuzzleCommand(click.Command):
    """A command whose arguments may be puzzles, even those that begin with a dash for a blank."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """A space in front tells such a puzzle from an option, and means nothing to the reader."""
        return super().parse_args(ctx, [f" {arg}" if _DASHED_PUZZLE.fullmatch(arg) else arg for arg in args])


class Reading(NamedTuple):
    """The options that say how to read puzzles."""

    format: str | None
    shape: Shape | None
    symbols: str | None
    encoding: str


class Run:
    """One run of a command: it names what it complains about, goes on, and remembers the worst status."""

    def __init__(self) -> None:
        self.status = 0

    def complain(self, error: NonetError, where: str = "") -> None:
        """One line on standard error."""
        sys.stdout.flush()
        print(f"nonet: {where}{': ' if where else ''}{error}", file=sys.stderr)
        self.worsen(exit_status(error))

    def worsen(self, status: int) -> None:
        """Leave with this status, unless there is a worse one."""
        self.status = max(self.status, status)


def puzzle_sources(command: _Command) -> _Command:
    """The argument PUZZLE... and the options that say how to read it."""
    for decorate in reversed(
        (
            click.argument("puzzles", nargs=-1, metavar="[PUZZLE|FILE|-]..."),
            click.option(
                "--format",
                "format_",
                type=click.Choice(list(formats.FORMATS)),
                help="How the input is written; found out from its structure if not given.",
            ),
            click.option("--box", metavar="HxW", help="Height and width of a box, where the cells do not tell (2x6)."),
            click.option("--symbols", metavar="TEXT", help="The digits' own symbols (ABCDEFGHIJKLMNOP)."),
            click.option("--encoding", default="utf-8", show_default=True, help="How the bytes of a file are read."),
        )
    ):
        command = decorate(command)
    return command


def reading(format_: str | None, box: str | None, symbols: str | None, encoding: str) -> Reading:
    """The reading options, checked."""
    try:
        "".encode(encoding)
    except LookupError:
        raise NonetError(f"there is no encoding {encoding!r}; utf-8 and latin-1 are usual") from None
    return Reading(format_, Shape.parse(box) if box else None, symbols, encoding)


def entries(puzzles: tuple[str, ...], how: Reading, run: Run) -> Iterator[tuple[Entry, str]]:
    """Every puzzle of every source, with the words that say where it is from; a bad one is complained about."""
    if not puzzles and sys.stdin.isatty():
        raise click.UsageError("Give a puzzle, a file, or - to read standard input", click.get_current_context())
    for puzzle in puzzles or ("-",):
        source, name = source_of(puzzle)
        found = 0
        before = run.status

        def complain(error: FormatError, name: str = name, one_line: bool = "\n" not in puzzle) -> None:
            run.complain(error.at(source=name) if name else NonetError(error.reason) if one_line else error)

        for entry in formats.read_many(source, **how._asdict(), on_error=complain):
            found += 1
            yield entry, f"{name}, line {entry.line}" if name and entry.line else name
        if not found and run.status == before:
            run.complain(FormatError("no puzzle, but at least one was expected", source=name or None))


def source_of(puzzle: str) -> tuple[Any, str]:
    """Where a command-line argument leads, as `nonet.formats` takes it, and what to call it in a complaint."""
    if puzzle == "-":
        return sys.stdin.buffer, "standard input"
    path = Path(puzzle)
    try:
        exists = puzzle != "" and path.exists()
    except OSError:  # longer than the name of any file
        exists = False
    if exists or any(path.suffix in kind.suffixes for kind in formats.FORMATS.values() if path.suffix):
        return path, puzzle
    return puzzle, ""


json_option = click.option("--json", "as_json", is_flag=True, help="One JSON object a line for each puzzle.")

timeout_option = click.option(
    "--timeout", type=click.FloatRange(min=0, min_open=True), metavar="SECONDS", help="Stop a search after so long."
)


def output_option(about: str) -> Callable[[_Command], _Command]:
    """The option -o, for a file; a dash stands for standard output, as if it were not given."""

    def named(context: click.Context, option: click.Parameter, path: Path | None) -> Path | None:
        return None if path == Path("-") else path

    return click.option("-o", "--output", type=click.Path(path_type=Path), callback=named, help=about)


def level_option(*, multiple: bool = False) -> Callable[[_Command], _Command]:
    """The option --level, for one level or for several."""
    names = [level.title for level in Level]
    more = "; can be given several times" if multiple else ""
    kind = click.Choice(names, case_sensitive=False)
    return click.option("--level", type=kind, multiple=multiple, help=f"How hard, as nonet rate tells it{more}.")


def show_board(grid: Grid, board: bool | None, mark: Callable[[int, str], str] | None = None) -> None:
    """A framed board for people, or a line for programs: on a terminal or not, if nothing was chosen."""
    if not (sys.stdout.isatty() if board is None else board):
        print(grid)
        return
    ascii_only = not (sys.stdout.encoding or "ascii").lower().startswith("utf")
    click.echo("\n".join(board_lines(grid, ascii=ascii_only, mark=mark)))


def print_json(value: object) -> None:
    """One line of JSON."""
    import json

    print(json.dumps(value, ensure_ascii=False))
