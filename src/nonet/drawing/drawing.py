"""`draw`: any value of nonet as text, a picture, a page or a film.

The front door imports this file, so it imports nothing heavy before it is called.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, overload

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path as FilePath

    from ..grid import Grid
    from ..logic import Explanation, Hint, Step
    from ..position import Position
    from ..search import Trace
    from .recording import Film

__all__ = ["FORMATS", "draw"]

FORMATS = {"svg": ".svg", "text": ".txt", "html": ".html", "png": ".png", "pdf": ".pdf", "gif": ".gif"}
"""What `draw` can make, each with the suffix of its files."""


@overload
def draw(
    what: Grid | str | Position | Step | Hint | Explanation | Trace | Film | Sequence[Film],
    *,
    to: Literal["svg", "text", "html"] = "svg",
    on: Grid | str | Position | None = None,
    theme: str = "auto",
    title: str | None = None,
    candidates: bool | None = None,
    labels: bool | None = None,
    legend: bool = True,
    width: int | None = None,
    tree: bool = False,
    font: FilePath | None = None,
) -> str: ...


@overload
def draw(
    what: Grid | str | Position | Step | Hint | Explanation | Trace | Film | Sequence[Film],
    *,
    to: Literal["png", "pdf", "gif"],
    on: Grid | str | Position | None = None,
    theme: str = "auto",
    title: str | None = None,
    candidates: bool | None = None,
    labels: bool | None = None,
    legend: bool = True,
    width: int | None = None,
    tree: bool = False,
    font: FilePath | None = None,
) -> bytes: ...


def draw(
    what: Grid | str | Position | Step | Hint | Explanation | Trace | Film | Sequence[Film],
    *,
    to: str = "svg",
    on: Grid | str | Position | None = None,
    theme: str = "auto",
    title: str | None = None,
    candidates: bool | None = None,
    labels: bool | None = None,
    legend: bool = True,
    width: int | None = None,
    tree: bool = False,
    font: FilePath | None = None,
) -> str | bytes:
    """A grid, a position, a step, a path or a search as a picture.

    `to` is ``svg``, ``text``, ``html``, ``png``, ``pdf`` or ``gif``; the last three give bytes. A step is drawn `on`
    the position in which it was found, a trace on its puzzle: as a film, or as its search `tree`. `theme` is ``light``,
    ``dark``, ``grey``, or ``auto``: light or dark as the reader's screen is, where the format can tell. `width` is that
    of a PNG in pixels. The same value gives the same bytes.

    >>> import nonet
    >>> puzzle = nonet.Grid("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    >>> nonet.draw(puzzle)[:38]
    '<svg xmlns="http://www.w3.org/2000/svg'
    >>> from nonet.logic import explain
    >>> path = explain(puzzle)
    >>> "Naked Single" in nonet.draw(path.steps[0], on=puzzle)
    True
    >>> nonet.draw(puzzle, to="jpeg")
    Traceback (most recent call last):
    nonet.errors.NonetError: there is no picture format 'jpeg'; the formats are svg, text, html, png, pdf, gif
    """
    from .kinds import Options, drawn

    return drawn(what, to, Options(on, theme, title, candidates, labels, legend, width, tree, font))
