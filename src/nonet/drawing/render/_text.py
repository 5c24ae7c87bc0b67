"""Scenes on the character cells of a terminal: every role has a sign, and a color where colors are possible.

A sign precedes a candidate: ``-5`` is eliminated, ``!5`` is placed, ``+5`` and ``~5`` are true and false in a chain,
``*5`` is in the pattern, ``^5`` is a fin. A digit in brackets, ``[5]``, blocks the cells that see it. So a picture
reads the same in a mail, in a log file and without colors.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import ceil, sqrt
from typing import TYPE_CHECKING

from ...display import Span, framed
from ...geometry import Shape, bits
from ...logic import Candidate
from ..legend import role_name
from ..scene import Scene

if TYPE_CHECKING:
    from rich.text import Text

__all__ = ["rich_lines", "rich_text", "sign_of", "text"]

_SIGNS = {
    "elimination": "-",
    "placement": "!",
    "on": "+",
    "off": "~",
    "both": "?",
    "pivot": "@",
    "stem": "@",
    "fins": "^",
    "endo_fins": "%",
    "pincers": "&",
    "petals": "&",
    "roof": "&",
    "extra": "%",
    "conflict": "x",
}
"""The sign in front of a candidate; any other role has a star, and sets and colors have letters."""

_STYLES = {
    "given": "bold",
    "placed": "cyan",
    "mark": "bright_black",
    "frame": "",
    "elimination": "bold red strike",
    "placement": "bold green reverse",
    "on": "bold green",
    "off": "yellow",
    "both": "bold magenta",
    "pivot": "bold yellow",
    "stem": "bold yellow",
    "fins": "bold yellow",
    "endo_fins": "bold magenta",
    "extra": "bold magenta",
    "blockers": "bold yellow",
    "conflict": "bold red",
    "guess": "bold yellow",
    "one": "bold",
    "now": "bold black on yellow",
    "dead": "bold white on red",
    "caption": "",
    "": "",
}
_SERIES = ("blue", "yellow", "green", "magenta", "cyan", "red")


def sign_of(role: str) -> str:
    """Return the sign of a role.

    >>> sign_of("fins"), sign_of("pattern"), sign_of("color-1"), sign_of("set-0")
    ('^', '*', 'b', 'a')
    """
    kind, _, number = role.partition("-")
    if kind in ("color", "set"):
        return "abcdefghijklmnopqrstuvwxyz"[int(number) % 26]
    return _SIGNS.get(role, "*")


def _style_of(role: str) -> str:
    """Return the style of a role for rich."""
    kind, _, number = role.partition("-")
    if kind in ("color", "set"):
        return f"bold {_SERIES[int(number) % len(_SERIES)]}"
    return _STYLES.get(role, "bold blue")


def text(scene: Scene, *, ascii: bool = False, legend: bool = True) -> str:
    """Return a scene as plain text.

    >>> from nonet import Position
    >>> from nonet.drawing.scene import scene_of
    >>> print(text(scene_of(Position("1... ..2. .3.. ...4"))))
    ┌──────────┬──────────┐
    │        2 │          │
    │(1)     4 │ 3 4  3   │
    │          │          │
    │          │      1   │
    │ 3 4    4 │(2)   3   │
    ├──────────┼──────────┤
    │   2      │ 1    1 2 │
    │   4 (3)  │          │
    │          │          │
    │   2  1 2 │ 1        │
    │          │ 3   (4)  │
    └──────────┴──────────┘
    """
    return "\n".join("".join(span.text for span in line).rstrip() for line in _lines(scene, ascii, legend))


def rich_text(scene: Scene, *, legend: bool = True) -> Text:
    """Return a scene as a text of rich, with colors.

    >>> from nonet import Grid
    >>> from nonet.drawing.scene import scene_of
    >>> rich_text(scene_of(Grid("1... .2.. ..3. ...4"))).plain.splitlines()[1]
    '│ 1 . │ . . │'
    """
    return rich_lines(_lines(scene, False, legend))


def rich_lines(lines: Iterable[list[Span]]) -> Text:
    """Return lines of spans as a text of rich, each span in the style of its role."""
    from rich.text import Text

    whole = Text(no_wrap=True)
    for number, line in enumerate(lines):
        whole.append("\n" if number else "")
        for span in line:
            whole.append(span.text, style=_style_of(span.role))
    return whole


def _lines(scene: Scene, ascii: bool, legend: bool) -> Iterator[list[Span]]:
    """Yield the lines of a scene: the board, then the chains and the legend."""
    columns = ceil(sqrt(scene.shape.size))
    height = ceil(scene.shape.size / columns)
    backgrounds = scene.backgrounds

    def digit_spans(cell: int, _: int) -> list[Span]:
        digit = scene.digits[cell]
        role = backgrounds.get(cell) or ("given" if scene.given_mask >> cell & 1 else "placed")
        sign = "x" if role == "conflict" else " "
        return [Span(scene.shape.symbol(digit), role if digit else "mark"), Span(sign, role)]

    def candidate_spans(cell: int, line: int) -> list[Span]:
        blocks = backgrounds.get(cell) == "blockers"
        return _candidate_spans(scene, cell, line, columns, height, blocks=blocks)

    if scene.candidates:
        yield from framed(scene.shape, candidate_spans, ascii=ascii, columns=columns, height=height)
    else:
        yield from framed(scene.shape, digit_spans, ascii=ascii)
    if legend:
        yield from ([Span(chain)] for chain in _chains(scene))
        if explained := [*_legend(scene)]:
            yield explained


def _candidate_spans(
    scene: Scene, cell: int, line: int, columns: int, height: int, *, blocks: bool = False
) -> list[Span]:
    """Return one line of a cell with candidates, or with its digit in the middle."""
    digit = scene.digits[cell]
    if digit:
        role = "given" if scene.given_mask >> cell & 1 else "placed"
        symbol = scene.shape.symbol(digit)
        shown = f"({symbol})" if role == "given" else f" {symbol} "
        if blocks:
            role, shown = "blockers", f"[{symbol}]"
        return [Span((shown if line == height // 2 else "").center(2 * columns), role)]
    spans = []
    for number in range(line * columns + 1, line * columns + columns + 1):
        if number > scene.shape.size or not scene.candidates[cell] >> number - 1 & 1:
            spans.append(Span("  "))
            continue
        role = scene.candidate_role(Candidate(cell, number))
        spans.append(Span((sign_of(role) if role else " ") + scene.shape.symbol(number), role or "mark"))
    return spans


def _chains(scene: Scene) -> Iterator[str]:
    """Yield the chains as players write them: ``5r1c2 = 5r1c8 - 5r4c8`` has a strong link (=), then a weak one (-)."""
    parts: list[str] = []
    last: tuple[object, object] | None = None
    for link in scene.links:
        if last != (link.branch, link.start):
            if parts:
                yield " ".join(parts)
            parts = [_group_name(scene.shape, link.start)]
        parts += ["=" if link.strong else "-", _group_name(scene.shape, link.end)]
        last = link.branch, link.end
    if parts:
        yield " ".join(parts)


def _group_name(shape: Shape, group: tuple[Candidate, ...]) -> str:
    """Return the name of a candidate, or of several with one digit, in a chain.

    >>> _group_name(Shape(3, 3), (Candidate(0, 5), Candidate(1, 5)))
    '5r1c12'
    """
    cells = [shape.cell_at(candidate.cell) for candidate in group]
    rows, columns = (sorted({cell[axis] + 1 for cell in cells}) for axis in (0, 1))
    symbol, glue = shape.symbol(group[0].digit), "" if shape.size < 10 else ","
    if len(rows) * len(columns) == len(cells):
        return f"{symbol}r{glue.join(map(str, rows))}c{glue.join(map(str, columns))}"
    return f"{symbol}{{{','.join(cell.name for cell in cells)}}}"


def _legend(scene: Scene) -> Iterator[Span]:
    """Yield the signs on the board with their names, then the houses and cells that have no sign."""
    shown = {scene.candidate_role(candidate) for candidate in (*scene.signs, *scene.eliminations, *scene.placements)}
    for role in scene.roles:
        if role in shown:
            yield Span(f"{sign_of(role)} {role_name(role)}   ", role)
        elif role == "ground-conflict":
            yield Span("x conflict   ", "conflict")
    for role, house in scene.houses:
        yield Span(f"{role_name(f'house-{role}')}: {scene.shape.house_names[house]}   ", "caption")
    for role, mask in scene.cells:
        if role not in shown and role != "conflict":
            names = " ".join(map(scene.shape.cell_name, bits(mask)))
            yield Span(f"{role_name(role)}: {names}   ", "caption")
