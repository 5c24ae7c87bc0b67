"""How each role looks, on white paper, on a dark screen, and in print without colours.

The hues are those of Okabe and Ito, which people of every kind of colour vision tell apart. No role is told by its hue
alone: the signs differ in shape, the outlines in dashes, the links in dashes, and a struck candidate is struck.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from ..errors import NonetError

__all__ = ["THEMES", "Style", "style", "themes_of"]

THEMES = ("light", "dark", "grey")
"""The themes by name; an SVG has ``auto`` too, light or dark as the reader's screen is."""


class Style(NamedTuple):
    """How a role is painted; an empty colour paints nothing."""

    fill: str = ""
    stroke: str = ""
    width: float = 0.0
    dash: tuple[float, ...] = ()
    bold: bool = False
    opacity: float = 1.0


class _Hue(NamedTuple):
    """A colour in its three tones: for strokes and letters, for signs, for the ground of a cell."""

    strong: str
    sign: str
    ground: str


_HUES: dict[str, dict[str, _Hue]] = {
    "light": {
        "blue": _Hue("#0072b2", "#a9d8f5", "#e3f2fb"),
        "orange": _Hue("#a86400", "#ffd27a", "#fff2d6"),
        "green": _Hue("#007a59", "#8fdcc2", "#dff5ec"),
        "yellow": _Hue("#7d7200", "#f0e442", "#fbf8cf"),
        "red": _Hue("#c44500", "#ffc6a3", "#ffe9dc"),
        "purple": _Hue("#9c3f76", "#ecb9d6", "#faeaf3"),
        "plain": _Hue("#5b6470", "#d5d9df", "#f0f2f4"),
    },
    "dark": {
        "blue": _Hue("#6cc4f5", "#0f5079", "#12293a"),
        "orange": _Hue("#ffb84d", "#7a4f00", "#332611"),
        "green": _Hue("#3fd4a6", "#0a5c46", "#112e27"),
        "yellow": _Hue("#f0e442", "#656000", "#2d2c10"),
        "red": _Hue("#ff8a4f", "#7d2f06", "#381d11"),
        "purple": _Hue("#ee9fcb", "#6e2f54", "#311c29"),
        "plain": _Hue("#a4adba", "#454d58", "#23272e"),
    },
    "grey": {
        "blue": _Hue("#2b2b2b", "#cfcfcf", "#efefef"),
        "orange": _Hue("#2b2b2b", "#b9b9b9", "#e4e4e4"),
        "green": _Hue("#000000", "#dedede", "#f4f4f4"),
        "yellow": _Hue("#2b2b2b", "#e6e6e6", "#ececec"),
        "red": _Hue("#000000", "#f5f5f5", "#fafafa"),
        "purple": _Hue("#2b2b2b", "#c4c4c4", "#e9e9e9"),
        "plain": _Hue("#555555", "#d9d9d9", "#f2f2f2"),
    },
}

_INKS = {
    "light": {"paper": "#ffffff", "ink": "#16191d", "placed": "#0066a1", "soft": "#68717d", "line": "#b3bac4"},
    "dark": {"paper": "#14171b", "ink": "#f1f4f8", "placed": "#7ccbf8", "soft": "#99a3b0", "line": "#4a525d"},
    "grey": {"paper": "#ffffff", "ink": "#000000", "placed": "#4a4a4a", "soft": "#5c5c5c", "line": "#a8a8a8"},
}

HUE_OF = {
    "pattern": "blue",
    "corners": "blue",
    "floor": "blue",
    "roof": "orange",
    "stem": "yellow",
    "pivot": "yellow",
    "pincers": "orange",
    "petals": "orange",
    "fins": "orange",
    "endo_fins": "purple",
    "extra": "purple",
    "link": "plain",
    "on": "green",
    "off": "plain",
    "both": "purple",
    "eliminated": "red",
    "conflict": "red",
    "now": "yellow",
}
"""The hue of a role of cells or candidates; one that is not named here is painted as a pattern."""

SERIES = ("blue", "orange", "green", "purple", "yellow", "plain")
"""The hues of things that come in numbers: almost locked sets, colours, branches."""

_BRANCHES = ("purple", "blue", "orange", "green", "yellow", "plain")

_DASHES: tuple[tuple[float, ...], ...] = ((), (5, 3), (1.5, 2.5), (8, 3, 2, 3))


