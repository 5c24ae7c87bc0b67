"""The sentences in Chinese."""

from __future__ import annotations

import re

CHINESE = True
SPACE = ""
COLON = "："
COMMA = "，"
SEMICOLON = "；"
CLAUSE = "，"
"""The start of a reason that continues the sentence of the pattern."""
PLACE = "填入：{what}。"
PLACE_IN = "{cell} 填 {digit}"
REMOVE = "删去 {what}。"
REMOVE_FROM = "{cells} 的 {digits}"
CANDIDATES = "{cells} 的 {digit}"
AREA = "请看{houses}中的 {digits}。"
AREA_SINGLE = "请看{houses}。"
AREA_WIDE = "涉及大半个盘面，请看 {digits}。"
AREA_ALL = "涉及大半个盘面。"
HOUSE_HAS = "{house}已有 {digits}"
REMOVED_DIGITS = "{digits} 此前已删去"
BLOCK = "{cells} 的 {digit} 排除了{houses}"
REMOVED_PLACES = "{cells} 的 {digit} 此前已删去"
AND_ALSO = "，"
SUPPOSE = "假设 {statement}。"
SUPPOSE_CASE = "情形 {number}：假设 {statement}。"
THEN = "那么{statement}。"
SO = "{clauses}，所以{statement}。"
ANYWAY = "无论如何，{statement}。"
SENTENCE = "{statement}。"
BECAUSE = "{statement}（{reason}）"
LINE = "见 {number}"
IT_IS = "它是 {digit}"
HAS_IT_IN = "{house}的 {digit} 在 {cells}"
MUST = {
    "cell": " {cells} 只能是 {digit}，这是最后的候选数",
    "house": "{house}的 {digit} 只能在 {cells}",
    "set": "数组 {set} 没有 {without}，就有其余所有的数：{cells} 是 {digit}",
}
"""What a node of a chain makes true, by the kind of its reason."""
PART = "{clauses}。这样就有较小的一步：{title}。{pattern}所以 {statement}。"
INNER_LINES = "{title}，见 {first} 到 {last}"
VARIANT_TITLES = {
    "aligned-pair-exclusion/triplet": "均衡三数组",
    "cell-forcing-net/double": "双向强制网",
}
"""The names of variants that differ from those of their techniques."""
NESTED = "嵌套{title}"
AFTER = "{part}后的{title}"
RATED = "{title}（SE {rating}）"
FOLDED = "（此处省略第 {first} 到 {last} 条。网页和 JSON 数据中有全部内容。）"
INNER_FOLDED = "（此处省略较小步骤的各条。网页和 JSON 数据中有全部内容。）"
SET = "{cells}（{digits}）"
PETAL = "{digit} 对应 {set}"
SHARES_CELL = "同格的 {digit}（{color} 色）"
SEES = " {cell} 的 {digit}（{color} 色）"
EXCLUDED = "{target} 与{reasons}都冲突"
LINKED = "，以 {digit} 相连"
THERE_IS = "这里有一步：{technique}。"
MISTAKE = "{cells} 有错误。"
MISTAKES = MISTAKE
WRONG_DIGIT = "{cell} 的 {digit} 填错了。"
WRONGLY_REMOVED = "{cell} 的候选数 {digit} 不应删去，它仍然可以填在这里。"
LEFTOVER = "先删去同一区域已有的数：{what}。"
SOLVED = "题目已经解完。"
RATING = "难度：{level}（HoDoKu {score} 分），最难的技巧：{hardest}，共 {steps} 步{se}"
UNSOLVED = "，未解出"
TECHNIQUES = "各技巧的步数："
SUSPECT = "{cell} 的 {digit}"
HAS_SOLUTION = "这些数字有解，不一定有错。"
ONE_WRONG = "这些数字无解，至少有一个填错了。"
SOME_WRONG = "这些数字无解，至少有 {number} 个填错了。"
TWICE = "{cells} 都是 {digit}，但{house}中每个数字只能出现一次。"
OFTEN = TWICE
IF_ONE = "如果只错了一个数，那就是 {what}。"
IF_ONE_OF = "如果只错了一个数，那就是下列之一：{what}。"
IF_SET = "如果只错了 {number} 个数，那就是 {what}。"
IF_ONE_SET_OF = "如果只错了 {number} 个数，那就是下列各组之一："
MORE_SETS = "另外还有 {number} 组"
NOT_ALL_SETS = "时间不够，没有找出所有这样的组。"
NOT_SMALLEST = "去掉下列数字后有解，但错的数字也许更少：{what}。"
NO_SET = "时间不够，没有找出是哪些。"
_KINDS = ("行", "列", "宫")


