"""How each role looks: on white paper, on a dark screen, and in print without colors.

The hues are those of Okabe and Ito, which people with any kind of color vision can distinguish. No role depends on its
hue alone: signs also differ in shape, outlines and links in dashes, and an eliminated candidate has a stroke.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from ..errors import ArgumentError

__all__ = ["HUE_OF", "THEMES", "Style", "line_width", "mark_roles", "style", "themes_of"]

THEMES = ("light", "dark", "gray")
"""The themes by name; ``auto`` is light or dark, as the reader's screen is."""


class Style(NamedTuple):
    """How a role is painted; an empty color paints nothing."""

    fill: str = ""
    stroke: str = ""
    width: float = 0.0
    dash: tuple[float, ...] = ()
    bold: bool = False
    underlined: bool = False


class _Hue(NamedTuple):
    """A color in three tones: for strokes and letters, for signs, for the background of a cell."""

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
    "gray": {
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
    "gray": {"paper": "#ffffff", "ink": "#000000", "placed": "#4a4a4a", "soft": "#5c5c5c", "line": "#a8a8a8"},
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
    "blockers": "orange",
    "on": "green",
    "off": "plain",
    "both": "purple",
    "eliminated": "red",
    "conflict": "red",
    "mistake": "red",
    "now": "yellow",
    "dead": "red",
    "row": "blue",
    "column": "green",
    "box": "purple",
}
"""The hue of a role of cells or candidates; any other role is painted as a pattern."""

_SERIES = ("blue", "orange", "green", "purple", "yellow", "plain")
"""The hues of numbered roles: almost locked sets and colors."""

_BRANCHES = ("purple", "blue", "orange", "green", "yellow", "plain")

_SET_DASHES: tuple[tuple[float, ...], ...] = ((), (5, 3), (1.5, 2.5), (8, 3, 2, 3))
_HOUSE_DASHES: dict[str, tuple[float, ...]] = {"base": (), "cover": (7.0, 4.0), "blocked": (7.0, 4.0)}


@cache
def style(role: str, theme: str) -> Style:
    """Return how a role looks in a theme.

    >>> style("given", "light")
    Style(fill='#16191d', stroke='', width=0.0, dash=(), bold=True, underlined=False)
    >>> style("weak", "light").dash
    (5, 3.5)
    """
    kind, _, name = role.partition("-")
    if kind == "mark" and name:
        return _mark_style(name, theme)
    hue = _HUES[theme][_hue_name(kind, name)]
    match kind:
        case "ground":
            return Style(fill=hue.sign if name in ("now", "dead") else hue.ground)  # the active cell must stand out
        case "sign":
            return Style(fill=hue.sign, stroke=hue.strong, width=1.1)
        case "hollow":
            return Style(fill=_INKS[theme]["paper"], stroke=hue.strong, width=1.6)
        case "set":
            return Style(stroke=hue.strong, width=1.6, dash=_SET_DASHES[int(name) % len(_SET_DASHES)])
        case "house":
            dash = _HOUSE_DASHES.get(name, (2.0, 3.0))
            return Style(stroke=hue.strong, width=2.4 if name in _HOUSE_DASHES else 1.6, dash=dash)
        case "strong":
            return Style(stroke=hue.strong, width=1.9)
        case "weak":
            return Style(stroke=hue.strong, width=1.6, dash=(5, 3.5))
        case "arrow":
            return Style(fill=hue.strong)
    return _single_style(role, _INKS[theme], _HUES[theme])


def _mark_style(name: str, theme: str) -> Style:
    """Return how a mark of a rule looks: a part of a line, or a single mark."""
    part, _, rest = name.partition("-")
    inks = _INKS[theme]
    if part in _PARTS_OF_LINES:
        color = _line_color(rest, theme)
        edge = _visible(color, theme)
        width, dash = _LINES[rest]
        return {
            "edge": Style(stroke=edge, width=width + 2.0),
            "rim": Style(fill=edge),
            "line": Style(stroke=color, width=width),
            "core": Style(stroke=inks["paper"], width=1.6, dash=dash) if dash else Style(),
            "end": Style(fill=inks["paper"], stroke=edge, width=2.6),
            "fill": Style(fill=color),
            "bulb": Style(fill=inks["paper"], stroke=edge, width=4.0),
        }[part]
    return _single_marks(theme)[name]


