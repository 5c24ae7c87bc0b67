"""A block with one row per line, as people type, print and draw boards, with any frame or none."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import dropwhile

from ..cells import is_frame
from ..geometry import Shape
from .blocks import Block, BlockFormat, Layout, banded_lines, cells_across, has_title_form
from .entry import Entry
from .format import contents, is_size, text_of_lines

__all__ = ["GRID", "GridFormat"]


class GridFormat(BlockFormat):
    """Rows of cells with or without frames, one board after the other, each with an optional title.

    >>> from nonet.formats import read_many
    >>> for entry in read_many("Grid 01\\n1...\\n....\\n..2.\\n....\\nGrid 02\\n12 34\\n.. ..\\n\\n.. ..\\n.. ..\\n"):
    ...     print(entry.fields["title"], entry.grid)
    Grid 01 1.........2.....
    Grid 02 1234............
    """

    name = "grid"
    title = "one row per line, with or without frames and titles"

    def sniff(self, head: Sequence[str], shape: Shape | None = None) -> bool:
        """Return whether below the titles there are as many rows as a row has cells, or a part of them and a frame."""
        lines = list(dropwhile(has_title_form, (line for line in contents(head) if not is_frame(line))))
        size = cells_across(lines[0]) if lines else 0
        rows = lines[:size]
        if not is_size(size, shape) or any(cells_across(row) != size or has_title_form(row) for row in rows):
            return False
        return len(rows) == size or any(map(is_frame, contents(head)))

    def layout(self, shape: Shape | None, symbols: str | None) -> Layout:
        """Return how to recognize rows of cells."""
        return Layout(cells_across, partial(has_title_form, symbols=symbols), shape)

    def entry_of(self, block: Block, shape: Shape | None, symbols: str | None) -> Entry:
        """Return the board of a block."""
        return block.entry(block.grid(shape, symbols))

    def text_of(self, entry: Entry) -> str:
        """Return the board with bars and dashes between the boxes.

        >>> from nonet import Grid
        >>> print(GRID.text_of(Entry(Grid("1... .2.. .... ...."))), end="")
        1 . | . .
        . 2 | . .
        ----+----
        . . | . .
        . . | . .
        """
        shape = entry.grid.shape
        boxes = shape.size // shape.box_width
        dashes = ["-" * (2 * shape.box_width + (0 < box < boxes - 1)) for box in range(boxes)]
        return text_of_lines(banded_lines(shape, str(entry.grid), "+".join(dashes), bar=" | ", gap=" "))


GRID = GridFormat()
