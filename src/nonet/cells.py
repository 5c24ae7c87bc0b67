"""Cells as text: digits as characters, and a board as one line or as a block with one row per line.

A block may have any frame: bars, boxes of ``-`` and ``+``, box-drawing characters. Since ``-`` can also be a blank, a
line of dashes is a frame unless the board would then lack a row. Numbers above 9 are one symbol (``A`` is 10), or are
written out if cells are separated (``10 . 3 16``). Nothing is guessed: cells are counted exactly, and a block has as
many rows as columns.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache

from .errors import FormatError, ShapeError, counted
from .geometry import BLANKS, SYMBOLS, USUAL_SIZES, Shape
from .limits import LONGEST_BOARD

__all__ = [
    "BARS",
    "cells_of_block",
    "cells_of_line",
    "cells_of_rows",
    "digits_of_cells",
    "is_frame",
    "line_of_digits",
    "parse",
    "parse_fast",
    "split_cells",
    "split_comment",
]

_USUAL_SHAPES = {size * size: Shape.of_size(size) for size in USUAL_SIZES}
_NO_DIGIT = 255

_VERTICAL = "|!:│┃║┆┇┊┋╎╏"
_BOX_DRAWING = "".join(map(chr, range(0x2500, 0x2580)))
BARS = _VERTICAL + _BOX_DRAWING
"""The characters that people draw between cells."""

_BETWEEN_CELLS = BARS + ",;"
_APART = str.maketrans(dict.fromkeys(_BETWEEN_CELLS, " "))
_FRAME = frozenset("-+=*.'`" + BARS)
_FRAME_ONLY = frozenset("+=" + _BOX_DRAWING) - frozenset(_VERTICAL)  # these draw frames, and are never in a row
_COMMENT = re.compile(r"[\s,;#]")


def parse(text: str, shape: Shape | None = None, symbols: str | None = None) -> tuple[Shape, bytes]:
    """Return the shape and the digits of a board in plain text; by default the number of cells gives the shape.

    >>> shape, digits = parse("1..4 | .... | .... | 4..1")
    >>> shape, list(digits)
    (Shape(2, 2), [1, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 1])
    """
    if board := parse_fast(text, shape, symbols):
        return board
    if len(text) > LONGEST_BOARD:
        raise FormatError(f"{len(text)} characters, but no board takes more than {LONGEST_BOARD}")
    lines = [line for line in text.lstrip("\ufeff").splitlines() if line.strip()]
    cells = cells_of_block(lines, shape) if len(lines) > 1 else cells_of_line("".join(lines), shape)
    return digits_of_cells(cells, shape, symbols)


def parse_fast(cells: str, shape: Shape | None = None, symbols: str | None = None) -> tuple[Shape, bytes] | None:
    """Return the shape and the digits of a board if the text is exactly one symbol per cell, otherwise None.

    This is much faster than looking at each cell.

    >>> parse_fast("1..4........4..1 easy") is None, parse_fast("1..4........4..1") is None
    (True, False)
    """
    shape = shape or _USUAL_SHAPES.get(len(cells))
    if shape is None or len(cells) != shape.cells or not cells.isascii():
        return None
    digits = cells.encode().translate(_digits_of_bytes(shape, symbols))
    return None if _NO_DIGIT in digits else (shape, digits)


def line_of_digits(digits: bytes, blank: str = ".") -> str:
    """Return digits as one line of symbols; the inverse of `parse_fast`.

    >>> line_of_digits(bytes([1, 0, 0, 16])), line_of_digits(bytes([1, 0, 0, 4]), blank="0")
    ('1..G', '1004')
    """
    return digits.translate(_symbols_of_bytes(blank)).decode("ascii")


def split_comment(line: str) -> tuple[str, str]:
    """Return a line of cells and the comment after it: the first blank, comma, semicolon or # ends the cells.

    >>> split_comment("1..4........4..1 # easy")
    ('1..4........4..1', 'easy')
    """
    line = line.strip()
    end = _COMMENT.search(line)
    if end is None:
        return line, ""
    return line[: end.start()], line[end.start() :].lstrip(" \t,;").removeprefix("#").strip()


def cells_of_line(line: str, shape: Shape | None = None) -> Sequence[str]:
    """Return the cells of a board in one line, with or without separators; a comment may follow.

    If the line can be read in several ways, the one closest to a board counts.

    >>> "".join(cells_of_line("1..4 .... .... 4..1"))
    '1..4........4..1'
    >>> "".join(cells_of_line("1..4........4..1 easy"))
    '1..4........4..1'
    """
    line = line.partition("#")[0]
    tokens = split_cells(line)
    readings: list[Sequence[str]] = [tokens] if _are_cells(tokens) else []
    words = list(map(_joined, _COMMENT.split(line.strip())))
    if len(words) > 1 and _begins_with_board(words, shape):
        readings.append(words[0])
    readings.append("".join(tokens))
    return min(readings, key=lambda cells: _misfit(len(cells), shape))


def cells_of_block(lines: Sequence[str], shape: Shape | None = None) -> Sequence[str]:
    """Return the cells of a board with one row per line, without frames.

    >>> "".join(cells_of_block(["1.|.4", "..|..", "--+--", "..|..", "4.|.1"]))
    '1..4........4..1'
    """
    rows = _rows_of_block(lines)
    if cells := _square(rows):
        return cells
    if not rows:
        board = shape or Shape(3, 3)
        raise FormatError(f"no cells, only frames, but {board.a_board} has {board.cells}")
    if len(rows) == 1:
        return cells_of_line(rows[0], shape)
    if all(len(cells_of_line(row)) in _USUAL_SHAPES for row in rows):
        if all(len(cells_of_line(row)) == 16 for row in rows):
            raise FormatError(f"{len(rows)} rows of 16 cells are neither one 16x16 board nor one 4x4 board")
        raise FormatError(f"{len(rows)} boards, one per line, but a grid is one board")
    apart = [split_cells(row) for row in rows]
    are_written_out = all(map(_are_cells, apart)) and len({len(token) for row in apart for token in row}) > 1
    return cells_of_rows(apart if are_written_out else list(map(_joined, rows)))


def cells_of_rows(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return the cells of rows. There must be as many rows as columns, or all cells in one row or column.

    >>> cells_of_rows(["12", "21"])
    ['1', '2', '2', '1']
    >>> cells_of_rows(["123", "23", "312"])
    Traceback (most recent call last):
    nonet.errors.FormatError: row 2 has 2 cells, but row 1 has 3
    """
    widths = [len(row) for row in rows]
    width = _most_common(widths)
    for number, other in enumerate(widths, start=1):
        if other != width:
            usual = widths.index(width) + 1
            raise FormatError(f"row {number} has {counted(other, 'cell')}, but row {usual} has {width}")
    if len(rows) != width and 1 not in (len(rows), width):
        raise FormatError(f"{len(rows)} rows of {counted(width, 'cell')}, but a board has as many rows as columns")
    return [cell for row in rows for cell in row]


