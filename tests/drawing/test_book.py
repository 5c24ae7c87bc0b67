"""Books: every puzzle has its number and its solution, and the file is ready for print."""

from __future__ import annotations

import re
from io import BytesIO

import pypdf
import pytest

from nonet import ArgumentError, Grid
from nonet.bulk import bench_set
from nonet.drawing import Book, Section, book, sections_by
from nonet.drawing._book import PER_PAGE, first_hard_step
from nonet.drawing.render._pdf import PAPERS
from nonet.formats import Entry
from nonet.logic import Level, technique
from tests.boards import INKALA, WIKIPEDIA, WITHOUT_SOLUTION
from tests.drawing.test_render import fonts_of

EASY = tuple(Grid(line.decode()) for line in bench_set("easy", 9).split())


def read(data: bytes) -> pypdf.PdfReader:
    return pypdf.PdfReader(BytesIO(data), strict=True)


def texts(reader: pypdf.PdfReader) -> list[str]:
    return [page.extract_text() for page in reader.pages]


@pytest.mark.parametrize("per_page", PER_PAGE)
def test_every_number_appears_as_puzzle_and_as_solution(per_page: int) -> None:
    reader = read(book(EASY, per_page=per_page))
    pages = texts(reader)
    assert len(pages) == 1 + -(-len(EASY) // per_page) + -(-len(EASY) // 20)
    whole = "\n".join(pages)
    for number in range(1, len(EASY) + 1):
        assert whole.splitlines().count(f"Puzzle {number}") == 1
        assert whole.splitlines().count(f"Solution {number}") == 1
    assert "9 puzzles" in pages[0]


def test_the_pages_show_the_digits_of_the_puzzles() -> None:
    pages = texts(read(book(EASY[:1], per_page=1)))
    digits = [line for line in pages[1].splitlines() if line.isdigit() and len(line) == 1]
    assert sorted(digits) == sorted([*(str(digit) for digit in EASY[0] if digit), "2"])  # and the page number
    assert sum(letter.isdigit() for letter in pages[2]) == 81 + 2  # and the numbers of the solution and of the page


@pytest.mark.parametrize("paper", PAPERS)
def test_margin_and_gutter_are_empty(paper: str) -> None:
    data = Book((Section("Easy", EASY),), paper=paper, per_page=6, margin=20, gutter=10).pdf()
    for number, page in enumerate(read(data).pages, 1):
        assert tuple(map(float, page.mediabox[2:])) == pytest.approx(PAPERS[paper], abs=0.01)
        places: list[float] = []
        page.extract_text(visitor_text=lambda text, _, matrix, *__: places.append(matrix[4]) if text.strip() else None)  # noqa: B023
        left = (30 if number % 2 else 20) * 72 / 25.4
        right = PAPERS[paper][0] - (20 if number % 2 else 30) * 72 / 25.4
        assert places
        assert all(left - 0.1 <= x <= right for x in places)


def test_sections_have_headings_and_an_outline() -> None:
    reader = read(Book((Section("Easy", EASY[:5]), Section("Hard", (Grid(INKALA),))), title="Two levels").pdf())
    assert [entry["/Title"] for entry in reader.outline] == ["Two levels", "Easy", "Hard", "Solutions"]  # type: ignore[call-overload]
    pages = texts(reader)
    assert "1 to 5" in pages[0]
    assert "Hard" in pages[3]
    assert "Puzzle 6" in pages[3]
    assert reader.metadata
    assert reader.metadata.title == "Two levels"


def test_hints_show_the_first_step_that_is_harder_than_a_single() -> None:
    found = first_hard_step(Grid(INKALA))
    assert found
    position, step = found
    assert technique(step.technique).level > Level.EASY
    pages = texts(read(book([WIKIPEDIA, INKALA], hints=True)))
    (hints,) = (page for page in pages if page.startswith("Hints"))
    assert technique(step.technique).title in hints
    assert "Puzzle 2" in hints
    assert "Puzzle 1" not in hints  # singles are enough
    assert not any(page.startswith("Hints") for page in texts(read(book([WIKIPEDIA], hints=True))))
    assert position.givens == Grid(INKALA)


def test_fonts_are_embedded_also_for_chinese() -> None:
    reader = read(book(EASY[:2], title="数独", author="作者"))
    assert "数独" in texts(reader)[0]
    fonts = fonts_of(reader)
    assert any("NotoSansSC" in name for name in fonts)
    assert all("/FontFile2" in font for font in fonts.values())


def test_a_book_in_chinese_has_no_english_words() -> None:
    sections = sections_by([Entry(Grid(puzzle)) for puzzle in (WIKIPEDIA, INKALA)], "level", "zh")
    pages = texts(read(Book(sections, "数独", hints=True, language="zh").pdf()))
    assert "共 2 题" in pages[0]
    assert "简单" in pages[0]
    assert any(page.startswith("提示") for page in pages)
    assert pages[-1].startswith("答案")
    assert "第 2 题" in pages[-1]
    assert not re.search("[A-Za-z]{3}", "".join(pages))
    with pytest.raises(ArgumentError, match="unknown language 'xx'; expected one of en, zh"):
        book([WIKIPEDIA], language="xx")


def test_the_same_puzzles_give_the_same_bytes() -> None:
    assert book([EASY[0], INKALA], hints=True) == book([EASY[0], INKALA], hints=True)
    assert book(EASY[:2]) != book(EASY[1::-1])


def test_a_book_can_have_puzzles_of_different_sizes() -> None:
    pages = texts(read(book(["1... ..2. .3.. ...4", WIKIPEDIA])))
    assert "2 puzzles" in pages[0]


def test_bad_arguments_are_reported() -> None:
    with pytest.raises(ArgumentError, match="puzzle 2: the puzzle has no solution"):
        book([WIKIPEDIA, WITHOUT_SOLUTION])
    with pytest.raises(ArgumentError, match="a book needs at least one puzzle"):
        book([])
    with pytest.raises(ArgumentError, match="unknown paper 'a0'; expected one of a4, letter"):
        book([WIKIPEDIA], paper="a0")
    with pytest.raises(ArgumentError, match="per_page must be 1, 2, 4 or 6, not 3"):
        book([WIKIPEDIA], per_page=3)
    with pytest.raises(ArgumentError, match="margin must be from 0 to 50 mm, not -1"):
        Book((Section("", (Grid(WIKIPEDIA),)),), margin=-1).pdf()


def test_a_long_remark_is_cut() -> None:
    section = Section("A heading " * 3, EASY[:1], ("a remark that is much too long for its place " * 5,))
    reader = read(Book((section,), title="A title that is far too long for one line of a page").pdf())
    assert "…" in texts(reader)[1]
