"""Boards, steps, paths and searches as people see them: text, SVG, PNG, PDF, and pages that move.

`nonet.draw` is the one function that most people need. A value is made into a scene (what is shown), the scene is laid
out as a `Picture` (where it is), and the picture is rendered; each part can be used alone.

>>> import nonet
>>> print(nonet.draw(nonet.Grid("1... .2.. ..3. ...4"), to="text"))
┌─────┬─────┐
│ 1 . │ . . │
│ . 2 │ . . │
├─────┼─────┤
│ . . │ 3 . │
│ . . │ . 4 │
└─────┴─────┘
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..late import fetching
from .drawing import FORMATS, draw

if TYPE_CHECKING:
    from .booklet import Book, Section as Section, book, levels_of as levels_of
    from .document import pdf
    from .film import film_html, film_svg
    from .kinds import Options as Options, scene_for as scene_for
    from .layout import laid_out
    from .pages import path_html
    from .picture import Picture
    from .raster import png
    from .recording import MOST_WORK as MOST_WORK, Film, record
    from .scene import Scene, scene_of, scene_of_step
    from .sheets import sheet
    from .slides import gif
    from .terminal import board_lines
    from .textual import rich_text, text
    from .told import path_pdf
    from .trees import tree
    from .vector import svg

__all__ = [
    "FORMATS",
    "Book",
    "Film",
    "Picture",
    "Scene",
    "board_lines",
    "book",
    "draw",
    "film_html",
    "film_svg",
    "gif",
    "laid_out",
    "path_html",
    "path_pdf",
    "pdf",
    "png",
    "record",
    "rich_text",
    "scene_of",
    "scene_of_step",
    "sheet",
    "svg",
    "text",
    "tree",
]

_FILE_OF = {
    **dict.fromkeys(("Book", "Section", "book", "levels_of"), "booklet"),
    **dict.fromkeys(("film_html", "film_svg"), "film"),
    **dict.fromkeys(("Options", "scene_for"), "kinds"),
    "laid_out": "layout",
    "path_html": "pages",
    "pdf": "document",
    "Picture": "picture",
    "gif": "slides",
    "png": "raster",
    **dict.fromkeys(("MOST_WORK", "Film", "record"), "recording"),
    **dict.fromkeys(("Scene", "scene_of", "scene_of_step"), "scene"),
    "sheet": "sheets",
    "svg": "vector",
    "board_lines": "terminal",
    **dict.fromkeys(("rich_text", "text"), "textual"),
    "path_pdf": "told",
    "tree": "trees",
}
"""Where each name is; fetched when it is first asked for, since the front door opens this room for `draw` alone."""

__getattr__ = fetching(__name__, _FILE_OF)
