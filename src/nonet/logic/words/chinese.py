"""The sentences in Chinese."""

from __future__ import annotations

CHINESE = True
SPACE = ""
COLON = "："
SEMICOLON = "；"
DIGIT_IN = "{cells} 的 {digit}"
GOES_INTO = "{cell} 填 {digit}"
PLACE = "所以 {what}。"
REMOVE = "所以可以删去：{what}。"
AREA = "请看{houses}中的 {digits}。"
AREA_SINGLE = "请看{houses}。"
AREA_WIDE = "涉及大半个盘面，请看 {digits}。"
AREA_ALL = "涉及大半个盘面。"
CASE = "（{number}）"
SUPPOSE_ON = "假设 {cells} 是 {digit}。"
SUPPOSE_OFF = "假设 {cells} 不是 {digit}。"
ON = "{cells} 是 {digit}"
OFF = "{cells} 不是 {digit}"
THEN = "那么 {statement}（{reason}）。"
SINCE = "由于 {given}，所以 {statement}（{reason}）。"
REASONS = {
    "cell-on": "该格只剩这个候选数",
    "cell-off": "一格只能填一个数",
    "house-on": "{house}中 {digit} 只剩这个位置",
    "house-off": "{house}中 {digit} 只能出现一次",
    "set-on": "此时 {set} 的数字个数与格数相等",
    "set-off": "{set} 自己需要 {digit}",
    "assumed-on": "假设",
    "assumed-off": "假设",
}
SET = "{cells}（{digits}）"
LINKED = "，以 {digit} 相连"
THERE_IS = "这里有一步：{technique}。"
MISTAKE = "{cells} 有错误。"
WRONG_DIGIT = "{cell} 的 {digit} 填错了。"
WRONGLY_REMOVED = "{cell} 的候选数 {digit} 不应删去，它仍然可以填在这里。"
LEFTOVER = "下列候选数可以立即删去，因为同一行、列或宫里已有该数：{what}。"
SOLVED = "题目已经解完，没有下一步了。"
RATING = "难度：{level}，最难的技巧：{hardest}，HoDoKu {score} 分（{hodoku}）{se}，共 {steps} 步"
UNSOLVED = "，未解出"
_KINDS = ("行", "列", "宫")


def join(parts: list[str]) -> str:
    """Return a list such as "A、B、C"."""
    return "、".join(parts)


def either(parts: list[str]) -> str:
    """Return one cell, or several as a group: if it is true, one of them has the digit; if it is false, none has."""
    return parts[0] if len(parts) == 1 else f"区块 {join(parts)}"


def houses(kind: int, numbers: list[int]) -> str:
    """Return a name such as "row 1" or "rows 1 and 2"; the kinds 0, 1 and 2 are rows, columns and boxes."""
    return f"第 {join(list(map(str, numbers)))} {_KINDS[kind]}"


_SWAP = "如果这些格全都只填 {d1} 和 {d2}，两数可以整体互换，题目就会多解。\n"
_CORNERS = "{floor}、{roof} 位于两行、两列、两宫，构成矩形的四个角，都可能填 {d1} 或 {d2}。"
_AVOID = "{floor}、{roof} 位于两行、两列、两宫，构成矩形的四个角，都不是已知数，都可能是 {d1} 或 {d2}。"
_LOOP = "{floor}、{roof} 构成一个环，它经过的每行、每列、每宫恰有其中两格，都可能填 {d1} 或 {d2}。"
_BUG = "除 {roof} 外，每个空格都只剩两个候选数，而且每个数在每行、每列、每宫都会恰有两个位置。"
_BUG_SWAP = "如果 {roof} 多出的候选数全不成立，所有空格可以整体互换，题目就会多解。\n"
_ONE_ROOF = "所以 {roof} 必须填别的数，{d1} 和 {d2} 都可以删去。"
_SAME_EXTRA = "{roof} 多出的候选数只有 {d3}，所以其中之一是 {d3}，同时看到它们的格都不能填 {d3}。"
_SUBSET = "所以 {roof} 之一要填多出的候选数；它们合起来相当于一个格，与 {extra} 构成 {others} 的显性数组。"
_LOCKED_ROOF = "在{house}中，{d2} 必在 {roof} 之一；另一格若填 {d1} 就会形成上述图案，所以不能填。"
_ENDS = "要么 {first} 是 {first_digit}，要么 {last} 是 {last_digit}：两端至少有一个成立，与两端都冲突的候选数可以删去。"
_COLORS = "沿 {digit} 的共轭对染色：要么 {color1} 全部成立，要么 {color2} 全部成立。"
_TWO_CLUSTERS = "沿 {digit} 的共轭对染色，得到两组：{color1} 与 {color2} 相反，{color3} 与 {color4} 相反。"
_MEDUSA = "沿共轭对和双值格染色：要么这些全部成立：{color1}；要么那些全部成立：{color2}。"
_SETS = "下面两组格，候选数都比格数多一个：{set1}（{set1_digits}）和 {set2}（{set2_digits}）。"
_CASES = "下列情形必有一个成立。"