def split_cells(line: str) -> list[str]:
    """Return the parts of a line between bars, commas, semicolons and blanks.

    >>> split_cells("| 53. | .7. |")
    ['53.', '.7.']
    """
    return line.translate(_APART).split()


def is_frame(line: str) -> bool:
    """Return whether a line can be a frame between the rows of a block.

    >>> [is_frame(line) for line in ("---+---+---", "*-----------*", ". . . | . . .", "-2-|---|-1-")]
    [True, True, False, False]
    """
    signs = set("".join(line.split()))
    return not split_cells(line) or (signs <= _FRAME and ("--" in line or not signs.isdisjoint(_FRAME_ONLY)))


def digits_of_cells(
    cells: Sequence[str], shape: Shape | None = None, symbols: str | None = None
) -> tuple[Shape, bytes]:
    """Return the shape and the digits of a board whose cells are symbols or numbers.

    >>> digits_of_cells("1..4........4..1")[1].hex()
    '01000004000000000000000004000001'
    """
    if isinstance(cells, str) and (board := parse_fast(cells, shape, symbols)):
        return board
    if shape is None:
        try:
            shape = Shape.of_cells(len(cells))
        except ShapeError as error:
            raise FormatError(f"{error}{_first_unexpected(cells, symbols)}") from None
    elif len(cells) != shape.cells:
        number = counted(len(cells), "cell")
        raise FormatError(f"{number}, but {shape.a_board} has {shape.cells}{_first_unexpected(cells, symbols)}")
    digit_of = _digits_of_symbols(shape, symbols)
    try:
        return shape, bytes(map(digit_of.__getitem__, cells))
    except KeyError as error:
        (symbol,) = error.args
        raise _unexpected(shape, symbols, cells.index(symbol), symbol) from None


# Cells and frames


def _joined(line: str) -> str:
    return "".join(split_cells(line))


def _are_cells(tokens: Sequence[str]) -> bool:
    """Return whether each token can be one cell: a symbol, or a number of one or two characters."""
    return max(map(len, tokens), default=0) <= 2


def _begins_with_board(words: Sequence[str], shape: Shape | None) -> bool:
    """Return whether the first word is a board, or nearly one, and the others are a comment.

    The 16 cells of a 4x4 board can also be a row of a 16x16 board; then more rows follow.
    """
    width = len(words[0])
    are_rows = shape is None and width**2 in _USUAL_SHAPES and [len(word) for word in words].count(width) > 2
    return not are_rows and 8 * _misfit(width, shape) <= width


