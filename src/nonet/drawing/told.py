"""Paths as a PDF to read on paper: three steps a page, each drawn on the left and told on the right."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path as FilePath

from ..errors import NonetError
from ..logic import Explanation, Step, technique
from ..position import Position
from .booklet import MILLIMETRE, PAPERS
from .document import Pen
from .fonts import has_wide_letters
from .layout import laid_out
from .picture import Picture
from .scene import scene_of, scene_of_step
from .sheets import HEADINGS, conclusion
from .theme import themes_of

__all__ = ["path_pdf"]

_STEPS_A_PAGE = 3
_MARGIN = 17 * MILLIMETRE
_GAP = 16.0
_HEAD = 40.0
_SIZE = 9.5
_LEADING = 13.5


def path_pdf(
    path: Explanation,
    words: Callable[[Step, Position], str] | None = None,
    *,
    names: Callable[[Step], str] | None = None,
    language: str = "en",
    title: str | None = None,
    paper: str = "a4",
    theme: str = "light",
    font: FilePath | None = None,
) -> bytes:
    """A path as a PDF: every step drawn, and told by `words`, which gives a step its paragraph of plain text.

    >>> from nonet.logic import explain
    >>> path_pdf(explain("1... ..2. .3.. ...4"), lambda step, position: "Only one digit is left here.")[:5]
    b'%PDF-'
    """
    if paper not in PAPERS:
        raise NonetError(f"there is no paper {paper!r:.40}; the papers are {', '.join(PAPERS)}")
    shape = path.start.grid.shape
    over, solution, end_of_road = HEADINGS.get(language, HEADINGS["en"])
    heading = title or over.format(shape=shape, steps=len(path.steps))
    parts: list[tuple[str, str, Picture]] = []
    for number, (step, position) in enumerate(zip(path.steps, path.positions(), strict=False), 1):
        name = f"{number}. {names(step) if names else technique(step.technique).title}"
        told = words(step, position) if words else conclusion(step, shape)
        parts.append((name, told, laid_out(scene_of_step(step, position), labels=True, with_legend=True, frame=False)))
    end = laid_out(scene_of(path.end, candidates=not path.is_solved), labels=True, frame=False)
    parts.append((solution if path.is_solved else end_of_road, "", end))
    wide = has_wide_letters([heading, *(text for name, told, _ in parts for text in (name, told))])
    pen = Pen(PAPERS[paper], title=heading, font=font, wide=wide)
    for first in range(0, len(parts), _STEPS_A_PAGE):
        _page(pen, heading, parts[first : first + _STEPS_A_PAGE], first // _STEPS_A_PAGE + 1, themes_of(theme)[0])
    return pen.finish()


def _page(pen: Pen, heading: str, parts: list[tuple[str, str, Picture]], number: int, theme: str) -> None:
    pen.text(heading, _MARGIN, _MARGIN, 12, bold=True)
    pen.text(str(number), pen.width - _MARGIN, _MARGIN, 9, anchor="end")
    height = (pen.height - 2 * _MARGIN - _HEAD) / _STEPS_A_PAGE
    for row, (name, told, picture) in enumerate(parts):
        top = _MARGIN + _HEAD + row * height
        side = min((pen.width - 2 * _MARGIN) * 0.52, (height - _GAP) * picture.width / picture.height)
        pen.picture(picture, _MARGIN, top, width=side, theme=theme)
        left = _MARGIN + (pen.width - 2 * _MARGIN) * 0.52 + _GAP
        pen.text(name, left, top + 12, 11, bold=True)
        lines = wrapped(told, lambda text: pen.width_of(text, _SIZE), pen.width - _MARGIN - left)
        for line, text in enumerate(lines[: int((height - 40) / _LEADING)]):
            pen.text(text, left, top + 32 + line * _LEADING, _SIZE)
    pen.next_page()


def wrapped(text: str, width_of: Callable[[str], float], room: float) -> list[str]:
    """A text in lines no wider than the room; Chinese may be broken after any character.

    >>> wrapped("one two three", len, 8)
    ['one two', 'three']
    >>> wrapped("只剩一个数", len, 3)
    ['只剩一', '个数']
    """
    lines: list[str] = []
    for paragraph in text.splitlines():
        line = ""
        for piece in re.findall(r"[\u2e80-\uffef]|[^\s\u2e80-\uffef]+\s*|\s+", paragraph):
            if line and width_of((line + piece).rstrip()) > room:
                lines.append(line.rstrip())
                line = ""
            line += piece
        lines.append(line.rstrip())
    return lines
