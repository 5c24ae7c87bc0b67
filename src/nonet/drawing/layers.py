"""The marks of a puzzle as two layers of SVG without styles, for a page that puts its own digits between them."""

from __future__ import annotations

from typing import NamedTuple

from ..puzzle import Puzzle
from .layout import Board, rule_lines
from .picture import Shape2D
from .render import element
from .rules import margins_of, marks_above, marks_below
from .scene import scene_of
from .theme import mark_roles, style

__all__ = ["Layers", "layers_of", "mark_styles"]


class Layers(NamedTuple):
    """The layers, the size of the whole picture, and the place of the board in it."""

    width: float
    height: float
    left: float
    top: float
    side: float
    below: str
    """The SVG elements under the digits: tints, lines and arrows."""
    above: str
    """The SVG elements over them: the lines between cells, cages, dots and clues outside the board."""


def layers_of(puzzle: Puzzle, *, language: str = "en") -> Layers:
    """Return the marks of a puzzle in two layers.

    >>> from nonet.variants import Killer
    >>> layers = layers_of(Puzzle("." * 81, [Killer("r1c1 r1c2", 5)]))
    >>> layers.side, layers.above.count("<title>")
    (360.0, 1)
    """
    scene = scene_of(puzzle, language=language)
    margins = margins_of(scene.rules, scene.shape.size)
    size = Board(scene, 0, 0).cell
    left, top, right, bottom = (margins.width(side, size) + 2 for side in margins._fields)
    board = Board(scene, left, top)
    below = list(marks_below(board.plane, scene.rules, language))
    lines = [shape._replace(role="boxrule") if shape.role == "frame" else shape for shape in rule_lines(board)]
    above = [*lines, *marks_above(board.plane, scene.rules, language)]
    width, height = left + board.side + right, top + board.side + bottom
    return Layers(width, height, left, top, board.side, _elements(below), _elements(above))


def _elements(shapes: list[Shape2D]) -> str:
    return "".join(map(element, shapes))


def mark_styles() -> str:
    """Return the styles of all marks as CSS, light and dark, for a page that shows layers.

    >>> mark_styles().splitlines()[0]
    '.layer .rule { fill: none; stroke: light-dark(#b3bac4, #4a525d); stroke-width: 0.8; stroke-linecap: round }'
    """
    return "".join(f".layer .{role} {{ {_declarations(role)} }}\n" for role in _roles())


def _roles() -> list[str]:
    """Return the roles of the lines of a board and of all marks."""
    return ["rule", "boxrule", *mark_roles()]


def _declarations(role: str) -> str:
    light, dark = style(role, "light"), style(role, "dark")

    def color(first: str, second: str) -> str:
        return "none" if not first else first if first == second else f"light-dark({first}, {second})"

    parts = [f"fill: {color(light.fill, dark.fill)}"]
    if not light.stroke:
        parts.append("stroke: none")
    else:
        parts += [f"stroke: {color(light.stroke, dark.stroke)}", f"stroke-width: {light.width:g}"]
        dashes = " ".join(f"{part:g}" for part in light.dash)
        parts.append(f"stroke-dasharray: {dashes}" if light.dash else "stroke-linecap: round")
    if light.bold:
        parts.append("font-weight: 700")
    return "; ".join(parts)
