"""Generate the pages in docs/techniques: ``python docs/techniques.py``.

Each technique has an example that nonet found in a puzzle it generated: a board, the explanation of the step, and a
checklist. The file examples.txt has the positions, and the files of the web page have the checklists in each language;
all else is computed. ``--find SECONDS`` finds examples of techniques that have none: in the bank for practice, where no
easier technique applies, and otherwise by a search.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections.abc import Iterator
from functools import cache
from itertools import count, groupby, islice
from pathlib import Path
from typing import NamedTuple

from nonet import Position
from nonet.bulk import bench_set
from nonet.create import practice, practice_techniques
from nonet.drawing import Scene, lay_out, scene_of_step, svg
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
CHECKLISTS = Path(__file__).parents[1] / "src" / "nonet" / "web" / "static" / "checklists"

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
    """The texts of the pages in one language, apart from the sentences of the steps and the checklists."""

    code: str
    suffix: str
    """The end of the file names of pages."""
    other: str
    """The link to the same page in the other language."""
    table: str
    """The heading and the first row of the list of all techniques."""
    introduction: str
    facts: str
    """The level and the points of a technique."""
    colon: str
    semicolon: str
    not_default: str
    board_as_text: str
    marks: str
    """What the marks in a board as text mean."""
    checklist: str
    care: str

    def title(self, technique: Technique) -> str:
        """Return the name of a technique."""
        return technique.chinese if self.code == "zh" else technique.title

    def picture(self, technique: Technique) -> str:
        """Return the file name of the picture of a technique."""
        return f"boards/{technique.id}{self.suffix.removesuffix('.md').replace('.', '-')}.svg"

    def level(self, technique: Technique) -> str:
        """Return the level of a technique."""
        return technique.level.chinese if self.code == "zh" else technique.level.title


LANGUAGES = (
    Language(
        "en",
        ".md",
        "*[中文]({page}.zh.md)*",
        "# Techniques\n\n{other}\n\nEach technique has a board, an explanation and a checklist.\n\n"
        "| technique | name in options | level | points | page |",
        """\
# {title}

{other}

The techniques are sorted from easy to hard. nonet found each example in a puzzle it generated, and `nonet.logic.verify`
proves each step.
""",
        "{level}, {score} points",
        ": ",
        "; ",
        "only used if named",
        "The board as text",
        "Candidates in parentheses are removed; a digit with an exclamation mark is placed.",
        "How to find it",
        "Take care.",
    ),
    Language(
        "zh",
        ".zh.md",
        "*[English]({page}.md)*",
        "# 技巧\n\n{other}\n\n每种技巧都有盘面、讲解和要点。\n\n| 技巧 | 选项中的名称 | 难度 | 分数 | 页面 |",
        """\
# {title}

{other}

