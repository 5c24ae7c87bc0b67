"""Write the styles of the marks of rules into the page's style sheet: ``python -m nonet.web.rule_styles``."""

from __future__ import annotations

from pathlib import Path

from ..drawing import mark_styles

__all__ = ["STYLE_SHEET", "styled"]

STYLE_SHEET = Path(__file__).parent / "static" / "css" / "variants.css"
_START = "/* Written by nonet.web.rule_styles from the styles of pictures. */\n"


def styled(text: str) -> str:
    """Return the style sheet with the current styles of all marks at its end.

    >>> styled("a { color: red }\\n").splitlines()[0]
    'a { color: red }'
    """
    return text.partition(_START)[0] + _START + mark_styles()


if __name__ == "__main__":
    STYLE_SHEET.write_text(styled(STYLE_SHEET.read_text(encoding="utf-8")), encoding="utf-8")