_BENT_QUAD = "四格四数，除 {d4} 外每个数在其中至多出现一次，所以 {d4} 必在其中。\n看到其中所有 {d4} 的格不能填 {d4}。"

SENTENCES: dict[str, tuple[str, str]] = {
    "full-house": ("{house}只剩一个空格 {pattern}。", "这里只缺 {digit}。"),
    "naked-single": ("{pattern} 只剩一个候选数 {digit}。", "按规则，这一格不能填别的数。"),
    "hidden-single": (
        "在{house}中，{digit} 只剩一个位置 {pattern}。",
        "每行、每列、每宫都要有 {digit}，而{house}的其他空格都不能填它。",
    ),
    "locked-pair": (
        "{pattern} 同在{house}，它们合起来只有候选数 {digits}。",
        "这些数要以某种次序填入这些格，所以两个区域的其余格都不能再填它们。",
    ),
    "locked_candidates": (
        "在{base}中，{digit} 只出现在 {pattern}，它们都在{cover}。",
        "其中之一是 {digit}，所以{cover}的 {digit} 就在那里，其余格不能再填。",
    ),
    "subsets": (
        "{house}的 {pattern} 合起来只有候选数 {digits}。",
        "格数与数的个数相等：这些数正好填满这些格，同时看到它们的格都不能再填这些数。",
    ),
    "hidden-pair": (
        "在{house}中，{digits} 只能填在 {pattern}。",
        "数的个数与格数相等：这些格被这些数占满，其余候选数都可以删去。",
    ),
    "fish": (
        "在{base}中，{digit} 只出现在{cover}。",
        "{base}各需要一个 {digit}，而且只能取自{cover}。\n"
        "两者数目相等，所以{cover}的 {digit} 全部由{base}提供，其余位置可以删去。",
    ),
    "fish/siamese": (
        "两条鳍鱼共用 {digit} 的定义域{base}；它们的删除域合起来是{cover}，鳍是 {fins}。",
        "每条鱼各自删去同时满足其删除域和鳍的候选数：没有鳍时删除域被占满，而看到其全部鳍的格在任何情形下都不能填。",
    ),
    "finned-x-wing": (
        "在{base}中，{digit} 除鳍 {fins} 外只出现在{cover}。",
        "如果鳍都不是 {digit}，就是没有鳍的鱼，{cover}其余的 {digit} 可以删去。\n"
        "如果某个鳍是 {digit}，看到它的格不能填 {digit}。\n"
        "两种情形都会被删去的候选数，一定可以删去。",
    ),
    "complex_fish": (
        "以{base}为 {digit} 的定义域，以{cover}为删除域。\n"
        "删除域之外的是鳍 {fins}。\n"
        "同时属于两个定义域的是内鳍 {endo_fins}。",
        "{base}各需要一个 {digit}；如果鳍都不是 {digit}，{cover}的 {digit} 就被它们占满，其余位置可以删去。\n"
        "如果某个鳍是 {digit}，看到所有鳍 {fins} 的格也不能填 {digit}。",
    ),
    "single_digit_patterns": (
        "在{link}中，{digit} 各只有两个位置。",
        "所以两端 {pincers} 至少有一个是 {digit}，同时看到两端的格不能填 {digit}。",
    ),
    "empty-rectangle": (
        "在{house}中，{digit} 只出现在 {pattern}，都在{cover}上。\n在{link_house}中，{digit} 只有 {link} 两个位置。",
        "如果该共轭对在其中一条线上的一端是 {digit}，{house}的 {digit} 就在另一条线上；否则共轭对的另一端是 {digit}。\n"
        "另一端所在的线与另一条线的交叉处，两种情形下都不能填 {digit}。",
    ),
    "w-wing": (
        "{pincers} 都只有候选数 {d1} 和 {d2}。\n在{link_house}中，{d2} 只有 {link} 两个位置，它们各看到其中一格。",
        "所以两格不能都是 {d2}，其中之一是 {d1}；同时看到两格的格不能填 {d1}。",
    ),
    "xy-wing": (
        "轴心 {pivot} 有候选数 {d1} 和 {d2}；两翼 {pincers} 中，一个是 {d1} 和 {d3}，另一个是 {d2} 和 {d3}。",
        "轴心是 {d1} 则一翼是 {d3}，轴心是 {d2} 则另一翼是 {d3}；同时看到两翼的格不能填 {d3}。",
    ),
    "xyz-wing": (
        "轴心 {pivot} 有候选数 {d1}、{d2} 和 {d3}；两翼 {pincers} 中，一个是 {d1} 和 {d3}，另一个是 {d2} 和 {d3}。",
        "无论轴心填什么，轴心或两翼之一是 {d3}；同时看到三格的格不能填 {d3}。",
    ),
    "wxyz-wing": ("{pivot} 和 {pincers} 合起来只有候选数 {digits}。", _BENT_QUAD),
    "wxyz-wing/no-pivot": ("{pincers} 合起来只有候选数 {digits}。", _BENT_QUAD),
    "remote-pair": (
        "{pattern} 都只有候选数 {d1} 和 {d2}。",
        "沿着链，它们交替填 {d1} 和 {d2}；同时看到相反两格的格，两个数都不能填。",
    ),
    "simple-colors-trap": (_COLORS, "两色必有一色成立，同时看到两色的格不能填 {digit}。"),
    "simple-colors-wrap": (_COLORS, "第一色中有两格互相看到，所以这一色不成立。"),
    "multi-colors-1": (
        _TWO_CLUSTERS,
        "一组中的一色看到另一组中的一色，二者不能都成立，所以它们的反色至少有一个成立。\n"
        "同时看到这两个反色的格不能填 {digit}。",
    ),
    "multi-colors-2": (_TWO_CLUSTERS, "第一色看到另一组的两色，而那两色必有一个成立，所以第一色不成立。"),
    "medusa/cell-twice": (_MEDUSA, "有一色在同一格中有两个候选数，所以它不成立。"),
    "medusa/house-twice": (_MEDUSA, "有一色在同一区域中出现两次相同的数，所以它不成立。"),
    "medusa/cell-emptied": (_MEDUSA, "如果其中一色成立，{extra} 就没有候选数了，所以它不成立。"),
    "medusa/cell-both": (_MEDUSA, "同一格含有两色的候选数，必填其中之一，其余候选数可以删去。"),
    "medusa/sees-both": (_MEDUSA, "同时看到两色中相同数的候选数可以删去。"),
    "medusa/cell-and-house": (
        _MEDUSA,
        "如果一个候选数所在格有一色的候选数，又看到另一色中相同的数，它可以删去，因为两色必有一个成立。",
    ),
    "medusa": (_MEDUSA, "与两色都冲突的候选数可以删去。"),
    "unique-rectangle-1": (_CORNERS, _SWAP + _ONE_ROOF),
    "unique-rectangle-2": (_CORNERS, _SWAP + _SAME_EXTRA),
    "unique-rectangle-3": (_CORNERS, _SWAP + _SUBSET),
    "unique-rectangle-4": (_CORNERS, _SWAP + _LOCKED_ROOF),
    "unique-rectangle-6": (
        _CORNERS + "\n在{house}中，{d1} 没有这些角以外的位置。",
        _SWAP + "如果 {roof} 之一是 {d1}，对角也是 {d1}，其余两角就是 {d2}；所以两格都不能填 {d1}。",
    ),
    "hidden-rectangle": (
        _CORNERS + "\n在{house}中，{d2} 没有这些角以外的位置。",
        _SWAP + "如果这两个区域相交的角是 {d1}，相邻两角就必须是 {d2}，矩形就完成了；所以它不能填 {d1}。",
    ),
    "avoidable-rectangle-1": (_AVOID, _SWAP + "所以 {roof} 不能补全这个图案。"),
    "avoidable-rectangle-2": (_AVOID, _SWAP + _SAME_EXTRA),
    "unique-loop-1": (_LOOP, _SWAP + _ONE_ROOF),
    "unique-loop-2": (_LOOP, _SWAP + _SAME_EXTRA),
    "unique-loop-3": (_LOOP, _SWAP + _SUBSET),
    "unique-loop-4": (_LOOP, _SWAP + _LOCKED_ROOF),
    "bug-1": (_BUG, _BUG_SWAP + "所以 {roof} 填 {digits}。"),
    "bug-2": (_BUG, _BUG_SWAP + "多出的都是 {digit}，所以 {roof} 之一是 {digit}，同时看到它们的格不能填 {digit}。"),
    "bug-3": (_BUG, _BUG_SWAP + "所以 {roof} 相当于只有这些候选数的一个格，与 {extra} 构成 {digits} 的显性数组。"),
    "bug-4": (_BUG, _BUG_SWAP + "在{house}中，{digit} 必在 {roof} 之一，所以另一格填多出的候选数。"),
    "aic": ("", _ENDS),
    "continuous-nice-loop": ("", "环闭合，反方向也成立：每个弱链的两侧恰有一个成立，同时看到两侧的候选数可以删去。"),
    "discontinuous-nice-loop/place": (
        "",
        "如果不成立，就会推出成立：所以 {first} 是 {first_digit}，该格其余候选数可以删去。",
    ),
    "discontinuous-nice-loop/eliminate": ("", "如果成立，就会推出不成立：所以 {first} 不能是 {first_digit}。"),
    "als-xz": (
        _SETS,
        "{d1} 只能在其中一组，因为它在一组中的所有位置都看到另一组中的所有位置。\n"
        "没有它的那组就被其余的数填满：两组共有的其他数必在其中一组，看到它在两组中所有位置的候选数可以删去。",
    ),
    "als-xz/doubly linked": (
        _SETS,
        "{d1} 只能在其中一组，{d2} 也是：所以两组各得其一，并且都被其余的数填满。\n"
        "看到某数在所属组中所有位置的候选数可以删去；{d1}、{d2} 则看两组中的所有位置。",
    ),
    "als-xy-wing": (
        "下面三组格，候选数都比格数多一个：{set1}（{set1_digits}）、{set2}（{set2_digits}）和 {set3}（{set3_digits}）。",
        "第一组与第二组不能都有 {d1}，第二组与第三组不能都有 {d2}。\n"
        "两端共有的数若不在第一组，第一组就有 {d1}，第二组没有 {d1} 而有 {d2}，第三组没有 {d2}，就有该数。\n"
        "所以看到它在两端所有位置的候选数可以删去。",
    ),
    "als-chain": (
        "下面每组格的候选数都比格数多一个，相邻两组有一个不能同时具有的数：{links}。",
        "两端共有的数若不在第一组，第一组就被其余的数填满；下一组缺少连接数，也被填满，依次推到最后一组，那里就有该数。\n"
        "所以看到它在两端所有位置的候选数可以删去。",
    ),
    "death-blossom": (
        "无论花茎 {stem} 填什么，都会从一片花瓣中拿走这个数：{links}。",
        "那片花瓣就被其余的数填满。所有花瓣共有的数必在其中一片，看到它所有位置的候选数可以删去。",
    ),
    "sue-de-coq": (
        "宫与行列交叉处的 {pattern} 有候选数 {digits}。\n"
        "行列中 {set2} 有 {set2_digits}；宫中 {set3} 有 {set3_digits}。",
        "这些格合起来数的个数与格数相等，而且每个数只能出现一次，所以每个数都在其中有位置。\n"
        "看到某数在其中所有位置的其他格不能再填它。",
    ),
    "aligned-pair-exclusion": (
        "同时考虑 {pattern}。\n用它们都看到的格检验每一对填法：{extra}。",
        "不在任何可行填法中的候选数可以删去。",
    ),
    "contradiction-forcing-chain": (
        "",
        "这样 {extra} 就没有候选数了，所以假设不成立。\n这样 {dlast} 在{house}中就没有位置了，所以假设不成立。",
    ),
    "cell-forcing-chain": ("{pattern} 必填其中一个候选数：" + _CASES, "每种情形都得到同样的结论，所以它成立。"),
    "house-forcing-chain": ("{dlast} 在{house}中必有位置：" + _CASES, "每种情形都得到同样的结论，所以它成立。"),
    "templates": (
        "列出 {digit} 在所有行、列、宫中的全部放法。",
        "所有放法共有的位置成立，没有放法用到的位置可以删去。",
    ),
    "answer": ("这里没有技巧可用；{pattern} 可以填 {digits}。", "题目的唯一解在这里就是这个数；这是答案，不是推理。"),
}
