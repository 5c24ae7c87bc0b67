"""``nonet generate``: new puzzles with exactly one solution."""

from __future__ import annotations

import json
import math
import re
import sys
from pathlib import Path
from typing import Any

import click

from .. import create
from ..bulk import TextSink
from ..errors import ArgumentError, FileError, any_of, counted
from ..geometry import Shape
from ..grid import Grid
from ..solving import solve
from .common import (
    level_option,
    output_option,
    quiet_option,
    seed_option,
    show_board,
    threads_option,
    usage_error,
)
from .hint import TechniqueName
from .parameters import Names, Seconds, TextOrFile
from .progress import Progress

_SAME = (
    *("symmetry", "minimal", "extra", "level", "technique", "only"),
    *("diamond", "pearl", "seed", "timeout", "threads"),
)
"""The options that `nonet.generate` takes as they are."""
_EXPLAINER_RANGE = "N|N-M|N+"


@click.command("generate")
@click.option(
    "--count", type=click.IntRange(min=1), default=1, show_default=True, metavar="N", help="The number of puzzles."
)
@click.option("--clues", metavar="N|N-M", help="The number of clues; the puzzles need not be minimal.")
@click.option(
    "--symmetry",
    type=Names(create.SYMMETRIES),
    default="none",
    show_default=True,
    metavar="NAME",
    help=f"The symmetry of the clue pattern: {any_of(create.SYMMETRIES)}.",
)
@click.option(
    "--pattern",
    type=TextOrFile(),
    metavar="TEXT|FILE",
    help="The cells with clues: every symbol except a blank or a dot.",
)
@click.option(
    "--minimal/--any",
    default=None,
    help="Whether every clue must be needed.  [default: yes, without --clues, --pattern and --extra]",
)
@click.option("--extra", type=click.IntRange(min=0), default=0, metavar="N", help="Add N clues that are not needed.")
@click.option("--box", "--shape", metavar="HxW", default="3x3", show_default=True, help="Height and width of a box.")
@level_option()
@click.option("--technique", type=TechniqueName(), help="The hardest technique needed; nonet hint --list lists them.")
@click.option("--only", is_flag=True, help="With --technique: need no other techniques than singles.")
@click.option("--rating", metavar="N-M", help="The range of HoDoKu's score.")
@click.option("--se", metavar=_EXPLAINER_RANGE, help="ER of Sudoku Explainer, such as 7.2, 7.0-7.5 or 8.5+.")
@click.option("--ep", metavar=_EXPLAINER_RANGE, help="EP of Sudoku Explainer: the hardest step up to the first digit.")
@click.option("--ed", metavar=_EXPLAINER_RANGE, help="ED of Sudoku Explainer: the first step.")
@click.option("--diamond", is_flag=True, help="ED must equal ER: the first step is the hardest.")
@click.option(
    "--pearl", is_flag=True, help="EP must equal ER: no later step is harder than those up to the first digit."
)
@seed_option
@click.option(
    "--timeout",
    type=Seconds(),
    metavar="SECONDS",
    help="Stop after this time, with the puzzles found.",
)
@threads_option
@output_option("The file to write.  [default: standard output]")
@click.option("--force", is_flag=True, help="Replace the file if it exists.")
@click.option("--board/--line", default=None, help="Print framed boards, or one puzzle per line.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per line: puzzle, solution, clues.")
@quiet_option
def command(count: int, output: Path | None, as_json: bool, board: bool | None, **options: Any) -> None:
    """Create puzzles that have exactly one solution.

    \b
      nonet generate
      nonet generate --count 100 --symmetry half-turn -o puzzles.txt
      nonet generate --clues 26-30 --symmetry diagonal --seed 7
      nonet generate --pattern pattern.txt --count 5 --json
      nonet generate --level hard --symmetry half-turn
      nonet generate --technique x-wing --only --count 3
      nonet generate --se 7.0-7.5 --symmetry half-turn
      nonet generate --se 7+ --diamond

    The exit status is 1 if fewer puzzles are found than requested, within the time or after very many tries. The
    puzzles found are printed, and a message says how many there are.
    """
    if output is not None and output.is_file() and not options["force"]:
        raise FileError(f"{output} exists; --force replaces it")
    if as_json and board:
        raise usage_error("--board and --json cannot be combined")
    to_terminal = output is None and sys.stdout.isatty()
    board = output is None and not as_json and (to_terminal and count == 1 if board is None else board)
    progress = Progress(count, quiet=options["quiet"] or to_terminal)

    def note(state: create.Progress) -> None:
        share = state.found / max(state.tried, 1)
        progress.note = f", {share:.1%} of the candidates" if share < 0.995 else ""

    puzzles = create.generate(count=count, **request_of(options), progress=note)
    with progress:
        target = TextSink(output, can_resume=False)
        try:
            for puzzle in puzzles:
                if board:
                    show_board(puzzle, True)
                    sys.stdout.flush()
                else:
                    target.write(line_of(puzzle, as_json).encode(), 1)
                progress.add(1, progress.done + 1)
        except KeyboardInterrupt:
            written = progress.done if board else target.lines
            raise KeyboardInterrupt(f"stopped, with {counted(written, 'puzzle')} written") from None
        finally:
            target.close()


