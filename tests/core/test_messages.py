"""Messages in Chinese: what a person reads about a bad or impossible puzzle is in the table, with all its values."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

import nonet
from nonet import NonetError, Position, formats, messages
from nonet.cli.generate import ratings_of
from nonet.geometry import Shape
from nonet.kernel import Status
from nonet.logic.scales.explainer import measure
from nonet.messages import in_language
from nonet.search import Trace

ROOT = Path(__file__).parents[2]
WIKIPEDIA = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ENGLISH = re.compile(r"[A-Za-z]{2,}")
HAN = re.compile("[一-鿿]")


def is_chinese(text: str, *names: str) -> bool:
    """Return whether a text has no English, apart from names that are the same in both languages."""
    for name in names:
        text = text.replace(name, "")
    text = re.sub(r"r\d+c\d+|\d+x\d+", "", text)
    return bool(HAN.search(text)) and not ENGLISH.search(text)


PROBLEMS: dict[str, Callable[[], object]] = {
    "no solution": lambda: nonet.solve("12.. ..34 .... ...."),
    "several solutions": lambda: nonet.solve(".42. 3..1 ...2 2..."),
    "a conflict": lambda: nonet.solve("1..1 .... .... ...."),
    "three in a row": lambda: nonet.solve("111. .... .... ...."),
    "a conflict of a column": lambda: nonet.solve("1... .... .... 1..."),
    "too few cells": lambda: formats.read(80 * "."),
    "a single cell": lambda: formats.read("1"),
    "no cells": lambda: nonet.Grid(""),
    "an unknown symbol": lambda: formats.read("x" + 80 * "."),
    "rows of different lengths": lambda: nonet.Grid("1234\n341\n2143\n4321"),
    "a wrong number of rows": lambda: nonet.Grid("1234\n3412\n2143"),
    "two puzzles": lambda: formats.read(f"{WIKIPEDIA}\n{WIKIPEDIA}"),
    "no puzzle": lambda: formats.read("\n"),
    "out of time": lambda: nonet.count(nonet.Grid.empty(), limit=None, trace=Trace(timeout=0.01)),
    "a changed given": lambda: Position(nonet.Grid(WIKIPEDIA), nonet.Grid("6" + WIKIPEDIA[1:])),
    "a wrong digit": lambda: nonet.explain(Position(WIKIPEDIA).place("r1c3", 1)),
    "a removed candidate": lambda: nonet.explain(Position(WIKIPEDIA).eliminate("r1c3", 4)),
}


RULE_PROBLEMS = [
    "killer 99: r1c1 r1c2",
    "killer 5: r1c1 r1c9",
    "killer 5: r1c1 r1c1",
    "killer 5: r1c1-r2c3",
    "killer 5: x",
    "killer 15: r1c1-r1c4 r2c1",
    "killer 5",
    "killer five: r1c1",
    "kiler 5: r1c1",
    "anti-knight: r1c1",
    "difference: r1c1 r3c3",
    "difference 9: r1c1 r1c2",
    "nabner: r1c1-r1c3",
    "extra-region: r1c1-r1c3",
    "equality: r1c1-r1c3",
    "quadruple 1,2: r1c1 r1c2 r2c1 r3c1",
    "quadruple 1,9: r1c1 r1c2 r2c1 r2c2",
    "little-killer 5: r2c2 dl",
    "x-sum 99: r1c1 r",
    "sandwich 99: r1c1 r",
    "entropic: r1c1-r1c3",
    "regions: AABB",
    "boxes 9",
]


@pytest.mark.parametrize("rule", RULE_PROBLEMS)
def test_a_problem_with_a_rule_is_explained_in_chinese(rule: str) -> None:
    with pytest.raises(NonetError) as error:
        nonet.Puzzle.parse(f"{16 * '.'}\n{rule}")
    chinese = in_language(str(error.value), "zh")
    same = (*re.findall(r"[a-z-]{2,}", rule), "boxes none", "cells", "sum", "killer")
    assert is_chinese(chinese, *same), f"{error.value!s}: {chinese}"


@pytest.mark.parametrize("problem", PROBLEMS.values(), ids=PROBLEMS)
def test_a_problem_with_a_puzzle_is_explained_in_chinese(problem: Callable[[], object]) -> None:
    with pytest.raises(NonetError) as error:
        problem()
    chinese = in_language(str(error.value), "zh")
    assert is_chinese(chinese), f"{error.value!s}: {chinese}"
    assert re.findall(r"r\d+c\d+", chinese) == re.findall(r"r\d+c\d+", str(error.value))
    assert in_language(str(error.value), "en") == str(error.value)


RATINGS: dict[str, Callable[[], object]] = {
    "another board": lambda: nonet.rate("1... ..2. .3.. ...4", scale="se"),
    "another shape": lambda: nonet.generate(se=(1, 2), shape=(2, 2)),
    "no range": lambda: nonet.generate(se=(2, 1)),
    "a range below all ratings": lambda: nonet.generate(ed=(0, 0.5)),
    "an empty range": lambda: nonet.generate(ep=(2.01, 2.09)),
    "ranges that exclude each other": lambda: nonet.generate(se=(1, 2), ed=(3, 4)),
    "the other scale": lambda: nonet.rate(WIKIPEDIA, scale="se").level,
    "no puzzle in time": lambda: next(nonet.generate(se=(2.1, 2.2), count=1, timeout=0.01)),
    "an option": lambda: ratings_of("7,5", "--se"),
}


@pytest.mark.parametrize("problem", RATINGS.values(), ids=RATINGS)
def test_a_problem_with_a_rating_is_explained_in_chinese(problem: Callable[[], object]) -> None:
    with pytest.raises(NonetError) as error:
        problem()
    chinese = in_language(str(error.value), "zh")
    names = ("Sudoku Explainer", "shape", "scale", "all", "--se", "se", "ep", "ed", "ER", "EP", "ED")
    assert is_chinese(chinese, *names), f"{error.value!s}: {chinese}"


def test_a_missing_kernel_is_explained_in_chinese(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NONET_BACKEND", "numpy")
    with pytest.raises(NonetError) as error:
        nonet.generate(pearl=True)
    for message in (str(error.value), measure.NEEDS_KERNEL):
        assert is_chinese(in_language(message, "zh"), "Sudoku Explainer")


@pytest.mark.parametrize("status", Status, ids=lambda status: status.name)
def test_a_status_is_explained_in_chinese(status: Status) -> None:
    assert is_chinese(in_language(status.sentence, "zh"))


@pytest.mark.parametrize("puzzle", [WIKIPEDIA, "1... ..2. .3.. ...4", "11.. .... .... ....", ".42. 3..1 ...2 2..."])
def test_every_line_of_a_report_is_in_chinese(puzzle: str) -> None:
    report = str(nonet.check(puzzle))
    lines = in_language(report, "zh").split("\n")
    assert len(lines) == len(report.split("\n"))
    assert all(map(is_chinese, lines))


def test_the_place_of_an_error_is_in_chinese() -> None:
    message = "puzzles.sdm, line 7: item 3: 80 cells, but a 9x9 board has 81; the first unexpected symbol is '?'"
    assert in_language(message, "zh") == (
        "puzzles.sdm 第 7 行：第 3 项：有 80 格，但 9x9 盘面应有 81 格；第一个无法识别的字符是 '?'"
    )


@pytest.mark.parametrize("size", [(2, 2), (2, 3), (3, 3), (2, 4), (4, 4)])
def test_every_house_has_its_chinese_name(size: tuple[int, int]) -> None:
    shape = Shape(*size)
    for house, cells in zip(shape.house_names, shape.houses, strict=True):
        digits = [0] * shape.cells
        digits[cells[0]] = digits[cells[-1]] = 1
        conflicts = nonet.Grid.of_digits(bytes(digits), shape).conflicts()
        (message,) = (str(conflict) for conflict in conflicts if conflict.house == house)
        kind, number = house.split()
        assert f"第 {number} {dict(zip(('row', 'column', 'box'), '行列宫', strict=True))[kind]}" in in_language(
            message, "zh"
        )


def test_what_is_not_in_the_table_stays_as_it_is() -> None:
    assert in_language("nobody has written this message", "zh") == "nobody has written this message"
    assert in_language("", "zh") == ""


def test_every_template_is_a_message_of_the_source() -> None:
    """A message that changes in the source needs a change in the table, too."""
    source = "\n".join(
        path.read_text(encoding="utf-8") for path in (ROOT / "src").rglob("*.py") if path.name != "messages.py"
    )
    source = re.sub(r"""["']\s*\n\s*f?["']|["'] else f?["']""", "", source)  # texts in several lines
    made_elsewhere = {"Not Found", "Method Not Allowed"}  # by Starlette
    made_elsewhere.add("not understood: {parts}; --lenient reads the rest")  # the flag replaces a Python parameter
    assert "before giving up" in source  # the end of a message that is put together
    for template in (name.replace("puzzles before giving up", "") for name in messages._CHINESE):
        texts = [part.strip(" ,;:.?()") for part in re.split(r"\{\w+\}|[;,]", template)]
        longest = max(texts, key=len)
        known = longest in source or template in made_elsewhere or template.startswith(("must ", "is "))
        assert known, template


def test_both_languages_of_a_template_have_the_same_parts() -> None:
    left_out = {"rest", "what", "reason"}
    for english, chinese in messages._CHINESE.items():
        parts, shown = (set(re.findall(r"\{(\w+)\}", text)) for text in (english, chinese))
        assert shown <= parts, english
        assert parts - shown <= left_out, english
