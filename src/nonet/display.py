"""How values show themselves: in a notebook, with rich, and as a board with frames in plain text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from .geometry import Shape

if TYPE_CHECKING:
    from .grid import Grid

__all__ = ["LANGUAGES", "Displayed", "Span", "board_lines", "framed"]

LANGUAGES = ("en", "zh")
"""The languages of sentences: English and Chinese."""


class Displayed:
    """A value with a picture in notebooks and a colored board with rich.

    >>> from nonet import Grid
    >>> Grid("1... .2.. ..3. ...4")._repr_svg_()[:4]
    '<svg'
    """

    __slots__ = ()

    def _repr_svg_(self) -> str:
        """Return the picture that a notebook shows."""
        from .drawing import draw  # a value does not know who draws it, until somebody looks

        return draw(self)  # type: ignore[call-overload, no-any-return]

    def __rich__(self) -> object:
        """Return what rich prints."""
        from .drawing import rich_text, scene_of

        return rich_text(scene_of(self))  # type: ignore[arg-type]


class Span(NamedTuple):
    """A piece of a line with its role.

    >>> Span("5", "given").role
    'given'
    """

    text: str
    role: str = ""


def board_lines(grid: Grid, *, ascii: bool = False, mark: Callable[[int, str], str] | None = None) -> list[str]:
    """Return the lines of a framed board; `mark` may change the symbol of a cell, for example color it.

    >>> from nonet import Grid
    >>> print("\\n".join(board_lines(Grid("1... .2.. ..3. ...4"), ascii=True, mark=lambda cell, symbol: symbol)))
    +-----+-----+
    | 1 . | . . |
    | . 2 | . . |
    +-----+-----+
    | . . | 3 . |
    | . . | . 4 |
    +-----+-----+
    """

    def spans(cell: int, _: int) -> list[Span]:
        symbol = grid.shape.symbol(grid[cell])
        return [Span(f"{mark(cell, symbol) if mark else symbol} ")]

    return ["".join(span.text for span in line) for line in framed(grid.shape, spans, ascii=ascii)]


def framed(
    shape: Shape, spans_of: Callable[[int, int], list[Span]], *, ascii: bool = False, columns: int = 0, height: int = 1
) -> Iterator[list[Span]]:
    """Yield the lines of a board with frames around its boxes.

    `spans_of` returns the spans of a cell in one of its lines. Without `columns` of candidates a cell is its digit and
    a space or a sign.

    >>> for line in framed(Shape(2, 2), lambda cell, _: [Span(f"{cell % 10} ")], ascii=True):
    ...     print("".join(span.text for span in line))
    +-----+-----+
    | 0 1 | 2 3 |
    | 4 5 | 6 7 |
    +-----+-----+
    | 8 9 | 0 1 |
    | 2 3 | 4 5 |
    +-----+-----+
    """
    plain = not columns
    bar, dash = ("|", "-") if ascii else ("│", "─")
    ends = ("+++", "+++", "+++") if ascii else ("┌┬┐", "├┼┤", "└┴┘")
    width = 2 * shape.box_width + 1 if plain else shape.box_width * (2 * columns + 1)
    boxes = shape.size // shape.box_width

    def rule(corners: str) -> list[Span]:
        return [Span(corners[0] + corners[1].join([dash * width] * boxes) + corners[2], "frame")]

    yield rule(ends[0])
    for row, cells in enumerate(shape.rows):
        if row and not row % shape.box_height and shape.box_height > 1:
            yield rule(ends[1])
        elif row and not plain:
            yield [Span(bar + bar.join([" " * width] * boxes) + bar, "frame")]
        for line in range(height):
            spans = [Span(bar + " " * plain, "frame")]
            for column, cell in enumerate(cells):
                if column and not column % shape.box_width:
                    spans.append(Span(f"{bar} " if plain else f" {bar}", "frame"))
                elif column and not plain:
                    spans.append(Span(" "))
                spans += spans_of(cell, line)
            yield [*spans, Span(bar if plain else f" {bar}", "frame")]
    yield rule(ends[2])
