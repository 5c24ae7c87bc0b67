"""The small language of pair rules: an expression with the digits a and b, such as ``abs(a - b) >= 5``.

It has integers, ``+ - * // %``, comparisons (also ``1 <= a - b <= 3``), ``and or not``, parentheses, and the functions
``abs min max gcd``. The text is parsed here and never given to Python; numbers stay small, and division by zero makes
the expression false.

    condition  = any ("or" any)*           any  = test ("and" test)*
    test       = "not" test | sum (("<" | "<=" | ">" | ">=" | "==" | "!=") sum)*
    sum        = product (("+" | "-") product)*
    product    = factor (("*" | "//" | "%") factor)*
    factor     = "-" factor | number | "a" | "b" | function "(" condition ("," condition)* ")" | "(" condition ")"
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise
from typing import TypeAlias

from ..errors import ArgumentError
from ..limits import LARGEST_NUMBER, LONGEST_PATTERN, quoted

__all__ = ["compiled"]

_Value: TypeAlias = Callable[[int, int], int]

_TOKEN = re.compile(r"\s*(?:(\d{1,9})|([A-Za-z_]+)|(//|<=|>=|==|!=|[-+*%<>(),]))")
_COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "<": lambda x, y: x < y,
    "<=": lambda x, y: x <= y,
    ">": lambda x, y: x > y,
    ">=": lambda x, y: x >= y,
    "==": lambda x, y: x == y,
    "!=": lambda x, y: x != y,
}
_ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "+": lambda x, y: x + y,
    "-": lambda x, y: x - y,
    "*": lambda x, y: x * y,
    "//": lambda x, y: x // y,
    "%": lambda x, y: x % y,
}
_FUNCTIONS: dict[str, tuple[int, Callable[..., int]]] = {
    "abs": (1, abs),
    "min": (2, min),
    "max": (2, max),
    "gcd": (2, math.gcd),
}
_DEEPEST = 50


@lru_cache(maxsize=256)
def compiled(text: str) -> Callable[[int, int], bool]:
    """Return an expression as a function of a and b.

    >>> whisper = compiled("abs(a - b) >= 5")
    >>> whisper(1, 6), whisper(3, 6)
    (True, False)
    >>> compiled("a ** b")
    Traceback (most recent call last):
    nonet.errors.ArgumentError: unexpected '*' after 'a *' in the expression; expected a number, a, b or a parenthesis
    """
    if len(text) > LONGEST_PATTERN:
        raise ArgumentError(f"the expression has {len(text)} characters, but at most {LONGEST_PATTERN} are possible")
    value = _Parser(text).parse()

    def holds(a: int, b: int) -> bool:
        try:
            return bool(value(a, b))
        except ZeroDivisionError:
            return False

    return holds


class _Parser:
    """A parser by recursive descent: one method for each line of the grammar above."""

    def __init__(self, text: str) -> None:
        self.text, self.tokens, self.ends = text, list[str](), list[int]()
        self.next = self.depth = 0
        place = 0
        while text[place:].strip():
            match = _TOKEN.match(text, place)
            if match is None:
                raise ArgumentError(f"unexpected {quoted(text[place:].strip()[:1])} in the expression {quoted(text)}")
            self.tokens.append(match[0].strip())
            place = match.end()
            self.ends.append(place)

    def parse(self) -> _Value:
        value = self.condition()
        if self.next < len(self.tokens):
            raise self.unexpected("an operator, or the end")
        return value

    def accept(self, *tokens: str) -> str | None:
        if self.next < len(self.tokens) and self.tokens[self.next] in tokens:
            self.next += 1
            return self.tokens[self.next - 1]
        return None

    def unexpected(self, expected: str) -> ArgumentError:
        found = quoted(self.tokens[self.next]) if self.next < len(self.tokens) else "end"
        before = f" after {quoted(self.text[: self.ends[self.next - 1]].strip())}" if self.next else ""
        return ArgumentError(f"unexpected {found}{before} in the expression; expected {expected}")

    def condition(self) -> _Value:
        self.depth += 1
        if self.depth > _DEEPEST:
            raise ArgumentError(f"the expression has more than {_DEEPEST} levels of parentheses")
        values = [self.all_of()]
        while self.accept("or"):
            values.append(self.all_of())
        self.depth -= 1
        return values[0] if len(values) == 1 else lambda a, b: any(value(a, b) for value in values)

    def all_of(self) -> _Value:
        values = [self.test()]
        while self.accept("and"):
            values.append(self.test())
        return values[0] if len(values) == 1 else lambda a, b: all(value(a, b) for value in values)

    def test(self) -> _Value:
        if self.accept("not"):
            self.depth += 1
            if self.depth > _DEEPEST:
                raise ArgumentError(f"the expression has more than {_DEEPEST} levels")
            value = self.test()
            self.depth -= 1
            return lambda a, b: not value(a, b)
        values, compare = [self.sum()], []
        while sign := self.accept(*_COMPARISONS):
            compare.append(_COMPARISONS[sign])
            values.append(self.sum())
        if not compare:
            return values[0]

        def holds(a: int, b: int) -> bool:
            numbers = [value(a, b) for value in values]
            return all(test(x, y) for test, (x, y) in zip(compare, pairwise(numbers), strict=True))

        return holds

    def sum(self) -> _Value:
        return self.operations(self.product, "+", "-")

    def product(self) -> _Value:
        return self.operations(self.factor, "*", "//", "%")

    def operations(self, part: Callable[[], _Value], *signs: str) -> _Value:
        first, rest = part(), []
        while sign := self.accept(*signs):
            rest.append((_ARITHMETIC[sign], part()))
        if not rest:
            return first

        def value(a: int, b: int) -> int:
            number = first(a, b)
            for operate, other in rest:
                number = operate(number, other(a, b))
                if abs(number) > LARGEST_NUMBER**2:
                    raise ArgumentError(f"a number in the expression {quoted(self.text)} is too large")
            return number

        return value

    def factor(self) -> _Value:
        if self.accept("-"):
            self.depth += 1
            if self.depth > _DEEPEST:
                raise ArgumentError(f"the expression has more than {_DEEPEST} levels")
            value = self.factor()
            self.depth -= 1
            return lambda a, b: -value(a, b)
        if self.accept("("):
            value = self.condition()
            self.close()
            return value
        if self.accept("a"):
            return lambda a, _: a
        if self.accept("b"):
            return lambda _, b: b
        if name := self.accept(*_FUNCTIONS):
            return self.call(name)
        if self.next < len(self.tokens) and self.tokens[self.next].isdecimal():
            number = int(self.tokens[self.next])
            self.next += 1
            return lambda _a, _b: number
        raise self.unexpected("a number, a, b or a parenthesis")

    def call(self, name: str) -> _Value:
        number, function = _FUNCTIONS[name]
        if not self.accept("("):
            raise self.unexpected("(")
        values = [self.condition()]
        while self.accept(","):
            values.append(self.condition())
        self.close()
        if len(values) != number:
            raise ArgumentError(f"{name} takes {number} number{'s' * (number > 1)}, not {len(values)}")
        return lambda a, b: function(*(value(a, b) for value in values))

    def close(self) -> None:
        if not self.accept(")"):
            raise self.unexpected(")")
