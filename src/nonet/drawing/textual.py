"""Scenes on the character cells of a terminal: boards with candidates, every role told by a sign and by colour.

A candidate has a sign in front of it: ``-5`` falls, ``!5`` is placed, ``+5`` and ``~5`` are true and false in a chain,
``*5`` belongs to the pattern, ``^5`` is a fin. So a picture reads the same in a mail, in a log file and to someone who
sees no colours.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, sqrt
from typing import TYPE_CHECKING, NamedTuple

from ..geometry import bits
from ..logic import Candidate
from .legend import name_of
from .scene import Link, Scene

if TYPE_CHECKING:
    from rich.text import Text

__all__ = ["Span", "rich_text", "text", "text_lines"]

SIGNS = {
    "struck": "-",
    "ringed": "!",
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
"""The sign in front of a candidate; what is not named here is a star, and sets and colours have letters."""

STYLES = {
    "given": "bold",
    "placed": "cyan",
    "mark": "bright_black",
    "frame": "",
    "title": "bold",
    "struck": "bold red strike",
    "ringed": "bold green reverse",
    "on": "bold green",
    "off": "yellow",
    "both": "bold magenta",
    "pivot": "bold yellow",
    "stem": "bold yellow",
    "fins": "bold yellow",
    "endo_fins": "bold magenta",
    "extra": "bold magenta",
    "conflict": "bold red",
    "caption": "",
}
_SERIES = ("blue", "yellow", "green", "magenta", "cyan", "red")


class Span(NamedTuple):
    """A piece of a line, and what it is."""

    text: str
    role: str = ""


def sign_of(role: str) -> str:
    """The sign of a role.

    >>> sign_of("fins"), sign_of("pattern"), sign_of("colour-1"), sign_of("set-0")
    ('^', '*', 'b', 'a')
    """
    kind, _, number = role.partition("-")
    if kind in ("colour", "set"):
        return "abcdefghijklmnopqrstuvwxyz"[int(number) % 26]
    return SIGNS.get(role, "*")


def text(scene: Scene, *, ascii: bool = False, legend: bool = True) -> str:
    """A scene as plain text.

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
    lines = text_lines(scene, ascii=ascii, legend=legend)
    return "\n".join("".join(span.text for span in line).rstrip() for line in lines)


def rich_text(scene: Scene, *, legend: bool = True) -> Text:
    """A scene as a rich text, with colours.

    >>> from nonet import Grid
    >>> from nonet.drawing.scene import scene_of
    >>> rich_text(scene_of(Grid("1... .2.. ..3. ...4"))).plain.splitlines()[1]
    '│ 1 . │ . . │'
    """
    from rich.text import Text

    whole = Text(no_wrap=True)
    for number, line in enumerate(text_lines(scene, legend=legend)):
        whole.append("\n" if number else "")
        for span in line:
            whole.append(span.text, style=style_of(span.role))
    return whole


def style_of(role: str) -> str:
    """The colour of a role in the words of rich."""
    kind, _, number = role.partition("-")
    if kind in ("colour", "set"):
        return f"bold {_SERIES[int(number) % len(_SERIES)]}"
    return STYLES.get(role, "bold blue") if role else ""


def text_lines(scene: Scene, *, ascii: bool = False, legend: bool = True) -> list[list[Span]]:
    """The lines of a scene, in pieces by role: the board, the chains in words, the signs explained."""
    lines = list(_board(scene, ascii))
    if legend:
        lines += [[Span(chain)] for chain in chains_in_words(scene)]
        if explained := [*_legend(scene)]:
            lines.append(explained)
    return lines


def _board(scene: Scene, ascii: bool) -> Iterator[list[Span]]:
    shape = scene.shape
    small = not scene.candidates
    columns = 1 if small else ceil(sqrt(shape.size))
    height = 1 if small else ceil(shape.size / columns)
    gap = 0 if small else 1
    bar, dash = ("|", "-") if ascii else ("│", "─")
    ends = ("+++", "+++", "+++") if ascii else ("┌┬┐", "├┼┤", "└┴┘")
    run = shape.box_width * (2 if small else 2 * columns) + (shape.box_width - 1) * gap + 1
    boxes = shape.size // shape.box_width

    def rule(corners: str) -> list[Span]:
        return [Span(corners[0] + corners[1].join([dash * run] * boxes) + corners[2], "frame")]

    yield rule(ends[0])
    for row, cells in enumerate(shape.rows):
        if row and not row % shape.box_height and shape.box_height > 1:
            yield rule(ends[1])
        elif row and not small:
            yield [Span(bar + bar.join([" " * run] * boxes) + bar, "frame")]
        for line in range(height):
            spans = [Span(bar + " " * small, "frame")]
            for column, cell in enumerate(cells):
                if column and not column % shape.box_width:
                    spans.append(Span(bar + " " if small else f" {bar}", "frame"))
                elif column and gap:
                    spans.append(Span(" "))
                spans += _small(scene, cell) if small else _block(scene, cell, line, columns, height)
            yield [*spans, Span(bar if small else f" {bar}", "frame")]
    yield rule(ends[2])


