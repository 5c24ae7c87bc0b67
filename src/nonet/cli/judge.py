"""``nonet judge``: the programs that online judges expect."""

from __future__ import annotations

import sys

import click

from .common import print_json, usage_error


@click.command("judge", short_help="Answer an online judge.")
@click.argument("name", required=False)
@click.option("--list", "list_", is_flag=True, help="List the judges.")
@click.option("--json", "as_json", is_flag=True, help="With --list: print one JSON object per judge, one per line.")
def command(name: str | None, list_: bool, as_json: bool) -> None:
    """Read standard input and print exactly what the judge NAME expects.

    \b
      nonet judge luogu-p1784 < 1.in > 1.out
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
    else:
        judge.run(name, sys.stdin, sys.stdout)