技巧从易到难排列。例题都由 nonet 自己生成，每一步都经 `nonet.logic.verify` 证明。
""",
        "{level}，{score} 分",
        "：",
        "；",
        "默认不用，须用 `--technique` 指定",
        "文字盘面",
        "括号里的候选数是这一步删去的，带感叹号的数字是这一步填入的。",
        "怎样找",
        "注意：",
    ),
)


class Checklist(NamedTuple):
    """How a player finds a technique, and when it fails or what it is confused with."""

    points: tuple[str, ...]
    care: str


@cache
def read_checklists(code: str) -> dict[str, Checklist]:
    """Return the checklist of each technique in a language, by the id of the technique."""
    found: dict[str, Checklist] = {}
    glue = "" if code == "zh" else " "  # between the lines of a paragraph
    text = (CHECKLISTS / f"{code}.md").read_text(encoding="utf-8")
    for section in text.split("\n## ")[1:]:
        names, _, body = section.partition("\n")
        points, _, care = body.strip().partition("\n\n")
        items = re.split(r"^- ", points, flags=re.MULTILINE)[1:]
        lines = tuple(glue.join(map(str.strip, item.strip().splitlines())) for item in items)
        for name in names.split(", "):
            if name in found:
                raise ValueError(f"{code}.md has {name} twice")
            found[name] = Checklist(lines, glue.join(care.splitlines()))
    return found


@cache
def read_examples() -> dict[str, Position]:
    """Return the position of each example by the id of its technique."""
    examples = {}
    if EXAMPLES.exists():
        for line in EXAMPLES.read_text(encoding="utf-8").splitlines():
            name, _, text = line.partition(" ")
            (entry,) = read_many(text, format="hodoku")
            examples[name] = entry.position or Position(entry.grid)
    return examples


@cache
def example_step(technique: Technique, position: Position) -> Step:
    """Return the best step of a technique in its example."""
    marks = Marks.of(position)
    step = find_next(marks, [technique])
    if step is None:
        raise ValueError(f"the example of {technique.id} has no such step")
    return with_blockers(marks, step)


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
    """Find examples of the techniques that have none, and write them to the file."""
    examples = read_examples()
    for technique in practice_techniques():
        if technique.id not in examples:
            hints = islice(practice(technique.id, seed=1), 20)
            examples[technique.id] = min(
                hints, key=lambda hint: hint.step.premises.cells.bit_count() + len(hint.step.premises.places)
            ).position
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
    read_examples.cache_clear()


def write_examples(examples: dict[str, Position]) -> None:
    """Write the examples from easy to hard."""
    found = [(technique, examples[technique.id]) for technique in TECHNIQUES if technique.id in examples]
    lines = [f"{each.id} {reglib_line(position, example_step(each, position))}\n" for each, position in found]
    EXAMPLES.write_text("".join(lines), encoding="utf-8")


# Pages


def board(technique: Technique, language: Language) -> Scene:
    """Return the example of a technique as a scene."""
    position = read_examples()[technique.id]
    return scene_of_step(example_step(technique, position), position, language=language.code)


def boards(language: Language) -> dict[str, str]:
    """Return the picture of every example by its file name."""
    return {
        language.picture(each): svg(lay_out(board(each, language), labels=True, legend=True)) for each in TECHNIQUES
    }


def board_as_text(position: Position, step: Step) -> str:
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


def section(technique: Technique, language: Language) -> str:
    """Return the section about one technique: its names, a board, the explanation and the checklist."""
    position = read_examples()[technique.id]
    step = example_step(technique, position)
    names = {
        "HoDoKu": (technique.hodoku or technique.title) if technique.code else "",
        "Sudoku Explainer": technique.se,
        "SudokuWiki": technique.sudokuwiki,
    }
    facts = [
        f"`{technique.id}`",
        technique.title if language.code == "zh" else technique.chinese,
        language.facts.format(level=language.level(technique), score=technique.score),
        language.semicolon.join(f"{program}{language.colon}{name}" for program, name in names.items() if name),
        "" if technique.default else language.not_default,
    ]
    scene, checklist = board(technique, language), read_checklists(language.code)[technique.id]
    text = f"{language.marks}\n\n```text\n{board_as_text(position, step)}\n```"
    parts = [
        f'<a id="{technique.id}"></a>',
        f"## {language.title(technique)}",
        " · ".join(filter(None, facts)),
        f"![{scene.title}{language.colon}{scene.description}]({language.picture(technique)})",
        *explanation(Words(position.grid.shape, language=language.code), step),
        f"`{step}`",
        f'<details markdown="1"><summary>{language.board_as_text}</summary>\n\n{text}\n\n</details>',
        f"**{language.checklist}**",
        "\n".join(f"{number}. {point}" for number, point in enumerate(checklist.points, 1)),
        f"**{language.care}** {checklist.care}",
    ]
    return "\n\n".join(parts) + "\n"


def pages(language: Language) -> dict[str, str]:
    """Return the text of every page of a language by its file name."""
    texts, rows = {}, {}
    for page, (english, chinese, families) in FAMILIES.items():
        title = chinese if language.code == "zh" else english
        techniques = [technique for technique in TECHNIQUES if technique.family in families]
        head = language.introduction.format(title=title, other=language.other.format(page=page))
        texts[page + language.suffix] = "\n".join([head, *(section(each, language) for each in techniques)])
        for each in techniques:
            name = f"[{language.title(each)}]({page}{language.suffix}#{each.id})"
            link = f"[{title}]({page}{language.suffix})"
            rows[each] = f"| {name} | `{each.id}` | {language.level(each)} | {each.score} | {link} |"
    head = language.table.format(other=language.other.format(page="README"))
    index = [head, "| --- | --- | --- | --- | --- |", *(rows[each] for each in TECHNIQUES)]
    texts["README" + language.suffix] = "\n".join(index) + "\n"
    return texts


def main() -> int | str:
    """Write the pages and pictures; return the exit status, or what is missing."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--find", type=float, metavar="SECONDS", help="first search for missing examples")
    arguments = parser.parse_args()
    if arguments.find:
        find_examples(arguments.find)
    missing = [technique.id for technique in TECHNIQUES if technique.id not in read_examples()]
    if missing:
        return f"no example of {', '.join(missing)}; search with --find"
    (HERE / "boards").mkdir(exist_ok=True)
    for language in LANGUAGES:
        for name, text in (pages(language) | boards(language)).items():
            (HERE / name).write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
