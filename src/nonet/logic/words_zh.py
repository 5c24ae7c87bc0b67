"""Chinese."""

from __future__ import annotations

CHINESE = True
SPACE = ""
COLON = "："
SEMICOLON = "；"
DIGIT_IN = "{cells} 的 {digit}"
GOES_INTO = "{cell} 填 {digit}"
PLACE = "所以{what}。"
STRIKE = "所以可以删去：{what}。"
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
THERE_IS = "这里有一步：{technique}。"
MISTAKE = "{cells} 有错误。"
WRONG_DIGIT = "{cell} 的 {digit} 填错了。"
WRONGLY_STRUCK = "{cell} 的候选数 {digit} 不应删去，它仍然可以填在这里。"
LEFTOVER = "下列候选数可以立即删去，因为同一行、列或宫里已有该数：{what}。"
SOLVED = "题目已经解完，没有下一步了。"
_KINDS = ("行", "列", "宫")


def join(parts: list[str]) -> str:
    """A list with its own comma."""
    return "、".join(parts)


def either(parts: list[str]) -> str:
    """One or another."""
    return parts[0] if len(parts) == 1 else f"{join(parts)} 之一"


def houses(kind: int, numbers: list[int]) -> str:
    """Row 1, or rows 1 and 2."""
    return f"第 {join(list(map(str, numbers)))} {_KINDS[kind]}"


def number(count: int) -> str:
    """A number."""
    return str(count)
