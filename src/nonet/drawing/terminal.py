"""Boards as lines of text, with frames around the boxes."""

from __future__ import annotations

from collections.abc import Callable

from ..grid import Grid

_FRAMES = {
    "unicode": (("┌", "─", "┬", "┐"), ("├", "─", "┼", "┤"), ("└", "─", "┴", "┘"), "│"),
    "ascii": (("+", "-", "+", "+"), ("+", "-", "+", "+"), ("+", "-", "+", "+"), "|"),
}


def board_lines(grid: Grid, *, ascii: bool = False, mark: Callable[[int, str], str] | None = None) -> list[str]:
    """The lines of a framed board; `mark` may dress the symbol of a cell (its index, its symbol), with colour say.

    >>> print("\\n".join(board_lines(Grid("1... .2.. ..3. ...4"))))
    ┌─────┬─────┐
    │ 1 . │ . . │
    │ . 2 │ . . │
    ├─────┼─────┤
    │ . . │ 3 . │
    │ . . │ . 4 │
    └─────┴─────┘
    """
    shape = grid.shape
    top, middle, bottom, bar = _FRAMES["ascii" if ascii else "unicode"]
    boxes_across = shape.size // shape.box_width

    def rule(line: tuple[str, str, str, str]) -> str:
        left, dash, cross, right = line
        return left + cross.join([dash * (2 * shape.box_width + 1)] * boxes_across) + right

    lines = [rule(top)]
    for row, cells in enumerate(shape.rows):
        if row and not row % shape.box_height:
            lines.append(rule(middle))
        symbols = [mark(cell, shape.symbol(grid[cell])) if mark else shape.symbol(grid[cell]) for cell in cells]
        groups = [symbols[i : i + shape.box_width] for i in range(0, shape.size, shape.box_width)]
        lines.append(bar + bar.join(f" {' '.join(group)} " for group in groups) + bar)
    return [*lines, rule(bottom)]
