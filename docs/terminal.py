"""Draw terminal.svg, the picture in the README: real output of nonet on a terminal.

Run ``.venv/bin/python docs/terminal.py`` again when the output of the commands changes.
"""

from __future__ import annotations

import os
import pty
import re
import sys
from html import escape
from pathlib import Path

PUZZLE = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
COMMANDS = [["solve", PUZZLE], ["compare", "--first", "--timeout", "5", PUZZLE]]
COLORS = {"1": 'font-weight="bold"', "31": 'fill="#ff8080"', "32": 'fill="#7ee787"', "36": 'fill="#79c0ff"'}
WIDTH, LINE, CHARACTER = 106, 18, 8.43


def terminal_output(arguments: list[str]) -> str:
    """Return what a command prints on a terminal."""
    os.environ |= {"COLUMNS": str(WIDTH), "TERM": "xterm-256color"}
    pieces: list[bytes] = []

    def read(descriptor: int) -> bytes:
        pieces.append(os.read(descriptor, 65536))
        return pieces[-1]

    pty.spawn([sys.executable, "-m", "nonet", *arguments], read)
    lines = b"".join(pieces).decode().replace("\r\n", "\n").split("\n")
    return "\n".join(line.rpartition("\r")[2] for line in lines)  # the text after the last return hides the rest


def as_svg(text: str) -> str:
    """Return lines of text with colors as an SVG picture."""
    lines = text.rstrip().split("\n")
    rows = []
    for number, line in enumerate(lines):
        spans, style = [], ""
        for piece in re.split(r"(\x1b\[[0-9;]*m)", line):
            if piece.startswith("\x1b"):
                style = " ".join(COLORS[code] for code in piece[2:-1].split(";") if code in COLORS)
            elif piece:
                spans.append(f"<tspan {style}>{escape(piece)}</tspan>" if style else escape(piece))
        rows.append(f'<text x="16" y="{34 + number * LINE}" xml:space="preserve">{"".join(spans)}</text>')
    width, height = 32 + round(WIDTH * CHARACTER), 40 + len(lines) * LINE
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">\n'
        "<title>nonet solves a hard puzzle and compares seven methods on it</title>\n"
        f'<rect width="{width}" height="{height}" rx="10" fill="#0d1117"/>\n'
        '<g font-family="ui-monospace, Menlo, Consolas, monospace" font-size="14" fill="#e6edf3">\n'
        + "\n".join(rows)
        + "\n</g>\n</svg>\n"
    )


def main() -> None:
    """Run the commands and write the picture."""
    parts = []
    for arguments in COMMANDS:
        shown = " ".join(arguments).replace(PUZZLE, PUZZLE[:24] + "…")
        parts.append(f"\x1b[1m$ nonet {shown}\x1b[0m\n{terminal_output(arguments)}")
    Path(__file__).with_suffix(".svg").write_text(as_svg("\n".join(parts)), encoding="utf-8")


if __name__ == "__main__":
    main()
