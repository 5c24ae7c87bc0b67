"""``nonet certify``: a proof that a puzzle has exactly one solution, for any proof checker."""

from __future__ import annotations

from pathlib import Path

import click

from ..certificate import certify
from ..errors import counted
from .common import Run, json_option, prefix, print_json, puzzle_command, timeout_option


@puzzle_command("certify")
@click.option(
    "-o",
    "--output",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Write the formula, the proof and how to check it into this folder.",
)
@timeout_option
@json_option
def command(run: Run, output: Path | None, timeout: float | None, as_json: bool) -> None:
    """Prove that a puzzle has exactly one solution, or none, so that other programs can check it.

    \b
      nonet certify puzzle.sdk -o proof
      drat-trim proof/puzzle.cnf proof/puzzle.drat

    The proof is in the format DRAT, which the checkers of the SAT competitions read. It shows that the puzzle and the
    rules, as a formula, leave no other solution. The exit status is 1 if there is no solution, or more than one, and 2
    if there is no proof within --timeout, or none of at most 64 MB.
    """
    for entry, where in run.one_puzzle("a certificate is for one puzzle"):
        with run.reporting(where):
            certificate = certify(entry.grid, timeout=timeout)
            if output is not None:
                certificate.write(output)
            if as_json:
                print_json(certificate.to_dict())
            else:
                steps = f"proved in {counted(certificate.steps, 'step')}"
                print(f"{prefix(where)}{certificate.claim}, {steps}{f', in {output}' if output else ''}")
            run.worsen(int(certificate.solution is None))
