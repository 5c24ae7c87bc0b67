"""The program itself: a group of commands, each loaded when it is called or listed."""

from __future__ import annotations

from importlib import import_module

import click

from ..version import __version__
from . import COMMANDS


class Program(click.Group):
    """The commands of `COMMANDS`, each from the file of its name."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """In the order of the plan, not of the alphabet."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Imported now, not before."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f".{cmd_name}", __package__).command
        return command


def tell(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    """Print the version and leave, if that is wanted."""
    if wanted:
        from ..kernel import instruction_set

        found = instruction_set()
        words = f"with the kernel for {found}" if found else "without the compiled kernel (using NumPy)"
        click.echo(f"nonet {__version__}, {words}")
        ctx.exit()


@click.group(
    cls=Program,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option(
    "-V",
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=tell,
    help="The version, and whether the compiled kernel is there.",
)
@click.pass_context
def program(ctx: click.Context) -> None:
    """Sudoku: solve, check, count, generate, compare the classic methods, convert files, answer online judges.

    A puzzle is given as text, as a file, or on standard input:

    \b
      nonet solve 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
      nonet check puzzles.sdm
      nonet generate --count 10 --symmetry half-turn
      nonet compare 8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..
      nonet convert puzzle.sdk --to grid
      nonet judge luogu-p1784 < 1.in
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())