def request_of(options: dict[str, Any]) -> dict[str, Any]:
    """Return the options as `nonet.generate` takes them."""
    request = {name: options[name] for name in _SAME} | {"shape": Shape.parse(options["box"])}
    for name, parse in (("clues", clues_of), ("rating", scores_of), ("pattern", pattern_of)):
        request[name] = None if options[name] is None else parse(options[name])
    for name in ("se", "ep", "ed"):
        request[name] = None if options[name] is None else ratings_of(options[name], f"--{name}")
    return request


def ratings_of(text: str, option: str) -> tuple[float, float]:
    """Return the lowest and the highest rating of Sudoku Explainer.

    >>> ratings_of("7.2", "--se"), ratings_of("7.0-7.5", "--se"), ratings_of("9+", "--se")
    ((7.2, 7.2), (7.0, 7.5), (9.0, inf))
    """
    number = r"\s*(\d{1,2}(?:\.\d{1,3})?)\s*"
    match = re.fullmatch(rf"{number}(?:(\+)\s*|-{number})?", text)
    if match is None:
        raise ArgumentError(f"{option} takes a rating or a range, such as 7.2, 7.0-7.5 or 8.5+, not {text!r:.40}")
    least = float(match[1])
    return least, math.inf if match[2] else float(match[3] or least)


def scores_of(text: str) -> tuple[int, int]:
    """Return the lowest and the highest score."""
    return range_of(text, "--rating takes a range, such as 800-1000")


def clues_of(text: str) -> tuple[int, int]:
    """Return the least and the greatest number of clues."""
    return range_of(text, "--clues takes a number or a range, such as 26 or 26-30")


def range_of(text: str, expected: str) -> tuple[int, int]:
    """Return the two ends of a range such as 26-30; a single number is both.

    >>> range_of("26-30", ""), range_of("26", "")
    ((26, 30), (26, 26))
    """
    match = re.fullmatch(r"\s*(\d{1,7})\s*(?:-\s*(\d{1,7})\s*)?", text)
    if match is None:
        raise ArgumentError(f"{expected}, not {text!r:.40}")
    return int(match[1]), int(match[2] or match[1])


def pattern_of(text: str) -> str:
    """Return the pattern itself, or the content of the file that has it."""
    path = Path(text)
    try:
        is_file = path.is_file()
    except (OSError, ValueError):  # longer than any file name
        is_file = False
    if not is_file and path.suffix in (".txt", ".sdk", ".sdm"):
        raise FileNotFoundError(2, "No such file or directory", text)
    return path.read_text(encoding="utf-8-sig", errors="replace") if is_file else text


def line_of(puzzle: Grid, as_json: bool) -> str:
    """Return a puzzle as a line of the output."""
    if not as_json:
        return f"{puzzle}\n"
    data = {"puzzle": str(puzzle), "solution": str(solve(puzzle)), "clues": len(puzzle.givens)}
    return f"{json.dumps(data)}\n"
