"""Arguments, options and output that several commands share."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

from .. import formats
from ..display import LANGUAGES, board_lines, wrapped
from ..errors import ArgumentError, FileError, FormatError, NonetError, any_of
from ..files import write_file
from ..formats import Entry
from ..geometry import BLANKS, SYMBOLS, Shape
from ..grid import Grid
from ..kernel import MOST_THREADS
from ..messages import in_language
from . import exit_status, print_error
from .parameters import Command, Names, Seconds, SectionOption, TextOrFile

if TYPE_CHECKING:
    from ..drawing import Scene

_Command = TypeVar("_Command", bound=Callable[..., Any])

_WIDEST = 80
"""The longest lines of sentences on a terminal."""
_HIGH = 46
"""The lines of a terminal that shows a board with squares of candidates, its legend, and the sentences below."""

_DASHED_PUZZLE = re.compile(rf"-[{re.escape(SYMBOLS + SYMBOLS.lower() + BLANKS)}|\s]{{15,}}")


def usage_error(message: str) -> click.UsageError:
    """Return the error for options that are wrong or cannot be combined; `nonet.cli.main` adds where the help is."""
    return click.UsageError(message, click.get_current_context())


# Puzzles


class Reading(NamedTuple):
    """The options that say how to read puzzles, as `nonet.formats` takes them."""

    format: str | None
    shape: Shape | None
    symbols: str | None
    encoding: str

    @classmethod
    def parse(cls, format_: str | None, box: str | None, symbols: str | None, encoding: str) -> Reading:
        """Check the options and return them."""
        try:
            "".encode(encoding)
        except LookupError:
            raise ArgumentError(f"unknown encoding {encoding!r:.40}; common ones are utf-8 and latin-1") from None
        return cls(format_, Shape.parse(box) if box else None, symbols, encoding)


class Run:
    """One run of a command on puzzles: it reports errors, continues, and remembers the worst exit status."""

    def __init__(
        self,
        arguments: tuple[str, ...],
        reading: Reading,
        language: str = "en",
        *,
        rules: bool = False,
        lenient: bool = False,
    ) -> None:
        """Start a run; `rules` accepts puzzles with rules, `lenient` reads the rest of what is not understood."""
        self.arguments = arguments
        self.reading = reading
        self.language = language
        self.rules = rules
        self.lenient = lenient
        self.status = 0

    def report(self, error: NonetError, where: str = "") -> None:
        """Print an error and its place as one line on standard error."""
        sys.stdout.flush()
        message = f"{prefix(where)}{error}".replace("lenient=True", "--lenient")
        self.worsen(print_error(in_language(message, self.language), exit_status(error)))

    def worsen(self, status: int) -> None:
        """Exit with this status, unless there is a worse one."""
        self.status = max(self.status, status)

    @contextmanager
    def reporting(self, where: str) -> Iterator[None]:
        """Report an error in the ``with`` block, and continue after it."""
        try:
            yield
        except NonetError as error:
            self.report(error, where)

    def sources(self) -> tuple[str, ...]:
        """Return the arguments; without any, the dash for standard input."""
        if not self.arguments and sys.stdin.isatty():
            raise usage_error("Give a puzzle, a file, or - to read standard input")
        return self.arguments or ("-",)

    def puzzles(self) -> Iterator[tuple[Entry, str]]:
        """Yield every puzzle with its file and line, as messages name them; report what cannot be read."""
        for argument in self.sources():
            source, name = source_of(argument)
            found, before = 0, self.status

            def report(error: FormatError, name: str = name, one_line: bool = "\n" not in argument) -> None:
                self.report(error.at(source=name) if name else FormatError(error.reason) if one_line else error)

            options = {**self.reading._asdict(), "rules": self.rules, "lenient": self.lenient}
            for entry in formats.read_many(source, **options, on_error=report):
                found += 1
                if formats.LEFT_OUT in entry.fields:
                    print(f"{prefix(name)}left out: {entry.fields[formats.LEFT_OUT]}", file=sys.stderr)
                yield entry, f"{name}, line {entry.line}" if name and entry.line else name
            if not found and self.status == before:
                self.report_empty(name)

    def one_puzzle(self, otherwise: str) -> list[tuple[Entry, str]]:
        """Return the only puzzle in a list, which is empty if it cannot be read. Several puzzles are an error."""
        found = list(self.puzzles())
        if len(found) > 1:
            raise ArgumentError(f"{len(found)} puzzles, but {otherwise}")
        return found

    def report_empty(self, name: str) -> None:
        """Report a source without puzzles."""
        self.report(FormatError("no puzzle, but at least one was expected", source=name or None))


def source_of(argument: str) -> tuple[Any, str]:
    """Return what an argument means, as `nonet.formats` takes it, and its name in messages."""
    if argument == "-":
        return sys.stdin.buffer, "standard input"
    path = Path(argument)
    exists = os.path.lexists(argument)  # also a link to nothing, or to itself: reading it gives the right error
    if exists or any(path.suffix in kind.suffixes for kind in formats.FORMATS.values() if path.suffix):
        return path, argument
    return argument, ""


class PuzzleCommand(Command):
    """A command whose arguments can be puzzles, even if they start with a dash for a blank."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments, with a space before such puzzles, so that they are not taken for options."""
        return super().parse_args(ctx, [f" {arg}" if _DASHED_PUZZLE.fullmatch(arg) else arg for arg in args])