def verb(name: str, number: int) -> str:
    """Return an empty text: Chinese verbs and nouns have no plural."""
    return ""


def spaced(sentence: str) -> str:
    """Return the sentence without spaces next to Chinese punctuation."""
    return re.sub(" *([，。；：、（）]) *", r"\1", sentence)


def join(parts: list[str]) -> str:
    """Return a list such as "A、B、C"."""
    return "、".join(parts)


def any_of(parts: list[str]) -> str:
    """Return a list such as "A、B 或 C"."""
    return " 或 ".join(part for part in ("、".join(parts[:-1]), *parts[-1:]) if part)


def plain_list(parts: list[str]) -> str:
    """Return a list such as "A、B、C"."""
    return join(parts)


def statement(cells: list[str], digit: str, on: bool) -> str:
    """Return that one of some cells has a digit, or that none has it."""
    if on:
        return f"{any_of(cells)} 是 {digit}"
    return f"{join(cells)} {'' if len(cells) == 1 else '都'}不是 {digit}"


def houses(kind: int, numbers: list[int]) -> str:
    """Return a name such as "row 1" or "rows 1 and 2"; the kinds 0, 1 and 2 are rows, columns and boxes."""
    return f"第 {join(list(map(str, numbers)))} {_KINDS[kind]}"


_SWAP = "如果这些格全都是 {pair_or}，两数可以整体互换，题目就会多解。\n"
_ONLY_PAIR = "{floor} 只有候选数 {pair}。"
_CORNERS = "{corners} 位于两行、两列、两宫，构成矩形的四个角。" + _ONLY_PAIR
_AVOID = "{corners} 位于两行、两列、两宫，构成矩形的四个角，都不是已知数。{floor} 只能是 {pair_or}。"
_LOOP = "{corners} 构成一个环：它经过的每行、每列、每宫恰有其中两格。" + _ONLY_PAIR
_BUG = (
    "除 {roof} 外，每个空格都只有两个候选数。不算 {roof} 多出的候选数，每个数在每行、每列、每宫都有两个位置或没有位置。"
)
_BUG_SWAP = "如果多出的候选数全不成立，所有空格的数可以整体互换，题目就会多解。\n"
_ONE_ROOF = "所以 {roof} 不是 {d1}，也不是 {d2}。"
_SAME_EXTRA = "所以 {roof} 之一是 {d3}，同时看到它们的格不能填 {d3}。"
_HAS_EXTRA = "{roof} 还有候选数 {d3}。"
_EXTRAS = "{roof} 的其余候选数都在 {others} 之中。{extra} 的候选数都在 {set1_digits} 之中。"
_SUBSET = "所以 {roof} 之一要填其余的候选数。它们合起来相当于一格，与 {extra} 占满 {set1_digits}，看到某数在其中所有位置的格不能填它。"
_LOCKED = "在{house}中，{d2} 只能在 {roof}。"
_LOCKED_ROOF = "{roof} 之一是 {d2}。另一格若是 {d1}，就会形成上述图案，所以两格都不是 {d1}。"
_COLORS = (
    "沿 {digit} 的共轭对染色。A 色：{color1_cells}。B 色：{color2_cells}。其中一色的格全是 {digit}，另一色的格全不是。"
)
_TWO_CLUSTERS = (
    "沿 {digit} 的共轭对染色，得到两组。第一组 A 色：{color1_cells}；B 色：{color2_cells}。"
    "第二组 C 色：{color3_cells}；D 色：{color4_cells}。每组中一色的格全是 {digit}，另一色的格全不是。"
)
_MEDUSA = "沿共轭对和双值格染色。A 色：{color1}。B 色：{color2}。其中一色全部成立，另一色全不成立。"
_SETS = "A 组：{set1}，候选数 {set1_digits}。B 组：{set2}，候选数 {set2_digits}。每组的候选数都比格数多一个。"
_BENT_QUAD = (
    "除 {d4} 外，每个数在其中的位置都互相看到，所以这三个数至多填满四格中的三格，必有一格是 {d4}。\n"
    "看到其中所有 {d4} 的格不能填 {d4}。"
)
_ALL_WAYS = "列出 {digit} 在所有行、列、宫中的全部放法。\n不算 {rest_digits} 的所有放法都要用的格。"
_SAME_RESULT = "每种情形都得到同样的结论，所以 {goal}。"

