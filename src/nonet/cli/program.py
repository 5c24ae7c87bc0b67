"""The program ``nonet``: a group of commands, each imported when it is called or listed."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module

import click

from ..errors import any_of, nearest
from ..version import __version__
from . import COMMANDS, GROUPS, print_error

_SHORTEST_PUZZLE = 16


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

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the arguments name; for an unknown one, raise an error with similar names."""
        name = args[0]
        if name in COMMANDS or name.startswith("-") or ctx.resilient_parsing:
            return super().resolve_command(ctx, args)
        message = f"No such command {name!r:.40}"
        if len(name) >= _SHORTEST_PUZZLE or "." in name:
            message += "; to solve a puzzle, write nonet solve PUZZLE"
        raise click.UsageError(with_nearest(message, name, COMMANDS), ctx)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands in their groups, without importing them."""
        width = max(map(len, COMMANDS))
        for title, commands in GROUPS.items():
            with formatter.section(title):
                formatter.write_dl([(name.ljust(width), summary) for name, summary in commands.items()])


def with_nearest(message: str, name: str, known: Iterable[str]) -> str:
    """Return a message about an unknown name, with the known names that are similar, if there are any.

    >>> with_nearest("No such command 'slove'", "slove", ["solve", "count"])
    "No such command 'slove'; did you mean solve?"
    """
    similar = nearest(name, known)
    return f"{message}; did you mean {any_of(similar)}?" if similar else message


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

    A puzzle is given as text, as a file, or on standard input. In text, blanks are dots or zeros.

    \b
      nonet solve "1... ..2. .3.. ...4"
      nonet hint puzzle.sdk
      nonet check puzzles.sdm
      nonet generate --level hard --count 10 -o puzzles.txt
      nonet book puzzles.txt -o book.pdf
      nonet convert puzzle.sdk --to grid
      nonet judge luogu-p1784 < 1.in

    nonet COMMAND --help explains a command.
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
    except click.NoSuchOption as error:
        return report(option_error(error))
    except click.ClickException as error:
        return report(error)


def option_error(error: click.NoSuchOption) -> click.UsageError:
    """Return the error for an unknown option, with the options of the command that are similar."""
    options = error.ctx.command.get_params(error.ctx) if error.ctx else []
    names = [name for option in options for name in (*option.opts, *option.secondary_opts) if name.startswith("--")]
    message = f"No such option {error.option_name!r:.40}"
    return click.UsageError(with_nearest(message, error.option_name, names), error.ctx)


def report(error: click.ClickException) -> int:
    """Print an error of click and where the help is, unless it ends with a question; return the exit status."""
    message = " ".join(error.format_message().split()).rstrip(".")
    path = error.ctx.command_path if isinstance(error, click.UsageError) and error.ctx else "nonet"
    return print_error(message if message.endswith("?") else f"{message}; see {path} --help")