def _single_marks(theme: str) -> dict[str, Style]:
    """Return the marks that are no part of a line."""
    inks = _INKS[theme]
    gray, soft = _MARK_GRAYS[theme]
    edge = _visible(gray, theme)
    return {
        "odd": Style(fill=gray, stroke=edge, width=1.0),
        "even": Style(fill=gray, stroke=edge, width=1.0),
        "tint": Style(fill=soft),
        "tint-edge": Style(stroke=edge, width=1.6),
        "ring": Style(stroke=inks["soft"], width=1.6),
        "diagonal": Style(stroke=_visible(_line_color("diagonal", theme), theme), width=2.0, dash=(9, 4)),
        "arrow": Style(stroke=inks["soft"], width=1.8),
        "arrow-ring": Style(fill=inks["paper"], stroke=inks["soft"], width=1.8),
        "cage": Style(stroke=inks["ink"], width=1.2, dash=(4, 3)),
        "cage-any-of": Style(stroke=inks["soft"], width=1.2, dash=(1.5, 3)),
        "tag-ground": Style(fill=inks["paper"]),
        "tag": Style(fill=inks["ink"]),
        "text": Style(fill=inks["ink"], bold=True),
        "text-on-black": Style(fill=inks["paper"], bold=True),
        "quad": Style(fill=inks["paper"], stroke=inks["ink"], width=1.2),
        "white-dot": Style(fill="#ffffff", stroke="#16191d", width=1.4),
        "black-dot": Style(fill="#000000", stroke=inks["ink"], width=1.4),
        "sign": Style(stroke=inks["ink"], width=1.8),
        "form": Style(stroke=inks["soft"], width=1.0),
        "form-dashed": Style(stroke=inks["soft"], width=1.0, dash=(3, 2)),
    }


_MARK_GRAYS = {"light": ("#c9cdd3", "#eceef1"), "dark": ("#454d58", "#23282f"), "gray": ("#c4c4c4", "#ebebeb")}
"""The grays of parity marks and edges, and of tinted cells."""

_LINE_COLORS = {
    "thermo": "#c3c7cd",
    "slow-thermo": "#a9c4e0",
    "whisper": "#67f067",
    "dutch": "#ff9a00",
    "renban": "#f067f0",
    "nabner": "#c9c883",
    "palindrome": "#c9cdd3",
    "region-sum": "#2ecbff",
    "entropic": "#ffccaa",
    "modular": "#33bbbb",
    "zipper": "#cdb1ec",
    "double-arrow": "#c54b8b",
    "between": "#8e96a1",
    "lockout": "#7c88d8",
    "sum-line": "#e0c34c",
    "slingshot": "#9c8f7a",
    "custom": "#b3bac4",
    "diagonal": "#6aa5d8",
}
"""The colors of lines, as players know them from SudokuPad."""

_LINES: dict[str, tuple[float, tuple[float, ...]]] = {
    "thermo": (12.0, ()),
    "slow-thermo": (9.0, (2, 5)),
    "whisper": (9.0, ()),
    "dutch": (9.0, (6, 6)),
    "renban": (9.0, (14, 4)),
    "nabner": (9.0, (2, 9)),
    "palindrome": (7.0, ()),
    "region-sum": (7.0, (200, 1)),
    "entropic": (9.0, (2, 4)),
    "modular": (9.0, (9, 3, 2, 3)),
    "zipper": (9.0, (2, 3, 2, 9)),
    "double-arrow": (6.0, ()),
    "between": (4.0, ()),
    "lockout": (4.0, ()),
    "sum-line": (7.0, (4, 4)),
    "slingshot": (4.0, ()),
    "custom": (4.0, (3, 3)),
}
"""The width of each line, and the dashes of the thin line in its middle, so that lines differ without colors."""


_PARTS_OF_LINES = ("edge", "rim", "line", "core", "end", "fill", "bulb")
"""A line and what is at its ends have an edge, since many of their colors are too light for white paper."""


def mark_roles() -> list[str]:
    """Return all roles of the marks of rules.

    >>> mark_roles()[0]
    'mark-edge-thermo'
    """
    lines = [f"mark-{part}-{name}" for name in _LINES for part in _PARTS_OF_LINES]
    return [*lines, *(f"mark-{name}" for name in _single_marks("light"))]


