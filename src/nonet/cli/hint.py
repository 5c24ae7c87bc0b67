"""``nonet hint``: the next step, in stages."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

import click
from click.shell_completion import CompletionItem

from ..errors import ArgumentError, NoSolution
from ..formats import Entry
from ..geometry import mask_of
from ..grid import Grid
from ..logic import CELL_STYLES, TECHNIQUES, Hint, Suspects, hint, steps, suspects, technique
from ..position import Position
from . import exit_status
from .common import Run, json_option, language_option, print_json, puzzle_command, show_scene, show_text, timeout_option
from .parameters import Names, TextOrFile

_Command = TypeVar("_Command", bound=Callable[..., Any])

STAGES = ("technique", "area", "pattern", "conclusion")
_PROMPTS = {"en": "Enter: more   Ctrl-D: stop ", "zh": "回车：下一条提示   Ctrl-D：结束 "}
_NEED_GIVENS = {
    "en": "With --givens PUZZLE, nonet finds every wrong digit.",
    "zh": "用 --givens 给出原题，就能找出所有填错的数字。",
}

cells_option = click.option(
    "--cells",
    type=Names(CELL_STYLES),
    default="rc",
    show_default=True,
    help="How to name a cell: r1c2, A2 (the letter is the row) or B1 (the letter is the column).",
)


class TechniqueName(click.ParamType):  # type: ignore[type-arg]  # generic since click 8.4
    """The name of a technique."""

    name = "name"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the identifier of the technique."""
        try:
            return technique(value).id
        except ArgumentError:
            names = (row.id for row in TECHNIQUES)
            raise ArgumentError.unknown("technique", value, names, "nonet hint --list lists all") from None

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Return the techniques with their titles."""
        return [CompletionItem(row.id, help=row.title) for row in TECHNIQUES if row.id.startswith(incomplete)]


def technique_options(command: _Command) -> _Command:
    """Add the options that select techniques: `techniques`, `without` and `uniqueness`, as the library takes them."""
    for option in (
        click.option(
            "--no-uniqueness", "uniqueness", flag_value=False, default=True, help="Do not assume one solution."
        ),
        click.option(
            "--without", type=TechniqueName(), multiple=True, help="Leave out this technique; can be repeated."
        ),
        click.option(
            "--technique",
            "techniques",
            type=TechniqueName(),
            multiple=True,
            callback=lambda context, option, names: names or None,
            help="Use only this technique; can be repeated.",
        ),
    ):
        command = option(command)
    return command


def show_techniques(ctx: click.Context, _: click.Parameter, is_set: bool) -> None:
    """Print the table of techniques and exit, if the option is set."""
    if is_set:
        for row in TECHNIQUES:
            names = " / ".join(
                dict.fromkeys(name for name in (row.title, row.hodoku, row.se, row.sudokuwiki, row.chinese) if name)
            )
            click.echo(f"{row.id:34}{row.level.title:9}{row.score:>6}  {names}{'' if row.default else ' (on request)'}")
        ctx.exit()


@puzzle_command("hint")
@click.option(
    "--givens", metavar="PUZZLE|FILE", type=TextOrFile(), help="The puzzle without your own digits, to find wrong ones."
)
@click.option("--stage", type=Names(STAGES), help="Stop after this stage.")
@click.option("--all", "all_", is_flag=True, help="Print all stages at once, on a terminal too.")
@click.option("--steps", "all_steps", is_flag=True, help="Print every possible step, one per line.")
@click.option("--board/--no-board", default=None, help="Draw the board, or not.  [default: on a terminal]")
@timeout_option
@technique_options
@language_option
@cells_option
@click.option(
    "--list",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=show_techniques,
    help="List the techniques from easy to hard.",
)
@json_option
def command(
    run: Run,
    as_json: bool,
    all_steps: bool,
    givens: str | None,
    language: str,
    cells: str,
    stage: str | None,
    all_: bool,
    board: bool | None,
    timeout: float | None,
    **selection: Any,
) -> None:
    """Explain the next step from a position in stages: technique, area, pattern, conclusion.

    \b
      nonet hint puzzle.sdk
      nonet hint --givens puzzle.sdk position.txt
      nonet hint --stage area "1... ..2. .3.. ...4"
      nonet hint --steps --technique x-wing puzzle.sdk
      nonet hint --list

    On a terminal the board is drawn, and Enter shows the next stage. A position can have your own digits and
    candidates, in any format that supports them. If some are wrong, the hint says so first. In a plain line all digits
    are givens, so add --givens. The givens must have exactly one solution. If they have none, the hint names the digits
    that may be wrong.
    """
    puzzle = givens_of(run, givens) if givens is not None else None
    if givens is not None and puzzle is None:
        return
    shown = Showing(language, cells, stage, all_, board)
    for entry, where in run.puzzles():
        with run.reporting(where):
            position = with_givens(entry, puzzle) if puzzle else entry.position or entry.grid
            if all_steps:
                for step in steps(position, **selection):
                    print(step)
                continue
            try:
                found = hint(position, timeout=timeout, **selection)
            except NoSolution as error:
                if isinstance(position, Position) and position.placed:
                    raise
                run.worsen(exit_status(error))
                show_suspects(suspects(entry.grid), shown, as_json)
                continue
            if as_json:
                print_json({"puzzle": str(entry.grid), **found.to_dict(language=language, cells=cells)})
            elif not shown.show(found):
                return


def givens_of(run: Run, argument: str) -> Grid | None:
    """Return the puzzle of the option --givens, or None after reporting that it cannot be read."""
    source = Run((argument,), run.reading, run.language)
    found = source.one_puzzle("--givens takes one")
    run.worsen(source.status)
    return found[0][0].grid if found else None


def with_givens(entry: Entry, givens: Grid) -> Position:
    """Return the position of a player on the puzzle that these givens are."""
    shape = givens.shape
    if entry.grid.shape is not shape:
        raise ArgumentError(f"the position is {entry.grid.shape.a_board}, but the givens are {shape.a_board}")
    changed = [
        f"{shape.cell_name(cell)} is {shape.symbol(digit)}, but {shape.symbol(given)} is given there"
        for cell, (digit, given) in enumerate(zip(entry.grid, givens, strict=True))
        if digit and given and digit != given
    ]
    if changed:
        raise ArgumentError("; ".join(changed))
    grid = Grid.of_digits(bytes(map(max, entry.grid, givens)), shape)
    own = entry.position.candidate_masks if entry.position and entry.position.has_own_candidates else None
    masks = own and [0 if digit else mask for digit, mask in zip(grid, own, strict=True)]
    return Position(givens, grid, masks)


class Showing(NamedTuple):
    """How hints are printed."""

    language: str
    cells: str
    stage: str | None
    """The last stage; None for all."""
    all: bool
    """Whether all stages are printed at once."""
    board: bool | None
    """Whether a board is drawn; None for a terminal only."""

    def show(self, found: Hint) -> bool:
        """Print a hint: on a terminal one stage after the other. Return False if the player stops."""
        stages = list(found.stages(language=self.language, cells=self.cells))
        names = [stage.name for stage in stages]
        if self.stage in names:
            stages = stages[: names.index(self.stage) + 1]
        waits = not self.all and not self.stage and found.step and sys.stdin.isatty() and sys.stdout.isatty()
        if not waits:
            self.draw(found, stages[-1].name)
            for stage in stages:
                show_text(stage.text)
            return True
        for number, (name, text) in enumerate(stages):
            if number and not self.goes_on():
                return False
            if not number or name in ("pattern", "conclusion"):
                self.draw(found, name)
            show_text(text)
        return True

    def draw(self, found: Hint, stage: str) -> None:
        """Draw the board of a hint, with as much of the step as the stage reveals."""
        if not (sys.stdout.isatty() if self.board is None else self.board):
            return
        from ..drawing import scene_for

        is_shown = stage in ("pattern", "conclusion", "mistake")
        scene = scene_for(found if is_shown else found.position, candidates=True, language=self.language)
        if stage == "pattern":
            scene = scene._replace(placements=frozenset(), eliminations=frozenset())
        show_scene(scene, labels=self.cells, compact=True)

    def goes_on(self) -> bool:
        """Ask for the next stage. Return False after Ctrl-D or Ctrl-C."""
        prompt = _PROMPTS[self.language]
        try:
            input(prompt)
        except (EOFError, KeyboardInterrupt):
            print()
            return False
        if os.environ.get("TERM", "dumb") != "dumb":
            sys.stdout.write("\x1b[1A\x1b[2K")  # the next stage replaces the prompt
        return True


def show_suspects(found: Suspects, showing: Showing, as_json: bool) -> None:
    """Print which digits may be wrong on a board without a solution."""
    sentences = found.sentences(language=showing.language, cells=showing.cells)
    if as_json:
        stages = [{"name": "mistake", "text": text} for text in sentences]
        print_json({"puzzle": str(found.grid), "stages": stages, "step": None, "suspects": found.to_dict()})
        return
    if sys.stdout.isatty() if showing.board is None else showing.board:
        from ..drawing import scene_of

        cells = mask_of({candidate.cell for each in found.sets for candidate in each})
        scene = scene_of(found.grid, language=showing.language)._replace(cells=(("suspect", cells),))
        show_scene(scene, labels=showing.cells)
    for text in (*sentences, _NEED_GIVENS[showing.language]):
        show_text(text)
