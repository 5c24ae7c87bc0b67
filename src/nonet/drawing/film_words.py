"""The texts of films, search trees and masks, in English and Chinese."""

from __future__ import annotations

from ..errors import ArgumentError
from ..logic import LANGUAGES

__all__ = ["phrase"]

_ENGLISH = {
    # what happens in an event
    "guess": "guess",
    "forced": "forced",
    "remove": "{symbol} removed",
    "fail": "dead end",
    "fail-house": "dead end: a house has no place left for a digit",
    "found": "solution",
    "start": "start",
    "write": "{cell} = {symbol}",
    "event": "{method}, event {number}",
    # masks
    "row": "row {number}",
    "column": "column {number}",
    "box": "box {number}",
    "any-row": "row",
    "any-column": "column",
    "any-box": "box",
    "candidates": "row & column & box",
    "untried": "x = not tried yet",
    "lowbit": "lowbit  x & -x",
    "digit": "digit",
    "masks": "Masks: bit d - 1 is digit d, and 1 means still free.",
    "masks-other": "{method} does not keep masks; these are the masks of the cell on the board.",
    "undo": "XOR: free again in row, column, box",
    "undo-other": "free again in row, column, box",
    # counters
    "work": "events",
    "nodes": "nodes",
    "guesses": "guesses",
    "backtracks": "backtracks",
    "depth": "depth {number}",
    "on-board": "digits on the board",
    "done": "{work:event|events}",
    "done-found": "{work:event|events}, solved",
    "done-none": "{work:event|events}, no solution",
    "done-stopped": "{work:event|events}, stopped",
    "counts": "{nodes:node|nodes}, {guesses:guess|guesses}, {backtracks:backtrack|backtracks}",
    # endings
    "outcome-found": "{method} found a solution after {work:event|events}",
    "outcome-none": "{method} proved that there is no solution after {work:event|events}",
    "outcome-stopped": "{method} was stopped after {work:event|events} without an answer",
    "search": "the search",
    "more": "{number:more event|more events}; {option} continues.",
    "colon": ": ",
    # notes under films
    "same-work": "Both searches have always done the same work. ",
    "every-event": "Every event is shown: a digit written, a digit removed, a dead end.",
    "some-events": "An event is a digit written, a digit removed or a dead end. {pace}: "
    "{frames} frames show {work} events.",
    "pace": "The first {number} are shown one by one, the others in longer and longer steps",
    "pace-fast": "The film speeds up as it goes",
    "of-cell": "The masks are those of the active cell. Bit d - 1 is digit d, and 1 means still free.",
    # pages
    "against": " against ",
    "puzzle": "{shape} puzzle, {clues:clue|clues}: ",
    "searching": "searching",
    "solved": "solved",
    "no-solution": "no solution",
    "stopped": "stopped",
    "player": "player",
    "play": "play",
    "pause": "pause",
    "to-start": "to the start",
    "to-end": "to the end",
    "previous": "previous frame",
    "next-frame": "next frame",
    "space-key": "space",
    "frame": "frame",
    "speed": "speed",
    "per-second": "{number} frames/s",
    "frame-by-frame": "digits on the board, frame by frame",
    "no-scripts": "Without scripts, this page shows only the last frame of each search.",
    # trees
    "tree": "search tree: ",
    "all-leaves": "all {found} leaves drawn",
    "one-leaf": "one leaf drawn",
    "first-leaves": "the first {found} of {leaves} leaves drawn",
    "tree-counts": "{nodes:node|nodes}, {guesses:guess|guesses}; {leaves}",
    "tree-legend-guess": "guess",
    "tree-legend-forced": "no other choice",
    "tree-legend-run": "+3: three forced digits follow",
    "tree-legend-fail": "dead end",
    "tree-legend-found": "solution",
    "tree-forced": "{number:digit|digits} without a guess",
}

