"""``nonet check``: clues, conflicts and uniqueness of puzzles."""

from __future__ import annotations

from ..messages import in_language
from ..search import Trace
from ..solving import check
from .common import (
    Run,
    json_option,
    language_option,
    method_option,
    prefix,
    print_json,
    puzzle_command,
    timeout_option,
)


@puzzle_command("check", rules=True)
@method_option()
@timeout_option
@language_option
@json_option
def command(run: Run, as_json: bool, method: str | None, timeout: float | None, language: str) -> None:
    """Check puzzles: number of clues, conflicts, number of solutions, and clues that are not needed.

    \b
      nonet check puzzles.sdm
      nonet check "1... ..2. .3.. ...4"

    The exit status is 1 if a puzzle does not have exactly one solution, and 2 if it cannot be read.
    """
    for entry, where in run.puzzles():
        with run.reporting(where):
            if entry.puzzle:
                report = check(entry.puzzle, method=method, timeout=timeout)
            else:
                report = check(entry.grid, method=method, trace=Trace(timeout=timeout) if timeout else None)
            if as_json:
                print_json({"puzzle": str(entry.grid), **report.to_dict()})
            else:
                print(in_language(f"{prefix(where)}{report}", language))
            run.worsen(0 if report.is_valid else 1)
