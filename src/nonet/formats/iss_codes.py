"""Sets of bits, patterns and automata as base64 text, as ISS writes them.

A set of bits has 6 bits per character, the lowest first. An automaton is a stream of bits, the highest first::

    2 format | 4 bits per state - 1 (B) | 4 symbols - 1 (S) | B starts | B other accepting states
    one accept flag per start | format 0: 4 bits per count (T)
    then each state (starts, accepting, others):
    format 0: T count, then that many (symbol, B target)
    format 1: S flags for the symbols, B target for each flag that is set
"""

from __future__ import annotations

import string
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ..errors import FormatError
from ..limits import quoted

__all__ = [
    "automaton_of_text",
    "bits_of_text",
    "pattern_of_text",
    "text_of_automaton",
    "text_of_bits",
    "text_of_pattern",
]

_ALPHABET = string.ascii_uppercase + string.ascii_lowercase + string.digits + "-_"
_PER_LETTER = 6
_LISTS, _FLAGS = 0, 1


def _values(text: str) -> list[int]:
    values = [_ALPHABET.find(letter) for letter in text.rstrip("=")]
    if -1 in values:
        raise FormatError(f"{quoted(text)} is not base64 text")
    return values


def bits_of_text(text: str) -> list[int]:
    """Return bits, the lowest of each character first.

    >>> bits_of_text("Bw")
    [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1]
    """
    return [value >> place & 1 for value in _values(text) for place in range(_PER_LETTER)]


def text_of_bits(bits: Sequence[int]) -> str:
    """Return bits as text, without characters for zeros at the end.

    >>> text_of_bits([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0])
    'Bw'
    """
    groups = [bits[start : start + _PER_LETTER] for start in range(0, len(bits), _PER_LETTER)]
    text = "".join(_ALPHABET[sum(bit << place for place, bit in enumerate(group))] for group in groups)
    return text.rstrip(_ALPHABET[0])


def pattern_of_text(text: str) -> str:
    """Return the pattern of a text.

    >>> pattern_of_text("WzEyXSo")
    '[12]*'
    """
    import base64

    try:
        return base64.urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4)).decode()
    except ValueError:
        raise FormatError(f"{quoted(text)} is not a pattern in base64") from None


def text_of_pattern(pattern: str) -> str:
    """Return a pattern as text.

    >>> text_of_pattern("[12]*")
    'WzEyXSo'
    """
    import base64

    return base64.urlsafe_b64encode(pattern.encode()).decode().rstrip("=")


# Automata


class _Stream:
    """Reads numbers from the bits of a text, the highest bit first."""

    def __init__(self, text: str) -> None:
        self.bits = "".join(f"{value:06b}" for value in _values(text))
        self.position = 0

    def take(self, width: int) -> int:
        """Return the next number."""
        piece = self.bits[self.position : self.position + width]
        if len(piece) < width:
            raise FormatError("the text of an automaton ends too early")
        self.position += width
        return int(piece, 2) if width else 0

    @property
    def left(self) -> int:
        """The number of bits that are left."""
        return len(self.bits) - self.position


def automaton_of_text(text: str, low: int = 1) -> dict[str, Any]:
    """Return an automaton as the fields start, accept and moves.

    >>> rule = {"start": [0], "accept": [1], "moves": [[0, [1, 2], 1], [1, [3], 0]]}
    >>> automaton_of_text(text_of_automaton(rule, 1, 9)) == rule
    True
    """
    stream = _Stream(text)
    kind, width, symbols = stream.take(2), stream.take(4) + 1, stream.take(4) + 1
    starts, accepting = stream.take(width), stream.take(width)
    accept = [state for state in range(starts) if stream.take(1)]
    accept += range(starts, starts + accepting)
    per_count = stream.take(4) if kind == _LISTS else 0
    if kind not in (_LISTS, _FLAGS):
        raise FormatError(f"an automaton has the format {kind}, but only 0 and 1 are known")
    moves: list[list[Any]] = []
    state = 0
    while stream.left >= (symbols if kind == _FLAGS else max(per_count, 1)) and state < 1 << width:
        targets: dict[int, list[int]] = {}
        for symbol, target in _moves_of_state(stream, kind, width, symbols, per_count):
            targets.setdefault(target, []).append(symbol + low)
        moves += [[state, sorted(digits), target] for target, digits in sorted(targets.items())]
        state += 1
    return {"start": list(range(starts)), "accept": accept, "moves": moves}


def _moves_of_state(stream: _Stream, kind: int, width: int, symbols: int, per_count: int) -> list[tuple[int, int]]:
    if kind == _FLAGS:
        flags = stream.take(symbols)
        return [(symbol, stream.take(width)) for symbol in range(symbols) if flags >> symbol & 1]
    per_symbol = (symbols - 1).bit_length()
    return [(stream.take(per_symbol), stream.take(width)) for _ in range(stream.take(per_count))]


def text_of_automaton(rule: Mapping[str, Any], low: int, high: int) -> str:
    """Return an automaton with the fields start, accept and moves as text."""
    starts, accepting = list(rule["start"]), [state for state in rule["accept"] if state not in rule["start"]]
    others = {state for source, _, target in rule["moves"] for state in (source, target)} - {*starts, *accepting}
    number_of = {state: number for number, state in enumerate([*starts, *accepting, *sorted(others)])}
    moves: list[list[tuple[int, int]]] = [[] for _ in number_of]
    for source, digits, target in rule["moves"]:
        moves[number_of[source]] += [(digit - low, number_of[target]) for digit in digits]
    symbols = high - low + 1
    width = max(1, (max(len(number_of) - 1, len(starts), len(accepting))).bit_length())
    is_deterministic = all(len({symbol for symbol, _ in each}) == len(each) for each in moves)
    per_count = max(map(len, moves)).bit_length()
    per_symbol = (symbols - 1).bit_length()
    kind = _FLAGS if is_deterministic else _LISTS
    numbers: list[tuple[int, int]] = [(kind, 2), (width - 1, 4), (symbols - 1, 4)]
    numbers += [(len(starts), width), (len(accepting), width)]
    numbers += [(int(state in rule["accept"]), 1) for state in starts]
    if kind == _LISTS:
        numbers.append((per_count, 4))
    for each in moves:
        if kind == _FLAGS:
            numbers.append((sum(1 << symbol for symbol, _ in each), symbols))
            numbers += [(target, width) for _, target in sorted(each)]
        else:
            numbers.append((len(each), per_count))
            numbers += [pair for symbol, target in each for pair in ((symbol, per_symbol), (target, width))]
    return _text_of_numbers(numbers)


def _text_of_numbers(numbers: Iterable[tuple[int, int]]) -> str:
    bits = "".join(f"{value:0{width}b}" for value, width in numbers if width)
    bits += "0" * (-len(bits) % _PER_LETTER)
    return "".join(_ALPHABET[int(bits[start : start + _PER_LETTER], 2)] for start in range(0, len(bits), _PER_LETTER))
