"""``nonet generate``: puzzles by order."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import click

from .. import create
from ..errors import NonetError, NotFound, counted
from ..geometry import Shape
from ..grid import Grid
from ..solving import solve
from .common import Run, level_option, output_option, show_board, timeout_option
from .progress import Progress
from .streams import Output

_INTERRUPTED = 130
_PASSED_ON = ("symmetry", "minimal", "extra", "level", "technique", "only", "seed", "timeout", "threads")


@click.command("generate", short_help="Make puzzles with one solution.")
@click.option(
    "--count", type=click.IntRange(min=1), default=1, show_default=True, metavar="N", help="How many puzzles."
)
@click.option("--clues", metavar="N|N-M", help="How many clues; such a puzzle need not be minimal.")
@click.option(
    "--symmetry",
    type=click.Choice(create.SYMMETRIES),
    default="none",
    show_default=True,
    help="The symmetry of the pattern of clues.",
)
@click.option("--pattern", metavar="TEXT|FILE", help="Where the clues are: everything but a blank or a dot is one.")
@click.option(
    "--minimal/--any",
    "minimal",
    default=None,
    help="Whether every clue is needed; it is so if neither --clues nor --pattern nor --extra is given.",
)
@click.option("--extra", type=click.IntRange(min=0), default=0, metavar="N", help="So many clues more than are needed.")
@click.option("--box", "--shape", metavar="HxW", default="3x3", show_default=True, help="Height and width of a box.")
@level_option()
@click.option("--technique", metavar="NAME", help="The hardest technique that it needs: nonet hint --list names them.")
@click.option("--only", is_flag=True, help="Beside the technique, singles are enough.")
@click.option("--rating", metavar="N-M", help="HoDoKu's score, the least and the most.")
@click.option("--seed", type=int, metavar="N", help="The same seed gives the same puzzles; without one, fresh chance.")
@click.option("--threads", type=click.IntRange(min=1), metavar="N", help="All processors if not given.")
@output_option("The file to write; standard output if not given.")
@click.option("--force", is_flag=True, help="Replace the output if it exists.")
@click.option("--board/--line", "board", default=None, help="A framed board (one, on a terminal) or a line each.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line: puzzle, solution, clues.")
@click.option("--quiet", is_flag=True, help="No progress bar.")
@timeout_option
def command(count: int, output: Path | None, as_json: bool, board: bool | None, **options: Any) -> int:
    """Make puzzles that have exactly one solution.

    \b
      nonet generate                                        one minimal puzzle
      nonet generate --count 100 --symmetry half-turn -o puzzles.txt
      nonet generate --clues 26-30 --symmetry diagonal --seed 7
      nonet generate --pattern pattern.txt --count 5 --json
      nonet generate --level hard --symmetry half-turn
      nonet generate --technique x-wing --only --count 3

    The exit status is 1 if fewer were found than asked for, within the time or by very many tries; what was found is
    printed all the same, and a sentence says how far it came.
    """
    if output is not None and output.is_file() and not options["force"]:
        raise NonetError(f"{output} exists; --force replaces it")
    to_terminal = output is None and sys.stdout.isatty()
    if as_json and board:
        raise click.UsageError("--board and --json exclude one another", click.get_current_context())
    wants_board = output is None and not as_json and (board or (board is None and to_terminal and count == 1))
    run = Run()
    progress = Progress(count, quiet=options["quiet"] or to_terminal)

    def tell(state: create.Progress) -> None:
        share = state.found / max(state.tried, 1)
        progress.note = f", {share:.1%} of the candidates" if share < 0.995 else ""

    puzzles = create.generate(count=count, **order_of(options), progress=tell)
    with progress:
        target = Output(output)
        try:
            for puzzle in puzzles:
                if wants_board:
                    show_board(puzzle, True)
                    sys.stdout.flush()
                else:
                    target.write(line_of(puzzle, as_json).encode(), 1)
                progress.add(1, progress.done + 1)
        except NotFound as error:
            run.complain(error)
        except KeyboardInterrupt:
            written = progress.done if wants_board else target.lines
            print(f"nonet: stopped, with {counted(written, 'puzzle')} written", file=sys.stderr)
            return _INTERRUPTED
        finally:
            target.close()
    return run.status


def order_of(options: dict[str, Any]) -> dict[str, Any]:
    """The options as `nonet.generate` takes them."""
    order = {name: options[name] for name in _PASSED_ON}
    order["shape"] = Shape.parse(options["box"])
    order["clues"] = None if options["clues"] is None else clues_of(options["clues"])
    order["rating"] = None if options["rating"] is None else scores_of(options["rating"])
    order["pattern"] = None if options["pattern"] is None else pattern_of(options["pattern"])
    return order


def clues_of(text: str) -> create.Clues:
    """A number of clues, or the least and the most."""
    least, most = _range_of(text, "a number of clues, which is written like 26 or 26-30")
    return least if most is None else (least, most)


def scores_of(text: str) -> tuple[int, int]:
    """The least and the most score."""
    least, most = _range_of(text, "a range of scores, which is written like 800-1000")
    return least, least if most is None else most


def _range_of(text: str, what: str) -> tuple[int, int | None]:
    match = re.fullmatch(r"\s*(\d{1,7})\s*(?:-\s*(\d{1,7})\s*)?", text)
    if match is None:
        raise NonetError(f"{text!r:.40} is not {what}")
    return int(match[1]), None if match[2] is None else int(match[2])


def pattern_of(text: str) -> str:
    """The pattern itself, or that in a file."""
    path = Path(text)
    try:
        is_file = path.is_file()
    except (OSError, ValueError):  # longer than the name of any file
        is_file = False
    if not is_file and path.suffix in (".txt", ".sdk", ".sdm"):
        raise FileNotFoundError(2, "No such file or directory", text)
    return path.read_text(encoding="utf-8", errors="replace") if is_file else text


def line_of(puzzle: Grid, as_json: bool) -> str:
    """A puzzle as a line of the output."""
    if not as_json:
        return f"{puzzle}\n"
    data = {"puzzle": str(puzzle), "solution": str(solve(puzzle)), "clues": len(puzzle.givens)}
    return f"{json.dumps(data)}\n"
