"""``nonet judge``: the programs that online judges expect."""

from __future__ import annotations

import sys

import click
from click.shell_completion import CompletionItem

from .common import print_json, usage_error


def complete_judge(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return the judges with their titles, for the completion in a shell."""
    from ..judge import JUDGES

    return [CompletionItem(name, help=each.title) for name, each in JUDGES.items() if name.startswith(incomplete)]


@click.command("judge")
@click.argument("name", required=False, shell_complete=complete_judge)
@click.option("--list", "list_", is_flag=True, help="List the judges.")
@click.option("--source", is_flag=True, help="Print the program to submit to the judge, one Python file.")
@click.option("--json", "as_json", is_flag=True, help="With --list: print one JSON object per judge, one per line.")
def command(name: str | None, list_: bool, source: bool, as_json: bool) -> None:
    """Read standard input and print exactly what the judge NAME expects.

    \b
      nonet judge luogu-p1784 < 1.in > 1.out
      nonet judge luogu-p1784 --source > p1784.py
      nonet judge --list
    """
    from .. import judge

    if list_:
        for entry in judge.JUDGES.values():
            if as_json:
                print_json(entry.to_dict())
            else:
                print(f"{entry.name:<14} {entry.title}: {entry.reads} -> {entry.prints}")
    elif name is None:
        raise usage_error("Name a judge; --list lists them")
    elif source:
        click.echo(judge.source(name).encode(), nl=False)  # UTF-8 on every system: the file goes to a judge
    else:
        judge.run(name, sys.stdin, sys.stdout)
