"""The command line: one file per command, no logic.

`main` is the program ``nonet``. It prints each error as one line on standard error. The exit status is 0 if everything
is done, 1 if a puzzle has no solution or more than one, 2 for bad input or usage, and 130 after Ctrl-C. A command is
imported when it is called.

| file | contents |
| --- | --- |
| program | the click group that loads the commands |
| completion, options.json | completion in a shell, from a table of all options |
| common | arguments, options and output that several commands share |
| progress | the progress bar |
| solve, check, ... | one command each |
"""

from __future__ import annotations

import errno
import io
import os
import sys
from typing import NoReturn

from ..errors import Contradiction, FileError, NonetError, NoSolution, NotFound, NotUnique

__all__ = ["COMMANDS", "GROUPS", "exit_status", "main", "print_error"]

GROUPS = {
    "Solve and check": {
        "solve": "Solve puzzles and prove each solution unique.",
        "check": "Check clues, conflicts, uniqueness and minimality.",
        "count": "Count the solutions of puzzles.",
        "certify": "Prove that a puzzle has exactly one solution.",
    },
    "Learn": {
        "hint": "Explain the next step in stages.",
        "explain": "Explain the solution step by step.",
        "rate": "Rate how hard puzzles are.",
        "practice": "Practice a technique in positions that need it.",
        "trace": "Watch a search event by event.",
        "compare": "Compare seven search methods.",
    },
    "Create and print": {
        "generate": "Create puzzles with exactly one solution.",
        "minimize": "Remove the clues that are not needed.",
        "draw": "Draw puzzles and steps.",
        "book": "Print puzzles as a PDF.",
    },
    "Files and many puzzles": {
        "convert": "Convert puzzles from any format to any other.",
        "canon": "Print the canonical form of puzzles.",
        "batch": "Process millions of puzzles, from file to file.",
        "dataset": "Make train, validation and test sets as Parquet.",
        "bench": "Measure puzzles per second.",
    },
    "Judges, web and shell": {
        "judge": "Answer an online judge.",
        "web": "Play, learn and explore in your browser.",
        "completion": "Print the script that completes commands in a shell.",
        "manual": "Print the manual page.",
    },
}
"""The commands in the groups and the order of the help text, each with its summary."""

COMMANDS = {name: summary for commands in GROUPS.values() for name, summary in commands.items()}
"""All commands. Each is in the file of the same name."""

_CANNOT_PRINT = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
"""Errors of a full or broken disk. All files are named in such an error, but standard output has no name."""
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
    _replace_closed_streams()
    try:
        status = _answer_shell() if "_NONET_COMPLETE" in os.environ else _invoke(arguments)
        sys.stdout.flush()
        return status
    except NonetError as error:
        return print_error(str(error), exit_status(error))
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # so that Python's last flush does not fail
        return _CLOSED_PIPE
    except OSError as error:
        where = error.filename or ("standard output" if error.errno in _CANNOT_PRINT else None)
        return print_error(f"{where}: {error.strerror}" if where else str(error))
    except UnicodeEncodeError as error:
        return print_error(f"the character {error.object[error.start]!a} cannot be written as {error.encoding}")
    except MemoryError:
        return print_error("there is not enough memory")
    except KeyboardInterrupt as stop:
        return print_error(str(stop) or "stopped", _INTERRUPTED)


class _ClosedOutput(io.RawIOBase):
    """Standard output after ``>&-``: printing is an error, but a command that writes a file does not print."""

    def writable(self) -> bool:
        return True

    def fileno(self) -> NoReturn:
        raise FileError("standard output is closed, so the result cannot be printed")

    def write(self, data: object) -> NoReturn:
        self.fileno()


def _replace_closed_streams() -> None:
    """Replace standard streams that are closed, so that no file that is opened later takes their place."""
    while (descriptor := os.open(os.devnull, os.O_RDWR)) <= 2:  # the lowest number that is free
        pass
    os.close(descriptor)
    if sys.stdin is None:
        sys.stdin = os.fdopen(0, encoding="utf-8")
    if sys.stdout is None:
        sys.stdout = io.TextIOWrapper(_ClosedOutput(), encoding="utf-8", write_through=True)
    if sys.stderr is None:
        sys.stderr = os.fdopen(2, "w", encoding="utf-8", errors="backslashreplace")


def _invoke(arguments: list[str]) -> int:
    from .program import invoke

    return invoke(arguments)


def _answer_shell() -> int:
    """Answer a shell that completes a command; the script of ``nonet completion`` sets the variable."""
    from .completion import answer_shell

    return answer_shell(os.environ["_NONET_COMPLETE"])


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
