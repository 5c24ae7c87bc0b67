"""Measure the structure of the source: lines of code, and the files that a command passes through.

    python benchmarks/structure.py

Lines of code are lines with a token, without docstrings, comments and blank lines. A command passes through a file if a
function of the file runs after import, in any thread. Not counted are the value types, cells, kernel, extras, display,
the start of the command line, and the finders of logic.
"""

from __future__ import annotations

import ast
import io
import json
import subprocess
import sys
import tempfile
import tokenize
from collections import Counter
from pathlib import Path

import nonet
from nonet.bulk import bench_set

SOURCE = Path(nonet.__file__).parent
NOT_COUNTED = (
    *("__main__.py", "__init__.py", "errors.py", "version.py", "geometry.py", "cellset.py", "grid.py", "position.py"),
    *("cells.py", "kernel.py", "extras.py", "display.py", "cli/__init__.py", "cli/program.py", "logic/finders/"),
)
TRACED = """
import json, sys, threading
from types import FrameType
source, output = sys.argv[1:3]
seen = set()
def note(frame, event, _):
    code = frame.f_code
    if event != "call" or not code.co_filename.startswith(source) or not code.co_flags & 1 or code in seen:
        return  # flag 1 is set for functions, not for the bodies of modules and classes
    back = frame.f_back
    while back is not None:
        if "importlib" in back.f_code.co_filename:
            return
        back = back.f_back
    seen.add(code)
sys.argv = ["nonet", *sys.argv[3:]]
from nonet.cli import main
threading.setprofile(note)
sys.setprofile(note)
try:
    main()
except SystemExit:
    pass
finally:
    sys.setprofile(None)
    with open(output, "w") as file:
        json.dump(sorted({code.co_filename for code in seen}), file)
"""


def lines_of_code(path: Path) -> int:
    text = path.read_text(encoding="utf-8")
    docstrings: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        body = getattr(node, "body", None)
        for child in body if isinstance(body, list) else []:
            if isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant):
                docstrings |= set(range(child.lineno, (child.end_lineno or 0) + 1))
    thin = (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER)
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in thin:
            lines |= set(range(token.start[0], token.end[0] + 1))
    return len(lines - docstrings)


def files_passed(*arguments: str) -> list[str]:
    """Return the files of nonet in which a command runs a function."""
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder) / "files.json"
        command = [sys.executable, "-c", TRACED, str(SOURCE), str(output), *arguments]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        files = [Path(name).relative_to(SOURCE).as_posix() for name in json.loads(output.read_text())]
    return [name for name in files if not name.startswith(NOT_COUNTED)]


def main() -> None:
    total = Counter[str]()
    for path in SOURCE.rglob("*.py"):
        total[path.relative_to(SOURCE).parts[0]] += lines_of_code(path)
    for name, lines in total.most_common():
        print(f"{lines:6,} {name}")
    print(f"{sum(total.values()):6,} in all")
    with tempfile.TemporaryDirectory() as folder:
        source, output = Path(folder) / "a.csv", Path(folder) / "b.parquet"
        lines = bench_set("minimal", 2000).decode().split()
        source.write_text("puzzle\n" + "".join(f"{line}\n" for line in lines))
        for arguments in (("batch", str(source), "-o", str(output), "--force"), ("generate", "--level", "hard")):
            files = files_passed(*arguments)
            print(f"\n{' '.join(arguments[:3:2])}: {len(files)} files\n  " + "\n  ".join(files))


if __name__ == "__main__":
    main()
