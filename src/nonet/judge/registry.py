"""JUDGES: all judges by name; `run`, which runs one of them; `source`, the program to submit to it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TextIO

from ..errors import ArgumentError, FormatError, any_of, name_key
from .judges import TEXT_JUDGES
from .leetcode import LEETCODE_JUDGES
from .program import Judge

__all__ = ["JUDGES", "find_judge", "run", "source"]

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
    nonet.errors.ArgumentError: unknown judge 'luogu-p1748'; did you mean luogu-p1784 or luogu-p1074?
    """
    whole, parts = name_key(name), _parts(name)
    for judge in JUDGES.values():
        if name_key(judge.name) == whole:
            return judge
    fitting = [judge for judge in JUDGES.values() if parts and parts <= _parts(judge.name)]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        raise ArgumentError(f"{name!r} may be {any_of(judge.name for judge in fitting)}")
    raise ArgumentError.unknown("judge", name, JUDGES)


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


def source(name: str) -> str:
    """Return a program to submit to the judge: one file for Python 3.6 or later that does not need nonet.

    It prints what `run` prints. For LeetCode it is a class.

    >>> source("Luogu P1784").splitlines()[-2:]
    ['if __name__ == "__main__":', '    main()']
    """
    file = find_judge(name).name.replace("-", "_") + ".py"
    return (Path(__file__).parent / "solutions" / file).read_text(encoding="utf-8")


def _parts(name: str) -> set[str]:
    """Return the words and the numbers of a name, such as luogu, p and 1784."""
    return set(re.findall(r"[a-z]+|\d+", name.lower()))
