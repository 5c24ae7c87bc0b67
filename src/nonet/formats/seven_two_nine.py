"""One line with n characters per cell, 729 on a 9x9 board: each candidate in its own place, or a dot."""

from __future__ import annotations

from ..cells import split_comment
from ..errors import FormatError
from ..geometry import BLANKS, SYMBOLS, Shape
from ..position import Position
from .entry import Entry
from .format import LineFormat, is_size, with_comment
from .pencilmarks import position_of_masks

__all__ = ["SEVEN_TWO_NINE", "SevenTwoNine"]


class SevenTwoNine(LineFormat):
    """One line with n characters per cell, 729 on a 9x9 board: each candidate in its own place, or a dot.

    >>> from nonet.formats import write
    >>> print(write(Position("1... .2.. .... ...."), format="729")[:24])
    1.....34.234.234..34.2..
    """

    name = "729"
    title = "one line with n places for the candidates of each cell, 729 characters on a 9x9 board"
    suffixes = (".729",)
    carries_candidates = True

    def has_form(self, line: str, shape: Shape | None) -> bool:
        """Return whether a line has a place for each candidate, and all its characters are in the right place.

        A 4x4 board takes 64 characters, like an 8x8 board in one line. But an 8x8 board could only have the digits 1 to
        4 in these places, each in two columns, so at most eight of them: more than eight are candidates.
        """
        text = split_comment(line)[0]
        size = _size(text)
        if size**3 != len(text) or not is_size(size, shape):
            return False
        if any(mark not in (SYMBOLS[index % size], ".", "0") for index, mark in enumerate(text.upper())):
            return False
        return size > 4 or len(text) - text.count(".") - text.count("0") > 8

    def entry_of(self, line: str, shape: Shape | None, symbols: str | None) -> Entry:
        """Return the position of a line and the comment after it."""
        text, comment = split_comment(line)
        size = _size(text) if shape is None else shape.size
        if size**3 != len(text) or not is_size(size, shape):
            size = 9 if shape is None else shape.size
            raise FormatError(f"{len(text)} characters, but a {size}x{size} board has {size**3}, {size} for each cell")
        shape, symbols = shape or Shape.of_size(size), symbols or SYMBOLS
        masks = [0] * shape.cells
        for index, mark in enumerate(text):
            cell, digit = divmod(index, size)
            if mark.upper() == symbols[digit].upper():
                masks[cell] |= 1 << digit
            elif mark not in BLANKS:
                where = f"{shape.cell_name(cell)} has {mark!r} in place {digit + 1}"
                raise FormatError(f"{where}, but {symbols[digit]} or a dot was expected")
        position = position_of_masks(shape, masks)
        return Entry(position.givens, position, comment=comment)

    def text_of(self, entry: Entry) -> str:
        """Return the candidates of each cell in their places."""
        position = entry.position or Position(entry.grid)
        marks = (
            symbol if (mask | 1 << digit >> 1) >> place & 1 else "."
            for digit, mask in zip(position.grid, position.candidate_masks, strict=True)
            for place, symbol in enumerate(position.givens.shape.symbols)
        )
        return with_comment("".join(marks), entry.comment)


def _size(text: str) -> int:
    return round(float(len(text) ** (1 / 3)))


SEVEN_TWO_NINE = SevenTwoNine()
