"""The plain text forms of a board: all cells in one line, or a block with one row a line.

A block may be drawn with any frame: bars, boxes of ``-`` and ``+``, box-drawing characters. Since ``-`` is also a
way to write a blank, a line of dashes is taken as a frame unless the board would then lack a row. Numbers above 9
are one symbol (``A`` is 10), or are written out where cells are apart (``10 . 3 16``). Nothing is guessed: cells
are counted exactly, and lines of a block must all be equally long.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from .errors import FormatError, ShapeError
from .geometry import BLANKS, SYMBOLS, Shape

__all__ = ["cells_of_block", "cells_of_line", "digits_of_cells", "is_frame", "parse", "split_comment"]

_BOX_DRAWING = "".join(map(chr, range(0x2500, 0x2580)))
_APART = str.maketrans(dict.fromkeys("|!:,;" + _BOX_DRAWING, " "))
_FRAME = re.compile(rf"[-+=|*.:'`!\s{_BOX_DRAWING}]*(?:--|==|-\+|[{_BOX_DRAWING}])[-+=|*.:'`!\s{_BOX_DRAWING}]*")
_COMMENT = re.compile(r"[\s,;#]")


def parse(text: str, shape: Shape | None = None, symbols: str | None = None) -> tuple[Shape, bytes]:
    """The shape and the digits of a board in plain text; the shape follows from the number of cells if not given.

    >>> shape, digits = parse("1..4 | .... | .... | 4..1")
    >>> shape, list(digits)
    (Shape(2, 2), [1, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 1])
    """
    lines = [line for line in text.lstrip("\ufeff").splitlines() if line.strip()]
    if not lines:
        raise FormatError("no cells, but a 9x9 board has 81")
    cells = cells_of_line(lines[0]) if len(lines) == 1 else cells_of_block(lines)
    return digits_of_cells(cells, shape, symbols)


def split_comment(line: str) -> tuple[str, str]:
    """A line of cells and what follows it: the first blank, comma, semicolon or # ends the cells.

    >>> split_comment("1..4........4..1 # easy")
    ('1..4........4..1', 'easy')
    """
    line = line.strip()
    end = _COMMENT.search(line)
    if end is None:
        return line, ""
    return line[: end.start()], line[end.start() :].lstrip(" \t,;").removeprefix("#").strip()


def cells_of_line(line: str) -> Sequence[str]:
    """The cells of a board written in one line, whatever stands between them; a comment may follow.

    >>> "".join(cells_of_line("1..4 .... .... 4..1"))
    '1..4........4..1'
    >>> "".join(cells_of_line("1..4........4..1 easy"))
    '1..4........4..1'
    """
    tokens = line.translate(_APART).split()
    if _is_usual(len(tokens)) and max(map(len, tokens)) <= 2:
        return tokens
    joined = "".join(tokens)
    head, comment = split_comment(line)
    return head if comment and (_is_usual(len(head)) or not _is_usual(len(joined))) else joined


def cells_of_block(lines: Sequence[str]) -> list[str]:
    """The cells of a board written one row a line, frames left out.

    >>> "".join(cells_of_block(["1.|.4", "..|..", "--+--", "..|..", "4.|.1"]))
    '1..4........4..1'
    """
    rows = [_cells_of_row(line) for line in lines if not is_frame(line)]
    if not rows:
        raise FormatError("no cells, only frames, but a 9x9 board has 81")
    if len(rows) < len(rows[0]):  # some of the frames may be rows of blanks written as dashes
        width = len(rows[0])
        rows = [cells for line in lines if len(cells := _cells_of_row(line)) == width or not is_frame(line)]
    if len(rows) != len(rows[0]) and all(map(_is_usual, map(len, rows))):
        raise FormatError(f"{len(rows)} boards, one a line, but a grid is one board")
    apart = [line.translate(_APART).split() for line in lines if not is_frame(line)]
    if all(len(tokens) == len(apart) and max(map(len, tokens)) <= 2 for tokens in apart):
        return [token for tokens in apart for token in tokens]
    for number, row in enumerate(rows[1:], start=2):
        if len(row) != len(rows[0]):
            raise FormatError(f"row {number} has {len(row)} cells, but row 1 has {len(rows[0])}")
    return [cell for row in rows for cell in row]


def is_frame(line: str) -> bool:
    """Whether a line can be drawn between the rows of a block, holding no cell.

    >>> [is_frame(line) for line in ("---+---+---", "*-----------*", ". . . | . . .", "-2-|---|-1-")]
    [True, True, False, False]
    """
    return _FRAME.fullmatch(line) is not None


def digits_of_cells(
    cells: Sequence[str], shape: Shape | None = None, symbols: str | None = None
) -> tuple[Shape, bytes]:
    """The shape and the digits of a board whose cells are given as symbols or numbers.

    >>> digits_of_cells("1..4........4..1")[1].hex()
    '01000004000000000000000004000001'
    """
    if shape is None:
        try:
            shape = Shape.of_cells(len(cells))
        except ShapeError as error:
            stray = next((f"; the first stray character is {c!r}" for c in cells if not _is_symbol(c)), "")
            raise FormatError(f"{error}{stray}") from None
    elif len(cells) != shape.cells:
        raise FormatError(f"{len(cells)} cells, but a {shape} board has {shape.cells}")
    digit_of = _digits(shape, symbols)
    try:
        return shape, bytes(map(digit_of.__getitem__, cells))
    except KeyError as error:
        (symbol,) = error.args
        raise _stray(shape, symbols, cells.index(symbol), symbol) from None


_digit_tables: dict[tuple[Shape, str | None], dict[str, int]] = {}


def _digits(shape: Shape, symbols: str | None) -> dict[str, int]:
    """What each symbol means on a board: its digit, or 0 for a blank."""
    table = _digit_tables.get((shape, symbols))
    if table is None:
        if symbols is not None and (len(symbols) < shape.size or len(set(symbols)) < len(symbols)):
            raise ShapeError(f"a {shape} board needs {shape.size} different symbols, but got {symbols!r}")
        table = dict.fromkeys(BLANKS, 0)
        if symbols is None:
            table |= {str(digit): digit for digit in range(10, shape.size + 1)}
            table["00"] = 0
        for digit, symbol in enumerate((symbols or SYMBOLS)[: shape.size], start=1):
            table[symbol.upper()] = table[symbol.lower()] = digit
        _digit_tables[shape, symbols] = table
    return table


def _stray(shape: Shape, symbols: str | None, index: int, symbol: str) -> FormatError:
    known = (symbols or SYMBOLS)[: shape.size]
    expected = known if symbols else f"1-{known[-1]}" if shape.size < 10 else f"1-9 and A-{known[-1]}"
    return FormatError(
        f"{shape.cell_name(index)} holds {symbol!r}, but a {shape} board takes {expected}, "
        f"or one of {' '.join(BLANKS)} for a blank"
    )


def _cells_of_row(line: str) -> str:
    return "".join(line.translate(_APART).split())


def _is_usual(cells: int) -> bool:
    try:
        return bool(Shape.of_cells(cells))
    except ShapeError:
        return False


def _is_symbol(cell: str) -> bool:
    return cell.upper() in SYMBOLS or cell in BLANKS or cell.isdecimal()