_CHINESE = {
    "guess": "猜测",
    "forced": "没有别的选择",
    "remove": "撤销 {symbol}",
    "fail": "死路",
    "fail-house": "死路：有个数字在某个区域里无处可填",
    "found": "找到解",
    "start": "开始",
    "write": "{cell} = {symbol}",
    "event": "{method}，第 {number} 个事件",
    "row": "第 {number} 行",
    "column": "第 {number} 列",
    "box": "第 {number} 宫",
    "any-row": "行",
    "any-column": "列",
    "any-box": "宫",
    "candidates": "行 & 列 & 宫",
    "untried": "x = 还没试过的",
    "lowbit": "lowbit  x & -x",
    "digit": "填入",
    "masks": "位掩码：第 d - 1 位表示数字 d，1 表示还没用过。",
    "masks-other": "{method} 不用位掩码；这里按盘面算出该格的位掩码，供对照。",
    "undo": "异或：还给行、列、宫",
    "undo-other": "行、列、宫里又能用了",
    "work": "事件",
    "nodes": "节点",
    "guesses": "猜测",
    "backtracks": "回溯",
    "depth": "深度 {number}",
    "on-board": "盘面上填入的数字",
    "done": "{work} 个事件",
    "done-found": "{work} 个事件，已解出",
    "done-none": "{work} 个事件，无解",
    "done-stopped": "{work} 个事件，已停止",
    "counts": "节点 {nodes}，猜测 {guesses}，回溯 {backtracks}",
    "outcome-found": "{method}：{work} 个事件后找到解",
    "outcome-none": "{method}：{work} 个事件后确定无解",
    "outcome-stopped": "{method}：{work} 个事件后停止，还没有结果",
    "search": "搜索",
    "more": "还有 {number} 个事件；用 {option} 接着看。",
    "colon": "：",
    "same-work": "两个搜索做过的事件总是一样多。",
    "every-event": "逐个显示每个事件：填入一个数字、撤销一个数字、走进死路。",
    "some-events": "事件是填入一个数字、撤销一个数字或走进死路。{pace}：用 {frames} 帧显示 {work} 个事件。",
    "pace": "前 {number} 个逐个显示，之后的步子越来越大",
    "pace-fast": "越往后放得越快",
    "of-cell": "图中是当前格的位掩码：第 d - 1 位表示数字 d，1 表示还没用过。",
    "against": " 对比 ",
    "puzzle": "{shape} 数独，{clues} 个已知数：",
    "searching": "正在搜索",
    "solved": "已解出",
    "no-solution": "无解",
    "stopped": "已停止",
    "player": "播放器",
    "play": "播放",
    "pause": "暂停",
    "to-start": "回到开头",
    "to-end": "跳到结尾",
    "previous": "上一帧",
    "next-frame": "下一帧",
    "space-key": "空格键",
    "frame": "帧",
    "speed": "速度",
    "per-second": "每秒 {number} 帧",
    "frame-by-frame": "每一帧盘面上填入的数字个数",
    "no-scripts": "没有启用脚本，这里只显示每个搜索的最后一帧。",
    "tree": "搜索树：",
    "all-leaves": "画出全部 {found} 个叶子",
    "one-leaf": "画出唯一的叶子",
    "first-leaves": "画出 {leaves} 个叶子中的前 {found} 个",
    "tree-counts": "节点 {nodes}，猜测 {guesses}；{leaves}",
    "tree-legend-guess": "猜测",
    "tree-legend-forced": "没有别的选择",
    "tree-legend-run": "+3：后面三个数字不用猜",
    "tree-legend-fail": "死路",
    "tree-legend-found": "解",
    "tree-forced": "{number} 个数字不用猜",
}

_PHRASES = dict(zip(LANGUAGES, (_ENGLISH, _CHINESE), strict=True))


class _Count(int):
    """A number with commas; in the format ``one|several`` with the noun that fits.

    >>> f"{_Count(1):event|events}, {_Count(1234):event|events}, {_Count(1234)}"
    '1 event, 1,234 events, 1,234'
    """

    def __format__(self, nouns: str) -> str:
        one, _, several = nouns.partition("|")
        return f"{int(self):,} {one if self == 1 else several}".rstrip()


def phrase(language: str, key: str, **values: object) -> str:
    """Return a phrase in a language, with values in it.

    >>> phrase("en", "done", work=1234), phrase("zh", "row", number=3)
    ('1,234 events', '第 3 行')
    """
    if language not in _PHRASES:
        raise ArgumentError.unknown("language", language, LANGUAGES)
    shown = {name: _Count(value) if isinstance(value, int) else value for name, value in values.items()}
    return _PHRASES[language][key].format(**shown)
