"""Events of a search in a terminal: what happens, the masks of the cell in binary, and the board beside them if wanted.

Without colors the board reads the same: a question mark follows a guess, a star the active cell, an x a dead end.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby, zip_longest

from ..display import Span, columns_of, framed
from ..geometry import Shape
from ..grid import Grid
from ._watch import Frame
from .film_words import phrase
from .masks import MaskLine, brief_lines, event_title, mask_lines, what_happens

__all__ = ["event_lines"]

_INDENT = 5
_NAMES = 20


def event_lines(
    frame: Frame,
    grid: Grid,
    *,
    keeps_masks: bool = True,
    board: bool = False,
    language: str = "en",
    ascii: bool = False,
) -> list[list[Span]]:
    """Return an event as lines of spans: what happens, and the masks of its cell if a digit is chosen.

    `keeps_masks` is whether the method itself keeps the masks. With `board`, the board is on the left; an event that
    removes a digit has none.

    >>> from nonet.drawing.film import record
    >>> film = record("1... .2.. ..3. ...4", "bitmask")
    >>> for line in event_lines(film.frames[1], film.grid):
    ...     print("".join(span.text for span in line))
        1  r1c2 = 3            4321  guess, depth 1
           row 1               1110
           column 2            1101
           box 1               1100
           row & column & box  1100  {3, 4}
           lowbit  x & -x      0100  3
    >>> for line in event_lines(film.frames[1], film.grid, board=True)[:3]:
    ...     print("".join(span.text for span in line))
    ┌─────┬─────┐       1  r1c2 = 3            4321  guess, depth 1
    │ 1 3*│ . . │          row 1               1110
    │ . 2 │ . . │          column 2            1101
    """
    lines = _event_lines(frame, grid.shape, language, keeps_masks)
    if not board or frame.kind == "remove":
        return lines
    left = list(_board_lines(frame, grid, ascii))
    empty = [Span(" " * sum(len(span.text) for span in left[0]))]
    return [[*(row or empty), Span("   "), *(line or ())] for row, line in zip_longest(left, lines)]


def _board_lines(frame: Frame, grid: Grid, ascii: bool) -> Iterator[list[Span]]:
    """Yield the lines of the board: each digit with its role and a sign."""

    def spans(cell: int, _: int) -> list[Span]:
        symbol = grid.shape.symbol(frame.digits[cell])
        if cell == frame.cell:
            role, sign = ("dead", "x") if frame.kind == "fail" else ("now", "*")
        elif frame.guessed >> cell & 1:
            role, sign = "guess", "?"
        else:
            role, sign = "given" if grid[cell] else "placed" if frame.digits[cell] else "mark", " "
        return [Span(symbol, role), Span(sign, role if sign == "?" else "")]

    return framed(grid.shape, spans, ascii=ascii)


def _event_lines(frame: Frame, shape: Shape, language: str, keeps_masks: bool) -> list[list[Span]]:
    """Return an event without a board."""
    lines = mask_lines(frame, shape, language=language)
    comma = "，" if language == "zh" else ", "
    depth = f"{comma if frame.kind != 'remove' else ''}{phrase(language, 'depth', number=frame.placed)}"
    did, role = what_happens(frame, language=language), _ROLES.get(frame.kind, "placed")
    if frame.is_guess:
        role = "guess"
    number = Span(f"{frame.work:>{_INDENT}}  ", "mark")
    if not lines:
        return [[number, Span(did, role), Span(depth, "mark")]]
    name = event_title(frame, shape, language=language)
    if frame.kind == "place":
        name = name.partition(comma)[0]
    if frame.kind == "remove":
        bits = _bit_spans(f"{1 << frame.digit - 1:0{shape.size}b}", "one")
        undo = phrase(language, "undo" if keeps_masks else "undo-other")
        return [[number, _padded(name, role), *bits, Span(f"  {undo}{comma}{depth}", "mark")]]
    digits = "".join(reversed(shape.symbols))
    did = did if frame.kind == "place" else ""
    head = [number, _padded(name, role), Span(digits, "mark"), Span(f"  {did}", role)]
    head.append(Span(depth if did else depth.removeprefix(comma), "mark"))
    shown = [line for line in brief_lines(lines) if line.mask or line.name != "lowbit"]
    return [head, *([Span(" " * (_INDENT + 2)), *_mask_spans(line, shape)] for line in shown)]


_ROLES = {"fail": "conflict", "remove": "mark", "found": "on"}


def _mask_spans(line: MaskLine, shape: Shape) -> Iterator[Span]:
    """Yield the name, the bits and the digits of a mask; a set of digits has braces."""
    is_taken = line.name == "lowbit"
    yield _padded(line.label, "caption")
    yield from _bit_spans(line.bits(shape), "guess" if is_taken else "one")
    if line.note or line.name == "candidates":
        yield Span(
            f"  {line.note}" if is_taken else f"  {{{line.note.replace(' ', ', ')}}}", "guess" if is_taken else ""
        )


def _bit_spans(bits: str, ones: str) -> Iterator[Span]:
    """Yield the bits; neighbors that look alike are one span."""
    for bit, some in groupby(bits):
        yield Span("".join(some), ones if bit == "1" else "mark")


def _padded(name: str, role: str) -> Span:
    """Return a name that is as wide as the other names; a Chinese character is as wide as two letters."""
    return Span(name + " " * max(1, _NAMES - columns_of(name)), role)