def reading_options(command: _Command) -> _Command:
    """Add the options that say how to read puzzles."""
    settings: dict[str, Any] = {"cls": SectionOption, "section": "Input options"}
    for option in (
        click.option("--encoding", default="utf-8", show_default=True, help="The encoding of files.", **settings),
        click.option(
            "--symbols", metavar="TEXT", help="The symbols of the digits, such as ABCDEFGHIJKLMNOP.", **settings
        ),
        click.option("--box", metavar="HxW", help="Height and width of a box, if several fit.", **settings),
        click.option(
            "--format",
            "format_",
            metavar="NAME",
            type=Names(formats.FORMATS),
            help="The format; nonet convert --list lists them.  [default: recognized]",
            **settings,
        ),
    ):
        command = option(command)
    return command


lenient_option = click.option(
    "--lenient",
    is_flag=True,
    help="Read the rest of a puzzle of which a part is not understood.",
)


def puzzle_command(name: str, *, rules: bool = False) -> Callable[[Callable[..., None]], click.Command]:
    """Return the decorator for a command that reads puzzles: the function gets a `Run` and its own options.

    With `rules`, puzzles may have rules beyond rows, columns and boxes; other commands refuse them.
    """

    def decorate(function: Callable[..., None]) -> click.Command:
        @wraps(function)
        def invoke(
            puzzles: tuple[str, ...],
            format_: str | None,
            box: str | None,
            symbols: str | None,
            encoding: str,
            **options: Any,
        ) -> int:
            reading, lenient = Reading.parse(format_, box, symbols, encoding), options.pop("lenient", False)
            run = Run(puzzles, reading, options.get("language", "en"), rules=rules, lenient=lenient)
            function(run, **options)
            return run.status

        argument = click.argument("puzzles", nargs=-1, metavar="[PUZZLE|FILE|-]...", type=TextOrFile())
        command = reading_options(lenient_option(invoke) if rules else invoke)
        return click.command(name, cls=PuzzleCommand)(argument(command))

    return decorate


# Options

language_option = click.option(
    "--language", type=Names(LANGUAGES), default="en", show_default=True, help="English or Chinese."
)

threads_option = click.option(
    "--threads", type=click.IntRange(1, MOST_THREADS), metavar="N", help="The number of threads.  [default: all CPUs]"
)

quiet_option = click.option("--quiet", is_flag=True, help="Show no progress bar.")

json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object per puzzle, one per line.")

board_option = click.option(
    "--board/--line",
    default=None,
    help="Print framed boards or lines.  [default: boards on a terminal, lines in a pipe]",
)

seed_option = click.option(
    "--seed", type=int, metavar="N", help="The same seed gives the same result.  [default: random]"
)

timeout_option = click.option("--timeout", type=Seconds(), metavar="SECONDS", help="Stop a search after this time.")


def output_option(help: str) -> Callable[[_Command], _Command]:
    """Return the option -o; a dash means standard output, as if it were not given."""

    def named(context: click.Context, option: click.Parameter, path: Path | None) -> Path | None:
        return None if path == Path("-") else path

    return click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE", callback=named, help=help)


