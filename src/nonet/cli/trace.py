"""``nonet trace``: a search event by event, as a film, or as a tree."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from ..drawing import (
    FORMATS,
    MASK_METHODS,
    MOST_WORK,
    THEMES,
    Watcher,
    draw,
    event_lines,
    outcome_text,
    phrase,
    record,
    rich_lines,
    watch,
)
from ..errors import ArgumentError
from ..grid import Grid
from ..search import METHODS, idea
from .common import (
    Run,
    check_combination,
    format_by_suffix,
    is_ascii_only,
    language_option,
    output_option,
    print_json,
    puzzle_command,
    write_output,
)
from .parameters import Names

_FILM_FORMATS = {name: suffix for name, suffix in FORMATS.items() if name != "text"}
_SCREENFUL = 12
_ASCII = str.maketrans("├└│─", "|`|-")


@puzzle_command("trace")
@click.option("--method", type=Names(METHODS), default="bitmask", show_default=True, help="The search method.")
@click.option(
    "--events",
    type=click.IntRange(min=1),
    metavar="N",
    help=f"Print N events.  [default: {_SCREENFUL}; all with --json]",
)
@click.option("--all", "all_", is_flag=True, help="Print all events.")
@click.option("--from", "start", type=click.IntRange(min=1), default=1, metavar="N", help="Start at event N.")
@click.option("--board", is_flag=True, help="Print the board beside the masks.")
@click.option("--tree", is_flag=True, help="Print or draw the search tree instead.")
@click.option("--against", type=Names(METHODS), help="With -o or --tree: another method beside it.")
@click.option(
    "--work",
    type=click.IntRange(min=1),
    default=MOST_WORK,
    show_default=True,
    metavar="N",
    help="Stop the search after N events.",
)
@output_option("Write a film, or with --tree a picture; the suffix sets the format.")
@click.option("--to", type=Names(_FILM_FORMATS), help="The format of the film, if no suffix sets it.")
@click.option(
    "--theme", type=Names(["auto", *THEMES]), default="auto", show_default=True, help="Colors; gray for print."
)
@click.option("--width", type=click.IntRange(min=16), metavar="PIXELS", help="The width of a PNG or GIF.")
@click.option(
    "--font", type=click.Path(path_type=Path), metavar="FILE", help="A TrueType font for Chinese in PNG, PDF and GIF."
)
@language_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per event, one per line.")
def command(run: Run, output: Path | None, to: str | None, as_json: bool, **options: Any) -> None:
    """Run a search method on a puzzle until its first solution, and print what it does, event by event.

    An event is a digit written (a guess, or forced), a digit removed, a dead end, or a solution. For a digit written,
    the masks of its cell are printed in binary: the digits that are free in its row, its column and its box, what they
    share, and the lowest bit. Bit d - 1 is digit d. Only bitmask, singles and mrv keep masks and choose by the lowest
    bit; for the other methods the masks are those of the cell on the current board.

    \b
      nonet trace puzzle.sdk
      nonet trace puzzle.sdk --method mrv --from 100 --board
      nonet trace puzzle.sdk --method mrv --tree
      nonet trace puzzle.sdk --method backtracking --against mrv -o race.html
    """
    to = to or (format_by_suffix(output, _FILM_FORMATS, "a film") if output else None)
    check_options(options, to, as_json)
    if to:
        for entry, where in run.one_puzzle("a film shows one"):
            with run.reporting(where):
                write_picture(entry.grid, output, to, options)
        return
    for entry, where in run.puzzles():
        with run.reporting(where):
            if options["tree"]:
                print_line(str(draw(films(entry.grid, options), to="text", tree=True, language=options["language"])))
            elif as_json:
                print_events_as_json(entry.grid, options)
            else:
                print_events(entry.grid, options)


def check_options(options: dict[str, Any], to: str | None, as_json: bool) -> None:
    """Refuse options that cannot be combined."""
    output, json = {"output": to, "json": as_json}, {"all": options["all_"], "from": options["start"] > 1}
    given = options | output | json
    check_combination(given, ("output", "json", "board"))
    check_combination(given, ("output", "all", "events"))
    check_combination(given, ("tree", "json", "board"))
    check_combination(given, ("tree", "all", "events"))
    if options["against"] and not (to or options["tree"]):
        raise click.UsageError("--against needs --output or --tree", click.get_current_context())
    if given["from"] and (to or options["tree"]):
        raise click.UsageError("--from cannot be combined with --output or --tree", click.get_current_context())


# Films and trees


def films(grid: Grid, options: dict[str, Any]) -> list[Any]:
    """Return the films of the methods."""
    methods = filter(None, (options["method"], options["against"]))
    return [record(grid, method, most=options["work"]) for method in methods]


def write_picture(grid: Grid, output: Path | None, to: str, options: dict[str, Any]) -> None:
    """Write a film or a tree."""
    names = ("theme", "width", "tree", "font", "language")
    picture: str | bytes = draw(  # type: ignore[call-overload]  # any of the formats
        films(grid, options), to=to, **{name: options[name] for name in names}
    )
    write_output(output, picture)


# Events


def watched(grid: Grid, options: dict[str, Any], most: int | None, show: Callable[[Watcher], None]) -> Watcher:
    """Run the search and show at most `most` of its events; the others are only counted."""
    start = options["start"]
    end = start + most if most else options["work"] + 1

    def see(watcher: Watcher) -> None:
        if start <= watcher.work < end:
            show(watcher)

    return watch(grid, options["method"], see, most=options["work"])


def print_events_as_json(grid: Grid, options: dict[str, Any]) -> None:
    """Print events as JSON."""
    about = {"puzzle": str(grid), "method": options["method"]}
    watched(grid, options, options["events"], lambda watcher: print_json(about | watcher.frame().to_dict(grid.shape)))


def print_events(grid: Grid, options: dict[str, Any]) -> None:
    """Print events with their masks, and how the search ended."""
    from rich.console import Console

    language, method, start = options["language"], options["method"], options["start"]
    keeps_masks, plain = method in MASK_METHODS, is_ascii_only()
    most = None if options["all_"] else options["events"] or _SCREENFUL
    console = Console(highlight=False) if sys.stdout.isatty() and not plain else None

    def show(watcher: Watcher) -> None:
        if watcher.work == start:
            print_heading(method, keeps_masks, language)
        lines = event_lines(
            watcher.frame(), grid, keeps_masks=keeps_masks, board=options["board"], language=language, ascii=plain
        )
        if console:
            console.print(rich_lines(lines), soft_wrap=True)
        else:
            print_line("\n".join("".join(span.text for span in line).rstrip() for line in lines))

    watcher = watched(grid, options, most, show)
    if start > watcher.work:
        raise ArgumentError(f"the search has {watcher.work:,} events, but --from is {start:,}")
    last = min(watcher.work, start + most - 1) if most else watcher.work
    print_line("")
    if last < watcher.work:
        print_line(phrase(language, "more", number=watcher.work - last, option=f"--from {last + 1}"))
    print_line(outcome_text(method, watcher.ending, watcher.work, language=language))
    print_line(phrase(language, "counts", **watcher.counters()))


def print_heading(method: str, keeps_masks: bool, language: str) -> None:
    """Print what the method does, and how to read the masks."""
    print_line(f"{method}{phrase(language, 'colon')}{idea(method, language=language)}")
    print_line(phrase(language, "masks"))
    if not keeps_masks:
        print_line(phrase(language, "masks-other", method=method))
    print_line("")


def print_line(text: str) -> None:
    """Print a text; an output that knows only ASCII gets question marks for other characters."""
    print(text.translate(_ASCII).encode("ascii", "replace").decode() if is_ascii_only() else text)
