"""`nonet trace` and the Chinese of `nonet compare`, run in processes as a user runs them."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import time
import tracemalloc
from pathlib import Path
from xml.etree import ElementTree

import pytest

import nonet
from nonet.drawing import Watcher, watch
from nonet.search import METHODS, Trace, find, idea
from tests.boards import INKALA, SEVENTEEN, WIKIPEDIA, WIKIPEDIA_SOLUTION, WITHOUT_SOLUTION
from tests.cli.test_commands import NONET, answer, run
from tests.cli.test_draw import FIRST_BYTES

SMALL = "1... ..2. .3.. ...4"


def blocks(text: str) -> list[list[str]]:
    """Return the lines of each event, without the heading and the ending."""
    body = text.split("\n\n")[1]
    return [block.splitlines() for block in re.split(r"\n(?= *\d+  )", body)]


@pytest.mark.parametrize("method", METHODS)
def test_all_prints_every_event_of_the_search(method: str) -> None:
    trace = Trace(record=True)
    next(find(SMALL, method=method, trace=trace))
    shown = blocks(answer("trace", "--method", method, "--all", SMALL))
    shape = nonet.Grid(SMALL).shape
    assert [int(block[0].split()[0]) for block in shown] == list(range(1, len(shown) + 1))
    for block, event in zip(shown, trace, strict=True):
        name = shape.cell_name(event.cell) if event.cell >= 0 else ""
        if event.kind == "place":
            assert re.match(
                rf" *\d+  {name} = {event.digit} .*  {'guess' if event.guess else 'forced'}, depth", block[0]
            )
        elif event.kind == "remove":
            assert re.match(rf" *\d+  {name}, \d removed ", block[0])
        else:
            assert {"fail": "dead end", "found": "solution"}[event.kind] in block[0]


def test_the_masks_of_an_event_give_its_candidates_and_its_digit() -> None:
    shown = blocks(answer("trace", "--events", "300", INKALA))
    assert len(shown) == 300
    chosen = [block for block in shown if " = " in block[0]]
    assert len(chosen) > 100
    for block in chosen:
        bits = {line[7:27].strip(): line[27:36] for line in block[1:]}
        masks = {name: int(mask, 2) for name, mask in bits.items()}
        row, column, box = (mask for name, mask in masks.items() if re.fullmatch(r"(row|column|box) \d", name))
        candidates = masks["row & column & box"]
        assert candidates == row & column & box
        left = masks.get("x = not tried yet", candidates)
        assert left | candidates == candidates
        assert masks["lowbit  x & -x"] == left & -left == 1 << int(block[0].split()[3]) - 1
        digits = next(line for line in block if "row & column & box" in line).partition("{")[2].rstrip("}")
        assert candidates == sum(1 << int(digit) - 1 for digit in digits.split(", "))
        assert block[0][27:36] == "987654321"


def test_a_screen_of_events_is_printed_and_the_rest_is_counted() -> None:
    text = answer("trace", INKALA)
    assert len(blocks(text)) == 12
    assert "\n115,521 more events; --from 13 continues.\n" in text
    assert text.endswith(
        "bitmask found a solution after 115,533 events\n49,558 nodes, 16,492 guesses, 16,476 backtracks\n"
    )
    later = blocks(answer("trace", INKALA, "--from", "11", "--events", "2"))
    assert later == [*blocks(text)[10:]]


def test_a_search_is_stopped_after_its_work() -> None:
    text = answer("trace", "--method", "backtracking", "--work", "20000", "--events", "1", SEVENTEEN)
    assert "backtracking was stopped after 20,000 events without an answer" in text
    assert "backtracking does not keep masks" in text


def test_a_board_is_beside_the_masks() -> None:
    lines = answer("trace", "--board", "--from", "9", "--events", "2", INKALA).splitlines()[3:]
    assert lines[1].startswith("│ 8 1?2?│ 3?5?4 │ 6?7?9 │ ")
    assert lines[2].startswith("│ 4*. 3 │ 6 . . │ . . . │ ")
    assert lines[15].startswith("│ 4?.x3 │ 6 . . │ . . . │ ")
    ascii_only = run("trace", "--board", "--events", "1", SMALL, env=os.environ | {"PYTHONIOENCODING": "ascii"})
    assert "+-----+-----+" in ascii_only.stdout
    assert ascii_only.stdout.isascii()


def test_json_replays_to_the_solution() -> None:
    board = list(nonet.Grid(WIKIPEDIA))
    shape = nonet.Grid(WIKIPEDIA).shape
    events = [json.loads(line) for line in answer("trace", "--json", WIKIPEDIA).splitlines()]
    for event in events:
        masks = {name: int(mask, 2) for name, mask in event.get("masks", {}).items()}
        if masks:
            assert masks["candidates"] == masks["row"] & masks["column"] & masks["box"]
        if event["kind"] == "place":
            board[shape.cell(event["cell"])] = event["digit"]
            assert masks["lowbit"] == 1 << event["digit"] - 1
        elif event["kind"] == "remove":
            board[shape.cell(event["cell"])] = 0
    assert events[-1]["kind"] == "found"
    assert "".join(map(str, board)) == WIKIPEDIA_SOLUTION
    assert len(answer("trace", "--json", "--events", "3", "--from", "5", WIKIPEDIA).splitlines()) == 3


def test_the_tree_is_text_or_a_picture(tmp_path: Path) -> None:
    text = answer("trace", "--method", "mrv", "--tree", SMALL, "--against", "backtracking")
    assert "12 digits without a guess\nsolution\n" in text
    assert "├─ r1c3=3?  dead end\n" in text
    ascii_only = run("trace", "--tree", SMALL, env=os.environ | {"PYTHONIOENCODING": "ascii"})
    assert "|- r1c3=3?  dead end\n" in ascii_only.stdout
    tree = answer("trace", "--method", "mrv", "--tree", WIKIPEDIA, "--to", "svg")
    assert ElementTree.fromstring(tree)[0].text == "search tree: mrv found a solution after 52 events"


def test_two_searches_are_drawn_side_by_side(tmp_path: Path) -> None:
    for suffix in (".html", ".svg", ".gif"):
        file = tmp_path / f"race{suffix}"
        options = ["--method", "backtracking", "--against", "mrv", "--work", "100", "--language", "zh"]
        answer("trace", *options, SEVENTEEN, "-o", str(file))
        assert file.read_bytes().startswith(FIRST_BYTES[suffix])
        assert len(file.read_bytes()) < 2_000_000
    assert "100 个事件后停止" in (tmp_path / "race.html").read_text(encoding="utf-8")


def test_chinese_has_no_english_words() -> None:
    for arguments in (
        ["--events", "15"],
        ["--method", "dlx", "--from", "25"],
        ["--tree"],
        ["--board", "--method", "mrv"],
    ):
        text = answer("trace", "--language", "zh", *arguments, INKALA)
        words = set(re.findall("[a-z]{2,}", re.sub(r"r\dc\d|--from", "", text)))
        assert words <= {*METHODS, "lowbit"}
    table = answer("compare", "--language", "zh", "--timeout", "0.3", SEVENTEEN)
    assert set(re.findall("[a-z]{3,}", table)) == set(METHODS)
    assert re.match("9x9，17 个已知数，唯一解 ", table)
    assert "0.3 秒后停止" in table
    assert all(re.search("[一-鿿]", idea(method, language="zh")) for method in METHODS)


def test_a_puzzle_without_solution_can_be_watched() -> None:
    text = answer("trace", "--method", "propagation", WITHOUT_SOLUTION)
    assert "propagation proved that there is no solution after" in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-o", "film.avi"], "film.avi: the name of a film must end in .svg, .html, .png, .pdf or .gif"),
        (["--method", "magic"], "'magic' is not a value of --method; expected one of"),
        (["--against", "mrv"], "--against needs --output or --tree; see nonet trace --help"),
        (["--from", "9", "-o", "a.svg"], "--from cannot be combined with --output or --tree; see nonet trace --help"),
        (["--events", "3", "--tree"], "--tree, --all and --events cannot be combined; see nonet trace --help"),
        (["--json", "--board"], "--output, --json and --board cannot be combined; see nonet trace --help"),
        (["--method", "mrv", "--from", "53"], "the search has 52 events, but --from is 53"),
        (["--tree", "-o", "a.gif"], "a search tree does not move; draw it as svg, png, pdf, html or text"),
        ([INKALA, "-o", "a.svg"], "2 puzzles, but a film shows one"),
        (["--work", "0"], "Invalid value for '--work': 0 is not in the range x>=1"),
        (["12345"], "5 cells, but a 4x4 board has 16"),
    ],
)
def test_bad_options_are_reported_in_one_line(arguments: list[str], message: str, tmp_path: Path) -> None:
    done = run("trace", WIKIPEDIA, *arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith(f"nonet: {message}")
    assert done.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_ctrl_c_stops_a_long_search() -> None:
    arguments = ["trace", "--method", "backtracking", "--work", "1000000000", "--events", "1", SEVENTEEN]
    process = subprocess.Popen([*NONET, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout
    time.sleep(2)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert err == b"nonet: stopped\n"


def test_a_closed_pipe_ends_the_search() -> None:
    process = subprocess.Popen(
        [*NONET, "trace", "--method", "backtracking", "--all", SEVENTEEN],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout
    assert process.stdout.readline().startswith(b"backtracking: ")
    process.stdout.close()
    assert process.wait(timeout=30) == 141
    assert process.stderr
    assert process.stderr.read() == b""
    process.stderr.close()


def test_watching_a_long_search_keeps_nothing() -> None:
    def see(watcher: Watcher) -> None:
        if watcher.work == 1_000:
            tracemalloc.start()

    watch(SEVENTEEN, "backtracking", see, most=30_000)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 200_000
