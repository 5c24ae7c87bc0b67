"""Paths as contact sheets: every step a small board with its number and name, in reading order."""

from __future__ import annotations

from collections.abc import Iterator

from ..geometry import Shape
from ..logic import Explanation, Step, technique
from .layout import laid_out
from .picture import Picture, Rect, Shape2D, Text, shifted, text_width
from .scene import scene_of, scene_of_step

__all__ = ["HEADINGS", "conclusion", "path_text", "sheet", "tiles"]

HEADINGS = {
    "en": ("{shape} Sudoku in {steps} steps", "Solution", "As far as it goes"),
    "zh": ("{shape} 数独，共 {steps} 步", "答案", "到此为止"),
}
"""What stands over a path, over its solution, and over its end where that is no solution, by language."""

_TILE = 250.0
_CAPTION = 40.0
_GAP = 16.0
_HEAD = 44.0


def conclusion(step: Step, shape: Shape) -> str:
    """What a step changes, as short as it can be written.

    >>> from nonet.logic.step import Candidate
    >>> conclusion(Step("naked-single", placements=(Candidate(0, 5),)), Shape(3, 3))
    'r1c1 = 5'
    >>> conclusion(Step("x-wing", eliminations=(Candidate(1, 5), Candidate(2, 5))), Shape(3, 3))
    'r1c2 r1c3 ≠ 5'
    """
    parts = [f"{shape.cell_name(cell)} = {shape.symbol(digit)}" for cell, digit in step.placements]
    by_digit: dict[int, list[str]] = {}
    for cell, digit in sorted(step.eliminations):
        by_digit.setdefault(digit, []).append(shape.cell_name(cell))
    parts += [f"{' '.join(names)} ≠ {shape.symbol(digit)}" for digit, names in sorted(by_digit.items())]
    return "; ".join(parts)


def shorter(text: str, letters: int) -> str:
    """A text cut to so many letters, with a sign where it was cut.

    >>> shorter("r1c1 r1c2 r1c3", 9)
    'r1c1 r1c…'
    """
    return text if len(text) <= letters else text[: letters - 1] + "…"


def tiles(path: Explanation) -> Iterator[Picture]:
    """Each step on its board, with its number, name and conclusion; the solution at the end."""
    shape = path.start.grid.shape
    for number, (step, position) in enumerate(zip(path.steps, path.positions(), strict=False), 1):
        board = laid_out(scene_of_step(step, position), frame=False)
        name = shorter(f"{number}. {technique(step.technique).title}", 28)
        yield _tile(board, name, shorter(conclusion(step, shape), 38))
    yield _tile(laid_out(scene_of(path.end), frame=False), "solution" if path.is_solved else "as far as it goes", "")


def _tile(board: Picture, name: str, words: str) -> Picture:
    small = board.scaled(_TILE / board.width)
    texts = (
        Text("title", 4, _TILE + 10, 12.5, name, "start"),
        *([Text("caption", 4, _TILE + 27, 10, words, "start")] if words else []),
    )
    return Picture(_TILE, _TILE + _CAPTION, (*small.shapes, *texts), name, board.description, small.unit)


def sheet(path: Explanation, *, columns: int = 4, title: str | None = None) -> Picture:
    """All steps of a path on one sheet.

    >>> from nonet.logic import explain
    >>> picture = sheet(explain("1... ..2. .3.. ...4"))
    >>> picture.title
    '12 steps to the solution of 1.....2..3.....4'
    """
    return _arranged(list(tiles(path)), columns, title or _title(path))


def _title(path: Explanation) -> str:
    count = len(path.steps)
    goal = "the solution of " if path.is_solved else "the end of the road in "
    return f"{count} step{'s' * (count != 1)} to {goal}{path.start.givens}"


def _arranged(every: list[Picture], columns: int, title: str) -> Picture:
    columns = min(columns, len(every))
    lines = -(-len(every) // columns)
    width = _GAP + columns * (_TILE + _GAP)
    height = _HEAD + lines * (_TILE + _CAPTION + _GAP)
    size = min(15.0, (width - 2 * _GAP) / max(1.0, text_width(title, 1.0, "title")))
    shapes: list[Shape2D] = [Rect("paper", 0, 0, width, height), Text("title", _GAP, 22, size, title, "start")]
    for number, tile in enumerate(every):
        row, column = divmod(number, columns)
        dx, dy = _GAP + column * (_TILE + _GAP), _HEAD + row * (_TILE + _CAPTION + _GAP)
        shapes += [shifted(shape, dx, dy) for shape in tile.shapes]
    return Picture(width, height, tuple(shapes), title, "; ".join(tile.title for tile in every), every[0].unit)


def path_text(path: Explanation) -> str:
    """A path as a list: number, technique, conclusion.

    >>> from nonet.logic import explain
    >>> print(path_text(explain("1... ..2. .3.. ...4")).splitlines()[0])
     1  Naked Single         r1c4 = 3
    """
    names = [technique(step.technique).title for step in path.steps]
    width = max([20, *map(len, names)])
    shape = path.start.grid.shape
    return "\n".join(
        f"{number:>2}  {name:<{width}} {conclusion(step, shape)}"
        for number, (name, step) in enumerate(zip(names, path.steps, strict=True), 1)
    )
