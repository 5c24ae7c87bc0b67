"""The command line: one file per command, no logic.

`main` is the program ``nonet``. It prints each error as one line on standard error. The exit status is 0 if everything
is done, 1 if a puzzle has no solution or more than one, 2 for bad input or usage, and 130 after Ctrl-C. A command is
imported when it is called.

| file | contents |
| --- | --- |
| program | the click group that loads the commands |
| common | arguments, options and output that several commands share |
| progress | the progress bar |
| solve, check, ... | one command each |
"""

from __future__ import annotations

import os
import sys

from ..errors import Contradiction, NonetError, NoSolution, NotFound, NotUnique
from ..extras import require

__all__ = ["COMMANDS", "exit_status", "main", "print_error"]

COMMANDS = (
    *("solve", "check", "count", "hint", "explain", "rate"),
    *("generate", "minimize", "canon", "draw", "book"),
    *("compare", "convert", "batch", "dataset", "bench", "judge", "web"),
)
"""The commands in the order of the help text. Each is in the file of the same name."""

_INTERRUPTED = 130
_CLOSED_PIPE = 141


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and exit with its status.

    >>> try:
    ...     main(["solve", "1234 3412 2143 432."])
    ... except SystemExit as end:
    ...     print(end.code)
    1234341221434321
    0
    """
    sys.exit(_run(sys.argv[1:] if arguments is None else arguments))


def _run(arguments: list[str]) -> int:
    try:
        require("click")
        from .program import invoke

        status = invoke(arguments)
        sys.stdout.flush()
        return status
    except NonetError as error:
        return print_error(str(error), exit_status(error))
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # so that Python's last flush does not fail
        return _CLOSED_PIPE
    except OSError as error:
        return print_error(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    except KeyboardInterrupt as stop:
        return print_error(str(stop) or "stopped", _INTERRUPTED)


def exit_status(error: NonetError) -> int:
    """Return the exit status for an error: 1 if it is the answer to a valid question, 2 if the input is bad.

    >>> exit_status(NoSolution()), exit_status(NonetError("unknown format"))
    (1, 2)
    """
    return 1 if isinstance(error, NoSolution | NotUnique | NotFound) and not isinstance(error, Contradiction) else 2


def print_error(message: str, status: int = 2) -> int:
    """Print an error as one line on standard error, and return the exit status."""
    print(f"nonet: {message}", file=sys.stderr)
    return status
