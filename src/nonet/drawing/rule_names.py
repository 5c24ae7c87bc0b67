"""The names of rules, as players call them, and a small sample of the mark of each."""

from __future__ import annotations

from collections.abc import Iterator

from .picture import Circle, Path, Rect, Shape2D, Text
from .rules import CAGES, LINES, OUTSIDE_FORMS, clue_form

__all__ = ["rule_name", "rule_swatch"]

_ENGLISH = {
    "killer": "killer cage",
    "sum": "sum",
    "regions": "irregular regions",
    "windoku": "Windoku",
    "anti-knight": "anti-knight",
    "anti-king": "anti-king",
    "anti-taxicab": "anti-taxicab",
    "difference": "difference (white dot)",
    "ratio": "ratio (black dot)",
    "pair-sum": "sum of two (X, V)",
    "negative": "all such pairs are marked",
    "thermo": "thermometer",
    "slow-thermo": "slow thermometer",
    "palindrome": "palindrome",
    "renban": "renban",
    "nabner": "nabner",
    "whisper": "whisper",
    "dutch": "Dutch whisper",
    "zipper": "zipper line",
    "between": "between line",
    "lockout": "lockout line",
    "region-sum": "region sum line",
    "sum-line": "sum line",
    "entropic": "entropic line",
    "modular": "modular line",
    "pair": "own rule on pairs",
    "regex": "pattern",
    "automaton": "automaton",
    "any-of": "at least one of several rules",
    "all-of": "several rules",
}

_CHINESE = {
    "killer": "杀手笼",
    "sum": "定和",
    "rellik": "反杀手笼",
    "lunchbox": "饭盒",
    "equality": "均衡笼",
    "contains": "包含数字",
    "look-and-say": "外观数列",
    "count-distinct": "不同数字个数",
    "all-different": "数字不重复",
    "extra-region": "额外区域",
    "regions": "不规则宫",
    "candidates": "指定候选数",
    "odd": "奇数",
    "even": "偶数",
    "minimum": "局部最小",
    "maximum": "局部最大",
    "clone": "克隆",
    "same-digits": "相同数字",
    "equal-sum": "等和",
    "index": "索引",
    "diagonal": "对角线",
    "windoku": "窗口数独",
    "disjoint-groups": "同位",
    "anti-knight": "无马",
    "anti-king": "无缘",
    "anti-taxicab": "反出租车距离",
    "nonconsecutive": "不连续",
    "global-entropy": "全局熵",
    "global-modular": "全局模",
    "dutch-flatmates": "荷兰室友",
    "negative": "未标记者均不成立",
    "counting-circles": "计数圆",
    "difference": "差（白点）",
    "ratio": "比（黑点）",
    "pair-sum": "两格之和（XV）",
    "greater": "不等号",
    "quadruple": "四格数字",
    "thermo": "温度计",
    "slow-thermo": "慢温度计",
    "arrow": "箭头",
    "double-arrow": "双箭头",
    "palindrome": "回文线",
    "renban": "连番线",
    "nabner": "反连番线",
    "whisper": "低语线",
    "dutch": "荷兰低语线",
    "zipper": "拉链线",
    "between": "区间线",
    "lockout": "锁出线",
    "region-sum": "区域和线",
    "sum-line": "定和线",
    "entropic": "熵线",
    "modular": "模线",
    "slingshot": "弹弓",
    "little-killer": "小杀手",
    "sandwich": "三明治",
    "x-sum": "X 和",
    "skyscraper": "摩天楼",
    "hidden-skyscraper": "隐藏摩天楼",
    "numbered-room": "房间号",
    "full-rank": "全排名",
    "pair": "自定义数对规则",
    "regex": "模式",
    "automaton": "自动机",
    "any-of": "至少满足其一",
    "all-of": "同时满足",
}

_TINTS = (
    *("extra-region", "all-different", "minimum", "maximum", "index", "windoku"),
    *("clone", "same-digits", "equal-sum"),
)
"""The rules that tint their cells."""


def rule_name(kind: str, language: str = "en") -> str:
    """Return the name of a kind of rule; a rule of another program is called as its class.

    >>> rule_name("thermo"), rule_name("little-killer"), rule_name("thermo", "zh")
    ('thermometer', 'little killer', '温度计')
    """
    names = _CHINESE if language == "zh" else _ENGLISH
    return names.get(kind, kind if language == "zh" else kind.replace("-", " "))


def rule_swatch(kind: str, x: float, y: float) -> Iterator[Shape2D]:
    """Yield a small sample of the mark of a rule; a bullet if it has none."""
    if kind in LINES:
        points = ((x - 5, y), (x + 5, y))
        for part in ("edge", "line", "core"):
            yield Path(f"mark-{part}-{LINES[kind]}", points)
    elif kind in CAGES or kind == "any-of":
        yield Rect("mark-cage-any-of" if kind == "any-of" else "mark-cage", x - 8, y - 6, 16, 12)
    elif kind in ("difference", "ratio", "quadruple"):
        role = {"difference": "white-dot", "ratio": "black-dot", "quadruple": "quad"}[kind]
        yield Circle(f"mark-{role}", x, y, 6 if kind == "quadruple" else 4.5)
    elif kind == "arrow":
        yield Circle("mark-arrow-ring", x - 5, y, 4)
        yield Path("mark-arrow", ((x - 1, y), (x + 9, y)))
        yield Path("mark-arrow", ((x + 6, y - 3), (x + 9, y), (x + 6, y + 3)))
    elif kind in ("odd", "counting-circles"):
        yield Circle("mark-odd" if kind == "odd" else "mark-ring", x, y, 6.5)
    elif kind == "diagonal":
        yield Path("mark-diagonal", ((x - 8, y + 8), (x + 8, y - 8)))
    elif kind == "even" or kind in _TINTS:
        yield Rect("mark-even" if kind == "even" else "mark-tint", x - 6.5, y - 6.5, 13, 13)
        if kind in ("minimum", "maximum"):
            tip = 1 if kind == "minimum" else -1
            yield Path("mark-sign", ((x - 4, y - 2 * tip), (x, y + 2 * tip), (x + 4, y - 2 * tip)))
    elif kind == "greater":
        yield Path("mark-sign", ((x - 3, y - 5), (x + 4, y), (x - 3, y + 5)))
    elif kind in OUTSIDE_FORMS:
        yield from clue_form(kind, x, y, 26)
        yield Text("mark-text", x, y, 10 if OUTSIDE_FORMS[kind] else 12, "8")
    elif kind == "pair-sum":
        yield Text("mark-text", x, y, 12, "X")
    elif kind == "candidates":
        yield Text("mark-tag", x, y, 10, "123")
    else:
        yield Circle("mark-sign", x, y, 1.5)
