"""Examples in docstrings for the reference: a Python session becomes a fenced block.

The docstrings have their examples as doctests without a fence, since that reads best in the source.
"""

from __future__ import annotations

import re
from typing import Any

try:
    from griffe import Extension
except ModuleNotFoundError:  # without nonet[docs], only the doctest below is run
    Extension = object

_SESSION = re.compile(r"^( *)>>> .*(?:\n(?!\s*$).*)*", re.MULTILINE)


def with_fences(text: str) -> str:
    """Return a docstring with each Python session in a fenced block, without options of doctest.

    >>> with_fences("Add.\\n\\n>>> 1 + 1\\n2\\n\\nNo more.").splitlines()
    ['Add.', '', '```pycon', '>>> 1 + 1', '2', '```', '', 'No more.']
    """
    text = re.sub(r" *# doctest: .*", "", text)
    return _SESSION.sub(lambda session: f"{session[1]}```pycon\n{session[0]}\n{session[1]}```", text)


class Sessions(Extension):
    """The extension for Griffe."""

    def on_object(self, *, obj: Any, **options: Any) -> None:
        """Change the docstring of a module, class, function or attribute."""
        if obj.docstring and not obj.is_alias:
            obj.docstring.value = with_fences(obj.docstring.value)
