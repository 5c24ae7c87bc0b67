"""JUDGES: all judges by name, and `run`, which runs one of them."""

from __future__ import annotations

import re
from typing import TextIO

from ..errors import ArgumentError, FormatError
from .judges import TEXT_JUDGES
from .leetcode import LEETCODE_JUDGES
from .program import Judge

__all__ = ["JUDGES", "find_judge", "run"]

JUDGES: dict[str, Judge] = {judge.name: judge for judge in TEXT_JUDGES + LEETCODE_JUDGES}
"""The judges by name."""


def find_judge(name: str) -> Judge:
    """Return the judge with this name; upper and lower case are equal, and a part of the name is enough if it is clear.

    >>> [find_judge(name).name for name in ("luogu-p1784", "LeetCode 37", "poj_2676", "HDU1426", "p1784", "euler")]
    ['luogu-p1784', 'leetcode-37', 'poj-2676', 'hdu-1426', 'luogu-p1784', 'euler-96']
    >>> find_judge("leetcode")
    Traceback (most recent call last):
    nonet.errors.ArgumentError: 'leetcode' may be leetcode-36 or leetcode-37
    >>> find_judge("luogu-p1748")
    Traceback (most recent call last):
    nonet.errors.ArgumentError: unknown judge 'luogu-p1748'; the most similar names are luogu-p1784, luogu-p1074
    """
    whole, parts = _letters_and_digits(name), _parts(name)
    for judge in JUDGES.values():
        if _letters_and_digits(judge.name) == whole:
            return judge
    fitting = [judge for judge in JUDGES.values() if parts and parts <= _parts(judge.name)]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        *others, last = (judge.name for judge in fitting)
        raise ArgumentError(f"{name!r} may be {', '.join(others)} or {last}")
    from difflib import get_close_matches  # rarely needed

    similar = get_close_matches(name.lower(), JUDGES, cutoff=0.75)
    if not similar:
        raise ArgumentError.unknown("judge", name, JUDGES)
    raise ArgumentError(f"unknown judge {name!r}; the most similar names are {', '.join(similar)}")


def run(name: str, stdin: TextIO, stdout: TextIO) -> None:
    """Run a judge: read all cases from `stdin`, and write exactly the expected output to `stdout`.

    Raise `FormatError` if the input is wrong, and `NoSolution` if a case has no answer; all cases before it have been
    answered then.

    >>> import io, sys
    >>> run("uva-989", io.StringIO("1\\n0\\n\\n2\\n1 1 0 0\\n0 0 0 0\\n0 0 0 0\\n0 0 0 0\\n"), sys.stdout)
    1
    <BLANKLINE>
    NO SOLUTION
    """
    judge = find_judge(name)
    try:
        for piece in judge.run(iter(stdin)):
            stdout.write(piece)
            stdout.flush()
    except UnicodeDecodeError as error:
        raise FormatError(f"the input is not {error.encoding} text") from None


def _letters_and_digits(name: str) -> str:
    return re.sub(r"[\W_]", "", name.lower())


def _parts(name: str) -> set[str]:
    """Return the words and the numbers of a name, such as luogu, p and 1784."""
    return set(re.findall(r"[a-z]+|\d+", name.lower()))