@cache
def style(role: str, theme: str) -> Style:
    """How a role looks in a theme.

    >>> style("given", "light")
    Style(fill='#16191d', stroke='', width=0.0, dash=(), bold=True, opacity=1.0)
    >>> style("weak", "light").dash
    (5, 3.5)
    """
    inks = _INKS[theme]
    kind, _, name = role.partition("-")
    if kind in _OF_KIND:
        return _OF_KIND[kind](name, _HUES[theme], inks)
    return _fixed(role, inks, _HUES[theme])


def _fixed(role: str, inks: dict[str, str], hues: dict[str, _Hue]) -> Style:
    return {
        "paper": Style(fill=inks["paper"]),
        "rule": Style(stroke=inks["line"], width=0.8),
        "boxrule": Style(stroke=inks["ink"], width=2.0),
        "frame": Style(stroke=inks["ink"], width=2.6),
        "given": Style(fill=inks["ink"], bold=True),
        "placed": Style(fill=inks["placed"]),
        "mark": Style(fill=inks["soft"]),
        "marked": Style(fill=inks["ink"], bold=True),
        "label": Style(fill=inks["soft"]),
        "title": Style(fill=inks["ink"], bold=True),
        "caption": Style(fill=inks["soft"]),
        "strike": Style(stroke=hues["red"].strong, width=1.9),
        "ring": Style(stroke=hues["green"].strong, width=2.2),
        "group": Style(stroke=hues["green"].strong, width=1.2),
        "dot": Style(fill=inks["ink"]),
        "branch": Style(stroke=inks["soft"], width=1.0),
        "cross": Style(stroke=hues["red"].strong, width=1.4),
        "found": Style(fill=hues["green"].strong),
        "bar": Style(fill=hues["blue"].strong),
        "track": Style(fill=hues["plain"].sign),
    }.get(role, Style(fill=inks["ink"]))


def _hue(name: str, hues: dict[str, _Hue]) -> _Hue:
    if name.isdigit():
        return hues[SERIES[int(name) % len(SERIES)]]
    return hues[HUE_OF.get(name, "blue")]


def _ground(name: str, hues: dict[str, _Hue], _: dict[str, str]) -> Style:
    hue = _hue(name, hues)
    return Style(fill=hue.sign if name == "now" else hue.ground)  # in a film one looks for the cell at work


def _sign(name: str, hues: dict[str, _Hue], _: dict[str, str]) -> Style:
    hue = _hue(name, hues)
    return Style(fill=hue.sign, stroke=hue.strong, width=1.1)


def _hollow(name: str, hues: dict[str, _Hue], inks: dict[str, str]) -> Style:
    return Style(fill=inks["paper"], stroke=_hue(name, hues).strong, width=1.6)


def _set(name: str, hues: dict[str, _Hue], _: dict[str, str]) -> Style:
    return Style(stroke=_hue(name, hues).strong, width=1.6, dash=_DASHES[int(name) % len(_DASHES)])


def _house(name: str, hues: dict[str, _Hue], _: dict[str, str]) -> Style:
    hue, dash = {"base": ("blue", ()), "cover": ("orange", (7.0, 4.0))}.get(name, ("plain", (2.0, 3.0)))
    return Style(stroke=hues[hue].strong, width=2.4 if name in ("base", "cover") else 1.6, dash=dash)


def _strong(name: str, hues: dict[str, _Hue], _: dict[str, str]) -> Style:
    return Style(stroke=_branch_hue(name, hues).strong, width=1.9)


def _weak(name: str, hues: dict[str, _Hue], _: dict[str, str]) -> Style:
    return Style(stroke=_branch_hue(name, hues).strong, width=1.6, dash=(5, 3.5))


def _arrow(name: str, hues: dict[str, _Hue], _: dict[str, str]) -> Style:
    return Style(fill=_branch_hue(name, hues).strong)


def _branch_hue(name: str, hues: dict[str, _Hue]) -> _Hue:
    return hues[_BRANCHES[int(name or 0) % len(_BRANCHES)]]


_OF_KIND = {
    "ground": _ground,
    "sign": _sign,
    "hollow": _hollow,
    "set": _set,
    "house": _house,
    "strong": _strong,
    "weak": _weak,
    "arrow": _arrow,
}


def themes_of(theme: str) -> tuple[str, ...]:
    """The themes that a choice stands for.

    >>> themes_of("auto"), themes_of("dark")
    (('light', 'dark'), ('dark',))
    """
    if theme == "auto":
        return "light", "dark"
    if theme in THEMES:
        return (theme,)
    raise NonetError(f"there is no theme {theme!r:.40}; the themes are auto, {', '.join(THEMES)}")
