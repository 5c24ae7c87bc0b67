"""A block with one row a line, as people type, print and draw boards; any frame, or none."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from ..cells import is_frame
from ..errors import FormatError
from ..geometry import Shape
from ..grid import Grid
from .blocks import Layout, blocks, cells_across, grid_of_block, has_title_form, notes_above, notes_of
from .entry import Entry
from .format import Format, Lines, contents, is_size

__all__ = ["GRID", "Block", "block_text"]


class Block(Format):
    """Rows of cells with or without frames, one board after the other, each with a title if it has one.

    >>> from nonet.formats import read_many
    >>> for entry in read_many("Grid 01\\n1...\\n....\\n..2.\\n....\\nGrid 02\\n12 34\\n.. ..\\n\\n.. ..\\n.. ..\\n"):
    ...     print(entry.fields["title"], entry.grid)
    Grid 01 1.........2.....
    Grid 02 1234............
    """

    name = "grid"
    title = "rows of cells, one a line, with or without frames and titles"

    def sniff(self, head: Sequence[str], shape: Shape | None = None) -> bool:
        """Whether under the titles there are as many equally long rows as one of them has cells."""
        lines = [line for line in contents(head) if not is_frame(line)]
        while lines and has_title_form(lines[0]):
            lines.pop(0)
        size = cells_across(lines[0]) if lines else 0
        rows = lines[:size]
        if not is_size(size, shape):
            return False
        return all(cells_across(row) == size and not has_title_form(row) for row in rows) and (
            len(rows) == size or any(is_frame(line) for line in contents(head))
        )

    def read(
        self, lines: Lines, *, shape: Shape | None = None, symbols: str | None = None
    ) -> Iterator[Entry | FormatError]:
        """The boards block by block."""
        for block in blocks(lines, Layout(cells_across, partial(has_title_form, symbols=symbols), shape)):
            if isinstance(block, FormatError):
                yield block
                continue
            try:
                grid = grid_of_block(block, shape, symbols)
            except FormatError as error:
                yield error
            else:
                comment, fields = notes_of(block)
                yield Entry(grid, comment=comment, fields=fields, line=block.line)

    def write(self, entries: Iterable[Entry]) -> Iterator[str]:
        """The boards with bars and dashes between the boxes, and a blank line between two boards."""
        for index, entry in enumerate(entries):
            above = "".join(f"{line}\n" for line in notes_above(entry))
            yield ("\n" if index else "") + above + block_text(entry.grid)


def block_text(grid: Grid) -> str:
    """A board with bars and dashes between the boxes.

    >>> print(block_text(Grid("1... .2.. .... ....")), end="")
    1 . | . .
    . 2 | . .
    ----+----
    . . | . .
    . . | . .
    """
    shape = grid.shape
    width, height = shape.box_width, shape.box_height
    boxes = shape.size // width
    dashes = ["-" * (2 * width + (0 < box < boxes - 1)) for box in range(boxes)]
    lines = []
    for index, row in enumerate(grid.rows):
        if index and height > 1 and index % height == 0:
            lines.append("+".join(dashes))
        cells = list(map(shape.symbol, row))
        lines.append(" | ".join(" ".join(cells[start : start + width]) for start in range(0, shape.size, width)))
    return "".join(f"{line}\n" for line in lines)


GRID = Block()
