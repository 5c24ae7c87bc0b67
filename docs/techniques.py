"""Makes the pages of docs/techniques from nonet itself: ``python docs/techniques.py`` writes them.

Each technique is shown by an example that nonet found in a puzzle it made: the position in a file of examples, all else
computed from it. ``--find SECONDS`` looks for examples of the techniques that have none yet.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path

from nonet import Position
from nonet.bulk import bench_set
from nonet.formats import read_many
from nonet.logic import DEFAULT_TECHNIQUES, TECHNIQUES, Step, Technique, Words, find_next, reglib_line, verify
from nonet.logic.marks import Marks

HERE = Path(__file__).parent / "techniques"
EXAMPLES = HERE / "examples.txt"

FAMILIES = {
    "singles": ("Singles", ["singles"]),
    "locked": ("Locked candidates", ["locked_candidates"]),
    "subsets": ("Subsets", ["subsets"]),
    "fish": ("Fish", ["fish", "complex_fish"]),
    "single-digit": ("Patterns of one digit", ["single_digit_patterns"]),
    "wings": ("Wings and remote pairs", ["wings"]),
    "coloring": ("Coloring", ["coloring", "medusa"]),
    "uniqueness": ("Uniqueness", ["unique_rectangles", "unique_loops", "bug"]),
    "chains": ("Chains and loops", ["chains", "grouped_chains"]),
    "sets": ("Almost locked sets", ["als", "sue_de_coq", "aligned_pair_exclusion"]),
    "forcing": ("Forcing chains and nets", ["forcing_chains", "forcing_nets"]),
    "last-resort": ("Last resort", ["templates", "answer"]),
}
"""The pages: what each is called, and the files of the room whose techniques it shows."""


def read_examples() -> dict[str, Position]:
    """The example of each technique, by its identifier."""
    found = {}
    if EXAMPLES.exists():
        for line in EXAMPLES.read_text(encoding="utf-8").splitlines():
            name, _, text = line.partition(" ")
            (entry,) = read_many(text, format="hodoku")
            found[name] = entry.position or Position(entry.grid)
    return found


def example_step(row: Technique, position: Position) -> Step:
    """The first step of the technique in its example."""
    return next(row.find(Marks.of(position)))


# Looking for examples


def positions() -> Iterator[Marks]:
    """Positions on the way through puzzles made from a seed, from the first blank to the last."""
    for seed in count(1):
        for kind in ("minimal", "hard"):
            for puzzle in bench_set(kind, 40, seed=seed).decode().split():
                marks = Marks.of(Position(puzzle))
                while marks.blanks and (
                    step := find_next(marks, [row for row in DEFAULT_TECHNIQUES if row.family != "forcing_chains"])
                ):
                    yield marks
                    if step.technique == "answer":
                        break
                    marks = marks.after(step.placements, step.eliminations)


def find(seconds: float) -> None:
    """Look for an example of each technique that has none, and keep those with the fewest candidates."""
    found = read_examples()
    until = time.monotonic() + seconds
    for marks in positions():
        missing = [row for row in TECHNIQUES if row.id not in found]
        if not missing or time.monotonic() > until:
            break
        for row in missing:
            step = next(row.find(marks), None)
            if step is not None and verify(marks.position, step):
                found[row.id] = marks.position
                print(row.id, flush=True)
    keep(found)


def keep(found: dict[str, Position]) -> None:
    """Write the examples in the order of the table."""
    lines = [
        f"{row.id} {reglib_line(found[row.id], example_step(row, found[row.id]))}\n"
        for row in TECHNIQUES
        if row.id in found
    ]
    EXAMPLES.write_text("".join(lines), encoding="utf-8")


# The pages


def picture(position: Position, step: Step) -> str:
    """The candidates of the board in text: what falls in brackets, what is placed with an exclamation mark."""
    shape = position.grid.shape
    fallen, placed = set(step.eliminations), set(step.placements)
    cells = []
    for cell in range(shape.cells):
        digit = position.grid[cell]
        parts = [shape.symbol(digit)] if digit else []
        for other in sorted(position.candidates(cell)):
            symbol = shape.symbol(other)
            parts.append(
                f"({symbol})" if (cell, other) in fallen else f"{symbol}!" if (cell, other) in placed else symbol
            )
        cells.append("".join(parts))
    width = max(map(len, cells)) + 1
    bar = "+".join([(width * shape.box_width + 1) * "-"] * (shape.size // shape.box_width))
    lines = []
    for row in range(shape.size):
        if row and row % shape.box_height == 0:
            lines.append(bar)
        groups = [
            "".join(f"{cells[row * shape.size + column]:{width}}" for column in range(first, first + shape.box_width))
            for first in range(0, shape.size, shape.box_width)
        ]
        lines.append("| ".join(f" {group}" if not number else group for number, group in enumerate(groups)).rstrip())
    return "\n".join(lines)


def section(row: Technique, position: Position | None) -> str:
    """What a page says about one technique."""
    names = {"HoDoKu": "", "Sudoku Explainer": row.se, "SudokuWiki": row.sudokuwiki}
    if row.code:
        names["HoDoKu"] = row.hodoku or row.title
    known = "; ".join(f"{who}: {name}" for who, name in names.items() if name)
    head = f"## {row.title}\n\n`{row.id}` · {row.chinese} · {row.level.title}, {row.score} points"
    parts = [head + (f" · {known}" if known else "") + ("" if row.default else " · found on request only")]
    if position is None:
        return f"{parts[0]}\n"
    step = example_step(row, position)
    words = Words(position.grid.shape)
    told = [words.pattern(step), words.why(step), words.conclusion(step)]
    parts += [f"```text\n{picture(position, step)}\n```", *filter(None, told), f"`{step}`"]
    return "\n\n".join(parts) + "\n"


def pages() -> dict[str, str]:
    """Every page by its name."""
    examples = read_examples()
    made = {}
    for name, (title, families) in FAMILIES.items():
        rows = [row for row in TECHNIQUES if row.family in families]
        intro = (
            f"# {title}\n\nFrom easy to hard. Each example was found by nonet in a puzzle of its own, and the step is\n"
            "proved by `nonet.logic.verify`. In the boards, candidates in brackets fall; a digit with an exclamation\n"
            "mark is placed.\n"
        )
        made[f"{name}.md"] = "\n".join([intro, *(section(row, examples.get(row.id)) for row in rows)])
    index = ["# Techniques\n", "| technique | level | points | page |\n| --- | --- | --- | --- |"]
    home = {family: name for name, (_, families) in FAMILIES.items() for family in families}
    for row in TECHNIQUES:
        page = home[row.family]
        index.append(f"| {row.title} (`{row.id}`) | {row.level.title} | {row.score} | [{page}]({page}.md) |")
    made["README.md"] = "\n".join([index[0], *index[1:]]) + "\n"
    return made


def main() -> int:
    """Write the pages."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--find", type=float, metavar="SECONDS", help="first look for examples that are missing")
    arguments = parser.parse_args()
    if arguments.find:
        find(arguments.find)
    for name, text in pages().items():
        (HERE / name).write_text(text, encoding="utf-8")
    missing = [row.id for row in TECHNIQUES if row.id not in read_examples()]
    print(f"without an example: {', '.join(missing) or 'none'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
