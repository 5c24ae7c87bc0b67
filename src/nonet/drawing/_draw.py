"""`draw`: any value of nonet as text, a picture, a page or a film."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import or_
from pathlib import Path
from typing import Literal, TypeAlias, TypedDict, Unpack, overload

from ..errors import ArgumentError
from ..grid import Grid, GridLike, as_grid
from ..logic import Explanation, Hint, Step
from ..position import Position
from ..puzzle import Puzzle
from ..search import Trace
from ._tree import tree as tree_picture, tree_text
from .explanation import explanation_html, explanation_pdf, explanation_text, sheet
from .film import Film, film_of, outcome_of
from .film_layout import film_picture
from .film_pages import film_html, film_svg
from .layout import lay_out
from .picture import Picture
from .render import gif, html, pdf, png, svg, text
from .scene import Scene, scene_of, scene_of_step

__all__ = ["FORMATS", "draw", "scene_for"]

FORMATS = {"svg": ".svg", "text": ".txt", "html": ".html", "png": ".png", "pdf": ".pdf", "gif": ".gif"}
"""The formats of `draw`, each with the suffix of its files."""

Drawable: TypeAlias = GridLike | Position | Puzzle | Step | Hint | Explanation | Trace | Film | Sequence[Film]


class _Options(TypedDict, total=False):
    """The options of `draw` except the format; `draw` has their defaults."""

    on: GridLike | Position | None
    theme: str
    title: str | None
    candidates: bool | None
    labels: bool | None
    legend: bool
    width: int | None
    tree: bool
    font: Path | None
    language: str


@overload
def draw(value: Drawable, *, to: Literal["svg", "text", "html"] = "svg", **options: Unpack[_Options]) -> str: ...
@overload
def draw(value: Drawable, *, to: Literal["png", "pdf", "gif"], **options: Unpack[_Options]) -> bytes: ...
def draw(
    value: Drawable,
    *,
    to: str = "svg",
    on: GridLike | Position | None = None,
    theme: str = "auto",
    title: str | None = None,
    candidates: bool | None = None,
    labels: bool | None = None,
    legend: bool = True,
    width: int | None = None,
    tree: bool = False,
    font: Path | None = None,
    language: str = "en",
) -> str | bytes:
    """Return a picture of a grid, a puzzle with rules, a position, a step, a hint, an explanation or a search.

    `to` is ``svg``, ``text``, ``html``, ``png``, ``pdf`` or ``gif``; the last three give bytes. A step is drawn `on`
    the position in which it was found. A trace is drawn on its puzzle: as a film, or as its search `tree`. `theme` is
    ``light``, ``dark``, ``gray``, or ``auto``: light or dark as the reader's screen is, if the format can adapt.
    `width` is the width of a PNG or GIF in pixels. `language` is English (``en``) or Chinese (``zh``), for all words in
    the picture and about it. The same value gives the same bytes.

    >>> import nonet
    >>> puzzle = nonet.Grid("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    >>> nonet.draw(puzzle)[:38]
    '<svg xmlns="http://www.w3.org/2000/svg'
    >>> "Hidden Single" in nonet.draw(nonet.hint(puzzle))
    True
    >>> nonet.draw(puzzle, to="jpeg")
    Traceback (most recent call last):
    nonet.errors.ArgumentError: unknown format 'jpeg'; expected one of svg, text, html, png, pdf, gif
    """
    if to not in FORMATS:
        raise ArgumentError.unknown("format", to, FORMATS)
    if isinstance(value, Trace):
        value = film_of(value, _board(on, "a trace", "its puzzle").grid)
    drawn: Picture | str | bytes
    if films := _films(value):
        drawn = _draw_trees(films, to, language) if tree else _draw_films(films, to, theme, width, language, font)
    elif to == "gif":
        raise ArgumentError("a GIF shows a search; draw a board or a step as svg, png, pdf, html or text")
    elif isinstance(value, Explanation):
        drawn = _draw_explanation(value, to, theme, title, font, language)
    else:
        scene = scene_for(value, on=on, title=title, candidates=candidates, language=language)
        is_step = isinstance(value, Step) or (isinstance(value, Hint) and value.step is not None)
        labels = is_step if labels is None else labels
        drawn = (
            text(scene, legend=legend, labels="rc" if labels else "")
            if to == "text"
            else lay_out(scene, labels=labels, legend=legend, title=is_step or title is not None)
        )
    if not isinstance(drawn, Picture):
        return drawn
    if to == "png":
        return png(drawn, theme=theme, width=width, font=font)
    if to == "pdf":
        return pdf([drawn], theme=theme, font=font)
    return html(drawn, theme=theme) if to == "html" else svg(drawn, theme=theme)


def scene_for(
    value: object,
    *,
    on: GridLike | Position | None = None,
    title: str | None = None,
    candidates: bool | None = None,
    language: str = "en",
) -> Scene:
    """Return the scene of a grid, a puzzle, a position, a step or a hint.

    >>> scene_for("1... .2.. ..3. ...4", title="Four by four").title
    'Four by four'
    """
    if isinstance(value, Hint):
        if value.step is None:
            return _scene_of_mistakes(value, title, candidates, language)
        on, value = value.position, value.step
    if isinstance(value, Step):
        position = _board(on, "a step", "the position in which it was found")
        return scene_of_step(value, position, title=title, language=language)
    if not isinstance(value, Grid | Position | Puzzle | str):
        kinds = "a Grid, Puzzle, Position, Step, Hint, Explanation, Trace or Film"
        raise ArgumentError(f"value must be {kinds}, not {type(value).__name__}")
    board = value if isinstance(value, Position | Puzzle) else as_grid(value)
    return scene_of(board, candidates=candidates, title=title, language=language)


def _scene_of_mistakes(hint: Hint, title: str | None, candidates: bool | None, language: str) -> Scene:
    """Return the position of a hint with its mistakes marked."""
    scene = scene_of(hint.position, candidates=candidates, title=title, language=language)
    cells = reduce(or_, (1 << mistake.candidate.cell for mistake in hint.mistakes), 0)
    return scene._replace(cells=(("mistake", cells),)) if cells else scene


def _board(on: GridLike | Position | None, value: str, where: str) -> Position:
    if on is None:
        raise ArgumentError(f"{value} is drawn on {where}; pass it as on")
    return on if isinstance(on, Position) else Position(on)


def _films(value: object) -> list[Film]:
    """Return a film or a sequence of films as a list; the list is empty if the value is something else."""
    found = [value] if isinstance(value, Film) else list(value) if isinstance(value, Sequence) else []
    return found if all(isinstance(film, Film) for film in found) else []


def _draw_explanation(
    explanation: Explanation, to: str, theme: str, title: str | None, font: Path | None, language: str
) -> Picture | str | bytes:
    if to == "text":
        return explanation_text(explanation, language=language)
    if to == "html":
        return explanation_html(explanation, title=title, theme=theme, language=language)
    if to == "pdf":
        return explanation_pdf(explanation, title=title, theme=theme, font=font, language=language)
    return sheet(explanation, title=title, language=language)


def _draw_trees(films: Sequence[Film], to: str, language: str) -> Picture | str:
    if to == "gif":
        raise ArgumentError("a search tree does not move; draw it as svg, png, pdf, html or text")
    if to == "text":
        return "\n\n".join(tree_text(film, language=language) for film in films)
    return tree_picture(films, language=language)


def _draw_films(
    films: Sequence[Film], to: str, theme: str, width: int | None, language: str, font: Path | None
) -> Picture | str | bytes:
    """Return a film if the format can move, else its last frame."""
    if to == "html":
        return film_html(films, theme=theme, language=language)
    if to == "svg":
        return film_svg(films, theme=theme, language=language)
    if to == "gif":
        return gif(films, theme=theme, width=width, language=language, font=font)
    if to == "text":
        return "\n\n".join(_film_text(film, language) for film in films)
    return film_picture(films, max(film.work for film in films), language=language)


def _film_text(film: Film, language: str) -> str:
    last = Grid.of_digits(film.frames[-1].digits, film.grid.shape)
    outcome = outcome_of(film, language=language)
    return f"{outcome}\n{text(scene_of(Position(film.grid, last), candidates=False))}"