def _misfit(cells: int, shape: Shape | None) -> int:
    """Return how many cells are missing or extra, compared with the closest board."""
    return min(abs(cells - fitting) for fitting in ([shape.cells] if shape else _USUAL_SHAPES))


def _most_common(widths: Sequence[int]) -> int:
    return Counter(widths).most_common(1)[0][0]


def _rows_of_block(lines: Sequence[str]) -> list[str]:
    """Return the lines that are rows of cells; lines of dashes only if the board would lack a row without them."""
    rows = [line for line in lines if not is_frame(line)]
    if _square(rows):
        return rows
    if rows:
        width = _most_common([len(_joined(row)) for row in rows])
        return _with_blank_rows(lines, width) if len(rows) < width else rows
    return next(filter(_square, _blank_boards(lines)), [])


def _blank_boards(lines: Sequence[str]) -> Iterator[list[str]]:
    """Yield the rows of boards that consist of blanks: as many lines of one width as the line is wide."""
    number_of = Counter(len(_joined(line)) for line in lines)
    for width in sorted(number_of):
        if number_of[width] >= width > 0:
            yield _with_blank_rows(lines, width)


def _with_blank_rows(lines: Sequence[str], width: int) -> list[str]:
    def is_blank_row(line: str) -> bool:
        cells = _joined(line)
        return len(cells) == width and set(cells) <= set(BLANKS)

    return [line for line in lines if is_blank_row(line) or not is_frame(line)]


def _square(rows: Sequence[str]) -> Sequence[str]:
    """Return the cells of as many rows as columns, separated or not; nothing if the rows are not a square."""
    size = len(rows)

    def is_cell(token: str) -> bool:
        """Two characters are a number; on a small board, a larger number is two cells, as in ``12|34``."""
        return len(token) == 1 or (len(token) == 2 and token.isdecimal() and (size > 9 or int(token) <= size))

    apart = [split_cells(row) for row in rows]
    if all(len(tokens) == size and all(map(is_cell, tokens)) for tokens in apart):
        return [token for tokens in apart for token in tokens]
    joined = list(map(_joined, rows))
    return "".join(joined) if all(len(cells) == len(rows) for cells in joined) else ""


# Symbols


@lru_cache
def _digits_of_symbols(shape: Shape, symbols: str | None) -> dict[str, int]:
    """Return the digit of each symbol of a board; 0 for a blank."""
    table = dict.fromkeys(BLANKS, 0)
    if symbols is None:
        table |= {f"{digit:02}": digit for digit in range(shape.size + 1)}
    elif len(symbols) < shape.size or len(set(symbols)) < len(symbols):
        raise ShapeError(f"{shape.a_board} needs {shape.size} different symbols, but got {symbols!r:.40}")
    elif taken := [symbol for symbol in symbols if symbol.isspace() or symbol in _BETWEEN_CELLS + "#"]:
        raise ShapeError(f"{taken[0]!r} separates cells, so it cannot be a symbol")
    own = {symbol: digit for digit, symbol in enumerate((symbols or SYMBOLS)[: shape.size], start=1)}
    either_case = {case: digit for symbol, digit in own.items() for case in (symbol.upper(), symbol.lower())}
    return table | either_case | own


@lru_cache
def _digits_of_bytes(shape: Shape, symbols: str | None) -> bytes:
    """Return the same as a table for `bytes.translate`."""
    digit_of = _digits_of_symbols(shape, symbols)
    return bytes(digit_of.get(chr(code), _NO_DIGIT) if code < 128 else _NO_DIGIT for code in range(256))


@lru_cache
def _symbols_of_bytes(blank: str) -> bytes:
    """Return the symbol of each digit as a table for `bytes.translate`."""
    return (blank + SYMBOLS).encode("ascii").ljust(256)


def _first_unexpected(cells: Sequence[str], symbols: str | None) -> str:
    known = {*BLANKS, *symbols.upper(), *symbols.lower()} if symbols else _digits_of_symbols(Shape(5, 5), None)
    return next((f"; the first unexpected symbol is {cell!r:.40}" for cell in cells if cell not in known), "")


def _unexpected(shape: Shape, symbols: str | None, index: int, symbol: str) -> FormatError:
    known = (symbols or SYMBOLS)[: shape.size]
    letters = f" and {known[9]}{known[10:] and '-' + known[-1]}" if shape.size > 9 else ""
    expected = known if symbols else f"1-{min(shape.size, 9)}{letters}"
    blanks = " ".join(blank for blank in BLANKS if blank not in known)
    return FormatError(
        f"{shape.cell_name(index)} is {symbol!r:.40}, but a cell of {shape.a_board} must be {expected}, "
        f"or one of {blanks} for a blank"
    )
