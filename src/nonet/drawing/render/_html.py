"""Pages: one HTML file with everything in it, light and dark, that loads nothing."""

from __future__ import annotations

from ..picture import Picture
from ..theme import themes_of
from ._svg import escape, svg

__all__ = ["html", "page"]

_INKS = {
    "light": (
        "color-scheme:light;--paper:#fff;--ink:#16191d;--soft:#5b6470;"
        "--line:#0072b2;--now:#e69f00;--bad:#c44500;--good:#007a59"
    ),
    "dark": (
        "color-scheme:dark;--paper:#14171b;--ink:#f1f4f8;--soft:#a4adba;"
        "--line:#6cc4f5;--now:#f0e442;--bad:#ff8a4f;--good:#3fd4a6"
    ),
}

_CSS = """
body { margin: 0 auto; max-width: 62rem; padding: 1.5rem; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, "Helvetica Neue", Arial, "Noto Sans SC", sans-serif; }
h1 { font-size: 1.4rem; margin: 0 0 .25rem; }
code { font-size: .8rem; overflow-wrap: anywhere; color: var(--soft); }
figure { margin: 0; }
figure svg, .step svg { max-width: 100%; height: auto; }
.note { color: var(--soft); font-size: .9rem; }
.step { break-inside: avoid; margin: 2.5rem 0; }
.step h2 { font-size: 1.1rem; margin: 0 0 .25rem; }
@media print {
  body { max-width: none; padding: 0; }
  .step { margin: 0 0 1.5rem; }
  .step svg { max-height: 15cm; width: auto; }
}
"""


def html(picture: Picture, *, theme: str = "auto") -> str:
    """Return a picture as a page.

    >>> from nonet.drawing.picture import Circle, Picture
    >>> html(Picture(10, 10, (Circle("dot", 5, 5, 2),)))[:15]
    '<!doctype html>'
    """
    body = f"<figure>\n{svg(picture, theme=theme)}</figure>\n"
    return page(picture.title, body, theme=theme, language=picture.language)


def page(title: str, body: str, *, theme: str = "auto", css: str = "", language: str = "en") -> str:
    """Return a page around a body; its own scripts and styles run, but it can load nothing."""
    first, *others = ("light" if name == "gray" else name for name in themes_of(theme))
    inks = f":root{{{_INKS[first]}}}\n" + "".join(
        f"@media (prefers-color-scheme:{other}){{:root{{{_INKS[other]}}}}}\n" for other in others
    )
    policy = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"
    return (
        f'<!doctype html>\n<html lang="{escape(language)}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        f"<title>{escape(title)}</title>\n<style>\n{inks}{_CSS}{css}</style>\n</head>\n<body>\n{body}</body>\n</html>\n"
    )
