"""Explanations as pictures: every step on one sheet, on a page, in a PDF to print, or as a list."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from html import escape
from pathlib import Path
from typing import NamedTuple

from ..display import columns_of, wrapped
from ..errors import ArgumentError, counted
from ..logic import LANGUAGES, Explanation, Line, Step, Words
from .layout import lay_out
from .picture import Picture, Rect, Shape2D, Text, text_width, transformed
from .render import MILLIMETER, Pen, page, paper_size, svg
from .scene import Scene, conclusion, scene_of, scene_of_step
from .theme import themes_of

__all__ = ["explanation_html", "explanation_pdf", "explanation_text", "sheet", "shortened"]

_HEADINGS = {
    "en": ("{shape} Sudoku in {counted}", "Solution", "Last position, not solved"),
    "zh": ("{shape} 数独，共 {steps} 步", "答案", "最后的局面，未解出"),
}
"""By language: the heading of an explanation, that of the solution, and that of the end if it is not solved."""
_MORE_LINES = {"en": "{number} more lines", "zh": "其余 {number} 条"}

_SHEET_TITLES = {
    "en": ("{counted} to the solution of {puzzle}", "{counted} from {puzzle}, not solved"),
    "zh": ("{puzzle}，共 {steps} 步解出", "{puzzle}，共 {steps} 步，未解出"),
}
"""By language: the title of a sheet, and its title if the puzzle is not solved."""

_TILE = 250.0
_CAPTION = 40.0
_TILE_GAP = 16.0
_SHEET_HEAD = 44.0

_STEPS_PER_PAGE = 3
_MARGIN = 17 * MILLIMETER
_GAP = 16.0
_HEAD = 40.0
_SIZE = 9.5
_LEADING = 13.5
_ABOVE_TEXT = 32.0
_BELOW_TEXT = 8.0

_MOST_LINES, _FIRST_LINES, _LAST_LINES = 14, 6, 5
"""The most lines of a step that a page shows, and those shown at both ends of a longer text."""


class _Part(NamedTuple):
    """One step of an explanation: its number and name, what it changes, why, and its scene."""

    name: str
    conclusion: str
    text: str
    scene: Scene


def _parts(
    explanation: Explanation,
    words: Callable[[Step], str] | None = None,
    names: Callable[[Step], str] | None = None,
    language: str = "en",
) -> Iterator[_Part]:
    shape = explanation.start.grid.shape
    names = names or Words(shape, language=language).title
    for number, (step, position) in enumerate(zip(explanation.steps, explanation.positions(), strict=False), 1):
        text = words(step) if words else ""
        scene = scene_of_step(step, position, language=language)
        yield _Part(f"{number}. {names(step)}", conclusion(step, shape), text, scene)


def _headings(explanation: Explanation, title: str | None, language: str) -> tuple[str, str]:
    """Return the heading of an explanation and that of its end."""
    if language not in _HEADINGS:
        raise ArgumentError.unknown("language", language, LANGUAGES)
    heading, solved, unsolved = _HEADINGS[language]
    steps = len(explanation.steps)
    heading = title or heading.format(shape=explanation.start.grid.shape, steps=steps, counted=counted(steps, "step"))
    return heading, solved if explanation.is_solved else unsolved


def shortened(text: str, letters: int) -> str:
    """Return a text cut to a number of letters, with a sign where it was cut.

    >>> shortened("r1c1 r1c2 r1c3", 9)
    'r1c1 r1c…'
    """
    return text if len(text) <= letters else text[: letters - 1] + "…"


# On one sheet


def sheet(explanation: Explanation, *, columns: int = 4, title: str | None = None, language: str = "en") -> Picture:
    """Return all steps of an explanation on one sheet, each on a small board with its name and conclusion.

    >>> from nonet.logic import explain
    >>> picture = sheet(explain("1... ..2. .3.. ...4"))
    >>> picture.title
    '12 steps to the solution of 1.....2..3.....4'
    """
    _, last = _headings(explanation, title, language)
    steps = len(explanation.steps)
    title = title or _SHEET_TITLES[language][not explanation.is_solved].format(
        steps=steps, counted=counted(steps, "step"), puzzle=explanation.start.givens
    )
    tiles = [
        _tile(part.scene, shortened(part.name, 28), shortened(part.conclusion, 38))
        for part in _parts(explanation, language=language)
    ]
    tiles.append(_tile(scene_of(explanation.end, language=language), last, ""))
    columns = min(columns, len(tiles))
    width = _TILE_GAP + columns * (_TILE + _TILE_GAP)
    height = _SHEET_HEAD + -(-len(tiles) // columns) * (_TILE + _CAPTION + _TILE_GAP)
    size = min(15.0, (width - 2 * _TILE_GAP) / max(1.0, text_width(title, 1.0, "title")))
    shapes: list[Shape2D] = [Rect("paper", 0, 0, width, height), Text("title", _TILE_GAP, 22, size, title, "start")]
    for number, tile in enumerate(tiles):
        row, column = divmod(number, columns)
        dx, dy = _TILE_GAP + column * (_TILE + _TILE_GAP), _SHEET_HEAD + row * (_TILE + _CAPTION + _TILE_GAP)
        shapes += [transformed(shape, dx=dx, dy=dy) for shape in tile.shapes]
    description = "; ".join(tile.title for tile in tiles)
    return Picture(width, height, tuple(shapes), title, description, tiles[0].unit, language)


def _tile(scene: Scene, name: str, words: str) -> Picture:
    board = lay_out(scene, rounded=False)
    small = board.scaled(_TILE / board.width)
    texts = [Text("title", 4, _TILE + 10, 12.5, name, "start")]
    if words:
        texts.append(Text("caption", 4, _TILE + 27, 10, words, "start"))
    return Picture(_TILE, _TILE + _CAPTION, (*small.shapes, *texts), name, unit=small.unit)


# As a list


def explanation_text(explanation: Explanation, *, language: str = "en") -> str:
    """Return an explanation as a list: number, technique, conclusion.

    >>> from nonet.logic import explain
    >>> print(explanation_text(explain("1... ..2. .3.. ...4")).splitlines()[0])
     1  Hidden Single        r2c4 = 1
    """
    shape = explanation.start.grid.shape
    names = [Words(shape, language=language).title(step) for step in explanation.steps]
    widths = list(map(columns_of, names))
    most = max([20, *widths])
    return "\n".join(
        f"{number:>2}  {name}{' ' * (most - width)} {conclusion(step, shape)}"
        for number, (name, width, step) in enumerate(zip(names, widths, explanation.steps, strict=True), 1)
    )


# As a page


def explanation_html(
    explanation: Explanation,
    *,
    words: Callable[[Step], str] | Callable[[Step], list[Line]] | None = None,
    names: Callable[[Step], str] | None = None,
    language: str = "en",
    title: str | None = None,
    theme: str = "auto",
) -> str:
    """Return an explanation as a page with a picture of every step.

    `words` returns the text of a step, with each line as a paragraph, or its lines; then the lines of smaller steps can
    be unfolded. `names` returns its heading; without it, the heading is the technique.

    >>> from nonet.logic import explain
    >>> page = explanation_html(explain("1... ..2. .3.. ...4"), words=lambda step: "Only one digit is left here.")
    >>> page.count("Only one digit is left here.")
    12
    """
    heading, last = _headings(explanation, title, language)
    givens = escape(str(explanation.start.givens))
    sections = [f"<header><h1>{escape(heading)}</h1>\n<p><code>{givens}</code></p></header>\n"]
    colon = "：" if language == "zh" else ": "
    for number, (part, step) in enumerate(
        zip(_parts(explanation, None, names, language), explanation.steps, strict=True), 1
    ):
        paragraph = _paragraphs(words(step), language) if words else ""
        picture = lay_out(part.scene, labels=True, legend=True)
        sections.append(
            f'<section class="step" id="step-{number}">\n<h2>{escape(f"{part.name}{colon}{part.conclusion}")}</h2>\n'
            f"{paragraph}{svg(picture, theme=theme)}</section>\n"
        )
    end = svg(lay_out(scene_of(explanation.end, language=language)), theme=theme)
    sections.append(f'<section class="step">\n<h2>{last}</h2>\n{end}</section>\n')
    return page(heading, f"<main>\n{''.join(sections)}</main>\n", theme=theme, language=language)


def _paragraphs(text: str | Iterable[Line], language: str) -> str:
    """Return each line of a text as a paragraph; the middle of a long text and smaller steps can be unfolded.

    >>> _paragraphs("one\\ntwo", "en")
    '<p>one</p>\\n<p>two</p>\\n'
    """
    if isinstance(text, str):
        lines = [f"<p>{escape(line)}</p>\n" for line in text.splitlines()]
    else:
        lines = [
            f"<details>\n<summary>{escape(str(line))}</summary>\n{_paragraphs(line.inner, language)}</details>\n"
            if line.inner
            else f"<p>{escape(str(line))}</p>\n"
            for line in text
        ]
    if len(lines) > _MOST_LINES:
        middle = lines[_FIRST_LINES:-_LAST_LINES]
        summary = _MORE_LINES.get(language, _MORE_LINES["en"]).format(number=len(middle))
        folded = f"<details>\n<summary>{summary}</summary>\n{''.join(middle)}</details>\n"
        lines[_FIRST_LINES:-_LAST_LINES] = [folded]
    return "".join(lines)


# As a PDF


def explanation_pdf(
    explanation: Explanation,
    *,
    words: Callable[[Step], str] | None = None,
    names: Callable[[Step], str] | None = None,
    language: str = "en",
    title: str | None = None,
    theme: str = "light",
    paper: str = "a4",
    font: Path | None = None,
) -> bytes:
    """Return an explanation as a PDF to print: up to three steps per page, each with a picture and its text.

    `words` and `names` are those of `explanation_html`; without `words`, a step has its conclusion in short.

    >>> from nonet.logic import explain
    >>> explanation_pdf(explain("1... ..2. .3.. ...4"), words=lambda step: "Only one digit is left here.")[:5]
    b'%PDF-'
    """
    heading, last = _headings(explanation, title, language)
    rows: list[tuple[str, str, Picture]] = [
        (
            part.name,
            part.text or part.conclusion,
            lay_out(part.scene, labels=True, legend=True, rounded=False),
        )
        for part in _parts(explanation, words, names, language)
    ]
    end = scene_of(explanation.end, candidates=not explanation.is_solved, language=language)
    rows.append((last, "", lay_out(end, labels=True, rounded=False)))
    texts = [heading, *(text for name, words, _ in rows for text in (name, words))]
    pen = Pen(paper_size(paper), texts=texts, title=heading, font=font)
    _Pages(pen, heading, themes_of(theme)[0]).write(rows)
    return pen.finish()


class _Pages:
    """The pages of an explanation. A step has a third of a page, or more if its text needs it."""

    def __init__(self, pen: Pen, heading: str, theme: str) -> None:
        self.pen, self.heading, self.theme = pen, heading, theme
        self.number = 0
        self.top = self.bottom = 0.0

    def write(self, rows: list[tuple[str, str, Picture]]) -> None:
        """Write the name, the text and the picture of each step."""
        pen = self.pen
        least = (pen.height - 2 * _MARGIN - _HEAD) / _STEPS_PER_PAGE
        left = _MARGIN + (pen.width - 2 * _MARGIN) * 0.52 + _GAP
        for name, words, picture in rows:
            lines = wrapped(words, pen.width - _MARGIN - left, lambda text: pen.width_of(text, _SIZE))
            needed = _ABOVE_TEXT + len(lines) * _LEADING + _BELOW_TEXT
            if self.top + min(max(least, needed), 3 * least) > self.bottom + 0.1:
                self._next_page()
            side = min((pen.width - 2 * _MARGIN) * 0.52, (least - _GAP) * picture.width / picture.height)
            pen.picture(picture, _MARGIN, self.top, width=side, theme=self.theme)
            pen.text(name, left, self.top + 12, 11, bold=True)
            end = self.top + least
            at = self.top + _ABOVE_TEXT
            for text in lines:
                if at > self.bottom:
                    self._next_page()
                    at = end = self.top + 12
                pen.text(text, left, at, _SIZE)
                at += _LEADING
            self.top = max(end, at + _BELOW_TEXT)
        pen.next_page()

    def _next_page(self) -> None:
        pen = self.pen
        if self.number:
            pen.next_page()
        self.number += 1
        pen.text(self.heading, _MARGIN, _MARGIN, 12, bold=True)
        pen.text(str(self.number), pen.width - _MARGIN, _MARGIN, 9, anchor="end")
        self.top, self.bottom = _MARGIN + _HEAD, pen.height - _MARGIN
