"""Thrift's compact protocol, as much of it as the headers and the footer of a Parquet file need.

A value is its type and its bytes; a struct is the fields that it has, by their numbers::

    struct {1: i32 = 5, 3: binary = "a"}     [ 0x15 0x0A | 0x28 0x01 0x61 | 0x00 ]
                                               |    |      |    |    |      end
                                               |    |      |    |    the text
                                               |    |      |    its length
                                               |    |      two fields on, type 8
                                               |    5, as 2 * 5
                                               one field on, type 5
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

__all__ = ["Value", "boolean", "i8", "i16", "i32", "i64", "items", "struct", "text", "varint"]

_TRUE, _FALSE, _I8, _I16, _I32, _I64, _BINARY, _LIST, _STRUCT = 1, 2, 3, 4, 5, 6, 8, 9, 12
_SHORT = 15


class Value(NamedTuple):
    """A value as it is written.

    >>> i32(5)
    Value(kind=5, data=b'\\n')
    """

    kind: int
    """Its type, by the protocol's number."""
    data: bytes


def varint(number: int) -> bytes:
    """A number that is not negative: seven bits a byte, the lowest first.

    >>> varint(300)
    b'\\xac\\x02'
    """
    if number <= 0x7F:
        return bytes([number])
    data = bytearray()
    while number > 0x7F:
        data.append(number & 0x7F | 0x80)
        number >>= 7
    data.append(number)
    return bytes(data)


def _zigzag(number: int) -> bytes:
    return varint(number << 1 if number >= 0 else (-number << 1) - 1)


def boolean(value: bool) -> Value:
    """A truth value, which its type tells already.

    >>> boolean(False)
    Value(kind=2, data=b'')
    """
    return Value(_TRUE if value else _FALSE, b"")


def i8(number: int) -> Value:
    """A number of one byte.

    >>> i8(32).data
    b' '
    """
    return Value(_I8, number.to_bytes(1, "little", signed=True))


def i16(number: int) -> Value:
    """A number of up to 16 bits.

    >>> i16(-1).data
    b'\\x01'
    """
    return Value(_I16, _zigzag(number))


@lru_cache
def i32(number: int) -> Value:
    """A number of up to 32 bits.

    >>> i32(150).data
    b'\\xac\\x02'
    """
    return Value(_I32, _zigzag(number))


def i64(number: int) -> Value:
    """A number of up to 64 bits.

    >>> i64(1).data
    b'\\x02'
    """
    return Value(_I64, _zigzag(number))


def text(value: str | bytes) -> Value:
    """A text, or bytes.

    >>> text("a").data
    b'\\x01a'
    """
    data = value.encode() if isinstance(value, str) else value
    return Value(_BINARY, varint(len(data)) + data)


def items(values: Sequence[Value]) -> Value:
    """A list of values of one type.

    >>> items([i32(1), i32(2)]).data
    b'%\\x02\\x04'
    """
    kind = values[0].kind if values else _STRUCT
    size = len(values)
    head = bytes([size << 4 | kind]) if size < _SHORT else bytes([_SHORT << 4 | kind]) + varint(size)
    return Value(_LIST, head + b"".join(value.data for value in values))


def struct(fields: Mapping[int, Value | None]) -> Value:
    """A struct: its fields by their numbers, which go up; one that is None is left out.

    >>> struct({1: i32(5), 2: None, 3: text("a")}).data.hex(" ")
    '15 0a 28 01 61 00'
    """
    data, last = bytearray(), 0
    for number, value in fields.items():
        if value is not None:
            data.append(number - last << 4 | value.kind)
            data += value.data
            last = number
    return Value(_STRUCT, bytes(data) + b"\0")
