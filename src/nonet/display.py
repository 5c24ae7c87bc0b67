"""How values show themselves: in a notebook, with rich, and as a board with frames in plain text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple
from unicodedata import east_asian_width

from .geometry import Shape

if TYPE_CHECKING:
    from .grid import Grid

__all__ = [
    "LANGUAGES",
    "Described",
    "Displayed",
    "Span",
    "board_lines",
    "columns_of",
    "framed",
    "html_of",
    "is_wide",
    "rich_of",
    "wrapped",
]

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


class Described(Displayed):
    """A value that a notebook shows with sentences and pictures, and rich with a table or a board.

    >>> from nonet import hint
    >>> hint("1... ..2. .3.. ...4")._repr_html_().splitlines()[0]
    '<p>There is a step here: Hidden Single.</p>'
    """

    __slots__ = ()

    def _repr_html_(self) -> str:
        """Return what a notebook shows."""
        return html_of(self)

    def __rich__(self) -> object:
        """Return what rich prints."""
        return rich_of(self)


def html_of(value: object) -> str:
    """Return what a notebook shows of a hint, a step, an explanation or a rating.

    >>> from nonet import rate
    >>> html_of(rate("1... ..2. .3.. ...4"))[:7]
    '<table>'
    """
    from .drawing import notebook_html

    return notebook_html(value)  # type: ignore[arg-type]


def rich_of(value: object) -> object:
    """Return what rich prints of a hint, a step, an explanation or a rating.

    >>> from nonet import rate
    >>> type(rich_of(rate("1... ..2. .3.. ...4"))).__name__
    'Table'
    """
    from .drawing import rich_view

    return rich_view(value)  # type: ignore[arg-type]


class Span(NamedTuple):
    """A piece of a line with its role.

    >>> Span("5", "given").role
    'given'
    """

    text: str
    role: str = ""


def is_wide(letter: str) -> bool:
    """Return whether a letter is as wide as it is high, as Chinese characters are.

    >>> is_wide("a"), is_wide("数")
    (False, True)
    """
    return east_asian_width(letter) in "WF"


def columns_of(text: str) -> int:
    """Return how many columns of a terminal a text takes: Chinese characters take two.

    >>> columns_of("r1c2"), columns_of("第 2 宫")
    (4, 7)
    """
    return len(text) + sum(map(is_wide, text))


def wrapped(text: str, width: float, width_of: Callable[[str], float] = columns_of) -> list[str]:
    """Return a text in lines of at most a width; Chinese may be broken after any character.

    >>> wrapped("one two three", 8)
    ['one two', 'three']
    >>> wrapped("只剩一个数。", 8)
    ['只剩一个', '数。']
    """
    lines: list[str] = []
    for paragraph in text.splitlines():
        line = ""
        for piece in re.findall(r"[\u2e80-\uffef][，。；：、）]?|[^\s\u2e80-\uffef]+\s*|\s+", paragraph):
            if line and width_of((line + piece).rstrip()) > width:
                lines.append(line.rstrip())
                line = ""
            line += piece
        lines.append(line.rstrip())
    return lines


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
    shape: Shape,
    spans_of: Callable[[int, int], list[Span]],
    *,
    ascii: bool = False,
    widths: Sequence[int] = (),
    lead: str = " ",
    height: int = 1,
    spaced: bool = False,
    labels: tuple[Sequence[str], Sequence[str]] = ((), ()),
) -> Iterator[list[Span]]:
    """Yield the lines of a board with frames around its boxes.

    `spans_of` returns the spans of a cell in one of its lines. `widths` are the characters of a cell in each column; by
    default a cell is its digit and a space or a sign. `lead` follows each bar. A board that is `spaced` has an empty
    line between rows. `labels` are the names of the rows and columns.

    >>> cells = lambda cell, _: [Span(f"{cell % 10} ")]
    >>> for line in framed(Shape(2, 2), cells, ascii=True, labels=("ABCD", "1234")):
    ...     print("".join(span.text for span in line).rstrip())
        1 2   3 4
      +-----+-----+
    A | 0 1 | 2 3 |
    B | 4 5 | 6 7 |
      +-----+-----+
    C | 8 9 | 0 1 |
    D | 2 3 | 4 5 |
      +-----+-----+
    """
    bar, dash = ("|", "-") if ascii else ("│", "─")
    top, middle, bottom = ("+++", "+++", "+++") if ascii else ("┌┬┐", "├┼┤", "└┴┘")
    widths = widths or [2] * shape.size
    boxes = [range(start, start + shape.box_width) for start in range(0, shape.size, shape.box_width)]
    inner = [len(lead) + sum(widths[column] for column in box) for box in boxes]
    row_names, column_names = labels
    margin = max(map(len, row_names), default=-1) + 1

    def rule(corners: str, filling: str = dash) -> list[Span]:
        line = corners[0] + corners[1].join(filling * width for width in inner) + corners[2]
        return [Span(" " * margin + line, "frame")]

    if column_names:
        yield [Span(" " * margin + _heading(column_names, widths, boxes, lead), "label")]
    yield rule(top)
    for row, cells in enumerate(shape.rows):
        if row and not row % shape.box_height and shape.box_height > 1:
            yield rule(middle)
        elif row and spaced:
            yield rule(bar * 3, " ")
        for line in range(height):
            name = row_names[row] if row_names and line == height // 2 else ""
            spans = [Span(f"{name:<{margin}}", "label")] if margin else []
            for box in boxes:
                spans.append(Span(bar + lead, "frame"))
                for column in box:
                    spans += spans_of(cells[column], line)
            yield [*spans, Span(bar, "frame")]
    yield rule(bottom)


def _heading(names: Sequence[str], widths: Sequence[int], boxes: Sequence[range], lead: str) -> str:
    """Return the names of the columns, each above its cells."""
    return "".join(f" {lead}{''.join(f'{names[column]:<{widths[column]}}' for column in box)}" for box in boxes)
