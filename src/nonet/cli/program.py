"""The program ``nonet``: a group of commands, each imported when it is called or listed."""

from __future__ import annotations

from importlib import import_module

import click

from ..version import __version__
from . import COMMANDS, print_error


class Program(click.Group):
    """The group of the commands in `COMMANDS`."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the commands in the order of `COMMANDS`, not of the alphabet."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return a command."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f".{cmd_name}", __package__).command
        return command


def show_version(ctx: click.Context, _: click.Parameter, is_set: bool) -> None:
    """Print the version and exit, if the option is set."""
    if is_set:
        from ..kernel import instruction_set

        instructions = instruction_set()
        kernel = f"with the kernel for {instructions}" if instructions else "without the compiled kernel (using NumPy)"
        click.echo(f"nonet {__version__}, {kernel}")
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
    callback=show_version,
    help="Show the version and whether the compiled kernel is used.",
)
@click.pass_context
def program(ctx: click.Context) -> None:
    """Solve, explain, rate, create, draw and convert Sudoku puzzles.

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


def invoke(arguments: list[str]) -> int:
    """Run the command that the arguments name, and return the exit status."""
    try:
        with program.make_context("nonet", arguments) as context:
            return program.invoke(context) or 0
    except click.exceptions.Exit as end:
        return end.exit_code
    except click.exceptions.Abort:
        raise KeyboardInterrupt from None
    except click.ClickException as error:
        path = error.ctx.command_path if isinstance(error, click.UsageError) and error.ctx else "nonet"
        return print_error(f"{error.format_message().rstrip('.')}; see {path} --help")
