"""The legend under a board: each sign on the board and its name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .picture import Circle, Curve, Polygon, Rect, Shape2D, Text, text_width
from .routes import arrow_head
from .rule_names import rule_name, rule_swatch
from .signs import sign_shape

__all__ = ["legend_shapes", "role_name"]

_NAMES = {
    "en": {
        "fins": "fin",
        "endo_fins": "endo-fin",
        "petals": "petal",
        "on": "true",
        "off": "false",
        "both": "true or false, by branch",
        "blockers": "blocking digit",
        "house-blocked": "blocked house",
        "house-link": "linking house",
        "strong": "if false, then true",
        "weak": "if true, then false",
        "placement": "placed",
        "elimination": "eliminated",
        "now": "active cell",
        "dead": "dead end",
        "set": "set {}",
        "color": "color {}",
        "opposite": "opposite of {}",
    },
    "zh": {
        "pattern": "结构",
        "fins": "鳍",
        "endo_fins": "内鳍",
        "pivot": "轴心",
        "pincers": "翼",
        "stem": "花茎",
        "petals": "花瓣",
        "floor": "只有这两个数的格",
        "roof": "有其他候选数的格",
        "corners": "角",
        "extra": "其他格",
        "link": "共轭对",
        "blockers": "排除其他格的数",
        "conflict": "冲突",
        "mistake": "错误",
        "suspect": "可疑",
        "on": "真",
        "off": "假",
        "both": "因情形而异",
        "house-house": "区域",
        "house-base": "定义域",
        "house-cover": "删除域",
        "house-blocked": "已有该数的区域",
        "house-link": "共轭对所在区域",
        "strong": "强链（若假则真）",
        "weak": "弱链（若真则假）",
        "placement": "填入",
        "elimination": "删去",
        "given": "已知数",
        "placed": "填入",
        "guess": "猜测",
        "now": "当前格",
        "dead": "死路",
        "set": "数组 {}",
        "color": "{} 色",
        "opposite": "{} 的反色",
    },
}
"""The names of roles in the legend by language; any other role is called as it is."""

_SIZE = 12.0
_LINE = 21.0
_SWATCH = 26.0
_GAP = 16.0


def role_name(role: str, language: str = "en") -> str:
    """Return the name of a role in the legend.

    >>> role_name("fins"), role_name("set-1"), role_name("color-0"), role_name("color-3"), role_name("house-base")
    ('fin', 'set B', 'color A', 'opposite of B', 'base')
    >>> role_name("fins", "zh"), role_name("set-1", "zh"), role_name("color-3", "zh")
    ('鳍', '数组 B', 'B 的反色')
    """
    names = _NAMES[language]
    kind, _, number = role.partition("-")
    if kind == "set":
        return names["set"].format(chr(ord("A") + int(number) % 26))
    if kind == "color":
        letter = chr(ord("A") + int(number) // 2 % 26)
        return names["opposite" if int(number) % 2 else "color"].format(letter)
    if kind == "ground":
        return role_name(number, language)
    if kind == "rule":
        return rule_name(number, language)
    return names.get(role, role.removeprefix("house-").replace("_", " "))


def legend_shapes(
    roles: Sequence[str], left: float, top: float, width: float, language: str = "en"
) -> tuple[list[Shape2D], float]:
    """Return the shapes of a legend, broken into lines of a width, and the bottom of the last line."""
    shapes: list[Shape2D] = []
    x, y = left, top + _LINE / 2
    for role in roles:
        name = role_name(role, language)
        item_width = _SWATCH + text_width(name, _SIZE)
        if x > left and x + item_width > left + width:
            x, y = left, y + _LINE
        shapes += [*_swatch(role, x + 10, y), Text("caption", x + _SWATCH, y, _SIZE, name, "start")]
        x += item_width + _GAP
    return shapes, y + _LINE


def _swatch(role: str, x: float, y: float) -> Iterator[Shape2D]:
    """Yield the shapes of a small sample of a role."""
    kind, _, name = role.partition("-")
    if kind == "rule":
        yield from rule_swatch(name, x, y)
    elif kind == "house":
        yield Rect(role, x - 9, y - 6, 18, 12, 3)
    elif kind == "ground":
        yield Rect(role, x - 9, y - 7, 18, 14)
    elif role in ("given", "placed", "guess"):
        yield Text(role, x, y, 15, "5")
    elif kind == "set":
        yield Rect(f"ground-{name}", x - 9, y - 7, 18, 14)
        yield Rect(role, x - 8, y - 6, 16, 12, 3)
    elif role in ("strong", "weak"):
        curve = Curve(role, ((x - 9, y + 3), (x, y - 5), (x + 9, y + 1)))
        yield curve
        yield arrow_head(curve, "arrow", 5.5)
    elif role == "placement":
        yield sign_shape("on", x, y, 5)
        yield Circle("ring", x, y, 6.8)
    elif role == "elimination":
        yield sign_shape("eliminated", x, y, 6)
        yield Polygon("strike", ((x - 6, y + 6), (x + 6, y - 6)))
    else:
        yield sign_shape(role, x, y, 6.5)