SENTENCES: dict[str, tuple[str, str]] = {
    "full-house": ("{house}只剩一个空格 {pattern}。", "这里缺 {digit}。"),
    "naked-single": ("{blocked_digits}。 || {pattern} 只剩一个候选数。", "{pattern} 只能填 {digit}。"),
    "hidden-single": (
        "{blocked_places}。 || 在{house}中，{digit} 只剩一个位置。",
        "，所以{house}的 {digit} 填在 {pattern}。",
    ),
    "hidden-single/direct": ("{part_pattern}{part_why}", "这样{house}的 {digit} 只能填在 {pattern}。"),
    "locked-pair": (
        "{pattern} 同在{house}，只有候选数 {digits}。",
        "这些数以某种次序填入这些格，所以这两个区域的其余格都不能填它们。",
    ),
    "locked_candidates": (
        "在{base}中，{digit} 只能在 {pattern}，都在{cover}。",
        "所以{cover}的 {digit} 在{base}，{cover}的其余格不能填 {digit}。",
    ),
    "subsets": (
        "{house}的 {pattern} 只有候选数 {digits}。",
        "这些数以某种次序填入这些格，所以同时看到它们的其他格不能填 {digits_or}。",
    ),
    "hidden-pair": (
        "在{house}中，{digits} 只能在 {pattern}。",
        "这些数以某种次序填满这些格，所以这里不能填别的数。",
    ),
    "fish": (
        "在{base}中，{digit} 只能在{cover}：{pattern}。",
        "{base}各需要一个 {digit}，{cover}各只能有一个。所以{base}占满{cover}，{cover}的其余格不能填 {digit}。",
    ),
    "fish/siamese": (
        "两条鳍鱼共用定义域{base}。在那里，{digit} 除鳍 {fins} 外只能在{cover}。",
        "对每条鱼：如果它的某个鳍是 {digit}，看到它所有鳍的格不能填 {digit}；否则定义域占满它的删除域。"
        "无论哪种情形，删除域中看到它所有鳍的其余格都不能填 {digit}。",
    ),
    "finned-x-wing": (
        "在{base}中，{digit} 除鳍 {fins} 外只能在{cover}。",
        "如果 {fins_or} 是 {digit}，看到 {fins} 的格不能填 {digit}。\n"
        "否则{base}占满{cover}的 {digit}，{cover}的其余格不能填 {digit}。\n"
        "无论哪种情形，{cover}中看到 {fins} 的其余格都不能填 {digit}。",
    ),
    "complex_fish": (
        "以{base}为定义域。在那里，{digit} 只能在{cover}（删除域）。\n"
        "例外是鳍 {fins}。\n"
        "同时属于两个定义域的是内鳍 {endo_fins}。",
        "{base}各需要一个 {digit}，{cover}各只能有一个。\n"
        "如果鳍都不是 {digit}，定义域占满删除域。如果 {any_fin} 是 {digit}，看到所有鳍的格不能填 {digit}。"
        "无论哪种情形，删除域中看到所有鳍的其余格都不能填 {digit}。 || "
        "所以定义域占满删除域，{cover}的其余格不能填 {digit}。",
    ),
    "single_digit_patterns": (
        "在{link}中，{digit} 各只有两个位置。",
        "所以 {pincers} 至少有一个是 {digit}，同时看到两格的格不能填 {digit}。",
    ),
    "dual-two-string-kite": (
        "两个风筝共用一宫中的两格。在{link}中，它们的数各只有两个位置。",
        "所以每个风筝的两端至少有一端是该数，同时看到两端的格不能填它。",
    ),
    "empty-rectangle": (
        "在{house}中，{digit} 只能在 {pattern}，都在{cover}。\n在{link_house}中，{digit} 只能在 {link}。",
        "如果 {targets} 是 {digit}，{link_house}中共轭对的另一端就是 {digit}，二者合起来使{house}没有 {digit} 的位置。",
    ),
    "w-wing": (
        "{pincers} 只有候选数 {pair}。\n在{link_house}中，{d2} 只能在 {link}，它们各看到前两格之一。",
        "所以 {pincers} 不能都是 {d2}，其中之一是 {d1}。同时看到两格的格不能填 {d1}。",
    ),
    "xy-wing": (
        "轴心 {pivot} 只有候选数 {pair}。它看到 {set1}（{set1_digits}）和 {set2}（{set2_digits}）。",
        "如果 {pivot} 是 {d1}，{set1} 就是 {d3}；如果 {pivot} 是 {d2}，{set2} 就是 {d3}。\n"
        "所以同时看到 {set1} 和 {set2} 的格不能填 {d3}。",
    ),
    "xyz-wing": (
        "轴心 {pivot} 只有候选数 {digits}。它看到 {set1}（{set1_digits}）和 {set2}（{set2_digits}）。",
        "如果 {pivot} 是 {d1}，{set1} 就是 {d3}；如果 {pivot} 是 {d2}，{set2} 就是 {d3}；否则 {pivot} 是 {d3}。\n"
        "所以同时看到 {pivot}、{set1} 和 {set2} 的格不能填 {d3}。",
    ),
    "wxyz-wing": ("{all_cells} 四格只有候选数 {digits}。", _BENT_QUAD),
    "wxyz-wing/no-pivot": ("{all_cells} 四格只有候选数 {digits}。", _BENT_QUAD),
    "remote-pair": (
        "{pattern} 只有候选数 {pair}，并且构成一条链，每格看到下一格。",
        "所以链上的格交替是 {d1} 和 {d2}。同时看到其中不同数的两格的格，{d1} 和 {d2} 都不能填。",
    ),
    "simple-colors-trap": (_COLORS, "同时看到两色的格不能填 {digit}：{seen_colors}。"),
    "simple-colors-wrap": (_COLORS, "A 色的 {twice_cells} 互相看到，所以 A 色不是 {digit}。"),
    "multi-colors-1": (
        _TWO_CLUSTERS,
        "A 色看到 C 色，二者不能都是 {digit}，所以 B 色或 D 色是 {digit}，同时看到 B 色和 D 色的格不能填 {digit}。\n"
        "两组中互相看到的其他两色也是如此。",
    ),
    "multi-colors-2": (_TWO_CLUSTERS, "A 色看到 C 色和 D 色，而这两色必有一个是 {digit}，所以 A 色不是 {digit}。"),
    "medusa/cell-twice": (_MEDUSA, "A 色在 {twice_in_cell} 中有 {twice_digits} 两个候选数，所以它不成立。"),
    "medusa/house-twice": (_MEDUSA, "A 色在{twice_in_house}中有两个 {twice_digit}（{twice_cells}），所以它不成立。"),
    "medusa/cell-emptied": (_MEDUSA, "如果 A 色成立，{extra} 就没有候选数了，所以 A 色不成立。"),
    "medusa/cell-both": (_MEDUSA, "同一格有两色的候选数，必填二者之一：{seen_colors}。"),
    "medusa/sees-both": (_MEDUSA, "在两色中都看到相同数的候选数不成立：{seen_colors}。"),
    "medusa/cell-and-house": (
        _MEDUSA,
        "如果同格有一色的候选数，又看到另一色中相同的数，这个候选数不成立：{seen_colors}。",
    ),
    "medusa": (_MEDUSA, "两色都排除的候选数不成立。"),
    "unique-rectangle-1": (_CORNERS + "{roof} 还有候选数 {others}。", _SWAP + _ONE_ROOF),
    "unique-rectangle-2": (_CORNERS + _HAS_EXTRA, _SWAP + _SAME_EXTRA),
    "unique-rectangle-3": (_CORNERS + _EXTRAS, _SWAP + _SUBSET),
    "unique-rectangle-4": (_CORNERS + _LOCKED, _SWAP + _LOCKED_ROOF),
    "unique-rectangle-6": (
        _CORNERS + "在{house}中，{d1} 只能在这些角。",
        _SWAP + "如果 {roof} 之一是 {d1}，另一格也是 {d1}，{floor} 就是 {d2}。所以两格都不是 {d1}。",
    ),
    "hidden-rectangle": (
        _CORNERS + "在{house}中，{d2} 只能在这些角。",
        _SWAP + "如果 {targets} 是 {d1}，与它相邻的两角只能是 {d2}，对角就是 {d1}。所以 {targets} 不是 {d1}。",
    ),
    "avoidable-rectangle-1": (_AVOID, _SWAP + "所以 {roof} 不是 {z}，否则就会补全这个图案。"),
    "avoidable-rectangle-2": (_AVOID + _HAS_EXTRA, _SWAP + _SAME_EXTRA),
    "unique-loop-1": (_LOOP + "{roof} 还有候选数 {others}。", _SWAP + _ONE_ROOF),
    "unique-loop-2": (_LOOP + _HAS_EXTRA, _SWAP + _SAME_EXTRA),
    "unique-loop-3": (_LOOP + _EXTRAS, _SWAP + _SUBSET),
    "unique-loop-4": (_LOOP + _LOCKED, _SWAP + _LOCKED_ROOF),
    "bug-1": (_BUG, _BUG_SWAP + "所以 {roof} 是 {digits_or}。"),
    "bug-2": (
        _BUG + "多出的候选数都是 {digit}。",
        _BUG_SWAP + "所以 {roof} 之一是 {digit}，同时看到它们的格不能填 {digit}。",
    ),
    "bug-3": (
        _BUG + "{extra} 的候选数都在 {set1_digits} 之中。",
        _BUG_SWAP
        + "所以 {roof} 之一要填多出的候选数。它们合起来相当于一格，与 {extra} 占满 {set1_digits}，看到某数在其中所有位置的格不能填它。",
    ),
    "bug-4": (
        _BUG + "在{house}中，{digit} 只能在 {roof}。",
        _BUG_SWAP + "{roof} 之一是 {digit}，所以另一格填多出的候选数。",
    ),
    "aic": (
        "",
        "所以 {first_on}，或者 {last_on}，至少有一个成立。\n"
        "同时看到 {first} 和 {last} 的格不能填 {end_digit}。 || 与两者都冲突的候选数可以删去。",
    ),
    "continuous-nice-loop": (
        "",
        "环回到起点，反方向也成立：凡是前一个候选数排除后一个的地方，二者恰有一个成立，同时看到二者的候选数可以删去。\n"
        "环中的数组：{all_sets}。每个数组缺少连接它的两数之一，所以有其余所有的数，看到这样的数在数组中所有位置的候选数可以删去。",
    ),
    "continuous-nice-loop/cycle": (
        "",
        "环回到起点，反方向也成立：要么以上各条推出的候选数全部成立，要么以上各条排除的候选数全部成立，同时看到两者的候选数可以删去："
        "{seen_in_cycle}。",
    ),
    "discontinuous-nice-loop/place": ("", "假设推出了相反的结论，所以假设不成立：{not_first}。"),
    "discontinuous-nice-loop/eliminate": ("", "假设推出了相反的结论，所以假设不成立：{not_first}。"),
    "als-xz": (
        _SETS,
        "{d1} 在 A 组的所有位置都看到它在 B 组的所有位置，所以 {d1} 不在两组中同时出现。没有 {d1} 的那组有其余所有的数。\n"
        "所以 {z} 在 A 组或 B 组，看到它在两组中所有位置的格不能填 {z}。 || "
        "所以 {zs} 各在 A 组或 B 组，看到某数在两组中所有位置的格不能填它。",
    ),
    "als-xz/doubly linked": (
        _SETS,
        "{d1} 在 A 组的所有位置都看到它在 B 组的所有位置，{d2} 也是如此。所以一组有 {d1}，另一组有 {d2}，两组都有其余所有的数。\n"
        "看到某数在所属组中所有位置的格不能填它；{d1}、{d2} 则要看到两组中的所有位置。",
    ),
    "als-xy-wing": (
        "A 组：{set1}，候选数 {set1_digits}。C 组：{set2}，候选数 {set2_digits}。B 组：{set3}，候选数 {set3_digits}。"
        "每组的候选数都比格数多一个。",
        "A 组与 C 组不能都有 {d1}，C 组与 B 组不能都有 {d2}，因为该数在一组的所有位置都看到另一组的所有位置。\n"
        "如果 A 组没有 {z}，A 组就有 {d1}，C 组没有 {d1} 而有 {d2}，B 组没有 {d2} 而有 {z}。 || "
        "如果 A 组没有 {zs} 之一，A 组就有 {d1}，C 组没有 {d1} 而有 {d2}，B 组没有 {d2} 而有该数。\n"
        "所以 {zs} 在 A 组或 B 组，看到该数在两组中所有位置的格不能填它。",
    ),
    "als-chain": (
        "下面每组的候选数都比格数多一个，相邻两组不能都有连接它们的数：{links}。",
        "如果第一组没有某数，它就有其余所有的数；下一组没有连接数，也有其余所有的数，依次推到最后一组。\n"
        "所以 {zs} 在第一组或最后一组，看到该数在两组中所有位置的格不能填它。",
    ),
    "death-blossom": (
        "花茎 {stem} 的每个候选数都属于一片花瓣，花茎看到该数在花瓣中的所有位置。每片花瓣的候选数都比格数多一个：{petal_list}。",
        "无论 {stem} 填什么，总有一片花瓣失去这个数而有其余所有的数。\n"
        "所以 {zs} 在某一片花瓣，看到该数在花瓣中所有位置的格不能填它。",
    ),
    "sue-de-coq": (
        "{set1} 在{link}交叉处，候选数 {set1_digits}。\n"
        "在{link_line}的其余部分，{set2} 有 {set2_digits}；在{link_box}的其余部分，{set3} 有 {set3_digits}。",
        "这些格的数目与数的个数相等，而且每个数至多出现一次，所以每个数恰好出现一次。\n"
        "看到某数在其中所有位置的其他格不能填它。",
    ),
    "aligned-pair-exclusion": (
        "同时考虑 {pattern}。两格都看到 {all_sets} 的所有格，这些数组的候选数都比格数多一个。",
        "两格不能填同一数组中的两个数，否则该数组的数就不够了。两格互相看到时，也不能填相同的数。\n"
        "这样，在另一格没有搭配的候选数不成立。",
    ),
    "aligned-pair-exclusion/triplet": (
        "同时考虑 {pattern}。三格都看到 {all_sets} 的每一格。",
        "三格不能取走其中一格的全部候选数，否则该格就没有数可填了。互相看到的两格也不能填相同的数。\n"
        "这样，在另外两格没有搭配的候选数不成立。",
    ),
    "contradiction-forcing-chain": (
        "",
        "这样 {extra} 就没有候选数了，这不可能，所以 {not_first}。\n"
        "这样 {dlast} 在{house}中就没有位置了，这不可能，所以 {not_first}。",
    ),
    "cell-forcing-chain": ("{pattern} 必填其中一个候选数。", _SAME_RESULT),
    "cell-forcing-net/double": ("{pattern} 要么是 {dlast}，要么不是。", _SAME_RESULT),
    "house-forcing-chain": ("在{house}中，{dlast} 填在 {pattern_or}。", _SAME_RESULT),
    "template-set": (_ALL_WAYS, "所有放法都用到 {pattern}。"),
    "template-delete": (_ALL_WAYS, "没有放法用到 {targets}。"),
    "answer": (
        "现有技巧在这里都找不到步骤。{pattern} 可以填 {digits_or}。",
        "这个数取自题目的唯一解：这是答案，不是推理。",
    ),
}