def line_width(name: str) -> float:
    """Return the width of a line.

    >>> line_width("thermo") > line_width("between")
    True
    """
    return _LINES[name][0]


def _line_color(name: str, theme: str) -> str:
    """Return the color of a line: darker on a dark screen, so that digits on it can be read; a gray in print."""
    color = _LINE_COLORS[name]
    if theme == "gray":
        red, green, blue = _parts(color)
        return "#" + 3 * f"{max(150, round(0.3 * red + 0.59 * green + 0.11 * blue)):02x}"
    return _mixed(color, _INKS["dark"]["paper"], 0.5) if theme == "dark" else color


def _visible(color: str, theme: str) -> str:
    """Return the color next to this one that stands out from the paper.

    WCAG asks for a contrast of 3. The paper of the web page is a little lighter in the dark, so this is a little more.
    """
    inks = _INKS[theme]
    mixed = (_mixed(color, inks["ink"], step / 32) for step in range(33))
    return next(each for each in mixed if _contrast(each, inks["paper"]) >= 3.5)


def _contrast(one: str, other: str) -> float:
    """Return the contrast of two colors, as WCAG defines it: from 1 to 21."""
    low, high = sorted(map(_luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(color: str) -> float:
    """Return the relative luminance of a color, as WCAG defines it."""
    parts = (part / 255 for part in _parts(color))
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _parts(color: str) -> list[int]:
    """Return red, green and blue, from 0 to 255."""
    return [int(color[i : i + 2], 16) for i in (1, 3, 5)]


def _mixed(color: str, other: str, share: float) -> str:
    """Return a color with a share of another one."""
    pairs = zip(_parts(color), _parts(other), strict=True)
    return "#" + "".join(f"{round((1 - share) * one + share * two):02x}" for one, two in pairs)


def _hue_name(kind: str, name: str) -> str:
    if kind in ("strong", "weak", "arrow"):
        return _BRANCHES[int(name or 0) % len(_BRANCHES)]
    if kind == "house":
        return {"base": "blue", "cover": "orange", "blocked": "orange"}.get(name, "plain")
    return _SERIES[int(name) % len(_SERIES)] if name.isdigit() else HUE_OF.get(name, "blue")


def _single_style(role: str, inks: dict[str, str], hues: dict[str, _Hue]) -> Style:
    return {
        "paper": Style(fill=inks["paper"]),
        "rule": Style(stroke=inks["line"], width=0.8),
        "boxrule": Style(stroke=inks["ink"], width=2.0),
        "frame": Style(stroke=inks["ink"], width=2.6),
        "given": Style(fill=inks["ink"], bold=True),
        "placed": Style(fill=inks["placed"]),
        "guess": Style(fill=hues["orange"].strong, underlined=True),
        "zero": Style(fill=inks["soft"]),
        "one": Style(fill=inks["ink"], bold=True),
        "lowbit": Style(fill=inks["ink"], bold=True),
        "mark": Style(fill=inks["soft"]),
        "marked": Style(fill=inks["ink"], bold=True),
        "label": Style(fill=inks["soft"]),
        "title": Style(fill=inks["ink"], bold=True),
        "caption": Style(fill=inks["soft"]),
        "strike": Style(stroke=hues["red"].strong, width=1.9),
        "ring": Style(stroke=hues["green"].strong, width=2.2),
        "group": Style(stroke=hues["green"].strong, width=1.2),
        "node": Style(fill=inks["paper"], stroke=inks["line"], width=1.0),
        "node-guess": Style(fill=hues["orange"].ground, stroke=hues["orange"].strong, width=1.0),
        "nodetext": Style(fill=inks["ink"]),
        "branch": Style(stroke=inks["soft"], width=1.0),
        "cross": Style(stroke=hues["red"].strong, width=1.4),
        "found": Style(fill=hues["green"].strong),
    }.get(role, Style(fill=inks["ink"]))


def themes_of(theme: str) -> tuple[str, ...]:
    """Return the themes of a choice: two for auto, else one.

    >>> themes_of("auto"), themes_of("dark")
    (('light', 'dark'), ('dark',))
    """
    if theme == "auto":
        return "light", "dark"
    if theme in THEMES:
        return (theme,)
    raise ArgumentError.unknown("theme", theme, ("auto", *THEMES))
