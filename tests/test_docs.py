"""Every code block of the manual and the README is run, or is marked as something that is not run.

The tag of a block says what it is:

| tag | rule |
| --- | --- |
| python | a session with ``>>>``, which pytest runs as a doctest |
| console | commands after ``$``, with their output; both are compared |
| sh | commands without output, one per line; they must succeed |
| py, js | a program that uses the service in docs/api.md; tests/web/test_docs.py runs it and compares its output |
| json | the response to a request in docs/api.md, which tests/web/test_docs.py compares |
| text | output, a drawing or pseudocode |
| ini, nginx | settings of other programs, in docs/web.md |

A command is run in a folder with sample files, unless `NOT_RUN` has the reason why not.
"""

from __future__ import annotations

import contextlib
import gzip
import inspect
import io
import json
import re
import runpy
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

import nonet
from nonet import formats
from nonet.cli import main

ROOT = Path(__file__).parents[1]
PAGES = {
    path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
    for path in sorted([*ROOT.glob("*.md"), *ROOT.glob("examples/*.md"), *(ROOT / "docs").rglob("*.md")])
}
PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
MEDIUM = ".....285..4..1.2..71....6.....3.....8..465..7.....7.....5....14..7.5..6..931....."

NOT_RUN = {
    r"(make|pip install)\b.*": "installs nonet",
    r"\.venv/bin/.*": "needs what `make test` installs",
    r"(printf .* \| )?curl .*": "needs the service; tests/web/test_docs.py sends the requests of docs/api.md",
    r"nonet web.*": "runs until it is stopped; tests/web runs it",
    r"nonet batch .*--engine (ray|dask).*": "starts a cluster; tests/bulk runs the same on a small one",
    r"nonet dataset .*": "takes minutes; tests/bulk/test_dataset.py makes small ones",
    r"nonet bench.*": "takes minutes; tests/cli/test_bench.py measures briefly",
    r"nonet book --count 200 .*": "takes minutes; tests/cli/test_draw.py makes a small one",
    r"nonet compare 8\.\..*": "takes half a minute; tests/cli/test_commands.py compares on easy puzzles",
    r"nonet manual .*|mkdir .*/man1": "shows or installs the manual page; tests/cli/test_comfort.py renders it",
    r"python benchmarks/.*": "takes minutes",
    r"python examples/.*": "tests/test_examples.py runs the examples",
}
"""The commands that are not run, as patterns, and the reasons."""


class Block(NamedTuple):
    """A fenced block of a page."""

    page: str
    line: int
    tag: str
    text: str


class Command(NamedTuple):
    """A command of a block, and the output that the page shows."""

    page: str
    line: int
    text: str
    output: str


class Done(NamedTuple):
    """What a command did."""

    status: int
    output: str
    errors: str


def blocks(page: str) -> list[Block]:
    """Return the fenced blocks of a page."""
    pattern = re.compile(r"^( *)```(.*)\n((?:(?!^ *```).*\n)*)^\1```$", re.MULTILINE)
    text = PAGES[page]
    found = list(pattern.finditer(text))
    assert 2 * len(found) == len(re.findall(r"^ *```", text, re.MULTILINE)), page
    return [Block(page, text.count("\n", 0, block.start()) + 1, block[2].strip(), block[3]) for block in found]


BLOCKS = [block for page in PAGES for block in blocks(page)]


def of_tag(*tags: str) -> list[Block]:
    return [block for block in BLOCKS if block.tag in tags]


def commands(block: Block) -> Iterator[Command]:
    """Yield the commands of a block of console or sh."""
    if block.tag == "sh":
        for number, line in enumerate(block.text.splitlines(), block.line + 1):
            if line.strip():
                yield Command(block.page, number, line, "")
        return
    assert block.text.startswith("$ "), block
    for part in re.finditer(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block.text, re.MULTILINE):
        yield Command(block.page, block.line + 1 + block.text.count("\n", 0, part.start()), part[1], part[2])


def why_not_run(command: str) -> str:
    return next((reason for pattern, reason in NOT_RUN.items() if re.fullmatch(pattern, command.strip())), "")


COMMANDS = [command for block in of_tag("console", "sh") for command in commands(block)]


def test_every_block_has_a_known_tag() -> None:
    known = {"python", "console", "sh", "py", "js", "json", "text", "ini", "nginx"}
    assert [block for block in BLOCKS if block.tag not in known] == []


def test_python_blocks_are_sessions_that_pytest_runs() -> None:
    collected = re.compile(r"README(\.zh)?\.md|docs/.*")
    for block in of_tag("python"):
        assert ">>> " in block.text, block
        assert collected.fullmatch(block.page), block
        assert "+SKIP" not in block.text, block


def test_json_blocks_are_responses_of_the_service() -> None:
    for block in of_tag("json"):
        assert block.page == "docs/api.md", block
        for value in [block.text] if block.text.startswith(("{\n", "[\n")) else block.text.splitlines():
            json.loads(value)


def test_settings_of_other_programs_are_only_where_a_server_is_set_up() -> None:
    assert {block.page for block in of_tag("ini", "nginx")} <= {"docs/web.md"}
    assert {block.page for block in of_tag("py", "js")} <= {"docs/api.md"}


def test_blocks_of_text_contain_no_commands_and_no_python() -> None:
    for block in of_tag("text"):
        assert not re.search(r"^(\$ |>>> |nonet \w|make |pip )", block.text, re.MULTILINE), block


