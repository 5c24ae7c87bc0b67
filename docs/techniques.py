"""Generate the pages in docs/techniques: ``python docs/techniques.py``.

Each technique has an example that nonet found in a puzzle it generated. The file examples.txt has the positions; all
else is computed from them. ``--find SECONDS`` searches for examples of techniques that have none.
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
from nonet.logic import DEFAULT_TECHNIQUES, TECHNIQUES, Marks, Step, Technique, Words, find_next, reglib_line, verify

HERE = Path(__file__).parent / "techniques"
EXAMPLES = HERE / "examples.txt"

FAMILIES = {
    "singles": ("Singles", ["singles"]),
    "locked": ("Locked candidates", ["locked_candidates"]),
    "subsets": ("Subsets", ["subsets"]),
    "fish": ("Fish", ["fish", "complex_fish"]),
    "single-digit": ("Single-digit patterns", ["single_digit_patterns"]),
    "wings": ("Wings and remote pairs", ["wings"]),
    "coloring": ("Coloring", ["coloring", "medusa"]),
    "uniqueness": ("Uniqueness", ["unique_rectangles", "unique_loops", "bug"]),
    "chains": ("Chains and loops", ["chains", "grouped_chains"]),
    "sets": ("Almost locked sets", ["als", "sue_de_coq", "aligned_pair_exclusion"]),
    "forcing": ("Forcing chains and nets", ["forcing_chains", "forcing_nets"]),
    "last-resort": ("Last resort", ["templates", "answer"]),
}
"""The pages: the title of each, and the files in logic/finders whose techniques it shows."""

INTRODUCTION = """\
# {title}

The techniques are sorted from easy to hard. nonet found each example in a puzzle it generated, and `nonet.logic.verify`
proves each step. In the boards, candidates in parentheses are removed, and a digit with an exclamation mark is placed.
"""


def read_examples() -> dict[str, Position]:
    """Return the position of each example by the id of its technique."""
    examples = {}
    if EXAMPLES.exists():
        for line in EXAMPLES.read_text(encoding="utf-8").splitlines():
            name, _, text = line.partition(" ")
            (entry,) = read_many(text, format="hodoku")
            examples[name] = entry.position or Position(entry.grid)
    return examples


def example_step(technique: Technique, position: Position) -> Step:
    """Return the first step of a technique in its example."""
    return next(technique.find(Marks.of(position)))


# Search for examples


def positions() -> Iterator[Marks]:
    """Yield all positions on the way to the solution of puzzles generated from a seed."""
    techniques = [technique for technique in DEFAULT_TECHNIQUES if technique.family != "forcing_chains"]
    for seed in count(1):
        for kind in ("minimal", "hard"):
            for puzzle in bench_set(kind, 40, seed=seed).decode().split():
                marks = Marks.of(Position(puzzle))
                while marks.blanks and (step := find_next(marks, techniques)):
                    yield marks
                    if step.technique == "answer":
                        break
                    marks = marks.after(step.placements, step.eliminations)


def find_examples(seconds: float) -> None:
    """Search for examples of the techniques that have none, and write them to the file."""
    examples = read_examples()
    deadline = time.monotonic() + seconds
    for marks in positions():
        missing = [technique for technique in TECHNIQUES if technique.id not in examples]
        if not missing or time.monotonic() > deadline:
            break
        for technique in missing:
            step = next(technique.find(marks), None)
            if step is not None and verify(marks.position, step):
                examples[technique.id] = marks.position
                print(technique.id, flush=True)
    write_examples(examples)


def write_examples(examples: dict[str, Position]) -> None:
    """Write the examples from easy to hard."""
    found = [(technique, examples[technique.id]) for technique in TECHNIQUES if technique.id in examples]
    lines = [f"{each.id} {reglib_line(position, example_step(each, position))}\n" for each, position in found]
    EXAMPLES.write_text("".join(lines), encoding="utf-8")


# Pages


def picture(position: Position, step: Step) -> str:
    """Return the board with its candidates as text; the step's conclusion is marked."""
    shape = position.grid.shape
    marked: dict[tuple[int, int], str] = dict.fromkeys(step.eliminations, "({})")
    marked |= dict.fromkeys(step.placements, "{}!")
    cells = [
        "".join(
            marked.get((cell, digit), "{}").format(shape.symbol(digit))
            for digit in ([position.grid[cell]] if position.grid[cell] else sorted(position.candidates(cell)))
        )
        for cell in range(shape.cells)
    ]
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
        lines.append(f" {'| '.join(groups)}".rstrip())
    return "\n".join(lines)


def section(technique: Technique, position: Position | None) -> str:
    """Return the section about one technique."""
    hodoku = (technique.hodoku or technique.title) if technique.code else ""
    names = {"HoDoKu": hodoku, "Sudoku Explainer": technique.se, "SudokuWiki": technique.sudokuwiki}
    facts = [
        f"`{technique.id}`",
        technique.chinese,
        f"{technique.level.title}, {technique.score} points",
        "; ".join(f"{program}: {name}" for program, name in names.items() if name),
        "" if technique.default else "only used if named",
    ]
    parts = [f"## {technique.title}", " · ".join(filter(None, facts))]
    if position is not None:
        step = example_step(technique, position)
        words = Words(position.grid.shape)
        sentences = [words.pattern(step), words.why(step), words.conclusion(step)]
        parts += [f"```text\n{picture(position, step)}\n```", *filter(None, sentences), f"`{step}`"]
    return "\n\n".join(parts) + "\n"


def pages() -> dict[str, str]:
    """Return the text of every page by its file name."""
    examples = read_examples()
    texts = {}
    index = ["# Techniques\n", "| technique | level | points | page |", "| --- | --- | --- | --- |"]
    for name, (title, families) in FAMILIES.items():
        techniques = [technique for technique in TECHNIQUES if technique.family in families]
        sections = [section(technique, examples.get(technique.id)) for technique in techniques]
        texts[f"{name}.md"] = "\n".join([INTRODUCTION.format(title=title), *sections])
    page_of = {family: name for name, (_, families) in FAMILIES.items() for family in families}
    for each in TECHNIQUES:
        page = page_of[each.family]
        index.append(f"| {each.title} (`{each.id}`) | {each.level.title} | {each.score} | [{page}]({page}.md) |")
    texts["README.md"] = "\n".join(index) + "\n"
    return texts


def main() -> int:
    """Write the pages."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--find", type=float, metavar="SECONDS", help="first search for missing examples")
    arguments = parser.parse_args()
    if arguments.find:
        find_examples(arguments.find)
    for name, text in pages().items():
        (HERE / name).write_text(text, encoding="utf-8")
    missing = [technique.id for technique in TECHNIQUES if technique.id not in read_examples()]
    print(f"without an example: {', '.join(missing) or 'none'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