def level_option(*, multiple: bool = False) -> Callable[[_Command], _Command]:
    """Return the option --level, for one level or for several."""
    from ..logic import Level

    kind = Names(level.title for level in Level)
    repeated = "; can be repeated" if multiple else ""
    return click.option("--level", type=kind, multiple=multiple, help=f"The level, as nonet rate gives it{repeated}.")


def method_option() -> Callable[[_Command], _Command]:
    """Return the option --method for a search method."""
    from ..search import METHODS

    return click.option("--method", type=Names(METHODS), help="The search method; nonet compare compares them.")


def check_combination(options: Mapping[str, Any], exclusive: tuple[str, ...], **needed: str) -> None:
    """Refuse more than one of the exclusive options, and options whose needed option is missing."""
    flags = [f"--{name}" for name in exclusive]
    if sum(map(bool, (options[name] for name in exclusive))) > 1:
        raise usage_error(f"{', '.join(flags[:-1])} and {flags[-1]} cannot be combined")
    for name, other in needed.items():
        if options[name] and not options[other]:
            raise usage_error(f"--{name} needs --{other}")


def format_by_suffix(path: Path, suffixes: Mapping[str, str], what: str) -> str:
    """Return the format of an output file by its suffix.

    >>> format_by_suffix(Path("a.SVG"), {"svg": ".svg"}, "a picture")
    'svg'
    >>> format_by_suffix(Path("a.jpg"), {"svg": ".svg", "png": ".png"}, "a picture")
    Traceback (most recent call last):
    nonet.errors.FileError: a.jpg: the name of a picture must end in .svg or .png
    """
    for name, suffix in suffixes.items():
        if path.suffix.lower() == suffix:
            return name
    raise FileError(f"{path}: the name of {what} must end in {any_of(suffixes.values())}")


# Output


def prefix(where: str) -> str:
    """Return the file and line of a puzzle as the start of a line.

    >>> prefix("puzzles.sdm, line 7"), prefix("")
    ('puzzles.sdm, line 7: ', '')
    """
    return f"{where}: " if where else ""


def show_board(grid: Grid, board: bool | None, mark: Callable[[int, str], str] | None = None) -> None:
    """Print a framed board or a line; by default a board on a terminal and a line in a pipe."""
    if not (sys.stdout.isatty() if board is None else board):
        print(grid)
        return
    click.echo("\n".join(board_lines(grid, ascii=is_ascii_only(), mark=mark)))


def show_text(text: str, head: str = "") -> None:
    """Print a text after its head, with its lines below each other. On a terminal no line is too long."""
    lines = text.splitlines()
    if sys.stdout.isatty():
        lines = wrapped(text, min(get_terminal_size().columns, _WIDEST) - len(head))
    print("\n".join(f"{head if not number else ' ' * len(head)}{line}" for number, line in enumerate(lines)))


def show_scene(scene: Scene, *, labels: str = "", compact: bool = False) -> None:
    """Print a board with its signs: in color on a terminal, as plain text in a pipe.

    A `compact` board has one line per row on a terminal that is not high enough for squares of candidates.
    """
    from ..drawing import compact_width, rich_text, text

    if compact:
        columns, lines = get_terminal_size()
        compact = sys.stdout.isatty() and lines < _HIGH and compact_width(scene) <= columns
    if sys.stdout.isatty() and not is_ascii_only():
        from rich.console import Console

        Console(highlight=False).print(rich_text(scene, labels=labels, compact=compact), soft_wrap=True)
    else:
        print(text(scene, ascii=is_ascii_only(), labels=labels, compact=compact))


def is_ascii_only() -> bool:
    """Return whether standard output cannot show the characters of frames."""
    return not (sys.stdout.encoding or "ascii").lower().startswith("utf")


def write_output(path: Path | None, data: str | bytes) -> None:
    """Write a picture to a file, or to standard output."""
    if path:
        write_file(path, data)
    elif isinstance(data, bytes):
        sys.stdout.buffer.write(data)
    else:
        print(data, end="")


def print_json(value: object) -> None:
    """Print a value as one line of JSON."""
    import json

    print(json.dumps(value, ensure_ascii=False))