def _small(scene: Scene, cell: int) -> list[Span]:
    """A cell of a board without candidates: its digit, and a sign behind it where two clash."""
    digit = scene.digits[cell]
    role = scene.ground_of().get(cell) or ("given" if scene.given_mask >> cell & 1 else "placed")
    return [Span(scene.shape.symbol(digit), role if digit else "mark"), Span("x" if role == "conflict" else " ", role)]


def _block(scene: Scene, cell: int, line: int, columns: int, height: int) -> list[Span]:
    """One line of a cell with candidates."""
    digit = scene.digits[cell]
    if digit:
        role = "given" if scene.given_mask >> cell & 1 else "placed"
        symbol = scene.shape.symbol(digit)
        shown = f"({symbol})" if role == "given" else f" {symbol} "
        return [Span((shown if line == height // 2 else "").center(2 * columns), role)]
    spans = []
    for number in range(line * columns + 1, line * columns + columns + 1):
        candidate = Candidate(cell, number)
        if number > scene.shape.size or not scene.candidates[cell] >> number - 1 & 1:
            spans.append(Span("  "))
            continue
        role = role_of(scene, candidate)
        spans.append(Span((sign_of(role) if role else " ") + scene.shape.symbol(number), role or "mark"))
    return spans


def role_of(scene: Scene, candidate: Candidate) -> str:
    """What a candidate is shown as: what happens to it comes first."""
    if candidate in scene.struck:
        return "struck"
    if candidate in scene.ringed:
        return "ringed"
    return scene.signs.get(candidate, "")


def chains_in_words(scene: Scene) -> Iterator[str]:
    """The links as chains are written: ``5r1c2 = 5r1c8 - 5r4c8``, ``=`` if not, then; ``-`` if so, then not."""
    parts: list[str] = []
    last: tuple[object, object] | None = None
    for link in scene.links:
        if last != (link.branch, link.start):
            if parts:
                yield " ".join(parts)
            parts = [group_name(scene, link.start)]
        parts += ["=" if link.strong else "-", group_name(scene, link.end)]
        last = link.branch, link.end
    if parts:
        yield " ".join(parts)


def group_name(scene: Scene, group: Link | tuple[Candidate, ...]) -> str:
    """A candidate, or several of one digit, as chains name them.

    >>> from nonet import Grid
    >>> from nonet.drawing.scene import scene_of
    >>> group_name(scene_of(Grid.empty()), (Candidate(0, 5), Candidate(1, 5)))
    '5r1c12'
    """
    cells = [scene.shape.cell_at(candidate.cell) for candidate in group if isinstance(candidate, Candidate)]
    digit = next(candidate.digit for candidate in group if isinstance(candidate, Candidate))
    rows, columns = ({cell[axis] + 1 for cell in cells} for axis in (0, 1))
    symbol, glue = scene.shape.symbol(digit), "" if scene.shape.size < 10 else ","
    if len(rows) * len(columns) == len(cells):
        return f"{symbol}r{glue.join(map(str, sorted(rows)))}c{glue.join(map(str, sorted(columns)))}"
    return f"{symbol}{{{','.join(cell.name for cell in cells)}}}"


def _legend(scene: Scene) -> Iterator[Span]:
    """The signs that are on the board, and the cells and houses that they speak of."""
    shown = {sign for candidate in scene.signs if (sign := role_of(scene, candidate))}
    shown |= {"struck"} if scene.struck else set()
    shown |= {"ringed"} if scene.ringed else set()
    for role in scene.roles:
        if role in shown:
            yield Span(f"{sign_of(role)} {name_of(role)}   ", role)
        elif role == "ground-conflict":
            yield Span("x clash   ", "conflict")
    for role, house in scene.houses:
        yield Span(f"{name_of(f'house-{role}')}: {scene.shape.house_names[house]}   ", "caption")
    for role, mask in scene.cells:
        if role not in shown and role != "conflict":
            names = " ".join(map(scene.shape.cell_name, bits(mask)))
            yield Span(f"{name_of(role)}: {names}   ", "caption")
