"""Which value is drawn how: the choices behind `draw`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path as FilePath
from typing import NamedTuple

from ..errors import NonetError
from ..grid import Grid, GridLike, as_grid
from ..logic import Explanation, Hint, Step
from ..position import Position
from ..search import Trace
from .document import pdf
from .drawing import FORMATS
from .film import film_html, film_picture, film_svg
from .layout import laid_out
from .pages import page, path_html
from .picture import Picture
from .raster import png
from .recording import Film, film_of
from .scene import Scene, scene_of, scene_of_step
from .sheets import path_text, sheet
from .slides import gif
from .textual import text
from .told import path_pdf
from .trees import tree, tree_text
from .vector import svg

__all__ = ["Options", "drawn"]


class Options(NamedTuple):
    """How something is to be drawn."""

    on: GridLike | Position | None = None
    theme: str = "auto"
    title: str | None = None
    candidates: bool | None = None
    labels: bool | None = None
    legend: bool = True
    width: int | None = None
    tree: bool = False
    font: FilePath | None = None


def drawn(what: object, to: str, how: Options) -> str | bytes:
    """A value in a format."""
    if to not in FORMATS:
        raise NonetError(f"there is no picture format {to!r:.40}; the formats are {', '.join(FORMATS)}")
    if isinstance(what, Hint):
        what, how = (what.position, how) if what.step is None else (what.step, how._replace(on=what.position))
    if isinstance(what, Trace):
        what = film_of(what, _board_of(how.on, "a trace", "its puzzle").grid)
    if isinstance(what, Film):
        return drawn_films([what], to, how)
    if isinstance(what, Sequence) and what and all(isinstance(film, Film) for film in what):
        return drawn_films(what, to, how)
    if to == "gif":
        raise NonetError("a GIF shows a search at work; a board or a step is drawn as svg, png, pdf, html or text")
    if isinstance(what, Explanation):
        return drawn_path(what, to, how)
    scene = scene_for(what, how)
    if to == "text":
        return text(scene, legend=how.legend)
    is_step = isinstance(what, Step)
    picture = laid_out(
        scene,
        labels=is_step if how.labels is None else how.labels,
        with_legend=how.legend,
        with_title=is_step or how.title is not None,
    )
    return rendered(picture, to, how)


def scene_for(what: object, how: Options) -> Scene:
    """The scene of a grid, a position or a step."""
    if isinstance(what, Step):
        return scene_of_step(what, _board_of(how.on, "a step", "the position in which it was found"), title=how.title)
    if not isinstance(what, Grid | Position | str):
        raise TypeError(
            f"a Grid, a Position, a Step, an Explanation or a Trace can be drawn, not {type(what).__name__}"
        )
    scene = scene_of(what if isinstance(what, Position) else as_grid(what), candidates=how.candidates)
    return scene if how.title is None else scene.titled(how.title)


def _board_of(on: GridLike | Position | None, what: str, where: str) -> Position:
    if on is None:
        raise NonetError(f"{what} is drawn on {where}: name it with on=")
    return on if isinstance(on, Position) else Position(on)


def rendered(picture: Picture, to: str, how: Options) -> str | bytes:
    """A picture in a format."""
    if to == "svg":
        return svg(picture, theme=how.theme)
    if to == "png":
        return png(picture, theme=how.theme, width=how.width, font=how.font)
    if to == "pdf":
        return pdf([picture], theme=how.theme, font=how.font)
    return page(picture.title, f"<figure>\n{svg(picture, theme=how.theme)}</figure>\n", theme=how.theme)


def drawn_path(path: Explanation, to: str, how: Options) -> str | bytes:
    """A path: every step on a sheet, on pages, or as a list."""
    if to == "text":
        return path_text(path)
    if to == "html":
        return path_html(path, theme=how.theme, title=how.title)
    if to == "pdf":
        return path_pdf(path, title=how.title, theme=how.theme, font=how.font)
    return rendered(sheet(path, title=how.title), to, how)


def drawn_films(films: Sequence[Film], to: str, how: Options) -> str | bytes:
    """Searches: a film where the format moves, its last frame where it does not, or the search trees."""
    if how.tree:
        if to == "text":
            return "\n\n".join(map(tree_text, films))
        if to == "gif":
            raise NonetError("a search tree does not move; it is drawn as svg, png, pdf, html or text")
        return rendered(tree(films), to, how)
    if to == "html":
        return film_html(films, theme=how.theme)
    if to == "svg":
        return film_svg(films, theme=how.theme)
    if to == "gif":
        return gif(films, theme=how.theme, width=how.width)
    if to == "text":
        return "\n\n".join(
            f"{film.outcome}\n{text(scene_of(Position(film.grid, _last(film)), candidates=False))}" for film in films
        )
    return rendered(film_picture(films, max(film.work for film in films)), to, how)


def _last(film: Film) -> Grid:
    return Grid.of_digits(film.frames[-1].digits, film.grid.shape)
