"""The command line: one file per command, no logic of its own.

`main` is the program ``nonet``. It turns every error into one line on standard error and an exit status: 0 done,
1 the puzzle has no solution or not just one, 2 bad input or usage, 130 stopped by Ctrl-C. A command is imported only
when it is called.
"""

from __future__ import annotations

import os
import sys

from ..errors import Contradiction, MissingExtra, NonetError, NoSolution, NotFound, NotUnique

__all__ = ["COMMANDS", "exit_status", "main"]

COMMANDS = (
    *("solve", "check", "count", "hint", "explain", "rate"),
    *("generate", "minimize", "canon", "draw", "book"),
    *("compare", "convert", "batch", "dataset", "bench", "judge", "web"),
)
"""The commands, in the order in which the help lists them; each is the file of that name."""

_INTERRUPTED = 130
_CLOSED_PIPE = 141


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and leave with its exit status.

    >>> try:
    ...     main(["solve", "1234 3412 2143 432."])
    ... except SystemExit as end:
    ...     print(end.code)
    1234341221434321
    0
    """
    sys.exit(_run(arguments))


def _run(arguments: list[str] | None) -> int:
    try:
        try:
            import click

            from .program import program
        except ModuleNotFoundError as error:
            raise MissingExtra(error.name or "click", extra="cli") from None
        try:
            with program.make_context("nonet", sys.argv[1:] if arguments is None else arguments) as context:
                status = program.invoke(context)
        except click.exceptions.Exit as end:
            status = end.exit_code
        except click.exceptions.Abort:
            raise KeyboardInterrupt from None
        except click.ClickException as error:
            help_of = error.ctx.command_path if isinstance(error, click.UsageError) and error.ctx else "nonet"
            return _complain(f"{error.format_message().rstrip('.')}; see {help_of} --help")
        sys.stdout.flush()
        return status or 0
    except NonetError as error:
        return _complain(str(error), exit_status(error))
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # so that the last flush fails in silence
        return _CLOSED_PIPE
    except OSError as error:
        return _complain(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    except KeyboardInterrupt:
        return _complain("stopped", _INTERRUPTED)


def exit_status(error: NonetError) -> int:
    """1 if the error is the answer to a sound question, 2 if the input was bad.

    >>> exit_status(NoSolution()), exit_status(NonetError("no such thing"))
    (1, 2)
    """
    return 1 if isinstance(error, NoSolution | NotUnique | NotFound) and not isinstance(error, Contradiction) else 2


def _complain(sentence: str, status: int = 2) -> int:
    print(f"nonet: {sentence}", file=sys.stderr)
    return status
