"""Boards, steps, explanations and searches as text, SVG, PNG, PDF, pages and films.

`nonet.draw` is the one function that most people need. It makes a scene of a value (what is shown), lays the scene out
as a `Picture` (where it is), and renders the picture. Each part can be used alone.

>>> import nonet
>>> print(nonet.draw(nonet.Grid("1... .2.. ..3. ...4"), to="text"))
┌─────┬─────┐
│ 1 . │ . . │
│ . 2 │ . . │
├─────┼─────┤
│ . . │ 3 . │
│ . . │ . 4 │
└─────┴─────┘

| file | contents |
| --- | --- |
| _draw | draw: any value in any format |
| scene | Scene: what is shown; scene_of, scene_of_step |
| layout | lay_out: a scene as a picture; Board, the places of cells and candidates |
| layers | layers_of: the marks of a puzzle under and over the digits of a page |
| rules, rule_names | the marks of rules beyond rows, columns and boxes; their names and samples |
| routes, signs, legend | parts of a layout: arcs of chains, signs under candidates, the legend |
| picture | Picture and its shapes |
| theme, fonts | how each role looks; the fonts of PNG and PDF files |
| render | svg, png, pdf, html, gif, text: the formats |
| explanation | explanations on one sheet, as a page, as a PDF |
| notebook | notebook_html, rich_view: hints, steps, explanations and ratings in a notebook and with rich |
| _watch | watch, Frame: a search event by event, with the masks of the active cell |
| film | Film, record: a search frame by frame |
| masks, event_text | the masks of a cell in binary, on a plane and in a terminal |
| film_layout | a moment of a search: board, masks, counters; search_moment |
| film_pages, film_words | pages and SVG files that move; the texts of films and trees in English and Chinese |
| _tree | tree: the search tree of a film |
| _book | Book: puzzles as a print-ready PDF |
"""

from __future__ import annotations

from ._book import PER_PAGE as PER_PAGE, Book, Section, book, sections_by
from ._draw import FORMATS, draw, scene_for as scene_for
from ._tree import tree
from ._watch import MASK_METHODS as MASK_METHODS, MOST_WORK as MOST_WORK, Frame, Watcher, watch
from .event_text import event_lines as event_lines
from .explanation import explanation_html, explanation_pdf, sheet
from .film import Film, outcome_text as outcome_text, record
from .film_layout import search_moment
from .film_pages import film_html, film_svg
from .film_words import phrase as phrase
from .layers import layers_of as layers_of, mark_styles as mark_styles
from .layout import lay_out
from .notebook import notebook_html as notebook_html, rich_view as rich_view
from .picture import Picture
from .render import (
    PAPERS as PAPERS,
    compact_width as compact_width,
    gif,
    html,
    pdf,
    png,
    rich_lines as rich_lines,
    rich_text,
    svg,
    text,
)
from .rule_names import rule_name as rule_name
from .scene import Scene, scene_of, scene_of_step
from .theme import THEMES

__all__ = [
    "FORMATS",
    "THEMES",
    "Book",
    "Film",
    "Frame",
    "Picture",
    "Scene",
    "Section",
    "Watcher",
    "book",
    "draw",
    "explanation_html",
    "explanation_pdf",
    "film_html",
    "film_svg",
    "gif",
    "html",
    "lay_out",
    "pdf",
    "png",
    "record",
    "rich_text",
    "scene_of",
    "scene_of_step",
    "search_moment",
    "sections_by",
    "sheet",
    "svg",
    "text",
    "tree",
    "watch",
]
