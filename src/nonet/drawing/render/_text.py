"""Scenes on the character cells of a terminal: every role has a sign, and a color where colors are possible.

A sign precedes a candidate: ``-5`` is eliminated, ``!5`` is placed, ``+5`` and ``~5`` are true and false in a chain,
``*5`` is in the pattern, ``^5`` is a fin. Among candidates, a given is ``(5)``, a placed digit is ``[5]``, and a digit
that is part of the evidence is between two signs: ``#5#`` blocks the cells that see it. So a picture reads the same in
a mail, in a log file and without colors.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import product
from math import ceil, sqrt
from typing import TYPE_CHECKING

from ...display import Span, columns_of, framed
from ...geometry import Shape, bits, digits_of, mask_of
from ...logic import Candidate, Words
from ..legend import role_name
from ..scene import Scene

if TYPE_CHECKING:
    from rich.text import Text

__all__ = ["compact_width", "rich_lines", "rich_text", "sign_of", "text"]

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
    "blockers": "#",
    "conflict": "x",
    "mistake": "x",
    "suspect": "?",
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
    "mistake": "bold white on red",
    "suspect": "bold red",
    "label": "cyan",
    "guess": "bold yellow",
    "one": "bold",
    "now": "bold black on yellow",
    "dead": "bold white on red",
    "caption": "",
    "": "",
}
_LEGEND_WIDTH = 48
"""The least width of a legend, which is otherwise as wide as the board."""

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


def text(scene: Scene, *, ascii: bool = False, legend: bool = True, labels: str = "", compact: bool = False) -> str:
    """Return a scene as plain text.

    `labels` numbers the rows and columns, in a style of cell names: ``rc``, ``a1`` or ``sheet``. A `compact` board has
    one line per row.

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
    >>> print(text(scene_of(Position("1... ..2. .3.. ...4")), labels="rc", compact=True))
         c1  c2    c3  c4
       ┌─────────┬─────────┐
    r1 │ (1) 24  │ 34  3   │
    r2 │ 34  4   │ (2) 13  │
       ├─────────┼─────────┤
    r3 │ 24  (3) │ 1   12  │
    r4 │ 2   12  │ 13  (4) │
       └─────────┴─────────┘
    """
    lines = _lines(scene, ascii=ascii, legend=legend, labels=labels, compact=compact)
    return "\n".join("".join(span.text for span in line).rstrip() for line in lines)


def rich_text(scene: Scene, *, legend: bool = True, labels: str = "", compact: bool = False) -> Text:
    """Return a scene as a text of rich, with colors.

    >>> from nonet import Grid
    >>> from nonet.drawing.scene import scene_of
    >>> rich_text(scene_of(Grid("1... .2.. ..3. ...4"))).plain.splitlines()[1]
    '│ 1 . │ . . │'
    """
    return rich_lines(_lines(scene, ascii=False, legend=legend, labels=labels, compact=compact))


def rich_lines(lines: Iterable[list[Span]]) -> Text:
    """Return lines of spans as a text of rich, each span in the style of its role."""
    from rich.text import Text

    whole = Text(no_wrap=True)
    for number, line in enumerate(lines):
        whole.append("\n" if number else "")
        for span in line:
            whole.append(span.text, style=_style_of(span.role))
    return whole


def compact_width(scene: Scene) -> int:
    """Return the characters of a line of the compact board with labels.

    >>> from nonet import Position
    >>> from nonet.drawing.scene import scene_of
    >>> compact_width(scene_of(Position("1... ..2. .3.. ...4")))
    24
    """
    return max(sum(len(span.text) for span in line) for line in _board(scene, False, "rc", True))


def _lines(scene: Scene, *, ascii: bool, legend: bool, labels: str, compact: bool) -> Iterator[list[Span]]:
    """Yield the lines of a scene: the board, then the chains and the legend."""
    width = 0
    for line in _board(scene, ascii, labels, compact):
        width = max(width, sum(len(span.text) for span in line))
        yield line
    if legend:
        width = max(width, _LEGEND_WIDTH)
        for chain in _chains(scene):
            yield from _flowed(map(Span, chain), width)
        yield from _flowed(_legend(scene, labels or "rc"), width)
        for rule in scene.rules:
            if rule.type != "regions":
                yield [Span(str(rule), "caption")]


def _board(scene: Scene, ascii: bool, labels: str, compact: bool) -> Iterator[list[Span]]:
    """Return the lines of the board: digits alone, or candidates in squares, or in one line per row."""
    shape = scene.shape
    rows, columns = _labels(shape, labels) if labels else ([], [])
    board = partial(framed, shape, ascii=ascii)
    if scene.regions is not None and not scene.candidates:
        return _board_of_regions(scene, scene.regions, ascii)
    if not scene.candidates:  # there is room for one character
        return board(lambda cell, _: _digit_spans(scene, cell), labels=(rows, [name[-1] for name in columns]))
    if compact:
        runs = [_compact_spans(scene, cell) for cell in range(shape.cells)]
        lengths = [sum(len(span.text) for span in run) for run in runs]
        widths = [max(lengths[column :: shape.size]) + 1 for column in range(shape.size)]
        return board(
            lambda cell, _: [*runs[cell], Span(" " * (widths[cell % shape.size] - lengths[cell]))],
            widths=widths,
            labels=(rows, columns),
        )
    across = ceil(sqrt(shape.size))
    height = ceil(shape.size / across)
    return board(
        lambda cell, line: _square_spans(scene, cell, line, across, height),
        widths=[2 * across + 1] * shape.size,
        lead="",
        height=height,
        spaced=True,
        labels=(rows, [f"  {name}" for name in columns]),
    )


def _board_of_regions(scene: Scene, regions: str, ascii: bool) -> Iterator[list[Span]]:
    """Yield the lines of a board with frames around its irregular regions."""
    size = scene.shape.size

    def region(row: int, column: int) -> str:
        """Return the region of a cell; a cell without one is its own, and so is the outside."""
        if not (0 <= row < size and 0 <= column < size):
            return "outside"
        letter = regions[row * size + column]
        return letter if letter != "." else f"{row} {column}"

    def junction(row: int, column: int) -> str:
        """Return the corner above and to the left of a cell: where frames meet."""
        above, below = ((region(r, column - 1), region(r, column)) for r in (row - 1, row))
        arms = (above[0] != above[1], above[1] != below[1], below[0] != below[1], above[0] != below[0])
        return _ASCII_JUNCTIONS[arms] if ascii else _JUNCTIONS[arms]

    bar, dash = ("|", "-") if ascii else ("│", "─")
    for row in range(size + 1):
        line = ""
        for column in range(size + 1):
            is_wall = region(row - 1, column) != region(row, column)
            line += junction(row, column) + ((dash if is_wall else " ") * 3 if column < size else "")
        yield [Span(line, "frame")]
        if row < size:
            spans = []
            for column in range(size + 1):
                spans.append(Span(bar if region(row, column - 1) != region(row, column) else " ", "frame"))
                if column < size:
                    spans += [Span(" "), *_digit_spans(scene, row * size + column)]
            yield spans


_ARMS = list(product((False, True), repeat=4))
_JUNCTIONS = dict(zip(_ARMS, " ╴╷┐╶─┌┬╵┘│┤└┴├┼", strict=True))
"""The characters of frames by their arms: up, right, down, left."""
_ASCII_JUNCTIONS = {arms: "|" if arms[::2] == (True, True) and arms[1::2] == (False, False) else "-" for arms in _ARMS}
_ASCII_JUNCTIONS |= {arms: "+" for arms in _ARMS if (arms[0] or arms[2]) and (arms[1] or arms[3])}
_ASCII_JUNCTIONS[_ARMS[0]] = " "


def _labels(shape: Shape, style: str) -> tuple[list[str], list[str]]:
    """Return the names of the rows and of the columns in a style of cell names.

    >>> _labels(Shape(2, 2), "rc"), _labels(Shape(2, 2), "sheet")[1]
    ((['r1', 'r2', 'r3', 'r4'], ['c1', 'c2', 'c3', 'c4']), ['A', 'B', 'C', 'D'])
    """
    numbers = [str(number + 1) for number in range(shape.size)]
    letters = [chr(ord("A") + number) for number in range(shape.size)]
    if style == "rc":
        return [f"r{number}" for number in numbers], [f"c{number}" for number in numbers]
    return (letters, numbers) if style == "a1" else (numbers, letters)


def _role_of_digit(scene: Scene, cell: int) -> str:
    """Return the role of a cell with a digit: its part in the evidence, or else given or placed."""
    role = scene.backgrounds.get(cell, "")
    return role if role and not role.isdigit() else "given" if scene.given_mask >> cell & 1 else "placed"


def _digit_spans(scene: Scene, cell: int) -> list[Span]:
    """Return a cell of a board without candidates: its digit and a space or a sign."""
    digit, role = scene.digits[cell], _role_of_digit(scene, cell)
    sign = " " if role in ("given", "placed") else sign_of(role)
    return [Span(scene.shape.symbol(digit), role if digit else "mark"), Span(sign, role)]


def _bracketed(scene: Scene, cell: int) -> Span:
    """Return a digit among candidates: a given in parentheses, a placed one in brackets, others between signs."""
    role = _role_of_digit(scene, cell)
    ends = {"given": "()", "placed": "[]"}.get(role, 2 * sign_of(role))
    return Span(f"{ends[0]}{scene.shape.symbol(scene.digits[cell])}{ends[1]}", role)


def _candidate_span(scene: Scene, cell: int, digit: int, blank: str) -> Span:
    """Return a candidate with its sign, or with a blank if it has none."""
    role = scene.candidate_role(Candidate(cell, digit))
    return Span((sign_of(role) if role else blank) + scene.shape.symbol(digit), role or "mark")


def _compact_spans(scene: Scene, cell: int) -> list[Span]:
    """Return a cell in one line."""
    if scene.digits[cell]:
        return [_bracketed(scene, cell)]
    return [_candidate_span(scene, cell, digit, "") for digit in digits_of(scene.candidates[cell])]


def _square_spans(scene: Scene, cell: int, line: int, columns: int, height: int) -> list[Span]:
    """Return one line of a cell with candidates in a square, or with its digit in the middle."""
    if scene.digits[cell]:
        shown, role = _bracketed(scene, cell)
        return [Span((shown if line == height // 2 else "").center(2 * columns) + " ", role)]
    digits = range(line * columns + 1, line * columns + columns + 1)
    return [
        *(
            _candidate_span(scene, cell, digit, " ")
            if digit <= scene.shape.size and scene.candidates[cell] >> digit - 1 & 1
            else Span("  ")
            for digit in digits
        ),
        Span(" "),
    ]


def _flowed(pieces: Iterable[Span], width: int) -> Iterator[list[Span]]:
    """Yield lines of at most a width, broken between pieces."""
    line: list[Span] = []
    used = 0
    for piece in pieces:
        size = columns_of(piece.text)
        if line and used + size > width:
            yield line
            line, used = [], 0
        line.append(piece)
        used += size
    if line:
        yield line


def _chains(scene: Scene) -> Iterator[list[str]]:
    """Yield the parts of chains as players write them.

    ``5r1c2 = 5r1c8 - 5r4c8`` has a strong link (=), then a weak one (-).
    """
    parts: list[str] = []
    last: tuple[object, object] | None = None
    for link in scene.links:
        if last != (link.branch, link.start):
            if parts:
                yield parts
            parts = [f"{_group_name(scene.shape, link.start)} "]
        parts.append(f"{'=' if link.strong else '-'} {_group_name(scene.shape, link.end)} ")
        last = link.branch, link.end
    if parts:
        yield parts


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


def _legend(scene: Scene, style: str) -> Iterator[Span]:
    """Yield the signs on the board with their names, then the houses and cells that have no sign."""
    language, words = scene.language, Words(scene.shape, language=scene.language, cells=style)
    colon = "：" if language == "zh" else ": "
    shown = {scene.candidate_role(candidate) for candidate in (*scene.signs, *scene.eliminations, *scene.placements)}
    digits = mask_of(cell for cell, digit in enumerate(scene.digits) if digit)
    shown |= {role for role, mask in scene.cells if mask & digits}
    changed = mask_of(candidate.cell for candidate in (*scene.eliminations, *scene.placements))
    for role in dict.fromkeys(role.removeprefix("ground-") for role in scene.roles):
        if role in shown:
            yield Span(f"{sign_of(role)} {role_name(role, language)}   ", role)
    for role in dict.fromkeys(role for role, _ in scene.houses):
        names = words.houses([house for each, house in scene.houses if each == role])
        yield Span(f"{role_name(f'house-{role}', language)}{colon}{names}   ", "caption")
    for role, mask in scene.cells:
        unsigned = mask & ~digits if role in ("conflict", "mistake") else mask * (role not in shown)
        if unsigned & ~changed:
            names = " ".join(map(words.cell, bits(unsigned)))
            yield Span(f"{role_name(role, language)}{colon}{names}   ", "caption")
