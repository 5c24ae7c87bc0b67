"""All judges: their names, white space, incomplete input, and answers in a stream."""

from __future__ import annotations

import io
import itertools
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from nonet import ArgumentError, FormatError, judge
from nonet.judge import JUDGES, Judge, find_judge
from tests.boards import WIKIPEDIA, WIKIPEDIA_SOLUTION
from tests.judge.programs import printed, rows

SPACED = rows(WIKIPEDIA, gap=" ")
UNSPACED = rows(WIKIPEDIA)
LETTERED = "".join(
    "".join("ABCDEFGHIJKLMNOP"[(4 * row + row // 4 + column) % 16] for column in range(16)) + "\n" for row in range(16)
)
JSON = json.dumps([list(WIKIPEDIA[start : start + 9]) for start in range(0, 81, 9)]) + "\n"

INPUTS = {
    "luogu-p1784": SPACED,
    "luogu-p1074": SPACED,
    "hdu-1426": rows(WIKIPEDIA, gap=" ", blank="?"),
    "uva-989": f"3\n{SPACED}",
    "boj-2580": SPACED,
    "tioj-1025": SPACED,
    "poj-2676": f"1\n{UNSPACED}",
    "poj-2918": f"1\n{UNSPACED}\n",
    "poj-3074": f"{WIKIPEDIA}\nend\n",
    "boj-2239": UNSPACED,
    "vijos-1632": UNSPACED,
    "lanqiao": UNSPACED,
    "euler-96": f"Grid 01\n{UNSPACED}",
    "mimuw-zad7": UNSPACED,
    "poj-3076": LETTERED,
    "spoj-1110": f"1\n{LETTERED}",
    "leetcode-36": JSON,
    "leetcode-37": JSON,
}
"""An input with one case for each judge."""


def test_every_judge_is_listed_and_described() -> None:
    assert set(JUDGES) == set(INPUTS)
    for name, entry in JUDGES.items():
        assert isinstance(entry, Judge)
        assert entry.name == name
        assert entry.title
        assert entry.reads
        assert entry.prints
        assert "\n" not in entry.title + entry.reads + entry.prints


def test_titles_are_those_of_the_problems() -> None:
    assert "数独" in JUDGES["luogu-p1784"].title
    assert "靶形数独" in JUDGES["luogu-p1074"].title


@pytest.mark.parametrize("name", INPUTS)
def test_a_judge_is_found_by_many_spellings_of_its_name(name: str) -> None:
    for written in (
        name,
        name.upper(),
        name.replace("-", "_"),
        name.replace("-", " "),
        name.replace("-", ""),
        f" {name}\n",
    ):
        assert find_judge(written) is JUDGES[name]


@pytest.mark.parametrize(
    ("part", "name"),
    [("p1784", "luogu-p1784"), ("1074", "luogu-p1074"), ("37", "leetcode-37"), ("Luogu 1784", "luogu-p1784")],
)
def test_a_part_of_the_name_is_enough_if_it_is_clear(part: str, name: str) -> None:
    assert find_judge(part).name == name


def test_an_unclear_part_of_a_name_lists_the_judges() -> None:
    with pytest.raises(ArgumentError, match=r"^'poj' may be poj-2676, poj-2918, poj-3074 or poj-3076$"):
        find_judge("poj")


def test_the_error_for_a_misspelled_name_has_similar_names() -> None:
    sentence = r"^unknown judge 'leetcod-37'; did you mean leetcode-37 or leetcode-36\?$"
    with pytest.raises(ArgumentError, match=sentence):
        find_judge("leetcod-37")


@pytest.mark.parametrize("name", ["", "codeforces", "数独"])
def test_the_error_for_any_other_name_lists_all_judges(name: str) -> None:
    with pytest.raises(ArgumentError, match="unknown judge .*; expected one of luogu-p1784, .*leetcode-37$"):
        find_judge(name)


@pytest.mark.parametrize("name", INPUTS)
def test_white_space_does_not_matter(name: str) -> None:
    text = INPUTS[name]
    expected = printed(name, text)
    assert expected.endswith("\n")
    for variant in (
        text.rstrip("\n"),
        text.replace("\n", "\r\n"),
        text.replace("\n", " \t\n"),
        text.replace("\n", "\n\n\n"),
        f"\ufeff{text}",
        f"\n \n{text}\n\n",
    ):
        assert printed(name, variant) == expected


@pytest.mark.parametrize("name", INPUTS)
def test_no_line_ends_with_a_blank(name: str) -> None:
    assert all(line == line.rstrip() for line in printed(name, INPUTS[name]).split("\n"))


@pytest.mark.parametrize("name", sorted(set(INPUTS) - {"leetcode-36", "leetcode-37"}))
def test_an_incomplete_board_is_an_error(name: str) -> None:
    lines = [line for line in INPUTS[name].splitlines() if line not in ("", "end")]
    lines = [*lines[:-1], lines[-1][:-1]] if len(lines) == 1 else lines[:-1]
    with pytest.raises(FormatError, match=r"^line \d+: (the input ends here, but row \d+ of |80 cells)"):
        printed(name, "\n".join(lines))


@pytest.mark.parametrize("name", sorted(set(INPUTS) - {"hdu-1426", "uva-989", "poj-3074", "poj-3076"}))
def test_text_after_the_last_board_is_an_error(name: str) -> None:
    with pytest.raises(FormatError, match=r"^line \d+: .*nothing"):
        printed(name, INPUTS[name] + "nothing\n")


MAY_BE_EMPTY = ["hdu-1426", "uva-989", "poj-3074", "poj-3076", "leetcode-36", "leetcode-37"]


@pytest.mark.parametrize("name", sorted(set(INPUTS) - set(MAY_BE_EMPTY)))
def test_an_empty_input_is_an_error_if_a_board_is_needed(name: str) -> None:
    with pytest.raises(FormatError, match=r"^the input ends here, but .* was expected$"):
        printed(name, "\n")


@pytest.mark.parametrize("name", MAY_BE_EMPTY)
def test_without_boards_there_are_no_answers(name: str) -> None:
    assert printed(name, "") == ""


@pytest.mark.parametrize("name", ["hdu-1426", "uva-989", "poj-3074", "poj-3076", "leetcode-37"])
def test_a_case_is_answered_before_the_next_one_is_read(name: str) -> None:
    one_case = [line + "\n" for line in INPUTS[name].splitlines() if line != "end"]
    taken = 0

    def endless() -> Iterator[str]:
        nonlocal taken
        for line in itertools.cycle(one_case):
            taken += 1
            yield line

    pieces = JUDGES[name].run(endless())
    next(pieces)
    assert taken == len(one_case)


def test_each_answer_is_flushed() -> None:
    class Watched(io.StringIO):
        flushes = 0

        def flush(self) -> None:
            self.flushes += 1
            super().flush()

    output = Watched()
    judge.run("poj-3074", io.StringIO(f"{WIKIPEDIA}\n{WIKIPEDIA}\nend\n"), output)
    assert output.flushes == 2
    assert output.getvalue() == f"{WIKIPEDIA_SOLUTION}\n" * 2


def test_input_that_is_not_text_is_a_format_error() -> None:
    stdin = io.TextIOWrapper(io.BytesIO("数独".encode("utf-16")), encoding="utf-8")
    with pytest.raises(FormatError, match=r"^the input is not utf-8 text$"):
        judge.run("poj-3074", stdin, io.StringIO())


def test_importing_the_judges_loads_nothing_slow() -> None:
    code = "import sys, nonet.judge; print(sorted({'json', 'difflib', 'dataclasses', 'numpy'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_the_manual_lists_every_judge() -> None:
    docs = Path(__file__).parents[2] / "docs"
    english, chinese = ((docs / name).read_text(encoding="utf-8") for name in ("judges.md", "judges.zh.md"))
    for entry in JUDGES.values():
        assert f"| `{entry.name}` | {entry.title} | {entry.reads} | {entry.prints} |\n" in english
        assert f"| `{entry.name}` | {entry.title} | " in chinese
