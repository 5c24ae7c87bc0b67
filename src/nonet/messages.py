"""Messages in Chinese: errors and reports, as the page and ``--language zh`` show them.

Each message is made in English, in the place where it belongs. The table here has its Chinese: `in_language` compares a
message with the templates in order, and translates what the braces stand for in the same way. So a part, such as the
reason after a line number, needs only one entry. A message without an entry stays in English.

| part | stands for | example |
| --- | --- | --- |
| number | a number | 81 |
| amount | a number with its noun | 80 cells |
| cell, cells | one cell, several cells | r1c2, r1c1 and r1c4 |
| size, board | the size of a board | 9x9, a 9x9 board |
| house | a row, column or box | row 1 |
| field | a field of a request | "puzzle" |
| type | the name of a rule | little-killer |
| word | one word that stays as it is | sum |
| names | a list | light, dark or gray |
| any other | any text | |
"""

from __future__ import annotations

import re
from functools import cache

__all__ = ["in_language"]

_PARTS = {
    "number": r"[\d,.]+",
    "amount": r"(?:no|[\d,]+) [a-z]+(?: masks?)?",
    "cell": r"r\d+c\d+",
    "cells": r"r\d+c\d+(?:(?:,| and) r\d+c\d+)*",
    "size": r"\d+x\d+",
    "board": r"an? \d+x\d+(?: \(boxes \d+x\d+\))? board",
    "house": r"(?:row|column|box) \d+",
    "field": r'"[^"]*"|the body',
    "type": r"[a-z]+(?:-[a-z]+)*",
    "word": r"\w+",
}
"""What a part of a template matches, by its name without a number; any other part matches any text."""

_NOUNS = {
    "byte": "个字节",
    "candidate": "个候选数",
    "candidate mask": "个候选数掩码",
    "cell": "格",
    "character": "个字符",
    "clue": "个已知数",
    "column": "列",
    "item": "项",
    "line": "行",
    "puzzle": "道题目",
    "row": "行",
    "rule": "条规则",
}

_HOUSES = {"row": "行", "column": "列", "box": "宫"}

