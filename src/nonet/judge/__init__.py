"""The online-judge programs: standard input to standard output, to the byte.

Each judge is a program of one well-known problem: the lines of its input go in, and the bytes that the problem asks
for come out, each case answered as soon as it is read. `JUDGES` lists them by name; `run` is the whole program.

>>> import io, sys
>>> from nonet import judge
>>> board = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
>>> judge.run("poj-3074", io.StringIO(f"{board}\\nend\\n"), sys.stdout)
534678912672195348198342567859761423426853791713924856961537284287419635345286179

The files: `cases` reads input as cases, `answers` says what is printed for a case, `program` joins the two; `spaced`,
`unspaced`, `letters` and `leetcode` list the judges, by the form of their boards.
"""

from __future__ import annotations

import re
from typing import TextIO

from ..errors import FormatError, NonetError
from . import leetcode, letters, spaced, unspaced
from .program import Judge

__all__ = ["JUDGES", "Judge", "find_judge", "run"]

JUDGES: dict[str, Judge] = {
    judge.name: judge for family in (spaced, unspaced, letters, leetcode) for judge in family.JUDGES
}
"""The judges by name."""


def find_judge(name: str) -> Judge:
    """The judge of a name; capitals do not count, and parts may be left out as long as one judge remains.

    >>> [find_judge(name).name for name in ("luogu-p1784", "LeetCode 37", "poj_2676", "HDU1426", "p1784", "euler")]
    ['luogu-p1784', 'leetcode-37', 'poj-2676', 'hdu-1426', 'luogu-p1784', 'euler-96']
    >>> find_judge("leetcode")
    Traceback (most recent call last):
    nonet.errors.NonetError: 'leetcode' is not one judge; it may be leetcode-36 or leetcode-37
    >>> find_judge("luogu-p1748")
    Traceback (most recent call last):
    nonet.errors.NonetError: there is no judge 'luogu-p1748'; the nearest are luogu-p1784, luogu-p1074
    """
    whole, parts = _letters_and_digits(name), _parts(name)
    for judge in JUDGES.values():
        if _letters_and_digits(judge.name) == whole:
            return judge
    fitting = [judge for judge in JUDGES.values() if parts and parts <= _parts(judge.name)]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        *most, last = (judge.name for judge in fitting)
        raise NonetError(f"{name!r} is not one judge; it may be {', '.join(most)} or {last}")
    raise NonetError(f"there is no judge {name!r}; {_nearest(name)}")


def run(name: str, stdin: TextIO, stdout: TextIO) -> None:
    """Answer everything that stands in `stdin` as the judge of that name wants it in `stdout`.

    Raises `FormatError` where the input is not that judge's, and `NoSolution` where it has no answer, both after all
    that was asked before has been answered.

    >>> import io, sys
    >>> run("uva-989", io.StringIO("1\\n0\\n\\n2\\n1 1 0 0\\n0 0 0 0\\n0 0 0 0\\n0 0 0 0\\n"), sys.stdout)
    1
    <BLANKLINE>
    NO SOLUTION
    """
    judge = find_judge(name)
    try:
        for chunk in judge.run(iter(stdin)):
            stdout.write(chunk)
            stdout.flush()
    except UnicodeDecodeError as error:
        raise FormatError(f"the input is not text in {error.encoding}") from None


def _letters_and_digits(name: str) -> str:
    return re.sub(r"[\W_]", "", name.lower())


def _parts(name: str) -> set[str]:
    """The words and the numbers of a name: luogu, p and 1784."""
    return set(re.findall(r"[a-z]+|\d+", name.lower()))


def _nearest(name: str) -> str:
    from difflib import get_close_matches  # seldom needed

    near = get_close_matches(name.lower(), JUDGES, cutoff=0.75)
    if not near:
        return f"the judges are {', '.join(JUDGES)}"
    return f"the nearest {'are' if len(near) > 1 else 'is'} {', '.join(near)}"