def test_each_reason_for_not_running_is_needed() -> None:
    for pattern in NOT_RUN:
        assert any(re.fullmatch(pattern, command.text.strip()) for command in COMMANDS), pattern


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """Return the sample files by name: each has a few puzzles."""
    import pyarrow as pa
    from pyarrow import parquet

    lines = f"{PUZZLE}\n{MEDIUM}\n".encode()
    table = f"quizzes,solutions\n{PUZZLE},{nonet.solve(PUZZLE)}\n{MEDIUM},{nonet.solve(MEDIUM)}\n".encode()
    sink = io.BytesIO()
    parquet.write_table(pa.table({"quizzes": [PUZZLE, MEDIUM]}), sink)
    sdk = formats.write(nonet.Grid(MEDIUM), format="sdk").encode()
    rows = "".join(" ".join(PUZZLE[i : i + 9].replace(".", "0")) + "\n" for i in range(0, 81, 9)).encode()
    return {
        "puzzles.sdm": lines,
        "puzzles.txt": lines,
        "puzzle.txt": lines[:82],
        "position.txt": lines[:82],
        "puzzle.sdk": sdk,
        "puzzles.csv": table,
        "sudoku.csv": table,
        "kaggle.csv": table,
        "puzzles.csv.gz": gzip.compress(table),
        "folder/one.csv": table,
        "sets/one.parquet": sink.getvalue(),
        "data/part=1/one.csv": table,
        "1.in": rows,
    }


@pytest.fixture
def folder(samples: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with the sample files, which is the current one."""
    for name, content in samples.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(content)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run_nonet(arguments: list[str], given: bytes) -> tuple[int, bytes, str]:
    """Run the command line in this process; its streams are files, since some commands need their numbers."""
    status: object = 0
    with contextlib.ExitStack() as stack:
        source, out, errors = (stack.enter_context(tempfile.TemporaryFile("w+", encoding="utf-8")) for _ in range(3))
        source.buffer.write(given)
        source.seek(0)
        patch = stack.enter_context(pytest.MonkeyPatch.context())
        for name, stream in (("stdin", source), ("stdout", out), ("stderr", errors)):
            patch.setattr(sys, name, stream)
        try:
            main(arguments)
        except SystemExit as end:
            status = end.code
        out.seek(0)
        errors.seek(0)
        return int(str(status or 0)), bytes(out.buffer.read()), errors.read()


def run_pipeline(line: str) -> Done:
    """Run a command as a shell does, with pipes and redirections; nonet itself runs in this process."""
    lexer = shlex.shlex(line, posix=True, punctuation_chars="|<>")
    lexer.whitespace_split = True
    stages: list[list[str]] = [[]]
    for word in lexer:
        stages.append([]) if word == "|" else stages[-1].append(word)
    status, data, errors = 0, b"", ""
    for words in stages:
        target = None
        if "<" in words:
            data = Path(words.pop(words.index("<") + 1)).read_bytes()
            words.remove("<")
        if ">" in words:
            target = Path(words.pop(words.index(">") + 1))
            words.remove(">")
        program, *arguments = (PUZZLE if word in ("PUZZLE", "题目") else word for word in words)
        if program == "nonet":
            status, data, errors = run_nonet(arguments, data)
        elif program == "python":
            done = subprocess.run([sys.executable, *arguments], input=data, capture_output=True, timeout=60)
            status, data, errors = done.returncode, done.stdout, done.stderr.decode()
        elif program == "printf":
            data = arguments[0].encode().decode("unicode_escape").encode()
        elif [program, *arguments] == ["wc", "-l"]:
            data = b"%d\n" % data.count(b"\n")
        else:
            raise AssertionError(f"{program} is not known here; add the command to NOT_RUN with the reason")
        if target:
            target.write_bytes(data)
            data = b""
    return Done(status, data.decode(), errors)


def scripts() -> dict[tuple[str, ...], list[Block]]:
    """Return the blocks of commands by their commands: those of the Chinese pages are mostly the same."""
    found: dict[tuple[str, ...], list[Block]] = {}
    for block in of_tag("console", "sh"):
        lines = tuple(command.text.partition("  #")[0].strip() for command in commands(block))
        found.setdefault(lines, []).append(block)
    return {lines: same for lines, same in found.items() if not all(map(why_not_run, lines))}


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("lines", "same"), [pytest.param(*item, id=f"{item[1][0].page}:{item[1][0].line}") for item in scripts().items()]
)
def test_the_commands_give_the_output_shown(lines: tuple[str, ...], same: list[Block]) -> None:
    for number, line in enumerate(lines):
        if why_not_run(line):
            continue
        for written in map(Path, re.findall(r"-o (\S+)", line)):
            if written.is_file():
                written.unlink()  # a sample; nonet does not replace a file that exists
        done = run_pipeline(line)
        for block in same:
            expected = list(commands(block))[number].output
            if expected:
                assert expected in (done.output, done.errors), block
            else:
                assert done.status == 0, (block, line, done.errors)


def test_each_page_is_in_the_navigation_of_the_site_once() -> None:
    hooks = runpy.run_path(str(ROOT / "docs" / "hooks.py"))
    reference = {f"reference/{name}.md" for name in ("index", *hooks["REFERENCE"])}
    manual = {page.removeprefix("docs/") for page in PAGES if page.startswith("docs/")}
    pages = {page for page in {*manual, *hooks["OTHER_PAGES"], *reference} if not page.endswith(".zh.md")}
    nav = re.search(r"^nav:\n((?: .*\n)+)", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"), re.MULTILINE)
    assert nav
    assert sorted(re.findall(r"\S+\.md$", nav[1], re.MULTILINE)) == sorted(pages)


def test_the_reference_has_every_public_package() -> None:
    hooks = runpy.run_path(str(ROOT / "docs" / "hooks.py"))
    packages = {name for name in nonet.__all__ if inspect.ismodule(getattr(nonet, name))}
    assert packages <= hooks["REFERENCE"].keys()