_CHINESE = {
    # puzzles
    "the puzzle has no solution": "题目无解",
    "the puzzle has exactly one solution": "题目有唯一解",
    "the puzzle has several solutions": "题目多解",
    "the puzzle has a solution; whether it is the only one was not checked": "题目有解，没有检查是不是唯一解",
    "the puzzle has several solutions; two of them differ first at {cell}: {one} or {two}": (
        "题目多解，其中两个解从 {cell} 开始不同：{one} 或 {two}"
    ),
    "{cells} are both {digit}, but {house} needs each digit once": (
        "{cells} 都是 {digit}，但{house}中每个数字只能出现一次"
    ),
    "{cells} are all {digit}, but {house} needs each digit once": (
        "{cells} 都是 {digit}，但{house}中每个数字只能出现一次"
    ),
    "{cells} break the rule {rule}": "{cells} 违反规则 {rule}",
    "{cells} breaks the rule {rule}": "{cells} 违反规则 {rule}",
    "this does not support rules yet, but the puzzle has the rule {rule}": ("此功能还不支持规则，但题目有规则 {rule}"),
    "{first} (and {number} more)": "{first}（另有 {number} 处）",
    "a digit is given twice in a house": "同一区域里有重复的已知数",
    "a cell is neither a digit nor a blank": "有一格既不是数字也不是空格",
    "the puzzle does not have the {number} cells of {board}": "题目没有 {board}的 {number} 格",
    "the digit in {cell} is wrong, so no step leads to the solution": "{cell} 的数字填错了，所以没有步骤能得到解",
    "the digits in {cells} are wrong, so no step leads to the solution": "{cells} 的数字填错了，所以没有步骤能得到解",
    "correct candidates of {cells} were removed, so no step leads to the solution": (
        "{cells} 的正确候选数被删去了，所以没有步骤能得到解"
    ),
    "the correct candidate of {cell} was removed, so no step leads to the solution": (
        "{cell} 的正确候选数被删去了，所以没有步骤能得到解"
    ),
    "stopped after {number} s without an answer": "搜索 {number} 秒后停止，还没有结果",
    "stopped after {number} s without the next step": "{number} 秒后停止，还没有找到下一步",
    "timeout must be greater than 0, not {number}": "timeout 必须大于 0，不能是 {number}",
    "The next step of Sudoku Explainer needs the compiled kernel: "
    "without it, the steps that nest chains in dynamic forcing chains are missing.": (
        "Sudoku Explainer 的下一步需要编译好的内核：没有内核，就没有在动态强制链中嵌套链的步骤。"
    ),
    'the order "explainer" has its own techniques; leave out techniques, without, uniqueness and nested': (
        "explainer 次序使用自己的技巧，不能同时指定 techniques、without、uniqueness 或 nested"
    ),
    'the order "explainer" is for 9x9 boards, and this is {board}': "explainer 次序只用于 9x9 盘面，而这是 {board}",
    "stopped at a proof of {number} MB without an answer": "证明达到 {number} MB 后停止，还没有结果",
    "no step was found": "没有找到步骤",
    "no step was found by {techniques}": "用 {techniques} 没有找到步骤",
    # reports
    "{size}, {amount}, no solution": "{size}，{amount}，无解",
    "{size}, {amount}, one solution": "{size}，{amount}，唯一解",
    "{size}, {amount}, several solutions": "{size}，{amount}，多解",
    "{size}, {amount1}, {amount2}, no solution": "{size}，{amount1}，{amount2}，无解",
    "{size}, {amount1}, {amount2}, one solution": "{size}，{amount1}，{amount2}，唯一解",
    "{size}, {amount1}, {amount2}, several solutions": "{size}，{amount1}，{amount2}，多解",
    "minimal: every clue is needed": "极小题：每个已知数都不可少",
    "minimal: every clue and every rule is needed": "极小题：每个已知数和每条规则都不可少",
    "not minimal: this rule can be removed:": "不是极小题：下列规则可以去掉：",
    "not minimal: this clue can be removed: {names}": "不是极小题：下列已知数可以去掉：{names}",
    "not minimal: any one of these {amount} can be removed:": "不是极小题：下列 {amount}可以任意去掉一条：",
    "not minimal: any one of these {amount} can be removed: {names}": (
        "不是极小题：下列 {amount}可以任意去掉一个：{names}"
    ),
    # texts that cannot be read
    "line {number}: {reason}": "第 {number} 行：{reason}",
    "{file}, line {number}: {reason}": "{file} 第 {number} 行：{reason}",
    "item {number}: {reason}": "第 {number} 项：{reason}",
    "puzzle {number}: {reason}": "第 {number} 题：{reason}",
    "in the solution, {reason}": "答案有误：{reason}",
    "{reason}; the first unexpected symbol is {symbol}": "{reason}；第一个无法识别的字符是 {symbol}",
    "{amount}, but {board} has {number}": "有 {amount}，但 {board}应有 {number} 格",
    "no cells, only frames, but {board} has {number}": "只有框线，没有格，但 {board}应有 {number} 格",
    "{number1} characters, but no board takes more than {number2}": (
        "有 {number1} 个字符，但任何盘面都不超过 {number2} 个"
    ),
    "more than {number} cells, but the largest board is {size}": "超过 {number} 格，但最大的盘面是 {size}",
    "{house} has {amount}, but row {number1} has {number2}": "{house}有 {amount}，但第 {number1} 行有 {number2} 格",
    "{house} has {amount}, but {number} were expected": "{house}有 {amount}，但应有 {number} 格",
    "{house} has {amount}, but there are {number} rows": "{house}有 {amount}，但共有 {number} 行",
    "{number} row of {amount}, but a board has as many rows as columns": (
        "有 {number} 行，每行 {amount}，但盘面的行数和列数相等"
    ),
    "{number} rows of {amount}, but a board has as many rows as columns": (
        "有 {number} 行，每行 {amount}，但盘面的行数和列数相等"
    ),
    "{number} rows of 16 cells are neither one 16x16 board nor one 4x4 board": (
        "{number} 行，每行 16 格，既不是一个 16x16 盘面，也不是一个 4x4 盘面"
    ),
    "{number} boards, one per line, but a grid is one board": "有 {number} 个盘面，每行一个，但这里只能有一个盘面",
    "{cell} is {symbol}, but a cell of {board} must be {digits}, or one of {blanks} for a blank": (
        "{cell} 是 {symbol}，但 {board}的格只能是 {digits}，空格写作 {blanks} 之一"
    ),
    "{cell} must be {digit}, which is given": "{cell} 的已知数是 {digit}，不能改",
    "{symbol} in {cell} is not a digit of {board}": "{cell} 的 {symbol} 不是 {board}的数字",
    "candidates has {amount}, but {board} has {number}": "candidates 有 {amount}，但 {board}应有 {number} 格",
    "the text does not have the structure of any format": "这段文字不符合任何一种格式",
    "the source has {found}, but one was expected; read_many reads them all": "{found}，但只能有一道",
    "the source has {found}, but one was expected": "{found}，但应有一道",
    "no puzzle, but at least one was expected": "没有题目，但至少应有一道",
    "{file}: no puzzle, but at least one was expected": "{file}：没有题目，但至少应有一道",
    "{text} is neither a row of cells nor a title above rows": "{text} 既不是一行格，也不是盘面上方的标题",
    "{reason}; to read a file, pass a Path": "{reason}",
    "{amount}, but the first row has {number}": "有 {amount}，但第一行有 {number} 列",
    "this is not JSON at column {number}: {reason}": "第 {number} 个字符处不是 JSON：{reason}",
    "an object without a puzzle; it has {names}": "JSON 对象里没有题目，只有 {names}",
    "the bytes are not UTF-8 text": "这不是 UTF-8 文本",
    "this looks like binary data, not like {encoding} text; if it is text, try another encoding": (
        "这看起来是二进制数据，不是 {encoding} 文本；如果是文本，请换一种编码"
    ),
    "the byte {byte} is not {encoding} text; try another encoding": "字节 {byte} 不是 {encoding} 文本，请换一种编码",
    "the puzzle has rules ({names}), which are not supported here yet": "题目带有规则（{names}），这里还不支持",
    "not understood: {parts}; lenient=True reads the rest": "看不懂：{parts}；lenient=True 可读取其余部分",
    "not understood: {parts}; --lenient reads the rest": "看不懂：{parts}；--lenient 可读取其余部分",
    "not understood: {parts}": "看不懂：{parts}",
    "the compressed text ends too early": "压缩文本不完整",
    "the compressed text is damaged": "压缩文本已损坏",
    "links to f-puzzles, SudokuPad and ISS can be read, but not links to {site}": (
        "可以读取 f-puzzles、SudokuPad 和 ISS 的链接，但不能读取指向 {site} 的链接"
    ),
    "there is no puzzle after load= in this link; copy the whole link": "链接里 load= 后面没有题目，请复制完整的链接",
    "this short link names a puzzle on a server, and nothing is fetched from the network; "
    "open it in a browser, export the puzzle, and pass the long link": (
        "这个短链接只是服务器上题目的名字，而这里不会访问网络；请在浏览器中打开它，导出题目，再使用长链接"
    ),
    "unknown {what} {name}; did you mean {names}?": "没有名为 {name} 的{what}，是不是 {names}？",
    "unknown {what} {name}; expected one of {names}": "没有名为 {name} 的{what}，可用的有 {names}",
    "unknown {what} {name}; {rest}": "没有名为 {name} 的{what}",
    # requests to the service
    "Invalid request: {field} {reason}.": "请求无效：{field}{reason}。",
    "Invalid request: the body must have at least one line.": "请求无效：正文至少要有一行。",
    "is not a field of this request": "不是这个请求的字段",
    "is not valid JSON": "不是有效的 JSON",
    "is required": "不可缺少",
    "must be a JSON object": "必须是 JSON 对象",
    "must be a string": "必须是字符串",
    "must be an integer": "必须是整数",
    "must be a list": "必须是列表",
    "must be greater than or equal to {number}": "不能小于 {number}",
    "must be less than or equal to {number}": "不能大于 {number}",
    "must be less than {number}": "必须小于 {number}",
    "must have at least {amount}": "至少要有 {amount}",
    "must have at least {amount} after validation, not {number}": "至少要有 {amount}，而不是 {number}",
    "must have at most {amount}": "最多只能有 {amount}",
    "must have at most {amount} after validation, not {number}": "最多只能有 {amount}，而不是 {number}",
    "must be {names}": "必须是 {names}",
    "is not valid: {reason}": "无效：{reason}",
    "all workers are busy; try again in a moment": "服务正忙，请稍后再试",
    "too many connections are open; try again in a moment": "连接太多，请稍后再试",
    "the request is not valid HTTP": "请求不是有效的 HTTP",
    "the service does not accept the host name {name}": "服务不接受主机名 {name}",
    "the service does not accept requests of {name}": "服务不接受来自 {name} 的请求",
    "there was no result within {number} s": "{number} 秒内没有结果",
    "not all steps were found within {number} s": "{number} 秒内没有找到所有步骤",
    "send the next request in {number} s": "请求太频繁，请在 {number} 秒后再试",
    "the request did not arrive within {number} s": "{number} 秒内没有收到完整的请求",
    "the body has {number1} bytes or more, but at most {number2} are allowed": (
        "请求至少有 {number1} 个字节，但最多允许 {number2} 个"
    ),
    "the batch has {number1} lines, but at most {number2} are allowed": "一共有 {number1} 行，但最多允许 {number2} 行",
    "the content type must be {names}, not {name}": "内容类型必须是 {names}，而不是 {name}",
    "the request needs too deep a recursion": "请求需要的递归太深",
    "the service needs {library}, which is not installed": "服务需要 {library}，但没有安装",
    "this is a bug in nonet; please report it": "这是 nonet 的程序错误，请告诉我们",
    "use POST": "请用 POST",
    "Not Found": "没有这个地址",
    "Method Not Allowed": "不支持这个方法",
    "found {number1} of {number2} puzzles in {number3} s: {number1} of {number4} candidates had {what}": (
        "{number3} 秒内出题 {number2} 道，只找到 {number1} 道符合要求（试了 {number4} 道）"
    ),
    "found {number1} of {number2} puzzles in {number3} s: {rest}": (
        "{number3} 秒内出题 {number2} 道，只找到 {number1} 道符合要求"
    ),
    "technique cannot be {name}: wherever it has a step, an easier technique has one, too, so no explanation uses it": (
        "technique 不能是 {name}：凡是能用它的地方，都能用更容易的技巧，所以没有解题过程会用到它"
    ),
    # ratings of Sudoku Explainer
    "Sudoku Explainer rates 9x9 boards, and this is {board}": "Sudoku Explainer 只给 9x9 盘面评分，而这是 {board}",
    "Sudoku Explainer rates 9x9 boards, but shape is {board}": (
        "Sudoku Explainer 只给 9x9 盘面评分，而 shape 是 {board}"
    ),
    "stopped after {number} s without a rating": "评分 {number} 秒后停止，还没有结果",
    "the Sudoku Explainer rating of this puzzle needs the compiled kernel: "
    "without it, the producers after dynamic forcing chains are missing": (
        "这道题的 Sudoku Explainer 评分需要编译内核：没有内核，就没有动态强制链之后的规则"
    ),
    "these ratings of Sudoku Explainer need the compiled kernel: without it, the highest one must be below {number}": (
        "这样的 Sudoku Explainer 评分需要编译内核：没有内核，上限必须低于 {number}"
    ),
    "the ratings of Sudoku Explainer in a data set need the compiled kernel": (
        "数据集里的 Sudoku Explainer 评分需要编译内核"
    ),
    'this rating has only the scale "se"; rate the puzzle with scale="all" for both': (
        '这个评分只有 "se"；用 scale="all" 可以得到两种评分'
    ),
    "{option} must be a rating or (lowest, highest), such as (7.0, 7.5), not {value}": (
        "{option} 必须是一个评分或（最低，最高），例如 (7.0, 7.5)，而不是 {value}"
    ),
    "{option} takes a rating or a range, such as {number1}, {number2}-{number3} or {number4}+, not {value}": (
        "{option} 必须是评分或范围，例如 {number1}、{number2}-{number3} 或 {number4}+，而不是 {value}"
    ),
    "{option} must reach {number1}, the lowest rating of a step, not only {number2}": (
        "{option} 必须达到一步的最低评分 {number1}，而不能只到 {number2}"
    ),
    "{option} has no rating between {number1} and {number2}: ratings have one decimal": (
        "{option} 中 {number1} 到 {number2} 之间没有评分：评分只有一位小数"
    ),
    "{option1} and {option2} exclude each other: {rating1} is never greater than {rating2}": (
        "{option1} 与 {option2} 矛盾：{rating1} 不会大于 {rating2}"
    ),
    "canonical needs se: it selects the form that Sudoku Explainer rates": (
        "canonical 要和 se 合用：它决定 Sudoku Explainer 给哪种形式评分"
    ),
    # titles of problems
    "The puzzle cannot be read or used.": "题目无法读取或使用。",
    "Two givens contradict each other.": "两个已知数互相冲突。",
    "The puzzle has no solution.": "题目无解。",
    "The puzzle has several solutions.": "题目多解。",
    "The request is invalid.": "请求无效。",
    "The request is not valid HTTP.": "请求不是有效的 HTTP。",
    "Another site sent the request.": "请求来自其他网站。",
    "This path does not exist.": "没有这个地址。",
    "The path does not support this method.": "这个地址不支持这个方法。",
    "The request did not arrive in time.": "没有及时收到请求。",
    "The request is too large.": "请求太大。",
    "The content type is not supported.": "不支持这种内容类型。",
    "The host name is not accepted.": "不接受这个主机名。",
    "Too many requests.": "请求太频繁。",
    "The service failed.": "服务出错。",
    "The service lacks an optional library.": "服务缺少一个可选的库。",
    "All workers are busy.": "服务正忙。",
    "The request took too long and was stopped.": "请求用时太长，已停止。",
    # parts
    "no puzzle": "没有题目",
    "several puzzles": "有不止一道题目",
    "technique": "技巧",
    "language": "语言",
    "level": "难度",
    "format": "格式",
    "style of cell names": "坐标写法",
    # rules: their fields, and whether they fit the board
    "unknown rule {name}; the manual lists all rules": "没有规则 {name}；手册列出了所有规则",
    "a rule must be an object with a type, not {text}": "规则必须是带 type 的对象，不能是 {text}",
    "a rule needs a type, such as killer": "规则需要 type，例如 killer",
    "{name} must be a list of rules": "{name} 必须是规则的列表",
    "{type} at {cell}: {reason}": "{cell} 处的 {type}：{reason}",
    "unknown field {name}; it has none": "没有字段 {name}；此规则没有字段",
    "unknown field {name}; did you mean {names}?": "没有字段 {name}；是否指 {names}？",
    "unexpected {text}": "多余的 {text}",
    "{word} is missing; expected it after a colon": "缺少 {word}；应写在冒号之后",
    "expected {names} after the colon, not {text}": "冒号之后应为 {names}，不能是 {text}",
    "{text} is not a straight run such as r1c1-r1c4": "{text} 不是 r1c1-r1c4 这样的直线",
    "{text} is not a cell such as r4c5, or a straight run such as r1c1-r1c4": (
        "{text} 不是 r4c5 这样的格，也不是 r1c1-r1c4 这样的直线"
    ),
    "{cell} is not a cell of {board}": "{board}没有 {cell}",
    "{cell} occurs twice in {name}": "{cell} 在 {name} 中出现两次",
    "a cell occurs twice": "有一格出现两次",
    "{cell1} and {cell2} must share an edge": "{cell1} 与 {cell2} 必须相邻",
    "groups must be at least 2 groups of at least 1 cell": "groups 至少要有两组，每组至少一格",
    "groups must have equally many cells": "groups 中各组的格数必须相同",
    "a cell occurs twice in the group {text}": "同一组 {text} 中有一格出现两次",
    "{word} must be an integer, not {text}": "{word} 必须是整数，不能是 {text}",
    "{word} must be digits such as 1,2,3, not {text}": "{word} 必须是 1,2,3 这样的数字，不能是 {text}",
    "{word} must be two different digits": "{word} 必须是两个不同的数字",
    "{word} must be two digits such as 1,9, not {text}": "{word} 必须是 1,9 这样的两个数字，不能是 {text}",
    "{text} is not a digit of {board}": "{text} 不是{board}的数字",
    "{number} cells cannot have different digits, since there are only {number2} digits": (
        "{number} 格不可能互不相同，因为只有 {number2} 个数字"
    ),
    "{number} cells are too many, since there are only {number2} digits": "{number} 格太多，因为只有 {number2} 个数字",
    "a region has {number} cells, one for each digit, not {number2}": (
        "一个区有 {number} 格，每个数字一格，不能是 {number2} 格"
    ),
    "an even number of cells was expected, not {number}": "格数应为偶数，不能是 {number}",
    "{number} digits are listed, but there are only {number2} cells": "列出了 {number} 个数字，但只有 {number2} 格",
    "the four cells must be a square of 2 rows and 2 columns": "四格必须是两行两列的方块",
    "no two digits have the {relation} {number}": "没有两个数字的{relation}是 {number}",
    "difference": "差",
    "ratio": "比",
    "sum": "和",
    "the sum": "和",
    "the difference": "差",
    "the sum of {number} different digits": "{number} 个不同数字之和",
    "no digits can have the sum {number}": "没有数字的和是 {number}",
    "no digits between {number1} and {number2} can have the sum {number3}": (
        "{number1} 与 {number2} 之间的数字之和不可能是 {number3}"
    ),
    "a line in this direction does not start at {cell}, but at the edge of the board": (
        "这个方向的线不从 {cell} 开始，而从盘面边缘开始"
    ),
    "{word} must be {number1} to {number2}, not {number3}": "{word} 必须是 {number1} 至 {number2}，不能是 {number3}",
    "{name} must be {number1} to {number2}, not {number3}": "{name} 必须是 {number1} 至 {number2}，不能是 {number3}",
    "the groups 123, 456 and 789 need a board with the digits 1 to 9": "123、456、789 三组需要数字 1 至 9 的盘面",
    "the board has neither boxes nor regions": "盘面既没有宫，也没有区",
    "the board has no boxes": "盘面没有宫",
    "a puzzle has boxes or regions, not both": "题目要么有宫，要么有区，不能都有",
    "a puzzle can have only one rule with regions": "题目只能有一条 regions 规则",
    "{number} letters, but {board} has {number2} cells": "有 {number} 个字母，但{board}有 {number2} 格",
    "the board must have as many rows as columns": "盘面的行数与列数必须相同",
    "the boxes must be equally large": "各宫必须一样大",
    "no board; expected one before the rules": "没有盘面；规则之前应有盘面",
    "expected boxes none, or a size such as boxes 4x2": "应为 boxes none，或 boxes 4x2 这样的大小",
    "this is a rule of the puzzle above it; name the format nonet to read puzzles with rules": (
        "这是上面题目的规则；要读取带规则的题目，请指明格式 nonet"
    ),
    "either table or rule is needed, and not both": "table 与 rule 需要且只需要一个",
    "unexpected {text} in the expression {name}": "表达式 {name} 中有多余的 {text}",
    "unexpected {text} in the expression; expected {names}": "表达式中有多余的 {text}；应为 {names}",
    "unexpected {text} of the pattern {name}; expected {names}": "模式 {name} 中有多余的 {text}；应为 {names}",
    "the format {name} has no rules, but the puzzle has the rule {rule}; use {names}": (
        "格式 {name} 没有规则，但题目有规则 {rule}；请用 {names}"
    ),
    "{name} is not possible with rules, but the puzzle has the rule {rule}": "{name} 不能用于规则，但题目有规则 {rule}",
    "the solutions of a puzzle with rules have no order; leave out ordered": "带规则的题目的解没有顺序；请去掉 ordered",
    "the drawing {name}, which may stand for a rule": "可能表示规则的图形 {name}",
    "an f-puzzles text must be a JSON object": "f-puzzles 文本必须是 JSON 对象",
    "an f-puzzles text must have a size and a grid": "f-puzzles 文本必须有 size 和 grid",
    "{text} is not a box size; expected height x width, such as 3x3": "{text} 不是宫的大小；应为高x宽，例如 3x3",
    "rule": "规则",
    "{type}: {reason}": "{type}：{reason}",
}
"""The Chinese of each message."""


