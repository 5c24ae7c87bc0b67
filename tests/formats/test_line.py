"""The line and sdm formats: one board per line."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from nonet import FormatError, Grid
from nonet.formats import Entry, read, read_many, sniff, write

from .puzzles import PUZZLE, WIKIPEDIA, few, grids, lists_of, written_and_read


@pytest.mark.parametrize("format", ["line", "sdm"])
@few
@given(puzzles=lists_of(grids()))
def test_lines_are_read_back(format: str, puzzles: list[Grid]) -> None:
    entries = [Entry(puzzle) for puzzle in puzzles]
    assert written_and_read(entries, format, sniffed=False) == entries


@few
@given(st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Zl", "Zp", "Cs"])))
def test_a_comment_is_read_back(comment: str) -> None:
    (entry,) = written_and_read([Entry(PUZZLE, comment=comment)], "line")
    assert entry.comment == comment.strip()


@pytest.mark.parametrize("text", ["", " easy", ",easy", ";easy", "\teasy", " # easy", "# easy", "   #easy  "])
def test_text_after_the_cells_is_a_comment(text: str) -> None:
    (entry,) = read_many(WIKIPEDIA + text)
    assert entry == Entry(PUZZLE, comment="easy" if text else "")


def test_comment_lines_belong_to_the_next_puzzle() -> None:
    text = f"# top 10\n#1\n{WIKIPEDIA} # easy\n{WIKIPEDIA}\n"
    first, second = read_many(text)
    assert first.fields == {"heading": "# top 10\n#1"}
    assert second.fields == {}
    assert write([first, second]) == text


@pytest.mark.parametrize("blank", list("0._*-?"))
def test_a_blank_may_be_any_of_the_usual_characters(blank: str) -> None:
    assert read(WIKIPEDIA.replace(".", blank)) == PUZZLE


def test_equal_givens_in_a_house_can_be_read() -> None:
    assert len(read("11" + "." * 79).conflicts()) == 2


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (WIKIPEDIA[:80], "line 1: 80 cells, but a 9x9 board has 81"),
        (f"{WIKIPEDIA}\n\n{WIKIPEDIA}9", "line 3: 82 cells, but a 9x9 board has 81"),
        ("x" + WIKIPEDIA[1:], "line 1: r1c1 is 'x', but a cell of a 9x9 board must be 1-9"),
        ("A" + WIKIPEDIA[1:], "line 1: r1c1 is 'A', but a cell of a 9x9 board must be 1-9"),
        (f"{WIKIPEDIA}\n{WIKIPEDIA}\nkiller 5: r1c1 r1c2", "line 3: this is a rule of the puzzle above it"),
    ],
)
def test_an_error_names_the_line(text: str, sentence: str) -> None:
    with pytest.raises(FormatError) as error:
        list(read_many(text))
    assert str(error.value).startswith(sentence)


def test_sixteen_lines_of_sixteen_cells_are_one_board_unless_all_can_be_4x4_boards() -> None:
    large = [f"{'.' * row}G{'.' * (15 - row)}" for row in range(16)]
    assert sniff("\n".join(large)).name == "grid"
    assert sniff("\n".join(["12343412........"] * 16)).name == "line"


def test_other_symbols() -> None:
    assert read("A.C.C.A.........", symbols="ABCD") == Grid("1.3.3.1.........")
    assert read("α.γ.γ.α.........", symbols="αβγδ") == Grid("1.3.3.1.........")


def test_the_shape_gives_the_size_of_the_boxes() -> None:
    assert read("." * 36, shape=(3, 2)).shape.box_height == 3
    assert read("12345" + "." * 20, shape=(1, 5)).shape.size == 5
