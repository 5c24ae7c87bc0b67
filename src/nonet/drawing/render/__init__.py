"""Renderers: a picture, a scene or a film in each format. The same value gives the same bytes.

| file | contents |
| --- | --- |
| _svg | svg: a picture as an SVG document, and its parts |
| _png | png: a picture as PNG, by resvg |
| _pdf | pdf: pictures as PDF, by reportlab; Pen, which draws on its pages |
| _html | html: a picture as a page; page, the frame of all pages |
| _text | text, rich_text: a scene in character cells |
| _gif | gif: films of searches, by resvg and Pillow |
"""

from __future__ import annotations

from ._gif import gif
from ._html import html, page as page
from ._pdf import MILLIMETER as MILLIMETER, PAPERS as PAPERS, Pen as Pen, paper_size as paper_size, pdf
from ._png import png
from ._svg import element as element, number as number, scope_of as scope_of, style_sheet as style_sheet, svg
from ._text import compact_width as compact_width, rich_lines as rich_lines, rich_text, text

__all__ = ["gif", "html", "pdf", "png", "rich_text", "svg", "text"]