def in_language(message: str, language: str) -> str:
    """Return a message in a language, line by line; what has no Chinese stays as it is.

    >>> in_language("80 cells, but a 9x9 board has 81", "zh")
    '有 80 格，但 9x9 盘面应有 81 格'
    >>> in_language("line 7: r1c1 and r1c4 are both 1, but row 1 needs each digit once", "zh")
    '第 7 行：r1c1、r1c4 都是 1，但第 1 行中每个数字只能出现一次'
    >>> in_language("the puzzle has no solution", "en")
    'the puzzle has no solution'
    """
    return "\n".join(map(_chinese, message.split("\n"))) if language == "zh" else message


def _chinese(message: str) -> str:
    for pattern, chinese in _patterns():
        if found := pattern.fullmatch(message):
            return chinese.format(**{name: _part(name, text) for name, text in found.groupdict().items()})
    return message


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], str], ...]:
    """Return the templates as regular expressions, each with its Chinese."""
    return tuple((re.compile(_pattern(english)), chinese) for english, chinese in _CHINESE.items())


def _pattern(template: str) -> str:
    """Return a template as a regular expression; a part that occurs twice must be the same.

    >>> _pattern("line {number}: {reason}")
    'line\\\\ (?P<number>[\\\\d,.]+):\\\\ (?P<reason>.+)'
    """
    texts = re.split(r"\{(\w+)\}", template)
    pattern, seen = "", set[str]()
    for index, text in enumerate(texts):
        if index % 2 == 0:
            pattern += re.escape(text)
        elif text in seen:
            pattern += f"(?P={text})"
        else:
            seen.add(text)
            pattern += f"(?P<{text}>{_PARTS.get(text.rstrip('0123456789'), '.+')})"
    return pattern


def _part(name: str, text: str) -> str:
    """Return what a part stands for in Chinese."""
    kind = name.rstrip("0123456789")
    if kind in ("cells", "names"):
        return re.sub(" and |, ", "、", text).replace(" or ", " 或 ")
    if kind == "board":
        return f"{text.split(maxsplit=1)[1].removesuffix(' board').replace('boxes', '宫')} 盘面"
    if kind == "house":
        house, number = text.split()
        return f"第 {number} {_HOUSES[house]}"
    if kind == "field":
        return "正文" if text == "the body" else f"{text} "
    if kind == "amount":
        number, _, noun = text.partition(" ")
        return f"{number.replace('no', '0')} {_NOUNS.get(noun, _NOUNS.get(noun.removesuffix('s'), noun))}"
    return text if kind in _PARTS else _chinese(text)
