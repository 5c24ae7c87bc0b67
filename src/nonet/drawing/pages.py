"""Pages: one HTML file with everything in it, light and dark, that asks for nothing from anywhere."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from ..logic import Explanation, Step, technique
from ..position import Position
from .layout import laid_out
from .scene import scene_of, scene_of_step
from .sheets import HEADINGS, conclusion
from .theme import themes_of
from .vector import svg

__all__ = ["page", "path_html"]

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

_LOOK = """
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


def page(title: str, body: str, *, theme: str = "auto", look: str = "", language: str = "en") -> str:
    """A whole page around a body; scripts and styles inside it run, and nothing can be loaded from elsewhere."""
    first, *others = ("light" if name == "grey" else name for name in themes_of(theme))
    inks = f":root{{{_INKS[first]}}}\n" + "".join(
        f"@media (prefers-color-scheme:{other}){{:root{{{_INKS[other]}}}}}\n" for other in others
    )
    policy = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"
    return (
        f'<!doctype html>\n<html lang="{escape(language)}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        f"<title>{escape(title)}</title>\n<style>\n{inks}{_LOOK}{look}</style>\n</head>\n<body>\n{body}</body>\n</html>\n"
    )


def path_html(
    path: Explanation,
    words: Callable[[Step, Position], str] | None = None,
    *,
    names: Callable[[Step], str] | None = None,
    title: str | None = None,
    theme: str = "auto",
    language: str = "en",
) -> str:
    """A path as a page: every step drawn, and told by `words`, which gives a step its paragraph of plain text.

    `names` gives a step its heading where the technique's English name is not wanted.

    >>> from nonet.logic import explain
    >>> page = path_html(explain("1... ..2. .3.. ...4"), lambda step, position: "Only one digit is left here.")
    >>> page.count("Only one digit is left here.")
    12
    """
    shape = path.start.grid.shape
    over, solution, end_of_road = HEADINGS.get(language, HEADINGS["en"])
    heading = title or over.format(shape=shape, steps=len(path.steps))
    parts = [f"<header><h1>{escape(heading)}</h1>\n<p><code>{escape(str(path.start.givens))}</code></p></header>\n"]
    for number, (step, position) in enumerate(zip(path.steps, path.positions(), strict=False), 1):
        name = names(step) if names else technique(step.technique).title
        told = f"<p>{escape(words(step, position))}</p>\n" if words else ""
        picture = laid_out(scene_of_step(step, position), labels=True, with_legend=True)
        parts.append(
            f'<section class="step" id="step-{number}">\n<h2>{number}. {escape(name)}: '
            f"{escape(conclusion(step, shape))}</h2>\n{told}{svg(picture, theme=theme)}</section>\n"
        )
    end = laid_out(scene_of(path.end))
    name = solution if path.is_solved else end_of_road
    parts.append(f'<section class="step">\n<h2>{name}</h2>\n{svg(end, theme=theme)}</section>\n')
    return page(heading, f"<main>\n{''.join(parts)}</main>\n", theme=theme, language=language)
