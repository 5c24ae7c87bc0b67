"""Generate the pages in docs/techniques: ``python docs/techniques.py``.

Each technique has an example that nonet found in a puzzle it generated. The file examples.txt has the positions; all
else is computed from them. ``--find SECONDS`` searches for examples of techniques that have none.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from itertools import count, groupby
from pathlib import Path
from typing import NamedTuple

from nonet import Position
from nonet.bulk import bench_set
from nonet.formats import read_many
from nonet.logic import (
    DEFAULT_TECHNIQUES,
    TECHNIQUES,
    Marks,
    Step,
    Technique,
    Words,
    find_next,
    reglib_line,
    verify,
    with_blockers,
)

HERE = Path(__file__).parent / "techniques"
EXAMPLES = HERE / "examples.txt"

FAMILIES = {
    "singles": ("Singles", "唯一余数与摒除法", ["singles"]),
    "locked": ("Locked candidates", "区块", ["locked_candidates"]),
    "subsets": ("Subsets", "数组", ["subsets"]),
    "fish": ("Fish", "鱼", ["fish", "complex_fish"]),
    "single-digit": ("Single-digit patterns", "同数链式结构", ["single_digit_patterns"]),
    "wings": ("Wings and remote pairs", "翼与远程数对", ["wings"]),
    "coloring": ("Coloring", "染色", ["coloring", "medusa"]),
    "uniqueness": ("Uniqueness", "唯一性", ["unique_rectangles", "unique_loops", "bug"]),
    "chains": ("Chains and loops", "链与环", ["chains", "grouped_chains"]),
    "sets": ("Almost locked sets", "待定数组", ["als", "sue_de_coq", "aligned_pair_exclusion"]),
    "forcing": ("Forcing chains and nets", "强制链与强制网", ["forcing_chains", "forcing_nets"]),
    "last-resort": ("Last resort", "最后手段", ["templates", "answer"]),
}
"""The pages: the title of each in English and Chinese, and the files in logic/finders whose techniques it shows."""


class Language(NamedTuple):
    """The texts of the pages in one language, apart from the sentences of the steps."""

    code: str
    suffix: str
    """The end of the file names."""
    other: str
    """The link to the same page in the other language."""
    index: str
    """The heading and the first row of the list of all techniques."""
    introduction: str
    facts: str
    """The level and the points of a technique."""
    colon: str
    semicolon: str
    not_default: str


LANGUAGES = (
    Language(
        "en",
        ".md",
        "*[中文]({page}.zh.md)*",
        "# Techniques\n\n{other}\n\n| technique | level | points | page |",
        """\
# {title}

{other}

The techniques are sorted from easy to hard. nonet found each example in a puzzle it generated, and `nonet.logic.verify`
proves each step. In the boards, candidates in parentheses are removed, and a digit with an exclamation mark is placed.
""",
        "{level}, {score} points",
        ": ",
        "; ",
        "only used if named",
    ),
    Language(
        "zh",
        ".zh.md",
        "*[English]({page}.md)*",
        "# 技巧\n\n{other}\n\n| 技巧 | 难度 | 分数 | 页面 |",
        """\
# {title}

{other}

技巧从易到难排列。例题都由 nonet 自己生成，每一步都经 `nonet.logic.verify` 证明。
盘面中，括号里的候选数是这一步删去的，带感叹号的数字是这一步填入的。
""",
        "{level}，{score} 分",
        "：",
        "；",
        "默认不用，须用 `--technique` 指定",
    ),
)


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
    marks = Marks.of(position)
    return with_blockers(marks, next(technique.find(marks)))


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


def explanation(words: Words, step: Step) -> Iterator[str]:
    """Yield the paragraphs of an explanation; the numbered lines of the chains are one list."""
    for numbered, lines in groupby(words.lines(step), key=lambda line: line.number > 0):
        yield ("\n" if numbered else "\n\n").join(map(str, lines))


def section(technique: Technique, position: Position | None, language: Language) -> str:
    """Return the section about one technique."""
    chinese = language.code == "zh"
    hodoku = (technique.hodoku or technique.title) if technique.code else ""
    names = {"HoDoKu": hodoku, "Sudoku Explainer": technique.se, "SudokuWiki": technique.sudokuwiki}
    level = technique.level.chinese if chinese else technique.level.title
    facts = [
        f"`{technique.id}`",
        technique.title if chinese else technique.chinese,
        language.facts.format(level=level, score=technique.score),
        language.semicolon.join(f"{program}{language.colon}{name}" for program, name in names.items() if name),
        "" if technique.default else language.not_default,
    ]
    parts = [f"## {technique.chinese if chinese else technique.title}", " · ".join(filter(None, facts))]
    if position is not None:
        step = example_step(technique, position)
        words = Words(position.grid.shape, language=language.code)
        parts += [f"```text\n{picture(position, step)}\n```", *explanation(words, step), f"`{step}`"]
    return "\n\n".join(parts) + "\n"


def pages(language: Language) -> dict[str, str]:
    """Return the text of every page of a language by its file name."""
    examples = read_examples()
    texts, rows = {}, {}
    for page, (english, chinese, families) in FAMILIES.items():
        title = chinese if language.code == "zh" else english
        techniques = [technique for technique in TECHNIQUES if technique.family in families]
        sections = [section(technique, examples.get(technique.id), language) for technique in techniques]
        head = language.introduction.format(title=title, other=language.other.format(page=page))
        texts[page + language.suffix] = "\n".join([head, *sections])
        for each in techniques:
            name, level = (
                (each.chinese, each.level.chinese) if language.code == "zh" else (each.title, each.level.title)
            )
            link = f"[{title if language.code == 'zh' else page}]({page}{language.suffix})"
            rows[each] = f"| {name} (`{each.id}`) | {level} | {each.score} | {link} |"
    head = language.index.format(other=language.other.format(page="README"))
    index = [head, "| --- | --- | --- | --- |", *(rows[each] for each in TECHNIQUES)]
    texts["README" + language.suffix] = "\n".join(index) + "\n"
    return texts


def main() -> int:
    """Write the pages."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--find", type=float, metavar="SECONDS", help="first search for missing examples")
    arguments = parser.parse_args()
    if arguments.find:
        find_examples(arguments.find)
    for language in LANGUAGES:
        for name, text in pages(language).items():
            (HERE / name).write_text(text, encoding="utf-8")
    missing = [technique.id for technique in TECHNIQUES if technique.id not in read_examples()]
    print(f"without an example: {', '.join(missing) or 'none'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
